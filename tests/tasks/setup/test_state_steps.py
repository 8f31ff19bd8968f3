"""Steps that write the phone's state, one by one, on the embedded phone."""

import cv2
import numpy as np
import pytest

import mobile_env
from mobile_env.env import MobileEnv
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.setup import SetupError
from mobile_env.tasks.setup.kinds import STATE_STEPS
from mobile_env.tasks.setup.kinds.put_preference import with_entry

DATABASE = "/data/local/tmp/notes.db"
TABLE = (
    'setup_steps { adb_call { shell_command { command: "sqlite3 /data/local/tmp/notes.db '
    "'CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, amount INTEGER NOT NULL, "
    'note TEXT NOT NULL DEFAULT \\"none\\", extra TEXT)\'" } } }'
)


@pytest.fixture
def reset(tmp_path):
    """Sets a phone up with reset steps, and returns its state."""
    environments = []

    def reset(steps, head=""):
        path = tmp_path / "task.textproto"
        path.write_text(
            f'id: "task" {head} {TABLE} {steps} goal {{ check {{ answer {{ mode: LIKE expected: "\'x\'" }} }} }}'
        )
        env = mobile_env.load(path, "embedded:360x640@160", pixels=False)
        environments.append(env)
        env.reset()
        return env.simulator.state

    yield reset
    for env in environments:
        env.close()


def rows(state):
    return [dict(row) for row in state.query(DATABASE, "SELECT * FROM note", {}).rows]


def test_a_setting(reset):
    state = reset('reset_steps { put_setting { namespace: GLOBAL key: "wifi_on" value: "0" } }')
    assert state.setting("global", "wifi_on") == "0"


def test_the_clock_stands_before_the_first_step(reset):
    state = reset(
        'reset_steps { put_file { path: "/sdcard/a.txt" text: "a" } }',
        'clock { now: "2024-03-01 10:00" zone: "Europe/Berlin" }',
    )
    assert state.files("/sdcard/a.txt")[0].time == 1709283600
    assert state.shell("getprop persist.sys.timezone").strip() == "Europe/Berlin"


def test_rows_replace_what_is_there_and_take_defaults(reset):
    put = 'reset_steps { put_rows { database: "%s" table: "note" rows: "%s" %s } }'
    state = reset(
        put % (DATABASE, "{'title': 'old'}", "")
        + put % (DATABASE, "[{'title': t, 'amount': 3} for t in ['a', 'b']]", "")
        + put % (DATABASE, "{'title': 'kept'}", "keep: true")
    )
    default = {"note": "none", "extra": None}
    assert rows(state) == [
        {"id": 1, "title": "a", "amount": 3, **default},
        {"id": 2, "title": "b", "amount": 3, **default},
        {"id": 3, "title": "kept", "amount": 0, **default},
    ]


def test_helper_columns_are_not_put_on_the_phone(reset):
    state = reset(
        f'reset_steps {{ put_rows {{ database: "{DATABASE}" table: "note" rows: "noise" }} }}',
        'parameters { name: "noise" rows { count: "2" column { name: "kind" helper: true expression: "7" }'
        ' column { name: "title" expression: "f\'{row.kind}-{index}\'" } } }',
    )
    assert [row["title"] for row in rows(state)] == ["7-0", "7-1"]


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (
            f'put_rows {{ database: "{DATABASE}" table: "note" rows: "{{\'name\': \'x\'}}" }}',
            "has no column name",
        ),
        (f'put_rows {{ database: "{DATABASE}" table: "nothing" rows: "[]" }}', "no table nothing"),
        (f'put_rows {{ database: "{DATABASE}" table: "note" rows: "3" }}', "not records"),
        (f'sql {{ database: "{DATABASE}" statement: "DROP TABEL note" }}', "SQLite refuses"),
        ('sql { database: "/data/x.db" statement: "SELECT 1" }', "no database"),
        ('each: "3" put_clipboard: "a"', "not a list"),
        ('put_media { path: "/sdcard/a.mp3" audio { seconds: "-1" } }', "no sound lasts"),
    ],
)
def test_what_the_phone_refuses_names_the_step(reset, step, reason):
    with pytest.raises(SetupError, match=reason) as error:
        reset(f"reset_steps {{ {step} }}")
    assert "task.textproto:1:" in str(error.value)
    assert "failed once" in str(error.value)


def test_contacts_and_messages_reach_their_providers(reset):
    state = reset(
        'reset_steps { put_contact { name: "Ada Lovelace" number: "+1 555" label: "Work" email: "ada@example.org" } } '
        'reset_steps { put_message { address: "+1 555" body: "Hi" box: SENT } }'
    )
    (phone,) = state.provider("content://com.android.contacts/data/phones")
    assert (phone["display_name"], phone["number"], phone["type"]) == ("Ada Lovelace", "+1 555", "3")
    (email,) = state.provider("content://com.android.contacts/data/emails")
    assert email["data1"] == "ada@example.org"
    (message,) = state.provider("content://sms/sent")
    assert (message["address"], message["body"], message["read"]) == ("+1 555", "Hi", 1)


def test_sql_binds_parameters_and_columns_of_the_row(reset):
    state = reset(
        f'reset_steps {{ each: "notes" sql {{ database: "{DATABASE}" '
        'statement: "INSERT INTO note (title, amount) VALUES (:title, :factor * :amount)" } }',
        'parameters { name: "factor" expression: "2" }'
        " parameters { name: \"notes\" expression: \"[{'title': 'a', 'amount': n} for n in range(2)]\" }",
    )
    assert [(row["title"], row["amount"]) for row in rows(state)] == [("a", 0), ("a", 2)]


def test_each_fills_in_row_and_index(reset):
    state = reset(
        'reset_steps { each: "names" put_file { path: "/sdcard/${row}_${index}.txt" text: "$${x} ${row}"'
        ' time: "now-1d" } }',
        'clock { now: "2024-03-01 10:00" } parameters { name: "names" expression: "[\'a\', \'b*\']" }',
    )
    assert [entry.path for entry in state.files("/sdcard/*.txt")] == ["/sdcard/a_0.txt", "/sdcard/b*_1.txt"]
    assert state.read_file("/sdcard/b*_1.txt") == b"${x} b*"
    assert state.files("/sdcard/a_0.txt")[0].time == 1709200800


def test_each_repeats_adb_calls(reset):
    state = reset(
        'reset_steps { each: "range(2)" adb_call { shell_command { command: "touch /sdcard/${row}.txt" } } }'
    )
    assert [entry.path for entry in state.files("/sdcard/*.txt")] == ["/sdcard/0.txt", "/sdcard/1.txt"]


def test_values_that_come_into_globs_are_literal(reset):
    state = reset(
        "reset_steps { each: \"['a', '*']\" put_file { path: \"/sdcard/Download/${row}.txt\" } }"
        'reset_steps { delete_files { path: "/sdcard/Download/${name}.txt" } }',
        'parameters { name: "name" expression: "\'*\'" }',
    )
    assert [entry.path for entry in state.files("/sdcard/Download/*")] == ["/sdcard/Download/a.txt"]


def test_a_source_file_with_marks(reset, tmp_path):
    (tmp_path / "page.html").write_text("<p>%%name%% ${x} %%other%% 50%% off</p>")
    state = reset(
        'reset_steps { put_file { path: "/sdcard/page.html" source: "page.html" } }',
        'parameters { name: "name" expression: "\'Ada\'" }',
    )
    assert state.read_file("/sdcard/page.html") == b"<p>Ada ${x} %%other%% 50%% off</p>"


def test_a_picture(reset):
    state = reset(
        'reset_steps { put_media { path: "/sdcard/DCIM/bill.jpg" image { text: "Lunch $12\\nDinner $30" } } }'
        'reset_steps { put_media { path: "/sdcard/DCIM/wide.png" image { text: "A long line of text" width: "300" } } }'
    )
    bill = cv2.imdecode(np.frombuffer(state.read_file("/sdcard/DCIM/bill.jpg"), np.uint8), cv2.IMREAD_COLOR)
    assert bill.min() < 50 and bill.max() == 255
    wide = cv2.imdecode(np.frombuffer(state.read_file("/sdcard/DCIM/wide.png"), np.uint8), cv2.IMREAD_COLOR)
    assert wide.shape[1] == 300
    assert (wide[:, :10] == 255).all() and (wide[:, -10:] == 255).all()


def test_a_song(reset):
    state = reset(
        'reset_steps { put_media { path: "/sdcard/Music/a.mp3"'
        ' audio { title: "Sky" artist: "Ann Öz" seconds: "90" } } }'
    )
    song = state.read_file("/sdcard/Music/a.mp3")
    assert song.startswith(b"ID3\x03")
    assert "Sky".encode("utf-16") in song and "Ann Öz".encode("utf-16") in song
    tags = 10 + sum(byte << shift for byte, shift in zip(song[6:10], (21, 14, 7, 0), strict=True))
    frames, rest = divmod(len(song) - tags, 24)
    assert (frames, rest) == (3750, 0)  # 90 s of 24 ms
    # MPEG-2 layer III without CRC, 8 kbit/s, 24 kHz, mono.
    assert song[tags : tags + 4] == song[tags + 24 : tags + 28] == b"\xff\xf3\x14\xc4"


def test_a_film(reset, tmp_path):
    state = reset(
        'reset_steps { put_media { path: "/sdcard/Movies/a.mp4" video { frames: "[\'one\', \'two\']" seconds: "2" } } }'
    )
    film = tmp_path / "film.mp4"
    film.write_bytes(state.read_file("/sdcard/Movies/a.mp4"))
    capture = cv2.VideoCapture(str(film))
    assert (capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)) == (2, 0.5)
    first, second = capture.read()[1], capture.read()[1]
    assert (first != second).any()


def test_preferences_keep_their_types(reset):
    put = 'reset_steps { put_preference { package: "com.example" file: "main" key: "%s" value: "%s" } }'
    state = reset("".join(put % entry for entry in [("a", "true"), ("b", "12"), ("c", "x & y"), ("b", "13")]))
    found = state.read_file("/data/data/com.example/shared_prefs/main.xml").decode()
    assert '<boolean name="a" value="true"/>' in found
    assert '<int name="b" value="13"/>' in found and '"12"' not in found
    assert '<string name="c">x &amp; y</string>' in found


def test_a_preference_of_text_stays_text():
    content = b'<map><string name="size">5</string></map>'
    assert b'<string name="size">6</string>' in with_entry(content, "size", "6")


def test_the_clipboard_and_the_state_of_a_suite(reset):
    state = reset('reset_steps { put_clipboard: "copied" }')
    assert state.service_list("clipboard") == [{"text": "copied"}]
    state = reset(
        'reset_steps { put_clipboard: "copied" }'
        'reset_steps { put_file { path: "/sdcard/Download/new/a.txt" text: "a" } }'
        "reset_steps { adb_call { start_activity { full_activity:"
        ' "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }'
        'reset_steps { restore: "androidworld" }'
    )
    assert state.service_list("clipboard") == []
    assert state.files("/sdcard/Download/**") == []
    assert state.files("/sdcard/Download")
    assert state.service_list("foreground")[0]["package"] == "com.android.launcher3"


@pytest.mark.parametrize(
    ("step", "what"),
    [
        ('put_rows { table: "note" rows: "[]" }', "`put_rows` has no `database`"),
        (f'put_rows {{ database: "{DATABASE}" table: "no te" }}', "no name of a table"),
        (f'put_rows {{ database: "{DATABASE}" table: "note" rows: "unknown" }}', "unknown"),
        (f'sql {{ database: "{DATABASE}" statement: "SELECT :nobody" }}', ":nobody is no parameter"),
        ('put_file { path: "relative.txt" }', "no absolute path"),
        ('put_file { path: "/a" text: "a" source: "b" }', "cannot go with"),
        ('put_file { path: "/a" source: "missing.html" }', "missing.html cannot be read: No such file"),
        ('put_file { path: "/a" time: "some day" }', "some day"),
        ('delete_files { path: "/*" }', "below a folder"),
        ("delete_files { }", "has no `path`"),
        ('put_media { path: "/a.png" }', "makes nothing"),
        ('put_media { path: "/a.gif" image { text: "a" } }', "no name of such a file"),
        ('restore: ""', "names no state"),
        ('each: "1 +" put_clipboard: "a"', "1 +"),
        ('each: "[1]" put_clipboard: "${nobody}"', "nobody"),
        ('each: "[1]" adb_call { press_button { button: HOME } } put_setting { key: "" }', "put_setting"),
        ('each: "[\'a b\']" adb_call { force_stop { package_name: "${row}" } }', "no package name"),
    ],
)
def test_faults_are_told_at_load(tmp_path, step, what):
    path = tmp_path / "task.textproto"
    path.write_text(f'id: "task"\nreset_steps {{ {step} }}\ngoal {{ check {{ holds: "False" }} }}')
    with pytest.raises(TaskFileError) as error:
        load_task(path)
    assert what in str(error.value)
    assert error.value.faults[0].line == 2


def test_a_drawn_source_stays_in_its_folder(tmp_path):
    (tmp_path / "secret").write_text("x")
    (tmp_path / "set").mkdir()
    path = tmp_path / "set" / "task.textproto"
    for each, name in (("", "${name}"), ('each: "[1]"', "${name}")):
        path.write_text(
            f'id: "task" parameters {{ name: "name" expression: "\'../secret\'" }}'
            f'reset_steps {{ {each} put_file {{ path: "/sdcard/a" source: "{name}" }} }}'
            'goal { check { holds: "False" } }'
        )
        with pytest.raises((TaskFileError, SetupError), match="lies outside"), mobile_env.load(path) as env:
            env.reset()


class Stateless(EmbeddedSimulator):
    state = None


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ('reset_steps { put_clipboard: "a" }', "the step `put_clipboard` writes"),
        ('clock { now: "2024-01-01" }', "`clock` sets"),
        ('goal { check { setting { key: "a" } } }', "the goal reads"),
    ],
)
def test_devices_without_state_refuse_by_name(tmp_path, part, what):
    path = tmp_path / "task.textproto"
    path.write_text(f'id: "task"\n{part}')
    with pytest.raises(TaskFileError, match=f"task.textproto:2:1: {what}"):
        MobileEnv(Stateless(), [load_task(path)])


def test_every_kind_of_the_format_is_carried_out():
    from mobile_env.proto import task_pb2

    kinds = {field.name for field in task_pb2.SetupStep.DESCRIPTOR.oneofs_by_name["step"].fields}
    assert kinds == {*STATE_STEPS, "adb_call", "adb_request", "sleep"}

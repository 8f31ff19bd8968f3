"""Goals judged on the embedded phone: subjects, FINISH, bans, grades, infeasible instances."""

import json

import pytest

import mobile_env
from mobile_env.env import SolvedAtStartError
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.goal.situation import CheckError
from mobile_env.tasks.loading import load_task

FINISH = {"action_type": 5}
WAIT = {"action_type": 2}
WIFI_OFF = "settings put global wifi_on 0"


@pytest.fixture
def play(tmp_path):
    """Plays a task: each word of a shell command line is one step, then the agent finishes."""
    environments = []

    def play(goal, *commands, finish=FINISH, head="", answer=""):
        path = tmp_path / "task.textproto"
        path.write_text(f'id: "task" command: "Do it." {head} goal {{ {goal} }}')
        env = mobile_env.load(path, "embedded:360x640@160", pixels=False)
        environments.append(env)
        env.reset()
        rewards = []
        for command in commands:
            assert env.simulator.adb(["shell", command]).exit_code == 0
            timestep = env.step(WAIT)
            rewards.append(timestep.reward)
            if timestep.last():
                return env, rewards
        if finish:
            rewards.append(env.step({**finish, **({"response": answer} if answer else {})}).reward)
        return env, rewards

    yield play
    for env in environments:
        env.close()


def test_a_setting(play):
    goal = 'check { setting { namespace: GLOBAL key: "wifi_on" } where: "row.value == \'0\'" }'
    env, rewards = play(goal, WIFI_OFF)
    assert (env.outcome, rewards) == ("success", [0, 1])
    env, rewards = play(goal)
    assert (env.outcome, rewards) == ("failure", [0])
    assert "wifi_on: no rows" in env.outcome_reason
    assert json.dumps(env.judgement.as_plain())


DATABASE = "/data/local/tmp/notes.db"
MAKE = (
    f'reset_steps {{ adb_call {{ shell_command {{ command: "sqlite3 {DATABASE} '
    "'CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, title TEXT, amount INTEGER);"
    ' DELETE FROM note; INSERT INTO note VALUES (1, \\"Milk\\", 10), (2, \\"Milk\\", 10), (3, \\"Eggs\\", 5)\'" } } }'
)


@pytest.mark.parametrize(
    ("check", "commands", "success"),
    [
        ("removed { rows: \"{'title': 'Milk', 'amount': 10}\" }", ["DELETE FROM note WHERE id = 2"], True),
        ("removed { rows: \"{'title': 'Milk', 'amount': 10}\" }", ["DELETE FROM note WHERE id < 3"], False),
        ("removed { rows: \"{'title': 'Milk'}\" }", 
         ["DELETE FROM note WHERE id = 1", "INSERT INTO note VALUES (9, 'x', 0)"],
         False),
        ("removed { count: 1 } added { holds: \"True\" }", ["UPDATE note SET amount = 6 WHERE id = 3"], True),
        ("added { rows: \"{'title': 'milk  ', 'amount': 7}\" like: \"title\" }",
         ["INSERT INTO note VALUES (4, 'Milk', 7)"], True),
        ("added { count: 1 }", ["INSERT INTO note VALUES (4, 'a', 7), (5, 'b', 8)"], False),
        ("now { count: 2 } where: \"row.title == 'Milk'\"", [], None),
        ("now { rows: \"[{'title': t} for t in ('Milk', 'Eggs', 'Milk')]\" } where: \"row.amount >= 5\"", [], None),
        ("now { rows: \"[{'id': 3}, {'id': 1}]\" in_order: true }", ["DELETE FROM note WHERE id = 2"], False),
        ("now { rows: \"[{'id': 1}, {'id': 3}]\" in_order: true }", ["DELETE FROM note WHERE id = 2"], True),
        ("now { holds: \"sum(r.amount for r in rows) == 15\" }", ["DELETE FROM note WHERE id = 2"], True),
        ("where: \"row.amount > 50\" not: true", ["INSERT INTO note VALUES (4, 'a', 70)"], None),
    ],
)  # fmt: skip
def test_a_table(play, check, commands, success):
    goal = f'check {{ table {{ database: "{DATABASE}" table: "note" }} {check} }}'
    lines = [f'sqlite3 {DATABASE} "{command}"' for command in commands]
    if success is None:
        with pytest.raises(SolvedAtStartError, match="holds at reset"):
            play(goal, *lines, head=MAKE)
    else:
        env, _ = play(goal, *lines, head=MAKE)
        assert env.outcome == ("success" if success else "failure"), env.outcome_reason


def test_a_select_binds_parameters_and_cannot_write(play):
    head = MAKE + ' parameters { name: "title" expression: "\\"Eggs\\"" }'
    sql = f'sql {{ database: "{DATABASE}" select: "SELECT amount AS n FROM note WHERE title = :title" }}'
    env, _ = play(
        f'check {{ {sql} where: "row.n == 6" }}',
        f'sqlite3 {DATABASE} "UPDATE note SET amount = 6 WHERE id = 3"',
        head=head,
    )
    assert env.outcome == "success"
    with pytest.raises(CheckError, match="not authorized"):
        play(
            f'check {{ sql {{ database: "{DATABASE}" select: "WITH x AS (SELECT 1) DELETE FROM note" }} }}',
            head=head,
        )


def test_what_cannot_be_judged_is_an_error_and_no_failure(play):
    goal = f'check {{ sql {{ database: "{DATABASE}" select: "SELECT nosuch FROM note" }} }}'
    with pytest.raises(CheckError, match="no such column: nosuch"):
        play(goal, head=MAKE)


def test_files(play):
    goal = "check { files: \"/sdcard/Documents/**\" added { rows: \"{'name': 'a.txt', 'text': 'hello\\\\n'}\" } }"
    env, _ = play(goal, "mkdir -p /sdcard/Documents; echo hello > /sdcard/Documents/a.txt")
    assert env.outcome == "success", env.outcome_reason
    env, _ = play(goal, "mkdir -p /sdcard/Documents; echo hallo > /sdcard/Documents/a.txt")
    assert "text: 'hallo\\n', expected 'hello\\n'" in env.outcome_reason


def test_documents_are_judged_one_by_one(play):
    goal = 'check { document { files: "/sdcard/*.gpx" select: "wpt" } now { count: 2 } }'
    one = "<gpx xmlns='http://x'><wpt lat='1'><name>A</name></wpt>"
    env, _ = play(goal, *[f'echo "{one}</gpx>" > /sdcard/{name}.gpx' for name in "ab"])
    assert env.outcome == "failure"
    env, _ = play(goal, f'echo "{one}<wpt/></gpx>" > /sdcard/a.gpx')
    assert env.outcome == "success"
    env, _ = play(
        'check { document { files: "/sdcard/a.json" select: "$.items[*]" } where: "row.n == 2" }',
        """echo '{"items": [{"n": 1}, {"n": 2}]}' > /sdcard/a.json""",
    )
    assert env.outcome == "success"


def test_preferences_lists_shell_and_screen(play):
    prefs = "/data/data/com.wikihow.wikihowapp/shared_prefs"
    env, _ = play(
        'grade: MEAN check { preference { package: "com.wikihow.wikihowapp" file: "p" }'
        " where: \"row.key == 'n' and row.value == 3\" }"
        ' check { list: "foreground" where: "row.package == \'com.wikihow.wikihowapp\'" }'
        ' check { shell { command: "getprop" pattern: "ro.product.model.: .(?P<model>[^\\\\]]+)" }'
        " where: \"row.model == 'no such'\" }"
        ' check { screen: "" where: "row.text == \'no such\'" not: true }',
        f'mkdir -p {prefs}; echo \'<map><int name="n" value="3"/></map>\' > {prefs}/p.xml',
        "am start -n com.wikihow.wikihowapp/.MainTabActivity",
    )
    assert [verdict.holds for verdict in env.judgement.checks] == [True, True, False, True]
    assert env.outcome == "failure"
    assert env.judgement.grade == 0.75


def test_answers(play):
    goal = 'check { answer { mode: NUMBER expected: "6 * 7" } }'
    assert play(goal, answer="It is 42.")[0].outcome == "success"
    assert play(goal, answer="It is 43.")[0].outcome == "failure"
    assert "no answer was given" in play(goal)[0].outcome_reason


def test_rewards_follow_the_grade_after_every_step(play):
    goal = (
        "when: EVERY_STEP grade: MEAN"
        ' check { setting { namespace: GLOBAL key: "wifi_on" } where: "row.value == \'0\'" }'
        ' check { setting { namespace: GLOBAL key: "a" } where: "row.value == \'1\'" }'
    )
    env, rewards = play(
        goal, WIFI_OFF, "settings put global wifi_on 1", WIFI_OFF, "settings put global a 1", finish=None
    )
    assert rewards == [0.5, -0.5, 0.5, 0.5]
    assert env.outcome == "success"


def test_what_is_forbidden_counts_from_the_first_step(play):
    goal = (
        'check { setting { namespace: GLOBAL key: "wifi_on" } where: "row.value == \'0\'" }'
        ' forbid { setting { namespace: GLOBAL key: "a" } where: "row.value == \'1\'" }'
        ' also { name: "strict" holds: "False" }'
    )
    env, _ = play(goal, "settings put global a 1", "settings delete global a", WIFI_OFF)
    assert env.outcome == "failure"
    assert env.judgement.violations == (1,)
    assert env.judgement.as_plain()["also"] == {"strict": False}
    assert play(goal, WIFI_OFF)[0].outcome == "success"


def test_an_infeasible_instance_is_solved_by_saying_so(play):
    goal = 'infeasible: "True" check { holds: "False" }'
    assert play(goal, finish={**FINISH, "finish": "infeasible"})[0].outcome == "success"
    assert play(goal)[0].outcome == "failure"


def test_infeasible_is_wrong_elsewhere(play):
    goal = 'check { setting { namespace: GLOBAL key: "wifi_on" } where: "row.value == \'0\'" }'
    env, _ = play(goal, WIFI_OFF, finish={**FINISH, "finish": "infeasible"})
    assert (env.outcome, env.judgement.grade) == ("failure", 0)


def test_a_task_that_starts_done(play):
    goal = 'already_done: true check { setting { namespace: GLOBAL key: "wifi_on" } where: "row.value == \'1\'" }'
    assert play(goal)[0].outcome == "success"
    assert play(goal, WIFI_OFF)[0].outcome == "failure"
    with pytest.raises(SolvedAtStartError, match="already_done"):
        play(goal.replace("'1'", "'7'"))


def test_checks_know_the_rows_of_those_before(play):
    goal = (
        'check { name: "found" files: "/sdcard/*.txt" now { count: 1 } }'
        " check { holds: \"found[0].text.strip() == 'hi'\" }"
    )
    assert play(goal, "echo hi > /sdcard/x.txt")[0].outcome == "success"


def test_finish_without_a_goal_is_a_failure(tmp_path):
    path = tmp_path / "plain.textproto"
    path.write_text('id: "plain" command: "Do." max_num_steps: 9')
    with mobile_env.load(path, "embedded:360x640@160", pixels=False) as env:
        env.reset()
        assert env.step(FINISH).last()
        assert env.outcome == "failure"
        env.reset()
        with pytest.raises(ValueError, match="finish is 'soon'"):
            env.step({"action_type": 5, "finish": "soon"})


def test_a_truncated_episode_still_has_its_grade(tmp_path):
    path = tmp_path / "short.textproto"
    path.write_text('id: "short" command: "Do." max_num_steps: 1 goal { check { holds: "False" } }')
    with mobile_env.load(path, "embedded:360x640@160", pixels=False) as env:
        env.reset()
        env.step(WAIT)
        assert env.outcome == "truncated"
        assert env.judgement.grade == 0
        assert "did not finish" in env.judgement.why


@pytest.mark.parametrize(
    ("goal", "where", "what"),
    [
        ("", "goal", "the goal has no check"),
        ("check {}", "check", "looks at nothing"),
        ('check { setting {} }', "setting", "has no `key`"),
        ('check { files: "sdcard" }', "files", "no absolute path"),
        ('check { list: "foregruond" }', "list", "did you mean `foreground`"),
        ('check { sql { database: "/x" select: "DELETE FROM a" } }', "select", "is no SELECT"),
        ('check { sql { database: "/x" select: "SELECT :a" } }', "select", ":a is no parameter"),
        ('check { holds: "nosuch" }', "holds", "unknown name nosuch"),
        ('check { holds: "True" where: "True" }', "where", "has no meaning with `holds`"),
        ('check { files: "/a" now {} added {} }', "now", "cannot go with"),
        ('check { files: "/a" now { count: 1 holds: "True" } }', "holds", "cannot go with `count`"),
        ('check { files: "/a" now { count: 1 like: "x" } }', "like", "`like` is for `rows`"),
        ('check { screen: "[" }', "screen", ""),
        ("check { happened: 7 }", "happened", "unknown event id 7"),
        ('check { answer { mode: NUMBER } }', "answer", "no `expected`"),
        ('check { name: "a b" files: "/a" }', "name", "no name that expressions can use"),
    ],
)  # fmt: skip
def test_faulty_goals_are_told_at_load(tmp_path, goal, where, what):
    path = tmp_path / "task.textproto"
    path.write_text(f'id: "task"\ncommand: "x"\ngoal {{\n{goal}\n}}')
    with pytest.raises(TaskFileError) as error:
        load_task(path)
    assert what in str(error.value)
    assert all(fault.line >= 3 for fault in error.value.faults)


@pytest.mark.parametrize(
    ("repeatability", "rewards"),
    [("UNLIMITED", [0, 1, 1, 0, 1]), ("LAST", [0, 1, 0, 0, 1]), ("NONE", [0, 1, 0, 0, 0])],
)
def test_a_check_as_an_event_source(tmp_path, repeatability, rewards):
    path = tmp_path / "task.textproto"
    path.write_text(
        f"""
        id: "task" max_num_steps: 9
        event_sources {{
          id: 1 repeatability: {repeatability}
          check {{ files: "/sdcard/Download/*" added {{ count: 1 }} }}
        }}
        event_slots {{ reward_listener {{ events {{ id: 1 }} transformation: "y = len(x)" }} }}
        """
    )
    with mobile_env.load(path, "embedded:360x640@160", pixels=False) as env:
        env.simulator.launch()
        env.reset()
        paid = [env.step(WAIT).reward]
        for command in (
            "touch /sdcard/Download/a",
            "true",
            "touch /sdcard/Download/b",
            "rm /sdcard/Download/b",
        ):
            env.simulator.adb(["shell", command])
            paid.append(env.step(WAIT).reward)
        assert paid == rewards


def test_a_check_on_the_answer_pays_in_its_step(tmp_path):
    path = tmp_path / "task.textproto"
    path.write_text(
        """
        id: "task" max_num_steps: 9
        event_sources { id: 1 check { answer { mode: NUMBER expected: "42" } } }
        event_slots { score_listener { events { id: 1 } transformation: "y = 5" } }
        """
    )
    with mobile_env.load(path, "embedded:360x640@160", pixels=False) as env:
        env.reset()
        assert [env.step({**WAIT, "response": text}).reward for text in ("41", "It is 42.", "")] == [0, 5, 0]


def test_an_app_event_is_refused_by_name(tmp_path):
    path = tmp_path / "task.textproto"
    path.write_text('id: "task" event_sources { id: 1 app_event { type: CLICKED } }')
    with pytest.raises(TaskFileError, match="`app_event` is not watched yet"):
        load_task(path)

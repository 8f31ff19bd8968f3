"""Every kind of device gives and takes the same state: the phone in process, over adb, as an emulator, remote."""

import sqlite3

import pytest

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.env import MobileEnv
from mobile_env.phone.ui.display import Display
from mobile_env.signals.state import StateError
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.adb.state import AdbState, rows_of_content
from mobile_env.simulators.contract import AdbResult
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.simulators.state_conformance import DATABASE, StateConformance, empty_database
from mobile_env.tasks.loading import load_task

DISPLAY = Display(360, 640, 160)
TOKEN = "a token for tests"


class TestEmbedded(StateConformance):
    def make(self):
        return EmbeddedSimulator(DISPLAY)


class _Served(StateConformance):
    """A served phone for the class."""

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def wire(cls, serve, adb_server):
        with serve(DISPLAY) as server:
            cls.server, cls.adb_server = server, adb_server
            yield


class TestOverAdb(_Served):
    def make(self):
        return AdbSimulator(
            self.server.serial, server_port=self.adb_server.port, adb_path=self.adb_server.path
        )

    def test_a_log_that_is_not_in_the_database_yet_is_read(self, state, tmp_path):
        # SQLite leaves the log as long as the connection that wrote it is open.
        path = tmp_path / "log.db"
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE note (title TEXT)")
        connection.execute("INSERT INTO note VALUES ('in the log')")
        connection.commit()
        content, log = path.read_bytes(), (tmp_path / "log.db-wal").read_bytes()
        connection.close()
        state.write_file(DATABASE, content)
        state.write_file(f"{DATABASE}-wal", log)
        assert state.query(DATABASE, "SELECT * FROM note", {}).rows == [{"title": "in the log"}]
        state.execute(DATABASE, [("INSERT INTO note VALUES ('new')", {})])
        assert state.files(f"{DATABASE}-wal") == []
        assert len(state.query(DATABASE, "SELECT * FROM note", {}).rows) == 2


class TestThroughAndroidEnv(_Served):
    def make(self):
        return Emulator(
            self.server.console_port, server_port=self.adb_server.port, adb_path=self.adb_server.path
        )


class TestRemote(StateConformance):
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def service(cls):
        with DeviceServer(DevicePool(["embedded:360x640@160"]), TOKEN, port=0) as server:
            cls.address = f"127.0.0.1:{server.port}"
            yield

    def make(self):
        return RemoteSimulator(self.address, token=TOKEN, certificates=None)


def test_a_device_without_root_says_so():
    state = AdbState(
        *[lambda command: AdbResult(b"2000\n" if command == "id -u" else b"su: not found", 1)] * 2
    )
    with pytest.raises(StateError, match="run `adb root`"):
        state.setting("global", "wifi_on")


@pytest.mark.parametrize(
    ("output", "rows"),
    [
        ("No result found.\n", []),
        (
            "Row: 0 _id=1, body=Hi, you, n=5, type=1\nRow: 1 _id=2, body=NULL, type=2\n",
            [{"_id": "1", "body": "Hi, you, n=5", "type": "1"}, {"_id": "2", "body": None, "type": "2"}],
        ),
        (
            "Row: 0 _id=1, body=two\nlines\nRow: 1 _id=2, body=\n",
            [{"_id": "1", "body": "two\nlines"}, {"_id": "2", "body": ""}],
        ),
    ],
)
def test_rows_of_content_providers(output, rows):
    assert rows_of_content(output) == rows


def test_a_family_is_set_up_and_judged_over_adb(serve, adb_server, tmp_path):
    path = tmp_path / "task.textproto"
    path.write_text(
        f"""
        id: "delete" clock {{ now: "2023-10-15 15:34" }}
        parameters {{ name: "target" rows {{ column {{ name: "title" text: "??????" }} }} }}
        parameters {{ name: "others" rows {{ columns_of: "target" count: "3" }} require: "row.title != target.title" }}
        reset_steps {{ put_file {{ path: "/sdcard/Download/a.txt" text: "${{target.title}}" time: "now-1h" }} }}
        reset_steps {{ put_rows {{ database: "{DATABASE}" table: "note" rows: "others + [target]" }} }}
        goal {{
          check {{ table {{ database: "{DATABASE}" table: "note" }} removed {{ rows: "target" }} }}
          check {{ files: "/sdcard/Download/*" where: "row.text == target.title" now {{ count: 1 }} }}
          forbid {{ setting {{ namespace: GLOBAL key: "wifi_on" }} where: "row.value == '0'" }}
        }}
        """
    )
    with serve(DISPLAY) as server:
        device = AdbSimulator(server.serial, server_port=adb_server.port, adb_path=adb_server.path)
        task = load_task(path, device_kind="adb")
        with MobileEnv(device, [task], pixels=False) as env:
            device.launch()
            device.state.write_file(DATABASE, empty_database())
            for statement, outcome in (
                (f"title = '{task.values['target']['title']}'", "success"),
                ("1", "failure"),
            ):
                env.reset()
                assert device.state.files("/sdcard/Download/a.txt")[0].time == 1697380440
                device.state.execute(DATABASE, [(f"DELETE FROM note WHERE {statement}", {})])
                assert env.step({"action_type": 5}).last()
                assert env.outcome == outcome

"""adb without a wire, by itself and under AndroidEnv's AdbCallParser."""

from pathlib import Path

import pytest
from android_env.components import adb_call_parser, app_screen_checker, errors
from android_env.proto import adb_pb2, task_pb2

from mobile_env.phone import Phone
from mobile_env.phone.formats.apk.archive import make_apk

APP = "com.wikihow.wikihowapp"
MAIN = f"{APP}/{APP}.MainTabActivity"


def test_shell_joins_its_words(phone: Phone) -> None:
    assert phone.adb(["-s", "emulator-5554", "shell", "echo", "a  b", "|", "tr", "a", "c"]).stdout == b"c b\n"
    assert phone.adb(["shell", "exit 3"]).exit_code == 3
    assert phone.adb(["shell"], b"echo from stdin\n").stdout == b"from stdin\n"
    result = phone.adb(["exec-out", "cat /nothing"])
    assert (result.exit_code, result.stdout) == (0, b"cat: /nothing: No such file or directory\n")


def test_push_and_pull(phone: Phone, tmp_path: Path) -> None:
    source = tmp_path / "in.bin"
    source.write_bytes(b"\0\xff data")
    result = phone.adb(["push", str(source), "/sdcard/Download/new/"])
    assert result.stdout.decode() == f"{source}: 1 file pushed, 0 skipped. 0.0 MB/s (7 bytes in 1.000s)\n"
    assert phone.adb(["pull", "/sdcard/Download/new/in.bin", str(tmp_path / "out.bin")]).exit_code == 0
    assert (tmp_path / "out.bin").read_bytes() == b"\0\xff data"


def test_whole_directories(phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c.txt").write_text("c")
    (tmp_path / "a" / "d.txt").write_text("d")
    phone.adb(["push", str(tmp_path / "a"), "/sdcard/"])
    assert phone.state.files.read("/sdcard/a/b/c.txt") == b"c"
    phone.shell("ln -s /data/local/tmp /sdcard/a/away; echo secret > /data/local/tmp/s")
    assert phone.adb(["pull", "/sdcard/a", str(tmp_path / "back")]).exit_code == 0
    assert sorted(p.relative_to(tmp_path / "back").as_posix() for p in (tmp_path / "back").rglob("*")) == [
        "b",
        "b/c.txt",
        "d.txt",
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["push", "/no/such", "/sdcard/"], "adb: error: cannot stat '/no/such': No such file or directory\n"),
        (["pull", "/no", "x"], "adb: error: failed to stat remote object '/no': No such file or directory\n"),
        (["install", "none.apk"], "adb: failed to stat none.apk: No such file or directory\n"),
        (["install", "notes.txt"], "adb: filename doesn't end .apk or .apex: notes.txt\n"),
        (["frobnicate"], "adb: unknown command frobnicate\n"),
    ],
)
def test_failures(phone: Phone, args: list[str], message: str) -> None:
    result = phone.adb(args)
    assert (result.exit_code, result.stderr.decode()) == (1, message)


def test_install_and_uninstall(phone: Phone, tmp_path: Path) -> None:
    apk = tmp_path / "it's.apk"
    apk.write_bytes(make_apk(APP))
    assert phone.adb(["uninstall", APP]).stdout == b"Success\n"
    assert phone.packages.get(APP) is None
    assert (
        phone.adb(["install", "-r", "-t", "-g", str(apk)]).stdout == b"Performing Streamed Install\nSuccess\n"
    )
    assert phone.packages.get(APP) is not None
    apk.write_bytes(b"not an apk")
    result = phone.adb(["install", str(apk)])
    assert (result.exit_code, result.stdout) == (1, b"Performing Streamed Install\n")
    assert result.stderr.decode().startswith(
        f"adb: failed to install {apk}: Failure [INSTALL_PARSE_FAILED_NOT_APK"
    )
    assert phone.adb(["uninstall", "com.none"]).exit_code == 1


def test_root(phone: Phone) -> None:
    assert phone.adb(["root"]).stdout == b"restarting adbd as root\n"
    assert phone.adb(["root"]).stdout == b"adbd is already running as root\n"
    assert phone.shell("whoami").stdout == b"root\n"
    assert phone.adb(["unroot"]).exit_code == 0
    assert phone.shell("whoami").stdout == b"shell\n"


def test_what_tools_ask_first(phone: Phone) -> None:
    assert phone.adb(["devices"]).stdout == b"List of devices attached\nemulator-5554\tdevice\n\n"
    assert phone.adb(["get-state"]).stdout == b"device\n"
    assert phone.adb(["wait-for-device"]).exit_code == 0
    assert phone.adb(["wait-for-device", "shell", "echo", "here"]).stdout == b"here\n"
    phone.log.write("I", "tag one", "it's here")
    assert phone.adb(["logcat", "-d", "-v", "raw", "-e", "it's"]).stdout.endswith(b"it's here\n")


class _Controller:
    """AndroidEnv's AdbController over the phone: nonzero exits are errors."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def execute_command(
        self, args: list[str], timeout: float | None = None, device_specific: bool = True
    ) -> bytes:
        result = self._phone.adb(args)
        if result.exit_code:
            raise errors.AdbControllerError(result.output.decode())
        return result.output


@pytest.fixture
def parser(phone: Phone) -> adb_call_parser.AdbCallParser:
    return adb_call_parser.AdbCallParser(_Controller(phone))  # type: ignore[arg-type]


def _ask(parser: adb_call_parser.AdbCallParser, **request) -> adb_pb2.AdbResponse:
    response = parser.parse(adb_pb2.AdbRequest(**request))
    assert response.status == adb_pb2.AdbResponse.OK, response
    return response


def test_android_env_drives_the_phone(parser, phone: Phone, tmp_path: Path) -> None:
    request = adb_pb2.AdbRequest
    apk = tmp_path / "app.apk"
    apk.write_bytes(make_apk(APP))
    _ask(parser, install_apk=request.InstallApk(filesystem=request.InstallApk.Filesystem(path=str(apk))))
    _ask(parser, start_activity=request.StartActivity(full_activity=MAIN, force_stop=True))
    assert (
        _ask(parser, get_current_activity=request.GetCurrentActivity()).get_current_activity.full_activity
        == MAIN
    )
    _ask(parser, start_screen_pinning=request.StartScreenPinning(full_activity=MAIN))
    assert phone.activities.locked_task is not None
    phone.activities.unlock_task()
    assert _ask(parser, get_orientation=request.GetOrientationRequest()).get_orientation.orientation == 0
    _ask(parser, tap=request.Tap(x=500, y=700))
    _ask(parser, input_text=request.InputText(text="hello"))
    _ask(parser, press_button=request.PressButton(button=request.PressButton.HOME))
    _ask(parser, send_broadcast=request.SendBroadcast(action="org.example.PING"))
    _ask(parser, push=request.Push(content=b"pushed", path="/sdcard/p"))
    assert _ask(parser, pull=request.Pull(path="/sdcard/p")).pull.content == b"pushed"
    settings = request.SettingsRequest(
        name_space=request.SettingsRequest.Namespace.SYSTEM,
        put=request.SettingsRequest.Put(key="show_touches", value="1"),
    )
    _ask(parser, settings=settings)
    assert phone.state.settings.get("system", "show_touches") == "1"
    packages = request.PackageManagerRequest(list=request.PackageManagerRequest.List(packages={}))
    assert APP in _ask(parser, package_manager=packages).package_manager.list.items
    clear = request.PackageManagerRequest(clear=request.PackageManagerRequest.Clear(package_name=APP))
    _ask(parser, package_manager=clear)
    _ask(parser, dumpsys=request.DumpsysRequest(service="window"))
    _ask(parser, force_stop=request.ForceStop(package_name=APP))
    _ask(parser, uninstall_package=request.UninstallPackage(package_name=APP))
    assert phone.packages.get(APP) is None


def test_android_env_finds_a_view_path(parser, phone: Phone) -> None:
    phone.shell(f"am start -n {MAIN}")
    path = [
        r"^DecorView@.*\[MainTabActivity\]$",
        r"^android\.widget\.LinearLayout\{.*action_bar_root\}",
        r"^.*android:id/content",
    ]
    screen = task_pb2.AppScreen(activity=MAIN, view_hierarchy_path=path)
    outcome = app_screen_checker.AppScreenChecker(parser, screen).matches_current_app_screen()
    assert outcome == app_screen_checker.AppScreenChecker.Outcome.SUCCESS
    screen.view_hierarchy_path.append("no such view")
    outcome = app_screen_checker.AppScreenChecker(parser, screen).matches_current_app_screen()
    assert outcome == app_screen_checker.AppScreenChecker.Outcome.UNEXPECTED_VIEW_HIERARCHY

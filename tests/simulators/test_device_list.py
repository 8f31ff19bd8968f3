"""`mobile-env device list`: what there is, as specs that can be used."""

import pytest

from mobile_env import cli
from mobile_env.simulators.adb.client import AdbClient
from mobile_env.simulators.device_spec import parse_device_spec


@pytest.fixture
def machine(tmp_path, adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path / "avd"))
    monkeypatch.setenv("ANDROID_HOME", str(tmp_path / "sdk"))
    (tmp_path / "avd").mkdir()
    return tmp_path


def test_devices_of_adb_and_avds_are_listed_as_specs(machine, serve, capsys):
    for name in ("Tablet.ini", "Pixel_3a.ini", "no avd.ini", "notes.txt"):
        (machine / "avd" / name).touch()
    with serve() as server:
        AdbClient(server.serial).connect(10)
        assert cli.main(["device", "list"]) == 0
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    emulator = f"emulator:{server.console_port}"
    assert rows[emulator] == f"device; also adb:{server.serial}"
    assert rows["emulator:avd=Pixel_3a"].startswith(f"AVD in {machine / 'avd'}, no Android Emulator at ")
    assert [spec for spec in rows if "avd=" in spec] == ["emulator:avd=Pixel_3a", "emulator:avd=Tablet"]
    for spec in rows:
        parse_device_spec(spec)


def test_without_adb_it_says_so_and_lists_the_rest(machine, console_port, capsys, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(console_port() + 1))
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("ANDROID_HOME")
    monkeypatch.setenv("HOME", str(machine))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    program = machine / "Android" / "Sdk" / "emulator" / "emulator"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    (machine / "avd" / "Pixel_3a.ini").touch()
    assert cli.main(["device", "list"]) == 0
    out = capsys.readouterr().out
    assert "no adb program was found" in out
    assert f"AVD in {machine / 'avd'}, launched when it is needed" in out

"""What an AVD needs: where it is looked for, and what is said when it is not there."""

import os
import sys

import pytest

from mobile_env.simulators.device_spec import DeviceSpecError, make_simulator
from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.simulators.emulator.sdk import AvdError, find_installation, find_sdk


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A home with an SDK, two AVDs and a KVM device."""
    for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT", "ANDROID_AVD_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    program(tmp_path / "Android" / "Sdk" / "emulator" / "emulator")
    home = tmp_path / ".android" / "avd"
    (home / "elsewhere" / "snapshots" / "ready").mkdir(parents=True)
    (home / "Pixel_3a.ini").write_text(f"path={home / 'elsewhere'}\n")
    (home / "Tablet.ini").write_text("path=/nonexistent\n")
    (tmp_path / "kvm").touch()
    return tmp_path


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


def find(machine, avd="Pixel_3a", **options):
    options.setdefault("kvm", machine / "kvm")
    return find_installation(AvdOptions(avd, **options))


@pytest.mark.skipif(sys.platform == "darwin", reason="the SDK's usual folder is another")
def test_everything_is_found_where_it_usually_is(machine):
    found = find(machine, snapshot="ready")
    assert found.sdk == machine / "Android" / "Sdk"
    assert found.emulator == found.sdk / "emulator" / "emulator"
    assert found.avd_home == machine / ".android" / "avd"


def test_the_environment_says_where(machine, monkeypatch):
    emulator = program(machine / "root" / "emulator" / "emulator")
    monkeypatch.setenv("ANDROID_SDK_ROOT", str(machine / "root"))
    monkeypatch.setenv("ANDROID_AVD_HOME", str(machine / "avds"))
    (machine / "avds").mkdir()
    (machine / "avds" / "Other.ini").touch()
    assert find(machine, "Other").emulator == emulator
    monkeypatch.setenv("ANDROID_HOME", str(machine / "home"))
    assert find_sdk() == machine / "home"


def test_options_come_first_and_may_begin_with_a_tilde(machine, monkeypatch):
    monkeypatch.setenv("ANDROID_HOME", "/nonexistent")
    assert find(machine, sdk="~/Android/Sdk").sdk == machine / "Android" / "Sdk"
    assert find(machine, emulator="~/Android/Sdk/emulator/emulator").sdk.name == "nonexistent"


def test_an_emulator_on_path_is_better_than_none(machine, monkeypatch):
    monkeypatch.setenv("ANDROID_HOME", str(machine / "empty"))
    with pytest.raises(AvdError, match=r"no Android Emulator at \S+/empty/emulator/emulator, none on PATH"):
        find(machine)
    emulator = program(machine / "bin" / "emulator")
    assert find(machine).emulator == emulator


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"avd": "Pixel_4"},
            r"no AVD 'Pixel_4' in \S+/avd \(there are: Pixel_3a, Tablet; other folders: avd_home=",
        ),
        ({"avd_home": "~/none"}, r"no AVD 'Pixel_3a' in \S+/none \(there is none: make one by avdmanager"),
        ({"sdk": "~/none"}, r"sdk=~/none: no such folder"),
        ({"emulator": "~/none"}, r"emulator=~/none: no such program"),
        ({"emulator": "~/kvm"}, r"emulator=~/kvm: no such program"),
        ({"emulator": "/bin/sh"}, r"emulator=/bin/sh: expected the program named 'emulator'"),
        ({"adb": "~/none"}, r"adb=~/none: no such program"),
        (
            {"snapshot": "no"},
            r"has no snapshot 'no' \(there are: ready; `adb emu avd snapshot save no` takes one",
        ),
        ({"avd": "Tablet", "snapshot": "no"}, r"AVD 'Tablet' has no snapshot 'no' \(there is none; "),
    ],
)
def test_what_is_missing_is_told(machine, options, message):
    with pytest.raises(AvdError, match=message):
        find(machine, **options)


@pytest.mark.skipif(sys.platform != "linux", reason="KVM is Linux's")
def test_a_machine_without_kvm_is_told_what_helps(machine, monkeypatch):
    with pytest.raises(AvdError, match=r"no KVM device at /nonexistent.*docker run --device.*kvm=none tries"):
        find(machine, kvm="/nonexistent")
    find(machine, kvm="none")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.X_OK and access(path, mode))
    with pytest.raises(AvdError, match="may not be used: become a member of its group"):
        find(machine)


def test_a_device_spec_tells_it_in_its_own_words(machine):
    with pytest.raises(DeviceSpecError, match=r"device 'emulator:avd=Pixel_4': no AVD 'Pixel_4'"):
        make_simulator("emulator:avd=Pixel_4")

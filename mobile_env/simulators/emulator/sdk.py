"""Finds the Android Emulator, its AVDs and snapshots, and checks that the machine can run them."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from android_env.components import errors

from mobile_env.simulators.emulator.options import AVD_NAME, NO_KVM, AvdOptions

_SDK_VARIABLES: Final = ("ANDROID_HOME", "ANDROID_SDK_ROOT")
_SDK_FOLDER: Final = "~/Library/Android/sdk" if sys.platform == "darwin" else "~/Android/Sdk"
# AndroidEnv finds the emulator's libraries by removing this suffix from its path.
_PROGRAM: Final = "emulator"


class AvdError(errors.SimulatorError):
    """An AVD cannot be launched. The text says what is missing, where it was searched for, and how to fix
    it."""


@dataclass(frozen=True, slots=True)
class Installation:
    """Paths needed to launch an AVD.

    Attributes:
      sdk: directory of the Android SDK.
      emulator: the emulator program.
      avd_home: directory of the AVDs.
    """

    sdk: Path
    emulator: Path
    avd_home: Path


def find_installation(options: AvdOptions) -> Installation:
    """Finds everything that is needed to launch an AVD. Starts nothing.

    Raises:
      AvdError: the emulator, the AVD, its snapshot, the named adb program, or the KVM device is missing.
    """
    sdk = find_sdk(options.sdk)
    emulator = find_emulator(options.emulator, sdk)
    home = find_avd_home(options.avd_home)
    there = avd_names(home)
    if options.avd not in there:
        names = f"there are: {', '.join(there)}" if there else "there is none: make one by avdmanager"
        raise AvdError(f"no AVD {options.avd!r} in {home} ({names}; other folders: avd_home=PATH)")
    if options.snapshot:
        _check_snapshot(home, options.avd, options.snapshot)
    if options.adb and not os.access(Path(options.adb).expanduser(), os.X_OK):
        raise AvdError(f"adb={os.fspath(options.adb)}: no such program")
    if sys.platform == "linux" and os.fspath(options.kvm) != NO_KVM:
        _check_kvm(Path(options.kvm))
    return Installation(sdk, emulator, home)


def find_sdk(given: str | os.PathLike[str] = "") -> Path:
    """Returns the directory of the Android SDK: the given one, else the one in the environment, else the default.

    Raises:
      AvdError: the given directory does not exist. The other directories are not checked, because only the emulator
        is needed.
    """
    if given:
        folder = Path(given).expanduser().absolute()
        if not folder.is_dir():
            raise AvdError(f"sdk={os.fspath(given)}: no such folder")
        return folder
    found = next((os.environ[name] for name in _SDK_VARIABLES if os.environ.get(name)), _SDK_FOLDER)
    return Path(found).expanduser().absolute()


def find_emulator(given: str | os.PathLike[str], sdk: Path) -> Path:
    """Returns the emulator program: the given one, else the SDK's, else the one on PATH.

    Raises:
      AvdError: there is no such program, or it is not named `emulator`.
    """
    if given:
        program = Path(given).expanduser().absolute()
        if not program.is_file() or not os.access(program, os.X_OK):
            raise AvdError(f"emulator={os.fspath(given)}: no such program")
        if program.name != _PROGRAM:
            raise AvdError(
                f"emulator={os.fspath(given)}: expected the program named {_PROGRAM!r} of an SDK's emulator "
                "folder: its libraries are found beside it"
            )
        return program
    program = sdk / "emulator" / _PROGRAM
    if program.is_file() and os.access(program, os.X_OK):
        return program
    on_path = shutil.which(_PROGRAM)
    if on_path:
        return Path(on_path).absolute()
    raise AvdError(
        f"no Android Emulator at {program}, none on PATH: install it by `sdkmanager emulator`, or say where it is "
        "(sdk=PATH, emulator=PATH, or the variable ANDROID_HOME)"
    )


def find_avd_home(given: str | os.PathLike[str] = "") -> Path:
    """Returns the directory of the AVDs: the given one, else ANDROID_AVD_HOME, else ~/.android/avd."""
    return Path(given or os.environ.get("ANDROID_AVD_HOME") or "~/.android/avd").expanduser().absolute()


def avd_names(home: Path) -> list[str]:
    """Sorted names of the AVDs in a directory. Each AVD has a file NAME.ini there."""
    return sorted(
        path.stem for path in home.glob("*.ini") if AVD_NAME.fullmatch(path.stem) and path.is_file()
    )


def snapshot_names(home: Path, avd: str) -> list[str]:
    """Sorted names of an AVD's snapshots."""
    folder = home / f"{avd}.avd"
    for line in (home / f"{avd}.ini").read_text("utf-8", "replace").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "path" and Path(value.strip()).is_dir():
            folder = Path(value.strip())
    return sorted(path.name for path in (folder / "snapshots").glob("*") if path.is_dir())


def _check_snapshot(home: Path, avd: str, name: str) -> None:
    there = snapshot_names(home, avd)
    if name not in there:
        # The emulator itself would boot into another state without an error.
        names = f"there are: {', '.join(there)}" if there else "there is none"
        raise AvdError(
            f"AVD {avd!r} has no snapshot {name!r} ({names}; `adb emu avd snapshot save {name}` takes one)"
        )


def _check_kvm(device: Path) -> None:
    if not device.exists():
        raise AvdError(
            f"no KVM device at {device}, which the emulator needs: switch virtualisation on in the machine's "
            "firmware, load the kernel's kvm module, give it to the container (docker run --device /dev/kvm), or "
            f"play on another machine's emulator (remote:HOST:PORT); kvm={NO_KVM} tries without, many times slower"
        )
    if not os.access(device, os.R_OK | os.W_OK):
        raise AvdError(
            f"the KVM device {device} may not be used: become a member of its group (usermod -aG kvm $USER, then "
            "log in again)"
        )

"""The wheel holds every room, with the data that it needs: what `pip install .` gives, outside the checkout too."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
_MAPPED = {"proto": "mobile_env/proto", "wrappers": "mobile_env/wrappers"}
_MAPPED |= {"task_defs": "mobile_env/task_defs", "replay_data": "mobile_env/replay_data"}


@pytest.fixture(scope="module")
def names(tmp_path_factory) -> set[str]:
    """Names of the files in a wheel built from a copy of what git tracks."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in tracked.decode().split("\0"):
        if name and (ROOT / name).is_file():
            copy = source / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(target), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = target.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def _expected() -> set[str]:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    found = set()
    for name in tracked.splitlines():
        top = name.split("/", 1)[0]
        if top == "mobile_env":
            found.add(name)
        elif top in _MAPPED and "/" in name:
            found.add(_MAPPED[top] + "/" + name.split("/", 1)[1])
    return found


def test_the_wheel_holds_every_file_of_every_room(names):
    missing = _expected() - names
    assert not missing, f"not in the wheel (packages and package_data of setup.cfg): {sorted(missing)[:20]}"


def test_the_wheel_holds_nothing_else(names):
    strangers = {name for name in names if not name.startswith("mobile_env") and ".dist-info/" not in name}
    assert not strangers

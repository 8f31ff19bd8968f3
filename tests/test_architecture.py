"""The rooms of docs/architecture.md: who may import whom, how long a file may be, what starts fast."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Rooms from the bottom up; a room imports itself and what its line allows.
_ALLOWED = {
    "version": set(),
    "proto": set(),
    "phone": set(),
    "signals": {"phone", "proto"},
    "events": {"proto", "signals"},
    "tasks": {"proto", "events", "signals", "phone"},
    "simulators": {"phone", "proto", "signals"},
    "device_service": {"phone", "proto", "simulators"},
    "trust": {"replay"},
    "replay": {"phone", "replay_data"},
    "env": {"tasks", "events", "signals", "simulators", "phone", "proto", "specs"},
    "specs": {"phone", "signals", "simulators"},
    "loader": {
        "env",
        "tasks",
        "events",
        "signals",
        "simulators",
        "phone",
        "replay",
        "task_defs",
        "specs",
        "trust",
    },
    "wrappers": {"env", "specs", "signals", "events", "phone", "simulators", "proto"},
    "agents": {"wrappers", "env", "specs", "signals", "events", "proto", "tasks", "phone", "simulators"},
    "evaluation": {
        "agents",
        "wrappers",
        "env",
        "loader",
        "specs",
        "signals",
        "events",
        "proto",
        "tasks",
        "phone",
        "simulators",
    },
    "task_defs": set(),
    "replay_data": set(),
}
_ROOMS_AT_THE_TOP = ("proto", "wrappers", "task_defs", "replay_data")


def _modules() -> Iterator[tuple[str, Path]]:
    """(room, file) of all our modules."""
    for path in sorted((ROOT / "mobile_env").rglob("*.py")):
        yield path.relative_to(ROOT / "mobile_env").parts[0].removesuffix(".py"), path
    for room in _ROOMS_AT_THE_TOP:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield room, path


def _imported_rooms(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += (
                [node.module] if node.module != "mobile_env" else [f"mobile_env.{a.name}" for a in node.names]
            )
    return {name.split(".")[1] for name in names if name.startswith("mobile_env.")}


@pytest.mark.parametrize("room", sorted(_ALLOWED))
def test_imports_point_one_way(room):
    for found, path in _modules():
        if found == room:
            wrong = _imported_rooms(path) - _ALLOWED[room] - {room, "version"}
            assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}, which room {room!r} may not"


def test_every_room_has_a_rule():
    free = {"__init__", "cli", "commands"}
    assert {room for room, _ in _modules()} - free <= set(_ALLOWED)


def test_no_module_is_too_long_to_read():
    generated = ("_pb2.py",)
    for _, path in _modules():
        if not path.name.endswith(generated):
            lines = len(path.read_text("utf-8").splitlines())
            assert lines <= 620, f"{path.relative_to(ROOT)} has {lines} lines: split it by concept"


def test_every_module_says_what_it_is_for():
    for _, path in _modules():
        if not path.name.endswith("_pb2.py"):
            assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), f"{path.relative_to(ROOT)}"


def test_the_command_line_starts_without_anything_heavy():
    code = (
        "import sys; import mobile_env.cli; "
        "heavy = {'numpy', 'cv2', 'grpc', 'google.protobuf', 'lxml', 'jinja2', 'blitz_py', 'dm_env', "
        "'android_env', 'torch'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"

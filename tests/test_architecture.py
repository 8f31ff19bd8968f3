"""The rooms of docs/architecture.md: who may import whom, how long a file may be, what starts fast.

Run as a program it strikes out of `phone_breaches.txt` what is mended:

    python tests/test_architecture.py
"""

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
    "suggestions": set(),
    "host_files": set(),
    "plain_text": set(),
    "inflating": set(),
    "bounded_yaml": set(),
    "proto": set(),
    "regex": set(),
    "phone": {"regex"},
    "signals": {"phone", "proto", "regex"},
    "events": {"proto", "regex", "signals"},
    "tasks": {"proto", "events", "regex", "signals", "phone"},
    "simulators": {"phone", "proto", "signals"},
    "device_service": {"phone", "proto", "simulators"},
    "trust": {"replay"},
    "replay": {"phone", "replay_data"},
    "judging": {"tasks", "signals", "simulators"},
    "extra_values": set(),
    "env": {
        "extra_values",
        "judging",
        "tasks",
        "events",
        "signals",
        "simulators",
        "phone",
        "proto",
        "specs",
        "vocabulary",
    },
    "specs": {"phone", "signals", "simulators", "vocabulary"},
    "vocabulary": {"simulators"},
    "loader": {
        "vocabulary",
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
        "judging",
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
# The rooms of mobile_env/phone, from the ground up; imports for types only count. `apps` are each a room of its own.
_ALLOWED_IN_THE_PHONE = {
    "state": set(),
    "formats": {"state"},
    "kernel": {"state"},
    "ui": {"state"},
    "shell": {"state", "kernel"},
    "network": {"state", "kernel"},
    "services": {"state", "formats", "kernel", "ui", "shell", "network"},
    "sdk": {"state", "formats", "kernel", "ui", "services"},
    "systemui": {"state", "kernel", "ui", "services", "sdk"},
    "apps": {"sdk"},
    "wire": {"phone", "state", "kernel", "ui", "services", "shell"},
}
_FREE_IN_THE_PHONE = {"phone", "__init__"}
_BREACHES = Path(__file__).parent / "phone_breaches.txt"
# Modules of plain Python that any room but the phone may import.
_FOR_ALL = ("version", "suggestions", "host_files", "bounded_yaml", "inflating", "plain_text")
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
            wrong = _imported_rooms(path) - _ALLOWED[room] - {room, *_FOR_ALL}
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


# Inside the phone.


def _phone_imports() -> dict[str, set[str]]:
    """The modules of the phone that each of them imports, by dotted name below `mobile_env.phone`."""
    prefix = "mobile_env.phone."
    found: dict[str, Path] = {}
    for path in sorted((ROOT / "mobile_env" / "phone").rglob("*.py")):
        parts = path.relative_to(ROOT / "mobile_env" / "phone").with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" and parts[:-1] else parts)] = path
    graph: dict[str, set[str]] = {}
    for module, path in found.items():
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add("mobile_env.phone.__init__" if node.module == "mobile_env.phone" else node.module)
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        below = {name.removeprefix(prefix) for name in names if name.startswith(prefix)}
        # `from services.clipboard import shell` is of the module, not of the package too.
        below -= {name for name in below if any(other.startswith(name + ".") for other in below & set(found))}
        graph[module] = (below & set(found)) - {module}
    return graph


def _room(module: str) -> str:
    """The room of a module of the phone: its first folder; each app and each service is one of its own."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in ("apps", "services") and len(parts) > 1 else parts[0]


def _may_import(module: str, other: str) -> bool:
    mine, its = _room(module), _room(other)
    floor, below = mine.split(".")[0], its.split(".")[0]
    if mine == its or floor in _FREE_IN_THE_PHONE:
        return True
    if floor == "services" and below == "services":
        return other == "services" or _needs(mine, its)
    if floor == "apps" and below == "apps":
        return its in ("apps", "apps._simple_commons") or mine == "apps"
    return below in _ALLOWED_IN_THE_PHONE[floor]


def _needs(service: str, other: str) -> bool:
    """Whether a service's registration names another as needed."""
    from mobile_env.phone.services import shipped

    prefix = "mobile_env.phone."
    entry = next(entry for entry in shipped() if entry.folder == prefix + service)
    return any(need.__module__.startswith(f"{prefix}{other}.") for need in entry.needs)


def _in_circles(graph: dict[str, set[str]]) -> set[str]:
    """The modules that stand in a circle of imports of more than two files."""
    reach: dict[str, set[str]] = {}
    for module in graph:
        seen: set[str] = set()
        todo = [module]
        while todo:
            new = graph[todo.pop()] - seen
            seen |= new
            todo += new
        reach[module] = seen
    return {
        module
        for module in graph
        if sum(module in reach[other] and other in reach[module] for other in graph) > 2
    }


def _breaches() -> set[str]:
    graph = _phone_imports()
    found = {f"circle {module}" for module in _in_circles(graph)}
    for module, others in graph.items():
        found |= {f"import {module} {_room(other)}" for other in others if not _may_import(module, other)}
    return found


def _known_breaches() -> set[str]:
    return set(_BREACHES.read_text("utf-8").splitlines()) if _BREACHES.exists() else set()


def test_the_rooms_of_the_phone_import_downwards_and_in_no_circles():
    new = sorted(_breaches() - _known_breaches())
    assert not new, "the list of breaches of the phone's rooms only shrinks; these are new:\n" + "\n".join(
        new
    )


def test_breaches_that_are_mended_are_struck_out():
    gone = sorted(_known_breaches() - _breaches())
    assert not gone, "run `python tests/test_architecture.py`: mended are\n" + "\n".join(gone)


if __name__ == "__main__":
    left = _known_breaches() & _breaches()
    _BREACHES.write_text("".join(f"{line}\n" for line in sorted(left)), "utf-8")


def test_test_modules_have_names_of_their_own():
    # Tests are no packages: pytest cannot import two modules of one name.
    seen: dict[str, Path] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        assert path.name not in seen, f"{path} and {seen[path.name]}: rename one of them"
        seen[path.name] = path

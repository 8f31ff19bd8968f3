"""No input reaches exec, eval, an import or pickle: the packages' own code is searched for every way there."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("mobile_env", "proto", "wrappers", "task_defs", "replay_data")
FILES = sorted(
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if not path.name.endswith("_pb2.py")
)

# Built-ins that run text, and modules whose loading does.
CALLS = {"eval", "exec", "compile", "__import__", "execfile", "input", "breakpoint"}
MODULES = {
    "pickle",
    "cPickle",
    "marshal",
    "shelve",
    "dill",
    "cloudpickle",
    "joblib",
    "code",
    "codeop",
    "runpy",
    "imp",
}
# Attributes of modules: (module, attribute).
ATTRIBUTES = {
    ("os", "system"),
    ("os", "popen"),
    ("subprocess", "getoutput"),
    ("subprocess", "getstatusoutput"),
    ("yaml", "load"),
    ("yaml", "unsafe_load"),
    ("yaml", "full_load"),
    ("yaml", "FullLoader"),
    ("yaml", "UnsafeLoader"),
    ("yaml", "Loader"),
    ("torch", "load"),
}
# Names of modules are written in our own tables there: a file, and why no input gets there.
IMPORTS_BY_NAME = {
    "mobile_env/agents/registry.py": "names of AGENTS",
    "mobile_env/cli.py": "names of COMMANDS",
    "mobile_env/phone/__init__.py": "names of the package's own table",
    "mobile_env/phone/kernel/service.py": "names that a service's registration writes",
    "mobile_env/phone/apps/settings/entry.py": "modules of the app's own table of pages",
    "mobile_env/phone/sdk/activity.py": "the class of a dialog that the app's own code opened",
    "mobile_env/phone/sdk/bridge.py": "folders of the apps that a phone was made with",
    "mobile_env/phone/sdk/dialog_calls.py": "the class of a dialog that the app's own code opened",
    "mobile_env/phone/sdk/manifest.py": "names that an app's manifest writes",
    "mobile_env/phone/services/__init__.py": "folders of the package",
    "mobile_env/phone/state/manifest.py": "names in the table of shipped apps",
    "mobile_env/signals/icons/models.py": "a plug-in that the operator names, no task or device can",
    "mobile_env/signals/ocr/engines.py": "names of the shipped engines",
    "wrappers/inflection.py": "names written in the file",
}


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, what) of everything that may run an input."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield line, f"{name}()"
            case ast.Import(names=names):
                for each in names:
                    if each.name.partition(".")[0] in MODULES:
                        yield line, f"import {each.name}"
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                yield line, f"from {module} import"
            case ast.Attribute(value=ast.Name(id=module), attr=attribute) if (
                module,
                attribute,
            ) in ATTRIBUTES:
                yield line, f"{module}.{attribute}"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="load"), keywords=given):
                # Only what says so itself unpickles nothing, whatever numpy's default is.
                if not any(_is_false(each, "allow_pickle") for each in given):
                    yield line, "numpy.load"
            case ast.keyword(arg="shell") if not _is_false(node, "shell"):
                yield line, "a shell"
            case ast.keyword(arg="allow_pickle", value=ast.Constant(value=True)):
                yield line, "allow_pickle"
            case ast.Attribute(attr="import_module") | ast.Name(id="import_module"):
                yield line, "import_module"


def _is_false(keyword: ast.keyword, name: str) -> bool:
    return keyword.arg == name and isinstance(keyword.value, ast.Constant) and keyword.value.value is False


def imports_a_constant(tree: ast.AST, line: int) -> bool:
    """Whether every import by name on a line is of a module that is written there."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, (ast.Name, ast.Attribute))
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "import_module"
        and node.lineno == line
    ]
    return bool(calls) and all(
        len(call.args) == 1 and isinstance(call.args[0], ast.Constant) for call in calls
    )


@pytest.mark.parametrize("path", FILES, ids=str)
def test_nothing_runs_an_input(path: Path) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = [
        (line, what)
        for line, what in faults(tree)
        if what != "import_module" or not (str(path) in IMPORTS_BY_NAME or imports_a_constant(tree, line))
    ]
    assert found == []


def test_the_search_finds_what_it_should() -> None:
    bad = [
        "eval('1')",
        "exec(x)",
        "compile(x, '', 'exec')",
        "__import__(x)",
        "import pickle",
        "from pickle import loads",
        "import marshal as m",
        "os.system(x)",
        "yaml.load(x)",
        "yaml.unsafe_load(x)",
        "subprocess.run(x, shell=True)",
        "subprocess.run(x, shell=flag)",
        "np.load(x, allow_pickle=True)",
        "np.load(x)",
        "importlib.import_module(x)",
    ]
    for source in bad:
        assert list(faults(ast.parse(source))), source
    for source in (
        "re.compile(x)",
        "yaml.safe_load(x)",
        "ast.literal_eval(x)",
        "subprocess.run([x], shell=False)",
    ):
        assert not list(faults(ast.parse(source))), source


def test_exceptions_are_still_needed() -> None:
    for name in IMPORTS_BY_NAME:
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        assert any(what == "import_module" for _line, what in faults(tree)), name

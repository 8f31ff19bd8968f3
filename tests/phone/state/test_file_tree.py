import posixpath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.partitions import make_android_tree


@pytest.fixture
def files() -> FileTree:
    return make_android_tree(Clock())


def test_shared_storage_is_one_place_under_several_names(files: FileTree) -> None:
    files.write("/sdcard/Download/a.txt", b"x")
    assert files.read("/storage/emulated/0/Download/a.txt") == b"x"
    assert files.resolve("/mnt/sdcard/Download/../a") == "/storage/emulated/0/a"


def test_paths_cannot_leave_the_root(files: FileTree) -> None:
    assert files.resolve("/../../sdcard/../../../../etc/x") == "/system/etc/x"


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (lambda f: f.read("/nothing"), FileNotFoundError, "No such file or directory"),
        (lambda f: f.read("/sdcard"), IsADirectoryError, "Is a directory"),
        (lambda f: f.list("/dev/null"), NotADirectoryError, "Not a directory"),
        (lambda f: f.read("/dev/null/x"), NotADirectoryError, "Not a directory"),
        (lambda f: f.stat("/dev/null/"), NotADirectoryError, "Not a directory"),
        (lambda f: f.write("/nothing/x", b""), FileNotFoundError, "No such file or directory"),
        (lambda f: f.write("/sdcard/Music", b""), IsADirectoryError, "Is a directory"),
        (lambda f: f.make_directory("/sdcard"), FileExistsError, "File exists"),
        (lambda f: f.remove("/sdcard/Music"), IsADirectoryError, "Is a directory"),
        (lambda f: f.remove_directory("/storage/emulated/0"), OSError, "Directory not empty"),
        (lambda f: f.remove("/", recursive=True), OSError, "Device or resource busy"),
        (lambda f: f.write("/sdcard/" + "n" * 256, b""), OSError, "File name too long"),
        (lambda f: f.read("/sdcard/a\0b"), OSError, "Invalid argument"),
        (lambda f: f.move("/storage/emulated", "/storage/emulated/0/x"), OSError, "Invalid argument"),
    ],
)
def test_errors_are_those_of_android(files: FileTree, action, error: type[OSError], message: str) -> None:
    with pytest.raises(error) as caught:
        action(files)
    assert caught.value.strerror == message


def test_a_ring_of_links_ends(files: FileTree) -> None:
    files.make_link("/b", "/a")
    files.make_link("/a", "/b")
    with pytest.raises(OSError, match="Too many symbolic links"):
        files.read("/a/x")


def test_relative_paths_are_refused(files: FileTree) -> None:
    with pytest.raises(ValueError, match="must be absolute"):
        files.read("sdcard/x")


def test_a_copy_is_independent_and_shares_content(files: FileTree) -> None:
    data = b"x" * 100_000
    files.write("/sdcard/big", data)
    copy = files.copy()
    files.append("/sdcard/big", b"y")
    copy.write("/sdcard/only-here", b"")
    assert copy.read("/sdcard/big") is data
    assert files.read("/sdcard/big") == data + b"y"
    assert not files.exists("/sdcard/only-here")


def test_writing_keeps_mode_and_owner_and_tells_the_time(files: FileTree) -> None:
    files.write("/data/local/tmp/x", b"1", mode=0o755, owner=2000)
    files.clock.advance(60)
    files.write("/data/local/tmp/x", b"22")
    stat = files.stat("/data/local/tmp/x")
    assert (stat.size, stat.mode, stat.owner, stat.mtime_us) == (2, 0o755, 2000, files.clock.now_us)


def test_the_link_itself_is_removed(files: FileTree) -> None:
    files.write("/sdcard/target", b"x")
    files.make_link("/sdcard/target", "/sdcard/link")
    assert files.stat("/sdcard/link", follow=False).kind == "link"
    files.remove("/sdcard/link")
    assert files.read("/sdcard/target") == b"x"


def test_walk_is_sorted_and_does_not_follow_links(files: FileTree) -> None:
    files.make_directory("/t/b/c", parents=True)
    files.write("/t/a", b"")
    files.make_link("/t", "/t/b/up")
    assert list(files.walk("/t")) == ["/t", "/t/a", "/t/b", "/t/b/c", "/t/b/up"]


_NAMES = st.sampled_from(["a", "b", "c"])
_PATHS = st.lists(_NAMES, min_size=1, max_size=3).map(lambda parts: "/" + "/".join(parts))
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), _PATHS, st.binary(max_size=3)),
        st.tuples(st.just("mkdir"), _PATHS, st.just(b"")),
        st.tuples(st.just("remove"), _PATHS, st.just(b"")),
        st.tuples(st.just("copy"), _PATHS, st.just(b"")),
        st.tuples(st.just("move"), _PATHS, _PATHS),
    ),
    max_size=25,
)


def _model_apply(model: dict[str, bytes | None], kind: str, path: str, argument) -> bool:
    """The same on a dict of path → content (None: directory); whether it is allowed."""
    parent = posixpath.dirname(path)
    if kind == "write":
        if model.get(parent, b"") is not None or (path in model and model[path] is None):
            return False
        model[path] = argument
    elif kind == "mkdir":
        if model.get(parent, b"") is not None or path in model:
            return False
        model[path] = None
    elif kind == "remove":
        if path not in model:
            return False
        for other in [other for other in model if other == path or other.startswith(path + "/")]:
            del model[other]
    elif kind == "move":
        if path not in model:
            return False
        if path == argument:
            return True
        if model.get(posixpath.dirname(argument), b"") is not None or argument.startswith(path + "/"):
            return False
        if argument in model:
            if (model[argument] is None) != (model[path] is None):
                return False
            if model[argument] is None and any(other.startswith(argument + "/") for other in model):
                return False
        moved = {p: c for p, c in model.items() if p == path or p.startswith(path + "/")}
        for other in moved:
            del model[other]
        model.update({argument + other[len(path) :]: content for other, content in moved.items()})
    return True


@given(_STEPS)
@settings(max_examples=150, deadline=None)
def test_behaves_as_a_dict_of_paths(steps) -> None:
    files = FileTree(Clock())
    model: dict[str, bytes | None] = {"/": None}
    copies: list[tuple[FileTree, dict[str, bytes | None]]] = []
    for kind, path, argument in steps:
        if kind == "copy":
            copies.append((files.copy(), dict(model)))
            continue
        allowed = _model_apply(model, kind, path, argument)
        try:
            if kind == "write":
                files.write(path, argument)
            elif kind == "mkdir":
                files.make_directory(path)
            elif kind == "remove":
                files.remove(path, recursive=True)
            else:
                files.move(path, argument)
        except OSError:
            assert not allowed, (kind, path, argument)
        else:
            assert allowed, (kind, path, argument)
    for tree, expected in [*copies, (files, model)]:
        found = {path: tree.read(path) if tree.is_file(path) else None for path in tree.walk("/")}
        assert found == expected

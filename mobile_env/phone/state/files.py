"""The phone's file system: immutable bytes in a persistent tree of directories."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Part, Parts

NAME_MAX = 255
PATH_MAX = 4096
# As many links as Linux follows before it answers ELOOP.
_MAX_LINKS = 40
# What every file, link and directory takes of the quota besides its data, and the unit of data.
_BLOCK = 4096
QUOTA = 1 << 30
"""Bytes that a phone's tree holds unless told otherwise; each is memory of this process."""

# Work that the parts of an operation cost, in bytes gone through.
_PATH_WORK, _ENTRY_WORK = 2_000, 100

# A name of its own, since FileTree has a method `list`.
Names = list[str]

Kind = Literal["file", "directory", "link"]

# bionic's texts, which are also glibc's; spelled out so that they do not depend on the host.
_MESSAGES = {
    errno.ENOENT: "No such file or directory",
    errno.EEXIST: "File exists",
    errno.ENOTDIR: "Not a directory",
    errno.EISDIR: "Is a directory",
    errno.ENOTEMPTY: "Directory not empty",
    errno.EINVAL: "Invalid argument",
    errno.ELOOP: "Too many symbolic links encountered",
    errno.ENAMETOOLONG: "File name too long",
    errno.EACCES: "Permission denied",
    errno.EBUSY: "Device or resource busy",
    errno.ENOSPC: "No space left on device",
}


def _error(code: int, path: str) -> OSError:
    return OSError(code, _MESSAGES[code], path)


@dataclass(frozen=True, slots=True)
class _Node:
    mode: int
    owner: int
    group: int
    mtime_us: int


@dataclass(frozen=True, slots=True)
class _File(_Node):
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class _Link(_Node):
    target: str = ""


@dataclass(frozen=True, slots=True)
class _Directory(_Node):
    # Trees share it; only the tree whose `FileTree._writer` this is may change it.
    children: dict[str, _Node] = field(default_factory=dict)
    writer: object = field(default=None, compare=False, repr=False)
    # What all below takes of the quota.
    bytes_below: int = 0


def _size(node: _Node | None) -> int:
    """Bytes that a node takes of the quota."""
    if node is None:
        return 0
    if isinstance(node, _File):
        return _BLOCK + -(-len(node.data) // _BLOCK) * _BLOCK
    return _BLOCK + (node.bytes_below if isinstance(node, _Directory) else 0)


@dataclass(frozen=True, slots=True)
class Stat:
    """What is known of one path: size in bytes, permission bits, uid, gid, modification time in µs."""

    kind: Kind
    size: int
    mode: int
    owner: int
    group: int
    mtime_us: int


class LiveFile(Protocol):
    """A file whose newest content is held elsewhere, such as an open database."""

    def changed(self) -> bool:
        """Whether the content differs from what the tree holds."""

    def content(self) -> bytes:
        """Returns the newest content and takes it as what the tree holds from now on."""

    def close(self) -> None:
        """Told when the file is overwritten, moved or removed: its content is no longer wanted."""


class FileTree(Part):
    """Files at absolute POSIX paths.

    Every method takes absolute paths and raises the OSError subclass that the same call would raise on
    Android, with Android's message in `strerror`; a relative path raises ValueError. `..` above the root is
    the root.

    Args:
      clock: gives modification times.
      quota: bytes that the tree may hold, each file, link and directory counting 4 KiB more than its data;
        what does not fit raises ENOSPC.

    Attributes:
      on_work: is called with what an operation costs, in bytes gone through, before it changes anything.
        What it raises leaves the operation.
    """

    def __init__(self, clock: Clock, quota: int = QUOTA) -> None:
        super().__init__()
        self.clock = clock
        self.quota = quota
        self.on_work: Callable[[int], None] | None = None
        self._writer = object()
        self._root = _Directory(0o755, 0, 0, clock.now_us)
        self._live: dict[str, LiveFile] = {}

    @property
    def used_bytes(self) -> int:
        """Bytes of the quota that are taken."""
        return self._root.bytes_below

    def _work(self, amount: int) -> None:
        if self.on_work is not None:
            self.on_work(amount)

    def copy_into(self, parts: Parts) -> FileTree:
        self.flush()
        return self.copy(parts.part(Clock))

    def copy(self, clock: Clock | None = None) -> FileTree:
        """Returns an independent tree that shares all content; live files must have been flushed."""
        tree = FileTree.__new__(FileTree)
        tree.version = self.version
        tree.clock = clock or self.clock
        tree.quota = self.quota
        tree.on_work = None
        tree._root = self._root
        # From now on both trees share the directories, and neither may change them in place.
        tree._writer = object()
        self._writer = object()
        tree._live = {}
        return tree

    # Paths.

    def _resolve(self, path: str, *, follow: bool = True) -> Names:
        """Returns the parts of the path with no links in it; a last part that does not exist is kept."""
        if not path.startswith("/"):
            raise ValueError(f"a path on the phone must be absolute, beginning with '/': {path!r}")
        if "\0" in path:
            raise _error(errno.EINVAL, path)
        if len(path) > PATH_MAX:
            raise _error(errno.ENAMETOOLONG, path)
        self._work(_PATH_WORK)
        # "name/" and "name/." ask for a directory.
        wants_directory = path.endswith(("/", "/."))
        todo = [part for part in path.split("/")[::-1] if part not in ("", ".")]
        done: Names = []
        chain: list[_Directory] = [self._root]
        links = 0
        while todo:
            name = todo.pop()
            if name == "..":
                if done:
                    done.pop()
                    chain.pop()
                continue
            if len(name.encode("utf-8", "surrogateescape")) > NAME_MAX:
                raise _error(errno.ENAMETOOLONG, path)
            node = chain[-1].children.get(name)
            if isinstance(node, _Link) and (follow or todo or wants_directory):
                links += 1
                if links > _MAX_LINKS:
                    raise _error(errno.ELOOP, path)
                if node.target.startswith("/"):
                    done, chain = [], [self._root]
                todo.extend(part for part in node.target.split("/")[::-1] if part not in ("", "."))
                continue
            if todo and node is None:
                raise _error(errno.ENOENT, path)
            if (todo or (wants_directory and node is not None)) and not isinstance(node, _Directory):
                raise _error(errno.ENOTDIR, path)
            done.append(name)
            if isinstance(node, _Directory):
                chain.append(node)
        return done

    def _node(self, parts: Names) -> _Node | None:
        node: _Node = self._root
        for name in parts:
            if not isinstance(node, _Directory) or name not in node.children:
                return None
            node = node.children[name]
        return node

    def _lookup(self, path: str, *, follow: bool = True) -> tuple[Names, _Node]:
        parts = self._resolve(path, follow=follow)
        node = self._node(parts)
        if node is None:
            raise _error(errno.ENOENT, path)
        return parts, node

    def _put(self, parts: Names, node: _Node | None) -> None:
        """Replaces, adds or (None) removes the node at `parts`, copying only shared directories on the way."""
        if not parts:
            assert isinstance(node, _Directory)
            self._root = node
            self.touch()
            return
        chain: list[_Directory] = [self._root]
        for name in parts[:-1]:
            child = chain[-1].children[name]
            assert isinstance(child, _Directory)
            chain.append(child)
        old = chain[-1].children.get(parts[-1])
        growth = _size(node) - _size(old)
        new = node
        for directory, name in zip(reversed(chain), reversed(parts), strict=True):
            owned = directory.writer is self._writer
            children = directory.children if owned else dict(directory.children)
            if new is None:
                del children[name]
            else:
                children[name] = new
            changed = directory is chain[-1] and (node is None or old is None)
            new = replace(
                directory,
                children=children,
                writer=self._writer,
                bytes_below=directory.bytes_below + growth,
                mtime_us=self.clock.now_us if changed else directory.mtime_us,
            )
        assert isinstance(new, _Directory)
        self._root = new
        self.touch()

    def _make_room(self, old: _Node | None, new: _Node, path: str) -> None:
        """Raises ENOSPC if the tree cannot hold `new` in the place of `old`."""
        growth = _size(new) - _size(old)
        if growth > 0 and self.used_bytes + growth > self.quota:
            raise _error(errno.ENOSPC, path)

    def _parent_of(self, parts: Names, path: str) -> _Directory:
        parent = self._node(parts[:-1])
        if parent is None:
            raise _error(errno.ENOENT, path)
        if not isinstance(parent, _Directory):
            raise _error(errno.ENOTDIR, path)
        return parent

    def resolve(self, path: str) -> str:
        """Returns the absolute path without links, `.` and `..`; the last part need not exist."""
        return "/" + "/".join(self._resolve(path))

    # Live files.

    def attach(self, path: str, live: LiveFile) -> None:
        """Lets `live` stand for the content of the existing file at the resolved path `path`."""
        self._live[path] = live

    def flush(self, below: str = "/") -> None:
        """Writes the changed content of live files at or below a resolved path into the tree."""
        prefix = below.rstrip("/") + "/"
        for path, live in self._live.items():
            if (path == below or path.startswith(prefix)) and live.changed():
                parts = path[1:].split("/")
                node = self._node(parts)
                if isinstance(node, _File):
                    self._put(parts, replace(node, data=live.content(), mtime_us=self.clock.now_us))

    def _detach(self, parts: Names) -> None:
        path = "/" + "/".join(parts)
        prefix = path.rstrip("/") + "/"
        for held in [held for held in self._live if held == path or held.startswith(prefix)]:
            self._live.pop(held).close()

    # Reading.

    def exists(self, path: str) -> bool:
        """Whether the path, links followed, is there."""
        try:
            self._lookup(path)
        except OSError:
            return False
        return True

    def is_file(self, path: str) -> bool:
        """Whether the path, links followed, is a file."""
        return self._kind(path) is _File

    def is_directory(self, path: str) -> bool:
        """Whether the path, links followed, is a directory."""
        return self._kind(path) is _Directory

    def _kind(self, path: str) -> type[_Node] | None:
        try:
            return type(self._lookup(path)[1])
        except OSError:
            return None

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        """Returns what is known of the path; with `follow=False` of a link itself."""
        parts, node = self._lookup(path, follow=follow)
        if self._live and isinstance(node, _File):
            self.flush("/" + "/".join(parts))
            parts, node = self._lookup(path, follow=follow)
        kind: Kind
        if isinstance(node, _Directory):
            kind, size = "directory", 4096
        elif isinstance(node, _Link):
            kind, size = "link", len(node.target.encode("utf-8", "surrogateescape"))
        else:
            assert isinstance(node, _File)
            kind, size = "file", len(node.data)
        return Stat(kind, size, node.mode, node.owner, node.group, node.mtime_us)

    def read(self, path: str) -> bytes:
        """Returns the content of a file."""
        parts, node = self._lookup(path)
        if self._live and isinstance(node, _File):
            self.flush("/" + "/".join(parts))
            parts, node = self._lookup(path)
        if not isinstance(node, _File):
            raise _error(errno.EISDIR, path)
        self._work(len(node.data))
        return node.data

    def read_link(self, path: str) -> str:
        """Returns the target of a symbolic link; EINVAL if it is none."""
        _, node = self._lookup(path, follow=False)
        if not isinstance(node, _Link):
            raise _error(errno.EINVAL, path)
        return node.target

    def list(self, path: str) -> Names:
        """Returns the names in a directory, sorted by code point."""
        _, node = self._lookup(path)
        if not isinstance(node, _Directory):
            raise _error(errno.ENOTDIR, path)
        self._work(_ENTRY_WORK * len(node.children))
        return sorted(node.children)

    def walk(self, path: str) -> Iterator[str]:
        """Yields the path and everything below it, depth first, names sorted; links are not followed."""
        parts, node = self._lookup(path, follow=False)
        base = path.rstrip("/") if parts else ""
        stack: list[tuple[str, _Node]] = [(base or "/", node)]
        while stack:
            name, node = stack.pop()
            self._work(_ENTRY_WORK)
            yield name
            if isinstance(node, _Directory):
                stem = name.rstrip("/")
                stack.extend(
                    (f"{stem}/{child}", node.children[child]) for child in sorted(node.children)[::-1]
                )

    # Writing.

    def write(
        self,
        path: str,
        data: bytes,
        *,
        mode: int | None = None,
        owner: int | None = None,
        group: int | None = None,
        mtime_us: int | None = None,
        parents: bool = False,
    ) -> None:
        """Creates a file or replaces its content; the parent directory must exist unless `parents` is set.

        An existing file keeps its mode and owner where none are given; a new one takes its owner from its
        directory.
        """
        if parents:
            head = path.rstrip("/").rpartition("/")[0]
            if head:
                self.make_directory(head, parents=True)
        parts = self._resolve(path)
        node = self._node(parts)
        if isinstance(node, _Directory) or path.endswith("/"):
            raise _error(errno.EISDIR, path)
        parent = self._parent_of(parts, path)
        if isinstance(node, _File):
            inherited = (node.mode, node.owner, node.group)
        else:
            inherited = (0o660, parent.owner, parent.group)
        new = _File(
            inherited[0] if mode is None else mode,
            inherited[1] if owner is None else owner,
            inherited[2] if group is None else group,
            self.clock.now_us if mtime_us is None else mtime_us,
            bytes(data),
        )
        self._work(len(data) // 4)
        self._make_room(node, new, path)
        if isinstance(node, _File):
            self._detach(parts)
        self._put(parts, new)

    def append(self, path: str, data: bytes) -> None:
        """Adds bytes at the end of a file, which is created if it is not there."""
        self.write(path, (self.read(path) if self.exists(path) else b"") + data)

    def make_directory(
        self,
        path: str,
        *,
        parents: bool = False,
        mode: int = 0o770,
        owner: int | None = None,
        group: int | None = None,
    ) -> None:
        """Creates a directory; with `parents` also those above it, and an existing one is no error."""
        if parents:
            parts: Names = []
            for name in path.split("/"):
                if name in ("", "."):
                    continue
                parts.append(name)
                step = "/" + "/".join(parts)
                if not self.exists(step):
                    self.make_directory(step, mode=mode, owner=owner, group=group)
            if not self.is_directory(path):
                raise _error(errno.EEXIST, path)
            return
        parts = self._resolve(path)
        if self._node(parts) is not None:
            raise _error(errno.EEXIST, path)
        parent = self._parent_of(parts, path)
        new = _Directory(
            mode,
            parent.owner if owner is None else owner,
            parent.group if group is None else group,
            self.clock.now_us,
        )
        self._make_room(None, new, path)
        self._put(parts, new)

    def make_link(self, target: str, path: str) -> None:
        """Creates a symbolic link at `path`; its target need not exist."""
        parts = self._resolve(path, follow=False)
        if self._node(parts) is not None:
            raise _error(errno.EEXIST, path)
        parent = self._parent_of(parts, path)
        new = _Link(0o777, parent.owner, parent.group, self.clock.now_us, target)
        self._make_room(None, new, path)
        self._put(parts, new)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Removes a file or link (not its target), with `recursive` also a directory and all below it."""
        parts, node = self._lookup(path, follow=False)
        if not parts:
            raise _error(errno.EBUSY, path)
        if isinstance(node, _Directory) and not recursive:
            raise _error(errno.EISDIR, path)
        self._detach(parts)
        self._put(parts, None)

    def remove_directory(self, path: str) -> None:
        """Removes an empty directory."""
        parts, node = self._lookup(path, follow=False)
        if not isinstance(node, _Directory):
            raise _error(errno.ENOTDIR, path)
        if not parts:
            raise _error(errno.EBUSY, path)
        if node.children:
            raise _error(errno.ENOTEMPTY, path)
        self._put(parts, None)

    def move(self, source: str, target: str) -> None:
        """Renames, as rename(2): a file or link replaces a file, a directory only an empty directory."""
        old, node = self._lookup(source, follow=False)
        new = self._resolve(target, follow=False)
        if old == new:
            return
        there = self._node(new)
        if not old or not new:
            raise _error(errno.EBUSY, source if not old else target)
        if new[: len(old)] == old:
            raise _error(errno.EINVAL, target)
        self._parent_of(new, target)
        if isinstance(there, _Directory):
            if not isinstance(node, _Directory):
                raise _error(errno.EISDIR, target)
            if there.children:
                raise _error(errno.ENOTEMPTY, target)
        elif isinstance(node, _Directory) and (there is not None):
            raise _error(errno.ENOTDIR, target)
        self.flush("/" + "/".join(old))
        moved = self._node(old)
        self._detach(old)
        self._detach(new)
        self._put(old, None)
        self._put(new, moved)

    def set_mode(self, path: str, mode: int) -> None:
        """Sets the permission bits."""
        parts, node = self._lookup(path)
        self._put(parts, replace(node, mode=mode & 0o7777))

    def set_owner(self, path: str, owner: int | None = None, group: int | None = None) -> None:
        """Sets uid and gid; None leaves one as it is."""
        parts, node = self._lookup(path)
        owner = node.owner if owner is None else owner
        self._put(parts, replace(node, owner=owner, group=node.group if group is None else group))

    def set_mtime(self, path: str, mtime_us: int | None = None) -> None:
        """Sets the modification time, to now if none is given."""
        parts, node = self._lookup(path)
        self._put(parts, replace(node, mtime_us=self.clock.now_us if mtime_us is None else mtime_us))

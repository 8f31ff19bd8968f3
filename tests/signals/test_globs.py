"""Globs over paths."""

import pytest

from mobile_env.signals.globs import compile_glob


@pytest.mark.parametrize(
    ("glob", "found", "missed"),
    [
        ("/sdcard/*.txt", ["/sdcard/a.txt"], ["/sdcard/.a.txt", "/sdcard/b/a.txt", "/sdcard/a.txt/x"]),
        ("/sdcard/**", ["/sdcard/a", "/sdcard/a/.b/c"], ["/sdcard", "/sdcardx/a"]),
        ("/a/**/b", ["/a/b", "/a/x/y/b"], ["/a/xb", "/b"]),
        ("/a/?.[ch]", ["/a/x.c", "/a/x.h"], ["/a/xx.c", "/a/x.d"]),
        ("/a/[!x]", ["/a/y"], ["/a/x", "/a//"]),
        ("/a/[]x]", ["/a/]", "/a/x"], ["/a/y"]),
        ("/a/[!]x]", ["/a/y"], ["/a/]", "/a/x"]),
        ("/a/[*]", ["/a/*"], ["/a/b"]),
        ("/a/[z-a]", [], ["/a/z", "/a/b"]),
        ("/a/[x", ["/a/[x"], ["/a/x"]),
        ("/a/.*", ["/a/.b"], ["/a/b"]),
        ("/a/b\nc*", ["/a/b\ncd"], []),
        ("/a", ["/a"], ["/a/b"]),
        ("/", ["/"], ["/a"]),
    ],
)
def test_globs(glob, found, missed):
    pattern = compile_glob(glob).pattern
    assert [path for path in found + missed if pattern.fullmatch(path)] == found


def test_where_to_look():
    assert compile_glob("/sdcard/*/a")[::2] == ("/sdcard", 2)
    assert compile_glob("/sdcard/**/a")[::2] == ("/sdcard", None)
    assert compile_glob("/sdcard/a")[::2] == ("/sdcard/a", 0)
    with pytest.raises(ValueError, match="no absolute path"):
        compile_glob("sdcard/*")

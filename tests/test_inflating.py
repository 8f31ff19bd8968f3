"""Compressed data that was made to cost quadratic time, and data that is cut or damaged."""

import gzip
import random
import zlib

import pytest

from mobile_env import inflating


def text_of(data):
    return b"".join(inflating.members(data))


def test_members_follow_each_other():
    data = b"".join(gzip.compress(part, mtime=0) for part in (b"one", b"", b"two"))
    assert text_of(data) == b"onetwo"
    assert text_of(data + b"what browsers ignore") == b"onetwo"


def test_what_cannot_be_made_smaller_and_what_shrinks_a_thousandfold():
    noise = random.Random(0).randbytes(300_000)
    assert text_of(gzip.compress(noise)) == noise
    assert text_of(gzip.compress(bytes(3_000_000))) == bytes(3_000_000)


def test_parts_are_small():
    assert max(len(part) for part in inflating.members(gzip.compress(bytes(10_000_000)))) <= 1 << 16


def test_the_decompressor_is_never_given_the_whole_rest(monkeypatch):
    given = []
    real = zlib.decompressobj

    class Watched:
        def __init__(self, wbits):
            self._real = real(wbits)

        def __getattr__(self, name):
            return getattr(self._real, name)

        def decompress(self, data, most):
            given.append(len(data))
            return self._real.decompress(data, most)

    monkeypatch.setattr(zlib, "decompressobj", Watched)
    list(inflating.members(gzip.compress(b"", mtime=0) * 1000))
    assert len(given) >= 1000
    assert max(given) <= 4096


def test_data_that_is_cut_or_damaged():
    data = gzip.compress(b"text" * 1000)
    for end in (0, 5, 20, len(data) - 1):
        with pytest.raises(inflating.CutShortError):
            text_of(data[:end])
    with pytest.raises(zlib.error):
        text_of(data[:12] + b"\xff" * 20)

"""Content codings: undone where they tell the truth, refused within the limit where they do not."""

import gzip
import tracemalloc
import zlib

from extras import require_extra

require_extra("replay", "brotli", "zstandard")

import brotli
import pytest
import zstandard

from mobile_env.replay.coding import BodyTooLarge, CodingError, decoded

TEXT = b"<p>Recorded once, served for ever.</p>" * 500
CODED = {
    "gzip": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.compress(TEXT),
}


def undone(coding: str, body: bytes, limit: int = 2**20) -> bytes:
    return decoded((("Content-Encoding", coding),), body, limit)


@pytest.mark.parametrize("coding", CODED)
def test_each_coding(coding):
    assert undone(coding, CODED[coding]) == TEXT
    assert undone(f"identity, {coding.upper()}", CODED[coding]) == TEXT


@pytest.mark.parametrize("coding", CODED)
def test_one_that_lies_or_is_cut_short(coding):
    for body in (TEXT, CODED[coding][:-6]):
        with pytest.raises(CodingError):
            undone(coding, body)


def bomb(coding: str, megabytes: int) -> bytes:
    zeros = bytes(2**20)
    if coding == "br":
        compressor = brotli.Compressor(quality=3, lgwin=24)
        return b"".join(compressor.process(zeros) for _ in range(megabytes)) + compressor.finish()
    if coding == "zstd":
        compressor = zstandard.ZstdCompressor().compressobj()
    else:
        compressor = zlib.compressobj(9, zlib.DEFLATED, 31 if coding == "gzip" else 15)
    return b"".join(compressor.compress(zeros) for _ in range(megabytes)) + compressor.flush()


@pytest.mark.parametrize("coding", CODED)
def test_a_bomb_is_refused_before_it_fills_the_memory(coding):
    body = bomb(coding, 96)
    tracemalloc.start()
    try:
        with pytest.raises(BodyTooLarge, match="more than 1048576 bytes when decoded"):
            undone(coding, body)
        assert tracemalloc.get_traced_memory()[1] < 2**25 + 2**24
    finally:
        tracemalloc.stop()

"""What media files say of themselves: ID3 tags, lengths of MP3, WAV and MP4, sizes of pictures, EXIF's date."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

MIME_TYPES: Final = {
    "3gp": "video/3gpp",
    "aac": "audio/aac",
    "amr": "audio/amr",
    "bmp": "image/bmp",
    "flac": "audio/flac",
    "gif": "image/gif",
    "heic": "image/heic",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "m4a": "audio/mp4",
    "mkv": "video/x-matroska",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "oga": "audio/ogg",
    "ogg": "audio/ogg",
    "opus": "audio/ogg",
    "png": "image/png",
    "wav": "audio/x-wav",
    "webm": "video/webm",
    "webp": "image/webp",
}
"""Types of media files by the ending of their names."""

_TEXT_FRAMES: Final = {
    "TIT2": "title",
    "TPE1": "artist",
    "TALB": "album",
    "TRCK": "track",
    "TYER": "year",
    "TDRC": "year",
    "TLEN": "duration_ms",
}
_ENCODINGS: Final = ("latin-1", "utf-16", "utf-16-be", "utf-8")
# Of MPEG-1 and MPEG-2 Layer III, in kbit/s by the header's index; sampling rates by version and index.
_BITRATES: Final = {
    1: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_RATES: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_BOXES_WITHIN: Final = (b"moov", b"trak")
_MOST_BOXES: Final = 10_000
_EXIF_DATE: Final = re.compile(rb"(\d{4}:\d\d:\d\d \d\d:\d\d:\d\d)\x00")


@dataclass(frozen=True)
class MediaInfo:
    """What is known of a file; "" and 0 stand for unknown.

    `duration_ms` is in milliseconds, `width` and `height` in pixels; `taken` is EXIF's "2023:10:15 15:34:00".
    """

    title: str = ""
    artist: str = ""
    album: str = ""
    year: int = 0
    track: int = 0
    duration_ms: int = 0
    width: int = 0
    height: int = 0
    taken: str = ""


def mime_type(path: str) -> str:
    """The type of a media file by its name; "" if it is none."""
    return MIME_TYPES.get(path.rpartition("/")[2].rpartition(".")[2].lower(), "")


@lru_cache(maxsize=512)
def read_media(content: bytes) -> MediaInfo:
    """Reads what a media file says of itself; a damaged one says less, never raises."""
    try:
        return _read(content)
    except (struct.error, IndexError, ValueError, OverflowError):
        return MediaInfo()


def _read(content: bytes) -> MediaInfo:
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        width, height = struct.unpack_from(">II", content, 16)
        return MediaInfo(width=width, height=height)
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content.startswith((b"GIF87a", b"GIF89a")):
        width, height = struct.unpack_from("<HH", content, 6)
        return MediaInfo(width=width, height=height)
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return _wave(content)
    if content[4:8] == b"ftyp":
        return _mp4(content)
    if content.startswith(b"ID3") or content[:1] == b"\xff":
        return _mp3(content)
    return MediaInfo()


# Sound.


def _mp3(content: bytes) -> MediaInfo:
    tags: dict[str, str] = {}
    start = 0
    if content.startswith(b"ID3"):
        start = 10 + _synchsafe(content[6:10])
        tags = dict(_id3_texts(content, start))
    duration_ms = _number(tags.get("duration_ms", "")) or _mpeg_duration_ms(content, start)
    return MediaInfo(
        title=tags.get("title", ""),
        artist=tags.get("artist", ""),
        album=tags.get("album", ""),
        year=_number(tags.get("year", "")[:4]),
        track=_number(tags.get("track", "").partition("/")[0]),
        duration_ms=duration_ms,
    )


def _id3_texts(content: bytes, end: int) -> Iterator[tuple[str, str]]:
    version = content[3]
    at = 10
    while at + 10 < end and content[at]:
        name = content[at : at + 4].decode("latin-1")
        raw = content[at + 4 : at + 8]
        size = _synchsafe(raw) if version >= 4 else int.from_bytes(raw, "big")
        body = content[at + 10 : at + 10 + size]
        if name in _TEXT_FRAMES and body and body[0] < len(_ENCODINGS):
            text = body[1:].decode(_ENCODINGS[body[0]], "replace")
            yield _TEXT_FRAMES[name], text.split("\0")[0].strip()
        at += 10 + size


def _synchsafe(raw: bytes) -> int:
    """A number of seven bits a byte."""
    return sum((byte & 0x7F) << shift for byte, shift in zip(raw, (21, 14, 7, 0), strict=True))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0


def _mpeg_duration_ms(content: bytes, start: int) -> int:
    """The length by the first frame's bit rate, or by the number of frames that a Xing header tells."""
    at = content.find(b"\xff", start)
    while 0 <= at < len(content) - 4 and content[at + 1] & 0xE6 != 0xE2:  # Layer III
        at = content.find(b"\xff", at + 1)
    if at < 0 or at >= len(content) - 4:
        return 0
    version, index, rate = content[at + 1] >> 3 & 3, content[at + 2] >> 4, content[at + 2] >> 2 & 3
    if version not in _RATES or index in (0, 15) or rate == 3:
        return 0
    for mark in (b"Xing", b"Info"):
        found = content.find(mark, at, at + 64)
        if found >= 0 and content[found + 7] & 1:
            frames = int.from_bytes(content[found + 8 : found + 12], "big")
            return frames * (1152 if version == 3 else 576) * 1000 // _RATES[version][rate]
    kilobits = _BITRATES[1 if version == 3 else 2][index]
    return (len(content) - at) * 8 // kilobits


def _wave(content: bytes) -> MediaInfo:
    at, bytes_a_second = 12, 0
    while at + 8 <= len(content):
        name, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        if name == b"fmt ":
            bytes_a_second = int.from_bytes(content[at + 16 : at + 20], "little")
        elif name == b"data" and bytes_a_second:
            return MediaInfo(duration_ms=min(size, len(content) - at - 8) * 1000 // bytes_a_second)
        at += 8 + size + size % 2
    return MediaInfo()


# Films.


def _mp4(content: bytes) -> MediaInfo:
    duration_ms = width = height = 0
    for name, start, _ in _boxes(content):
        if name == b"mvhd":
            long = content[start] == 1
            scale, length = struct.unpack_from(
                ">IQ" if long else ">II", content, start + (20 if long else 12)
            )
            duration_ms = length * 1000 // scale if scale else 0
        elif name == b"tkhd":
            at = start + (88 if content[start] == 1 else 76)
            wide, high = (value >> 16 for value in struct.unpack_from(">II", content, at))
            width, height = max(width, wide), max(height, high)
    return MediaInfo(duration_ms=duration_ms, width=width, height=height)


def _boxes(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(name, start, end) of the boxes of a file and of those within `moov` and `trak`."""
    spans = [(0, len(content))]
    for _ in range(_MOST_BOXES):
        if not spans:
            return
        at, end = spans.pop()
        if at + 8 > end:
            continue
        size, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        head = 8
        if size == 1:
            size, head = int.from_bytes(content[at + 8 : at + 16], "big"), 16
        size = size or end - at
        if size < head:
            return
        spans.append((at + size, end))
        yield name, at + head, min(end, at + size)
        if name in _BOXES_WITHIN:
            spans.append((at + head, min(end, at + size)))


# Pictures.


def _jpeg(content: bytes) -> MediaInfo:
    at, taken = 2, ""
    while at + 9 < len(content) and content[at] == 0xFF:
        marker, size = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if marker == 0xE1 and content[at + 4 : at + 8] == b"Exif":
            date = _EXIF_DATE.search(content, at, at + 2 + size)
            taken = date[1].decode() if date else ""
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # the frame's header
            height, width = struct.unpack_from(">HH", content, at + 5)
            return MediaInfo(width=width, height=height, taken=taken)
        at += 2 + size
    return MediaInfo(taken=taken)

"""The media index follows the files of the shared storage, with what they say of themselves."""

import struct

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.formats.media import MediaInfo, read_media
from mobile_env.phone.services.content import ContentService

AUDIO = "content://media/external/audio/media"
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 640, 480, 8, 2, 0, 0, 0) + bytes(4)


def frame(name: str, text: str) -> bytes:
    body = b"\x03" + text.encode()
    return name.encode() + struct.pack(">I", len(body)) + b"\0\0" + body


def song(title: str = "A Song", seconds: int = 0) -> bytes:
    tags = (
        frame("TIT2", title) + frame("TPE1", "The Band") + frame("TALB", "The Album") + frame("TRCK", "3/9")
    )
    tags += frame("TLEN", str(seconds * 1000)) if seconds else b""
    size = bytes(len(tags) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x03\0\0" + size + tags + b"\xff\xfb\x90\x00" + bytes(413)


def box(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(body), name) + body


def film() -> bytes:
    header = box(b"mvhd", bytes(12) + struct.pack(">II", 600, 7500) + bytes(80))
    track = box(b"trak", box(b"tkhd", bytes(76) + struct.pack(">II", 320 << 16, 240 << 16)))
    return box(b"ftyp", b"isom") + box(b"moov", header + track)


def wave() -> bytes:
    body = (
        b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8) + b"data" + struct.pack("<I", 16000)
    )
    return b"RIFF" + struct.pack("<I", len(body) + 16000) + body + bytes(16000)


def jpeg() -> bytes:
    exif = b"Exif\0\0" + b"2023:10:14 09:08:07\0"
    first = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    return (
        b"\xff\xd8" + first + b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, 30, 40, 1) + bytes(3) + b"\xff\xd9"
    )


@pytest.mark.parametrize(
    ("content", "info"),
    [
        (song(seconds=61), MediaInfo("A Song", "The Band", "The Album", track=3, duration_ms=61000)),
        (song(), MediaInfo("A Song", "The Band", "The Album", track=3, duration_ms=26)),
        (film(), MediaInfo(duration_ms=12500, width=320, height=240)),
        (wave(), MediaInfo(duration_ms=2000)),
        (PNG, MediaInfo(width=640, height=480)),
        (jpeg(), MediaInfo(width=40, height=30, taken="2023:10:14 09:08:07")),
        (b"", MediaInfo()),
        (b"ID3\x03\0\0\x7f\x7f\x7f\x7f", MediaInfo()),
        (film()[:30], MediaInfo()),
        (PNG[:18], MediaInfo()),
        (b"\xff\xd8\xff", MediaInfo()),
    ],
)
def test_files_say_what_they_are(content, info):
    assert read_media(content) == info


@pytest.fixture
def service(phone: Phone) -> ContentService:
    return phone.service(ContentService)


def put(phone: Phone, path: str, content: bytes) -> None:
    phone.state.files.write(f"/storage/emulated/0/{path}", content, parents=True)


def test_the_index_follows_the_files(service, phone, sh):
    query = f"content query --uri {AUDIO} --projection title:artist:duration:relative_path:is_music"
    assert sh(query) == "No result found.\n"
    put(phone, "Music/a.mp3", song(seconds=200))
    put(phone, "Music/.hidden/b.mp3", song())
    put(phone, "Android/data/x/c.mp3", song())
    row = "title=A Song, artist=The Band, duration=200000, relative_path=Music/, is_music=1"
    assert sh(query) == f"Row: 0 {row}\n"
    first = service.query(AUDIO)[0]["_id"]
    phone.advance(2)
    put(phone, "Music/a.mp3", song("Another", 5))
    (changed,) = service.query(AUDIO)
    assert (changed["_id"], changed["title"], changed["duration"]) == (first, "Another", 5000)
    sh(
        "rm /sdcard/Music/a.mp3; am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///sdcard/Music"
    )
    assert sh(query) == "No result found.\n"


def test_kinds_are_apart(service, phone):
    put(phone, "DCIM/Camera/p.png", PNG)
    put(phone, "Movies/f.mp4", film())
    put(phone, "Download/notes.txt", b"words")
    names = {
        kind: [row["_display_name"] for row in service.query(f"content://media/external/{kind}")]
        for kind in ("images/media", "video/media", "audio/media", "downloads", "file")
    }
    assert names == {
        "images/media": ["p.png"],
        "video/media": ["f.mp4"],
        "audio/media": [],
        "downloads": ["notes.txt"],
        "file": ["p.png", "notes.txt", "f.mp4"],
    }
    (picture,) = service.query("content://media/external_primary/images/media")
    assert (picture["width"], picture["bucket_display_name"]) == (640, "Camera")


def test_deleting_rows_deletes_files(service, phone, sh):
    put(phone, "Download/a.txt", b"a")
    put(phone, "Music/a.mp3", song())
    sh("content delete --uri content://media/external/downloads")
    assert sh("ls /sdcard/Download") == ""
    assert sh("ls /sdcard/Music") == "a.mp3\n"


def test_inserting_a_row_makes_its_file(service, phone):
    values = {"_display_name": "n.png", "relative_path": "Pictures/New"}
    uri = service.insert("content://media/external/images/media", values)
    assert phone.state.files.is_file("/storage/emulated/0/Pictures/New/n.png")
    assert service.query(uri, ("_display_name",))[0]["_display_name"] == "n.png"
    with pytest.raises(ValueError, match="doesn't appear under"):
        service.insert("content://media/external/file", {"_data": "/data/local/tmp/x"})

"""Task files that name files of the host: what would wait for ever, has no end, or is nobody else's business."""

import os
import struct
import zlib

import pytest

from mobile_env.host_files import UnfitFileError, read_regular
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task

LIST = 'id: "t" description: "${p}" parameters { name: "p" choice { file: "NAME" } }'
BASE = 'id: "t" base: "NAME"'
ICON = 'id: "t" event_sources { id: 1 icon_match { path: "NAME" rect { x0: 0 y0: 0 x1: 1 y1: 1 } } }'


def fault_of(folder, text, name):
    task = folder / "task.textproto"
    task.write_text(text.replace("NAME", str(name)))
    with pytest.raises(TaskFileError) as error:
        load_task(task)
    return str(error.value)


@pytest.mark.parametrize("text", [LIST, BASE, ICON])
def test_a_pipe_is_not_waited_for(tmp_path, text):
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in fault_of(tmp_path, text, "pipe")


@pytest.mark.parametrize("text", [BASE, ICON])
def test_a_device_without_an_end_is_not_read(tmp_path, text):
    assert "a device" in fault_of(tmp_path, text, "/dev/zero")


def test_a_task_file_that_is_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "task.textproto")
    with pytest.raises(TaskFileError, match="is a pipe"):
        load_task(tmp_path / "task.textproto")


def test_a_file_is_read_up_to_its_bound(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_regular(file, 5) == b"12345"
    with pytest.raises(UnfitFileError, match="bigger than 4 bytes"):
        read_regular(file, 4)
    with pytest.raises(OSError, match="Invalid argument"):
        read_regular(tmp_path / "a\0b", 4)


@pytest.mark.parametrize("name", ["/proc/self/environ", "/etc/passwd", "../other.txt", "sub/../../other.txt"])
def test_text_from_outside_the_folder_of_the_task_is_refused(tmp_path, name):
    folder = tmp_path / "set"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "other.txt").write_text("secret")
    assert "lies outside" in fault_of(folder, LIST, name)


def test_a_link_does_not_lead_outside(tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    (tmp_path / "other.txt").write_text("secret")
    (folder / "values.txt").symlink_to(tmp_path / "other.txt")
    assert "lies outside" in fault_of(folder, LIST, "values.txt")


def test_hidden_text_is_refused(tmp_path):
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "key").write_text("secret")
    assert "is hidden" in fault_of(tmp_path, LIST, ".ssh/key")


def test_a_base_file_may_not_name_text_outside_its_own_folder(tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    (tmp_path / "other.txt").write_text("secret")
    (folder / "shared.base.textproto").write_text(LIST.replace("NAME", "../other.txt"))
    assert "lies outside" in fault_of(folder, BASE, "shared.base.textproto")


def test_tasks_of_one_set_share_text(tmp_path):
    (tmp_path / "set.conf").write_text("")
    (tmp_path / "names.txt").write_text("Ada\n")
    (tmp_path / "easy").mkdir()
    task = tmp_path / "easy" / "task.textproto"
    task.write_text(LIST.replace("NAME", "../names.txt"))
    assert load_task(task).description == "Ada"


def png_header(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_a_picture_is_measured_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("cv2.imdecode", lambda *_: pytest.fail("it was unpacked"))
    (tmp_path / "icon.png").write_bytes(png_header(30_000, 30_000))
    assert "30000 × 30000 pixels" in fault_of(tmp_path, ICON, "icon.png")

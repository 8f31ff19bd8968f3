"""Trajectory files: what is written is read back, also from a file that a kill cut short."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from mobile_env.evaluation.event_tree import TreeEvent
from mobile_env.evaluation.recording import action_data
from mobile_env.evaluation.results import EpisodeKey
from mobile_env.evaluation.trace import Trace
from mobile_env.evaluation.trajectory import (
    AgentStep,
    EpisodeEnd,
    EpisodeHead,
    PrimitiveStep,
    TrajectoryError,
    TrajectoryWriter,
    file_name,
    read_trajectory,
)

HEAD = EpisodeHead(
    "a", "qa", 3, "random", "embedded", ("Find it", "Then stop"), ("Go",), (1,), 40, 60, {7: "reward: 4"},
    (
        TreeEvent("4", "log_event", "x", "NONE"),
        TreeEvent("7", "OR", "", "LAST", (0,), (0,), slot="reward"),
    ),
    Trace("SZ", {}, {0: ("'ü'",)}, {1: (0,)}, {}),
)  # fmt: skip
END = EpisodeEnd("success", "event 7", 1.5, 2, 5, 0.4, None, 1, 1)


def frame(shade: int) -> np.ndarray:
    pixels = np.full((60, 40, 3), shade, np.uint8)
    pixels[10:20, 5:15] = (255, 0, 120)
    return pixels


def step(screen: int | None, reward: float = 0.0) -> AgentStep:
    tap = {"action_type": "TOUCH", "touch_position": [0.25, 0.5]}
    primitives = (
        PrimitiveStep(tap, 0.5),
        PrimitiveStep(
            {"action_type": "LIFT"},
            reward,
            ("Next, ü", "again"),
            (4, 7, 4),
            Trace("F-", {0: ("1", "2")}, paid={"reward": "1.0"}),
        ),
    )
    return AgentStep({"type": "CLICK", "element": 3}, "because", (1, 2, 30, 40), screen, 0, primitives)


def write(path: Path) -> None:
    with TrajectoryWriter(path) as writer:
        writer.head(HEAD)
        assert [writer.screen(frame(9)), writer.hierarchy("<hierarchy/>")] == [0, 0]
        writer.step(step(0))
        assert [writer.screen(frame(200)), writer.hierarchy("<hierarchy><node/></hierarchy>")] == [1, 1]
        writer.step(step(1, 1.0))
        writer.end(END)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "t"
    write(path)
    trajectory = read_trajectory(path)
    assert trajectory.head == HEAD
    assert trajectory.steps == [step(0), step(1, 1.0)]
    assert trajectory.end == END
    assert trajectory.hierarchies == {0: "<hierarchy/>", 1: "<hierarchy><node/></hierarchy>"}
    for number, shade in ((0, 9), (1, 200)):
        read = trajectory.frame(number)
        assert read.shape == (60, 40, 3) and read.dtype == np.uint8
        assert np.abs(read[40:].astype(int) - shade).max() < 4
        # Red and blue are not swapped.
        assert np.abs(read[14, 9].astype(int) - (255, 0, 120)).max() < 40


def test_a_step_sums_its_primitive_steps() -> None:
    assert step(None, 1.0).reward == 1.5
    assert step(None).instructions == ("Next, ü", "again")
    assert step(None).fired == (4, 7)


def test_the_same_screen_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with TrajectoryWriter(path) as writer:
        pixels = frame(1)
        numbers = [writer.screen(shown) for shown in (pixels, pixels, frame(1), frame(2), pixels)]
    assert numbers == [0, 0, 0, 1, 0]
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert [line["number"] for line in lines if line["line"] == "screen"] == [0, 1]


def test_it_is_a_plain_gzip_file_of_json_lines_and_its_bytes_repeat(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    with gzip.open(tmp_path / "a", "rt", encoding="utf-8") as stream:
        lines = [json.loads(line) for line in stream]
    kinds = [line["line"] for line in lines]
    assert kinds == ["episode", "screen", "hierarchy", "step", "screen", "hierarchy", "step", "end"]
    assert lines[0]["format"] == 1


def test_a_file_cut_anywhere_gives_what_is_whole(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    write(whole)
    data = whole.read_bytes()
    head = len(_members(data)[0])
    cut = tmp_path / "cut"
    seen = set()
    for size in range(head, len(data), 7):
        cut.write_bytes(data[:size])
        trajectory = read_trajectory(cut)
        # The last line is whole before the eight bytes of its checksum are.
        assert trajectory.end is None or size >= len(data) - 8
        assert trajectory.steps == [step(0), step(1, 1.0)][: len(trajectory.steps)]
        seen.add(len(trajectory.steps))
    assert seen == {0, 1, 2}


def _members(data: bytes) -> list[bytes]:
    # Every member begins with the same ten bytes: magic, deflate, no flags, no time, system.
    magic = data[:10]
    return [magic + part for part in data.split(magic)[1:]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no episode"),
        (b"hello", "not a gzip file"),
        (gzip.compress(b"hello\n", mtime=0), "line 1: not a trajectory's line"),
        (gzip.compress(b'{"line": "episode", "format": 99}\n', mtime=0), "format 99"),
        (gzip.compress(b'{"line": "episode", "format": 1}\n', mtime=0), "line 1"),
        (gzip.compress(b'{"line": "end"}\n', mtime=0), "line 1"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "t"
    path.write_bytes(content)
    with pytest.raises(TrajectoryError, match=message):
        read_trajectory(path)


def test_names_are_legal_and_tell_episodes_apart() -> None:
    keys = [
        EpisodeKey("a", 0, "random", "embedded"),
        EpisodeKey("a", 1, "random", "embedded"),
        EpisodeKey("a/b", 0, "random", "embedded"),
        EpisodeKey("a_b", 0, "random", "embedded"),
        EpisodeKey("a:b", 0, "random", "embedded"),
        EpisodeKey("a", 0, "random", "embedded:360x640@160"),
        EpisodeKey("x" * 400, 0, "random", "embedded"),
        EpisodeKey("x" * 401, 0, "random", "embedded"),
        EpisodeKey("../../etc", 0, "random", "embedded"),
    ]
    names = [file_name(key) for key in keys]
    assert len(set(names)) == len(keys)
    assert all("/" not in name and ":" not in name and len(name) < 250 for name in names)
    assert names[0] == "a--random--seed0--embedded.trajectory.jsonl.gz"


@pytest.mark.parametrize(
    ("action", "vocabulary", "data"),
    [
        ({"action_type": 3, "text": "a b"}, ["x"], {"action_type": "TEXT", "text": "a b"}),
        # A token is no text: a blank follows it, and marks are not typed.
        (
            {"action_type": 3, "input_token": np.array(1)},
            ["x", "##s"],
            {"action_type": "TEXT", "token": "##s"},
        ),
        ({"action_type": 3, "input_token": 0}, [], {"action_type": "TEXT", "token": ""}),
    ],
)
def test_what_was_typed_is_told_as_text_or_as_a_token(action, vocabulary, data):
    assert action_data(action, vocabulary) == data


@pytest.mark.parametrize("line", ["[" * 100_000, "[]", "7", '{"line": "episode", "format": 1}', "1" * 5000])
def test_lines_of_others_are_errors_of_the_file(tmp_path, line):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(f"{line}\n".encode()))
    with pytest.raises(TrajectoryError, match="line 1"):
        read_trajectory(path)


def test_what_unpacks_to_too_much_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("mobile_env.evaluation.trajectory.MOST_BYTES", 100_000)
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(bytes(200_000)))
    with pytest.raises(TrajectoryError, match="unpacks to more"):
        read_trajectory(path)

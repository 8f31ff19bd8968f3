"""Frames and hierarchies arrive as they were sent, as changes of what was there, and nothing else is taken."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.proto import device_pb2
from mobile_env.simulators.remote.frames import FrameDecoder, FrameEncoder, FrameError, FrameFormat
from mobile_env.simulators.remote.hierarchy import (
    HierarchyDecoder,
    HierarchyEncoder,
    HierarchyTransferError,
)
from mobile_env.simulators.remote.signals import decode_text, encode_text

LOSSLESS = FrameFormat().to_proto()


def drawn(seed, height=40, width=30, colors=3):
    """Something between a plain screen and noise."""
    chance = np.random.default_rng(seed)
    pixels = chance.integers(0, 256, (colors, 3), np.uint8)[
        np.repeat(chance.integers(0, colors, (height, 5)), -(-width // 5), axis=1)[:, :width]
    ]
    return np.ascontiguousarray(pixels)


def noise(seed, height=40, width=30):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.booleans(), st.sampled_from([(40, 30), (30, 40), (7, 300)])),
        max_size=8,
    ),
    st.sampled_from(["lossless", "compact"]),
)
def test_frames_arrive_as_they_are(course, codec):
    encoder, decoder = FrameEncoder(FrameFormat(codec).to_proto()), FrameDecoder()
    for seed, plain, (height, width) in course:
        pixels = drawn(seed, height, width) if plain else noise(seed, height, width)
        arrived = decoder.decode(encoder.encode(pixels, decoder.number))
        np.testing.assert_array_equal(arrived, pixels)
        assert not arrived.flags.writeable


def test_only_rows_that_changed_travel():
    encoder, decoder = FrameEncoder(LOSSLESS), FrameDecoder()
    first = noise(1, 200, 100)
    whole = encoder.encode(first, 0)
    shown = decoder.decode(whole)
    second = first.copy()
    second[50:53, 10] = 0
    frame = encoder.encode(second, decoder.number)
    assert (frame.top, frame.rows, frame.base) == (50, 3, whole.number)
    assert len(frame.data) < len(whole.data) / 20
    np.testing.assert_array_equal(decoder.decode(frame), second)
    np.testing.assert_array_equal(shown, first)
    for same in (second, second.copy()):
        frame = encoder.encode(same, decoder.number)
        assert not frame.data
        assert decoder.decode(frame) is decoder.decode(frame)


def test_a_client_that_lost_a_frame_gets_a_whole_one():
    encoder = FrameEncoder(LOSSLESS)
    lost = noise(1)
    encoder.encode(lost, 0)
    for known in (0, 77):
        decoder = FrameDecoder()
        np.testing.assert_array_equal(decoder.decode(encoder.encode(lost, known)), lost)


@pytest.mark.parametrize("codec", ["jpeg", "webp"])
def test_images_lose_little(codec):
    pixels = cv2.resize(drawn(3), (300, 400), interpolation=cv2.INTER_CUBIC)
    frame = FrameEncoder(FrameFormat(codec, 90).to_proto()).encode(pixels, 0)
    arrived = FrameDecoder().decode(frame)
    assert len(frame.data) < pixels.size / 10
    assert np.abs(arrived.astype(int) - pixels).mean() < 8


@pytest.mark.parametrize(("turns", "shape"), [(0, (20, 15, 3)), (1, (15, 20, 3))])
def test_reduced_frames_are_turned_with_the_screen(turns, shape):
    pixels = drawn(1) if turns == 0 else drawn(1, 30, 40)
    encoder = FrameEncoder(FrameFormat(size=(15, 20)).to_proto())
    assert FrameDecoder().decode(encoder.encode(pixels, 0, turns)).shape == shape


@pytest.mark.parametrize(
    "wanted", [{"codec": "gif"}, {"quality": 0}, {"quality": 101}, {"size": (0, 5)}, {"size": (5, 99999)}]
)
def test_formats_that_cannot_be(wanted):
    with pytest.raises(ValueError, match="frame"):
        FrameFormat(**wanted)


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=40),
    st.sampled_from([0, 1, 2]),
    st.booleans(),
    st.integers(0, 50),
    st.integers(0, 50),
)
def test_what_is_no_frame_is_an_error(data, coding, deflated, top, rows):
    frame = device_pb2.Frame(
        number=1,
        width=30,
        height=40,
        top=top,
        rows=rows,
        coding=coding,
        data=data,
        deflated=deflated,
    )
    with pytest.raises(FrameError):
        FrameDecoder().decode(frame)


def test_a_damaged_frame_is_an_error():
    frame = FrameEncoder(FrameFormat("compact").to_proto()).encode(drawn(1), 0)
    good = frame.data
    for place in range(len(good)):
        frame.data = good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :]
        with pytest.raises(FrameError):
            FrameDecoder().decode(frame)


def test_a_change_without_what_it_builds_on_is_an_error():
    encoder = FrameEncoder(LOSSLESS)
    encoder.encode(drawn(1), 0)
    changed = drawn(1)
    changed[3] = 7
    with pytest.raises(FrameError, match="builds on number 1, and number 0 is here"):
        FrameDecoder().decode(encoder.encode(changed, 1))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="ab<é😀\ud83d", max_size=30), max_size=8))
def test_hierarchies_arrive_as_they_are(texts):
    encoder, decoder = HierarchyEncoder(), HierarchyDecoder()
    for text in texts:
        assert decoder.decode(encoder.encode(text, decoder.number)) == text


def test_only_what_changed_of_a_hierarchy_travels():
    nodes = [f'<node index="{number}" text="row {number * 7919 % 1000}"/>' for number in range(2000)]
    encoder, decoder = HierarchyEncoder(), HierarchyDecoder()
    whole = encoder.encode("".join(nodes), 0)
    first = decoder.decode(whole)
    nodes[1000] = nodes[1000].replace("row", "line")
    changed = encoder.encode("".join(nodes), decoder.number)
    assert len(changed.middle) < 40 < len(whole.middle)
    assert decoder.decode(changed) == "".join(nodes) != first
    same = encoder.encode("".join(nodes), decoder.number)
    assert decoder.decode(same) is decoder.decode(same)
    with pytest.raises(HierarchyTransferError, match="builds on number 1"):
        HierarchyDecoder().decode(changed)


@pytest.mark.parametrize(
    "hierarchy",
    [
        device_pb2.Hierarchy(number=1, middle=b"nothing deflated"),
        device_pb2.Hierarchy(number=1, middle=b""),
        device_pb2.Hierarchy(number=1, front=5, middle=b"x"),
    ],
)
def test_what_is_no_hierarchy_is_an_error(hierarchy):
    with pytest.raises(HierarchyTransferError):
        HierarchyDecoder().decode(hierarchy)


@given(st.text(st.characters(codec=None), max_size=20))
def test_any_text_travels(text):
    assert decode_text(encode_text(text)) == text

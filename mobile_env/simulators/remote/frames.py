"""Encodes frames between a remote device and its client: the changed rows, as runs of equal pixels or as an
image."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from android_env.components import errors
from numpy.typing import NDArray

from mobile_env.phone.ui import images
from mobile_env.proto import device_pb2

Codec = Literal["lossless", "compact", "jpeg", "webp"]

_CODECS: Final[dict[str, device_pb2.FrameFormat.Codec]] = {
    "lossless": device_pb2.FrameFormat.LOSSLESS,
    "compact": device_pb2.FrameFormat.COMPACT,
    "jpeg": device_pb2.FrameFormat.JPEG,
    "webp": device_pb2.FrameFormat.WEBP,
}
_IMAGES: Final = {
    device_pb2.FrameFormat.JPEG: (".jpg", cv2.IMWRITE_JPEG_QUALITY),
    device_pb2.FrameFormat.WEBP: (".webp", cv2.IMWRITE_WEBP_QUALITY),
}
_FASTEST: Final = 1
_LONG_RUN: Final = 255
# If the runs exceed this share of the pixels, run-length coding does not save bytes.
_MOST_RUNS: Final = 0.5
_LARGEST_SIDE: Final = 16_384


class FrameError(errors.SimulatorError):
    """Received data is not a frame, or builds on a frame that the client does not have."""


@dataclass(frozen=True, slots=True)
class FrameFormat:
    """How frames are encoded.

    Attributes:
      codec: lossless (unchanged pixels), compact (unchanged pixels in about half the bytes, but slower; useful on
        networks below about 200 Mbit/s), jpeg or webp.
      quality: quality of jpeg and webp, 1 to 100.
      size: width and height in pixels to which frames are reduced before they are sent, for the screen in its
        natural orientation; None: not reduced.
    """

    codec: Codec = "lossless"
    quality: int = 90
    size: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.codec not in _CODECS:
            raise ValueError(f"no frame codec {self.codec!r} (known: {', '.join(_CODECS)})")
        if not 1 <= self.quality <= 100:
            raise ValueError(f"frame quality {self.quality} is not between 1 and 100")
        if self.size is not None and not all(1 <= side <= _LARGEST_SIDE for side in self.size):
            raise ValueError(f"frame size {self.size} is not between 1 and {_LARGEST_SIDE} pixels a side")

    def to_proto(self) -> device_pb2.FrameFormat:
        """Returns the format as a message."""
        width, height = self.size or (0, 0)
        return device_pb2.FrameFormat(
            codec=_CODECS[self.codec], quality=self.quality, width=width, height=height
        )


class FrameEncoder:
    """Encodes successive frames, as a difference from the previous frame if that is smaller.

    Args:
      form: the format.

    Raises:
      ValueError: the format is invalid.
    """

    def __init__(self, form: device_pb2.FrameFormat) -> None:
        if form.codec in _IMAGES and not 1 <= form.quality <= 100:
            raise ValueError(f"frame quality {form.quality} is not between 1 and 100")
        if max(form.width, form.height) > _LARGEST_SIDE or (not form.width) != (not form.height):
            raise ValueError(f"frames cannot be made {form.width}×{form.height}")
        self._image = _IMAGES.get(form.codec)
        self._deflates = form.codec == device_pb2.FrameFormat.COMPACT
        self._quality = form.quality
        self._size = (form.width, form.height)
        self._number = 0
        self._source: NDArray[np.uint8] | None = None
        self._sent: NDArray[np.uint8] | None = None

    def encode(self, pixels: NDArray[np.uint8], known: int, turns: int = 0) -> device_pb2.Frame:
        """Encodes the next frame for a client.

        Args:
          pixels: uint8 (H, W, 3), RGB, upright; must not change afterwards.
          known: number of the frame that the client received last.
          turns: quarter turns of the screen; the reduced size is turned accordingly.
        """
        base = self._sent if known and known == self._number else None
        if base is not None and pixels is self._source:
            return device_pb2.Frame(number=known, base=known)
        frame = self._reduced(pixels, turns)
        self._source = pixels
        height, width = frame.shape[:2]
        top, bottom = 0, height
        number = known if base is not None and base.shape == frame.shape else 0
        if number and base is not None:
            changed = _changed_rows(base, frame)
            if not changed.size:
                return device_pb2.Frame(number=known, base=known)
            if self._image is None:
                top, bottom = int(changed[0]), int(changed[-1]) + 1
        self._sent = frame
        self._number = max(self._number, known) + 1
        coding, data = self._coded(np.ascontiguousarray(frame[top:bottom]))
        return device_pb2.Frame(
            number=self._number,
            base=0 if self._image is not None else number,
            width=width,
            height=height,
            top=top,
            rows=bottom - top,
            coding=coding,
            data=zlib.compress(data, _FASTEST) if self._deflates else data,
            deflated=self._deflates,
        )

    def _reduced(self, pixels: NDArray[np.uint8], turns: int) -> NDArray[np.uint8]:
        size = self._size if turns % 2 == 0 else self._size[::-1]
        if not all(size) or size == (pixels.shape[1], pixels.shape[0]):
            return pixels
        return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _coded(self, rows: NDArray[np.uint8]) -> tuple[device_pb2.Frame.Coding, bytes]:
        if self._image is not None:
            suffix, quality = self._image
            _, data = cv2.imencode(suffix, cv2.cvtColor(rows, cv2.COLOR_RGB2BGR), [quality, self._quality])
            return device_pb2.Frame.IMAGE, data.tobytes()
        runs = _runs(rows)
        if runs is None:
            return device_pb2.Frame.RAW, rows.tobytes()
        return device_pb2.Frame.RUNS, runs


class FrameDecoder:
    """Decodes frames of a `FrameEncoder`. Remembers the last frame, because the next one may build on it."""

    def __init__(self) -> None:
        self.number = 0
        self._pixels: NDArray[np.uint8] | None = None

    def decode(self, frame: device_pb2.Frame) -> NDArray[np.uint8]:
        """Returns the frame, uint8 (H, W, 3), RGB, read-only; the same array if nothing changed.

        Raises:
          FrameError: the data is not a frame, or builds on a frame that the client does not have.
        """
        if frame.base and (frame.base != self.number or self._pixels is None):
            raise FrameError(f"a frame builds on number {frame.base}, and number {self.number} is here")
        if frame.base and frame.base == frame.number:
            assert self._pixels is not None
            return self._pixels
        shape = (frame.rows, frame.width, 3)
        whole = (frame.height, frame.width, 3)
        if not 0 < max(whole) <= _LARGEST_SIDE or frame.top + frame.rows > frame.height:
            raise FrameError(
                f"no frame is {frame.width}×{frame.height} with {frame.rows} rows at {frame.top}"
            )
        try:
            rows = _decoded(frame, shape)
        except (zlib.error, ValueError, cv2.error) as error:
            raise FrameError(f"a frame cannot be decoded: {error}") from error
        if frame.rows == frame.height:
            pixels = rows
        elif self._pixels is None or self._pixels.shape != whole or not frame.base:
            raise FrameError("a frame holds some rows of a frame that is not here")
        else:
            pixels = self._pixels.copy()
            pixels[frame.top : frame.top + frame.rows] = rows
        pixels.flags.writeable = False
        self.number, self._pixels = frame.number, pixels
        return pixels


def _changed_rows(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Indices of the rows that differ."""
    height = before.shape[0]
    first, second = (np.ascontiguousarray(pixels).reshape(height, -1) for pixels in (before, after))
    if first.shape[1] % 8 == 0 and first.ctypes.data % 8 == 0 and second.ctypes.data % 8 == 0:
        first, second = first.view(np.uint64), second.view(np.uint64)  # compare eight bytes at a time
    return np.flatnonzero((first != second).any(axis=1))


def _runs(rows: NDArray[np.uint8]) -> bytes | None:
    """Encodes rows as runs of equal pixels, row by row; None if there are too many runs.

    The format is little-endian: the number of runs as uint32; one byte per run with its length, or 255 for a
    long run; the lengths of the long runs as uint32; then one byte per run for red, for green, and for blue.
    """
    packed = cv2.cvtColor(rows, cv2.COLOR_RGB2RGBA).view("<u4").reshape(-1)
    ends = np.flatnonzero(packed[1:] != packed[:-1])
    if ends.size > _MOST_RUNS * packed.size:
        return None
    ends = np.append(ends, packed.size - 1)
    lengths = np.diff(ends, prepend=-1)
    colors = packed[ends].view(np.uint8).reshape(-1, 4)[:, :3]
    return b"".join(
        (
            np.array([ends.size], "<u4").tobytes(),
            np.minimum(lengths, _LONG_RUN).astype(np.uint8).tobytes(),
            lengths[lengths >= _LONG_RUN].astype("<u4").tobytes(),
            np.ascontiguousarray(colors.T).tobytes(),
        )
    )


def _decoded(frame: device_pb2.Frame, shape: tuple[int, int, int]) -> NDArray[np.uint8]:
    if frame.coding == device_pb2.Frame.IMAGE:
        image = images.decoded(frame.data, cv2.IMREAD_COLOR, shape[0] * shape[1])
        if image is None or image.shape != shape:
            raise ValueError("it is no image of that size")
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)
    size = shape[0] * shape[1] * shape[2]
    # Valid runs are never larger than this.
    data = _inflated(frame.data, 3 * size + 64) if frame.deflated else frame.data
    if frame.coding == device_pb2.Frame.RAW:
        # A writable copy; it is made read-only before it is returned.
        return np.frombuffer(data, np.uint8).reshape(shape).copy()
    count = int(np.frombuffer(data, "<u4", 1)[0])
    lengths = np.frombuffer(data, np.uint8, count, 4).astype(np.int64)
    long = lengths == _LONG_RUN
    many = int(long.sum())
    lengths[long] = np.frombuffer(data, "<u4", many, 4 + count)
    if int(lengths.sum()) != shape[0] * shape[1]:
        raise ValueError("its runs do not fill it")
    planes = np.frombuffer(data, np.uint8, 3 * count, 4 + count + 4 * many).reshape(3, count)
    colors = np.zeros((count, 4), np.uint8)
    colors[:, :3] = planes.T
    packed = np.repeat(colors.view("<u4").reshape(-1), lengths)
    rgba = packed.view(np.uint8).reshape(shape[0], shape[1], 4)
    return np.asarray(cv2.cvtColor(rgba, cv2.COLOR_RGBA2RGB), np.uint8)


def _inflated(data: bytes, limit: int) -> bytes:
    inflater = zlib.decompressobj()
    inflated = inflater.decompress(data, limit)
    if not inflater.eof:
        raise ValueError("it is too large, or cut")
    return inflated

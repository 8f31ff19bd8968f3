"""Encodes view hierarchies between a remote device and its client, as differences from the previous
hierarchy."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from android_env.components import errors

from mobile_env.proto import device_pb2

_FASTEST: Final = 1
# The window of deflate (RFC 1951).
_WINDOW: Final = 32_768
_LARGEST: Final = 64 << 20


class HierarchyTransferError(errors.SimulatorError):
    """Received data is not a view hierarchy, or builds on a hierarchy that the client does not have."""


class HierarchyEncoder:
    """Encodes successive hierarchies, each as a difference from the previous one."""

    def __init__(self) -> None:
        self._number = 0
        self._sent = ""

    def encode(self, xml: str, known: int) -> device_pb2.Hierarchy:
        """Encodes the next hierarchy for a client.

        Args:
          xml: the whole text.
          known: number of the hierarchy that the client received last.
        """
        base = known if known and known == self._number else 0
        before = self._sent if base else ""
        if base and (xml is before or xml == before):
            return device_pb2.Hierarchy(number=base, base=base)
        front = _common(min(len(before), len(xml)), lambda i, j: before[i:j] == xml[i:j])
        most = min(len(before), len(xml)) - front
        ends = len(before), len(xml)
        back = _common(most, lambda i, j: before[ends[0] - j : ends[0] - i] == xml[ends[1] - j : ends[1] - i])
        dictionary = _dictionary(before, front, back)
        deflater = zlib.compressobj(_FASTEST, zdict=dictionary) if dictionary else zlib.compressobj(_FASTEST)
        middle = deflater.compress(_bytes(xml[front : len(xml) - back])) + deflater.flush()
        self._number = max(self._number, known) + 1
        self._sent = xml
        return device_pb2.Hierarchy(number=self._number, base=base, front=front, back=back, middle=middle)


class HierarchyDecoder:
    """Decodes hierarchies of a `HierarchyEncoder`. Remembers the last hierarchy, because the next one may
    build on it."""

    def __init__(self) -> None:
        self.number = 0
        self._xml = ""

    def decode(self, hierarchy: device_pb2.Hierarchy) -> str:
        """Returns the whole text; the same object if nothing changed.

        Raises:
          HierarchyTransferError: the data is not a hierarchy, or builds on a hierarchy that the client does
            not have.
        """
        if hierarchy.base and hierarchy.base != self.number:
            raise HierarchyTransferError(
                f"a view hierarchy builds on number {hierarchy.base}, and number {self.number} is here"
            )
        if hierarchy.base and hierarchy.base == hierarchy.number:
            return self._xml
        before = self._xml if hierarchy.base else ""
        front, back = hierarchy.front, hierarchy.back
        if front + back > len(before):
            raise HierarchyTransferError("a view hierarchy keeps more than there was before")
        dictionary = _dictionary(before, front, back)
        inflater = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
        try:
            middle = inflater.decompress(hierarchy.middle, _LARGEST).decode("utf-8", "surrogatepass")
        except (zlib.error, UnicodeDecodeError) as error:
            raise HierarchyTransferError(f"a view hierarchy cannot be decoded: {error}") from error
        if not inflater.eof:
            raise HierarchyTransferError("a view hierarchy is too large, or cut")
        self._xml = before[:front] + middle + before[len(before) - back :]
        self.number = hierarchy.number
        return self._xml


def _common(most: int, equal: Callable[[int, int], bool]) -> int:
    """Returns the length of the common prefix, by bisection, because Python compares slices faster than characters.

    Args:
      most: upper limit of the length.
      equal: whether the characters from one index to another are equal.
    """
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if equal(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _dictionary(before: str, front: int, back: int) -> bytes:
    """Returns the old text in the place of the new text, which is the best dictionary for compressing the
    new text."""
    return _bytes(before[front : len(before) - back])[-_WINDOW:]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

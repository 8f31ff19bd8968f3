"""Image bytes as files that the layout engine can open, one a distinct content."""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

import cv2
import numpy as np


@functools.cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="mobile-env-images-")
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    # A forked child shares the folder and must leave it to its maker.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


@functools.lru_cache(maxsize=4096)
def file_url(content: bytes, max_px: int = 0) -> str:
    """A `file:` URL of these bytes; with `max_px`, of the picture scaled down to that many pixels at its longer side.

    Large pictures cost at every paint, so callers give the size at which the picture is shown, where they know it.
    """
    name = hashlib.sha256(content).hexdigest()[:24]
    if max_px:
        name += f"-{max_px}"
    path = _folder() / (name + _suffix(content))
    if not path.exists():
        part = path.with_name(path.name + ".part")
        part.write_bytes(_scaled(content, max_px) if max_px else content)
        part.replace(path)
    return path.as_uri()


def _suffix(content: bytes) -> str:
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return ".png"
    if content[:3] == b"\xff\xd8\xff":
        return ".jpg"
    if content[:4] == b"GIF8":
        return ".gif"
    if content[:4] == b"RIFF":
        return ".webp"
    return ".svg" if b"<svg" in content[:512] else ".bin"


def _scaled(content: bytes, max_px: int) -> bytes:
    suffix = _suffix(content)
    if suffix not in (".png", ".jpg"):
        return content
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or max(picture.shape[:2]) <= max_px * 1.25:
        return content
    ratio = max_px / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * ratio)), max(1, round(picture.shape[0] * ratio)))
    done, data = cv2.imencode(suffix, cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return data.tobytes() if done else content

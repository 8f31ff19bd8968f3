"""Image files that authors give: what can be read, and what is refused in which words."""

import cv2
import numpy as np
import pytest

from mobile_env.signals.icons.conformance import draw
from mobile_env.signals.icons.drawings import DrawingError, paint, read_drawing

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>'


def write(path, pixels):
    assert cv2.imwrite(str(path), pixels)
    return path


def test_a_png_keeps_its_colours_and_alpha(tmp_path):
    pixels = np.zeros((20, 30, 4), np.uint8)
    pixels[5:15, 5:15] = (10, 20, 30, 200)
    read = read_drawing(write(tmp_path / "icon.png", pixels))
    assert read.shape == (20, 30, 4)
    assert read[8, 8].tolist() == [30, 20, 10, 200]
    assert read[0, 0, 3] == 0


@pytest.mark.parametrize("end", ["png", "jpg", "webp"])
def test_pictures_without_alpha_are_opaque(tmp_path, end):
    pixels = np.full((20, 20, 3), 255, np.uint8)
    pixels[5:15, 5:15] = 0
    read = read_drawing(write(tmp_path / f"icon.{end}", pixels))
    assert (read[..., 3] == 255).all()
    assert read[10, 10, 0] < 20 and read[1, 1, 0] > 235


def test_grey_and_16_bit_pictures_are_read(tmp_path):
    grey = np.full((20, 20), 250, np.uint8)
    grey[5:15, 5:15] = 3
    assert read_drawing(write(tmp_path / "grey.png", grey))[10, 10].tolist() == [3, 3, 3, 255]
    deep = grey.astype(np.uint16) * 257
    assert read_drawing(write(tmp_path / "deep.png", deep))[10, 10].tolist() == [3, 3, 3, 255]


@pytest.mark.parametrize(
    "source",
    [
        SVG,
        SVG.replace('viewBox="0 0 24 24"', 'width="24" height="24px"'),
        SVG.replace("<svg ", "<svg width='100%' height='100%' "),
        f'<?xml version="1.0"?>\n<!-- icon -->\n{SVG}',
    ],
)
def test_an_svg_is_painted(tmp_path, source):
    (tmp_path / "icon.svg").write_text(source)
    alpha = read_drawing(tmp_path / "icon.svg")[..., 3]
    side = len(alpha)
    assert alpha[side // 2, side // 2] == 255 and alpha[2, 2] == 0
    assert (alpha > 127).mean() == pytest.approx((16 / 24) ** 2, abs=0.02)


def test_several_svgs_are_painted_apart():
    small = SVG.replace("M4 4h16v16H4z", "M10 10h4v4h-4z")
    first, second = paint([SVG, small], 48)
    assert (first[..., 3] > 127).sum() == 32 * 32
    assert (second[..., 3] > 127).sum() == 8 * 8


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("text.png", b"hello", "is not an image"),
        ("empty.png", b"", "is not an image"),
        ("cut.svg", b"<svg viewBox='0 0 24 24'>", "not well-formed"),
        ("page.svg", b"<html><svg viewBox='0 0 24 24'/></html>", "not <svg>"),
        ("unsized.svg", b"<svg><path d='M0 0h9v9z'/></svg>", "has no size"),
        ("latin.svg", b"<svg>\xe9</svg>", "not well-formed"),
        ("blank.svg", b"<svg viewBox='0 0 24 24'></svg>", "shows nothing"),
    ],
)
def test_files_that_cannot_be_used_are_refused(tmp_path, name, content, what):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DrawingError, match=what) as caught:
        read_drawing(tmp_path / name)
    assert name in str(caught.value) and caught.value.mend


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(DrawingError, match="cannot be read") as caught:
        read_drawing(tmp_path / "none.png")
    assert "relative to the task file" in caught.value.mend
    with pytest.raises(DrawingError, match="is a folder"):
        read_drawing(tmp_path)


def test_a_picture_of_one_colour_shows_nothing(tmp_path):
    with pytest.raises(DrawingError, match="shows nothing"):
        read_drawing(write(tmp_path / "plain.png", np.full((20, 20, 3), 80, np.uint8)))
    transparent = draw("close")[..., [2, 1, 0, 3]].copy()
    transparent[..., 3] = 0
    with pytest.raises(DrawingError, match="shows nothing"):
        read_drawing(write(tmp_path / "clear.png", transparent))

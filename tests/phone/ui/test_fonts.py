"""Pixels do not depend on the fonts of the machine, and scripts beside Latin are drawn."""

import os
import subprocess
import sys

import pytest

from mobile_env.phone.ui.blitz_painter import BlitzPainter

_PAINT = """
import hashlib
{first}
from mobile_env.phone.ui.blitz_painter import BlitzPainter
page = BlitzPainter("<p>שלום ไทย → ✓ 😀 日本</p>", "", 300, 60, 1.0, "#fff")
print(hashlib.sha256(page.rgba().tobytes()).hexdigest())
"""
_ICON_FIRST = """
from mobile_env.signals.icons.drawings import paint
paint(['<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'])
"""


def test_pixels_are_the_same_whatever_fonts_the_machine_has(tmp_path):
    none = tmp_path / "none.conf"
    none.write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    painted = [
        subprocess.run(
            [sys.executable, "-c", _PAINT.format(first=first)],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for first, environment in (
            ("", {}),
            ("", {"FONTCONFIG_FILE": str(none)}),
            (_ICON_FIRST, {}),
            (_ICON_FIRST, {"FONTCONFIG_FILE": str(none)}),
        )
    ]
    assert len(set(painted)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("שלום", "אבגד"), ("😀", "🎉"), ("ไทย", "กขค"), ("汉字", "日本"), ("한국", "서울"), ("✓", "★")],
)
def test_other_scripts_are_drawn_and_not_boxes(one, other):
    first, second = (BlitzPainter(f"<p>{text}</p>", "", 100, 60, 1.0, "#fff").rgba() for text in (one, other))
    assert (first != second).any()

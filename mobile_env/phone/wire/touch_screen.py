"""Input by finger and mouse, at positions in the device's natural orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mobile_env.phone.wire.control.natural import upright_position

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


def put_finger(phone: Phone, x: int, y: int) -> bool:
    """Puts the finger on a pixel of the natural orientation. Outside the screen, does nothing and returns
    False."""
    turns = phone.orientation
    natural = phone.display if turns % 2 == 0 else phone.display.rotated()
    if not (0 <= x <= natural.width_px and 0 <= y <= natural.height_px):
        return False
    # The middle of the pixel. A position of 1.0, as AndroidEnv scales it, is one beyond the last.
    right, down = min(1.0, (x + 0.5) / natural.width_px), min(1.0, (y + 0.5) / natural.height_px)
    right, down = upright_position(right, down, turns)
    phone.touch(right * phone.display.width_px, down * phone.display.height_px)
    return True


def use_mouse(phone: Phone, x: int, y: int, buttons: int) -> None:
    """Treats the primary button of a mouse (bit 0 of `buttons`) as the finger."""
    if buttons & 1:
        put_finger(phone, x, y)
    elif phone.state.finger is not None:
        phone.lift()

"""Draws the pictures of the README from the embedded phone itself: `make pictures`."""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from mobile_env.phone import Display, Phone
from mobile_env.phone.state.intents import ACTION_VIEW, FLAG_ACTIVITY_NEW_TASK, Intent
from mobile_env.replay.content import fetcher_for

PICTURE = Path(__file__).parent / "phone.png"
_MAIN = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"


def _open(phone: Phone, path: str) -> np.ndarray:
    url = f"https://www.wikihow.com/{path}"
    phone.activities.start(Intent(ACTION_VIEW, url, component=_MAIN, flags=FLAG_ACTIVITY_NEW_TASK))
    return phone.screenshot()


def draw() -> bytes:
    """Four screens side by side, as PNG."""
    phone = Phone(Display(720, 1280, 320), fetch=fetcher_for("wikihow", seed=0))
    screens = [phone.screenshot(), _open(phone, "Main-Page")]
    phone.shell("input tap 620 100")
    phone.type_text("lobster tails")
    screens.append(phone.screenshot())
    screens.append(_open(phone, "Bake-Lobster-Tails"))
    width, height, gap = 240, 427, 12
    sheet = np.full((height, 4 * width + 3 * gap, 3), 255, np.uint8)
    for place, screen in enumerate(screens):
        left = place * (width + gap)
        sheet[:, left : left + width] = cv2.resize(screen, (width, height), interpolation=cv2.INTER_AREA)
    encoded, data = cv2.imencode(
        ".png", cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 9]
    )
    assert encoded
    return data.tobytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="say whether the picture is stale; write nothing"
    )
    check = parser.parse_args().check
    picture = draw()
    if not check:
        PICTURE.write_bytes(picture)
    elif not PICTURE.exists() or PICTURE.read_bytes() != picture:
        print(f"{PICTURE.name} is stale: run `make pictures`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

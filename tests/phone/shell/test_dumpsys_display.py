"""`dumpsys display`, `window`, `power` and `SurfaceFlinger`, as programs parse them."""

import re

import pytest

from mobile_env.phone import Display, Phone

# The patterns of adbutils (shell.py) and of older uiautomator clients.
VIEWPORT = re.compile(
    r"DisplayViewport\{.*?valid=true, .*?orientation=(\d+), .*?deviceWidth=(\d+), deviceHeight=(\d+)"
)


@pytest.fixture(scope="module")
def small() -> Phone:
    return Phone(Display(360, 640, 160))


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_the_viewport_is_turned_with_the_screen(small, turns) -> None:
    phone = small.fork()
    phone.set_rotation(turns)
    width, height = (640, 360) if turns % 2 else (360, 640)
    text = phone.shell("dumpsys display").stdout.decode()
    assert re.search(r"orientation=(\d+)", text)[1] == str(turns)
    assert VIEWPORT.search(text).groups() == (str(turns), str(width), str(height))
    assert f"real {width} x {height}" in text
    assert f"rotation {turns}, state ON" in text
    assert "mStableDisplaySize=Point(360, 640)" in text
    assert "DisplayDeviceInfo" in text
    displays = phone.shell("dumpsys window displays").stdout.decode()
    assert f"init=360x640 160dpi cur={width}x{height} app={width}x{height} rng=360x360-640x640" in displays
    assert f"mCurrentRotation=ROTATION_{turns * 90}" in displays
    assert f"mUserRotationMode=USER_ROTATION_LOCKED mUserRotation=ROTATION_{turns * 90}" in displays


def test_the_screen_is_on(sh) -> None:
    text = sh("dumpsys power")
    assert "mWakefulness=Awake" in text
    assert "mHoldingDisplaySuspendBlocker=true" in text
    assert "mScreenState=ON" in sh("dumpsys display")


def test_the_display_has_the_id_that_screencap_takes(sh) -> None:
    (number,) = re.findall(r"Display (\d+) \(HWC display 0\)", sh("dumpsys SurfaceFlinger --display-id"))
    assert f"uniqueId='local:{number}'" in sh("dumpsys display")
    assert sh.phone.shell(f"screencap -p -d {number}").stdout.startswith(b"\x89PNG")

"""The methods of uiautomator2's JSON-RPC server (com.wetest.uia2.stub.AutomatorService, u2.jar 0.4.1)."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.shell import gestures
from mobile_env.phone.wire.uiautomator2.objects import STEP_MS, Objects
from mobile_env.phone.wire.uiautomator2.windows import dump_windows

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

Method = Callable[..., Any]
"""Called with the phone and the parameters; what it returns is the result."""

_DEEPEST: Final = 50
_FLING_STEPS: Final = 5
_SCROLL_STEPS: Final = 55
_KEYS: Final = {
    "home": "HOME",
    "back": "BACK",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "center": "DPAD_CENTER",
    "menu": "MENU",
    "search": "SEARCH",
    "enter": "ENTER",
    "delete": "DEL",
    "del": "DEL",
    "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP",
    "volume_down": "VOLUME_DOWN",
    "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA",
    "power": "POWER",
}
_CTRL_ON: Final = 0x1000
_TURNS: Final = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3}


class AutomatorService:
    """Holds what the server remembers between calls: named objects and the toast that was shown last."""

    def __init__(self) -> None:
        self._objects = Objects()
        self._toast: str | None = None
        self._seen_toast = -1
        objects = self._objects
        self.methods: Mapping[str, Method] = {
            # The device.
            "ping": lambda phone: "pong",
            "deviceInfo": _device_info,
            "dumpWindowHierarchy": _dump,
            "takeScreenshot": _screenshot,
            "click": self._click,
            "swipe": self._swipe,
            "drag": _drag,
            "swipePoints": _swipe_points,
            "injectInputEvent": _inject,
            "pressKey": _press_key,
            "pressKeyCode": _press_code,
            "wakeUp": lambda phone: phone.key("WAKEUP"),
            "sleep": lambda phone: phone.key("SLEEP"),
            "isScreenOn": lambda phone: True,
            "setOrientation": _set_orientation,
            "freezeRotation": _freeze_rotation,
            # The phone has neither a notification shade nor quick settings yet.
            "openNotification": lambda phone: False,
            "openQuickSettings": lambda phone: False,
            "setClipboard": lambda phone, label, text: phone.service(ClipboardService).copy(str(text or "")),
            "getClipboard": lambda phone: phone.service(ClipboardService).text or None,
            "pasteClipboard": lambda phone: phone.chord(("CTRL_LEFT", "V")),
            "clearInputText": _clear_input,
            "getLastToast": lambda phone, *age: self._toast,
            "clearLastToast": self._forget_toast,
            "makeToast": _make_toast,
            # The server hears accessibility events of reading aloud; no app of the phone sends any.
            "getLastTraversedText": lambda phone: None,
            "clearLastTraversedText": lambda phone: None,
            "launchApp": _launch,
            "waitForIdle": lambda phone, *limit: None,
            # Objects.
            "exist": objects.exist,
            "count": objects.count,
            "objInfo": objects.info,
            "objInfoOfAllInstances": objects.infos,
            "getText": objects.text,
            "setText": objects.set_text,
            "clearTextField": objects.clear_text,
            "longClick": objects.long_click,
            "dragTo": objects.drag_to,
            "gesture": objects.two_fingers,
            "pinchIn": objects.two_fingers,
            "pinchOut": objects.two_fingers,
            "scrollForward": self._scroller(forward=True, steps=_SCROLL_STEPS),
            "scrollBackward": self._scroller(forward=False, steps=_SCROLL_STEPS),
            "flingForward": self._scroller(forward=True, steps=_FLING_STEPS),
            "flingBackward": self._scroller(forward=False, steps=_FLING_STEPS),
            "scrollToEnd": self._to_end(forward=True, steps=_SCROLL_STEPS),
            "scrollToBeginning": self._to_end(forward=False, steps=_SCROLL_STEPS),
            "flingToEnd": self._to_end(forward=True, steps=_FLING_STEPS),
            "flingToBeginning": self._to_end(forward=False, steps=_FLING_STEPS),
            "scrollTo": objects.scroll_into_view,
            "childByText": self._child_by_text,
            "childByDescription": self._child_by_description,
            "childByInstance": objects.child_by_instance,
        }

    def exists(self, phone: Phone, target: Any) -> bool:
        """Whether an object is there now, for those who wait for it."""
        return self._objects.exist(phone, target)

    def notice(self, phone: Phone) -> None:
        """Remembers a toast that is shown; called whenever something was done to the phone."""
        for window in phone.state.windows:
            if window.kind == "toast" and window.id != self._seen_toast:
                self._seen_toast = window.id
                self._toast = str(window.context.get("text", ""))

    def _forget_toast(self, phone: Phone) -> None:
        self._toast = None

    # Methods that take a point or an object.

    def _click(self, phone: Phone, target: Any, *rest: Any) -> bool:
        if isinstance(target, dict | str):
            return self._objects.click(phone, target, *rest)
        x, hold_ms = int(target), int(rest[1]) if len(rest) > 1 else 0
        y = int(rest[0])
        if x < 0 or y < 0:
            return False
        gestures.press(phone, x, y, hold_ms=hold_ms)
        return True

    def _swipe(self, phone: Phone, target: Any, *rest: Any) -> bool:
        if isinstance(target, dict | str):
            return self._objects.swipe(phone, target, *rest)
        y0, x1, y1, steps = rest
        gestures.drag(phone, ((float(target), float(y0)), (float(x1), float(y1))), int(steps) * STEP_MS)
        return True

    def _scroller(self, *, forward: bool, steps: int) -> Method:
        def scroll(phone: Phone, target: Any, vertical: bool = True, count: int = steps) -> bool:
            return self._objects.scroll(phone, target, vertical, count, forward=forward)

        return scroll

    def _to_end(self, *, forward: bool, steps: int) -> Method:
        def scroll(phone: Phone, target: Any, vertical: bool, most: int, count: int = steps) -> bool:
            return self._objects.scroll_to(phone, target, vertical, count, most, forward=forward)

        return scroll

    def _child_by_text(
        self, phone: Phone, target: Any, child: Any, text: str, scroll: bool | None = None
    ) -> str:
        wanted = f'text= "{text}"'
        return self._objects.child_by(
            phone, target, child, lambda node: node.node.text == text, wanted, scroll=scroll
        )

    def _child_by_description(
        self, phone: Phone, target: Any, child: Any, text: str, scroll: bool | None = None
    ) -> str:
        wanted = f'description= "{text}"'
        return self._objects.child_by(
            phone, target, child, lambda node: node.node.description == text, wanted, scroll=scroll
        )


def _device_info(phone: Phone) -> dict[str, Any]:
    display, properties = phone.display, phone.state.properties
    return {
        "currentPackageName": phone.activities.foreground.package,
        "displayHeight": display.height_px,
        "displayRotation": phone.orientation,
        "displaySizeDpX": round(display.width_px / display.scale),
        "displaySizeDpY": round(display.height_px / display.scale),
        "displayWidth": display.width_px,
        "naturalOrientation": phone.orientation in (0, 2),
        "productName": properties.get("ro.product.name"),
        "screenOn": True,
        "sdkInt": int(properties.get("ro.build.version.sdk")),
    }


def _dump(phone: Phone, compressed: bool = False, depth: int | None = _DEEPEST, active: bool = False) -> str:
    most = _DEEPEST if depth is None else int(depth)
    return dump_windows(phone, compressed=bool(compressed), max_depth=most, only_active=bool(active))


def jpeg(phone: Phone, scale: float, quality: int) -> bytes:
    """The screen as JPEG; `scale` in (0, 1], `quality` 1 to 100."""
    import cv2

    pixels = cv2.cvtColor(phone.screenshot(), cv2.COLOR_RGB2BGR)
    if 0 < scale < 1:
        height, width = pixels.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    done, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, max(1, min(int(quality), 100))])
    if not done:
        raise OSError("the screen could not be encoded as JPEG")
    return encoded.tobytes()


def _screenshot(phone: Phone, scale: float = 1.0, quality: int = 80) -> str:
    return base64.b64encode(jpeg(phone, float(scale), quality)).decode()


def _drag(phone: Phone, x0: float, y0: float, x1: float, y1: float, steps: int) -> bool:
    line = ((float(x0), float(y0)), (float(x1), float(y1)))
    gestures.drag(phone, line, int(steps) * STEP_MS, hold_ms=gestures.LONG_PRESS_MS)
    return True


def _swipe_points(phone: Phone, numbers: Sequence[float], steps: int) -> bool:
    points = [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=False)][:1000]
    if len(points) < 2:
        return False
    gestures.drag(phone, points, int(steps) * STEP_MS)
    return True


def _inject(phone: Phone, action: int, x: float, y: float, meta: int = 0) -> bool:
    down, up, move = 0, 1, 2
    if action in (down, move):
        gestures.touch(phone, float(x), float(y))
    elif action == up:
        finger = phone.state.finger
        if finger is not None and (finger.x, finger.y) != (x, y):
            gestures.touch(phone, float(x), float(y))
        phone.lift()
    return action in (down, up, move)


def _press_key(phone: Phone, name: str) -> bool:
    key = _KEYS.get(str(name).lower())
    if key is not None:
        phone.key(key)
    return key is not None


def _press_code(phone: Phone, code: int, meta: int = 0) -> bool:
    if int(meta) & _CTRL_ON:
        phone.chord(("CTRL_LEFT", int(code)))
        return True
    try:
        phone.key(int(code))
    except ValueError:
        phone.wait()  # Android injects codes that it does not know; nothing listens to them
    return True


def _set_orientation(phone: Phone, name: str) -> None:
    turns = _TURNS.get(str(name).lower())
    if turns is not None:
        phone.set_rotation(turns)


def _freeze_rotation(phone: Phone, freeze: bool = True) -> None:
    if freeze:
        phone.set_rotation(phone.orientation)
    else:
        phone.state.settings.put("system", "accelerometer_rotation", "1")


def _clear_input(phone: Phone) -> None:
    phone.chord(("CTRL_LEFT", "A"))
    phone.key("DEL")


def _make_toast(phone: Phone, text: str, duration_ms: float = 0) -> bool:
    phone.windows.toast("android", str(text))
    return True


def _launch(phone: Phone, package: str) -> bool:
    intent = phone.packages.launch_intent(str(package))
    if intent is not None:
        phone.activities.start(intent)
    return intent is not None

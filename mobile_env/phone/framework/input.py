"""Input dispatch: touches become taps, long presses, drags and flings; keys become what Android makes of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mobile_env.phone.framework.keycodes import key_name, printable
from mobile_env.phone.framework.scrolling import fling_distance
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.state.touch import Clicks, Finger, Touch
from mobile_env.phone.ui.accessibility_events import click_event

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.ui.elements import Element
    from mobile_env.phone.ui.screen import Hit

TOUCH_SLOP_DP = 8.0
LONG_PRESS_US = 500_000
SWIPE_DP = 56.0
"""How far a finger goes sideways to have swiped."""

# Windows that a dialog or popup keeps touches from; the bars and the keyboard go on working beside it.
_MODAL_OVER = ("activity", "dialog", "popup")


class InputDispatcher:
    """Turns a finger's positions and keys into calls of handlers. Coordinates are pixels of the screen."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    # Touch.

    def touch(self, x: float, y: float) -> None:
        """The finger comes down, moves, or stays."""
        state = self._phone.state
        if state.finger is None:
            state.part(Touch).set(Finger(x, y, state.clock.now_us, x, y, state.clock.now_us))
            return
        self._move(state.finger, x, y)

    def _move(self, finger: Finger, x: float, y: float) -> None:
        state = self._phone.state
        scale = self._phone.display.scale
        seconds = max(1, state.clock.now_us - finger.moved_us) / 1e6
        velocity = ((x - finger.x) / scale / seconds, (y - finger.y) / scale / seconds)
        finger = replace(finger, x=x, y=y, moved_us=state.clock.now_us, velocity=velocity)
        if finger.gesture == "press":
            dx, dy = (x - finger.down_x) / scale, (y - finger.down_y) / scale
            if max(abs(dx), abs(dy)) > TOUCH_SLOP_DP:
                finger = self._begin_drag(finger, "vertical" if abs(dy) >= abs(dx) else "horizontal")
            elif state.clock.now_us - finger.down_us >= LONG_PRESS_US:
                finger = replace(finger, gesture="held")
                if self._long_press(finger):
                    finger = replace(finger, gesture="done")
        state.part(Touch).set(finger)
        if finger.gesture == "drag":
            self._drag(finger)
        elif finger.gesture == "seek":
            self._seek(finger)

    def _begin_drag(self, finger: Finger, axis: str) -> Finger:
        hit = self._phone.screen.hit(finger.down_x, finger.down_y)
        if hit is not None and axis == "horizontal" and _slider(hit) is not None:
            return replace(finger, gesture="seek")
        scroller = self._phone.screen.scroller(hit, axis) if hit else None
        if hit is None or scroller is None:
            return replace(finger, gesture="slide")
        key = scroller.scroll_key
        origin = self._phone.scrolling.get(hit.window, key)
        return replace(finger, gesture="drag", scroller=(hit.window, key, axis), origin=origin)

    def _drag(self, finger: Finger) -> None:
        assert finger.scroller is not None
        window, key, axis = finger.scroller
        moved = finger.y - finger.down_y if axis == "vertical" else finger.x - finger.down_x
        self._phone.scrolling.set_within(window, key, finger.origin - moved / self._phone.display.scale)

    def lift(self) -> None:
        """The finger leaves the screen: a tap acts, a drag flings and settles."""
        finger = self._phone.state.finger
        if finger is None:
            return
        self._phone.state.part(Touch).set(None)
        if finger.gesture in ("press", "held"):
            self._tap(finger)
        elif finger.gesture == "slide":
            self._swipe(finger)
        elif finger.gesture == "drag" and finger.scroller is not None:
            window, key, axis = finger.scroller
            velocity = finger.velocity[1 if axis == "vertical" else 0]
            carried = fling_distance(velocity)
            if carried:
                self._phone.scrolling.set_within(
                    window, key, self._phone.scrolling.get(window, key) - carried
                )

    def _swipe(self, finger: Finger) -> None:
        """A finger went sideways over what takes swipes (`swipe_left`, `swipe_right`) and does not scroll."""
        dx = (finger.x - finger.down_x) / self._phone.display.scale
        dy = (finger.y - finger.down_y) / self._phone.display.scale
        hit = self._phone.screen.hit(finger.down_x, finger.down_y)
        if hit is None or abs(dx) < max(SWIPE_DP, abs(dy)):
            return
        gesture = "swipe_left" if dx < 0 else "swipe_right"
        target = next((element for element in hit.path if gesture in element.attributes), None)
        if target is not None:
            self._phone.handle(hit.window, target, gesture)

    def _seek(self, finger: Finger) -> None:
        """Sets the slider under a finger to where the finger is; its ends reach the first and last value exactly."""
        hit = self._phone.screen.hit(finger.down_x, finger.down_y)
        slider = _slider(hit) if hit is not None else None
        bounds = self._phone.screen.bounds(slider) if slider is not None else None
        owner = self._phone.owner(hit.window) if hit is not None else None
        if slider is None or bounds is None or owner is None:
            return
        margin = TOUCH_SLOP_DP * self._phone.display.scale
        room = max(1.0, bounds[2] - bounds[0] - 2 * margin)
        share = max(0.0, min(1.0, (finger.x - bounds[0] - margin) / room))
        low, high = (
            float(slider.attributes.get(name, default)) for name, default in (("min", "0"), ("max", "100"))
        )
        value = round(low + share * (high - low))
        activity = self._phone.activities.behaviour(owner)
        self._phone.activities.call(owner.package, activity.set_bound, slider.bind, value)
        if named := slider.handler("seek"):
            self._phone.activities.dispatch(owner, named, *slider.arguments, value)

    def _tap(self, finger: Finger) -> None:
        hit = self._phone.screen.hit(finger.x, finger.y)
        top = self._phone.windows.top()
        outside = top is not None and not self._inside(hit, top.window)
        if top is not None and outside and (hit is None or hit.window.partition(":")[0] in _MODAL_OVER):
            self._phone.windows.cancel(top)
            return
        if hit is None:
            return
        target = next((e for e in hit.path if e.attributes.get("enabled") != "false" and _clicks(e)), None)
        if target is not None and target is _slider(hit):
            self._seek(finger)
        elif target is not None:
            self._phone.state.part(Clicks).add(target, click_event(target))
            self._click(hit.window, target)

    def _inside(self, hit: "Hit | None", window: str) -> bool:
        """Whether a hit is on what a dialog or popup shows: in its window, and on more than the root that fills it."""
        return hit is not None and hit.window == window and len(hit.path) > 1

    def _click(self, window: str, element: "Element") -> None:
        attributes = element.attributes
        if element.bind and element.editable:
            select_all = attributes.get("select_all_on_focus") == "true"
            self._phone.text.focus(window, element.bind, select_all=select_all)
        elif element.bind and "click" not in attributes:
            self._toggle(window, element.bind)
        if "click" in attributes:
            self._phone.handle(window, element, "click")

    def _toggle(self, window: str, bind: str) -> None:
        owner = self._phone.owner(window)
        if owner is not None:
            activity = self._phone.activities.behaviour(owner)
            self._phone.activities.call(owner.package, activity.set_bound, bind, not activity.bound(bind))

    def _long_press(self, finger: Finger) -> bool:
        hit = self._phone.screen.hit(finger.down_x, finger.down_y)
        if hit is None:
            return False
        target = next((e for e in hit.path if "long_click" in e.attributes), None)
        if target is None:
            return False
        self._phone.handle(hit.window, target, "long_click")
        return True

    # Keys.

    def key(self, key: str | int) -> None:
        """Presses a key, by Android's name ("BACK", "KEYCODE_BACK") or code; ValueError for an unknown one."""
        name = key_name(key)
        handler = _KEYS.get(name)
        if handler is not None:
            handler(self._phone)
        elif (character := printable(name)) is not None:
            self._phone.text.insert(character)

    def chord(self, keys: Sequence[str | int]) -> None:
        """The last key while the others are down: fields know Ctrl with A, C, V and X (android.widget.TextView)."""
        try:
            *held, last = [key_name(key) for key in keys]
        except ValueError:
            return  # KEYCODE_UNKNOWN
        if "CTRL_LEFT" not in held and "CTRL_RIGHT" not in held:
            self.key(last)
        elif last in _CTRL_KEYS:
            _CTRL_KEYS[last](self._phone)


def _slider(hit: "Hit") -> "Element | None":
    """The slider that a hit is on."""
    return next((e for e in hit.path if e.tag == "SeekBar" and e.bind and e.enabled), None)


def _clicks(element: "Element") -> bool:
    return "click" in element.attributes or ("bind" in element.attributes)


def _back(phone: "Phone") -> None:
    if phone.state.keyboard.shown:
        phone.text.hide_keyboard()
        return
    top = phone.windows.top()
    if top is not None:
        phone.windows.cancel(top)
    else:
        phone.activities.back()


_CTRL_KEYS = {
    "A": lambda phone: phone.text.select_all(),
    "C": lambda phone: phone.text.copy(),
    "V": lambda phone: phone.text.insert(phone.service(ClipboardService).text),
    "X": lambda phone: phone.text.copy(cut=True),
}
_KEYS = {
    "BACK": _back,
    "ESCAPE": _back,
    "HOME": lambda phone: phone.activities.home(),
    "APP_SWITCH": lambda phone: phone.activities.previous(),
    "ENTER": lambda phone: phone.text.enter(),
    "NUMPAD_ENTER": lambda phone: phone.text.enter(),
    "SEARCH": lambda phone: phone.text.enter(),
    "DEL": lambda phone: phone.text.delete(),
    "FORWARD_DEL": lambda phone: phone.text.delete(forward=True),
    "CLEAR": lambda phone: phone.text.clear(),
    "COPY": lambda phone: phone.text.copy(),
    "CUT": lambda phone: phone.text.copy(cut=True),
    "PASTE": lambda phone: phone.text.insert(phone.service(ClipboardService).text),
    "DPAD_LEFT": lambda phone: phone.text.move_caret(-1),
    "DPAD_RIGHT": lambda phone: phone.text.move_caret(1),
    "MOVE_HOME": lambda phone: phone.text.move_caret(to="start"),
    "MOVE_END": lambda phone: phone.text.move_caret(to="end"),
}

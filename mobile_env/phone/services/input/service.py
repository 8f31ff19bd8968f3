"""Input dispatch: touches become taps, long presses, drags and flings; keys become what Android makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from mobile_env.phone.kernel.components import Component, Components
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input.keycodes import key_name, printable
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.window import WindowService, fling_distance
from mobile_env.phone.state.touch import Clicks, Finger, Touch
from mobile_env.phone.ui.accessibility_events import click_event
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.screen import Hit

PRIMITIVE_SECONDS: Final = 1 / 15
"""How far one primitive action moves the phone's clock."""
TOUCH_SLOP_DP = 8.0
LONG_PRESS_US = 500_000
SWIPE_DP = 56.0
"""How far a finger goes to have swiped."""

# Windows that a dialog or popup keeps touches from; the bars and the keyboard go on working beside it.
_MODAL_OVER = ("activity", "dialog", "popup")


class InputService(Service):
    """Turns a finger's positions and keys into calls of handlers. Coordinates are pixels of the screen."""

    name = "input"

    @property
    def _display(self) -> DisplayService:
        return self.kernel.service(DisplayService)

    @property
    def _windows(self) -> WindowService:
        return self.kernel.service(WindowService)

    @property
    def _text(self) -> InputMethodService:
        return self.kernel.service(InputMethodService)

    def _component(self, window: str) -> Component | None:
        """Who answers for a window."""
        return self.kernel.lent(Components).of(window)

    # Primitive actions. Each moves the clock by 1/15 s, with what becomes due; then it acts; then what is due at once.

    def touch(self, x: float, y: float) -> None:
        """A finger comes down at (x, y), or moves there, or stays; ValueError outside the screen."""
        display = self._display.display
        if not (0 <= x <= display.width_px and 0 <= y <= display.height_px):
            raise ValueError(
                f"touch at ({x}, {y}) is outside the screen of {display.width_px}×{display.height_px} pixels"
            )
        self._act(self._touch, min(x, display.width_px - 1), min(y, display.height_px - 1))

    def lift(self) -> None:
        """The finger leaves the screen. What it caused has settled when this returns."""
        self._act(self._lift)

    def wait(self) -> None:
        """Nothing is done; a finger that is down stays where it is."""
        self._act(self._stay)

    def type_text(self, text: str) -> None:
        """Types text into the focused field, as a keyboard would; a line feed is ENTER, a tab types nothing."""
        self._act(self._text.insert, text.replace("\t", ""))

    def key(self, key: str | int) -> None:
        """Presses a key by Android's name or code; ValueError for an unknown one."""
        self._act(self.press, key)

    def chord(self, keys: Sequence[str | int]) -> None:
        """Presses keys by name or code, the last one while the others are down; unknown ones do nothing."""
        self._act(self._chord, keys)

    @property
    def display(self) -> Display:
        """The display as it is held now."""
        return self._display.display

    def cancel_touch(self) -> None:
        """The gesture under way comes to nothing: the finger is gone."""
        self.kernel.part(Touch).set(None)
        self.wait()

    def _act(self, act: Callable[..., None], *args: Any) -> None:
        self.kernel.advance(PRIMITIVE_SECONDS)
        act(*args)
        self.kernel.advance(0)

    # Touch.

    def _stay(self) -> None:
        finger = self.kernel.state.finger
        if finger is not None:
            self._touch(finger.x, finger.y)

    def _touch(self, x: float, y: float) -> None:
        """The finger comes down, moves, or stays."""
        state = self.kernel.state
        if state.finger is None:
            state.part(Touch).set(Finger(x, y, state.clock.now_us, x, y, state.clock.now_us))
            return
        self._move(state.finger, x, y)

    def _move(self, finger: Finger, x: float, y: float) -> None:
        state = self.kernel.state
        scale = self._display.display.scale
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
        hit = self._display.screen.hit(finger.down_x, finger.down_y)
        if hit is not None and axis == "horizontal" and _slider(hit) is not None:
            return replace(finger, gesture="seek")
        scroller = self._display.screen.scroller(hit, axis) if hit else None
        if hit is None or scroller is None:
            return replace(finger, gesture="slide")
        key = scroller.scroll_key
        origin = self._windows.scrolling.get(hit.window, key)
        return replace(finger, gesture="drag", scroller=(hit.window, key, axis), origin=origin)

    def _drag(self, finger: Finger) -> None:
        assert finger.scroller is not None
        window, key, axis = finger.scroller
        moved = finger.y - finger.down_y if axis == "vertical" else finger.x - finger.down_x
        self._windows.scrolling.set_within(window, key, finger.origin - moved / self._display.display.scale)

    def _lift(self) -> None:
        """The finger leaves the screen: a tap acts, a drag flings and settles."""
        finger = self.kernel.state.finger
        if finger is None:
            return
        self.kernel.state.part(Touch).set(None)
        if finger.gesture in ("press", "held"):
            self._tap(finger)
        elif finger.gesture == "slide":
            self._swipe(finger)
        elif finger.gesture == "drag" and finger.scroller is not None:
            window, key, axis = finger.scroller
            velocity = finger.velocity[1 if axis == "vertical" else 0]
            carried = fling_distance(velocity)
            if carried:
                self._windows.scrolling.set_within(
                    window, key, self._windows.scrolling.get(window, key) - carried
                )

    def _swipe(self, finger: Finger) -> None:
        """A finger went over what takes swipes (`swipe_left`, `swipe_down`, …) and does not scroll that way."""
        dx = (finger.x - finger.down_x) / self._display.display.scale
        dy = (finger.y - finger.down_y) / self._display.display.scale
        hit = self._display.screen.hit(finger.down_x, finger.down_y)
        if hit is None or max(abs(dx), abs(dy)) < SWIPE_DP:
            return
        if abs(dx) >= abs(dy):
            gesture = "swipe_left" if dx < 0 else "swipe_right"
        else:
            gesture = "swipe_up" if dy < 0 else "swipe_down"
        target = next((element for element in hit.path if gesture in element.attributes), None)
        if target is not None:
            self._handle(hit.window, target, gesture)

    def _seek(self, finger: Finger) -> None:
        """Sets the slider under a finger to where the finger is; its ends reach the first and last value exactly."""
        hit = self._display.screen.hit(finger.down_x, finger.down_y)
        slider = _slider(hit) if hit is not None else None
        bounds = self._display.screen.bounds(slider) if slider is not None else None
        owner = self._component(hit.window) if hit is not None else None
        if slider is None or bounds is None or owner is None:
            return
        margin = TOUCH_SLOP_DP * self._display.display.scale
        room = max(1.0, bounds[2] - bounds[0] - 2 * margin)
        share = max(0.0, min(1.0, (finger.x - bounds[0] - margin) / room))
        low, high = (
            float(slider.attributes.get(name, default)) for name, default in (("min", "0"), ("max", "100"))
        )
        value = round(low + share * (high - low))
        owner.set_bound(slider.bind, value)
        if named := slider.handler("seek"):
            owner.handle(named, *slider.arguments, value)

    def _tap(self, finger: Finger) -> None:
        hit = self._display.screen.hit(finger.x, finger.y)
        top = self._windows.top()
        outside = top is not None and not self._inside(hit, top.window)
        if top is not None and outside and (hit is None or hit.window.partition(":")[0] in _MODAL_OVER):
            self._windows.cancel(top)
            return
        if hit is None:
            return
        target = next((e for e in hit.path if e.attributes.get("enabled") != "false" and _clicks(e)), None)
        if target is not None and target is _slider(hit):
            self._seek(finger)
        elif target is not None:
            self.kernel.state.part(Clicks).add(target, click_event(target))
            self._click(hit.window, target)

    def _inside(self, hit: Hit | None, window: str) -> bool:
        """Whether a hit is on what a dialog or popup shows: in its window, and on more than the root that fills it."""
        return hit is not None and hit.window == window and len(hit.path) > 1

    def _click(self, window: str, element: Element) -> None:
        attributes = element.attributes
        if element.bind and element.editable:
            select_all = attributes.get("select_all_on_focus") == "true"
            self._text.focus(window, element.bind, select_all=select_all)
        elif element.bind and "click" not in attributes:
            self._toggle(window, element.bind)
        if "click" in attributes:
            self._handle(window, element, "click")

    def _toggle(self, window: str, bind: str) -> None:
        owner = self._component(window)
        if owner is not None:
            owner.set_bound(bind, not owner.bound(bind))

    def _long_press(self, finger: Finger) -> bool:
        hit = self._display.screen.hit(finger.down_x, finger.down_y)
        if hit is None:
            return False
        target = next((e for e in hit.path if "long_click" in e.attributes), None)
        if target is None:
            return False
        self._handle(hit.window, target, "long_click")
        return True

    def _handle(self, window: str, element: Element, gesture: str) -> None:
        """Calls what an element's `click` or `long_click` names, on whoever owns the window."""
        owner, attributes = self._component(window), element.attributes
        if owner is None:
            return
        named = attributes[gesture]
        if named in ("@link", "@button"):
            owner.handle(named, attributes.get("document", ""), attributes.get("arg", ""))
        else:
            owner.handle(element.handler(gesture), *element.arguments)

    # Keys.

    def press(self, key: str | int) -> None:
        """What a key does, by Android's name ("BACK", "KEYCODE_BACK") or code; ValueError for an unknown one."""
        name = key_name(key)
        handler = _KEYS.get(name)
        if handler is not None:
            handler(self)
        elif (character := printable(name)) is not None:
            self._text.insert(character)

    def _chord(self, keys: Sequence[str | int]) -> None:
        """The last key while the others are down: fields know Ctrl with A, C, V and X (android.widget.TextView)."""
        try:
            *held, last = [key_name(key) for key in keys]
        except ValueError:
            return  # KEYCODE_UNKNOWN
        if not set(held) & set(_CTRL):
            self.press(last)
        elif last in _CTRL_KEYS:
            _CTRL_KEYS[last](self)


_CTRL = ("CTRL_LEFT", "CTRL_RIGHT")


def _slider(hit: Hit) -> Element | None:
    """The slider that a hit is on."""
    return next((e for e in hit.path if e.tag == "SeekBar" and e.bind and e.enabled), None)


def _clicks(element: Element) -> bool:
    return "click" in element.attributes or ("bind" in element.attributes)


def _back(service: InputService) -> None:
    text, windows = service.kernel.service(InputMethodService), service.kernel.service(WindowService)
    if service.kernel.state.keyboard.shown:
        text.hide_keyboard()
        return
    if (panel := windows.modal()) is not None:
        panel.cancel()
    elif (top := windows.top()) is not None:
        windows.cancel(top)
    else:
        service.kernel.service(ActivityService).back()


def _leave(act: Callable[[ActivityService], None]) -> Callable[[InputService], None]:
    """A key that leaves what is in front, panels of the system too."""

    def press(service: InputService) -> None:
        if (panel := service.kernel.service(WindowService).modal()) is not None:
            panel.cancel()
        act(service.kernel.service(ActivityService))

    return press


def _edit(act: Callable[[InputMethodService], None]) -> Callable[[InputService], None]:
    return lambda service: act(service.kernel.service(InputMethodService))


def _paste(service: InputService) -> None:
    text = service.kernel.service(ClipboardService).text
    service.kernel.service(InputMethodService).insert(text)


_CTRL_KEYS: dict[str, Callable[[InputService], None]] = {
    "A": _edit(lambda text: text.select_all()),
    "C": _edit(lambda text: text.copy()),
    "V": _paste,
    "X": _edit(lambda text: text.copy(cut=True)),
}
_KEYS: dict[str, Callable[[InputService], None]] = {
    "BACK": _back,
    "ESCAPE": _back,
    "HOME": _leave(lambda activities: activities.home()),
    "APP_SWITCH": _leave(lambda activities: activities.previous()),
    "ENTER": _edit(lambda text: text.enter()),
    "NUMPAD_ENTER": _edit(lambda text: text.enter()),
    "SEARCH": _edit(lambda text: text.enter()),
    "DEL": _edit(lambda text: text.delete()),
    "FORWARD_DEL": _edit(lambda text: text.delete(forward=True)),
    "CLEAR": _edit(lambda text: text.clear()),
    "COPY": _edit(lambda text: text.copy()),
    "CUT": _edit(lambda text: text.copy(cut=True)),
    "PASTE": _paste,
    "DPAD_LEFT": _edit(lambda text: text.move_caret(-1)),
    "DPAD_RIGHT": _edit(lambda text: text.move_caret(1)),
    "MOVE_HOME": _edit(lambda text: text.move_caret(to="start")),
    "MOVE_END": _edit(lambda text: text.move_caret(to="end")),
}

"""The emulator's gRPC service `EmulatorController`, as far as a phone without sensors and radio supports it."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import grpc
from android_env.proto import emulator_controller_pb2 as messages
from google.protobuf import empty_pb2

from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.state.logcat import DEFAULT_BUFFERS, LEVELS, LogEntry, format_entry
from mobile_env.phone.wire.control.battery_messages import battery_message, reading_of_message
from mobile_env.phone.wire.control.images import FrameCache, make_image
from mobile_env.phone.wire.control.key_codes import KEY_VALUES, key_of_code
from mobile_env.phone.wire.control.natural import natural_pixels
from mobile_env.phone.wire.phone_thread import PhoneThread
from mobile_env.phone.wire.touch_screen import put_finger, use_mouse
from mobile_env.phone.wire.virtual_machine import VirtualMachine

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_VERSION: Final = "33.1.0.0 (mobile-env embedded phone)"
_LONGEST_TEXT: Final = 1 << 16
_DOWN_STATES: Final = (messages.VmRunState.SHUTDOWN, messages.VmRunState.TERMINATE)


class EmulatorController:
    """Serves one phone. Other methods of the service answer UNIMPLEMENTED.

    Args:
      thread: where the phone lives.
      machine: what the phone is part of.
    """

    def __init__(self, thread: PhoneThread, machine: VirtualMachine) -> None:
        self._thread = thread
        self._machine = machine
        self._frames = FrameCache()
        self._finger: int | None = None
        self._off: messages.VmRunState.RunState | None = None

    # State.

    def getStatus(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> messages.EmulatorStatus:
        """Always booted, because the phone boots before it is served."""

        def status(phone: Phone) -> messages.EmulatorStatus:
            display = phone.display if phone.orientation % 2 == 0 else phone.display.rotated()
            answer = messages.EmulatorStatus(
                version=_VERSION, uptime=int(phone.state.clock.elapsed * 1000), booted=True
            )
            for key, value in (
                ("avd.name", self._machine.avd_name),
                ("hw.lcd.width", display.width_px),
                ("hw.lcd.height", display.height_px),
                ("hw.lcd.density", display.density_dpi),
                ("hw.keyboard", "yes"),
            ):
                answer.hardwareConfig.entry.add(key=key, value=str(value))
            return answer

        return self._thread.call(status)

    def getVmState(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> messages.VmRunState:
        """RUNNING, or PAUSED if a client has requested that."""
        running = self._machine.running
        state = messages.VmRunState.RUNNING if running else messages.VmRunState.PAUSED
        return messages.VmRunState(state=state if self._off is None else self._off)

    def setVmState(self, request: messages.VmRunState, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Stores RUNNING and PAUSED (virtual time does not run anyway). RESET reboots, SHUTDOWN ends the
        phone."""
        state = request.state
        if state in (messages.VmRunState.RUNNING, messages.VmRunState.PAUSED):
            running = state == messages.VmRunState.RUNNING
            self._thread.call(lambda phone: self._machine.set_running(running))
        elif state == messages.VmRunState.RESET:
            self._thread.call(self._machine.restart)
        elif state in _DOWN_STATES:
            self._off = state
            self._machine.switch_off()
        return empty_pb2.Empty()

    def getDisplayConfigurations(
        self, request: empty_pb2.Empty, context: grpc.ServicerContext
    ) -> messages.DisplayConfigurations:
        """The one display, in its natural orientation."""

        def configurations(phone: Phone) -> messages.DisplayConfigurations:
            display = phone.display if phone.orientation % 2 == 0 else phone.display.rotated()
            answer = messages.DisplayConfigurations()
            answer.displays.add(
                width=display.width_px, height=display.height_px, dpi=display.density_dpi, display=0
            )
            return answer

        return self._thread.call(configurations)

    # Input.

    def sendTouch(self, request: messages.TouchEvent, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Pixels in the natural orientation. Each touch is one primitive action of the phone.

        The phone knows one finger: while one is down, others are not there.
        """

        def touch_all(phone: Phone) -> None:
            for touch in request.touches:
                self._touch(phone, touch)

        self._thread.call(touch_all)
        return empty_pb2.Empty()

    def _touch(self, phone: Phone, touch: messages.Touch) -> None:
        if phone.state.finger is not None and self._finger not in (None, touch.identifier):
            return
        if touch.pressure > 0:
            if put_finger(phone, touch.x, touch.y):
                self._finger = touch.identifier
        else:
            self._finger = None
            phone.lift()

    def sendMouse(self, request: messages.MouseEvent, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """The primary button acts as the finger."""

        self._thread.call(lambda phone: use_mouse(phone, request.x, request.y, request.buttons))
        return empty_pb2.Empty()

    def sendKey(self, request: messages.KeyboardEvent, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """A key code, a key value, or text. A key acts when it is pressed. Keys that Android does not have
        are ignored."""
        if request.text:
            text = request.text[:_LONGEST_TEXT]
            self._thread.call(lambda phone: phone.type_text(text))
        elif request.eventType != messages.KeyboardEvent.keyup:
            name, character = _key(request)
            if name is not None:
                self._thread.call(lambda phone: phone.key(name))
            elif character is not None:
                self._thread.call(lambda phone: phone.type_text(character))
        return empty_pb2.Empty()

    # Screen.

    def getScreenshot(self, request: messages.ImageFormat, context: grpc.ServicerContext) -> bytes:
        """The screen in its natural orientation, as a serialised `Image`."""
        return self._thread.call(lambda phone: self._frames.image(phone, request))

    def streamScreenshot(
        self, request: messages.ImageFormat, context: grpc.ServicerContext
    ) -> Iterator[messages.Image]:
        """Streams the screen now and after each change. A slow reader only gets the newest frame."""
        changes = _Changes(self._thread, context, lambda phone: (phone.screen_version, phone.orientation))
        try:
            seq = 0
            while changes.wait():

                def frame(phone: Phone, seq: int = seq) -> messages.Image:
                    pixels = natural_pixels(phone.screenshot(), phone.orientation)
                    now_us = phone.state.clock.now_us
                    return make_image(
                        pixels, request.format, request.width, request.height, timestamp_us=now_us, seq=seq
                    )

                yield self._thread.call(frame)
                seq += 1
        finally:
            changes.stop()

    # Clipboard.

    def getClipboard(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> messages.ClipData:
        """What is in the clipboard."""
        return self._thread.call(lambda phone: messages.ClipData(text=phone.service(ClipboardService).text))

    def setClipboard(self, request: messages.ClipData, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Puts text into the clipboard."""

        def put(phone: Phone) -> None:
            phone.service(ClipboardService).copy(request.text)

        self._thread.call(put)
        return empty_pb2.Empty()

    def streamClipboard(
        self, request: empty_pb2.Empty, context: grpc.ServicerContext
    ) -> Iterator[messages.ClipData]:
        """What is in the clipboard, and again whenever that changed."""
        changes = _Changes(self._thread, context, lambda phone: phone.service(ClipboardService).text)
        try:
            while changes.wait():
                yield self.getClipboard(request, context)
        finally:
            changes.stop()

    # Battery.

    def getBattery(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> messages.BatteryState:
        """The state of the battery's hardware."""
        return self._thread.call(lambda phone: battery_message(phone.service(BatteryService).hardware))

    def setBattery(self, request: messages.BatteryState, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Changes what the battery's hardware says; INVALID_ARGUMENT for what no battery is."""

        def change(phone: Phone) -> None:
            phone.service(BatteryService).set_hardware(**reading_of_message(request))

        try:
            self._thread.call(change)
        except ValueError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        return empty_pb2.Empty()

    # Log.

    def getLogcat(self, request: messages.LogMessage, context: grpc.ServicerContext) -> messages.LogMessage:
        """Log entries since `start`, which counts entries here; the emulator counts bytes."""
        return self._thread.call(lambda phone: _log_since(phone, request.start, request.sort))

    def streamLogcat(
        self, request: messages.LogMessage, context: grpc.ServicerContext
    ) -> Iterator[messages.LogMessage]:
        """Log entries since `start`, and new ones as they are logged."""
        start = request.start
        changes = _Changes(self._thread, context, lambda phone: (id(phone.log), phone.log.cursor))
        try:
            while changes.wait():
                answer = self._thread.call(functools.partial(_log_since, start=start, sort=request.sort))
                if answer.next != start or not start:
                    start = answer.next
                    yield answer
        finally:
            changes.stop()


class _Changes:
    """Waits for changes of a value that is computed from the phone."""

    def __init__(
        self, thread: PhoneThread, context: grpc.ServicerContext, look: Callable[[Phone], object]
    ) -> None:
        self._thread = thread
        self._context = context
        self._look = look
        self._changed = threading.Event()
        self._changed.set()
        self._seen: object = None
        self._unwatch = thread.watch(self._watch)
        # Wakes who waits; a call that has ended already is noticed at once.
        context.add_callback(self._changed.set)

    def _watch(self, phone: Phone) -> None:
        if not self._changed.is_set() and self._look(phone) != self._seen:
            self._changed.set()

    def wait(self) -> bool:
        """Returns True after a change, and at once the first time; False when the client has disconnected."""
        self._changed.wait()
        if not self._context.is_active():
            return False

        def look(phone: Phone) -> None:
            self._seen = self._look(phone)
            self._changed.clear()

        self._thread.call(look)
        return True

    def stop(self) -> None:
        """Looks no more."""
        self._unwatch()


def _key(request: messages.KeyboardEvent) -> tuple[str | None, str | None]:
    """(Android's key name, None), (None, a character to type), or (None, None)."""
    if request.keyCode:
        kind = messages.KeyboardEvent.KeyCodeType.Name(request.codeType)
        return key_of_code(kind, request.keyCode), None
    if len(request.key) == 1:
        return None, request.key
    return KEY_VALUES.get(request.key), None


def _log_since(phone: Phone, start: int, sort: int) -> messages.LogMessage:
    # A cursor of another log (a snapshot was brought back) may be ahead of this one.
    entries, end = phone.log.read(max(0, min(start, phone.log.cursor)))
    chosen = [entry for entry in entries if entry.buffer in DEFAULT_BUFFERS]
    answer = messages.LogMessage(start=end - len(entries), next=end, sort=sort)
    if sort == messages.LogMessage.Parsed:
        answer.entries.extend(_parsed(entry) for entry in chosen)
    else:
        answer.contents = "".join(format_entry(entry, "threadtime") for entry in chosen)
    return answer


def _parsed(entry: LogEntry) -> messages.LogcatEntry:
    level = messages.LogcatEntry.VERBOSE + LEVELS.index(entry.level)
    return messages.LogcatEntry(
        timestamp=entry.time_us // 1000,
        pid=entry.pid,
        tid=entry.tid,
        level=level,
        tag=entry.tag,
        msg=entry.message,
    )

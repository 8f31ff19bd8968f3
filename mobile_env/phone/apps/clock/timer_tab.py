"""Timers: a keypad for a new one, and a card for each that there is."""

from mobile_env.phone.sdk import Fragment, Layout, Screen

from . import timers

_MOST_DIGITS = 6
_SHOWN_STEP = 0.1


class TimerTab(Fragment):
    def screen(self) -> Screen:
        held = timers.all_timers(self)
        wide = self.configuration.orientation == "landscape"
        if self.state.get("adding") or not held:
            hours, minutes, seconds = self._typed()
            return Layout(
                "timer_setup",
                digits=self.state.get("digits", ""),
                time=f"{hours:02d}h {minutes:02d}m {seconds:02d}s",
                said=f"{hours} hours, {minutes} minutes, {seconds} seconds",
                others=bool(held),
                wide=wide,
            )
        elapsed = self.elapsed(_SHOWN_STEP) if any(timer.counts for timer in held) else 0
        cards = [
            {
                "timer": timer,
                "title": timer.label or f"{length_text(timer.length_ms)} timer",
                "left": timers.clock_text(min(timer.remaining(elapsed), timer.left_ms)),
                "done": round(100 * max(0, timer.remaining(elapsed)) / max(1, timer.total_ms)),
                "running": timer.state == timers.RUNNING,
                "rings": timer.state in (timers.EXPIRED, timers.MISSED),
                "fresh": timer.state == timers.RESET,
            }
            for timer in held
        ]
        return Layout("timers", cards=cards, wide=wide)

    # The keypad.

    def _typed(self) -> tuple[int, int, int]:
        digits = str(self.state.get("digits", "")).rjust(_MOST_DIGITS, "0")
        return int(digits[:2]), int(digits[2:4]), int(digits[4:])

    def type_digit(self, digits: str) -> None:
        """Digits come in from the right; zeros before the first one and what no longer fits are not taken."""
        for digit in digits:
            held = str(self.state.get("digits", ""))
            if len(held) < _MOST_DIGITS and (held or digit != "0"):
                self.state["digits"] = held + digit

    def delete_digit(self) -> None:
        self.state["digits"] = str(self.state.get("digits", ""))[:-1]

    def clear_digits(self) -> None:
        self.state["digits"] = ""

    def create(self) -> None:
        hours, minutes, seconds = self._typed()
        length = (hours * 3600 + minutes * 60 + seconds) * 1000
        if length:
            timers.add(self, length)
            self.leave_setup()

    def leave_setup(self) -> None:
        self.state.pop("adding", None)
        self.state.pop("digits", None)

    def on_back(self) -> bool:
        if self.state.get("adding") and timers.all_timers(self):
            self.leave_setup()
            return True
        return False

    # The cards.

    def open_setup(self) -> None:
        self.state["adding"] = True

    def toggle(self, id: int) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            if timer.state == timers.RUNNING:
                timers.pause(self, timer)
            elif timer.state in (timers.EXPIRED, timers.MISSED):
                timers.reset(self, timer)
            else:
                timers.start(self, timer)

    def add_minute(self, id: int) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            timers.add_minute(self, timer)

    def reset(self, id: int) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            timers.reset(self, timer)

    def delete(self, id: int) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            timers.delete(self, timer)

    def edit_label(self, id: int) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            self.ask_text(
                "Add label",
                timer.label,
                then=self.call(self.set_label, id),
                hint="Label",
                id="label_input_field",
            )

    def set_label(self, id: int, text: str) -> None:
        timer = timers.timer_of(self, id)
        if timer is not None:
            timers.rename(self, timer, text.strip())


def length_text(ms: int) -> str:
    """ "1h 5m", "5m", "1m 30s"."""
    seconds = ms // 1000
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s"))
    return " ".join(f"{number}{unit}" for number, unit in parts if number)

"""The lock's kind and its PIN."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.part import Part

Kind = Literal["none", "swipe", "pin"]
SHORTEST: Final = 4
LONGEST: Final = 16


class Credential(Part):
    """The digest of the PIN; "" without one."""

    def __init__(self) -> None:
        super().__init__()
        self.digest = ""

    def set(self, digest: str) -> None:
        self.digest = digest
        self.touch()


class LockSettingsService(Service):
    """What keeps the screen locked: a swipe or nothing (the setting `lockscreen.disabled`), or a PIN (`Credential`)."""

    name = "lock_settings"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def kind(self) -> Kind:
        """What keeps the screen locked."""
        if self.kernel.part(Credential).digest:
            return "pin"
        return "none" if self._settings.is_on("secure", "lockscreen.disabled") else "swipe"

    def set_disabled(self, disabled: bool, *, package: str = "android") -> None:
        """Takes the swipe away, or puts it back; a PIN stays."""
        self._settings.put("secure", "lockscreen.disabled", str(int(disabled)), package=package)

    def set_pin(self, pin: str, *, package: str = "android") -> None:
        """Locks the screen by a PIN.

        Raises:
          ValueError: `pin` has not 4 to 16 digits.
        """
        if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
            raise ValueError(f"a PIN has {SHORTEST} to {LONGEST} digits")
        self.kernel.part(Credential).set(_digest(pin))
        self.set_disabled(False, package=package)

    def clear(self) -> None:
        """Takes the PIN away; silent if there is none."""
        self.kernel.part(Credential).set("")

    def check(self, pin: str) -> bool:
        """Whether the PIN is right; without one, only "" is."""
        held = self.kernel.part(Credential).digest
        return held == (_digest(pin) if pin else "")


def _digest(pin: str) -> str:
    return hashlib.sha256(f"pin {pin}".encode()).hexdigest()

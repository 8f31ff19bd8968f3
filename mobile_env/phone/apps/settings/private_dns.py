"""The dialog that chooses the private DNS."""

from __future__ import annotations

import re

from mobile_env.phone.sdk import Dialog, Layout, Screen

_MODES = (
    ("off", "Off", "private_dns_mode_off"),
    ("opportunistic", "Automatic", "private_dns_mode_opportunistic"),
    ("hostname", "Private DNS provider hostname", "private_dns_mode_provider"),
)
_HOST = re.compile(r"(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}")


class PrivateDns(Dialog):
    """Off, automatic, or a provider's host name, which has to be one."""

    def screen(self) -> Screen:
        return Layout("private_dns.xml", modes=_MODES, **self.state, wrong=self._wrong())

    def _wrong(self) -> bool:
        return self.state["mode"] == "hostname" and not _HOST.fullmatch(self.state["host"])

    def pick(self, mode: str) -> None:
        self.state["mode"] = mode

    def save(self) -> None:
        if not self._wrong():
            self.close(self.state["mode"], self.state["host"])

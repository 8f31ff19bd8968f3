"""The telephony service: text messages in and out, calls and their states."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import Booted, CallChanged, SettingChanged, SmsReceived, SmsSent, on
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.role import RoleService
from mobile_env.phone.services.role.service import SMS, SMS_DELIVER
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony.records import CallState, Modem, PhoneCall
from mobile_env.phone.state.intents import Intent

SMS_RECEIVED: Final = "android.provider.Telephony.SMS_RECEIVED"
PHONE_STATE: Final = "android.intent.action.PHONE_STATE"
IDLE, RINGING, OFFHOOK = 0, 1, 2
"""Numbers of android.telephony.TelephonyManager.CALL_STATE_…"""
_STATE_NAMES: Final = ("IDLE", "RINGING", "OFFHOOK")
_STEP_US: Final = 1_000_000
"""A dialled call rings at the other end after so long, and is answered after so long again (the emulator's modem)."""
_INCOMING, _OUTGOING, _MISSED, _REJECTED = 1, 2, 3, 5
"""Types of android.provider.CallLog.Calls."""
_SENT, _FAILED = "sent", "failed"


class TelephonyService(Service):
    """Messages are written to the messages' provider, ended calls to the call log."""

    name = "phone"

    @property
    def _modem(self) -> Modem:
        return self.kernel.part(Modem)

    @property
    def modem(self) -> Modem:
        """What the modem knows, to be read."""
        return self._modem

    @property
    def in_service(self) -> bool:
        """Whether there is a mobile network: airplane mode is off, and the network has the phone."""
        return not self.flying and self._modem.voice in ("home", "roaming")

    @property
    def flying(self) -> bool:
        """Whether airplane mode is on."""
        return self.kernel.service(SettingsService).is_on("global", "airplane_mode_on")

    def set_network(self, **changes: object) -> None:
        """What the console sets: `voice`, `data` (words of registration), `signal` (rssi, ber)."""
        self._modem.set_network(**changes)
        self._deliver_waiting()

    # Messages.

    def receive_sms(self, sender: str, body: str) -> None:
        """A message arrives; without a network it waits for one."""
        if not self.in_service:
            self._modem.wait((*self._modem.waiting, (sender, body)))
            return
        now_ms = self.kernel.clock.now_us // 1000
        row = {
            "address": sender,
            "body": body,
            "date": now_ms,
            "date_sent": now_ms,
            "protocol": 0,
            "read": 0,
            "seen": 0,
        }
        uri = self.kernel.service(ContentService).insert("content://sms/inbox", row)
        extras = {"address": sender, "body": body, "uri": uri}
        holder = self.kernel.service(RoleService).holder(SMS)
        if holder is not None:
            self._broadcast(SMS_DELIVER, holder, **extras)
        self._broadcast(SMS_RECEIVED, None, **extras)
        self.kernel.emit(SmsReceived(sender, body))

    def send_sms(self, package: str, number: str, body: str) -> bool:
        """Sends a message in an app's name; it is written to the box of sent or of failed messages.

        Returns:
          whether it was sent: there is a mobile network.

        Raises:
          PermissionDenied: the app may not send messages.
        """
        if package != "com.android.shell":
            self.kernel.permissions.require(package, "android.permission.SEND_SMS")
        sent = self.in_service
        row = {"address": number, "body": body, "read": 1, "seen": 1, "creator": package}
        self.kernel.service(ContentService).insert(f"content://sms/{_SENT if sent else _FAILED}", row)
        if sent:
            self.kernel.emit(SmsSent(number, body))
        return sent

    @on(SettingChanged)
    def _setting_changed(self, event: SettingChanged) -> None:
        if (event.namespace, event.key) == ("global", "airplane_mode_on"):
            if event.new == "1":
                for call in self._modem.calls:
                    self.end(call.number)
            self._deliver_waiting()

    @on(Booted)
    def _booted(self, event: Booted) -> None:
        self._deliver_waiting()

    def _deliver_waiting(self) -> None:
        waiting = self._modem.waiting
        if waiting and self.in_service:
            self._modem.wait(())
            for sender, body in waiting:
                self.receive_sms(sender, body)

    # Calls.

    @property
    def state(self) -> int:
        """IDLE, RINGING or OFFHOOK."""
        states = [call.state for call in self._modem.calls]
        if "incoming" in states:
            return RINGING
        return OFFHOOK if states else IDLE

    def call(self, number: str) -> PhoneCall | None:
        """The call with a number."""
        return next((call for call in self._modem.calls if call.number == number), None)

    def ring(self, number: str) -> bool:
        """Somebody calls; False if the phone has no network."""
        if not self.in_service:
            return False
        if self.call(number) is None:
            self._put(PhoneCall(number, True, "incoming", self.kernel.clock.now_us))
        return True

    def dial(self, number: str) -> bool:
        """Calls a number; the other side answers by itself after a while. False if the phone has no network."""
        if not self.in_service:
            return False
        if self.call(number) is None:
            for each in self._modem.calls:
                if each.state == "active":
                    self._move(each.number, "held")
            self._put(PhoneCall(number, False, "dialing", self.kernel.clock.now_us))
            self._later(number)
        return True

    def answer(self, number: str) -> bool:
        """A call that rings, here or there, is answered; False if there is none."""
        found = self.call(number)
        if found is None or found.state not in ("incoming", "dialing", "alerting"):
            return False
        self.kernel.agenda.cancel(self.name, number)
        for each in self._modem.calls:
            if each.state == "active":
                self._move(each.number, "held")
        self._modem.change(number, answered_us=self.kernel.clock.now_us)
        self._move(number, "active")
        return True

    def hold(self, number: str, held: bool = True) -> bool:
        """Puts an answered call on hold, or goes on with it; False if there is none."""
        found = self.call(number)
        if found is None or found.answered_us is None:
            return False
        self._move(number, "held" if held else "active")
        return True

    def end(self, number: str, *, declined: bool = False) -> bool:
        """Ends a call and writes it to the call log; `declined` if the user refused it. False if there is none."""
        found = self.call(number)
        if found is None:
            return False
        self.kernel.agenda.cancel(self.name, number)
        self._modem.drop(number)
        self._write_log(found, declined=declined)
        self._tell(number, "idle")
        return True

    def due(self, entry: Due) -> None:
        number = str(entry.what[0])
        found = self.call(number)
        if found is None:
            return
        if found.state == "dialing":
            self._move(number, "alerting")
            self._later(number)
        elif found.state == "alerting":
            self.answer(number)

    def _later(self, number: str) -> None:
        clock = self.kernel.clock
        at_us = clock.now_us - clock.boot_us + _STEP_US
        self.kernel.agenda.at(at_us, self.name, (number,), key=number, base="elapsed")

    def _put(self, call: PhoneCall) -> None:
        self._modem.put(call)
        self._tell(call.number, call.state)

    def _move(self, number: str, state: CallState) -> None:
        self._modem.change(number, state=state)
        self._tell(number, state)

    def _tell(self, number: str, state: str) -> None:
        self._broadcast(PHONE_STATE, None, state=_STATE_NAMES[self.state], incoming_number=number)
        self.kernel.emit(CallChanged(number, state))

    def _write_log(self, call: PhoneCall, *, declined: bool) -> None:
        answered = call.answered_us
        if not call.incoming:
            kind = _OUTGOING
        elif answered is not None:
            kind = _INCOMING
        else:
            kind = _REJECTED if declined else _MISSED
        content = self.kernel.service(ContentService)
        found = content.query(f"content://com.android.contacts/phone_lookup/{call.number}", ("display_name",))
        seconds = 0 if answered is None else (self.kernel.clock.now_us - answered) // 1_000_000
        row = {
            "number": call.number,
            "date": call.started_us // 1000,
            "duration": seconds,
            "type": kind,
            "new": int(kind == _MISSED),
            "is_read": int(kind != _MISSED),
            "name": found[0]["display_name"] if len(found) else None,
        }
        content.insert("content://call_log/calls", row)

    def _broadcast(self, action: str, package: str | None, **extras: object) -> None:
        intent = Intent(action, package=package, extras=extras)
        self.kernel.service(ActivityService).send(PendingIntent("com.android.phone", "broadcast", intent))

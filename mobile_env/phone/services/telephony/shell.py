"""`dumpsys telephony.registry`, `cmd phone` and the messages' binder call."""

from __future__ import annotations

from mobile_env.phone.services.telephony.service import IDLE, OFFHOOK, RINGING, TelephonyService
from mobile_env.phone.shell.call import Call

# States of android.telephony.PreciseCallState.
_PRECISE = {"active": 1, "held": 2, "dialing": 3, "alerting": 4, "incoming": 5}


def dump_registry(call: Call, args: list[str]) -> int:
    """Writes what was last told of the one SIM's calls and network."""
    service = call.service(TelephonyService)
    calls = service.modem.calls

    def precise(*states: str) -> int:
        return next((_PRECISE[each.state] for each in calls if each.state in states), 0)

    incoming = next((each.number for each in calls if each.incoming), "")
    in_service = 0 if service.in_service else 3 if service.flying else 1  # ServiceState.STATE_…
    call.print("last known state:")
    call.print("  Phone Id=0")
    call.print(f"    mCallState={service.state}")
    call.print(f"    mRingingCallState={precise('incoming')}")
    call.print(f"    mForegroundCallState={precise('active', 'dialing', 'alerting')}")
    call.print(f"    mBackgroundCallState={precise('held')}")
    call.print(f"    mCallIncomingNumber={incoming}")
    call.print(f"    mServiceState={{mVoiceRegState={in_service}, mDataRegState={in_service}}}")
    call.print(f"    mSignalStrength=SignalStrength:{{rssi={service.modem.signal[0]}}}")
    call.print("registrations: count=0")
    return 0


def dump_telecom(call: Call, args: list[str]) -> int:
    """Writes the calls that are going on."""
    service = call.service(TelephonyService)
    names = {IDLE: "IDLE", RINGING: "RINGING", OFFHOOK: "OFFHOOK"}
    call.print(f"CallsManager: \n  mCalls: {len(service.modem.calls)}")
    for each in service.modem.calls:
        call.print(
            f"    [tel:{each.number}, {'INCOMING' if each.incoming else 'OUTGOING'}, {each.state.upper()}]"
        )
    call.print(f"  mPhoneState: {names[service.state]}")
    return 0


def call_send_text(call: Call, arguments: list[str]) -> None:
    """`service call isms 5 i32 0 s16 PACKAGE s16 TAG s16 NUMBER s16 CENTRE s16 TEXT …` (ISms.sendTextForSubscriber)."""
    if len(arguments) > 5:
        call.service(TelephonyService).send_sms("com.android.shell", arguments[3], arguments[5])

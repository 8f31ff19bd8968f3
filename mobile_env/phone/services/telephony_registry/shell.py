"""`dumpsys telephony.registry`."""

from __future__ import annotations

from mobile_env.phone.shell.call import Call

_IDLE = 0


def dump_registry(call: Call, args: list[str]) -> int:
    """Writes what was last told of the one SIM's calls."""
    call.print("last known state:")
    call.print("  Phone Id=0")
    call.print(f"    mCallState={_IDLE}\n    mRingingCallState={_IDLE}\n    mForegroundCallState={_IDLE}")
    call.print(f"    mBackgroundCallState={_IDLE}\n    mCallIncomingNumber=")
    call.print("registrations: count=0")
    return 0

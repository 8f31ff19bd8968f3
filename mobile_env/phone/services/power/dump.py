"""`dumpsys power`."""

from __future__ import annotations

from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.power.service import PowerService
from mobile_env.phone.shell.call import Call


def dump_power(call: Call, args: list[str]) -> int:
    """Writes `dumpsys power`. The screen of this phone never goes off."""
    power = call.service(PowerService)
    level = call.service(BatteryService).reading.level
    call.print("POWER MANAGER (dumpsys power)\n\nPower Manager State:")
    call.print("  mWakefulness=Awake\n  mWakefulnessChanging=false")
    call.print(f"  mIsPowered={str(power.powered).lower()}\n  mBatteryLevel={level}")
    call.print(f"  mStayOn={str(power.stays_on).lower()}\n  mBootCompleted=true")
    call.print("  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker=true")
    call.print("\nWake Locks: size=0\n\nSuspend Blockers: size=1")
    call.print("  PowerManagerService.Display: ref count=1\n\nDisplay Power: state=ON")
    return 0

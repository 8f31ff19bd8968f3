"""`dumpsys window`: windows from front to back, what has focus, and how the screen is held."""

from __future__ import annotations

from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.activity.dump import activity_record
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.window.service import WindowService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.shell.identity import identity


def dump_window(call: Call, args: list[str]) -> int:
    """Writes `dumpsys window` or one section of it."""
    held = call.service(DisplayService)
    section = next((word for word in args if not word.startswith("-")), "")
    task = call.service(ActivityService).tasks()[0]
    title = call.service(WindowService).focused
    focus = f"Window{{{identity('window', title)} u0 {title}}}"
    record = activity_record(task.id, task.top)
    display = held.display
    if section in ("windows", "w", "", "a", "all"):
        call.print("WINDOW MANAGER WINDOWS (dumpsys window windows)")
        names = ["StatusBar", "NavigationBar0"]
        if title not in call.service(ActivityService).foreground.component:
            names.append(title)
        if call.kernel.state.keyboard.shown:
            names.append("InputMethod")
        names += [
            component
            for listed in call.service(ActivityService).tasks()
            for component in listed.activities[::-1]
        ]
        for number, name in enumerate(names):
            call.print(f"  Window #{number} Window{{{identity('window', name)} u0 {name}}}:")
            call.print(f"    mDisplayId=0 mBaseLayer={(len(names) - number) * 10000} isOnScreen=true")
    if section in ("displays", "d", "", "a", "all"):
        size = f"{display.width_px}x{display.height_px}"
        natural = held.natural
        width, height = natural.width_px, natural.height_px
        rotation = f"ROTATION_{held.orientation * 90}"
        free = call.kernel.state.settings.get("system", "accelerometer_rotation") == "1"
        user = call.kernel.state.settings.get_int("system", "user_rotation") % 4
        call.print("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
        call.print("  Display: mDisplayId=0 (organized)")
        call.print(
            f"    init={width}x{height} {display.density_dpi}dpi cur={size} app={size} "
            f"rng={min(width, height)}x{min(width, height)}-{max(width, height)}x{max(width, height)}"
        )
        call.print(f"    mRotation={held.orientation}")
        call.print(f"  DisplayRotation\n    mRotation={rotation} mDeferredRotationPauseCount=0")
        call.print(
            f"    mUserRotationMode=USER_ROTATION_{'FREE' if free else 'LOCKED'} mUserRotation=ROTATION_{user * 90}"
        )
        call.print(f"  mCurrentRotation=ROTATION_{held.orientation * 90}")
    if section in ("policy", "p", "", "a", "all"):
        call.print("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
        call.print("    mAwake=true mScreenOnEarly=true mScreenOnFully=true")
        call.print("    showing=false")
    if section in ("displays", "d", "windows", "w", "", "a", "all"):
        call.print(f"  mCurrentFocus={focus}")
        call.print(f"  mFocusedApp={record}")
    return 0

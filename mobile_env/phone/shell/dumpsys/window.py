"""`dumpsys window` and `dumpsys input`: windows from front to back, what has focus, and how the screen is held."""

from __future__ import annotations

from mobile_env.phone.services.activity.dump import activity_record
from mobile_env.phone.services.display import DISPLAY_ID, DisplayService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.shell.identity import identity


def dump_window(call: Call, args: list[str]) -> int:
    """Writes `dumpsys window` or one section of it."""
    phone = call.phone
    section = next((word for word in args if not word.startswith("-")), "")
    task = phone.activities.tasks()[0]
    title = phone.windows.focused
    focus = f"Window{{{identity('window', title)} u0 {title}}}"
    record = activity_record(task.id, task.top)
    display = phone.display
    if section in ("windows", "w", "", "a", "all"):
        call.print("WINDOW MANAGER WINDOWS (dumpsys window windows)")
        names = ["StatusBar", "NavigationBar0"]
        if phone.state.keyboard.shown:
            names.append("InputMethod")
        names += [component for listed in phone.activities.tasks() for component in listed.activities[::-1]]
        for number, name in enumerate(names):
            call.print(f"  Window #{number} Window{{{identity('window', name)} u0 {name}}}:")
            call.print(f"    mDisplayId=0 mBaseLayer={(len(names) - number) * 10000} isOnScreen=true")
    if section in ("displays", "d", "", "a", "all"):
        size = f"{display.width_px}x{display.height_px}"
        natural = call.service(DisplayService).natural
        width, height = natural.width_px, natural.height_px
        rotation = f"ROTATION_{phone.orientation * 90}"
        free = phone.state.settings.get("system", "accelerometer_rotation") == "1"
        user = phone.state.settings.get_int("system", "user_rotation") % 4
        call.print("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
        call.print("  Display: mDisplayId=0 (organized)")
        call.print(
            f"    init={width}x{height} {display.density_dpi}dpi cur={size} app={size} "
            f"rng={min(width, height)}x{min(width, height)}-{max(width, height)}x{max(width, height)}"
        )
        call.print(f"    mRotation={phone.orientation}")
        call.print(f"  DisplayRotation\n    mRotation={rotation} mDeferredRotationPauseCount=0")
        call.print(
            f"    mUserRotationMode=USER_ROTATION_{'FREE' if free else 'LOCKED'} mUserRotation=ROTATION_{user * 90}"
        )
        call.print(f"  mCurrentRotation=ROTATION_{phone.orientation * 90}")
    if section in ("policy", "p", "", "a", "all"):
        call.print("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
        call.print("    mAwake=true mScreenOnEarly=true mScreenOnFully=true")
        call.print("    showing=false")
    if section in ("displays", "d", "windows", "w", "", "a", "all"):
        call.print(f"  mCurrentFocus={focus}")
        call.print(f"  mFocusedApp={record}")
    return 0


def dump_input(call: Call, args: list[str]) -> int:
    """Writes `dumpsys input`. AndroidEnv reads the orientation here, from an indented line (AdbCallParser)."""
    phone = call.phone
    display, turns = phone.display, phone.orientation
    frame = f"[0, 0, {display.width_px}, {display.height_px}]"
    call.print("INPUT MANAGER (dumpsys input)\n")
    call.print("Input Manager State:\n  Interactive: true\n  System UI Lights Out: false\n")
    call.print("Input Reader State (Nums of device: 1):\n  Device 2: virtio_input_multi_touch_1")
    call.print("    Touch Input Mapper (mode - DIRECT):\n      DeviceType: TOUCH_SCREEN")
    call.print(
        f"      Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, orientation={turns}, "
        f"logicalFrame={frame}, physicalFrame={frame}, deviceSize=[{display.width_px}, {display.height_px}]"
    )
    call.print(f"      PhysicalWidth: {display.width_px}px\n      PhysicalHeight: {display.height_px}px")
    call.print(f"      SurfaceOrientation: {turns}")
    call.print("\nInput Dispatcher State:\n  DispatchEnabled: true\n  FocusedDisplayId: 0")
    title = phone.windows.focused
    call.print(f"  FocusedWindows:\n    displayId=0, name='{identity('window', title)} {title}'")
    return 0

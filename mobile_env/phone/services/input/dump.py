"""`dumpsys input`: the touch screen, and who has the focus."""

from __future__ import annotations

from mobile_env.phone.services.display import DISPLAY_ID, DisplayService
from mobile_env.phone.services.window import WindowService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.shell.identity import identity


def dump_input(call: Call, args: list[str]) -> int:
    """Writes `dumpsys input`. AndroidEnv reads the orientation here, from an indented line (AdbCallParser)."""
    held = call.service(DisplayService)
    display, turns = held.display, held.orientation
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
    title = call.service(WindowService).focused
    call.print(f"  FocusedWindows:\n    displayId=0, name='{identity('window', title)} {title}'")
    return 0

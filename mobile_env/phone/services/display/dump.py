"""`dumpsys display` and `dumpsys SurfaceFlinger`: the one screen."""

from __future__ import annotations

from mobile_env.phone.services.display.service import DISPLAY_ID, DisplayService
from mobile_env.phone.shell.call import Call


def dump_display(call: Call, args: list[str]) -> int:
    """Writes `dumpsys display`. Programs read the viewport's orientation and size, which is the natural one."""
    service = call.service(DisplayService)
    shown, natural = service.display, (service.natural.width_px, service.natural.height_px)
    turns = service.orientation
    density = shown.density_dpi
    mode = (
        f"{{id=1, width={natural[0]}, height={natural[1]}, fps=60.0, alternativeRefreshRates=[], "
        f"supportedHdrTypes=[]}}"
    )
    viewport = (
        f"DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:{DISPLAY_ID}', "
        f"physicalPort=0, orientation={turns}, logicalFrame=Rect(0, 0 - {shown.width_px}, {shown.height_px}), "
        f"physicalFrame=Rect(0, 0 - {shown.width_px}, {shown.height_px}), deviceWidth={shown.width_px}, "
        f"deviceHeight={shown.height_px}}}"
    )
    device = (
        f'"Built-in Screen": uniqueId="local:{DISPLAY_ID}", {natural[0]} x {natural[1]}, modeId 1, '
        f"renderFrameRate 60.0, defaultModeId 1, supportedModes [{mode}], density {density}, "
        f"{density}.0 x {density}.0 dpi, touch INTERNAL, rotation 0, type INTERNAL, "
        f"address {{port=0, model=0x401cec6a7a2b7b}}, state ON, committedState ON"
    )
    info = (
        f'DisplayInfo{{"Built-in Screen", displayId 0, displayGroupId 0, real {shown.width_px} x {shown.height_px}, '
        f"largest app {max(natural)} x {max(natural)}, smallest app {min(natural)} x {min(natural)}, "
        f"mode 1, defaultMode 1, modes [{mode}], rotation {turns}, state ON, committedState ON, type INTERNAL, "
        f'uniqueId "local:{DISPLAY_ID}", app {shown.width_px} x {shown.height_px}, '
        f"density {density} ({density}.0 x {density}.0) dpi, layerStack 0}}"
    )
    call.print("DISPLAY MANAGER (dumpsys display)")
    call.print("  mSafeMode=false\n  mPendingTraversal=false\n  mViewports=[" + viewport + "]")
    call.print("  mDefaultDisplayDefaultColorMode=0\n  mWifiDisplayScanRequestCount=0")
    call.print(f"  mStableDisplaySize=Point({natural[0]}, {natural[1]})\n  mMinimumBrightnessCurve=null")
    call.print("\nDisplay Adapters: size=1\n  LocalDisplayAdapter")
    call.print(f"\nDisplay Devices: size=1\n  DisplayDeviceInfo{{{device}}}")
    call.print(f"    mAdapter=LocalDisplayAdapter\n    mUniqueId=local:{DISPLAY_ID}\n    mState=ON")
    call.print("\nLogicalDisplayMapper:\n  Logical Displays: size=1\n  Display 0:\n    mDisplayId=0")
    call.print(f"    mPrimaryDisplayDevice=Built-in Screen\n    mBaseDisplayInfo={info}")
    call.print(f"    mOverrideDisplayInfo={info}")
    call.print("\nDisplay Power Controller:\n  mDisplayId=0\n  mScreenState=ON")
    return 0


def dump_surface_flinger(call: Call, args: list[str]) -> int:
    """Writes `dumpsys SurfaceFlinger --display-id`, the one part of it that this phone has."""
    if "--display-id" in args:
        call.print(f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"')
    return 0

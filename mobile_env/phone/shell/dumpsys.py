"""`dumpsys`: the state of the system services as text."""

from __future__ import annotations

from collections.abc import Callable

from mobile_env.phone.framework.intents import short_component
from mobile_env.phone.shell.call import Call, Command
from mobile_env.phone.shell.dumpsys_activity import activity_record, dump_activity
from mobile_env.phone.shell.identity import identity
from mobile_env.phone.shell.permissions import is_runtime
from mobile_env.phone.shell.services import INTERFACES
from mobile_env.phone.state.clock import Clock

Dump = Callable[[Call, list[str]], int]


def dumpsys(call: Call) -> int:
    """Dumps one service, or all; exit code 0 also for a service that is not there, as on a phone."""
    args = list(call.args)
    skip: list[str] = []
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word == "-l":
            call.print("Currently running services:")
            for name in sorted(INTERFACES):
                call.print(f"  {name}")
            return 0
        if word in ("-t", "-T", "--priority"):
            if not args:
                call.complain(f"Error: {word} needs a value")
                return 255
            args.pop(0)
        elif word == "--skip":
            skip = args.pop(0).split(",") if args else []
        elif word == "--help":
            call.print(
                "usage: dumpsys\n         To dump all services.\nor:\n       dumpsys [-t TIMEOUT] SERVICE [ARGS]"
            )
            return 0
        elif word not in ("--proto", "--pid", "--stability", "--thread", "--dump"):
            call.complain(f"Unknown option: {word}")
            return 255
    if args:
        service, *rest = args
        if service not in INTERFACES:
            call.complain(f"Can't find service: {service}")
            return 0
        return _DUMPS.get(service, _empty)(call, [word for word in rest if word != "--proto"])
    for name in sorted(set(INTERFACES) - set(skip)):
        call.print("-" * 79)
        call.print(f"DUMP OF SERVICE {name}:")
        _DUMPS.get(name, _empty)(call, [])
        call.print(f"--------- 0.001s was the duration of dumpsys {name}, ending at: {_moment(call)}")
    return 0


def _moment(call: Call) -> str:
    return call.phone.state.clock.datetime().strftime("%Y-%m-%d %H:%M:%S")


def _empty(call: Call, args: list[str]) -> int:
    return 0


def _window(call: Call, args: list[str]) -> int:
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
        call.print("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
        call.print("  Display: mDisplayId=0")
        call.print(f"    init={size} {display.density_dpi}dpi cur={size} app={size}")
        call.print(f"    mRotation={phone.orientation}")
        call.print(f"  mCurrentRotation=ROTATION_{phone.orientation * 90}")
    if section in ("policy", "p", "", "a", "all"):
        call.print("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
        call.print("    mAwake=true mScreenOnEarly=true mScreenOnFully=true")
        call.print("    showing=false")
    if section in ("displays", "d", "windows", "w", "", "a", "all"):
        call.print(f"  mCurrentFocus={focus}")
        call.print(f"  mFocusedApp={record}")
    return 0


def _input(call: Call, args: list[str]) -> int:
    """AndroidEnv reads the orientation here, from an indented line (AdbCallParser)."""
    phone = call.phone
    display, turns = phone.display, phone.orientation
    frame = f"[0, 0, {display.width_px}, {display.height_px}]"
    call.print("INPUT MANAGER (dumpsys input)\n")
    call.print("Input Manager State:\n  Interactive: true\n  System UI Lights Out: false\n")
    call.print("Input Reader State (Nums of device: 1):\n  Device 2: virtio_input_multi_touch_1")
    call.print("    Touch Input Mapper (mode - DIRECT):\n      DeviceType: TOUCH_SCREEN")
    call.print(
        f"      Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, orientation={turns}, "
        f"logicalFrame={frame}, physicalFrame={frame}, deviceSize=[{display.width_px}, {display.height_px}]"
    )
    call.print(f"      PhysicalWidth: {display.width_px}px\n      PhysicalHeight: {display.height_px}px")
    call.print(f"      SurfaceOrientation: {turns}")
    call.print("\nInput Dispatcher State:\n  DispatchEnabled: true\n  FocusedDisplayId: 0")
    title = phone.windows.focused
    call.print(f"  FocusedWindows:\n    displayId=0, name='{identity('window', title)} {title}'")
    return 0


def _input_method(call: Call, args: list[str]) -> int:
    shown = str(call.phone.state.keyboard.shown).lower()
    current = call.phone.state.settings.get("secure", "default_input_method") or ""
    call.print("Current Input Method Manager state:")
    call.print(f"  mCurMethodId={current}")
    call.print(
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    )
    call.print("  mSystemReady=true mInteractive=true")
    return 0


def _package(call: Call, args: list[str]) -> int:
    names = [word for word in args if not word.startswith("-")]
    packages = [call.phone.packages.get(names[0])] if names else list(call.phone.packages.list())
    if names and packages == [None]:
        call.print(f"Unable to find package: {names[0]}")
        return 0
    call.print("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:")
    for package in packages:
        assert package is not None
        intent = call.phone.packages.launch_intent(package.name)
        if intent is not None and intent.component:
            short = short_component(intent.component)
            call.print(
                f"        {identity('filter', package.name)} {short} filter {identity('f', package.name)}"
            )
    call.print("\nPackages:")
    for package in packages:
        assert package is not None
        call.print(f"  Package [{package.name}] ({identity('package', package.name)}):")
        call.print(f"    userId={package.uid}")
        call.print(f"    pkg=Package{{{identity('pkg', package.name)} {package.name}}}")
        call.print(f"    codePath={package.apk_path.rpartition('/')[0]}")
        call.print(f"    versionCode={package.version_code} minSdk=24 targetSdk=33")
        call.print(f"    versionName={package.version_name}")
        flags = "SYSTEM HAS_CODE" if package.system else "HAS_CODE ALLOW_CLEAR_USER_DATA"
        call.print(f"    flags=[ {flags} ]")
        call.print(f"    dataDir=/data/user/0/{package.name}")
        installed = Clock(package.first_install_us).datetime().strftime("%Y-%m-%d %H:%M:%S")
        call.print(f"    firstInstallTime={installed}")
        call.print("    requested permissions:")
        for permission in package.permissions:
            call.print(f"      {permission}")
        call.print("    install permissions:")
        for permission in package.permissions:
            if not is_runtime(permission):
                call.print(f"      {permission}: granted=true")
        enabled = 0 if package.enabled else 3
        call.print(
            f"    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false "
            f"notLaunched=false enabled={enabled} instant=false virtual=false"
        )
        call.print("      runtime permissions:")
        for permission in filter(is_runtime, package.permissions):
            granted = str(permission in package.granted).lower()
            call.print(f"        {permission}: granted={granted}, flags=[ USER_SENSITIVE_WHEN_GRANTED]")
    return 0


def _battery(call: Call, args: list[str]) -> int:
    call.print("Current Battery Service state:")
    for name, value in (
        ("AC powered", "true"),
        ("USB powered", "false"),
        ("Wireless powered", "false"),
        ("Max charging current", "0"),
        ("Max charging voltage", "0"),
        ("Charge counter", "10000"),
        ("status", "4"),
        ("health", "2"),
        ("present", "true"),
        ("level", "100"),
        ("scale", "100"),
        ("voltage", "5000"),
        ("temperature", "250"),
        ("technology", "Li-ion"),
    ):
        call.print(f"  {name}: {value}")
    return 0


def _display(call: Call, args: list[str]) -> int:
    display = call.phone.display
    size = f"{display.width_px} x {display.height_px}"
    call.print(
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\nDisplay Devices: size=1"
    )
    call.print(
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:4619827259835644672", {size}, '
        f"modeId 1, defaultModeId 1, density {display.density_dpi}, {display.density_dpi} x {display.density_dpi} dpi, "
        f"rotation {call.phone.orientation}, state ON}}"
    )
    return 0


def _power(call: Call, args: list[str]) -> int:
    call.print("POWER MANAGER (dumpsys power)\n\nPower Manager State:")
    call.print("  mWakefulness=Awake\n  mIsPowered=true\n  mBatteryLevel=100\n  mStayOn=false")
    call.print("\nDisplay Power: state=ON")
    return 0


def _connectivity(call: Call, args: list[str]) -> int:
    settings = call.phone.state.settings
    offline = settings.get("global", "airplane_mode_on") == "1"
    wifi = settings.get("global", "wifi_on") == "1" and not offline
    mobile = settings.get("global", "mobile_data") == "1" and not offline
    call.print("Current Networks:")
    if wifi:
        call.print("  NetworkAgentInfo{network{100} ni{WIFI CONNECTED} validated}")
    if mobile:
        call.print("  NetworkAgentInfo{network{101} ni{MOBILE[LTE] CONNECTED} validated}")
    active = "100" if wifi else "101" if mobile else "none"
    call.print(f"Active default network: {active}")
    return 0


def _wifi(call: Call, args: list[str]) -> int:
    on = call.phone.state.settings.get("global", "wifi_on") == "1"
    call.print(f"Wi-Fi is {'enabled' if on else 'disabled'}")
    return 0


def _notification(call: Call, args: list[str]) -> int:
    call.print("Current Notification Manager state:\n  Notification List:")
    return 0


_DUMPS: dict[str, Dump] = {
    "activity": dump_activity,
    "battery": _battery,
    "connectivity": _connectivity,
    "display": _display,
    "input": _input,
    "input_method": _input_method,
    "notification": _notification,
    "package": _package,
    "power": _power,
    "wifi": _wifi,
    "window": _window,
}

COMMANDS: dict[str, Command] = {"dumpsys": dumpsys}

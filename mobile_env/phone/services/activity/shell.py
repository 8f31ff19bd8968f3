"""`am`, the activity manager's command: start and stop apps, broadcasts, tasks, screen pinning."""

from __future__ import annotations

import re
from dataclasses import replace

from mobile_env.phone.services.activity.dump import task_lines
from mobile_env.phone.services.activity.service import ActivityService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.shell.call import Call, CommandError, java_error
from mobile_env.phone.shell.intent_options import parse_intent
from mobile_env.phone.state.intents import Intent, full_component, short_component

_NEW_TASK = 0x10000000
_FROM_SHELL = 0x00400000
# What a start takes on the real emulator, about; the phone's clock does not move for it.
_START_MS = 250


def am(call: Call) -> int:
    """Runs a verb of `am`; also reached as `cmd activity`."""
    if not call.args or call.args[0] in ("help", "-h"):
        call.print("Activity manager (activity) commands:\n  help\n      Print this help text.")
        for verb in sorted(_VERBS):
            call.print(f"  {verb}")
        return 0 if call.args else 255
    found = _VERBS.get(call.args[0])
    if found is None:
        call.complain(f"Unknown command: {call.args[0]}")
        return 255
    return found(call, call.args[1:])


def _shown(intent: Intent) -> str:
    return f"Intent {intent}"


def _package(verb: str, args: list[str]) -> str:
    """The package among the words, options such as --user left out."""
    rest = list(args)
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in ("--user", "--display") else rest[1:]
    if not rest:
        raise java_error(verb, "IllegalArgumentException", f'Argument expected after "{verb}"')
    return rest[0]


def _start(call: Call, args: list[str]) -> int:
    wait = stop = False
    repeat = 1
    while args[:1] == [""]:  # hosts leave the word empty where -S could stand
        args = args[1:]

    def option(word: str, rest: list[str]) -> bool:
        nonlocal wait, stop, repeat
        if word == "-W":
            wait = True
        elif word == "-S":
            stop = True
        elif word == "-R" and rest and rest[-1].isdecimal():
            repeat = min(100, int(rest.pop()))
        else:
            return False
        return True

    intent = parse_intent("start", args, option)
    status = 0
    for number in range(max(1, repeat)):
        if number:
            call.shell.run_command(["input", "keyevent", "BACK"], call.input, call.out, call.err)
        status = _start_once(call, intent, wait=wait, stop=stop)
    return status


def _start_once(call: Call, intent: Intent, *, wait: bool, stop: bool) -> int:
    target = intent.component.partition("/")[0] if intent.component else intent.package
    if stop and target is None:
        found = call.service(PackageService).resolve(intent)
        target = found[0].partition("/")[0] if found else None
    if stop and target:
        call.print(f"Stopping: {target}")
        call.service(PackageService).stop(target)
    call.print(f"Starting: {_shown(intent)}")
    started = replace(intent, flags=intent.flags | _NEW_TASK)
    result = call.service(ActivityService).start(started)
    say = call.print if wait else call.complain
    if result.status == "not_found":
        if intent.component:
            say("Error type 3")
            say(f"Error: Activity class {{{full_component(intent.component)}}} does not exist.")
        else:
            say(f"Error: Activity not started, unable to resolve {_shown(started)}")
        return 1
    if result.status == "blocked":
        say("Error: Activity not started, unknown error code 101")
        return 1
    if result.status == "brought_to_front":
        say("Warning: Activity not started, its current task has been brought to the front")
    elif result.status == "delivered_to_top":
        say(
            "Warning: Activity not started, intent has been delivered to currently running top-most instance."
        )
    if wait:
        warm = result.status != "ok"
        call.print("Status: ok")
        call.print(f"LaunchState: {'UNKNOWN (0)' if warm else 'COLD'}")
        if result.activity:
            call.print(f"Activity: {short_component(result.activity)}")
        took = 0 if warm else _START_MS
        call.print(f"TotalTime: {took}")
        call.print(f"WaitTime: {took + 3}")
        call.print("Complete")
    return 0


def _force_stop(call: Call, args: list[str]) -> int:
    name = _package("force-stop", args)
    if call.service(PackageService).get(name) is not None:
        call.service(PackageService).stop(name)
    return 0


def _kill(call: Call, args: list[str]) -> int:
    """Only processes in the background are killed."""
    name = _package("kill", args)
    in_front = call.service(ActivityService).foreground_app.component.partition("/")[0]
    if name != in_front and call.service(PackageService).get(name) is not None:
        call.service(PackageService).stop(name)
    return 0


def _kill_all(call: Call, args: list[str]) -> int:
    in_front = call.service(ActivityService).foreground_app.component.partition("/")[0]
    for process in call.kernel.state.processes.list():
        package = call.service(PackageService).get(process.name)
        if package is not None and not package.system and process.name != in_front:
            call.service(PackageService).stop(process.name)
    return 0


def _broadcast(call: Call, args: list[str]) -> int:
    intent = parse_intent("broadcast", args)
    intent = replace(intent, flags=intent.flags | _FROM_SHELL)
    call.print(f"Broadcasting: {_shown(intent)}")
    result = call.service(ActivityService).broadcast_ordered(intent)
    data = "" if result.data is None else f', data="{result.data}"'
    call.print(f"Broadcast completed: result={result.code}{data}")
    return 0


def _start_service(call: Call, args: list[str]) -> int:
    intent = parse_intent("start-service", args)
    call.print(f"Starting service: {_shown(intent)}")
    # Apps of the phone do their work in activities and receivers.
    call.complain("Error: Not found; no service started.")
    return 255


def _stop_service(call: Call, args: list[str]) -> int:
    intent = parse_intent("stop-service", args)
    call.print(f"Stopping service: {_shown(intent)}")
    call.complain("Service not stopped: was not running.")
    return 255


def _stack(call: Call, args: list[str]) -> int:
    if args[:1] == ["remove"]:
        if len(args) < 2:
            raise java_error("stack", "IllegalArgumentException", 'Argument expected after "remove"')
        if not re.fullmatch(r"-?[0-9]{1,10}", args[1]):
            raise java_error("stack", "NumberFormatException", f'For input string: "{args[1]}"')
        call.service(ActivityService).remove_task(int(args[1]))
        return 0
    if args[:1] not in (["list"], ["info"]):
        call.complain(f"Error: unknown command '{args[0] if args else ''}'")
        return 255
    call.write("".join(task_lines(call)))
    return 0


def _task(call: Call, args: list[str]) -> int:
    if args[:1] != ["lock"] or len(args) < 2:
        call.complain(f"Error: unknown command '{args[0] if args else ''}'")
        return 255
    activities = call.service(ActivityService)
    if args[1] == "stop":
        activities.unlock_task()
    elif not args[1].isdecimal():
        raise java_error("task", "NumberFormatException", f'For input string: "{args[1]}"')
    else:
        activities.lock_task(int(args[1]))
    locked = "" if activities.locked_task is not None else "not "
    call.print(f"Activity manager is {locked}in lockTaskMode")
    return 0


def _instrument(call: Call, args: list[str]) -> int:
    target = next((word for word in reversed(args) if "/" in word), args[-1] if args else "")
    component = full_component(target) if "/" in target else target
    call.print("INSTRUMENTATION_STATUS: id=ActivityManagerService")
    call.print(
        f"INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{component}}}"
    )
    call.print("INSTRUMENTATION_STATUS_CODE: -1")
    raise CommandError(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {target}\n", 1)


def _get_current_user(call: Call, args: list[str]) -> int:
    call.print("0")
    return 0


def _get_config(call: Call, args: list[str]) -> int:
    display = call.service(DisplayService).display
    smallest = round(min(display.width_px, display.height_px) / display.scale)
    width, height = round(display.width_px / display.scale), round(display.height_px / display.scale)
    shape = "land" if width > height else "port"
    call.print(
        f"config: en-rUS-ldltr-sw{smallest}dp-w{width}dp-h{height}dp-normal-notlong-notround-lowdr-nowidecg-{shape}-"
        f"notnight-{display.density_dpi}dpi-finger-keysexposed-nokeys-navhidden-nonav-v33"
    )
    call.print("abi: x86_64,arm64-v8a")
    return 0


def _crash(call: Call, args: list[str]) -> int:
    name = _package("crash", args)
    if (
        call.kernel.state.processes.pid(name) is not None
        and call.service(PackageService).get(name) is not None
    ):
        call.kernel.processes.crash(name, RuntimeError("shell-induced crash"))
    return 0


def _silent(call: Call, args: list[str]) -> int:
    """Accepts verbs that have no meaning on this phone: profiling, debugging, other users."""
    return 0


_VERBS = {
    "broadcast": _broadcast,
    "clear-debug-app": _silent,
    "crash": _crash,
    "force-stop": _force_stop,
    "get-config": _get_config,
    "get-current-user": _get_current_user,
    "idle-maintenance": _silent,
    "instrument": _instrument,
    "kill": _kill,
    "kill-all": _kill_all,
    "set-debug-app": _silent,
    "stack": _stack,
    "start": _start,
    "start-activity": _start,
    "start-foreground-service": _start_service,
    "start-service": _start_service,
    "startfgservice": _start_service,
    "startforegroundservice": _start_service,
    "startservice": _start_service,
    "stop-service": _stop_service,
    "stopservice": _stop_service,
    "switch-user": _silent,
    "task": _task,
    "wait-for-broadcast-idle": _silent,
}

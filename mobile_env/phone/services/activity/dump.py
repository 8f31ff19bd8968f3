"""`dumpsys activity` and `am stack list`: prints tasks, activities and their views."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from mobile_env.phone.services.activity.service import ActivityService, Task
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.shell.identity import identity
from mobile_env.phone.state.intents import (
    ACTION_MAIN,
    CATEGORY_HOME,
    Intent,
    full_component,
    short_component,
)

if TYPE_CHECKING:
    from mobile_env.phone.shell.call import Call

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
# Ids of the framework that dumps show with their real numbers (android.R.id).
_FRAMEWORK_IDS = {
    "content": 0x01020002,
    "text1": 0x01020014,
    "title": 0x01020016,
    "button1": 0x01020019,
    "button2": 0x0102001A,
    "list": 0x0102000A,
    "message": 0x0102000B,
    "statusBarBackground": 0x0102002F,
    "navigationBarBackground": 0x01020030,
}


def _kind(call: Call, task: Task) -> str:
    """Activity type of a task: `home` for tasks that handle the HOME key."""
    homes = call.service(PackageService).resolve(Intent(action=ACTION_MAIN, categories=(CATEGORY_HOME,)))
    return "home" if task.base in homes else "standard"


def task_lines(call: Call) -> Iterator[str]:
    """The lines of `am stack list`, front first: a root task, its configuration, the task in it."""
    display = call.service(DisplayService).display
    bounds = f"[0,0][{display.width_px},{display.height_px}]"
    smallest = round(min(display.width_px, display.height_px) / display.scale)
    for task in call.service(ActivityService).tasks():
        yield f"RootTask id={task.id} bounds={bounds} displayId=0 userId=0\n"
        yield (
            f" configuration={{1.0 310mcc260mnc [en_US] ldltr sw{smallest}dp {display.density_dpi}dpi nrml finger "
            f"-keyb/v/h -nav/h winConfig={{ mBounds=Rect(0, 0 - {display.width_px}, {display.height_px}) "
            f"mWindowingMode=fullscreen mActivityType={_kind(call, task)} mAlwaysOnTop=undefined "
            f"mRotation=ROTATION_{call.service(DisplayService).orientation * 90}}} s.1}}\n"
        )
        yield (
            f"  taskId={task.id}: {task.base} bounds={bounds} userId=0 visible={str(task.visible).lower()} "
            f"topActivity=ComponentInfo{{{task.top}}}\n\n"
        )


def activity_record(task_id: int, component: str) -> str:
    """`ActivityRecord{…}` of an activity in a task."""
    return f"ActivityRecord{{{identity('record', task_id, component)} u0 {short_component(component)} t{task_id}}}"


def dump_activity(call: Call, args: list[str]) -> int:
    """Writes `dumpsys activity` with its arguments."""
    words = [word for word in args if not word.startswith("-")]
    section = words[0] if words else ""
    if section in ("", "recents", "r"):
        call.write("".join(_recents(call)))
    if section in ("", "activities", "a"):
        call.write("".join(_activities(call)))
    if section in ("processes", "p") or not section:
        call.write("".join(_processes(call)))
    if section in ("top", "all"):
        for task in call.service(ActivityService).tasks():
            if task.visible or section == "all":
                call.write("".join(_task_views(call, task, task.package)))
        return 0
    if section in ("services", "s"):
        call.print("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)")
    elif section in (
        "broadcasts",
        "b",
        "intents",
        "i",
        "providers",
        "prov",
        "permissions",
        "perm",
        "settings",
    ):
        call.print(f"ACTIVITY MANAGER {section.upper()} (dumpsys activity {section})\n  (nothing)")
    elif section not in ("", "activities", "a", "recents", "r", "processes", "p"):
        return _dump_named(call, words)
    return 0


def _dump_named(call: Call, words: list[str]) -> int:
    """`dumpsys activity PACKAGE` or `… COMPONENT`: the views of the activities that the name names."""
    name = words[0]
    wanted = full_component(name) if "/" in name else None
    found = False
    for task in call.service(ActivityService).tasks():
        if wanted in task.activities or any(
            component.partition("/")[0] == name for component in task.activities
        ):
            call.write("".join(_task_views(call, task, name, wanted)))
            found = True
    if not found:
        call.print(f"Bad activity command, or no activities match: {name}")
        call.print("Use -h for help.")
    return 0


def _activities(call: Call) -> Iterator[str]:
    tasks = call.service(ActivityService).tasks()
    yield "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
    yield "Display #0 (activities from top to bottom):\n"
    for task in tasks:
        uid = package.uid if (package := call.service(PackageService).get(task.package)) else 1000
        shown = str(task.visible).lower()
        yield (
            f"  * Task{{{identity('task', task.id)} #{task.id} type={_kind(call, task)} A={uid}:{task.package} U=0 "
            f"visible={shown} visibleRequested={shown} mode=fullscreen translucent=false sz={len(task.activities)}}}\n"
        )
        yield f"    mLastPausedActivity: {activity_record(task.id, task.top)}\n"
        for number in reversed(range(len(task.activities))):
            component = task.activities[number]
            front = task.visible and number == len(task.activities) - 1
            package_name = component.partition("/")[0]
            yield f"    * Hist  #{number}: {activity_record(task.id, component)}\n"
            yield f"      packageName={package_name} processName={package_name}\n"
            yield f"      mActivityComponent={short_component(component)}\n"
            yield f"      state={'RESUMED' if front else 'STOPPED'} finishing=false visible={str(front).lower()}\n"
    if tasks:
        front_record = activity_record(tasks[0].id, tasks[0].top)
        yield f"\n  ResumedActivity: {front_record}\n"
        yield f"    topResumedActivity={front_record}\n"
        yield f"    mResumedActivity: {front_record}\n"
        yield f"  mFocusedApp={front_record}\n"
    locked = call.service(ActivityService).locked_task
    state = "LOCKED" if locked is not None else "NONE"
    yield "\n  LockTaskController:\n"
    yield f"    mLockTaskModeState={state}\n"
    yield f"    mLockTaskModeTasks={'' if locked is None else f'#{locked}'}\n"


def _recents(call: Call) -> Iterator[str]:
    """Recent tasks, the one used last first; home is none that a user could choose."""
    tasks = call.service(ActivityService).tasks()
    chosen = [task for task in tasks if _kind(call, task) != "home"]
    yield "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n"
    yield "mFreezeTaskListReordering=false\nmFreezeTaskListReorderingPendingTimeout=false\n"
    if chosen:
        yield "  Recent tasks:\n"
    for number, task in enumerate(chosen):
        yield (
            f"  * Recent #{number}: Task{{{identity('task', task.id)} #{task.id} type=standard A={task.package} U=0 "
            f"visible={str(task.visible).lower()} sz={len(task.activities)}}}\n"
        )
    if chosen:
        yield "\n  Visible recent tasks (most recent first):\n"
    for number, task in enumerate(chosen):
        yield f"  * RecentTaskInfo #{number}: \n    id={task.id} userId=0 hasTask=true\n"
        yield f"    baseActivity={{{short_component(task.base)}}}\n"
        yield f"    topActivity={{{short_component(task.top)}}}\n"
    yield "\n"


def _processes(call: Call) -> Iterator[str]:
    yield "\nACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n"
    yield "  All known processes:\n"
    for process in call.kernel.state.processes.list():
        if call.service(PackageService).get(process.name) is not None:
            record = f"{identity('process', process.pid)} {process.pid}:{process.name}/{process.uid}"
            yield f"  *APP* UID {process.uid} ProcessRecord{{{record}}}\n"


def _task_views(call: Call, task: Task, package: str, component: str | None = None) -> Iterator[str]:
    """A task with its activities; the one in front has its views below it, the others have none on the screen."""
    uid = found.uid if (found := call.service(PackageService).get(task.package)) else 1000
    yield f"TASK {uid}:{task.package} id={task.id} userId=0\n"
    for number, name in reversed(list(enumerate(task.activities))):
        if (component or name) != name or ("/" not in package and name.partition("/")[0] != package):
            continue
        pid = call.kernel.state.processes.pid(name.partition("/")[0])
        front = task.visible and number == len(task.activities) - 1
        yield f"  ACTIVITY {short_component(name)} {identity('record', task.id, name)} pid={pid or '(not running)'}\n"
        yield f"    Local Activity {identity('activity', task.id, name)} State:\n"
        yield f"      mResumed={str(front).lower()} mStopped={str(not front).lower()} mFinished=false\n"
        yield "      mChangingConfigurations=false\n"
        yield "      mCurrentConfig={1.0 310mcc260mnc [en_US] ldltr}\n"
        if front:
            yield "    View Hierarchy:\n"
            yield from (f"      {line}\n" for line in view_lines(call, name))
    yield "\n"


def view_lines(call: Call, component: str) -> Iterator[str]:
    """The views on the screen as `View.toString` writes them, two spaces a level, positions relative to the
    parent."""
    root = ElementTree.fromstring(call.service(DisplayService).screen.hierarchy().encode())
    title = component.rpartition(".")[2]
    stack: list[tuple[ElementTree.Element, int, int, int, str]] = [
        (node, 0, 0, 0, f"{component}/{number}") for number, node in reversed(list(enumerate(root)))
    ]
    while stack:
        node, level, left, top, path = stack.pop()
        match = _BOUNDS.match(node.get("bounds", ""))
        edges = [int(number) for number in match.groups()] if match else [0, 0, 0, 0]
        if level == 0:
            yield f"DecorView@{identity('decor', component)}[{title}]"
        else:
            yield "  " * level + _view(node, edges, left, top, path)
        children = [(node[n], level + 1, edges[0], edges[1], f"{path}/{n}") for n in range(len(node))]
        stack += children[::-1]


def _view(node: ElementTree.Element, edges: list[int], left: int, top: int, path: str) -> str:
    def flag(attribute: str, letter: str) -> str:
        return letter if node.get(attribute) == "true" else "."

    # Order of View.toString: visibility, focusable, enabled, will not draw, scroll bars, clickable, long clickable.
    flags = (
        f"V{flag('focusable', 'F')}{flag('enabled', 'E')}..{flag('scrollable', 'V')}"
        f"{flag('clickable', 'C')}{flag('long-clickable', 'L')}. "
        f".{flag('focused', 'F')}{flag('selected', 'S')}....."
    )
    x0, y0, x1, y1 = edges[0] - left, edges[1] - top, edges[2] - left, edges[3] - top
    identifier = _identifier(node.get("resource-id", ""))
    return f"{node.get('class')}{{{identity('view', path)} {flags} {x0},{y0}-{x1},{y1}{identifier}}}"


def _identifier(resource_id: str) -> str:
    package, colon, name = resource_id.partition(":id/")
    if not colon:
        return ""
    if package == "android":
        number = _FRAMEWORK_IDS.get(name, 0x01020100 | zlib.crc32(name.encode()) & 0xFF)
        return f" #{number:x} android:id/{name}"
    return f" #{0x7F0A0000 | zlib.crc32(name.encode()) & 0xFFFF:x} app:id/{name}"

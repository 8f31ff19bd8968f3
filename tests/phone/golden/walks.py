"""Random walks on a small phone, and what is seen on them: the witness that a change of the house changes no behaviour.

Run as a program it records `walks.txt` and `shell.txt` anew:

    python tests/phone/golden/walks.py
"""

import hashlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "framework"))

from blitz_py import Template
from sample_app.manifest import APP

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps import shipped
from mobile_env.phone.network import NetworkError, Response
from mobile_env.phone.ui import fonts

WALKS = HERE / "walks.txt"
SHELL = HERE / "shell.txt"
COUNT = 300
STEPS = 20
_DISPLAYS = (Display(360, 640, 160), Display(360, 640, 160), Display(480, 800, 240))
_NODE = re.compile(r'clickable="true"[^>]*bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')
_KEYS = (
    "BACK",
    "BACK",
    "BACK",
    "HOME",
    "APP_SWITCH",
    "ENTER",
    "DEL",
    "DPAD_LEFT",
    "PASTE",
    "CLEAR",
    "MOVE_HOME",
)
_TEXTS = ("bread", "a b", "Zürich 😀", "one\ntwo", "x" * 60)
_SAMPLE = APP.package
# The walks' phones have these apps only, so that apps which come later leave what was recorded alone.
_APPS = (
    "com.android.launcher3",
    "com.android.systemui",
    "android",
    "com.wikihow.wikihowapp",
    "com.google.androidenv.accessibilityforwarder",
)
_WIKIHOW = "com.wikihow.wikihowapp"
_VIEW = f"am start -a android.intent.action.VIEW -d https://www.wikihow.com/Bake-Bread -n {_WIKIHOW}/.MainTabActivity"
_COMMANDS = (
    f"monkey -p {_SAMPLE} 1",
    f"am start -n {_SAMPLE}/.NotesActivity",
    f"am start -W -S -n {_SAMPLE}/.NotesActivity",
    f"am start -n {_SAMPLE}/.DetailActivity --es note told",
    "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT words",
    "am start -a android.intent.action.CHOOSER --es text words",
    f"am start -n {_WIKIHOW}/.MainTabActivity",
    _VIEW,
    _VIEW,
    f"am force-stop {_SAMPLE}",
    f"am kill {_WIKIHOW}",
    f"am crash {_SAMPLE}",
    "am broadcast -a org.example.PING --es word hello",
    "am stack list",
    "dumpsys activity activities | head -40",
    f"pm clear {_SAMPLE}",
    f"pm disable-user {_SAMPLE}; pm enable {_SAMPLE}",
    f"pm grant {_SAMPLE} android.permission.CAMERA",
    "pm list packages -U",
    "settings put system user_rotation 1",
    "settings put system user_rotation 0",
    "settings put system font_scale 1.3",
    "settings put secure ui_night_mode 2",
    "cmd connectivity airplane-mode enable",
    "cmd connectivity airplane-mode disable",
    "date 101612002023.00; date",
    "input tap 100 200",
    "input swipe 180 500 180 200 200",
    "input text hello",
    "input keyevent 4",
    "ps -A",
    "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|InputMethod'",
    "dumpsys battery set level 40; dumpsys battery | grep level",
    "echo hi > /sdcard/note.txt; ls -l /sdcard/note.txt; rm /sdcard/note.txt",
    "sqlite3 /sdcard/x.db 'create table if not exists t(a); insert into t values(1); select count(*) from t'",
    "uiautomator dump /dev/tty | wc -c",
)  # fmt: skip


def fetch(url: str, headers: object) -> Response:
    """A site of pages that link to each other; /Nowhere cannot be reached."""
    if url.startswith("https://www.wikihow.com/Nowhere"):
        raise NetworkError("ERR_CONNECTION_REFUSED")
    if not url.startswith("https://www.wikihow.com/"):
        return Response(404, {}, b"")
    name = url.partition(".com/")[2].partition("?")[0]
    links = "".join(
        f'<p><a href="/{link}">How to {link}</a></p>' for link in ("Bake-Bread", "Fly-a-Kite", "Nowhere")
    )
    text = "".join(f"<p id='p{n}'>Step {n} of {name}. {'Knead well. ' * (n % 5)}</p>" for n in range(1, 30))
    page = f"<html><head><title>How to {name} - wikiHow</title></head><body><h1>{name}</h1>{links}{text}</body></html>"
    return Response(200, {"Content-Type": "text/html"}, page.encode())


def new_phone(display: Display) -> Phone:
    apps = {package: app for package, app in shipped().items() if package in _APPS}
    return Phone(display, fetch=fetch, apps={**apps, _SAMPLE: APP})


def _act(phone: Phone, chance: random.Random) -> str:
    """Does one random thing to the phone; returns what it prints."""
    width, height = phone.display.width_px, phone.display.height_px
    kind = chance.choices(
        ("tap", "anywhere", "hold", "swipe", "key", "text", "shell", "wait", "turn", "again"),
        (30, 5, 5, 10, 12, 8, 22, 4, 2, 2),
    )[0]
    if kind == "tap":
        places = [tuple(map(int, found)) for found in _NODE.findall(phone.view_hierarchy())]
        left, top, right, bottom = chance.choice(places) if places else (0, 0, width, height)
        x, y = min(width - 1, (left + right) // 2), min(height - 1, (top + bottom) // 2)
        phone.touch(x, y)
        phone.lift()
    elif kind in ("anywhere", "hold"):
        x, y = chance.randrange(width), chance.randrange(height)
        for _ in range(1 if kind == "anywhere" else 9):
            phone.touch(x, y)
        phone.lift()
    elif kind == "swipe":
        x, y, to = chance.randrange(width), chance.randrange(height), chance.randrange(height)
        for step in range(4):
            phone.touch(x, y + (to - y) * step / 3)
        if chance.random() < 0.5:
            phone.touch(x, to)
        phone.lift()
    elif kind == "key":
        phone.key(chance.choice(_KEYS))
    elif kind == "text":
        phone.type_text(chance.choice(_TEXTS))
    elif kind == "shell":
        done = phone.shell(chance.choice(_COMMANDS))
        return f"{done.exit_code} {done.output.decode()}"
    elif kind == "wait":
        phone.advance(chance.choice((0.5, 3, 70)))
    elif kind == "turn":
        phone.set_rotation(chance.randrange(4))
    else:
        snapshot = phone.snapshot()
        phone.key("BACK")
        phone.screenshot()
        phone.restore(snapshot)
    return ""


def steps(number: int) -> Iterator[tuple[Phone, str]]:
    """The phone after each step of a walk, and what the step printed."""
    chance = random.Random(f"walk {number}")
    phone = new_phone(_DISPLAYS[number % len(_DISPLAYS)])
    if number % 2:
        phone.activities.start(phone.packages.launch_intent(_SAMPLE))
    for _ in range(STEPS):
        yield phone, _act(phone, chance)


def _digest(*parts: bytes, size: int = 2) -> str:
    return hashlib.blake2b(b"\0".join(parts), digest_size=size).hexdigest()


def log_text(phone: Phone) -> str:
    """The whole log, without the lines of stack traces: they name files and lines of the code."""
    lines = []
    for entry in phone.log.read(0)[0]:
        message = "\n".join(line for line in entry.message.splitlines() if not line.startswith("  "))
        lines.append(f"{entry.time_us} {entry.pid} {entry.buffer} {entry.level} {entry.tag}: {message}")
    return "\n".join(lines)


def walk(number: int) -> dict[str, str]:
    """Digests of what is seen on a walk: of frames and dumps two bytes a step, of log and output eight for all."""
    frames, dumps, printed = [], [], []
    for phone, text in steps(number):
        frames.append(_digest(phone.screenshot().tobytes()))
        dumps.append(_digest(phone.view_hierarchy().encode()))
        printed.append(text)
    return {
        "dumps": "".join(dumps),
        "log": _digest(log_text(phone).encode(), size=8),
        "shell": _digest("\0".join(printed).encode(), size=8),
        "frames": "".join(frames),
    }


def painter() -> str:
    """What the painting library makes of a fixed page here: frames can be compared where this is the same."""
    # The engine lists fonts once a process: whoever lays out first decides for all.
    fonts.register()
    page = Template(
        html="<div id=a style='border-radius:9px;background:#345;margin:3px'>Ag</div>", width=64, height=64
    )
    return _digest(bytes(page.render_rgba()[2]), size=8)


def recorded() -> tuple[str, dict[int, dict[str, str]]]:
    """The painter of the machine that recorded, and what it saw on each walk."""
    first, *lines = WALKS.read_text("utf-8").splitlines()
    walks = {}
    for line in lines:
        number, *pairs = line.split()
        walks[int(number)] = dict(pair.split("=") for pair in pairs)
    return first.partition("=")[2], walks


def shell_lines() -> list[str]:
    """The commands of `shell.txt`."""
    return [line[2:] for line in SHELL.read_text("utf-8").splitlines() if line.startswith("$ ")]


def shell_text(commands: list[str]) -> str:
    """Runs the commands one after the other on one phone; returns each with what it prints."""
    phone = new_phone(_DISPLAYS[0])
    parts = []
    for command in commands:
        done = phone.shell(command)
        text = done.output.decode("utf-8", "replace")
        parts.append(f"$ {command}\n{_marked(text)}[{done.exit_code}]\n")
    return "".join(parts) + "\nLog:\n" + _marked(log_text(phone))


def _marked(text: str) -> str:
    """Each line with a bar before it, so that no editor trims it and no line looks like a command."""
    return "".join(f"| {line}\n" if line else "|\n" for line in text.splitlines())


def record() -> None:
    seen = ((number, walk(number)) for number in range(COUNT))
    lines = [
        " ".join([str(number), *(f"{name}={value}" for name, value in each.items())]) for number, each in seen
    ]
    lines.insert(0, f"painter={painter()}")
    WALKS.write_text("\n".join(lines) + "\n", "utf-8")
    SHELL.write_text(shell_text(shell_lines()), "utf-8")


if __name__ == "__main__":
    record()

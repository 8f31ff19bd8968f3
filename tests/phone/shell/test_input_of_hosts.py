"""`input` and `monkey` as programs of others use them: chords, empty words, drags, random events."""

import pytest

from mobile_env.phone.services.clipboard import ClipboardService

APP = "com.wikihow.wikihowapp"
MAIN = f"{APP}/.MainTabActivity"


@pytest.fixture
def field(sh):
    """Focuses WikiHow's search field; gives a function that tells what it holds."""
    sh(f"am start -n {MAIN}")
    button = sh.phone.screen.find(sh.phone.state.tasks[0].top.window, resource_id="search_button")
    left, top, right, bottom = sh.phone.screen.bounds(button)
    sh(f"input tap {(left + right) // 2} {(top + bottom) // 2}")

    def text():
        focus = sh.phone.state.focus
        return sh.phone.activities.owner(focus.window).state[focus.bind]

    return text


def test_keys_pressed_together_edit_text(sh, field):
    sh("input text one%stwo")
    sh("input keycombination 113 29 && input keycombination -t 100 113 52")  # Ctrl+A, Ctrl+X
    assert field() == ""
    sh("input keycombination CTRL_LEFT V; input keycombination 113 50")
    assert field() == "one twoone two"
    sh("input keycombination 113 29 && input keycombination 113 31 && input keyevent 67")
    assert (field(), sh.phone.service(ClipboardService).text) == ("", "one twoone two")
    assert "requires at least 2 keycodes" in sh("input keycombination 29 2>&1; true")
    assert sh("input keycombination 113 9999; input keycombination 59 29; echo $?") == "0\n"
    assert field() == "a"


@pytest.mark.parametrize("line", ["input swipe 300 900 300 300 ''", "input swipe 300 900 300 300"])
def test_the_duration_of_a_swipe_may_be_empty(sh, line):
    before = sh.phone.state.clock.now_us
    assert sh(f"{line}; echo $?") == "0\n"
    assert sh.phone.state.clock.now_us - before == pytest.approx(400_000, rel=0.01)


def test_a_drag_waits_before_it_moves(sh):
    before = sh.phone.state.clock.now_us
    assert sh("input draganddrop 300 900 300 300 200; echo $?") == "0\n"
    assert sh.phone.state.clock.now_us - before > 900_000


# monkey.


def test_monkey_starts_the_launchers_activity(sh):
    for line in (f"-p {APP} -candroid.intent.category.LAUNCHER 1", f"-p {APP} 1", f"-v -v -p {APP} -s 3 1"):
        sh("input keyevent HOME")
        assert "Events injected: 1\n" in sh(f"monkey {line}")
        assert sh.phone.foreground_activity.startswith(APP)


def test_the_seed_decides_the_events_of_monkey(booted):
    def play(seed):
        phone = booted.fork()
        phone.shell(f"monkey -p {APP} -s {seed} --pct-touch 50 --throttle 20 60")
        return phone.view_hierarchy(), phone.state.clock.now_us, phone.orientation

    assert play(1) == play(1)
    assert len({play(seed) for seed in range(4)}) > 1


def test_monkey_stays_in_its_packages(sh):
    assert "Events injected: 80\n" in sh(f"monkey -p {APP} -s 5 --pct-syskeys 100 80")
    assert sh.phone.foreground_activity.startswith(APP)


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("-p no.such 1", 252, "** No activities found to run, monkey aborted."),
        (f"-p {APP} -c no.such.CATEGORY 1", 252, "** No activities found to run, monkey aborted."),
        ("--nonsense 1", 255, "** Error: Unknown option: --nonsense"),
        ("-p", 255, '** Error: Option "-p" requires an argument'),
        ("-s many 3", 255, "not a number"),
        (f"-p {APP}", 255, "Count must be greater than 0"),
        (f"-p {APP} --pct-nonsense 4 5", 255, "Unknown option: --pct-nonsense"),
    ],
)
def test_monkey_says_what_is_wrong(sh, line, code, message):
    output = sh(f"monkey {line} 2>&1; echo $?")
    assert message in output
    assert output.endswith(f"\n{code}\n")


def test_input_methods_are_enabled_and_chosen(sh):
    default = "com.android.inputmethod.latin/.LatinIME"
    assert sh("ime list -s -a") == f"{default}\n"
    assert sh(f"ime enable {default}") == f"Input method {default}: already enabled for user #0\n"
    unknown = "Unknown input method a/.B cannot be selected for user #0\n255\n"
    assert sh("ime set a/.B 2>&1; echo $?") == unknown
    assert sh(f"ime disable {default}; settings get secure enabled_input_methods") == (
        f"Input method {default}: now disabled for user #0\n\n"
    )

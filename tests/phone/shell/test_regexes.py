"""Patterns of the shell's commands: searched for with bounded work, as POSIX tools do."""

import fnmatch
import signal
import subprocess
import sys
import textwrap

import pytest

from mobile_env.phone.shell.language import expansion, streams
from mobile_env.phone.shell.toybox import patterns
from mobile_env.regex import pattern as regex

LINE = "a" * 50_000 + "!"


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(regex, "SECONDS", 0.2)
    monkeypatch.setattr(patterns, "SECONDS", 0.2)


@pytest.fixture
def line(phone):
    phone.state.files.write("/sdcard/line", LINE.encode() + b"\n")
    return "/sdcard/line"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("grep -cE '(a+)+$' {}", (1, "0\n", "")),
        ("grep -ciE '(a|aa)+b' {}", (1, "0\n", "")),
        ("grep -cE '(.*a){20}$' {}", (1, "0\n", "")),
        ("grep -cxE '(a+)+' {}", (1, "0\n", "")),
        ("egrep -c '(a+)+$' {}", (1, "0\n", "")),
        ("sed -E 's/(a+)+$/x/' {} | wc -c", (0, "50002\n", "")),
        ("sed -nE '/(a+)+$/p' {}", (0, "", "")),
    ],
)
def test_what_backtracks_is_answered(sh, line, command, expected):
    assert sh.result(command.replace("{}", line)) == expected


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (r"grep -E '(a+)+\1$' {}", "grep"),
        (r"grep -wE '(a+)+$' {}", "grep"),
        (r"grep -oE '(a+)+\1$' {}", "grep"),
        (r"sed 's/\(a*\)*\1$/x/' {}", "sed"),
        (r"sed '/\(a*\)*\1$/d' {}", "sed"),
    ],
)
def test_a_runaway_ends_with_an_error(sh, line, command, name):
    code, out, errors = sh.result(command.replace("{}", line))
    assert (code, out) == (2, "")
    assert errors.startswith(f"{name}: the regular expression ") and "ran away: more than 0.2 s" in errors


def test_many_lines_share_the_time_of_one_command(sh, phone):
    phone.state.files.write("/sdcard/lines", (b"a" * 22 + b"!\n") * 20_000)
    code, _out, errors = sh.result(r"grep -cE '(a+)+\1$' /sdcard/lines")
    assert code == 2 and "ran away" in errors


def test_all_patterns_of_a_command_share_its_time(sh, phone):
    phone.state.files.write("/sdcard/lines", b"a" * 22 + b"!\n")
    patterns_ = "".join(f"(?:a+)+b{number}|(a)c\\{1}$\n" for number in range(2000))
    phone.state.files.write("/sdcard/patterns", patterns_.encode())
    code, _out, errors = sh.result("grep -E -f /sdcard/patterns /sdcard/lines")
    assert code == 2 and "ran away" in errors
    script = ";".join(rf"/\(a*\)*b{number}\1$/d" for number in range(2000))
    code, _out, errors = sh.result(f"sed '{script}' /sdcard/lines")
    assert code == 2 and "ran away" in errors


def test_searches_that_nearly_run_away_end_with_the_time_of_the_command_line(sh, monkeypatch):
    monkeypatch.setattr(streams, "MAX_SECONDS", 2.0)
    code, _out, errors = sh.result(
        "i=0; while [ $i -lt 1000 ]; do echo %s! | grep -E '(a+)+\\1$'; i=$((i+1)); done" % ("a" * 40)
    )
    assert code == 1 and errors.endswith("more than 2 s of processor time\n")


def test_matches_that_are_shown_or_replaced_are_the_longest(sh):
    assert sh("echo abcd | grep -oE 'a|ab|abc'") == "abc\n"
    assert sh("echo xaby | sed -E 's/(a|ab)(y?)/<\\1,\\2>/'") == "x<ab,y>\n"
    assert sh("echo abab | sed -E 's/a|ab/-/2'") == "ab-\n"


def test_logcat(sh, phone):
    phone.log.write("D", "jd", "a" * 4000 + "!")
    assert sh("logcat -d -e '(a+)+$' -s jd") == ""
    code, out, errors = sh.result(r"logcat -d -e '(?=a)(a+)+$' -s jd")
    assert (code, out) == (2, "") and errors.startswith("logcat: the regular expression ")


def test_words_and_letters_of_patterns_are_ascii(sh):
    assert sh.result("echo é | grep -cE '\\w'") == (1, "0\n", "")
    assert sh("echo 'é e' | grep -ow e") == "e\n"
    assert sh("echo baaac | sed 's/a*/x/g'") == "xbxcx\n"
    assert sh("echo éaéa | sed -E 's/(a)/<\\1>/g'") == "é<a>é<a>\n"


def test_a_signal_ends_a_process_that_searches():
    code = """
        import signal, sys
        from mobile_env.phone import Phone
        phone = Phone()
        phone.state.files.write("/sdcard/line", b"a" * 60 + b"!")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
        print("ready", flush=True)
        while True:
            phone.shell(r"grep -E '(a+)+\\1$' /sdcard/line")
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 7
    process.stdout.close()


GLOBS = ["*a", "a*", "*", "?", "*b*", "a?*", "*[!a]", "[ab]*b", "*]", "[]]", "x", "*.*", "**b", "[", "a[b"]


@pytest.mark.parametrize("glob", ["", *GLOBS])
def test_cutting_is_what_trying_every_cut_comes_to(sh, glob):
    for value in ("", "a", "abab", "aab.b.ab", "]a]", "ba\nb", "a[b"):
        lengths = range(len(value) + 1)
        for operator, places in (
            ("#", lengths),
            ("##", lengths[::-1]),
            ("%", lengths[::-1]),
            ("%%", lengths),
        ):
            expected = value
            for place in places:
                cut, kept = (
                    (value[:place], value[place:]) if operator[0] == "#" else (value[place:], value[:place])
                )
                if fnmatch.fnmatchcase(cut, glob):
                    expected = kept
                    break
            assert expansion._cut(value, operator, glob) == expected, (value, operator)


def test_a_long_value_is_cut_at_once(sh, phone):
    phone.state.files.write("/sdcard/long", b"a" * 200_000 + b".txt")
    marks = "?" * 400
    assert sh(f"v=$(cat /sdcard/long); v=${{v#*{marks}x*{marks}y}}; echo ${{#v}}") == "200004\n"
    assert sh("v=$(cat /sdcard/long); v=${v%.*}; v=${v##*a}; echo ${#v}") == "0\n"

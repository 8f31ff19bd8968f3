"""The shell's language: quoting, expansion, flow, redirection, bounds."""

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.phone.shell.language.syntax import ShellSyntaxError, parse


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo a   b", "a b\n"),
        ("""echo 'a   $X'"b  c"\\ d""", "a   $Xb  c d\n"),
        ("X=1; echo \"$X\" '$X' \\$X ${X}2", "1 $X $X 12\n"),
        ('echo "a\\"b" "\\$" "\\n"', 'a"b $ \\n\n'),
        ("echo '' | wc -c", "1\n"),
        ('for w in "" a; do echo "[$w]"; done', "[]\n[a]\n"),
        ("echo a#b # comment", "a#b\n"),
        ("echo a; # c\necho b", "a\nb\n"),
        ("echo one \\\n two", "one two\n"),
        ("X='a  b'; echo $X; echo \"$X\"", "a b\na  b\n"),
        ("X=; echo [${X:-d}] [${X-d}] [${Y-d}] [${Y:+d}] [${#HOME}]", "[d] [] [d] [] [1]\n"),
        ("F=/a/b.tar.gz; echo ${F##*/} ${F#*/} ${F%.*} ${F%%.*}", "b.tar.gz a/b.tar.gz /a/b.tar /a/b\n"),
        ("echo $(echo a; echo b) `echo c`", "a b c\n"),
        ('echo "$(echo "in  ner")"', "in  ner\n"),
        ("echo $(echo $(echo deep))", "deep\n"),
        ("echo $((2 + 3 * 4)) $(( (1 + 1) << 3 )) $((-7 / 2)) $((7 % 3 == 1))", "14 16 -3 1\n"),
        ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "1\n2\n3\n"),
        ("for i in a b c; do [ $i = b ] && continue; echo $i; done", "a\nc\n"),
        ("for i in a b c; do for j in 1 2; do [ $i = b ] && break 2; echo $i$j; done; done", "a1\na2\n"),
        ("if false; then echo 1; elif true; then echo 2; else echo 3; fi", "2\n"),
        ("false || echo no; true && echo yes; ! false && echo inverted", "no\nyes\ninverted\n"),
        ("false; echo $?; (exit 7); echo $?", "1\n7\n"),
        ("X=1; (X=2; cd /data); echo $X $PWD", "1 /\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("X=outer; X=inner sh -c 'echo $X'; echo $X", "inner\nouter\n"),
        ("X=5 true; echo [$X]", "[]\n"),
        ("sh -c 'echo $0 $1 $#' name arg", "name arg 1\n"),
        ("printf '%s-%03d|' a 7 b 8", "a-007|b-008|"),
        ("printf 'a\\tb\\n'; echo -n x; echo -e 'y\\nz'", "a\tb\nxy\nz\n"),
        ("echo a b | while read x y; do echo $y $x; done", "b a\n"),
        ("set -- p q; shift; echo $1 $#", "q 1\n"),
        ("eval 'X=3; echo $X'; unset X; echo [$X]", "3\n[]\n"),
        ("echo a | xargs -I X echo b X", "b a\n"),
        ("exec echo done; echo never", "done\n"),
        ("echo out; echo err 1>&2 2>/dev/null", "out\n"),
        ("", ""),
        ("export ANDROID_LOG_TAGS=''; exec logcat '-d' '*:S'", ""),
    ],
)
def test_language(sh, command: str, expected: str) -> None:
    if "1>&2 2>" in command:
        # 1 was sent where 2 pointed before 2 was sent away.
        assert sh.result(command) == (0, "out\n", "err\n")
        return
    assert sh(command) == expected


def test_redirection(sh) -> None:
    assert sh("cd /sdcard; echo a > x; echo b >> x; cat < x; wc -l < x") == "a\nb\n2\n"
    assert (
        sh("cat /nothing > /sdcard/both 2>&1; cat /sdcard/both", b"")
        == "cat: /nothing: No such file or directory\n"
    )
    assert sh("cat /nothing 2>/dev/null; echo $?") == "1\n"
    assert sh("echo x > /sdcard/same; cat /sdcard/same > /sdcard/same; wc -c < /sdcard/same") == "0\n"


def test_names_that_cannot_be_opened(sh) -> None:
    assert sh.result("echo a > /nothing/x") == (
        1,
        "",
        "/system/bin/sh: can't create /nothing/x: No such file or directory\n",
    )
    code, _, err = sh.result("cat < /nothing || echo after")
    assert (code, err) == (0, "/system/bin/sh: can't open /nothing: No such file or directory\n")


def test_patterns_are_file_names(sh) -> None:
    sh("cd /data/local/tmp; touch b.txt a.txt .hidden 'c d.txt' x1 x2; mkdir -p s/t; touch s/t/f")
    assert sh("cd /data/local/tmp; echo *.txt") == "a.txt b.txt c d.txt\n"
    assert sh("echo /data/local/tmp/x[12] /data/*/tmp/s/*/f") == (
        "/data/local/tmp/x1 /data/local/tmp/x2 /data/local/tmp/s/t/f\n"
    )
    assert sh("cd /data/local/tmp; echo '*'.txt \"x?\" x\\? no*thing") == "*.txt x? x? no*thing\n"
    assert sh('cd /data/local/tmp; for f in *d*; do echo "[$f]"; done') == "[c d.txt]\n"


def test_an_unknown_command_is_told_and_logged(sh) -> None:
    assert sh.result("frobnicate --now") == (
        127,
        "",
        "/system/bin/sh: frobnicate: inaccessible or not found\n",
    )
    assert sh.phone.log.read()[0][-1].message == "frobnicate: inaccessible or not found"


def test_scripts_on_the_phone(sh) -> None:
    sh("echo 'echo hello $1; exit 3' > /data/local/tmp/s.sh")
    assert sh.result("sh /data/local/tmp/s.sh world")[:2] == (3, "hello world\n")
    assert sh.result("/data/local/tmp/s.sh")[0] == 126
    assert sh.result("chmod 755 /data/local/tmp/s.sh; cd /data/local/tmp; ./s.sh you")[:2] == (
        3,
        "hello you\n",
    )
    assert sh("/system/bin/echo by path; which ls") == "by path\n/system/bin/ls\n"


@pytest.mark.parametrize(
    "line",
    [
        "echo 'a",
        'echo "a',
        "echo $(ls",
        "echo ${X",
        "echo a |",
        "( ls",
        "if true",
        "&& ls",
        ")",
        "for 1 in a; do",
        "cat <<E",
        "a ;; b",
    ],
)
def test_syntax_errors(sh, line: str) -> None:
    code, out, err = sh.result(line)
    assert (code, out) == (1, "")
    assert err.startswith("/system/bin/sh: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("while true; do true; done", "more than 20000 commands"),
        ("X=aaaaaaaaaaaaaaaa; while true; do X=$X$X; done", "a value of more than 1048576 characters"),
        ("echo 'sh /data/local/tmp/r' > /data/local/tmp/r; sh /data/local/tmp/r", "commands in each other"),
        (
            "yes > /sdcard/y; while true; do cat /sdcard/y /sdcard/y /sdcard/y > /sdcard/z;"
            " cat /sdcard/z > /sdcard/y; done",
            "MiB of output",
        ),
        ("echo " + "$(" * 100 + "ls" + ")" * 100, "levels of nesting"),
        ("(" * 200 + "ls" + ")" * 200, "levels of nesting"),
        ("echo $((1/0))", "divide by zero"),
        ("echo $((" + "(" * 500 + "1" + ")" * 500 + "))", "levels of nesting"),
        ("printf '%99999d' 1", "field wider"),
    ],
)
def test_bounds(sh, line: str, message: str) -> None:
    _, _, err = sh.result(line)
    assert message in err


_LINES = st.text(alphabet=st.sampled_from(list("ab $(){}[]'\"`\\|&;<>=#*?!~\n-0129/:%@,X\té\0")), max_size=40)


@given(_LINES)
@settings(max_examples=500, deadline=None)
def test_the_parser_takes_or_refuses_any_text(line: str) -> None:
    with contextlib.suppress(ShellSyntaxError):
        parse(line)


VOCABULARY = """
echo ls cat grep -e -l * ? $X ${X:-a} $(pwd) $((1+1)) | ; && || > >> < /sdcard /x f 2>&1 ( ) { } if then fi for in do
done while true false am pm start list dump -n a/b input tap 1 -1 settings get put wm size sed s/a/b/ sort cut -f 1 tr
a-z A-Z head tail -c 3 find -name stat mv cp rm -r mkdir touch test [ ] = -eq seq printf %d %s date +%Y xargs read sh
su 0 logcat -d -v time *:S sqlite3 dumpsys window activity cmd package service monkey
-p content query ime svc ps kill base64 -w 0
"""

_WORDS = st.lists(
    st.sampled_from(VOCABULARY.split()),
    max_size=14,
)


@given(_WORDS)
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_raises(booted, words: list[str]) -> None:
    result = booted.fork().shell(" ".join(words), b"input\n")
    assert 0 <= result.exit_code < 256
    assert b"Traceback" not in result.output

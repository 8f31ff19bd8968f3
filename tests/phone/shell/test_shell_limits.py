"""What one command line may take of the host: memory, time and stack. Each line here once took too much."""

import re

import pytest

from mobile_env.phone.shell.language import streams
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.files import FileTree

pytestmark = pytest.mark.slow  # what it tries is work up to the bounds

LOOP = "i=0; while [ $i -lt 2000 ]; do {}; i=$((i+1)); done"


@pytest.mark.parametrize(
    "line",
    [
        "eval " * 5000 + "true",
        'a=\'eval "$a"\'; eval "$a"',
        "command " * 5000 + "true",
        "env " * 5000 + "true",
        "toybox " * 5000 + "true",
        "echo 'sh /sdcard/s' > /sdcard/s; sh /sdcard/s",
        "echo '. /sdcard/s' > /sdcard/s; . /sdcard/s",
        "echo /data/local/tmp/s > /data/local/tmp/s; chmod 755 /data/local/tmp/s; /data/local/tmp/s",
        "find / -maxdepth 0" + " -exec find / -maxdepth 0" * 500 + " ;",
        'x=\'{ { { { { { { { eval "$x"; }; }; }; }; }; }; }; }\'; eval "$x"',
        'x=\'if true; then for i in 1; do eval "$x"; done; fi\'; eval "$x"',
        'x=\'echo $(eval "$x")\'; eval "$x"',
        "x='echo $(( " + "(" * 50 + "1" + ")" * 50 + ' )); eval "$x"\'; eval "$x"',
    ],
)
def test_nesting_ends(sh, line) -> None:
    code, _, err = sh.result(line)
    assert code != 0 or "in each other" in err or "nested" in err
    assert sh("echo after") == "after\n"


@pytest.mark.parametrize(
    "line",
    [
        "truncate -s 62M /sdcard/f; " + LOOP.format("md5sum /sdcard/f > /dev/null"),
        "truncate -s 62M /sdcard/f; " + LOOP.format("wc -c < /sdcard/f > /dev/null"),
        LOOP.format("truncate -s 62M /sdcard/f; rm /sdcard/f"),
        "truncate -s 62M /sdcard/f; tr a b < /sdcard/f > /dev/null",
        "truncate -s 62M /sdcard/f; grep -c x /sdcard/f /sdcard/f",
        "x=$(yes | head -c 65000); x=$x$x$x$x$x$x$x$x; " + LOOP.format("export v$i=$i$x"),
        "x=\"# $(yes | head -c 60000 | tr '\n' a)\"; " + LOOP.format('eval "$x"'),
        LOOP.format("echo $(seq 1 10000) > /dev/null"),
        "cd /sdcard; touch $(seq 1 5000); " + LOOP.format("ls > /dev/null"),
        'sqlite3 :memory: "'
        + "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 900000) SELECT count(*) FROM c;"
        * 60
        + '"',
        "sqlite3 :memory: \"SELECT '" + ";" * 300_000 + "'\"",
        "sqlite3 /sdcard/a.db 'CREATE TABLE t (x); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT"
        " 100000) INSERT INTO t SELECT n FROM c'; " + LOOP.format("sqlite3 /sdcard/a.db .dump > /dev/null"),
    ],
)
def test_work_is_bounded_in_bytes(sh, line) -> None:
    code, _, err = sh.result(line)
    assert code == 1
    assert f"more work than going through {streams.MAX_WORK >> 20} MiB" in err
    assert sh("echo after") == "after\n"


LONG = "a=aaaaaaaaaaaaaaaa; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do a=$a$a; done; "  # 512 KiB
LINES = "seq 1 300000 > /sdcard/n; "


@pytest.mark.parametrize(
    "line",
    [
        LONG + "b=" + "$a" * 100_000,
        LONG + "echo " + "$a" * 100_000,
        LONG + "echo " + '"$a"' * 50_000,
        LONG + "echo ${x:-" + "$a" * 100_000 + "}",
        LONG + "echo ${a#" + "$a" * 100_000 + "}",
        LONG + "echo ${a#" + "?" * 20_000 + "}",
        LONG + "echo > " + "$a" * 100_000,
        LONG + 'seq -s "$a" 1 1000000',
        LONG + 'echo "$a" | sed "s/a/$a/g"',
        LONG + 'echo "$a" | sed "s/a*/' + "&" * 100_000 + '/"',
        LONG + "echo $a | xargs -I x echo " + "x" * 100_000,
        "find /system -exec echo " + "{}" * 400_000 + " \\;",
        "find / -name '" + "?" * 100_000 + "'",
        "printf '" + "%4096d" * 100_000 + "'",
        LONG + "printf '" + "%s" * 5_000 + "'" + " $a" * 800,
        LINES + "sed '" + "1d;" * 100_000 + "' /sdcard/n",
        LINES + "sed -n '" + "p;" * 100_000 + "' /sdcard/n",
        LINES + "sort " + "-k 1n " * 1000 + "/sdcard/n",
        LINES + "head -n 20000 /sdcard/n > /sdcard/p; grep -v -F -f /sdcard/p /sdcard/n",
        "chmod -R " + ",".join(["u+x"] * 100_000) + " /",
        "tr '" + "\u0100-\u7fff" * 100_000 + "' x",
    ],
    ids=range(21),
)
def test_what_a_command_would_make_is_paid_before_it_is_made(sh, line) -> None:
    code, _, err = sh.result(line)
    assert code != 0 and re.search("more (work )?than|at most", err)
    assert sh("echo after") == "after\n"


def test_ranges_and_sets_of_any_length_take_one_look_at_each_character(sh) -> None:
    sh.phone.state.files.write("/sdcard/long", b"ab" * 250_000)
    ranges = ",".join(map(str, range(1, 150_000, 2)))
    assert sh(f"cut -c {ranges} /sdcard/long | wc -c") == "75001\n"
    assert sh("echo abcdef | cut -c 5-,2-3,3,1-0") == "bcef\n"
    letters = "".join(map(chr, range(0x4E00, 0x9000)))
    assert sh(f"tr -d '{letters}b' < /sdcard/long | wc -c") == "250000\n"


def test_the_phone_fills_up_as_android_does(sh) -> None:
    sh.phone.state.files.quota = sh.phone.state.files.used_bytes + (1 << 20)
    assert sh.result("truncate -s 2M /sdcard/f") == (1, "", "truncate: /sdcard/f: No space left on device\n")
    sh("truncate -s 900K /sdcard/f")
    assert sh.result("cp /sdcard/f /sdcard/g")[2] == "cp: bad '/sdcard/g': No space left on device\n"
    assert "No space left on device" in sh.result("cat /sdcard/f > /sdcard/g")[2]
    assert "No space left on device" in sh.result(LOOP.format("mkdir /sdcard/d$i"))[2]
    insert = "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(1000000))"
    sh("rm /sdcard/f")
    assert sh.result(f"sqlite3 /sdcard/a.db '{insert}'")[2] in ("", "Error: database or disk is full\n")
    assert sh.result(f"sqlite3 /sdcard/b.db '{insert}'")[2] == "Error: database or disk is full\n"
    sh("rm -r /sdcard/d*; rm /sdcard/*.db")
    assert sh("truncate -s 700K /sdcard/f; stat -c %s /sdcard/f") == f"{700 << 10}\n"


def test_df_tells_what_is_left(sh) -> None:
    def free() -> int:
        return int(sh("df /data").splitlines()[1].split()[3])

    before = free()
    sh("truncate -s 1M /data/local/tmp/f")
    assert before - free() == 1024 + 4
    assert free() == (sh.phone.state.files.quota - sh.phone.state.files.used_bytes) // 1024


def test_the_quota_counts_what_is_there() -> None:
    files = FileTree(Clock())
    files.make_directory("/a/b", parents=True)
    files.write("/a/b/f", b"x" * 5000)
    files.make_link("/a", "/l")
    copy = files.copy()
    assert files.used_bytes == 5 * 4096 - 4096 + 2 * 4096 == copy.used_bytes
    files.move("/a/b", "/c")
    assert files.used_bytes == copy.used_bytes
    files.remove("/c", recursive=True)
    files.remove("/l")
    assert (files.used_bytes, copy.used_bytes) == (4096, 6 * 4096)
    assert copy.read("/a/b/f") == b"x" * 5000


def test_a_copy_sees_nothing_of_what_comes_after() -> None:
    files = FileTree(Clock())
    files.write("/one", b"1")
    copy = files.copy()
    again = copy.copy()
    for number, tree in enumerate((files, copy, again)):
        tree.write(f"/own{number}", b"2")
        tree.write("/one", b"%d" % number)
    assert [tree.list("/") for tree in (files, copy, again)] == [["one", f"own{n}"] for n in range(3)]
    assert [tree.read("/one") for tree in (files, copy, again)] == [b"0", b"1", b"2"]

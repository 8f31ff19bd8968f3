"""Toybox's file and text commands."""

import pytest


def test_long_listing(sh) -> None:
    sh("cd /data/local/tmp; mkdir d; echo hello > d/file; ln -s file d/link; chmod 640 d/file")
    assert sh("ls -l /data/local/tmp/d") == (
        "total 4\n"
        "-rw-r----- 1 shell shell 6 2023-10-15 15:34 file\n"
        "lrwxrwxrwx 1 shell shell 4 2023-10-15 15:34 link -> file\n"
    )
    assert sh("cd /data/local/tmp; ls -a d; ls -d d; ls -R d") == ".\n..\nfile\nlink\nd\nd:\nfile\nlink\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ls /nothing", "ls: /nothing: No such file or directory\n"),
        ("cat /sdcard", "cat: /sdcard: Is a directory\n"),
        ("rm /nothing", "rm: /nothing: No such file or directory\n"),
        ("rm /data/local", "rm: /data/local: Is a directory\n"),
        ("mkdir /sdcard", "mkdir: '/sdcard': File exists\n"),
        ("mkdir /a/b", "mkdir: '/a/b': No such file or directory\n"),
        ("rmdir /data", "rmdir: /data: Directory not empty\n"),
        ("mv /nothing /sdcard/x", "mv: bad '/nothing': No such file or directory\n"),
        ("cp /data/local /sdcard/x", "cp: Skipped dir '/data/local'\n"),
        ("cp a", 'cp: Need 2 arguments (see "cp --help")\n'),
        ("ls -j", "ls: Unknown option 'j' (see \"ls --help\")\n"),
        ("chmod 9 /sdcard", "chmod: bad mode '9'\n"),
        ("touch /nothing/x", "touch: '/nothing/x': No such file or directory\n"),
    ],
)
def test_complaints(sh, command: str, message: str) -> None:
    assert sh.result(command) == (1, "", message)


def test_copy_move_remove(sh) -> None:
    sh("cd /sdcard; mkdir -p a/b; echo 1 > a/x; echo 2 > a/b/y; cp -r a c; mv c/b/y c/z; cp a/x a/b")
    assert sh("cd /sdcard; find a c -type f | sort") == "a/b/x\na/b/y\na/x\nc/x\nc/z\n"
    assert sh("cd /sdcard; rm -rf a nothing; ls -d a c 2>/dev/null; cat c/z") == "c\n2\n"
    assert sh.result("cd /sdcard; cp -r c c/inside")[0] == 1


def test_find(sh) -> None:
    sh("mkdir -p /sdcard/f/g; echo 12345 > /sdcard/f/a.TXT; touch /sdcard/f/g/b.txt")
    assert sh("find /sdcard/f -iname '*.txt'") == "/sdcard/f/a.TXT\n/sdcard/f/g/b.txt\n"
    assert (
        sh("cd /sdcard/f; find . -maxdepth 1 -type f; find . -name '*.txt' ! -path '*TXT'")
        == "./a.TXT\n./g/b.txt\n"
    )
    assert sh("find /sdcard/f -type f -size +0 -exec echo got {} \\;") == "got /sdcard/f/a.TXT\n"
    assert (
        sh("find /sdcard/f -name '*.txt' -delete; find /sdcard/ -name '*.txt'; find -H /sdcard -name f")
        == "/sdcard/f\n"
    )


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("printf 'b\\na\\nb\\n' | sort | uniq -c", "      1 a\n      2 b\n"),
        ("printf '10\\n9\\n' | sort -n; printf '10\\n9\\n' | sort -r", "9\n10\n9\n10\n"),
        ("printf 'x 3\\ny 1\\n' | sort -k2n", "y 1\nx 3\n"),
        ("echo a:b:c | cut -d: -f1,3; echo abcdef | cut -c2-4", "a:c\nbcd\n"),
        ("echo hello | tr a-y b-z; echo aabb | tr -s ab; echo a1b2 | tr -cd '[:digit:]'", "ifmmp\nab\n12"),
        (
            "seq 3 | head -2; seq 5 | tail -n 2; seq 5 | tail -n +4; printf abcdef | head -c 3",
            "1\n2\n4\n5\n4\n5\nabc",
        ),
        ("seq -s, 1 2 7; seq -w 8 10", "1,3,5,7\n08\n09\n10\n"),
        ("printf 'a b\\nc\\n' | wc", "      2       3       6\n"),
        ("printf 'a b\\nc\\n' | wc -l", "2\n"),
        ("printf abc | base64; echo YWJj | base64 -d", "YWJj\nabc"),
        ("printf '' | md5sum", "d41d8cd98f00b204e9800998ecf8427e  -\n"),
        ("printf 'foo\\nbar\\n' | grep -n o; printf 'foo\\nbar\\n' | grep -vc o", "1:foo\n1\n"),
        ("printf 'a.b\\naxb\\n' | grep -F a.b; echo 'ab12' | grep -oE '[0-9]+'", "a.b\n12\n"),
        ("printf 'a+\\naa\\n' | grep 'a+'; printf 'ab\\nb\\n' | grep 'a\\|x'", "a+\nab\n"),
        ("printf '1\\n2\\n3\\n4\\n5\\n' | grep -A1 -B1 3", "2\n3\n4\n"),
        ("echo 'hello world' | sed 's/o/0/g; s/\\(h\\)e/\\1E/'", "hEll0 w0rld\n"),
        ("seq 5 | sed -n '2,3p'; seq 3 | sed '2d'; seq 9 | sed -n '/3/,/4/p' | sed '$d'", "2\n3\n1\n3\n3\n"),
        ("echo /a/b | sed 's|/|:|g' | sed -E 's/(a):(b)/\\2-\\1/'", ":b-a\n"),
        ("basename /a/b.txt .txt; dirname /a/b", "b\n/a\n"),
        ("realpath /sdcard/Music/..; readlink /sdcard", "/storage/emulated/0\n/storage/emulated/0\n"),
        ("echo a | tee /sdcard/t | tee -a /sdcard/t; cat /sdcard/t | rev | tac", "a\na\na\n"),
        ("[ -d /sdcard ] && [ ! -f /sdcard ] && test 2 -gt 1 -a x != y && echo ok", "ok\n"),
        (
            "date; date +%Y%m%d-%H%M%S; date -d @0 '+%F %T'",
            "Sun Oct 15 15:34:00 GMT 2023\n20231015-153400\n1970-01-01 00:00:00\n",
        ),
        (
            "touch -d '2020-02-03 04:05' /sdcard/o; stat -c '%n %s %a %Y' /sdcard/o",
            "/sdcard/o 0 660 1580702700\n",
        ),
        ("echo x > /sdcard/u; chmod u+x,g-w,o=r /sdcard/u; stat -c %a /sdcard/u", "744\n"),
        ("id -u; whoami; su 0 whoami; su -c 'id -u'", "2000\nshell\nroot\n0\n"),
        ("echo x > /sdcard/v; sed -i s/x/y/ /sdcard/v; cat /sdcard/v", "y\n"),
    ],
)
def test_text_commands(sh, command: str, expected: str) -> None:
    assert sh(command) == expected


def test_help(sh) -> None:
    assert sh("rmdir --help") == "usage: rmdir [-p] [ARGUMENT...]\n"


def test_grep_says_by_its_exit_code(sh) -> None:
    assert sh.result("echo a | grep b") == (1, "", "")
    assert sh.result("echo a | grep -q a") == (0, "", "")
    assert sh.result("grep x /nothing")[0] == 2
    assert sh.result("echo a | grep -E '('")[0] == 2


def test_sleep_moves_the_clock(sh) -> None:
    before = sh.phone.state.clock.now_us
    sh("sleep 1.5; sleep 1m")
    assert sh.phone.state.clock.now_us - before == 61_500_000


def test_the_date_can_be_set(sh) -> None:
    assert (
        sh("date 101515342024.30 > /dev/null && date +%F-%T; su root date @86400 > /dev/null; date +%F")
        == "2024-10-15-15:34:30\n1970-01-02\n"
    )
    assert sh.result("date 99999999")[0] == 1


def test_bytes_pass_unchanged(sh) -> None:
    data = bytes(range(256))
    sh.phone.state.files.write("/sdcard/raw", data)
    assert sh.phone.shell("cat /sdcard/raw").stdout == data
    assert sh.phone.shell("cat > /sdcard/copy; cat /sdcard/copy", data).stdout == data

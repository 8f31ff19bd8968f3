"""Reading lines of `logcat -v epoch`."""

import pytest

from mobile_env.signals.contract import LogLine, parse_epoch_line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "         1697384040.123  2375  2376 D jd      : mUrl is: https://www.wikihow.com/A: B",
            LogLine(1697384040.123, 2375, 2376, "D", "jd", "mUrl is: https://www.wikihow.com/A: B"),
        ),
        (
            "1697384040.123456 u0_a104 2375 2376 I ActivityTaskManager: START\r\n",
            LogLine(1697384040.123456, 2375, 2376, "I", "ActivityTaskManager", "START"),
        ),
        ("1.5 1 2 A libc: ", LogLine(1.5, 1, 2, "F", "libc", "")),
        (
            "1.5 1 2 W tag with blanks:  two leading",
            LogLine(1.5, 1, 2, "W", "tag with blanks", " two leading"),
        ),
        ("--------- beginning of main", None),
        ("", None),
        ("10-15 15:34:00.000  1  2 D jd: other format", None),
    ],
)
def test_epoch_lines(line, expected):
    assert parse_epoch_line(line) == expected

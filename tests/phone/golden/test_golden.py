"""The phone still does, byte by byte, what it did when the corpus was recorded.

A change that is meant records it anew: `python tests/phone/golden/walks.py`; its message says what changed and why.
"""

import pytest
import walks

_PAINTER, _RECORDED = walks.recorded()
_QUICK = 12
_SAME_PAINTER = walks.painter() == _PAINTER


@pytest.mark.parametrize("first", range(0, _QUICK, 3))
def test_walks_are_as_recorded(first):
    for number in range(first, first + 3):
        _compare(number)


@pytest.mark.long
@pytest.mark.parametrize("first", range(_QUICK, walks.COUNT, 24))
def test_all_walks_are_as_recorded(first):
    for number in range(first, first + 24):
        _compare(number)


def _compare(number):
    seen, then = walks.walk(number), _RECORDED[number]
    for name in then:
        if name == "frames" and not _SAME_PAINTER:
            continue  # another processor rounds otherwise
        pairs = zip(
            range(walks.STEPS), *(map(str, _steps(each[name])) for each in (seen, then)), strict=False
        )
        step = next((step for step, now, before in pairs if now != before), None)
        assert seen[name] == then[name], f"walk {number}: {name} differ, first at step {step}"


def _steps(digests):
    return [digests[at : at + 4] for at in range(0, len(digests), 4)]


def test_shell_is_as_recorded():
    assert walks.shell_text(walks.shell_lines()) == walks.SHELL.read_text("utf-8")

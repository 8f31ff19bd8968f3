"""Whatever a task file holds, it is loaded, or refused with places that are in it."""

import re

import pytest
from corpus import LONG, textprotos
from google.protobuf import text_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.textproto import parse_textproto

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
SEEDS = [data.decode("utf-8", "replace") for data in textprotos()]
TOKENS = st.sampled_from(
    [
        "{", "}", "<", ">", "[", "]", ":", ",", ";", "#", '"', "'", "\\", "\\x", "\\u12", "\\377", "\n", "\r", "\0",
        "-", "0x", "1e999", "inf", "nan", "99999999999999999999", "event_sources", "event_slots {", "events {",
        "id: 1", "id: -1", 'pattern: "(a+)+$"', 'transformation: "y = x[0]"', "cache_until: -1", "prerequisite: 7",
        "type: AND", "log_event {", "view_hierarchy_event {", 'selector: "#"', "mode: SBERT", "threshold: 2",
        "rect { x1: 1 y1: 1 }", "max_num_steps: 3", "\ufeff", "\ud7ff", "é", "〈",
    ]
)  # fmt: skip


@st.composite
def mutated(draw):
    """A seed with some of its text cut, doubled, swapped or replaced."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 40)))
        piece = draw(st.one_of(st.just(""), TOKENS, st.just(text[start:stop] * 2), st.text(max_size=4)))
        text = text[:start] + piece + text[stop:]
    return text


def check_parser(text):
    try:
        document = parse_textproto(text, task_pb2.Task)
    except TaskFileError as error:
        check_faults(error.faults, text)
        return
    # What is accepted means what it means to protobuf. Only of a backslash before a letter beyond ASCII protobuf's
    # Python reader makes six characters of an escape sequence; here both stay as they are.
    if not re.search(r"\\[^\x00-\x7f]", text):
        assert text_format.Parse(text.removeprefix("\ufeff"), task_pb2.Task()) == document.message
    for line, column in document.positions.values():
        assert 1 <= line <= text.count("\n") + 1 and column >= 1


def check_faults(faults, text):
    # As an editor counts: a line end is \n, \r or both.
    last = len(text.split("\n")) + text.count("\r") + 1
    for fault in faults:
        assert 0 <= fault.line <= last
        assert fault.what and "\n" not in fault.what
        str(fault).encode("utf-8", "strict")


def check_file(path, text):
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        task = load_task(path, packages=["com.wikihow.wikihowapp"])
    except TaskFileError as error:
        check_faults(error.faults, text)
    else:
        check_faults(task.warnings, text)


@pytest.mark.parametrize("data", textprotos())
def test_the_corpus(tmp_path, data):
    text = data.decode("utf-8", "surrogateescape")
    path = tmp_path / "x.textproto"
    path.write_bytes(data)
    try:
        load_task(path, packages=["com.wikihow.wikihowapp"])
    except TaskFileError as error:
        check_faults(error.faults, text)


@settings(CALM, max_examples=300)
@given(st.one_of(mutated(), st.text(max_size=60), st.lists(TOKENS, max_size=12).map(" ".join)))
def test_parser(text):
    check_parser(text)


@settings(CALM, max_examples=60)
@given(text=mutated())
def test_files(tmp_path_factory, text):
    check_file(tmp_path_factory.getbasetemp() / "x.textproto", text)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(st.one_of(mutated(), st.text(max_size=60), st.lists(TOKENS, max_size=12).map(" ".join)))
def test_parser_at_length(text):
    check_parser(text)


@pytest.mark.long
@settings(CALM, max_examples=LONG // 5)
@given(text=mutated())
def test_files_at_length(tmp_path_factory, text):
    check_file(tmp_path_factory.getbasetemp() / "y.textproto", text)

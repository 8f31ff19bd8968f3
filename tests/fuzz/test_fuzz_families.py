"""Parameters, expressions, globs, documents and texts of families: anything is read or refused, never anything else."""

import contextlib

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.proto import task_pb2
from mobile_env.signals.globs import compile_glob
from mobile_env.signals.state import FileEntry
from mobile_env.simulators.adb.state import rows_of_content
from mobile_env.tasks.definition import read_definition
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import SubjectCompiler
from mobile_env.tasks.goal.subjects.document import compile_document
from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.parameters.texts import Text, TextFault

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CLOCK = TaskClock(1_697_384_040)
NAMES = {"a": 3, "b": "text", "rows": [{"x": 1, "y": "two"}, {"x": None, "y": ""}], "now": CLOCK.now}
PIECES = [
    "a", "b", "rows", "row", "now", "[", "]", "(", ")", "{", "}", "'", '"', ".", ".x", ".y", "[0]", "[-1]", ":", ",",
    " for r in rows", " if ", " else ", " in ", " and ", "not ", "lambda: ", "+", "*", "**", "/", "//", "%", "<", "==",
    "0", "1", "1e308", "10**9", "'%s'", "f'{a", "}'", "like(", "digits(", "moment(", "day(", "written(", "sum(", "len(",
    "range(", "sorted(", "'today'", "'%A'", "|", "|%d", "|upper", "|shell_esc", "${", "$${", "\\", "\n", "é", "😀",
    "__class__", "str.join", ".join(", ".format(", "import os", "yield", "await", "=", ":=", "@", "~",
]  # fmt: skip
SOURCES = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@CALM
@given(SOURCES)
def test_expressions(source):
    try:
        expression = Expression(source, NAMES)
    except TransformationFault:
        return
    try:
        value = expression(NAMES, CLOCK)
    except ExpressionError:
        return
    assert repr(value) == repr(expression(NAMES, CLOCK))


@CALM
@given(SOURCES)
def test_texts(source):
    with contextlib.suppress(TransformationFault, TextFault, ExpressionError):
        assert isinstance(Text(source, NAMES)(NAMES, CLOCK), str)


GENERATORS = st.one_of(
    SOURCES.map(lambda source: f"expression: {source!r}"),
    SOURCES.map(lambda source: f"text: {source!r}"),
    SOURCES.map(lambda source: f"choice {{ from: {source!r} }}"),
    st.tuples(SOURCES, SOURCES).map(lambda ends: f"integer {{ low: {ends[0]!r} high: {ends[1]!r} }}"),
    st.tuples(SOURCES, SOURCES).map(
        lambda ends: f"moment {{ low: {ends[0]!r} step: {ends[1]!r} high: 'today' }}"
    ),
    SOURCES.map(
        lambda source: f"rows {{ count: '2' column {{ name: 'x' expression: {source!r} }} unique: 'x' }}"
    ),
    st.sampled_from(["", "reworded: 'a'", "rows { columns_of: 'a' }", "sample { value: 'q' count: 'a' }"]),
)


@settings(CALM, max_examples=60)
@given(st.lists(GENERATORS, min_size=1, max_size=3))
def test_parameters(tmp_path_factory, generators):
    path = tmp_path_factory.mktemp("family") / "task.textproto"
    parameters = "".join(f'parameters {{ name: "{"abc"[n]}" {each} }}\n' for n, each in enumerate(generators))
    path.write_text(f'id: "x" clock {{ now: "2023-10-15" }}\n{parameters}', "utf-8", "surrogateescape")
    try:
        instance = read_definition(path).instance(0)
    except TaskFileError:
        return
    assert repr(instance.values) == repr(read_definition(path).instance(0).values)


@CALM
@given(st.text("/ab.*?[]!^-z\\\n", max_size=12), st.text("/ab.z\n", max_size=8))
def test_globs(glob, path):
    try:
        compiled = compile_glob(glob)
    except ValueError:
        assert not glob.startswith("/")
        return
    if compiled.pattern.fullmatch(path):
        assert path.startswith(compiled.top if compiled.top != "/" else "/")


@CALM
@given(st.text(st.sampled_from("Row: 0123, =ab_NUL\n"), max_size=60))
def test_rows_of_providers(output):
    for row in rows_of_content(output):
        assert all(value is None or isinstance(value, str) for value in row.values())


class OneFile:
    """A device with one file."""

    def __init__(self, content):
        self.content = content

    def files(self, pattern):
        return [FileEntry("/a", "file", len(self.content), 0)]

    def read_file(self, path):
        return self.content


XML = ["<a>", "</a>", "<b x='1'>", "</b>", "<b/>", "t", "&amp;", "&x;", "<!DOCTYPE a [<!ENTITY x 'y'>]>"]
STEPS = ["a", "b", ">", " ", "*", "[x]", ":not(", ")", ",", "#", "$", ".", "[*]", "[0]"]
DOCUMENTS = st.one_of(
    st.binary(max_size=60),
    st.lists(
        st.sampled_from(
            [
                "<a>",
                "</a>",
                "<b x='1'>",
                "</b>",
                "<b/>",
                "t",
                "&amp;",
                "&x;",
                "<!DOCTYPE a [<!ENTITY x 'y'>]>",
            ]
        ),
        max_size=10,
    ).map(lambda parts: "".join(parts).encode()),
    st.lists(
        st.sampled_from(["{", "}", "[", "]", '"a":', '"a"', ",", "1", "null", "1e999"]), max_size=12
    ).map(lambda parts: "".join(parts).encode()),
)
SELECTS = st.one_of(
    st.lists(
        st.sampled_from(STEPS),
        max_size=8,
    ).map("".join),
    st.sampled_from(["$.a[*]", "$[*]", "$.a", "a > b", "b"]),
)


@CALM
@given(DOCUMENTS, SELECTS)
def test_documents(content, select):
    faults = []
    message = task_pb2.Check.Document(files="/a", select=select)
    compiler = SubjectCompiler(("document",), lambda *fault: faults.append(fault), (), {}, CLOCK)
    subject = compile_document(compiler, message)
    if subject is None:
        assert faults
        return
    situation = Situation(OneFile(content), lambda: None, (1, 1), None, (), {}, CLOCK)
    try:
        groups = subject.read(situation)
    except CheckError:
        return
    assert all(isinstance(row, dict) for rows in groups.values() for row in rows)

"""What templates and sets written for the original Mobile-Env rely on: directives, options, names, prototypes."""

import pytest
from template_files import FILES, OPEN, SEARCH, built, faults, write

from mobile_env.cli import main
from mobile_env.proto.task_pb2 import Task
from mobile_env.tasks.textproto import parse_textproto

SEARCH_PATH = "templates/search.textproto.template"
OPEN_PATH = "templates/open.textproto.template"
BASIC = """reset_steps: [ { adb_call: { force_stop: { package_name: "a.b" } } } ]

# ifndef HUMAN
#max_duration_sec
max_num_steps: 500
# else
max_duration_sec: 600
#max_num_steps: 500
# endif
"""
TEA = """id: "tea_<lower:name>"
name: "Tea Primitive - Search <name>"
description: "Wants a search for <name>."
# include basic.prototext.template

event_sources: [ { log_event: { filters: ["jd:D"] pattern: "q=.*<regex_list:keywords>" } id: 1 } ]
event_slots: {
  reward_listener: { id: 3 events: [ { id: 1 } ] transformation: "y = 1" }
  episode_end_listener: { events: [ { id: 3 } ] transformation: "y = True" }
}
command: ["Search <name>"]
"""
MUG = TEA.replace("tea_", "mug_").replace("Search", "Wash").replace("a search for", "clean")
PUBLISHED = dict.fromkeys(FILES) | {
    "templates/basic.prototext.template": BASIC,
    "templates/tea.textproto.template": TEA,
    "templates/mug.textproto.template": MUG,
    "configs/tea-prototype.conf": "name: <VALUE>\nkeywords: <VALUE>\n",
    "configs/mug-prototype.conf": "keywords: <VALUE>\nname: <VALUE>\n",
    "configs/tea-green.conf": "name: Green\nkeywords: brew,tea\n",
    "configs/mug-blue.conf": "name: Blue\nkeywords: wash\n",
    "configs/mug-red.conf": "name: Red\nkeywords: wash\n",
    "tasks/t-0.task": "tea-green\nmug-blue r\nmug-red c\n",
}


def task(files, name="t-0"):
    return parse_textproto(files[f"{name}.textproto"], Task).message


def test_one_branch_of_a_condition_lands(tmp_path):
    root = write(tmp_path, **PUBLISHED)
    made = task(built(root))
    assert (made.max_num_steps, made.max_duration_sec) == (500, 0)
    made = task(built(root, defined=["HUMAN"]))
    assert (made.max_num_steps, made.max_duration_sec) == (0, 600)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("# ifdef A\nmax_num_steps: 1\n# endif\n", [0, 1]),
        ("#ifndef A\nmax_num_steps: 1\n#else\nmax_num_steps: 2\n#endif\n", [1, 2]),
        ("# define A\n# ifdef A\nmax_num_steps: 1\n# endif\n", [1, 1]),
        ("# undef A\n# ifdef A\nmax_num_steps: 1\n# endif\n", [0, 0]),
        (
            "# ifdef B\nmax_num_steps: 1\n# elifdef A\nmax_num_steps: 2\n# elifndef A\nmax_num_steps: 3\n"
            "# else\nmax_num_steps: 4\n# endif\n",
            [3, 2],
        ),
        (
            "# ifdef B\n# define C\n# ifdef A\nmax_num_steps: 1\n# else\nmax_num_steps: 2\n# endif\n# include no.such\n"
            "#: on\n# else\n# ifndef C\nmax_num_steps: 3\n# endif\n# endif\n",
            [3, 3],
        ),
        # Comments that only begin like a directive, and one in which a directive's name stands.
        ("# else there is nothing\n# if defined, then\nmax_num_steps: 1 # ifdef A\n", [1, 1]),
    ],
)
def test_conditions(tmp_path, text, steps):
    search = SEARCH.replace("max_num_steps: 9\n", text)
    root = write(tmp_path, **{SEARCH_PATH: search})
    assert [task(built(root, defined=names), "tea-0").max_num_steps for names in ((), ("A",))] == steps


def test_names_defined_in_an_included_file_count_after_it(tmp_path):
    text = SEARCH.replace("max_num_steps: 9\n", "# include a.include\n# ifdef A\nmax_num_steps: 1\n# endif\n")
    root = write(tmp_path, **{SEARCH_PATH: text, "templates/a.include": "# define A\n"})
    assert task(built(root), "tea-0").max_num_steps == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# ifdef A\n", "12:3: this part does not end (close it with a line `# endif`)"),
        ("\n  # endif\n", "13:5: `# endif` without `# ifdef` (remove it)"),
        ("# else\n# endif\n", "12:3: `# else` without `# ifdef`"),
        ("# ifdef A\n# else\n# else\n# endif\n", "14:3: `# else` after `# else`"),
        ("# ifdef A\n# else\n# elifdef B\n# endif\n", "14:3: `# elifdef` after `# else`"),
        ("# ifdef A B\n# endif\n", "12:3: `# ifdef` needs one name"),
        ("# ifdef\n# endif\n", "12:3: `# ifdef` needs one name"),
        ("# ifneq MODE web\n# endif\n", "12:3: `# ifneq` is not supported"),
        ("# include part.include\n", "part.include:1:3: this part does not end"),
    ],
)
def test_faults_of_conditions(tmp_path, text, wanted):
    search = SEARCH.replace("max_num_steps: 9\n", text)
    root = write(tmp_path, **{SEARCH_PATH: search, "templates/part.include": "# ifdef A\n"})
    assert any(wanted in fault for fault in faults(root)), faults(root)


def test_names_and_descriptions_are_joined(tmp_path):
    made = task(built(write(tmp_path, **PUBLISHED)))
    assert made.name == "Tea Primitive - Search Green, Wash Blue, Wash Red"
    assert made.description == "Wants a search for Green.\nWants clean Blue.\nWants clean Red."
    assert list(made.command) == ["Search Green", "Then, wash Blue", "Then, wash Red"]


def test_names_of_sub_tasks_without_a_common_beginning(tmp_path):
    root = write(tmp_path, **{OPEN_PATH: OPEN.replace('kind: "in-page"', 'kind: "in-page"\nname: "Open it"')})
    assert task(built(root), "tea-0").name == 'Search brew "green" tea, Open it'


def test_commands_of_the_first_and_of_those_that_ask_for_it(tmp_path):
    files = built(write(tmp_path, **PUBLISHED), append_commands=False)
    made = task(files)
    assert list(made.command) == ["Search Green", "Then, wash Red"]
    # Every sub-task is announced all the same when the one before has ended.
    told = [child.event.transformation[0] for child in made.event_slots.instruction_listener.events]
    assert told == ["y = ['Wash Blue']", "y = ['Wash Red']"]


def test_an_unknown_option(tmp_path):
    root = write(tmp_path, **PUBLISHED | {"tasks/t-0.task": "tea-green\nmug-blue rx\n"})
    (fault,) = faults(root)
    assert "unknown option 'x' of mug-blue (s appends setup steps, r reset steps, c the command)" in fault


def test_only_prototypes_may_be_unused(tmp_path):
    assert faults(write(tmp_path, **PUBLISHED)) == []
    root = write(tmp_path, **PUBLISHED | {"configs/mug-prototypes.conf": "name: A\nkeywords: a\n"})
    assert [fault.split(": ", 1)[1].split(" (")[0] for fault in faults(root)] == [
        "no task uses mug-prototypes"
    ]


def test_the_command_line_passes_options_on(tmp_path, capsys):
    root = write(tmp_path, **PUBLISHED)
    assert main(["template", "build", str(root), "-D", "HUMAN", "--no-autocat-commands"]) == 0
    made = parse_textproto((root / "t-0.textproto").read_text("utf-8"), Task).message
    assert (made.max_duration_sec, len(made.command)) == (600, 2)
    assert main(["template", "build", str(root), "--check"]) == 1
    assert "t-0.textproto: stale" in capsys.readouterr().out

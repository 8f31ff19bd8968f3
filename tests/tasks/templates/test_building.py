"""Tasks out of templates, configs and chains: what comes out, and every fault with its file, line and column."""

import re

import pytest
from template_files import FILES, OPEN, SEARCH, SEARCH_DEMO, Site, built, faults, write

from mobile_env.agents.demonstration_file import read_demonstration
from mobile_env.proto.task_pb2 import EventSlot, Task
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.templates.building import build_set, set_folder, stale
from mobile_env.tasks.textproto import parse_textproto

SEARCH_PATH = "templates/search.textproto.template"
OPEN_PATH = "templates/open.textproto.template"


def task(files, name="tea-0"):
    return parse_textproto(files[f"{name}.textproto"], Task).message


def test_two_sub_tasks_become_one_task(tmp_path):
    made = task(built(write(tmp_path)))
    assert (made.id, made.name, made.kind) == ("tea-0", 'Search brew "green" tea', "in-page")
    assert list(made.command) == ['Search how to brew "green" tea.', 'Then, open "Brew It\'s Tea".']
    assert made.description == " ".join(made.command)
    assert list(made.vocabulary) == ["brew", "c++", "Brew It's Tea"]
    assert made.max_num_steps == 9
    assert [source.id for source in made.event_sources] == [1, 3, 4]
    assert made.event_sources[0].log_event.pattern == "find\\?q=.*(brew|c\\+\\+)"
    assert made.event_sources[1].log_event.pattern == "/Brew-It's-Tea$"
    first, second = (child.event for child in made.event_slots.reward_listener.events)
    assert (first.id, [child.id for child in first.events], list(first.prerequisite)) == (2, [1], [])
    assert (second.id, [child.id for child in second.events], list(second.prerequisite)) == (5, [3, 4], [2])
    assert list(second.cache_until) == [-1]
    assert [child.id for child in made.event_slots.episode_end_listener.events] == [5]
    (told,) = made.event_slots.instruction_listener.events
    assert [child.id for child in told.event.events] == [2]
    assert list(told.event.transformation) == ["y = ['Open \"Brew It\\'s Tea\".']"]


def test_what_was_built_loads_and_its_demonstration_too(tmp_path):
    root = write(tmp_path)
    for path, text in build_set(set_folder(root)).items():
        path.write_text(text, "utf-8")
    assert load_task(root / "tea-0.textproto").id == "tea-0"
    demonstration = read_demonstration(root / "tea-0.demo.textproto", "tea-0")
    assert [action.WhichOneof("action") for action in demonstration.actions] == ["input", "click"]
    assert [(miss.description, miss.start) for miss in demonstration.near_misses] == [
        ("too late", 0),
        ("nothing", 1),
    ]
    assert demonstration.near_misses[0].actions[0].answer.text == "it's over"


def test_steps_are_those_of_the_first_and_others_on_request(tmp_path):
    write(tmp_path)

    def packages(chain):
        (tmp_path / "tasks/tea-0.task").write_text(chain)
        made = task(built(tmp_path))
        return [
            [
                step.adb_call.clear_cache.package_name or step.adb_call.force_stop.package_name
                for step in steps
            ]
            for steps in (made.setup_steps, made.reset_steps)
        ]

    assert packages("search-tea\nopen-tea\n") == [["a.b"], ["a.b"]]
    assert packages("search-tea\nopen-tea r\n") == [["a.b"], ["a.b", "c.d"]]
    assert packages("search-tea sr\nopen-tea s # nothing to set up\n") == [["a.b"], ["a.b"]]
    write(tmp_path, **{SEARCH_PATH: SEARCH.replace("#: on home\n", "")})
    assert packages("open-tea\nsearch-tea s r\n") == [["a.b"], ["c.d", "a.b"]]


def test_name_kind_and_near_misses_of_the_task(tmp_path):
    chain = (
        "name: Tea time\nkind: drinks\n# two parts\nsearch-tea\nopen-tea\n\n"
        'near_misses { description: "late" start: 1 actions { goback {} } }\n'
    )
    files = built(write(tmp_path, **{"tasks/tea-0.task": chain}))
    assert (task(files).name, task(files).kind) == ("Tea time", "drinks")
    assert 'description: "late"\n  start: 1' in files["tea-0.demo.textproto"]


def test_without_a_demonstration_of_one_part_there_is_none(tmp_path):
    files = built(write(tmp_path, **{"templates/open.demo.textproto.template": None}))
    assert list(files) == ["tea-0.textproto"]


def test_a_part_may_end_by_a_source_or_by_several_events(tmp_path):
    plain = SEARCH.replace("events { id: 7 } transformation", "events { id: 1 } transformation")
    made = task(built(write(tmp_path, **{SEARCH_PATH: plain})))
    (node,) = (child.event for child in made.event_slots.null_listener.events)
    assert [child.id for child in node.events] == [1]
    assert list(made.event_slots.reward_listener.events[1].event.prerequisite) == [node.id]
    several = SEARCH.replace(
        "events { id: 7 } transformation", "type: AND events { id: 7 } events { id: 1 } transformation"
    )
    made = task(built(write(tmp_path, **{SEARCH_PATH: several})))
    (node,) = (child.event for child in made.event_slots.null_listener.events)
    assert node.type == EventSlot.AND
    assert list(made.event_slots.reward_listener.events[1].event.prerequisite) == [node.id]
    ids = [source.id for source in made.event_sources] + [node.id]
    ids += [child.event.id for child in made.event_slots.reward_listener.events]
    assert len(set(ids)) == len(ids)


def test_the_last_end_waits_for_the_stage_before(tmp_path):
    text = OPEN.replace("events { id: 10 } transformation", "events { id: 4 } transformation")
    made = task(built(write(tmp_path, **{OPEN_PATH: text})))
    assert list(made.event_slots.episode_end_listener.prerequisite) == [2]


def test_a_slot_that_does_something_itself_becomes_a_node(tmp_path):
    text = OPEN.replace(
        "reward_listener {\n    type: OR", 'reward_listener {\n    type: OR\n    transformation: "y = x * 2"'
    )
    made = task(built(write(tmp_path, **{OPEN_PATH: text})))
    second = made.event_slots.reward_listener.events[1].event
    assert list(second.transformation) == ["y = x * 2"]
    assert list(second.prerequisite) == [2]
    assert second.events[0].event.id == 5


def test_includes_repeats_directives_and_angle_brackets(tmp_path):
    text = SEARCH.replace("kind:", "# include steps.include\nkind:").replace("max_num_steps: 9\n", "")
    text = text.replace("find\\\\?q=", "(?P<<found>q)")
    root = write(
        tmp_path,
        **{
            SEARCH_PATH: text + "#: instruction Look for <learn>.\n",
            "templates/steps.include": "max_num_steps: 12\n",
        },
    )
    made = task(built(root))
    assert made.max_num_steps == 12
    assert made.event_sources[0].log_event.pattern.startswith("(?P<found>q)")
    made = task(
        built(
            write(
                root,
                **{
                    "tasks/tea-0.task": "open-tea\nsearch-tea\n",
                    OPEN_PATH: OPEN.replace("on search", "on home"),
                    SEARCH_PATH: root.joinpath(SEARCH_PATH)
                    .read_text()
                    .replace("#: on home", "#: on article"),
                },
            )
        )
    )
    assert (
        made.event_slots.instruction_listener.events[0].event.transformation[0]
        == "y = ['Look for brew \"green\" tea.']"
    )


def test_templates_in_the_style_of_mobile_env_need_no_declarations(tmp_path):
    text = """id: "search_<lower:name>"
name: "Search <name>"
event_sources: [ { log_event: { filters: ["jd:D"] pattern: "q=.*<regex_list:keywords>" } id: 1 } ]
event_slots: {
  reward_listener: {
    type: OR
    id: 3
    events: [ { event: { events: [ { id: 1 } ] transformation: ["y = 1"] } } ]
    transformation: ["y = x"]
  }
  episode_end_listener: { events: [ { id: 3 } ] transformation: "y = True" }
}
command: ["Search <name>"]
vocabulary: <no_quote,to_list:keywords>
"""
    files = dict.fromkeys(FILES) | {
        "templates/search.textproto.template": text,
        "configs/search-a.conf": "name: Tea\nkeywords: brew,tea\n",
        "tasks/t-0.task": "search-a\n",
    }
    made = task(built(write(tmp_path, **files)), "t-0")
    assert (made.id, made.name, list(made.vocabulary)) == ("t-0", "Search Tea", ["brew", "tea"])
    assert made.event_sources[0].log_event.pattern == "q=.*(brew|tea)"


def test_a_variant_builds_what_its_templates_change(tmp_path):
    other = SEARCH.replace('kind: "cross-page"', 'kind: "other"')
    root = write(
        tmp_path,
        **{
            "templates/search.two.textproto.template": other,
            "tasks/only-0.task": "open-tea\n",
            "tasks/find-0.task": "search-tea\n",
        },
    )
    files = built(root, variant="two")
    assert sorted(files) == [
        "find-0-two.demo.textproto",
        "find-0-two.textproto",
        "tea-0-two.demo.textproto",
        "tea-0-two.textproto",
    ]
    assert task(files, "find-0-two").kind == "other"
    assert set_folder(root, "two").output.name == f"{root.name}_two"


def test_a_variant_that_no_task_has(tmp_path):
    root = write(tmp_path)
    with pytest.raises(TaskFileError, match=r"no template is a variant 'tow' .* TEMPLATE\.tow\.textproto"):
        built(root, variant="tow")


def test_stale_files_are_told(tmp_path):
    root = write(tmp_path)
    folder = set_folder(root)
    files = build_set(folder)
    assert len(stale(folder, files)) == 2
    for path, text in files.items():
        path.write_text(text, "utf-8")
    assert stale(folder, files) == []
    (root / "tea-0.textproto").write_text("# changed\n")
    (root / "old-0.textproto").write_text("# left over\n")
    assert [path.name for path in stale(folder, files)] == ["old-0.textproto", "tea-0.textproto"]


def test_building_twice_gives_the_same_bytes(tmp_path):
    root = write(tmp_path)
    assert built(root) == built(root)


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        (
            "configs/open-tea.conf",
            "",
            "configs/open-tea.conf:1:1: slot <title> of template open has no value (used in open.textproto.template:6)",
        ),
        (
            "configs/open-tea.conf",
            "title: A\ntitel: B\n",
            "configs/open-tea.conf:2:8: template open has no slot 'titel' (did you mean `title`?)",
        ),
        ("configs/open-tea.conf", "title: A\ntitle: B\n", "configs/open-tea.conf:2:8: title is given twice"),
        ("configs/open-tea.conf", "title:\n", "configs/open-tea.conf:1:1: title has no value"),
        (
            "configs/search.conf",
            "[tea]\nlearn: a\nkeywords: b,,c\n",
            "configs/search.conf:3:11: keywords has an empty item",
        ),
        (
            "configs/search.conf",
            "[tea]\nlearn: a\nkeywords: b\nmiss: no pair\n",
            "configs/search.conf:4:7: miss is no pair",
        ),
        (
            OPEN_PATH,
            OPEN.replace("url_title:title>$", "urltitle:title>$"),
            OPEN_PATH + ":6:62: unknown modifier 'urltitle' in <regex_esc,urltitle:title>",
        ),
        (
            OPEN_PATH,
            OPEN.replace('"<title>"', '"<titel>"'),
            OPEN_PATH + ":16:14: slot <titel> is not declared",
        ),
        (
            OPEN_PATH,
            OPEN.replace("slot title text", "slot title word"),
            OPEN_PATH + ":1:9: unknown type of slot",
        ),
        (OPEN_PATH, "#: slot title text\n" + OPEN, OPEN_PATH + ":2:9: slot title is declared twice"),
        (OPEN_PATH, OPEN.replace("#: on", "#: onto"), OPEN_PATH + ":2:4: unknown directive 'onto'"),
        (OPEN_PATH, "#: for each title\n" + OPEN, OPEN_PATH + ":1:4: the repeated part does not end"),
        (OPEN_PATH, "#: end\n" + OPEN, OPEN_PATH + ":1:4: `#: end` without `#: for each`"),
        (OPEN_PATH, "# include none.include\n" + OPEN, OPEN_PATH + ":1:11: there is no file"),
        (
            OPEN_PATH,
            "# include open.textproto.template\n" + OPEN,
            OPEN_PATH + ":1:11: open.textproto.template includes itself",
        ),
        (OPEN_PATH, OPEN.replace("filters:", "filter:"), OPEN_PATH + ":6:35: LogEvent has no field"),
        (
            OPEN_PATH,
            OPEN.replace("events { id: 4 } events", "events { id: 5 } events"),
            OPEN_PATH + ":9:3: unknown event id 5 (known: 4, 9, 10)",
        ),
        (OPEN_PATH, OPEN.replace("/<regex_esc,url_title:title>$", "(<title>"), "tea-0.textproto:"),
        (
            "tasks/tea-0.task",
            "search-tea\nopen-coffee\n",
            "tasks/tea-0.task:2:1: there is no config open-coffee",
        ),
        ("tasks/tea-0.task", "search-tea\nclose-tea\n", "tasks/tea-0.task:2:1: there is no template close"),
        (
            "tasks/tea-0.task",
            "search-tea x\nopen-tea\n",
            "tasks/tea-0.task:1:1: unknown option 'x' of search-tea",
        ),
        ("tasks/tea-0.task", "search\n", "tasks/tea-0.task:1:1: 'search' names no sub-task"),
        ("tasks/tea-0.task", "color: red\nsearch-tea\n", "tasks/tea-0.task:1:1: 'color: red' sets nothing"),
        ("tasks/tea-0.task", "# nothing\n", "tasks/tea-0.task:1:1: names no sub-task"),
        ("tasks/tea-0.task", "search-tea\nopen-tea\nnear_misses { stat: 1 }\n", "tasks/tea-0.task:3:15: "),
        (
            "tasks/tea-0.task",
            "search-tea\nopen-tea\nnear_misses {}\nactions {}\n",
            "tasks/tea-0.task:3:1: only near_misses can stand here",
        ),
        ("tasks/tea-0.task", "search-tea\n", "configs/open-tea.conf:1:1: no task uses open-tea"),
        (
            "tasks/tea-0.task",
            "open-tea\nsearch-tea\n",
            "tasks/tea-0.task:2:1: search-tea: begins on a page of kind home, the current page is of kind article",
        ),
        ("set.conf", "contents: x\n", "set.conf:1:11: unknown setting"),
    ],
)
def test_faults_say_where(tmp_path, path, text, wanted):
    found = faults(write(tmp_path, **{path: text}))
    assert found[0].startswith(wanted), found
    assert re.search(r"\(.+\)$", found[0]), "says how to mend it"


def test_a_chain_needs_an_end(tmp_path):
    steps = 'reset_steps { adb_call { force_stop { package_name: "c.d" } } }\n'
    root = write(tmp_path, **{"templates/steps.textproto.template": steps, "configs/steps-a.conf": ""})
    assert faults(write(root, **{"tasks/tea-0.task": "search-tea\nopen-tea\nsteps-a\n"}))[0].startswith(
        "tasks/tea-0.task:3:1: steps-a comes last and has no end"
    )
    assert (
        "the chain has no sub-task that ends" in faults(write(root, **{"tasks/tea-0.task": "steps-a\n"}))[0]
    )
    write(root, **{"tasks/tea-0.task": "steps-a\nsearch-tea\nopen-tea\n"})
    assert [step.adb_call.force_stop.package_name for step in task(built(root)).reset_steps] == ["c.d"]


FOUND = "https://x.org/find?q=brew+%22green%22+tea"
PAGES = {
    FOUND: '<body><a href="/Brew-It\'s-Tea?amp=1">Brew Tea</a><a href="https://x.org/Brew-It\'s-Tea">B</a></body>',
    "https://x.org/Brew-It's-Tea": '<body><p id="top">How to  <b>brew</b> it.</p><a href="#References">R</a></body>',
}


def test_chains_are_checked_against_pages(tmp_path):
    root = write(tmp_path)
    assert faults(root, Site(PAGES)) == []
    unlinked = PAGES | {FOUND: '<body><a href="/Coffee">Brew Coffee</a></body>'}
    assert faults(root, Site(unlinked)) == [
        f"tasks/tea-0.task:2:1: open-tea: the current page {FOUND} has no link to https://x.org/Brew-It's-Tea "
        "(it links Brew Coffee)"
    ]
    assert faults(root, Site({FOUND: PAGES[FOUND]})) == [
        "tasks/tea-0.task:2:1: open-tea: the content has no page https://x.org/Brew-It's-Tea (check the config's value)"
    ]


@pytest.mark.parametrize(
    ("directive", "what"),
    [
        ("anchor References", ""),
        ("anchor Tips", "has no link to its own #Tips"),
        ("element top", ""),
        ("element bottom", "has no element with the id bottom"),
        ("says how to brew it", ""),
        ("says how to fry it", "has no text 'how to fry it'"),
        ("page https://x.org/Brew-It's-Tea?x=1", "is about the page https://x.org/Brew-It's-Tea?x=1"),
        ("page https://x.org/Brew-It's-Tea#top", ""),
    ],
)
def test_what_a_sub_task_needs_on_its_page(tmp_path, directive, what):
    text = OPEN + f"#: {directive}\n"
    found = faults(write(tmp_path, **{OPEN_PATH: text}), Site(PAGES))
    assert bool(found) == bool(what)
    assert what in "".join(found)


def test_a_list_of_words_is_looked_for_one_by_one(tmp_path):
    text = (
        OPEN.replace("#: on search", "#: slot evidence lines optional\n#: on search") + "#: says <evidence>\n"
    )
    conf = "title: Brew It's Tea\nevidence: how to\nevidence: fry, it\n"
    root = write(tmp_path, **{OPEN_PATH: text, "configs/open-tea.conf": conf})
    assert ["has no text 'fry, it'" in fault for fault in faults(root, Site(PAGES))] == [True]


def test_all_faults_come_at_once(tmp_path):
    root = write(
        tmp_path,
        **{
            "tasks/b-0.task": "nope-1\n",
            "tasks/tea-0.task": "search-tea\nopen-coffee\n",
            "templates/search.demo.textproto.template": SEARCH_DEMO + "#: end\n",
        },
    )
    found = faults(root)
    assert len(found) == 3
    assert [fault.split(":")[0] for fault in found] == [
        "tasks/b-0.task",
        "templates/search.demo.textproto.template",
        "tasks/tea-0.task",
    ]

"""Small templates, configs and chains that tests write to disk and build."""

from pathlib import Path

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.templates.building import build_set, set_folder

SEARCH = """# Search.
#: slot learn text -- what is to be learned
#: slot keywords list
#: slot miss pairs optional
#: on home
#: open search https://x.org/find?q=<url_query:learn>

name: "Search <learn>"
kind: "cross-page"
setup_steps { adb_call { force_stop { package_name: "a.b" } } }
reset_steps { adb_call { clear_cache { package_name: "a.b" } } }
max_num_steps: 9

event_sources {
  id: 1
  log_event { filters: "jd:D" pattern: "find\\\\?q=.*<regex_list,regex_esc':keywords>" }
}
event_slots {
  reward_listener {
    type: OR
    events { event { id: 7 events { id: 1 } transformation: "y = 1" repeatability: NONE } }
  }
  episode_end_listener { events { id: 7 } transformation: "y = True" }
}
command: "Search how to <learn>."
vocabulary: <to_list:keywords>
"""
SEARCH_DEMO = """
actions { input { target { selector: "#\\"q\\"" } text: "<learn>" } }
#: for each miss
near_misses { description: "<miss.what>" actions { answer { text: "<miss.text>" } } }
#: end
"""
OPEN = """#: slot title text
#: on search
#: link article https://x.org/<url_title:title>
kind: "in-page"
reset_steps { adb_call { force_stop { package_name: "c.d" } } }
event_sources { id: 4 log_event { filters: "jd:D" pattern: "/<regex_esc,url_title:title>$" } }
event_sources { id: 9 response_event { pattern: "<regex_esc:title>" } }
event_slots {
  reward_listener {
    type: OR
    events { event { id: 10 type: OR events { id: 4 } events { id: 9 } transformation: "y = 1" cache_until: -1 } }
  }
  episode_end_listener { events { id: 10 } transformation: "y = True" }
}
command: "Open \\"<title>\\"."
vocabulary: "<title>"
"""
OPEN_DEMO = """
actions { click { text: "<title>" } }
near_misses { description: "nothing" actions { nothing {} } }
"""
FILES = {
    "templates/search.textproto.template": SEARCH,
    "templates/search.demo.textproto.template": SEARCH_DEMO,
    "templates/open.textproto.template": OPEN,
    "templates/open.demo.textproto.template": OPEN_DEMO,
    "configs/search.conf": '[tea]\nlearn: brew "green" tea\nkeywords: brew, c++\nmiss: too late = it\'s over\n',
    "configs/open-tea.conf": "title: Brew It's Tea\n",
    "tasks/tea-0.task": "search-tea\nopen-tea\n",
}


class Site:
    """Pages by URL, as a fetcher."""

    def __init__(self, pages):
        self.pages = pages

    def __call__(self, url, headers):
        from mobile_env.phone.network import Response

        html = self.pages.get(url)
        return Response(404 if html is None else 200, {}, (html or "").encode())


def write(root: Path, **changes: str | None) -> Path:
    """Writes `FILES` below a folder, some of them changed or left out."""
    for path, text in (FILES | changes).items():
        if text is not None:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
    return root


def built(root: Path, fetch=None, **options) -> dict[str, str]:
    """The generated files by name."""
    return {path.name: text for path, text in build_set(set_folder(root), fetch, **options).items()}


def faults(root: Path, fetch=None) -> list[str]:
    """What is wrong, with paths from `root`."""
    try:
        build_set(set_folder(root), fetch)
    except TaskFileError as error:
        return [str(fault).removeprefix(f"{root}/") for fault in error.faults]
    return []

"""Small families to begin with, by what they judge; each passes `mobile-env check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_HEAD: Final = 'id: "{id}"\nclock {{ now: "2023-10-15 15:34" }}\n'

_SETTING: Final = """\
command: "Let the screen turn off after ${{minutes}} minutes without input."
parameters {{ name: "minutes" choice {{ from: "[2, 5, 10]" }} }}
# The phone starts with another value, so that the task is unsolved at the beginning.
reset_steps {{ put_setting {{ namespace: SYSTEM key: "screen_off_timeout" value: "30000" }} }}
goal {{
  check {{ setting {{ namespace: SYSTEM key: "screen_off_timeout" }} where: "int(row.value) == 60000 * minutes" }}
}}
"""

_FILE: Final = """\
command: "Delete the file ${{target.name}} in the folder Documents."
parameters {{
  name: "files"
  rows {{
    count: "4"
    column {{ name: "name" text: "note_####.txt" }}
    column {{ name: "text" choice {{ file: "@sentences" }} }}
    unique: "name"
  }}
}}
parameters {{ name: "target" expression: "files[0]" }}
reset_steps {{ delete_files {{ path: "/sdcard/Documents/**" }} }}
reset_steps {{ each: "files" put_file {{ path: "/sdcard/Documents/${{row.name}}" text: "${{row.text}}" }} }}
# Exactly this file is gone, and nothing else in the folder has changed.
goal {{ check {{ files: "/sdcard/Documents/**" removed {{ rows: "{{'name': target.name}}" }} }} }}
"""

_CONTACT: Final = """\
command: "Add a contact named ${{name}} with the number ${{number}}."
parameters {{ name: "name" choice {{ file: "@full_names" }} }}
parameters {{ name: "number" text: "+1##########" }}
goal {{
  check {{
    provider: "content://com.android.contacts/contacts"
    added {{ rows: "{{'display_name': name}}" }}
  }}
  check {{
    provider: "content://com.android.contacts/data"
    where: "digits(str(row.data1)) == digits(number)"
  }}
}}
"""

_ANSWER: Final = """\
command: "How many files of the folder Download end in .txt? Answer with a number."
parameters {{ name: "texts" integer {{ low: "2" high: "9" }} }}
parameters {{ name: "others" integer {{ low: "1" high: "5" }} }}
reset_steps {{ delete_files {{ path: "/sdcard/Download/**" }} }}
reset_steps {{ each: "range(texts)" put_file {{ path: "/sdcard/Download/text_${{row}}.txt" }} }}
reset_steps {{ each: "range(others)" put_file {{ path: "/sdcard/Download/page_${{row}}.md" }} }}
goal {{ check {{ answer {{ mode: NUMBER expected: "texts" }} }} }}
"""

STARTING_POINTS: Final[Mapping[str, str]] = {
    "setting": _SETTING,
    "file": _FILE,
    "contact": _CONTACT,
    "answer": _ANSWER,
}
"""Task files by what they judge; `{id}` is the task's id."""


def starting_point(judges: str, task_id: str) -> str:
    """The text of a task file. KeyError for another name than those of `STARTING_POINTS`."""
    return (_HEAD + STARTING_POINTS[judges]).format(id=task_id)

"""What families of tasks cost: drawing an instance, setting it up, judging its checks."""

import tempfile
from pathlib import Path

from benchmarks import table
from mobile_env.loader import load
from mobile_env.tasks.definition import read_definition

TITLE = "Families"

_DATABASE = "/data/data/com.wikihow.wikihowapp/databases/notes.db"

_TASK = f"""
id: "benchmark" clock {{ now: "2023-10-15 15:34" }}
parameters {{
  name: "note"
  rows {{ column {{ name: "title" text: "????????" }} column {{ name: "size" integer {{ low: "1" high: "999" }} }} }}
}}
parameters {{ name: "target" rows {{ columns_of: "note" }} }}
parameters {{
  name: "noise" rows {{ columns_of: "note" count: "50" unique: "title" }} require: "row.title != target.title"
}}
setup_steps {{
  adb_call {{ shell_command {{
    command: "sqlite3 {_DATABASE} 'CREATE TABLE note (id INTEGER PRIMARY KEY, title, size)'"
  }} }}
}}
reset_steps {{ put_rows {{ database: "{_DATABASE}" table: "note" rows: "noise + [target]" }} }}
goal {{ check {{ table {{ database: "{_DATABASE}" table: "note" }} removed {{ rows: "target" }} }} when: EVERY_STEP }}
"""


def rows() -> list[table.Row]:
    """Measures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "benchmark.textproto")
        path.write_text(_TASK, encoding="utf-8")
        definition = read_definition(path)
        seeds = iter(range(1_000_000))
        drawn = table.median_seconds(lambda: definition.instance(next(seeds)), 100)
        with load(path, "embedded:320x480@160", pixels=False) as env:
            env.reset()
            set_up = table.median_seconds(lambda: env._setup.run(env.task.reset_steps), 100)
            reset = table.median_seconds(env.reset, 50)
            goal = env._goal
            judged = table.median_seconds(lambda: goal.step(1, (), ""), 500)

            def changed() -> None:
                env.simulator.state.execute(_DATABASE, [("UPDATE note SET size = size + 1 WHERE id = 1", {})])

            wrote = table.median_seconds(changed, 200)

            def changed_and_judged() -> None:
                changed()
                goal.step(1, (), "")

            after_change = table.median_seconds(changed_and_judged, 200) - wrote
            effects = table.median_seconds(env.side_effects, 50)
    return [
        table.Row("drawing an instance with 50 rows of noise", drawn * 1e3, "ms", 20),
        table.Row("setting up 51 rows", set_up * 1e3, "ms", 20),
        table.Row("env.reset of the family", reset * 1e3, "ms"),
        table.Row("a goal of 51 rows after a step, unchanged", judged * 1e6, "µs", 5),
        table.Row("a goal of 51 rows after a step that changed one", after_change * 1e6, "µs", 200),
        table.Row("side effects of an episode", effects * 1e3, "ms"),
    ]

"""What families of tasks cost: drawing an instance, setting it up, judging its checks."""

import tempfile
from pathlib import Path

from benchmarks import table
from mobile_env.loader import load
from mobile_env.simulators.state_conformance import DATABASE, empty_database
from mobile_env.tasks.definition import read_definition

TITLE = "Families"

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
reset_steps {{ put_rows {{ database: "{DATABASE}" table: "note" rows: "noise + [target]" }} }}
goal {{ check {{ table {{ database: "{DATABASE}" table: "note" }} removed {{ rows: "target" }} }} }}
"""


def rows() -> list[table.Row]:
    """Measures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "benchmark.textproto")
        path.write_text(_TASK, encoding="utf-8")
        definition = read_definition(path)
        seeds = iter(range(1_000_000))
        drawn = table.median_seconds(lambda: definition.instance(next(seeds)), 100)
        with load(path, "embedded:320x480@160", pixels=False, keep_state=True) as env:
            env.simulator.launch()
            env.simulator.state.write_file(DATABASE, empty_database())
            env.reset()
            set_up = table.median_seconds(lambda: env._setup.run(env.task.reset_steps), 100)
            reset = table.median_seconds(env.reset, 50)
            judged = table.median_seconds(env._goal.standing, 200)

            def changed() -> None:
                env.simulator.state.execute(DATABASE, [("UPDATE note SET size = size + 1 WHERE id = 1", {})])
                env._goal.standing()

            after_change = table.median_seconds(changed, 200)
            effects = table.median_seconds(env.side_effects, 50)
    return [
        table.Row("drawing an instance with 50 rows of noise", drawn, 20e-3),
        table.Row("setting up 51 rows", set_up, 20e-3),
        table.Row("env.reset of the family", reset),
        table.Row("a check of 51 rows, unchanged", judged, 5e-6),
        table.Row("a check of 51 rows, after a change", after_change, 200e-6),
        table.Row("side effects of an episode", effects),
    ]

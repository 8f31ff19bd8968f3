"""The engine gives what the reference model gives, on random tasks and random signals."""

import dataclasses

from event_steps import Signals, line, screen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference_model import STATEMENTS, Model

from mobile_env.events.compiler import compile_task
from mobile_env.events.engine import EventEngine
from mobile_env.events.policy import CheckPolicy
from mobile_env.proto import task_pb2

# Of several lengths: slots here tell values by their lengths.
MESSAGES = ["a", "bb", "aaa", "c"]
PATTERNS = ["(.+)", "b", "(a)|(bb)", "^c", "(a+)"]
TOPS = {
    "score_listener": "y = len(str(x)) % 5",
    "reward_listener": "y = len(str(x)) % 5",
    "episode_end_listener": "y = [None, 0, '', [], {}, (), x, 0.5][len(str(x)) % 8]",
    "extra_listener": "y = {'v': [str(x)]}",
    "json_extra_listener": "y = '{\"j\": [%d]}' % len(str(x))",
    "instruction_listener": "y = str(x)",
    "null_listener": "y = x",
}
INNER = ["y = x", "y = [x]", "y = 'n'"]
IDS = list(range(1, 13))
POLICIES = ["LIFT|TEXT|KEY|CHANGE", "LIFT", "CHANGE", "STEP(2)", "TIME(0.25)", "KEY|STEP(3)"]


@st.composite
def tasks(draw, most_sources=5, most_slots=3, depth_of_nodes=2):
    task = task_pb2.Task()
    free = list(IDS)
    for _ in range(draw(st.integers(1, most_sources))):
        source = task.event_sources.add(id=free.pop(0), repeatability=draw(st.integers(0, 2)))
        pattern = draw(st.sampled_from(PATTERNS))
        match draw(st.sampled_from(["log", "log", "hierarchy", "hierarchy", "response"])):
            case "log":
                source.log_event.pattern = pattern
            case "response":
                source.response_event.pattern = pattern
            case "hierarchy":
                source.view_hierarchy_event.selector.append("node")
                source.view_hierarchy_event.properties.add(property_name="text", pattern=pattern)
    references = st.one_of(st.sampled_from(IDS[: len(task.event_sources)]), st.sampled_from(IDS))

    def fill(slot, depth, statements):
        slot.type = draw(st.sampled_from([0, 1, 2, 2]))
        slot.repeatability = draw(st.sampled_from([0, 0, 1, 2]))
        if free and draw(st.integers(0, 2)):
            slot.id = free.pop(0)
        for _ in range(draw(st.integers(0 if depth else 1, 3))):
            event = slot.events.add()
            if depth < depth_of_nodes and draw(st.booleans()):
                fill(event.event, depth + 1, INNER)
            else:
                event.id = draw(references)
        slot.prerequisite.extend(draw(st.lists(references, max_size=2)) if draw(st.booleans()) else [])
        if not draw(st.integers(0, 2)):
            slot.cache_until.extend(
                draw(st.lists(st.one_of(references, st.just(-1), st.just(0)), max_size=2))
            )
        statement = draw(st.sampled_from(statements))
        if statement != "y = x" or draw(st.booleans()):
            slot.transformation.append(statement)

    # Ids are given out as slots are written: what refers to a later one refers forward.
    for name in draw(st.lists(st.sampled_from(sorted(TOPS)), min_size=1, max_size=most_slots, unique=True)):
        fill(getattr(task.event_slots, name), 0, [TOPS[name]])
    return mended(task)


def faults_of(task):
    faults = []
    compile_task(task, lambda path, what, mend: faults.append((path, what)))
    return faults


def mended(task):
    """The task without the references that are faults: unknown ids, cycles, gates that cannot open."""
    for _ in range(40):
        faults = faults_of(task)
        if not faults:
            return task
        path, what = faults[0]
        path = path[:-1] if path[-1] == "id" else path
        *above, field, index = path
        assert field in ("events", "prerequisite", "cache_until"), what
        message = task
        for part in above:
            message = message[part] if isinstance(part, int) else getattr(message, part)
        del getattr(message, field)[index]
    raise AssertionError("too many faults")


steps = st.lists(
    st.fixed_dictionaries(
        {
            "log": st.lists(st.sampled_from(MESSAGES), max_size=3),
            "say": st.lists(st.sampled_from(MESSAGES), max_size=1),
            "show": st.one_of(st.none(), st.lists(st.sampled_from(MESSAGES), max_size=2)),
            "completed": st.lists(st.sampled_from(["LIFT", "TEXT", "KEY"]), max_size=1),
            "touched": st.booleans(),
        }
    ),
    min_size=1,
    max_size=9,
)


class ModelSignals(Signals):
    """The model reads the XML itself."""

    @property
    def xml(self):
        return self._xml


def played(step_list):
    """Signals of an episode; a version may change though the screen does not."""
    xml, version = screen("a"), 0
    for number, step in enumerate(step_list):
        if step["show"] is not None:
            xml = screen(*step["show"])
        if step["show"] is not None or step["touched"]:
            version += 1
        lines = [line(each) for each in step["log"]]
        fetches = []
        yield (
            ModelSignals(number, number * 0.1, lines, step["say"], step["completed"], xml, version, fetches),
            fetches,
        )


def check(task, episodes, policy):
    engine = EventEngine(compile_task(task, lambda *fault: None), CheckPolicy.parse(policy))
    program = engine.program
    for episode in episodes:
        engine.reset()
        model = Model(task, engine.policy.hierarchy)
        for number, (signals, fetches) in enumerate(played(episode)):
            if engine._stale:
                engine._plan()
            relevant = {program.events[each].id for each in engine._relevant}
            expected = model.step(signals, at_reset=number == 0)
            actual = (engine.reset_step if number == 0 else engine.step)(signals)
            told = dataclasses.asdict(actual)
            fired = set(told.pop("fired"))
            assert told == expected
            fired_in_model = {key for key in model.fired if isinstance(key, int)}
            assert fired == fired_in_model & relevant
            # One fetch at most, and none that the model had no use for.
            assert len(fetches) <= (1 if model.looks else 0)


HURRY = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@settings(HURRY, max_examples=150)
@given(tasks(), st.lists(steps, min_size=1, max_size=2), st.sampled_from(POLICIES))
def test_the_engine_is_the_model(task, episodes, policy):
    check(task, episodes, policy)


@settings(HURRY, max_examples=200)
@given(tasks(2, 1, 1), steps, st.sampled_from(POLICIES))
def test_the_engine_is_the_model_on_small_tasks(task, episode, policy):
    check(task, [episode], policy)


def test_statements_of_the_model_are_those_of_the_tasks():
    assert {*TOPS.values(), *INNER} == STATEMENTS.keys()

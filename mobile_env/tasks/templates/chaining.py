"""Chains sub-tasks into one task: renumbers ids, adds prerequisites, and announces each sub-task by an instruction.

See the paper, appendix C.3: templates are filled and concatenated into multi-stage tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mobile_env.proto.demonstration_pb2 import Demonstration
from mobile_env.proto.task_pb2 import EventSlot, Task
from mobile_env.tasks.errors import Fault
from mobile_env.tasks.templates.event_ids import declared_ids, nodes, renumber
from mobile_env.tasks.templates.modifiers import escape
from mobile_env.tasks.templates.places import Place
from mobile_env.tasks.templates.template import Instance

SETUP_OPTION: Final = "s"
RESET_OPTION: Final = "r"
COMMAND_OPTION: Final = "c"

# All slots except the episode end, which comes from the last sub-task alone.
_MERGED: Final = (
    "score_listener",
    "reward_listener",
    "extra_listener",
    "json_extra_listener",
    "instruction_listener",
    "null_listener",
)


@dataclass(frozen=True)
class Link:
    """A sub-task of a chain.

    Attributes:
      instance: the sub-task.
      options: `s` appends its setup steps, `r` its reset steps, `c` its command where commands are not appended
        anyway; the first sub-task's are always there.
      place: its position in the `.task` file.
    """

    instance: Instance
    options: str
    place: Place


@dataclass
class Chain:
    """A chained task.

    Attributes:
      task: the task; its `id` is not set yet.
      demonstration: the demonstration, whose `task_id` is not set yet; None if a sub-task has none.
      stages: templates of the sub-tasks with an episode end, in order.
    """

    task: Task = field(default_factory=Task)
    demonstration: Demonstration | None = field(default_factory=Demonstration)
    stages: list[str] = field(default_factory=list)


def chain(links: Sequence[Link], faults: list[Fault], *, append_commands: bool = True) -> Chain:
    """Chains sub-tasks in order.

    A sub-task without `episode_end_listener` only contributes steps, for example steps that open a start page.
    Every other sub-task is a stage. It sleeps until the previous stage has ended, whose end also gives the
    stage's instruction. The task ends with the last stage.

    Args:
      links: the sub-tasks; at least one.
      faults: list to which faults are added.
      append_commands: whether the commands of all sub-tasks are told, else those of the first and of such with
        the option `c`.
    """
    made = Chain()
    names: list[str] = []
    descriptions: list[str] = []
    end: int | None = None
    for number, link in enumerate(links):
        part = Task()
        part.CopyFrom(link.instance.task.message)
        _check(link, part, faults)
        _take_steps(made.task, part, link, first=number == 0)
        base = max(declared_ids(made.task), default=0)
        order = {id_: base + rank for rank, id_ in enumerate(declared_ids(part), 1)}
        renumber(part, lambda id_, order=order: order.get(id_, id_))  # type: ignore[misc]
        _take_words(made.task, part)
        if number == 0 or append_commands or COMMAND_OPTION in link.options:
            _take_command(made.task, part, announced=bool(made.stages))
        if part.name:
            # Names of a set's templates have a common prefix: "WikiHow - Search", "WikiHow - Share".
            names.append(part.name.partition(" - ")[2] or part.name if names else part.name)
        if part.description:
            descriptions.append(part.description)
        made.task.event_sources.extend(part.event_sources)
        gates = [] if end is None else [end]
        if gates:
            _announce(made.task, end, _instruction(link, part))
        for name in _MERGED:
            if part.event_slots.HasField(name):
                _merge(getattr(made.task.event_slots, name), getattr(part.event_slots, name), gates)
        if part.event_slots.HasField("episode_end_listener"):
            made.stages.append(link.instance.name.partition("-")[0])
            end = _take_end(
                made.task, part.event_slots.episode_end_listener, gates, last=number == len(links) - 1
            )
        _take_demonstration(made, link)
    _finish_end(made, links, faults)
    made.task.name = ", ".join(names)
    made.task.description = "\n".join(descriptions) or " ".join(made.task.command)
    return made


def _check(link: Link, part: Task, faults: list[Fault]) -> None:
    known = set(declared_ids(part))
    if part.HasField("log_parsing_config"):
        what = "a sub-task cannot have a log_parsing_config"
        faults.append(
            link.instance.task.fault(("log_parsing_config",), what, "write event_sources and event_slots")
        )
    used = {source.id for source in part.event_sources}
    if len(used) < len(part.event_sources):
        faults.append(
            link.instance.task.fault(("event_sources",), "two sources have one id", "number them apart")
        )
    for name in (*_MERGED, "episode_end_listener"):
        if not part.event_slots.HasField(name):
            continue
        for node in nodes(getattr(part.event_slots, name)):
            ids = {child.id for child in node.events if child.HasField("id")} | set(node.prerequisite)
            for id_ in sorted(ids - known):
                what = f"unknown event id {id_} (known: {', '.join(map(str, sorted(known))) or 'none'})"
                faults.append(
                    link.instance.task.fault(("event_slots", name), what, "ids are the template's own")
                )


def _take_steps(task: Task, part: Task, link: Link, *, first: bool) -> None:
    if first or SETUP_OPTION in link.options:
        task.setup_steps.extend(part.setup_steps)
    if first or RESET_OPTION in link.options:
        task.reset_steps.extend(part.reset_steps)
    if not task.HasField("expected_app_screen") and part.HasField("expected_app_screen"):
        task.expected_app_screen.CopyFrom(part.expected_app_screen)
    task.max_num_steps = task.max_num_steps or part.max_num_steps
    task.max_duration_sec = task.max_duration_sec or part.max_duration_sec
    known = {spec.name for spec in task.extras_spec}
    task.extras_spec.extend(spec for spec in part.extras_spec if spec.name not in known)


def _take_words(task: Task, part: Task) -> None:
    task.kind = part.kind or task.kind
    task.vocabulary[:] = dict.fromkeys([*task.vocabulary, *part.vocabulary])


def _take_command(task: Task, part: Task, *, announced: bool) -> None:
    """`announced`: a stage comes before."""
    command = list(part.command)
    if command and announced:
        command[0] = f"Then, {_in_a_sentence(command[0])}"
    task.command.extend(command)


def _in_a_sentence(text: str) -> str:
    """A sentence for use after another word: `Check …` becomes `check …`; an acronym is unchanged."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _instruction(link: Link, part: Task) -> str:
    said = link.instance.directive("instruction")
    return said.value if said else " ".join(part.command)


def _announce(task: Task, end: int | None, instruction: str) -> None:
    if not instruction:
        return
    slot = task.event_slots.instruction_listener
    slot.type = EventSlot.OR
    node = slot.events.add().event
    node.events.add().id = end or 0
    text = escape(instruction).replace('\\"', '"')
    node.transformation.append(f"y = ['{text}']")


def _merge(into: EventSlot, part: EventSlot, gates: Sequence[int]) -> None:
    """Merges a sub-task's slot into the task's slot: only its children if the slot itself has no effect,
    else the slot as a node."""
    if not part.events:
        return
    into.type = EventSlot.OR
    plain = part.type == EventSlot.OR or (part.type == EventSlot.SINGLE and len(part.events) == 1)
    plain = plain and not (
        part.HasField("id") or part.transformation or part.prerequisite or part.cache_until
    )
    plain = plain and part.repeatability == EventSlot.UNLIMITED
    if not plain:
        into.events.add().event.CopyFrom(_gated(part, gates))
        return
    for child in part.events:
        if child.HasField("event"):
            into.events.add().event.CopyFrom(_gated(child.event, gates))
        elif gates:
            node = EventSlot()
            node.events.add().id = child.id
            into.events.add().event.CopyFrom(_gated(node, gates))
        else:
            into.events.add().id = child.id


def _gated(node: EventSlot, gates: Sequence[int]) -> EventSlot:
    copy = EventSlot()
    copy.CopyFrom(node)
    copy.prerequisite[:] = dict.fromkeys([*gates, *node.prerequisite])
    return copy


def _take_end(task: Task, end: EventSlot, gates: Sequence[int], *, last: bool) -> int:
    """Makes the end of a stage the current end of the task. Returns the id of the event that ends the stage."""
    slot = task.event_slots.episode_end_listener
    slot.CopyFrom(end)
    simple = (
        len(end.events) == 1 and end.events[0].HasField("id") and not (end.prerequisite or end.cache_until)
    )
    if simple and end.events[0].id in _gated_ids(task):
        return end.events[0].id
    slot.CopyFrom(_gated(end, gates))
    if last:
        return 0
    # The event that ends the stage needs an id, and a slot in which it is evaluated.
    node = task.event_slots.null_listener.events.add().event
    task.event_slots.null_listener.type = EventSlot.OR
    node.CopyFrom(slot)
    if not node.HasField("id"):
        node.id = max(declared_ids(task)) + 1
    return node.id


def _gated_ids(task: Task) -> set[int]:
    """Ids of nodes (not sources) in the merged slots, which wait for the stage before theirs."""
    return {
        node.id for name in _MERGED for node in nodes(getattr(task.event_slots, name)) if node.HasField("id")
    }


def _finish_end(made: Chain, links: Sequence[Link], faults: list[Fault]) -> None:
    if not made.stages:
        mend = "name a sub-task whose template has an episode_end_listener"
        faults.append(links[-1].place.fault("the chain has no sub-task that ends", mend))
    elif links[-1].instance.name.partition("-")[0] != made.stages[-1]:
        mend = "put it before the sub-tasks"
        faults.append(links[-1].place.fault(f"{links[-1].instance.name} comes last and has no end", mend))


def _take_demonstration(made: Chain, link: Link) -> None:
    part = link.instance.demonstration
    if made.demonstration is None:
        return
    if part is None:
        if link.instance.task.message.event_slots.HasField("episode_end_listener"):
            made.demonstration = None
        return
    start = len(made.demonstration.actions)
    made.demonstration.description = made.demonstration.description or part.message.description
    made.demonstration.actions.extend(part.message.actions)
    for miss in part.message.near_misses:
        copy = made.demonstration.near_misses.add()
        copy.CopyFrom(miss)
        copy.start += start

"""Describes the events of a task in words, for reports."""

from mobile_env.proto import task_pb2

_LONGEST = 160


def event_words(task: task_pb2.Task) -> dict[int, str]:
    """Describes each event with an id: `log_event: mUrl is: …`, `reward: AND of 2, 5`.

    Args:
      task: the task message, with AndroidEnv's own fields already translated.

    Returns:
      Descriptions by id, in order of id.
    """
    words: dict[int, str] = {}
    for source in task.event_sources:
        kind = source.WhichOneof("event")
        if source.id and kind:
            words[source.id] = _shortened(f"{kind}: {wanted(getattr(source, kind))}")
    for field, slot in task.event_slots.ListFields():
        _describe(slot, field.name.removesuffix("_listener"), words)
    return dict(sorted(words.items()))


def wanted(event: object) -> str:
    """Describes what a source looks for."""
    match event:
        case task_pb2.ViewHierarchyEvent():
            tests = (
                f"{test.property_name}={getattr(test, by)}"
                for test in event.properties
                if (by := test.WhichOneof("property_value"))
            )
            return " ".join((", ".join(event.selector), *tests))
        case task_pb2.LogEvent() | task_pb2.ResponseEvent():
            return event.pattern
        case task_pb2.TextEvent():
            return event.expect
        case task_pb2.Check():
            return event.name or event.WhichOneof("what") or ""
        case task_pb2.IconMatchEvent():
            return event.path
    return str(getattr(event, "class", ""))


def _describe(slot: task_pb2.EventSlot, name: str, words: dict[int, str]) -> None:
    """Adds the nodes of a slot's tree. All are named after the slot."""
    children = []
    for child in slot.events:
        if child.HasField("event"):
            children.append(str(child.event.id or "…"))
            _describe(child.event, name, words)
        else:
            children.append(str(child.id))
    if slot.id:
        kind = task_pb2.EventSlot.Type.Name(slot.type)
        of = ", ".join(children)
        gates = ", ".join(map(str, slot.prerequisite))
        text = f"{name}: {of}" if kind == "SINGLE" else f"{name}: {kind} of {of}"
        words[slot.id] = _shortened(f"{text}, after {gates}" if gates else text)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

"""`document { files select }`: elements of XML files by a CSS selector, items of JSON files by `$.a[*].b`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree

from mobile_env.signals.state import StateError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler

MOST_ELEMENTS: Final = 20_000
_STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+|\*|'[^']*'|\"[^\"]*\")\]")


@dataclass(frozen=True)
class DocumentSubject:
    """Rows of each file that a glob finds; each file is judged alone."""

    pattern: str
    select: str
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def touches(self) -> Sequence[str]:
        return [f"file{self.pattern}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        device = situation.device
        read = _json_rows if self.select.startswith("$") else _xml_rows
        try:
            contents = {
                entry.path: device.read_file(entry.path) or b""
                for entry in device.files(self.pattern)
                if entry.kind == "file"
            }
        except StateError as error:
            raise CheckError(str(error)) from None
        return {path: _padded(read(content, self.select)) for path, content in contents.items()}


def compile_document(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "files", "select"):
        return None
    if not message.files.startswith("/"):
        compiler.report(
            (*compiler.path, "files"), f"{message.files!r} is no absolute path", "begin it with /"
        )
        return None
    try:
        _json_steps(message.select) if message.select.startswith("$") else _xpath(message.select)
    except ValueError as error:
        compiler.report((*compiler.path, "select"), str(error), "a CSS selector, or for JSON $.a[*].b")
        return None
    return DocumentSubject(message.files, message.select)


def _padded(rows: list[dict[str, Any]]) -> Rows:
    """Every row has the columns of all; what one lacks is None."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return [{name: row.get(name) for name in columns} for row in rows]


def _xpath(selector: str) -> str:
    from cssselect import GenericTranslator, SelectorError

    try:
        path = GenericTranslator().css_to_xpath(selector)
    except SelectorError as error:
        raise ValueError(f"bad selector {selector!r}: {error}") from None
    # On local names: what a file calls its namespaces is no matter of the author's.
    return re.sub(r"(::|/)([A-Za-z_][\w.-]*)(?=$|[\[/ ])", r"\1*[local-name() = '\2']", path)


def _xml_rows(content: bytes, selector: str) -> list[dict[str, Any]]:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        recover=False,
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        return []
    if b"<!DOCTYPE" in content[:4096]:
        # A document type can define entities; no app's file here needs one.
        return []
    found = root.xpath(_xpath(selector))
    if not isinstance(found, list) or len(found) > MOST_ELEMENTS:
        raise CheckError(f"the selector {selector!r} finds more than {MOST_ELEMENTS} elements")
    return [_element_row(element) for element in found]


def _element_row(element: Any) -> dict[str, Any]:
    row: dict[str, Any] = {etree.QName(name).localname: value for name, value in element.attrib.items()}
    for child in element:
        if isinstance(child.tag, str) and len(child) == 0:
            row.setdefault(etree.QName(child.tag).localname, (child.text or "").strip())
    row.setdefault("text", "".join(element.itertext()).strip())
    return row


def _json_steps(select: str) -> list[str | int | None]:
    steps: list[str | int | None] = []
    place = 1
    while place < len(select):
        match = _STEP.match(select, place)
        if match is None:
            raise ValueError(f"bad selector {select!r} at character {place + 1}")
        name, item = match[1], match[2]
        if name:
            steps.append(name)
        elif item == "*":
            steps.append(None)
        else:
            steps.append(int(item) if item.isdecimal() else item[1:-1])
        place = match.end()
    return steps


def _json_rows(content: bytes, select: str) -> list[dict[str, Any]]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return []
    found = list(_json_items(value, _json_steps(select)))
    if len(found) > MOST_ELEMENTS:
        raise CheckError(f"the selector {select!r} finds more than {MOST_ELEMENTS} items")
    return [_item_row(item) for item in found]


def _json_items(value: Any, steps: Sequence[str | int | None]) -> Iterator[Any]:
    if not steps:
        yield value
    elif steps[0] is None:
        items = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
        for item in items:
            yield from _json_items(item, steps[1:])
    else:
        yield from _json_items_at(value, steps[0], steps[1:])


def _json_items_at(value: Any, step: str | int, rest: Sequence[str | int | None]) -> Iterator[Any]:
    inside: Any = None
    if isinstance(value, dict):
        inside = [value[step]] if step in value else None
    elif isinstance(value, list) and isinstance(step, int):
        inside = value[step : step + 1]
    if inside:
        yield from _json_items(inside[0], rest)


def _item_row(item: Any) -> dict[str, Any]:
    if not isinstance(item, dict):
        return {"text": item if isinstance(item, int | float | None) else str(item)}
    row = {name: value for name, value in item.items() if not isinstance(value, dict | list)}
    row.setdefault("text", json.dumps(item, ensure_ascii=False))
    return row

"""`put_preference { package file key value }`: an entry of an app's shared preferences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lxml import etree

from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler

_WHOLE = re.compile(r"-?\d{1,18}")
_TYPED = ("boolean", "int", "long", "float")


@dataclass(frozen=True)
class PutPreference:
    """Writes an entry of the XML file that Android keeps preferences in; the app is stopped before.

    An entry that is there keeps its type. The type of a new one follows its value: `true` and `false` are
    booleans, whole numbers are int or long, the rest is text.
    """

    package: Filled
    file: Filled
    key: Filled
    value: Filled

    def run(self, state: DeviceState, scope: Scope) -> None:
        package = self.package(scope)
        file = self.file(scope) or f"{package}_preferences"
        if "/" in package or "/" in file:
            raise StateError("a package and a file of preferences have no / in their names")
        path = f"/data/data/{package}/shared_prefs/{file.removesuffix('.xml')}.xml"
        state.stop_app(package)
        content = state.read_file(path) or b"<map />"
        state.write_file(path, with_entry(content, self.key(scope), self.value(scope)))


def with_entry(content: bytes, key: str, value: str) -> bytes:
    """A file of shared preferences with one entry set. StateError if the file is broken."""
    try:
        root = etree.fromstring(
            content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        )
    except etree.XMLSyntaxError as error:
        raise StateError(f"the file of preferences is broken: {error}") from None
    old = next((entry for entry in root if entry.get("name") == key), None)
    kind = old.tag if old is not None and old.tag in (*_TYPED, "string") else _kind_of(value)
    entry = etree.Element(kind, name=key)
    if kind == "string":
        entry.text = value
    else:
        entry.set("value", value)
    if old is None:
        root.append(entry)
    else:
        root.replace(old, entry)
    body = etree.tostring(root, encoding="utf-8", pretty_print=True)
    return b"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n" + body


def _kind_of(value: str) -> str:
    if value in ("true", "false"):
        return "boolean"
    if _WHOLE.fullmatch(value):
        return "int" if -(2**31) <= int(value) < 2**31 else "long"
    return "string"


def compile_put_preference(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "package", "key"):
        return None
    return PutPreference(*(compiler.text(message, name) for name in ("package", "file", "key", "value")))

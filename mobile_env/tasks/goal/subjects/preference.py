"""`preference { package file }`: key and value of each entry of an app's shared preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from mobile_env.signals.state import StateError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler


@dataclass(frozen=True)
class PreferenceSubject:
    """The XML file of an app's preferences; none yet has no rows."""

    package: str
    file: str
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def path(self) -> str:
        """Where the app keeps the file."""
        return f"/data/data/{self.package}/shared_prefs/{self.file}.xml"

    @property
    def touches(self) -> Sequence[str]:
        return [f"preference/{self.package}/{self.file}/*", f"file{self.path}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        try:
            content = situation.device.read_file(self.path)
        except StateError as error:
            raise CheckError(str(error)) from None
        return {"": entries(content or b"")}


def entries(content: bytes) -> list[dict[str, Any]]:
    """The entries of a file of shared preferences: texts, numbers, booleans (as numbers), sets (as texts)."""
    try:
        root = etree.fromstring(
            content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        )
    except (etree.XMLSyntaxError, ValueError):
        return []
    rows = []
    for element in root:
        key = element.get("name") if isinstance(element.tag, str) else None
        if key is None:
            continue
        rows.append({"key": key, "value": _value(element)})
    return rows


def _value(element: Any) -> Any:
    told = element.get("value", "")
    try:
        match element.tag:
            case "string":
                return element.text or ""
            case "boolean":
                return int(told == "true")
            case "int" | "long":
                return int(told)
            case "float":
                return float(told)
            case "set":
                return ", ".join(sorted(item.text or "" for item in element))
    except ValueError:
        pass
    return told


def compile_preference(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "package"):
        return None
    file = message.file or f"{message.package}_preferences"
    if "/" in file or "/" in message.package:
        compiler.report(
            compiler.path, "a name with / in it", "give the package, and the file's name without .xml"
        )
        return None
    return PreferenceSubject(message.package, file.removesuffix(".xml"))

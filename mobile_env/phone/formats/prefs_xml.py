"""Shared preferences as Android writes them: `shared_prefs/<name>.xml` (frameworks/base, XmlUtils)."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

Value = bool | int | float | str | frozenset[str]

_HEADER = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"
_INT_MAX = 2**31 - 1
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class PreferencesError(ValueError):
    """A preference file that Android could not read; says what is wrong with it."""


class Long(int):
    """A whole number that the file holds as `<long>`, whatever its size."""


def read(content: bytes) -> dict[str, Value]:
    """Returns the values of a preference file, by name, in the file's order.

    Raises:
      PreferencesError: the content is no preference file.
    """
    if _DOCTYPE.search(content):
        raise PreferencesError("a preference file has no document type: remove <!DOCTYPE …>")
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise PreferencesError(f"not well-formed XML: {error}") from None
    if root.tag != "map":
        raise PreferencesError(f"the root is <{root.tag}>, a preference file has <map>")
    return {element.get("name", ""): _value(element) for element in root if element.tag != "null"}


def _value(element: ElementTree.Element) -> Value:
    kind, text = element.tag, element.get("value", "")
    try:
        if kind == "boolean":
            return text == "true"
        if kind == "int":
            return int(text)
        if kind == "long":
            return Long(text)
        if kind == "float":
            return float(text)
    except ValueError:
        raise PreferencesError(f"<{kind} name={element.get('name')!r}> has the value {text!r}") from None
    if kind == "string":
        return element.text or ""
    if kind == "set":
        return frozenset(child.text or "" for child in element)
    raise PreferencesError(f"<{kind}> is no kind of preference (boolean, int, long, float, string, set)")


def write(values: Mapping[str, Value]) -> bytes:
    """Returns the file that holds these values.

    Raises:
      TypeError: a value of another type than preferences have.
    """
    lines = "".join(f"    {_element(name, value)}\n" for name, value in values.items())
    return f"{_HEADER}<map>\n{lines}</map>\n".encode() if lines else f"{_HEADER}<map />\n".encode()


def _element(name: str, value: Value) -> str:
    attribute = f"name={quoteattr(_clean(name))}"
    if isinstance(value, bool):
        return f'<boolean {attribute} value="{str(value).lower()}" />'
    if isinstance(value, int):
        long = isinstance(value, Long) or not -_INT_MAX - 1 <= value <= _INT_MAX
        return f'<{"long" if long else "int"} {attribute} value="{int(value)}" />'
    if isinstance(value, float):
        return f'<float {attribute} value="{value!r}" />'
    if isinstance(value, str):
        return f"<string {attribute}>{escape(_clean(value))}</string>"
    if isinstance(value, frozenset):
        items = "".join(f"<string>{escape(_clean(item))}</string>" for item in sorted(value))
        return f"<set {attribute}>{items}</set>"
    raise TypeError(
        f"preference {name!r} is a {type(value).__name__}: preferences are bool, int, float, str or frozenset of str"
    )


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)

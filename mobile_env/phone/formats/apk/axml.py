"""Android's binary XML (AXML), in which an APK holds its manifest: reading and writing."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from mobile_env.phone.formats.apk.resource_chunks import (
    NO_ENTRY,
    STRING_POOL,
    AxmlError,
    ChunkReader,
    StringPool,
)

# Chunk and value types of frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h.
_XML, _RESOURCE_MAP = 0x0003, 0x0180
_START_NAMESPACE, _END_NAMESPACE, _START_ELEMENT, _END_ELEMENT = 0x0100, 0x0101, 0x0102, 0x0103
_TYPE_REFERENCE, _TYPE_STRING, _TYPE_DECIMAL, _TYPE_HEX, _TYPE_BOOLEAN = 0x01, 0x03, 0x10, 0x11, 0x12
_NONE = NO_ENTRY

ANDROID_NAMESPACE = "http://schemas.android.com/apk/res/android"

# Resource ids of android.R.attr. Tools that shorten an APK may drop the names, never these.
_ATTRIBUTE_IDS = {
    "label": 0x01010001,
    "name": 0x01010003,
    "enabled": 0x0101000E,
    "exported": 0x01010010,
    "targetActivity": 0x01010202,
    "minSdkVersion": 0x0101020C,
    "versionCode": 0x0101021B,
    "versionName": 0x0101021C,
    "targetSdkVersion": 0x01010270,
    "networkSecurityConfig": 0x01010527,
}
_ATTRIBUTE_NAMES = {number: name for name, number in _ATTRIBUTE_IDS.items()}

MAX_ELEMENTS = 50_000
MAX_DEPTH = 200
MAX_NAME = 1000


@dataclass(frozen=True)
class Reference:
    """A value that stands in the resource table of the APK, such as `@string/app_name`."""

    resource: int


Value = str | int | bool | Reference


@dataclass
class XmlElement:
    """An element; attributes of Android's namespace have names that begin with `android:`."""

    tag: str
    attributes: dict[str, Value] = field(default_factory=dict)
    children: list[XmlElement] = field(default_factory=list)


def parse_axml(data: bytes) -> XmlElement:
    """Returns the root element of binary XML; raises AxmlError for anything that is not sound."""
    reader = ChunkReader(data)
    kind, header_size, total = reader.numbers("HHI", 0)
    if kind != _XML:
        raise AxmlError(f"not binary XML: it begins with chunk type 0x{kind:04x}, not 0x{_XML:04x}")
    end = min(total, len(data))
    at = header_size
    strings: StringPool | None = None
    resource_ids: tuple[int, ...] = ()
    root: XmlElement | None = None
    stack: list[XmlElement] = []
    elements = 0
    while at + 8 <= end:
        kind, header_size, size = reader.numbers("HHI", at)
        if size < 8 or at + size > end:
            raise AxmlError(f"the chunk at byte {at} says it has {size} bytes, of {end - at} that are left")
        if kind == STRING_POOL:
            strings = StringPool(reader, at, size)
        elif kind == _RESOURCE_MAP:
            resource_ids = reader.numbers(f"{(size - 8) // 4}I", at + header_size)
        elif kind == _START_ELEMENT:
            if strings is None:
                raise AxmlError("an element comes before the string pool")
            elements += 1
            if elements > MAX_ELEMENTS or len(stack) >= MAX_DEPTH:
                raise AxmlError(f"more than {MAX_ELEMENTS} elements or {MAX_DEPTH} levels")
            element = _read_element(reader, at + header_size, at + size, strings, resource_ids)
            if stack:
                stack[-1].children.append(element)
            elif root is None:
                root = element
            stack.append(element)
        elif kind == _END_ELEMENT and stack:
            stack.pop()
        at += size
    if root is None:
        raise AxmlError("binary XML without any element")
    return root


def _read_element(
    reader: ChunkReader, at: int, end: int, strings: StringPool, resource_ids: tuple[int, ...]
) -> XmlElement:
    _, name, start, width, count = reader.numbers("IIHHH", at)
    if width < 20 or at + start + width * count > end:
        raise AxmlError(f"the attributes of the element at byte {at} do not fit into it")
    element = XmlElement(strings.get(name))
    for i in range(count):
        space, key, raw, _, _, value_type, value = reader.numbers("IIIHBBI", at + start + i * width)
        known = _ATTRIBUTE_NAMES.get(resource_ids[key]) if key < len(resource_ids) else None
        text = known or strings.get(key)
        if known or (space != _NONE and strings.get(space) == ANDROID_NAMESPACE):
            text = "android:" + text
        if len(text) > MAX_NAME:
            raise AxmlError(f"an attribute whose name has more than {MAX_NAME} characters")
        element.attributes[text] = _read_value(value_type, value, raw, strings)
    return element


def _read_value(value_type: int, value: int, raw: int, strings: StringPool) -> Value:
    if value_type == _TYPE_STRING:
        return strings.get(value)
    if value_type == _TYPE_REFERENCE:
        return Reference(value)
    if value_type == _TYPE_BOOLEAN:
        return value != 0
    if raw != _NONE:
        return strings.get(raw)
    return value - (1 << 32) if value_type == _TYPE_DECIMAL and value >= 1 << 31 else value


def write_axml(root: XmlElement) -> bytes:
    """Returns the element as binary XML with a UTF-16 string pool, the form that aapt writes."""
    names = sorted({n for n in _attribute_names(root) if n.startswith("android:")})
    known = [n for n in names if n[8:] in _ATTRIBUTE_IDS]
    # The resource map speaks of the first strings of the pool, so these come first.
    pool: dict[str, int] = {name[8:]: i for i, name in enumerate(known)}

    def index(text: str) -> int:
        return pool.setdefault(text, len(pool))

    space = index(ANDROID_NAMESPACE)
    body = _node(_START_NAMESPACE, struct.pack("<II", index("android"), space))
    body += _write_element(root, index, space)
    body += _node(_END_NAMESPACE, struct.pack("<II", index("android"), space))

    offsets, blob = [], b""
    for text in pool:
        offsets.append(len(blob))
        encoded = text.encode("utf-16-le")
        blob += struct.pack("<H", len(encoded) // 2) + encoded + b"\0\0"
    blob += b"\0" * (-len(blob) % 4)
    head = struct.pack("<5I", len(pool), 0, 0, 28 + 4 * len(offsets), 0)
    strings = _chunk(STRING_POOL, 28, head + struct.pack(f"<{len(offsets)}I", *offsets) + blob)
    ids = struct.pack(f"<{len(known)}I", *(_ATTRIBUTE_IDS[name[8:]] for name in known))
    return _chunk(_XML, 8, strings + _chunk(_RESOURCE_MAP, 8, ids) + body)


def _attribute_names(element: XmlElement) -> list[str]:
    names = list(element.attributes)
    for child in element.children:
        names += _attribute_names(child)
    return names


def _chunk(kind: int, header_size: int, rest: bytes) -> bytes:
    return struct.pack("<HHI", kind, header_size, 8 + len(rest)) + rest


def _node(kind: int, rest: bytes) -> bytes:
    return _chunk(kind, 16, struct.pack("<II", 1, _NONE) + rest)


def _write_element(element: XmlElement, index: Callable[[str], int], space: int) -> bytes:
    attributes = b""
    for name, value in element.attributes.items():
        is_android = name.startswith("android:")
        raw = _NONE
        if isinstance(value, bool):
            typed = (_TYPE_BOOLEAN, _NONE if value else 0)
        elif isinstance(value, int):
            typed = (_TYPE_DECIMAL, value & 0xFFFFFFFF)
        elif isinstance(value, Reference):
            typed = (_TYPE_REFERENCE, value.resource)
        else:
            raw = index(value)
            typed = (_TYPE_STRING, raw)
        key = index(name.removeprefix("android:"))
        attributes += struct.pack("<IIIHBBI", space if is_android else _NONE, key, raw, 8, 0, *typed)
    name_index = index(element.tag)
    head = struct.pack("<IIHHHHHH", _NONE, name_index, 20, 20, len(element.attributes), 0, 0, 0)
    body = b"".join(_write_element(child, index, space) for child in element.children)
    ending = struct.pack("<II", _NONE, name_index)
    return _node(_START_ELEMENT, head + attributes) + body + _node(_END_ELEMENT, ending)

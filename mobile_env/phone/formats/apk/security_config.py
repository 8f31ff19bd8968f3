"""An app's network security config: whom its connections trust, as a file in plain XML or inside an APK.

Android documents: *Network security configuration*. The base config counts; configs of single domains are not read.
"""

import ssl
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from mobile_env.phone.formats.apk.archive import MANIFEST, ZIP_FAULTS, open_archive, read_part
from mobile_env.phone.formats.apk.axml import Reference, Value, XmlElement, parse_axml
from mobile_env.phone.formats.apk.resource_chunks import AxmlError
from mobile_env.phone.formats.apk.resource_table import TABLE, resource_text

_MAX_PART: Final = 4 << 20
# For each of them the resource table is gone through and a file unpacked.
_MOST_CERTIFICATES: Final = 32
_BEGIN: Final = b"-----BEGIN CERTIFICATE-----"
_END: Final = b"-----END CERTIFICATE-----"


class SecurityConfig(NamedTuple):
    """What a config says.

    Attributes:
      system: whether the system's authorities are trusted.
      user: whether those are that the user added.
      certificates: the app's own, DER.
      overrides_pins: whether the app's pins do not count.
    """

    system: bool
    user: bool
    certificates: tuple[bytes, ...]
    overrides_pins: bool


def config_of_text(data: bytes) -> SecurityConfig | None:
    """Reads a config in plain XML; None if it is broken, or says nothing of whom to trust."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        return None
    items = root.findall("./base-config/trust-anchors/certificates")
    return _config(((item.get("src", ""), item.get("overridePins", "")) for item in items), lambda _: b"")


@lru_cache(maxsize=64)
def config_of_apk(apk: bytes) -> SecurityConfig | None:
    """Reads the config that the manifest of an APK names; None if it names none, or the APK is damaged."""
    try:
        with open_archive(apk) as archive:
            return _in_archive(archive)
    except (*ZIP_FAULTS, AxmlError, KeyError):
        return None


def _in_archive(archive: zipfile.ZipFile) -> SecurityConfig | None:
    manifest = _part(archive, MANIFEST)
    if manifest[:2] != b"\x03\x00":  # plain text, as tests write it
        return None
    application = next((child for child in parse_axml(manifest).children if child.tag == "application"), None)
    named = application.attributes.get("android:networkSecurityConfig") if application else None
    if not isinstance(named, Reference):
        return None
    table = _part(archive, TABLE)

    def resource(value: Value) -> bytes:
        path = resource_text(table, value.resource) if isinstance(value, Reference) else None
        return _part(archive, path) if path else b""

    found = _below(parse_axml(resource(named)), ("base-config", "trust-anchors", "certificates"))
    items = ((item.attributes.get("src", ""), item.attributes.get("overridePins", False)) for item in found)
    return _config(items, resource)


def _config(
    items: Iterable[tuple[Value, Value]], resource: Callable[[Value], bytes]
) -> SecurityConfig | None:
    listed = list(items)[: _MOST_CERTIFICATES + 1]
    if not 0 < len(listed) <= _MOST_CERTIFICATES:
        return None
    own = tuple(der for source, _ in listed for der in certificates_of(resource(source)))
    return SecurityConfig(
        any(source == "system" for source, _ in listed),
        any(source == "user" for source, _ in listed),
        own,
        any(overrides in (True, "true") for _, overrides in listed),
    )


def _below(element: XmlElement, path: tuple[str, ...]) -> Iterator[XmlElement]:
    if not path:
        yield element
        return
    for child in element.children:
        if child.tag == path[0]:
            yield from _below(child, path[1:])


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    return read_part(archive, name, _MAX_PART)


def certificates_of(data: bytes) -> tuple[bytes, ...]:
    """The certificates of a file as DER; Android takes PEM too, several and with text before them. () for neither."""
    if _BEGIN not in data:
        return (data,) if data[:1] == b"\x30" else ()
    found = []
    for piece in data.split(_BEGIN)[1:]:
        body, end, _ = piece.partition(_END)
        try:
            if end:
                found.append(ssl.PEM_cert_to_DER_cert((_BEGIN + body + _END).decode("ascii")))
        except ValueError:
            continue
    return tuple(found)

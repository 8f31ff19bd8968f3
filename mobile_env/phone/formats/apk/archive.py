"""What the manifest inside an APK says: package, version, label, launchable activity."""

from __future__ import annotations

import io
import re
import xml.parsers.expat
import zipfile
import zlib
from dataclasses import dataclass

from mobile_env.phone.formats.apk.axml import (
    ANDROID_NAMESPACE,
    MAX_DEPTH,
    MAX_ELEMENTS,
    AxmlError,
    Value,
    XmlElement,
    parse_axml,
    write_axml,
)

MANIFEST = "AndroidManifest.xml"
# Real manifests have some 100 kB; what unpacks to more is refused.
MAX_MANIFEST = 4 << 20
MAX_PARTS = 100_000
# Begins each entry of a ZIP file's directory (APPNOTE.TXT, 4.3.12).
_ENTRY = b"PK\x01\x02"
ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    EOFError,
)
"""What Python's zipfile raises for an archive that is damaged, or packed in a way that it does not know."""

# frameworks/base PackageParser.validateName: at least two parts, each beginning with a letter.
_PACKAGE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+\Z")


class ApkError(ValueError):
    """An APK that cannot be read.

    Attributes:
      code: what `pm install` prints for it, such as `INSTALL_PARSE_FAILED_NOT_APK`.
      reason: what is wrong with it.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class ApkManifest:
    """The part of a manifest that installing needs.

    `label` is None if it stands in the resource table, which is not read; `activities` and
    `launchable_activity` are full class names, the latter None if no activity has the LAUNCHER category.
    """

    package: str
    version_code: int
    version_name: str
    label: str | None
    launchable_activity: str | None
    activities: tuple[str, ...]
    permissions: tuple[str, ...]


class PartTooLargeError(ValueError):
    """A part of an APK unpacks to more than is read of it."""


def open_archive(data: bytes) -> zipfile.ZipFile:
    """Opens an APK; raises one of ZIP_FAULTS if it is damaged, or lists more than MAX_PARTS parts."""
    # zipfile makes an object of each part before anything can be asked.
    if data.count(_ENTRY) > MAX_PARTS:
        raise zipfile.BadZipFile(f"it lists more than {MAX_PARTS} parts")
    return zipfile.ZipFile(io.BytesIO(data))


def read_part(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """Unpacks one part of an APK.

    Raises:
      KeyError: there is no such part.
      PartTooLargeError: it unpacks to more than `most_bytes`.
      Exception: one of ZIP_FAULTS, for a damaged part, or one packed in a way that Android does not know.
    """
    info = archive.getinfo(name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(f"{name} is neither stored nor deflated")
    with archive.open(info) as entry:
        # A declared size may lie, so reading is bounded too.
        data = entry.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise PartTooLargeError(f"{name} has more than {most_bytes >> 20} MiB")
    return data


def read_manifest(data: bytes) -> ApkManifest:
    """Reads the manifest of an APK: a ZIP file with a binary (or, for tests, plain) AndroidManifest.xml.

    Raises:
      ApkError: not a ZIP file, no manifest in it, or a manifest that cannot be read.
    """
    try:
        with open_archive(data) as archive:
            manifest = read_part(archive, MANIFEST, MAX_MANIFEST)
    except PartTooLargeError as error:
        raise ApkError("INSTALL_PARSE_FAILED_BAD_MANIFEST", str(error)) from None
    except KeyError:
        raise ApkError(
            "INSTALL_PARSE_FAILED_BAD_MANIFEST", f"the archive holds no {MANIFEST}: is it an APK?"
        ) from None
    except ZIP_FAULTS as error:
        raise ApkError("INSTALL_PARSE_FAILED_NOT_APK", f"not a readable ZIP file ({error})") from error
    return parse_manifest(manifest)


def parse_manifest(data: bytes) -> ApkManifest:
    """Reads the bytes of an AndroidManifest.xml, binary or plain text; raises ApkError."""
    try:
        root = parse_axml(data) if data[:2] == b"\x03\x00" else _parse_text(data)
    except AxmlError as error:
        raise ApkError("INSTALL_PARSE_FAILED_BAD_MANIFEST", f"{MANIFEST}: {error}") from error
    if root.tag != "manifest":
        raise ApkError(
            "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", f"{MANIFEST} begins with <{root.tag}>, not <manifest>"
        )
    package = root.attributes.get("package")
    if not isinstance(package, str) or len(package) > 223 or not _PACKAGE_NAME.match(package):
        raise ApkError(
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME", f"{MANIFEST} names no valid package: {package!r}"
        )
    application = next(
        (child for child in root.children if child.tag == "application"), XmlElement("application")
    )
    activities: list[str] = []
    launchable: str | None = None
    for child in application.children:
        name = child.attributes.get("android:name")
        if child.tag not in ("activity", "activity-alias") or not isinstance(name, str) or not name:
            continue
        full = _full_class(package, name)
        activities.append(full)
        enabled = child.attributes.get("android:enabled") not in (False, "false")
        if launchable is None and enabled and _is_launchable(child):
            launchable = full
    label = application.attributes.get("android:label")
    version_name = root.attributes.get("android:versionName")
    return ApkManifest(
        package=package,
        version_code=_number(root.attributes.get("android:versionCode")),
        version_name=str(version_name) if isinstance(version_name, str | int) else "",
        label=label if isinstance(label, str) and not label.startswith("@") else None,
        launchable_activity=launchable,
        activities=tuple(activities),
        permissions=tuple(
            name
            for child in root.children
            if child.tag == "uses-permission"
            and isinstance(name := child.attributes.get("android:name"), str)
        ),
    )


def _full_class(package: str, name: str) -> str:
    if name.startswith("."):
        return package + name
    return name if "." in name else f"{package}.{name}"


def _is_launchable(activity: XmlElement) -> bool:
    for intent_filter in activity.children:
        if intent_filter.tag == "intent-filter":
            names = [child.attributes.get("android:name") for child in intent_filter.children]
            if "android.intent.action.MAIN" in names and "android.intent.category.LAUNCHER" in names:
                return True
    return False


def _number(value: Value | None) -> int:
    try:
        return int(value) if isinstance(value, str | int) else 0
    except ValueError:
        return 0


def _parse_text(data: bytes) -> XmlElement:
    """Parses plain XML; a document type, and with it entities, is refused."""
    stack: list[XmlElement] = []
    roots: list[XmlElement] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS or len(stack) >= MAX_DEPTH:
            raise AxmlError(f"more than {MAX_ELEMENTS} elements or {MAX_DEPTH} levels")
        prefix = ANDROID_NAMESPACE + " "
        named: dict[str, Value] = {
            key.replace(prefix, "android:"): value for key, value in attributes.items()
        }
        element = XmlElement(tag, named)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        raise AxmlError("a document type is not allowed in a manifest")

    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (xml.parsers.expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, AxmlError):
            raise
        raise AxmlError(f"neither binary nor plain XML ({error})") from error
    return roots[0]


def make_apk(
    package: str,
    *,
    label: str = "",
    activity: str | None = None,
    version_code: int = 1,
    version_name: str = "1.0",
    permissions: tuple[str, ...] = (),
) -> bytes:
    """Returns a minimal APK that names a package, without any code: enough to install a stand-in by.

    Args:
      package: the package's name.
      label: the app's label; the package's name if empty.
      activity: class name of the launchable activity, if it has one.
      version_code: as in the manifest.
      version_name: as in the manifest.
      permissions: full names of the permissions it asks for.
    """
    application = XmlElement("application", {"android:label": label or package})
    if activity:
        intent_filter = XmlElement(
            "intent-filter",
            children=[
                XmlElement("action", {"android:name": "android.intent.action.MAIN"}),
                XmlElement("category", {"android:name": "android.intent.category.LAUNCHER"}),
            ],
        )
        application.children.append(
            XmlElement("activity", {"android:name": activity, "android:exported": True}, [intent_filter])
        )
    manifest = XmlElement(
        "manifest",
        {"android:versionCode": version_code, "android:versionName": version_name, "package": package},
        [*(XmlElement("uses-permission", {"android:name": name}) for name in permissions), application],
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        # Without a date of its own the entry would carry the host's.
        archive.writestr(zipfile.ZipInfo(MANIFEST, (1981, 1, 1, 1, 1, 2)), write_axml(manifest))
    return out.getvalue()

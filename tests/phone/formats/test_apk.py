import contextlib
import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.phone.formats.apk.archive import (
    MAX_MANIFEST,
    ApkError,
    make_apk,
    parse_manifest,
    read_manifest,
)
from mobile_env.phone.formats.apk.axml import AxmlError, Reference, XmlElement, parse_axml, write_axml

APK = make_apk(
    "org.example.notes",
    label="Nötes ✓",
    activity=".MainActivity",
    version_code=17,
    version_name="2.9.6",
    permissions=("android.permission.INTERNET",),
)


def _zip(**entries: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("_", "."), data)
    return out.getvalue()


def test_reads_what_the_writer_wrote() -> None:
    manifest = read_manifest(APK)
    assert manifest.package == "org.example.notes"
    assert manifest.label == "Nötes ✓"
    assert manifest.launchable_activity == "org.example.notes.MainActivity"
    assert (manifest.version_code, manifest.version_name) == (17, "2.9.6")
    assert manifest.permissions == ("android.permission.INTERNET",)


def test_plain_text_manifests_are_read_too() -> None:
    text = b"""<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"
      android:versionCode="3">
      <application android:label="@string/app_name"><activity android:name="Main"><intent-filter>
      <action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/>
      </intent-filter></activity><activity android:name="a.b.Other"/></application></manifest>"""
    manifest = read_manifest(_zip(AndroidManifest_xml=text))
    assert (manifest.package, manifest.version_code, manifest.label) == ("a.b", 3, None)
    assert manifest.launchable_activity == "a.b.Main"
    assert manifest.activities == ("a.b.Main", "a.b.Other")


def test_attribute_names_may_be_missing_where_resource_ids_are_there() -> None:
    data = write_axml(XmlElement("manifest", {"android:versionCode": 5, "package": "a.b"}))
    hidden = data.replace("versionCode".encode("utf-16-le"), "xxxxxxxxxxx".encode("utf-16-le"))
    assert hidden != data
    assert parse_manifest(hidden).version_code == 5


def test_utf8_string_pools() -> None:
    # A pool as aapt2 writes it, by hand: <manifest package="a.b">.
    strings = [b"manifest", b"package", b"a.b"]
    blob, offsets = b"", []
    for text in strings:
        offsets.append(len(blob))
        blob += bytes([len(text), len(text)]) + text + b"\0"
    blob += b"\0" * (-len(blob) % 4)
    pool = struct.pack("<5I", 3, 0, 1 << 8, 28 + 12, 0) + struct.pack("<3I", *offsets) + blob
    pool = struct.pack("<HHI", 1, 28, 8 + len(pool)) + pool
    none = 0xFFFFFFFF
    element = struct.pack("<IIIIHHHHHH", 1, none, none, 0, 20, 20, 1, 0, 0, 0)
    element += struct.pack("<IIIHBBI", none, 1, 2, 8, 0, 3, 2)
    element = struct.pack("<HHI", 0x102, 16, 8 + len(element)) + element
    data = struct.pack("<HHI", 3, 8, 8 + len(pool) + len(element)) + pool + element
    assert parse_axml(data).attributes == {"package": "a.b"}


def test_values_of_every_type() -> None:
    attributes = {
        "text": "x",
        "android:versionCode": -3,
        "android:exported": False,
        "android:label": Reference(0x7F010001),
    }
    assert parse_axml(write_axml(XmlElement("e", dict(attributes)))).attributes == attributes


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"PK\x03\x04 broken", "INSTALL_PARSE_FAILED_NOT_APK"),
        (APK[: len(APK) // 2], "INSTALL_PARSE_FAILED_NOT_APK"),
        (_zip(other=b""), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
        (_zip(AndroidManifest_xml=b"\x00" * (MAX_MANIFEST + 9)), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
        (_zip(AndroidManifest_xml=b"junk"), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
        (_zip(AndroidManifest_xml=b"<other/>"), "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"),
        (
            _zip(AndroidManifest_xml=b'<manifest package="../../etc"/>'),
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
        ),
        (_zip(AndroidManifest_xml=b'<manifest package="single"/>'), "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME"),
        (
            _zip(AndroidManifest_xml=b'<!DOCTYPE m [<!ENTITY a "a">]><manifest package="a.b"/>'),
            "INSTALL_PARSE_FAILED_BAD_MANIFEST",
        ),
        (_zip(AndroidManifest_xml=b"<a>" * 300 + b"</a>" * 300), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
    ],
)
def test_bad_archives_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(ApkError) as caught:
        read_manifest(data)
    assert caught.value.code == code


_AXML = write_axml(
    XmlElement("manifest", {"package": "a.b"}, [XmlElement("application", {"android:label": "x"})])
)


@given(
    st.lists(st.tuples(st.integers(0, len(_AXML) - 1), st.integers(0, 255)), max_size=8),
    st.integers(0, len(_AXML)),
)
@settings(max_examples=300, deadline=None)
def test_hostile_bytes_never_do_more_than_fail(changes: list[tuple[int, int]], length: int) -> None:
    data = bytearray(_AXML)
    for at, value in changes:
        data[at] = value
    with contextlib.suppress(AxmlError):
        parse_axml(bytes(data[:length]))


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_an_apk_or_an_error(data: bytes) -> None:
    with pytest.raises(ApkError):
        read_manifest(data)

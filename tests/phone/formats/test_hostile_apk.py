"""APKs that were made to cost much: strings that overlap, sizes that lie, parts packed as Android packs none."""

import io
import struct
import zipfile

import pytest

from mobile_env.phone.formats.apk import archive, security_config
from mobile_env.phone.formats.apk.archive import MANIFEST, ApkError, read_manifest
from mobile_env.phone.formats.apk.axml import AxmlError, parse_axml
from mobile_env.phone.formats.apk.resource_table import resource_text

NONE = 0xFFFFFFFF


def chunk(kind, header_size, rest):
    return struct.pack("<HHI", kind, header_size, 8 + len(rest)) + rest


def pool_of(offsets, blob):
    table = struct.pack(f"<{len(offsets)}I", *offsets)
    return chunk(1, 28, struct.pack("<5I", len(offsets), 0, 0, 28 + len(table), 0) + table + blob)


def element(attributes):
    """A start tag whose attributes are pairs of strings by number, and its end tag."""
    listed = b"".join(struct.pack("<IIIHBBI", NONE, key, NONE, 8, 0, 3, value) for key, value in attributes)
    head = struct.pack("<IIHHHHHH", NONE, 0, 20, 20, len(attributes), 0, 0, 0)
    start = chunk(0x102, 16, struct.pack("<II", 1, NONE) + head + listed)
    return start + chunk(0x103, 16, struct.pack("<IIII", 1, NONE, NONE, 0))


def test_strings_that_overlap_are_not_all_decoded():
    # Each string begins a step behind the one before, and its length says that it has 500 characters.
    blob = struct.pack("<H", 500) * 1000 + bytes(2000)
    pool = pool_of([2 * number for number in range(1000)], blob)
    with pytest.raises(AxmlError, match="more bytes than the pool"):
        parse_axml(chunk(3, 8, pool + element([(0, number) for number in range(1000)])))


def test_a_string_that_is_named_many_times_is_decoded_once():
    blob = struct.pack("<H", 500) + bytes(1002)
    pool = pool_of([0] * 1000, blob)
    root = parse_axml(chunk(3, 8, pool + element([(0, number) for number in range(1000)])))
    assert len(root.attributes) == 1


def test_long_names_of_attributes_are_refused():
    blob = struct.pack("<H", 2000) + b"a\0" * 2000 + bytes(2)
    with pytest.raises(AxmlError, match="whose name has more"):
        parse_axml(chunk(3, 8, pool_of([0], blob) + element([(0, 0)])))


def test_a_type_that_lies_about_its_resources():
    pool = chunk(1, 28, struct.pack("<5I", 0, 0, 0, 28, 0))
    for flags in (0, 1, 2):
        kind = chunk(0x201, 20, struct.pack("<BBHII", 1, flags, 0, 1 << 20, 20))
        package = chunk(0x200, 12, struct.pack("<I", 0x7F) + kind)
        table = struct.pack("<HHII", 2, 12, 12 + len(pool) + len(package), 1) + pool + package
        with pytest.raises(AxmlError, match="cannot hold 1048576 resources"):
            resource_text(table + bytes(5 << 20), 0x7F01FFFF)


def test_a_table_of_nothing_but_small_chunks():
    chunks = struct.pack("<HHI", 0x99, 8, 8) * 100_001
    table = struct.pack("<HHII", 2, 12, 12 + len(chunks), 1) + chunks
    with pytest.raises(AxmlError, match="more than 100000 chunks"):
        resource_text(table, 0x7F010000)


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_parts_packed_as_android_packs_none(packing):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as made:
        made.writestr(MANIFEST, b"x" * 100)
    with pytest.raises(ApkError, match="neither stored nor deflated"):
        read_manifest(out.getvalue())
    assert security_config.config_of_apk(out.getvalue()) is None


def test_an_archive_of_very_many_parts_is_not_opened(monkeypatch):
    monkeypatch.setattr(archive, "MAX_PARTS", 3)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for number in range(4):
            made.writestr(str(number), b"")
    with pytest.raises(ApkError, match="more than 3 parts"):
        read_manifest(out.getvalue())


def test_a_config_of_very_many_certificates_is_not_read():
    item = b'<certificates src="user"/>'
    form = b"<config><base-config><trust-anchors>%s</trust-anchors></base-config></config>"
    assert security_config.config_of_text(form % (item * 32)).user
    assert security_config.config_of_text(form % (item * 33)) is None

"""Network security configs inside APKs, read through a resource table as Android writes it."""

import io
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mobile_env.phone import Display, Phone
from mobile_env.phone.formats.apk.axml import Reference, XmlElement, write_axml
from mobile_env.phone.formats.apk.resource_chunks import AxmlError
from mobile_env.phone.formats.apk.resource_table import resource_text
from mobile_env.phone.formats.apk.security_config import SecurityConfig, config_of_apk, config_of_text
from mobile_env.phone.services.package.trust import trust_of

APP = "com.wikihow.wikihowapp"
CONFIG, AUTHORITY, MISSING = 0x7F010000, 0x7F020001, 0x7F020000
DER = b"\x30\x03own"


def chunk(kind, header, body=b""):
    return struct.pack("<HHI", kind, 8 + len(header), 8 + len(header) + len(body)) + header + body


def pool(texts):
    blob, offsets = b"", []
    for text in texts:
        offsets.append(len(blob))
        data = text.encode()
        blob += bytes([len(text), len(data)]) + data + b"\0"
    blob += b"\0" * (-len(blob) % 4)
    start = 28 + 4 * len(texts)
    header = struct.pack("<5I", len(texts), 0, 1 << 8, start, 0)
    return chunk(0x0001, header, struct.pack(f"<{len(texts)}I", *offsets) + blob)


def kind_of(number, entries, form):
    """A type chunk; entries are places in the pool of strings, None for a gap."""
    values = {
        i: struct.pack("<HHIHBBI", 8, 0, 0, 8, 0, 3, text)
        for i, text in enumerate(entries)
        if text is not None
    }
    body, places = b"", {}
    for i, value in values.items():
        places[i] = len(body)
        body += value
    if form == "sparse":
        count, flags = len(places), 1
        offsets = b"".join(struct.pack("<HH", i, place // 4) for i, place in places.items())
    elif form == "short":
        count, flags = len(entries), 2
        offsets = b"".join(
            struct.pack("<H", places[i] // 4 if i in places else 0xFFFF) for i in range(len(entries))
        )
        offsets += b"\0" * (-len(offsets) % 4)
    else:
        count, flags = len(entries), 0
        offsets = b"".join(struct.pack("<I", places.get(i, 0xFFFFFFFF)) for i in range(len(entries)))
    configuration = struct.pack("<I", 28) + bytes(24)
    header_size = 20 + len(configuration)
    header = struct.pack("<BBHII", number, flags, 0, count, header_size + len(offsets)) + configuration
    return chunk(0x0201, header, offsets + body)


def table(form="plain"):
    package = (
        struct.pack("<I", 0x7F)
        + "a".encode("utf-16-le").ljust(256, b"\0")
        + struct.pack("<5I", 0, 0, 0, 0, 0)
    )
    types = kind_of(1, [0], form) + kind_of(2, [None, 1], form)
    strings = pool(["res/xml/network_security_config.xml", "res/raw/authority.der"])
    return chunk(0x0002, struct.pack("<I", 1), strings + chunk(0x0200, package, types))


def certificates(*items):
    anchors = XmlElement("trust-anchors", children=[XmlElement("certificates", dict(item)) for item in items])
    return XmlElement("network-security-config", children=[XmlElement("base-config", children=[anchors])])


def apk(config, *, named=CONFIG, parts=None):
    application = XmlElement(
        "application", {"android:networkSecurityConfig": Reference(named)} if named else {}
    )
    manifest = XmlElement("manifest", {"package": APP}, [application])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("AndroidManifest.xml", write_axml(manifest))
        archive.writestr("resources.arsc", table())
        archive.writestr("res/xml/network_security_config.xml", write_axml(config))
        archive.writestr("res/raw/authority.der", DER)
        for name, data in (parts or {}).items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("form", ["plain", "sparse", "short"])
def test_resources_by_id(form):
    assert resource_text(table(form), CONFIG) == "res/xml/network_security_config.xml"
    assert resource_text(table(form), AUTHORITY) == "res/raw/authority.der"
    assert resource_text(table(form), MISSING) is None
    assert resource_text(table(form), 0x7F030000) is None
    assert resource_text(table(form), 0x01010000) is None


OWN = certificates(
    {"src": "system"}, {"src": Reference(AUTHORITY), "overridePins": True}, {"src": Reference(MISSING)}
)


def test_a_config_with_an_authority_of_its_own():
    assert config_of_apk(apk(OWN)) == SecurityConfig(True, False, (DER,), True)
    assert config_of_apk(apk(certificates({"src": "user"}))) == SecurityConfig(False, True, (), False)


@pytest.mark.parametrize(
    "made",
    [b"", b"PK", apk(OWN, named=0), apk(OWN, named=MISSING), apk(XmlElement("network-security-config"))],
)
def test_no_config(made):
    assert config_of_apk(made) is None


def test_text_cannot_name_the_resources_of_an_apk():
    text = b'<a><base-config><trust-anchors><certificates src="@raw/x"/></trust-anchors></base-config></a>'
    assert config_of_text(text) == SecurityConfig(False, False, (), False)


def test_an_installed_app_trusts_what_its_apk_says():
    phone = Phone(Display(360, 800, 160))
    assert DER not in trust_of(phone.packages, APP).certificates
    phone.packages.install_apk(apk(OWN))
    assert DER in trust_of(phone.packages, APP).certificates
    assert DER in trust_of(phone.fork().packages, APP).certificates
    phone.packages.uninstall(APP)
    assert DER not in trust_of(phone.packages, APP).certificates
    phone.packages.install(APP)
    assert DER not in trust_of(phone.packages, APP).certificates, "the config went with the APK"


@given(st.integers(0, 600), st.integers(0, 255))
def test_a_damaged_table_is_refused_or_read(place, value):
    data = bytearray(table())
    data[place % len(data)] = value
    for damaged in (bytes(data), bytes(data[: place % len(data)])):
        try:
            found = resource_text(damaged, CONFIG)
        except AxmlError:
            continue
        assert found is None or isinstance(found, str)

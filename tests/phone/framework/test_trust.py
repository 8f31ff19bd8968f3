"""Whom an app trusts: the phone's certificate stores, the manifest, and a config that goes before it."""

import base64

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.services.package.trust import (
    SYSTEM_CERTIFICATES,
    USER_CERTIFICATES,
    Trust,
    set_security_config,
    trust_of,
)

APP = "com.wikihow.wikihowapp"
ONE, TWO = b"\x30\x03one", b"\x30\x03two"


def pem(der: bytes) -> bytes:
    text = base64.encodebytes(der).decode()
    return f"# text before\n-----BEGIN CERTIFICATE-----\n{text}-----END CERTIFICATE-----\n".encode()


@pytest.fixture
def phone() -> Phone:
    made = Phone(Display(360, 800, 160))
    made.state.files.write(f"{SYSTEM_CERTIFICATES}/11111111.0", pem(ONE))
    made.state.files.write(f"{USER_CERTIFICATES}/22222222.0", TWO)
    made.state.files.write(f"{SYSTEM_CERTIFICATES}/README", b"no certificate")
    made.state.files.write(f"{SYSTEM_CERTIFICATES}/cut.0", b"-----BEGIN CERTIFICATE-----\nAAAA")
    return made


def config(*certificates: str) -> bytes:
    inner = "".join(f"<certificates {attributes}/>" for attributes in certificates)
    return (
        "<network-security-config><base-config><trust-anchors>"
        f"{inner}</trust-anchors></base-config></network-security-config>"
    ).encode()


@pytest.mark.parametrize("package", [APP, "com.android.settings", "not.installed"])
def test_only_the_systems_certificates_by_default(phone, package):
    assert trust_of(phone.packages, package) == Trust((ONE,), ())


def test_a_config_names_the_users_too(phone):
    set_security_config(phone.packages, APP, config('src="system"', 'src="user"'))
    assert trust_of(phone.packages, APP).certificates == (ONE, TWO)
    assert trust_of(phone.packages, "com.android.settings").certificates == (ONE,)
    assert trust_of(phone.fork().packages, APP).certificates == (ONE, TWO)


@pytest.mark.parametrize("broken", [b"", b"<a", b"<network-security-config/>", b"\xff\xfe"])
def test_a_broken_config_changes_nothing(phone, broken):
    set_security_config(phone.packages, APP, broken)
    assert trust_of(phone.packages, APP).certificates == (ONE,)


def test_a_config_for_no_app(phone):
    with pytest.raises(KeyError, match=r"not\.installed"):
        set_security_config(phone.packages, "not.installed", config())

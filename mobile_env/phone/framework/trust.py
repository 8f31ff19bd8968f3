"""Whom an app trusts on the network: the phone's certificate stores and the app's network security config.

Android documents: *Network security configuration*; AOSP: *TrustedCertificateStore* (the stores' folders and names).
"""

import ssl
import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

SYSTEM_CERTIFICATES: Final = "/system/etc/security/cacerts"
USER_CERTIFICATES: Final = "/data/misc/user/0/cacerts-added"
SECURITY_CONFIG: Final = "network_security_config.xml"
"""A file beside an installed APK: what the config inside a repackaged APK would say, in Android's own XML."""


class Trust(NamedTuple):
    """Whom an app trusts.

    Attributes:
      certificates: root certificates, DER.
      pins: Base64 SHA-256 of the public keys that a server may have; () for any.
    """

    certificates: tuple[bytes, ...]
    pins: tuple[str, ...]


def trust_of(phone: "Phone", package: str) -> Trust:
    """Whom the app of a package trusts now; an unknown package trusts what Android's default config says."""
    app = phone.packages.app(package)
    user = app.trusts_user_certificates if app else False
    pins = app.pins if app else ()
    if phone.packages.get(package) is not None:
        path = _config_path(phone, package)
        if phone.state.files.is_file(path):
            user, overrides = _security_config(phone.state.files.read(path), user)
            pins = () if overrides else pins
    certificates = _certificates(phone, SYSTEM_CERTIFICATES)
    if user:
        certificates += _certificates(phone, USER_CERTIFICATES)
    return Trust(certificates, pins)


def set_security_config(phone: "Phone", package: str, config: bytes) -> None:
    """Gives an installed app another network security config, as repackaging it does.

    Raises:
      KeyError: the package is not installed.
    """
    if phone.packages.get(package) is None:
        raise KeyError(package)
    path = _config_path(phone, package)
    phone.state.files.make_directory(path.rpartition("/")[0], parents=True, mode=0o755)
    phone.state.files.write(path, config, mode=0o644)


def _config_path(phone: "Phone", package: str) -> str:
    installed = phone.packages.get(package)
    assert installed is not None
    return f"{installed.apk_path.rpartition('/')[0]}/{SECURITY_CONFIG}"


def _certificates(phone: "Phone", folder: str) -> tuple[bytes, ...]:
    files = phone.state.files
    if not files.is_directory(folder):
        return ()
    found = (
        files.read(f"{folder}/{name}") for name in files.list(folder) if files.is_file(f"{folder}/{name}")
    )
    return tuple(der for der in map(_der, found) if der)


def _der(data: bytes) -> bytes:
    """A certificate file as DER; Android takes PEM too, with text before it. b"" for what is neither."""
    start = data.find(b"-----BEGIN CERTIFICATE-----")
    if start < 0:
        return data if data[:1] == b"\x30" else b""
    end = data.find(b"-----END CERTIFICATE-----", start)
    try:
        return ssl.PEM_cert_to_DER_cert(data[start : end + 25].decode("ascii")) if end > 0 else b""
    except ValueError:
        return b""


def _security_config(data: bytes, user: bool) -> tuple[bool, bool]:
    """Whether the user's certificates are trusted, and whether they override pins; a broken config changes nothing."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        return user, False
    named = root.findall("./base-config/trust-anchors/certificates")
    if not named:
        return user, False
    overrides = any(item.get("overridePins") == "true" for item in named)
    return any(item.get("src") == "user" for item in named), overrides

"""Whom an app trusts on the network: the phone's certificate stores and the app's network security config.

Android documents: *Network security configuration*; AOSP: *TrustedCertificateStore* (the stores' folders and names).
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from mobile_env.phone.formats.apk.security_config import (
    SecurityConfig,
    certificates_of,
    config_of_apk,
    config_of_text,
)

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

SYSTEM_CERTIFICATES: Final = "/system/etc/security/cacerts"
USER_CERTIFICATES: Final = "/data/misc/user/0/cacerts-added"
SECURITY_CONFIG: Final = "network_security_config.xml"
"""A file beside an installed APK that goes before the config inside it, in Android's own XML."""


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
    pins = app.pins if app else ()
    config = _config_of(phone, package)
    if config is None:
        config = SecurityConfig(True, app.trusts_user_certificates if app else False, (), False)
    certificates = _certificates(phone, SYSTEM_CERTIFICATES) if config.system else ()
    if config.user:
        certificates += _certificates(phone, USER_CERTIFICATES)
    return Trust(certificates + config.certificates, () if config.overrides_pins else pins)


def _config_of(phone: "Phone", package: str) -> SecurityConfig | None:
    """The config beside an installed APK, else the one inside it; None if there is neither."""
    installed, files = phone.packages.get(package), phone.state.files
    if installed is None:
        return None
    path = _config_path(phone, package)
    config = config_of_text(files.read(path)) if files.is_file(path) else None
    if config is None and files.is_file(installed.apk_path):
        config = config_of_apk(files.read(installed.apk_path))
    return config


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
    return tuple(der for data in found for der in certificates_of(data)[:1])

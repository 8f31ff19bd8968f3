"""Whom an app trusts on the network: the phone's certificate stores and the app's network security config.

Android documents: *Network security configuration*; AOSP: *TrustedCertificateStore* (the stores' folders and names).
"""

from typing import Final, NamedTuple

from mobile_env.phone.formats.apk.security_config import (
    SecurityConfig,
    certificates_of,
    config_of_apk,
    config_of_text,
)
from mobile_env.phone.services.package.service import PackageService
from mobile_env.phone.state.files import FileTree

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


def trust_of(packages: PackageService, package: str) -> Trust:
    """Whom the app of a package trusts now; an unknown package trusts what Android's default config says."""
    app = packages.app(package)
    pins = app.pins if app else ()
    config = _config_of(packages, package)
    if config is None:
        config = SecurityConfig(True, app.trusts_user_certificates if app else False, (), False)
    certificates = _certificates(packages, SYSTEM_CERTIFICATES) if config.system else ()
    if config.user:
        certificates += _certificates(packages, USER_CERTIFICATES)
    return Trust(certificates + config.certificates, () if config.overrides_pins else pins)


def _config_of(packages: PackageService, package: str) -> SecurityConfig | None:
    """The config beside an installed APK, else the one inside it; None if there is neither."""
    installed, files = packages.get(package), packages.kernel.part(FileTree)
    if installed is None:
        return None
    path = _config_path(packages, package)
    config = config_of_text(files.read(path)) if files.is_file(path) else None
    if config is None and files.is_file(installed.apk_path):
        config = config_of_apk(files.read(installed.apk_path))
    return config


def set_security_config(packages: PackageService, package: str, config: bytes) -> None:
    """Gives an installed app another network security config, as repackaging it does.

    Raises:
      KeyError: the package is not installed.
    """
    if packages.get(package) is None:
        raise KeyError(package)
    path = _config_path(packages, package)
    packages.kernel.part(FileTree).make_directory(path.rpartition("/")[0], parents=True, mode=0o755)
    packages.kernel.part(FileTree).write(path, config, mode=0o644)


def _config_path(packages: PackageService, package: str) -> str:
    installed = packages.get(package)
    assert installed is not None
    return f"{installed.apk_path.rpartition('/')[0]}/{SECURITY_CONFIG}"


def _certificates(packages: PackageService, folder: str) -> tuple[bytes, ...]:
    files = packages.kernel.part(FileTree)
    if not files.is_directory(folder):
        return ()
    found = (
        files.read(f"{folder}/{name}") for name in files.list(folder) if files.is_file(f"{folder}/{name}")
    )
    return tuple(der for data in found for der in certificates_of(data)[:1])

"""Reads the certificate authority that a device shall trust from a file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from mobile_env.trust.plan import TrustError

INSTALL = "pip install 'mobile-env[replay]'"


@dataclass(frozen=True)
class Authority:
    """A certificate authority.

    Attributes:
      pem: the certificate, in PEM format, without a private key.
      android_name: the certificate's file name in Android's stores: `<hash>.0`.
      subject: the authority's name, for messages.
    """

    pem: bytes
    android_name: str
    subject: str

    @property
    def digest(self) -> str:
        """SHA-256 of the PEM file, hexadecimal."""
        return hashlib.sha256(self.pem).hexdigest()


def read_authority(path: Path) -> Authority:
    """Reads a certificate file, PEM or DER.

    Raises:
      TrustError: the file cannot be read, is not a certificate, or not the certificate of an authority.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding
    except ImportError:
        raise TrustError(
            f"certificates are read with cryptography, which is not installed ({INSTALL})"
        ) from None
    from mobile_env.replay.proxy.certificates import android_name

    try:
        data = path.read_bytes()
    except OSError as error:
        raise TrustError(f"{path}: {error.strerror}") from None
    try:
        if b"-----BEGIN" in data:
            certificate = x509.load_pem_x509_certificate(data)
        else:
            certificate = x509.load_der_x509_certificate(data)
    except ValueError:
        raise TrustError(
            f"{path} holds no certificate, PEM or DER (mitmproxy's own is ~/.mitmproxy/mitmproxy-ca-cert.pem)"
        ) from None
    try:
        constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
    except (x509.ExtensionNotFound, ValueError):
        constraints = None
    subject = certificate.subject.rfc4514_string()
    if constraints is None or not constraints.ca:
        raise TrustError(
            f"{path} is the certificate of {subject!r}, which is no authority: no app trusts servers by it"
        )
    pem = certificate.public_bytes(Encoding.PEM)
    return Authority(pem, android_name(pem), subject)

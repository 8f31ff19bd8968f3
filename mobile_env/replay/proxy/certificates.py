"""Installs the replay proxy's certificate authority on a phone, under the file names that Android expects."""

from __future__ import annotations

import hashlib
import ssl
from typing import TYPE_CHECKING, Literal

from mobile_env.phone.services.package.trust import SYSTEM_CERTIFICATES, USER_CERTIFICATES

if TYPE_CHECKING:
    from mobile_env.phone import Phone

Store = Literal["system", "user"]


def android_name(certificate: bytes) -> str:
    """Returns the file name of a certificate in Android's stores: OpenSSL's old subject hash, and `.0`.

    The hash equals the output of `openssl x509 -subject_hash_old`: the first four bytes, in little-endian order, of
    the MD5 of the subject in DER form. For mitmproxy's own authority the name is always `c8750f0d.0`.

    Args:
      certificate: PEM.
    """
    from cryptography import x509

    subject = x509.load_pem_x509_certificate(certificate).subject.public_bytes()
    digest = hashlib.md5(subject, usedforsecurity=False).digest()
    return f"{int.from_bytes(digest[:4], 'little'):08x}.0"


def public_key_pin(certificate: bytes) -> str:
    """Base64 SHA-256 of a DER certificate's SubjectPublicKeyInfo, the value that apps pin."""
    import base64

    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = x509.load_der_x509_certificate(certificate).public_key()
    data = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def install_certificate(phone: Phone, certificate: bytes, store: Store = "system") -> str:
    """Adds a certificate authority to one of a phone's stores. Returns the file's path on the phone.

    Args:
      phone: an embedded phone.
      certificate: PEM.
      store: `system`, which every app trusts, or `user`, which an app trusts only if its network security
        config says so.
    """
    path = f"{SYSTEM_CERTIFICATES if store == 'system' else USER_CERTIFICATES}/{android_name(certificate)}"
    files = phone.state.files
    # Android stores PEM files in the system store and DER files in the user store.
    data = certificate if store == "system" else ssl.PEM_cert_to_DER_cert(certificate.decode())
    files.write(path, data, mode=0o644, owner=0 if store == "system" else 1000)
    return path

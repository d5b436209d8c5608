"""A certificate made on the spot, since TLS wants one on the listening side.

It proves nothing by itself: who somebody is, the link's proof says, which signs this certificate's hash.
So it lives only as long as the process, in memory; the files that ``ssl`` insists on exist for a moment.
"""

from __future__ import annotations

import datetime
import hashlib
import ssl
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from net.edge.disk import patiently, remove


def certificate_hash(der: bytes) -> bytes:
    """What the link's proof signs: SHA-256 of the certificate in DER form."""
    return hashlib.sha256(der).digest()


def server_context(folder: Path | None = None) -> tuple[ssl.SSLContext, bytes]:
    """A TLS 1.3 context with a fresh certificate (ECDSA P-256, known to every OpenSSL), and its hash.

    Its files exist for a moment in the system's folder for such files, or else (it is full, say) in ``folder``.
    Raises OSError if they can be in neither.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Magicade")])
    # Clocks on a LAN are wrong by years at times; nobody checks these dates, but they must be there.
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(2000, 1, 1))
        .not_valid_after(datetime.datetime(2100, 1, 1))
        .sign(key, hashes.SHA256())
    )
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0  # nothing is ever resumed: every connection shows the certificate
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    pem += certificate.public_bytes(Encoding.PEM)
    try:
        _load(context, pem, None)
    except OSError:
        if folder is None:
            raise
        _load(context, pem, folder)
    return context, certificate_hash(certificate.public_bytes(Encoding.DER))


def _load(context: ssl.SSLContext, pem: bytes, within: Path | None) -> None:
    # Made with mode 0700; what a virus scanner does not let go is left behind: the key is used this once only.
    with tempfile.TemporaryDirectory(prefix="magicade-", dir=within, ignore_cleanup_errors=True) as folder:
        both = Path(folder) / "certificate.pem"
        both.write_bytes(pem)
        patiently(lambda: context.load_cert_chain(both))
        with suppress(OSError):
            remove(both)


def client_context() -> ssl.SSLContext:
    """A TLS 1.3 context that takes any certificate: the link's proof binds it instead."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _context(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context

"""Keys in the forms of other libraries."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["parts_of_jwk", "pem_of_cryptography", "pem_text", "public_text", "raw_signatures"]

#: PKCS#8 (RFC 5958) up to the 32 bytes of the secret.
_PKCS8 = {
    "P-256": bytes.fromhex("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420"),
    "secp256k1": bytes.fromhex("303e020100301006072a8648ce3d020106052b8104000a042730250201010420"),
    "Ed25519": bytes.fromhex("302e020100300506032b657004220420"),
}


def pem_text(pem: Any) -> str:
    """The text of a PEM; says what usually happens to it in variables of CI systems."""
    if isinstance(pem, (bytes, bytearray, memoryview)):
        pem = bytes(pem).decode("ascii", "replace")
    if not isinstance(pem, str):
        raise TypeError(f"expected the key as PEM in str or bytes, found {type(pem).__name__}")
    if "-----BEGIN" in pem and "\\n" in pem:
        raise ValueError(
            r"the PEM contains \n as two characters instead of line ends, as variables of CI systems and .env files often do; "
            r'use pem.replace("\\n", "\n")'
        )
    text = pem.strip()
    if "-----" not in text:
        if text.startswith("LS0tLS1CRUdJTi"):
            raise ValueError("found the base64 of a PEM, expected the PEM; use base64.b64decode(pem)")
        if text and "\n" not in text and len(text) < 300 and text.endswith((".pem", ".key")):
            raise ValueError(f"found the path {text!r}, expected the PEM; use Path({text!r}).read_text()")
    return pem


def parts_of_jwk(jwk: Any) -> tuple[str, str]:
    """A private JWK as PEM, and its public members in JSON."""
    members = _members(jwk)
    curve, secret = members.get("crv"), members.get("d")
    prefix = _PKCS8.get(curve) if isinstance(curve, str) else None
    if prefix is None:
        raise ValueError(f"found a JWK with crv {curve!r}, expected P-256, Ed25519 or secp256k1")
    if not isinstance(secret, str):
        raise ValueError("found a JWK without `d`, expected a private key")
    raw = _base64url(secret)
    if raw is None or len(raw) != 32:
        raise ValueError("the JWK's `d` is not 32 bytes in base64url")
    public = {name: members[name] for name in ("kty", "crv", "x", "y") if name in members}
    return _pem(prefix + raw), json.dumps(public)


def pem_of_cryptography(key: Any) -> str:
    """A private key of `cryptography` as PEM."""
    if not hasattr(key, "private_bytes"):
        raise TypeError(f"expected a private key of cryptography, found {type(key).__name__}")
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    pem: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return pem.decode("ascii")


def public_text(key: Any) -> str:
    """A public key as PEM or JWK text."""
    if hasattr(key, "public_bytes"):
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        pem: bytes = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        return pem.decode("ascii")
    if isinstance(key, Mapping):
        return json.dumps(dict(key))
    if not isinstance(key, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected the public key as PEM, a JWK or an object of cryptography, found {type(key).__name__}")
    text = pem_text(key)
    return text.strip() if text.lstrip().startswith("{") else text


def raw_signatures(sign: Callable[[bytes], Any]) -> Callable[[bytes], bytes]:
    """The caller's function; ECDSA signatures in DER become 64 bytes."""

    def signed(message: bytes) -> bytes:
        signature = sign(message)
        if hasattr(signature, "__await__"):
            signature.close()
            raise TypeError("sign is an async function, expected one that returns bytes")
        if not isinstance(signature, (bytes, bytearray, memoryview)):
            raise TypeError(f"expected the signature as bytes, found {type(signature).__name__}")
        signature = bytes(signature)
        return signature if len(signature) == 64 else _of_der(signature)

    return signed


def _of_der(der: bytes) -> bytes:
    """`SEQUENCE { INTEGER r, INTEGER s }` with 256-bit numbers; other bytes unchanged."""
    if len(der) < 8 or der[0] != 0x30 or der[1] != len(der) - 2:
        return der
    numbers, rest = [], der[2:]
    for _ in range(2):
        if len(rest) < 3 or rest[0] != 2 or rest[1] > len(rest) - 2:
            return der
        number, rest = rest[2 : 2 + rest[1]].lstrip(b"\0"), rest[2 + rest[1] :]
        if len(number) > 32:
            return der
        numbers.append(number.rjust(32, b"\0"))
    return der if rest else b"".join(numbers)


def _members(jwk: Any) -> Mapping[str, Any]:
    if isinstance(jwk, (str, bytes, bytearray)):
        jwk = json.loads(jwk)
    if not isinstance(jwk, Mapping):
        raise TypeError(f"expected the JWK as dict or JSON, found {type(jwk).__name__}")
    return jwk


def _base64url(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


def _pem(der: bytes) -> str:
    text = base64.b64encode(der).decode("ascii")
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", ""])

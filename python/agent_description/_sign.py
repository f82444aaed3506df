"""Signing of documents."""

from __future__ import annotations

import secrets
from datetime import datetime

from . import _agent_description as native
from ._agent_description import Key
from ._errors import error_from
from ._input import DocumentInput, host, time_text, to_bytes
from ._renamed import renamed

__all__ = ["check_key_id", "sign"]


def check_key_id(key_id: object) -> None:
    """`ValueError` for a DID where a key of the DID is meant."""
    if not isinstance(key_id, str):
        raise TypeError(f"expected key_id as a str, found {type(key_id).__name__}")
    did, _, fragment = key_id.partition("#")
    if not did.startswith("did:") or not fragment:
        raise ValueError(f"expected key_id as a DID URL such as did:wba:agent.example.com#key-1, found {key_id!r}")


@renamed(method="key_id")
def sign(
    document: DocumentInput,
    key: Key,
    *,
    key_id: str,
    domain: str | None = None,
    challenge: str | None = None,
    suite: str | None = None,
    alg: str | None = None,
    created: datetime | None = None,
    expires: datetime | None = None,
    payload_form: str | None = None,
    manifests: bool = False,
    replace: bool = False,
    force: bool = False,
    format: str | None = None,
) -> bytes:
    """Signs a document in the way of its format, and returns it. A document of no format gets a data-integrity proof.

    `key_id` is the DID URL of the public key, such as `did:wba:agent.example.com#key-1`. `domain` is the host that the document will be
    fetched from; without `challenge`, a random one is signed with it. `suite` defaults to that of the key's type, `created` to now. For cards,
    `payload_form` is the form of the payload. For cards and messages, `alg` is the name of the algorithm: `EdDSA` (default) or `Ed25519` for an
    Ed25519 key.
    `manifests` signs each of the signer's own entries of a catalog. `replace` replaces an existing proof.

    Raises `Malformed` for a document that cannot be parsed, and `ValueError` for an argument that the format does not support. Raises
    `Refused` for a document with errors; `force` signs it anyway.
    """
    if not isinstance(key, Key):
        raise TypeError(f"expected key as a Key, found {type(key).__name__}")
    check_key_id(key_id)
    if domain is not None:
        host(domain, "domain")
        challenge = secrets.token_urlsafe(16) if challenge is None else challenge
    signed = native.sign(
        to_bytes(document),
        key,
        key_id,
        domain=domain,
        challenge=challenge,
        suite=suite,
        alg=alg,
        created=time_text(created, "created"),
        expires=time_text(expires, "expires"),
        payload_form=payload_form,
        manifests=manifests,
        replace=replace,
        force=force,
        format=format,
    )
    if isinstance(signed, tuple):
        raise error_from(signed)
    return signed

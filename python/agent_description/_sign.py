"""Signing of documents."""

from __future__ import annotations

from datetime import datetime

from . import _agent_description as native
from ._agent_description import Key
from ._errors import error_from
from ._input import DocumentInput, time_text, to_bytes

__all__ = ["sign"]


def sign(
    document: DocumentInput,
    key: Key,
    *,
    method: str,
    domain: str | None = None,
    challenge: str | None = None,
    suite: str | None = None,
    created: datetime | None = None,
    expires: datetime | None = None,
    payload_form: str | None = None,
    manifests: bool = False,
    replace: bool = False,
    force: bool = False,
    format: str | None = None,
) -> bytes:
    """Signs a document in the way of its format, and returns it. A document of no format gets a data-integrity proof.

    `method` is the DID URL of the public key, such as `did:wba:agent.example.com#key-1`. `domain` is the host that the document will be
    fetched from; it needs a `challenge`. `suite` defaults to that of the key's type, `created` to now. `payload_form` is for
    cards; `manifests` signs each of the signer's own entries of a catalog. `replace` replaces an existing proof.

    Raises `Malformed` for a document that cannot be parsed, and `ValueError` for an argument that the format does not support. Raises
    `Refused` for a document with errors; `force` signs it anyway.
    """
    if not isinstance(key, Key):
        raise TypeError(f"expected key as a Key, found {type(key).__name__}")
    signed = native.sign(
        to_bytes(document),
        key,
        method,
        domain=domain,
        challenge=challenge,
        suite=suite,
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

"""Expectations of a signature."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, Union

from . import _agent_description as native
from ._agent_description import DidDocument
from ._errors import AdpError
from ._input import DocumentInput, host, seconds, time_text, to_bytes

__all__ = ["ANY", "AS_FETCHED", "Domain", "Purpose", "did_documents_from", "expectations_from"]


class _Any(enum.Enum):
    ANY = "ANY"
    AS_FETCHED = "AS_FETCHED"

    def __repr__(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value


#: Accepts any value; the evidence lists it as `unchecked`.
ANY: Final = _Any.ANY
#: A proof that is bound to a domain must be bound to the host that the document is fetched from.
AS_FETCHED: Final = _Any.AS_FETCHED

#: The host that the proof must be bound to; `None` refuses a proof that is bound to one; `ANY` accepts all.
Domain = Union[str, None, Literal[_Any.ANY]]

Purpose = Literal["assertionMethod", "authentication", "keyAgreement", "capabilityInvocation", "capabilityDelegation"]

#: DID documents: one, several, or by DID. A value by DID may be the document's bytes, text or members, which are read for that DID, or the
#: error that an earlier step found.
DidDocumentInput = Union[
    DidDocument,
    Iterable[DidDocument],
    Mapping[str, Union[DidDocument, DocumentInput, AdpError]],
    native.DidDocuments,
    None,
]


def expectations_from(
    *,
    domain: Domain | Literal[_Any.AS_FETCHED],
    challenge: str | Literal[_Any.ANY] = ANY,
    signer: str | None = None,
    purpose: str = "assertionMethod",
    at: datetime | None = None,
    max_age: timedelta | None = None,
    not_before: datetime | None = None,
    require_domain: bool = False,
    suites: Sequence[str] = (),
    fetched_from: str | None = None,
    payload_forms: Sequence[str] = (),
    key_set: DocumentInput | None = None,
    key_origins: Sequence[str] = (),
    follow: bool = False,
    follow_successor: bool = False,
    format: str | None = None,
) -> native.Expectations:
    """The validated expectations; `ValueError` or `TypeError` for invalid ones."""
    mode: str
    expected_host: str | None = None
    if domain is AS_FETCHED:
        mode = "fetched"
    elif domain is ANY:
        mode = "any"
    elif domain is None:
        mode = "absent"
    else:
        mode, expected_host = "exactly", host(domain, "domain")
    for name, value in (("suites", suites), ("payload_forms", payload_forms), ("key_origins", key_origins)):
        if isinstance(value, str):
            raise TypeError(f"expected {name} as a list, found a str")
    return native.Expectations(
        domain_mode=mode,
        domain=expected_host,
        challenge=None if challenge is ANY else _text(challenge, "challenge"),
        signer=signer,
        purpose=purpose,
        at=time_text(at),
        max_age=seconds(max_age, "max_age"),
        not_before=time_text(not_before, "not_before"),
        require_domain=require_domain,
        suites=list(suites),
        fetched_from=fetched_from,
        payload_forms=list(payload_forms),
        key_set=None if key_set is None else to_bytes(key_set),
        key_origins=list(key_origins),
        follow=follow,
        follow_successor=follow_successor,
        format=format,
    )


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected {name} as a str or ANY, found {type(value).__name__}")
    return value


def did_documents_from(
    documents: DidDocumentInput, artifacts: Mapping[str, bytes] | None = None
) -> native.DidDocuments:
    """The inputs of verifications: DID documents, each with its DID, and artifacts by URL."""
    if isinstance(documents, native.DidDocuments):
        return documents
    if artifacts is not None and not isinstance(artifacts, Mapping):
        raise TypeError(f"expected artifacts as a dict of bytes by URL, found {type(artifacts).__name__}")
    return native.DidDocuments(_entries(documents), [] if artifacts is None else list(artifacts.items()))


def _entries(documents: DidDocumentInput) -> list[tuple[str, Any]]:
    if documents is None:
        return []
    if isinstance(documents, native.DidDocument):
        return [(documents.did, documents)]
    if isinstance(documents, Mapping):
        by_did: Mapping[Any, Any] = documents
        return [(did, _entry(document)) for did, document in by_did.items()]
    if isinstance(documents, (str, bytes, bytearray, memoryview, native.DidDocuments)):
        raise TypeError("expected DidDocument objects; read a document with DidDocument.parse(did, document)")
    entries: dict[str, Any] = {}
    for document in documents:
        if not isinstance(document, native.DidDocument):
            raise TypeError(f"expected DidDocument objects, found {type(document).__name__}")
        if entries.setdefault(document.did, document) is not document:
            raise ValueError(f"found two documents of {document.did}, expected one")
    return list(entries.items())


def _entry(document: Any) -> Any:
    if isinstance(document, native.DidDocument):
        return document
    if isinstance(document, AdpError):
        return (document.code, document.message)
    return to_bytes(document)


def did_document_bytes(documents: DidDocumentInput) -> list[tuple[str, bytes]]:
    """The bytes of DID documents, each for its DID; `ValueError` for the error of an earlier step."""
    found = []
    for did, entry in _entries(documents):
        if isinstance(entry, tuple):
            raise ValueError(f"found an error instead of the document of {did}")
        found.append((did, entry.to_bytes() if isinstance(entry, native.DidDocument) else entry))
    return found

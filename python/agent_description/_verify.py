"""Verification without network access."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from . import _agent_description as native
from ._errors import Malformed, Undecided
from ._expectations import ANY, DidDocumentInput, Domain, Purpose, _Any, did_documents_from, expectations_from
from ._input import DocumentInput, to_bytes
from ._verification import Verdict, Verification, verdicts_from, verification_from

__all__ = ["signers_many", "verify", "verify_many"]


def verify(
    document: DocumentInput,
    did_documents: DidDocumentInput = None,
    *,
    domain: Domain,
    challenge: str | Literal[_Any.ANY] = ANY,
    signer: str | None = None,
    purpose: Purpose = "assertionMethod",
    at: datetime | None = None,
    max_age: timedelta | None = None,
    not_before: datetime | None = None,
    require_domain: bool = False,
    suites: Sequence[str] = (),
    fetched_from: str | None = None,
    payload_forms: Sequence[str] = (),
    key_set: DocumentInput | None = None,
    artifacts: Mapping[str, bytes] | None = None,
    format: str | None = None,
) -> Verification:
    """Verifies a signed document of any format with the signer's DID document. Fetches nothing.

    `domain` is required: the host that the proof is bound to, `None` to refuse a proof with a domain, or `ANY`. `signer` is the expected
    signer; the default is the DID of the document's subject, or a DID of the card's host. `at` is the time of verification (default: now),
    `max_age` and `not_before` refuse old proofs. `fetched_from` is the URL of the document. `payload_forms` and `key_set` are for cards,
    `artifacts` (bytes by URL) for catalogs: if set, every artifact is compared with its digest.

    Raises `Malformed`, `Refused` or `Undecided` (a DID document is missing), and `ValueError` for an expectation that the document's
    format does not support, so that no expectation is silently ignored. The evidence lists what was not checked.
    """
    expected = expectations_from(
        domain=domain,
        challenge=challenge,
        signer=signer,
        purpose=purpose,
        at=at,
        max_age=max_age,
        not_before=not_before,
        require_domain=require_domain,
        suites=suites,
        fetched_from=fetched_from,
        payload_forms=payload_forms,
        key_set=key_set,
        follow=artifacts is not None,
        format=format,
    )
    supplied = did_documents_from(did_documents, artifacts)
    try:
        return verification_from(native.verify(to_bytes(document), expected, supplied))
    except Undecided as error:
        if error.code == "net-offline":
            did = error.message.partition(": ")[0]
            error.message = f"the DID document of {did} is missing; pass did_documents=, or use Client().verify_document"
            error.args = (error.message,)
        raise


def verify_many(
    documents: Iterable[DocumentInput | None],
    did_documents: DidDocumentInput = None,
    *,
    domain: Domain,
    challenge: str | Literal[_Any.ANY] = ANY,
    signer: str | None = None,
    purpose: Purpose = "assertionMethod",
    at: datetime | None = None,
    max_age: timedelta | None = None,
    not_before: datetime | None = None,
    require_domain: bool = False,
    suites: Sequence[str] = (),
    payload_forms: Sequence[str] = (),
    key_set: DocumentInput | None = None,
    format: str | None = None,
    threads: int | None = None,
) -> list[Verdict]:
    """Verifies many documents on several threads, for one time, and returns a verdict for each, in order.

    Raises no exception for a document: a refused, malformed (or `None`) or undecided document has a verdict with a code. The expectations
    are those of `verify`; an unsupported expectation gives the code `usage`. `threads` defaults to the number of cores; use 1 inside
    workers that share the machine. The interpreter's lock is free meanwhile. Ctrl-C ends the call within 100 ms.
    """
    expected = expectations_from(
        domain=domain,
        challenge=challenge,
        signer=signer,
        purpose=purpose,
        at=at,
        max_age=max_age,
        not_before=not_before,
        require_domain=require_domain,
        suites=suites,
        payload_forms=payload_forms,
        key_set=key_set,
        format=format,
    )
    supplied = did_documents_from(did_documents)
    texts, wrong = _all_bytes(documents)
    verdicts = verdicts_from(native.verify_many(texts, expected, supplied, _threads(threads)))
    for index, verdict in wrong.items():
        verdicts[index] = verdict
    return verdicts


def signers_many(
    documents: Iterable[DocumentInput | None],
    *,
    domain: Domain = ANY,
    signer: str | None = None,
    at: datetime | None = None,
    threads: int | None = None,
) -> list[list[str]]:
    """For each document, the DIDs whose documents `verify` needs: those of its possible signers.

    Verifies nothing. The list is empty for a document that is refused with any DID documents.
    """
    expected = expectations_from(domain=domain, signer=signer, at=at)
    return native.signers_many(_all_bytes(documents)[0], expected, _threads(threads))


def _threads(threads: int | None) -> int | None:
    if threads is not None and (not isinstance(threads, int) or not 1 <= threads <= 4_096):
        raise ValueError(f"expected threads as an int from 1 to 4096, found {threads!r}")
    return threads


def _all_bytes(documents: Iterable[DocumentInput | None]) -> tuple[list[bytes], dict[int, Verdict]]:
    """The bytes of the documents, and verdicts by index for values that are no document."""
    if isinstance(documents, (str, bytes, bytearray, memoryview, Mapping)):
        raise TypeError(f"expected several documents, found one {type(documents).__name__}; use verify")
    texts: list[bytes] = []
    wrong: dict[int, Verdict] = {}
    for document in documents:
        if type(document) is bytes:
            texts.append(document)
            continue
        try:
            texts.append(b"" if document is None else to_bytes(document))
        except (TypeError, ValueError, Malformed) as error:
            code = "usage" if isinstance(error, TypeError) else "json-syntax"
            message = error.message if isinstance(error, Malformed) else str(error)
            wrong[len(texts)] = Verdict("malformed", code, message, None, None, None, None, None, None, None)
            texts.append(b"")
    return texts, wrong

"""Network access: fetching and verifying documents, resolving DIDs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Union

from . import _agent_description as native
from ._agent_description import DidDocument
from ._called import called
from ._discovery import Listing, listing_from
from ._errors import AdpError, error_from
from ._expectations import (
    ANY,
    AS_FETCHED,
    DidDocumentInput,
    Domain,
    Purpose,
    _Any,
    did_documents_from,
    expectations_from,
)
from ._input import DocumentInput, parse_time, to_bytes
from ._native import Failure
from ._verification import Verification, verification_from

__all__ = ["AsyncClient", "Client", "Resolved"]

#: Clients of a parent process: connections that two processes share must not be closed by one of them.
_of_parents: list[native.Client] = []

#: Certificates in PEM (bytes), or the path of a file that has them.
Root = Union[bytes, str, "os.PathLike[str]"]
Roots = Union[Root, Sequence[Root]]


class Resolved(NamedTuple):
    """The result of resolving a DID."""

    did: str
    document: DidDocument | None
    #: The error, if there is no document.
    error: AdpError | None
    #: When the server sent or confirmed the document.
    fetched_at: datetime

    @property
    def code(self) -> str | None:
        """The stable code of the error."""
        return None if self.error is None else self.error.code


def settings_from(roots: Roots, connect_to: Sequence[str], offline: bool, proxy: str | None) -> dict[str, Any]:
    """The settings of connections, checked."""
    if isinstance(connect_to, str):
        raise TypeError("expected connect_to as a list, found a str")
    if proxy is not None and not proxy.startswith(("http://", "https://", "socks5://", "socks5h://")):
        raise ValueError(f"expected proxy as a URL such as http://proxy.example.com:3128, found {proxy!r}")
    pem = [roots] if isinstance(roots, (bytes, str, os.PathLike)) else list(roots)
    return {
        "roots": [_root(root) for root in pem],
        "connect_to": list(connect_to),
        "offline": offline,
        "proxy": proxy,
    }


def _root(root: Root) -> bytes:
    if isinstance(root, bytes):
        return root
    if isinstance(root, str) and "-----BEGIN" in root:
        raise TypeError("found roots as the text of a PEM, expected its bytes or its path; use roots.encode()")
    return Path(root).read_bytes()


class _Configured:
    """The settings of `Client` and `AsyncClient`."""

    def __init__(
        self,
        *,
        roots: Roots = (),
        connect_to: Sequence[str] = (),
        offline: bool = False,
        proxy: str | None = None,
    ) -> None:
        self._settings = settings_from(roots, connect_to, offline, proxy)
        self._open()

    def _open(self) -> None:
        self._made: tuple[int, native.Client] | None = (os.getpid(), native.Client(**self._settings))

    @property
    def _native(self) -> native.Client:
        made = self._made
        if made is None:
            raise RuntimeError("the client is closed")
        pid, client = made
        if pid != os.getpid():
            _of_parents.append(client)
            client = native.Client(**self._settings)
            self._made = (os.getpid(), client)
        return client

class Client(_Configured):
    """Fetches and verifies documents over HTTPS, only from public addresses, without redirects, with deadlines.

    DID documents are cached by the rules of HTTP, for at most five minutes. A client may be used by several threads at the same time, and after a
    fork. `roots` are certificates to trust beside those of the system; `connect_to` has entries `HOST:PORT:ADDRESS[:PORT]`, which may lead
    to private addresses; the proxies of the environment are not used.
    """

    def verify(
        self,
        url: str,
        *,
        domain: Domain | Literal[_Any.AS_FETCHED] = AS_FETCHED,
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
        key_origins: Sequence[str] = (),
        follow: bool = False,
        follow_successor: bool = False,
        format: str | None = None,
        did_documents: DidDocumentInput = None,
    ) -> Verification:
        """Fetches the document at a URL, resolves its signer and verifies it.

        By default, a proof that is bound to a domain must be bound to the host of the URL. `follow` fetches what a catalog names.
        `follow_successor` accepts a superseded DID for what it signed before. `key_origins` are origins that cards' keys may be fetched
        from; no other keys are accepted then. `did_documents` are used instead of fetched ones. The other expectations are those of the
        function `verify`.

        Raises `Malformed`, `Refused`, or `Undecided`: `Permanent` for URLs that are never fetched.
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
            key_origins=key_origins,
            follow=follow,
            follow_successor=follow_successor,
            format=format,
        )
        return verification_from(self._native.verify_url(url, expected, did_documents_from(did_documents)))

    def verify_document(
        self,
        document: DocumentInput,
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
        key_origins: Sequence[str] = (),
        follow: bool = False,
        follow_successor: bool = False,
        format: str | None = None,
        did_documents: DidDocumentInput = None,
    ) -> Verification:
        """Resolves the signer of a document that the caller has, and verifies it. `domain` must be given, as for `verify` of this module."""
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
            key_origins=key_origins,
            follow=follow,
            follow_successor=follow_successor,
            format=format,
        )
        supplied = did_documents_from(did_documents)
        return verification_from(self._native.verify_document(to_bytes(document), expected, supplied))

    def resolve(self, did: str) -> DidDocument:
        """Resolves a DID. Raises `Refused` for a bad document and `Undecided` if it cannot be fetched."""
        [resolved] = self.resolve_many([did])
        return _document_of(resolved)

    def resolve_many(self, dids: Iterable[str], *, at_once: int = 64) -> list[Resolved]:
        """Resolves DIDs, at most `at_once` concurrently, and returns a result for each, in order. Raises no exception for a DID."""
        several = _several(dids, at_once)
        return _resolved(several, self._native.resolve_many(several, at_once))

    def discover(self, host_or_url: str) -> Listing:
        """Reads the listing of a host (`agents.example.com`), or the one at a URL, page after page. Its items are not verified.

        Raises `Malformed` or `Permanent` for a host or URL that cannot be fetched; other problems are findings of the listing.
        """
        return listing_from(self._native.discover(host_or_url))

    def close(self) -> None:
        """Closes the connections."""
        self._made = None

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<Client closed>" if self._made is None else "<Client>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_client_from, (self._settings,))


def _client_from(settings: dict[str, Any]) -> Client:
    return Client(**settings)


class AsyncClient(_Configured):
    """`Client` for `async` code.

    Calls run on threads of the client, which wait for the network of hundreds of them at once; executors of the event loop are not used.
    Cancelling a call closes its connection.
    """

    async def verify(
        self,
        url: str,
        *,
        domain: Domain | Literal[_Any.AS_FETCHED] = AS_FETCHED,
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
        key_origins: Sequence[str] = (),
        follow: bool = False,
        follow_successor: bool = False,
        format: str | None = None,
        did_documents: DidDocumentInput = None,
    ) -> Verification:
        """Fetches the document at a URL, resolves its signer and verifies it; see `Client.verify`."""
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
            key_origins=key_origins,
            follow=follow,
            follow_successor=follow_successor,
            format=format,
        )
        supplied = did_documents_from(did_documents)
        client = self._native
        return verification_from(await called(lambda done: client.start_verify_url(url, expected, supplied, done)))

    async def verify_document(
        self,
        document: DocumentInput,
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
        key_origins: Sequence[str] = (),
        follow: bool = False,
        follow_successor: bool = False,
        format: str | None = None,
        did_documents: DidDocumentInput = None,
    ) -> Verification:
        """Resolves the signer of a document that the caller has, and verifies it; see `Client.verify_document`."""
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
            key_origins=key_origins,
            follow=follow,
            follow_successor=follow_successor,
            format=format,
        )
        supplied, text = did_documents_from(did_documents), to_bytes(document)
        client = self._native
        return verification_from(await called(lambda done: client.start_verify_document(text, expected, supplied, done)))

    async def resolve(self, did: str) -> DidDocument:
        """Resolves a DID. Raises `Refused` for a bad document and `Undecided` if it cannot be fetched."""
        [resolved] = await self.resolve_many([did])
        return _document_of(resolved)

    async def resolve_many(self, dids: Iterable[str], *, at_once: int = 64) -> list[Resolved]:
        """Resolves DIDs, at most `at_once` concurrently, and returns a result for each, in order. Raises no exception for a DID."""
        several = _several(dids, at_once)
        client = self._native
        found: list[tuple[DidDocument | Failure, str]] | Failure = await called(
            lambda done: client.start_resolve_many(several, at_once, done)
        )
        if isinstance(found, tuple):
            raise error_from(found)
        return _resolved(several, found)

    async def discover(self, host_or_url: str) -> Listing:
        """Reads the listing of a host; see `Client.discover`."""
        client = self._native
        return listing_from(await called(lambda done: client.start_discover(host_or_url, done)))

    async def close(self) -> None:
        """Closes the connections when the running calls end."""
        self._made = None

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return "<AsyncClient closed>" if self._made is None else "<AsyncClient>"


def _several(dids: Iterable[str], at_once: int) -> list[str]:
    if isinstance(dids, str):
        raise TypeError("expected several DIDs, found a str; use resolve")
    if not isinstance(at_once, int) or at_once < 1:
        raise ValueError(f"expected at_once as an int from 1, found {at_once!r}")
    return list(dids)


def _resolved(dids: list[str], found: Iterable[tuple[DidDocument | Failure, str]]) -> list[Resolved]:
    results = []
    for did, (document, time) in zip(dids, found):
        fetched_at = parse_time(time)
        assert fetched_at is not None
        if isinstance(document, tuple):
            results.append(Resolved(did, None, error_from(document), fetched_at))
        else:
            results.append(Resolved(did, document, None, fetched_at))
    return results


def _document_of(resolved: Resolved) -> DidDocument:
    if resolved.document is None:
        assert resolved.error is not None
        raise resolved.error
    return resolved.document

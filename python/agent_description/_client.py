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
from ._callbacks import AsyncResolver, Resolver, Resolving, check_function, is_async
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
from ._input import DocumentInput, parse_time, seconds, to_bytes
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
        timeout: timedelta | None = None,
        resolver: Any = None,
    ) -> None:
        self._settings = settings_from(roots, connect_to, offline, proxy)
        self._timeout = timeout
        seconds(timeout, "timeout")
        if resolver is not None:
            check_function(resolver, "resolver", "", of="the DID")
        self._resolver = resolver
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

    def _how(self, timeout: timedelta | None) -> tuple[Resolving | None, float | None]:
        """The resolver and the time limit of a call."""
        limit = seconds(self._timeout if timeout is None else timeout, "timeout")
        if limit is not None and limit <= 0:
            raise ValueError(f"expected a timeout of more than 0 s, found {limit} s")
        if self._resolver is None:
            return (None, limit)
        loop = self._loop()
        return (Resolving(self._resolver, lambda: loop, "resolver is async; use AsyncClient", keeps_failures=True), limit)

    def _loop(self) -> Any:
        return None


Found = Union[native.Verification, Failure]


def _verified(found: Found, resolving: Resolving | None) -> Verification:
    try:
        return verification_from(found)
    except AdpError as error:
        if resolving is not None and resolving.failures:
            raise error from next(iter(resolving.failures.values()))
        raise


class Client(_Configured):
    """Fetches and verifies documents over HTTPS, only from public addresses, without redirects, with deadlines.

    DID documents are cached by the rules of HTTP, for at most five minutes. A client may be used by several threads at the same time, and after a
    fork. `roots` are certificates to trust beside those of the system; `connect_to` has entries `HOST:PORT:ADDRESS[:PORT]`, which may lead
    to private addresses; the proxies of the environment are not used.

    `timeout` limits each call (for `resolve_many`, each DID), beside the deadlines of single fetches; a call may have a `timeout` of its own.
    `resolver` replaces the fetches of DID documents: a function of the DID, which returns its document, or `None`. What it raises becomes
    `Undecided` with the exception as `__cause__`. Its answers are not cached. It is called on other threads.
    """

    def __init__(
        self,
        *,
        roots: Roots = (),
        connect_to: Sequence[str] = (),
        offline: bool = False,
        proxy: str | None = None,
        timeout: timedelta | None = None,
        resolver: Resolver | None = None,
    ) -> None:
        if is_async(resolver):
            raise TypeError("resolver is async; use AsyncClient")
        super().__init__(
            roots=roots, connect_to=connect_to, offline=offline, proxy=proxy, timeout=timeout, resolver=resolver
        )

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
        timeout: timedelta | None = None,
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
        how = self._how(timeout)
        return _verified(self._native.verify_url(url, expected, did_documents_from(did_documents), how), how[0])

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
        timeout: timedelta | None = None,
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
        supplied, how = did_documents_from(did_documents), self._how(timeout)
        return _verified(self._native.verify_document(to_bytes(document), expected, supplied, how), how[0])

    def resolve(self, did: str, *, timeout: timedelta | None = None) -> DidDocument:
        """Resolves a DID. Raises `Refused` for a bad document and `Undecided` if it cannot be fetched."""
        [resolved] = self.resolve_many([did], timeout=timeout)
        return _document_of(resolved)

    def resolve_many(
        self, dids: Iterable[str], *, at_once: int = 64, timeout: timedelta | None = None
    ) -> list[Resolved]:
        """Resolves DIDs, at most `at_once` concurrently, and returns a result for each, in order. Raises no exception for a DID."""
        several, how = _several(dids, at_once), self._how(timeout)
        return _resolved(several, self._native.resolve_many(several, at_once, how), how[0])

    def discover(self, host_or_url: str, *, timeout: timedelta | None = None) -> Listing:
        """Reads the listing of a host (`agents.example.com`), or the one at a URL, page after page. Its items are not verified.

        Raises `Malformed` or `Permanent` for a host or URL that cannot be fetched; other problems are findings of the listing.
        """
        return listing_from(self._native.discover(host_or_url, self._how(timeout)))

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
        return (_client_from, ({**self._settings, "timeout": self._timeout, "resolver": self._resolver},))


def _client_from(settings: dict[str, Any]) -> Client:
    return Client(**settings)


class AsyncClient(_Configured):
    """`Client` for `async` code.

    Calls run on threads of the client, which wait for the network of hundreds of them at once; executors of the event loop are not used.
    Cancelling a call closes its connection. `resolver` may be an `async` function, which runs in the event loop of the call.
    """

    def __init__(
        self,
        *,
        roots: Roots = (),
        connect_to: Sequence[str] = (),
        offline: bool = False,
        proxy: str | None = None,
        timeout: timedelta | None = None,
        resolver: Resolver | AsyncResolver | None = None,
    ) -> None:
        super().__init__(
            roots=roots, connect_to=connect_to, offline=offline, proxy=proxy, timeout=timeout, resolver=resolver
        )

    def _loop(self) -> Any:
        import asyncio

        return asyncio.get_running_loop()

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
        timeout: timedelta | None = None,
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
        supplied, how = did_documents_from(did_documents), self._how(timeout)
        client = self._native
        found: Found = await called(lambda done: client.start_verify_url(url, expected, supplied, how, done), how[0])
        return _verified(found, how[0])

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
        timeout: timedelta | None = None,
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
        supplied, text, how = did_documents_from(did_documents), to_bytes(document), self._how(timeout)
        client = self._native
        found: Found = await called(lambda done: client.start_verify_document(text, expected, supplied, how, done), how[0])
        return _verified(found, how[0])

    async def resolve(self, did: str, *, timeout: timedelta | None = None) -> DidDocument:
        """Resolves a DID. Raises `Refused` for a bad document and `Undecided` if it cannot be fetched."""
        [resolved] = await self.resolve_many([did], timeout=timeout)
        return _document_of(resolved)

    async def resolve_many(
        self, dids: Iterable[str], *, at_once: int = 64, timeout: timedelta | None = None
    ) -> list[Resolved]:
        """Resolves DIDs, at most `at_once` concurrently, and returns a result for each, in order. Raises no exception for a DID."""
        several, how = _several(dids, at_once), self._how(timeout)
        client = self._native
        found: list[tuple[DidDocument | Failure, str]] | Failure = await called(
            lambda done: client.start_resolve_many(several, at_once, how, done), how[0]
        )
        if isinstance(found, tuple):
            raise error_from(found)
        return _resolved(several, found, how[0])

    async def discover(self, host_or_url: str, *, timeout: timedelta | None = None) -> Listing:
        """Reads the listing of a host; see `Client.discover`."""
        client, how = self._native, self._how(timeout)
        return listing_from(await called(lambda done: client.start_discover(host_or_url, how, done), how[0]))

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


def _resolved(
    dids: list[str], found: Iterable[tuple[DidDocument | Failure, str]], resolving: Resolving | None
) -> list[Resolved]:
    results = []
    for did, (document, time) in zip(dids, found):
        fetched_at = parse_time(time)
        assert fetched_at is not None
        if isinstance(document, tuple):
            error = error_from(document)
            if resolving is not None:
                error.__cause__ = resolving.failures.get(did)
            results.append(Resolved(did, None, error, fetched_at))
        else:
            results.append(Resolved(did, document, None, fetched_at))
    return results


def _document_of(resolved: Resolved) -> DidDocument:
    if resolved.document is None:
        assert resolved.error is not None
        raise resolved.error
    return resolved.document

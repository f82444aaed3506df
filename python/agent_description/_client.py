"""Network access: fetching and verifying documents, resolving DIDs."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar, Union

from . import _agent_description as native
from ._agent_description import DidDocument
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
from ._verification import Verification, verification_from

__all__ = ["AsyncClient", "Client", "Resolved"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

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
        if isinstance(connect_to, str):
            raise TypeError("expected connect_to as a list, found a str")
        pem = [roots] if isinstance(roots, (bytes, str, os.PathLike)) else list(roots)
        self._settings: dict[str, Any] = {
            "roots": [root if isinstance(root, bytes) else Path(root).read_bytes() for root in pem],
            "connect_to": list(connect_to),
            "offline": offline,
            "proxy": proxy,
        }
        self._open()

    def _open(self) -> None:
        raise NotImplementedError


class Client(_Configured):
    """Fetches and verifies documents over HTTPS, only from public addresses, without redirects, with deadlines.

    DID documents are cached by the rules of HTTP, for at most five minutes. A client may be used by several threads at the same time, and after a
    fork. `roots` are certificates to trust beside those of the system; `connect_to` has entries `HOST:PORT:ADDRESS[:PORT]`, which may lead
    to private addresses; the proxies of the environment are not used.
    """

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
        if resolved.document is None:
            assert resolved.error is not None
            raise resolved.error
        return resolved.document

    def resolve_many(self, dids: Iterable[str], *, at_once: int = 64) -> list[Resolved]:
        """Resolves DIDs, at most `at_once` concurrently, and returns a result for each, in order. Raises no exception for a DID."""
        if isinstance(dids, str):
            raise TypeError("expected several DIDs, found a str; use resolve")
        dids = list(dids)
        results = []
        for did, (found, time) in zip(dids, self._native.resolve_many(dids, at_once)):
            fetched_at = parse_time(time)
            assert fetched_at is not None
            if isinstance(found, tuple):
                results.append(Resolved(did, None, error_from(found), fetched_at))
            else:
                results.append(Resolved(did, found, None, fetched_at))
        return results

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


def _in_thread(
    method: Callable[Concatenate[Client, _P], _R],
) -> Callable[Concatenate[AsyncClient, _P], Coroutine[Any, Any, _R]]:
    """The same method of `AsyncClient`, with the same arguments."""

    @functools.wraps(method)
    async def run(self: AsyncClient, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return await asyncio.to_thread(method, self._client, *args, **kwargs)

    return run


class AsyncClient(_Configured):
    """`Client` for `async` code: each call runs on its own thread."""

    def _open(self) -> None:
        self._client = Client(**self._settings)

    verify = _in_thread(Client.verify)
    verify_document = _in_thread(Client.verify_document)
    resolve = _in_thread(Client.resolve)
    resolve_many = _in_thread(Client.resolve_many)

    async def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

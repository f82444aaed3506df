"""Authentication of HTTP requests with the key of a DID (RFC 9421, as ANP uses it).

`agent_description.httpx` signs the requests of httpx, `agent_description.asgi` checks those of an ASGI application.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, Union

from . import _agent_description as native
from ._agent_description import Key
from ._client import Client, Roots
from ._errors import AdpError, error_from
from ._expectations import DidDocumentInput, did_document_bytes
from ._input import parse_time, time_text
from ._native import Failure

__all__ = ["Authenticated", "Authenticator", "Denied", "HeaderFields", "Record", "challenge_nonce", "sign_request"]

#: Those of a parent process: connections that two processes share must not be closed by one of them.
_of_parents: list[native.Authenticator] = []

#: Header fields: by name, or in their order.
HeaderFields = Union[Mapping[str, str], Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]

#: Stores the key of a used nonce (32 bytes) until a time, atomically with the check whether it exists.
Record = Callable[[bytes, datetime], Literal["fresh", "replayed", "full"]]


@dataclass(frozen=True)
class Authenticated:
    """An authenticated caller: the signature is valid now, is for this service, and was not used before."""

    did: str
    key_id: str
    #: `rfc9421`, `access-token`, or the name of a legacy form.
    form: str
    #: The components that the signature covers: `@method`, `@target-uri`, `content-digest`. Legacy forms cover nothing.
    covered: tuple[str, ...]
    created: datetime | None
    expires: datetime | None
    nonce: str | None
    #: Fields for the response: `Authentication-Info` with an access token, where the service gives one out. Such a response must not be cached.
    response_headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


class Denied(Exception):
    """A request is not authenticated.

    `status`, `headers` and `body` are the response to send. `error` is the reason, for the service's own log: a response does not contain what was
    found when a DID document was fetched, because callers could probe hosts with it.
    """

    def __init__(self, error: AdpError, status: int, headers: tuple[tuple[str, str], ...], body: bytes) -> None:
        super().__init__(error, status, headers, body)
        self.error = error
        self.status = status
        self.headers = headers
        self.body = body

    def __str__(self) -> str:
        return f"{self.status}: {self.error}"


def sign_request(
    http_method: str,
    url: str,
    key: Key,
    *,
    method: str,
    headers: HeaderFields = (),
    body: bytes = b"",
    cover: Sequence[str] = (),
    nonce: str | None = None,
    created: datetime | None = None,
    expires: datetime | None = None,
) -> dict[str, str]:
    """The header fields that authenticate a request: `Signature`, `Signature-Input`, and `Content-Digest` where there is a body.

    `method` is the DID URL of the public key. `cover` names more components: `@authority`, `content-type`. Without `nonce` a random one is
    used, without `expires` the signature expires after 60 seconds. Send the same method, URL and body. A server accepts them once.
    """
    signed = native.sign_request(
        http_method,
        url,
        _fields(headers),
        bytes(body),
        key,
        method,
        created=time_text(created, "created"),
        expires=time_text(expires, "expires"),
        nonce=nonce,
        cover=list(cover),
    )
    return dict(signed)


def challenge_nonce(headers: HeaderFields) -> str | None:
    """The nonce in the challenge of a `401` response, if there is one."""
    return native.challenge_nonce(_fields(headers))


class Authenticator:
    """Authenticates requests: syntax, digest, coverage, audience, time, DID document, signature, nonce.

    `audience` is the origin of the service as clients call it (`https://api.example.com`); it is never taken from a request. DID documents
    come from `did_documents`, else over HTTPS, cached and throttled. `window` is the maximum lifetime of credentials (default: 5
    minutes), `body_limit` the maximum size of a body in bytes (default: 1 MiB). `legacy` also accepts `DIDWba` headers, which do not cover
    method, path or body. `issue_nonces` adds a nonce to each challenge.

    Used nonces are stored in this process. `record` stores them elsewhere: several processes need a shared store. Without `record`, a request
    signed before `started` (default: now) is refused, because it may have been accepted before the restart.

    `token_key`, a P-256 or Ed25519 key with no other use, issues access tokens to callers who sign, and accepts them. A token replaces the
    signatures of later requests for `token_lifetime` (default: 15 minutes). All processes of a service share the key. `former_token_keys` are
    the keys of tokens that are still accepted.
    """

    def __init__(
        self,
        audience: str,
        *,
        did_documents: DidDocumentInput = None,
        roots: Roots = (),
        connect_to: Sequence[str] = (),
        offline: bool = False,
        proxy: str | None = None,
        window: timedelta | None = None,
        body_limit: int | None = None,
        require_nonce: bool = True,
        legacy: bool = False,
        issue_nonces: bool = True,
        record: Record | None = None,
        started: datetime | None = None,
        token_key: Key | None = None,
        token_lifetime: timedelta | None = None,
        former_token_keys: Sequence[Key] = (),
    ) -> None:
        settings = Client(roots=roots, connect_to=connect_to, offline=offline, proxy=proxy)._settings
        self._settings: dict[str, Any] = {
            **settings,
            "did_documents": did_document_bytes(did_documents),
            "window": None if window is None else window.total_seconds(),
            "body_limit": body_limit,
            "require_nonce": require_nonce,
            "legacy": legacy,
            "issue_nonces": issue_nonces,
            "record": None if record is None else _recorder(record),
            "token_key": token_key,
            "token_lifetime": None if token_lifetime is None else token_lifetime.total_seconds(),
            "former_token_keys": list(former_token_keys),
        }
        self.audience = audience
        self._made = (os.getpid(), self._make(started))
        self.body_limit = 1 << 20 if body_limit is None else body_limit

    def _make(self, started: datetime | None) -> native.Authenticator:
        if self._settings["record"] is None and started is None:
            started = datetime.now(timezone.utc)
        return native.Authenticator(self.audience, started=time_text(started, "started"), **self._settings)

    @property
    def _native(self) -> native.Authenticator:
        pid, authenticator = self._made
        if pid != os.getpid():
            # after a fork, connections and stored nonces belong to the parent
            _of_parents.append(authenticator)
            authenticator = self._make(None)
            self._made = (os.getpid(), authenticator)
        return authenticator

    def check_head(
        self, http_method: str, target: str, headers: HeaderFields, *, at: datetime | None = None
    ) -> None:
        """Raises `Denied` if the head alone refuses a request. It does not authenticate the sender."""
        refused = self._native.check_head(http_method, target, _fields(headers), at=time_text(at))
        if refused is not None:
            raise _denied(refused)

    def authenticate(
        self,
        http_method: str,
        target: str,
        headers: HeaderFields,
        body: bytes = b"",
        *,
        at: datetime | None = None,
        json_body: bool = False,
        peer: str | None = None,
    ) -> Authenticated:
        """Authenticates a request; raises `Denied`.

        `target` is the path with its query, as the request line has it. `peer` is the address that the request came from: each address has
        a share of the fetches for unknown DIDs. `json_body` reads legacy credentials from the body.
        """
        found = self._native.authenticate(
            http_method, target, _fields(headers), bytes(body), at=time_text(at), json_body=json_body, peer=peer
        )
        if len(found) == 4:
            raise _denied(found)
        did, key_id, form, covered, created, expires, nonce, fields = found
        times = (parse_time(created), parse_time(expires))
        return Authenticated(did, key_id, form, tuple(covered), *times, nonce, tuple(fields))


def _recorder(record: Record) -> Callable[[bytes, str, str], str]:
    def recorded(key: bytes, expires: str, _now: str) -> str:
        time = parse_time(expires)
        assert time is not None
        return record(key, time)

    return recorded


def _denied(refused: tuple[Failure, int, list[tuple[str, str]], bytes]) -> Denied:
    failure, status, headers, body = refused
    return Denied(error_from(failure), status, tuple(headers), body)


def _fields(headers: HeaderFields) -> list[tuple[bytes, bytes]]:
    pairs: Any = headers.items() if isinstance(headers, Mapping) else headers
    return [(_bytes(name), _bytes(value)) for name, value in pairs]


def _bytes(text: str | bytes) -> bytes:
    return text.encode("latin-1") if isinstance(text, str) else text

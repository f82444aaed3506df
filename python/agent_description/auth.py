"""Authentication of HTTP requests with the key of a DID (RFC 9421, as ANP uses it).

`agent_description.httpx` signs the requests of httpx, `agent_description.asgi` checks those of an ASGI application.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, ParamSpec, TypeVar, Union
from urllib.parse import urlsplit

from . import _agent_description as native
from ._agent_description import Key
from ._callbacks import AsyncResolver, Resolver, Resolving, check_function, is_async, waited
from ._called import called
from ._client import Roots, settings_from
from ._errors import AdpError, error_from
from ._expectations import DidDocumentInput, did_document_bytes
from ._input import parse_time, seconds, time_text
from ._native import Failure
from ._renamed import renamed, warn_renamed
from ._sign import check_key_id

__all__ = [
    "Answer",
    "AsyncRecord",
    "AsyncResolver",
    "Authenticated",
    "Authenticator",
    "Denied",
    "HeaderFields",
    "Record",
    "Resolver",
    "challenge_nonce",
    "sign_request",
]

_P = ParamSpec("_P")
_R = TypeVar("_R")

_logger = logging.getLogger("agent_description")

#: Those of a parent process: connections that two processes share must not be closed by one of them.
_of_parents: list[native.Authenticator] = []

#: Header fields: by name, or in their order.
HeaderFields = Union[Mapping[str, str], Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]

#: What a replay store says of a key: it was new, it was stored already, there is no room, or its time is over.
Answer = Literal["fresh", "replayed", "full", "expired"]

#: Stores the key of a used nonce (32 bytes) until a time, atomically with the check whether it exists.
Record = Callable[[bytes, datetime], Answer]
AsyncRecord = Callable[[bytes, datetime], Awaitable[Answer]]


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
    found when a DID document was fetched, because callers could probe hosts with it. If `record` failed, its exception is `__cause__`.
    """

    def __init__(self, error: AdpError, status: int, headers: tuple[tuple[str, str], ...], body: bytes) -> None:
        super().__init__(error, status, headers, body)
        self.error = error
        self.status = status
        self.headers = headers
        self.body = body

    def __str__(self) -> str:
        return f"{self.status}: {self.error}"


def _with_old_names(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Until the last version, `method` was the key ID, and the method of HTTP was `http_method`."""

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        if "method" in kwargs and "key_id" not in kwargs and (args or "http_method" in kwargs):
            warn_renamed("method", "key_id", 2)
            kwargs["key_id"] = kwargs.pop("method")
        if "http_method" in kwargs:
            warn_renamed("http_method", "method", 2)
            kwargs["method"] = kwargs.pop("http_method")
        return function(*args, **kwargs)

    return call


@_with_old_names
def sign_request(
    method: str,
    url: str,
    key: Key,
    *,
    key_id: str,
    headers: HeaderFields = (),
    body: bytes = b"",
    cover: Sequence[str] = (),
    nonce: str | None = None,
    created: datetime | None = None,
    expires: datetime | None = None,
) -> dict[str, str]:
    """The header fields that authenticate a request: `Signature`, `Signature-Input`, and `Content-Digest` where there is a body.

    `method` is the method of HTTP, in upper case as clients send it. `key_id` is the DID URL of the public key. `cover` names more components:
    `@authority`, `content-type`. Without `nonce` a random one is used, without `expires` the signature expires after 60 seconds. Send the same
    method, URL and body. A server accepts them once.
    """
    check_key(key, key_id)
    signed = native.sign_request(
        _method(method),
        _checked_url(url),
        _fields(headers),
        _body(body),
        key,
        key_id,
        created=time_text(created, "created"),
        expires=time_text(expires, "expires"),
        nonce=nonce,
        cover=_names(cover, "cover"),
    )
    return dict(signed)


def check_key(key: object, key_id: object) -> None:
    """`TypeError` or `ValueError` for what is no key or no key ID."""
    if not isinstance(key, Key):
        hint = "; use Key.from_pem" if isinstance(key, (str, bytes)) else ""
        raise TypeError(f"expected key as a Key, found {type(key).__name__}{hint}")
    check_key_id(key_id)


def _method(method: str) -> str:
    if not isinstance(method, str):
        raise TypeError(f"expected method as a str such as 'GET', found {type(method).__name__}")
    # clients send these in upper case, whatever they are given
    upper = method.upper()
    return upper if upper in _METHODS else method


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"})


def _checked_url(url: str) -> str:
    if not isinstance(url, str):
        raise TypeError(f"expected url as a str, found {type(url).__name__}")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"found the URL {url!r}, expected one such as https://agent.example.com/tasks")
    if any(character.isspace() for character in url):
        raise ValueError(f"found white space in the URL {url!r}, expected %20; use urllib.parse.quote")
    return url


def _body(body: object) -> bytes:
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    hint = "; use body.encode()" if isinstance(body, str) else "; use json.dumps(body).encode()" if isinstance(body, dict) else ""
    raise TypeError(f"expected body as bytes, found {type(body).__name__}{hint}")


def _names(names: object, name: str) -> list[str]:
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise TypeError(f"expected {name} as a list, found {type(names).__name__}")
    return list(names)


def challenge_nonce(headers: HeaderFields) -> str | None:
    """The nonce in the challenge of a `401` response, if there is one."""
    return native.challenge_nonce(_fields(headers))


class Authenticator:
    """Authenticates requests: syntax, digest, coverage, audience, time, DID document, signature, nonce.

    `audience` is the origin of the service as clients call it (`https://api.example.com`); it is never taken from a request. DID documents
    come from `did_documents`, else from `resolver`, else over HTTPS, cached and throttled. `allowed_dids` are the DIDs that may call (default:
    all); others are refused before their DID document is asked for, so everybody can find out whether a DID is listed. `resolver` is a function of the DID, which returns its
    document or `None`; it must limit what unauthenticated callers make it do. `window` is the maximum lifetime of credentials (default: 5
    minutes), `body_limit` the maximum size of a body in bytes (default: 1 MiB). `legacy` also accepts `DIDWba` headers, which do not cover
    method, path or body. `issue_nonces` adds a nonce to each challenge.

    Used nonces are stored in this process. `record` stores them elsewhere: several processes need a shared store. `record` and `resolver` may be `async` functions;
    then use `authenticate_async`. Without `record`, a request signed before `started` (default: now), or less than a minute after it, is
    refused (`auth-before-start`), because it may have been accepted before the restart; callers that answer the challenge need not wait.

    `require_nonce` is whether a signature needs a nonce, the caller's own or that of a challenge; without one, the signature itself is accepted
    once. With `require_challenge_nonce`, it must be that of a challenge, so that each request begins with a 401.

    `token_key`, a P-256 or Ed25519 key with no other use, issues access tokens to callers who sign, and accepts them. A token replaces the
    signatures of later requests for `token_lifetime` (default: 15 minutes). All processes of a service share the key. `former_token_keys` are
    the keys of tokens that are still accepted.

    Refusals are logged as `INFO`, failures of `resolver` as `WARNING` and those of `record` as `ERROR` by the logger `agent_description`.
    """

    def __init__(
        self,
        audience: str,
        *,
        allowed_dids: Collection[str] | None = None,
        did_documents: DidDocumentInput = None,
        roots: Roots = (),
        connect_to: Sequence[str] = (),
        offline: bool = False,
        proxy: str | None = None,
        window: timedelta | None = None,
        body_limit: int | None = None,
        require_nonce: bool = True,
        require_challenge_nonce: bool = False,
        legacy: bool = False,
        issue_nonces: bool = True,
        record: Record | AsyncRecord | None = None,
        started: datetime | None = None,
        token_key: Key | None = None,
        token_lifetime: timedelta | None = None,
        former_token_keys: Sequence[Key] = (),
        resolver: Resolver | AsyncResolver | None = None,
    ) -> None:
        if require_challenge_nonce and not (require_nonce and issue_nonces):
            raise ValueError("require_challenge_nonce needs require_nonce and issue_nonces")
        #: The event loop that runs an `async` store or resolver.
        self._loop: asyncio.AbstractEventLoop | None = None
        self._async_names = [name for name, given in (("record", record), ("resolver", resolver)) if is_async(given)]
        if resolver is not None:
            check_function(resolver, "resolver", "", of="the DID")
        self._settings: dict[str, Any] = {
            **settings_from(roots, connect_to, offline, proxy),
            "allowed_dids": None if allowed_dids is None else _names(allowed_dids, "allowed_dids"),
            "did_documents": did_document_bytes(did_documents),
            "window": seconds(window, "window"),
            "body_limit": body_limit,
            "require_nonce": require_nonce,
            "require_challenge_nonce": require_challenge_nonce,
            "legacy": legacy,
            "issue_nonces": issue_nonces,
            "record": None if record is None else self._recorder(record),
            "token_key": token_key,
            "token_lifetime": seconds(token_lifetime, "token_lifetime"),
            "former_token_keys": list(former_token_keys),
            "resolver": None
            if resolver is None
            else Resolving(resolver, lambda: self._loop, "resolver is async; use authenticate_async"),
        }
        self.audience: str = audience
        self._made = (os.getpid(), self._make(started))
        self.body_limit: int = 1 << 20 if body_limit is None else body_limit

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

    def _recorder(self, record: Record | AsyncRecord) -> Callable[[bytes, str, str], str]:
        check_function(record, "record", b"", datetime.now(timezone.utc), of="(key, expires)")

        def recorded(key: bytes, expires: str, _now: str) -> str:
            time = parse_time(expires)
            assert time is not None
            return str(waited(record(key, time), self._loop, "record is async; use authenticate_async"))

        return recorded

    @renamed(http_method="method")
    def check_head(self, method: str, target: str, headers: HeaderFields, *, at: datetime | None = None) -> None:
        """Raises `Denied` if the head alone refuses a request. It does not authenticate the sender."""
        refused = self._native.check_head(method, target, _fields(headers), at=time_text(at))
        if refused is not None:
            raise _denied(refused)

    @renamed(http_method="method")
    def authenticate(
        self,
        method: str,
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
        if self._async_names:
            raise TypeError(f"{self._async_names[0]} is async; use authenticate_async")
        found = self._native.authenticate(
            method, target, _fields(headers), _body(body), at=time_text(at), json_body=json_body, peer=peer
        )
        return _authenticated(found)

    async def authenticate_async(
        self,
        method: str,
        target: str,
        headers: HeaderFields,
        body: bytes = b"",
        *,
        at: datetime | None = None,
        json_body: bool = False,
        peer: str | None = None,
    ) -> Authenticated:
        """The same as `authenticate`, on threads of the authenticator. If `record` or `resolver` is `async`, it runs in this event loop."""
        self._loop = asyncio.get_running_loop()
        fields, content, time = _fields(headers), _body(body), time_text(at)
        authenticator = self._native
        return _authenticated(
            await called(
                lambda done: authenticator.start_authenticate(
                    method, target, fields, content, done, at=time, json_body=json_body, peer=peer
                )
            )
        )


def _authenticated(found: Any) -> Authenticated:
    if len(found) == 6:
        raise Denied(error_from(found), 500, (), b"")
    if len(found) == 5:
        raise _denied(found)
    did, key_id, form, covered, created, expires, nonce, fields = found
    times = (parse_time(created), parse_time(expires))
    return Authenticated(did, key_id, form, tuple(covered), *times, nonce, tuple(fields))


def _denied(refused: tuple[Failure, int, list[tuple[str, str]], bytes, BaseException | None]) -> Denied:
    failure, status, headers, body, cause = refused
    denied = Denied(error_from(failure), status, tuple(headers), body)
    denied.__cause__ = cause
    if cause is not None or (status >= 500 and denied.error.code == "auth-store-full"):
        _logger.error("refused with status %d: %s", status, denied.error, exc_info=cause)
    else:
        # a DID document that is not available may be a fault of the network of the service
        _logger.log(logging.WARNING if status >= 500 else logging.INFO, "refused with status %d: %s", status, denied.error)
    return denied


def _fields(headers: HeaderFields) -> list[tuple[bytes, bytes]]:
    pairs: Any = headers.items() if isinstance(headers, Mapping) else headers
    return [(_bytes(name), _bytes(value)) for name, value in pairs]


def _bytes(text: str | bytes) -> bytes:
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"expected header fields as str or bytes, found {type(text).__name__}")
    return text.encode("latin-1") if isinstance(text, str) else text

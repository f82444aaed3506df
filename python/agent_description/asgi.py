"""ASGI middleware that authenticates requests with the keys of DIDs: for Starlette, FastAPI and every other ASGI application.

    app = Starlette(routes=..., middleware=[Middleware(DidWbaMiddleware, audience="https://api.example.com")])

    async def endpoint(request):
        return PlainTextResponse(caller(request).did)
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from ._agent_description import Key
from ._client import Roots
from ._expectations import DidDocumentInput
from ._service import KEY, Response, answered, malformed, path_set, refused_async
from .auth import AsyncRecord, AsyncResolver, Authenticated, Authenticator, Denied, Record, Resolver

__all__ = ["DidWbaMiddleware", "caller"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def caller(request: Any) -> Authenticated:
    """The authenticated caller of a Starlette request, of any object with a `scope`, or of the scope itself.

    FastAPI accepts it in `Depends`; `agent_description.fastapi.caller` also adds the security scheme to OpenAPI. Raises `LookupError` if the middleware did not authenticate it.
    """
    scope = getattr(request, "scope", request)
    try:
        found = scope[KEY]
    except KeyError:
        raise LookupError("the request is not authenticated: DidWbaMiddleware did not see it") from None
    assert isinstance(found, Authenticated)
    return found


try:
    from starlette.requests import HTTPConnection
except ImportError:
    pass
else:
    # FastAPI takes a parameter without this type for one of the query
    _parameter = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=HTTPConnection)
    setattr(caller, "__signature__", inspect.Signature([_parameter], return_annotation=Authenticated))


class DidWbaMiddleware:
    """Passes only authenticated requests on. Others get the response of the protocol: 401 with a challenge, 403, 413, 503.

    Takes an `Authenticator`, or `audience` and the other arguments of one. The body is read into memory, up to `body_limit`, because its digest is
    signed. `public` are paths that need no authentication, compared exactly. Websockets are authenticated by their handshake.

    `token_key` gives out access tokens in the responses to signed requests, and accepts them; see `Authenticator`. A response with a token gets
    `Cache-Control: no-store`, every other one `private`, unless the application says something else.

    Browsers send the preflights of CORS without a signature: add `CORSMiddleware` after this middleware (with `add_middleware`), or before
    it in a list of `Middleware`, so that it answers first. Refusals are logged, see `Authenticator`; `on_denied`, a function or
    coroutine function, also gets each with the scope.
    """

    def __init__(
        self,
        app: App,
        *,
        audience: str | None = None,
        authenticator: Authenticator | None = None,
        public: Collection[str] = (),
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
        token_key: Key | None = None,
        token_lifetime: timedelta | None = None,
        former_token_keys: Sequence[Key] = (),
        resolver: Resolver | AsyncResolver | None = None,
        on_denied: Callable[[Denied, Scope], object] | None = None,
    ) -> None:
        self._public = path_set(public)
        if authenticator is None and audience is not None:
            authenticator = Authenticator(
                audience,
                allowed_dids=allowed_dids,
                did_documents=did_documents,
                roots=roots,
                connect_to=connect_to,
                offline=offline,
                proxy=proxy,
                window=window,
                body_limit=body_limit,
                require_nonce=require_nonce,
                require_challenge_nonce=require_challenge_nonce,
                legacy=legacy,
                issue_nonces=issue_nonces,
                record=record,
                token_key=token_key,
                token_lifetime=token_lifetime,
                former_token_keys=former_token_keys,
                resolver=resolver,
            )
        elif authenticator is None or audience is not None:
            raise TypeError("expected an audience, or an authenticator that has one")
        elif allowed_dids is not None:
            raise TypeError("found allowed_dids beside an authenticator; pass them to the Authenticator")
        self._app = app
        self._authenticator = authenticator
        self._on_denied = on_denied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one connection."""
        # the server does not report the client
        scope.pop(KEY, None)
        kind = scope["type"]
        if kind == "lifespan" or (kind == "http" and scope["path"] in self._public):
            await self._app(scope, receive, send)
            return
        if kind not in ("http", "websocket"):
            raise RuntimeError(f"found a connection of type {kind!r}, which cannot be authenticated")
        method = scope["method"] if kind == "http" else "GET"
        target = _target(scope)
        headers = [(bytes(name), bytes(value)) for name, value in scope["headers"]]
        try:
            self._authenticator.check_head(method, target, headers)
            body = b""
            if kind == "http":
                body = await _read_body(receive, self._authenticator.body_limit)
            client = scope.get("client")
            found = await self._authenticator.authenticate_async(
                method, target, headers, body, peer=client[0] if client else None
            )
        except Denied as denied:
            await _refuse(kind, send, await refused_async(self._on_denied, denied, scope))
            return
        except ValueError as error:
            await _refuse(kind, send, malformed(error))
            return
        except _Disconnected:
            return
        scope[KEY] = found
        if kind == "http":
            await self._app(scope, _replayed(body, receive), _with_fields(send, found.response_headers))
        else:
            await self._app(scope, receive, send)


class _Disconnected(Exception):
    """The client went away."""


def _target(scope: Scope) -> str:
    """The request line's target: the path as it was sent, and the query."""
    raw = scope.get("raw_path")
    if raw:
        path = raw.decode("ascii", "replace")
    else:
        path, root = scope["path"], scope.get("root_path", "")
        # older servers leave the root out of the path
        path = quote(path if path.startswith(root) else root + path)
    # some servers leave the query in the raw path
    path = path.partition("?")[0]
    query: bytes = scope.get("query_string", b"")
    return f"{path}?{query.decode('ascii', 'replace')}" if query else path


async def _read_body(receive: Receive, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Disconnected
        part = message.get("body", b"")
        size += len(part)
        # one byte over the limit makes the authenticator refuse it
        parts.append(part[: max(0, limit + 1 - (size - len(part)))])
        if size > limit or not message.get("more_body", False):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The buffered body, then later messages."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_fields(send: Send, given: tuple[tuple[str, str], ...]) -> Send:
    """Adds the fields of an authenticated response."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(bytes(name).decode("latin-1"), bytes(value).decode("latin-1")) for name, value in message.get("headers", ())]
            message = {**message, "headers": _encoded(answered(headers, given))}
        await send(message)

    return sent


def _encoded(headers: Sequence[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _refuse(kind: str, send: Send, response: Response) -> None:
    if kind == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    fields = _encoded([*response.headers, ("content-length", str(len(response.body)))])
    await send({"type": "http.response.start", "status": response.status, "headers": fields})
    await send({"type": "http.response.body", "body": response.body})

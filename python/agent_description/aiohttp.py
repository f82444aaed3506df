"""Authentication for aiohttp, of servers and clients.

    protect(app, Authenticator("https://api.example.com"))

    async def endpoint(request):
        return web.Response(text=caller(request).did)

    session = aiohttp.ClientSession(middlewares=[DidWbaAuth(key, key_id="did:wba:alice.example.com#key-1")])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse, web
from aiohttp.typedefs import Handler
from yarl import URL

from ._agent_description import Key
from ._requests import SigningFlow
from ._service import KEY, Response, answered, malformed, path_set, refused_async
from .auth import Authenticated, Authenticator, Denied, challenge_nonce

__all__ = ["DidWbaAuth", "caller", "protect"]

_KEY = web.RequestKey(KEY, Authenticated)


def caller(request: web.Request) -> Authenticated:
    """The authenticated caller of a request. Raises `LookupError` if it is not authenticated."""
    found = request.get(_KEY)
    if not isinstance(found, Authenticated):
        raise LookupError("the request is not authenticated: protect() did not see it")
    return found


def protect(
    app: web.Application,
    authenticator: Authenticator,
    *,
    public: Collection[str] = (),
    on_denied: Callable[[Denied, web.Request], object] | None = None,
) -> None:
    """Adds middleware that passes only authenticated requests on. Others get the response of the protocol: 401 with a challenge, 403, 413, 503.

    The body is read into memory, up to the application's `client_max_size`. `public` are paths that need no authentication, compared exactly.
    `on_denied`, a function or coroutine function, gets each refusal with the request.
    """
    if not isinstance(authenticator, Authenticator):
        raise TypeError(f"expected an Authenticator, found {type(authenticator).__name__}")
    # encoded as in requests: the router does not take an encoded slash for a slash
    public_paths = {URL(path).raw_path for path in path_set(public)}

    async def authenticated(request: web.Request) -> Authenticated | Response:
        method, target, headers = request.method, request.raw_path, request.raw_headers
        try:
            authenticator.check_head(method, target, headers)
            body = await request.read()
            return await authenticator.authenticate_async(method, target, headers, body, peer=request.remote)
        except Denied as denied:
            return await refused_async(on_denied, denied, request)
        except ValueError as error:
            return malformed(error)

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.rel_url.raw_path in public_paths:
            return await handler(request)
        found = await authenticated(request)
        if isinstance(found, Response):
            return web.Response(status=found.status, headers=list(found.headers), body=found.body)
        request[_KEY] = found
        return await handler(request)

    async def add_fields(request: web.Request, response: web.StreamResponse) -> None:
        found = request.get(_KEY)
        if found is not None:
            fields = answered(list(response.headers.items()), found.response_headers)
            response.headers.clear()
            response.headers.extend(fields)

    # before other middleware: it does not see what is refused
    app.middlewares.insert(0, middleware)
    app.on_response_prepare.append(add_fields)


class DidWbaAuth(SigningFlow):
    """Client middleware that signs each request (RFC 9421), and once more with the server's nonce if the server answers with one.

    The arguments are those of `agent_description.httpx.DidWbaAuth`. The request that follows a redirect is signed for its own URL; `origins`
    restricts where to.
    """

    def __init__(
        self, key: Key, *, key_id: str, origins: Sequence[str] | None = None, cover: Sequence[str] = ()
    ) -> None:
        super().__init__(key, key_id=key_id, origins=origins, cover=cover)

    async def __call__(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """Signs and sends a request."""
        url = str(request.url)
        if not self._is_for(url):
            return await handler(request)
        body = await request.body.as_bytes() if request.body else b""
        before = list(request.headers.items())
        request.headers.update(self._fields(request.method, url, before, body, None))
        response = await handler(request)
        nonce = challenge_nonce(response.raw_headers) if response.status == 401 else None
        if nonce is None:
            return response
        response.release()
        request.headers.update(self._fields(request.method, url, before, body, nonce))
        return await handler(request)

"""WSGI middleware that authenticates requests with the keys of DIDs: for Flask, Django and every other WSGI application.

    app.wsgi_app = DidWbaMiddleware(app.wsgi_app, Authenticator("https://api.example.com"))

    @app.get("/me")
    def me():
        return caller(request).did

In Django, wrap what `get_wsgi_application` returns.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from ._service import KEY, Response, answered, malformed, path_set, refused
from .auth import Authenticated, Authenticator, Denied

__all__ = ["DidWbaMiddleware", "caller"]

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
App = Callable[[Environ, StartResponse], Iterable[bytes]]


def caller(request: Any) -> Authenticated:
    """The authenticated caller of a request of Flask or Django, or of the environment itself.

    Raises `LookupError` if the middleware did not authenticate it.
    """
    environ = getattr(request, "environ", None) or getattr(request, "META", request)
    found = environ.get(KEY)
    if not isinstance(found, Authenticated):
        raise LookupError("the request is not authenticated: DidWbaMiddleware did not see it")
    return found


class DidWbaMiddleware:
    """Passes only authenticated requests on. Others get the response of the protocol: 401 with a challenge, 403, 413, 503.

    The body is read into memory, up to the authenticator's `body_limit`. `public` are paths that need no authentication, compared exactly.
    `on_denied` gets each refusal with the environment.
    The target is `REQUEST_URI` or `RAW_URI`, the request line's, where the server has one; others are read again from the decoded path, so paths
    with encoded slashes are refused.
    """

    def __init__(
        self,
        app: App,
        authenticator: Authenticator,
        *,
        public: Collection[str] = (),
        on_denied: Callable[[Denied, Environ], object] | None = None,
    ) -> None:
        if not isinstance(authenticator, Authenticator):
            raise TypeError(f"expected an Authenticator, found {type(authenticator).__name__}")
        self._public = path_set(public)
        self._app = app
        self._authenticator = authenticator
        self._on_denied = on_denied

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Handles one request."""
        environ.pop(KEY, None)
        path = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        if path in self._public:
            return self._app(environ, start_response)
        found = self._authenticated(environ, path)
        if isinstance(found, Response):
            status = f"{found.status} {HTTPStatus(found.status).phrase}"
            start_response(status, [*found.headers, ("content-length", str(len(found.body)))])
            return [found.body]
        environ[KEY] = found
        given = found.response_headers

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, answered(headers, given), *more)

        return self._app(environ, start)

    def _authenticated(self, environ: Environ, path: str) -> Authenticated | Response:
        method, headers = environ["REQUEST_METHOD"], _fields(environ)
        try:
            target = _target(environ, path)
            self._authenticator.check_head(method, target, headers)
            body = _read_body(environ, self._authenticator.body_limit)
            found = self._authenticator.authenticate(method, target, headers, body, peer=environ.get("REMOTE_ADDR"))
        except Denied as denied:
            return refused(self._on_denied, denied, environ)
        except ValueError as error:
            return malformed(error)
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return found


def _fields(environ: Environ) -> list[tuple[str, str]]:
    fields = [(name[5:].replace("_", "-"), value) for name, value in environ.items() if name.startswith("HTTP_")]
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            fields.append((name.replace("_", "-"), environ[name]))
    return fields


def _target(environ: Environ, path: str) -> str:
    """The request line's target."""
    for name in ("REQUEST_URI", "RAW_URI"):
        raw = environ.get(name)
        if isinstance(raw, str) and raw.startswith("/"):
            return raw
    # the bytes of the path, one character each
    target, query = quote(path.encode("latin-1")), environ.get("QUERY_STRING")
    return f"{target}?{query}" if query else target


def _read_body(environ: Environ, limit: int) -> bytes:
    """The body, and one byte over the limit at most, which makes the authenticator refuse it."""
    left = limit + 1
    if not environ.get("wsgi.input_terminated"):
        # a server may wait for ever after the last byte
        left = min(left, int(environ.get("CONTENT_LENGTH") or 0))
    parts: list[bytes] = []
    while left > 0 and (part := environ["wsgi.input"].read(left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)

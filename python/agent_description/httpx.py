"""Requests of httpx, signed with the key of a DID.

    client = httpx.Client(auth=DidWbaAuth(key, method="did:wba:alice.example.com#key-1"))
    client.get("https://agent.example.com/tasks")
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import httpx

from ._agent_description import Key
from .auth import challenge_nonce, sign_request

__all__ = ["DidWbaAuth"]


class DidWbaAuth(httpx.Auth):
    """Signs each request (RFC 9421), and once more with the server's nonce if the server answers with one.

    `method` is the DID URL of the public key. `origins` restricts the signature to these origins (`https://agent.example.com`); requests to
    others are sent unsigned. `cover` names more components to sign, such as `content-type`. httpx must not follow redirects: a signature is
    for one URL. Works with `httpx.Client` and `httpx.AsyncClient`.
    """

    requires_request_body = True

    def __init__(
        self, key: Key, *, method: str, origins: Sequence[str] | None = None, cover: Sequence[str] = ()
    ) -> None:
        if isinstance(origins, str):
            raise TypeError("expected origins as a list, found a str")
        self._key = key
        self._method = method
        self._origins = None if origins is None else frozenset(_origin(httpx.URL(origin)) for origin in origins)
        self._cover = tuple(cover)

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """The steps that httpx takes."""
        if self._origins is not None and _origin(request.url) not in self._origins:
            yield request
            return
        self._sign(request, None)
        response = yield request
        if response.status_code == 401:
            nonce = challenge_nonce(response.headers.raw)
            if nonce is not None:
                self._sign(request, nonce)
                yield request

    def _sign(self, request: httpx.Request, nonce: str | None) -> None:
        url = str(request.url).partition("#")[0]
        fields = sign_request(
            request.method,
            url,
            self._key,
            method=self._method,
            headers=request.headers.raw,
            body=request.content,
            cover=self._cover,
            nonce=nonce,
        )
        request.headers.update(fields)


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return (url.scheme, url.host, url.port)

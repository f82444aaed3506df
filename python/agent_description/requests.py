"""Requests of requests, signed with the key of a DID.

    session = requests.Session()
    session.auth = DidWbaAuth(key, key_id="did:wba:alice.example.com#key-1")
    session.get("https://agent.example.com/tasks")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import requests
from requests.auth import AuthBase

from ._agent_description import Key
from ._requests import SigningFlow
from .auth import challenge_nonce

__all__ = ["DidWbaAuth"]

_FIELDS = ("Signature", "Signature-Input", "Content-Digest")


class DidWbaAuth(SigningFlow, AuthBase):
    """Signs each request (RFC 9421), and once more with the server's nonce if the server answers with one.

    The arguments are those of `agent_description.httpx.DidWbaAuth`. The body must be in memory. Redirected requests are sent unsigned, because a
    signature is for one URL.
    """

    def __init__(
        self, key: Key, *, key_id: str, origins: Sequence[str] | None = None, cover: Sequence[str] = ()
    ) -> None:
        super().__init__(key, key_id=key_id, origins=origins, cover=cover)

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Signs a prepared request."""
        assert request.url is not None
        if self._is_for(request.url):
            self._sign_prepared(request, None)
            request.register_hook("response", self._answered)
        return request

    def _sign_prepared(self, request: requests.PreparedRequest, nonce: str | None) -> None:
        assert request.url is not None and request.method is not None
        body: Any = request.body
        if body is None:
            body = b""
        elif isinstance(body, str):
            body = request.body = body.encode()
        # those of an earlier signature
        _remove(request)
        request.headers.update(self._fields(request.method, request.url, _pairs(request), body, nonce))

    def _answered(self, response: requests.Response, **arguments: Any) -> requests.Response:
        request = response.request
        nonce = challenge_nonce(response.headers) if response.status_code == 401 else None
        if nonce is not None and request.url is not None and self._is_for(request.url):
            # the connection is free after the body
            _ = response.content
            response.close()
            again = request.copy()
            again.deregister_hook("response", self._answered)
            self._sign_prepared(again, nonce)
            second: requests.Response = getattr(response, "connection").send(again, **arguments)
            second.history.append(response)
            second.request = again
            response = second
        if response.is_redirect:
            # the next request repeats the header fields of the first one
            _remove(request)
            request.deregister_hook("response", self._answered)
        return response


def _pairs(request: requests.PreparedRequest) -> list[tuple[str, str]]:
    return [(str(name), value if isinstance(value, str) else value.decode("latin-1")) for name, value in request.headers.items()]


def _remove(request: requests.PreparedRequest) -> None:
    for name in _FIELDS:
        request.headers.pop(name, None)

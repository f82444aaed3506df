"""Requests of httpx2, signed with the key of a DID.

    client = httpx2.Client(auth=DidWbaAuth(key, key_id="did:wba:alice.example.com#key-1"))
    client.get("https://agent.example.com/tasks")
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import httpx2

from ._agent_description import Key
from ._renamed import renamed
from ._requests import SigningFlow

__all__ = ["DidWbaAuth"]


class DidWbaAuth(SigningFlow, httpx2.Auth):
    """Signs each request (RFC 9421), and once more with the server's nonce if the server answers with one.

    `key_id` is the DID URL of the public key. `origins` restricts the signature to these origins (`https://agent.example.com`); requests to
    others are sent unsigned. `cover` names more components to sign, such as `content-type`. httpx2 must not follow redirects, as is its default: it
    would send the signature of one request with the next, which may go to another host. Works with `httpx2.Client` and `httpx2.AsyncClient`.
    """

    @renamed(method="key_id")
    def __init__(
        self, key: Key, *, key_id: str, origins: Sequence[str] | None = None, cover: Sequence[str] = ()
    ) -> None:
        super().__init__(key, key_id=key_id, origins=origins, cover=cover)

    def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response, None]:
        """The steps that httpx2 takes."""
        yield from self._flow(request)

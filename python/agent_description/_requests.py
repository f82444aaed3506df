"""What the clients of httpx, httpx2, aiohttp and requests do the same."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any
from urllib.parse import urlsplit

from ._agent_description import Key
from .auth import HeaderFields, challenge_nonce, check_key, sign_request

__all__ = ["SigningFlow", "origin_of"]

_PORTS = {"http": 80, "https": 443}


class SigningFlow:
    """Signs each request, and once more with the server's nonce if the server answers with one."""

    requires_request_body = True

    def __init__(
        self, key: Key, *, key_id: str, origins: Sequence[str] | None = None, cover: Sequence[str] = ()
    ) -> None:
        check_key(key, key_id)
        for name, value in (("origins", origins), ("cover", cover)):
            if isinstance(value, str):
                raise TypeError(f"expected {name} as a list, found a str")
        self._key = key
        self._key_id = key_id
        self._origins = None if origins is None else frozenset(map(origin_of, origins))
        self._cover = tuple(cover)

    def _is_for(self, url: str) -> bool:
        return self._origins is None or origin_of(url, whole=False) in self._origins

    def _fields(self, method: str, url: str, headers: HeaderFields, body: bytes, nonce: str | None) -> dict[str, str]:
        url = url.partition("#")[0]
        return sign_request(
            method, url, self._key, key_id=self._key_id, headers=headers, body=body, cover=self._cover, nonce=nonce
        )

    def _flow(self, request: Any) -> Generator[Any, Any, None]:
        url = str(request.url)
        if not self._is_for(url):
            yield request
            return
        self._sign(request, url, None)
        response = yield request
        if response.status_code == 401:
            nonce = challenge_nonce(response.headers.raw)
            if nonce is not None:
                self._sign(request, url, nonce)
                yield request

    def _sign(self, request: Any, url: str, nonce: str | None) -> None:
        fields = self._fields(request.method, url, request.headers.raw, request.content, nonce)
        request.headers.update(fields)


def origin_of(url: str, *, whole: bool = True) -> tuple[str, str, int | None]:
    """Scheme, host and port. `ValueError` for what is no origin, and with `whole` for more than one."""
    if not isinstance(url, str):
        raise TypeError(f"expected an origin as a str, found {type(url).__name__}")
    parts = urlsplit(url)
    more = parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in _PORTS or not parts.hostname or (whole and more):
        raise ValueError(f"expected an origin such as https://agent.example.com, found {url!r}")
    return (parts.scheme, parts.hostname, parts.port or _PORTS[parts.scheme])

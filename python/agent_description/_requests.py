"""What the clients of httpx and httpx2 do the same."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any
from urllib.parse import urlsplit

from ._agent_description import Key
from .auth import challenge_nonce, check_key, sign_request

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

    def _flow(self, request: Any) -> Generator[Any, Any, None]:
        url = str(request.url).partition("#")[0]
        if self._origins is not None and origin_of(url, whole=False) not in self._origins:
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
        fields = sign_request(
            request.method,
            url,
            self._key,
            key_id=self._key_id,
            headers=request.headers.raw,
            body=request.content,
            cover=self._cover,
            nonce=nonce,
        )
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

"""Authenticated callers in FastAPI, with a security scheme in OpenAPI.

    app = FastAPI()
    app.add_middleware(DidWbaMiddleware, audience="https://api.example.com", public=["/docs", "/openapi.json"])

    @app.get("/me")
    def me(who: Caller) -> str:
        return who.did
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from fastapi.openapi.models import HTTPBase
from fastapi.openapi.models import SecurityBase as SecurityModel
from fastapi.security.base import SecurityBase
from starlette.requests import HTTPConnection

from .asgi import DidWbaMiddleware
from .asgi import caller as caller_of
from .auth import Authenticated

__all__ = ["Caller", "DidWba", "DidWbaMiddleware", "caller"]


class DidWba(SecurityBase):
    """The security scheme: a dependency that returns the caller that `DidWbaMiddleware` authenticated."""

    def __init__(self, scheme_name: str = "DIDWba") -> None:
        self.model: SecurityModel = HTTPBase(
            scheme="DIDWba",
            description="A signature by a key of a DID (RFC 9421), in the fields Signature and Signature-Input.",
        )
        self.scheme_name: str = scheme_name

    async def __call__(self, connection: HTTPConnection) -> Authenticated:
        """The caller. Raises `LookupError` if the middleware did not authenticate the request."""
        return caller_of(connection)


#: The dependency: `Depends(caller)`.
caller: DidWba = DidWba()

#: The type of a parameter that is the caller.
Caller = Annotated[Authenticated, Depends(caller)]

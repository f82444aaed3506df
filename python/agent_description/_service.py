"""What the middlewares of services do the same."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Union

from .auth import Authenticated

__all__ = ["Allowed", "Response", "answered", "forbidden", "is_allowed", "malformed", "names"]

logger = logging.getLogger("agent_description")

#: The DIDs that may call, or a function that decides; `None` allows all.
Allowed = Union[Collection[str], Callable[[Authenticated], bool], None]

#: The caller, in the scope, environment or request.
KEY = "agent_description.caller"


class Response(NamedTuple):
    """The response to a refused request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


_PROBLEM = (("content-type", "application/problem+json"), ("cache-control", "no-store"))


def malformed(error: ValueError) -> Response:
    """For header fields or a target that are not valid."""
    logger.info("refused with status 400: %s", error)
    return Response(400, _PROBLEM, b'{"code":"auth-malformed","status":400,"title":"Bad Request"}')


def forbidden(found: Authenticated) -> Response:
    """For a caller that is not allowed."""
    logger.info("refused with status 403: %s is not allowed to call", found.did)
    return Response(403, _PROBLEM, b'{"code":"auth-forbidden","status":403,"title":"Forbidden"}')


def names(public: Collection[str], allowed: Allowed) -> frozenset[str]:
    """The public paths; `TypeError` for a `str` instead of a list."""
    if isinstance(public, str) or isinstance(allowed, str):
        raise TypeError("expected public and allowed as lists, found a str")
    return frozenset(public)


def is_allowed(allowed: Allowed, found: Authenticated) -> bool:
    """Whether the caller may call."""
    if allowed is None:
        return True
    return allowed(found) if callable(allowed) else found.did in allowed


def answered(headers: Iterable[tuple[str, str]], given: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The fields of a response, with the access token and what caches must know: they do not know that a signature is an authorization."""
    fields = list(headers)
    if given:
        # whatever the application says: a cache would hand the token to others
        replaced = {name.lower() for name, _ in given} | {"cache-control"}
        return [*(pair for pair in fields if pair[0].lower() not in replaced), *given, ("cache-control", "no-store")]
    if all(name.lower() != "cache-control" for name, _ in fields):
        fields.append(("cache-control", "private"))
    return fields

"""What the middlewares of services do the same."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from .auth import Denied

__all__ = ["Response", "answered", "malformed", "path_set", "refused", "refused_async"]

logger = logging.getLogger("agent_description")

_Request = TypeVar("_Request")

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


def refused(on_denied: Callable[[Denied, _Request], object] | None, denied: Denied, request: _Request) -> Response:
    """The response to a refused request, after `on_denied` was called."""
    with _failures_logged():
        if on_denied is not None:
            on_denied(denied, request)
    return _response(denied)


async def refused_async(
    on_denied: Callable[[Denied, _Request], object] | None, denied: Denied, request: _Request
) -> Response:
    """The same, where `on_denied` may be a coroutine function."""
    with _failures_logged():
        told = None if on_denied is None else on_denied(denied, request)
        if inspect.isawaitable(told):
            await told
    return _response(denied)


@contextmanager
def _failures_logged() -> Iterator[None]:
    try:
        yield
    except Exception:
        # the request is refused all the same
        logger.exception("on_denied failed")


def _response(denied: Denied) -> Response:
    return Response(denied.status, denied.headers, denied.body)


def path_set(public: Collection[str]) -> frozenset[str]:
    """The public paths; `TypeError` for a `str` instead of a list."""
    if isinstance(public, str):
        raise TypeError("expected public as a list, found a str")
    return frozenset(public)


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

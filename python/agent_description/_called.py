"""Calls of the extension module that Python's event loop awaits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ._agent_description import Call
from ._callbacks import Resolving

__all__ = ["called"]

_R = TypeVar("_R")


async def called(start: Callable[[Callable[[_R], None]], Call], resolving: Resolving | None = None) -> _R:
    """The result of a started call, which ends when it is cancelled, and its resolver with it."""
    # a program without event loop does not load it
    import asyncio

    loop = asyncio.get_running_loop()
    future: asyncio.Future[_R] = loop.create_future()

    def settle(result: _R) -> None:
        if not future.done():
            future.set_result(result)

    def done(result: _R) -> None:
        # on a thread of the extension module
        loop.call_soon_threadsafe(settle, result)

    call = start(done)
    try:
        return await future
    finally:
        call.cancel()
        if resolving is not None:
            resolving.cancel()

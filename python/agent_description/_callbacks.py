"""Functions of the caller that the extension module calls: replay stores and resolvers."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any, Union

from ._agent_description import DidDocument
from ._input import DocumentInput, to_bytes

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncResolver", "Resolver", "Resolving", "check_function", "is_async", "waited"]

_logger = logging.getLogger("agent_description")

#: How long a call of an `async` function may take, in seconds.
_TIMEOUT = 30.0

#: Returns the DID document of a DID: its bytes, text or members; `None` if there is none.
Resolver = Callable[[str], Union[DocumentInput, DidDocument, None]]
AsyncResolver = Callable[[str], Awaitable[Union[DocumentInput, DidDocument, None]]]


def is_async(function: object) -> bool:
    """Whether a call returns something to await."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


def check_function(function: object, name: str, *arguments: object, of: str) -> None:
    """`TypeError` for a function that would fail at each call."""
    if not callable(function):
        raise TypeError(f"expected {name} as a function, found {type(function).__name__}")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        # builtins have none
        return
    try:
        signature.bind(*arguments)
    except TypeError as error:
        raise TypeError(f"expected {name} as a function of {of}, found {signature}: {error}") from None


def waited(
    answer: Any, loop: asyncio.AbstractEventLoop | None, misuse: str, waiting: set[Future[Any]] | None = None
) -> Any:
    """The answer of a function, on a thread of the extension module, which the event loop does not wait for. It is in `waiting` meanwhile."""
    if not inspect.isawaitable(answer):
        return answer
    if loop is None:
        raise TypeError(misuse)
    # a program without event loop does not load it
    import asyncio

    future = asyncio.run_coroutine_threadsafe(_awaited(answer), loop)
    if waiting is not None:
        waiting.add(future)
    try:
        return future.result(_TIMEOUT)
    finally:
        # ends what takes too long
        future.cancel()
        if waiting is not None:
            waiting.discard(future)


async def _awaited(answer: Awaitable[Any]) -> Any:
    return await answer


class Resolving:
    """A resolver as the extension module calls it. Its exceptions are logged. `keeps_failures` is for one call: strangers choose the DIDs that
    a service asks for.
    """

    def __init__(
        self,
        resolver: Resolver | AsyncResolver,
        loop: Callable[[], asyncio.AbstractEventLoop | None],
        misuse: str,
        *,
        keeps_failures: bool = False,
    ) -> None:
        self._resolver = resolver
        self._loop = loop
        self._misuse = misuse
        #: By DID.
        self.failures: dict[str, Exception] = {}
        self._keeps_failures = keeps_failures
        self._waiting: set[Future[Any]] = set()

    def cancel(self) -> None:
        """Ends what still runs in the event loop."""
        for future in list(self._waiting):
            future.cancel()

    def __call__(self, did: str) -> bytes | None:
        """The bytes of the DID document."""
        try:
            answer = waited(self._resolver(did), self._loop(), self._misuse, self._waiting)
            if answer is None:
                return None
            return answer.to_bytes() if isinstance(answer, DidDocument) else to_bytes(answer)
        except CancelledError:
            # nobody waits for the answer
            raise
        except Exception as error:
            if self._keeps_failures:
                self.failures[did] = error
            _logger.warning("the resolver failed for %s", did, exc_info=error)
            raise

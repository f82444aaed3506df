"""Old names of arguments, accepted with a warning for one version."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["renamed", "warn_renamed"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


def warn_renamed(old: str, new: str, stacklevel: int) -> None:
    """Warns that a name goes."""
    warnings.warn(f"{old} is now {new}; the old name goes in the next version", DeprecationWarning, stacklevel + 1)


def renamed(**names: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """The function with old names (`old="new"`) of its arguments; type checkers see only the new ones."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @functools.wraps(function)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            for old, new in names.items():
                if old in kwargs and new not in kwargs:
                    warn_renamed(old, new, 2)
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate

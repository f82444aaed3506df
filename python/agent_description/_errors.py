"""Errors of documents and requests."""

from __future__ import annotations

from typing import Any

from ._evidence import Evidence
from ._native import Failure

__all__ = ["AdpError", "Malformed", "Permanent", "Refused", "Undecided"]


class AdpError(Exception):
    """The base of this package's errors.

    Wrong arguments raise `TypeError` or `ValueError` instead.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        line: int | None = None,
        column: int | None = None,
        pointer: str | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The stable code, for example `proof-signature`; `explain` describes it.
        self.code = code
        #: The line in the document, from 1.
        self.line = line
        #: The column in Unicode code points, from 1.
        self.column = column
        #: The JSON Pointer (RFC 6901) of the invalid value.
        self.pointer = pointer
        #: The checks before the refusal; their values are unverified claims of the document.
        self.evidence = evidence

    def __str__(self) -> str:
        place = "" if self.line is None else f" (line {self.line}, column {self.column})"
        return f"{self.code}: {self.message}{place}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: value for name, value in self.__dict__.items() if name != "__notes__"}
        return (_rebuild, (type(self), self.message, self.code, state))


class Malformed(AdpError):
    """The input cannot be parsed: it is not strict JSON, has an unknown format, or is too large."""


class Refused(AdpError):
    """The document is refused: the signature, its signer or an expectation is wrong."""


class Undecided(AdpError):
    """There is no verdict: a DID document is missing or the network is unavailable. Try again later, unless it is `Permanent`."""


class Permanent(Undecided):
    """There is no verdict, and a retry does not help: the URL may never be fetched."""


_CLASSES: dict[str, type[AdpError]] = {
    "malformed": Malformed,
    "refused": Refused,
    "undecided": Undecided,
    "permanent": Permanent,
}


def error_from(failure: Failure, evidence: Evidence | None = None) -> AdpError:
    """The exception for a failure of the extension module."""
    kind, code, message, line, column, pointer = failure
    return _CLASSES[kind](message, code=code, line=line, column=column, pointer=pointer, evidence=evidence)


def _rebuild(kind: type[AdpError], message: str, code: str, state: dict[str, Any]) -> AdpError:
    error = kind(message, code=code)
    error.__dict__.update(state)
    return error

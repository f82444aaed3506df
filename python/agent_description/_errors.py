"""Why a document or a request is not accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Failure
    from ._verification import Evidence

__all__ = ["AdpError", "Malformed", "Permanent", "Refused", "Undecided"]


class AdpError(Exception):
    """The base of this package's errors.

    Wrong arguments are no `AdpError`: they raise `TypeError` or `ValueError`.
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
        #: The stable code, for example `proof-signature`; `adp explain CODE` describes it.
        self.code = code
        #: The line in the document, from 1.
        self.line = line
        #: The column in Unicode code points, from 1.
        self.column = column
        #: The JSON Pointer (RFC 6901) of the value at fault.
        self.pointer = pointer
        #: What was checked before the document was refused: claims of a refused document, not knowledge.
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
    """The input cannot be read: no strict JSON, an unknown format, too large."""


class Refused(AdpError):
    """The answer is no: the signature, its signer or an expectation is wrong."""


class Undecided(AdpError):
    """Nothing is decided: a DID document is missing or the network did not answer. Try again later."""


class Permanent(Undecided):
    """Nothing is decided, and no retry will change that: the URL may never be fetched."""


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

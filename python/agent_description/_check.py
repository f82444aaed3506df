"""Documents checked by the rules of their format, and shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from . import _agent_description as native
from ._errors import error_from
from ._input import DocumentInput, time_text, to_bytes

__all__ = ["Finding", "Report", "check", "formats", "show"]


@dataclass(frozen=True)
class Finding:
    """A rule that a document breaks. `adp explain RULE` describes it."""

    rule: str
    code: str
    #: `error`, `warning` or `note`.
    severity: str
    message: str
    #: The JSON Pointer (RFC 6901) of the value at fault.
    pointer: str | None
    #: The place: lines from 1, columns in Unicode code points from 1; the end is the character after the last one.
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    #: How to fix it.
    help: str | None
    #: What to write in its place.
    replacement: str | None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


@dataclass(frozen=True)
class Report:
    """What `check` found."""

    #: Whether there is no error.
    valid: bool
    #: The format of the document; `formats` has all where it is of several.
    format: str
    formats: tuple[str, ...]
    #: The format and its version: `a2a-1.0`.
    profile: str
    findings: tuple[Finding, ...]
    #: How many findings are left out of a long list.
    omitted: int

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


def check(
    document: DocumentInput,
    *,
    format: str | None = None,
    strict: bool = False,
    for_registry: bool = False,
    at: datetime | None = None,
) -> Report:
    """Checks a document by all rules of its format. A valid document may have any signature: `verify` looks at that.

    `format` reads it as this format, whatever it looks like. `strict` makes errors of the warnings that the specification supports.
    `for_registry` also checks the limits of registries. `at` is the time for what expires (default: now).

    Raises `Malformed` for a document that is no strict JSON or of no known format.
    """
    found = native.check(to_bytes(document), format=format, strict=strict, for_registry=for_registry, at=time_text(at))
    if len(found) == 6:
        raise error_from(found)
    names, profile, valid, findings, omitted = found
    return Report(
        valid=valid,
        format=names[0],
        formats=tuple(names),
        profile=profile,
        findings=tuple(Finding(*finding) for finding in findings),
        omitted=omitted,
    )


def show(document: DocumentInput, *, format: str | None = None, at: datetime | None = None) -> Any:
    """What a document says, as its format's model. Nothing is verified: use `verify(...).model` for that.

    Raises `Malformed` or `Refused` for a document without a meaning that can be relied on.
    """
    found = native.show(to_bytes(document), format=format, at=time_text(at))
    if len(found) == 6:
        raise error_from(found)
    return found[1]


def formats() -> list[str]:
    """The names of all formats, as `format` takes them."""
    return native.formats()

"""Checking and showing documents."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from . import _agent_description as native
from ._errors import error_from
from ._input import DocumentInput, time_text, to_bytes

__all__ = ["Finding", "Report", "check", "formats", "show"]


@dataclass(frozen=True)
class Finding:
    """A rule that a document breaks. `explain(rule)` describes it."""

    rule: str
    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    #: The JSON Pointer (RFC 6901) of the invalid value.
    pointer: str | None
    #: The place: lines from 1, columns in Unicode code points from 1; the end is the character after the last one.
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    #: How to fix it.
    help: str | None
    #: The replacement for the marked text.
    replacement: str | None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


@dataclass(frozen=True)
class Report:
    """The result of `check`."""

    #: Whether there is no error.
    valid: bool
    #: The format of the document; `formats` has all of them.
    format: str
    formats: tuple[str, ...]
    #: The format and its version: `a2a-1.0`.
    profile: str
    findings: tuple[Finding, ...]
    #: Number of omitted findings.
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
    """Checks a document by all rules of its format. It does not verify signatures: use `verify`.

    `format` selects a format instead of detecting it. `strict` turns warnings into errors if the specification supports this.
    `for_registry` also checks the limits of registries. `at` is the time for expiry checks (default: now).

    Raises `Malformed` for a document that is not strict JSON or has no known format.
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
    """The data of a document as its format's model, unverified. For verified data use `verify(...).model`.

    Raises `Malformed` or `Refused` for a document without reliable data.
    """
    found = native.show(to_bytes(document), format=format, at=time_text(at))
    if len(found) == 6:
        raise error_from(found)
    return found[1]


def formats() -> list[str]:
    """The names of all formats, for the argument `format`."""
    return native.formats()

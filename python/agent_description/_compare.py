"""Comparison and conversion of documents, explanations of codes and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from . import _agent_description as native
from ._errors import error_from
from ._input import DocumentInput, to_bytes

__all__ = ["Conversion", "Coverage", "Diff", "Loss", "convert", "covers", "diff", "explain"]


@dataclass(frozen=True)
class Diff:
    """The differences of two documents. `changes` have the members of `adp diff --json`."""

    format: str
    #: Whether a change can break callers of the agent.
    breaking: bool
    changes: tuple[dict[str, Any], ...]
    #: Number of omitted changes.
    omitted: int


@dataclass(frozen=True)
class Loss:
    """What the other format cannot express."""

    pointer: str
    severity: Literal["error", "warning", "note"]
    reason: str


@dataclass(frozen=True)
class Conversion:
    """A document in another format, unsigned."""

    text: str
    losses: tuple[Loss, ...]
    #: Whether a requirement of human consent is lost.
    loses_consent: bool


def diff(old: DocumentInput, new: DocumentInput, *, format: str | None = None) -> Diff:
    """Compares two documents of one format. It does not verify signatures.

    Raises `Malformed` for a document that cannot be read, and `Refused` for documents without a common format.
    """
    found = native.diff(to_bytes(old), to_bytes(new), format=format)
    if isinstance(found, tuple):
        raise error_from(found)
    return Diff(found["format"], found["breaking"], tuple(found["changes"]), found["omitted"])


def convert(
    document: DocumentInput,
    to: str,
    *,
    format: str | None = None,
    name: str | None = None,
    url: str | None = None,
    strict: bool = False,
) -> Conversion:
    """Converts a document to the format `to`, such as `a2a-1.0`. The signature is not kept.

    `name` and `url` replace those of the document. `strict` refuses a conversion with losses. Raises `ValueError` for
    an unknown target, with the known ones.
    """
    found = native.convert(to_bytes(document), to, format=format, name=name, url=url, strict=strict)
    if isinstance(found, tuple):
        raise error_from(found)
    losses = (Loss(loss["pointer"], loss["severity"], loss["reason"]) for loss in found["losses"])
    return Conversion(found["text"], tuple(losses), found["losesConsent"])


@dataclass(frozen=True)
class Coverage:
    """What the signatures of a document cover; all are JSON Pointers."""

    #: The members that contain the signatures.
    signature: tuple[str, ...]
    #: The members that no signature covers.
    uncovered: tuple[str, ...]
    #: Number of members that were tried.
    examined: int
    #: Whether all were tried; a large document has too many.
    complete: bool


def covers(document: DocumentInput, *, format: str | None = None, payload_form: str | None = None) -> Coverage:
    """Which members a signature of the document covers, found by trial. It does not verify signatures.

    `payload_form` is for cards. Raises `Malformed` for a document that cannot be read, and `ValueError` for a format without signatures.
    """
    found = native.covers(to_bytes(document), format=format, payload_form=payload_form)
    if isinstance(found, tuple):
        raise error_from(found)
    return Coverage(tuple(found["signature"]), tuple(found["uncovered"]), found["examined"], found["complete"])


def explain(name: str) -> dict[str, str | None]:
    """What a code or rule means, and what to do, with the members of `adp explain --json`. `ValueError` for an unknown one."""
    found: dict[str, str | None] = native.explain(name)
    return found

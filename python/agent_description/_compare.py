"""Comparison and conversion of documents, explanations of codes and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from . import _agent_description as native
from ._errors import error_from
from ._input import DocumentInput, to_bytes

__all__ = ["Conversion", "Diff", "Loss", "convert", "diff", "explain"]


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


def explain(name: str) -> dict[str, str | None]:
    """What a code or rule means, and what to do, with the members of `adp explain --json`. `ValueError` for an unknown one."""
    found: dict[str, str | None] = native.explain(name)
    return found

"""Listings of agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ._errors import error_from

__all__ = ["Listed", "Listing", "ListingFinding", "listing_from"]


@dataclass(frozen=True)
class Listed:
    """A description in a listing, not verified."""

    url: str
    name: str | None
    #: The agent's Handle in the listing; resolve it before you rely on it.
    handle: str | None
    #: The types in the listing, as IRIs.
    types: tuple[str, ...]
    #: The URL of the page that lists it.
    page: str
    #: Whether it has the listing's origin: a host can list any URL, but may only represent itself.
    same_origin: bool


@dataclass(frozen=True)
class ListingFinding:
    """A problem of a listing. An error means that a part is missing."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    url: str
    pointer: str | None


@dataclass(frozen=True)
class Listing:
    """The descriptions that a host lists, in order, each once."""

    #: The URLs of its pages.
    pages: tuple[str, ...]
    items: tuple[Listed, ...]
    findings: tuple[ListingFinding, ...]
    #: Whether every page was read.
    complete: bool


def listing_from(found: Any) -> Listing:
    """The listing of the extension module, or its exception."""
    if isinstance(found, tuple):
        raise error_from(found)
    items = (
        Listed(item["url"], item["name"], item["handle"], tuple(item["types"]), item["page"], item["sameOrigin"])
        for item in found["items"]
    )
    findings = (
        ListingFinding(one["code"], one["severity"], one["message"], one["url"], one["pointer"])
        for one in found["findings"]
    )
    return Listing(tuple(found["pages"]), tuple(items), tuple(findings), found["complete"])

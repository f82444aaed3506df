"""Input types of documents, times and keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from ._agent_description import DidDocument

__all__ = ["DocumentInput", "parse_time", "time_text", "to_bytes"]

#: A document: its bytes, its text, or its members. A `dict` has lost duplicate members and the exact numbers of the text.
DocumentInput = Union[bytes, bytearray, memoryview, str, Mapping[str, Any]]


def to_bytes(document: DocumentInput) -> bytes:
    """The bytes of a document.

    Raises `TypeError` for other types and `ValueError` for a `dict` that JSON cannot write: NaN, infinity, a cycle.
    """
    if type(document) is bytes:
        return document
    if isinstance(document, str):
        # a lone surrogate becomes bytes that the strict parser refuses
        return document.encode("utf-8", "surrogatepass")
    if isinstance(document, (bytes, bytearray, memoryview)):
        return bytes(document)
    if isinstance(document, Mapping):
        return _json_bytes(document)
    kind = type(document).__name__
    hint = "; read the file first: path.read_bytes()" if hasattr(document, "read_bytes") else ""
    raise TypeError(f"expected the document as bytes, str or dict, found {kind}{hint}")


def _json_bytes(document: Mapping[str, Any]) -> bytes:
    try:
        _check_names(document)
        text = json.dumps(document if isinstance(document, dict) else dict(document), allow_nan=False)
    except RecursionError:
        raise ValueError("the document is nested too deeply, or contains itself") from None
    return text.encode("ascii")


def _check_names(value: Any) -> None:
    """Refuses member names that JSON would silently turn into text: `{1: ...}`, `{None: ...}`."""
    if isinstance(value, Mapping):
        for name, member in value.items():
            if not isinstance(name, str):
                raise TypeError(f"expected member names of type str, found {type(name).__name__}")
            _check_names(member)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _check_names(item)


def time_text(time: datetime | None, name: str = "at") -> str | None:
    """A time in RFC 3339; `ValueError` for one without time zone."""
    if time is None:
        return None
    if not isinstance(time, datetime):
        raise TypeError(f"expected {name} as a datetime, found {type(time).__name__}")
    if time.tzinfo is None:
        raise ValueError(f"{name} has no time zone; use datetime.now(timezone.utc)")
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def parse_time(text: str | None) -> datetime | None:
    """A time of the extension module. Digits below microseconds are truncated."""
    if text is None:
        return None
    date, _, fraction = text.removesuffix("Z").partition(".")
    microseconds = int(fraction[:6].ljust(6, "0")) if fraction else 0
    return datetime.fromisoformat(date).replace(microsecond=microseconds, tzinfo=timezone.utc)


def parse_did_document(did: str, document: bytes) -> DidDocument:
    """For `pickle`."""
    from ._agent_description import DidDocument

    return DidDocument.parse(did, document)

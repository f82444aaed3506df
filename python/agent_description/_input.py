"""Input types of documents, times and keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any, Union

from ._agent_description import DidDocument

__all__ = ["DocumentInput", "host", "parse_time", "seconds", "time_text", "to_bytes"]

#: A document: its bytes, its text, or its members. A `dict` has lost duplicate members and the exact numbers of the text.
DocumentInput = Union[bytes, bytearray, memoryview, str, Mapping[str, Any]]


def to_bytes(document: DocumentInput) -> bytes:
    """The bytes of a document.

    Raises `TypeError` for other types and `ValueError` for a `dict` that JSON cannot write: NaN, infinity, a cycle.
    """
    if type(document) is bytes:
        return document
    if isinstance(document, str):
        _refuse_place(document)
        # a lone surrogate becomes bytes that the strict parser refuses
        return document.encode("utf-8", "surrogatepass")
    if isinstance(document, (bytes, bytearray, memoryview)):
        return bytes(document)
    if isinstance(document, Mapping):
        return _json_bytes(document)
    kind = type(document).__name__
    raise TypeError(f"expected the document as bytes, str or dict, found {kind}{_hint(document)}")


def _hint(document: object) -> str:
    """How documents are got from objects that have one."""
    if hasattr(document, "read_bytes"):
        return "; read the file first: path.read_bytes()"
    if hasattr(document, "model_dump_json"):
        return "; pass document.model_dump_json(by_alias=True, exclude_none=True)"
    if hasattr(document, "SerializeToString"):
        return "; pass google.protobuf.json_format.MessageToDict(document)"
    if hasattr(document, "__await__"):
        return "; await it first"
    return ""


def _refuse_place(text: str) -> None:
    """`Malformed` for a path or URL: documents begin with a brace."""
    if len(text) > 2_000 or "{" in text or any(character.isspace() for character in text):
        return
    if text.startswith(("https://", "http://")):
        hint = f"found the URL {text!r}, expected the document; use Client().verify(url), or fetch it first"
    elif text.endswith((".json", ".jsonld")):
        hint = f"found the path {text!r}, expected the document; use Path({text!r}).read_bytes()"
    else:
        return
    from ._errors import Malformed

    raise Malformed(hint, code="json-syntax", line=1, column=1)


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


def seconds(duration: timedelta | None, name: str) -> float | None:
    """A duration in seconds; `TypeError` for numbers, which do not say their unit."""
    if duration is None:
        return None
    if not isinstance(duration, timedelta):
        raise TypeError(f"expected {name} as a timedelta, found {type(duration).__name__}")
    return duration.total_seconds()


def host(value: object, name: str) -> str:
    """A host name; `ValueError` for a URL, and for text that is no host."""
    if not isinstance(value, str):
        raise TypeError(f"expected {name} as a host name, None or ANY, found {value!r}")
    if "/" in value or "@" in value:
        found = "a URL" if "://" in value else "a path"
        raise ValueError(f"expected {name} as a host, found {found}: {value!r}; use {_host_of(value)!r}")
    if not value or any(character.isspace() for character in value):
        raise ValueError(f"expected {name} as a host, found {value!r}")
    return value


def _host_of(url: str) -> str:
    return url.partition("://")[2].partition("/")[0] or "agent.example.com"


def parse_time(text: str | None) -> datetime | None:
    """A time of the extension module. Digits below microseconds are truncated."""
    if text is None:
        return None
    date, _, fraction = text.removesuffix("Z").partition(".")
    microseconds = int(fraction[:6].ljust(6, "0")) if fraction else 0
    return datetime.fromisoformat(date).replace(microsecond=microseconds, tzinfo=timezone.utc)


def parse_did_document(did: str, document: bytes) -> DidDocument:
    """For `pickle`."""
    return DidDocument.parse(did, document)

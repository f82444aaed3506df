"""Results of verifications."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, Literal, NamedTuple

from . import _agent_description as native
from ._errors import AdpError, Malformed, error_from
from ._evidence import Binding, Check, Evidence, Signature
from ._input import parse_time
from ._model import AgentCard, AgentCatalog, AgentDescription, ToolList
from ._native import Failure

__all__ = ["Binding", "Check", "Evidence", "Signature", "Status", "Verdict", "Verification", "verification_from"]

#: The status of a document. An undecided one has no verdict: something is missing.
Status = Literal["verified", "refused", "undecided", "malformed"]

#: The codes of undecided documents for which a retry does not help.
_FINAL = frozenset({"net-scheme", "net-address", "usage"})


class Verification:
    """A verified document. Only `verify` and the clients create one."""

    __slots__ = ("__dict__", "_native", "_state")
    _native: native.Verification | None
    _state: tuple[dict[str, Any], bytes, Any] | None

    def __init__(self) -> None:
        raise TypeError("a Verification is made by verify()")

    @property
    def status(self) -> Status:
        """`verified`: documents with another status raise an exception."""
        return "verified"

    @property
    def format(self) -> str:
        """The format by which the document was verified, for example `adp` or `a2a-card`."""
        value: str = self._report["format"] if self._native is None else self._native.format
        return value

    @property
    def signer(self) -> str | None:
        """The DID that signed; `None` where only the document's integrity was verified, with a set of keys."""
        value: str | None = self._report["identity"] if self._native is None else self._native.signer
        return value

    @property
    def binding(self) -> Binding:
        """Why the signature is accepted."""
        value: Binding = self._report["binding"]
        return value

    @property
    def expires(self) -> datetime | None:
        """Expiry time of the result: that of the signature or of its key, whichever is earlier."""
        return parse_time(self._report["expires"])

    @property
    def verified_at(self) -> datetime:
        """The time of verification."""
        time = parse_time(self._report["verifiedAt"])
        assert time is not None
        return time

    @property
    def evidence(self) -> Evidence:
        """What was checked, and what was not."""
        return Evidence(self._report)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """Every signature in the document's order."""
        return self.evidence.signatures

    @property
    def document(self) -> dict[str, Any]:
        """The members of the verified document, those that its signature covers: a new `dict` each time."""
        if self._native is not None:
            return self._native.document()
        members: dict[str, Any] = json.loads(self.document_bytes)
        return members

    @property
    def document_bytes(self) -> bytes:
        """The text of the verified document. If parts have no signature, it is rewritten without them."""
        if self._native is not None:
            return self._native.document_bytes()
        assert self._state is not None
        return self._state[1]

    @property
    def unsigned(self) -> tuple[str, ...]:
        """JSON Pointers to what was left out of `document`, because no accepted signature covers it."""
        return tuple(self._report["unsigned"])

    @property
    def model(self) -> dict[str, Any] | None:
        """The data of the document as its format's model, a new object each time; `None` if the format has none.

        `description`, `card`, `catalog` and `tools` are typed.
        """
        if self._native is not None:
            model: dict[str, Any] | None = self._native.model()
            return model
        assert self._state is not None
        copied: dict[str, Any] | None = copy.deepcopy(self._state[2])
        return copied

    @cached_property
    def description(self) -> AgentDescription:
        """The agent description, typed; `ValueError` for documents of other formats."""
        return AgentDescription.from_model(self._model_of("an agent description", "adp", "anp-07"))

    @cached_property
    def card(self) -> AgentCard:
        """The A2A Agent Card, typed; `ValueError` for documents of other formats."""
        return AgentCard.from_model(self._model_of("an A2A Agent Card", "a2a-card"))

    @cached_property
    def catalog(self) -> AgentCatalog:
        """The AI Catalog, typed; `ValueError` for documents of other formats."""
        return AgentCatalog.from_model(self._model_of("an AI Catalog", "ai-catalog", "ard"))

    @cached_property
    def tools(self) -> ToolList:
        """The tools of an MCP server, typed; `ValueError` for documents of other formats."""
        return ToolList.from_model(self._model_of("a list of MCP tools", "mcp-tools"))

    def _model_of(self, title: str, *formats: str) -> dict[str, Any]:
        model = self.model
        if self.format not in formats or model is None:
            raise ValueError(f"expected {title}, found the format {self.format}; use model")
        return model

    @cached_property
    def _report(self) -> dict[str, Any]:
        if self._native is not None:
            return self._native.report()
        assert self._state is not None
        return self._state[0]

    def to_dict(self) -> dict[str, Any]:
        """The report, with the members of `adp verify --json`."""
        return copy.deepcopy(dict(self._report))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Verification cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verification):
            return NotImplemented
        return self.document_bytes == other.document_bytes and self._report == other._report

    def __hash__(self) -> int:
        return hash((self.document_bytes, self.signer))

    def __repr__(self) -> str:
        return f"<Verification {self.format} {self.signer or self.binding}>"

    def __copy__(self) -> Verification:
        return self

    def __deepcopy__(self, _memo: Any) -> Verification:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self._report, self.document_bytes, self.model))


def _make(found: native.Verification | None, state: tuple[dict[str, Any], bytes, Any] | None) -> Verification:
    verification = object.__new__(Verification)
    object.__setattr__(verification, "_native", found)
    object.__setattr__(verification, "_state", state)
    return verification


def _restore(report: dict[str, Any], document: bytes, model: Any) -> Verification:
    return _make(None, (report, document, model))


def verification_from(found: native.Verification | Failure) -> Verification:
    """The verification; raises an error if the document is not verified."""
    if isinstance(found, tuple):
        raise _error(found)
    failure = found.failure()
    if failure is not None:
        raise error_from(failure, Evidence(found.report()))
    return _make(found, None)


def _error(failure: Failure) -> Exception:
    # an expectation that does not apply to the document is the caller's mistake
    return ValueError(failure[2]) if failure[1] == "usage" else error_from(failure)


class Verdict(NamedTuple):
    """The verdict on one of many documents."""

    #: `verified`, `refused`, `undecided` or `malformed`.
    status: Status
    #: The stable code of why the document is not verified.
    code: str | None
    message: str | None
    #: The DID that signed, if the document is verified.
    signer: str | None
    format: str | None
    #: Why the signature is accepted.
    binding: Binding | None
    expires: datetime | None
    #: The place in the document: line and column from 1, and a JSON Pointer.
    line: int | None
    column: int | None
    pointer: str | None

    @property
    def verified(self) -> bool:
        """Whether the document is verified."""
        return self.status == "verified"

    @property
    def is_retryable(self) -> bool:
        """Whether a retry with more DID documents may give a verdict."""
        return self.status == "undecided" and self.code not in _FINAL

    def error(self) -> AdpError | None:
        """The exception that `verify` raises for such a document."""
        if self.status == "verified":
            return None
        assert self.code is not None and self.message is not None
        if self.code == "usage":
            return Malformed(self.message, code=self.code)
        kind = "permanent" if self.status == "undecided" and not self.is_retryable else self.status
        return error_from((kind, self.code, self.message, self.line, self.column, self.pointer))

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return self._asdict()


def verdicts_from(rows: Iterable[tuple[Any, ...]]) -> list[Verdict]:
    """Verdicts of the extension module's rows."""
    make = Verdict._make
    return [make(row) if row[6] is None else make((*row[:6], parse_time(row[6]), *row[7:])) for row in rows]

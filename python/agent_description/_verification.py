"""Results of verifications."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _agent_description as native
from ._errors import AdpError, Malformed, error_from
from ._input import parse_time
from ._model import AgentDescription

if TYPE_CHECKING:
    from ._native import Failure

__all__ = ["Check", "Evidence", "Signature", "Verdict", "Verification", "verification_from"]


@dataclass(frozen=True)
class Check:
    """One check. `result` is `pass`, `fail`, `unbound`, `unchecked`, `not-bound` or `not-reached`."""

    name: str
    result: str
    detail: str | None


@dataclass(frozen=True)
class Signature:
    """The result for one signature. `binding` is the reason why it is accepted; a valid signature may be `unbound`."""

    index: int
    verified: bool
    algorithm: str | None
    key_id: str | None
    signer: str | None
    binding: str | None
    #: Code and message of the error, if the signature is invalid.
    error: tuple[str, str] | None


class Evidence:
    """What was checked, and what was not. For a refused document, these are unverified claims."""

    __slots__ = ("_report",)
    _report: Mapping[str, Any]

    def __init__(self, report: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_report", report)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Evidence cannot be changed: {name}")

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every check in its order."""
        return tuple(Check(check["name"], check["result"], check["detail"]) for check in self._report["checks"])

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """Every signature in the document's order."""
        return tuple(map(_signature, self._report["signatures"]))

    def result(self, name: str) -> str | None:
        """The result of the check with this name."""
        return next((check["result"] for check in self._report["checks"] if check["name"] == name), None)

    @property
    def verification_method(self) -> str | None:
        """The key ID in the proof, a DID URL."""
        value: str | None = self._report["verificationMethod"]
        return value

    @property
    def created(self) -> datetime | None:
        """Creation time in the proof."""
        return parse_time(self._report["created"]) if self._is_time("created") else None

    def _is_time(self, name: str) -> bool:
        value = self._report[name]
        return isinstance(value, str) and value.endswith("Z")

    @property
    def domain(self) -> str | None:
        """The domain in the proof."""
        value: str | None = self._report["domain"]
        return value

    def to_dict(self) -> dict[str, Any]:
        """The report, with the members of `adp verify --json`."""
        return copy.deepcopy(dict(self._report))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and self._report == other._report

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Evidence {', '.join(f'{check.name}: {check.result}' for check in self.checks)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Evidence, (self._report,))


def _signature(signature: Mapping[str, Any]) -> Signature:
    error = signature["error"]
    return Signature(
        index=signature["index"],
        verified=signature["verified"],
        algorithm=signature["alg"],
        key_id=signature["kid"],
        signer=signature["identity"],
        binding=signature["binding"],
        error=None if error is None else (error["code"], error["message"]),
    )


class Verification:
    """A verified document. Only `verify` and the clients create one."""

    __slots__ = ("__dict__", "_native", "_state")
    _native: native.Verification | None
    _state: tuple[dict[str, Any], bytes, Any] | None

    def __init__(self) -> None:
        raise TypeError("a Verification is made by verify()")

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
    def binding(self) -> str:
        """Why the signature is accepted: `subject`, `signer`, `host`, `publisher` or `key`."""
        value: str = self._report["binding"]
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
    def model(self) -> Any:
        """The data of the document as its format's model, a new object each time; `None` if the format has none."""
        if self._native is not None:
            return self._native.model()
        assert self._state is not None
        return copy.deepcopy(self._state[2])

    @cached_property
    def description(self) -> AgentDescription:
        """The agent description, typed; `ValueError` for documents of other formats."""
        model = self.model
        if self.format not in ("adp", "anp-07") or model is None:
            raise ValueError(f"the document is no agent description, but of the format {self.format}; use model")
        return AgentDescription.from_model(model)

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

    #: `verified`, `refused`, `malformed`, `undecided`, or `permanent`: undecided, and no retry will change that.
    status: Literal["verified", "refused", "malformed", "undecided", "permanent"]
    #: The stable code of why the document is not verified.
    code: str | None
    message: str | None
    #: The DID that signed, if the document is verified.
    signer: str | None
    format: str | None
    #: Why the signature is accepted: `subject`, `signer`, `host`, `publisher` or `key`.
    binding: str | None
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
        return self.status == "undecided"

    def error(self) -> AdpError | None:
        """The exception that `verify` raises for such a document."""
        if self.status == "verified":
            return None
        assert self.code is not None and self.message is not None
        if self.code == "usage":
            return Malformed(self.message, code=self.code)
        return error_from((self.status, self.code, self.message, self.line, self.column, self.pointer))

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return self._asdict()


def verdicts_from(rows: Iterable[tuple[Any, ...]]) -> list[Verdict]:
    """Verdicts of the extension module's rows."""
    make = Verdict._make
    return [make(row) if row[6] is None else make((*row[:6], parse_time(row[6]), *row[7:])) for row in rows]

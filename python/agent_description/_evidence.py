"""What was checked, and what was not."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ._input import parse_time
from ._renamed import warn_renamed

__all__ = ["Binding", "Check", "CheckResult", "Evidence", "Signature"]

CheckResult = Literal["pass", "fail", "unbound", "unchecked", "not-bound", "not-reached"]

#: Why a signature is accepted.
Binding = Literal["subject", "signer", "host", "publisher", "key"]


@dataclass(frozen=True)
class Check:
    """One check."""

    name: str
    result: CheckResult
    detail: str | None


@dataclass(frozen=True)
class Signature:
    """The result for one signature. `binding` is the reason why it is accepted; a valid signature may be `unbound`."""

    index: int
    verified: bool
    algorithm: str | None
    key_id: str | None
    signer: str | None
    binding: Binding | Literal["unbound"] | None
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

    def result(self, name: str) -> CheckResult | None:
        """The result of the check with this name."""
        return next((check["result"] for check in self._report["checks"] if check["name"] == name), None)

    @property
    def claimed_signer(self) -> str | None:
        """The DID that the document names as its signer, verified or not."""
        value: str | None = self._report["signer"]
        return value

    @property
    def key_id(self) -> str | None:
        """The key ID in the proof, a DID URL."""
        value: str | None = self._report["verificationMethod"]
        return value

    @property
    def verification_method(self) -> str | None:
        """The old name of `key_id`."""
        warn_renamed("Evidence.verification_method", "Evidence.key_id", 2)
        return self.key_id

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

    def __hash__(self) -> int:
        return hash((self._report["verificationMethod"], self._report["format"]))

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

"""Inputs of every type of Python: each is taken, or refused with `TypeError`, `ValueError` or one of this package's errors."""

from __future__ import annotations

import decimal
import enum
import fractions
import io
import pathlib
import random
import uuid
from collections import OrderedDict, UserDict, deque
from datetime import date, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any

import pytest

import agent_description as ad
from conftest import NOW, Agent


class Text(str):
    pass


class Liar(dict[str, Any]):
    """Shows other members when it is asked again."""

    def items(self) -> Any:
        return {"a": 1}.items()


class Color(enum.Enum):
    RED = "red"


class Explosive:
    def __bytes__(self) -> bytes:
        raise RuntimeError("never asked for")


CYCLE: dict[str, Any] = {}
CYCLE["again"] = CYCLE
DEEP: Any = {}
for _ in range(100_000):
    DEEP = {"a": DEEP}

NOT_DOCUMENTS: list[Any] = [
    None, True, 1, 1.5, 1j, [], [{}], (), set(), frozenset(), object(), Explosive(), Color.RED, deque(), range(3), iter([]),
    pathlib.Path("ad.json"), io.BytesIO(b"{}"), decimal.Decimal(1), fractions.Fraction(1), uuid.uuid4(), date.today(), NOW,
    lambda: b"{}", int, ad, Ellipsis, NotImplemented, ad.ANY,
]  # fmt: skip

MALFORMED: list[Any] = [
    b"", b"\x00", b"\xff\xfe", b"[]", b"null", b"{", b"{}", b"{}{}", b"{'a': 1}", b'{"a": NaN}', b'{"a": 1e999}', b"\xef\xbb\xbf{}", b"[" * 10_000,
    b'{"a":' * 10_000, b'{"a": "\\ud800"}', b'{"a": 1, "a": 2}', "", "{", "\ud800", '{"a": "\ud800"}', "\x00", "ad.json", "https://a.example/ad.json",
    {}, {"a": 1}, {"a": "\ud800"}, {"\ud800": 1}, {"a": 10**400}, {"a": 1e308 * 1.0}, {"a": {"b": [None, True, 1.5]}}, OrderedDict(a=1), Text("{}"),
    MappingProxyType({"a": 1}), UserDict({"a": 1}), bytearray(b"{"), memoryview(b"{"), memoryview(b"{x}")[::2], Liar(b=1), b" " * 100_000,
]  # fmt: skip

WRONG: list[Any] = [{1: 2}, {None: 1}, {b"a": 1}, {"a": {1: 2}}, {"a": [{(): 1}]}, {"a": float("nan")}, {"a": float("inf")}, {"a": object()}, {"a": b"x"}, {"a": {1, 2}}, CYCLE, DEEP]


@pytest.mark.parametrize("document", NOT_DOCUMENTS, ids=lambda value: type(value).__name__)
def test_other_types_are_type_errors(document: Any, hotel: Agent) -> None:
    for call in (
        lambda: ad.check(document),
        lambda: ad.show(document),
        lambda: ad.verify(document, hotel.did_document, domain=None),
        lambda: ad.sign(document, hotel.key, key_id=hotel.method),
        lambda: ad.DidDocument.parse(hotel.did, document),
    ):
        with pytest.raises(TypeError):
            call()
    if document is not None:
        # one of many fails alone
        [verdict, other] = ad.verify_many([document, b"{"], hotel.did_document, domain=None)
        assert (verdict.status, verdict.code, other.code) == ("malformed", "usage", "json-syntax")
        assert isinstance(verdict.error(), ad.Malformed)


@pytest.mark.parametrize("number", range(len(MALFORMED)))
def test_malformed_documents_are_malformed(number: int, hotel: Agent) -> None:
    document = MALFORMED[number]
    # JSON of another kind than an object is refused
    kind, status = (ad.Refused, "refused") if document in (b"[]", b"null") else (ad.Malformed, "malformed")
    with pytest.raises(kind) as error:
        ad.verify(document, hotel.did_document, domain=ad.ANY)
    [verdict] = ad.verify_many([document], hotel.did_document, domain=ad.ANY)
    assert (verdict.status, verdict.code) == (status, error.value.code)
    with pytest.raises(kind):
        ad.check(document)


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_members_that_json_cannot_write_are_refused(number: int, hotel: Agent) -> None:
    with pytest.raises((TypeError, ValueError)):
        ad.verify(WRONG[number], hotel.did_document, domain=ad.ANY)


def test_wrong_expectations_are_errors(hotel: Agent, signed: bytes) -> None:
    good: dict[str, Any] = {"domain": None, "at": NOW}
    assert ad.verify(signed, hotel.did_document, **good)
    wrong: list[tuple[str, Any]] = [
        ("domain", 1), ("domain", ""), ("domain", "https://hotel.example.com"), ("domain", "hotel.example.com/ad.json"), ("domain", b"a"), ("domain", True), ("domain", ad.AS_FETCHED.value.encode()), ("challenge", None), ("challenge", 1),
        ("signer", "hotel"), ("signer", 1), ("signer", ""), ("purpose", "other"), ("purpose", None), ("at", "2026-06-01"), ("at", datetime(2026, 6, 1)), ("at", 1),
        ("at", date(2026, 6, 1)), ("max_age", 60), ("max_age", timedelta(-1)), ("not_before", datetime(2026, 6, 1)), ("suites", "eddsa-jcs-2022"),
        ("suites", ["none"]), ("suites", [1]), ("payload_forms", ["x"]), ("payload_forms", "served"), ("key_set", b"{"), ("key_set", 1), ("format", "menu"),
        ("format", 1), ("require_domain", "yes"), ("fetched_from", 1), ("artifacts", [1]), ("unknown", 1),
    ]  # fmt: skip
    for name, value in wrong:
        with pytest.raises((TypeError, ValueError)):
            ad.verify(signed, hotel.did_document, **{**good, name: value})
    for documents in (1, "x", b"{}", [1], [b"{}"], {1: b"{}"}, {"not a DID": b"{}"}, {hotel.did: 1}, {hotel.did: None}, object()):
        with pytest.raises((TypeError, ValueError)):
            ad.verify(signed, documents, domain=None)  # type: ignore[arg-type]
    for documents in (signed, signed.decode(), {}, 1, None):
        with pytest.raises(TypeError):
            ad.verify_many(documents, None, domain=None)  # type: ignore[arg-type]
    for threads in (0, -1, "2", 1.5, 2**70):
        with pytest.raises((TypeError, ValueError)):
            ad.verify_many([signed], None, domain=None, threads=threads)  # type: ignore[arg-type]


def test_extreme_times_are_taken(hotel: Agent, signed: bytes) -> None:
    for at in (datetime.min, datetime.max):
        with pytest.raises((ad.Refused, OverflowError)):
            ad.verify(signed, hotel.did_document, domain=None, at=at.replace(tzinfo=timezone(timedelta(hours=0))), max_age=timedelta(1))
    east = NOW.astimezone(timezone(timedelta(hours=5, minutes=45, seconds=30)))
    assert ad.verify(signed, hotel.did_document, domain=None, at=east).verified_at == NOW


def test_random_damage_never_escapes(hotel: Agent, signed: bytes) -> None:
    source = random.Random(35)
    damaged: list[bytes] = []
    for _ in range(2_000):
        document = bytearray(signed)
        for _ in range(source.randint(1, 4)):
            at = source.randrange(len(document))
            match source.randrange(3):
                case 0:
                    document[at] = source.randrange(256)
                case 1:
                    del document[at : at + source.randrange(40)]
                case _:
                    document[at:at] = source.choice([b'"', b"{", b"}", b"[", b",", b"\\", b"\xff", b"0", b"null"])
        damaged.append(bytes(document))
    verdicts = ad.verify_many(damaged, hotel.did_document, domain=ad.ANY, at=NOW)
    assert {verdict.status for verdict in verdicts} <= {"verified", "malformed", "refused", "undecided"}
    for text, verdict in zip(damaged, verdicts):
        if verdict.verified:
            assert ad.verify(text, hotel.did_document, domain=ad.ANY, at=NOW).signer == hotel.did
        else:
            assert verdict.code != "internal"

"""Results, keys and errors as Python objects: immutable, copied, pickled, printed without secrets."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import agent_description as ad
from agent_description import _agent_description as native
from conftest import NOW, Agent


def test_results_survive_pickle_and_copy(hotel: Agent, signed: bytes) -> None:
    verified = ad.verify(signed, hotel.did_document, domain=None, at=NOW)
    verdict = ad.verify_many([signed], hotel.did_document, domain=None, at=NOW)[0]
    things: list[Any] = [
        verified, verified.evidence, verified.description, verdict, hotel.did_document, ad.ANY, ad.AS_FETCHED,
        ad.check(signed), verified.evidence.checks[0], verified.signatures[0],
    ]  # fmt: skip
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)):
            assert again == thing and type(again) is type(thing)
            assert repr(again) == repr(thing)
    again = pickle.loads(pickle.dumps(verified))
    assert again.description == verified.description and again.document == verified.document
    assert again.signer == hotel.did and hash(again) == hash(verified) and again.to_dict() == verified.to_dict()
    assert again.binding == "subject" and again.format == "adp" and again.document_bytes == signed
    assert ad.ANY is pickle.loads(pickle.dumps(ad.ANY))


def test_errors_survive_pickle_and_copy(hotel: Agent, signed: bytes) -> None:
    with pytest.raises(ad.Refused) as refused:
        ad.verify(signed.replace(b"Hotel", b"Motel"), hotel.did_document, domain=None, at=NOW)
    error = refused.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is ad.Refused and str(again) == str(error)
        assert (again.code, again.line, again.pointer, again.evidence) == (
            error.code, error.line, error.pointer, error.evidence,
        )  # fmt: skip


def test_results_cannot_be_changed(hotel: Agent, signed: bytes) -> None:
    verified = ad.verify(signed, hotel.did_document, domain=None, at=NOW)
    for thing, name in (
        (verified, "signer"), (verified, "other"), (verified.evidence, "checks"), (verified.description, "name"),
        (hotel.did_document, "did"), (hotel.key, "key_type"), (verified.evidence.checks[0], "result"),
        (ad.verify_many([signed], None, domain=None)[0], "status"),
    ):  # fmt: skip
        with pytest.raises(AttributeError):
            setattr(thing, name, "x")
    with pytest.raises(TypeError):
        ad.Verification()
    # what was handed out does not lead back into the result
    verified.to_dict()["identity"] = "did:wba:mallory.example"
    verified.to_dict()["checks"][0]["result"] = "fail"
    verified.document["name"] = verified.model["name"] = "Mallory"
    verified.description.to_dict()["name"] = "Mallory"
    assert verified.evidence.checks[0].result == "pass" and verified.document["name"] == "Hotel Assistant"
    assert verified.model["name"] == verified.description.name == "Hotel Assistant"
    assert verified.signer == hotel.did and verified.to_dict()["identity"] == hotel.did


def test_a_key_shows_nothing_and_is_not_pickled(hotel: Agent) -> None:
    secret = hotel.key.to_pem().splitlines()[1]
    assert secret not in repr(hotel.key) and "P-256" in repr(hotel.key)
    with pytest.raises(TypeError, match="to_pem"):
        pickle.dumps(hotel.key)
    assert copy.copy(hotel.key) is hotel.key and copy.deepcopy([hotel.key])[0] is hotel.key
    with pytest.raises(ValueError) as error:
        ad.Key.from_pem("-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n")
    assert secret not in str(error.value)
    with pytest.raises(ValueError):
        ad.Key.generate("RSA")


def test_did_documents_are_of_their_did(hotel: Agent, shop: Agent) -> None:
    document = hotel.did_document
    assert document.verification_methods == [hotel.method] and document.did == hotel.did
    assert document == ad.DidDocument.parse(hotel.did, document.to_dict()) or document.to_dict()
    assert document != shop.did_document and len({document, shop.did_document}) == 2
    with pytest.raises(ad.Refused) as refused:
        ad.DidDocument.parse(shop.did, document.to_bytes())
    assert refused.value.code == "did-id-mismatch"
    with pytest.raises(ad.Malformed):
        ad.DidDocument.parse(shop.did, b"{")
    with pytest.raises(ValueError):
        ad.DidDocument.parse("not a DID", b"{}")


def test_a_panic_is_a_failure() -> None:
    failure = native._panic_for_tests()
    assert failure is not None and failure[:2] == ("undecided", "internal") and "asked for" in failure[2]

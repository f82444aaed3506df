"""Documents of every format, signed and verified."""

from __future__ import annotations

import base64
import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import agent_description as ad
from conftest import NOW, Agent, make_agent


def test_a_description_is_verified_with_its_model(hotel: Agent) -> None:
    signed = hotel.sign(
        hotel.description(
            products=[
                {
                    "@type": "Product",
                    "@id": "https://hotel.example.com/rooms/double",
                    "name": "Double room",
                    "offers": {"@type": "Offer", "price": "98.50", "priceCurrency": "EUR"},
                }
            ],
            interfaces=[
                {
                    "@type": "StructuredInterface",
                    "protocol": "OpenRPC",
                    "description": "Books rooms.",
                    "url": "https://hotel.example.com/rpc.json",
                }
            ],
        )
    )
    verified = ad.verify(signed, hotel.did_document, domain=None, at=NOW)
    assert (verified.signer, verified.format, verified.binding) == (hotel.did, "adp", "subject")
    assert verified.verified_at == NOW
    description = verified.description
    assert (description.name, description.did) == ("Hotel Assistant", hotel.did)
    assert description.interfaces[0].url == "https://hotel.example.com/rpc.json"
    assert verified.document["name"] == "Hotel Assistant" and verified.document_bytes == signed
    assert verified.unsigned == ()
    evidence = verified.evidence
    assert evidence.result("signature") == "pass" and evidence.result("challenge") == "unchecked"
    assert evidence.claimed_signer == hotel.did and evidence.key_id == hotel.method and evidence.created == NOW - timedelta(days=1)
    assert verified.signatures[0].key_id == hotel.method
    assert verified.to_dict()["verified"] is True
    prices = [offer.price for product in description.products for offer in product.offers]
    assert prices == [ad.Price("98.50", "EUR")]


def test_bytes_text_and_members_are_the_same_document(hotel: Agent, signed: bytes) -> None:
    for document in (signed, bytearray(signed), memoryview(signed), signed.decode(), json.loads(signed)):
        assert ad.verify(document, hotel.did_document, domain=None, at=NOW).signer == hotel.did


def test_did_documents_are_given_in_every_form(hotel: Agent, shop: Agent, signed: bytes) -> None:
    document = hotel.did_document
    forms: list[ad.DidDocumentInput] = [
        document,
        [shop.did_document, document],
        {hotel.did: document},
        {hotel.did: document.to_bytes()},
        {hotel.did: document.to_dict()},
        {hotel.did: document.to_bytes().decode(), shop.did: shop.did_document.to_bytes()},
    ]
    for given in forms:
        assert ad.verify(signed, given, domain=None, at=NOW).signer == hotel.did
    with pytest.raises(ValueError, match="two documents"):
        ad.verify(signed, [document, ad.DidDocument.parse(hotel.did, document.to_bytes())], domain=None, at=NOW)
    with pytest.raises(TypeError, match="DidDocument.parse"):
        ad.verify(signed, document.to_bytes(), domain=None)  # type: ignore[arg-type]


def test_a_domain_has_to_be_said(hotel: Agent, signed: bytes) -> None:
    with pytest.raises(TypeError, match="domain"):
        ad.verify(signed, hotel.did_document)  # type: ignore[call-arg]
    bound = hotel.sign(hotel.description(), domain="hotel.example.com", challenge="7428")
    assert ad.verify(bound, hotel.did_document, domain="hotel.example.com", challenge="7428", at=NOW)
    assert ad.verify(bound, hotel.did_document, domain=ad.ANY, at=NOW).evidence.result("domain") == "unchecked"
    for expected in (
        {"domain": None},
        {"domain": "other.example.com"},
        {"domain": "hotel.example.com", "challenge": "7429"},
        {"domain": ad.ANY, "signer": "did:wba:other.example.com"},
        {"domain": ad.ANY, "max_age": timedelta(hours=1)},
        {"domain": ad.ANY, "not_before": NOW},
        {"domain": ad.ANY, "suites": ["eddsa-jcs-2022"]},
        {"domain": ad.ANY, "purpose": "authentication"},
    ):
        with pytest.raises(ad.Refused):
            ad.verify(bound, hotel.did_document, at=NOW, **expected)
    with pytest.raises(ad.Refused) as refused:
        ad.verify(signed, hotel.did_document, domain=ad.ANY, require_domain=True, at=NOW)
    assert refused.value.code == "proof-domain"


def test_a_changed_document_is_refused_with_evidence(hotel: Agent, signed: bytes) -> None:
    with pytest.raises(ad.Refused) as refused:
        ad.verify(signed.replace(b"Hotel Assistant", b"Motel Assistant"), hotel.did_document, domain=None, at=NOW)
    error = refused.value
    assert error.code == "proof-signature" and "proof-signature" in str(error)
    assert error.evidence is not None and error.evidence.result("signature") == "fail"


def test_malformed_documents_have_a_place(hotel: Agent, signed: bytes) -> None:
    with pytest.raises(ad.Malformed) as malformed:
        ad.verify(b'{\n  "a": 1,\n  "a": 2\n}', hotel.did_document, domain=None)
    error = malformed.value
    assert (error.code, error.line, error.column) == ("json-duplicate-key", 3, 3)
    assert "(line 3, column 3)" in str(error) and isinstance(error, ad.AdpError)


def test_a_missing_did_document_is_undecided(hotel: Agent, signed: bytes) -> None:
    with pytest.raises(ad.Undecided) as undecided:
        ad.verify(signed, domain=None, at=NOW)
    assert undecided.value.code == "net-offline" and not isinstance(undecided.value, ad.Permanent)
    earlier = ad.Permanent("not fetched", code="net-address")
    with pytest.raises(ad.Permanent) as permanent:
        ad.verify(signed, {hotel.did: earlier}, domain=None, at=NOW)
    assert permanent.value.code == "net-address"
    # what is refused in any case stays refused
    with pytest.raises(ad.Refused) as refused:
        ad.verify(signed, {hotel.did: earlier}, domain=None, at=NOW - timedelta(days=900))
    assert refused.value.code == "proof-not-yet-valid"


CARD: dict[str, Any] = {
    "name": "Recipe Agent",
    "description": "Finds recipes.",
    "version": "1.0.0",
    "supportedInterfaces": [
        {"url": "https://shop.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    ],
    "capabilities": {"streaming": True},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "find", "name": "Find", "description": "Finds a recipe.", "tags": ["recipes"]}],
}


def test_an_a2a_card_is_signed_and_verified(shop: Agent) -> None:
    card = ad.sign(CARD, shop.key, key_id=shop.method)
    verified = ad.verify(card, shop.did_document, domain=None)
    assert (verified.format, verified.signer, verified.binding) == ("a2a-card", shop.did, "host")
    with pytest.raises(ValueError, match="use model"):
        verified.description
    # what a card's signature does not say cannot be expected of it
    for expected in ({"domain": "shop.example.com"}, {"domain": None, "challenge": "7428"}):
        with pytest.raises(ValueError, match="does not apply"):
            ad.verify(card, shop.did_document, **expected)
    with pytest.raises(ValueError, match="challenge does not apply"):
        ad.sign(CARD, shop.key, key_id=shop.method, challenge="7428")
    verdict = ad.verify_many([card], shop.did_document, domain="shop.example.com")[0]
    assert (verdict.verified, verdict.code) == (False, "usage")


@pytest.mark.parametrize(("alg", "named"), [(None, "EdDSA"), ("EdDSA", "EdDSA"), ("Ed25519", "Ed25519")])
def test_an_ed25519_key_signs_cards_under_either_name(shop: Agent, alg: str | None, named: str) -> None:
    card = ad.sign(CARD, shop.key, key_id=shop.method, alg=alg)
    protected = json.loads(card)["signatures"][0]["protected"]
    assert json.loads(base64.urlsafe_b64decode(protected + "=="))["alg"] == named
    assert ad.verify(card, shop.did_document, domain=None).signer == shop.did


@pytest.mark.parametrize(("alg", "named"), [(None, "EdDSA"), ("Ed25519", "Ed25519")])
def test_an_ed25519_key_signs_messages_under_either_name(shop: Agent, alg: str | None, named: str) -> None:
    message = {
        "version": "1.0",
        "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
        "timestamp": "2026-11-01T10:00:00Z",
        "source": {"agentId": shop.did, "agentType": "shop"},
        "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
        "message": {"type": "REQUEST"},
        "payload": {"action": "search", "parameters": {}},
    }
    protected = json.loads(ad.sign(message, shop.key, key_id=shop.method, alg=alg))["security"]["signature"].split(".")[0]
    assert json.loads(base64.urlsafe_b64decode(protected + "=="))["alg"] == named


def test_another_name_of_an_algorithm_is_refused(shop: Agent) -> None:
    with pytest.raises(ad.Refused) as refused:
        ad.sign(CARD, shop.key, key_id=shop.method, alg="ES256")
    assert refused.value.code == "jws-algorithm"
    with pytest.raises(ValueError, match="alg does not apply"):
        ad.sign({"order": 17}, shop.key, key_id=shop.method, alg="Ed25519")


# the signature was made and verified with `cryptography`
OFFER = """{"offer": "room", "price": "120.00", "currency": "EUR", "proof": {"type": "DataIntegrityProof",
  "cryptosuite": "eddsa-jcs-2022", "created": "2026-11-01T10:00:00Z", "verificationMethod": "did:web:agent.example.com#0",
  "proofPurpose": "assertionMethod", "domain": ["agent.example.com", "b.example.com"],
  "proofValue": "zYyw5eizezUFBUyvVC8SL43iGj36ytMakq1RUd55e5JVregn73sAzzzURG9wiNxPmRjGc9ZNV2eUWhcDFZyrMSdi"}}"""
OFFERER = """{"id": "did:web:agent.example.com", "assertionMethod": ["#0"], "verificationMethod": [{"id": "#0", "type": "Multikey",
  "controller": "did:web:agent.example.com", "publicKeyMultibase": "z6MkrNZr8u7S4XePJWXysUAg6QiY9Ldcybw1PL9LuZPPvEaM"}]}"""


def test_a_set_of_domains_has_the_expected_one() -> None:
    did = "did:web:agent.example.com"
    at = datetime(2026, 11, 2, tzinfo=timezone.utc)
    for domain in ("agent.example.com", "b.example.com"):
        verified = ad.verify(OFFER, {did: OFFERER}, domain=domain, signer=did, at=at)
        assert verified.evidence.domain == domain
    with pytest.raises(ad.Refused) as refused:
        ad.verify(OFFER, {did: OFFERER}, domain="c.example.com", signer=did, at=at)
    assert refused.value.code == "proof-domain"


def test_a_set_of_proofs_is_named(hotel: Agent) -> None:
    offer = json.loads(OFFER)
    offer["proof"] = [offer["proof"]]
    with pytest.raises(ad.AdpError) as refused:
        ad.verify(offer, hotel.did_document, domain=None, signer=hotel.did)
    assert refused.value.code == "proof-multiple"


def test_an_object_with_a_proof_is_verified_for_a_named_signer(shop: Agent) -> None:
    receipt = ad.sign({"order": 17, "total": "98.50"}, shop.key, key_id=shop.method)
    verified = ad.verify(receipt, shop.did_document, domain=None, signer=shop.did)
    assert (verified.format, verified.signer) == ("data-integrity", shop.did)
    with pytest.raises(ad.Refused):
        ad.verify(receipt, shop.did_document, domain=None)


def test_a_message_is_verified(hotel: Agent) -> None:
    from datetime import datetime, timezone

    now = datetime.now(timezone.utc)
    envelope = {
        "version": "1.0",
        "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
        "timestamp": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "source": {"agentId": hotel.did, "agentType": "hotel"},
        "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
        "message": {"type": "REQUEST", "subType": "query"},
        "payload": {"action": "search", "parameters": {"query": "refunds"}},
    }
    message = ad.sign(envelope, hotel.key, key_id=hotel.method)
    verified = ad.verify(message, hotel.did_document, domain=None)
    assert verified.signer == hotel.did and verified.to_dict()["action"] == "search"
    with pytest.raises(ad.Undecided):
        ad.verify(message, domain=None)


def test_every_type_of_key_signs(hotel: Agent) -> None:
    for key_type in ("P-256", "Ed25519", "secp256k1"):
        agent = make_agent("keys.example.com", key_type)
        signed = agent.sign(agent.description())
        assert ad.verify(signed, agent.did_document, domain=None, at=NOW).signer == agent.did
        again = ad.Key.from_pem(agent.key.to_pem())
        assert (again.key_type, again.thumbprint) == (key_type, agent.key.thumbprint)
        assert "BEGIN PUBLIC KEY" in agent.key.public_pem() and agent.key.public_jwk()["kty"] in ("EC", "OKP")


def test_what_verifiers_refuse_is_not_signed(hotel: Agent, shop: Agent) -> None:
    with pytest.raises(ad.Refused):
        hotel.sign(shop.description())
    with pytest.raises(ad.Refused):
        hotel.sign(hotel.description(security="unknown_sc"))
    assert hotel.sign(hotel.description(security="unknown_sc"), force=True)
    with pytest.raises(ad.Refused) as refused:
        hotel.sign(hotel.description(), created=NOW - timedelta(days=901), expires=NOW - timedelta(days=900))
    assert refused.value.code == "proof-expired"
    proof = json.loads(hotel.sign(hotel.description(), domain="hotel.example.com"))["proof"]
    assert proof["domain"] == "hotel.example.com" and len(proof["challenge"]) >= 20, "a challenge is made"
    with pytest.raises(ValueError, match="expected domain as a host, found a URL"):
        hotel.sign(hotel.description(), domain="https://hotel.example.com")
    with pytest.raises(ValueError):
        ad.sign(hotel.description(), hotel.key, key_id="not a DID URL")


def test_check_reports_findings_with_their_places() -> None:
    report = ad.check(
        b'{\n"@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],\n'
        b'"@type": "AgentDescription",\n"name": "Hotel",\n"security": "oauth_sc",\n'
        b'"securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}\n}'
    )
    finding = next(finding for finding in report.findings if finding.code == "ad-unknown-security")
    assert (report.valid, report.format) == (False, "adp")
    assert (finding.severity, finding.line, finding.column) == ("error", 5, 13)
    assert (finding.end_line, finding.end_column) == (5, 23)
    assert report.to_dict()["findings"][0]["rule"]
    with pytest.raises(ad.Malformed) as malformed:
        ad.check({"kty": "EC"})
    assert malformed.value.code == "format-unknown"
    with pytest.raises(ValueError, match="unknown format"):
        ad.check({}, format="menu")
    assert "a2a-card" in ad.formats()


def test_check_knows_the_documents_at_well_known_urls_of_other_protocols() -> None:
    report = ad.check({"linkset": [{"anchor": "https://hotel.example.com/", "item": [{}]}]})
    assert (report.valid, report.format) == (False, "api-catalog")
    assert [finding.pointer for finding in report.findings] == ["/linkset/0/item/0"]
    assert {"api-catalog", "x402-manifest"} <= set(ad.formats())


def test_show_is_the_unverified_model(hotel: Agent) -> None:
    model = ad.show(hotel.description())
    assert ad.AgentDescription.from_model(model).name == "Hotel Assistant"
    assert ad.AgentDescription.from_model(model).to_dict() == model


def test_many_documents_are_judged_each(hotel: Agent, shop: Agent, signed: bytes) -> None:
    changed = signed.replace(b"Hotel Assistant", b"Motel Assistant")
    other = shop.sign(shop.description())
    verdicts = ad.verify_many(
        [signed, changed, b"{", None, other, signed.decode()], hotel.did_document, domain=None, at=NOW, threads=2
    )
    assert [verdict.status for verdict in verdicts] == [
        "verified", "refused", "malformed", "malformed", "undecided", "verified",
    ]  # fmt: skip
    assert verdicts[0].signer == hotel.did and verdicts[0].error() is None and verdicts[0].verified
    assert verdicts[1].code == "proof-signature" and isinstance(verdicts[1].error(), ad.Refused)
    assert verdicts[4].is_retryable and not verdicts[1].is_retryable
    assert verdicts[0].to_dict()["binding"] == "subject"
    expiring = hotel.sign(hotel.description(), expires=NOW + timedelta(days=900), force=True)
    [verdict] = ad.verify_many([expiring], hotel.did_document, domain=None, at=NOW)
    assert verdict.expires == NOW + timedelta(days=900)
    assert ad.verify_many([], hotel.did_document, domain=None) == []


def test_signers_are_the_dids_that_are_needed(hotel: Agent, shop: Agent, signed: bytes) -> None:
    card = ad.sign(CARD, shop.key, key_id=shop.method)
    assert ad.signers_many([signed, card, b"{", hotel.sign(hotel.description())]) == [[hotel.did], [shop.did], [], [hotel.did]]

"""Keys of other libraries, cards of a2a-sdk, listings, comparison, conversion, explanations, and the program."""

from __future__ import annotations

import asyncio
import base64
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.types import AgentCard
from a2a.utils.signing import create_signature_verifier
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from google.protobuf.json_format import MessageToDict, ParseDict

import agent_description as ad
from agent_description.a2a import card_signer, card_verifier
from conftest import NOW, REPOSITORY, Agent
from server import Server

CARD = {
    "name": "Harbor Hotel",
    "description": "Books rooms.",
    "version": "1.0.0",
    "supportedInterfaces": [{"url": "https://shop.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
    "capabilities": {"streaming": True},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"]}],
}


def base64url(number: int | bytes) -> str:
    raw = number if isinstance(number, bytes) else number.to_bytes(32, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def ec_jwk(key: ec.EllipticCurvePrivateKey, curve: str) -> dict[str, str]:
    numbers = key.private_numbers()
    public = numbers.public_numbers
    return {
        "kty": "EC", "crv": curve, "x": base64url(public.x), "y": base64url(public.y), "d": base64url(numbers.private_value),
    }  # fmt: skip


def signs(key: ad.Key, verified_by: ad.Key | None = None) -> None:
    """What the key signs is verified with its public key."""
    did = "did:wba:hotel.example.com"
    document = ad.DidDocument.create(did, verified_by or key)
    signed = ad.sign({"order": 17}, key, key_id=f"{did}#key-1")
    assert ad.verify(signed, document, domain=None, signer=did).signer == did


@pytest.mark.parametrize(("curve", "name"), [(ec.SECP256R1(), "P-256"), (ec.SECP256K1(), "secp256k1")])
def test_keys_from_jwk_and_cryptography(curve: ec.EllipticCurve, name: str) -> None:
    made = ec.generate_private_key(curve)
    jwk = ec_jwk(made, name)
    keys = [ad.Key.from_jwk(jwk), ad.Key.from_jwk(json.dumps(jwk)), ad.Key.from_cryptography(made)]
    for key in keys:
        assert key.key_type == name and key == keys[0] and hash(key) == hash(keys[0])
        assert {**key.public_jwk(), "d": jwk["d"]} == jwk
    if name == "P-256":
        signs(keys[0])
    other = ec_jwk(ec.generate_private_key(curve), name)
    for wrong in ({**jwk, "d": other["d"]}, {**jwk, "d": "AA"}, {**jwk, "d": None}, {**jwk, "crv": "P-384"}, {"kty": "oct"}, {**jwk, "x": "!"}):
        with pytest.raises(ValueError):
            ad.Key.from_jwk(wrong)
    with pytest.raises(TypeError):
        ad.Key.from_jwk(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ad.Key.from_cryptography("key")


def test_ed25519_keys_from_jwk_and_cryptography() -> None:
    made = ed25519.Ed25519PrivateKey.generate()
    raw = made.private_bytes_raw()
    jwk = {"kty": "OKP", "crv": "Ed25519", "x": base64url(made.public_key().public_bytes_raw()), "d": base64url(raw)}
    key = ad.Key.from_jwk(jwk)
    assert key == ad.Key.from_cryptography(made) and key != ad.Key.generate("Ed25519")
    signs(key)


def test_a_function_signs() -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    pem = secret.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    # DER, as key management services return it
    for public in (pem, pem.decode(), secret.public_key(), {k: v for k, v in ec_jwk(secret, "P-256").items() if k != "d"}):
        key = ad.Key.from_callback(public, lambda message: secret.sign(message, ec.ECDSA(hashes.SHA256())))
        signs(key)
    with pytest.raises(ValueError, match="elsewhere"):
        key.to_pem()
    other = ed25519.Ed25519PrivateKey.generate()
    signs(ad.Key.from_callback(other.public_key(), other.sign))
    # a signature of another key is not given out
    mixed = ad.Key.from_callback(pem, lambda message: ec.generate_private_key(ec.SECP256R1()).sign(message, ec.ECDSA(hashes.SHA256())))
    with pytest.raises(ad.Refused, match="own public key"):
        signs(mixed)

    def fails(message: bytes) -> bytes:
        raise ConnectionError("the service is not reachable")

    with pytest.raises(ConnectionError, match="not reachable"):
        signs(ad.Key.from_callback(pem, fails))
    for answer in (b"short", "text", None):
        with pytest.raises((TypeError, ValueError)):
            signs(ad.Key.from_callback(pem, lambda message: answer))  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        ad.Key.from_callback(pem, 5)  # type: ignore[arg-type]


def test_damaged_pem_says_what_happened(hotel: Agent) -> None:
    pem = hotel.key.to_pem()
    assert ad.Key.from_pem(pem.encode()) == hotel.key
    for damaged, text in (
        (pem.replace("\n", "\\n"), r"two characters"),
        (base64.b64encode(pem.encode()).decode(), "base64"),
        ("agent.pem", "path"),
    ):
        with pytest.raises(ValueError, match=text) as error:
            ad.Key.from_pem(damaged)
        assert pem.splitlines()[1] not in str(error.value)
    with pytest.raises(TypeError):
        ad.Key.from_pem(Path("agent.pem"))  # type: ignore[arg-type]


def test_cards_of_the_sdk(shop: Agent) -> None:
    made = ParseDict(CARD, AgentCard())
    signed = card_signer(shop.key, key_id=shop.method)(made)
    assert not made.signatures and len(signed.signatures) == 1
    verify = card_verifier("https://shop.example.com", did_documents=shop.did_document)
    verify(signed)
    changed = AgentCard()
    changed.CopyFrom(signed)
    changed.name = "Harbour Hotel"
    with pytest.raises(ad.Refused):
        verify(changed)
    with pytest.raises(ad.Refused):
        card_verifier("https://other.example.com", did_documents=shop.did_document)(signed)
    with pytest.raises(ad.Undecided):
        card_verifier("https://shop.example.com")(signed)
    with pytest.raises(ValueError):
        card_verifier("shop.example.com")

    # the resolver of the SDK calls it, and the SDK verifies it too
    async def fetch(verifier: Any) -> AgentCard:
        transport = httpx.MockTransport(lambda _: httpx.Response(200, json=MessageToDict(signed)))
        async with httpx.AsyncClient(transport=transport) as client:
            return await A2ACardResolver(client, "https://shop.example.com").get_agent_card(signature_verifier=verifier)

    assert asyncio.run(fetch(verify)).name == "Harbor Hotel"
    public = serialization.load_pem_public_key(shop.key.public_pem().encode())
    asyncio.run(fetch(create_signature_verifier(lambda kid, jku: public, ["EdDSA"])))  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError, match="MessageToDict"):
        ad.verify(signed, None, domain=None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def listed() -> Iterator[Server]:
    page = {
        "@context": "https://agent-network-protocol.com/ad#",
        "@type": "CollectionPage",
        "url": "https://hotel.example.com/.well-known/agent-descriptions",
        "items": [
            {"@type": "ad:AgentDescription", "name": "Hotel", "@id": "https://hotel.example.com/ad.json"},
            {"@type": "ad:AgentDescription", "name": "Shop", "@id": "https://shop.example.com/ad.json"},
        ],
    }
    documents = {"https://hotel.example.com/.well-known/agent-descriptions": json.dumps(page).encode()}
    with Server(["hotel.example.com"], documents) as server:
        yield server


def test_a_host_lists_its_agents(listed: Server) -> None:
    settings: dict[str, Any] = {"roots": listed.roots, "connect_to": listed.connect_to}
    with ad.Client(**settings) as client:
        found = client.discover("hotel.example.com")
        with pytest.raises(ad.AdpError):
            client.discover("not a host")
    assert [(item.url, item.name, item.same_origin) for item in found.items] == [
        ("https://hotel.example.com/ad.json", "Hotel", True),
        ("https://shop.example.com/ad.json", "Shop", False),
    ]

    async def main() -> ad.Listing:
        async with ad.AsyncClient(**settings) as client:
            return await client.discover("hotel.example.com")

    assert asyncio.run(main()) == found


def test_documents_are_compared_converted_and_explained(hotel: Agent) -> None:
    old, new = hotel.description(version="1"), hotel.description(version="2", did="did:wba:other.example.com")
    found = ad.diff(old, new)
    assert found.format == "adp" and found.changes and not found.omitted
    assert not ad.diff(old, old).changes
    made = ad.convert(CARD, "seed-card") if "seed-card" in conversions() else ad.convert(CARD, "adp", url="https://shop.example.com/ad.json")
    assert "Harbor Hotel" in made.text
    covered = ad.covers(hotel.sign(old))
    assert covered == ad.Coverage(("/proof",), (), covered.examined, True) and covered.examined >= 9
    # the signatures of cards are not covered by each other, and this format signs the rest
    assert ad.covers({**CARD, "signatures": []}).signature == ("/signatures",)
    with pytest.raises(ad.Malformed):
        ad.covers(b"{")
    with pytest.raises(ValueError, match="use one of"):
        ad.convert(CARD, "menu")
    with pytest.raises(ad.AdpError):
        ad.diff(old, CARD)
    assert ad.explain("proof-signature")["code"] == "proof-signature"
    assert ad.explain("auth-before-start")["fix"]
    with pytest.raises(ValueError, match="did you mean 'proof-signature'|did you mean \"proof-signature\""):
        ad.explain("prof-signature")


def conversions() -> str:
    try:
        ad.convert(CARD, "?")
    except ValueError as error:
        return str(error)
    raise AssertionError


def test_raw_data_cannot_be_changed(hotel: Agent) -> None:
    product = {"@type": "Product", "name": "Room", "offers": {"@type": "Offer", "price": "120.00", "priceCurrency": "EUR"}}
    signed = hotel.sign(hotel.description(products=[product]))
    verified = ad.verify(signed, hotel.did_document, domain=None, at=NOW)
    description = verified.description
    [room] = description.products
    with pytest.raises(TypeError):
        description.raw["name"] = "Mallory"  # type: ignore[index]
    with pytest.raises(TypeError):
        room.raw["name"] = "Mallory"  # type: ignore[index]
    with pytest.raises(TypeError):
        description.raw["products"][0]["name"] = "Mallory"
    assert room.to_dict()["name"] == "Room" and json.dumps(description.to_dict())
    assert pickle.loads(pickle.dumps(description)) == description and pickle.loads(pickle.dumps(room)) == room
    assert verified.status == "verified" and verified.evidence.claimed_signer == hotel.did


def test_first_mistakes_have_messages_of_their_own(hotel: Agent, shop: Agent, signed: bytes) -> None:
    with pytest.raises(ad.Undecided, match="pass did_documents=, or use Client"):
        ad.verify(signed, domain=None)
    for text, hint in (("ad.json", "read_bytes"), ("https://hotel.example.com/ad.json", "verify")):
        with pytest.raises(ad.Malformed, match=hint):
            ad.check(text)
    with pytest.raises(ValueError, match="pass domain=None"):
        ad.verify(ad.sign(CARD, shop.key, key_id=shop.method), shop.did_document, domain="shop.example.com")
    nan = json.loads('{"a": NaN}')
    verdicts = ad.verify_many([signed, nan, 3, "ad.json", None], hotel.did_document, domain=None, at=NOW)  # type: ignore[list-item]
    assert [(one.status, one.code) for one in verdicts] == [
        ("verified", None), ("malformed", "json-syntax"), ("malformed", "usage"), ("malformed", "json-syntax"), ("malformed", "json-syntax"),
    ]  # fmt: skip
    assert "NaN" in str(verdicts[1].message) or "JSON compliant" in str(verdicts[1].message)
    # what a crawl says of a URL that may never be fetched
    never = {hotel.did: ad.Permanent("http", code="net-scheme")}
    [verdict] = ad.verify_many([signed], never, domain=None, at=NOW)
    assert (verdict.status, verdict.is_retryable) == ("undecided", False)
    assert isinstance(verdict.error(), ad.Permanent)


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "agent_description", *arguments], capture_output=True, text=True, timeout=60)


def test_the_program(hotel: Agent, signed: bytes, tmp_path: Path) -> None:
    document, did_document = tmp_path / "ad.json", tmp_path / "did.json"
    document.write_bytes(hotel.sign(hotel.description(), created=datetime.now(timezone.utc)))
    did_document.write_bytes(hotel.did_document.to_bytes())
    assert program("--version").stdout.strip() == ad.__version__
    assert program("check", str(document)).returncode == 0
    assert json.loads(program("show", str(document)).stdout)["name"] == "Hotel Assistant"
    verified = program("verify", str(document), "--did-document", str(did_document))
    assert verified.returncode == 0 and json.loads(verified.stdout)["identity"] == hotel.did, verified.stderr
    document.write_bytes(document.read_bytes().replace(b"Hotel A", b"Motel A"))
    refused = program("verify", str(document), "--did-document", str(did_document))
    assert refused.returncode == 1 and "proof-signature" in refused.stderr
    assert "proof-signature" in program("explain", "proof-signature").stdout
    assert program("explain", "nothing").returncode == 2 and program("check", "none.json").returncode == 2
    document.write_bytes(b"{")
    assert program("check", str(document)).returncode == 3
    assert (REPOSITORY / "python").is_dir()

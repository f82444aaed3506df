"""Speed of one machine: `python python/benches/speed.py [SECONDS]`, with the release wheel installed and nothing else running.

Prints, for a description of about 1.5 kB signed with P-256, the best time of one document by each way, and the ratios between them. All ways are
measured in turn, several times, so that a machine that gets slower slows all of them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import time
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import rfc8785
from anp.proof import verify_w3c_proof
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

import agent_description as ad

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
ROUNDS = 5
BATCH = 2_000
AT = datetime(2026, 6, 1, tzinfo=timezone.utc)

key = ad.Key.generate()
did = "did:wba:agent.example.com"
did_document = ad.DidDocument.create(did, key)
description: dict[str, Any] = {
    "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
    "@type": "AgentDescription",
    "did": did,
    "name": "Hotel Assistant",
    "description": "Books rooms, answers questions about the hotel, and changes reservations.",
    "interfaces": [
        {
            "@type": "StructuredInterface",
            "protocol": "OpenRPC",
            "description": f"Interface number {number} of this agent, which books rooms.",
            "url": f"https://agent.example.com/interfaces/{number}.json",
        }
        for number in range(3)
    ],
    "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
    "security": "didwba_sc",
}
signed = ad.sign(description, key, key_id=f"{did}#key-1", created=datetime(2026, 5, 1, tzinfo=timezone.utc))
public_key = serialization.load_pem_public_key(key.public_pem().encode())
assert isinstance(public_key, ec.EllipticCurvePublicKey)
known = public_key

# the official SDK verifies the signature of a `DataIntegrityProof`, with a key that its caller found
ed25519_key = ad.Key.generate("Ed25519")
ed25519_document = ad.DidDocument.create(did, ed25519_key)
with_ed25519 = ad.sign(
    description, ed25519_key, key_id=f"{did}#key-1", created=datetime(2026, 5, 1, tzinfo=timezone.utc)
)
ed25519_public = serialization.load_pem_public_key(ed25519_key.public_pem().encode())
assert isinstance(ed25519_public, ed25519.Ed25519PublicKey)
known_ed25519 = ed25519_public


def one() -> None:
    ad.verify(signed, did_document, domain=None, at=AT)


def one_with_evidence() -> None:
    ad.verify(signed, did_document, domain=None, at=AT).evidence.checks


def one_with_model() -> None:
    ad.verify(signed, did_document, domain=None, at=AT).description


def one_with_ed25519() -> None:
    ad.verify(with_ed25519, ed25519_document, domain=None, at=AT)


def in_sdk() -> None:
    assert verify_w3c_proof(json.loads(with_ed25519), known_ed25519)


def check() -> None:
    ad.check(signed)


def many(threads: int) -> Callable[[], None]:
    documents = [signed] * BATCH

    def work() -> None:
        verdicts = ad.verify_many(documents, did_document, domain=None, at=AT, threads=threads)
        assert verdicts[-1].verified

    return work


def in_python() -> None:
    """The signature alone, as AdpEcdsaP256 signs: the canonical document without `proofValue`."""
    document = json.loads(signed)
    value = document["proof"].pop("proofValue")
    raw = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    half = len(raw) // 2
    signature = utils.encode_dss_signature(int.from_bytes(raw[:half], "big"), int.from_bytes(raw[half:], "big"))
    digest = hashlib.sha256(rfc8785.dumps(document)).digest()
    known.verify(signature, digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))


def seconds_per_call(work: Callable[[], None]) -> float:
    calls, start = 0, time.perf_counter()
    while True:
        work()
        calls += 1
        passed = time.perf_counter() - start
        if passed >= SECONDS / ROUNDS:
            return passed / calls


def main() -> None:
    in_python()
    ways: dict[str, tuple[Callable[[], None], int]] = {
        "verify": (one, 1),
        "verify, evidence": (one_with_evidence, 1),
        "verify, typed model": (one_with_model, 1),
        "check": (check, 1),
        "verify_many, 1 thread": (many(1), BATCH),
        "verify_many, 2 threads": (many(2), BATCH),
        "json, rfc8785, cryptography: signature only": (in_python, 1),
        "verify, Ed25519": (one_with_ed25519, 1),
        "anp: signature only, Ed25519": (in_sdk, 1),
    }
    best = {name: float("inf") for name in ways}
    for _ in range(ROUNDS):
        for name, (work, documents) in ways.items():
            best[name] = min(best[name], seconds_per_call(work) / documents)
    print(f"{len(signed)} bytes")
    for name, seconds in best.items():
        print(f"{name:45} {seconds * 1e6:8.1f} us {1 / seconds:10.0f} per second")
    # a loop in Rust has no cost of Python: the library's own time
    print(f"verify against the library's own time: {best['verify'] / best['verify_many, 1 thread']:.2f} (target: at most 1.10)")
    print(f"two threads against one: {best['verify_many, 1 thread'] / best['verify_many, 2 threads']:.2f} (target: at least 1.85)")
    print(f"signature in Python against verify: {best['json, rfc8785, cryptography: signature only'] / best['verify']:.2f}")


main()

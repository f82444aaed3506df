"""The Agent Network Protocol's own Python package, `anp`: makes DID documents, and judges ours. No network.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "create", "profile": "e1"|"k1"|"plain_legacy", "port": N, "path": [TEXT], "e2ee": BOOL, "description": URL}
                                                        -> {"document": {...}, "keys": {FRAGMENT: PEM}}
    {"do": "accept", "document": {...}}                 -> {"accepted": BOOL}: the DID's binding, and the proof if there is one
    {"do": "login", "document": {...}, "pem": PEM}      -> {"accepted": BOOL}: signs with the key, is let in by the document
    {"do": "prove", "document": {...}, "pem": PEM, "type": TYPE, "cryptosuite": TEXT, "method": DIDURL, "purpose": TEXT}
                                                        -> {"document": {...}, "accepted": BOOL}: its own verdict on its proof
"""

import json
import logging
import sys

from anp.authentication.did_wba import (
    create_did_wba_document,
    generate_auth_json,
    validate_did_document_binding,
    verify_auth_json_signature,
)
from anp.proof.proof import generate_w3c_proof, verify_w3c_proof
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519


def key_of(pem):
    return serialization.load_pem_private_key(pem.encode(), None)


def do_create(task):
    document, keys = create_did_wba_document(
        "hotel.example",
        port=task.get("port"),
        path_segments=task["path"],
        agent_description_url=task.get("description"),
        did_profile=task["profile"],
        enable_e2ee=task["e2ee"],
    )
    return {"document": document, "keys": {fragment: private.decode() for fragment, (private, _) in keys.items()}}


def do_accept(task):
    return {"accepted": validate_did_document_binding(task["document"], verify_proof="proof" in task["document"])}


def do_login(task):
    key = key_of(task["pem"])

    def sign(content, _):
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return key.sign(content)
        return key.sign(content, ec.ECDSA(hashes.SHA256()))

    answer = generate_auth_json(task["document"], "service.example", sign)
    accepted, reason = verify_auth_json_signature(answer, task["document"], "service.example")
    return {"accepted": accepted, "reason": reason}


def do_prove(task):
    key = key_of(task["pem"])
    document = {name: value for name, value in task["document"].items() if name != "proof"}
    proved = generate_w3c_proof(
        document,
        key,
        task["method"],
        proof_purpose=task["purpose"],
        proof_type=task["type"],
        cryptosuite=task.get("cryptosuite"),
    )
    return {"document": proved, "accepted": verify_w3c_proof(proved, key.public_key())}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    does = {"create": do_create, "accept": do_accept, "login": do_login, "prove": do_prove}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)

"""The Agent Network Protocol's own package, `anp.authentication.did_transition`: makes chains of superseded DIDs, and follows ours.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "make", "signers": ["binding"|"recovery"|"stranger"|"none", ...], "fault": null|"path"|"skip"|"cycle"|"no-key"}
                       -> {"requested": DID, "documents": [...], "trusted": {...}}: one hop for each signer
    {"do": "follow", "requested": DID, "documents": [...], "trusted": {...} or null}
                       -> {"current": DID, "assurance": TEXT or null, "hops": [TEXT, ...]} or {"error": KIND}
"""

import copy
import json
import logging
import sys

from anp.authentication.did_transition import DidTransitionError, resolve_current_did
from anp.authentication.did_wba import create_did_wba_document
from anp.proof.proof import generate_w3c_proof
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

RECOVERY = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([99]) * 32)
STRANGER = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([98]) * 32)


def multikey(key):
    import base58

    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return "z" + base58.b58encode(b"\xed\x01" + raw).decode()


def signed(document, key, method):
    bare = {name: value for name, value in document.items() if name != "proof"}
    return generate_w3c_proof(
        bare,
        key,
        method,
        proof_purpose="assertionMethod",
        proof_type="DataIntegrityProof",
        cryptosuite="eddsa-jcs-2022",
    )


def generation(path):
    document, keys = create_did_wba_document(
        "hotel.example", path_segments=path, did_profile="e1", enable_e2ee=False
    )
    key = serialization.load_pem_private_key(keys["key-1"][0], None)
    method = document["id"] + "#recovery"
    document["verificationMethod"].append(
        {"id": method, "type": "Multikey", "controller": document["id"], "publicKeyMultibase": multikey(RECOVERY)}
    )
    document["assertionMethod"].append(method)
    return document, key


def do_make(task):
    signers, fault = task["signers"], task["fault"]
    generations = [generation(["user", "alice"]) for _ in range(len(signers) + 1)]
    if fault == "path":
        generations[-1] = generation(["user", "bob"])
    ids = [document["id"] for document, _ in generations]
    trusted = signed(generations[0][0], generations[0][1], ids[0] + "#key-1")
    documents = []
    for index, signer in enumerate(signers):
        document, key = generations[index]
        document = copy.deepcopy(document)
        document["deactivated"] = True
        document["successorDid"] = ids[index + 1]
        if fault == "cycle" and index == len(signers) - 1:
            document["successorDid"] = ids[0]
        if index > 0:
            document["alsoKnownAs"] = [ids[index - 1]]
        if fault == "no-key" and index == 0:
            document["verificationMethod"] = document["verificationMethod"][1:]
        document.pop("proof", None)
        if signer == "binding":
            document = signed(document, key, ids[index] + "#key-1")
        elif signer == "recovery":
            document = signed(document, RECOVERY, ids[index] + "#recovery")
        elif signer == "stranger":
            document = signed(document, STRANGER, ids[index] + "#recovery")
        documents.append(document)
    document, key = generations[-1]
    document["alsoKnownAs"] = [generation(["user", "alice"])[0]["id"] if fault == "skip" else ids[-2]]
    documents.append(signed(document, key, ids[-1] + "#key-1"))
    return {"requested": ids[0], "documents": documents, "trusted": trusted}


def do_follow(task):
    documents = {document.get("asked", document["id"]): document for document in task["documents"]}
    try:
        found = resolve_current_did(
            task["requested"], lambda did: documents[did], trusted_predecessor=task["trusted"]
        )
    except DidTransitionError as error:
        return {"error": error.kind.value}
    assurance = found.assurance.value if found.assurance else None
    return {"current": found.current_did, "assurance": assurance, "hops": [hop.assurance.value for hop in found.hops]}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    does = {"make": do_make, "follow": do_follow}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)

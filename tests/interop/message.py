"""Signs and verifies message envelopes without this repository's code: `cryptography` for keys, `jcs` for RFC 8785.

Reads a JSON array of tasks, {"do": "sign", envelope, secret (PEM), alg, kid, timestamp, nonce} or
{"do": "verify", envelope, public (PEM), alg}, and writes an array of answers: the envelope, or {"verified": …}.
"""

import base64
import copy
import json
import sys

import jcs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

TYP = "a2a-envelope+jws"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signing_input(protected, envelope):
    unsigned = copy.deepcopy(envelope)
    unsigned["security"].pop("signature", None)
    return f"{protected}.{encode(jcs.canonicalize(unsigned))}".encode()


def sign(task):
    envelope = task["envelope"]
    security = envelope.setdefault("security", {})
    security["timestamp"], security["nonce"] = task["timestamp"], task["nonce"]
    header = {"kid": task["kid"], "typ": TYP, "alg": task["alg"]}
    protected = encode(json.dumps(header).encode())
    key = serialization.load_pem_private_key(task["secret"].encode(), None)
    data = signing_input(protected, envelope)
    if task["alg"] == "EdDSA":
        signature = key.sign(data)
    else:
        r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    security["signature"] = f"{protected}..{encode(signature)}"
    return envelope


def verify(task):
    envelope = task["envelope"]
    protected, nothing, signature = envelope["security"]["signature"].split(".")
    header = json.loads(decode(protected))
    if nothing or header["typ"] != TYP or header["alg"] != task["alg"]:
        return {"verified": False}
    if header["kid"].split("#")[0] != envelope["source"]["agentId"]:
        return {"verified": False}
    key = serialization.load_pem_public_key(task["public"].encode())
    data, signature = signing_input(protected, envelope), decode(signature)
    try:
        if task["alg"] == "EdDSA":
            key.verify(signature, data)
        else:
            halves = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
            key.verify(utils.encode_dss_signature(*halves), data, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return {"verified": False}
    return {"verified": True}


json.dump([{"sign": sign, "verify": verify}[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout)

"""Trust manifests and catalogs by the profile did-web-v1 (AI Catalog), written from its text alone with `cryptography` and `rfc8785`: reads a
JSON array of tasks, writes a JSON array of answers.

{"do": "sign", "what": "manifest" | "catalog", "container", "secret" (PEM), "kid", "issuedAt", "expiresAt"?} -> {"signed"}
{"do": "verify", "catalog" (text), "documents" {DID: DID document}, "artifacts" {URL: text}, "at"}
    -> {"root", "entries": [[verdict, …], …], "verified"}, a verdict being {"verified", "by": the publisher or null} or {"verified", "why"}
"""

import base64
import copy
import datetime
import hashlib
import json
import re
import sys

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

TYPES = {"manifest": "ai-catalog-trust-manifest+jws", "catalog": "ai-catalog+jws"}
HOST = re.compile(r"did:web:[a-z0-9-]+(\.[a-z0-9-]+)+")
SKEW = datetime.timedelta(seconds=60)


class Refused(Exception):
    pass


def require(holds, why):
    if not holds:
        raise Refused(why)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    require("=" not in text, "base64url without padding")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def payload(container):
    covered = copy.deepcopy(container)
    covered.pop("additionalSignatures", None)
    covered["signature"].pop("jws", None)
    return rfc8785.dumps(covered)


def once(pairs):
    require(len(dict(pairs)) == len(pairs), "each member once")
    return dict(pairs)


def instant(text):
    return datetime.datetime.fromisoformat(text)


def sign(task):
    container = task["container"]
    signer = task["kid"].split("#")[0]
    signature = {"signer": signer, "profile": "did-web-v1", "issuedAt": task["issuedAt"]}
    if "expiresAt" in task:
        signature["expiresAt"] = task["expiresAt"]
    container["signature"] = signature
    header = {"alg": "ES256", "kid": task["kid"], "typ": TYPES[task["what"]]}
    protected = encode(json.dumps(header).encode())
    key = serialization.load_pem_private_key(task["secret"].encode(), None)
    made = key.sign(f"{protected}.{encode(payload(container))}".encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(made)
    signature["jws"] = f"{protected}..{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {"signed": container}


def method_of(document, signer, kid):
    require(document.get("id") == signer, "the document of the signer")
    absolute = lambda name: signer + name if name.startswith("#") else name
    listed = document.get("assertionMethod", [])
    embedded = [item for item in listed if isinstance(item, dict)]
    named = {absolute(item) for item in listed if isinstance(item, str)}
    methods = embedded + [item for item in document.get("verificationMethod", []) if absolute(item["id"]) in named]
    found = [item for item in methods if absolute(item["id"]) == kid]
    require(len(found) == 1, "exactly one method under assertionMethod")
    require(found[0].get("controller") == signer, "controlled by the signer")
    return found[0]


def key_of(method):
    jwk = method.get("publicKeyJwk")
    require(isinstance(jwk, dict) and jwk.get("kty") == "EC" and jwk.get("crv") == "P-256", "a P-256 JWK")
    require("d" not in jwk and jwk.get("alg", "ES256") == "ES256" and jwk.get("use", "sig") == "sig", "a public key")
    require("verify" in jwk.get("key_ops", ["verify"]), "for verifying")
    numbers = (int.from_bytes(decode(jwk[name]), "big") for name in ("x", "y"))
    return ec.EllipticCurvePublicNumbers(*numbers, ec.SECP256R1()).public_key()


def verify_signature(container, what, documents, at):
    signature = container["signature"]
    signer = signature["signer"]
    require(signature["profile"] == "did-web-v1", "the profile")
    require(HOST.fullmatch(signer), "a bare host")
    issued = instant(signature["issuedAt"])
    require(at + SKEW >= issued, "issued")
    if "expiresAt" in signature:
        expires = instant(signature["expiresAt"])
        require(expires > issued and at < expires + SKEW, "not expired")
    protected, attached, made = signature["jws"].split(".")
    require(attached == "", "detached")
    header = json.loads(decode(protected))
    require(header.get("alg") == "ES256" and header.get("typ") == TYPES[what], "alg and typ")
    require(not {"b64", "crit", "jku", "jwk", "x5u", "x5c"} & header.keys(), "no keys, no options")
    kid = header.get("kid", "")
    require(kid.startswith(signer + "#") and len(kid) > len(signer) + 1, "kid of the signer")
    require(signer in documents, "a DID document")
    key = key_of(method_of(documents[signer], signer, kid))
    raw = decode(made)
    require(len(raw) == 64, "r and s")
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, f"{protected}.{encode(payload(container))}".encode(), ec.ECDSA(hashes.SHA256()))
    return signer


def verify_manifest(manifest, entry, documents, artifacts, at):
    require(("url" in entry) != ("data" in entry), "one artifact")
    require(manifest["contributor"] == manifest["signature"]["signer"], "the contributor signs")
    subject = manifest["subject"]
    for name in ("identifier", "type", "version", "digest"):
        require(subject.get(name) == entry.get(name), f"the entry's {name}")
    require("digest" in subject or "url" in subject, "something to bind")
    if "url" in subject:
        require(subject["url"].startswith("https://") and subject["url"] == entry.get("url"), "the entry's URL")
    signer = verify_signature(manifest, "manifest", documents, at)
    if "digest" in entry:
        data = rfc8785.dumps(entry["data"]) if "data" in entry else artifacts[entry["url"]].encode()
        require("sha256:" + hashlib.sha256(data).hexdigest() == entry["digest"], "the artifact")
    return signer if signer == "did:web:" + entry["identifier"].split(":")[2] else None


def judged(check):
    try:
        return {"verified": True, "by": check()}
    except (Refused, InvalidSignature, KeyError, ValueError, TypeError) as error:
        return {"verified": False, "why": f"{type(error).__name__}: {error}"}


def verify(task):
    try:
        catalog = json.loads(task["catalog"], object_pairs_hook=once)
    except (Refused, ValueError) as error:
        return {"root": None, "entries": [], "verified": False, "why": str(error)}
    documents, at = task["documents"], instant(task["at"])

    def root():
        signer = verify_signature(catalog, "catalog", documents, at)
        require(catalog.get("host", {}).get("identifier") == signer, "the operator")
        return signer

    entries = []
    for entry in catalog["entries"]:
        check = lambda manifest: lambda: verify_manifest(manifest, entry, documents, task["artifacts"], at)
        entries.append([judged(check(manifest)) for manifest in entry.get("trustManifests", [])])
    whole = judged(root) if "signature" in catalog else None
    differs = any(verdict.get("why", "").endswith("the artifact") for entry in entries for verdict in entry)
    by_entries = bool(entries) and all(any(verdict.get("by") for verdict in entry) for entry in entries)
    verified = not differs and (bool(whole and whole["verified"]) or by_entries)
    return {"root": whole, "entries": entries, "verified": verified}


json.dump([{"sign": sign, "verify": verify}[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout)

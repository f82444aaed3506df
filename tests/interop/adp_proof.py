"""An independent reading of the proof rules: signs and verifies agent descriptions with `cryptography` and `jcs`.

It shares no code with the crate and follows the suite table alone (docs of `agent_description::suite`). A list of
tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "sign", "document": TEXT, "suite": NAME, "pem": PEM, "options": {...}, "encoding": "base64url"|"base58btc",
     "deterministic": BOOL}                             -> {"document": TEXT}
    {"do": "verify", "document": TEXT, "jwk": {...}}    -> {"verified": BOOL, "suite": NAME, "reason": TEXT}
    {"do": "key", "pem": PEM}                           -> {"pem": PEM, "publicPem": PEM, "jwk": {...}, "multikey": TEXT, "thumbprint": TEXT}
    {"do": "generate", "type": TYPE}                    -> the same, of a new key
"""

import base64
import hashlib
import json
import sys

import jcs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
CURVES = {"P-256": ec.SECP256R1, "secp256k1": ec.SECP256K1}
MULTICODEC = {"P-256": b"\x80\x24", "secp256k1": b"\xe7\x01", "Ed25519": b"\xed\x01"}

# name: (type, cryptosuite, curve, encodings it reads, the first being the one it writes)
SUITES = {
    "adp-ecdsa-p256": ("EcdsaSecp256r1Signature2019", None, "P-256", ["base64url", "base58btc"]),
    "ecdsa-jcs-2019": ("DataIntegrityProof", "ecdsa-jcs-2019", "P-256", ["base58btc"]),
    "eddsa-jcs-2022": ("DataIntegrityProof", "eddsa-jcs-2022", "Ed25519", ["base58btc", "base64url"]),
    "didwba-ecdsa-k1": ("DataIntegrityProof", "didwba-jcs-ecdsa-secp256k1-2025", "secp256k1", ["base64url"]),
}


class Refused(Exception):
    """The proof does not follow the rules."""


def base58_encode(data):
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = BASE58[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def base58_decode(text):
    number = 0
    for letter in text:
        number = number * 58 + BASE58.index(letter)
    body = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return b"\0" * (len(text) - len(text.lstrip("1"))) + body


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def base64url_decode(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64url(data) != text:
        raise Refused("not canonical base64url")
    return data


def encode(signature, encoding):
    return base64url(signature) if encoding == "base64url" else "z" + base58_encode(signature)


def decode(text):
    """proofValue: 86 characters are base64url, 87 to 89 starting with z are base58btc."""
    if len(text) == 86:
        return base64url_decode(text), "base64url"
    if 87 <= len(text) <= 89 and text.startswith("z"):
        signature = base58_decode(text[1:])
        if len(signature) == 64:
            return signature, "base58btc"
    raise Refused("proofValue is in no known encoding")


def signing_input(suite, document, proof, encoding):
    """The bytes that the key signs, by the suite table."""
    options = {name: value for name, value in proof.items() if name != "proofValue"}
    if suite == "adp-ecdsa-p256":
        if "@context" in options:
            raise Refused("proof.@context")
        return jcs.canonicalize({**document, "proof": options})
    body = {name: value for name, value in document.items() if name != "proof"}
    if encoding == "base64url":
        if "@context" in options:
            raise Refused("proof.@context")
    elif "@context" not in options:
        if "@context" in document:
            options["@context"] = document["@context"]
    elif "@context" not in document or jcs.canonicalize(options["@context"]) != jcs.canonicalize(document["@context"]):
        raise Refused("proof.@context is not the document's")
    return hashlib.sha256(jcs.canonicalize(options)).digest() + hashlib.sha256(jcs.canonicalize(body)).digest()


def sign_bytes(key, message, deterministic):
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(message)
    algorithm = ec.ECDSA(hashes.SHA256(), deterministic_signing=deterministic)
    r, s = utils.decode_dss_signature(key.sign(message, algorithm))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def verify_bytes(key, message, signature):
    if isinstance(key, ed25519.Ed25519PublicKey):
        key.verify(signature, message)
    else:
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        key.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))


def curve_of(public):
    if isinstance(public, ed25519.Ed25519PublicKey):
        return "Ed25519"
    return next(name for name, curve in CURVES.items() if isinstance(public.curve, curve))


def jwk_of(public):
    if isinstance(public, ed25519.Ed25519PublicKey):
        return {"kty": "OKP", "crv": "Ed25519", "x": base64url(public.public_bytes_raw())}
    point = public.public_numbers()
    x, y = (base64url(number.to_bytes(32, "big")) for number in (point.x, point.y))
    return {"kty": "EC", "crv": curve_of(public), "x": x, "y": y}


def key_of(jwk):
    if jwk["crv"] == "Ed25519":
        return ed25519.Ed25519PublicKey.from_public_bytes(base64url_decode(jwk["x"]))
    x, y = (int.from_bytes(base64url_decode(jwk[name]), "big") for name in ("x", "y"))
    return ec.EllipticCurvePublicNumbers(x, y, CURVES[jwk["crv"]]()).public_key()


def describe(key):
    public = key.public_key()
    jwk = jwk_of(public)
    if jwk["crv"] == "Ed25519":
        compressed = public.public_bytes_raw()
    else:
        compressed = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
    required = json.dumps(jwk, sort_keys=True, separators=(",", ":")).encode()
    return {
        "pem": key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode(),
        "publicPem": public.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        ).decode(),
        "jwk": jwk,
        "multikey": "z" + base58_encode(MULTICODEC[jwk["crv"]] + compressed),
        "thumbprint": base64url(hashlib.sha256(required).digest()),
    }


def do_sign(task):
    proof_type, cryptosuite, curve, encodings = SUITES[task["suite"]]
    key = serialization.load_pem_private_key(task["pem"].encode(), None)
    assert curve_of(key.public_key()) == curve
    document = json.loads(task["document"])
    proof = {"type": proof_type, **task["options"]}
    if cryptosuite is not None:
        proof["cryptosuite"] = cryptosuite
    encoding = task.get("encoding", encodings[0])
    message = signing_input(task["suite"], document, proof, encoding)
    proof["proofValue"] = encode(sign_bytes(key, message, task.get("deterministic", False)), encoding)
    return {"document": json.dumps({**document, "proof": proof}, ensure_ascii=task.get("ascii", False), indent=1)}


def do_verify(task):
    document = json.loads(task["document"])
    proof = document["proof"]
    named = (proof["type"], proof.get("cryptosuite"))
    suite = next((name for name, row in SUITES.items() if row[:2] == named), None)
    try:
        if suite is None:
            raise Refused(f"no suite {named}")
        signature, encoding = decode(proof["proofValue"])
        key = key_of(task["jwk"])
        if curve_of(key) != SUITES[suite][2]:
            raise Refused("key type")
        if encoding not in SUITES[suite][3]:
            raise Refused("encoding")
        verify_bytes(key, signing_input(suite, document, proof, encoding), signature)
    except Refused as refused:
        return {"verified": False, "suite": suite, "reason": str(refused)}
    except InvalidSignature:
        return {"verified": False, "suite": suite, "reason": "signature"}
    return {"verified": True, "suite": suite, "reason": ""}


def do_key(task):
    return describe(serialization.load_pem_private_key(task["pem"].encode(), None))


def do_generate(task):
    if task["type"] == "Ed25519":
        return describe(ed25519.Ed25519PrivateKey.generate())
    return describe(ec.generate_private_key(CURVES[task["type"]]()))


if __name__ == "__main__":
    does = {"sign": do_sign, "verify": do_verify, "key": do_key, "generate": do_generate}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)

"""Another implementation's answers to `adp vectors run --against`: strict JSON, JCS, DIDs, proof values, signed bytes, JSON Web Signatures,
requests, key directories and pages of listings.

It shares no code with the crate: `json`, `jcs`, `cryptography` and `pyld` of Python, and the rules of vectors/README.md. Other kinds are answered `unknown`.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys
from decimal import Decimal

import jcs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

import auth_request
from adp_proof import SUITES, Refused, base64url_decode, decode, signing_input

LARGEST = 1 << 20
DEEPEST = 64
RESERVED = ("localhost", "local", "internal", "onion")


class No(Exception):
    """Refused, with the code."""


def number(literal):
    value = float(literal)
    if value in (float("inf"), float("-inf")) or (value == 0 and Decimal(literal) != 0):
        raise No("json-number")
    if abs(value) >= 1 << 53 and Decimal(literal) != Decimal(repr(value)):
        raise No("json-number")
    return value


def double(literal):
    """Any double, also one that is written as its exact value."""
    value = float(literal)
    if abs(value) >= 1 << 53 and value != float("inf") and Decimal(literal) == Decimal(value):
        return value
    return number(literal)


def constant(_):
    raise No("json-syntax")


def members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise No("json-duplicate-key")
    return dict(pairs)


def depth(text):
    """The deepest nesting, brackets in strings aside."""
    deepest = now = 0
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        now += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        deepest = max(deepest, now)
    return deepest


def has_surrogate(value):
    if isinstance(value, str):
        return any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return any(has_surrogate(part) for member in value.items() for part in member)
    return isinstance(value, list) and any(map(has_surrogate, value))


def strict(data, number=number):
    if len(data) > LARGEST:
        raise No("json-size")
    if data.startswith(b"\xef\xbb\xbf"):
        raise No("json-encoding")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise No("json-encoding") from None
    if depth(text) > DEEPEST:
        raise No("json-depth")
    try:
        value = json.loads(
            text, object_pairs_hook=members, parse_float=number, parse_int=number, parse_constant=constant
        )
    except json.JSONDecodeError:
        raise No("json-syntax") from None
    if has_surrogate(value):
        raise No("json-encoding")
    return value


def document(data):
    value = strict(data)
    if not isinstance(value, dict):
        raise No("document-shape")
    return value


def host(text):
    labels = text.split(".")
    good = (
        len(text) <= 253
        and len(labels) > 1
        and all(re.fullmatch("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", label) for label in labels)
        and not re.fullmatch("[0-9]+|0x[0-9a-f]*", labels[-1])
        and labels[-1] not in RESERVED
    )
    for label in labels:
        if good and label.startswith("xn--"):
            try:
                name = label[4:].encode().decode("punycode")
                good = not name.isascii() and name.encode("punycode").decode() == label[4:]
            except UnicodeError:
                good = False
    return good


def did(text):
    match = re.fullmatch("did:([a-z0-9]+):(.*)", text, re.DOTALL)
    if match is None:
        raise No("did-syntax")
    method, rest = match.groups()
    if method == "key":
        if len(text.encode()) > 2048 or not re.fullmatch("z[1-9A-HJ-NP-Za-km-z]+", rest):
            raise No("did-syntax")
        return None
    if method not in ("wba", "web"):
        raise No("did-method-unsupported")
    authority, *segments = rest.split(":")
    name, *port = authority.split("%3A")
    good = (
        len(text.encode()) <= 2048
        and host(name)
        and len(port) < 2
        and all(re.fullmatch("[1-9][0-9]{0,4}", part) and int(part) < 65536 and part != "443" for part in port)
        and len(segments) <= 16
        and all(re.fullmatch(r"[A-Za-z0-9._-]+", part) and part not in (".", "..") for part in segments)
    )
    # a key's thumbprint: 32 bytes in one spelling, behind at least one other segment
    if good and method == "wba" and segments and segments[-1][:3] in ("e1_", "k1_"):
        try:
            good = len(base64url_decode(segments[-1][3:])) == 32 and len(segments) > 1
        except (Refused, ValueError):
            good = False
    if not good:
        raise No("did-syntax")
    path = "/".join(segments or [".well-known"])
    return f"https://{':'.join([name, *port])}/{path}/did.json"


def did_url(text):
    subject, sharp, fragment = text.partition("#")
    did(subject)
    if not sharp or not re.fullmatch(r"([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})+", fragment):
        raise No("did-syntax")
    return subject


def proof_value(text, suite):
    try:
        signature, encoding = decode(text)
    except (Refused, ValueError):
        raise No("proof-value-encoding") from None
    if encoding not in SUITES[suite][3]:
        raise No("proof-value-encoding")
    return signature.hex()


def signed_bytes(value):
    proof = value["proof"]
    named = (proof["type"], proof.get("cryptosuite"))
    suite = next((name for name, row in SUITES.items() if row[:2] == named), None)
    if suite is None:
        raise No("proof-suite")
    encoding = decode(proof["proofValue"])[1] if "proofValue" in proof else SUITES[suite][3][0]
    try:
        return hashlib.sha256(signing_input(suite, value, proof, encoding)).hexdigest()
    except Refused:
        raise No("proof-malformed") from None


def unpadded(part):
    """Base64url without padding, of one spelling."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", part):
        raise No("jws-malformed")
    try:
        decoded = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        raise No("jws-malformed") from None
    if base64.urlsafe_b64encode(decoded).rstrip(b"=").decode() != part:
        raise No("jws-malformed")
    return decoded


def json_web_signature(headers, text):
    """RFC 7515: the header by the rules of vectors/README.md, then the signature; the payload's SHA-256."""
    parts = text.split(".")
    if len(parts) != 3:
        raise No("jws-malformed")
    try:
        header = strict(unpadded(parts[0]))
    except No:
        raise No("jws-malformed") from None
    if not isinstance(header, dict):
        raise No("jws-malformed")
    if {"crit", "b64", "jwk", "x5c", "x5u"} & set(header) or not isinstance(header.get("alg"), str):
        raise No("jws-header")
    # RFC 9864: `Ed25519` is `EdDSA` with this curve
    if {"Ed25519": "EdDSA"}.get(header["alg"], header["alg"]) not in headers["algorithms"].split(" "):
        raise No("jws-algorithm")
    if header.get("typ") != headers.get("typ") or not isinstance(header.get("kid", ""), str):
        raise No("jws-header")
    signature = unpadded(parts[2])
    if len(signature) != 64:
        raise No("jws-malformed")
    if "payload" in headers:
        if parts[1]:
            raise No("jws-malformed")
        payload = headers["payload"].encode()
    else:
        payload = unpadded(parts[1])
    signed = f"{parts[0]}.{base64.urlsafe_b64encode(payload).rstrip(b'=').decode()}".encode()
    key = json.loads(headers["key"])
    if {"ES256": "P-256", "ES256K": "secp256k1", "EdDSA": "Ed25519", "Ed25519": "Ed25519"}[header["alg"]] != key["crv"]:
        raise No("jws-key")
    try:
        verify_jws(header["alg"], key, signature, signed)
    except InvalidSignature:
        raise No("jws-signature") from None
    return hashlib.sha256(payload).hexdigest()


def verify_jws(alg, key, signature, signed):
    x = unpadded(key["x"])
    if alg in ("EdDSA", "Ed25519"):
        ed25519.Ed25519PublicKey.from_public_bytes(x).verify(signature, signed)
        return
    curve = ec.SECP256R1() if alg == "ES256" else ec.SECP256K1()
    public = ec.EllipticCurvePublicKey.from_encoded_point(curve, b"\4" + x + unpadded(key["y"]))
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


def answer(headers, body, folder):
    kind = headers["kind"]
    if kind == "json":
        strict(body)
        return {"result": "ok"}
    if kind == "document":
        document(body)
        return {"result": "ok"}
    if kind == "jcs":
        return {"result": "ok", "output": jcs.canonicalize(strict(body, double)).decode()}
    if kind == "did":
        location = did(body.decode())
        return {"result": "ok"} if location is None else {"result": "ok", "output": location}
    if kind == "did-url":
        return {"result": "ok", "output": did_url(body.decode())}
    if kind == "proof-value":
        return {"result": "ok", "output": proof_value(body.decode(), headers["suite"])}
    if kind == "signing-input":
        return {"result": "ok", "output": signed_bytes(document(body))}
    if kind == "jws":
        return {"result": "ok", "output": json_web_signature(headers, body.decode())}
    if kind == "auth-request":
        did_document = json.loads((folder / headers["did-document"]).read_text())
        return {"result": "ok", "output": auth_request.authenticate(headers, body, did_document)}
    if kind == "bot-request":
        directory = document((folder / headers["key-directory"]).read_bytes())
        return {"result": "ok", "output": auth_request.bot_request(headers, body, directory)}
    if kind == "bot-directory":
        return {"result": "ok", "output": auth_request.bot_directory(headers, body, document)}
    if kind == "listing":
        import listing_page  # here, because it takes longer to load than the others to answer

        try:
            page = listing_page.read(document(body), headers["fetched-from"])
        except listing_page.No as refused:
            raise No(str(refused)) from None
        return {"result": "ok", "output": jcs.canonicalize(page).decode()}
    return {"result": "unknown", "message": f"the kind {kind}"}


def reply(vector, path):
    """The line that answers a vector: its bytes, and where it is."""
    head, _, input_bytes = vector.partition(b"\n\n")
    try:
        found = answer(dict(line.split(": ", 1) for line in head.decode().split("\n")), input_bytes, path.parent)
    except (No, auth_request.No) as refused:
        found = {"result": str(refused)}
    return json.dumps(found)


def reply_to_all(replies, folders):
    """Writes the reply to each vector of the folders at the vector's own path below `replies`: loading takes longer than an answer."""
    for path in (path for folder in folders for path in pathlib.Path(folder).rglob("*.txt")):
        place = replies / path.relative_to("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(reply(path.read_bytes(), path))


if __name__ == "__main__":
    if sys.argv[1] == "--replies":
        reply_to_all(pathlib.Path(sys.argv[2]), sys.argv[3:])
    else:
        print(reply(sys.stdin.buffer.read(), pathlib.Path(sys.argv[-1])))

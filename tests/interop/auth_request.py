"""An independent reading of request authentication: RFC 9421, RFC 9530, Web Bot Auth and the older `DIDWba` forms, with `cryptography` and
`jcs`.

It shares no code with the crate: the rules are those of vectors/README.md and of the RFCs. `authenticate` returns the verification method,
`bot_request` and `bot_directory` what their vectors have as output, or raises `No` with the code. DID documents are taken as they stand in the vectors: keys as Multikey or JWK.
"""

import base64
import hashlib
import json
import re
from datetime import datetime

import jcs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from adp_proof import (
    BASE58,
    CURVES,
    MULTICODEC,
    SUITES,
    base58_decode,
    base64url,
    base64url_decode,
    decode,
    signing_input,
    verify_bytes,
)

SKEW = 60
ALGORITHMS = {"ed25519": "Ed25519", "ecdsa-p256-sha256": "P-256"}
FIELDS = ("v", "did", "nonce", "timestamp", "verification_method", "signature")


# RFC 9421, appendix B.1: their private keys are public
TEST_KEYS = ("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U", "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA")


class No(Exception):
    """Refused, with the code."""


class Token:
    """A token of RFC 9651, which is no string."""

    def __init__(self, text):
        self.text = text


def need(holds, code="auth-malformed"):
    if not holds:
        raise No(code)


class Fields:
    """A reader of RFC 9651 dictionaries, as far as the two fields have them."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def take(self, pattern):
        match = re.compile(pattern).match(self.text, self.at)
        need(match)
        self.at = match.end()
        return match.group()

    def peek(self, letter):
        return self.text[self.at : self.at + 1] == letter

    def bare(self):
        if self.peek('"'):
            return re.sub(r"\\(.)", r"\1", self.take(r'"(?:[ !#-\[\]-~]|\\["\\])*"')[1:-1])
        if self.peek(":"):
            inside = self.take(r":[A-Za-z0-9+/=]*:")[1:-1]
            try:
                return base64.b64decode(inside, validate=True)
            except ValueError:
                raise No("auth-malformed") from None
        if self.peek("?"):
            return self.take(r"\?[01]") == "?1"
        if re.match(r"[A-Za-z*]", self.text[self.at :]):
            return Token(self.take(r"[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*"))
        return int(self.take(r"-?[0-9]{1,15}"))

    def parameters(self):
        found = {}
        while self.peek(";"):
            self.take(r"; *")
            name = self.take(r"[a-z*][a-z0-9_.*-]*")
            found[name] = True
            if self.peek("="):
                self.at += 1
                found[name] = self.bare()
        return found

    def member(self):
        """(components, parameters, text) of an inner list, or a bare item."""
        start = self.at
        if not self.peek("("):
            value = self.bare()
            self.parameters()
            return value
        self.at += 1
        components = []
        while not self.peek(")"):
            self.take(" *")
            if not self.peek(")"):
                begin = self.at
                need(isinstance(self.bare(), str))
                self.parameters()
                components.append(self.text[begin : self.at])
        self.at += 1
        parameters = self.parameters()
        return components, parameters, self.text[start : self.at]

    def item(self):
        """(value, parameters, text) of a bare item."""
        start = self.at
        value, parameters = self.bare(), self.parameters()
        return value, parameters, self.text[start : self.at]

    def dictionary(self, member=None):
        found = {}
        while True:
            name = self.take(r"[a-z*][a-z0-9_.*-]*")
            self.take("=")
            need(name not in found)
            found[name] = (member or Fields.member)(self)
            if self.at == len(self.text):
                return found
            self.take(r"[ \t]*,[ \t]*")


def parse_request(data):
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers.setdefault(name.lower(), []).append(value.strip(" \t"))
    if "transfer-encoding" in headers:
        body = re.sub(rb"^0\r\n\r\n$", b"", body)
    return method, target, headers, body


def key_of(method):
    if "publicKeyJwk" in method:
        jwk = method["publicKeyJwk"]
        x, y = (int.from_bytes(base64url_decode(jwk[name]), "big") for name in ("x", "y"))
        return jwk["crv"], ec.EllipticCurvePublicNumbers(x, y, CURVES[jwk["crv"]]()).public_key()
    multikey = method["publicKeyMultibase"]
    data = base58_decode(multikey[1:])
    assert multikey[0] == "z" and all(letter in BASE58 for letter in multikey[1:])
    curve = next(curve for curve, prefix in MULTICODEC.items() if data.startswith(prefix))
    data = data[len(MULTICODEC[curve]) :]
    if curve == "Ed25519":
        return curve, ed25519.Ed25519PublicKey.from_public_bytes(data)
    return curve, ec.EllipticCurvePublicKey.from_encoded_point(CURVES[curve](), data)


def thumbprint(key):
    """SHA-256 of the key's JWK (RFC 7638)."""
    if isinstance(key, ed25519.Ed25519PublicKey):
        members = {"crv": "Ed25519", "kty": "OKP", "x": base64url(key.public_bytes_raw())}
    else:
        point = key.public_numbers()
        x, y = (base64url(coordinate.to_bytes(32, "big")) for coordinate in (point.x, point.y))
        members = {"crv": "secp256k1" if point.curve.name == "secp256k1" else "P-256", "kty": "EC", "x": x, "y": y}
    return base64url(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


def is_bound_to(did, key):
    """Whether the last segment is the key's thumbprint."""
    return did.split(":")[-1][3:] == thumbprint(key)


def check_document(document, did, methods, now):
    """The document's own proof: `e1_` needs one, `k1_` may have one, and one that is there has to hold."""
    bound = {"e1_": "eddsa-jcs-2022", "k1_": "didwba-ecdsa-k1"}.get(did.split(":")[-1][:3])
    proof = document.get("proof")
    if proof is None or bound is None:
        return need(bound != "eddsa-jcs-2022", "did-document-proof")
    kind, cryptosuite, _, encodings = SUITES[bound]
    need((proof["type"], proof.get("cryptosuite")) == (kind, cryptosuite), "did-document-proof")
    need(proof["proofPurpose"] == "assertionMethod", "did-document-proof")
    need("expires" not in proof or now < seconds(proof["expires"]), "did-document-proof")
    method = methods[proof["verificationMethod"]]
    need("expires" not in method or now < seconds(method["expires"]), "did-document-proof")
    signature, encoding = decode(proof["proofValue"])
    need(encoding in encodings, "did-document-proof")
    _, key = key_of(method)
    try:
        verify_bytes(key, signing_input(bound, document, proof, encoding), signature)
    except InvalidSignature:
        raise No("did-document-proof") from None
    need(is_bound_to(did, key), "did-binding")


def check_signature(now, document, keyid, message, signature, algorithm=None):
    did, _, fragment = keyid.partition("#")
    need(document["id"] == did, "did-id-mismatch")
    need(not document.get("deactivated"), "did-deactivated")
    methods = {method["id"]: method for method in document["verificationMethod"]}
    check_document(document, did, methods, now)
    need(keyid in methods, "auth-method-not-authorized")
    method = methods[keyid]
    need(method["controller"] == did, "auth-method-not-authorized")
    listed = [did + name if name.startswith("#") else name for name in document.get("authentication", [])]
    need(keyid in listed, "auth-method-not-authorized")
    need("expires" not in method or now < seconds(method["expires"]), "auth-method-not-authorized")
    curve, key = key_of(method)
    # its bound key is the only one a k1 DID authenticates with, whether or not the document has a proof
    need(not did.split(":")[-1].startswith("k1_") or is_bound_to(did, key), "auth-method-not-authorized")
    need(algorithm is None or ALGORITHMS.get(algorithm) == curve)
    need(len(signature) == 64)
    try:
        verify_bytes(key, message, signature)
    except InvalidSignature:
        raise No("auth-signature") from None


def remember(settings, did, *rest):
    """The last step: what was used is used once, and without room nothing is."""
    key = hashlib.sha256(jcs.canonicalize([settings["audience"], did, *rest])).hexdigest()
    need(key not in settings["remembers"], "auth-replayed")
    need(not settings["full"], "auth-store-full")


def check_time(created, expires, now, window):
    need(created <= now + SKEW, "auth-not-yet-valid")
    end = created + window
    if expires is not None:
        need(created < expires <= end, "auth-expired")
        end = expires
    need(now < end, "auth-expired")


def seconds(text):
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", text))
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def check_digest(header, body):
    known = 0
    for name, expected in Fields(header).dictionary().items():
        if name in ("sha-256", "sha-512"):
            known += 1
            need(hashlib.new(name.replace("-", ""), body).digest() == expected, "auth-digest")
    need(known)


def rfc9421(settings, method, target, headers, body, document):
    need("signature" in headers and "signature-input" in headers)
    inputs = Fields(", ".join(headers["signature-input"])).dictionary()
    signatures = Fields(", ".join(headers["signature"])).dictionary()
    need(all(isinstance(member, tuple) for member in inputs.values()))
    keyids = {label: parameters.get("keyid") for label, (_, parameters, _) in inputs.items()}
    ours = [label for label, keyid in keyids.items() if keyid is not None and keyid.startswith("did:")]
    if not ours:
        need(None in keyids.values(), "auth-missing")
    need(len(ours) == 1)
    components, parameters, text = inputs[ours[0]]
    keyid, nonce, created = parameters["keyid"], parameters.get("nonce"), parameters.get("created")
    need("#" in keyid and isinstance(created, int))
    need(nonce != "" and (nonce is not None or settings["no_nonce"]))
    need(len(set(components)) == len(components))
    origin = settings["audience"]
    path = target if target.startswith("/") else re.sub("^[a-z]+://[^/]*", "", target)
    derived = {"@method": method, "@target-uri": origin + path, "@authority": origin.split("://")[1]}
    base = ""
    for component in components:
        name = component[1:-1]
        need(name in derived if name.startswith("@") else name in headers)
        base += f"{component}: {derived.get(name) or ', '.join(headers[name])}\n"
    base += f'"@signature-params": {text}'
    need(len(body) <= settings["limit"], "auth-digest")
    need(isinstance(signatures.get(ours[0]), bytes) and len(signatures[ours[0]]) == 64)
    if "content-digest" in headers:
        check_digest(", ".join(headers["content-digest"]), body)
    required = ["@method", "@target-uri"]
    if body or "transfer-encoding" in headers or headers.get("content-length", ["0"]) != ["0"]:
        required.append("content-digest")
    need(all(f'"{name}"' in components for name in required), "auth-uncovered")
    need(target.startswith("/") or re.match("[a-z]+://[^/]*", target).group() == origin, "auth-audience")
    check_time(created, parameters.get("expires"), settings["now"], settings["window"])
    check_signature(settings["now"], document, keyid, base.encode(), signatures[ours[0]], parameters.get("alg"))
    used = [nonce] if nonce is not None else [hashlib.sha256(base.encode()).hexdigest(), "signature-base"]
    remember(settings, keyid.partition("#")[0], *used)
    return keyid


def didwba(settings, fields, document):
    need(set(fields) <= set(FIELDS) and set(fields) | {"v"} == set(FIELDS))
    need(all(isinstance(value, str) for value in fields.values()))
    version = fields.get("v", "1.1")
    need(version in ("1.0", "1.1") and re.fullmatch(r"[ !#-\[\]-~]{1,256}", fields["nonce"]))
    need(re.fullmatch(r"did:wba:(?![0-9.]+[:%])[a-z0-9.-]+(:[A-Za-z0-9_.-]+)*", fields["did"]))
    need(re.fullmatch("[A-Za-z0-9_.-]+", fields["verification_method"]))
    created = seconds(fields["timestamp"])
    need(re.fullmatch("[A-Za-z0-9_-]{86}", fields["signature"]))
    host = re.sub(r":\d+$", "", settings["audience"].split("://")[1])
    signed = {name: fields[name] for name in ("did", "nonce", "timestamp")}
    signed["service" if version == "1.0" else "aud"] = host
    check_time(created, None, settings["now"], settings["window"])
    message = hashlib.sha256(jcs.canonicalize(signed)).digest()
    keyid = f"{fields['did']}#{fields['verification_method']}"
    check_signature(settings["now"], document, keyid, message, base64url_decode(fields["signature"]))
    remember(settings, fields["did"], fields["nonce"])
    return keyid


def directory_keys(directory):
    """The keys of a directory that can be used, by thumbprint, and their JWKs."""
    listed = directory.get("keys")
    need(isinstance(listed, list) and len(listed) <= 64, "key-malformed")
    found = {}
    for jwk in listed:
        if (jwk["kty"], jwk.get("crv")) == ("OKP", "Ed25519"):
            key = ed25519.Ed25519PublicKey.from_public_bytes(base64url_decode(jwk["x"]))
        elif (jwk["kty"], jwk.get("crv")) == ("EC", "P-256"):
            _, key = key_of({"publicKeyJwk": jwk})
        else:
            continue
        name = thumbprint(key)
        if jwk.get("kid", name) == name:
            found[name] = (key, jwk)
    return found


def signed_by(key, base, signature):
    need(isinstance(signature, bytes) and len(signature) == 64)
    try:
        verify_bytes(key, base, signature)
    except InvalidSignature:
        raise No("auth-signature") from None


def bot_request(headers, data, directory):
    """The agent and the thumbprint of the key of a request by the Web Bot Auth profile."""
    settings = {
        "audience": headers["audience"],
        "now": seconds(headers["at"]),
        "remembers": headers.get("remembers", "").split(),
        "full": "store-full" in headers,
    }
    keys = directory_keys(directory)
    method, target, fields, body = parse_request(data)
    need("signature-input" in fields, "auth-missing")
    inputs = Fields(", ".join(fields["signature-input"])).dictionary()
    need(all(isinstance(member, tuple) for member in inputs.values()))
    ours = [label for label, (_, parameters, _) in inputs.items() if parameters.get("tag") == "web-bot-auth"]
    need(ours, "auth-missing")
    need(len(ours) == 1 and "signature" in fields)
    signatures = Fields(", ".join(fields["signature"])).dictionary()
    components, parameters, text = inputs[ours[0]]
    need(len(set(components)) == len(components))
    keyid, created, expires = (parameters.get(name) for name in ("keyid", "created", "expires"))
    need(isinstance(keyid, str) and re.fullmatch("[A-Za-z0-9_-]{43}", keyid))
    need(isinstance(created, int) and isinstance(expires, int))
    need('"@authority"' in components or '"@target-uri"' in components, "auth-uncovered")
    agents = [component for component in components if component.startswith('"signature-agent"')]
    need(agents, "auth-uncovered")
    origin = settings["audience"]
    path = target if target.startswith("/") else re.sub("^[a-z]+://[^/]*", "", target)
    known = {'"@method"': method, '"@target-uri"': origin + path, '"@authority"': origin.split("://")[1]}
    known |= {f'"{name}"': ", ".join(lines) for name, lines in fields.items()}
    agent_field = ", ".join(fields.get("signature-agent", []))
    if agents[0] == '"signature-agent"':
        reader = Fields(agent_field)
        agent = reader.item()
        need(reader.at == len(agent_field))
    else:
        label = re.fullmatch('"signature-agent";key="([^"]*)"', agents[0]).group(1)
        members = Fields(agent_field).dictionary(Fields.item)
        need(label in members)
        agent = members[label]
        known[agents[0]] = agent[2]
    url, kind = agent[0], agent[1].get("type")
    need(kind is None or (isinstance(kind, Token) and kind.text == "directory"))
    need(isinstance(url, str) and re.fullmatch(r"https://[a-z0-9.-]+(:\d+)?/?", url) and not re.search(r":443/?$", url))
    need(all(component in known for component in components))
    base = "".join(f"{component}: {known[component]}\n" for component in components) + f'"@signature-params": {text}'
    if "content-digest" in fields:
        check_digest(", ".join(fields["content-digest"]), body)
    need(target.startswith("/") or re.match("[a-z]+://[^/]*", target).group() == origin, "auth-audience")
    check_time(created, expires, settings["now"], int(headers.get("window-seconds", 24 * 60 * 60)))
    url = url.rstrip("/")
    need(url == headers["directory-of"] and keyid in keys, "auth-method-not-authorized")
    need(keyid not in TEST_KEYS, "key-malformed")
    key, jwk = keys[keyid]
    need(jwk.get("nbf", 0) <= settings["now"] < jwk.get("exp", 1 << 40), "auth-method-not-authorized")
    need("alg" not in parameters or ALGORITHMS.get(parameters["alg"]) == jwk["crv"])
    signed_by(key, base.encode(), signatures.get(ours[0]))
    remember(settings, url, hashlib.sha256(base.encode()).hexdigest(), "web-bot-auth")
    return f"{url} {keyid}"


def bot_directory(headers, data, parse):
    """When the first signature of a directory's response expires; each of its keys has signed it."""
    start, _, rest = data.partition(b"\r\n")
    need(start == b"HTTP/1.1 200 OK")
    _, _, fields, body = parse_request(b"GET / HTTP/1.1\r\n" + rest)
    keys = directory_keys(parse(body))
    need("signature-input" in fields and keys, "auth-missing")
    inputs = Fields(", ".join(fields["signature-input"])).dictionary()
    signatures = Fields(", ".join(fields["signature"])).dictionary()
    known = {f'"{name}"': ", ".join(lines) for name, lines in fields.items()}
    known['"@authority";req'] = headers["directory-of"].split("://")[1]
    now, ends = seconds(headers["at"]), []
    for name, (key, _) in keys.items():
        of_key = (("tag", "http-message-signatures-directory"), ("keyid", name))
        ours = [label for label, member in inputs.items() if all(member[1].get(what) == value for what, value in of_key)]
        need(ours, "auth-missing")
        components, parameters, text = inputs[ours[0]]
        need(all(component in known for component in components))
        base = "".join(f"{component}: {known[component]}\n" for component in components) + f'"@signature-params": {text}'
        signed_by(key, base.encode(), signatures.get(ours[0]))
        need(all(component in components for component in ('"@authority";req', '"content-digest"')), "auth-uncovered")
        need("created" in parameters and "expires" in parameters)
        need(parameters["created"] <= now + SKEW, "auth-not-yet-valid")
        need(now < parameters["expires"], "auth-expired")
        ends.append(parameters["expires"])
    check_digest(", ".join(fields["content-digest"]), body)
    return str(min(ends))


def unique(pairs):
    need(len({name for name, _ in pairs}) == len(pairs))
    return dict(pairs)


def authenticate(headers, data, document):
    """The answer to a vector: its headers, the request, the DID document."""
    settings = {
        "audience": headers["audience"],
        "now": seconds(headers["at"]),
        "window": int(headers.get("window-seconds", 300)),
        "limit": int(headers.get("body-limit", 1 << 20)),
        "no_nonce": "allow-no-nonce" in headers,
        "remembers": headers.get("remembers", "").split(),
        "full": "store-full" in headers,
    }
    method, target, fields, body = parse_request(data)
    legacy = [value for value in fields.get("authorization", []) if re.match(r"didwba(\s|$)", value, re.IGNORECASE)]
    signed = "signature" in fields or "signature-input" in fields
    if "json-body" in headers:
        content = json.loads(body, object_pairs_hook=unique)
        need(not signed and "authorization" not in fields)
        if "auth" in content:
            need(set(content) == {"auth", "payload"})
            need(set(content["auth"]) == {"contentDigest", "signatureInput", "signature"})
            fields["content-digest"] = [content["auth"]["contentDigest"]]
            fields["signature-input"] = [content["auth"]["signatureInput"]]
            fields["signature"] = [content["auth"]["signature"]]
            return rfc9421(settings, method, target, fields, jcs.canonicalize(content["payload"]), document)
        need("did" in content and "signature" in content, "auth-missing")
        need("legacy" in headers, "auth-legacy-refused")
        return didwba(settings, content, document)
    need(signed or legacy, "auth-missing")
    need(not (signed and legacy))
    if signed:
        return rfc9421(settings, method, target, fields, body, document)
    need("legacy" in headers, "auth-legacy-refused")
    need(len(fields["authorization"]) == 1)
    pair = r'([A-Za-z0-9_]+)="([^"\\]*)"'
    rest = re.sub("^[A-Za-z]+ +", "", legacy[0])
    need(re.fullmatch(rf"{pair}(\s*,\s*{pair})*", rest))
    return didwba(settings, unique([(name.lower(), value) for name, value in re.findall(pair, rest)]), document)

"""The verdicts of Python packages on the vectors of `vectors/`, for `.ci/conformance`: accepted or refused, by the package's own function for the operation.

    peers.py PEER VECTORS    -> JSON on standard output: {"version", "vectors": [{"vector", "kind", "expect", "accepted", "reason", "lines"}]}

A vector is answered where the package has the whole operation of its kind; `lines` are two lines of Python that show the verdict, without this program.
"""

import base64
import importlib.metadata
import json
import logging
import pathlib
import re
import sys

# the codes that a check of signatures alone can find: who may sign is the caller's business
OF_SIGNATURES = re.compile("ok|jws-(algorithm|header|key|malformed|missing|signature)")


def vectors(folder, kinds):
    for path in sorted(pathlib.Path(folder).rglob("*.txt")):
        head, _, body = path.read_bytes().partition(b"\n\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\n"))
        if headers["kind"] in kinds:
            yield path, headers, body


def quoted(body):
    return repr(body) if len(body) < 400 else "open(VECTOR_FILE, 'rb').read().split(b'\\n\\n', 1)[1]"


def pyld(headers, body, folder):
    from pyld import jsonld

    contexts = {}
    lines = (pathlib.Path(__file__).parents[3] / "contexts" / "src" / "lib.rs").read_text()
    for file, iris in re.findall(r'include_bytes!\("\.\./([^"]+)"\).*?iris: \[([^\]]+)\]', lines, re.DOTALL):
        contexts |= dict.fromkeys(re.findall('"([^"]+)"', iris), file)

    def load(iri, _options):
        pinned = folder / headers["context-file"] if iri == headers.get("context-iri") else None
        known = pathlib.Path(__file__).parents[3] / "contexts" / contexts[iri] if iri in contexts else pinned
        if known is None:
            raise jsonld.JsonLdError(f"no context {iri}", "jsonld.LoadDocumentError", code="loading remote context failed")
        return {"contextUrl": None, "documentUrl": iri, "document": json.loads(known.read_bytes()), "contentType": "application/ld+json"}

    options = {"documentLoader": load, "base": headers.get("base", "")}
    if "processing-mode" in headers:
        options["processingMode"] = headers["processing-mode"]
    source = json.loads(body)
    call = {
        "expand": lambda: jsonld.expand(source, options),
        "nquads": lambda: jsonld.to_rdf(source, {**options, "format": "application/n-quads"}),
        "compact": lambda: jsonld.compact(source, json.loads(headers["context"]), options),
    }
    call[headers["kind"]]()
    return True


def anp(headers, body, folder):
    from anp.authentication.did_wba import validate_did_document_binding
    from anp.wns.validator import validate_handle

    if headers["kind"] == "handle":
        validate_handle(body.decode())
        return True
    document = json.loads(body)
    return document["id"] == headers["did"] and validate_did_document_binding(document, verify_proof="proof" in document)


def a2a(headers, body, folder):
    from a2a.client.card_resolver import parse_agent_card
    from a2a.utils.signing import create_signature_verifier
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519

    def key(kid, _jku):
        methods = json.loads((folder / headers["did-document"]).read_text())["verificationMethod"]
        jwk = next(method["publicKeyJwk"] for method in methods if method["id"] == kid)
        number = lambda name: base64.urlsafe_b64decode(jwk[name] + "==")
        if jwk["kty"] == "OKP":
            public = ed25519.Ed25519PublicKey.from_public_bytes(number("x"))
        else:
            curve = {"P-256": ec.SECP256R1, "secp256k1": ec.SECP256K1}[jwk["crv"]]()
            public = ec.EllipticCurvePublicKey.from_encoded_point(curve, b"\4" + number("x") + number("y"))
        return public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    create_signature_verifier(key, ["ES256", "ES256K", "EdDSA"])(parse_agent_card(json.loads(body)))
    return True


def applies_to_card(headers, _body):
    return "did-document" in headers and OF_SIGNATURES.fullmatch(headers["expect"]) is not None


PYLD_CALL = {
    "expand": "jsonld.expand(json.loads({}))",
    "nquads": "jsonld.to_rdf(json.loads({}))",
    "compact": "jsonld.compact(json.loads({}), {{}})",
}
PEERS = {
    "pyld": ("PyLD", pyld, list(PYLD_CALL), lambda *_: True, lambda headers, body: [
        "import json; from pyld import jsonld", PYLD_CALL[headers["kind"]].format(quoted(body))]),
    "anp": ("anp", anp, ["did-document", "handle"], lambda headers, _: "method" not in headers, lambda headers, body: [
        "import json; from anp.wns.validator import validate_handle", f"validate_handle({body.decode()!r})",
    ] if headers["kind"] == "handle" else [
        "import json; from anp.authentication.did_wba import validate_did_document_binding",
        f"d = json.loads({quoted(body)}); validate_did_document_binding(d, verify_proof='proof' in d)"]),
    "a2a-sdk": ("a2a-sdk", a2a, ["card-verify"], applies_to_card, lambda headers, body: [
        "import json; from a2a.client.card_resolver import parse_agent_card; from a2a.utils.signing import create_signature_verifier",
        f"create_signature_verifier(lambda kid, jku: PEM, ['ES256'])(parse_agent_card(json.loads({quoted(body)})))"]),
}


def main(peer, folder):
    logging.disable(logging.CRITICAL)
    package, judge, kinds, applies, lines = PEERS[peer]
    answered = []
    for path, headers, body in vectors(folder, kinds):
        if not applies(headers, body):
            continue
        try:
            accepted, reason = bool(judge(headers, body, path.parent)), "not accepted"
        except Exception as error:  # whatever a package raises is a refusal
            accepted, reason = False, f"{type(error).__name__}: {error}"
        name = str(path.relative_to(pathlib.Path(folder)))
        answered.append({
            "vector": name, "kind": headers["kind"], "expect": headers["expect"], "accepted": accepted,
            "reason": None if accepted else reason[:200], "lines": lines(headers, body),
        })
    json.dump({"version": importlib.metadata.version(package), "vectors": answered}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

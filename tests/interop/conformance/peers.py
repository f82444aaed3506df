"""The verdicts of Python packages, and of the Rust crate `anp`, on the vectors of `vectors/`, for `.ci/conformance`.

    peers.py PEER VECTORS

Writes JSON to standard output: `{"version", "vectors": [{"vector", "kind", "expect", "verdict", "lines"}]}`. The verdict is `accepted`, `refused` or
`unanswered`. A vector is refused if the package's function returned what it documents as a refusal, or raised such an exception. Whatever else
happens, such as an exception of another type or a key of a type that the package lacks, leaves the vector unanswered. `lines` are two lines of
Python or Rust that show an accepted or refused vector without this program, from the root of the repository.
"""

import base64
import importlib.metadata
import json
import logging
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
# codes of rules that the A2A packages leave to their caller are not among them
OF_CARD_SIGNATURES = re.compile("ok|jws-(algorithm|header|key|malformed|missing|signature)")
OF_REQUEST_SIGNATURES = re.compile("ok|auth-(digest|malformed|missing|signature)")
# what its function says itself of a request; after these words it passes on exceptions, among them those of keys that it cannot read
REFUSED_REQUEST = re.compile(
    "(?!Verification error)|Verification error: (Invalid Signature|Signature-Input must include|Missing covered|Invalid ECDSA|$)"
)
NO_CONTEXT = "a context that the caller does not have"


class Unanswered(Exception):
    """The package was not asked, or does not answer."""


class Vector:
    def __init__(self, path, folder):
        head, _, self.body = path.read_bytes().partition(b"\n\n")
        self.headers = dict(line.split(": ", 1) for line in head.decode().split("\n"))
        self.kind, self.expect = self.headers["kind"], self.headers["expect"]
        self.path, self.name = path, path.relative_to(folder).as_posix()

    def beside(self, header):
        return self.path.parent / self.headers[header]

    def json(self):
        """The input, as the caller of the package reads it."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise Unanswered("the caller cannot read the input") from None

    def source(self):
        """An expression for the bytes of the input."""
        return repr(self.body) if len(self.body) < 300 else f"open('vectors/{self.name}', 'rb').read().split(b'\\n\\n', 1)[1]"


class Pyld:
    """JSON-LD. Limits on work are rules of this software."""

    package, kinds = "PyLD", ("expand", "nquads", "compact")
    calls = {"expand": "expand({})", "nquads": "to_rdf({}, {{'format': 'application/n-quads'}})", "compact": "compact({}, {{}})"}

    def __init__(self):
        lines = (ROOT / "contexts/src/lib.rs").read_text()
        self.contexts = {}
        for file, iris in re.findall(r'include_bytes!\("\.\./([^"]+)"\).*?iris: \[([^\]]+)\]', lines, re.DOTALL):
            self.contexts |= dict.fromkeys(re.findall('"([^"]+)"', iris), ROOT / "contexts" / file)

    def applies(self, vector):
        return vector.expect != "jsonld-budget"

    def judge(self, vector):
        from pyld import jsonld

        missing = []

        def load(iri, _options):
            file = vector.beside("context-file") if iri == vector.headers.get("context-iri") else self.contexts.get(iri)
            if file is None:
                missing.append(iri)
                raise Unanswered(NO_CONTEXT)
            document = json.loads(file.read_bytes())
            return {"contextUrl": None, "documentUrl": iri, "document": document, "contentType": "application/ld+json"}

        options = {"documentLoader": load, "base": vector.headers.get("base", "")}
        if "processing-mode" in vector.headers:
            options["processingMode"] = vector.headers["processing-mode"]
        source = vector.json()
        try:
            if vector.kind == "expand":
                jsonld.expand(source, options)
            elif vector.kind == "nquads":
                jsonld.to_rdf(source, {**options, "format": "application/n-quads"})
            else:
                jsonld.compact(source, json.loads(vector.headers["context"]), options)
        except jsonld.JsonLdError:
            if missing:
                raise Unanswered(NO_CONTEXT) from None
            return False
        return True

    def lines(self, vector):
        first = "import json; from pyld import jsonld"
        if "context-file" in vector.headers:
            name = vector.beside("context-file").relative_to(vector.path.parents[1]).as_posix()
            load = f"lambda iri, _: {{'contextUrl': None, 'documentUrl': iri, 'document': json.load(open('vectors/{name}'))}}"
            first += f"; jsonld.set_document_loader({load})"
        return [first, f"print(jsonld.{self.calls[vector.kind].format(f'json.loads({vector.source()})')})"]


class Anp:
    """The Agent Network Protocol's own package."""

    package, kinds = "anp", ("auth-request", "binding-generation", "did-document", "handle")

    def applies(self, vector):
        if vector.kind == "binding-generation":
            return "previous" not in vector.headers
        if vector.kind == "did-document":
            # its function is about bound DIDs; which key is asked for is the caller's business
            is_bound = re.search(":[ek]1_[^:]+$", vector.headers["did"])
            return is_bound and "method" not in vector.headers and vector.expect in ("ok", "did-binding", "did-document-proof")
        if vector.kind == "auth-request":
            is_signed = re.search(rb"\r?\nSignature-Input:", vector.body, re.IGNORECASE)
            return is_signed and "json-body" not in vector.headers and OF_REQUEST_SIGNATURES.fullmatch(vector.expect)
        return True

    def judge(self, vector):
        from anp.authentication.did_wba import validate_did_document_binding
        from anp.authentication.http_signatures import verify_http_message_signature
        from anp.wns.exceptions import HandleValidationError, WbaUriParseError
        from anp.wns.models import canonicalize_binding_generation
        from anp.wns.validator import parse_wba_uri, validate_handle

        if vector.kind == "handle":
            text = vector.body.decode()
            try:
                parse_wba_uri(text) if is_wba_uri(text) else validate_handle(text)
            except (HandleValidationError, WbaUriParseError):
                return False
            return True
        if vector.kind == "binding-generation":
            try:
                canonicalize_binding_generation(vector.body.decode())
            except ValueError:
                return False
            return True
        if vector.kind == "auth-request":
            document = json.loads(vector.beside("did-document").read_bytes())
            is_verified, reason, _ = verify_http_message_signature(document, *request(vector))
            if not is_verified and not REFUSED_REQUEST.match(reason):
                raise Unanswered(reason)
            return is_verified
        document = vector.json()
        return validate_did_document_binding(document, verify_proof="proof" in document)

    def lines(self, vector):
        if vector.kind == "handle":
            text = vector.body.decode()
            name = "parse_wba_uri" if is_wba_uri(text) else "validate_handle"
            return [f"from anp.wns.validator import {name}", f"print({name}({text!r}))"]
        if vector.kind == "binding-generation":
            return [
                "from anp.wns.models import canonicalize_binding_generation",
                f"print(canonicalize_binding_generation({vector.body.decode()!r}))",
            ]
        if vector.kind == "auth-request":
            document = vector.beside("did-document").relative_to(vector.path.parents[1]).as_posix()
            method, url, fields, body = request(vector)
            return [
                f"import json; from anp.authentication.http_signatures import verify_http_message_signature; fields = {fields!r}",
                f"print(verify_http_message_signature(json.load(open('vectors/{document}')), {method!r}, {url!r}, fields, {body!r}))",
            ]
        return [
            f"import json; from anp.authentication.did_wba import validate_did_document_binding; document = json.loads({vector.source()})",
            "print(validate_did_document_binding(document, verify_proof='proof' in document))",
        ]


class AnpRust(Anp):
    """Its Rust crate, by the program of tests/interop/anp-rust, which INTEROP_ANP_RUST names. It resolves no relative references to keys."""

    def __init__(self):
        lock = (ROOT / "tests/interop/anp-rust/Cargo.lock").read_text()
        self.version = re.search(r'name = "anp"\nversion = "([^"]+)"', lock)[1]
        self.program = subprocess.Popen([os.environ["INTEROP_ANP_RUST"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def judge(self, vector):
        task = {"do": "judge", "kind": vector.kind}
        if vector.kind == "did-document":
            task["document"] = vector.json()
        elif vector.kind == "auth-request":
            text = vector.beside("did-document").read_text()
            task["document"] = json.loads(text.replace('"#', f'"{json.loads(text)["id"]}#'))
            task["method"], task["url"], task["headers"], body = request(vector)
            task["body"] = body.decode()
        else:
            task["text"] = vector.body.decode()
        self.program.stdin.write(json.dumps(task).encode() + b"\n")
        self.program.stdin.flush()
        answer = json.loads(self.program.stdout.readline())
        if "error" in answer:
            raise Unanswered(answer["error"])
        return answer["accepted"]

    def lines(self, vector):
        text = rust(vector.body.decode(errors="replace"))
        if vector.kind == "handle":
            name = "parse_wba_uri" if is_wba_uri(vector.body.decode()) else "validate_handle"
            return [f"use anp::wns::{name};", f'fn main() {{ println!("{{:?}}", {name}({text})) }}']
        if vector.kind == "binding-generation":
            return ["use anp::wns::BindingGeneration;", f'fn main() {{ println!("{{:?}}", BindingGeneration::new({text})) }}']
        if vector.kind == "auth-request":
            document = vector.beside("did-document").relative_to(vector.path.parents[1]).as_posix()
            absolute = json.loads(vector.beside("did-document").read_bytes())["id"] + "#"
            method, url, fields, body = request(vector)
            fields = ", ".join(f"({rust(name)}, {rust(value)})" for name, value in fields.items())
            return [
                "use {anp::authentication::verify_http_message_signature as verify, std::{collections::BTreeMap, fs::read_to_string}};",
                f"fn main() {{ let fields = [{fields}].map(|(name, value)| (name.to_owned(), value.to_owned())); "
                f'let document = read_to_string("vectors/{document}").unwrap().replace("\\"#", "\\"{absolute}"); '
                f'println!("{{:?}}", verify(&serde_json::from_str(&document).unwrap(), {rust(method)}, {rust(url)}, &BTreeMap::from(fields), Some({rust(body.decode())}.as_bytes()))) }}',
            ]
        return [
            "use {anp::authentication::validate_did_document_binding as validate, serde_json::{Value, from_str}, std::fs::read_to_string};",
            f'fn main() {{ let text = read_to_string("vectors/{vector.name}").unwrap(); '
            'let document: Value = from_str(text.split_once("\\n\\n").unwrap().1).unwrap(); '
            'println!("{:?}", validate(&document, document.get("proof").is_some())) }',
        ]


def rust(text):
    """A string of Rust."""
    plain = ("\\" + it if it in '"\\' else it if " " <= it <= "~" else f"\\u{{{ord(it):x}}}" for it in text)
    return f'"{"".join(plain)}"'


def is_wba_uri(text):
    return text.lower().startswith("wba://")


def request(vector):
    """Method, URL, header fields and body of a request in HTTP/1.1 form."""
    head, _, body = re.split(rb"(\r?\n\r?\n)", vector.body, maxsplit=1)
    first, *lines = re.split(r"\r?\n", head.decode("latin-1"))
    method, target, _ = first.split(" ")
    fields = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() in (known.lower() for known in fields):
            raise Unanswered("a field is there twice, and the function takes a dictionary")
        fields[name] = value.strip(" \t")
    if not target.startswith("/"):
        raise Unanswered("a request target that is a URL")
    if "transfer-encoding" in (name.lower() for name in fields):
        raise Unanswered("a transfer coding")
    if any(name.lower() == "content-digest" and "sha-256=" not in value for name, value in fields.items()):
        raise Unanswered("a digest of an algorithm that the function lacks")
    return method, vector.headers["audience"] + target, fields, body


class A2aSdk:
    """Signatures of A2A cards. Who may sign is the caller's business."""

    package, kinds = "a2a-sdk", ("card-verify",)
    algorithms = ["ES256", "ES256K", "EdDSA"]

    def applies(self, vector):
        return "did-document" in vector.headers and OF_CARD_SIGNATURES.fullmatch(vector.expect)

    def judge(self, vector):
        from a2a.client.card_resolver import parse_agent_card
        from a2a.utils.signing import SignatureVerificationError, create_signature_verifier
        from google.protobuf.json_format import ParseError
        from jwt import PyJWK

        methods = json.loads(vector.beside("did-document").read_bytes())["verificationMethod"]

        def key(kid, _jku):
            found = [method["publicKeyJwk"] for method in methods if method["id"] == kid]
            if not found:
                raise Unanswered("a key that the caller does not know")
            return PyJWK(found[0])

        card = vector.json()
        try:
            create_signature_verifier(key, self.algorithms)(parse_agent_card(card))
        except ParseError:
            raise Unanswered("a card that the package cannot read") from None
        except SignatureVerificationError:
            if vector.expect != "jws-algorithm" and not signing_algorithms(card) <= set(self.algorithms):
                raise Unanswered("an algorithm that the package lacks") from None
            return False
        return True

    def lines(self, vector):
        document = vector.beside("did-document").relative_to(vector.path.parents[1]).as_posix()
        return [
            "import json; from jwt import PyJWK; from a2a.client.card_resolver import parse_agent_card; "
            f"from a2a.utils.signing import create_signature_verifier; keys = json.load(open('vectors/{document}'))['verificationMethod']",
            "create_signature_verifier(lambda kid, jku: next(PyJWK(key['publicKeyJwk']) for key in keys if key['id'] == kid), "
            f"{self.algorithms})(parse_agent_card(json.loads({vector.source()})))",
        ]


def signing_algorithms(card):
    """The values of `alg` in the headers of a card's signatures, as far as they can be read."""
    found = set()
    for entry in card.get("signatures") or []:
        try:
            found.add(json.loads(base64.urlsafe_b64decode(entry["protected"] + "=="))["alg"])
        except (ValueError, KeyError, TypeError):
            pass
    return found


class AgentDescription:
    """Our own Python package, as python/tests asks it."""

    package = "agent-description"

    def __init__(self):
        sys.path.insert(0, str(ROOT / "python/tests"))
        import vectors

        self.vectors, self.kinds = vectors, tuple(vectors.KINDS)

    def applies(self, _vector):
        return True

    def judge(self, vector):
        return self.vectors.answer(self.vectors.read(vector.path))[0] == "ok"

    def lines(self, vector):
        return ["import sys; sys.path.insert(0, 'python/tests'); import pathlib, vectors",
                f"print(vectors.answer(vectors.read(pathlib.Path('vectors/{vector.name}'))))"]


def main(peer, folder):
    logging.disable(logging.CRITICAL)
    peer = {"anp": Anp, "anp-rust": AnpRust, "a2a-sdk": A2aSdk, "pyld": Pyld, "agent-description": AgentDescription}[peer]()
    answered = []
    for path in sorted(pathlib.Path(folder).rglob("*.txt")):
        vector = Vector(path, folder)
        if vector.kind not in peer.kinds or not peer.applies(vector):
            continue
        lines = []
        try:
            verdict = "accepted" if peer.judge(vector) else "refused"
            lines = peer.lines(vector)
        except Exception as error:  # not what the package documents as a refusal
            verdict, lines = "unanswered", [f"{type(error).__name__}: {error}"[:200]]
        answered.append({"vector": vector.name, "kind": vector.kind, "expect": vector.expect, "verdict": verdict, "lines": lines})
    version = getattr(peer, "version", None) or importlib.metadata.version(peer.package)
    json.dump({"version": version, "vectors": answered}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

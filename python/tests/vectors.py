"""The repository's vectors, answered through the package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import agent_description as ad
from agent_description.auth import Authenticator, Denied


@dataclass(frozen=True)
class Vector:
    path: Path
    headers: dict[str, str]
    body: bytes

    def flag(self, name: str) -> bool:
        return self.headers.get(name) == "true"

    def time(self, name: str) -> datetime | None:
        text = self.headers.get(name)
        return None if text is None else datetime.fromisoformat(text.replace("Z", "+00:00"))

    def did_document(self) -> bytes | None:
        name = self.headers.get("did-document")
        return None if name is None else (self.path.parent / name).read_bytes()


def read(path: Path) -> Vector:
    head, _, body = path.read_bytes().partition(b"\n\n")
    lines = (line.split(": ", 1) for line in head.decode().split("\n"))
    return Vector(path, {name: value for name, value in lines}, body)


def all_vectors(folder: Path) -> Iterator[Vector]:
    for path in sorted(folder.glob("**/*.txt")):
        yield read(path)


def answer(vector: Vector) -> tuple[str, str | None]:
    """`ok` or the code, and the output."""
    try:
        return ("ok", KINDS[vector.headers["kind"]](vector))
    except ad.AdpError as error:
        return (error.code, None)
    except Denied as denied:
        return (denied.error.code, None)


def _checked(vector: Vector, format: str | None) -> str | None:
    strict, for_registry = vector.flag("strict"), vector.flag("for-registry")
    report = ad.check(vector.body, format=format, strict=strict, for_registry=for_registry)
    for finding in report.findings:
        if finding.severity == "error" or vector.flag("any"):
            raise ad.Refused(finding.message, code=finding.code)
    return report.profile


def _check(vector: Vector) -> str | None:
    _checked(vector, "adp")
    return None


def _did_documents(vector: Vector, signer: str | None) -> dict[str, Any]:
    """The vector's document, for each DID that is asked for; a document that names another DID is found out by the package."""
    document = vector.did_document()
    if document is None:
        return {}
    found: dict[str, Any] = {}
    for did in ad.signers_many([vector.body], at=vector.time("at"), signer=signer)[0]:
        found[did] = document
    try:
        own = json.loads(document)["id"]
        found[own] = ad.DidDocument.parse(own, document)
    except (ValueError, KeyError, TypeError, ad.AdpError):
        pass
    return found


def _verify(vector: Vector) -> str | None:
    headers = vector.headers
    signer = headers.get("signer")
    domain: Any = headers.get("domain")
    if domain is None and vector.flag("any-domain"):
        domain = ad.ANY
    elif domain is None and "fetched-from" in headers:
        domain = ad.AS_FETCHED
    age = headers.get("max-age-seconds")
    verified = ad.verify(
        vector.body,
        _did_documents(vector, signer),
        domain=domain,
        challenge=headers.get("challenge", ad.ANY),
        signer=signer,
        purpose=headers.get("purpose", "assertionMethod"),  # type: ignore[arg-type]
        at=vector.time("at"),
        max_age=None if age is None else timedelta(seconds=int(age)),
        not_before=vector.time("not-before"),
        require_domain=vector.flag("require-domain"),
        suites=headers["suites"].split(" ") if "suites" in headers else (),
        fetched_from=headers.get("fetched-from"),
        format="adp",
    )
    digest: str = verified.to_dict()["canonicalSha256"]
    return digest


def _card_verify(vector: Vector) -> str | None:
    headers = vector.headers
    signer = headers.get("signer")
    readings = headers["readings"].split(" ") if "readings" in headers else ()
    verified = ad.verify(
        vector.body,
        _did_documents(vector, signer),
        domain=None,
        signer=signer,
        at=vector.time("at"),
        fetched_from=headers.get("fetched-from"),
        payload_forms=readings,
        key_set=headers.get("jwks"),
    )
    return verified.signer or "-"


def _catalog_verify(vector: Vector) -> str | None:
    headers = vector.headers
    signer = headers.get("signer")
    artifacts = None
    if "artifact" in headers:
        entries = json.loads(vector.body).get("entries", [])
        artifacts = {entry["url"]: headers["artifact"].encode() for entry in entries if isinstance(entry.get("url"), str)}
    verified = ad.verify(
        vector.body,
        _did_documents(vector, signer),
        domain=None,
        signer=signer,
        at=vector.time("at"),
        artifacts=artifacts,
    )
    return verified.signer or "-"


def _auth_request(vector: Vector) -> str | None:
    headers = vector.headers
    head, separator, body = re.split(rb"(\r?\n\r?\n)", vector.body, maxsplit=1)
    first, *lines = re.split(rb"\r?\n", head)
    http_method, target, _ = first.decode("latin-1").split(" ")
    fields = [(name, value.strip(b" \t")) for name, _, value in (line.partition(b":") for line in lines)]
    if any(name.lower() == b"transfer-encoding" for name, _ in fields):
        body = _unchunked(body)
    document = vector.did_document()
    assert document is not None
    dids = set(re.findall(r"did:[a-z]+:[A-Za-z0-9._:%-]*[A-Za-z0-9_-]", vector.body.decode("latin-1")))
    known = {did: document for did in dids if _is_did(did)}
    remembered = headers.get("remembers", "").split()

    def record(key: bytes, expires: datetime) -> Any:
        if key.hex() in remembered:
            return "replayed"
        return "full" if vector.flag("store-full") else "fresh"

    window = headers.get("window-seconds")
    limit = headers.get("body-limit")
    authenticator = Authenticator(
        headers["audience"],
        did_documents=known,
        offline=True,
        window=None if window is None else timedelta(seconds=int(window)),
        body_limit=None if limit is None else int(limit),
        require_nonce=not vector.flag("allow-no-nonce"),
        legacy=vector.flag("legacy"),
        issue_nonces=False,
        record=record,
    )
    found = authenticator.authenticate(
        http_method, target, fields, body, at=vector.time("at"), json_body=vector.flag("json-body")
    )
    return found.key_id


def _is_did(text: str) -> bool:
    try:
        ad.verify_many([], {text: b"{}"}, domain=None)
    except ValueError:
        return False
    return True


def _unchunked(body: bytes) -> bytes:
    found = b""
    while True:
        size, _, body = body.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        if length == 0:
            return found
        found += body[:length]
        body = body[length + 2 :]


KINDS: dict[str, Any] = {
    "check": _check,
    "card-check": lambda vector: _checked(vector, None),
    "catalog-check": lambda vector: _checked(vector, None),
    "message-check": lambda vector: _checked(vector, None) and None,
    "verify": _verify,
    "card-verify": _card_verify,
    "catalog-verify": _catalog_verify,
    "auth-request": _auth_request,
}

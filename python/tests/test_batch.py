"""Generated documents: the verdicts of `verify_many`, of `verify` and of `adp verify --batch` are the same."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections import Counter
from pathlib import Path

import agent_description as ad
from conftest import Agent, make_agent

#: How many documents are compared.
NUMBER = int(os.environ.get("ADP_TEST_DOCUMENTS", "10000"))
AT = "2026-06-01T00:00:00Z"


def generated(agents: list[Agent], number: int) -> list[bytes]:
    """Signed descriptions, a tenth of them damaged in one of many ways."""
    source = random.Random(number)
    # signing takes longer than verifying: few are signed, many are made of them
    signed = []
    for at in range(max(20, number // 50)):
        agent = agents[at % len(agents)]
        options = {"domain": agent.did[8:], "challenge": str(at)} if at % 7 == 0 else {}
        signed.append(agent.sign(agent.description(name=f"Agent {at}", version=str(at)), **options))
    documents = []
    for at in range(number):
        document = signed[source.randrange(len(signed))]
        match source.randrange(40):
            case 0:
                document = document.replace(b"Agent ", b"agent ")
            case 1:
                document = document[: source.randrange(len(document))]
            case 2:
                position = source.randrange(len(document))
                document = document[:position] + bytes([source.randrange(256)]) + document[position + 1 :]
            case 3:
                members = json.loads(document)
                members.pop(source.choice(sorted(members)))
                document = json.dumps(members).encode()
            case 4:
                members = json.loads(document)
                members["proof"].pop(source.choice(sorted(members["proof"])))
                document = json.dumps(members).encode()
            case 5:
                document = document.replace(b'"name"', b'"name": "x", "name"', 1)
            case _:
                # the same value, other bytes
                document = json.dumps(json.loads(document), indent=source.choice([None, 1])).encode()
        documents.append(document)
    return documents


def test_verdicts_are_those_of_adp(adp: str, tmp_path: Path) -> None:
    agents = [make_agent(f"agent-{at}.example.com", ("P-256", "Ed25519")[at % 2]) for at in range(5)]
    documents = generated(agents, NUMBER)
    names = []
    for at, document in enumerate(documents):
        path = tmp_path / f"{at}.json"
        path.write_bytes(document)
        names.append(str(path))
    arguments = ["--at", AT, "--any-domain", "--offline"]
    for agent in agents:
        path = tmp_path / f"did-{agent.did[8:]}.json"
        path.write_bytes(agent.did_document.to_bytes())
        arguments += ["--did-document", str(path)]
    listed = tmp_path / "list.txt"
    listed.write_text("\n".join(names))
    batch = subprocess.run([adp, "verify", "--batch", str(listed), *arguments], capture_output=True, text=True)
    assert batch.returncode in (1, 3, 4), batch.stderr
    reports = [json.loads(line) for line in batch.stdout.splitlines()]
    from datetime import datetime

    at = datetime.fromisoformat(AT.replace("Z", "+00:00"))
    verdicts = ad.verify_many(documents, [agent.did_document for agent in agents], domain=ad.ANY, at=at)
    assert len(reports) == len(verdicts) == NUMBER
    # a document that names another DID: the command line was given all that there are
    same = {"net-offline": "did-id-mismatch"}
    counted: Counter[str] = Counter()
    for report, verdict in zip(reports, verdicts):
        code = None if report["error"] is None else report["error"]["code"]
        assert same.get(verdict.code or "", verdict.code) == same.get(code or "", code), (report, verdict)
        assert verdict.verified == report["verified"] and verdict.signer == report["identity"]
        counted[code or "verified"] += 1
    assert counted["verified"] > NUMBER * 0.7 and len(counted) > 5, counted
    # one at a time is the same
    for document, verdict in list(zip(documents, verdicts))[:: NUMBER // 200]:
        try:
            verified = ad.verify(document, [agent.did_document for agent in agents], domain=ad.ANY, at=at)
            assert verdict.signer == verified.signer
        except ad.AdpError as error:
            assert (verdict.code, verdict.line, verdict.pointer) == (error.code, error.line, error.pointer)

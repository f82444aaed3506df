"""What the tests share: agents with keys, signed descriptions, the vectors of the repository, `adp`."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import agent_description as ad

REPOSITORY = Path(__file__).resolve().parents[2]
if os.environ.get("AGENT_DESCRIPTION_WHEEL"):
    # `.ci/python test`: what is tested is what was installed
    assert not Path(ad.__file__).is_relative_to(REPOSITORY / "python"), ad.__file__
NOW = datetime(2026, 6, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Agent:
    """A key and the DID document that publishes it."""

    did: str
    key: ad.Key
    did_document: ad.DidDocument

    @property
    def method(self) -> str:
        return f"{self.did}#key-1"

    def description(self, **members: Any) -> dict[str, Any]:
        return {
            "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
            "@type": "AgentDescription",
            "did": self.did,
            "name": "Hotel Assistant",
            "created": "2026-01-31T12:00:00Z",
            "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
            "security": "didwba_sc",
            **members,
        }

    def sign(self, document: Any, **options: Any) -> bytes:
        options.setdefault("created", NOW - timedelta(days=1))
        return ad.sign(document, self.key, key_id=self.method, **options)


def make_agent(host: str, key_type: str = "P-256") -> Agent:
    key = ad.Key.generate(key_type)
    did = f"did:wba:{host}"
    return Agent(did, key, ad.DidDocument.create(did, key))


@pytest.fixture(scope="session")
def hotel() -> Agent:
    return make_agent("hotel.example.com")


@pytest.fixture(scope="session")
def shop() -> Agent:
    return make_agent("shop.example.com", "Ed25519")


@pytest.fixture(scope="session")
def signed(hotel: Agent) -> bytes:
    return hotel.sign(hotel.description())


@pytest.fixture(scope="session")
def adp() -> str:
    """The command line program: `ADP`, or that of the last build."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    for name in (os.environ.get("ADP"), folder / "debug/adp", folder / "release/adp", shutil.which("adp")):
        if name and Path(name).exists():
            return str(name)
    pytest.skip("no adp: set ADP or run `cargo build -p adp-cli`")

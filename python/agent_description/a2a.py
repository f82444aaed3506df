"""Signatures of A2A Agent Cards for a2a-sdk.

    resolver = A2ACardResolver(client, "https://hotel.example.com")
    card = await resolver.get_agent_card(signature_verifier=card_verifier("https://hotel.example.com", client=ad.Client()))
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from a2a.types import AgentCard

from ._agent_description import Key
from ._client import Client
from ._expectations import DidDocumentInput
from ._input import DocumentInput
from ._sign import check_key_id, sign
from ._verify import verify

__all__ = ["card_signer", "card_verifier"]


def card_verifier(
    fetched_from: str,
    *,
    signer: str | None = None,
    client: Client | None = None,
    did_documents: DidDocumentInput = None,
    key_set: DocumentInput | None = None,
    at: datetime | None = None,
) -> Callable[[AgentCard], None]:
    """A verifier for `signature_verifier` of a2a-sdk; it raises what `verify` raises.

    `fetched_from` is the URL of the card or the agent: a signer must belong to its host, unless `signer` names another DID. `client` fetches
    DID documents; without one, only those of `did_documents` or the keys of `key_set` are used.
    """
    if "://" not in fetched_from:
        raise ValueError(f"expected fetched_from as a URL such as https://hotel.example.com, found {fetched_from!r}")

    def verify_card(card: AgentCard) -> None:
        expected: dict[str, Any] = {
            "domain": None, "signer": signer, "at": at, "fetched_from": fetched_from, "key_set": key_set, "format": "a2a-card",
        }  # fmt: skip
        if client is None:
            verify(_members(card), did_documents, **expected)
        else:
            client.verify_document(_members(card), did_documents=did_documents, **expected)

    return verify_card


def card_signer(key: Key, *, key_id: str) -> Callable[[AgentCard], AgentCard]:
    """A function that adds a signature to a card of a2a-sdk, for `card_modifier` of its routes."""
    check_key_id(key_id)

    def sign_card(card: AgentCard) -> AgentCard:
        from google.protobuf.json_format import Parse

        signed = sign(_members(card), key, key_id=key_id, format="a2a-card")
        made: AgentCard = Parse(signed, type(card)())
        return made

    return sign_card


def _members(card: Any) -> dict[str, Any]:
    from google.protobuf.json_format import MessageToDict

    members: dict[str, Any] = MessageToDict(card)
    return members

"""Typed data of cards, catalogs and tools."""

from __future__ import annotations

import pickle
import types
import typing
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import agent_description as ad
from conftest import REPOSITORY, Agent
from vectors import all_vectors

CARD = {
    "name": "Recipe Agent",
    "description": "Finds recipes.",
    "version": "1.0.0",
    "supportedInterfaces": [
        {"url": "https://shop.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    ],
    "capabilities": {"streaming": True},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "find", "name": "Find", "description": "Finds a recipe.", "tags": ["recipes"]}],
}


def test_a_card_has_types(shop: Agent) -> None:
    verified = ad.verify(ad.sign(CARD, shop.key, key_id=shop.method), shop.did_document, domain=None)
    card = verified.card
    assert (card.name, card.input_modes, card.capabilities["streaming"]) == ("Recipe Agent", ("text/plain",), True)
    [skill], [interface] = card.skills, card.interfaces
    assert (skill.id, skill.tags, interface.binding, interface.protocol_version) == ("find", ("recipes",), "JSONRPC", "1.0")
    assert card.to_dict() == verified.model
    assert pickle.loads(pickle.dumps(card)) == card and pickle.loads(pickle.dumps(skill)) == skill
    assert len({card, skill, interface}) == 3
    with pytest.raises(TypeError):
        card.capabilities["streaming"] = False  # type: ignore[index]
    for other, title in (("catalog", "an AI Catalog"), ("tools", "a list of MCP tools"), ("description", "an agent description")):
        with pytest.raises(ValueError, match=f"expected {title}, found the format a2a-card; use model"):
            getattr(verified, other)


def test_catalogs_and_tools_have_types(hotel: Agent) -> None:
    entry = {
        "identifier": "urn:ai:hotel.example.com:agent",
        "displayName": "Hotel Assistant",
        "type": "application/a2a-agent-card+json",
        "url": "https://hotel.example.com/card.json",
    }
    found = ad.show({"specVersion": "1.0", "host": {"displayName": "Hotel"}, "entries": [entry]}, format="ai-catalog")
    catalog = ad.AgentCatalog.from_model(found)
    assert (catalog.spec_version, catalog.entries[0].display_name) == ("1.0", "Hotel Assistant")
    assert (catalog.entries[0].type, catalog.entries[0].data) == ("application/a2a-agent-card+json", None)
    tools = ad.ToolList.from_model(ad.show({"tools": [{"name": "book", "inputSchema": {"type": "object"}}]}, format="mcp-tools"))
    assert (tools.tools[0].name, tools.tools[0].input_schema["type"], tools.next_cursor) == ("book", "object", None)
    for whole in (catalog, tools, catalog.entries[0], tools.tools[0]):
        assert pickle.loads(pickle.dumps(whole)) == whole


MAKERS: dict[str, Any] = {
    "adp": ad.AgentDescription,
    "a2a-card": ad.AgentCard,
    "ai-catalog": ad.AgentCatalog,
    "ard": ad.AgentCatalog,
    "mcp-tools": ad.ToolList,
}


def misfit(value: Any, hint: Any, place: str) -> str | None:
    """Where a value has not the type that is written."""
    if hint is Any:
        return None
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return None if any(misfit(value, one, place) is None for one in arguments) else f"{place}: {value!r} is no {hint}"
    if origin is tuple:
        if not isinstance(value, tuple):
            return f"{place}: {value!r}"
        return next(filter(None, (misfit(item, arguments[0], place) for item in value)), None)
    if not isinstance(value, Mapping if origin is not None else hint):
        return f"{place}: {value!r} is no {hint}"
    if is_dataclass(value):
        hints = typing.get_type_hints(type(value))
        return next(filter(None, (misfit(getattr(value, one.name), hints[one.name], f"{place}.{one.name}") for one in fields(value))), None)
    return None


def test_every_model_has_its_types() -> None:
    """Of all vectors that can be shown."""
    seen: Counter[str] = Counter()
    for vector in all_vectors(REPOSITORY / "vectors"):
        for format, kind in MAKERS.items():
            try:
                model = ad.show(vector.body, format=format)
            except (ad.AdpError, ValueError):
                continue
            found = kind.from_model(model)
            assert misfit(found, kind, format) is None, (vector.path, misfit(found, kind, format))
            assert found.to_dict() == model
            seen[format] += 1
    assert all(seen[format] >= 10 for format in MAKERS), seen
    assert misfit(ad.Price(3, "EUR"), ad.Price, "price") == "price.amount: 3 is no <class 'str'>"  # type: ignore[arg-type]

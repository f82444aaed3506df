"""Typed data of verified documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

__all__ = [
    "AgentCard",
    "AgentCatalog",
    "AgentDescription",
    "AgentSkill",
    "CardInterface",
    "CatalogEntry",
    "Interface",
    "Offer",
    "Party",
    "Price",
    "Product",
    "Service",
    "Tool",
    "ToolList",
]


def _frozen(value: Any) -> Any:
    """The same data, which cannot be changed."""
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(member) for name, member in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    """The same data in new `dict` and `list` objects."""
    if isinstance(value, Mapping):
        return {name: _thawed(member) for name, member in value.items()}
    return list(map(_thawed, value)) if isinstance(value, tuple) else value


class _Raw:
    """What has `raw`."""

    raw: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The data as `adp show --json` prints it: a new `dict` each time."""
        found: dict[str, Any] = _thawed(self.raw)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        # a view of a dict cannot be pickled
        return (_restored, (type(self), self.to_dict()))


@dataclass(frozen=True)
class Price:
    """An amount, exactly as it is written, and its currency (ISO 4217)."""

    amount: str
    currency: str | None


@dataclass(frozen=True)
class Offer:
    """An offer of a product or service."""

    id: str | None
    name: str | None
    identifier: str | None
    price: Price | None
    availability: str | None


@dataclass(frozen=True)
class Party:
    """A person or an organization."""

    id: str | None
    kind: str
    name: str | None
    url: str | None
    description: str | None


@dataclass(frozen=True)
class Product(_Raw):
    """A product with its offers. `raw` has everything that the model reads, and cannot be changed."""

    id: str | None
    name: str | None
    description: str | None
    url: str | None
    identifier: str | None
    sku: str | None
    category: str | None
    offers: tuple[Offer, ...]
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class Service(_Raw):
    """A service with its offers. `raw` has everything that the model reads, and cannot be changed."""

    id: str | None
    name: str | None
    description: str | None
    url: str | None
    provider: Party | None
    offers: tuple[Offer, ...]
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class Interface(_Raw):
    """An interface of the agent. `raw` has everything that the model reads, and cannot be changed."""

    id: str | None
    #: `structured`, `natural-language`, or the IRI of another class.
    kind: str | None
    name: str | None
    description: str | None
    protocol: str | None
    version: str | None
    url: str | None
    human_authorization: bool | None
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AgentDescription(_Raw):
    """An agent description. `raw` has everything that the model reads, and cannot be changed."""

    id: str | None
    did: str | None
    name: str
    description: str | None
    version: str | None
    url: str | None
    owner: Party | None
    products: tuple[Product, ...]
    services: tuple[Service, ...]
    interfaces: tuple[Interface, ...]
    raw: Mapping[str, Any] = field(repr=False, hash=False)

    @classmethod
    def from_model(cls, model: Mapping[str, Any]) -> AgentDescription:
        """From the model of `show` or of a verification."""
        model = model if isinstance(model, MappingProxyType) else _frozen(model)
        return cls(
            id=model["id"],
            did=model["did"],
            name=model["name"],
            description=model["description"],
            version=model["version"],
            url=model["url"],
            owner=_party(model["owner"]),
            products=tuple(map(_product, model["products"])),
            services=tuple(map(_service, model["services"])),
            interfaces=tuple(map(_interface, model["interfaces"])),
            raw=model,
        )


@dataclass(frozen=True)
class CardInterface(_Raw):
    """Where the agent of a card is called. `raw` has everything that the model reads, and cannot be changed."""

    url: str
    binding: str | None
    protocol_version: str | None
    tenant: str | None
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AgentSkill(_Raw):
    """A skill of a card. `raw` has everything that the model reads, and cannot be changed."""

    id: str | None
    name: str | None
    description: str | None
    tags: tuple[str, ...]
    examples: tuple[str, ...]
    input_modes: tuple[str, ...]
    output_modes: tuple[str, ...]
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AgentCard(_Raw):
    """An A2A Agent Card. `raw` has everything that the model reads, and cannot be changed."""

    name: str | None
    description: str | None
    version: str | None
    interfaces: tuple[CardInterface, ...]
    capabilities: Mapping[str, Any] = field(hash=False)
    skills: tuple[AgentSkill, ...]
    input_modes: tuple[str, ...]
    output_modes: tuple[str, ...]
    documentation_url: str | None
    icon_url: str | None
    raw: Mapping[str, Any] = field(repr=False, hash=False)

    @classmethod
    def from_model(cls, model: Mapping[str, Any]) -> AgentCard:
        """From the model of `show` or of a verification."""
        interfaces = tuple(_read(CardInterface, interface) for interface in _frozen(model)["interfaces"])
        skills = tuple(_read(AgentSkill, skill) for skill in _frozen(model)["skills"])
        return _read(cls, model, interfaces=interfaces, skills=skills)


@dataclass(frozen=True)
class CatalogEntry(_Raw):
    """An entry of a catalog. `raw` has everything that the model reads, and cannot be changed."""

    identifier: str | None
    publisher: str | None
    display_name: str | None
    description: str | None
    type: str | None
    version: str | None
    url: str | None
    #: The entry's document, where it is in the catalog.
    data: Any = field(hash=False)
    digest: str | None
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AgentCatalog(_Raw):
    """An AI Catalog. `raw` has everything that the model reads, and cannot be changed."""

    spec_version: str | None
    host: Mapping[str, Any] | None = field(hash=False)
    entries: tuple[CatalogEntry, ...]
    raw: Mapping[str, Any] = field(repr=False, hash=False)

    @classmethod
    def from_model(cls, model: Mapping[str, Any]) -> AgentCatalog:
        """From the model of `show` or of a verification."""
        return _read(cls, model, entries=tuple(_read(CatalogEntry, entry) for entry in _frozen(model)["entries"]))


@dataclass(frozen=True)
class Tool(_Raw):
    """A tool of an MCP server. `raw` has everything that the model reads, and cannot be changed."""

    name: str | None
    title: str | None
    description: str | None
    #: JSON Schemas.
    input_schema: Any = field(hash=False)
    output_schema: Any = field(hash=False)
    raw: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class ToolList(_Raw):
    """The tools of an MCP server. `raw` has everything that the model reads, and cannot be changed."""

    tools: tuple[Tool, ...]
    next_cursor: str | None
    raw: Mapping[str, Any] = field(repr=False, hash=False)

    @classmethod
    def from_model(cls, model: Mapping[str, Any]) -> ToolList:
        """From the model of `show` or of a verification."""
        return _read(cls, model, tools=tuple(_read(Tool, tool) for tool in _frozen(model)["tools"]))


_R = TypeVar("_R", bound=_Raw)


def _read(kind: type[_R], model: Mapping[str, Any], **parts: Any) -> _R:
    """An object whose fields have the names of the model's members, in Python's spelling."""
    model = model if isinstance(model, MappingProxyType) else _frozen(model)
    names = [member.name for member in fields(kind) if member.name not in parts and member.name != "raw"]  # type: ignore[arg-type]
    members: dict[str, Any] = {"raw": model, **parts, **{name: model[_member(name)] for name in names}}
    return kind(**members)


def _member(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _party(party: Mapping[str, Any] | None) -> Party | None:
    if party is None:
        return None
    return Party(party["id"], party["kind"], party["name"], party["url"], party["description"])


def _offer(offer: Mapping[str, Any]) -> Offer:
    price = offer["price"]
    price = None if price is None else Price(price["amount"], price["currency"])
    return Offer(offer["id"], offer["name"], offer["identifier"], price, offer["availability"])


def _product(product: Mapping[str, Any]) -> Product:
    return Product(
        id=product["id"],
        name=product["name"],
        description=product["description"],
        url=product["url"],
        identifier=product["identifier"],
        sku=product["sku"],
        category=product["category"],
        offers=tuple(map(_offer, product["offers"])),
        raw=product,
    )


def _service(service: Mapping[str, Any]) -> Service:
    return Service(
        id=service["id"],
        name=service["name"],
        description=service["description"],
        url=service["url"],
        provider=_party(service["provider"]),
        offers=tuple(map(_offer, service["offers"])),
        raw=service,
    )


def _interface(interface: Mapping[str, Any]) -> Interface:
    return Interface(
        id=interface["id"],
        kind=interface["kind"],
        name=interface["name"],
        description=interface["description"],
        protocol=interface["protocol"],
        version=interface["version"],
        url=interface["url"],
        human_authorization=interface["humanAuthorization"],
        raw=interface,
    )


_MAKERS: dict[type[_Raw], Any] = {
    AgentCard: AgentCard.from_model,
    AgentCatalog: AgentCatalog.from_model,
    AgentDescription: AgentDescription.from_model,
    ToolList: ToolList.from_model,
    Product: _product,
    Service: _service,
    Interface: _interface,
}


def _restored(kind: type[_Raw], model: dict[str, Any]) -> Any:
    make = _MAKERS.get(kind) or partial(_read, kind)
    return make(_frozen(model))

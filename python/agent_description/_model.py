"""Typed data of verified agent descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = ["AgentDescription", "Interface", "Offer", "Party", "Price", "Product", "Service"]


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
    AgentDescription: AgentDescription.from_model,
    Product: _product,
    Service: _service,
    Interface: _interface,
}


def _restored(kind: type[_Raw], model: dict[str, Any]) -> Any:
    return _MAKERS[kind](_frozen(model))

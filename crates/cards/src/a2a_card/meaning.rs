//! What the members of a card mean to callers and models, in all versions.

use crate::diff::{
    meaning::{Items, Meaning, Order, Spelling, Table},
    rules,
};

/// A card.
pub(crate) static MEANING: Table = table(&[
    ("name", Meaning::Text),
    ("description", Meaning::Text),
    ("provider", Meaning::Object(&PROVIDER)),
    ("supportedInterfaces", Meaning::Items(&INTERFACES)),
    // of 0.2 and 0.3
    ("protocolVersion", Meaning::Protocol(None)),
    ("url", Meaning::Endpoint),
    // its default: A2A 0.3.0, a2a.json
    ("preferredTransport", Meaning::Protocol(Some("JSONRPC"))),
    ("additionalInterfaces", Meaning::Items(&Items::endpoints("the interface", &["url"], &OLD_INTERFACE))),
    ("supportsAuthenticatedExtendedCard", Meaning::Offer),
    ("security", Meaning::Alternatives(false)),
    // of all
    ("capabilities", Meaning::Object(&CAPABILITIES)),
    ("securitySchemes", Meaning::Schemes),
    ("securityRequirements", Meaning::Alternatives(false)),
    ("defaultInputModes", MODES),
    ("defaultOutputModes", MODES),
    ("skills", Meaning::Items(&Items::of("the skill", &["id"], &SKILL))),
    ("signatures", Meaning::Any(&rules::SIGNATURE)),
]);

const MODES: Meaning = Meaning::Offers(&rules::NARROWED, &rules::WIDENED);

static PROVIDER: Table = table(&[("organization", Meaning::Text)]);

/// A2A 1.0, `AgentCard`, `supported_interfaces`: the first is preferred.
static INTERFACES: Items = Items { order: Order::First, ..Items::endpoints("the interface", &["url"], &INTERFACE) };

static INTERFACE: Table = table(&[
    ("protocolBinding", Meaning::Protocol(None)),
    ("protocolVersion", Meaning::Protocol(None)),
    ("tenant", Meaning::Any(&rules::ENDPOINT)),
]);

static OLD_INTERFACE: Table = table(&[("transport", Meaning::Protocol(None))]);

static CAPABILITIES: Table = table(&[
    ("streaming", Meaning::Offer),
    ("pushNotifications", Meaning::Offer),
    ("stateTransitionHistory", Meaning::Offer),
    ("extendedAgentCard", Meaning::Offer),
    ("extensions", Meaning::Items(&EXTENSIONS)),
]);

static EXTENSIONS: Items = Items {
    what: "the extension",
    key: &["uri"],
    table: &EXTENSION,
    removed: &rules::NARROWED,
    added: &rules::WIDENED,
    demand: Some("required"),
    part: false,
    order: Order::Nothing,
};

static EXTENSION: Table =
    table(&[("description", Meaning::Text), ("required", Meaning::Demand), ("params", Meaning::Any(&rules::SETTINGS))]);

static SKILL: Table = table(&[
    ("name", Meaning::Text),
    ("description", Meaning::Text),
    ("tags", Meaning::Texts),
    ("examples", Meaning::Texts),
    ("inputModes", Meaning::OwnOffers),
    ("outputModes", Meaning::OwnOffers),
    ("security", Meaning::Alternatives(true)),
    ("securityRequirements", Meaning::Alternatives(true)),
]);

const fn table(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::EitherCase }
}

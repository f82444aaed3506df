//! What the members of a card mean to callers and models, in all versions.

use agent_description::diagnostic::{
    change as rules,
    members::{Field, Items, Meaning, Order, Shape, Spelling, Table},
};

/// A card.
pub(crate) static MEANING: Table = Table::compared(&[
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::inside("provider", &PROVIDER),
    Field::optional("supportedInterfaces", Shape::List(&Shape::Of(&INTERFACE))).means(Meaning::Items(&INTERFACES)),
    // of 0.2 and 0.3
    Field::any("protocolVersion", Meaning::Protocol(None)),
    Field::any("url", Meaning::Endpoint),
    // its default: A2A 0.3.0, a2a.json
    Field::any("preferredTransport", Meaning::Protocol(Some("JSONRPC"))),
    Field::optional("additionalInterfaces", Shape::List(&Shape::Of(&OLD_INTERFACE)))
        .means(Meaning::Items(&Items::endpoints("the interface", &["url"]))),
    Field::any("supportsAuthenticatedExtendedCard", Meaning::Offer),
    Field::any("security", Meaning::Alternatives(false)),
    // of all
    Field::inside("capabilities", &CAPABILITIES),
    Field::any("securitySchemes", Meaning::Schemes),
    Field::any("securityRequirements", Meaning::Alternatives(false)),
    Field::any("defaultInputModes", MODES),
    Field::any("defaultOutputModes", MODES),
    Field::optional("skills", Shape::List(&Shape::Of(&SKILL))).means(Meaning::Items(&Items::of("the skill", &["id"]))),
    Field::any("signatures", Meaning::Any(&rules::SIGNATURE)),
])
.spelled(Spelling::EitherCase);

const MODES: Meaning = Meaning::Offers(&rules::NARROWED, &rules::WIDENED);

static PROVIDER: Table = Table::compared(&[Field::any("organization", Meaning::Text)]).spelled(Spelling::EitherCase);

/// A2A 1.0, `AgentCard`, `supported_interfaces`: the first is preferred.
static INTERFACES: Items = Items { order: Order::First, ..Items::endpoints("the interface", &["url"]) };

static INTERFACE: Table = Table::compared(&[
    Field::any("protocolBinding", Meaning::Protocol(None)),
    Field::any("protocolVersion", Meaning::Protocol(None)),
    Field::any("tenant", Meaning::Any(&rules::ENDPOINT)),
])
.spelled(Spelling::EitherCase);

static OLD_INTERFACE: Table =
    Table::compared(&[Field::any("transport", Meaning::Protocol(None))]).spelled(Spelling::EitherCase);

static CAPABILITIES: Table = Table::compared(&[
    Field::any("streaming", Meaning::Offer),
    Field::any("pushNotifications", Meaning::Offer),
    Field::any("stateTransitionHistory", Meaning::Offer),
    Field::any("extendedAgentCard", Meaning::Offer),
    Field::optional("extensions", Shape::List(&Shape::Of(&EXTENSION))).means(Meaning::Items(&EXTENSIONS)),
])
.spelled(Spelling::EitherCase);

static EXTENSIONS: Items =
    Items { demand: Some("required"), ..Items::changing("the extension", &["uri"], &rules::NARROWED, &rules::WIDENED) };

static EXTENSION: Table = Table::compared(&[
    Field::any("description", Meaning::Text),
    Field::any("required", Meaning::Demand),
    Field::any("params", Meaning::Any(&rules::SETTINGS)),
])
.spelled(Spelling::EitherCase);

static SKILL: Table = Table::compared(&[
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("tags", Meaning::Texts),
    Field::any("examples", Meaning::Texts),
    Field::any("inputModes", Meaning::OwnOffers),
    Field::any("outputModes", Meaning::OwnOffers),
    Field::any("security", Meaning::Alternatives(true)),
    Field::any("securityRequirements", Meaning::Alternatives(true)),
])
.spelled(Spelling::EitherCase);

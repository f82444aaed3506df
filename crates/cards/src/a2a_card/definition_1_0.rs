//! The card of A2A 1.0: the messages of `a2a.proto`, with their `REQUIRED` and `optional` fields.

use super::{
    definition_0,
    definition_parts::{AGENT_CARD_SIGNATURE, AGENT_PROVIDER, SECURITY_SCHEME, TEXT, TEXTS, URL, part, table},
    rules,
};
use agent_description::diagnostic::{
    change,
    members::{Field, ItemOrder, Items, Meaning, Shape, Table},
};

const FILLED_TEXTS: Shape = Shape::Filled(&Shape::Text);
const REQUIREMENTS: Shape = Shape::List(&Shape::Of(&SECURITY_REQUIREMENT));
const MODES: Meaning = Meaning::Offers(&change::NARROWED, &change::WIDENED);

/// `AgentCard.supported_interfaces` of A2A 1.0. The first interface is preferred.
static INTERFACES: Items = Items { order: ItemOrder::First, ..Items::endpoints("the interface", &["url"]) };

static EXTENSIONS: Items = Items {
    demand: Some("required"),
    ..Items::changing("the extension", &["uri"], &change::NARROWED, &change::WIDENED)
};

/// `AgentCard`.
pub(crate) static AGENT_CARD: Table = table(
    "the card",
    &rules::CARD,
    &[
        Field::required("name", TEXT).means(Meaning::Text),
        Field::required("description", TEXT).means(Meaning::Text),
        Field::required("supportedInterfaces", Shape::Filled(&Shape::Of(&AGENT_INTERFACE)))
            .means(Meaning::Items(&INTERFACES)),
        Field::implicit("provider", Shape::Of(&AGENT_PROVIDER)).by(&rules::PROVIDER).means(Meaning::Inside),
        Field::required("version", TEXT).sample("\"1.0.0\""),
        Field::optional("documentationUrl", TEXT),
        Field::required("capabilities", Shape::Of(&AGENT_CAPABILITIES)).means(Meaning::Inside),
        Field::implicit("securitySchemes", Shape::Map(&Shape::Of(&SECURITY_SCHEME))).means(Meaning::Schemes),
        Field::implicit("securityRequirements", REQUIREMENTS).means(Meaning::Alternatives(false)),
        Field::required("defaultInputModes", FILLED_TEXTS).sample("[\"text/plain\"]").means(MODES),
        Field::required("defaultOutputModes", FILLED_TEXTS).sample("[\"text/plain\"]").means(MODES),
        Field::required("skills", Shape::Filled(&Shape::Of(&AGENT_SKILL)))
            .means(Meaning::Items(&Items::parts("the skill", &["id"]))),
        Field::implicit("signatures", Shape::List(&Shape::Of(&AGENT_CARD_SIGNATURE)))
            .means(Meaning::Any(&change::SIGNATURE)),
        Field::optional("iconUrl", TEXT),
    ],
)
.earlier(&definition_0::AGENT_CARD);

static AGENT_INTERFACE: Table = table(
    "the interface",
    &rules::INTERFACE,
    &[
        Field::required("url", TEXT).sample(URL),
        Field::required("protocolBinding", TEXT).sample("\"JSONRPC\"").means(Meaning::Protocol(None)),
        Field::implicit("tenant", TEXT).means(Meaning::Any(&change::ENDPOINT)),
        Field::required("protocolVersion", TEXT).sample("\"1.0\"").means(Meaning::Protocol(None)),
    ],
);

static AGENT_CAPABILITIES: Table = table(
    "the capabilities",
    &rules::CAPABILITIES,
    &[
        Field::optional("streaming", Shape::Flag).means(Meaning::Offer),
        Field::optional("pushNotifications", Shape::Flag).means(Meaning::Offer),
        Field::implicit("extensions", Shape::List(&Shape::Of(&AGENT_EXTENSION))).means(Meaning::Items(&EXTENSIONS)),
        Field::optional("extendedAgentCard", Shape::Flag).means(Meaning::Offer),
    ],
)
.earlier(&definition_0::AGENT_CAPABILITIES);

pub(super) static AGENT_EXTENSION: Table = table(
    "the extension",
    &rules::EXTENSION,
    &[
        Field::implicit("uri", TEXT),
        Field::implicit("description", TEXT).means(Meaning::Text),
        Field::implicit("required", Shape::Flag).means(Meaning::Demand),
        Field::implicit("params", Shape::Object).means(Meaning::Any(&change::SETTINGS)),
    ],
);

pub(super) static AGENT_SKILL: Table = table(
    "the skill",
    &rules::SKILL,
    &[
        Field::required("id", TEXT),
        Field::required("name", TEXT).means(Meaning::Text),
        Field::required("description", TEXT).means(Meaning::Text),
        Field::required("tags", FILLED_TEXTS).means(Meaning::Texts),
        Field::implicit("examples", TEXTS).means(Meaning::Texts),
        Field::implicit("inputModes", TEXTS).means(Meaning::OwnOffers),
        Field::implicit("outputModes", TEXTS).means(Meaning::OwnOffers),
        Field::implicit("securityRequirements", REQUIREMENTS).means(Meaning::Alternatives(true)),
    ],
)
.earlier(&definition_0::AGENT_SKILL);

static SECURITY_REQUIREMENT: Table = table(
    "the security requirement",
    &rules::SECURITY,
    &[Field::implicit("schemes", Shape::Map(&Shape::Of(&STRING_LIST)))],
);

static STRING_LIST: Table = part("the list of scopes", &[Field::implicit("list", TEXTS)]);

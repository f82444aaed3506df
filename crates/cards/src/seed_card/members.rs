//! The members of seed cards, and their meaning for callers and models.

use super::rules;
use agent_description::diagnostic::{
    change,
    members::{Direction, Field, Items, Meaning, Shape, Table},
};

const TEXT: Shape = Shape::Text;
const TEXTS: Shape = Shape::List(&Shape::Text);

/// The members of a seed card.
pub(super) static CARD: Table = Table::new(
    "the card",
    &rules::INFO,
    &[
        Field::required("agentInfo", Shape::Of(&INFO)).means(Meaning::Inside),
        Field::required("capabilities", Shape::List(&Shape::Of(&CAPABILITY)))
            .by(&rules::CAPABILITY)
            .means(Meaning::Items(&Items::parts("the capability", &["name"]))),
        Field::required("endpoints", Shape::Of(&ENDPOINTS)).by(&rules::ENDPOINTS).means(Meaning::Inside),
        Field::inside("security", &SECURITY).by(&rules::SECURITY),
        Field::inside("constraints", &CONSTRAINTS).by(&rules::CONSTRAINTS),
        Field::optional("metadata", Shape::Any),
        Field::optional("signatures", Shape::Unchecked(&Shape::List(&Shape::Of(&SIGNATURE))))
            .means(Meaning::Any(&change::SIGNATURE)),
    ],
);

static INFO: Table = Table::new(
    "the agent's info",
    &rules::INFO,
    &[
        Field::required("id", TEXT).means(Meaning::Any(&change::IDENTITY)),
        Field::required("name", TEXT).means(Meaning::Text),
        Field::required("type", TEXT).means(Meaning::Any(&change::IDENTITY)),
        Field::optional("version", TEXT),
        Field::optional("description", TEXT).means(Meaning::Text),
        Field::optional("vendor", TEXT).means(Meaning::Text),
        Field::optional("license", TEXT),
    ],
);

static CAPABILITY: Table = Table::new(
    "the capability",
    &rules::CAPABILITY,
    &[
        Field::required("name", TEXT),
        Field::optional("displayName", TEXT).means(Meaning::Text),
        Field::optional("description", TEXT).means(Meaning::Text),
        Field::optional("inputSchema", Shape::Object).means(Meaning::Schema(Direction::Input)),
        Field::optional("outputSchema", Shape::Object).means(Meaning::Schema(Direction::Output)),
        Field::optional("performance", Shape::Map(&Shape::Number)),
    ],
);

/// The check validates all values, including those of unknown names.
static ENDPOINTS: Table = Table::new(
    "the object of endpoints",
    &rules::ENDPOINTS,
    &[
        Field::required("primary", Shape::Any).sample(r#""wss://HOST/PATH""#).means(Meaning::Endpoint),
        Field::any("backup", Meaning::Endpoint),
        Field::any("healthCheck", Meaning::Endpoint),
    ],
);

static SECURITY: Table = Table::new(
    "`security`",
    &rules::SECURITY,
    &[
        Field::optional("authMethods", TEXTS).means(Meaning::Offers(&change::SCHEME, &change::SCHEME_ADDED)),
        Field::optional("requiredPermissions", TEXTS).means(Meaning::Demands(false)),
        Field::optional("dataClassification", TEXT).means(Meaning::Text),
    ],
);

static CONSTRAINTS: Table = Table::new(
    "`constraints`",
    &rules::CONSTRAINTS,
    &[Field::optional("rateLimits", Shape::Map(&Shape::Range(1, i64::MAX))).means(Meaning::Limits)],
);

static SIGNATURE: Table = Table::compared(&[
    Field::optional("protected", TEXT),
    Field::optional("signature", TEXT),
    Field::optional("header", Shape::Any),
]);

//! What the members of a seed card mean to callers and models.

use agent_description::diagnostic::{
    change as rules,
    members::{Direction, Field, Items, Meaning, Shape, Table},
};

/// A seed card.
pub(crate) static MEANING: Table = Table::compared(&[
    Field::inside("agentInfo", &INFO),
    Field::optional("capabilities", Shape::List(&Shape::Of(&CAPABILITY)))
        .means(Meaning::Items(&Items::of("the capability", &["name"]))),
    Field::inside("endpoints", &ENDPOINTS),
    Field::inside("security", &SECURITY),
    Field::inside("constraints", &CONSTRAINTS),
    Field::any("signatures", Meaning::Any(&rules::SIGNATURE)),
]);

static INFO: Table = Table::compared(&[
    Field::any("id", Meaning::Any(&rules::IDENTITY)),
    Field::any("type", Meaning::Any(&rules::IDENTITY)),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("vendor", Meaning::Text),
]);

static CAPABILITY: Table = Table::compared(&[
    Field::any("displayName", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("inputSchema", Meaning::Schema(Direction::Input)),
    Field::any("outputSchema", Meaning::Schema(Direction::Output)),
]);

static ENDPOINTS: Table = Table::compared(&[
    Field::any("primary", Meaning::Endpoint),
    Field::any("backup", Meaning::Endpoint),
    Field::any("healthCheck", Meaning::Endpoint),
]);

static SECURITY: Table = Table::compared(&[
    Field::any("authMethods", Meaning::Offers(&rules::SCHEME, &rules::SCHEME_ADDED)),
    Field::any("requiredPermissions", Meaning::Demands(false)),
    Field::any("dataClassification", Meaning::Text),
]);

static CONSTRAINTS: Table = Table::compared(&[Field::any("rateLimits", Meaning::Limits)]);

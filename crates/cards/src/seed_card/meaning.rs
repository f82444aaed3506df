//! What the members of a seed card mean to callers and models.

use crate::diff::{
    meaning::{Direction, Items, Meaning, Spelling, Table},
    rules,
};

/// A seed card.
pub(crate) static MEANING: Table = exact(&[
    ("agentInfo", Meaning::Object(&INFO)),
    ("capabilities", Meaning::Items(&Items::of("the capability", &["name"], &CAPABILITY))),
    ("endpoints", Meaning::Object(&ENDPOINTS)),
    ("security", Meaning::Object(&SECURITY)),
    ("constraints", Meaning::Object(&CONSTRAINTS)),
    ("signatures", Meaning::Any(&rules::SIGNATURE)),
]);

static INFO: Table = exact(&[
    ("id", Meaning::Any(&rules::IDENTITY)),
    ("type", Meaning::Any(&rules::IDENTITY)),
    ("name", Meaning::Text),
    ("description", Meaning::Text),
    ("vendor", Meaning::Text),
]);

static CAPABILITY: Table = exact(&[
    ("displayName", Meaning::Text),
    ("description", Meaning::Text),
    ("inputSchema", Meaning::Schema(Direction::Input)),
    ("outputSchema", Meaning::Schema(Direction::Output)),
]);

static ENDPOINTS: Table =
    exact(&[("primary", Meaning::Endpoint), ("backup", Meaning::Endpoint), ("healthCheck", Meaning::Endpoint)]);

static SECURITY: Table = exact(&[
    ("authMethods", Meaning::Offers(&rules::SCHEME, &rules::SCHEME_ADDED)),
    ("requiredPermissions", Meaning::Demands(false)),
    ("dataClassification", Meaning::Text),
]);

static CONSTRAINTS: Table = exact(&[("rateLimits", Meaning::Limits)]);

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}

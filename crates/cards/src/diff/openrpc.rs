//! What the members of an OpenRPC document mean, which an interface of a description may hold.

use super::{
    meaning::{Direction, Items, Meaning, Order, Spelling, Table},
    rules,
};

/// An OpenRPC document.
pub(super) static DOCUMENT: Table = Table {
    members: &[
        ("info", Meaning::Object(&INFO)),
        ("methods", Meaning::Items(&METHODS)),
        ("servers", Meaning::Any(&rules::ENDPOINT)),
        ("components", Meaning::Object(&COMPONENTS)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

static INFO: Table = Table {
    members: &[("title", Meaning::Text), ("description", Meaning::Text)],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

static METHODS: Items = Items::of("the method", &["name"], &METHOD);

static METHOD: Table = Table {
    members: &[
        ("summary", Meaning::Text),
        ("description", Meaning::Text),
        ("tags", Meaning::Texts),
        ("params", Meaning::Items(&PARAMETERS)),
        ("result", Meaning::Object(&RESULT)),
        ("examples", Meaning::Any(&rules::TEXT)),
        ("servers", Meaning::Any(&rules::ENDPOINT)),
        ("paramStructure", Meaning::Any(&rules::PROTOCOL)),
        ("$ref", Meaning::Any(&rules::INCOMPARABLE)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

static PARAMETERS: Items = Items {
    what: "the parameter",
    key: &["name", "$ref"],
    table: &PARAMETER,
    removed: &rules::PROPERTY_REMOVED,
    added: &rules::PROPERTY_ADDED,
    demand: Some("required"),
    part: false,
    // OpenRPC 1.3.2, Method Object, `paramStructure`: either way, where nothing is said
    order: Order::Places { unless: ("paramStructure", "by-name") },
};

static PARAMETER: Table = Table {
    members: &[
        ("summary", Meaning::Text),
        ("description", Meaning::Text),
        ("required", Meaning::Demand),
        ("schema", Meaning::Schema(Direction::Input)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

static RESULT: Table = Table {
    members: &[
        ("summary", Meaning::Text),
        ("description", Meaning::Text),
        ("schema", Meaning::Schema(Direction::Output)),
        ("$ref", Meaning::Any(&rules::INCOMPARABLE)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

/// Schemas are compared where they are used; what else is referred to, is not.
static COMPONENTS: Table =
    Table { members: &[("schemas", Meaning::Definitions)], rest: &rules::INCOMPARABLE, spelling: Spelling::Exact };

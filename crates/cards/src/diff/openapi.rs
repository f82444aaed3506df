//! What the members of an OpenAPI document mean, of 3.0 and 3.1.

use super::{
    meaning::{Direction, Items, Meaning, Named, Order, Spelling, Table},
    rules,
};

/// An OpenAPI document; references in it begin at its root.
pub(super) static TABLE: Table = exact(&[
    ("openapi", Meaning::Protocol(None)),
    ("jsonSchemaDialect", Meaning::Any(&rules::INCOMPARABLE)),
    ("info", Meaning::Object(&INFO)),
    ("servers", Meaning::Items(&SERVERS)),
    ("paths", Meaning::Named(&PATHS)),
    ("webhooks", Meaning::Any(&rules::INCOMPARABLE)),
    ("components", Meaning::Object(&COMPONENTS)),
    ("security", Meaning::Alternatives(false)),
    ("tags", Meaning::Items(&TAGS)),
]);

static INFO: Table = exact(&[("title", Meaning::Text), ("summary", Meaning::Text), ("description", Meaning::Text)]);

/// The first is the one that is used where nobody chooses.
static SERVERS: Items = Items { order: Order::First, ..Items::endpoints("the server", &["url"], &SERVER) };

static SERVER: Table = exact(&[("description", Meaning::Text), ("variables", Meaning::Any(&rules::ENDPOINT))]);

static TAGS: Items = Items {
    what: "the tag",
    key: &["name"],
    table: &TAG,
    removed: &rules::TEXT,
    added: &rules::TEXT,
    demand: None,
    part: false,
    order: Order::Nothing,
};

static TAG: Table = exact(&[("description", Meaning::Text)]);

static PATHS: Named = Named { what: "the path", table: &PATH, removed: &rules::REMOVED, added: &rules::ADDED };

static PATH: Table = exact(&[
    ("$ref", Meaning::Any(&rules::INCOMPARABLE)),
    ("summary", Meaning::Text),
    ("description", Meaning::Text),
    ("servers", Meaning::Any(&rules::ENDPOINT)),
    ("parameters", Meaning::Items(&PARAMETERS)),
    ("get", OPERATION),
    ("put", OPERATION),
    ("post", OPERATION),
    ("delete", OPERATION),
    ("options", OPERATION),
    ("head", OPERATION),
    ("patch", OPERATION),
    ("trace", OPERATION),
]);

const OPERATION: Meaning = Meaning::Entry(&Named {
    what: "the operation",
    table: &OPERATIONS,
    removed: &rules::REMOVED,
    added: &rules::ADDED,
});

static OPERATIONS: Table = exact(&[
    // what flows and tools call it by
    ("operationId", Meaning::Handle),
    ("summary", Meaning::Text),
    ("description", Meaning::Text),
    ("tags", Meaning::Texts),
    ("parameters", Meaning::Items(&PARAMETERS)),
    ("requestBody", Meaning::Object(&REQUEST_BODY)),
    ("responses", Meaning::Named(&RESPONSES)),
    ("security", Meaning::Alternatives(true)),
    ("servers", Meaning::Any(&rules::ENDPOINT)),
    ("callbacks", Meaning::Any(&rules::INCOMPARABLE)),
]);

static PARAMETERS: Items = Items {
    what: "the parameter",
    key: &["name", "$ref"],
    table: &PARAMETER,
    removed: &rules::PROPERTY_REMOVED,
    added: &rules::PROPERTY_ADDED,
    demand: Some("required"),
    part: false,
    order: Order::Nothing,
};

static PARAMETER: Table = Table {
    members: &[
        ("description", Meaning::Text),
        ("example", Meaning::Text),
        ("examples", Meaning::Any(&rules::TEXT)),
        ("deprecated", Meaning::Text),
        ("required", Meaning::Demand),
        ("schema", Meaning::Schema(Direction::Input)),
        ("content", Meaning::Named(&INPUTS)),
    ],
    // where it stands, and how it is written
    rest: &rules::INCOMPARABLE,
    spelling: Spelling::Exact,
};

static REQUEST_BODY: Table = exact(&[
    ("$ref", Meaning::Any(&rules::INCOMPARABLE)),
    ("description", Meaning::Text),
    ("required", Meaning::Demand),
    ("content", Meaning::Named(&INPUTS)),
]);

static INPUTS: Named =
    Named { what: "the media type", table: &INPUT, removed: &rules::NARROWED, added: &rules::WIDENED };

static INPUT: Table = exact(&[
    ("schema", Meaning::Schema(Direction::Input)),
    ("example", Meaning::Text),
    ("examples", Meaning::Any(&rules::TEXT)),
    ("encoding", Meaning::Any(&rules::INCOMPARABLE)),
]);

static RESPONSES: Named =
    Named { what: "the response", table: &RESPONSE, removed: &rules::NARROWED, added: &rules::WIDENED };

static RESPONSE: Table = exact(&[
    ("$ref", Meaning::Any(&rules::INCOMPARABLE)),
    ("description", Meaning::Text),
    ("headers", Meaning::Any(&rules::INCOMPARABLE)),
    ("content", Meaning::Named(&OUTPUTS)),
]);

static OUTPUTS: Named =
    Named { what: "the media type", table: &OUTPUT, removed: &rules::NARROWED, added: &rules::WIDENED };

static OUTPUT: Table = exact(&[
    ("schema", Meaning::Schema(Direction::Output)),
    ("example", Meaning::Text),
    ("examples", Meaning::Any(&rules::TEXT)),
]);

/// Schemas are compared where they are used; what else is referred to, is not.
static COMPONENTS: Table = Table {
    members: &[("schemas", Meaning::Definitions), ("securitySchemes", Meaning::Schemes)],
    rest: &rules::INCOMPARABLE,
    spelling: Spelling::Exact,
};

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}

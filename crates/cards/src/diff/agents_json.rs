//! What the members of an agents.json file mean.

use super::{
    meaning::{Direction, Items, Meaning, Named, Order, Spelling, Table},
    rules,
};

/// An agents.json file.
pub(super) static TABLE: Table = exact(&[
    ("agentsJson", Meaning::Protocol(None)),
    ("info", Meaning::Object(&INFO)),
    ("sources", Meaning::Items(&Items::endpoints("the source", &["id"], &SOURCE))),
    ("overrides", Meaning::Any(&rules::STEPS)),
    ("flows", Meaning::Items(&Items::of("the flow", &["id"], &FLOW))),
]);

static INFO: Table = exact(&[("title", Meaning::Text), ("description", Meaning::Text)]);

static SOURCE: Table = exact(&[("path", Meaning::Endpoint)]);

static FLOW: Table = exact(&[
    ("title", Meaning::Text),
    ("description", Meaning::Text),
    ("actions", Meaning::Items(&ACTIONS)),
    ("links", Meaning::Any(&rules::STEPS)),
    ("fields", Meaning::Object(&FIELDS)),
]);

static ACTIONS: Items = Items::steps("the action", &["id"], &ACTION);

static ACTION: Table = Table { members: &[], rest: &rules::STEPS, spelling: Spelling::Exact };

static FIELDS: Table = exact(&[
    ("parameters", Meaning::Items(&PARAMETERS)),
    ("requestBody", Meaning::Object(&REQUEST_BODY)),
    ("responses", Meaning::Object(&RESPONSES)),
]);

static PARAMETERS: Items = Items {
    what: "the parameter",
    key: &["name"],
    table: &PARAMETER,
    removed: &rules::PROPERTY_REMOVED,
    added: &rules::PROPERTY_ADDED,
    demand: Some("required"),
    part: false,
    order: Order::Nothing,
};

static PARAMETER: Table = exact(&[
    ("description", Meaning::Text),
    ("required", Meaning::Demand),
    ("type", Meaning::Any(&rules::INCOMPARABLE)),
    ("enum", Meaning::Offers(&rules::INPUT_NARROWED, &rules::INPUT_WIDENED)),
    ("schema", Meaning::Schema(Direction::Input)),
]);

static REQUEST_BODY: Table = exact(&[("required", Meaning::Demand), ("content", Meaning::Named(&MEDIA_TYPES))]);

static MEDIA_TYPES: Named =
    Named { what: "the media type", table: &MEDIA_TYPE, removed: &rules::NARROWED, added: &rules::WIDENED };

static MEDIA_TYPE: Table = exact(&[("schema", Meaning::Schema(Direction::Input)), ("example", Meaning::Text)]);

static RESPONSES: Table = exact(&[("success", Meaning::Schema(Direction::Output)), ("example", Meaning::Text)]);

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}

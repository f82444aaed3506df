//! What the members of an agents.json file mean.

use agent_description::diagnostic::{
    change as rules,
    members::{Direction, Field, Items, Meaning, Named, Shape, Table},
};

/// An agents.json file.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("agentsJson", Meaning::Protocol(None)),
    Field::inside("info", &INFO),
    Field::optional("sources", Shape::List(&Shape::Of(&SOURCE)))
        .means(Meaning::Items(&Items::endpoints("the source", &["id"]))),
    Field::any("overrides", Meaning::Any(&rules::STEPS)),
    Field::optional("flows", Shape::List(&Shape::Of(&FLOW))).means(Meaning::Items(&Items::of("the flow", &["id"]))),
]);

static INFO: Table = Table::compared(&[Field::any("title", Meaning::Text), Field::any("description", Meaning::Text)]);

static SOURCE: Table = Table::compared(&[Field::any("path", Meaning::Endpoint)]);

static FLOW: Table = Table::compared(&[
    Field::any("title", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::optional("actions", Shape::List(&Shape::Of(&ACTION))).means(Meaning::Items(&ACTIONS)),
    Field::any("links", Meaning::Any(&rules::STEPS)),
    Field::inside("fields", &FIELDS),
]);

static ACTIONS: Items = Items::steps("the action", &["id"]);

static ACTION: Table = Table::compared(&[]).rest(&rules::STEPS);

static FIELDS: Table = Table::compared(&[
    Field::optional("parameters", Shape::List(&Shape::Of(&PARAMETER))).means(Meaning::Items(&PARAMETERS)),
    Field::inside("requestBody", &REQUEST_BODY),
    Field::inside("responses", &RESPONSES),
]);

static PARAMETERS: Items = Items::parameters(&["name"]);

static PARAMETER: Table = Table::compared(&[
    Field::any("description", Meaning::Text),
    Field::any("required", Meaning::Demand),
    Field::any("type", Meaning::Any(&rules::INCOMPARABLE)),
    Field::any("enum", Meaning::Offers(&rules::INPUT_NARROWED, &rules::INPUT_WIDENED)),
    Field::any("schema", Meaning::Schema(Direction::Input)),
]);

static REQUEST_BODY: Table = Table::compared(&[
    Field::any("required", Meaning::Demand),
    Field::optional("content", Shape::Map(&Shape::Of(&MEDIA_TYPE))).means(Meaning::Named(&MEDIA_TYPES)),
]);

static MEDIA_TYPES: Named = Named { what: "the media type", removed: &rules::NARROWED, added: &rules::WIDENED };

static MEDIA_TYPE: Table =
    Table::compared(&[Field::any("schema", Meaning::Schema(Direction::Input)), Field::any("example", Meaning::Text)]);

static RESPONSES: Table =
    Table::compared(&[Field::any("success", Meaning::Schema(Direction::Output)), Field::any("example", Meaning::Text)]);

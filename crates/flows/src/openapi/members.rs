//! The members of OpenAPI documents, and their meaning for callers and models. Paths are checked
//! separately.

use super::rules;
use agent_description::diagnostic::{
    change,
    members::{Direction, Field, ItemOrder, Items, Meaning, NamedObjects, Shape, Table},
};

/// The root, which is the base of references.
pub(super) static DOCUMENT: Table = Table::new(
    "the document",
    &rules::ROOT,
    &[
        Field::any("openapi", Meaning::Protocol(None)),
        Field::any("jsonSchemaDialect", Meaning::Any(&change::INCOMPARABLE)),
        Field::required("info", Shape::Of(&INFO)).means(Meaning::Inside),
        Field::optional("servers", Shape::List(&Shape::Of(&SERVER))).means(Meaning::Items(&SERVERS)),
        Field::optional("paths", Shape::Map(&Shape::Of(&PATH))).means(Meaning::Named(&PATHS)),
        Field::optional("webhooks", Shape::Object).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::inside("components", &COMPONENTS),
        Field::optional("security", Shape::List(&Shape::Any)).means(Meaning::Alternatives(false)),
        Field::optional("tags", Shape::List(&Shape::Of(&TAG))).means(Meaning::Items(&TAGS)),
    ],
)
.root();

static INFO: Table = Table::part(
    "`info`",
    &[
        Field::required("title", Shape::Text).means(Meaning::Text),
        Field::any("summary", Meaning::Text),
        Field::any("description", Meaning::Text),
        Field::required("version", Shape::Text),
    ],
);

/// The first server is the default.
static SERVERS: Items = Items { order: ItemOrder::First, ..Items::endpoints("the server", &["url"]) };

static SERVER: Table = Table::compared(&[
    Field::any("description", Meaning::Text),
    Field::any("variables", Meaning::Any(&change::ENDPOINT)),
]);

static TAGS: Items = Items::changing("the tag", &["name"], &change::TEXT, &change::TEXT);

static TAG: Table = Table::compared(&[Field::any("description", Meaning::Text)]);

static PATHS: NamedObjects = NamedObjects { what: "the path", removed: &change::REMOVED, added: &change::ADDED };

static PATH: Table = Table::compared(&[
    Field::any("$ref", Meaning::Any(&change::INCOMPARABLE)),
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("servers", Meaning::Any(&change::ENDPOINT)),
    Field::optional("parameters", Shape::List(&Shape::Of(&PARAMETER))).means(Meaning::Items(&PARAMETERS)),
    Field::optional("get", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("put", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("post", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("delete", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("options", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("head", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("patch", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::optional("query", Shape::Of(&OPERATIONS)).means(OPERATION),
    Field::any("additionalOperations", Meaning::Any(&change::INCOMPARABLE)),
    Field::optional("trace", Shape::Of(&OPERATIONS)).means(OPERATION),
]);

const OPERATION: Meaning =
    Meaning::Entry(&NamedObjects { what: "the operation", removed: &change::REMOVED, added: &change::ADDED });

static OPERATIONS: Table = Table::compared(&[
    // flows and tools use this name
    Field::any("operationId", Meaning::Handle),
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("tags", Meaning::Texts),
    Field::optional("parameters", Shape::List(&Shape::Of(&PARAMETER))).means(Meaning::Items(&PARAMETERS)),
    Field::inside("requestBody", &REQUEST_BODY),
    Field::optional("responses", Shape::Map(&Shape::Of(&RESPONSE))).means(Meaning::Named(&RESPONSES)),
    Field::any("security", Meaning::Alternatives(true)),
    Field::any("servers", Meaning::Any(&change::ENDPOINT)),
    Field::any("callbacks", Meaning::Any(&change::INCOMPARABLE)),
]);

static PARAMETERS: Items = Items::parameters(&["name", "$ref"]);

static PARAMETER: Table = Table::compared(&[
    Field::any("description", Meaning::Text),
    Field::any("example", Meaning::Text),
    Field::any("examples", Meaning::Any(&change::TEXT)),
    Field::any("deprecated", Meaning::Text),
    Field::any("required", Meaning::Demand),
    Field::any("schema", Meaning::Schema(Direction::Input)),
    Field::optional("content", Shape::Map(&Shape::Of(&INPUT))).means(Meaning::Named(&INPUTS)),
])
.rest(&change::INCOMPARABLE);

static REQUEST_BODY: Table = Table::compared(&[
    Field::any("$ref", Meaning::Any(&change::INCOMPARABLE)),
    Field::any("description", Meaning::Text),
    Field::any("required", Meaning::Demand),
    Field::optional("content", Shape::Map(&Shape::Of(&INPUT))).means(Meaning::Named(&INPUTS)),
]);

static INPUTS: NamedObjects =
    NamedObjects { what: "the media type", removed: &change::NARROWED, added: &change::WIDENED };

static INPUT: Table = Table::compared(&[
    Field::any("schema", Meaning::Schema(Direction::Input)),
    Field::any("example", Meaning::Text),
    Field::any("examples", Meaning::Any(&change::TEXT)),
    Field::any("encoding", Meaning::Any(&change::INCOMPARABLE)),
]);

static RESPONSES: NamedObjects =
    NamedObjects { what: "the response", removed: &change::NARROWED, added: &change::WIDENED };

static RESPONSE: Table = Table::compared(&[
    Field::any("$ref", Meaning::Any(&change::INCOMPARABLE)),
    Field::any("description", Meaning::Text),
    Field::any("headers", Meaning::Any(&change::INCOMPARABLE)),
    Field::optional("content", Shape::Map(&Shape::Of(&OUTPUT))).means(Meaning::Named(&OUTPUTS)),
]);

static OUTPUTS: NamedObjects =
    NamedObjects { what: "the media type", removed: &change::NARROWED, added: &change::WIDENED };

static OUTPUT: Table = Table::compared(&[
    Field::any("schema", Meaning::Schema(Direction::Output)),
    Field::any("example", Meaning::Text),
    Field::any("examples", Meaning::Any(&change::TEXT)),
]);

/// Schemas are compared where they are used; other components are not compared.
static COMPONENTS: Table =
    Table::compared(&[Field::any("schemas", Meaning::Definitions), Field::any("securitySchemes", Meaning::Schemes)])
        .rest(&change::INCOMPARABLE);

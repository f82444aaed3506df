//! The structure of agents.json (`agents_json/agentsJson.schema.json`), with one correction: integers are valid values
//! of overrides, although the schema's `oneOf` of integer and number rejects them.

use super::rules;
use agent_description::diagnostic::{
    change,
    members::{
        Direction, Field, Items, Meaning, NamedObjects, Others,
        Shape::{Flag, Given, List, Map, NotNull, Object, Of, Text, TextOrNull},
        Table,
    },
};

/// The root.
pub(super) static ROOT: Table = Table::new(
    "the file",
    &rules::ROOT,
    &[
        Field::required("agentsJson", Text).means(Meaning::Protocol(None)),
        Field::required("info", Of(&INFO)).means(Meaning::Inside),
        Field::required("sources", List(&Of(&SOURCE))).means(Meaning::Items(&Items::endpoints("the source", &["id"]))),
        Field::optional("overrides", List(&Of(&OVERRIDE))).means(Meaning::Any(&change::STEPS)),
        Field::required("flows", List(&Of(&FLOW))).means(Meaning::Items(&Items::parts("the flow", &["id"]))),
    ],
);

static INFO: Table = Table::new(
    "`info`",
    &rules::INFO,
    &[
        Field::required("title", Text).means(Meaning::Text),
        Field::required("version", Text),
        Field::required("description", Text).means(Meaning::Text),
    ],
);

static SOURCE: Table = Table::new(
    "the source",
    &rules::SOURCE,
    &[Field::required("id", Text), Field::required("path", Text).means(Meaning::Endpoint)],
);

static OVERRIDE: Table = Table::new(
    "the override",
    &rules::OVERRIDE,
    &[
        Field::required("sourceId", Text),
        Field::required("operationId", Text),
        Field::required("fieldPath", Text),
        Field::required("value", Given),
    ],
);

static FLOW: Table = Table::new(
    "the flow",
    &rules::FLOW,
    &[
        Field::required("id", Text),
        Field::required("title", Text).means(Meaning::Text),
        Field::required("description", Text).means(Meaning::Text),
        Field::required("actions", List(&Of(&ACTION))).means(Meaning::Items(&Items::steps("the action", &["id"]))),
        Field::optional("links", List(&Of(&LINK))).means(Meaning::Any(&change::STEPS)),
        Field::required("fields", Of(&FIELDS)).means(Meaning::Inside),
    ],
);

static ACTION: Table = Table::new(
    "the action",
    &rules::ACTION,
    &[Field::required("id", Text), Field::required("sourceId", Text), Field::required("operationId", Text)],
)
.rest(&change::STEPS);

static LINK: Table =
    Table::new("the link", &rules::LINK, &[Field::required("origin", Of(&END)), Field::required("target", Of(&END))])
        .others(Others::Unwanted(&rules::EXTRA));

static END: Table = Table::new(
    "the end of a link",
    &rules::LINK,
    &[Field::optional("actionId", TextOrNull), Field::required("fieldPath", Text)],
);

static FIELDS: Table = Table::new(
    "`fields`",
    &rules::FIELDS,
    &[
        Field::required("parameters", List(&Of(&PARAMETER))).means(Meaning::Items(&Items::parameters(&["name"]))),
        Field::optional("requestBody", NotNull(&Of(&REQUEST_BODY), &rules::EXTRA)).means(Meaning::Inside),
        Field::required("responses", Of(&RESPONSES)).means(Meaning::Inside),
    ],
);

pub(crate) static PARAMETER: Table = Table::new(
    "the parameter",
    &rules::FIELDS,
    &[
        Field::required("name", Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("required", Flag).means(Meaning::Demand),
        Field::optional("type", Text).means(Meaning::Any(&change::INCOMPARABLE)),
    ],
)
.others(Others::Unwanted(&rules::EXTRA))
.earlier(&MORE_OF_PARAMETERS);

/// Members of parameters that the schema does not define.
static MORE_OF_PARAMETERS: Table = Table::compared(&[
    Field::any("enum", Meaning::Offers(&change::INPUT_NARROWED, &change::INPUT_WIDENED)),
    Field::any("schema", Meaning::Schema(Direction::Input)),
]);

static REQUEST_BODY: Table = Table::new(
    "`requestBody`",
    &rules::FIELDS,
    &[
        Field::optional("content", Map(&Of(&MEDIA))).means(Meaning::Named(&MEDIA_TYPES)),
        Field::optional("required", Flag).means(Meaning::Demand),
    ],
)
.others(Others::Unwanted(&rules::EXTRA));

static MEDIA_TYPES: NamedObjects =
    NamedObjects { what: "the media type", removed: &change::NARROWED, added: &change::WIDENED };

static MEDIA: Table = Table::new(
    "the media type",
    &rules::FIELDS,
    &[
        Field::optional("schema", Object).means(Meaning::Schema(Direction::Input)),
        Field::optional("example", Object).means(Meaning::Text),
    ],
)
.others(Others::Unwanted(&rules::EXTRA));

static RESPONSES: Table = Table::new(
    "`responses`",
    &rules::FIELDS,
    &[
        Field::required("success", Object).means(Meaning::Schema(Direction::Output)),
        Field::optional("example", Object).means(Meaning::Text),
    ],
)
.others(Others::Unwanted(&rules::EXTRA));

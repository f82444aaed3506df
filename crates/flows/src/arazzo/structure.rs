//! The structure of Arazzo 1.0, from its JSON Schema.

use super::rules;
use agent_description::diagnostic::{
    change,
    members::{
        Direction, Field, Items, Meaning, Others,
        Shape::{self, Amount, Any, Filled, List, Map, Marked, Of, Schema, Text, Word},
        Table,
    },
};

/// The root, which is the base of references.
pub(super) static ROOT: Table = Table::new(
    "the document",
    &rules::ROOT,
    &[
        Field::required("arazzo", Text).means(Meaning::Protocol(None)),
        Field::required("info", Of(&INFO)).means(Meaning::Inside),
        Field::required("sourceDescriptions", Filled(&Of(&SOURCE)))
            .means(Meaning::Items(&Items::endpoints("the source description", &["name"]))),
        Field::required("workflows", Filled(&Of(&WORKFLOW)))
            .means(Meaning::Items(&Items::parts("the workflow", &["workflowId"]))),
        Field::optional("components", Of(&COMPONENTS)).means(Meaning::Inside),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER))
.root();

static INFO: Table = Table::new(
    "`info`",
    &rules::ROOT,
    &[
        Field::required("title", Text).means(Meaning::Text),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::required("version", Text),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static SOURCE: Table = Table::new(
    "the source description",
    &rules::SOURCE,
    &[
        Field::required("name", Text),
        Field::required("url", Text).means(Meaning::Endpoint),
        Field::optional("type", Word(&["openapi", "arazzo"])).means(Meaning::Any(&change::PROTOCOL)),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static WORKFLOW: Table = Table::new(
    "the workflow",
    &rules::WORKFLOW,
    &[
        Field::required("workflowId", Text),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("inputs", Schema).means(Meaning::Schema(Direction::Input)),
        Field::optional("dependsOn", List(&Text)),
        Field::required("steps", Filled(&Of(&STEP))).means(Meaning::Items(&Items::steps("the step", &["stepId"]))),
        Field::optional("successActions", List(&Marked(&SUCCESS, "reference", &REUSABLE))),
        Field::optional("failureActions", List(&Marked(&FAILURE, "reference", &REUSABLE))),
        Field::optional("outputs", Map(&Text)),
        Field::optional("parameters", List(&Marked(&PARAMETER, "reference", &REUSABLE))),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER))
.rest(&change::STEPS);

static STEP: Table = Table::new(
    "the step",
    &rules::STEP,
    &[
        Field::required("stepId", Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("operationId", Text),
        Field::optional("operationPath", Text),
        Field::optional("workflowId", Text),
        Field::optional("parameters", List(&Marked(&PARAMETER, "reference", &REUSABLE))),
        Field::optional("requestBody", Of(&REQUEST_BODY)),
        Field::optional("successCriteria", Filled(&Of(&CRITERION))),
        Field::optional("onSuccess", List(&Marked(&SUCCESS, "reference", &REUSABLE))),
        Field::optional("onFailure", List(&Marked(&FAILURE, "reference", &REUSABLE))),
        Field::optional("outputs", Map(&Text)),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER))
.rest(&change::STEPS);

static REQUEST_BODY: Table = Table::new(
    "the request body",
    &rules::STEP,
    &[
        Field::optional("contentType", Text),
        Field::optional("payload", Any),
        Field::optional("replacements", List(&Of(&REPLACEMENT))),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static REPLACEMENT: Table = Table::new(
    "the replacement",
    &rules::STEP, // the prose allows any value, the schema a string
    &[Field::required("target", Text), Field::required("value", Any)],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static PARAMETER: Table = Table::new(
    "the parameter",
    &rules::PARAMETER,
    &[
        Field::required("name", Text),
        Field::optional("in", Word(&["path", "query", "header", "cookie"])),
        Field::required("value", Any),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static REUSABLE: Table =
    Table::new("the reference", &rules::REUSABLE, &[Field::required("reference", Text), Field::optional("value", Any)])
        .others(Others::Unwanted(&rules::MEMBER));

static CRITERION: Table = Table::new(
    "the criterion",
    &rules::CRITERION, // `type` is a word or an object: checked apart
    &[Field::optional("context", Text), Field::required("condition", Text), Field::optional("type", Any)],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static SUCCESS: Table = Table::new(
    "the success action",
    &rules::ACTION,
    &[
        Field::required("name", Text),
        Field::required("type", Word(&["end", "goto"])),
        Field::optional("workflowId", Text),
        Field::optional("stepId", Text),
        Field::optional("criteria", Filled(&Of(&CRITERION))),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static FAILURE: Table = Table::new(
    "the failure action",
    &rules::ACTION,
    &[
        Field::required("name", Text),
        Field::required("type", Word(&["end", "goto", "retry"])),
        Field::optional("workflowId", Text),
        Field::optional("stepId", Text),
        Field::optional("retryAfter", Amount),
        Field::optional("retryLimit", Shape::COUNT),
        Field::optional("criteria", List(&Of(&CRITERION))),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER));

static COMPONENTS: Table = Table::new(
    "`components`",
    &rules::COMPONENTS,
    &[
        Field::optional("inputs", Map(&Schema)).means(Meaning::Definitions),
        Field::optional("parameters", Map(&Of(&PARAMETER))),
        Field::optional("successActions", Map(&Of(&SUCCESS))),
        Field::optional("failureActions", Map(&Of(&FAILURE))),
    ],
)
.others(Others::OnlyExtensions(&rules::MEMBER))
// inputs are compared where they are used
.rest(&change::STEPS);

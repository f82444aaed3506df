//! The structure of Arazzo 1.0, from its JSON Schema.

use super::rules;
use agent_description::diagnostic::{
    Rule, change,
    members::{
        Direction, Field, Items, Meaning, Others,
        Shape::{self, Amount, Any, Filled, List, Map, Marked, Of, Schema, Text, Word},
        Table,
    },
};

/// An object in which names of other members start with `x-`.
const fn extensible(what: &'static str, rule: &'static Rule, fields: &'static [Field]) -> Table {
    Table::new(what, rule, fields).others(Others::OnlyExtensions(&rules::MEMBER))
}

/// The root, which is the base of references.
pub(super) static ROOT: Table = extensible(
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
.root();

static INFO: Table = extensible(
    "`info`",
    &rules::ROOT,
    &[
        Field::required("title", Text).means(Meaning::Text),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::required("version", Text),
    ],
);

static SOURCE: Table = extensible(
    "the source description",
    &rules::SOURCE,
    &[
        Field::required("name", Text),
        Field::required("url", Text).means(Meaning::Endpoint),
        Field::optional("type", Word(&["openapi", "arazzo"])).means(Meaning::Any(&change::PROTOCOL)),
    ],
);

static WORKFLOW: Table = extensible(
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
.rest(&change::STEPS);

static STEP: Table = extensible(
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
.rest(&change::STEPS);

static REQUEST_BODY: Table = extensible(
    "the request body",
    &rules::STEP,
    &[
        Field::optional("contentType", Text),
        Field::optional("payload", Any),
        Field::optional("replacements", List(&Of(&REPLACEMENT))),
    ],
);

static REPLACEMENT: Table = extensible(
    "the replacement",
    &rules::STEP, // the prose allows any value, the schema a string
    &[Field::required("target", Text), Field::required("value", Any)],
);

static PARAMETER: Table = extensible(
    "the parameter",
    &rules::PARAMETER,
    &[
        Field::required("name", Text),
        Field::optional("in", Word(&["path", "query", "header", "cookie"])),
        Field::required("value", Any),
    ],
);

static REUSABLE: Table =
    Table::new("the reference", &rules::REUSABLE, &[Field::required("reference", Text), Field::optional("value", Any)])
        .others(Others::Unwanted(&rules::MEMBER));

static CRITERION: Table = extensible(
    "the criterion",
    &rules::CRITERION, // `type` is a word or an object: checked apart
    &[Field::optional("context", Text), Field::required("condition", Text), Field::optional("type", Any)],
);

static SUCCESS: Table = extensible(
    "the success action",
    &rules::ACTION,
    &[
        Field::required("name", Text),
        Field::required("type", Word(&["end", "goto"])),
        Field::optional("workflowId", Text),
        Field::optional("stepId", Text),
        Field::optional("criteria", Filled(&Of(&CRITERION))),
    ],
);

static FAILURE: Table = extensible(
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
);

static COMPONENTS: Table = extensible(
    "`components`",
    &rules::COMPONENTS,
    &[
        Field::optional("inputs", Map(&Schema)).means(Meaning::Definitions),
        Field::optional("parameters", Map(&Of(&PARAMETER))),
        Field::optional("successActions", Map(&Of(&SUCCESS))),
        Field::optional("failureActions", Map(&Of(&FAILURE))),
    ],
)
// inputs are compared where they are used
.rest(&change::STEPS);

//! What the JSON Schema of Arazzo 1.0 says of each object.

use super::rules;
use crate::shape::{
    Kind::{Amount, Any, Count, List, Map, Of, OneOf, Schema, Text, Word},
    Others, Shape, optional, required,
};

pub(super) const ROOT: Shape = Shape {
    what: "the document",
    rule: &rules::ROOT,
    members: &[
        required("arazzo", Text),
        required("info", Of(&INFO)),
        required("sourceDescriptions", List(&Of(&SOURCE), 1)),
        required("workflows", List(&Of(&WORKFLOW), 1)),
        optional("components", Of(&COMPONENTS)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const INFO: Shape = Shape {
    what: "`info`",
    rule: &rules::ROOT,
    members: &[
        required("title", Text),
        optional("summary", Text),
        optional("description", Text),
        required("version", Text),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const SOURCE: Shape = Shape {
    what: "the source description",
    rule: &rules::SOURCE,
    members: &[required("name", Text), required("url", Text), optional("type", Word(&["openapi", "arazzo"]))],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const WORKFLOW: Shape = Shape {
    what: "the workflow",
    rule: &rules::WORKFLOW,
    members: &[
        required("workflowId", Text),
        optional("summary", Text),
        optional("description", Text),
        optional("inputs", Schema),
        optional("dependsOn", List(&Text, 0)),
        required("steps", List(&Of(&STEP), 1)),
        optional("successActions", List(&OneOf(&SUCCESS, "reference", &REUSABLE), 0)),
        optional("failureActions", List(&OneOf(&FAILURE, "reference", &REUSABLE), 0)),
        optional("outputs", Map(&Text)),
        optional("parameters", List(&OneOf(&PARAMETER, "reference", &REUSABLE), 0)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const STEP: Shape = Shape {
    what: "the step",
    rule: &rules::STEP,
    members: &[
        required("stepId", Text),
        optional("description", Text),
        optional("operationId", Text),
        optional("operationPath", Text),
        optional("workflowId", Text),
        optional("parameters", List(&OneOf(&PARAMETER, "reference", &REUSABLE), 0)),
        optional("requestBody", Of(&REQUEST_BODY)),
        optional("successCriteria", List(&Of(&CRITERION), 1)),
        optional("onSuccess", List(&OneOf(&SUCCESS, "reference", &REUSABLE), 0)),
        optional("onFailure", List(&OneOf(&FAILURE, "reference", &REUSABLE), 0)),
        optional("outputs", Map(&Text)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const REQUEST_BODY: Shape = Shape {
    what: "the request body",
    rule: &rules::STEP,
    members: &[
        optional("contentType", Text),
        optional("payload", Any),
        optional("replacements", List(&Of(&REPLACEMENT), 0)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const REPLACEMENT: Shape = Shape {
    what: "the replacement",
    rule: &rules::STEP,
    // the prose allows any value, the schema a string
    members: &[required("target", Text), required("value", Any)],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const PARAMETER: Shape = Shape {
    what: "the parameter",
    rule: &rules::PARAMETER,
    members: &[
        required("name", Text),
        optional("in", Word(&["path", "query", "header", "cookie"])),
        required("value", Any),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const REUSABLE: Shape = Shape {
    what: "the reference",
    rule: &rules::REUSABLE,
    members: &[required("reference", Text), optional("value", Any)],
    others: Others::Unwanted(&rules::MEMBER),
};

const CRITERION: Shape = Shape {
    what: "the criterion",
    rule: &rules::CRITERION,
    // `type` is a word or an object: checked apart
    members: &[optional("context", Text), required("condition", Text), optional("type", Any)],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const SUCCESS: Shape = Shape {
    what: "the success action",
    rule: &rules::ACTION,
    members: &[
        required("name", Text),
        required("type", Word(&["end", "goto"])),
        optional("workflowId", Text),
        optional("stepId", Text),
        optional("criteria", List(&Of(&CRITERION), 1)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const FAILURE: Shape = Shape {
    what: "the failure action",
    rule: &rules::ACTION,
    members: &[
        required("name", Text),
        required("type", Word(&["end", "goto", "retry"])),
        optional("workflowId", Text),
        optional("stepId", Text),
        optional("retryAfter", Amount),
        optional("retryLimit", Count),
        optional("criteria", List(&Of(&CRITERION), 0)),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

const COMPONENTS: Shape = Shape {
    what: "`components`",
    rule: &rules::COMPONENTS,
    members: &[
        optional("inputs", Map(&Schema)),
        optional("parameters", Map(&Of(&PARAMETER))),
        optional("successActions", Map(&Of(&SUCCESS))),
        optional("failureActions", Map(&Of(&FAILURE))),
    ],
    others: Others::OnlyExtensions(&rules::MEMBER),
};

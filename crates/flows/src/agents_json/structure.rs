//! What the schema says of each object (`agents_json/agentsJson.schema.json`), corrected where it cannot mean what it says: a whole number is a
//! value of an override, too, though `oneOf` of integer and number refuses it.

use super::rules;
use crate::shape::{
    Kind::{Bool, List, Map, Object, Of, OrNull, Some, Text, TextOrNull},
    Others, Shape, optional, required,
};

pub(super) const ROOT: Shape = Shape {
    what: "the file",
    rule: &rules::ROOT,
    members: &[
        required("agentsJson", Text),
        required("info", Of(&INFO)),
        required("sources", List(&Of(&SOURCE), 0)),
        optional("overrides", List(&Of(&OVERRIDE), 0)),
        required("flows", List(&Of(&FLOW), 0)),
    ],
    others: Others::Allowed,
};

const INFO: Shape = Shape {
    what: "`info`",
    rule: &rules::INFO,
    members: &[required("title", Text), required("version", Text), required("description", Text)],
    others: Others::Allowed,
};

const SOURCE: Shape = Shape {
    what: "the source",
    rule: &rules::SOURCE,
    members: &[required("id", Text), required("path", Text)],
    others: Others::Allowed,
};

const OVERRIDE: Shape = Shape {
    what: "the override",
    rule: &rules::OVERRIDE,
    members: &[
        required("sourceId", Text),
        required("operationId", Text),
        required("fieldPath", Text),
        required("value", Some),
    ],
    others: Others::Allowed,
};

const FLOW: Shape = Shape {
    what: "the flow",
    rule: &rules::FLOW,
    members: &[
        required("id", Text),
        required("title", Text),
        required("description", Text),
        required("actions", List(&Of(&ACTION), 0)),
        optional("links", List(&Of(&LINK), 0)),
        required("fields", Of(&FIELDS)),
    ],
    others: Others::Allowed,
};

const ACTION: Shape = Shape {
    what: "the action",
    rule: &rules::ACTION,
    members: &[required("id", Text), required("sourceId", Text), required("operationId", Text)],
    others: Others::Allowed,
};

const LINK: Shape = Shape {
    what: "the link",
    rule: &rules::LINK,
    members: &[required("origin", Of(&END)), required("target", Of(&END))],
    others: Others::Unwanted(&rules::EXTRA),
};

const END: Shape = Shape {
    what: "the end of a link",
    rule: &rules::LINK,
    members: &[optional("actionId", TextOrNull), required("fieldPath", Text)],
    others: Others::Allowed,
};

const FIELDS: Shape = Shape {
    what: "`fields`",
    rule: &rules::FIELDS,
    members: &[
        required("parameters", List(&Of(&PARAMETER), 0)),
        optional("requestBody", OrNull(&Of(&REQUEST_BODY), &rules::EXTRA)),
        required("responses", Of(&RESPONSES)),
    ],
    others: Others::Allowed,
};

const PARAMETER: Shape = Shape {
    what: "the parameter",
    rule: &rules::FIELDS,
    members: &[
        required("name", Text),
        optional("description", Text),
        optional("required", Bool),
        optional("type", Text),
    ],
    others: Others::Unwanted(&rules::EXTRA),
};

const REQUEST_BODY: Shape = Shape {
    what: "`requestBody`",
    rule: &rules::FIELDS,
    members: &[optional("content", Map(&Of(&MEDIA))), optional("required", Bool)],
    others: Others::Unwanted(&rules::EXTRA),
};

const MEDIA: Shape = Shape {
    what: "the media type",
    rule: &rules::FIELDS,
    members: &[optional("schema", Object), optional("example", Object)],
    others: Others::Unwanted(&rules::EXTRA),
};

const RESPONSES: Shape = Shape {
    what: "`responses`",
    rule: &rules::FIELDS,
    members: &[required("success", Object), optional("example", Object)],
    others: Others::Unwanted(&rules::EXTRA),
};

//! The intents of a message.

use super::rules;
use adp_tools::lenient_members::object;
use agent_description::{
    Document,
    diagnostic::members::{Field, Shape, Table},
    json::{Json, Object},
};

/// An intent of a message.
pub(super) static INTENT: Table = Table::new(
    "the intent",
    &rules::MESSAGE,
    &[Field::required("intent", Shape::Text), Field::optional("slots", Shape::List(&Shape::Of(&SLOT)))],
);

static SLOT: Table = Table::part(
    "the slot",
    &[
        Field::required("name", Shape::Text),
        Field::required("value", Shape::Text),
        Field::optional("normValue", Shape::Text),
    ],
);

/// The message in a document: of a JSON-RPC request, of its params, or the document itself.
fn message(root: &Object) -> &Object {
    object(root, "params")
        .and_then(|params| object(params, "message"))
        .or_else(|| object(root, "message"))
        .unwrap_or(root)
}

/// The intents of a message; `None` if it has no list of them.
pub(super) fn intents(document: &Document) -> Option<&[Json]> {
    object(message(document.root()), "metadata")?.get("intentInfos")?.as_array()
}

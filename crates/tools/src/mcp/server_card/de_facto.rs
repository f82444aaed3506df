//! The informal format that many sites serve instead of a server card.

use super::model::ServerCard;
use crate::mcp::{
    schema_url::SERVER_CARD,
    tools::check::{TOOL, TOOL_ITEMS},
};
use agent_description::{
    diagnostic::{
        change,
        members::{Field, Meaning, Shape, Table},
    },
    json::{Json, Object},
};

/// Members that occur only in the informal format.
pub(super) const DE_FACTO: [&str; 5] = ["serverInfo", "serverUrl", "transport", "protocolVersion", "tools"];

/// The members of the informal format.
pub(crate) static MEMBERS: Table = Table::compared(&[
    Field::inside("serverInfo", &SERVER_INFO),
    Field::any("serverUrl", Meaning::Endpoint),
    Field::any("url", Meaning::Endpoint),
    Field::any("transport", Meaning::Any(&change::ENDPOINT)),
    Field::any("protocolVersion", Meaning::Protocol(None)),
    Field::any("authentication", Meaning::Any(&change::DEMAND)),
    Field::any("instructions", Meaning::Text),
    Field::optional("tools", Shape::List(&Shape::Of(&TOOL))).means(Meaning::Items(&TOOL_ITEMS)),
]);

static SERVER_INFO: Table = Table::compared(&[
    Field::any("name", Meaning::Any(&change::IDENTITY)),
    Field::any("title", Meaning::Text),
    Field::any("description", Meaning::Text),
]);

/// Whether a document has the informal format: it does not follow the schema, and has members that server cards do not
/// have.
pub(super) fn is_de_facto(root: &Object) -> bool {
    let follows = root.get("$schema").and_then(Json::as_str) == Some(SERVER_CARD);
    !follows && root.iter().any(|member| !ServerCard::has_member(member.name()))
}

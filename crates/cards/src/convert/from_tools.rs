//! Reads lists of MCP tools.

use super::{
    Target,
    agent::{Agent, Fields, PlacedValue},
    loss::Losses,
    members::{Members, below},
};
use crate::mcp::tools;
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Exact},
    json::Object,
};

/// The default name of an agent that is only a list of tools.
const NAME: &str = "MCP tools";

pub(super) fn read(root: &Object, name: Option<&str>, to: Target, losses: &mut Losses) -> Agent {
    let mut agent = Agent::default();
    // a list of tools has no name
    if to != Target::McpTools {
        let name = name.unwrap_or_else(|| {
            losses.made_up_at("/agentInfo/name".to_owned());
            losses.made_up("/name", format!("a list of tools has no name: {NAME:?} is written"));
            NAME
        });
        agent.fields.put("name", Some(PlacedValue { pointer: "/name".to_owned(), value: name.into() }));
    }
    let result = tools::result(root);
    let is_wrapped = !std::ptr::eq(result, root);
    for member in root.iter().filter(|member| is_wrapped && *member.name() != "result") {
        let reason = "dropped: a member of the tools response";
        losses.lost_at(below("", member.name()), member.value(), reason, Severity::Note);
    }
    if is_wrapped {
        losses.changed("/result", "only the list of the response is written", Severity::Note);
    }
    let mut members = Members::from_object(if is_wrapped { "/result" } else { "" }, result, Exact);
    for members in members.objects("tools", Exact, ("a tool", Severity::Warning), losses) {
        agent.skills.push(tool(members, &[("id", "name"), ("name", "title")], losses));
    }
    members.rest_into(&mut agent.fields);
    agent
}

/// Reads a tool, whose format has these names.
pub(super) fn tool(
    mut members: Members<'_>,
    places: &'static [(&'static str, &'static str)],
    losses: &mut Losses,
) -> Fields {
    let mut fields = Fields::at(members.pointer.clone()).called(places);
    fields.put_texts(&mut members, &["id", "name", "description"]);
    fields.put_schemas(&mut members);
    fields.without_duplicate_name(losses);
    members.rest_into(&mut fields);
    fields
}

/// A schema that accepts every object.
pub(super) fn any_object() -> Json {
    [("type", "object")].into_iter().collect::<Object>().into()
}

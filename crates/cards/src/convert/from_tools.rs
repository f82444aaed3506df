//! Reads lists of MCP tools.

use super::{
    Target,
    agent::{Agent, Fields, PlacedValue},
    loss::{Losses, Severity},
    members::Members,
};
use crate::mcp::tools;
use agent_description::diagnostic::members::Spelling::Exact;
use agent_description::{
    Json,
    json::{Object, pointer},
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
        let mut pointer = String::new();
        pointer::push_name(&mut pointer, member.name());
        let said = PlacedValue { pointer, value: member.value().clone() };
        losses.lost(said, "dropped: a member of the tools response", Severity::Note);
    }
    if is_wrapped {
        losses.changed("/result", "only the list of the response is written", Severity::Note);
    }
    let mut members = Members::from_object(if is_wrapped { "/result" } else { "" }, result, Exact);
    for (pointer, item) in members.items("tools", false).unwrap_or_default() {
        let Some(object) = item.as_object() else {
            losses.lost(PlacedValue { pointer, value: item.clone() }, "dropped: not a tool", Severity::Warning);
            continue;
        };
        let mut members = Members::from_object(pointer.clone(), object, Exact);
        let mut fields = Fields::at(pointer).called(&[("id", "name"), ("name", "title")]);
        fields.put("id", members.text("name"));
        fields.put("name", members.text("title"));
        fields.put("description", members.text("description"));
        for name in ["inputSchema", "outputSchema"] {
            fields.put(name, members.take(name, |value| value.as_object().is_some()));
        }
        fields.without_duplicate_name(losses);
        members.rest_into(&mut fields);
        agent.skills.push(fields);
    }
    members.rest_into(&mut agent.fields);
    agent
}

/// A schema that accepts every object.
pub(super) fn any_object() -> Json {
    [("type", "object")].into_iter().collect::<Object>().into()
}

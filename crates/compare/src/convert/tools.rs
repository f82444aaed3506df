//! Reads and writes lists of MCP tools.

use super::{
    agent::{Agent, Fields},
    losses::Losses,
    members::{Members, below, object_with},
    placed_value::PlacedValue,
    target::ConversionTarget,
};
use adp_tools::mcp::tools;
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Exact},
    json::Object,
};

/// The default name of an agent that is only a list of tools.
const NAME: &str = "MCP tools";

pub(super) fn read(root: &Object, name: Option<&str>, to: ConversionTarget, losses: &mut Losses) -> Agent {
    let mut agent = Agent::default();
    // a list of tools has no name
    if to != ConversionTarget::McpTools {
        let name = name.unwrap_or_else(|| {
            losses.made_up("/name", format!("a list of tools has no name: {NAME:?} is written"));
            NAME
        });
        agent.fields.put("name", Some(PlacedValue::new("/name", name)));
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
    for members in members.objects("tools", ("a tool", Severity::Warning), losses) {
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
    members.texts_into(&mut fields, &["id", "name", "description"]);
    for name in ["inputSchema", "outputSchema"] {
        fields.put(name, members.take(name, |value| value.as_object().is_some()));
    }
    fields.without_duplicate_name(losses);
    members.rest_into(&mut fields);
    fields
}

pub(super) fn write(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut tools = Vec::new();
    for skill in &mut agent.skills {
        let mut tool = Object::with_capacity(5);
        tool.insert("name", skill.take_id("tool", losses));
        skill.move_as(&mut tool, "name", "title");
        skill.move_to(&mut tool, &["description"]);
        tool.insert("inputSchema", input(skill, losses));
        skill.move_to(&mut tool, &["outputSchema"]);
        without_tags(skill);
        tools.push(Json::from(tool));
    }
    Object::from_iter([("tools", tools)])
}

/// Removes an empty list of tags.
pub(super) fn without_tags(skill: &mut Fields) {
    if skill.get("tags").and_then(Json::as_array).is_some_and(<[Json]>::is_empty) {
        skill.take("tags");
    }
}

/// The input schema of a tool, which all versions of MCP require to be of type object.
fn input(skill: &mut Fields, losses: &mut Losses) -> Json {
    let is_object = |schema: &Json| schema.get("type").and_then(Json::as_str) == Some("object");
    match skill.take_said("inputSchema") {
        Some(said) if is_object(&said.value) => said.value,
        Some(said) => {
            let reason = "arguments of tools are objects: a schema for any object is written";
            losses.lost(said, reason, Severity::Error);
            object_with("type", "object")
        }
        None => {
            losses.made_up(skill.place("inputSchema"), "a tool needs a schema: a schema for any object is written");
            object_with("type", "object")
        }
    }
}

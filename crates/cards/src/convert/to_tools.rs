//! Writes lists of MCP tools.

use super::{
    agent::{Agent, Fields},
    from_tools::any_object,
    loss::Losses,
};
use agent_description::{Json, diagnostic::Severity, json::Object};

pub(super) fn write(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut tools = Vec::new();
    for (index, skill) in agent.skills.iter_mut().enumerate() {
        let mut tool = Object::with_capacity(5);
        tool.insert("name", skill.take_id("tool", losses));
        skill.move_as(&mut tool, "name", "title");
        skill.move_to(&mut tool, &["description"]);
        // a schema that accepts every object is equivalent to none
        if skill.get("inputSchema").is_none_or(takes_any) {
            losses.made_up_at(format!("/tools/{index}/inputSchema"));
        }
        tool.insert("inputSchema", input(skill, losses));
        skill.move_to(&mut tool, &["outputSchema"]);
        without_tags(skill);
        tools.push(Json::from(tool));
    }
    [("tools", tools)].into_iter().collect()
}

/// Removes an empty list of tags.
pub(super) fn without_tags(skill: &mut Fields) {
    if skill.get("tags").and_then(Json::as_array).is_some_and(<[Json]>::is_empty) {
        skill.take("tags");
    }
}

/// Whether a schema accepts every object, such as that of a method without parameters.
pub(super) fn takes_any(schema: &Json) -> bool {
    let says_nothing = |name: &str, value: &Json| match name {
        "type" => value.as_str() == Some("object"),
        "properties" => value.as_object().is_some_and(Object::is_empty),
        _ => false,
    };
    schema.as_object().is_some_and(|schema| schema.iter().all(|member| says_nothing(member.name(), member.value())))
}

/// The input schema of a tool, which all versions of MCP require to be of type object.
fn input(skill: &mut Fields, losses: &mut Losses) -> Json {
    let is_object = |schema: &Json| schema.get("type").and_then(Json::as_str) == Some("object");
    match skill.take_said("inputSchema") {
        Some(said) if is_object(&said.value) => said.value,
        Some(said) => {
            let reason = "arguments of tools are objects: a schema for any object is written";
            losses.lost(said, reason, Severity::Error);
            any_object()
        }
        None => {
            losses.made_up(skill.place("inputSchema"), "a tool needs a schema: a schema for any object is written");
            any_object()
        }
    }
}

//! Tool definitions of a document.

use super::{ToolFormat, property_names::PropertyNames, strict};
use crate::workflow::{Inputs, Workflow, Workflows};
use adp_cards::{
    convert::{Loss, Severity},
    json_schema::Schema,
};
use agent_description::{
    Json,
    json::{Object, pointer::push_name},
};
use std::collections::HashSet;

/// The tools of a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tools {
    /// The list in the API's format.
    pub list: Json,
    /// Tool names and flow IDs, in list order.
    pub names: Vec<(String, String)>,
    /// Content that models do not see, or see differently. Locations are `/FLOW ID/…`.
    pub losses: Vec<Loss>,
}

/// A tool before formatting.
pub(super) struct Tool<'a> {
    pub name: String,
    pub flow: &'a str,
    pub workflow: &'a Workflow,
    /// The schema for models.
    pub schema: Json,
    /// The replaced property names.
    pub names: PropertyNames,
    /// Validates the arguments.
    pub inputs: Inputs,
}

/// Creates the tools of all flows that can run. Others, and flows with unusable schemas, are losses.
#[must_use]
pub fn tools(workflows: &Workflows, format: ToolFormat) -> Tools {
    let mut losses = Vec::new();
    let (mut list, mut names) = (Vec::new(), Vec::new());
    for tool in all(workflows, format, &mut losses) {
        let place = place(tool.flow);
        let title = tool.workflow.title.as_deref();
        let description = tool.workflow.description.as_deref().or(title).unwrap_or_default();
        let mut description = description.to_owned();
        if let Some(longest) = format.longest_description()
            && description.chars().count() > longest
        {
            description = description.chars().take(longest - 1).chain(['…']).collect();
            let reason = format!("descriptions have at most {longest} characters there: shortened");
            losses.push(Loss::new(format!("{place}/description"), reason, Severity::Warning));
        }
        let strict = match format {
            ToolFormat::OpenAiStrict => strict::schema(&tool.schema, &format!("{place}/inputs"), &mut losses),
            _ => None,
        };
        let is_strict = strict.is_some();
        let mut schema = strict.unwrap_or(tool.schema);
        tool.names.rename(&mut schema, &format!("{place}/inputs"), &mut losses);
        list.push(format.tool(&tool.name, title, &description, schema, is_strict));
        names.push((tool.name, tool.flow.to_owned()));
    }
    Tools { list: format.list(list), names, losses }
}

/// Restores the property names of a flow's arguments that were replaced for an API.
pub fn restore_names(workflow: &Workflow, arguments: &mut Json) {
    let schema = usable(workflow.inputs.as_ref(), "", &mut Vec::new());
    PropertyNames::for_schema(&schema).restore(arguments);
}

fn place(flow: &str) -> String {
    let mut place = String::new();
    push_name(&mut place, flow);
    place
}

/// Creates the tools with their names.
pub(super) fn all<'a>(workflows: &'a Workflows, format: ToolFormat, losses: &mut Vec<Loss>) -> Vec<Tool<'a>> {
    let mut known = HashSet::new();
    // names that need no change have priority
    let mut own: HashSet<&str> = workflows.ids().map(|id| id.as_str()).collect();
    let mut tools = Vec::new();
    for (flow, found) in workflows.ids().zip(workflows.inputs()) {
        let place = place(flow);
        let (workflow, inputs) = match found {
            Ok(found) => found,
            Err(error) => {
                losses.push(Loss::new(place, format!("the flow cannot run: {error}"), Severity::Error));
                continue;
            }
        };
        let name = name(flow, format, &mut known, &mut own);
        if name != **flow {
            let reason =
                format!("a name has 1 to {} letters, digits, _ and -: {name} is written", format.longest_name());
            losses.push(Loss::new(place.clone(), reason, Severity::Warning));
        }
        let schema = usable(workflow.inputs.as_ref(), &place, losses);
        let names = match format.limits_property_names() {
            true => PropertyNames::for_schema(&schema),
            false => PropertyNames::default(),
        };
        tools.push(Tool { name, flow, workflow, schema, names, inputs });
    }
    tools
}

fn name<'a>(flow: &'a str, format: ToolFormat, known: &mut HashSet<String>, own: &mut HashSet<&'a str>) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let plain: String = flow.chars().map(|c| if is_allowed(c) { c } else { '_' }).take(format.longest_name()).collect();
    let plain = if plain.is_empty() { "flow".to_owned() } else { plain };
    own.remove(flow);
    let mut name = plain.clone();
    let mut count = 1_u32;
    while known.contains(&name) || own.contains(name.as_str()) {
        count += 1;
        let ending = format!("_{count}");
        name = plain.chars().take(format.longest_name() - ending.len()).chain(ending.chars()).collect();
    }
    known.insert(name.clone());
    name
}

/// The input schema of a flow as an object schema; an empty object without inputs. Invalid schemas accept everything
/// and are losses.
pub(crate) fn usable(inputs: Option<&Json>, place: &str, losses: &mut Vec<Loss>) -> Json {
    let any = || Json::from(Object::from_iter([("type", Json::from("object")), ("properties", Object::new().into())]));
    let Some(inputs) = inputs else {
        let closed = [
            ("type", Json::from("object")),
            ("properties", Object::new().into()),
            ("additionalProperties", false.into()),
        ];
        return Object::from_iter(closed).into();
    };
    let Some(schema) = inputs.as_object() else { return any() };
    let mut schema = schema.clone();
    let place = format!("{place}/inputs");
    match schema.get("type").map(|kind| kind.as_str().unwrap_or_default()) {
        Some("object") => {}
        None => _ = schema.insert("type", "object"),
        Some(_) => {
            losses.push(Loss::new(place, "tools take an object: the schema has another type", Severity::Error));
            return any();
        }
    }
    if !schema.contains("properties") {
        schema.insert("properties", Object::new());
    }
    let mut schema = Json::from(schema);
    if Schema::compile(&schema).is_ok() {
        return schema;
    }
    mend(&mut schema, &place, losses, 2);
    match Schema::compile(&schema) {
        Ok(_) => schema,
        Err(faults) => {
            let why = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
            losses.push(Loss::new(
                place,
                format!("not a JSON Schema, so any value is accepted: {why}"),
                Severity::Error,
            ));
            any()
        }
    }
}

/// Replaces invalid property schemas by ones that accept everything: of the inputs, and of `parameters` and
/// `requestBody`.
fn mend(schema: &mut Json, place: &str, losses: &mut Vec<Loss>, deep: usize) {
    let Some(properties) = schema.as_object_mut().and_then(|it| it.get_mut("properties")?.as_object_mut()) else {
        return;
    };
    let names: Vec<_> = properties.iter().map(|member| member.name().clone()).collect();
    for name in names {
        let Some(property) = properties.get_mut(&name) else { continue };
        let Err(faults) = Schema::compile(property) else { continue };
        let mut at = format!("{place}/properties");
        push_name(&mut at, &name);
        if deep > 1 {
            mend(property, &at, losses, deep - 1);
            if Schema::compile(property).is_ok() {
                continue;
            }
        }
        let why = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
        losses.push(Loss::new(at, format!("not a JSON Schema, so any value is accepted: {why}"), Severity::Error));
        let description = property.get("description").filter(|text| text.as_str().is_some()).cloned();
        *property = description.map(|text| Object::from_iter([("description", text)])).unwrap_or_default().into();
    }
}

//! Writes a first file of flows for an OpenAPI document: one flow per operation, to be edited.

use crate::{
    ARAZZO,
    media_type::{essence, is_json},
    openapi::{OpenApi, Operation},
    tools::describe_operations,
    workflow::ConvertedFlows,
};
use adp_compare::convert::{ConvertError, check_result};
use adp_tools::Loss;
use agent_description::{
    Document, Json, Limits,
    diagnostic::Severity,
    format::Format,
    json::{Object, Text, object, pointer::push_name},
};
use std::collections::HashMap;

/// The name of the OpenAPI document in the flows, and of each flow's step.
const SOURCE: &str = "api";
const STEP: &str = "call";

/// An Arazzo document with one workflow per callable operation. `url` locates the OpenAPI document from the flows.
/// With `named_only`, operations without an `operationId` are losses.
///
/// # Errors
/// [`ConvertError`], for example for a document without operations, whose flows would be invalid.
pub fn flows_from_openapi(openapi: &OpenApi, url: &str, named_only: bool) -> Result<ConvertedFlows, ConvertError> {
    let (described, mut losses) = describe_operations(openapi);
    let (mut workflows, mut taken) = (Vec::new(), HashMap::new());
    for (operation, tool) in &described {
        if named_only && operation.id().is_none() {
            let reason = "dropped: flows name operations by `operationId`; add one";
            losses.push(Loss::new(place_of(operation), reason, Severity::Error));
        } else {
            let name = tool.get("name").and_then(Json::as_text).cloned().unwrap_or_default();
            workflows.push(workflow(operation, tool, if named_only { in_snake_case(&name, &mut taken) } else { name }));
        }
    }
    let info = openapi.root().and_then(|root| root.get("info"));
    let text = |name: &str| info.and_then(|info| info.get(name)?.as_text().cloned());
    let arazzo = object! {
        "arazzo": "1.0.1",
        "info": object! {
            "title": text("title").unwrap_or(Text::from_static("Flows")),
            if "description": text("description"),
            "version": text("version").unwrap_or(Text::from_static("0")),
        },
        "sourceDescriptions": vec![Json::from(object! { "name": SOURCE, "url": url, "type": "openapi" })],
        "workflows": workflows,
    };
    let format: &Format = ARAZZO;
    let document = Document::from_object(arazzo, format.read_limits(&Limits::default()))?;
    Ok(ConvertedFlows { document: check_result(document, format, format.title)?, losses })
}

fn place_of(operation: &Operation<'_>) -> String {
    let mut place = "/paths".to_owned();
    push_name(&mut place, operation.path());
    push_name(&mut place, operation.method().as_str());
    place
}

/// The name in the form of agents.json: `get_order`. A name that is taken gets a number.
/// `taken` has the last number of each name.
fn in_snake_case(name: &str, taken: &mut HashMap<String, usize>) -> Text {
    let mut snake = String::with_capacity(name.len());
    let mut before = '_';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            snake.push('_');
        }
        snake.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
        before = letter;
    }
    let (mut free, mut number) = (snake.clone(), taken.get(&snake).copied().unwrap_or(1));
    while taken.contains_key(&free) {
        number += 1;
        free = format!("{snake}_{number}");
    }
    taken.insert(snake, number);
    taken.entry(free.clone()).or_insert(1);
    free.into()
}

/// A workflow that calls one operation with its own inputs and returns the response.
fn workflow(operation: &Operation<'_>, tool: &Json, name: Text) -> Json {
    let inputs = tool.get("inputSchema");
    let properties = |name: &str| inputs.and_then(|inputs| inputs.get("properties")?.get(name));
    // a tool describes only the parameters that a caller sets
    let described = properties("parameters").and_then(|parameters| parameters.get("properties")?.as_object());
    let parameters = operation.parameters().unwrap_or_default();
    let parameters = parameters.iter().filter(|it| described.is_some_and(|named| named.contains(it.name)));
    let parameters = parameters.map(|parameter| {
        let mut value = "$inputs.parameters#".to_owned();
        push_name(&mut value, parameter.name);
        Json::from(object! { "name": parameter.name.clone(), "in": parameter.location.as_str(), "value": value })
    });
    let parameters: Vec<Json> = parameters.collect();
    let body = operation.body().ok().flatten().filter(|_| properties("requestBody").is_some());
    let body = body.map(|body| {
        let other = body.preferred().filter(|name| !is_json(&essence(name)));
        object! { if "contentType": other.cloned(), "payload": "$inputs.requestBody" }
    });
    let returns = operation.success().is_ok_and(|content| !content.is_empty());
    let output = |value: &str| Some([("result", value)].into_iter().collect::<Object>()).filter(|_| returns);
    let path = || format!("{{$sourceDescriptions.{SOURCE}.url}}#{}", place_of(operation));
    let id = operation.id();
    let step = object! {
        "stepId": STEP,
        if "operationId": id,
        if "operationPath": id.is_none().then(path),
        if "parameters": Some(parameters).filter(|all| !all.is_empty()),
        if "requestBody": body,
        if "outputs": output("$response.body"),
    };
    let workflow = object! {
        "workflowId": name,
        if "summary": tool.get("title").cloned(),
        if "description": tool.get("description").cloned(),
        if "inputs": inputs.cloned(),
        "steps": vec![Json::from(step)],
        if "outputs": output(&format!("$steps.{STEP}.outputs.result")),
    };
    workflow.into()
}

#[cfg(test)]
mod tests {
    use super::in_snake_case;
    use std::collections::HashMap;

    #[test]
    fn names_are_different_and_numbered_in_linear_time() {
        let mut taken = HashMap::new();
        let mut given = |name: &str| in_snake_case(name, &mut taken).to_string();
        assert_eq!(given("getOrder2"), "get_order2");
        assert_eq!([given("a"), given("a_2"), given("A"), given("-"), given("a")], ["a", "a_2", "a_3", "_", "a_4"]);
        // each number is tried once: 30,000 names would be 450 million tries
        let names: std::collections::HashSet<String> = (0..30_000).map(|_| given("x")).collect();
        assert_eq!(names.len(), 30_000);
    }
}

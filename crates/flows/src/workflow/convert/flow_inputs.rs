//! The inputs of an agents.json flow as one JSON Schema: `{"parameters": {…}, "requestBody": …}`. Tool definitions use
//! the same schema.

use crate::agents_json::{Flow, Parameter};
use agent_description::{
    Json,
    json::{Object, Text, object},
};

/// Creates the schema.
pub(crate) fn schema(flow: &Flow) -> Json {
    let (mut properties, mut required) = (Object::new(), Vec::new());
    if !flow.parameters.is_empty() {
        properties.insert("parameters", parameters(&flow.parameters));
        if flow.parameters.iter().any(|parameter| parameter.required) {
            required.push(Json::from("parameters"));
        }
    }
    // a body without content is ignored
    if let Some((body, (_, schema))) = flow.request_body.as_ref().and_then(|body| Some((body, body.preferred()?))) {
        properties.insert("requestBody", schema.clone().unwrap_or_default());
        if body.required {
            required.push("requestBody".into());
        }
    }
    object(properties, required)
}

/// The schema of an object with only these members.
fn object(properties: Object, required: Vec<Json>) -> Json {
    let required = Some(required).filter(|all| !all.is_empty());
    object! { "type": "object", "properties": properties, if "required": required, "additionalProperties": false }
        .into()
}

fn parameters(parameters: &[Parameter]) -> Json {
    let required = parameters.iter().filter(|parameter| parameter.required);
    let required: Vec<Json> = required.map(|parameter| parameter.name.clone().into()).collect();
    let property = |parameter: &Parameter| (parameter.name.clone(), Json::from(property(parameter)));
    object(parameters.iter().map(property).collect(), required)
}

fn property(parameter: &Parameter) -> Object {
    let mut schema = parameter.schema.clone();
    if let Some(description) = &parameter.description {
        schema.insert("description", Text::clone(description));
    }
    schema
}

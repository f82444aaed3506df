//! The OpenAPI document: valid, and every example in it does what it says.

use crate::http::served::Served;
use adp_fixtures::third_party;
use agent_description::{Timestamp, format::Options};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn document(served: &Served) -> Value {
    served.get("/openapi.json").json()
}

/// The document with every reference to one of its components in place.
fn resolved(document: &Value, value: &Value) -> Value {
    match value {
        Value::Object(members) => match members.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                resolved(document, document.pointer(&reference[1..]).expect("references lead somewhere"))
            }
            None => members.iter().map(|(name, value)| (name.clone(), resolved(document, value))).collect(),
        },
        Value::Array(items) => items.iter().map(|item| resolved(document, item)).collect(),
        other => other.clone(),
    }
}

#[test]
fn our_own_check_finds_nothing() {
    let served = Served::demo(&[]);
    let answer = served.get("/openapi.json");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let options = Options::at("2026-11-01T00:00:00Z".parse::<Timestamp>().unwrap());
    let (document, formats) =
        agent_description::format::read(answer.body.as_bytes(), adp_flows::FORMATS, &options.limits).unwrap();
    assert_eq!(formats[0].profile(&document), "openapi/3.1");
    let found: Vec<_> = formats[0].check(&document, &options).diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_example_is_tried() {
    let served = Served::demo(&["--rate", "1000"]);
    let document = document(&served);
    let mut tried = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let item = resolved(&document, item);
        for method in ["get", "post"] {
            let Some(operation) = item.get(method) else { continue };
            let parameters = [&item["parameters"], &operation["parameters"]];
            let parameters: Vec<&Value> = parameters.into_iter().filter_map(Value::as_array).flatten().collect();
            let mut target = path.clone();
            let mut query = Vec::new();
            for parameter in parameters {
                let Some(example) = parameter["example"].as_str() else { continue };
                let encoded: String =
                    url::form_urlencoded::byte_serialize(example.as_bytes()).collect::<String>().replace('+', "%20");
                let name = parameter["name"].as_str().unwrap();
                match parameter["in"].as_str() {
                    Some("path") => target = target.replace(&format!("{{{name}}}"), &encoded),
                    _ => query.push(format!("{name}={encoded}")),
                }
            }
            if !query.is_empty() {
                target = format!("{target}?{}", query.join("&"));
            }
            let answer = match operation["requestBody"]["content"]["application/json"].get("example") {
                Some(example) => served.post(&target, example),
                None => served.get(&target),
            };
            assert_eq!(answer.status, 200, "{method} {target}: {answer:?}");
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            conforms(schema, &answer.json(), &format!("{method} {target}"));
            let found = answer.json();
            for list in ["results", "items"] {
                assert_ne!(found.get(list), Some(&json!([])), "{method} {target}: an example finds something");
            }
            tried.insert(operation["operationId"].as_str().unwrap().to_owned());
        }
    }
    // those that write have no example: their bodies are signed, and `writing.rs` sends them
    let all: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| {
            ["get", "post", "put", "delete"]
                .into_iter()
                .filter_map(|method| item[method]["operationId"].as_str().map(str::to_owned))
        })
        .collect();
    let left: Vec<_> = all.difference(&tried).cloned().collect();
    assert_eq!(left, ["deleteAgent", "putAgent"]);
}

/// Whether a value is as a schema says, as far as these schemas use.
fn conforms(schema: &Value, value: &Value, place: &str) {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        conforms(part, value, place);
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    assert!(types.is_empty() || types.iter().any(|name| is(name)), "{place}: {value} is no {types:?}");
    for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        assert!(value.get(required).is_some(), "{place}: {required} is missing in {value}");
    }
    if let (Some(members), Some(properties)) = (value.as_object(), schema["properties"].as_object()) {
        for (name, member) in members {
            match properties.get(name) {
                Some(schema) => conforms(schema, member, &format!("{place}/{name}")),
                None => {
                    assert_ne!(schema["additionalProperties"], json!(false), "{place}: {name} is not in the schema")
                }
            }
        }
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(&schema["items"], item, &format!("{place}/-"));
    }
}

/// openapi-spec-validator, from PyPI.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn another_validator_finds_nothing() {
    let served = Served::demo(&[]);
    let answers = third_party::answers_of_python(
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/openapi_document.py"),
        &[document(&served), json!({"openapi": "3.1.0", "info": {"title": "x"}})],
    );
    assert_eq!(answers[0], json!([]));
    assert_ne!(answers[1], json!([]), "it does see what is wrong");
    third_party::ran("interop-openapi-document", 2);
}

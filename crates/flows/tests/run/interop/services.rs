//! Every flow of the seven services whose OpenAPI documents there are, against a mock server that validates each request.

use super::prism::Prism;
use crate::run::shop::{code, credentials, json, runner};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    openapi::{NoFiles, OpenApi},
    run::{RunReport, Runner},
    workflow::{Compiled, CompiledCall, SuppliedSource, Workflows, compile, to_arazzo, wanted},
};
use agent_description::{
    Json, Limits,
    format::read_as,
    json::{Object, Value},
};

const SERVICES: [&str; 7] = ["alpaca", "giphy", "hubspotcontacts", "linkup", "resend", "slack", "theodds"];

/// What the operations ask of arguments beyond what the flows say of them.
const ARGUMENTS: &[(&str, &str, &str)] = &[
    (
        "alpaca",
        "order_place",
        r#"{"requestBody": {"symbol": "AAPL", "side": "buy", "type": "market", "time_in_force": "day", "qty": 1}}"#,
    ),
    (
        "alpaca",
        "order_roundtrip",
        r#"{"parameters": {"symbol": "AAPL", "side": "buy", "order_type": "market", "time_in_force": "day", "qty": 1, "type": "market"}}"#,
    ),
    ("giphy", "search_gifs_flow", r#"{"parameters": {"q": "tea & cake", "lang": "en"}}"#),
    ("slack", "chat_delete", r#"{"requestBody": {"channel": "C1", "ts": "1503435956.000247"}}"#),
];

/// Flows that cannot do what they say, judged by hand: how far they come, and whose fault it is.
const BROKEN: &[(&str, &str, &str, &str)] = &[
    ("alpaca", "order_place", "flow-failed", "the flow declares `qty` a number; the operation takes a string"),
    ("alpaca", "order_roundtrip", "flow-failed", "the flow declares `qty` a number; the operation takes a string"),
    (
        "hubspotcontacts",
        "contacts_get_and_update",
        "invalid-arguments",
        "the example that the mock server answers has no `id`, though it is required",
    ),
    (
        "resend",
        "resend_patch_emails_by_email_id_flow",
        "flow-failed",
        "a link fills a body that the operation does not have",
    ),
    (
        "resend",
        "resend_post_emails_batch_flow",
        "flow-failed",
        "a link makes an object of what the operation takes as an array",
    ),
    (
        "theodds",
        "theodds_get_v4_historical_sports_events_odds_flow",
        "invalid-arguments",
        "the operation requires `date`, which the flow does not take",
    ),
    (
        "theodds",
        "parlay_validation_compound",
        "invalid-arguments",
        "all of the flow's parameters go to an operation that knows few of them, and requires `sport`",
    ),
];

/// A service: its flows, and a mock server for each of its documents.
struct Service {
    compiled: Compiled,
    /// The same, by way of an Arazzo document.
    converted: Workflows,
    servers: Vec<Prism>,
    runner: Runner,
}

/// The document, with this server and no other.
pub fn at(text: &str, origin: &str) -> Json {
    let mut json = Json::from(OpenApi::parse(text.as_bytes()).unwrap().root().clone());
    let root = json.as_object_mut().unwrap();
    let server = Object::from_iter([("url", Json::from(origin))]);
    root.insert("servers", vec![Json::from(server)]);
    let names: Vec<_> = root.get("paths").unwrap().as_object().unwrap().iter().map(|it| it.name().clone()).collect();
    for name in names {
        let path = root.get_mut("paths").unwrap().as_object_mut().unwrap().get_mut(&name).unwrap();
        let path = path.as_object_mut().unwrap();
        path.remove("servers");
        for method in ["get", "put", "post", "delete", "patch"] {
            if let Some(operation) = path.get_mut(method) {
                operation.as_object_mut().unwrap().remove("servers");
            }
        }
    }
    json
}

/// Something for every security scheme of the documents.
pub fn auth(documents: &[(String, Json)]) -> String {
    let mut all = Object::new();
    for (origin, document) in documents {
        let schemes = document.get("components").and_then(|it| it.get("securitySchemes")?.as_object());
        let scheme = |scheme: &agent_description::json::Member| {
            let of = |name: &str| scheme.value().get(name).and_then(Json::as_str);
            let credential = match (of("type"), of("scheme")) {
                (_, Some("basic")) => r#"{"username": "kim", "password": "p4ssword"}"#,
                (Some("apiKey"), _) => r#"{"value": "t0ken-of-the-test"}"#,
                _ => r#"{"token": "t0ken-of-the-test"}"#,
            };
            (scheme.name().clone(), json(credential))
        };
        let mut bound: Object = schemes.into_iter().flatten().map(scheme).collect();
        if schemes.is_none() {
            // giphy: its key is an ordinary parameter
            bound.insert("api_key", json(r#"{"value": "k3y-of-the-test"}"#));
        }
        if bound.contains("slackAuth") {
            // slack: its operations ask for the token as a parameter too
            bound.insert("token", json(r#"{"value": "t0ken-of-the-test"}"#));
        }
        all.insert(origin.clone(), bound);
    }
    Json::from(all).to_compact()
}

pub fn file(name: &str, url: &str) -> String {
    let file = if name == "alpaca" { url.rsplit('/').next().unwrap() } else { "openapi.yaml" };
    third_party::read(&format!("interop/agents-json/{name}/{file}"))
}

fn service(name: &str) -> Service {
    let text = third_party::read(&format!("interop/agents-json/{name}/agents.json"));
    let document = read_as(text.as_bytes(), AGENTS_JSON, &Limits::default()).unwrap();
    let texts: Vec<String> = wanted(&document).iter().map(|wanted| file(name, &wanted.url)).collect();
    let servers: Vec<Prism> = texts.iter().map(|text| Prism::serve(|origin| at(text, origin).to_compact())).collect();
    let documents = texts.iter().zip(&servers).map(|(text, prism)| (prism.origin.clone(), at(text, &prism.origin)));
    let documents: Vec<(String, Json)> = documents.collect();
    let compiled = compile(&document, supplied(&documents)).unwrap();
    let origins: Vec<String> = servers.iter().map(|prism| prism.origin.clone()).collect();
    let runner = runner(&origins).credentials(credentials(&auth(&documents)));
    let converted = to_arazzo(&document, &compiled, false).unwrap();
    let converted = compile(&converted.document, supplied(&documents)).unwrap().workflows;
    Service { compiled, converted, servers, runner }
}

pub fn supplied(documents: &[(String, Json)]) -> Vec<SuppliedSource> {
    let one = |(_, json): &(String, Json)| {
        let document = OpenApi::parse(json.to_compact().as_bytes()).unwrap();
        SuppliedSource::openapi(document, &NoFiles, None).unwrap()
    };
    documents.iter().map(one).collect()
}

/// A value that a schema allows: the smallest there is, with every member that it names.
fn sample(schema: &Json, name: &str) -> Json {
    let list = |name: &str| schema.get(name).and_then(Json::as_array).filter(|items| !items.is_empty());
    if let Some(value) = schema.get("default").or_else(|| schema.get("example")).filter(|it| !it.is_null()) {
        return value.clone();
    }
    if let Some(values) = list("enum") {
        return values[0].clone();
    }
    if let Some(schemas) = list("oneOf").or_else(|| list("anyOf")).or_else(|| list("allOf")) {
        return sample(&schemas[0], name);
    }
    let text = |name: &str| schema.get(name).and_then(Json::as_str).unwrap_or_default();
    match text("type") {
        "object" => {
            let properties = schema.get("properties").and_then(Json::as_object).into_iter().flatten();
            properties.map(|it| (it.name().clone(), sample(it.value(), it.name()))).collect::<Object>().into()
        }
        "array" => vec![schema.get("items").map_or_else(|| "a".into(), |items| sample(items, name))].into(),
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        "null" => Value::Null.into(),
        _ => match (text("format"), name) {
            ("date-time", _) => "2026-11-23T10:00:00Z".into(),
            ("date", _) => "2026-11-23".into(),
            ("email", _) => "kim@example.com".into(),
            ("uri", _) => "https://example.com/".into(),
            ("uuid", _) => "0c6f9a3e-5d4b-4c1a-9e7f-2b8d6a1c3e5f".into(),
            _ => "a".into(),
        },
    }
}

/// Arguments of a flow: for each parameter and member that its operations know too, what they allow, which is what the server asks.
pub fn arguments(name: &str, workflows: &Workflows, id: &str) -> Json {
    if let Some((_, _, written)) = ARGUMENTS.iter().find(|(service, flow, _)| (*service, *flow) == (name, id)) {
        return json(written);
    }
    let workflow = workflows.workflow(id).unwrap();
    let mut known = Object::new();
    for step in workflow.steps.iter().rev() {
        let CompiledCall::Operation(at) = step.call else { continue };
        let operation = workflows.operation(at).unwrap();
        for (_, schema) in operation.body().unwrap().into_iter().flat_map(|body| body.content) {
            let properties = schema.and_then(|at| at.json.get("properties")?.as_object());
            for member in properties.into_iter().flatten() {
                known.insert(member.name().clone(), member.value().clone());
            }
        }
        for parameter in operation.parameters().unwrap() {
            let schema = parameter.schema.map(|at| at.json.clone());
            known.insert(parameter.name.clone(), schema.unwrap_or_else(|| Object::new().into()));
        }
    }
    let inputs = workflow.inputs.clone().unwrap();
    let mut given = Object::new();
    for part in inputs.get("properties").and_then(Json::as_object).into_iter().flatten() {
        let properties = part.value().get("properties").and_then(Json::as_object);
        let value = match properties {
            Some(properties) => {
                let member = |it: &agent_description::json::Member| {
                    let is_same =
                        |schema: &&Json| schema.get("$ref").is_none() && schema.get("type") == it.value().get("type");
                    let schema = known.get(it.name()).filter(is_same).unwrap_or(it.value());
                    (it.name().clone(), sample(schema, it.name()))
                };
                properties.iter().map(member).collect::<Object>().into()
            }
            None => sample(part.value(), part.name()),
        };
        given.insert(part.name().clone(), value);
    }
    given.into()
}

pub fn run(runner: &Runner, workflows: &Workflows, id: &str, arguments: &Json) -> RunReport {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(runner.run(workflows, id, arguments))
}

/// What was sent, without what was answered.
fn requests(report: &RunReport) -> Vec<String> {
    report.steps.iter().map(|step| format!("{:?}", step.request)).collect()
}

#[test]
#[ignore = "needs INTEROP_NODE_MODULES"]
fn every_flow_of_the_seven_services_makes_requests_that_their_documents_allow() {
    let (mut ran, mut stopped, mut faults) = (0, 0, Vec::new());
    for name in SERVICES {
        let service = service(name);
        let ids: Vec<String> = service.compiled.workflows.ids().map(ToString::to_string).collect();
        for id in ids {
            if let Err(error) = service.compiled.workflows.workflow(&id) {
                faults.push(format!("{name} {id}: cannot run: {error}"));
                continue;
            }
            let arguments = arguments(name, &service.compiled.workflows, &id);
            let report = run(&service.runner, &service.compiled.workflows, &id, &arguments);
            let broken = BROKEN.iter().find(|(service, flow, ..)| (*service, *flow) == (name, id.as_str()));
            if code(&report) == broken.map_or("-", |broken| broken.2) {
                ran += usize::from(broken.is_none());
                stopped += usize::from(broken.is_some());
            } else {
                faults.push(format!(
                    "{name} {id}: {}: {:?}\n    {}",
                    code(&report),
                    report.error,
                    arguments.to_compact()
                ));
            }
            let other = run(&service.runner, &service.converted, &id, &arguments);
            if requests(&report) != requests(&other) || code(&report) != code(&other) {
                let (these, others) = (requests(&report), requests(&other));
                faults.push(format!(
                    "{name} {id}, converted: {:?}\n    {others:?}\n    instead of {these:?}",
                    other.error
                ));
            }
        }
        drop(service.servers);
    }
    assert!(faults.is_empty(), "{ran} ran, {} faults:\n{}", faults.len(), faults.join("\n"));
    third_party::ran("agents-json-flows-run", ran);
    third_party::ran("agents-json-flows-that-cannot", stopped);
}

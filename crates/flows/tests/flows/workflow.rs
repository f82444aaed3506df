//! Compiling: what links and expressions become, and what of a flow does not fit the operations that it calls.

use crate::flows::{
    agents_json::DROPPED,
    samples::{SERVICES, options, parse},
};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON, ARAZZO,
    agents_json::{AgentsJson, FieldPath, Link},
    openapi::{NoFiles, OpenApi},
    workflow::{
        self, CompileError, Compiled, CompiledContent, CompiledWorkflow, SHOP, SuppliedSource, compile, fit, wanted,
    },
};
use adp_tools::json_schema::Schema;
use agent_description::diagnostic::example_faults;
use agent_description::{
    CodedError, Document, Json,
    diagnostic::{CheckReport, Severity},
    json::{Object, pointer::lookup},
};

/// The services whose OpenAPI documents are there.
const WHOLE: [&str; 7] = ["alpaca", "giphy", "hubspotcontacts", "linkup", "resend", "slack", "theodds"];

/// A file of the corpus with those of its OpenAPI documents that are there.
pub fn service(name: &str) -> (Document, Compiled) {
    let document = parse(AGENTS_JSON, &third_party::read(&format!("interop/agents-json/{name}/agents.json")));
    let compiled = compile(&document, sources(&document, name)).unwrap();
    (document, compiled)
}

fn sources(document: &Document, name: &str) -> Vec<SuppliedSource> {
    let supplied = wanted(document).into_iter().map(|wanted| {
        let file = if name == "alpaca" { wanted.url.rsplit('/').next().unwrap() } else { "openapi.yaml" };
        if !WHOLE.contains(&name) {
            return SuppliedSource::missing("is not there");
        }
        let text = third_party::read(&format!("interop/agents-json/{name}/{file}"));
        SuppliedSource::openapi(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles, None).unwrap()
    });
    supplied.collect()
}

/// A document that calls the shop of the rules' examples.
pub fn of_shop(text: &str) -> (Document, Result<Compiled, CompileError>) {
    let format = if text.contains("\"agentsJson\"") { AGENTS_JSON } else { ARAZZO };
    let document = parse(format, text);
    let supplied = wanted(&document).into_iter().map(|wanted| match wanted.url.as_str() {
        "shop.yaml" | "openapi.yaml" => {
            SuppliedSource::openapi(OpenApi::parse(SHOP.as_bytes()).unwrap(), &NoFiles, None).unwrap()
        }
        _ => SuppliedSource::missing("is not there"),
    });
    let compiled = compile(&document, supplied.collect());
    (document, compiled)
}

fn fitted(text: &str) -> CheckReport {
    match of_shop(text) {
        (document, Ok(compiled)) => fit(&document, &compiled, &options()),
        (document, Err(error @ CompileError::Override { .. })) => {
            workflow::override_finding(&document, &error, &options())
        }
        (_, Err(error)) => panic!("{} {error}", error.code()),
    }
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = example_faults(workflow::rules::RULES, fitted, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What does not fit, by hand from the files and their OpenAPI documents. Of each file: what is given to an operation that does not know it, what
/// an operation requires and is not given, values of the wrong type.
///
/// alpaca: `number` for the strings `qty`, `notional` and `limit_price`; giphy: `weirdness`, and `api_key` of each action, which no security scheme of the document supplies; linkup:
/// the body's `outputType`; resend: a body for PATCH /emails/{id}, an object for the list of /emails/batch; slack: `cursor`, and `view` of three
/// operations, an object for a text (`token` is supplied by the scheme); theodds: six links of all parameters to operations that do not know all of
/// them, `date`, and `sport` of two actions of one flow, which are told together.
const MISFITS: [(&str, [usize; 3]); 7] = [
    ("alpaca", [0, 0, 3]),
    ("giphy", [1, 6, 0]),
    ("hubspotcontacts", [0, 0, 0]),
    ("linkup", [0, 1, 0]),
    ("resend", [1, 0, 1]),
    ("slack", [1, 0, 3]),
    ("theodds", [6, 2, 0]),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn what_does_not_fit_in_real_files_is_found() {
    for (name, expected) in MISFITS {
        let (document, compiled) = service(name);
        let report = fit(&document, &compiled, &options());
        let rules = ["known-parameter", "required-input", "type-fits"];
        let found = rules.map(|rule| crate::flows::samples::of_rule(&report, &format!("flow-{rule}")));
        assert_eq!(
            found,
            expected,
            "{name}: {:?}",
            report.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>()
        );
        assert_eq!(found.iter().sum::<usize>(), report.diagnostics.len(), "{name}");
        assert!(compiled.workflows.all().all(|(_, workflow)| workflow.is_ok()), "{name}");
    }
    third_party::ran("flows-beside-operations", MISFITS.len());
}

/// The flows on which the reference executor drops values or dies: here each link of them gives its value, and where the operations are known, to
/// parameters that they have.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn flows_that_the_reference_executor_cannot_run_compile_whole() {
    for (name, flow, ..) in DROPPED {
        let (document, compiled) = service(name);
        let workflow = compiled.workflows.workflow(flow).unwrap();
        let file = AgentsJson::read(&document);
        let links = &file.flows.iter().find(|it| it.id.as_deref() == Some(flow)).unwrap().links;
        let path = |link: &Link| FieldPath::read(link.target.field_path.as_deref().unwrap()).unwrap().to_string();
        let targets: std::collections::BTreeSet<_> =
            links.iter().map(|link| (link.target.action_id.clone(), path(link))).collect();
        let given: usize =
            workflow.steps.iter().map(|step| step.arguments.len() + usize::from(step.body.is_some())).sum();
        assert_eq!(given, targets.len(), "{name} {flow}");
        let report = fit(&document, &compiled, &options());
        let number = file.flows.iter().position(|it| it.id.as_deref() == Some(flow)).unwrap();
        let below = format!("/flows/{number}/");
        let misfits =
            report.diagnostics.iter().filter(|it| it.pointer.as_deref().unwrap_or_default().starts_with(&below));
        assert_eq!(misfits.count(), 0, "{name} {flow}");
    }
    third_party::ran("dropped-flows-compiled", DROPPED.len());
}

/// What a workflow sends, in words.
fn sent(workflow: &CompiledWorkflow) -> String {
    let mut told = String::new();
    for step in &workflow.steps {
        told.push_str(&format!("{} {:?}", step.id, step.call));
        for it in &step.arguments {
            told.push_str(&format!(" {:?}:{}={}", it.location, it.name, it.value.to_json().to_compact()));
        }
        if let Some(body) = &step.body {
            let payload = body.payload.as_ref().map(|payload| payload.to_json().to_compact());
            told.push_str(&format!(" {:?} {payload:?}", body.content_type));
            for (target, value) in &body.replacements {
                told.push_str(&format!(" {target}={}", value.to_json().to_compact()));
            }
        }
        told.push_str(&format!(" {:?} {:?}\n", step.outputs, step.on_failure));
    }
    told
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_arazzo_document_of_a_file_sends_the_same() {
    let mut flows = 0;
    for name in SERVICES {
        let (document, compiled) = service(name);
        let arazzo = workflow::to_arazzo(&document, &compiled, false).unwrap();
        let again = compile(&arazzo.document, sources(&arazzo.document, name)).unwrap();
        for ((id, flow), (_, other)) in compiled.workflows.all().zip(again.workflows.all()) {
            assert_eq!(sent(flow.unwrap()), sent(other.unwrap()), "{name} {id}");
            // what is no schema is mended: an Arazzo document has JSON Schemas
            if Schema::compile(flow.unwrap().inputs.as_ref().unwrap()).is_ok() {
                assert_eq!(flow.unwrap().inputs, other.unwrap().inputs);
            }
            flows += 1;
        }
        let back = workflow::to_agents_json(&arazzo.document, &again, false).unwrap();
        let third = compile(&back.document, sources(&back.document, name)).unwrap();
        for ((id, flow), (_, other)) in compiled.workflows.all().zip(third.workflows.all()) {
            let (flow, other) = (flow.unwrap(), other.unwrap());
            let places = |workflow: &CompiledWorkflow| {
                let all = workflow.steps.iter().flat_map(|step| &step.arguments);
                // an action with its flow's id gets one of its own
                let value =
                    |it: &workflow::Argument| it.value.to_json().to_compact().replace("_step.outputs", ".outputs");
                let mut all: Vec<_> = all.map(|it| (it.name.clone(), value(it))).collect();
                all.sort();
                all
            };
            assert_eq!(places(flow), places(other), "{name} {id}");
        }
    }
    assert_eq!(flows, 130);
    third_party::ran("flows-as-arazzo", flows);
}

const ORDER: &str = r#"{"agentsJson": "0.1.0", "info": {"title": "Shop", "version": "2.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "shop.yaml"}],
  "overrides": [{"sourceId": "shop", "operationId": "getOrder", "fieldPath": "parameters.1.name", "value": "whole"}],
  "flows": [{"id": "order", "title": "Order", "description": "Places an order, and reads it back.",
    "actions": [{"id": "place", "sourceId": "shop", "operationId": "placeOrder"}, {"id": "get", "sourceId": "shop", "operationId": "getOrder"}],
    "links": [
      {"origin": {"actionId": null, "fieldPath": "requestBody"}, "target": {"actionId": "place", "fieldPath": "requestBody"}},
      {"origin": {"actionId": "order", "fieldPath": "parameters.note"}, "target": {"actionId": "place", "fieldPath": "requestBody.lines.0.note"}},
      {"origin": {"actionId": "place", "fieldPath": "responses.id"}, "target": {"actionId": "get", "fieldPath": "parameters.0.value"}},
      {"origin": {"actionId": "place", "fieldPath": "requestBody.item"}, "target": {"actionId": "get", "fieldPath": "query.whole"}},
      {"origin": {"actionId": "get", "fieldPath": "response.total"}, "target": {"actionId": "order", "fieldPath": "responses.success.paid.total"}}
    ],
    "fields": {"parameters": [{"name": "note", "type": "string", "enum": ["a"]}],
      "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}, "required": true},
      "responses": {"success": {"type": "object"}}}}]}"#;

#[test]
fn a_file_of_flows_becomes_the_arazzo_document_that_it_means() {
    let (document, compiled) = of_shop(ORDER);
    let compiled = compiled.unwrap();
    let converted = workflow::to_arazzo(&document, &compiled, false).unwrap();
    let expected = r##"{"arazzo":"1.0.1","info":{"title":"Shop","description":"Orders.","version":"2.0.0"},
"sourceDescriptions":[{"name":"shop","url":"shop.yaml","type":"openapi"}],
"workflows":[{"workflowId":"order","summary":"Order","description":"Places an order, and reads it back.",
"inputs":{"type":"object","properties":{
"parameters":{"type":"object","properties":{"note":{"type":"string","enum":["a"]}},"additionalProperties":false},
"requestBody":{"type":"object"}},"required":["requestBody"],"additionalProperties":false},
"steps":[
{"stepId":"place","operationId":"placeOrder",
"requestBody":{"contentType":"application/json","payload":"$inputs.requestBody","replacements":[{"target":"/lines/0/note","value":"$inputs.parameters#/note"}]},
"onFailure":[{"name":"tooManyRequests","type":"retry","retryAfter":1,"retryLimit":2,"criteria":[{"condition":"$statusCode == 429"}]}],
"outputs":{"success":"$response.body"}},
{"stepId":"get","operationId":"getOrder","parameters":[
{"name":"id","in":"path","value":"$steps.place.outputs.success#/id"},
{"name":"whole","in":"query","value":"$inputs.requestBody#/item"}],
"onFailure":[{"name":"tooManyRequests","type":"retry","retryAfter":1,"retryLimit":2,"criteria":[{"condition":"$statusCode == 429"}]},
{"name":"unavailable","type":"retry","retryAfter":1,"retryLimit":2,"criteria":[{"condition":"$statusCode == 503"}]}],
"outputs":{"success":"$response.body"}}],
"outputs":{"paid.total":"$steps.get.outputs.success#/total"}}]}"##;
    let expected = parse(ARAZZO, expected);
    assert_eq!(converted.document.json(), expected.json(), "{}", converted.document.json().to_pretty());
    let losses: Vec<_> = converted.losses.iter().map(|it| (it.pointer.as_str(), it.severity.as_str())).collect();
    assert_eq!(
        losses,
        [("/overrides", "error"), ("/flows/0/fields/responses", "warning"), ("/flows/0/links", "warning")]
    );
    let strict = workflow::to_arazzo(&document, &compiled, true).unwrap_err();
    assert_eq!(strict.code().as_str(), "convert-loss");
    // the answer of the flow itself keeps its depth
    let flow = compiled.workflows.workflow("order").unwrap();
    assert_eq!(flow.outputs.to_json().to_compact(), r##"{"paid":{"total":"$steps.get.outputs.success#/total"}}"##);
}

/// The steps `place` and `get` with these links of parameters of the flow into the body of `place`, and a link of a
/// part of that body to `get`; with the reasons of losses.
fn linked(into_body: &[(&str, &str)], part: &str) -> (Result<Vec<workflow::CompiledStep>, CompileError>, Vec<String>) {
    let link = |origin: (&str, &str), target: (&str, &str)| {
        serde_json::json!({
            "origin": {"actionId": origin.0, "fieldPath": origin.1}, "target": {"actionId": target.0, "fieldPath": target.1},
        })
    };
    let mut links: Vec<_> = into_body
        .iter()
        .map(|(name, path)| link(("order", &format!("parameters.{name}")), ("place", &format!("requestBody.{path}"))))
        .collect();
    links.push(link(("place", &format!("requestBody.{part}")), ("get", "parameters.id")));
    let start = ORDER.find("\"links\": [").unwrap();
    let end = ORDER.find("\"fields\"").unwrap();
    let links = serde_json::Value::from(links);
    let declared: String = into_body.iter().map(|(name, _)| format!(r#"{{"name": "{name}"}}, "#)).collect();
    let fields = ORDER[end..].replacen("\"parameters\": [", &format!("\"parameters\": [{declared}"), 1);
    let (_, compiled) = of_shop(&format!("{}\"links\": {links}, {fields}", &ORDER[..start]));
    let compiled = compiled.unwrap();
    let steps = compiled.workflows.workflow("order").map(|workflow| workflow.steps.clone());
    (steps, compiled.losses.into_iter().map(|loss| loss.reason).collect())
}

fn body_of(steps: &[workflow::CompiledStep]) -> String {
    steps[0].body.as_ref().unwrap().payload.as_ref().unwrap().to_json().to_compact()
}

#[test]
fn links_meet_in_one_value() {
    let links = [
        ("p1", "items.0.a"),
        ("p2", "items.0.b"),
        ("p3", "items.2"),
        ("p4", "name"),
        ("p5", "items.0.a"),
        ("p6", "items.x"),
    ];
    let is_twice = |reason: &String| reason == "an earlier link has the same target: the last link is used";
    for (count, twice, expected) in [
        (
            4,
            0,
            r##"{"items":[{"a":"$inputs.parameters#/p1","b":"$inputs.parameters#/p2"},null,"$inputs.parameters#/p3"],"name":"$inputs.parameters#/p4"}"##,
        ),
        (
            5,
            1,
            r##"{"items":[{"a":"$inputs.parameters#/p5","b":"$inputs.parameters#/p2"},null,"$inputs.parameters#/p3"],"name":"$inputs.parameters#/p4"}"##,
        ),
        (6, 2, r##"{"items":{"x":"$inputs.parameters#/p6"},"name":"$inputs.parameters#/p4"}"##),
    ] {
        let (steps, losses) = linked(&links[..count], "name");
        assert_eq!(body_of(&steps.unwrap()), expected);
        assert_eq!(losses.iter().filter(|reason| is_twice(reason)).count(), twice, "{losses:?}");
    }
    let error = linked(&[("p1", "a.256")], "a").0.unwrap_err();
    let expected = "the path \"requestBody.a.256\" does not resolve: a link sets an index of at most 255";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_part_is_found_in_what_is_set_and_in_what_an_expression_will_be() {
    let links = [("p1", "a.b.1"), ("p2", "c"), ("p3", "e/f")];
    for (part, expected) in [
        ("a.b.1", Some(r##""$inputs.parameters#/p1""##)),
        ("a.b.0", Some("null")),
        ("a.b.2", None),
        ("c.z~.0", Some(r##""$inputs.parameters#/p2/z~0/0""##)),
        ("c", Some(r##""$inputs.parameters#/p2""##)),
        ("e/f.a/b", Some(r##""$inputs.parameters#/p3/a~1b""##)),
        ("x", None),
    ] {
        let (steps, losses) = linked(&links, part);
        let id = steps.unwrap()[1].arguments.first().map(|it| it.value.to_json().to_compact());
        assert_eq!(id.as_deref(), expected, "{part}");
        assert_eq!(losses.iter().any(|reason| reason.contains("is not set")), expected.is_none(), "{part}");
    }
}

/// What `adp check` refuses in a link, the compilation refuses with the same message at the same place.
#[test]
fn a_link_that_the_check_refuses_is_not_run() {
    let (document, compiled) = of_shop(ORDER);
    assert!(compiled.unwrap().workflows.workflow("order").is_ok());
    assert!(AGENTS_JSON.check(&document, &options()).is_valid());
    for (from, to, message) in [
        ("parameters.note", "parameters.nota", "the flow has no parameter \"nota\""),
        (
            "parameters.note",
            "parameters.0",
            "the path \"parameters.0\" does not resolve: a flow's parameters have names",
        ),
        ("\"requestBody\": {\"content\"", "\"x\": {\"content\"", "the flow has no request body"),
        (
            "requestBody.lines.0.note",
            "requestBody.lines.256.note",
            "the path \"requestBody.lines.256.note\" does not resolve: a link sets an index of at most 255",
        ),
        (
            "responses.success.paid.total",
            "responses.success.4294967295",
            "the path \"responses.success.4294967295\" does not resolve: a link sets an index of at most 255",
        ),
    ] {
        let (document, compiled) = of_shop(&ORDER.replacen(from, to, 1));
        let error = compiled.unwrap().workflows.workflow("order").unwrap_err();
        assert_eq!(error.to_string(), message);
        let found = AGENTS_JSON.check(&document, &options()).diagnostics;
        let same = found.iter().find(|it| it.severity == Severity::Error).unwrap();
        assert_eq!((same.message.as_str(), same.code), (message, error.code()));
        assert_eq!(same.place().position, error.offset().and_then(|at| document.position(at)), "{to}");
    }
    // the limit is one of what a link creates
    for (from, to) in
        [("requestBody.lines.0.note", "requestBody.lines.255.note"), ("responses.id", "responses.ids.4294967295")]
    {
        assert!(of_shop(&ORDER.replacen(from, to, 1)).1.unwrap().workflows.workflow("order").is_ok(), "{to}");
    }
}

/// The IDs `l.1` and `l_1` are one in Arazzo, and so are outputs of these names.
#[test]
fn names_that_are_one_in_arazzo_stay_two() {
    let text = r#"{"agentsJson": "0.1.0", "info": {"title": "S", "version": "1.0.0", "description": "O."}, "sources": [{"id": "shop", "path": "shop.yaml"}],
      "flows": [{"id": "f", "title": "F", "description": "F.",
        "actions": [{"id": "l.1", "sourceId": "shop", "operationId": "placeOrder"}, {"id": "l_1", "sourceId": "shop", "operationId": "getOrder"}],
        "links": [
          {"origin": {"actionId": "f", "fieldPath": "requestBody"}, "target": {"actionId": "l.1", "fieldPath": "requestBody"}},
          {"origin": {"actionId": "f", "fieldPath": "parameters.a"}, "target": {"actionId": "l.1", "fieldPath": "requestBody.l.1"}},
          {"origin": {"actionId": "f", "fieldPath": "parameters.a"}, "target": {"actionId": "l.1", "fieldPath": "requestBody.l"}},
          {"origin": {"actionId": "l.1", "fieldPath": "responses.success.a"}, "target": {"actionId": "l_1", "fieldPath": "parameters.id"}},
          {"origin": {"actionId": "l.1", "fieldPath": "responses.success.a"}, "target": {"actionId": "f", "fieldPath": "responses.success.l/1"}},
          {"origin": {"actionId": "l_1", "fieldPath": "responses.success.b"}, "target": {"actionId": "f", "fieldPath": "responses.success.l_1"}}],
        "fields": {"parameters": [{"name": "a"}], "requestBody": {"content": {"application/json": {}}}, "responses": {"success": {}}}}]}"#;
    let (document, compiled) = of_shop(text);
    let compiled = compiled.unwrap();
    let converted = workflow::to_arazzo(&document, &compiled, false).unwrap();
    let written = converted.document.json();
    let at = |pointer: &str| lookup(written, pointer).unwrap().to_compact();
    assert_eq!(
        at("/workflows/0/outputs"),
        r##"{"l_1":"$steps.l_1.outputs.success#/a","l_1_2":"$steps.l_1_2.outputs.success#/b"}"##
    );
    assert_eq!(at("/workflows/0/steps/1/stepId"), "\"l_1_2\"");
    let place = "/workflows/0/steps/0/requestBody/replacements";
    assert_eq!(at(place), r##"[{"target":"/l","value":"$inputs.parameters#/a"}]"##);
    let lost: Vec<_> = converted.losses.iter().map(|it| (it.pointer.as_str(), it.reason.as_str())).collect();
    let simple = |name: &str| format!("outputs of Arazzo have simple names: {name} is written");
    assert_eq!(
        lost,
        [
            ("/flows/0/links/2/target/fieldPath", "an earlier link has the same target: the last link is used"),
            ("/flows/0/links", &simple("l_1")),
            ("/flows/0/links", &simple("l_1_2")),
        ]
    );
    // what is run has the file's own names
    let flow = compiled.workflows.workflow("f").unwrap();
    assert_eq!(flow.steps.iter().map(|step| step.id.as_str()).collect::<Vec<_>>(), ["l.1", "l_1"]);
    assert_eq!(flow.steps[1].arguments[0].value.to_json().as_str(), Some("$steps.l.1.outputs.success#/a"));
    assert_eq!(
        flow.outputs.to_json().to_compact(),
        r##"{"l/1":"$steps.l.1.outputs.success#/a","l_1":"$steps.l_1.outputs.success#/b"}"##
    );
}

/// Names that Arazzo does not have: expressions are shorter, and have no spaces at the end; IDs have no dots.
#[test]
fn names_of_a_flow_are_any_texts() {
    let long = "n".repeat(5000);
    let link = |origin: &str, target: &str| {
        format!(
            r#"{{"origin": {{"actionId": null, "fieldPath": "{origin}"}}, "target": {{"actionId": "x.y", "fieldPath": "{target}"}}}}"#
        )
    };
    let links = [link("parameters", "parameters"), link(&format!("parameters.{long}"), "parameters.full")].join(", ");
    let action = |id: &str| format!(r#"{{"id": "{id}", "sourceId": "shop", "operationId": "getOrder"}}"#);
    let actions = ["x_y_3", "x y", "x.y"].map(action).join(", ");
    let text = format!(
        r#"{{"agentsJson": "0.1.0", "info": {{"title": "S", "version": "1.0.0", "description": "O."}}, "sources": [{{"id": "shop", "path": "shop.yaml"}}],
        "flows": [{{"id": "order", "title": "O", "description": "O.", "actions": [{actions}], "links": [{links}],
          "fields": {{"parameters": [{{"name": "id "}}, {{"name": "{long}"}}], "responses": {{"success": {{}}}}}}}}]}}"#
    );
    let compiled = of_shop(&text).1.unwrap();
    let steps = &compiled.workflows.workflow("order").unwrap().steps;
    assert_eq!(steps.iter().map(|step| step.id.as_str()).collect::<Vec<_>>(), ["x_y_3", "x y", "x.y"]);
    let given: Vec<_> = steps[2].arguments.iter().map(|it| (it.name.as_str(), it.value.to_json())).collect();
    let own_long = Json::from(format!("$inputs.parameters#/{long}"));
    assert_eq!(given, [("id ", "$inputs.parameters#/id ".into()), (&*long, own_long.clone()), ("full", own_long)]);
}

#[test]
fn what_cannot_be_meant_keeps_its_flow_from_running_and_no_other() {
    for (from, to, code) in [
        ("\"operationId\": \"placeOrder\"", "\"operationId\": \"placeOrders\"", "invalid-reference"),
        (
            "\"sourceId\": \"shop\", \"operationId\": \"placeOrder\"",
            "\"sourceId\": \"shops\", \"operationId\": \"placeOrder\"",
            "invalid-reference",
        ),
        ("{\"id\": \"get\"", "{\"id\": \"place\"", "duplicate"),
        (
            "\"actionId\": \"place\", \"fieldPath\": \"responses.id\"",
            "\"actionId\": \"got\", \"fieldPath\": \"responses.id\"",
            "invalid-reference",
        ),
        (
            "\"actionId\": \"place\", \"fieldPath\": \"responses.id\"",
            "\"actionId\": \"get\", \"fieldPath\": \"responses.id\"",
            "invalid-reference",
        ),
        ("parameters.0.value", "parameters.9.value", "invalid-reference"),
        ("requestBody.lines.0.note", "requestBody.lines.999.note", "invalid-reference"),
        ("\"fieldPath\": \"query.whole\"", "\"fieldPath\": \"header.whole\"", "invalid-reference"),
        ("\"fieldPath\": \"query.whole\"", "\"fieldPath\": \"responses.whole\"", "invalid-reference"),
    ] {
        let changed = ORDER.replacen(from, to, 1);
        assert_ne!(changed, ORDER);
        let flow = "{\"id\": \"other\", \"title\": \"b\", \"description\": \"c\", \"actions\": [{\"id\": \"a\", \"sourceId\": \"shop\", \"operationId\": \"getOrder\"}], \"fields\": {\"parameters\": [], \"responses\": {\"success\": {}}}}";
        let changed = changed.replacen("\"flows\": [", &format!("\"flows\": [{flow}, "), 1);
        let compiled = of_shop(&changed).1.unwrap();
        let error = compiled.workflows.workflow("order").unwrap_err();
        assert_eq!(error.code().as_str(), code, "{to}: {error}");
        assert!(compiled.workflows.workflow("other").is_ok(), "{to}");
    }
    for (from, to, code) in [
        ("parameters.1.name", "parameters.7.name", "invalid-reference"),
        (
            "\"operationId\": \"getOrder\", \"fieldPath\"",
            "\"operationId\": \"getOrders\", \"fieldPath\"",
            "invalid-reference",
        ),
        (
            "\"sourceId\": \"shop\", \"operationId\": \"getOrder\", \"fieldPath\"",
            "\"sourceId\": \"shops\", \"operationId\": \"getOrder\", \"fieldPath\"",
            "invalid-reference",
        ),
    ] {
        let error = of_shop(&ORDER.replacen(from, to, 1)).1.unwrap_err();
        assert_eq!(error.code().as_str(), code, "{to}: {error}");
    }
    let unknown = of_shop(ORDER).1.unwrap().workflows.workflow("orders").unwrap_err();
    assert_eq!(unknown.to_string(), "unknown flow \"orders\"; did you mean \"order\"?");
}

const WORKFLOWS: &str = r##"
arazzo: 1.0.1
info: {title: Shop, version: '1'}
sourceDescriptions: [{name: shop, url: shop.yaml, type: openapi}]
workflows:
  - workflowId: order
    inputs: {$ref: '#/components/inputs/order'}
    parameters: [{name: full, in: query, value: true}, {reference: $components.parameters.trace}]
    failureActions: [{name: again, type: retry, retryAfter: 0.5, retryLimit: 3}, {name: stop, type: end}]
    steps:
      - stepId: place
        operationId: placeOrder
        parameters: [{reference: $components.parameters.trace, value: 'order {$inputs.item}!'}]
        requestBody: {payload: {item: $inputs.item, lines: [{note: plain}]}}
        successCriteria:
          - {condition: $statusCode == 201}
          - {context: $response.body, type: jsonpath, condition: '$[?count(@.lines) > 0]'}
          - {context: $statusCode, type: regex, condition: '^20\d$'}
        onSuccess: [{name: on, type: goto, stepId: get}]
        onFailure: [{name: stop, type: goto, workflowId: other}]
        outputs: {id: $response.body#/id}
      - stepId: get
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1orders~1{id}/get'
        parameters: [{name: id, in: path, value: $steps.place.outputs.id}]
      - {stepId: more, workflowId: other, parameters: [{name: id, value: $steps.place.outputs.id}]}
    outputs: {id: $steps.place.outputs.id}
  - workflowId: other
    dependsOn: [order]
    steps: [{stepId: get, operationId: $sourceDescriptions.shop.getOrder, parameters: [{name: id, in: path, value: $inputs.id}]}]
components:
  inputs: {order: {type: object, properties: {item: {$ref: '#/components/inputs/item'}}}, item: {type: string}}
  parameters: {trace: {name: trace, in: header, value: none}}
"##;

#[test]
fn an_arazzo_document_is_compiled_with_its_components_and_what_it_says_for_all_steps() {
    let compiled = of_shop(WORKFLOWS).1.unwrap();
    let order = compiled.workflows.workflow("order").unwrap();
    let inputs = order.inputs.as_ref().unwrap();
    assert_eq!(
        inputs.to_compact(),
        "{\"$ref\":\"#/$defs/components-inputs-order\",\"$defs\":{\"components-inputs-order\":{\"type\":\"object\",\"properties\":{\"item\":{\"$ref\":\"#/$defs/components-inputs-item\"}}},\"components-inputs-item\":{\"type\":\"string\"}}}"
    );
    assert!(lookup(inputs, "/$defs").is_some());
    let arguments = |at: usize| {
        let all = order.steps[at].arguments.iter();
        all.map(|it| format!("{}={}", it.name, it.value.to_json().to_compact())).collect::<Vec<_>>()
    };
    assert_eq!(arguments(0), ["trace=\"order {$inputs.item}!\"", "full=true"]);
    assert_eq!(arguments(1), ["id=\"$steps.place.outputs.id\"", "full=true", "trace=\"none\""]);
    assert_eq!(arguments(2), ["id=\"$steps.place.outputs.id\""]);
    assert_eq!(order.steps[0].criteria.len(), 3);
    let names = |actions: &[workflow::CompiledAction]| actions.iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&order.steps[0].on_failure), ["stop", "again"]);
    assert_eq!(names(&order.steps[1].on_failure), ["again", "stop"]);
    assert!(matches!(
        order.steps[0].on_failure[0].what,
        workflow::What::Goto(workflow::CompiledDestination::Workflow(_))
    ));
    assert!(matches!(order.steps[0].on_success[0].what, workflow::What::Goto(workflow::CompiledDestination::Step(1))));
    assert!(matches!(order.steps[1].on_failure[0].what, workflow::What::Retry { limit: 3, .. }));
    assert!(matches!(order.steps[2].call, workflow::CompiledCall::Workflow(_)));
    let other = compiled.workflows.workflow("other").unwrap();
    assert_eq!(order.steps[1].call, other.steps[0].call);
    assert_eq!(other.depends_on.len(), 1);
    for (from, to, code) in [
        ("1.0.1", "1.2.0", "unsupported-version"),
        ("arazzo: 1.0.1", "arazzo: 1.1.0\n$self: https://a.example/b", "unsupported-version"),
        ("operationId: placeOrder", "operationId: placeOrders", "invalid-reference"),
        ("~1orders~1{id}/get", "~1orders~1{id}/put", "invalid-reference"),
        (
            "operationId: $sourceDescriptions.shop.getOrder",
            "operationId: $sourceDescriptions.shops.getOrder",
            "invalid-reference",
        ),
        ("workflowId: other, parameters", "workflowId: others, parameters", "invalid-reference"),
        ("stepId: get}", "stepId: got}", "invalid-reference"),
        ("$components.parameters.trace, value", "$components.parameters.traces, value", "invalid-reference"),
        ("$statusCode == 201", "$statusCode = 201", "invalid-value"),
        ("$[?count(@.lines) > 0]", "$[?count(@.lines > 0]", "invalid-value"),
        ("'^20\\d$'", "'(?=20)'", "invalid-value"),
        ("type: jsonpath", "type: xpath", "unsupported-version"),
        ("item: $inputs.item, lines", "item: $inputs, lines", "invalid-value"),
        ("- stepId: get", "- stepId: place", "duplicate"),
    ] {
        let changed = WORKFLOWS.replacen(from, to, 1);
        assert_ne!(changed, WORKFLOWS, "{to}");
        let error = match of_shop(&changed).1 {
            Err(error) => error,
            Ok(compiled) => {
                compiled.workflows.all().find_map(|(_, it)| it.err().cloned()).unwrap_or_else(|| panic!("{to}"))
            }
        };
        assert_eq!(error.code().as_str(), code, "{to}: {error}");
    }
    let dotted = of_shop(&WORKFLOWS.replacen("operationId: placeOrder", "operationId: shop.placeOrder", 1)).1;
    let dotted = dotted.map_or_else(
        |error| error.to_string(),
        |compiled| compiled.workflows.all().find_map(|(_, it)| it.err().map(ToString::to_string)).unwrap_or_default(),
    );
    assert_eq!(dotted, "unknown operation \"shop.placeOrder\"; write `$sourceDescriptions.shop.placeOrder`");
    // of 1.1 without its new parts nothing is in the way
    assert!(of_shop(&WORKFLOWS.replacen("1.0.1", "1.1.0", 1)).1.is_ok());
}

/// Which sources of the specification's examples are at hand.
const EXAMPLES: [(&str, &[(&str, &str)]); 6] = [
    ("bnpl-arazzo", &[("BnplApi", "bnpl-openapi.yaml")]),
    ("oauth.arazzo", &[("apim-auth", "oauth.openapi.yaml")]),
    ("pet-coupons.arazzo", &[("pet-coupons", "pet-coupons.openapi.yaml")]),
    ("FAPI-PAR.arazzo", &[("auth-api", "FAPI-PAR.openapi.yaml")]),
    ("LoginAndRetrievePets.arazzo", &[]),
    ("ExtendedParametersExample.arazzo", &[]),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specification_s_examples_compile_or_say_what_is_missing() {
    let mut refused = Vec::new();
    for (name, known) in EXAMPLES {
        let read = |name: &str| third_party::read(&format!("arazzo/examples/1.0.0/{name}"));
        let document = parse(ARAZZO, &read(&format!("{name}.yaml")));
        let supplied = wanted(&document).into_iter().map(|wanted| {
            match known.iter().find(|(source, _)| *wanted.name == **source) {
                Some((_, file)) => {
                    SuppliedSource::openapi(OpenApi::parse(read(file).as_bytes()).unwrap(), &NoFiles, None).unwrap()
                }
                None => SuppliedSource::missing("is not there"),
            }
        });
        let compiled = compile(&document, supplied.collect()).unwrap();
        let missing =
            compiled.workflows.sources().iter().filter(|it| matches!(it.content, CompiledContent::Missing(_))).count();
        assert_eq!(missing == 0, !known.is_empty(), "{name}");
        for (id, workflow) in compiled.workflows.all() {
            if let Err(error) = workflow {
                refused.push((name, id.to_string(), error.code().as_str()));
                continue;
            }
            let plan = adp_flows::plan::Plan::for_workflow(&compiled.workflows, id, None).unwrap();
            assert_eq!(plan.steps.iter().any(|step| step.missing.is_some()), known.is_empty(), "{name} {id}");
        }
    }
    // `.outputs.` is missing; the OpenAPI document has no such operation; a path and no method
    let expected = [
        ("bnpl-arazzo", "ApplyForLoanAtCheckout", "invalid-value"),
        ("FAPI-PAR.arazzo", "OIDC-PAR-AuthzCode", "invalid-reference"),
        ("LoginAndRetrievePets.arazzo", "loginUserRetrievePet", "invalid-reference"),
    ];
    assert_eq!(refused, expected.map(|(file, workflow, code)| (file, workflow.to_owned(), code)));
    third_party::ran("arazzo-examples-compiled", EXAMPLES.len());
}

#[test]
fn a_value_that_no_flow_has_room_for_is_a_loss() {
    let (document, compiled) = of_shop(WORKFLOWS);
    let back = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap();
    assert!(back.losses.iter().any(|it| it.pointer == "/workflows/0/steps/0/successCriteria"), "{:?}", back.losses);
    assert!(back.losses.iter().any(|it| it.pointer == "/workflows/0/steps/2"), "{:?}", back.losses);
    assert!(back.losses.iter().any(|it| it.pointer == "/workflows/1/dependsOn"), "{:?}", back.losses);
    let flows = back.document.root().get("flows").and_then(Json::as_array).unwrap();
    let link = |origin: (&str, &str), target: (&str, &str)| {
        let end = |(action, path): (&str, &str)| Object::from_iter([("actionId", action), ("fieldPath", path)]);
        Json::from(Object::from_iter([("origin", end(origin)), ("target", end(target))]))
    };
    assert_eq!(flows.len(), 1);
    let expected = vec![link(("other", "parameters.id"), ("get", "parameters.id"))];
    assert_eq!(flows[0].get("links"), Some(&Json::from(expected)));
}

//! agents.json: its rules, its schema, and the eleven files that there are.

use crate::flows::{
    mutation,
    samples::{SERVICES, check, errors, found, of_rule, parse},
};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    agents_json::{AgentsJson, FieldPath, Flow, Link},
};
use agent_description::diagnostic::Severity;
use agent_description::diagnostic::example_faults;
use serde_json::Value;

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = example_faults(AGENTS_JSON.rules, |text| check(AGENTS_JSON, text, false), &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn it_is_told_from_what_shares_its_name() {
    for (text, expected) in [
        (r#"{"agentsJson": "0.1.0", "flows": []}"#, "agents-json"),
        (r#"{"agentsJson": "0.1.0", "sources": []}"#, "agents-json"),
        (r#"{"sources": [], "flows": []}"#, "agents-json"),
        // A2A's agent.json, and what else is found at the place
        (r#"{"protocolVersion": "0.2.5", "name": "a", "url": "https://a.example/", "skills": []}"#, "a2a-card"),
        (r#"{"agents": [{"id": "a"}]}"#, "-"),
        (r#"{"agentsJson": "0.1.0"}"#, "-"),
        (r#"{"flows": []}"#, "-"),
        (r#"{"agentsJson": "0.1.0", "flows": {}}"#, "-"),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

fn file(service: &str) -> String {
    third_party::read(&format!("interop/agents-json/{service}/agents.json"))
}

/// What each file breaks: `jsonschema` in Python over the schema with `anyOf` for `oneOf`, and a script over ids and paths; the sentences of
/// research. Members that the schema does not allow (rule extra), keywords among members (stray), paths spelled otherwise (spelling), ids that
/// are not snake case, dead inputs (used), errors.
const DEFECTS: [(&str, [usize; 5], &[&str]); 11] = [
    ("alpaca", [7, 0, 20, 0, 0], &[]),
    ("giphy", [0, 1, 0, 0, 0], &[]),
    ("googlesheets", [0, 0, 0, 0, 0], &[]),
    ("hubspotcontacts", [2, 0, 0, 0, 0], &[]),
    ("linkup", [1, 0, 0, 0, 0], &[]),
    ("resend", [0, 0, 0, 0, 0], &[]),
    ("rootly", [0, 0, 0, 0, 0], &[]),
    ("slack", [0, 0, 0, 4, 0], &[]),
    // the one action of `cancel_subscription` that has its flow's id
    ("stripe", [0, 14, 15, 0, 0], &["duplicate"]),
    ("theodds", [3, 0, 0, 0, 0], &[]),
    ("twitter", [0, 1, 4, 0, 0], &[]),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn all_files_load_and_each_defect_is_found() {
    let (mut flows, mut actions, mut links, mut dead, mut dead_in) = (0, 0, 0, 0, 0);
    for (service, counts, expected) in DEFECTS {
        let text = file(service);
        assert_eq!(found(&text), "agents-json", "{service}");
        let report = check(AGENTS_JSON, &text, false);
        let rules = ["extra", "stray", "path-spelling", "snake-case", "target-once"];
        let found = rules.map(|rule| of_rule(&report, &format!("agents-json-{rule}")));
        let codes: Vec<&str> = report
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| found.code.as_str())
            .collect();
        for finding in &report.diagnostics {
            assert!(
                finding.line.is_some() && finding.pointer.is_some() && finding.help.is_some()
                    || finding.code.as_str() == "invalid-name",
                "{finding}"
            );
        }
        assert_eq!((found, &codes[..]), (counts, expected), "{service}: {:?}", errors(&report));
        let strict = check(AGENTS_JSON, &text, true).number_of(Severity::Error);
        assert_eq!(strict, expected.len() + counts[0] + counts[2], "{service}");

        let file = AgentsJson::read(&parse(AGENTS_JSON, &text));
        flows += file.flows.len();
        actions += file.flows.iter().map(|flow| flow.actions.len()).sum::<usize>();
        let all: Vec<&Link> = file.flows.iter().flat_map(|flow| &flow.links).collect();
        links += all.len();
        let mut ends = all.iter().flat_map(|link| [&link.origin, &link.target]);
        assert!(ends.all(|end| FieldPath::read(end.field_path.as_deref().unwrap()).is_ok()));
        let of_flow = |flow: &&Flow| {
            let pointer =
                format!("/flows/{}/fields/parameters/", file.flows.iter().position(|it| it == *flow).unwrap());
            let unused = report.diagnostics.iter().filter(|found| found.rule.id == "agents-json-used");
            unused.filter(|found| found.pointer.as_deref().unwrap_or_default().starts_with(&pointer)).count()
        };
        let unused: Vec<usize> = file.flows.iter().map(|flow| of_flow(&flow)).filter(|unused| *unused > 0).collect();
        dead += unused.iter().sum::<usize>();
        dead_in += unused.len();
    }
    assert_eq!((flows, actions, links), (130, 182, 300));
    // 84 in 23 flows by their names alone; the 62 of theodds go by links of `parameters` as a whole
    assert_eq!((dead, dead_in), (84 - 62, 23 - 10));
    third_party::ran("agents-json-files", SERVICES.len());
}

/// The schema's verdict on files with one place changed; ours is on the same rules, `extra` among them.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn what_the_schema_refuses_is_an_error_in_strict_checks() {
    let schema = third_party::read("interop/agents-json/agentsJson.schema.json").replace("\"oneOf\"", "\"anyOf\"");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let structure = ["root", "info", "source", "override", "flow", "action", "link", "fields", "extra"];
    let mut cases = 0;
    for (service, overrides) in
        [("rootly", r#"[{"sourceId": "a", "operationId": "b", "fieldPath": "c", "value": 1}]"#), ("linkup", "[]")]
    {
        let mut document: Value = serde_json::from_str(&file(service)).unwrap();
        document["overrides"] = serde_json::from_str(overrides).unwrap();
        document["flows"][0]["fields"]["requestBody"] =
            serde_json::json!({"content": {"application/json": {"schema": {}, "example": {}}}, "required": true});
        for (change, changed) in mutation::of(&document) {
            // null stands for a value of an override that is missing, which the schema's types also refuse
            let Value::Object(_) = changed else { continue };
            let report = check(AGENTS_JSON, &changed.to_string(), true);
            let ours = report.diagnostics.iter().any(|found| {
                found.severity == Severity::Error
                    && structure.iter().any(|rule| found.rule.id == format!("agents-json-{rule}"))
            });
            assert_eq!(!ours, schema.is_valid(&changed), "{service}: {change}");
            cases += 1;
        }
    }
    assert!(cases > 500, "{cases}");
    third_party::ran("agents-json-schema", cases);
}

/// The flows on which the reference executor drops a value, sends null or dies, by hand from the files: how many of their links are read here as
/// what they mean, and what it does with them (executor.py). The OpenAPI documents of stripe and twitter are not there; that `response.data` is a
/// list, of which the links want the first element, only those could tell.
pub const DROPPED: [(&str, &str, usize, &str); 18] = [
    ("alpaca", "stock_bars_get_multiple", 6, DROPS),
    ("alpaca", "stock_bars_get_by_symbol", 7, DROPS),
    ("alpaca", "stock_trades_get_multiple", 5, DROPS),
    ("alpaca", "latest_stock_data", 2, DROPS),
    ("stripe", "search_retrieve_customers", 1, DIES),
    ("stripe", "process_payments_refunds", 1, NULL),
    ("stripe", "create_subscription_customer", 2, NULL),
    ("stripe", "cancel_subscription", 1, NULL),
    ("stripe", "update_product_descriptions", 3, DIES),
    ("stripe", "update_customer_payment_methods", 1, NULL),
    ("stripe", "create_manage_refunds", 1, DIES),
    ("stripe", "create_manage_checkout_sessions", 1, NULL),
    ("stripe", "retrieve_update_subscriptions", 1, DIES),
    ("stripe", "manage_billing_portal_sessions", 1, NULL),
    ("stripe", "bulk_refund_product_customers", 2, DIES),
    ("twitter", "dm_conversation_flow", 1, DIES),
    ("twitter", "compliance_job_flow", 1, DIES),
    ("twitter", "lists_management_flow", 2, DIES),
];

const DROPS: &str = "query.";
const DIES: &str = "response";
const NULL: &str = "responses.id";

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn flows_that_the_reference_executor_cannot_run_are_told() {
    let mut judged = Vec::new();
    for service in SERVICES {
        let text = file(service);
        let report = check(AGENTS_JSON, &text, false);
        let flows = AgentsJson::read(&parse(AGENTS_JSON, &text)).flows;
        for (at, flow) in flows.iter().enumerate() {
            let below = format!("/flows/{at}/");
            let told: Vec<&str> = report
                .diagnostics
                .iter()
                .filter(|it| {
                    it.rule.id == "agents-json-path-spelling" && it.pointer.as_deref().unwrap().starts_with(&below)
                })
                .map(|it| it.message.as_str())
                .collect();
            if !told.is_empty() {
                judged.push((service, flow.id.clone().unwrap(), told.len()));
                let row = DROPPED.iter().find(|row| (row.0, row.1) == (service, flow.id.as_deref().unwrap()));
                let (.., how) = row.unwrap_or_else(|| panic!("{service} {:?} is not in the table", flow.id));
                assert!(told.iter().all(|it| it.starts_with(&format!("the path is \"{how}"))), "{told:?}");
            }
        }
    }
    let expected: Vec<_> = DROPPED.iter().map(|(service, flow, links, _)| (*service, (*flow).into(), *links)).collect();
    judged.sort_by(|a, b| (a.0, a.1.as_str()).cmp(&(b.0, b.1.as_str())));
    let mut sorted: Vec<(&str, agent_description::json::Text, usize)> = expected;
    sorted.sort_by(|a, b| (a.0, a.1.as_str()).cmp(&(b.0, b.1.as_str())));
    assert_eq!(judged, sorted);
    third_party::ran("agents-json-dropped-flows", judged.len());
}

#[test]
fn paths_are_read_as_they_are_meant() {
    for (text, read, is_spelled) in [
        ("parameters", "parameters", true),
        ("parameters.filter[search]", "parameters.filter[search]", true),
        ("parameters.1.value", "parameters.1.value", true),
        ("requestBody", "requestBody", true),
        ("requestBody.data.0.id", "requestBody.data.0.id", true),
        ("responses.success", "responses.success", true),
        ("responses.success.data.0.id", "responses.success.data.0.id", true),
        ("responses.successful", "responses.success.successful", false),
        ("responses.id", "responses.success.id", false),
        ("responses", "responses.success", false),
        ("response.data.id", "responses.success.data.id", false),
        ("responseBody.id", "responses.success.id", false),
        ("query.start", "parameters.start", false),
        ("responses.success.items[0].id", "responses.success.items.0.id", false),
        ("response.items[0].id", "responses.success.items.0.id", false),
        ("responses.success[12]", "responses.success.12", false),
        ("requestBody.rows[0][1].a", "requestBody.rows.0.1.a", false),
        ("requestBody.[3]", "requestBody.3", false),
        ("requestBody.rows[x]", "requestBody.rows[x]", true),
        ("requestBody.rows[]", "requestBody.rows[]", true),
        ("requestBody.rows[0]x", "requestBody.rows[0]x", true),
        // names of parameters may contain brackets; segments after them are indexes
        ("parameters.rows[0]", "parameters.rows[0]", true),
        ("parameters.rows.cells[0]", "parameters.rows.cells.0", false),
    ] {
        let path = FieldPath::read(text);
        assert_eq!(path.as_ref().map(ToString::to_string).as_deref(), Ok(read));
        let meant = path.map(|path| path.meant);
        assert_eq!(meant, Ok((!is_spelled).then(|| read.to_owned())), "{text}");
    }
    let error_of = |text: &str| FieldPath::read(text).unwrap_err().to_string();
    for (text, error) in [
        ("", "must start with"),
        ("query", "must start with"),
        ("body.id", "must start with"),
        ("parameters.", "an empty segment"),
        ("requestBody.a..b", "an empty segment"),
        ("requestBody.99999999999", "too large"),
        ("requestBody.rows[99999999999]", "too large"),
        ("requestBody.rows[0].", "an empty segment"),
    ] {
        assert!(error_of(text).contains(error), "{text}");
    }
    let long = |steps: usize| format!("requestBody{}", ".a".repeat(steps));
    assert!(FieldPath::read(&long(FieldPath::MAX_STEPS)).is_ok());
    assert!(error_of(&long(FieldPath::MAX_STEPS + 1)).starts_with("it has more than 32 segments"));
}

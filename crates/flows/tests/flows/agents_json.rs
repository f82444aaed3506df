//! agents.json: its rules, its schema, and the eleven files that there are.

use crate::{
    mutation,
    samples::{SERVICES, check, errors, found, of_rule, parse},
};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    agents_json::{AgentsJson, Flow, Link},
};
use agent_description::diagnostic::Severity;
use serde_json::Value;

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = AGENTS_JSON.catalogue().faults(|text| check(AGENTS_JSON, text, false), &[]);
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
    ("stripe", [0, 14, 15, 0, 0], &["flow-id"]),
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
                    || finding.code.as_str() == "flow-name",
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
        assert!(
            all.iter()
                .all(|link| matches!(link.origin.path(), Some(Ok(_))) && matches!(link.target.path(), Some(Ok(_))))
        );
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

//! Arazzo: its rules, its schema, its expressions and conditions, the specification's examples.

use crate::flows::{
    mutation,
    samples::{check, errors, found, parse},
};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON, ARAZZO, OPENAPI,
    arazzo::{Arazzo, Comparison, Condition, ConditionSegment, Expression, Operand},
    workflow::{SuppliedSource, compile},
};
use agent_description::diagnostic::Severity;
use agent_description::diagnostic::example_faults;
use serde_json::{Value, json};
use std::fs;

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = example_faults(ARAZZO.rules, |text| check(ARAZZO, text, false), &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn expressions_are_those_of_the_grammar_and_the_prose() {
    // section 4.7.1, every example of the table, and others
    for text in [
        "$method",
        "$url",
        "$statusCode",
        "$request.header.accept",
        "$request.path.id",
        "$request.query.a b",
        "$request.body#/user/uuid",
        "$request.body",
        "$response.body#/status",
        "$response.body#",
        "$response.body#/a~1b~0c/%20",
        "$response.header.Server",
        "$response.header.X-Rate.Limit",
        "$inputs.username",
        "$inputs.customer#/postalCode",
        "$inputs.a.b",
        "$workflows.foo.inputs.username",
        "$steps.someStepId.outputs.pets",
        "$steps.someStepId.outputs.pets#/0/id",
        "$outputs.bar",
        "$workflows.foo.outputs.bar",
        "$workflows.foo.outputs.mappedResponse#/name",
        "$components.parameters.foo",
        "$sourceDescriptions.petStoreDescription.url",
    ] {
        assert_eq!(Expression::read(text).unwrap().to_string(), text);
    }
    for text in [
        "",
        "$",
        "$Url",
        "$url.x",
        "url",
        "$status",
        "$request",
        "$request.",
        "$request.body.x",
        "$request.cookie.a",
        "$request.header.",
        "$request.header.a b",
        "$response.header.ä",
        "$response.body#a",
        "$response.body#/a~2",
        "$response.body#/a~",
        "$inputs",
        "$inputs.",
        "$inputs.#/a",
        "$steps.a",
        "$steps.a.b",
        "$steps.a.outputs.",
        "$steps..outputs.b",
        "$workflows.a.b",
        "$sourceDescriptions.a",
        "$components.parameters",
        "$components.parameters.",
        "$inputs.i ",
        " $inputs.i",
        "$inputs.i\u{a0}",
        "$inputs.i #/a",
        "$steps.a .outputs.b",
        "$steps.a.outputs. b",
        "$statusCode ",
    ] {
        assert!(Expression::read(text).is_err(), "{text}");
    }
    assert!(Expression::read(&format!("$inputs.{}", "a".repeat(Expression::MAX_CHARS))).is_err());
    let inside: Vec<&str> = Expression::embedded("a {$inputs.b}{$url} {x} {$ {$method").collect();
    assert_eq!(inside, ["$inputs.b", "$url"]);
    assert!(Expression::is_meant("$inputs") && !Expression::is_meant("$100") && !Expression::is_meant("a $inputs.b"));
}

#[test]
fn conditions_are_read_with_their_precedence() {
    let status = || Operand::Expression(Expression::StatusCode, Vec::new());
    let is = |number: &str| Condition::Compare(status(), Comparison::Equal, Operand::Number(number.to_owned()));
    let or = |a, b| Condition::Or(Box::new(a), Box::new(b));
    let and = |a, b| Condition::And(Box::new(a), Box::new(b));
    for (text, expected) in [
        ("$statusCode == 200", is("200")),
        ("$statusCode==200", is("200")),
        ("$statusCode == 200 || $statusCode == 201", or(is("200"), is("201"))),
        ("$statusCode == 1 || $statusCode == 2 && $statusCode == 3", or(is("1"), and(is("2"), is("3")))),
        ("($statusCode == 1 || $statusCode == 2) && $statusCode == 3", and(or(is("1"), is("2")), is("3"))),
        ("!($statusCode == 404)", Condition::Not(Box::new(is("404")))),
        ("'it''s' != null", Condition::Compare(Operand::Text("it's".to_owned()), Comparison::NotEqual, Operand::Null)),
        (
            "-1.5 <= true",
            Condition::Compare(Operand::Number("-1.5".to_owned()), Comparison::LessOrEqual, Operand::Bool(true)),
        ),
        (
            "$response.body.pets[0] == 1",
            Condition::Compare(
                Operand::Expression(
                    Expression::read("$response.body").unwrap(),
                    vec![ConditionSegment::Name("pets".to_owned()), ConditionSegment::Index(0)],
                ),
                Comparison::Equal,
                Operand::Number("1".to_owned()),
            ),
        ),
        (
            "$inputs.pets[0].name >= 'a'",
            Condition::Compare(
                Operand::Expression(
                    Expression::read("$inputs.pets").unwrap(),
                    vec![ConditionSegment::Index(0), ConditionSegment::Name("name".to_owned())],
                ),
                Comparison::GreaterOrEqual,
                Operand::Text("a".to_owned()),
            ),
        ),
    ] {
        assert_eq!(Condition::read(text).as_ref(), Ok(&expected), "{text}");
        assert_eq!(Condition::read(&expected.to_string()), Ok(expected), "{text}");
    }
    for text in [
        "",
        "==",
        "$statusCode = 200",
        "$statusCode == 200 &&",
        "$statusCode == 200 201",
        "($statusCode == 200",
        "$statusCode == 200)",
        "$statusCode == \"200\"",
        "'a",
        "a == b",
        "1e > 0",
        "007 > 0",
        "$status == 200",
        "$inputs.a[x] == 1",
        "$inputs.a[0]b == 1",
        "$inputs.a[0]. == 1",
        "{$statusCode == 401}",
    ] {
        assert!(Condition::read(text).is_err(), "{text}");
    }
    let nested = |depth: usize| Condition::read(&format!("{}1{}", "(".repeat(depth), ")".repeat(depth)));
    assert!(nested(Condition::MAX_DEPTH - 1).is_ok());
    assert!(nested(Condition::MAX_DEPTH).is_err() && nested(4_000).is_err());
    assert!(Condition::read(&"!".repeat(5_000)).is_err());
    assert!(Condition::read(&format!("1{}", "||1".repeat(2_000))).is_ok());
}

/// Each example of the specification: workflows, steps, and what is wrong with it. By hand, from the files.
const EXAMPLES: [(&str, usize, usize, &[&str]); 6] = [
    ("ExtendedParametersExample.arazzo.yaml", 1, 2, &[]),
    ("FAPI-PAR.arazzo.yaml", 1, 3, &[]),
    // `/paths/~1pet~1findByStatus` names a path and no method
    ("LoginAndRetrievePets.arazzo.yaml", 1, 2, &["arazzo-named"]),
    // a step takes `redirectAuthToken` of itself, which the step before has; `loanTransactionId` is put out by none, and taken twice;
    // `$steps.retrieveFinalizedPaymentPlan.finalizedPaymentPlan` lacks `.outputs`
    ("bnpl-arazzo.yaml", 1, 7, &["arazzo-named", "arazzo-named", "arazzo-named", "arazzo-expression"]),
    ("oauth.arazzo.yaml", 3, 5, &[]),
    ("pet-coupons.arazzo.yaml", 3, 6, &[]),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specification_s_examples_load() {
    for (file, workflows, steps, expected) in EXAMPLES {
        let text = third_party::read(&format!("arazzo/examples/1.0.0/{file}"));
        assert_eq!(found(&text), "arazzo", "{file}");
        let read = Arazzo::read(&parse(ARAZZO, &text));
        let all: Vec<_> = read.workflows.iter().flat_map(|workflow| &workflow.steps).collect();
        assert_eq!((read.workflows.len(), all.len()), (workflows, steps), "{file}");
        let calls = |step: &adp_flows::arazzo::Step| {
            [&step.operation_id, &step.operation_path, &step.workflow_id].into_iter().flatten().count()
        };
        assert!(all.iter().all(|step| step.id.is_some() && calls(step) == 1));
        let report = check(ARAZZO, &text, false);
        let broken: Vec<&str> = report.diagnostics.iter().map(|found| found.rule.id).collect();
        assert_eq!(broken, expected, "{file}: {:?}", errors(&report));
    }
    let text = third_party::read("arazzo/examples/1.0.0/oauth.arazzo.yaml");
    let read = Arazzo::read(&parse(ARAZZO, &text));
    let is_first = |it: &&adp_flows::arazzo::Workflow| it.id.as_deref() == Some("refresh-token-flow");
    let first = &read.workflows.iter().find(is_first).unwrap().steps[0];
    assert_eq!(first.workflow_id.as_deref(), Some("authorization-code-flow"));
    third_party::ran("arazzo-examples", EXAMPLES.len());
}

/// Documents of a folder of the specification's tests.
fn tests(folder: &str) -> Vec<(String, String)> {
    let folder = third_party::path(folder);
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specification_s_tests_have_the_verdicts_of_their_folders() {
    let mut cases = 0;
    for (name, text) in tests("arazzo/v1.0-dev/tests/schema/pass") {
        let report = check(ARAZZO, &text, false);
        // what no schema sees: two payloads with `$inputs.customer.NAME`, three expressions `$response.body.NAME` and `$response.headers.NAME`,
        // three outputs that no step has
        // `$.access_token != null` is no query of JSONPath
        let expected = match name.as_str() {
            "bnpl-example.yaml" => 8,
            "oauth-example.yaml" => 4,
            _ => 0,
        };
        assert_eq!(report.number_of(Severity::Error), expected, "{name}: {:?}", errors(&report));
        cases += 1;
    }
    for (name, text) in tests("arazzo/v1.0-dev/tests/schema/fail") {
        let read = agent_description::format::read_as(text.as_bytes(), ARAZZO, &agent_description::Limits::default());
        assert!(read.is_err() || check(ARAZZO, &text, false).number_of(Severity::Error) > 0, "{name}");
        cases += 1;
    }
    // of 1.1, nothing is refused, and what is new is named
    let mut named = 0;
    for (name, text) in tests("arazzo/v1.1-dev/tests/schema/pass") {
        assert_eq!(found(&text), "arazzo", "{name}");
        let report = check(ARAZZO, &text, false);
        assert_eq!(errors(&report), [""; 0], "{name}");
        let is_new =
            ["$self", "asyncapi", "dependsOn:", "timeout:", "querystring", "selector", "action:", "correlationId:"];
        let is_new = is_new.iter().any(|word| text.contains(word));
        assert!(!is_new || report.diagnostics.iter().all(|it| it.rule.id == "arazzo-not-run"), "{name}");
        assert_eq!(is_new, !report.diagnostics.is_empty(), "{name}: {:?}", report.diagnostics);
        named += usize::from(is_new);
        cases += 1;
    }
    assert!(named > 15, "{named}");
    third_party::ran("arazzo-tests", cases);
}

/// The verdict of the specification's JSON Schema on documents with one place changed. Not compared: what stands in schemas of inputs.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn what_the_schema_refuses_is_an_error() {
    let schema = third_party::read("arazzo/v1.0-dev/src/schemas/validation/schema.yaml");
    let schema = agent_description::json::yaml::parse(schema.as_bytes(), agent_description::ReadLimits::new(1 << 20));
    let schema: Value = serde_json::from_str(&schema.unwrap().to_compact()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let document = json!({
        "arazzo": "1.0.1",
        "info": {"title": "a", "summary": "b", "description": "c", "version": "1"},
        "sourceDescriptions": [{"name": "one", "url": "a.yaml", "type": "openapi"}, {"name": "two", "url": "b.yaml", "type": "arazzo"}],
        "workflows": [{
            "workflowId": "w", "summary": "a", "description": "b", "inputs": {"type": "object"}, "dependsOn": ["v"],
            "parameters": [{"name": "p", "in": "query", "value": 1}, {"reference": "$components.parameters.c"}],
            "successActions": [{"name": "s", "type": "end"}, {"reference": "$components.successActions.c"}],
            "failureActions": [{"name": "s", "type": "goto", "workflowId": "v"}],
            "steps": [
                {"stepId": "a", "description": "b", "operationId": "c",
                 "parameters": [{"name": "p", "in": "path", "value": {"a": []}}, {"reference": "$components.parameters.c", "value": "x"}],
                 "requestBody": {"contentType": "a/b", "payload": {"a": 1}},
                 "successCriteria": [{"condition": "$statusCode == 200"}, {"context": "$response.body", "condition": "$.a", "type": "jsonpath"}],
                 "onSuccess": [{"name": "g", "type": "goto", "stepId": "b", "criteria": [{"condition": "1 == 1"}]}],
                 "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0.5, "retryLimit": 3, "criteria": [{"condition": "1 == 1"}]}],
                 "outputs": {"o": "$response.body"}},
                {"stepId": "b", "operationPath": "{$sourceDescriptions.one.url}#/paths/~1a/get", "x-note": 1},
                {"stepId": "c", "workflowId": "v", "parameters": [{"name": "p", "value": 1}]}
            ],
            "outputs": {"o": "$steps.a.outputs.o"}
        }, {"workflowId": "v", "steps": [{"stepId": "a", "operationId": "c"}]}],
        "components": {
            "inputs": {"c": {"type": "object"}},
            "parameters": {"c": {"name": "c", "in": "header", "value": "x"}},
            "successActions": {"c": {"name": "c", "type": "end"}},
            "failureActions": {"c": {"name": "c", "type": "retry", "retryAfter": 1}}
        }
    });
    assert!(schema.is_valid(&document));
    let report = check(ARAZZO, &document.to_string(), false);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let mut cases = 0;
    for (change, changed) in mutation::of(&document) {
        if change.contains("/inputs/") || !changed.is_object() {
            continue;
        }
        let report = check(ARAZZO, &changed.to_string(), false);
        let of_structure = report.diagnostics.iter().filter(|found| found.severity == Severity::Error).any(|found| {
            let (rule, code, pointer) =
                (found.rule.id, found.code.as_str(), found.pointer.as_deref().unwrap_or_default());
            ["missing", "wrong-type", "unknown-member", "unsupported-version"].contains(&code)
                || ["arazzo-step-target", "arazzo-action"].contains(&rule)
                || rule == "arazzo-criterion" && pointer.ends_with("/type")
        });
        assert_eq!(!of_structure, schema.is_valid(&changed), "{change}: {:?}", report.diagnostics);
        cases += 1;
    }
    assert!(cases > 500, "{cases}");
    third_party::ran("arazzo-schema", cases);
}

#[test]
fn documents_are_known_by_their_content_and_odd_ones_are_bounded() {
    for (text, expected) in [
        ("arazzo: 1.0.1\nworkflows: []\n", "arazzo"),
        ("{\"arazzo\": null, \"workflows\": null}", "arazzo"),
        ("arazzo: 1.0.1\n", "-"),
        ("{\"workflows\": []}", "-"),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
    for text in [
        "{\"arazzo\": null, \"workflows\": null}",
        "{\"arazzo\": \"1.0.\", \"workflows\": []}",
        "{\"arazzo\": \"1.0.1-\", \"workflows\": []}",
        "{\"arazzo\": \"1.0.1\", \"info\": [], \"sourceDescriptions\": {}, \"workflows\": [null, [], {\"steps\": [null, {\"parameters\": [null], \"outputs\": []}]}], \"components\": []}",
    ] {
        let report = check(ARAZZO, text, false);
        assert!(report.number_of(Severity::Error) > 0, "{text}");
        assert!(report.diagnostics.iter().all(|found| found.pointer.is_some()), "{text}");
    }
    // a name that is nearly each of many, in each of many steps
    let steps: String = (0..3_000)
        .map(|at| format!("{{\"stepId\": \"step-number-{at}\", \"operationId\": \"$sourceDescriptions.source-number-x.a\", \"outputs\": {{\"a\": \"$steps.step-number-x.outputs.a\"}}}},"))
        .collect();
    let sources: String =
        (0..3_000).map(|at| format!("{{\"name\": \"source-number-{at}\", \"url\": \"a\"}},")).collect();
    let text = format!(
        "{{\"arazzo\": \"1.0.1\", \"info\": {{\"title\": \"a\", \"version\": \"1\"}}, \"sourceDescriptions\": [{}], \"workflows\": [{{\"workflowId\": \"a\", \"steps\": [{}]}}]}}",
        sources.trim_end_matches(','),
        steps.trim_end_matches(',')
    );
    let started = std::time::Instant::now();
    let report = check(ARAZZO, &text, false);
    assert!(report.number_of(Severity::Error) == 6_000, "{}", report.number_of(Severity::Error));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// Readers look members up by their exact names: another spelling of a required one is no such member.
#[test]
fn required_members_in_another_spelling_are_missing() {
    let info = r#""info": {"title": "a", "version": "1", "description": "d"}"#;
    for (format, text, rule) in [
        (AGENTS_JSON, format!(r#"{{"agentsJson": "0.1.0", {info}, "sources": [], "FLOWS": []}}"#), "flows"),
        (OPENAPI, r#"{"openapi": "3.1.0", "Info": {"title": "a", "version": "1"}, "paths": {}}"#.to_owned(), "info"),
        (
            ARAZZO,
            format!(r#"{{"arazzo": "1.0.1", {info}, "Source_Descriptions": [], "workflows": []}}"#),
            "sourceDescriptions",
        ),
    ] {
        let told = errors(&check(format, &text, false));
        assert!(
            told.iter().any(|told| told.contains("error[missing]") && told.contains(&format!("no `{rule}`"))),
            "{told:?}"
        );
    }
}

#[test]
fn inputs_in_another_file_are_noted_and_allow_any_object() {
    let text = json!({"arazzo": "1.0.1", "info": {"title": "a", "version": "1"}, "sourceDescriptions": [{"name": "s", "url": "s.yaml", "type": "openapi"}],
        "workflows": [{"workflowId": "w", "inputs": {"$ref": "./inputs.json#/a"}, "steps": [{"stepId": "find", "operationId": "find",
            "parameters": [{"name": "id", "in": "path", "value": "$inputs.id"}]}]}]})
    .to_string();
    let report = check(ARAZZO, &text, false);
    let told: Vec<_> = report.diagnostics.iter().map(|it| (it.severity, it.rule.id, it.pointer.as_deref())).collect();
    assert_eq!(told, [(Severity::Note, "arazzo-inputs", Some("/workflows/0/inputs"))]);
    let compiled = compile(&parse(ARAZZO, &text), vec![SuppliedSource::missing("is not here")]).unwrap();
    let inputs = compiled.workflows.workflow("w").unwrap().inputs.as_ref().unwrap();
    assert_eq!(inputs.to_compact(), r#"{"type":"object"}"#);
}

#[test]
fn what_waits_for_a_loop_never_begins() {
    for (waits_for, expected) in [
        (vec![vec![]], vec![false]),
        (vec![vec![0]], vec![true]),
        (vec![vec![1], vec![0]], vec![true, true]),
        // a diamond is not a cycle, and a duplicate dependency counts once
        (vec![vec![1, 2, 1], vec![3], vec![3], vec![]], vec![false; 4]),
        // two that depend on a cycle, one that does not
        (vec![vec![1], vec![2], vec![2], vec![], vec![3]], vec![true, true, true, false, false]),
    ] {
        let workflow = |(at, waits_for): (usize, &Vec<usize>)| {
            let names: Vec<String> = waits_for.iter().map(|number| format!("w{number}")).collect();
            let step = r#"{"stepId": "s", "operationId": "o"}"#;
            format!(r#"{{"workflowId": "w{at}", "dependsOn": {names:?}, "steps": [{step}]}}"#)
        };
        let workflows: Vec<String> = waits_for.iter().enumerate().map(workflow).collect();
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "a", "url": "a"}}], "workflows": [{}]}}"#,
            workflows.join(", ")
        );
        let report = check(ARAZZO, &text, false);
        let waits = |at: usize| {
            let place = format!("/workflows/{at}/dependsOn");
            report.diagnostics.iter().any(|it| it.rule.id == "arazzo-waiting" && it.pointer.as_ref() == Some(&place))
        };
        assert_eq!((0..expected.len()).map(waits).collect::<Vec<_>>(), expected, "{waits_for:?}");
    }
}

//! Where findings point, and what their help says.

use crate::flows::{
    samples::{check, options, parse},
    workflow::of_shop,
};
use adp_flows::{
    AGENTS_JSON, ARAZZO,
    arazzo::{Condition, Expression},
    workflow::{CompileError, fit, override_finding},
};
use agent_description::{Document, diagnostic::CheckReport, json::pointer::pointer_to};

fn told(report: &CheckReport) -> Vec<(&'static str, String)> {
    report.diagnostics.iter().map(|it| (it.rule.id, it.pointer.clone().unwrap_or_default())).collect()
}

/// A file of flows over the shop of the examples: an action that places an order, and one that reads it.
fn file(place: &str, get: &str, links: &str) -> String {
    format!(
        r#"{{"agentsJson": "0.1.0", "info": {{"title": "Shop", "version": "1.0.0", "description": "Orders."}},
          "sources": [{{"id": "shop", "path": "shop.yaml"}}],
          "flows": [{{"id": "order", "title": "Order", "description": "Orders.", "actions": [
            {{"id": "place", "sourceId": "shop", "operationId": "{place}"}}, {{"id": "get", "sourceId": "shop", "operationId": "{get}"}}],
            "links": [{links}],
            "fields": {{"parameters": [{{"name": "item", "type": "string"}}, {{"name": "lines", "type": "array"}}], "responses": {{"success": {{"type": "object"}}}}}}}}]}}"#
    )
}

fn link(origin: (&str, &str), target: (&str, &str)) -> String {
    let end = |(action, path): (&str, &str)| format!(r#"{{"actionId": "{action}", "fieldPath": "{path}"}}"#);
    format!(r#"{{"origin": {}, "target": {}}}"#, end(origin), end(target))
}

/// An action's id and a path.
type End = (&'static str, &'static str);

const ITEM: (End, End) = (("order", "parameters.item"), ("place", "requestBody.item"));
const ID: (End, End) = (("place", "responses.success.id"), ("get", "parameters.id"));

fn links(all: &[(End, End)]) -> String {
    all.iter().map(|(origin, target)| link(*origin, *target)).collect::<Vec<_>>().join(", ")
}

/// Each finding stands at the member that is wrong, and not at what encloses it.
#[test]
fn findings_about_a_file_and_its_operations_stand_at_the_member_at_fault() {
    let operation = ("flow-known-operation", "/flows/0/actions/1/operationId");
    let at = |rule, link: usize, end: &str| (rule, format!("/flows/0/links/{link}/{end}/fieldPath"));
    for (text, expected) in [
        (file("placeOrder", "getOrder", &links(&[ITEM, ID])), vec![]),
        (file("placeOrder", "getOrders", &links(&[ITEM])), vec![(operation.0, operation.1.to_owned())]),
        // the second member of the body is an integer, and the link of it is the second one
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, (("order", "parameters.item"), ("place", "requestBody.amount")), ID]),
            ),
            vec![at("flow-type-fits", 1, "target")],
        ),
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, (("place", "responses.success.ids"), ("get", "parameters.id"))]),
            ),
            vec![at("flow-known-answer", 1, "origin")],
        ),
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, ID, (("place", "responses.success.number"), ("order", "responses.success.a"))]),
            ),
            vec![at("flow-known-answer", 2, "origin")],
        ),
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, ID, (("order", "parameters.lines"), ("get", "parameters.full"))]),
            ),
            vec![at("flow-type-fits", 2, "target")],
        ),
        // the last link makes an object of the text that the first one sets
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, ID, (("order", "parameters.item"), ("place", "requestBody.item.x"))]),
            ),
            vec![at("flow-type-fits", 2, "target")],
        ),
    ] {
        let (document, compiled) = of_shop(&text);
        assert_eq!(told(&fit(&document, &compiled.unwrap(), &options())), expected, "{text}");
    }
}

/// The check of the document reports a step without a target, and the check of its operations does not repeat it.
#[test]
fn a_step_without_a_target_is_told_once() {
    let text = arazzo(OUTPUTS, STATUS, OBJECT).replace(r#""operationId": "find", "#, "").replace("s.yaml", "shop.yaml");
    let own: Vec<_> = check(ARAZZO, &text, false).diagnostics.iter().map(|it| it.rule.id).collect();
    assert_eq!(own, ["arazzo-step-target"]);
    let (document, compiled) = of_shop(&text);
    assert_eq!(told(&fit(&document, &compiled.unwrap(), &options())), []);
}

/// Lines and columns of the YAML text, by hand.
#[test]
fn findings_about_values_of_a_yaml_document_stand_at_the_values() {
    let text = "\
# 🍵 a comment
arazzo: 1.0.1
info: {title: Käse, version: '1'}
sourceDescriptions: [{name: shop, url: shop.yaml, type: openapi}]
workflows:
  - workflowId: w
    steps:
      - stepId: place
        operationId: placeOrder
        requestBody:
          payload:
            item: [$inputs.ä]
            amount: many
          replacements:
            - target: /amount
              value: \"🍵\"
        outputs:
          id: $response.body#/idd
      - stepId: get
        operationId: getOrder
        parameters:
          - name: id
            in: path
            value: $steps.place.outputs.id
          - {name: full, in: query, value: {a: 1}}
          - reference: $components.parameters.full
            value: {ö: {b: 2}}
          - reference: $components.parameters.none
      - stepId: again
        operationId: placeOrder
        requestBody:
          contentType: application/json
          payload: {note: x}
    outputs:
      id: $steps.place.outputs.id
components:
  parameters:
    full: {name: full, in: query, value: true}
    none: {name: none, in: query, value: true}
";
    let (document, compiled) = of_shop(text);
    let report = fit(&document, &compiled.unwrap(), &options());
    let found = report.diagnostics.iter().map(|it| {
        let position = it.place().position.unwrap();
        format!("{}:{} {}", position.line, position.column, it.rule.id)
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "12:19 flow-type-fits",
            "13:21 flow-type-fits",
            "16:22 flow-type-fits",
            "24:20 flow-known-answer",
            "25:44 flow-type-fits",
            "27:20 flow-type-fits",
            "28:13 flow-known-parameter",
            "33:20 flow-required-input",
            "35:11 flow-known-answer",
        ]
    );
}

/// What an operation requires is missed where it could be given.
#[test]
fn what_is_missing_is_told_where_it_is_missing() {
    let step = |parameters: &str, body: &str| {
        format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml", "type": "openapi"}}],
              "workflows": [{{"workflowId": "w", "steps": [
                {{"stepId": "place", "operationId": "placeOrder"{body}}}, {{"stepId": "get", "operationId": "getOrder"{parameters}}}]}}]}}"#
        )
    };
    let (id, item) = (
        r#", "parameters": [{"name": "id", "in": "path", "value": "7"}]"#,
        r#", "requestBody": {"payload": {"item": "a"}}"#,
    );
    let parameter = "the required parameter \"id\" of the operation \"getOrder\" is not set";
    let member = "the required member \"item\" of the body is not set";
    let body = "the required body of the operation \"placeOrder\" is not set";
    for (text, pointer, message) in [
        (step("", item), "/workflows/0/steps/1", parameter),
        (step(&id.replace("id", "full").replace("path", "query"), item), "/workflows/0/steps/1/parameters", parameter),
        (step(id, &item.replace("\"item\": \"a\"", "")), "/workflows/0/steps/0/requestBody/payload", member),
        (step(id, ""), "/workflows/0/steps/0", body),
        (file("placeOrder", "getOrder", &links(&[ITEM])), "/flows/0/links", parameter),
        (file("placeOrder", "getOrder", &links(&[ID])), "/flows/0/links", body),
        // of several at one place, none is lost
        (file("placeOrder", "getOrder", ""), "/flows/0/links", &format!("{body}; {parameter}")),
    ] {
        let (document, compiled) = of_shop(&text);
        let report = fit(&document, &compiled.unwrap(), &options());
        let found = report.diagnostics.iter().find(|it| it.rule.id == "flow-required-input").expect(&text);
        assert_eq!((found.pointer.as_deref(), found.message.as_str()), (Some(pointer), message), "{text}");
    }
}

#[test]
fn an_override_that_cannot_be_made_stands_at_its_member() {
    for (operation, path, expected) in [
        ("getOrders", "parameters.1.required", "/overrides/0/operationId"),
        ("getOrder", "parameters.9.required", "/overrides/0/fieldPath"),
    ] {
        let more = format!(
            r#""overrides": [{{"sourceId": "shop", "operationId": "{operation}", "fieldPath": "{path}", "value": true}}], "flows""#
        );
        let text = file("placeOrder", "getOrder", &links(&[ITEM, ID])).replace("\"flows\"", &more);
        let (document, compiled) = of_shop(&text);
        let Err(error @ CompileError::Override { .. }) = compiled else { panic!("{operation} {path}") };
        let report = override_finding(&document, &error, &options());
        assert_eq!(report.diagnostics[0].pointer.as_deref(), Some(expected));
    }
}

/// Why a flow cannot be planned is told at the same places.
#[test]
fn what_keeps_a_flow_from_running_stands_at_the_member_at_fault() {
    let place_of = |text: &str| -> String {
        let (document, compiled): (Document, _) = of_shop(text);
        let error = compiled.unwrap().workflows.workflow("order").unwrap_err();
        pointer_to(document.json(), error.offset().unwrap()).unwrap()
    };
    for (text, expected) in [
        (file("placeOrder", "getOrders", ""), "/flows/0/actions/1/operationId"),
        (
            file("placeOrder", "getOrder", "").replacen("\"sourceId\": \"shop\"", "\"sourceId\": \"a\"", 1),
            "/flows/0/actions/0/sourceId",
        ),
        (
            file("placeOrder", "getOrder", &links(&[(("gut", "responses.success.id"), ("get", "parameters.id"))])),
            "/flows/0/links/0/origin/actionId",
        ),
        (
            file("placeOrder", "getOrder", &links(&[ITEM, (("place", "id"), ("get", "parameters.id"))])),
            "/flows/0/links/1/origin/fieldPath",
        ),
        (
            file(
                "placeOrder",
                "getOrder",
                &links(&[ITEM, (("get", "responses.success.id"), ("place", "requestBody.a"))]),
            ),
            "/flows/0/links/1/origin/actionId",
        ),
    ] {
        assert_eq!(place_of(&text), expected, "{text}");
    }
}

#[test]
fn indices_in_brackets_are_read_and_told() {
    let text = file(
        "placeOrder",
        "getOrder",
        &links(&[ITEM, (("place", "responses.success.lines[0]"), ("get", "parameters.id"))]),
    );
    let report = check(AGENTS_JSON, &text, false);
    let spelled = report.diagnostics.iter().find(|it| it.rule.id == "agents-json-path-spelling").unwrap();
    assert_eq!(spelled.pointer.as_deref(), Some("/flows/0/links/1/origin/fieldPath"));
    assert_eq!(spelled.message, "the path is \"responses.success.lines[0]\", expected \"responses.success.lines.0\"");
    let (_, compiled) = of_shop(&text);
    let compiled = compiled.unwrap();
    let step = &compiled.workflows.workflow("order").unwrap().steps[1];
    assert_eq!(step.arguments[0].value.to_json().as_str(), Some("$steps.place.outputs.success#/lines/0"));
}

#[test]
fn a_path_without_its_root_is_told_with_it() {
    for (origin, target, end, expected) in [
        (("place", "items[0].name"), ("get", "parameters.id"), "origin", "write `\"responses.success.items.0.name\"`"),
        (
            ("order", "item"),
            ("place", "requestBody.item"),
            "origin",
            "write `\"parameters.item\"` or `\"requestBody.item\"`",
        ),
        (
            ("order", "parameters.item"),
            ("place", "lines[0]"),
            "target",
            "write `\"parameters.lines.0\"` or `\"requestBody.lines.0\"`",
        ),
        (("place", "responses.success.id"), ("order", "id"), "target", "write `\"responses.success.id\"`"),
        (
            ("order", "parameters.lines[0].a"),
            ("place", "requestBody.a"),
            "origin",
            "for a member of the parameter, write `parameters.lines.0`",
        ),
    ] {
        let report = check(AGENTS_JSON, &file("placeOrder", "getOrder", &link(origin, target)), false);
        let pointer = format!("/flows/0/links/0/{end}/fieldPath");
        let found = report.diagnostics.iter().find(|it| it.pointer.as_deref() == Some(&pointer)).unwrap();
        assert_eq!(found.help.as_deref(), Some(expected), "{origin:?} {target:?}");
    }
}

#[test]
fn an_expression_that_is_none_is_told_as_it_is_meant() {
    for (text, expected) in [
        ("$response.body.id", Some("$response.body#/id")),
        ("$response.body.items[0].name", Some("$response.body#/items/0/name")),
        ("$response.body[0]['a/b']", Some("$response.body#/0/a~1b")),
        ("$response.body#id", Some("$response.body#/id")),
        ("$response.headers.Location", Some("$response.header.Location")),
        ("$response.statusCode", Some("$statusCode")),
        ("$request.body.id", Some("$request.body#/id")),
        ("$input.name", Some("$inputs.name")),
        ("$steps.find.pets[0].id", Some("$steps.find.outputs.pets#/0/id")),
        ("$steps.find.output.pets", Some("$steps.find.outputs.pets")),
        ("$statuscode", Some("$statusCode")),
        ("$inputs.i ", Some("$inputs.i")),
        ("$url ", Some("$url")),
        ("$response.body#/items[0].id", Some("$response.body#/items/0/id")),
        ("$inputs.a#/b/c[1][2]/d", Some("$inputs.a#/b/c/1/2/d")),
        ("$response.body#/id", None),
        ("$response.body#/a[b]/~1[", None),
        ("$response.body#items/0/sku", Some("$response.body#/items/0/sku")),
        ("$response.body$.items[0].sku", Some("$response.body#/items/0/sku")),
        ("$response.header['X-Id']", Some("$response.header.X-Id")),
        ("$response.nothing", None),
        ("$amount", None),
        ("$steps.find.outputs", None),
        ("inputs.name", None),
    ] {
        assert_eq!(Expression::meant(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn an_expression_without_its_dollar_or_in_braces_is_told_where_only_expressions_are() {
    for (text, expected) in [
        ("response.body.id", Some("$response.body#/id")),
        ("steps.find.outputs.a", Some("$steps.find.outputs.a")),
        ("${steps.find.outputs.a}", Some("$steps.find.outputs.a")),
        ("{$response.body}", Some("$response.body")),
        ("$body.ok", Some("$response.body#/ok")),
        ("Done", None),
        ("response", None),
        ("$steps[0].outputs.a", None),
    ] {
        assert_eq!(Expression::meant_alone(text).as_deref(), expected, "{text}");
    }
}

/// What has no `$` is told nothing of a literal one.
#[test]
fn a_literal_dollar_is_advised_where_there_is_one() {
    for (output, expected) in [
        ("Done", "write one, such as `$response.body#/id`"),
        ("$done", "write one, such as `$response.body#/id`; in a text that is sent, `$$` is a literal `$`"),
    ] {
        let report = check(ARAZZO, &arazzo(&format!(r#"{{"a": "{output}"}}"#), STATUS, OBJECT), false);
        let found: Vec<_> = report.diagnostics.iter().filter(|it| it.rule.id == "arazzo-expression").collect();
        assert_eq!(found.len(), 1, "{report:?}");
        assert_eq!(found[0].help.as_deref(), Some(expected));
    }
}

#[test]
fn a_condition_of_a_programming_language_is_told_as_one_of_arazzo() {
    for (text, expected) in [
        ("$body.ok == true", Some("$response.body#/ok == true")),
        ("$response.status == 200", Some("$statusCode == 200")),
        ("response.status == 200", Some("$statusCode == 200")),
        ("$statusCode === 200", Some("$statusCode == 200")),
        ("$statusCode = 200", Some("$statusCode == 200")),
        ("{$statusCode} == 200", Some("$statusCode == 200")),
        ("$statusCode == 200 and $response.body#/ok == true", Some("$statusCode == 200 && $response.body#/ok == true")),
        ("not $response.body#/ok OR $statusCode !== 200", Some("! $response.body#/ok || $statusCode != 200")),
        (r#"$response.body#/id == "it's""#, Some("$response.body#/id == 'it''s'")),
        ("$statusCode in [200, 201]", Some("($statusCode == 200 || $statusCode == 201)")),
        ("$response.body[0].id in ['a']", Some("($response.body[0].id == 'a')")),
        ("$statusCode == 2xx", None),
        ("'open", None),
        ("in [1]", None),
        ("", None),
    ] {
        assert_eq!(Condition::meant(text).as_deref(), expected, "{text}");
    }
    // each list of a list would double the correction
    assert_eq!(Condition::meant(&format!("$statusCode{}", " in [1, 2]".repeat(200))), None);
}

#[test]
fn an_output_that_only_the_called_workflow_has_is_passed_on_by_its_step() {
    let text = arazzo(r#"{"a": "$steps.call.outputs.items"}"#, STATUS, OBJECT).replace(
        r#"{"stepId": "find", "operationId""#,
        r#"{"stepId": "call", "workflowId": "other"}, {"stepId": "find", "operationId""#,
    );
    let text = text.replace(
        r#""workflows": ["#,
        r#""workflows": [{"workflowId": "other", "steps": [{"stepId": "one", "operationId": "find"}], "outputs": {"items": "$statusCode"}}, "#,
    );
    let report = check(ARAZZO, &text, false);
    let found: Vec<_> = report.diagnostics.iter().filter(|it| it.rule.id == "arazzo-named").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].help.as_deref(), Some("add the output to the step call: `items: $outputs.items`"));
}

fn arazzo(outputs: &str, criterion: &str, inputs: &str) -> String {
    format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "s", "url": "s.yaml", "type": "openapi"}}],
          "workflows": [{{"workflowId": "w", "inputs": {inputs}, "steps": [{{"stepId": "find", "operationId": "find", "successCriteria": [{criterion}],
            "outputs": {{"items": "$response.body"}}}}], "outputs": {outputs}}}]}}"#
    )
}

const OUTPUTS: &str = r#"{"a": "$steps.find.outputs.items"}"#;
const STATUS: &str = r#"{"condition": "$statusCode == 200"}"#;
const OBJECT: &str = r#"{"type": "object", "properties": {"items": {}}}"#;

#[test]
fn what_stands_further_in_a_value_is_told_as_a_pointer() {
    for (value, expected) in [
        ("$steps.find.outputs.items[0].name", "write `$steps.find.outputs.items#/0/name`"),
        ("$steps.find.outputs.items.0.name", "write `$steps.find.outputs.items#/0/name`"),
        ("$inputs.items[0].name", "for a member of the input, write `$inputs.items#/0/name`"),
        ("$response.body.id", "did you mean \"$response.body#/id\"?"),
        ("$steps.find.outputs.items#/0[1].id", "did you mean \"$steps.find.outputs.items#/0/1/id\"?"),
        ("$inputs.items ", "did you mean \"$inputs.items\"?"),
    ] {
        let report = check(ARAZZO, &arazzo(&format!(r#"{{"a": "{value}"}}"#), STATUS, OBJECT), false);
        let helps: Vec<_> = report.diagnostics.iter().map(|it| it.help.as_deref().unwrap_or_default()).collect();
        assert_eq!(helps, [expected], "{value}");
    }
}

/// `adp check --fix` writes the replacement.
#[test]
fn a_misspelled_name_has_a_replacement() {
    let jump = r#""operationId": "find", "onSuccess": [{"name": "again", "type": "goto", "stepId": "fnd"}]"#;
    let text = arazzo(OUTPUTS, STATUS, OBJECT).replace(r#""operationId": "find""#, jump);
    let report = check(ARAZZO, &text, false);
    let found: Vec<_> = report.diagnostics.iter().map(|it| (it.rule.id, it.replacement.as_deref())).collect();
    assert_eq!(found, [("arazzo-named", Some("\"find\""))]);
}

/// What is no expression is a text; one that was probably meant as an expression is told.
#[test]
fn a_text_that_is_nearly_an_expression_is_told() {
    for (payload, expected) in [
        (r#"{"a": "$input.items"}"#, Some("did you mean \"$inputs.items\"?")),
        (r#"{"a": "{$output.a}"}"#, Some("did you mean \"$outputs.a\"?")),
        (r#"["order {$step.find.outputs.items} of today"]"#, Some("did you mean \"$steps.find.outputs.items\"?")),
        (r#"["o-{$stps.find.outputs.items}"]"#, Some("did you mean \"$steps.find.outputs.items\"?")),
        (r#""{$group.a}, {$100}, {$unclosed, {$$inputs.name}""#, None),
        (r#"["$set", "$total", "$100", "$$ROOT", "$in.a", "$group.a"]"#, None),
        (r#""$$inputs.name""#, None),
    ] {
        let text = arazzo(OUTPUTS, STATUS, OBJECT).replace(
            r#""operationId": "find""#,
            &format!(r#""operationId": "find", "requestBody": {{"payload": {payload}}}"#),
        );
        let report = check(ARAZZO, &text, false);
        let found: Vec<_> =
            report.diagnostics.iter().map(|it| (it.rule.id, it.help.as_deref().unwrap_or_default())).collect();
        let expected: Vec<_> = expected.iter().map(|help| ("arazzo-nearly", *help)).collect();
        assert_eq!(found, expected, "{payload}");
    }
}

/// Arazzo 1.0.1, section 4.6.11: the condition of a type is one of that type.
#[test]
fn patterns_queries_and_schemas_that_are_none_are_found() {
    let criterion = |kind: &str, condition: &str| {
        format!(r#"{{"context": "$response.body", "condition": "{condition}", "type": {kind}}}"#)
    };
    let condition = ("arazzo-criterion", "/workflows/0/steps/0/successCriteria/0/condition");
    let inputs = |place: &'static str| ("arazzo-inputs", place);
    let dialect = r#"{"type": "jsonpath", "version": "draft-goessner-dispatch-jsonpath-00"}"#;
    for (text, expected) in [
        (arazzo(OUTPUTS, &criterion("\"regex\"", "^20[0-9]$"), OBJECT), vec![]),
        (arazzo(OUTPUTS, &criterion("\"regex\"", "^20[0-9$"), OBJECT), vec![condition]),
        (arazzo(OUTPUTS, &criterion("\"regex\"", "a{2,1}"), OBJECT), vec![condition]),
        (arazzo(OUTPUTS, &criterion("\"jsonpath\"", "$.a[?@.b > 1]"), OBJECT), vec![]),
        (arazzo(OUTPUTS, &criterion("\"jsonpath\"", "$.a[?@.b >"), OBJECT), vec![condition]),
        (arazzo(OUTPUTS, &criterion(dialect, "items.a"), OBJECT), vec![condition]),
        (arazzo(OUTPUTS, STATUS, r#"{"type": "objekt"}"#), vec![inputs("/workflows/0/inputs/type")]),
        (
            arazzo(OUTPUTS, STATUS, r#"{"type": "object", "properties": {"a": {"type": "string", "minLength": "3"}}}"#),
            vec![inputs("/workflows/0/inputs/properties/a/minLength")],
        ),
        (
            arazzo(OUTPUTS, STATUS, r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}}"##),
            vec![inputs("/workflows/0/inputs/properties/a/$ref")],
        ),
        // what is not fetched may be a schema
        (arazzo(OUTPUTS, STATUS, r#"{"$ref": "https://schemas.example/a.json"}"#), vec![inputs("/workflows/0/inputs")]),
        (
            arazzo(OUTPUTS, STATUS, r##"{"$ref": "#/components/inputs/a"}"##).replace(
                "\"workflows\"",
                "\"components\": {\"inputs\": {\"a\": {\"type\": [\"text\"]}}}, \"workflows\"",
            ),
            vec![inputs("/components/inputs/a/type")],
        ),
    ] {
        let found: Vec<_> = told(&check(ARAZZO, &text, false));
        let found: Vec<_> = found.iter().map(|(rule, place)| (*rule, place.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(parse(ARAZZO, &arazzo(OUTPUTS, STATUS, OBJECT)).root().len(), 4);
}

#[test]
fn a_path_with_too_many_segments_is_told_its_limit() {
    let long = format!("requestBody{}", ".a".repeat(33));
    let text = file("placeOrder", "getOrder", &link(("order", "parameters.item"), ("place", &long)));
    let report = check(AGENTS_JSON, &text, false);
    let found = report.diagnostics.iter().find(|it| it.rule.id == "agents-json-path").unwrap();
    let expected = "write at most 32 names or indexes, separated by single dots";
    assert_eq!(
        (found.pointer.as_deref(), found.help.as_deref()),
        (Some("/flows/0/links/0/target/fieldPath"), Some(expected))
    );
}

/// A path has no room for a parameter that it does not name; a query has.
#[test]
fn an_unknown_parameter_is_told_whether_it_is_sent() {
    for (place, expected) in [("path", "\"ids\"; it is not sent"), ("query", "\"ids\"; it is sent anyway")] {
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml", "type": "openapi"}}],
              "workflows": [{{"workflowId": "w", "steps": [{{"stepId": "s", "operationId": "getOrder", "parameters": [
                {{"name": "id", "in": "path", "value": "7"}}, {{"name": "ids", "in": "{place}", "value": "7"}}]}}]}}]}}"#
        );
        let (document, compiled) = of_shop(&text);
        let found = fit(&document, &compiled.unwrap(), &options()).diagnostics;
        assert!(found.len() == 1 && found[0].message.ends_with(expected), "{found:?}");
    }
}

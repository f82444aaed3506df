//! What is lost where an Arazzo document becomes a file of flows.

use crate::flows::{samples::options, workflow::of_shop};
use adp_flows::workflow;
use agent_description::{Json, json::pointer::lookup};

/// What a flow would send elsewhere, or under another name, is left out and told.
#[test]
fn what_a_flow_would_send_elsewhere_is_a_loss() {
    let converted = |step: &str| {
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml"}}],
              "workflows": [{{"workflowId": "w", "inputs": {{"type": "object", "properties": {{"a": {{}}}}}}, "steps": [{step}]}}]}}"#
        );
        let (document, compiled) = of_shop(&text);
        let back = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap();
        let lost: Vec<_> = back.losses.iter().map(|it| (it.pointer.clone(), it.severity.as_str())).collect();
        (lost, back.document.json().to_compact().matches("fieldPath").count() / 2)
    };
    let parameter = |place: &str| {
        converted(&format!(
            r#"{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "$inputs.a"}},
                {{"name": "X-API-Key", "in": "{place}", "value": "$inputs.a"}}]}}"#
        ))
    };
    let response = || ("/workflows/0/outputs".to_owned(), "warning");
    let lost = |place: &str| vec![(format!("/workflows/0/steps/0/{place}"), "error"), response()];
    assert_eq!(parameter("query"), (vec![response()], 2));
    for place in ["header", "cookie"] {
        assert_eq!(parameter(place), (lost("parameters"), 1), "{place}");
    }
    for name in ["a.b", "0", "a[0]", ""] {
        let body = format!(r#"{{"{name}": "$inputs.a", "plain": "$inputs.a"}}"#);
        let step = format!(r#"{{"stepId": "s", "operationId": "placeOrder", "requestBody": {{"payload": {body}}}}}"#);
        assert_eq!(converted(&step), (lost("requestBody"), 1), "{name}");
    }
}

/// Each keyword that a file of flows has no room for is told, with its place.
#[test]
fn what_a_flow_does_not_say_of_its_inputs_is_a_loss() {
    let lost = |inputs: &str| -> Vec<(String, &'static str)> {
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml"}}],
              "workflows": [{{"workflowId": "w", "inputs": {inputs}, "steps": [{{"stepId": "s", "operationId": "getOrder",
                "parameters": [{{"name": "id", "in": "path", "value": "$inputs.id"}}], "outputs": {{"b": "$response.body"}}}}], "outputs": {{"b": "$steps.s.outputs.b"}}}}],
              "components": {{"inputs": {{"id": {{"type": "string", "minLength": 1}}}}}}}}"#
        );
        let (document, compiled) = of_shop(&text);
        let back = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap();
        let place = |pointer: &str| pointer.trim_start_matches("/workflows/0/inputs").to_owned();
        back.losses.iter().map(|it| (place(&it.pointer), it.severity.as_str())).collect()
    };
    let of_id = |schema: &str| lost(&format!(r#"{{"type": "object", "properties": {{"id": {schema}}}}}"#));
    assert!(of_id(r#"{"type": "string", "description": "Which."}"#).is_empty());
    assert!(
        lost(r#"{"type": "object", "properties": {"id": {}}, "required": ["id"], "additionalProperties": false}"#)
            .is_empty()
    );
    for (schema, keyword, severity) in [
        (r#"{"pattern": "^[0-9]+$"}"#, "/pattern", "warning"),
        (r#"{"minimum": 1}"#, "/minimum", "warning"),
        (r#"{"type": ["string", "null"]}"#, "/type", "warning"),
        (r#"{"enum": ["a"]}"#, "/enum", "warning"),
        (r#"{"allOf": [{"type": "string"}]}"#, "/allOf", "warning"),
        (r##"{"$ref": "#/components/inputs/id"}"##, "/$ref", "warning"),
        (r#"{"items": {"type": "string"}, "type": "array"}"#, "/items", "warning"),
        (r#"{"default": 1}"#, "/default", "note"),
        (r#"{"a/b": 1}"#, "/a~1b", "warning"),
        ("false", "", "warning"),
    ] {
        assert_eq!(of_id(schema), [(format!("/properties/id{keyword}"), severity)], "{schema}");
    }
    let whole = |keyword: &str| lost(&format!(r#"{{"type": "object", "properties": {{"id": {{}}}}, {keyword}}}"#));
    assert_eq!(whole(r#""minProperties": 1"#), [("/minProperties".to_owned(), "warning")]);
    assert_eq!(
        whole(r#""additionalProperties": {"type": "string"}"#),
        [("/additionalProperties".to_owned(), "warning")]
    );
    // what is asked for without being declared is declared
    assert_eq!(whole(r#""required": ["more"]"#), [(String::new(), "warning")]);
    // the two members of a flow's arguments
    let of_flow = |members: &str| {
        lost(&format!(
            r#"{{"type": "object", "properties": {{"parameters": {{"type": "object", "properties": {{"id": {{"maxLength": 3}}}}, "maxProperties": 1}}{members}}}, "minProperties": 1}}"#
        ))
    };
    let parameters = "/properties/parameters";
    let expected = |more: &[(&str, &'static str)]| -> Vec<(String, &'static str)> {
        let own = [
            ("/minProperties".to_owned(), "warning"),
            (format!("{parameters}/maxProperties"), "warning"),
            (format!("{parameters}/properties/id/maxLength"), "warning"),
        ];
        own.into_iter().chain(more.iter().map(|(place, severity)| ((*place).to_owned(), *severity))).collect()
    };
    let told = |members: &str| {
        // the id is no member of the arguments, and links cannot express it
        of_flow(members).into_iter().filter(|(place, _)| !place.starts_with("/workflows")).collect::<Vec<_>>()
    };
    assert_eq!(told(r#", "requestBody": {"type": "object", "minProperties": 1}"#), expected(&[]));
    assert_eq!(
        told(r##", "requestBody": {"$ref": "#/components/inputs/id"}"##),
        expected(&[("/properties/requestBody", "error")])
    );
}

/// Members that only one of the formats has are told, each with its place.
#[test]
fn members_of_the_own_format_are_losses() {
    let text = r#"{"agentsJson": "0.1.0", "x-a": 1, "info": {"title": "S", "version": "1.0.0", "description": "O.", "x-b": 1},
      "sources": [{"id": "shop", "path": "shop.yaml", "x-c": 1}],
      "flows": [{"id": "f", "title": "F", "description": "F.", "x-d": 1,
        "actions": [{"id": "a", "sourceId": "shop", "operationId": "placeOrder", "x/e": 1}],
        "links": [{"origin": {"actionId": "f", "fieldPath": "requestBody", "x-f": 1}, "target": {"actionId": "a", "fieldPath": "requestBody"}, "x-g": 1}],
        "fields": {"parameters": [{"name": "p", "default": 1}], "requestBody": {"content": {"application/json": {"example": {}}, "text/plain": {}}, "x-h": 1},
          "responses": {"success": {"type": "object"}, "example": {}}}}]}"#;
    let (document, compiled) = of_shop(text);
    let losses = workflow::to_arazzo(&document, &compiled.unwrap(), false).unwrap().losses;
    let mut lost: Vec<_> = losses.iter().map(|it| it.pointer.as_str()).collect();
    lost.sort_unstable();
    let flow = "/flows/0";
    let fields = format!("{flow}/fields");
    let mut expected = [
        "/x-a".to_owned(),
        "/info/x-b".to_owned(),
        "/sources/0/x-c".to_owned(),
        format!("{flow}/x-d"),
        format!("{flow}/actions/0/x~1e"),
        // the response of the last action is the flow's
        format!("{flow}/links"),
        format!("{flow}/links/0/origin/x-f"),
        format!("{flow}/links/0/x-g"),
        format!("{fields}/requestBody/content/application~1json/example"),
        format!("{fields}/requestBody/content/text~1plain"),
        format!("{fields}/requestBody/x-h"),
        format!("{fields}/responses"),
        format!("{fields}/responses/example"),
    ];
    expected.sort_unstable();
    assert_eq!(lost, expected);
}

/// A loss below a long name is told: with its place, or that of the map if the pointer would be too long.
#[test]
fn members_below_long_names_are_losses() {
    let lost = |length: usize| {
        let name = "p".repeat(length);
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml"}}],
              "workflows": [{{"workflowId": "w", "steps": [{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": 1}}]}}]}}],
              "components": {{"parameters": {{"{name}": {{"name": "q", "in": "query", "value": 1, "x-i": 1}}}}}}}}"#
        );
        let (document, compiled) = of_shop(&text);
        let losses = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap().losses;
        let mut below = losses.into_iter().map(|it| it.pointer).filter(|it| it.starts_with("/components"));
        (below.next().unwrap(), below.next())
    };
    assert_eq!(lost(300), (format!("/components/parameters/{}/x-i", "p".repeat(300)), None));
    assert_eq!(lost(100_000), ("/components/parameters".to_owned(), None));
}

/// A value that a file of flows cannot have, or would send elsewhere, is told with its place; no link is written for it.
#[test]
fn values_of_a_workflow_that_a_flow_cannot_have_are_losses() {
    let text = r##"{"arazzo": "1.0.1", "x-a": 1, "info": {"title": "a", "version": "1", "summary": "s", "description": "d", "x-b": 1},
      "sourceDescriptions": [{"name": "shop", "url": "shop.yaml", "type": "openapi", "x-c": 1}, {"name": "gone", "url": "gone.yaml", "type": "openapi"}],
      "workflows": [{"workflowId": "w", "x-d": 1, "inputs": {"type": "object", "properties": {"a": {}, "a.b": {}}},
        "steps": [
          {"stepId": "s", "x-e": 1, "operationId": "$sourceDescriptions.shop.placeOrder", "requestBody": {"x-f": 1, "payload": {"item": "$inputs.a"}, "replacements": [
            {"target": "/b", "value": 5, "x-g": 1},
            {"target": "/c.d", "value": "$inputs.a"},
            {"target": "/e", "value": "$inputs.a.b"},
            {"target": "/f/-", "value": "$inputs.a"},
            {"target": "/g", "value": "$inputs.a#/h.i"},
            {"target": "/j/300", "value": "$inputs.a"},
            {"target": "/k/1", "value": "$inputs.a#/l~1m/300"}]}},
          {"stepId": "t", "operationId": "$sourceDescriptions.gone.get", "parameters": [
            {"name": "X", "in": "header", "value": "$inputs.a"}, {"name": "X", "in": "query", "value": "$inputs.a", "x-h": 1},
            {"name": "0", "in": "query", "value": "$inputs.a"}, {"name": "y.z", "in": "query", "value": "$inputs.a"}]}]}],
      "components": {"parameters": {"q": {"name": "q", "in": "query", "value": 1, "x-i": 1}}}}"##;
    let (document, compiled) = of_shop(text);
    let back = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap();
    let mut lost: Vec<_> = back.losses.iter().map(|it| it.pointer.as_str()).collect();
    lost.sort_unstable();
    let steps = "/workflows/0/steps";
    let replacements = format!("{steps}/0/requestBody/replacements");
    let mut expected = vec![
        "/x-a".to_owned(),
        "/info/x-b".to_owned(),
        "/info/description".to_owned(),
        "/sourceDescriptions/0/x-c".to_owned(),
        "/workflows/0/x-d".to_owned(),
        format!("{steps}/0/x-e"),
        format!("{steps}/0/requestBody/x-f"),
        format!("{replacements}/0/x-g"),
        format!("{steps}/1/parameters/1/x-h"),
        "/components/parameters/q/x-i".to_owned(),
        "/workflows/0/outputs".to_owned(),
    ];
    expected.extend((0..=5).map(|number| format!("{replacements}/{number}")));
    expected.extend((0..3).map(|_| format!("{steps}/1/parameters")));
    expected.sort_unstable();
    assert_eq!(lost, expected);
    let links = lookup(back.document.json(), "/flows/0/links").and_then(Json::as_array).unwrap();
    let ends = |end: &str| -> Vec<_> {
        links.iter().map(|link| link.get(end).unwrap().get("fieldPath").unwrap().as_str().unwrap()).collect()
    };
    assert_eq!(ends("target"), ["requestBody.item", "requestBody.k.1", "parameters.X"]);
    assert_eq!(ends("origin"), ["parameters.a", "parameters.a.l/m.300", "parameters.a"]);
}

/// A list of losses that ends early says so.
#[test]
fn more_losses_than_are_listed_are_told() {
    let more: String = (0..1500).map(|number| format!(r#""x-{number}": 1, "#)).collect();
    let text = format!(
        r#"{{"agentsJson": "0.1.0", {more} "info": {{"title": "S", "version": "1.0.0", "description": "O."}}, "sources": [{{"id": "shop", "path": "shop.yaml"}}],
          "flows": [{{"id": "f", "title": "F", "description": "F.", "actions": [{{"id": "a", "sourceId": "shop", "operationId": "placeOrder"}}],
            "links": [], "fields": {{"parameters": [], "responses": {{"success": {{}}}}}}}}]}}"#
    );
    let (document, compiled) = of_shop(&text);
    let losses = workflow::to_arazzo(&document, &compiled.unwrap(), false).unwrap().losses;
    assert_eq!(losses.len(), 1001);
    let last = "only the first 1000 losses are listed; correct them and convert again";
    assert_eq!((losses[999].pointer.as_str(), losses[1000].reason.as_str()), ("/x-999", last));
}

/// Without outputs, a workflow returns nothing, and a flow the whole response of its last action.
#[test]
fn a_response_that_only_the_flow_returns_is_a_loss() {
    for (outputs, expected) in [
        ("{}", vec!["/workflows/0/outputs"]),
        // no link can express it
        (r#"{"a": "$statusCode"}"#, vec!["/workflows/0/outputs", "/workflows/0/outputs"]),
        (r#"{"a": "$steps.s.outputs.id"}"#, vec![]),
    ] {
        let text = format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "a", "version": "1"}}, "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml"}}],
              "workflows": [{{"workflowId": "w", "inputs": {{"type": "object", "properties": {{"id": {{}}}}}}, "steps": [{{"stepId": "s", "operationId": "getOrder",
                "parameters": [{{"name": "id", "in": "path", "value": "$inputs.id"}}], "outputs": {{"id": "$response.body#/id"}}}}], "outputs": {outputs}}}]}}"#
        );
        let (document, compiled) = of_shop(&text);
        let compiled = compiled.unwrap();
        let losses = workflow::to_agents_json(&document, &compiled, false).unwrap().losses;
        let lost: Vec<_> = losses.iter().map(|it| it.pointer.as_str()).collect();
        assert_eq!(lost, expected, "{outputs}");
        assert_eq!(workflow::to_agents_json(&document, &compiled, true).is_err(), !expected.is_empty(), "{outputs}");
    }
}

/// The result keeps the rules of its format. A value that its operations require may be lost: `fit` finds it.
#[test]
fn a_required_value_that_is_lost_is_found_in_the_result() {
    let text = r#"{"arazzo": "1.0.1", "info": {"title": "a", "version": "1"}, "sourceDescriptions": [{"name": "shop", "url": "shop.yaml", "type": "openapi"}],
      "workflows": [{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}]}]}]}"#;
    let (document, compiled) = of_shop(text);
    let back = workflow::to_agents_json(&document, &compiled.unwrap(), false).unwrap();
    assert_eq!(
        (back.losses[0].pointer.as_str(), back.losses[0].severity.as_str()),
        ("/workflows/0/steps/0/parameters", "error")
    );
    let (document, compiled) = of_shop(back.document.source());
    let found = workflow::fit(&document, &compiled.unwrap(), &options()).diagnostics;
    assert_eq!(found.iter().map(|it| it.rule.id).collect::<Vec<_>>(), ["flow-required-input"]);
}

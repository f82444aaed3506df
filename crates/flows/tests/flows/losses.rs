//! What is lost where an Arazzo document becomes a file of flows.

use crate::flows::workflow::of_shop;
use adp_flows::workflow;

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
    let lost = |place: &str| vec![(format!("/workflows/0/steps/0/{place}"), "error")];
    assert_eq!(parameter("query"), (vec![], 2));
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
                "parameters": [{{"name": "id", "in": "path", "value": "$inputs.id"}}]}}]}}],
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

//! Values of responses that go to other origins: only with consent, by whatever way they take.

use crate::run::{
    server::{Server, json},
    shop::{arazzo, code, compiled, dry_run, openapi, run, runner},
};
use adp_flows::{
    plan::{Crossing, Plan},
    workflow::Workflows,
};

/// Two services with the operations of the shop, at origins of their own.
struct Two {
    shop: Server,
    other: Server,
}

impl Two {
    fn start() -> Self {
        let service = || {
            Server::start(|_, _| {
                let mut reply = json("200 OK", r#"{"id": "private-7", "items": [{"n": "x"}]}"#);
                if let crate::run::server::Reply::With(_, headers, _) = &mut reply {
                    headers.push(("x-left", "3".to_owned()));
                }
                reply
            })
        };
        Self { shop: service(), other: service() }
    }

    fn origins(&self) -> [String; 2] {
        [self.shop.origin(), self.other.origin()]
    }

    fn compiled(&self, workflows: &str) -> Workflows {
        let source = |name: &str| format!(r#"{{"name": "{name}", "url": "{name}.json", "type": "openapi"}}"#);
        let text = arazzo(workflows).replace(&source("shop"), &format!("{}, {}", source("shop"), source("other")));
        compiled(&text, &self.origins().map(|origin| openapi(&origin)))
    }
}

/// A step that calls `getOrder`, with more parameters and members.
fn get(step: &str, source: &str, id: &str, parameters: &str, more: &str) -> String {
    format!(
        r#"{{"stepId": "{step}", "operationId": "$sourceDescriptions.{source}.getOrder", "parameters": [{{"name": "id", "in": "path", "value": "{id}"}}{parameters}]{more}}}"#
    )
}

const ID: &str = r#", "outputs": {"id": "$response.body#/id"}"#;

fn workflow(id: &str, steps: &[String], more: &str) -> String {
    format!(r#"{{"workflowId": "{id}", "steps": [{}]{more}}}"#, steps.join(","))
}

/// Flows that only read, and take something of the shop's response to the other service: the value as the step has it.
fn crossing() -> Vec<(String, &'static str)> {
    let login = get("a", "shop", "7", "", ID);
    let to = |value: &str| get("b", "other", value, "", "");
    let with = |parameter: &str| get("b", "other", "7", parameter, "");
    let one = |steps: &[String]| workflow("w", steps, "");
    let inner = |step: String| workflow("inner", &[step], r#", "outputs": {"id": "$steps.a.outputs.id"}"#);
    let value = "$steps.a.outputs.id";
    let calls = |step: &str, more: &str| format!(r#"{{"stepId": "{step}", "workflowId": "inner"{more}}}"#);
    vec![
        (one(&[login.clone(), to(value)]), value),
        (one(&[login.clone(), to("x-{$steps.a.outputs.id}-y")]), value),
        (
            one(&[login.clone(), with(r#", {"name": "part", "in": "query", "value": ["a", "$steps.a.outputs.id"]}"#)]),
            value,
        ),
        (
            one(&[
                login.clone(),
                with(r#", {"name": "X-Request-Id", "in": "header", "value": "$steps.a.outputs.id"}"#),
            ]),
            value,
        ),
        (one(&[login.clone(), with(r#", {"name": "sid", "in": "cookie", "value": "$steps.a.outputs.id"}"#)]), value),
        (
            one(&[
                login.clone(),
                with(r#", {"name": "Authorization", "in": "header", "value": "Bearer {$steps.a.outputs.id}"}"#),
            ]),
            value,
        ),
        // a part of the response, a header, a status
        (
            one(&[
                get("a", "shop", "7", "", r#", "outputs": {"id": "$response.body"}"#),
                to("$steps.a.outputs.id#/items/0/n"),
            ]),
            "$steps.a.outputs.id#/items/0/n",
        ),
        (one(&[get("a", "shop", "7", "", r#", "outputs": {"id": "$response.header.x-left"}"#), to(value)]), value),
        (one(&[get("a", "shop", "7", "", r#", "outputs": {"id": "$statusCode"}"#), to(value)]), value),
        // through what a step of the shop was sent
        (
            one(&[
                login.clone(),
                get(
                    "c",
                    "shop",
                    "$steps.a.outputs.id",
                    "",
                    r#", "outputs": {"url": "$url", "id": "$request.path.id"}"#,
                ),
                with(r#", {"name": "part", "in": "query", "value": ["$steps.c.outputs.url"]}"#),
            ]),
            "$steps.c.outputs.url",
        ),
        // a body, of a request that changes nothing by its method
        (
            one(&[
                login.clone(),
                get("b", "other", "7", "", r#", "requestBody": {"payload": {"deep": ["$steps.a.outputs.id"]}}"#),
            ]),
            value,
        ),
        (
            one(&[
                login.clone(),
                get(
                    "b",
                    "other",
                    "7",
                    "",
                    r#", "requestBody": {"payload": {"x": 1}, "replacements": [{"target": "/x", "value": "$steps.a.outputs.id"}]}"#,
                ),
            ]),
            value,
        ),
        // outputs of workflows, by name and by default, and of workflows that have to have run before
        (
            [
                workflow("w", &[calls("c", r#", "outputs": {"id": "$outputs.id"}"#), to("$steps.c.outputs.id")], ""),
                inner(login.clone()),
            ]
            .join(","),
            "$steps.c.outputs.id",
        ),
        (
            [workflow("w", &[calls("c", ""), to("$steps.c.outputs.id")], ""), inner(login.clone())].join(","),
            "$steps.c.outputs.id",
        ),
        (
            [workflow("w", &[to("$workflows.inner.outputs.id")], r#", "dependsOn": ["inner"]"#), inner(login.clone())]
                .join(","),
            "$workflows.inner.outputs.id",
        ),
        // inputs of workflows
        (
            [
                workflow(
                    "w",
                    &[login.clone(), calls("c", r#", "parameters": [{"name": "q", "value": "$steps.a.outputs.id"}]"#)],
                    "",
                ),
                inner(get("a", "other", "{$inputs.q}", "", "")),
            ]
            .join(","),
            "$inputs.q",
        ),
        // a workflow that goes on with another one gives what that one gives
        (
            [
                workflow("w", &[calls("c", ""), to("$steps.c.outputs.id")], ""),
                workflow(
                    "inner",
                    &[get(
                        "x",
                        "other",
                        "7",
                        "",
                        r#", "onSuccess": [{"name": "g", "type": "goto", "workflowId": "last"}]"#,
                    )],
                    "",
                ),
                workflow("last", &[login], r#", "outputs": {"id": "$steps.a.outputs.id"}"#),
            ]
            .join(","),
            "$steps.c.outputs.id",
        ),
    ]
}

#[test]
fn values_of_one_origin_go_to_another_one_only_with_consent() {
    for (workflows, value) in crossing() {
        let two = Two::start();
        let [from, to] = two.origins();
        let compiled = two.compiled(&workflows);
        let unconfirmed = runner(&two.origins()).confirmed(false);
        let report = run(&unconfirmed, &compiled, "w", "{}");
        assert_eq!(code(&report), "flow-confirmation", "{workflows}");
        let message = &report.error.as_ref().unwrap().message;
        let shown = format!("receives {value} from the response of {from} to \"");
        assert!(message.contains(&format!("GET {to}/orders/")) && message.contains(&shown), "{message}");
        // consent to the other direction is none
        let wrong = unconfirmed.clone().allow_flow(to.parse().unwrap(), from.parse().unwrap());
        assert_eq!(code(&run(&wrong, &compiled, "w", "{}")), "flow-confirmation", "{workflows}");
        assert!(two.shop.lines().is_empty() && two.other.lines().is_empty(), "{workflows}");

        let allowed = unconfirmed.clone().allow_flow(from.parse().unwrap(), to.parse().unwrap());
        // a body makes a change of a request, which needs consent of its own
        let is_change = workflows.contains("requestBody");
        let expected = if is_change { "flow-confirmation" } else { "-" };
        assert_eq!(code(&run(&allowed, &compiled, "w", "{}")), expected, "{workflows}");
        for agreed in [allowed.confirmed(is_change), unconfirmed.clone().confirmed(true)] {
            let report = run(&agreed, &compiled, "w", "{}");
            assert_eq!(code(&report), "-", "{workflows}: {:?}", report.error);
            let told: Vec<_> = report.crossings.iter().map(|it| [&it.from, &it.to, &it.value]).collect();
            assert_eq!(told, [[from.as_str(), to.as_str(), value]], "{workflows}");
            assert!(two.other.lines().iter().any(|line| line.starts_with("GET /orders/")));
        }
        let planned: Vec<Crossing> = Plan::for_workflow(&compiled, "w", None).unwrap().crossings;
        assert_eq!(planned.iter().map(|it| it.value.as_str()).collect::<Vec<_>>(), [value], "{workflows}");
        assert_eq!(dry_run(&unconfirmed, &compiled, "w", "{}").crossings.len(), 1, "{workflows}");
    }
}

/// Flows that only read, and whose constant requests to the other service are sent or not by what the shop answered:
/// the value in the condition.
fn conditional() -> Vec<(String, &'static str)> {
    let other = get("b", "other", "7", "", "");
    let shop = |more: &str| get("a", "shop", "7", "", more);
    let one = |steps: &[String]| workflow("w", steps, "");
    let with_id = |more: &str| shop(&format!("{ID}{more}"));
    let calls = |id: &str| format!(r#"{{"stepId": "c", "workflowId": "{id}"}}"#);
    let value = "$steps.a.outputs.id";
    let digit = r#"[{"context": "$steps.a.outputs.id", "type": "regex", "condition": "^private"}]"#;
    let judged = r#", "successCriteria": [{"condition": "$response.body#/id == 'private-7'"}]"#;
    vec![
        (one(&[shop(judged), other.clone()]), "$response.body#/id"),
        (
            one(&[shop(r#", "successCriteria": [{"context": "$response.body", "type": "jsonpath", "condition": "$.items[?@.n == 'x']"}]"#), other.clone()]),
            "$response.body",
        ),
        // digit by digit
        (
            one(&[
                with_id(""),
                get("x", "shop", "8", "", &format!(r#", "onSuccess": [{{"name": "g", "type": "goto", "stepId": "b", "criteria": {digit}}}]"#)),
                get("y", "shop", "9", "", r#", "onSuccess": [{"name": "e", "type": "end"}]"#),
                other.clone(),
            ]),
            value,
        ),
        // an end, and a wait
        (one(&[shop(r#", "onSuccess": [{"name": "e", "type": "end", "criteria": [{"condition": "$response.header.x-left == 4"}]}]"#), other.clone()]), "$response.header.x-left"),
        (
            one(&[shop(r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 1, "criteria": [{"condition": "$response.body#/id == 'x'"}]}]"#), other.clone()]),
            "$response.body#/id",
        ),
        // the other service's own request again
        (
            one(&[
                with_id(""),
                get("b", "other", "7", "", &format!(r#", "onFailure": [{{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 1, "criteria": {digit}}}]"#)),
            ]),
            value,
        ),
        // which request follows a failure, by its status alone
        (
            one(&[
                shop(r#", "onFailure": [{"name": "g", "type": "goto", "stepId": "b"}]"#),
                get("y", "shop", "9", "", ""),
                other.clone(),
            ]),
            "$statusCode",
        ),
        // back to an earlier step
        (
            one(&[
                other.clone(),
                shop(r#", "onSuccess": [{"name": "g", "type": "goto", "stepId": "b", "criteria": [{"condition": "$response.body#/id == 'x'"}]}]"#),
            ]),
            "$response.body#/id",
        ),
        // in a called workflow, before it, after it, and in one that has to run first
        ([one(&[with_id(judged), calls("inner")]), workflow("inner", std::slice::from_ref(&other), "")].join(","), "$response.body#/id"),
        ([one(&[calls("inner"), other.clone()]), workflow("inner", &[shop(judged)], "")].join(","), "$response.body#/id"),
        (
            [
                one(&[calls("inner"), other.clone()]),
                workflow("inner", &[get("x", "shop", "7", "", "")], r#", "dependsOn": ["deep"]"#),
                workflow("deep", &[shop(judged)], ""),
            ]
            .join(","),
            "$response.body#/id",
        ),
        (
            [workflow("w", std::slice::from_ref(&other), r#", "dependsOn": ["inner"]"#), workflow("inner", &[shop(judged)], "")].join(","),
            "$response.body#/id",
        ),
        // the schema of a called workflow's inputs
        (
            [
                one(&[with_id(""), r#"{"stepId": "c", "workflowId": "inner", "parameters": [{"name": "p", "value": "$steps.a.outputs.id"}]}"#.to_owned()]),
                workflow("inner", std::slice::from_ref(&other), r#", "inputs": {"type": "object", "properties": {"p": {"type": "string", "pattern": "^private"}}}"#),
            ]
            .join(","),
            value,
        ),
        (
            [
                one(&[with_id(""), r#"{"stepId": "c", "workflowId": "inner", "parameters": [{"name": "p", "value": "$steps.a.outputs.id"}]}"#.to_owned(), other.clone()]),
                workflow("inner", &[get("x", "shop", "8", "", "")], r#", "inputs": {"type": "object", "properties": {"p": {"type": "string", "minLength": 3}}}"#),
            ]
            .join(","),
            value,
        ),
        (
            [
                one(&[shop(r#", "onSuccess": [{"name": "g", "type": "goto", "workflowId": "inner", "criteria": [{"condition": "$response.body#/id != 'x'"}]}]"#)]),
                workflow("inner", &[other], ""),
            ]
            .join(","),
            "$response.body#/id",
        ),
    ]
}

#[test]
fn requests_that_another_origins_value_decides_about_need_consent() {
    for (workflows, value) in conditional() {
        let two = Two::start();
        let [from, to] = two.origins();
        let compiled = two.compiled(&workflows);
        let planned = Plan::for_workflow(&compiled, "w", None).unwrap().crossings;
        let told: Vec<_> = planned.iter().map(|it| (it.value.as_str(), it.is_condition, &it.from, &it.to)).collect();
        assert_eq!(told, [(value, true, &from, &to)], "{workflows}");
        let unconfirmed = runner(&two.origins()).confirmed(false);
        let report = run(&unconfirmed, &compiled, "w", "{}");
        assert_eq!(code(&report), "flow-confirmation", "{workflows}");
        let message = &report.error.as_ref().unwrap().message;
        let shown = format!("GET {to}/orders/7 is sent or not by {value} from the response of {from} to \"a\"");
        assert!(message.contains(&shown), "{message}");
        assert!(two.shop.lines().is_empty() && two.other.lines().is_empty(), "{workflows}");
        let allowed = unconfirmed.allow_flow(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(code(&run(&allowed, &compiled, "w", "{}")), "-", "{workflows}");
    }
}

#[test]
fn conditions_that_decide_about_no_other_origin_need_no_consent() {
    let [shop, other] = ["shop", "other"]
        .map(|source| move |step: &str, more: &str| get(step, source, "7", "", &format!("{ID}{more}")));
    let judged = r#", "successCriteria": [{"condition": "$response.body#/id == 'private-7'"}]"#;
    let status = r#", "successCriteria": [{"condition": "$statusCode == 200"}]"#;
    let wait = r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 1, "criteria": [{"condition": "$statusCode == 503"}]}, {"name": "e", "type": "end"}]"#;
    let of_caller = r#", "onSuccess": [{"name": "g", "type": "goto", "stepId": "b", "criteria": [{"condition": "$inputs.q == 'x'"}]}]"#;
    for steps in [
        // how far the flow gets, by status codes
        vec![shop("a", status), other("b", "")],
        vec![shop("a", wait), other("b", status)],
        // nothing of the other service follows
        vec![other("b", ""), shop("a", judged), shop("c", judged)],
        // what the caller said
        vec![shop("a", of_caller), other("b", "")],
        // its own answers
        vec![shop("a", ""), other("b", judged), other("c", judged)],
    ] {
        let two = Two::start();
        let compiled = two.compiled(&workflow("w", &steps, ""));
        assert!(Plan::for_workflow(&compiled, "w", None).unwrap().crossings.is_empty(), "{steps:?}");
        let report = run(&runner(&two.origins()).confirmed(false), &compiled, "w", r#"{"q": "x"}"#);
        assert_eq!(code(&report), "-", "{steps:?}: {:?}", report.error);
    }
}

/// A condition after each of a thousand steps: one crossing for each step and origin, in bounded time.
#[test]
fn many_conditions_are_tracked_in_bounded_time() {
    let step = |number: usize| {
        let source = if number.is_multiple_of(2) { "shop" } else { "other" };
        let more = format!(r#", "successCriteria": [{{"condition": "$response.body#/id != 'x{number}'"}}]"#);
        get(&format!("s{number}"), source, "7", "", &more)
    };
    let two = Two::start();
    let begun = std::time::Instant::now();
    let compiled = two.compiled(&workflow("w", &(0..300).map(step).collect::<Vec<_>>(), ""));
    let plan = Plan::for_workflow(&compiled, "w", None).unwrap();
    assert_eq!(plan.crossings.len(), 299);
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn what_stays_at_its_origin_or_is_the_callers_needs_no_consent() {
    let [first, other] = ["shop", "other"].map(|source| get("a", source, "7", "", ID));
    let own = |value: &str| get("b", "shop", value, "", "");
    let calls = |step: &str, value: &str| {
        format!(r#"{{"stepId": "{step}", "workflowId": "inner", "parameters": [{{"name": "q", "value": "{value}"}}]}}"#)
    };
    let both = r#", "outputs": {"mine": "$steps.s.outputs.id", "theirs": "$steps.o.outputs.id"}"#;
    let named = |step: &str, source: &str| get(step, source, "7", "", ID);
    for workflows in [
        workflow("w", &[first.clone(), own("$steps.a.outputs.id")], ""),
        workflow("w", &[own("$inputs.q"), get("o", "other", "{$inputs.q}", "", "")], ""),
        // two origins, and nothing between them
        workflow(
            "w",
            &[first.clone(), get("o", "other", "9", "", "")],
            r#", "outputs": {"id": "$steps.a.outputs.id"}"#,
        ),
        // of a workflow that gets values of two origins, each goes home
        [
            workflow(
                "w",
                &[calls("c", "x"), own("$steps.c.outputs.mine"), get("o", "other", "$steps.c.outputs.theirs", "", "")],
                "",
            ),
            workflow("inner", &[named("s", "shop"), named("o", "other")], both),
        ]
        .join(","),
        [
            workflow("w", &[other, calls("c", "$steps.a.outputs.id")], ""),
            workflow("inner", &[get("x", "other", "{$inputs.q}", "", "")], ""),
        ]
        .join(","),
    ] {
        let two = Two::start();
        let compiled = two.compiled(&workflows);
        let report = run(&runner(&two.origins()).confirmed(false), &compiled, "w", r#"{"q": "mine"}"#);
        assert_eq!(code(&report), "-", "{workflows}: {:?}", report.error);
        assert!(report.crossings.is_empty(), "{workflows}");
        assert!(Plan::for_workflow(&compiled, "w", None).unwrap().crossings.is_empty(), "{workflows}");
    }
}

/// What changes something needs consent of its own.
#[test]
fn consent_to_a_crossing_is_none_to_a_change() {
    let two = Two::start();
    let order = r#"{"stepId": "b", "operationId": "$sourceDescriptions.other.placeOrder", "requestBody": {"payload": {"of": "$steps.a.outputs.id"}}}"#;
    let compiled = two.compiled(&workflow("w", &[get("a", "shop", "7", "", ID), order.to_owned()], ""));
    let [from, to] = two.origins();
    let allowed = runner(&two.origins()).confirmed(false).allow_flow(from.parse().unwrap(), to.parse().unwrap());
    let report = run(&allowed, &compiled, "w", "{}");
    let expected = format!("this flow needs consent: POST {to}/orders makes changes (placeOrder)");
    assert_eq!((code(&report), &report.error.as_ref().unwrap().message), ("flow-confirmation", &expected));
    assert_eq!(code(&run(&allowed.confirmed(true), &compiled, "w", "{}")), "-");
}

/// A service that is at another origin by its port, by a server of its own path, or by a relative server.
#[test]
fn the_origin_of_each_operation_is_that_of_its_own_server() {
    let two = Two::start();
    let steps = [
        r#"{"stepId": "a", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"id": "$response.body#/id"}}"#,
        r#"{"stepId": "b", "operationId": "getPicture", "parameters": [{"name": "q", "in": "query", "value": "$steps.a.outputs.id"}]}"#,
    ];
    let document = openapi(&two.shop.origin())
        .replace(r#""/picture": {"#, &format!(r#""/picture": {{"servers": [{{"url": "{}"}}], "#, two.other.origin()));
    let compiled = compiled(&arazzo(&workflow("w", &steps.map(str::to_owned), "")), &[document]);
    let unconfirmed = runner(&two.origins()).confirmed(false);
    assert_eq!(code(&run(&unconfirmed, &compiled, "w", "{}")), "flow-confirmation");
    assert!(two.shop.lines().is_empty() && two.other.lines().is_empty());
}

/// Ten thousand steps of a hostile file, each with the values of all before it.
#[test]
fn where_values_come_from_is_found_in_bounded_time() {
    let step = |number: usize| {
        let values: Vec<String> = (0..number).map(|before| format!("{{$steps.s{before}.outputs.x}}")).collect();
        format!(
            r#"{{"stepId": "s{number}", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "{}"}}], "outputs": {{"x": "$url"}}}}"#,
            values.join("")
        )
    };
    let steps: Vec<String> = (1..300).map(step).collect();
    let begun = std::time::Instant::now();
    let compiled = compiled(&arazzo(&workflow("w", &steps, "")), &[openapi("https://shop.example")]);
    let plan = Plan::for_workflow(&compiled, "w", None);
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    assert!(plan.is_ok_and(|plan| plan.crossings.is_empty()));
}

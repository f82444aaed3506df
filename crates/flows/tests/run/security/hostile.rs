//! A flow file is hostile: what it may not do, whatever it says.

use crate::run::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, dry_run, openapi, run, runner, unread},
};
use adp_flows::{plan::Plan, run::Runner, workflow::Workflows};
use agent_description::resolve::HttpsGet;

fn get(name: &str, more: &str) -> String {
    format!(
        r#"{{"workflowId": "w", "steps": [{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "{name}"}}{more}]}}]}}"#
    )
}

fn at(server: &Server, workflow: &str) -> Workflows {
    compiled(&arazzo(workflow), &[openapi(&server.origin())])
}

fn fine() -> Server {
    Server::start(|_, _| json("200 OK", r#"{"id": "7"}"#))
}

/// The file calls its source as the user's service is called; the document names a server of its own.
#[test]
fn a_source_named_like_another_service_gets_no_credentials() {
    let (own, other) = (fine(), fine());
    let auth = format!(r#"{{"{}": {{"key": {{"token": "secret-of-the-shop"}}}}}}"#, own.origin());
    let runner = runner(&[own.origin(), other.origin()]).credentials(credentials(&auth));
    for server in [&own, &other] {
        assert_eq!(code(&run(&runner, &at(server, &get("7", "")), "w", "{}")), "-");
    }
    assert_eq!(own.asked()[0].header("authorization"), Some("Bearer secret-of-the-shop"));
    assert_eq!(other.asked()[0].header("authorization"), None);
    assert!(!other.asked()[0].head.contains("secret-of-the-shop"));
}

/// One service says what it was sent, as debugging services do, and the file sends that to another: as it is, in a text, in Basic's form.
#[test]
fn what_a_service_tells_back_of_a_credential_goes_to_no_other_origin() {
    let own = Server::start(|asked, _| {
        json("200 OK", &format!(r#"{{"told": "{}"}}"#, asked.header("authorization").unwrap_or("nothing")))
    });
    let other = fine();
    let shops = [openapi(&own.origin()), openapi(&other.origin())];
    let two = |operation: &str, value: &str| {
        let workflows = format!(
            r#"{{"workflowId": "w", "steps": [{{"stepId": "a", "operationId": "$sourceDescriptions.shop.{operation}", "parameters": [{{"name": "id", "in": "path", "value": "7"}}], "outputs": {{"told": "$response.body#/told"}}}},
              {{"stepId": "b", "operationId": "$sourceDescriptions.other.placeOrder", "requestBody": {{"payload": {{"note": [{value}]}}}}}}]}}"#
        );
        let text = arazzo(&workflows.replace(
            r#", "parameters": [{"name": "id", "in": "path", "value": "7"}]"#,
            if operation == "me" { "" } else { r#", "parameters": [{"name": "id", "in": "path", "value": "7"}]"# },
        ));
        let source = r#"{"name": "shop", "url": "shop.json", "type": "openapi"}"#;
        compiled(
            &text.replace(source, &format!(r#"{source}, {{"name": "other", "url": "other.json", "type": "openapi"}}"#)),
            &shops,
        )
    };
    let auth = format!(
        r#"{{"{}": {{"key": {{"token": "secret-of-the-shop"}}, "name": {{"username": "kim", "password": "p4ssword-of-kim"}}}}}}"#,
        own.origin()
    );
    let both = format!(
        r#"{}, "{}": {{"key": {{"token": "secret-of-the-shop"}}}}}}"#,
        auth.trim_end_matches('}').to_owned() + "}}",
        other.origin()
    );
    let origins = [own.origin(), other.origin()];
    for (operation, value) in [
        ("getOrder", r#""$steps.a.outputs.told""#),
        ("getOrder", r#""it is {$steps.a.outputs.told}.""#),
        ("me", r#""$steps.a.outputs.told""#),
    ] {
        let report = run(&runner(&origins).credentials(credentials(&auth)), &two(operation, value), "w", "{}");
        assert_eq!(code(&report), "auth-malformed", "{operation}: {value}");
        assert!(!report.to_json().to_compact().contains("secret-of-the-shop"));
    }
    assert!(other.lines().is_empty());
    // bound to both, it may go to both
    let report = run(
        &runner(&origins).credentials(credentials(&both)),
        &two("getOrder", r#""$steps.a.outputs.told""#),
        "w",
        "{}",
    );
    assert_eq!((code(&report), other.lines().len()), ("-", 1));
}

#[test]
fn a_redirect_is_an_answer_and_nothing_follows_it() {
    let other = fine();
    let to = format!("{}/orders/7", other.origin());
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let to = to.clone();
        let server = Server::start(move |_, _| Reply::With(status, vec![("location", to.clone())], Vec::new()));
        let auth = format!(r#"{{"{}": {{"key": {{"token": "secret-of-the-shop"}}}}}}"#, server.origin());
        let runner = runner(&[server.origin(), other.origin()]).credentials(credentials(&auth));
        let report = run(&runner, &at(&server, &get("7", "")), "w", "{}");
        assert_eq!(code(&report), "flow-failed");
        assert!(report.error.unwrap().message.contains("redirects are not followed"));
    }
    assert!(other.lines().is_empty());
}

/// What an answer holds goes into the next request's path, where it would make another host, path or query of it.
#[test]
fn an_answer_does_not_steer_the_next_request() {
    let other = fine();
    let login = r#"{"stepId": "l", "operationId": "placeOrder", "requestBody": {"payload": {}}, "outputs": {"id": "$response.body#/id"}}"#;
    let next = r#"{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "$steps.l.outputs.id"}]}"#;
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{login}, {next}]}}"#);
    let address = other.address;
    // `None`: refused
    for (id, expected) in [
        (format!("@{address}"), Some(format!("GET /orders/%40127.0.0.1%3A{}", address.port()))),
        ("a?all=1#x".to_owned(), Some("GET /orders/a%3Fall%3D1%23x".to_owned())),
        ("..a".to_owned(), Some("GET /orders/..a".to_owned())),
        ("50%".to_owned(), Some("GET /orders/50%25".to_owned())),
        ("%41".to_owned(), Some("GET /orders/%2541".to_owned())),
        (format!("@{address}/x"), None),
        (format!("http://{address}/"), None),
        ("../admin?all=1#x".to_owned(), None),
        ("7/../8".to_owned(), None),
        ("7/cancel".to_owned(), None),
        ("7%2fcancel".to_owned(), None),
        ("7%252Fcancel".to_owned(), None),
        ("7%25252fcancel".to_owned(), None),
        (format!("7%{}2fcancel", "25".repeat(40)), None),
        (r"..\\8".to_owned(), None),
        ("7%5c8".to_owned(), None),
        ("%2e%2e".to_owned(), None),
        (".%252e".to_owned(), None),
        ("..;x".to_owned(), None),
        ("..?".to_owned(), None),
        ("..%23a".to_owned(), None),
        (r"7\u00008".to_owned(), None),
        ("7%0d%0a8".to_owned(), None),
        ("7%25c2%2585".to_owned(), None),
        ("..".to_owned(), None),
        (".".to_owned(), None),
        (String::new(), None),
    ] {
        let body = format!(r#"{{"id": "{id}"}}"#);
        let server = Server::start(move |asked, _| json("200 OK", if asked.method == "POST" { &body } else { "{}" }));
        let report = run(&runner(&[server.origin(), other.origin()]), &at(&server, &workflow), "w", "{}");
        assert_eq!(
            code(&report),
            if expected.is_none() { "invalid-reference" } else { "-" },
            "{id}: {:?}",
            report.error
        );
        if expected.is_none() {
            let message = &report.error.as_ref().unwrap().message;
            assert!(message.starts_with("the step \"s\" cannot be sent: the argument \"id\": "), "{message}");
        }
        assert_eq!(server.lines().get(1).cloned(), expected, "{id}");
    }
    assert!(other.lines().is_empty());
}

/// Two values in one segment have the slash, or the dots, that neither has alone.
#[test]
fn values_do_not_combine_to_another_path() {
    let step = r#"{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "a", "in": "path", "value": "$inputs.a"}, {"name": "b", "in": "path", "value": "$inputs.b"}]}"#;
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{step}]}}"#);
    for (a, b, sent) in [
        ("x", "y", Some("GET /orders/xy")),
        ("%2", "f8", None),
        ("%25", "2f8", None),
        ("7%", "2F..", None),
        (".", ".", None),
        ("%2", "e.", None),
    ] {
        let server = fine();
        let document = openapi(&server.origin()).replace("/orders/{id}", "/orders/{a}{b}").replace(
            r#"{"name": "id", "in": "path", "required": true"#,
            r#"{"name": "b", "in": "path", "required": true}, {"name": "a", "in": "path", "required": true"#,
        );
        let workflows = compiled(&arazzo(&workflow), &[document]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", &format!(r#"{{"a": "{a}", "b": "{b}"}}"#));
        let expected = if sent.is_none() { "invalid-reference" } else { "-" };
        assert_eq!(code(&report), expected, "{a} {b}: {:?}", report.error);
        assert_eq!(server.lines().first().map(String::as_str), sent, "{a} {b}");
    }
}

/// `allowReserved` allows slashes, but no way out of the operation's path.
#[test]
fn a_parameter_with_reserved_characters_does_not_leave_its_path() {
    for (id, sent) in [
        ("docs/2026/a.txt", Some("GET /orders/docs%2F2026%2Fa.txt")),
        ("docs%2Fa", Some("GET /orders/docs%252Fa")),
        ("docs/../../users", None),
        ("docs/%2e%2e/users", None),
        (r"docs\\x", None),
        (r"a\u0009b", None),
    ] {
        let server = fine();
        let document = openapi(&server.origin()).replace(
            r#""name": "id", "in": "path", "required": true"#,
            r#""name": "id", "in": "path", "required": true, "allowReserved": true"#,
        );
        let workflows = compiled(&arazzo(&get("$inputs.id", "")), &[document]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", &format!(r#"{{"id": "{id}"}}"#));
        let expected = if sent.is_none() { "invalid-reference" } else { "-" };
        assert_eq!(code(&report), expected, "{id}: {:?}", report.error);
        assert_eq!(server.lines().first().map(String::as_str), sent, "{id}");
    }
}

/// The path of a document would make its server's host a user name.
#[test]
fn a_path_does_not_lead_to_another_origin() {
    let (own, other) = (fine(), fine());
    let auth = format!(r#"{{"{}": {{"key": {{"token": "secret-of-the-shop"}}}}}}"#, own.origin());
    let document = openapi(&own.origin()).replace("\"/orders/{id}\"", &format!("\"@{}/{{id}}\"", other.address));
    let workflows = compiled(&arazzo(&get("7", "")), &[document]);
    let runner = runner(&[own.origin(), other.origin()]).credentials(credentials(&auth));
    assert_eq!(code(&run(&runner, &workflows, "w", "{}")), "auth-origin");
    assert!(own.lines().is_empty() && other.lines().is_empty());
}

#[test]
fn no_argument_makes_a_header() {
    let server = fine();
    for (name, value) in [
        ("X-Note", r"a\r\nx-evil: 1"),
        ("X-Note", r"a\nx-evil: 1"),
        ("X-Note", r"a\u0000"),
        ("X-Evil\\r\\nx", "1"),
        ("Host", "other.example"),
        ("Content-Length", "0"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "upgrade"),
    ] {
        let more = format!(r#", {{"name": "{name}", "in": "header", "value": "{value}"}}"#);
        let report = run(&runner(&[server.origin()]), &at(&server, &get("7", &more)), "w", "{}");
        assert_eq!(code(&report), "invalid-arguments", "{name}: {value}");
    }
    assert!(server.lines().is_empty());
}

#[test]
fn private_addresses_are_reached_only_where_the_caller_names_them() {
    let server = fine();
    let runner = Runner::new(HttpsGet::builder().build()).confirmed(true);
    let report = run(&runner, &at(&server, &get("7", "")), "w", "{}");
    assert!(code(&report).starts_with("net-"), "{}", code(&report));
    assert!(server.lines().is_empty());
}

/// The one that changes something stands behind one that does not, in a workflow that is called, or gone on with after a failure.
#[test]
fn nothing_that_changes_something_runs_without_consent() {
    let change = r#"{"workflowId": "x", "steps": [{"stepId": "p", "operationId": "placeOrder", "requestBody": {"payload": {}}}]}"#;
    let calls =
        r#"{"workflowId": "w", "steps": [{"stepId": "m", "operationId": "me"}, {"stepId": "c", "workflowId": "x"}]}"#;
    let goes = r#"{"workflowId": "w", "steps": [{"stepId": "m", "operationId": "me", "onFailure": [{"name": "g", "type": "goto", "workflowId": "x"}]}]}"#;
    let depends = r#"{"workflowId": "w", "dependsOn": ["x"], "steps": [{"stepId": "m", "operationId": "me"}]}"#;
    let second = r#"{"workflowId": "w", "steps": [{"stepId": "m", "operationId": "me"}, {"stepId": "p", "operationId": "cancelOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}]}]}"#;
    for workflow in [calls, goes, depends, second] {
        let server = fine();
        let workflows = compiled(&arazzo(&format!("{workflow}, {change}")), &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]).confirmed(false), &workflows, "w", "{}");
        assert_eq!(code(&report), "flow-confirmation", "{workflow}");
        assert!(server.lines().is_empty(), "{workflow}");
    }
    let server = fine();
    let reads = r#"{"workflowId": "w", "steps": [{"stepId": "m", "operationId": "me"}]}"#;
    assert_eq!(code(&run(&runner(&[server.origin()]).confirmed(false), &at(&server, reads), "w", "{}")), "-");
}

/// Servers take a request for one of the method that such a header names: consent is asked by the method that is sent.
#[test]
fn no_argument_makes_another_method() {
    let server = fine();
    let unconfirmed = runner(&[server.origin()]).confirmed(false);
    for name in ["X-HTTP-Method-Override", "x-http-method", "X-Method-Override", "_method"] {
        for place in ["header", "query"] {
            let more = format!(r#", {{"name": "{name}", "in": "{place}", "value": "DELETE"}}"#);
            let report = run(&unconfirmed, &at(&server, &get("7", &more)), "w", "{}");
            assert_eq!(code(&report), "flow-confirmation", "{name} in {place}");
        }
    }
    assert!(server.lines().is_empty());
    // what changes something needs consent already
    let delete = get("7", r#", {"name": "X-HTTP-Method-Override", "in": "header", "value": "PATCH"}"#);
    let workflows = at(&server, &delete.replace("getOrder", "cancelOrder"));
    assert_eq!(code(&run(&unconfirmed, &workflows, "w", "{}")), "flow-confirmation");
    assert_eq!(code(&run(&runner(&[server.origin()]), &workflows, "w", "{}")), "-");
}

/// Credentials of the user, in every place that they go to, and what a step returned and another presents.
#[test]
fn secrets_are_nowhere_in_what_is_shown() {
    let server = Server::start(|asked, _| match asked.target.split('?').next().unwrap_or_default() {
        "/login" => json("200 OK", r#"{"result": "returned-secret"}"#),
        "/picture" => json("500 Internal Server Error", "{}"),
        // what was presented comes back
        _ => json("200 OK", &format!(r#"{{"told": "{}"}}"#, asked.header("authorization").unwrap_or("nothing"))),
    });
    let login = r#"{"stepId": "l", "operationId": "login", "requestBody": {"payload": {"password": "$inputs.pass", "user": "kim"}}, "outputs": {"t": "$response.body#/result"}}"#;
    let order = r#"{"stepId": "o", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}, {"name": "Authorization", "in": "header", "value": "Bearer {$steps.l.outputs.t}"}], "outputs": {"told": "$response.body#/told"}}"#;
    let picture = r#"{"stepId": "p", "operationId": "getPicture"}"#;
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{login}, {order}, {picture}]}}"#);
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query&secret"}}}}}}"#, server.origin());
    let runner = runner(&[server.origin()]).credentials(credentials(&auth));
    let workflows = at(&server, &workflow);
    let arguments = r#"{"pass": "password-secret"}"#;
    let report = run(&runner, &workflows, "w", arguments);
    let planned = dry_run(&runner, &workflows, "w", arguments);
    // they were sent
    let sent = server.asked();
    assert_eq!(sent[0].text(), "password=password-secret&user=kim");
    assert_eq!(sent[1].header("authorization"), Some("Bearer returned-secret"));
    assert_eq!(sent[2].target, "/picture?api_key=query%26secret");
    for told in [report.to_json().to_compact(), planned.to_json().to_compact(), format!("{runner:?}")] {
        for secret in ["returned-secret", "password-secret", "query&secret", "query%26secret"] {
            assert!(!told.contains(secret), "{secret} in {told}");
        }
    }
    assert_eq!(code(&report), "flow-failed");
}

/// The URL of a request has the user's key in its query, and is a value that another origin may be sent.
#[test]
fn the_url_of_a_request_holds_no_credential() {
    let server = fine();
    let picture =
        r#"{"stepId": "p", "operationId": "getPicture", "outputs": {"url": "$url", "key": "$request.query.api_key"}}"#;
    let next = r#"{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}, {"name": "part", "in": "query", "value": ["$steps.p.outputs.url"]}]}"#;
    let workflow =
        format!(r#"{{"workflowId": "w", "steps": [{picture}, {next}], "outputs": {{"url": "$steps.p.outputs.url"}}}}"#);
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query&secret"}}}}}}"#, server.origin());
    let runner = runner(&[server.origin()]).credentials(credentials(&auth));
    let report = run(&runner, &at(&server, &workflow), "w", "{}");
    assert_eq!(code(&report), "-", "{:?}", report.error);
    let sent = server.asked();
    assert_eq!(sent[0].target, "/picture?api_key=query%26secret");
    assert!(sent[1].target.contains("picture") && !sent[1].target.contains("secret"), "{}", sent[1].target);
    let told = report.to_json().to_compact();
    assert!(!told.contains("secret"), "{told}");
}

/// A flow sends the URL of its first request as a credential, and a service answers one that is a part of the next: both requests are told with
/// where they went all the same.
#[test]
fn nothing_that_is_sent_as_a_credential_hides_where_requests_went() {
    let server = Server::start(|asked, _| {
        let host = asked.header("host").unwrap();
        json("200 OK", &format!(r#"{{"token": "http://{host}/orders/7"}}"#))
    });
    let first =
        r#"{"stepId": "a", "operationId": "getPicture", "outputs": {"url": "$url", "token": "$response.body#/token"}}"#;
    let next = |id: &str, token: &str| {
        format!(
            r#"{{"stepId": "{id}", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}, {{"name": "token", "in": "query", "value": "$steps.a.outputs.{token}"}}],
              "outputs": {{"url": "$url"}}}}"#
        )
    };
    let steps = [first.to_owned(), next("b", "url"), next("c", "token")].join(",");
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{steps}]}}"#);
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query&secret"}}}}}}"#, server.origin());
    let runner = runner(&[server.origin()]).credentials(credentials(&auth));
    let report = run(&runner, &at(&server, &workflow), "w", "{}");
    assert_eq!(code(&report), "-", "{:?}", report.error);
    let origin = server.origin();
    let url = |at: usize| report.steps[at].request.as_ref().unwrap().url.clone();
    assert_eq!(url(0), format!("{origin}/picture?api_key=***"));
    assert_eq!([url(1), url(2)], [0, 1].map(|_| format!("{origin}/orders/7?token=***")));
    let told = |at: usize, name: &str| report.steps[at].outputs.get(name).unwrap().as_str().unwrap().to_owned();
    assert_eq!(told(0, "url"), url(0));
    // what was sent as one is one in all that is shown beside
    assert_eq!(told(0, "token"), "***");
    assert_eq!(told(1, "url"), url(1));
}

/// One part of a schema that cannot be used does not let everything pass.
#[test]
fn arguments_that_nothing_can_check_are_refused() {
    let server = fine();
    for part in
        [r##"{"$ref": "#/nowhere"}"##, r#"{"pattern": "(?=x)"}"#, r#"{"type": "strnig"}"#, r#"{"minLength": "3"}"#]
    {
        let workflow = get("7", "").replacen(
            r#""workflowId": "w","#,
            &format!(r#""workflowId": "w", "inputs": {{"type": "object", "properties": {{"n": {{"maximum": 5}}, "r": {part}}}}},"#),
            1,
        );
        let report = run(&runner(&[server.origin()]), &at(&server, &workflow), "w", r#"{"n": 9}"#);
        assert_eq!(code(&report), "invalid-arguments", "{part}");
    }
    assert!(server.asked().is_empty());
}

/// An error of the network names the URL, which has the key in its query.
#[test]
fn an_error_of_the_network_holds_no_secret() {
    let server = Server::start(|_, _| Reply::Endless);
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "p", "operationId": "getPicture"}]}"#;
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query&secret"}}}}}}"#, server.origin());
    let runner = runner(&[server.origin()]).credentials(credentials(&auth));
    let report = run(&runner, &at(&server, workflow), "w", "{}");
    assert_eq!(code(&report), "net-size");
    let told = report.to_json().to_compact();
    assert!(told.contains("api_key=***") && !told.contains("query%26secret"), "{told}");
}

#[test]
fn a_source_that_is_missing_is_named_and_nothing_is_sent_for_it() {
    let workflows = compiled(&arazzo(&get("7", "")), &[]);
    let report = run(&runner(&[]), &workflows, "w", "{}");
    assert_eq!(code(&report), "invalid-reference");
}

#[test]
fn credentials_that_fit_nothing_are_told_without_what_they_are() {
    let server = fine();
    let origin = server.origin();
    // read, and not for the scheme
    let auth = format!(r#"{{"{origin}": {{"key": {{"username": "kim", "password": "hidden-one"}}}}}}"#);
    let report = run(
        &runner(std::slice::from_ref(&origin)).credentials(credentials(&auth)),
        &at(&server, &get("7", "")),
        "w",
        "{}",
    );
    assert_eq!(code(&report), "auth-malformed");
    assert!(!report.to_json().to_compact().contains("hidden-one"));
    assert!(server.lines().is_empty());
    for auth in [
        r#"{"https://a.example/path": {"key": {"token": "hidden-one"}}}"#.to_owned(),
        r#"{"a.example": {"key": {"token": "hidden-one"}}}"#.to_owned(),
        format!(r#"{{"{origin}": {{"key": "hidden-one"}}}}"#),
        format!(r#"{{"{origin}": {{"key": {{"tokens": "hidden-one"}}}}}}"#),
        format!(r#"{{"{origin}": {{"key": {{"token": "hidden-one", "value": "hidden-one"}}}}}}"#),
        format!(r#"{{"{origin}": {{"key": {{"token": {{"env": "NOT_SET"}}}}}}}}"#),
        format!(r#"{{"{origin}": {{"key": {{"token": ""}}}}}}"#),
        format!(r#"{{"{origin}": {{"key": {{"didwba": {{"key": "no.pem"}}}}}}}}"#),
        "[]".to_owned(),
    ] {
        let error = unread(&auth);
        assert_eq!(agent_description::CodedError::code(&error).as_str(), "auth-malformed", "{auth}");
        assert!(!error.to_string().contains("hidden-one"), "{error}");
    }
}

/// A workflow that another one calls is asked as its caller was: before the first request where its schema is none, before its own where what it is
/// given does not fit.
#[test]
fn a_workflow_in_a_workflow_checks_what_it_is_given() {
    let server = fine();
    let inner = |inputs: &str| {
        format!(
            r#", {{"workflowId": "inner", "inputs": {inputs}, "steps": [{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "$inputs.id"}}]}}]}}"#
        )
    };
    let outer = r#"{"workflowId": "outer", "steps": [
      {"stepId": "a", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "1"}], "outputs": {"id": "$response.body#/id"}},
      {"stepId": "b", "workflowId": "inner", "parameters": [{"name": "id", "value": "$steps.a.outputs.id"}]}]}"#;
    let string = r#"{"type": "object", "properties": {"id": {"type": "string"}}}"#;
    let short = r#"{"type": "object", "properties": {"id": {"maxLength": 0}}}"#;
    for (inputs, expected, requests) in
        [(string, "-", 2), (short, "invalid-arguments", 1), (r#"{"type": "objekt"}"#, "invalid-arguments", 0)]
    {
        let before = server.lines().len();
        let workflows = at(&server, &format!("{outer}{}", inner(inputs)));
        let report = run(&runner(&[server.origin()]), &workflows, "outer", "{}");
        assert_eq!(
            (code(&report), server.lines().len() - before),
            (expected, requests),
            "{inputs}: {:?}",
            report.error
        );
        // what a plan would give is not known yet, and so not checked
        let planned = code(&dry_run(&runner(&[]), &workflows, "outer", "{}")).to_owned();
        assert_eq!(planned, if requests == 0 { "invalid-arguments" } else { "-" });
    }
}

/// A plan and the consent go by one rule; what comes back of TRACE is what was sent, so it carries nothing.
#[test]
fn trace_changes_nothing_and_carries_no_credentials() {
    let server = fine();
    let document = openapi(&server.origin())
        .replace("\"get\": {\"operationId\": \"getPicture\"", "\"trace\": {\"operationId\": \"getPicture\"");
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "getPicture"}]}"#;
    let body = workflow.replace("\"getPicture\"", "\"getPicture\", \"requestBody\": {\"payload\": {}}");
    let trace = |workflow: &str| compiled(&arazzo(workflow), std::slice::from_ref(&document));
    let plan = Plan::for_workflow(&trace(workflow), "w", None).unwrap();
    assert_eq!((plan.steps[0].method.as_deref(), plan.steps[0].changes), (Some("TRACE"), false));
    let unconfirmed = runner(&[server.origin()]).confirmed(false);
    assert_eq!(code(&run(&unconfirmed, &trace(workflow), "w", "{}")), "-");
    assert_eq!(server.lines(), ["TRACE /picture"]);
    assert_eq!(code(&run(&unconfirmed, &trace(&body), "w", "{}")), "flow-confirmation");
    assert_eq!(code(&run(&unconfirmed.clone().confirmed(true), &trace(&body), "w", "{}")), "invalid-arguments");
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query&secret"}}}}}}"#, server.origin());
    let with_key = unconfirmed.confirmed(true).credentials(credentials(&auth));
    assert_eq!(code(&run(&with_key, &trace(workflow), "w", "{}")), "invalid-arguments");
    assert_eq!(server.lines().len(), 1);
}

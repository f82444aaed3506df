//! The round trip of the source document: an order is placed, and got by the id that came back.

use super::{
    server::{Reply, Server, json},
    shop::{self, code, compiled, credentials, dry_run, openapi, run, runner},
};
use adp_flows::{run::RunLimits, workflow::Workflows};
use std::time::{Duration, Instant};

const FLOWS: &str = r#"{"agentsJson": "0.1.0", "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "shop.json"}],
  "flows": [{"id": "order", "title": "Order", "description": "Places an order and shows it.",
    "actions": [{"id": "place", "sourceId": "shop", "operationId": "placeOrder"},
      {"id": "get", "sourceId": "shop", "operationId": "getOrder"}],
    "links": [
      {"origin": {"actionId": "order", "fieldPath": "requestBody.item"}, "target": {"actionId": "place", "fieldPath": "requestBody.item"}},
      {"origin": {"actionId": "order", "fieldPath": "parameters.part"}, "target": {"actionId": "get", "fieldPath": "parameters.part"}},
      {"origin": {"actionId": "place", "fieldPath": "responses.success.id"}, "target": {"actionId": "get", "fieldPath": "parameters.id"}},
      {"origin": {"actionId": "get", "fieldPath": "responses.success"}, "target": {"actionId": "order", "fieldPath": "responses.success"}}],
    "fields": {"parameters": [{"name": "part", "type": "array"}],
      "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["item"], "properties": {"item": {"type": "string"}}}}}},
      "responses": {"success": {"type": "object"}}}}]}"#;

const ARGUMENTS: &str = r#"{"parameters": {"part": ["a b", "c"]}, "requestBody": {"item": "tea"}}"#;

fn flows(server: &Server) -> Workflows {
    compiled(FLOWS, &[openapi(&server.origin())])
}

fn with_key(server: &Server) -> adp_flows::run::Runner {
    let auth = format!(r#"{{"{}": {{"key": {{"token": "secret-of-the-shop"}}}}}}"#, server.origin());
    runner(&[server.origin()]).credentials(credentials(&auth))
}

#[test]
fn an_order_is_placed_and_got_by_the_id_that_came_back() {
    let server = Server::start(|asked, _| match asked.method.as_str() {
        "POST" => json("201 Created", r#"{"id": "a 7"}"#),
        _ => json("200 OK", r#"{"id": "a 7", "item": "tea", "state": "open"}"#),
    });
    let report = run(&with_key(&server), &flows(&server), "order", ARGUMENTS);
    assert_eq!(code(&report), "-", "{:?}", report.error);
    assert_eq!(report.outputs.to_json().to_compact(), r#"{"id":"a 7","item":"tea","state":"open"}"#);
    assert_eq!(server.lines(), ["POST /orders", "GET /orders/a%207?part=a%20b&part=c"]);
    let asked = server.asked();
    assert_eq!(asked[0].text(), r#"{"item":"tea"}"#);
    assert_eq!(asked[0].header("content-type"), Some("application/json"));
    assert_eq!(asked[0].header("authorization"), Some("Bearer secret-of-the-shop"));
    assert_eq!(asked[1].header("accept"), Some("application/json"));
    // the trace, as scripts read it
    let expected = format!(
        concat!(
            r#"{{"ok":true,"outputs":{{"id":"a 7","item":"tea","state":"open"}},"steps":["#,
            r#"{{"workflow":"order","step":"place","operationId":"placeOrder","request":{{"method":"POST","url":"{0}/orders","#,
            r#""headers":{{"accept":"application/json","authorization":"***","content-type":"application/json"}},"body":{{"item":"tea"}}}},"#,
            r#""sent":true,"status":201,"outputs":{{"success":{{"id":"a 7"}}}},"error":null}},"#,
            r#"{{"workflow":"order","step":"get","operationId":"getOrder","request":{{"method":"GET","url":"{0}/orders/a%207?part=a%20b&part=c","#,
            r#""headers":{{"authorization":"***","accept":"application/json"}},"body":null}},"sent":true,"status":200,"#,
            r#""outputs":{{"success":{{"id":"a 7","item":"tea","state":"open"}}}},"error":null}}],"#,
            r#""done":[{{"step":"place","method":"POST","operation":"placeOrder","status":201}}],"crossings":[],"warnings":[],"error":null}}"#
        ),
        server.origin()
    );
    assert_eq!(report.to_json(), shop::json(&expected));
}

#[test]
fn a_failure_half_way_tells_what_was_done() {
    let server = Server::start(|asked, _| match asked.method.as_str() {
        "POST" => json("201 Created", r#"{"id": "7"}"#),
        _ => json("500 Internal Server Error", "{}"),
    });
    let report = run(&with_key(&server), &flows(&server), "order", ARGUMENTS);
    assert!(!report.ok && report.outputs.is_null());
    assert_eq!(code(&report), "flow-failed");
    let done: Vec<_> = report.done.iter().map(|it| (it.step.as_str(), it.operation.as_str(), it.status)).collect();
    assert_eq!(done, [("place", "placeOrder", Some(201))]);
    assert_eq!(report.steps.iter().map(|step| step.status).collect::<Vec<_>>(), [Some(201), Some(500)]);
}

/// Where nothing listens, nothing was sent; where the connection is closed, nobody knows what came of the order.
#[test]
fn what_was_never_sent_is_not_told_as_sent() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let origin = format!("http://{closed}");
    let report = run(&runner(std::slice::from_ref(&origin)), &compiled(FLOWS, &[openapi(&origin)]), "order", ARGUMENTS);
    assert_eq!((code(&report), report.done.len(), report.steps[0].sent), ("net-connect", 0, false));
    let message = &report.error.as_ref().unwrap().message;
    assert!(message.starts_with("the step \"place\" was not sent: "), "{message}");

    // to an address that nobody allowed
    let report = run(&runner(&[]), &compiled(FLOWS, &[openapi("http://127.0.0.1:9")]), "order", ARGUMENTS);
    assert_eq!((report.done.len(), report.steps[0].sent), (0, false), "{:?}", report.error);

    let server = Server::start(|_, _| Reply::Close);
    let report = run(&runner(&[server.origin()]), &flows(&server), "order", ARGUMENTS);
    assert_eq!((code(&report), report.steps[0].sent, report.steps[0].status), ("net-connect", true, None));
    let message = &report.error.as_ref().unwrap().message;
    assert!(message.starts_with("the step \"place\" was sent and has no response: "), "{message}");
    assert_eq!(report.done.iter().map(|it| (it.step.as_str(), it.status)).collect::<Vec<_>>(), [("place", None)]);

    // a response that is not accepted is one
    let encoded = ("transfer-encoding", "gzip, chunked".to_owned());
    let long = ("x-long", "a".repeat(20_000_000));
    for (header, code_of_it) in [(encoded, "net-type"), (long, "net-size")] {
        let server = Server::start(move |_, _| Reply::With("201 Created", vec![header.clone()], b"{}".to_vec()));
        let report = run(&runner(&[server.origin()]), &flows(&server), "order", ARGUMENTS);
        assert_eq!((code(&report), report.steps[0].sent, report.steps[0].unread), (code_of_it, true, true));
        assert_eq!(report.done.iter().map(|it| (it.status, it.unread)).collect::<Vec<_>>(), [(None, true)]);
        let message = &report.error.as_ref().unwrap().message;
        let expected = "the step \"place\" was sent, and its response was not read: ";
        assert!(message.starts_with(expected), "{message}");
    }

    // a response that ends early is one
    let server = Server::start(|_, _| Reply::Cut);
    let report = run(&runner(&[server.origin()]), &flows(&server), "order", ARGUMENTS);
    assert_eq!((report.steps[0].status, report.done[0].status), (Some(201), Some(201)));
    let message = &report.error.as_ref().unwrap().message;
    let expected = "the step \"place\" was sent, and its response was not read to its end: ";
    assert!(message.starts_with(expected), "{message}");

    // a response that cannot be read is one
    let server = Server::start(|_, _| json("201 Created", "{"));
    let report = run(&runner(&[server.origin()]), &flows(&server), "order", ARGUMENTS);
    assert_eq!((code(&report), report.steps[0].sent, report.done[0].status), ("invalid-result", true, Some(201)));
}

/// 429 is repeated whatever the method, 503 only where that is safe, each twice.
#[test]
fn what_the_service_had_no_time_for_is_repeated() {
    let busy = |status: &'static str, times: usize, method: &'static str| {
        let count = std::sync::atomic::AtomicUsize::new(0);
        Server::start(move |asked, _| {
            let is_busy = asked.method == method && count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) < times;
            match (is_busy, asked.method.as_str()) {
                (true, _) => Reply::With(status, vec![("retry-after", "0".to_owned())], Vec::new()),
                (false, "POST") => json("201 Created", r#"{"id": "7"}"#),
                (false, _) => json("200 OK", "{}"),
            }
        })
    };
    for (status, times, method, requests, ok) in [
        ("429 Too Many Requests", 2, "POST", 4, true),
        ("429 Too Many Requests", 3, "POST", 3, false),
        ("429 Too Many Requests", 1, "GET", 3, true),
        ("503 Service Unavailable", 1, "POST", 1, false),
        ("503 Service Unavailable", 2, "GET", 4, true),
        ("500 Internal Server Error", 1, "GET", 2, false),
    ] {
        let server = busy(status, times, method);
        let report = run(&with_key(&server), &flows(&server), "order", ARGUMENTS);
        assert_eq!((report.ok, server.lines().len()), (ok, requests), "{status} {times} {method}: {:?}", report.error);
    }
}

/// What cannot be waited for before the deadline is not waited for at all.
#[test]
fn a_wait_beyond_the_deadline_is_not_begun() {
    let server = Server::start(|_, _| {
        Reply::With("429 Too Many Requests", vec![("retry-after", "3600".to_owned())], Vec::new())
    });
    let begun = Instant::now();
    let report = run(&with_key(&server), &flows(&server), "order", ARGUMENTS);
    assert_eq!(code(&report), "flow-failed");
    assert!(begun.elapsed() < Duration::from_secs(60) && server.lines().len() == 1);
}

#[test]
fn arguments_that_do_not_fit_are_refused_before_the_first_request() {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    for arguments in [r#"{"requestBody": {"item": 7}}"#, "{}", r#"{"requestBody": {"item": "tea"}, "other": 1}"#, "[]"]
    {
        let report = run(&with_key(&server), &flows(&server), "order", arguments);
        assert_eq!(code(&report), "invalid-arguments", "{arguments}");
    }
    let report = run(&with_key(&server), &flows(&server), "ordr", ARGUMENTS);
    assert_eq!(code(&report), "invalid-reference");
    assert!(server.lines().is_empty());
}

#[test]
fn a_dry_run_sends_nothing_and_shows_what_it_would() {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    let report = dry_run(&with_key(&server).confirmed(false), &flows(&server), "order", ARGUMENTS);
    assert_eq!(code(&report), "-");
    assert!(server.lines().is_empty() && report.done.is_empty());
    let shown = report.to_json().to_compact();
    assert!(shown.contains(r#""body":{"item":"tea"}"#), "{shown}");
    assert!(shown.contains("%7B%24steps.place.outputs.success%23%2Fid%7D"), "{shown}");
    assert!(!shown.contains("secret-of-the-shop"), "{shown}");
}

#[test]
fn a_deadline_ends_the_run() {
    let server = Server::start(|_, _| Reply::Silence);
    let mut limits = RunLimits::default();
    limits.deadline = Duration::from_millis(300);
    let report = run(&with_key(&server).limits(limits), &flows(&server), "order", ARGUMENTS);
    assert_eq!(code(&report), "net-time");
    // nobody knows whether the order was placed
    assert_eq!(report.done[0].status, None);
}

//! The flows of three services beside PyPI's `agentsjson`, the format's reference implementation: what both send for the same arguments. Of its clients,
//! those of these services take what the executor hands them; the others are written by hand for each call.

use super::services::{arguments, at, auth, file, run, supplied};
use crate::run::{
    server::{Asked, Server, json},
    shop::{credentials, runner},
};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    workflow::{compile, wanted},
};
use agent_description::{Json, Limits, format::read_as, json::Text};
use serde_json::{Value, json as value};
use std::collections::BTreeSet;

/// The services, the path below which each answers, and what the peer authenticates by.
const SERVICES: [(&str, &str, &str); 3] = [
    ("resend", "", r#"{"type": "bearer", "token": "t0ken-of-the-test"}"#),
    ("alpaca", "", r#"{"type": "basic", "credentials": {"username": "kim", "password": "p4ssword"}}"#),
    ("giphy", "/v1", r#"{"type": "apiKey", "key_value": "k3y-of-the-test"}"#),
];

/// OpenAPI 3.0.4, section 4.7.10: `requestBody` is what can be sent; the operation has none.
const A_BODY_FROM_NOWHERE: &str = "an operation without a request body gets an empty object";
/// agents.json, `fields`: what the flow does not require may be left out. It is sent all the same.
const WHAT_NOBODY_GAVE: &str = "what is not given is sent, as null or as the text None";
/// agents.json, `links`: they bind the flow's inputs to those of the action, so that the API is called with the right arguments.
const A_LINK_IS_IGNORED: &str = "links to `query` are not followed, nor those to a parameter of the path by it";
/// The same; the operation's second parameter is what `parameters.1.value` names.
const A_LINK_FAILS: &str = "a link to a parameter by its number ends the flow before anything is sent";
/// agents.json, `sources`: OpenAPI documents say how each operation is called. The executor reads none; its own table lacks the parameter.
const A_TABLE_OF_ITS_OWN: &str = "a parameter that its own table of the operation does not have ends the flow";

/// Where `agentsjson` 0.1.14 sends something else: the flow, what it sends (method, target, body), and why that is wrong.
const THEIRS: &[(&str, &[[&str; 3]], &str)] = &[
    ("resend_post_emails_cancel_by_email_id_flow", &[["POST", "/emails/a/cancel", "{}"]], A_BODY_FROM_NOWHERE),
    ("resend_delete_domains_by_domain_id_flow", &[["DELETE", "/domains/a", "{}"]], A_BODY_FROM_NOWHERE),
    ("resend_post_domains_verify_by_domain_id_flow", &[["POST", "/domains/a/verify", "{}"]], A_BODY_FROM_NOWHERE),
    ("resend_delete_audiences_by_id_flow", &[["DELETE", "/audiences/a", "{}"]], A_BODY_FROM_NOWHERE),
    (
        "resend_delete_audiences_contacts_by_audience_id_and_email_flow",
        &[["DELETE", "/audiences/a/contacts/a", "{}"]],
        A_BODY_FROM_NOWHERE,
    ),
    (
        "resend_delete_audiences_contacts_by_audience_id_and_id_flow",
        &[["DELETE", "/audiences/a/contacts/a", "{}"]],
        A_BODY_FROM_NOWHERE,
    ),
    ("resend_delete_broadcasts_by_id_flow", &[["DELETE", "/broadcasts/a", "{}"]], A_BODY_FROM_NOWHERE),
    ("resend_post_broadcasts_send_by_id_flow", &[["POST", "/broadcasts/a/send", "{}"]], A_BODY_FROM_NOWHERE),
    ("orders_cancel_all", &[["DELETE", "/v2/orders", "{}"]], A_BODY_FROM_NOWHERE),
    (
        "order_place",
        &[[
            "POST",
            "/v2/orders",
            r#"{"symbol": "AAPL", "side": "buy", "type": "market", "time_in_force": "day", "qty": 1, "notional": null, "limit_price": null}"#,
        ]],
        WHAT_NOBODY_GAVE,
    ),
    (
        "order_roundtrip",
        &[
            [
                "POST",
                "/v2/orders",
                r#"{"symbol": "AAPL", "side": "buy", "order_type": "market", "time_in_force": "day", "qty": 1, "type": "market",
                    "notional": null, "limit_price": null}"#,
            ],
            ["GET", "/v2/orders/7", ""],
        ],
        WHAT_NOBODY_GAVE,
    ),
    (
        "search_gifs_flow",
        &[[
            "GET",
            "/v1/gifs/search?api_key=k3y-of-the-test&q=tea+%26+cake&limit=None&offset=None&rating=None&lang=en",
            "",
        ]],
        WHAT_NOBODY_GAVE,
    ),
    ("stock_bars_get_multiple", &[["GET", "/v2/stocks/bars?symbols=AAPL%2CTSLA&timeframe=a", ""]], A_LINK_IS_IGNORED),
    ("stock_bars_get_by_symbol", &[["GET", "/v2/stocks/%7Bsymbol%7D/bars?timeframe=a", ""]], A_LINK_IS_IGNORED),
    ("stock_trades_get_multiple", &[["GET", "/v2/stocks/trades?symbols=AAPL%2CTSLA", ""]], A_LINK_IS_IGNORED),
    (
        "latest_stock_data",
        &[
            ["GET", "/v2/stocks/bars/latest?symbols=AAPL%2CTSLA", ""],
            ["GET", "/v2/stocks/trades/latest?symbols=AAPL%2CTSLA", ""],
        ],
        A_LINK_IS_IGNORED,
    ),
    ("get_trending_stickers_flow", &[], A_LINK_FAILS),
    ("search_suggestions_flow", &[], A_LINK_FAILS),
    ("translate_to_gif_flow", &[], A_TABLE_OF_ITS_OWN),
];

/// What a request says, whatever the order of its query.
#[derive(Debug, PartialEq)]
struct Sent {
    method: String,
    path: String,
    query: BTreeSet<String>,
    body: Value,
}

impl Sent {
    fn new([method, target, body]: [&str; 3]) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.split('&').filter(|pair| !pair.is_empty()).map(str::to_owned).collect(),
            body: if body.is_empty() { Value::Null } else { serde_json::from_str(body).unwrap() },
        }
    }

    fn all_of(asked: &[Asked]) -> Vec<Self> {
        asked.iter().map(|asked| Self::new([&asked.method, &asked.target, &asked.text()])).collect()
    }
}

/// A flow, and what it sends here.
struct Flow {
    id: String,
    sent: Vec<Sent>,
    task: Value,
    theirs: Server,
}

fn answering() -> Server {
    Server::start(|_, _| json("200 OK", r#"{"id": "7"}"#))
}

/// The flows of a service, run here.
fn flows((service, base, peer_auth): (&'static str, &str, &str)) -> Vec<Flow> {
    let server = answering();
    let text = third_party::read(&format!("interop/agents-json/{service}/agents.json"));
    let document = read_as(text.as_bytes(), AGENTS_JSON, &Limits::default()).unwrap();
    let documents = wanted(&document);
    let documents = documents.iter().map(|wanted| {
        let server = format!("{}{base}", server.origin());
        (server.clone(), at(&file(service, &wanted.url), &server))
    });
    let documents: Vec<(String, Json)> = documents.collect();
    let workflows = compile(&document, supplied(&documents)).unwrap().workflows;
    let at_origin: Vec<(String, Json)> = documents.iter().map(|(_, json)| (server.origin(), json.clone())).collect();
    let runner = runner(&[server.origin()]).credentials(credentials(&auth(&at_origin)));
    let flow = |id: &Text| {
        let before = server.asked().len();
        let arguments = arguments(service, &workflows, id);
        let report = run(&runner, &workflows, id, &arguments);
        let theirs = answering();
        let task = value!({
            "agentsJson": text, "flow": id.as_str(), "port": theirs.address.port(),
            "arguments": serde_json::from_str::<Value>(&arguments.to_compact()).unwrap(),
            "auth": serde_json::from_str::<Value>(peer_auth).unwrap(),
        });
        assert!(report.ok, "{service} {id}: {:?}", report.error);
        Flow { id: id.to_string(), sent: Sent::all_of(&server.asked()[before..]), task, theirs }
    };
    workflows.ids().map(flow).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_PYTHON"]
fn the_reference_executor_sends_the_same_or_breaks_a_sentence() {
    let flows: Vec<Flow> = SERVICES.into_iter().flat_map(flows).collect();
    let tasks: Vec<Value> = flows.iter().map(|flow| flow.task.clone()).collect();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/agents_json_run.py");
    let answers = third_party::answers_of_python(program, &tasks);
    let mut same = 0;
    for (Flow { id, sent, theirs, .. }, answer) in flows.iter().zip(&answers) {
        let theirs = Sent::all_of(&theirs.asked());
        let Some((_, requests, sentence)) = THEIRS.iter().find(|(flow, ..)| flow == id) else {
            assert_eq!(*sent, theirs, "{id}: {answer}");
            same += 1;
            continue;
        };
        assert_ne!(*sent, theirs, "{id} is the same now");
        let by_hand: Vec<Sent> = requests.iter().map(|request| Sent::new(*request)).collect();
        assert_eq!(theirs, by_hand, "{id}: {sentence}; {answer}");
        assert_eq!(answer.get("error").is_some(), requests.is_empty(), "{id}: {answer}");
    }
    assert_eq!((same, THEIRS.len()), (25, flows.len() - 25));
    third_party::ran("agents-json-flows-beside-the-reference", flows.len());
}

//! A flow of two steps against a server on loopback, and the same two requests by bare reqwest.
//!
//! Goal: at most 1.3 times as long.
#![allow(missing_docs, clippy::unwrap_used)]

use adp_flows::{
    AGENTS_JSON,
    openapi::{NoFiles, OpenApi},
    run::Runner,
    workflow::{SuppliedSource, Workflows, compile},
};
use agent_description::{Limits, format::read_as, json::parse, resolve::HttpsGet};
use std::{
    hint::black_box,
    io::{Read, Write},
    net::TcpListener,
    time::{Duration, Instant},
};

const FLOW: &str = r#"{"agentsJson": "0.1.0", "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "shop.yaml"}],
  "flows": [{"id": "order", "title": "Order", "description": "Places an order and reads it.",
    "actions": [{"id": "place", "sourceId": "shop", "operationId": "place"}, {"id": "get", "sourceId": "shop", "operationId": "get"}],
    "links": [{"origin": {"actionId": "order", "fieldPath": "requestBody.item"}, "target": {"actionId": "place", "fieldPath": "requestBody.item"}},
      {"origin": {"actionId": "place", "fieldPath": "responses.success.id"}, "target": {"actionId": "get", "fieldPath": "parameters.id"}}],
    "fields": {"parameters": [], "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"item": {"type": "string"}}}}}},
      "responses": {"success": {"type": "object"}}}}]}"#;

const ANSWER: &str = r#"{"id": "7", "item": "tea", "state": "open"}"#;

/// Answers every request on kept connections.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || {
                let _ = stream.set_nodelay(true);
                let answer = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{ANSWER}",
                    ANSWER.len()
                );
                let mut bytes = Vec::new();
                let mut chunk = [0; 4096];
                while let Ok(read @ 1..) = stream.read(&mut chunk) {
                    bytes.extend_from_slice(&chunk[..read]);
                    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
                    if body.len() >= length.parse().unwrap() {
                        bytes.clear();
                        if stream.write_all(answer.as_bytes()).is_err() {
                            return;
                        }
                    }
                }
            });
        }
    });
    origin
}

fn workflows(origin: &str) -> Workflows {
    let shop = format!(
        "openapi: 3.1.0\ninfo: {{title: Shop, version: '1'}}\nservers: [{{url: '{origin}'}}]\npaths:\n  \
         /orders: {{post: {{operationId: place, requestBody: {{content: {{application/json: {{}}}}}}, responses: {{}}}}}}\n  \
         /orders/{{id}}: {{get: {{operationId: get, parameters: [{{name: id, in: path, required: true}}], responses: {{}}}}}}\n"
    );
    let document = read_as(FLOW.as_bytes(), AGENTS_JSON, &Limits::default()).unwrap();
    let shop = OpenApi::parse(shop.as_bytes()).unwrap();
    compile(&document, vec![SuppliedSource::openapi(shop, &NoFiles, None).unwrap()]).unwrap().workflows
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let origin = server();
    let workflows = workflows(&origin);
    let arguments = parse(br#"{"requestBody": {"item": "tea"}}"#, &Limits::default()).unwrap();
    // a flow a second would be allowed otherwise
    let mut limits = adp_flows::run::RunLimits::default();
    limits.max_steps = 1_000_000;
    let runner = Runner::new(HttpsGet::builder().build()).confirmed(true).limits(limits);
    let runner = runner.allow_private(origin.parse().unwrap());
    // the client needs a provider for TLS, although it sends plain HTTP
    rustls::crypto::aws_lc_rs::default_provider().install_default().unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let flow = async || {
        let report = runner.run(&workflows, "order", &arguments).await;
        assert!(report.ok, "{:?}", report.error);
        black_box(report.outputs);
    };
    let planned = async || {
        let report = runner.dry_run(&workflows, "order", &arguments).await;
        assert!(report.ok, "{:?}", report.error);
        black_box(report.outputs);
    };
    let bare = async || {
        let place = client.post(format!("{origin}/orders")).header("content-type", "application/json");
        let placed = place.body(r#"{"item":"tea"}"#).send().await.unwrap().bytes().await.unwrap();
        let placed: serde_json::Value = serde_json::from_slice(&placed).unwrap();
        let url = format!("{origin}/orders/{}", placed["id"].as_str().unwrap());
        let got = client.get(url).send().await.unwrap().bytes().await.unwrap();
        black_box(serde_json::from_slice::<serde_json::Value>(&got).unwrap());
    };
    let (mut flows, mut plans, mut bares) = (Duration::MAX, Duration::MAX, Duration::MAX);
    let mut ratios = Vec::new();
    for _ in 0..15 {
        let mut took = [Duration::ZERO; 3];
        for (time, what) in took.iter_mut().zip(0..) {
            let begun = Instant::now();
            runtime.block_on(async {
                for _ in 0..300 {
                    match what {
                        0 => flow().await,
                        1 => planned().await,
                        _ => bare().await,
                    }
                }
            });
            *time = begun.elapsed() / 300;
        }
        let [flow, plan, bare] = took;
        (flows, plans, bares) = (flows.min(flow), plans.min(plan), bares.min(bare));
        ratios.push(flow.as_secs_f64() / bare.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let (ratio, median) = (flows.as_secs_f64() / bares.as_secs_f64(), ratios[ratios.len() / 2]);
    println!("{:52} {:>8} µs", "two requests by bare reqwest", bares.as_micros());
    println!(
        "{:52} {:>8} µs {ratio:.2}x, median {median:.2}x (at most 1.3x)",
        "a flow of two steps",
        flows.as_micros()
    );
    println!("{:52} {:>8} µs", "the same without sending", plans.as_micros());
}

//! The largest real OpenAPI source of a file of flows: read, made ready, and all that a flow's calls need looked up, beside the bare YAML parser, whose
//! events nobody takes (design: at most 3x).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use adp_flows::{
    agents_json::{AgentsJson, Flow},
    openapi::{NoFiles, OpenApi},
};
use agent_description::{Document, Limits};
use saphyr_parser::Parser;
use std::{
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let Some(folder) = std::env::var_os("THIRD_PARTY_VECTORS") else {
        println!("not measured: THIRD_PARTY_VECTORS is not set, see tests/README.md");
        return;
    };
    let folder = PathBuf::from(folder).join("interop/agents-json/slack");
    let text = std::fs::read_to_string(folder.join("openapi.yaml")).unwrap();
    let file = std::fs::read(folder.join("agents.json")).unwrap();
    let file = AgentsJson::read(&Document::parse(&file, &Limits::default()).unwrap());
    let flow = file.flows.iter().find(|flow| flow.id.as_deref() == Some("chat_postMessage")).unwrap();
    let parser = best(|| Parser::new_from_str(black_box(&text)).filter(|event| event.is_ok()).count());
    let read = best(|| OpenApi::parse(black_box(text.as_bytes())).unwrap());
    let whole = best(|| {
        let openapi = OpenApi::compile(OpenApi::parse(black_box(text.as_bytes())).unwrap(), &NoFiles).unwrap();
        looked_up(&openapi, flow)
    });
    let ratio = |time: Duration| time.as_secs_f64() / parser.as_secs_f64();
    println!("{:52} {:>8} bytes", "slack/openapi.yaml", text.len());
    println!("{:52} {:>8} ms", "bare YAML parser", parser.as_millis());
    println!("{:52} {:>8} ms {:.2}x", "read", read.as_millis(), ratio(read));
    println!("{:52} {:>8} ms {:.2}x", "read, made ready, a flow's calls looked up", whole.as_millis(), ratio(whole));
}

/// What a plan says of each call.
fn looked_up(openapi: &OpenApi, flow: &Flow) -> usize {
    let calls = flow.actions.iter().map(|action| openapi.operation(action.operation_id.as_deref().unwrap()).unwrap());
    calls
        .map(|call| {
            assert!(!call.servers().is_empty());
            call.parameters().unwrap().len() + usize::from(call.body().unwrap().is_some()) + call.security().len()
        })
        .sum()
}

fn best<T>(work: impl Fn() -> T) -> Duration {
    let once = || {
        let begun = Instant::now();
        black_box(work());
        begun.elapsed()
    };
    (0..5).map(|_| once()).min().unwrap_or_default()
}

//! YAML of the size that an OpenAPI document may have: the reader beside the bare parser, whose events nobody takes, and what the tree takes.
//! Time is to grow with the size, and the ratio to stay (design: at most 3x to compile and plan).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use agent_description::{ReadLimits, json::yaml};
use saphyr_parser::Parser;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::{
    alloc::System,
    fmt::Write as _,
    hint::black_box,
    time::{Duration, Instant},
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!(
        "{:28} {:>10} {:>10} {:>10} {:>6} {:>12}",
        "document", "bytes", "parser", "reader", "ratio", "tree, bytes"
    );
    for mebibytes in [1, 4, 16] {
        row(&format!("OpenAPI-like, {mebibytes} MiB"), &openapi_like(mebibytes << 20));
    }
    if let Some(folder) = std::env::var_os("THIRD_PARTY_VECTORS") {
        let file = std::path::PathBuf::from(folder).join("interop/agents-json/slack/openapi.yaml");
        if let Ok(text) = std::fs::read_to_string(file) {
            row("the largest real one", &text);
        }
    }
}

fn row(name: &str, text: &str) {
    let limits = ReadLimits::new(16 << 20);
    let parser = best(|| Parser::new_from_str(black_box(text)).filter(|event| event.is_ok()).count());
    let reader = best(|| yaml::parse(black_box(text.as_bytes()), limits).unwrap());
    let region = Region::new(ALLOCATOR);
    let tree = yaml::parse(text.as_bytes(), limits).unwrap();
    let change = region.change();
    let kept = change.bytes_allocated - change.bytes_deallocated;
    drop(tree);
    let ratio = reader.as_secs_f64() / parser.as_secs_f64();
    println!(
        "{name:28} {:>10} {:>7} ms {:>7} ms {ratio:>6.2} {kept:>12}",
        text.len(),
        parser.as_millis(),
        reader.as_millis()
    );
}

fn best<T>(work: impl Fn() -> T) -> Duration {
    let once = || {
        let begun = Instant::now();
        black_box(work());
        begun.elapsed()
    };
    (0..5).map(|_| once()).min().unwrap()
}

/// Paths with operations, parameters, responses, schemas and prose, up to this many bytes.
fn openapi_like(bytes: usize) -> String {
    let mut text = "openapi: 3.1.0\ninfo:\n  title: Many\n  version: \"1\"\npaths:\n".to_owned();
    for number in 0.. {
        let mut path = String::new();
        write!(
            path,
            "  /things/{number}/{{id}}:\n    get:\n      operationId: getThing{number}\n      summary: Gets a thing\n      \
             description: |\n        Gets one thing, by its number.\n\n        It answers 404 where there is none: see \"things\".\n      \
             parameters:\n        - name: id\n          in: path\n          required: true\n          schema: {{type: integer, minimum: 1}}\n      \
             responses:\n        200:\n          description: A thing\n          content:\n            application/json:\n              \
             schema:\n                $ref: '#/components/schemas/Thing'\n        \"404\":\n          description: None\n"
        )
        .unwrap();
        if text.len() + path.len() > bytes {
            break;
        }
        text.push_str(&path);
    }
    text
}

//! What a run may take for one answer, whatever its flow does with it: memory by the allocator. One test in a binary of its own, because the
//! allocator counts for all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs, dead_code)]

#[path = "run/server.rs"]
mod server;
#[path = "run/shop.rs"]
mod shop;

use adp_fixtures::own_process::in_own_processes;
use server::{Server, json};
use shop::{arazzo, code, compiled, credentials, openapi, run, runner};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::{
    alloc::System,
    io,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Processes that share the answers.
const PARTS: usize = 2;
/// What a program may take for one answer, in bytes.
const MEMORY: usize = 300 << 20;
const ANSWER: usize = 8 << 20;
const TOKEN: &str = "secret-of-the-shop";

static DONE: AtomicBool = AtomicBool::new(false);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn in_use() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

/// As many of these records as fit.
fn list(record: &str) -> String {
    let count = (ANSWER - 100) / (record.len() + 1);
    format!("[{}]", vec![record; count].join(","))
}

/// So many outputs of a step by these expressions, and so many of the workflow.
fn workflow(expressions: &[&str], count: usize) -> String {
    let outputs = |of: &dyn Fn(usize) -> String| {
        (0..count).map(|at| format!(r#""o{at}": "{}""#, of(at))).collect::<Vec<_>>().join(",")
    };
    let of_step = outputs(&|at| expressions[at % expressions.len()].to_owned());
    let of_workflow = outputs(&|at| format!("$steps.s.outputs.o{at}"));
    format!(
        r#"{{"workflowId": "w", "steps": [{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}],
          "successCriteria": [{{"condition": "$statusCode == 200 && $response.body != null"}}], "outputs": {{{of_step}}}}}], "outputs": {{{of_workflow}}}}}"#
    )
}

#[test]
fn no_answer_takes_more_memory_than_it_may() {
    let Some(printed) = in_own_processes("no_answer_takes_more_memory_than_it_may", PARTS, memory_of_part) else {
        return;
    };
    assert_eq!(printed.matches(" MiB, ").count(), 7, "{printed}");
}

/// One of `PARTS` parts of the answers.
fn memory_of_part(part: usize) {
    let sampler = std::thread::spawn(|| {
        while !DONE.load(Ordering::Relaxed) {
            PEAK.fetch_max(in_use(), Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(500));
        }
    });
    let record = r#"{"name-of-it": 1234, "title": "A chair of wood", "price": 129.95, "tags": ["wood", "chair"]}"#;
    let text = format!("{:?}", "a".repeat(ANSWER - 100));
    let echo = format!(r#"{{"echo": "Bearer {TOKEN}", "all": {}}}"#, list(record));
    let whole = ["$response.body"];
    let parts = ["$response.body", "$response.body#", "$response.body#/all", "$request.path.id"];
    let answers = [
        ("a text", text, &whole[..], 20, "-"),
        ("texts", list(&format!("{:?}", "a".repeat(900))), &whole, 20, "-"),
        ("records", list(record), &whole, 4, "-"),
        ("records with a credential", echo.clone(), &whole, 4, "-"),
        ("a part of them", echo.clone(), &["$response.body#/all"], 4, "-"),
        // two copies of nearly all, and the answer
        ("parts of them", echo.clone(), &parts, 4, "-"),
        ("records very often", echo, &whole, 100, "flow-limit"),
    ];
    for (name, answer, expressions, count, expected) in answers.into_iter().skip(part).step_by(PARTS) {
        assert!(answer.len() <= ANSWER + 100, "{name}");
        let server = Server::start(move |_, _| json("200 OK", &answer));
        let workflows = compiled(&arazzo(&workflow(expressions, count)), &[openapi(&server.origin())]);
        let auth = format!(r#"{{"{}": {{"key": {{"token": "{TOKEN}"}}}}}}"#, server.origin());
        let runner = runner(&[server.origin()]).credentials(credentials(&auth));
        let before = in_use();
        PEAK.store(before, Ordering::Relaxed);
        let report = run(&runner, &workflows, "w", "{}");
        if count > 4 {
            report.write(&mut io::sink()).unwrap();
        }
        let peak = PEAK.load(Ordering::Relaxed).max(in_use()).saturating_sub(before);
        println!("{name}: {} MiB, {}", peak >> 20, code(&report));
        assert!(peak < MEMORY, "{name} takes {} MiB", peak >> 20);
        assert_eq!(code(&report), expected, "{name}: {:?}", report.error);
    }
    DONE.store(true, Ordering::Relaxed);
    sampler.join().unwrap();
}

//! What others wait for while anybody has costly documents checked: pages and writes have processors of their own.

use crate::http::{
    api::writing::{Agent, ID, card},
    served::Answer,
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

const PAGE: &str = "/entry/urn:air:hotel.example.com:agent:rooms";
/// How long others are measured.
const MEASURED: Duration = Duration::from_secs(10);

/// A document of about so many bytes, whose findings cost more than its text.
fn flows(bytes: usize) -> String {
    let head = r#"{"agentsJson": "0.1.0", "info": {"title": "t", "version": "1", "description": "d"},
        "sources": [{"id": "a", "path": "https://a.example/o.json"}], "flows": ["#;
    format!("{head}{}{{}}]}}", "{},".repeat(bytes / 3))
}

/// An Arazzo document of so many inputs, each of which refers to all that come after it.
fn inputs(count: usize) -> String {
    let reference = |number: usize| format!(r##"{{"$ref": "#/components/inputs/i{number}"}}"##);
    let input = |number: usize| {
        let next = (number + 1..count.min(number + 3)).map(reference).collect::<Vec<_>>().join(",");
        format!(r#""i{number}": {{"type": "object", "allOf": [{next}]}}"#)
    };
    let all = (0..count).map(input).collect::<Vec<_>>().join(",");
    let wanted = (0..count).map(reference).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "t", "version": "1"}}, "sourceDescriptions": [{{"name": "a", "url": "https://a.example/o.json", "type": "openapi"}}],
        "workflows": [{{"workflowId": "w", "inputs": {{"allOf": [{wanted}]}}, "steps": [{{"stepId": "s", "operationId": "o"}}]}}],
        "components": {{"inputs": {{{all}}}}}}}"#
    )
}

/// Has a document checked, as a client of this address.
fn check(agent: &Agent, address: &str, document: &str) -> Answer {
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"d.json\"\r\n\r\n{document}\r\n--b--\r\n"
    );
    let headers = [("Content-Type", "multipart/form-data; boundary=b"), ("X-Forwarded-For", address)];
    agent.served.send("POST", "/check", &headers, form.as_bytes())
}

/// The median and the longest of some times.
fn median_and_worst(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[times.len() - 1])
}

/// While an attack goes on, others read a page and write an entry.
fn measure(name: &str, agent: &Agent, attack: impl Fn(&AtomicBool) + Sync) {
    let is_over = AtomicBool::new(false);
    let (pages, writes) = thread::scope(|scope| {
        scope.spawn(|| attack(&is_over));
        let (mut pages, mut writes, begin) = (Vec::new(), Vec::new(), Instant::now());
        while begin.elapsed() < MEASURED {
            let start = Instant::now();
            let page = agent.served.send("GET", PAGE, &[("X-Forwarded-For", "198.51.100.9")], b"");
            pages.push((page.status, start.elapsed()));
            let start = Instant::now();
            let written = agent.write("PUT", ID, card("Harbour Rooms").as_bytes());
            writes.push((written.status, start.elapsed()));
            thread::sleep(Duration::from_millis(200));
        }
        is_over.store(true, Ordering::SeqCst);
        (pages, writes)
    });
    for (what, answers) in [("page", pages), ("PUT", writes)] {
        let refused = answers.iter().filter(|(status, _)| *status != 200).count();
        let (median, worst) = median_and_worst(answers.iter().map(|(_, took)| *took).collect());
        eprintln!("{name}: {what}: {} answers, {refused} errors, median {median:?}, worst {worst:?}", answers.len());
        assert_eq!(refused, 0, "{name}: {what}: {answers:?}");
        assert!(median <= Duration::from_secs(1) && worst <= Duration::from_secs(3), "{name}: {what}: {answers:?}");
    }
}

fn agent() -> Agent {
    let agent = Agent::with(&["--rate", "1000", "--trusted-proxy", "127.0.0.1"]);
    let added = agent.write("PUT", ID, card("Harbour Rooms").as_bytes());
    assert_eq!(added.status, 201, "{added:?}");
    agent
}

/// One address sends two documents of 1 MB a second, and does not wait for the answers.
#[test]
fn one_address_that_has_documents_checked_delays_nobody() {
    let agent = agent();
    let document = flows(1 << 20);
    measure("one address", &agent, |is_over| {
        thread::scope(|scope| {
            while !is_over.load(Ordering::SeqCst) {
                scope.spawn(|| check(&agent, "203.0.113.7", &document));
                thread::sleep(Duration::from_millis(500));
            }
        });
    });
}

/// As many documents as there are processors, each time of another network, so that no network has used up its time.
#[test]
fn as_many_checks_as_processors_delay_nobody() {
    let agent = agent();
    let document = inputs(4_000);
    let processors = thread::available_parallelism().unwrap().get();
    measure("all processors", &agent, |is_over| {
        thread::scope(|scope| {
            for worker in 0..processors {
                let (agent, document) = (&agent, &document);
                scope.spawn(move || {
                    let mut number = 0;
                    while !is_over.load(Ordering::SeqCst) {
                        number += 1;
                        check(agent, &format!("10.{worker}.{number}.1"), document);
                    }
                });
            }
        });
    });
}

/// More than the queue for checks takes, all of different networks: some are told to come later.
#[test]
fn a_crowd_that_has_documents_checked_is_told_to_wait() {
    let agent = agent();
    let document = flows(1 << 20);
    let busy = AtomicBool::new(false);
    measure("crowd", &agent, |is_over| {
        thread::scope(|scope| {
            for worker in 0..48 {
                let (agent, document, busy) = (&agent, &document, &busy);
                scope.spawn(move || {
                    let answer = check(agent, &format!("10.{worker}.0.1"), document);
                    if answer.status == 503 && answer.body.contains("registry-busy") {
                        assert_eq!(answer.header("retry-after"), Some("5"), "{answer:?}");
                        busy.store(true, Ordering::SeqCst);
                    }
                    while !is_over.load(Ordering::SeqCst) {
                        thread::sleep(Duration::from_millis(100));
                    }
                });
            }
        });
    });
    assert!(busy.load(Ordering::SeqCst), "nobody was told to wait");
}

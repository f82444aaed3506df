//! What a caller cannot do to the server: send too much, too often, too slowly; and how the server ends.

use crate::http::served::{Served, read};
use serde_json::json;
use std::{
    io::Write,
    process::Command,
    time::{Duration, Instant},
};

#[test]
fn sizes_are_bounded() {
    let served = Served::demo(&["--rate", "1000"]);
    let large = json!({"query": {"text": "x".repeat(70 << 10)}});
    let answer = served.post("/search", &large);
    assert_eq!((answer.status, answer.json()["errorCode"].as_str()), (413, Some("OUT_OF_RANGE")));
    let long = served.get(&format!("/search?q={}", "a".repeat(40_000)));
    assert!(matches!(long.status, 400 | 414 | 431), "{long:?}");
    let head = served.send("GET", "/agents", &[("X-Long", &"a".repeat(100 << 10))], b"");
    assert_eq!(head.status, 431, "{head:?}");
    let many: Vec<String> = (0..200).map(|n| format!("X-{n}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "1")).collect();
    assert_eq!(served.send("GET", "/agents", &many, b"").status, 431);
    assert_eq!(served.send("POST", "/search", &[("Content-Type", "text/plain")], b"{}").status, 415);
    // depth
    let deep = format!("{{\"query\": {{\"text\": \"a\", \"filter\": {}{}}}}}", "[".repeat(30_000), "]".repeat(30_000));
    assert_eq!(served.send("POST", "/search", &[("Content-Type", "application/json")], deep.as_bytes()).status, 400);
}

#[test]
fn an_address_has_its_rate() {
    let served = Served::demo(&["--rate", "1"]);
    let answers: Vec<u16> = (0..14).map(|_| served.get("/openapi.json").status).collect();
    assert_eq!(&answers[..10], [200; 10]);
    assert!(answers.contains(&429), "{answers:?}");
    let refused = served.get("/openapi.json");
    assert_eq!((refused.status, refused.json()["errorCode"].as_str()), (429, Some("RESOURCE_EXHAUSTED")));
    // people get a page, which has its style
    let page = served.send("GET", "/", &[("Accept", "text/html")], b"");
    assert!(page.status == 429 && page.body.contains("<h1>Too many requests</h1>"), "{page:?}");
    assert!(page.header("retry-after").is_some() && page.header("content-security-policy").is_some(), "{page:?}");
    assert_eq!(served.get("/style.css").status, 200);
    assert_eq!(refused.header("retry-after"), Some("1"));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let served = Served::demo(&[]);
    let mut stream = served.connect();
    let head = "POST /search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{";
    let begin = Instant::now();
    stream.write_all(head.as_bytes()).unwrap();
    let answer = read(&mut stream);
    assert_eq!((answer.status, answer.json()["errorCode"].as_str()), (408, Some("DEADLINE_EXCEEDED")));
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn one_address_has_half_of_the_connections() {
    let served = Served::demo(&["--connections", "8"]);
    let mut held: Vec<_> = (0..4).map(|_| served.connect()).collect();
    for stream in &mut held {
        stream.write_all(b"GET /agents HTTP/1.1\r\n").unwrap();
    }
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(served.get("/openapi.json").status, 0, "the fifth is closed");
    drop(held);
    let begin = Instant::now();
    while served.get("/openapi.json").status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(20), "places are free again");
    }
}

#[test]
fn the_end_lets_answers_finish() {
    let mut served = Served::demo(&[]);
    // a request whose body is under way when the end comes
    let body = json!({"query": {"text": "travel"}}).to_string();
    let mut stream = served.connect();
    let head = format!(
        "POST /search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&body.as_bytes()[..5]).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-TERM", &served.process.id().to_string()]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(300));
    stream.write_all(&body.as_bytes()[5..]).unwrap();
    let answer = read(&mut stream);
    assert_eq!(answer.status, 200, "{answer:?}");
    let ended = served.process.wait().unwrap();
    assert_eq!(ended.code(), Some(0));
}

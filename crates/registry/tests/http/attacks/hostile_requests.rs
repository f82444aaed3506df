//! Requests that nobody means well with: each is answered, by a refusal in its terms, with the headers that keep browsers safe.

use crate::http::served::{Answer, Served};

const HOTEL: &str = "urn:air:hotel.example:agent:book-room";
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What holds for every answer of the routes.
fn is_sound(answer: &Answer, of: &str) {
    assert!((200..500).contains(&answer.status), "{of}: {answer:?}");
    assert_eq!(answer.header("content-security-policy"), Some(POLICY), "{of}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{of}");
    assert_eq!(answer.header("set-cookie"), None, "{of}");
    let is_api = answer.header("content-type") == Some("application/json");
    if answer.status >= 400 && is_api && !answer.body.is_empty() {
        let said = answer.json();
        assert!(said["errorCode"].is_string() && said["message"].is_string(), "{of}: {said}");
    }
}

#[test]
fn methods_paths_and_headers() {
    let served = Served::demo(&["--rate", "1000", "--origin", "https://registry.example.com", "--offline"]);
    let names = [
        HOTEL,
        "..",
        "%2e%2e",
        "%2F",
        "%00",
        "%",
        "%zz",
        "%ff%fe",
        "%252e",
        "%3Cscript%3E",
        "a/b/c",
        "urn:air:x:y%0d%0aSet-Cookie:a=b",
        "urn:air:hotel.example:agent:%E2%80%AEroom",
        "urn:air:hotel.example:agent:book-room;x=1",
    ];
    for name in names {
        for target in [format!("/agents/{name}"), format!("/entry/{name}"), format!("/agents/{name}/document")] {
            let answer = served.get(&target);
            is_sound(&answer, &target);
            assert_eq!(answer.status == 200, name == HOTEL, "{target}: {answer:?}");
            assert!(!answer.body.contains('\u{202e}'), "{target}: {answer:?}");
            // JSON that no browser takes for a page may have it
            let is_page = answer.header("content-type").is_some_and(|found| found.starts_with("text/html"));
            assert!(!is_page || !answer.body.contains("<script"), "{target}: {answer:?}");
        }
    }
    let target = format!("/agents/{HOTEL}");
    for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO", "get"] {
        for target in ["/", "/search", "/explore", "/check", "/metrics", "/nothing", "//", "/agents/", &target] {
            is_sound(&served.send(method, target, &[], b""), &format!("{method} {target}"));
        }
    }
    // nobody writes by a header of his own
    for header in [
        ("Authorization", "DIDWba did=\"did:wba:hotel.example\""),
        ("Authorization", "Bearer x"),
        ("Signature", "sig1=:AA==:"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-HTTP-Method-Override", "DELETE"),
    ] {
        for method in ["PUT", "DELETE"] {
            let answer = served.send(method, &target, &[header], b"");
            assert_eq!(answer.status, 401, "{method} {header:?}: {answer:?}");
            is_sound(&answer, header.1);
        }
    }
    assert_eq!(served.get(&target).status, 200, "it is still there");
}

#[test]
fn searches_and_page_tokens_that_were_made_up() {
    let served = Served::demo(&["--rate", "1000"]);
    let first = served.get("/search?q=&pageSize=5").json();
    let token = first["pageToken"].as_str().unwrap();
    let mut refused = 0;
    for at in 0..token.len() {
        let mut made_up = token.to_owned();
        let letter = if &token[at..=at] == "A" { "B" } else { "A" };
        made_up.replace_range(at..=at, letter);
        let answer = served.get(&format!("/search?q=&pageSize=5&pageToken={made_up}"));
        is_sound(&answer, &made_up);
        refused += usize::from(answer.status == 400);
    }
    assert!(refused * 2 > token.len(), "{refused} of {}", token.len());
    for token in ["", "A", "====", "%00", "%E6%B0%B4", &"A".repeat(5_000)] {
        let answer = served.get(&format!("/search?q=&pageToken={token}"));
        is_sound(&answer, token);
        assert_eq!(answer.status, 400, "{token}: {answer:?}");
    }
    for query in [
        "%00",
        "%E2%80%AE",
        "*",
        "%22",
        "%5C",
        "%28%29",
        "a%20*",
        "%F0%9D%92%B3",
        "%EF%AC%83",
        "%CC%81",
        "::",
        "=x",
        "%D9%A3",
    ] {
        is_sound(&served.get(&format!("/search?q={query}")), query);
        let page = served.get(&format!("/?q={query}"));
        is_sound(&page, query);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{query}");
    }
    let page = served.get("/?q=%3Cscript%3Ealert(1)%3C/script%3E%22%20autofocus");
    assert!(!page.body.contains("<script") && !page.body.contains("\" autofocus"), "{page:?}");
}

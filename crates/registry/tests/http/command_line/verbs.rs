//! The verbs that only read: they make nothing, and say what was typed wrong.

use crate::http::served::{Served, adp_registry};
use std::io::{Read, Write};

#[test]
fn who_only_reads_makes_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("none.redb");
    let (id, out) = ("urn:air:a.example.com:mcp:a", folder.path().join("out.ndjson"));
    for verb in
        [&["search", "tea"][..], &["get", id], &["remove", id], &["reindex"], &["export", "-o", out.to_str().unwrap()]]
    {
        let output = adp_registry().args(verb).arg("--store").arg(&store).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{verb:?}: {said}");
        assert!(said.contains("does not exist"), "{verb:?}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{verb:?}");
    }
}

#[test]
fn an_error_code_is_explained() {
    let explain = |code: &str| adp_registry().args(["explain", code]).output().unwrap();
    let known = explain("registry-older");
    let expected = "registry-older\n  \
        rule    A document was signed before the one it would replace, or has a lower version.\n  \
        source  this software: the registry's README, \"Writing\"\n  \
        fix     Sign the document again; if its format has no signing time, also increase its version.\n";
    assert_eq!((known.status.code(), String::from_utf8(known.stdout).unwrap().as_str()), (Some(0), expected));
    for code in ["net-offline", "card-signer-unbound", "flow-confirmation", "rate-limit"] {
        assert_eq!(explain(code).status.code(), Some(0), "{code}");
    }
    let unknown = explain("registry-oldr");
    let expected = "error[usage]: unknown error code \"registry-oldr\"; did you mean \"registry-older\"?\n";
    assert_eq!((unknown.status.code(), String::from_utf8(unknown.stderr).unwrap().as_str()), (Some(2), expected));
}

#[test]
fn an_address_in_use_is_named() {
    let served = Served::demo(&[]);
    let address = served.address.to_string();
    let second = adp_registry().args(["serve", "--demo", "--listen", &address]).output().unwrap();
    let expected = format!(
        "error[net-connect]: cannot listen on {address}: Address already in use (os error 98); \
         stop the process that uses this address, or pass another --listen\n"
    );
    assert_eq!((second.status.code(), String::from_utf8(second.stderr).unwrap()), (Some(4), expected));
}

#[test]
fn a_response_without_its_total_is_no_search_result() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.push(byte[0]);
        }
        let body = r#"{"results": []}"#;
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    });
    let output = adp_registry().args(["search", "tea", "--url", &format!("http://{address}")]).output().unwrap();
    serving.join().unwrap();
    let expected = "error[invalid-result]: the response is not a search result of a registry (missing field `total`); \
                    check the URL\n";
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(1), expected));
}

#[test]
fn a_search_that_is_none_is_a_misused_command_line() {
    for query in ["(", "a AND", "nofield=\"x\"", "\"open"] {
        let output = adp_registry().args(["search", query, "--store", "memory", "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{query}: {output:?}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(said["error"]["code"].as_str().unwrap().starts_with("registry-"), "{said}");
    }
}

#[test]
fn a_misused_command_line_is_explained_line_by_line() {
    let output = adp_registry().args(["serve", "--no-such-option"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("error[usage]: unexpected argument '--no-such-option' found"));
    assert!(lines.any(|line| line.starts_with("Usage: adp-registry serve")), "{said}");
    assert!(!said.contains("u{a}"), "{said}");
    // what was typed gives the terminal no orders
    let output = adp_registry().args(["serve", "--no\u{1b}[2J"]).output().unwrap();
    assert!(!output.stderr.contains(&0x1b), "{output:?}");

    let output = adp_registry().output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    let first = "Agent registry that verifies documents before it indexes them";
    assert_eq!(said.lines().next(), Some(first), "{said}");
    assert!(said.lines().any(|line| line.trim_start().starts_with("serve ")), "{said}");
    let output = adp_registry().arg("--json").output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &said["error"]["code"]), (Some(2), &serde_json::json!("usage")));
}

#[test]
fn a_running_registry_is_asked() {
    let served = Served::demo(&[]);
    let search = |arguments: &[&str]| {
        let output = adp_registry().arg("search").args(arguments).args(["--url", &served.base()]).output().unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (code, found, error) = search(&["format:a2a-card AND weather AND verified:true", "--json"]);
    assert_eq!(code, 0, "{error}");
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["results"][0]["identifier"], "urn:air:weather.example:agent:forecast", "{found}");
    assert_eq!(found["results"][0]["verified"], true);
    // page by page, as with a store
    let (_, first, _) = search(&["", "--json", "--page-size", "30"]);
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    let (_, rest, _) =
        search(&["", "--json", "--page-size", "30", "--page-token", first["pageToken"].as_str().unwrap()]);
    let rest: serde_json::Value = serde_json::from_str(&rest).unwrap();
    let shown = |page: &serde_json::Value| page["results"].as_array().unwrap().len();
    assert_eq!((shown(&first), shown(&rest), &rest["pageToken"]), (30, 8, &serde_json::Value::Null));
    let (code, lines, _) = search(&["tampered OR weather"]);
    assert!(code == 0 && lines.lines().all(|line| line.starts_with("urn:air:")), "{lines}");
    assert_eq!(search(&["nosuchword"]).0, 1);
    assert_eq!(search(&["name:\"open"]).0, 2);
    let (code, _, error) = search(&["tea", "--page-token", "AAAA"]);
    assert!(code == 1 && error.contains("error[invalid-value]") && error.contains("400"), "{code} {error}");
    // what is no registry's, and what nobody listens at
    let other = adp_registry().args(["search", "tea", "--url", &format!("{}/agents", served.base())]).output().unwrap();
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    let nobody = adp_registry().args(["search", "tea", "--url", "http://127.0.0.1:1"]).output().unwrap();
    assert_eq!(nobody.status.code(), Some(4), "{nobody:?}");
    let usage = adp_registry().args(["search", "tea", "--url", "http://registry.example"]).output().unwrap();
    assert_eq!(usage.status.code(), Some(2), "{usage:?}");
}

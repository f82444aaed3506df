//! The verbs that only read: they make nothing, and say what was typed wrong.

use crate::served::{Served, adp_registry};

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

//! The verbs that only read: they make nothing, and say what was typed wrong.

use crate::served::adp_registry;

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
        assert!(said.contains("there is no store"), "{verb:?}: {said}");
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

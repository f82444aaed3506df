//! Our verdicts are the same in a build where serde_json has `arbitrary_precision`: every vector, in ssi's build.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use adp_vectors::{Vector, VectorAnswer, answer};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn the_feature_is_on_in_this_build() {
    // with it serde_json reads this object as the number 5
    let value: serde_json::Value = serde_json::from_str(r#"{"$serde_json::private::Number": "5"}"#).unwrap();
    assert!(value.is_number(), "{value}");
}

#[test]
fn what_serde_json_takes_for_a_number_stays_an_object() {
    let object = r#"{"$serde_json::private::Number":"5"}"#;
    let context = r#"{"@context":{"v":{"@id":"https://a.example/v","@type":"@json"}}}"#;
    let document = format!(r#"{{"@context":{{"v":{{"@id":"https://a.example/v","@type":"@json"}}}},"v":{object}}}"#);
    let expanded = format!(r#"[{{"https://a.example/v":[{{"@type":"@json","@value":{object}}}]}}]"#);
    for (vector, output) in [
        (Vector::new("jcs", "ok", "", object), object),
        (Vector::new("expand", "ok", "", document.as_str()), &expanded),
        // by the `json-ld` crate, which ssi uses too
        (Vector::new("compact", "ok", "", expanded.as_str()).with("context", context), &document),
    ] {
        let found = answer(&vector, Path::new(".")).unwrap();
        assert_eq!(found, VectorAnswer::Ok { output: Some(output.to_owned()) }, "{}", vector.kind());
    }
}

#[test]
fn every_vector_gets_the_verdict_it_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files(&folder) {
        let vector =
            Vector::parse(&fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found =
            answer(&vector, path.parent().unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if !found.meets(&vector) {
            wrong.push(format!("{}: expected {}, found {found:?}", path.display(), vector.expect()));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 500, "{seen} vectors");
    println!("{seen} vectors");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            found.push(path);
        }
    }
    found
}

//! Our N-Quads and Turtle as PyPI's `rdflib` reads them: over every document of the W3C's toRdf suite that needs no context document,
//! all real documents, and the edges of the grammar.
//!
//! `INTEROP_PYTHON` is a Python with `tests/interop/requirements.txt`.

use adp_fixtures::{
    rdf_dataset::{Statement, isomorphic, read},
    third_party,
};
use agent_description::{
    Json, Limits, json,
    jsonld::{Contexts, ExpandOptions, Expanded, expand},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

/// Strings, numbers and names at the edges; line ends of other readers among them.
const EDGES: [&str; 4] = [
    r#"{"@id":"urn:s","urn:p":["\u0000\u0001\b\t\n\u000b\f\r\u001c\u001d\u001e\u001f\u007f","\u0085\u2028\u2029","\"\\'''\"\"\"","\ud83d\ude00\udbff\udfff","\uffff", ""]}"#,
    r#"{"@id":"urn:s","urn:p":[5e-324,1.7976931348623157e308,-0.1,1e21,999999999999999900000,true,{"@value":2,"@type":"http://www.w3.org/2001/XMLSchema#double"}]}"#,
    r#"{"@id":"http://example.com/ä?q=(1)#'","urn:p":[{"@value":"a","@language":"zh-Hant-TW"},{"@value":"a","@language":"EN-us"},{"@id":"urn:a%20b"}]}"#,
    r#"{"@id":"_:g","@graph":[{"@id":"_:x","urn:p":{"@id":"_:g"}},{"@id":"urn:s","urn:p":{"@list":[1,{"@id":"_:x"},[]]}}]}"#,
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json" || extension == "jsonld") {
            found.push(path);
        }
    }
}

fn documents() -> Vec<(String, Expanded)> {
    let mut found = Vec::new();
    files(&third_party::path("json-ld/tests/toRdf"), &mut found);
    files(&third_party::path("anp"), &mut found);
    let texts = found.iter().map(|path| (path.display().to_string(), std::fs::read(path).unwrap()));
    let edges = EDGES.iter().map(|text| ((*text).to_owned(), text.as_bytes().to_vec()));
    let mut documents = Vec::new();
    for (name, bytes) in texts.chain(edges) {
        let Ok(json) = json::parse(&bytes, &Limits::default()) else { continue };
        let mut options = ExpandOptions::with_base("https://example.com/dir/doc");
        if json.get("@context").is_none() && json.get("protocolType").is_some() {
            options.expand_context = Some(Json::from("urn:agent-description:anp-07"));
        }
        if let Ok(expanded) = expand(&json, &Contexts::embedded(), &options)
            && expanded.to_quads().is_ok_and(|quads| !quads.is_empty())
        {
            documents.push((name, expanded));
        }
    }
    documents
}

/// Language tags in lower case: they are the same in any.
fn settled(statements: impl IntoIterator<Item = Statement>) -> BTreeSet<Statement> {
    let lower = |term: String| match term.rsplit_once("\"@") {
        Some((text, tag)) if term.starts_with('"') => format!("{text}\"@{}", tag.to_ascii_lowercase()),
        _ => term,
    };
    statements.into_iter().map(|statement| statement.into_iter().map(lower).collect()).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_PYTHON"]
fn rdflib_reads_the_same_dataset_in_both_forms() {
    let python = third_party::python();
    let documents = documents();
    let folder = tempfile::tempdir().unwrap();
    let (batch, answers) = (folder.path().join("batch.json"), folder.path().join("answers.json"));
    let forms =
        |expanded: &Expanded| json!({"nquads": expanded.to_nquads().unwrap(), "turtle": expanded.to_turtle().unwrap()});
    let questions: Vec<Value> = documents.iter().map(|(_, expanded)| forms(expanded)).collect();
    std::fs::write(&batch, Value::from(questions).to_string()).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/read_rdf.py");
    let status = Command::new(python).args(["-B", program]).args([&batch, &answers]).status().unwrap();
    assert!(status.success(), "rdflib refuses what we write: see above");
    let answers: Vec<Value> = serde_json::from_slice(&std::fs::read(answers).unwrap()).unwrap();
    assert_eq!(answers.len(), documents.len());
    for ((name, expanded), answer) in documents.iter().zip(&answers) {
        let ours = settled(read(&expanded.to_nquads().unwrap()));
        for form in ["nquads", "turtle"] {
            let theirs: Vec<Statement> = serde_json::from_value(answer[form].clone()).unwrap();
            assert!(isomorphic(&settled(theirs), &ours), "{form} of {name}\n{ours:#?}\n{:#}", answer[form]);
        }
    }
    third_party::ran("interop-rdflib", documents.len());
}

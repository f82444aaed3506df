//! YAML against npm's `yaml` by YAML 1.2's core schema: every YAML file of the third-party suites, thousands of generated documents, and
//! what changes of a few characters make of them.
//!
//! `INTEROP_NODE_MODULES` is the folder that `npm ci` made from `tests/interop/package-lock.json`.

mod generator;

use adp_fixtures::third_party;
use agent_description::{CodedError, ReadError, ReadLimits, json::yaml};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

const GENERATED: u64 = 4000;

fn ours(text: &str) -> Result<Value, ReadError> {
    let read = yaml::parse(text.as_bytes(), ReadLimits::new(16 << 20))?;
    Ok(serde_json::from_str(&read.to_compact()).unwrap())
}

/// What npm's `yaml` says: the value, or what is wrong.
fn theirs(texts: &[String]) -> Vec<Result<Value, String>> {
    let folder = tempfile::tempdir().unwrap();
    let (batch, answers) = (folder.path().join("batch.json"), folder.path().join("answers.json"));
    std::fs::write(&batch, serde_json::to_string(texts).unwrap()).unwrap();
    let status = Command::new("node")
        .args(["tests/interop/read_yaml.mjs".as_ref(), batch.as_path(), answers.as_path()])
        .env("INTEROP_NODE_MODULES", third_party::needed("INTEROP_NODE_MODULES"))
        .status()
        .expect("node starts");
    assert!(status.success());
    let answers: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(answers).unwrap()).unwrap();
    assert_eq!(answers.len(), texts.len());
    let read = |answer: &Value| match answer["ok"].as_str() {
        Some(text) => Ok(serde_json::from_str(text).unwrap()),
        None => Err(answer["error"].as_str().unwrap_or("nothing").to_owned()),
    };
    answers.iter().map(read).collect()
}

/// Numbers are doubles: `1000.0` is `1000`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            yaml_files(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
            found.push(entry);
        }
    }
    found.sort();
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_NODE_MODULES"]
fn real_documents_are_read_as_npm_yaml_reads_them() {
    let mut files = Vec::new();
    yaml_files(&third_party::path(""), &mut files);
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for ((file, text), theirs) in files.iter().zip(&texts).zip(theirs(&texts)) {
        let file = file.display();
        let ours = ours(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let theirs = theirs.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(same(&ours, &theirs), "{file}");
    }
    assert!(files.len() > 150, "{}", files.len());
    third_party::ran("yaml-real-documents", files.len());
}

#[test]
#[ignore = "needs INTEROP_NODE_MODULES"]
fn generated_documents_are_read_as_npm_yaml_reads_them() {
    let documents: Vec<_> = (0..GENERATED).map(generator::document).collect();
    let texts: Vec<String> = documents.iter().map(|document| document.text.clone()).collect();
    for (seed, (document, theirs)) in documents.iter().zip(theirs(&texts)).enumerate() {
        let text = &document.text;
        let ours = ours(text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert!(same(&ours, &document.value), "{seed}: we read {ours}, it was {}\n{text}", document.value);
        let theirs = theirs.unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert!(same(&ours, &theirs), "{seed}: we read {ours}, they {theirs}\n{text}");
    }
    third_party::ran("yaml-generated", documents.len());
}

#[test]
#[ignore = "needs INTEROP_NODE_MODULES"]
fn what_both_accept_of_damaged_documents_is_the_same() {
    let marks = [
        "", " ", "\n", ":", "-", "#", "'", "\"", "[", "]", "{", "}", ",", "&a ", "*n1", "!!int ", "|", "  ", "?", "0",
        "~",
    ];
    let texts: Vec<String> = (0..GENERATED)
        .map(|seed| {
            let text = generator::document(seed).text;
            let at = usize::try_from(seed.wrapping_mul(7919)).unwrap() % (text.len() + 1);
            let at = (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
            let cut = text[at..].chars().next().map_or(0, char::len_utf8) * usize::from(seed % 2 == 0);
            let mark = marks[usize::try_from(seed / 2).unwrap() % marks.len()];
            [&text[..at], mark, &text[at + cut..]].concat()
        })
        .collect();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut differ = Vec::new();
    for (text, theirs) in texts.iter().zip(theirs(&texts)) {
        let ours = ours(text);
        if let (Ok(ours), Ok(theirs)) = (&ours, &theirs)
            && !same(ours, theirs)
        {
            differ.push(format!("we read {ours}, they {theirs}\n{text}"));
        }
        let verdict = match (&ours, &theirs) {
            (Ok(_), Ok(_)) => "both accept".to_owned(),
            (Err(_), Err(_)) => "both refuse".to_owned(),
            (Ok(_), Err(error)) => format!("they refuse: {error}"),
            (Err(error), Ok(_)) => format!("we refuse: {}", error.code().as_str()),
        };
        *verdicts.entry(verdict).or_default() += 1;
    }
    eprintln!("{verdicts:#?}");
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n---\n"));
    let count = |verdict: &str| verdicts.get(verdict).copied().unwrap_or_default();
    assert!(count("both accept") > 1500 && count("both refuse") > 500, "{verdicts:?}");
    // a tree that nobody else sees would be a danger: what only we accept is a text whose lines are indented too little within quotes or
    // brackets, which say where they end
    let only_ours = verdicts.keys().filter(|verdict| verdict.starts_with("they refuse"));
    assert!(
        only_ours.into_iter().all(|verdict| verdict.ends_with("BAD_INDENT") || verdict.ends_with("MISSING_CHAR")),
        "{verdicts:?}"
    );
}

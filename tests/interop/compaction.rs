//! Compaction and flattening against PyPI's `pyld` and npm's `jsonld`, over generated documents: each is expanded by us, compacted by its
//! own context, and flattened. Each engine runs once over the whole batch. Where one answers otherwise, what we write is read as the
//! document's data, so that the other spelling, or the change of the data, is the peer's; how often is asserted.

use crate::jsonld::{code, contexts_in, same};
use adp_fixtures::{
    jsonld_generator,
    rdf_dataset::{isomorphic, read},
    third_party,
};
use agent_description::{
    Json, Limits, json,
    jsonld::{CompactOptions, Contexts, ExpandOptions, compact, expand},
};
use serde_json::{Value, json};
use std::{ffi::OsString, process::Command};

const BASE: &str = "https://example.org/documents/one";
const GENERATED: u64 = 4000;

/// What an engine makes of a document: JSON, or an error.
type Answer = Result<Value, String>;

/// A document that expands, and what we make of it.
struct Case {
    text: String,
    context: Value,
    expanded: Value,
    compacted: Answer,
    flattened: Answer,
    /// What it says, where every reader can tell.
    nquads: Option<String>,
}

fn parsed(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn serde(json: &Json) -> Value {
    serde_json::from_str(&json.to_compact()).unwrap()
}

fn nquads(json: &Json) -> Option<String> {
    expand(json, &Contexts::embedded(), &ExpandOptions::with_base(BASE)).ok()?.to_nquads().ok()
}

impl Case {
    fn new(text: &str) -> Option<Self> {
        let source = parsed(text);
        let expanded = expand(&source, &Contexts::embedded(), &ExpandOptions::with_base(BASE)).ok()?;
        let first = source.as_array().and_then(<[Json]>::first).unwrap_or(&source);
        let context = first.get("@context").cloned().unwrap_or_else(|| json::Object::new().into());
        let mut options = CompactOptions::default();
        options.expand = ExpandOptions::with_base(BASE);
        let compacted = compact(&source, &context, &Contexts::embedded(), &options);
        let case = Self {
            text: text.to_owned(),
            context: serde(&context),
            compacted: compacted.map(|json| serde(&json)).map_err(code),
            flattened: expanded.flatten().map(|json| serde(&json)).map_err(code),
            nquads: expanded.to_nquads().ok(),
            expanded: serde(&expanded.into_json()),
        };
        // relative names are read against another base elsewhere, and an IRI that would be read as another is refused by the specification
        let confused = Err("IRI-confused-with-prefix".to_owned());
        (case.nquads.is_some() && case.compacted != confused && is_absolute_throughout(&case.expanded)).then_some(case)
    }

    /// Whether a compacted document says what this one does.
    fn is_said_by(&self, compacted: &Value) -> bool {
        match (&self.nquads, nquads(&parsed(&compacted.to_string()))) {
            (Some(before), Some(after)) => isomorphic(&read(before), &read(&after)),
            _ => false,
        }
    }
}

/// Whether every name in an expanded document is absolute.
fn is_absolute_throughout(expanded: &Value) -> bool {
    let is_absolute = |iri: &Value| iri.as_str().is_some_and(|iri| iri.contains(':') || iri.starts_with('@'));
    match expanded {
        Value::Array(items) => items.iter().all(is_absolute_throughout),
        Value::Object(members) => members.iter().all(|(name, value)| match name.as_str() {
            "@value" | "@index" | "@language" | "@direction" => true,
            "@id" => is_absolute(value),
            "@type" => value.as_array().map_or_else(|| is_absolute(value), |types| types.iter().all(is_absolute)),
            _ => is_absolute_throughout(value),
        }),
        _ => true,
    }
}

/// What a peer answers to one document.
struct Answers {
    compacted: Answer,
    flattened: Answer,
}

/// Runs a peer once over all cases.
fn ask(program: &OsString, arguments: &[&str], cases: &[Case]) -> Vec<Answers> {
    let folder = tempfile::tempdir().unwrap();
    let documents: Vec<Value> =
        cases.iter().map(|case| json!({"expanded": case.expanded, "context": case.context})).collect();
    let (batch, answers) = (folder.path().join("batch.json"), folder.path().join("answers.json"));
    let text = json!({"base": BASE, "contexts": contexts_in(folder.path()), "documents": documents}).to_string();
    std::fs::write(&batch, text).unwrap();
    let status = Command::new(program).args(arguments).args([&batch, &answers]).status().expect("the peer starts");
    assert!(status.success(), "the peer failed: see above");
    let answers: Vec<Value> = serde_json::from_slice(&std::fs::read(answers).unwrap()).unwrap();
    assert_eq!(answers.len(), cases.len());
    let answer = |of: &Value, name: &str| match of[name].get("error") {
        Some(code) => Err(code.as_str().unwrap().replace(' ', "-")),
        None => Ok(of[name]["ok"].clone()),
    };
    answers
        .iter()
        .map(|of| Answers { compacted: answer(of, "compacted"), flattened: answer(of, "flattened") })
        .collect()
}

/// Equality where arrays are sets.
fn same_answer(ours: &Answer, theirs: &Answer) -> bool {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => same(ours, theirs, false),
        (Err(ours), Err(theirs)) => ours == theirs,
        _ => false,
    }
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Peer {
    Pyld,
    JsonLdJs,
}

/// How a peer's answers compare with ours.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    /// The same JSON, arrays taken as sets.
    agreed: usize,
    /// Other JSON that is read as the same data.
    other_spelling: usize,
    /// What the peer writes is read as other data than the document's, or not at all; what we write is read as the document's.
    changed_by_peer: usize,
    /// The peer refuses or fails.
    refused_by_peer: usize,
}

fn compare(peer: Peer, program: &OsString, arguments: &[&str], compacted: &Counts, flattened: &Counts) {
    let cases: Vec<Case> =
        (0..GENERATED).filter_map(|seed| Case::new(&jsonld_generator::document(seed).text)).collect();
    let answers = ask(program, arguments, &cases);
    let (mut found, mut unexplained) = ([Counts::default(), Counts::default()], Vec::new());
    for (case, answers) in cases.iter().zip(&answers) {
        let steps = [(&case.compacted, &answers.compacted), (&case.flattened, &answers.flattened)];
        for (counts, (ours, theirs)) in found.iter_mut().zip(steps) {
            match theirs {
                _ if same_answer(ours, theirs) => counts.agreed += 1,
                _ if !ours.as_ref().is_ok_and(|ours| case.is_said_by(ours)) => {
                    unexplained.push(format!("{}\n  ours   {}\n  theirs {}", case.text, show(ours), show(theirs)));
                }
                Err(_) => counts.refused_by_peer += 1,
                Ok(theirs) if case.is_said_by(theirs) => counts.other_spelling += 1,
                Ok(_) => counts.changed_by_peer += 1,
            }
        }
    }
    let shown = &unexplained[..unexplained.len().min(10)];
    assert!(unexplained.is_empty(), "{} of {} by {peer:?}:\n{}", unexplained.len(), cases.len(), shown.join("\n"));
    assert_eq!(found.each_ref(), [compacted, flattened], "{peer:?}, {} documents", cases.len());
    let name = if peer == Peer::Pyld { "pyld" } else { "jsonld-js" };
    third_party::ran(&format!("interop-{name}-compacted"), cases.len());
    third_party::ran(&format!("interop-{name}-compacted-agreed"), found[0].agreed);
    third_party::ran(&format!("interop-{name}-flattened-agreed"), found[1].agreed);
}

fn show(answer: &Answer) -> String {
    answer.as_ref().map_or_else(|code| format!("error {code}"), Value::to_string)
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn pyld_agrees() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/compact_pyld.py");
    let compacted = Counts { agreed: 2827, other_spelling: 401, changed_by_peer: 209, refused_by_peer: 39 };
    let flattened = Counts { agreed: 3439, other_spelling: 32, changed_by_peer: 0, refused_by_peer: 5 };
    compare(Peer::Pyld, &third_party::python(), &["-B", program], &compacted, &flattened);
}

#[test]
#[ignore = "needs INTEROP_NODE_MODULES"]
fn jsonld_js_agrees() {
    // the program reads the variable itself
    third_party::needed("INTEROP_NODE_MODULES");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/compact_jsonld.mjs");
    let compacted = Counts { agreed: 2782, other_spelling: 354, changed_by_peer: 201, refused_by_peer: 139 };
    let flattened = Counts { agreed: 3304, other_spelling: 172, changed_by_peer: 0, refused_by_peer: 0 };
    compare(Peer::JsonLdJs, &"node".into(), &[program], &compacted, &flattened);
}

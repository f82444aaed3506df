//! Compaction and flattening against PyPI's `pyld` and npm's `jsonld`, over generated documents: each is expanded by us, compacted by its
//! own context, and flattened. Each engine runs once over the whole batch. Where one answers otherwise, what we write is read as the
//! document's data, and a known difference of the peer explains its answer (`known_differences.rs`); how often is asserted.

mod known_differences;
mod rewriting;

use super::{
    jsonld::{code, contexts_in, same},
    known_bug::{Bug, Peer},
};
use adp_fixtures::{
    jsonld_generator,
    rdf_dataset::{isomorphic, read},
    third_party,
};
use agent_description::{
    Json, Limits, json,
    jsonld::{CompactOptions, Contexts, ExpandOptions, compact, expand},
};
use known_differences::{DIFFERENCES, Explains, KNOWN};
use rewriting::{Definitions, Rewriting, rewrite, scalars};
use serde_json::{Value, json};
use std::{collections::BTreeMap, ffi::OsString, fmt::Write as _, process::Command};

const BASE: &str = "https://example.org/documents/one";
const GENERATED: u64 = 1000;

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

/// Which known differences make a compacted document another: as few as suffice.
fn differences(peer: Peer, case: &Case, ours: &Value, theirs: &Value) -> Vec<&'static str> {
    let definitions = Definitions::of(&case.context);
    let of_peer = || DIFFERENCES.iter().filter(|known| known.peers.contains(&peer));
    let mut rewritings: Vec<_> = of_peer()
        .filter_map(|known| match known.explains {
            Explains::Rewritten(rewriting) => Some((known.name, rewriting)),
            _ => None,
        })
        .collect();
    let rewritten = |json: &Value, rewritings: &[(&str, Rewriting)]| {
        rewritings.iter().fold(json.clone(), |json, (_, rewriting)| rewrite(&definitions, *rewriting, "", &json))
    };
    let explained =
        |rewritings: &[(&str, Rewriting)]| same(&rewritten(ours, rewritings), &rewritten(theirs, rewritings), false);
    if !explained(&rewritings) {
        let scalars = [ours, theirs].map(|json| scalars(&definitions, &rewritten(json, &rewritings)));
        let is_moved = scalars[0] == scalars[1] && case.is_said_by(theirs);
        let moved = |known: &Bug<Explains>| matches!(known.explains, Explains::Moved(condition) if condition(case));
        return of_peer().filter(|known| is_moved && moved(known)).map(|known| known.name).collect();
    }
    for at in (0..rewritings.len()).rev() {
        let left = rewritings.remove(at);
        if !explained(&rewritings) {
            rewritings.insert(at, left);
        }
    }
    rewritings.into_iter().map(|(name, _)| name).collect()
}

/// The known differences that explain why the peer answers otherwise; none if nothing known does.
fn explanations(peer: Peer, case: &Case, ours: &Value, theirs: &Answer, is_flattened: bool) -> Vec<&'static str> {
    if let (Ok(theirs), false) = (theirs, is_flattened) {
        return differences(peer, case, ours, theirs);
    }
    let explains = |explains: &Explains| match (explains, theirs) {
        (Explains::Refused(condition), Err(code)) if !is_flattened => {
            condition(&Definitions::of(&case.context), case, code)
        }
        (Explains::Flattened(condition), theirs) if is_flattened => condition(case, ours, theirs),
        _ => false,
    };
    let found = DIFFERENCES.iter().find(|known| known.peers.contains(&peer) && explains(&known.explains));
    found.map(|known| known.name).into_iter().collect()
}

fn compare(peer: Peer, program: &OsString, arguments: &[&str], compacted: &Counts, flattened: &Counts) {
    let mut cases: Vec<Case> =
        (0..GENERATED).filter_map(|seed| Case::new(&jsonld_generator::document(seed).text)).collect();
    let generated = cases.len();
    cases.extend(DIFFERENCES.iter().map(|known| Case::new(known.probe).expect(known.name)));
    let answers = ask(program, arguments, &cases);
    let (mut found, mut unexplained) = ([Counts::default(), Counts::default()], Vec::new());
    let (mut met, mut wrong) = (BTreeMap::<&str, usize>::new(), String::new());
    for (at, (case, answers)) in cases.iter().zip(&answers).enumerate() {
        let steps = [(&case.compacted, &answers.compacted), (&case.flattened, &answers.flattened)];
        let mut names = Vec::new();
        for (step, (ours, theirs)) in steps.into_iter().enumerate() {
            let is_same = same_answer(ours, theirs);
            let explained = match ours {
                Ok(ours) if !is_same && case.is_said_by(ours) => explanations(peer, case, ours, theirs, step == 1),
                _ => Vec::new(),
            };
            if !is_same && explained.is_empty() && at < generated {
                unexplained.push(format!("{}\n  ours   {}\n  theirs {}", case.text, show(ours), show(theirs)));
            }
            names.extend(explained);
            let Some(counts) = found.get_mut(step).filter(|_| at < generated) else { continue };
            match theirs {
                _ if is_same => counts.agreed += 1,
                Err(_) => counts.refused_by_peer += 1,
                Ok(theirs) if case.is_said_by(theirs) => counts.other_spelling += 1,
                Ok(_) => counts.changed_by_peer += 1,
            }
        }
        match at.checked_sub(generated).and_then(|at| DIFFERENCES.get(at)) {
            None => names.into_iter().for_each(|name| *met.entry(name).or_default() += 1),
            // each is still there, and only in the peers that are said to have it
            Some(known) if names.contains(&known.name) == known.peers.contains(&peer) => {}
            Some(known) => {
                let (compacted, flattened) = (show(&answers.compacted), show(&answers.flattened));
                let ours = (show(&case.compacted), show(&case.flattened));
                let _ = writeln!(
                    wrong,
                    "{}: explained by {names:?}\n  {} {}\n  {compacted} {flattened}",
                    known.name, ours.0, ours.1
                );
            }
        }
    }
    let shown = &unexplained[..unexplained.len().min(30)];
    assert!(
        unexplained.is_empty() && wrong.is_empty(),
        "{} of {generated} by {peer:?}:\n{}\nsaid otherwise:\n{wrong}\n{met:#?}",
        unexplained.len(),
        shown.join("\n")
    );
    let expected: BTreeMap<&str, usize> = KNOWN
        .iter()
        .map(|(name, pyld, jsonld_js)| (*name, if peer == Peer::Pyld { *pyld } else { *jsonld_js }))
        .filter(|(_, documents)| *documents > 0)
        .collect();
    assert_eq!(met, expected, "how many documents meet a known difference of {peer:?}");
    assert_eq!(found.each_ref(), [compacted, flattened], "{peer:?}, {generated} documents");
    let name = if peer == Peer::Pyld { "pyld" } else { "jsonld-js" };
    third_party::ran(&format!("interop-{name}-compacted"), generated);
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
    let compacted = Counts { agreed: 727, other_spelling: 91, changed_by_peer: 44, refused_by_peer: 6 };
    let flattened = Counts { agreed: 856, other_spelling: 10, changed_by_peer: 0, refused_by_peer: 2 };
    compare(Peer::Pyld, &third_party::python(), &["-B", program], &compacted, &flattened);
}

#[test]
#[ignore = "needs INTEROP_NODE_MODULES"]
fn jsonld_js_agrees() {
    // the program reads the variable itself
    third_party::needed("INTEROP_NODE_MODULES");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/compact_jsonld.mjs");
    let compacted = Counts { agreed: 716, other_spelling: 81, changed_by_peer: 42, refused_by_peer: 29 };
    let flattened = Counts { agreed: 826, other_spelling: 42, changed_by_peer: 0, refused_by_peer: 0 };
    compare(Peer::JsonLdJs, &"node".into(), &[program], &compacted, &flattened);
}

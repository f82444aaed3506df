//! Expansion and RDF against two independent engines: PyPI's `pyld` and npm's `jsonld`, over all real documents and
//! 1,000 generated ones. Each engine runs once over the whole batch.
//!
//! `INTEROP_PYTHON` is a Python with `tests/interop/requirements.txt`, `INTEROP_NODE_MODULES` the folder that
//! `npm ci` made from `tests/interop/package-lock.json`.

mod known_bugs;

use super::known_bug::Peer;
use adp_fixtures::{jsonld_generator, third_party};
use agent_description::{
    CodedError, Json, Limits, json,
    jsonld::{Contexts, ExpandOptions, JsonLdError, expand},
};
use known_bugs::{BUGS, Explains, KNOWN};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fmt::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

const BASE: &str = "https://example.org/documents/one";
const GENERATED: u64 = 1000;
const ANP_07: &str = "urn:agent-description:anp-07";

/// What the generator can do: each must be in enough documents.
const FEATURES: [&str; 49] = [
    "alias",
    "array-root",
    "base",
    "context-array",
    "default-direction",
    "default-language",
    "direction-value",
    "embedded-context",
    "embedded-node-context",
    "fault",
    "graph",
    "graph-container",
    "graph-id-container",
    "graph-index-container",
    "id-container",
    "included",
    "index",
    "index-container",
    "json",
    "json-value",
    "language-container",
    "language-value",
    "list",
    "list-container",
    "list-of-lists",
    "nest",
    "nest-term",
    "nested-node",
    "none-key",
    "null-context",
    "null-term",
    "null-vocab",
    "propagate",
    "property-index",
    "property-scoped-context",
    "protected",
    "relative-vocab",
    "reverse",
    "reverse-term",
    "set",
    "set-container",
    "term-language",
    "term-out-of-scope",
    "type-container",
    "type-none",
    "type-scoped",
    "type-scoped-context",
    "typed-term",
    "typed-value",
];

/// A document, and what we make of it.
struct Case {
    name: String,
    text: String,
    expand_context: Option<&'static str>,
    /// the expanded document, or the error's code
    expanded: Result<Value, String>,
    nquads: Result<String, String>,
}

impl Case {
    fn new(name: String, text: String, expand_context: Option<&'static str>) -> Self {
        let source = json::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut options = ExpandOptions::with_base(BASE);
        options.expand_context = expand_context.map(Json::from);
        let result = expand(&source, &Contexts::embedded(), &options).map_err(code);
        let nquads = result.as_ref().map_err(String::clone).and_then(|expanded| expanded.to_nquads().map_err(code));
        let expanded = result.map(|expanded| serde_json::from_str(&expanded.into_json().to_compact()).unwrap());
        Self { name, text, expand_context, expanded, nquads }
    }
}

/// An error's code, as answers have it.
pub fn code(error: JsonLdError) -> String {
    error.code().as_str().to_owned()
}

/// Every real document that is JSON-LD, or plain ANP-07, with its name.
fn real_documents() -> Vec<Case> {
    let root = third_party::path("anp");
    let mut files = Vec::new();
    json_files(&root, &mut files);
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        if json.get("protocolType").is_some() && json.get("@context").is_none() {
            cases.push(Case::new(name, json.to_string(), Some(ANP_07)));
        } else {
            json_ld_within(&name, &json, &mut cases);
        }
    }
    // the specification's own example without the stray `""`, which is no JSON
    let printed = third_party::read("anp/seed-examples/ad-as-printed.not-json.txt");
    let example: Vec<&str> = printed.lines().filter(|line| line.trim() != "\"\"").collect();
    json_ld_within("the specification's example", &serde_json::from_str(&example.join("\n")).unwrap(), &mut cases);
    cases
}

fn json_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            json_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
}

/// The outermost objects with a context; those under an inline vocabulary also under the contexts by IRI.
fn json_ld_within(name: &str, json: &Value, cases: &mut Vec<Case>) {
    match json {
        Value::Object(members) if members.contains_key("@context") => {
            cases.push(Case::new(name.to_owned(), json.to_string(), None));
            if members["@context"].get("@vocab").is_some() {
                let mut by_iri = members.clone();
                by_iri["@context"] = json!(["https://schema.org/", "https://agent-network-protocol.com/ad#"]);
                cases.push(Case::new(format!("{name} with contexts by IRI"), Value::from(by_iri).to_string(), None));
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                json_ld_within(&format!("{name}#/{member}"), value, cases);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                json_ld_within(&format!("{name}#/{at}"), item, cases);
            }
        }
        _ => {}
    }
}

fn generated() -> (Vec<Case>, BTreeMap<&'static str, usize>) {
    let mut features = BTreeMap::new();
    let mut cases = Vec::new();
    for seed in 0..GENERATED {
        let document = jsonld_generator::document(seed);
        for feature in document.features.keys() {
            *features.entry(*feature).or_default() += 1;
        }
        cases.push(Case::new(format!("generated {seed}"), document.text, None));
    }
    (cases, features)
}

/// What an engine says to one question: JSON, or an error.
type Answer = Result<Value, String>;

struct Answers {
    expanded: Answer,
    quads: Answer,
    quads_of_our_expansion: Option<Answer>,
    our_quads: Option<Answer>,
}

/// The embedded contexts, written to a folder: the file of each IRI.
pub fn contexts_in(folder: &Path) -> Map<String, Value> {
    let mut contexts = Map::new();
    for (at, context) in Contexts::embedded().iter().enumerate() {
        let file = folder.join(format!("context-{at}.jsonld"));
        std::fs::write(&file, context.bytes()).unwrap();
        contexts.insert(context.iri().to_owned(), file.to_str().unwrap().into());
    }
    contexts
}

/// Runs a peer once over all cases.
fn ask(program: &OsString, arguments: &[&str], cases: &[Case]) -> Vec<Answers> {
    let folder = tempfile::tempdir().unwrap();
    let contexts = contexts_in(folder.path());
    let documents: Vec<Value> = cases
        .iter()
        .map(|case| {
            let mut document = json!({"text": case.text});
            if let Some(context) = case.expand_context {
                document["expandContext"] = context.into();
            }
            if let Ok(expanded) = &case.expanded {
                document["expanded"] = expanded.clone();
            }
            if let Ok(nquads) = &case.nquads {
                document["nquads"] = nquads.as_str().into();
            }
            document
        })
        .collect();
    let (batch, answers) = (folder.path().join("batch.json"), folder.path().join("answers.json"));
    let text = json!({"base": BASE, "contexts": contexts, "documents": documents}).to_string();
    std::fs::write(&batch, text).unwrap();
    let status = Command::new(program).args(arguments).args([&batch, &answers]).status().expect("the peer starts");
    assert!(status.success(), "the peer failed: see above");
    let answers: Vec<Value> = serde_json::from_slice(&std::fs::read(answers).unwrap()).unwrap();
    assert_eq!(answers.len(), cases.len());
    let answer = |of: &Value, name: &str| {
        of.get(name).map(|answer| match answer.get("error") {
            Some(code) => Err(code.as_str().unwrap().replace(' ', "-")),
            None => Ok(answer["ok"].clone()),
        })
    };
    answers
        .iter()
        .map(|of| Answers {
            expanded: answer(of, "expanded").unwrap(),
            quads: answer(of, "quads").unwrap(),
            quads_of_our_expansion: answer(of, "quadsOfOurExpansion"),
            our_quads: answer(of, "ourQuads"),
        })
        .collect()
}

/// Equality of expanded documents: arrays are sets, except under `@list` and in JSON literals; numbers are doubles.
pub fn same(a: &Value, b: &Value, ordered: bool) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) if ordered => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, false))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut left: Vec<&Value> = b.iter().collect();
            a.len() == b.len()
                && a.iter().all(|a| match left.iter().position(|b| same(a, b, false)) {
                    Some(at) => {
                        left.swap_remove(at);
                        true
                    }
                    None => false,
                })
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, value)| {
                    b.get(name).is_some_and(|other| match name.as_str() {
                        "@value" => same_literal(value, other),
                        name => same(value, other, name == "@list"),
                    })
                })
        }
        _ => same_literal(a, b),
    }
}

fn same_literal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_literal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, value)| b.get(name).is_some_and(|other| same_literal(value, other)))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// What a peer sees otherwise than we do, in words.
#[derive(Default)]
struct Disagreement {
    /// another expanded document, or another error
    expansion: Option<String>,
    /// other quads for one expanded document
    rdf: Option<String>,
    /// other quads from the source to the end
    quads: Option<String>,
}

impl Disagreement {
    fn of(case: &Case, answers: &Answers) -> Self {
        let mut found = Self::default();
        match (&case.expanded, &answers.expanded) {
            (Ok(ours), Ok(theirs)) if same(ours, theirs, false) => {}
            (Err(ours), Err(theirs)) if ours == theirs => {}
            (ours, theirs) => found.expansion = Some(words("expansion", ours, theirs)),
        }
        // their canonical form of our quads is what theirs are compared with
        let ours = match (&case.nquads, &answers.our_quads) {
            (Ok(_), Some(canonical)) => canonical.clone(),
            (Err(code), _) => Err(code.clone()),
            (Ok(_), None) => panic!("no answer about our quads"),
        };
        if let Some(theirs) = &answers.quads_of_our_expansion
            && ours != *theirs
        {
            found.rdf = Some(words("quads of our expansion", &ours, theirs));
        }
        if ours != answers.quads {
            found.quads = Some(words("quads", &ours, &answers.quads));
        }
        found
    }

    fn is_none(&self) -> bool {
        self.expansion.is_none() && self.rdf.is_none() && self.quads.is_none()
    }
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        [&self.expansion, &self.rdf, &self.quads].into_iter().flatten().try_for_each(|words| writeln!(f, "{words}"))
    }
}

fn words(what: &str, ours: &Answer, theirs: &Answer) -> String {
    format!("{what}\n  ours   {}\n  theirs {}", show(ours), show(theirs))
}

fn show(answer: &Answer) -> String {
    match answer {
        Ok(Value::String(quads)) => format!("\n{quads}"),
        Ok(json) => json.to_string(),
        Err(code) => format!("error {code}"),
    }
}

fn python() -> Run {
    let python = third_party::python();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/expand_pyld.py");
    Run { peer: Peer::Pyld, program: python, arguments: vec!["-B", program] }
}

fn node() -> Run {
    // the program reads the variable itself
    third_party::needed("INTEROP_NODE_MODULES");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/expand_jsonld.mjs");
    Run { peer: Peer::JsonLdJs, program: "node".into(), arguments: vec![program] }
}

/// How a peer is started.
struct Run {
    peer: Peer,
    program: OsString,
    arguments: Vec<&'static str>,
}

/// The whole comparison with one peer.
fn compare(run: &Run) {
    let mut cases = real_documents();
    let real = cases.len();
    let (generated, _) = generated();
    cases.extend(generated);
    let probes = cases.len();
    cases.extend(BUGS.iter().map(|bug| Case::new(bug.name.to_owned(), bug.probe.to_owned(), None)));
    let answers = ask(&run.program, &run.arguments, &cases);

    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unknown = Vec::new();
    let mut agreed = 0;
    for (case, answers) in cases.iter().zip(&answers).take(probes) {
        let found = Disagreement::of(case, answers);
        if found.is_none() {
            agreed += 1;
            continue;
        }
        let known = |explains: &dyn Fn(&Explains) -> bool| {
            BUGS.iter().find(|bug| bug.peers.contains(&run.peer) && explains(&bug.explains)).map(|bug| bug.name)
        };
        let expansion = found
            .expansion
            .as_ref()
            .map(|_| known(&|explains| matches!(explains, Explains::Expansion(condition) if condition(case, answers))));
        let rdf = found
            .rdf
            .as_ref()
            .map(|_| known(&|explains| matches!(explains, Explains::Rdf(condition) if condition(case, answers))));
        let bugs: Vec<Option<&str>> = [expansion, rdf].into_iter().flatten().collect();
        // nothing but the two steps may make the quads of the source differ
        if bugs.is_empty() || bugs.contains(&None) {
            unknown.push(format!("{}: {}\n{found}", case.name, case.text));
        }
        for bug in bugs.into_iter().flatten() {
            *met.entry(bug).or_default() += 1;
        }
    }
    assert!(unknown.is_empty(), "{} unexplained by {:?}:\n{}", unknown.len(), run.peer, unknown.join("\n"));
    let expected: BTreeMap<&str, usize> = KNOWN
        .iter()
        .map(|(name, pyld, jsonld_js)| (*name, if run.peer == Peer::Pyld { *pyld } else { *jsonld_js }))
        .filter(|(_, documents)| *documents > 0)
        .collect();
    assert_eq!(met, expected, "how many documents meet a known bug");
    // each bug is still there, and only in the peers that are said to have it
    let mut wrong = String::new();
    for (case, (bug, answers)) in cases[probes..].iter().zip(BUGS.iter().zip(&answers[probes..])) {
        let found = Disagreement::of(case, answers);
        if found.is_none() == bug.peers.contains(&run.peer) {
            let _ = writeln!(wrong, "{}: {}\n{found}", bug.name, bug.reason);
        }
    }
    assert!(wrong.is_empty(), "said of {:?} otherwise:\n{wrong}", run.peer);
    let name = if run.peer == Peer::Pyld { "pyld" } else { "jsonld-js" };
    third_party::ran(&format!("interop-{name}-real"), real);
    third_party::ran(&format!("interop-{name}-generated"), probes - real);
    third_party::ran(&format!("interop-{name}-agreed"), agreed);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_PYTHON"]
fn pyld_agrees() {
    compare(&python());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_NODE_MODULES"]
fn jsonld_js_agrees() {
    compare(&node());
}

#[test]
fn generated_documents_use_everything() {
    let (cases, features) = generated();
    for feature in FEATURES {
        let documents = features.get(feature).copied().unwrap_or_default();
        assert!(documents >= 10, "only {documents} documents use {feature}");
    }
    assert!(features.keys().all(|feature| FEATURES.contains(feature)), "{:?}", features.keys());
    let refused = cases.iter().filter(|case| case.expanded.is_err()).count();
    assert!((20..200).contains(&refused), "{refused} documents are refused");
    let codes: BTreeSet<&String> = cases.iter().filter_map(|case| case.expanded.as_ref().err()).collect();
    assert!(codes.len() >= 12, "{codes:?}");
}

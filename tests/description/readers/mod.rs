//! One description for every reader: what the plain profile accepts shows the same values to a reader who takes members by their
//! names, to the model, and to readers of RDF, wherever the document is read: this crate's own engine, PyLD, jsonld.js, rdflib
//! and oxigraph.
//!
//! Documents come from a seed (`readers/generator.rs`). `READERS_DOCUMENTS` says how many, 2,500 if it is not set.

mod generator;
mod graph;
mod model;
mod spelling;
mod view;

use adp_fixtures::third_party;
use agent_description::{
    Document, Json, Limits,
    description::{AgentDescription, check_plain},
    json,
    jsonld::{Contexts, ExpandOptions, expand},
};
use generator::{ID, KEYWORDS, NUMBERS, OBJECT_NAMES};
use graph::Graph;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::{Child, Command},
};
use view::{Kind, Names, View};

const DOCUMENTS: u64 = 2_500;
/// How many documents are written, compared and forgotten at a time.
const BATCH: u64 = 2_500;
const ANP_07: &str = "urn:agent-description:anp-07";

/// Where the documents are read: identifiers and URLs that are not absolute mean something else in each place.
const BASES: [&str; 6] = [
    ID,
    "https://agent.example/alice/i/copy.json",
    "https://evil.example/",
    "http://localhost:8080/a/b?c=d",
    "file:///srv/ad.json",
    "https://schema.org/",
];

/// Readers of RDF by other hands: a name, and the program in tests/interop with its first arguments.
const READERS: [(&str, &str, &[&str]); 4] = [
    ("PyLD", "read_descriptions.py", &["pyld"]),
    ("rdflib", "read_descriptions.py", &["rdflib"]),
    ("oxigraph", "read_descriptions.py", &["oxigraph"]),
    ("jsonld.js", "read_descriptions.mjs", &[]),
];

/// The model, if the document has one. `None`: the profile rejects it.
fn read(text: &str) -> Option<Option<AgentDescription>> {
    let limits = Limits::default();
    let document = Document::parse(text.as_bytes(), &limits).ok()?;
    check_plain(&document).ok()?;
    Some(AgentDescription::from_document(&document).ok())
}

/// A document that the profile accepts, and what a reader by names sees of it.
struct Accepted {
    seed: u64,
    text: String,
    is_07: bool,
    has_model: bool,
    named: View,
}

impl Accepted {
    /// What a reader of RDF sees otherwise who reads the document at `base`.
    fn differences(&self, graph: &Graph, who: &str, base: &str) -> Option<String> {
        let mut found = Vec::new();
        match graph.description(self.named.id.as_deref()) {
            // what is no description has no model
            None if !self.has_model && self.named.id.is_none() => {}
            None => found.push("there is not one description".to_owned()),
            Some(rdf) => view::differs(&rdf, &self.named, self.is_07.then_some(base), "", &mut found),
        }
        self.report(who, &found)
    }

    fn report(&self, who: &str, found: &[String]) -> Option<String> {
        let model = if self.has_model { "" } else { " (no model)" };
        let found: Vec<String> = found.iter().map(|line| line.chars().take(400).collect()).collect();
        (!found.is_empty()).then(|| format!("seed {}{model}, {who}: {}", self.seed, found.join("\n  ")))
    }
}

/// What came of all documents.
#[derive(Default)]
struct Outcome {
    documents: u64,
    accepted: usize,
    modelled: usize,
    met: BTreeSet<&'static str>,
    /// By seed: what differs first, the document, and for whom.
    differences: BTreeMap<u64, (String, String, BTreeSet<String>)>,
    /// By reader.
    refusals: BTreeMap<String, Vec<String>>,
}

impl Outcome {
    fn differ(&mut self, who: &str, one: &Accepted, difference: Option<String>) {
        if let Some(difference) = difference {
            self.differences
                .entry(one.seed)
                .or_insert_with(|| (difference, one.text.clone(), BTreeSet::new()))
                .2
                .insert(who.to_owned());
        }
    }

    fn refuse(&mut self, who: &str, error: &str, one: &Accepted) {
        self.refusals.entry(who.to_owned()).or_default().push(format!("seed {}: {error} {}", one.seed, one.text));
    }
}

/// Descriptions to change: the protocol's examples, and the vectors that are in the profile.
fn real_documents() -> Vec<Value> {
    let examples = [
        "anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/ad.json",
        "anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/ad.json",
        "anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json",
        "anp/AgentNetworkProtocol-current/examples/adp/lkcoffe/ad.json",
        "anp/anp/anp/anp_crawler/test/test_data_agent_description.json",
        "anp/anp/anp/anp_crawler/test/test_data_embedded_openrpc.json",
    ];
    let mut texts: Vec<String> = examples.iter().map(|path| third_party::read(path)).collect();
    for kind in ["check", "verify"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(kind);
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let vectors = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
        texts.extend(vectors.filter_map(|vector| Some(vector.split_once("\n\n")?.1.to_owned())));
    }
    let is_sound = |text: &String| text.len() < 20_000 && matches!(read(text), Some(Some(_)));
    let sound = texts.into_iter().filter(is_sound);
    sound.map(|text| serde_json::from_str(&text).unwrap()).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS, INTEROP_PYTHON and INTEROP_NODE_MODULES"]
fn every_reader_sees_the_same_values() {
    let wanted = std::env::var("READERS_DOCUMENTS").map_or(DOCUMENTS, |count| count.parse().unwrap());
    let first = std::env::var("READERS_FIRST").map_or(0, |seed| seed.parse().unwrap());
    let real = real_documents();
    assert!(real.len() >= 30, "{} documents to change", real.len());
    let mut outcome = Outcome::default();
    while outcome.documents < wanted && outcome.differences.is_empty() {
        let seeds = first + outcome.documents..first + wanted.min(outcome.documents + BATCH);
        batch(seeds, &real, &mut outcome);
        println!("{} documents, {} accepted", outcome.documents, outcome.accepted);
    }
    let Outcome { documents, accepted, modelled, met, differences, refusals } = outcome;
    println!("{modelled} accepted documents have a model");
    for (who, refused) in &refusals {
        println!("{who} refuses {}", refused.len());
        refused.iter().take(3).for_each(|refused| println!("  {refused}"));
    }
    let shown = differences.values().take(30).map(|(found, text, who)| format!("{found}\n  {who:?}\n{text}\n"));
    assert!(differences.is_empty(), "{} documents differ:\n{}", differences.len(), shown.collect::<String>());
    let wants = KEYWORDS.iter().chain(&OBJECT_NAMES).chain(&NUMBERS);
    let never: Vec<_> = wants.filter(|name| !met.contains(**name)).collect();
    assert!(never.is_empty(), "never generated: {never:?}");
    // neither everything rejected nor everything let through
    assert!(accepted as u64 * 10 >= documents * 3, "{accepted} of {documents} accepted");
    assert!(accepted as u64 * 10 <= documents * 7, "{accepted} of {documents} accepted");
    assert!(modelled * 4 >= accepted * 3, "{modelled} of {accepted} accepted ones have a model");
    third_party::ran("readers-agree", usize::try_from(documents).unwrap());
}

/// Generates the documents of some seeds and compares the accepted ones.
fn batch(seeds: std::ops::Range<u64>, real: &[Value], outcome: &mut Outcome) {
    let contexts = Contexts::embedded();
    let pinned: BTreeMap<String, Value> =
        contexts.iter().map(|one| (one.iri().to_owned(), serde_json::from_slice(one.bytes()).unwrap())).collect();
    let mut accepted = Vec::new();
    for seed in seeds {
        outcome.documents += 1;
        let text = generator::document(seed, real);
        let quoted = KEYWORDS.iter().chain(&OBJECT_NAMES).filter(|name| text.contains(&format!("\"{name}\"")));
        let numbers = NUMBERS.iter().filter(|number| text.contains(&format!(":{number}")));
        outcome.met.extend(quoted.chain(numbers));
        let Some(model) = read(&text) else { continue };
        let source: Value = serde_json::from_str(&text).unwrap();
        let root = source.as_object().unwrap();
        let names = Names::new(root, &pinned);
        let named = names.view(root, Kind::Root);
        let ignoring_case = names.ignoring_case().view(root, Kind::Root);
        let is_07 = !root.contains_key("@context");
        let one = Accepted { seed, text, is_07, has_model: model.is_some(), named };
        let found = if ignoring_case == one.named { Vec::new() } else { vec![format!("{ignoring_case:?}")] };
        outcome.differ("a reader that ignores case", &one, one.report("a reader that ignores case", &found));
        if let Some(model) = model {
            let mut found = Vec::new();
            let model = serde_json::from_str(&model.to_model_json().to_compact()).unwrap();
            model::differs(&model, &one.named, Kind::Root, "", &mut found);
            outcome.differ("the model", &one, one.report("the model", &found));
            outcome.modelled += 1;
        }
        accepted.push(one);
    }
    outcome.accepted += accepted.len();
    let folder = tempfile::tempdir().unwrap();
    let readers = start(folder.path(), &accepted, &contexts);
    for one in &accepted {
        let source = json::parse(one.text.as_bytes(), &Limits::default()).unwrap();
        for base in BASES {
            let mut options = ExpandOptions::with_base(base);
            options.expand_context = one.is_07.then(|| Json::from(ANP_07));
            let quads = expand(&source, &contexts, &options).and_then(|expanded| expanded.to_quads());
            match quads {
                Ok(quads) => {
                    outcome.differ("our engine", one, one.differences(&Graph::of_ours(&quads), "our engine", base));
                }
                Err(error) => outcome.refuse("our engine", &error.to_string(), one),
            }
        }
    }
    for (who, mut child, answers) in readers {
        assert!(child.wait().unwrap().success(), "{who} failed: see above");
        let answers: Vec<Value> = serde_json::from_slice(&std::fs::read(answers).unwrap()).unwrap();
        assert_eq!(answers.len(), accepted.len());
        for (one, readings) in accepted.iter().zip(&answers) {
            for reading in readings.as_array().unwrap() {
                if let Some(error) = reading.get("error") {
                    outcome.refuse(who, &error.to_string(), one);
                    continue;
                }
                let graph = Graph::of(&reading["quads"]);
                for base in reading["bases"].as_array().unwrap() {
                    let base = BASES[usize::try_from(base.as_u64().unwrap()).unwrap()];
                    outcome.differ(who, one, one.differences(&graph, who, base));
                }
            }
        }
    }
}

/// Starts every other reader on the accepted documents; each writes its answers to a file.
fn start(folder: &Path, accepted: &[Accepted], contexts: &Contexts) -> Vec<(&'static str, Child, std::path::PathBuf)> {
    let mut files = Map::new();
    for (at, context) in contexts.iter().enumerate() {
        let file = folder.join(format!("context-{at}.jsonld"));
        std::fs::write(&file, context.bytes()).unwrap();
        files.insert(context.iri().to_owned(), file.to_str().unwrap().into());
    }
    let documents: Vec<Value> = accepted
        .iter()
        .map(
            |one| {
                if one.is_07 { json!({"text": one.text, "expandContext": ANP_07}) } else { json!({"text": one.text}) }
            },
        )
        .collect();
    let batch = folder.join("batch.json");
    std::fs::write(&batch, json!({"bases": BASES, "contexts": files, "documents": documents}).to_string()).unwrap();
    let readers = READERS.iter().map(|(who, program, arguments)| {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop").join(program);
        let answers = folder.join(format!("{who}.json"));
        let mut command = if program.extension().is_some_and(|extension| extension == "py") {
            let mut command = Command::new(third_party::python());
            command.arg("-B");
            command
        } else {
            third_party::needed("INTEROP_NODE_MODULES");
            Command::new("node")
        };
        let child = command.arg(program).args(*arguments).args([&batch, &answers]).spawn().unwrap();
        (*who, child, answers)
    });
    readers.collect()
}

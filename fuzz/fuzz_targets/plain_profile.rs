//! A description that the plain profile accepts says the same to readers by names with and without case, to the model, and to a reader of RDF that expands it with our own engine, wherever it
//! is read. The readers are those of tests/description/readers/mod.rs, which compares other engines too.

#[allow(dead_code)] // it reads the answers of other engines too
#[path = "../../tests/description/readers/graph.rs"]
mod graph;
#[path = "../../tests/description/readers/model.rs"]
mod model;
#[path = "../../tests/description/readers/view.rs"]
mod view;

use agent_description::{
    Code, CodedError, Document, Json, Limits,
    description::{AgentDescription, check_plain},
    jsonld::{Contexts, ExpandOptions, expand},
};
use graph::Graph;
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};
use view::{Kind, Names};

const ANP_07: &str = "urn:agent-description:anp-07";
const BASES: [&str; 2] = ["https://agent.example/alice/ad.json", "https://evil.example/"];

static CONTEXTS: LazyLock<Contexts> = LazyLock::new(Contexts::embedded);

static PINNED: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let parsed = |bytes| serde_json::from_slice(bytes).expect("a context is JSON");
    CONTEXTS.iter().map(|context| (context.iri().to_owned(), parsed(context.bytes()))).collect()
});

pub fn run(bytes: &[u8]) {
    let limits = Limits::default();
    let Ok(document) = Document::parse(bytes, &limits) else { return };
    if check_plain(&document).is_err() {
        return;
    }
    let Ok(source) = serde_json::from_str::<Value>(document.source()) else { return };
    let root = source.as_object().expect("a document is an object");
    let named = Names::new(root, &PINNED).view(root, Kind::Root);
    assert_eq!(Names::new(root, &PINNED).ignoring_case().view(root, Kind::Root), named, "a reader that ignores case");
    let mut found = Vec::new();
    let model = AgentDescription::from_document(&document).ok();
    let has_model = model.is_some();
    if let Some(model) = model {
        let model = serde_json::from_str(&model.to_model_json().to_compact()).expect("JSON");
        model::differs(&model, &named, Kind::Root, "", &mut found);
        assert!(found.is_empty(), "the model: {found:?}");
    }
    let is_07 = !root.contains_key("@context");
    for base in BASES {
        let mut options = ExpandOptions::with_base(base);
        options.expand_context = is_07.then(|| Json::from(ANP_07));
        let quads = match expand(document.json(), &CONTEXTS, &options).and_then(|expanded| expanded.to_quads()) {
            Ok(quads) => quads,
            Err(error) if error.code() == Code::JSONLD_BUDGET => return,
            Err(error) => panic!("{error}"),
        };
        match Graph::of_ours(&quads).description(named.id.as_deref()) {
            // a product or a service
            None => assert!(!has_model, "there is not one description"),
            Some(rdf) => view::differs(&rdf, &named, is_07.then_some(base), "", &mut found),
        }
        assert!(found.is_empty(), "RDF at {base}: {found:?}");
    }
}

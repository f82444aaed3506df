//! What a document says in RDF is the same as N-Quads, as Turtle or TriG, and as the quads themselves, when an independent
//! parser reads it that checks every IRI and language tag.

use adp_fixtures::rdf_dataset;
use agent_description::{
    Limits, json,
    jsonld::{Contexts, ExpandOptions, Object, Quad, RdfDirection, RdfOptions, Resource, expand},
};
use oxrdf::{BlankNode, GraphName, NamedNode, NamedOrBlankNode, Term};
use oxttl::{NQuadsParser, TriGParser};
use std::{collections::BTreeSet, sync::LazyLock};

static CONTEXTS: LazyLock<Contexts> = LazyLock::new(Contexts::embedded);

/// Above this many statements the exact comparison of datasets with blank nodes takes too long for a fuzzer.
const MOST: usize = 200;

pub fn run(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.jsonld_work = 200_000;
    let Ok(json) = json::parse(bytes, &limits) else { return };
    let mut options = ExpandOptions::with_base("https://example.com/folder/document?query");
    options.limits = limits;
    let Ok(expanded) = expand(&json, &CONTEXTS, &options) else { return };
    let Ok(quads) = expanded.to_quads() else { return };
    assert_eq!(quads.iter().collect::<BTreeSet<_>>().len(), quads.len(), "duplicates");

    if let Ok(text) = expanded.to_nquads() {
        let quads_read = compare(&quads, &text);
        if let Ok(turtle) = expanded.to_turtle()
            && quads.len() <= MOST
        {
            let read: String = TriGParser::new()
                .for_slice(&turtle)
                .map(|quad| format!("{} .\n", quad.unwrap_or_else(|error| panic!("{error}\n{turtle}"))))
                .collect();
            let same = rdf_dataset::isomorphic(&rdf_dataset::read(&read), &rdf_dataset::read(&quads_read));
            assert!(same, "{text}\n{turtle}");
        }
    }
    for direction in [RdfDirection::I18nDatatype, RdfDirection::CompoundLiteral] {
        let mut options = RdfOptions::default();
        options.rdf_direction = Some(direction);
        let quads = expanded.to_quads_with(options).expect("the same document has quads");
        compare(&quads, &quads.iter().map(|quad| format!("{quad}\n")).collect::<String>());
    }
}

/// Our quads, term by term, are what the parser reads; returns what it writes (language tags in lower case).
fn compare(quads: &[Quad], text: &str) -> String {
    let read: BTreeSet<String> = NQuadsParser::new()
        .for_slice(text)
        .map(|quad| quad.unwrap_or_else(|error| panic!("{error}\n{text}")).to_string())
        .collect();
    let ours: BTreeSet<String> = quads.iter().map(|quad| peer(quad).to_string()).collect();
    assert_eq!(ours, read, "{text}");
    read.iter().map(|quad| format!("{quad} .\n")).collect()
}

/// A quad in the parser's own types.
fn peer(quad: &Quad) -> oxrdf::Quad {
    let resource = |resource: &Resource| match resource {
        Resource::Iri(iri) => NamedOrBlankNode::from(NamedNode::new_unchecked(iri.as_str())),
        Resource::Blank(label) => BlankNode::new(label.as_str()).expect("a label").into(),
    };
    let NamedOrBlankNode::NamedNode(predicate) = resource(&quad.predicate) else { panic!("generalized RDF: {quad}") };
    let object = match &quad.object {
        Object::Resource(node) => Term::from(resource(node)),
        Object::Literal(literal) => match &literal.language {
            Some(language) => oxrdf::Literal::new_language_tagged_literal(literal.lexical.as_str(), language.as_str())
                .expect("a language tag")
                .into(),
            None => {
                let datatype = NamedNode::new_unchecked(literal.datatype.as_str());
                oxrdf::Literal::new_typed_literal(literal.lexical.as_str(), datatype).into()
            }
        },
    };
    let graph = match quad.graph.as_ref().map(resource) {
        None => GraphName::DefaultGraph,
        Some(NamedOrBlankNode::NamedNode(name)) => name.into(),
        Some(NamedOrBlankNode::BlankNode(name)) => name.into(),
    };
    oxrdf::Quad::new(resource(&quad.subject), predicate, object, graph)
}

//! The kind of a fetched document by its root members, and its problems.

use super::{
    graph::NodeKind,
    link::{self, DescriptionLink},
};
use crate::{
    Code, Contexts, Document, Limits, ReadLimits,
    description::{
        self, CheckOptions, DescriptionProfile, Product, Service,
        vocabulary::{self as term, Term},
    },
    diagnostic::{Diagnostic, Severity},
    discovery::{CollectionPage, DiscoveryFinding},
    format::listing::{text_of, types, values},
    json::{Json, Object, Position},
    jsonld::{self, ExpandOptions},
    resolve::{Fetched, yaml_media_type},
};

/// Maximum number of findings stored for one document.
const MAX_FINDINGS: usize = 100;

/// The detected kind of a document.
#[derive(Debug)]
pub(super) struct Recognized {
    pub(super) kind: NodeKind,
    pub(super) title: Option<String>,
    pub(super) version: Option<String>,
    pub(super) findings: Vec<DiscoveryFinding>,
    pub(super) links: Vec<DescriptionLink>,
}

impl Recognized {
    fn for_kind(kind: NodeKind) -> Self {
        Self { kind, title: None, version: None, findings: Vec::new(), links: Vec::new() }
    }

    fn found(mut self, code: Code, severity: Severity, url: &str, message: String) -> Self {
        self.findings.push(DiscoveryFinding::new(code, severity, url, message));
        self
    }
}

/// Inspects a document of an expected kind.
pub(super) fn recognize(fetched: &Fetched, expected: NodeKind, contexts: &Contexts, limits: &Limits) -> Recognized {
    let url = &fetched.url;
    if yaml_media_type(&fetched.media_type).is_some() {
        return match Document::parse_yaml(&fetched.body, ReadLimits::from(limits).unsigned()) {
            Ok(document) => definition(|name| written(&document, name), expected, url),
            Err(problem) => {
                let message = format!("the document is not readable as YAML: {problem}");
                Recognized::for_kind(expected).found(Code::DOCUMENT_SHAPE, Severity::Error, url, message)
            }
        };
    }
    match Document::parse(&fetched.body, limits) {
        Ok(document) => recognize_json(&document, url, expected, contexts, limits),
        Err(error) => {
            let mut recognized = Recognized::for_kind(expected);
            recognized.findings.push(DiscoveryFinding::error(url, &error));
            recognized
        }
    }
}

/// The text of a member of the root as it is written: a version such as `swagger: 2.0` is a number in YAML.
fn written<'a>(document: &'a Document, name: &str) -> Option<&'a str> {
    let value = document.root().get(name)?;
    value.as_str().or_else(|| document.source().get(document.span(value.offset())?.bytes))
}

/// An inline interface definition.
pub(super) fn recognize_inline(definition_: &Json, url: &str) -> Recognized {
    match definition_.as_object() {
        Some(root) => recognize_definition(root, url),
        None => Recognized::for_kind(NodeKind::Interface),
    }
}

fn recognize_json(
    document: &Document,
    url: &str,
    expected: NodeKind,
    contexts: &Contexts,
    limits: &Limits,
) -> Recognized {
    let root = document.root();
    let is_linked_data = root.contains("@context");
    let names_a_definition = ["openapi", "swagger", "openrpc"].iter().any(|name| root.contains(name));
    if !is_linked_data && (names_a_definition || expected == NodeKind::Interface && !root.contains("protocolType")) {
        return recognize_definition(root, url);
    }
    if !is_linked_data
        && DescriptionProfile::for_document(document) == DescriptionProfile::Adp
        && expected != NodeKind::Listing
    {
        if expected == NodeKind::AgentDescription {
            let message = "not an agent description or a listing: it has no `@context` and no `protocolType`";
            let recognized = Recognized::for_kind(expected);
            return recognized.found(Code::DOCUMENT_SHAPE, Severity::Error, url, message.to_owned());
        }
        let title = root.get("name").and_then(Json::as_str).map(str::to_owned);
        let message = "the document has no `@context` and was not validated as JSON-LD; add one";
        let recognized = Recognized { title, ..Recognized::for_kind(expected) };
        return recognized.found(Code::AD_MISSING_TERM, Severity::Warning, url, message.to_owned());
    }
    let mut options = ExpandOptions::default();
    options.limits = limits.clone();
    if DescriptionProfile::for_document(document) == DescriptionProfile::Anp07 {
        options.expand_context = Some(Json::from(term::ANP_07_CONTEXT));
    }
    let expanded = match jsonld::expand(document.json(), contexts, &options).map_err(|error| error.locate(document)) {
        Ok(expanded) => expanded,
        Err(error) => {
            let mut recognized = Recognized::for_kind(expected);
            recognized.findings.push(DiscoveryFinding::error(url, &error));
            return recognized;
        }
    };
    let none = Object::new();
    let root = expanded.items().first().and_then(Json::as_object).unwrap_or(&none);
    let is_a = |class: Term| types(root).any(|iri| class.accepts(iri));
    let kind = if is_a(term::COLLECTION_PAGE) || expected == NodeKind::Listing && !is_a(term::AGENT_DESCRIPTION) {
        return recognize_listing(document, url, contexts, limits);
    } else if is_a(term::AGENT_DESCRIPTION) {
        NodeKind::AgentDescription
    } else if is_a(term::PRODUCT) {
        NodeKind::Product
    } else if is_a(term::SERVICE) {
        NodeKind::Service
    } else {
        expected
    };
    let mut recognized = Recognized::for_kind(kind);
    recognized.title = values(root, term::NAME).find_map(text_of).map(|text| text.to_string());
    if kind == NodeKind::AgentDescription {
        recognized.links = link::links_of_description(document, root, url);
    }
    let typed = is_a(term::AGENT_DESCRIPTION) || is_a(term::PRODUCT) || is_a(term::SERVICE);
    if typed || kind == NodeKind::AgentDescription {
        let options = CheckOptions { contexts: contexts.clone(), ..CheckOptions::default() };
        let diagnostics = description::check(document, &options);
        let worth_telling = diagnostics.iter().filter(|diagnostic| diagnostic.severity >= Severity::Warning);
        recognized.findings.extend(worth_telling.take(MAX_FINDINGS).map(|diagnostic| finding_of(diagnostic, url)));
        return recognized;
    }
    // a subtype of the expected type, such as a HotelRoom, is read as the expected type
    let fault = match expected {
        NodeKind::Product => Product::from_document(document).err(),
        NodeKind::Service => Service::from_document(document).err(),
        _ => None,
    };
    recognized.findings.extend(fault.map(|fault| DiscoveryFinding::error(url, &fault)));
    recognized
}

fn recognize_listing(document: &Document, url: &str, contexts: &Contexts, limits: &Limits) -> Recognized {
    let mut recognized = Recognized::for_kind(NodeKind::Listing);
    let read = match CollectionPage::from_document(document, url, contexts, limits) {
        Ok(read) => read,
        Err(error) => {
            recognized.findings.push(DiscoveryFinding::error(url, &error));
            return recognized;
        }
    };
    let link = |url, kind, term: Term, pointer, title| DescriptionLink {
        url,
        kind,
        term: term.name(),
        pointer,
        protocol: None,
        title,
        media: false,
        inline: None,
    };
    let items = read.items.into_iter();
    recognized.links =
        items.map(|item| link(item.url, NodeKind::AgentDescription, term::ITEMS, item.pointer, item.name)).collect();
    let next = read.next.zip(read.next_pointer);
    recognized.links.extend(next.map(|(url, pointer)| link(url, NodeKind::Listing, term::NEXT, pointer, None)));
    recognized.findings = read.findings;
    recognized
}

/// An interface's definition in JSON.
fn recognize_definition(root: &Object, url: &str) -> Recognized {
    let mut recognized = definition(|name| root.get(name).and_then(Json::as_str), NodeKind::Interface, url);
    recognized.title = root.get("info").and_then(|info| info.get("title")?.as_str()).map(str::to_owned);
    let needed: &[&str] = match recognized.kind {
        NodeKind::OpenApi => &["info"],
        NodeKind::OpenRpc => &["info", "methods"],
        _ => &[],
    };
    for name in needed.iter().filter(|name| !root.contains(name)) {
        let message = format!("the {} definition has no `{name}`", recognized.kind);
        recognized = recognized.found(Code::AD_MISSING_TERM, Severity::Warning, url, message);
    }
    recognized
}

/// The format and version according to the root members.
fn definition<'a>(member: impl Fn(&str) -> Option<&'a str>, expected: NodeKind, url: &str) -> Recognized {
    let formats: [(&str, NodeKind, &[&str]); 3] = [
        ("openapi", NodeKind::OpenApi, &["3.0.", "3.1.", "3.2."]),
        ("swagger", NodeKind::OpenApi, &["2.0"]),
        ("openrpc", NodeKind::OpenRpc, &["1."]),
    ];
    for (name, kind, known) in formats {
        let Some(version) = member(name) else { continue };
        let recognized = Recognized { version: Some(version.chars().take(40).collect()), ..Recognized::for_kind(kind) };
        if known.iter().any(|known| version.starts_with(known)) {
            return recognized;
        }
        let message = format!("`{name}` is {version:.40?}, expected a version that begins with {}", known.join(" or "));
        return recognized.found(Code::AD_WRONG_TYPE, Severity::Warning, url, message);
    }
    Recognized::for_kind(expected)
}

fn finding_of(diagnostic: &Diagnostic, url: &str) -> DiscoveryFinding {
    let position = diagnostic.line.zip(diagnostic.column).map(|(line, column)| Position { line, column });
    DiscoveryFinding {
        pointer: diagnostic.pointer.clone(),
        position,
        ..DiscoveryFinding::new(diagnostic.code, diagnostic.severity, url, diagnostic.message.clone())
    }
}

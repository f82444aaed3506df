//! Reading typed values by member names, with a finding for every invalid value.

use super::{
    DescriptionProfile,
    error::{ModelError, missing, structure, wrong_type},
    model::{node::Origin, security::Definitions},
    node_reader::Property,
    rules,
    vocabulary::{AD, Namespace, context_names::Names},
};
use crate::{
    Code,
    diagnostic::{Finding, FindingFilter, Findings, Rule, Suggestions, shortened},
    iri,
    json::{Document, Json, Offset, Text},
};
use std::sync::Arc;

/// Maximum number of nodes of a model. A node needs about two kilobytes of memory, but only three bytes of a document
/// (`{},`).
const MAX_NODES: usize = 1 << 15;

/// A document being read, with its findings.
pub(super) struct ModelReader<'a> {
    pub(super) document: &'a Document,
    pub(super) profile: DescriptionProfile,
    pub(super) names: Names<'a>,
    pub(super) findings: Findings<'a>,
    /// The security schemes of the description.
    pub(super) definitions: Definitions<'a>,
    /// Whether this is a check of a document, which has more rules than verification.
    pub(super) is_check: bool,
    /// The remaining budget for spelling suggestions.
    pub(super) suggestions: Suggestions,
    /// Reusable buffers for properties.
    pub(super) spare_properties: Vec<Vec<Property<'a>>>,
    origin: Option<Arc<Origin>>,
    aliases: Vec<Namespace>,
    /// Number of nodes read.
    nodes: usize,
}

impl<'a> ModelReader<'a> {
    pub(super) fn new(document: &'a Document, wanted: FindingFilter) -> Self {
        let profile = DescriptionProfile::for_document(document);
        Self {
            document,
            profile,
            names: Names::for_document(document),
            findings: Findings::new(document, wanted),
            definitions: Definitions::default(),
            is_check: wanted != FindingFilter::FirstError,
            suggestions: Suggestions::default(),
            spare_properties: Vec::new(),
            origin: None,
            aliases: Vec::new(),
            nodes: 0,
        }
    }

    /// The data for writing the untyped members again.
    pub(super) fn origin(&mut self) -> Arc<Origin> {
        let (profile, document) = (self.profile, self.document);
        let make = || Arc::new(Origin { profile, context: document.root().get("@context").cloned() });
        Arc::clone(self.origin.get_or_insert_with(make))
    }

    /// The model, or the findings.
    pub(super) fn into_model<T>(self, model: Option<T>) -> Result<T, ModelError> {
        match (self.findings.into_first(), model) {
            (Some(error), _) => Err(error.into()),
            (None, Some(model)) => Ok(model),
            // without a model there must be a finding; a bug in the reader is reported like an invalid document
            (None, None) => {
                let (document, finding) = (self.document, missing("the document", "name"));
                Err(ModelError::at(document, document.json().offset(), finding))
            }
        }
    }

    /// Reports that a required term is missing in the node at `offset`.
    pub(super) fn missing(&mut self, rule: &'static Rule, (what, term): (&'static str, &'static str), offset: Offset) {
        self.findings.add_missing(rule, offset, || missing(what, term));
    }

    /// Reports a value that the model cannot read.
    pub(super) fn unreadable(
        &mut self,
        rule: &'static Rule,
        what: (&'static str, &'static str),
        value: &Json,
        expected: &str,
    ) {
        self.findings.add(rule, value.offset(), || wrong_type(what, &kind(value), expected));
    }

    /// Whether the model has capacity for one more node, made from `value`; the first node over the limit is reported.
    pub(super) fn has_room(&mut self, value: &Json) -> bool {
        self.nodes += 1;
        // reported once, because later nodes are not read
        if self.nodes == MAX_NODES + 1 {
            let found =
                || format!("the description has more than {MAX_NODES} interfaces, products, offers and other objects");
            let help = "move products and services to separate documents, and link them";
            self.findings.add(&rules::PLAIN_JSON, value.offset(), || structure(found(), help));
        }
        self.nodes <= MAX_NODES
    }

    /// Reports a URL that is not an IRI.
    pub(super) fn check_well_formed(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, &'static str),
        text: &str,
        offset: Offset,
    ) {
        if !iri::is_well_formed_reference(text) {
            let message = || format!("`{term}` of {what} is {}, expected a well-formed IRI", shortened(text));
            let make = || Finding::new(Code::AD_WRONG_TYPE, message()).with_help(ILL_FORMED_HELP);
            self.findings.add(rule, offset, make);
        }
    }

    /// Reports a member's name or a type in a misspelled namespace of the protocol.
    pub(super) fn note_alias(&mut self, name: &str, offset: Offset) {
        if !self.findings.wants(&rules::NAMESPACE_ALIAS, false) {
            return;
        }
        let Some((namespace, _)) = Namespace::split(&self.names.iri(name)) else { return };
        if namespace == Namespace::Ad {
            self.findings.exercise(&rules::NAMESPACE_ALIAS);
        }
        if namespace.is_alias() && !self.aliases.contains(&namespace) {
            self.aliases.push(namespace);
            let found = || format!("found the namespace <{}>, expected <{AD}>", namespace.iri());
            self.findings.add(&rules::NAMESPACE_ALIAS, offset, || structure(found(), format!("write <{AD}>")));
        }
    }
}

const ILL_FORMED_HELP: &str = "a URI template is not a URL, and IRIs contain no spaces, `<>\"{}|\\^` or grave accents: percent-encode them, or write the URL of one resource";

/// The `@id` of a node.
pub(super) fn id_of<'a>(names: &Names<'_>, value: &'a Json) -> Option<&'a Text> {
    let mut members = value.as_object()?.iter();
    members.find(|member| names.keyword(member.name()) == Some("@id"))?.value().as_text()
}

/// The type of a value, for messages.
pub(super) fn kind(value: &Json) -> String {
    match value.as_str() {
        Some(text) => format!("the string {}", shortened(text)),
        None => value.kind().into(),
    }
}

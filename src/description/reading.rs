//! Reading typed values out of the expanded form: by IRI, with a finding for everything that is not as it should be.

use super::{
    DescriptionProfile,
    agreement::means_what_is_written,
    error::{ModelError, ModelErrorKind},
    expanded_value::{is_value, kind, literal, reference_of, source_offset},
    merge::Merge,
    node_reader::{NodeReader, Property, is_fixed, is_ill_formed, refusing},
    rules, spelling,
    vocabulary::{Namespace, Term},
};
use crate::{
    diagnostic::{self, Rule, Wanted, shortened},
    iri,
    json::{
        Document, Json, Member, Offset, Value,
        by_offset::{object_at, string_at},
    },
    jsonld::{ActiveContext, Expanded},
};

/// Findings about a description.
pub(super) type Findings<'a> = diagnostic::Findings<'a, ModelErrorKind>;

/// The most nodes of a model. One takes some two kilobytes, of a document that has four bytes for it (`{},`).
const MOST_NODES: usize = 1 << 15;

/// A document being read: what was found so far.
pub(super) struct Reading<'a> {
    pub(super) document: &'a Document,
    pub(super) profile: DescriptionProfile,
    pub(super) context: &'a ActiveContext,
    pub(super) findings: Findings<'a>,
    /// What is left for suggestions among names that the document chose.
    pub(super) spelling: spelling::Budget,
    pub(super) merge: Merge<'a>,
    /// Room for properties, from nodes that were read.
    pub(super) spare_properties: Vec<Vec<Property<'a>>>,
    aliases: Vec<Namespace>,
    /// How many nodes were read.
    nodes: usize,
}

impl<'a> Reading<'a> {
    pub(super) fn new(document: &'a Document, expanded: &'a Expanded, wanted: Wanted) -> Self {
        Self {
            document,
            profile: DescriptionProfile::of(document),
            context: expanded.root_context(),
            findings: Findings::new(document, wanted),
            spelling: spelling::Budget::default(),
            merge: Merge::of(document, expanded),
            spare_properties: Vec::new(),
            aliases: Vec::new(),
            nodes: 0,
        }
    }

    /// What a name means under the document's context, as a type or property.
    pub(super) fn vocabulary(&self, name: &str) -> Option<String> {
        self.context.expand_iri_vocab(name)
    }

    /// The model, unless something was found.
    pub(super) fn into_model<T>(mut self, model: Option<T>) -> Result<T, ModelError> {
        self.report_merged();
        match (self.findings.into_first(), model) {
            (Some(error), _) => Err(error.into()),
            (None, Some(model)) => Ok(model),
            // no model without a finding: a fault of the reader, reported as what it would have been found by
            (None, None) => {
                let missing = ModelErrorKind::Missing { what: "the document", term: "name" };
                Err(missing.at(self.document, self.document.json().offset()))
            }
        }
    }

    pub(super) fn wrong_type(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, &'static str),
        found: &dyn Fn() -> String,
        expected: &str,
        offset: Offset,
    ) {
        self.findings.add(rule, offset, || ModelErrorKind::WrongType {
            what,
            term,
            found: found(),
            expected: expected.into(),
        });
    }

    /// Reports a value that the model cannot read: as an error if it is one only to JSON-LD, because readers by name then see a value
    /// that the model has not.
    pub(super) fn unreadable(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, &'static str),
        value: &Json,
        expected: &str,
    ) {
        let rule = if self.is_hidden_by_context(value) { refusing(rule) } else { rule };
        self.wrong_type(rule, (what, term), &|| kind(value), expected, source_offset(value));
    }

    /// Whether the context makes an IRI of a string, or a JSON literal of anything.
    fn is_hidden_by_context(&self, value: &Json) -> bool {
        match literal(value) {
            Some(_) => false,
            None => is_value(value) || string_at(self.document.json(), source_offset(value)).is_some(),
        }
    }

    /// Whether the model holds one more node, which `value` is, or which is made of it; the first that it does not hold is reported.
    pub(super) fn has_room(&mut self, value: &Json) -> bool {
        self.nodes += 1;
        // said once: what comes after it is not read
        if self.nodes == MOST_NODES + 1 {
            let make = || ModelErrorKind::TooManyNodes { limit: MOST_NODES };
            self.findings.add(&rules::STRUCTURE, source_offset(value), make);
        }
        self.nodes <= MOST_NODES
    }

    /// Reads `value` as a node; anything else is reported.
    pub(super) fn node(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, Term),
        value: &'a Json,
    ) -> Option<NodeReader<'a>> {
        self.findings.exercise(rule);
        match value.as_object() {
            Some(object) if !object.contains("@value") && !object.contains("@list") => {
                self.has_room(value).then(|| NodeReader::new(self, what, object, source_offset(value)))
            }
            _ => {
                self.unreadable(rule, (what, term.name()), value, "an object");
                None
            }
        }
    }

    /// Reports an IRI that the context makes of something that readers without JSON-LD take for another. Gives what is written, if
    /// the value is an IRI.
    pub(super) fn check_reference(&mut self, value: &'a Json) -> Option<&'a str> {
        let id = value.get("@id")?;
        let iri = id.as_str()?;
        // an object must say `@id` by itself: an alias tells readers by name nothing
        let aliased = object_at(self.document.json(), value.offset()).is_some_and(|object| !object.contains("@id"));
        let written = string_at(self.document.json(), id.offset()).unwrap_or(iri);
        if aliased || !means_what_is_written(written, iri) || self.is_rewritten(written, iri) {
            self.findings.add(&rules::STRUCTURE, source_offset(value), || ModelErrorKind::Structure {
                found: format!("the context turns {} into {}", shortened(written), shortened(iri)),
                help: "write the IRI in full: readers without JSON-LD take it literally",
            });
        }
        Some(written)
    }

    /// Reports a URL that is not an IRI by its characters, or is relative although it is an IRI to JSON-LD: as an error in that case,
    /// because readers of RDF drop it.
    pub(super) fn check_well_formed(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, &'static str),
        value: &Json,
    ) {
        let Some(iri) = reference_of(value) else { return };
        let is_iri = value.get("@id").is_some();
        let rule = if is_iri { refusing(rule) } else { rule };
        if is_iri && !is_fixed(iri) {
            return self.wrong_type(rule, (what, term), &|| shortened(iri), "an absolute IRI", source_offset(value));
        }
        if !is_ill_formed(iri) {
            return;
        }
        let found = iri.to_string();
        self.findings.add(rule, source_offset(value), || ModelErrorKind::IllFormedIri { what, term, found });
    }

    /// Reports an `@id` that a prefix of the document's own has made another than is written.
    pub(super) fn check_identifier(&mut self, what: &'static str, id: &Json, became: &str) {
        let Some(written) = string_at(self.document.json(), id.offset()) else { return };
        // a DID that was cut is reported as such
        let is_cut = written.starts_with("did:") && !became.starts_with("did:");
        if !is_cut && self.is_rewritten(written, became) {
            let (written, became) = (written.to_owned(), became.to_owned());
            let make = || ModelErrorKind::IdentifierRewritten { what, written, became };
            self.findings.add(&rules::TERM, id.offset(), make);
        }
    }

    /// Whether a prefix of the document's own has made another IRI of one that is written; `ad:` and `schema:` may stand for
    /// what they are known for.
    fn is_rewritten(&self, written: &str, became: &str) -> bool {
        if written == became || !iri::is_absolute(written) {
            return false;
        }
        let prefix = written.split(':').next().unwrap_or_default();
        let is_own = self.document.root().get("@context").is_some_and(|context| defines(context, prefix));
        is_own && !(matches!(prefix, "ad" | "schema") && means_what_is_written(written, became))
    }

    pub(super) fn note_alias(&mut self, namespace: Namespace, offset: Offset) {
        if namespace == Namespace::Ad {
            self.findings.exercise(&rules::NAMESPACE_ALIAS);
        }
        if namespace.is_alias() && !self.aliases.contains(&namespace) {
            self.aliases.push(namespace);
            self.findings
                .add(&rules::NAMESPACE_ALIAS, offset, || ModelErrorKind::NamespaceAlias { found: namespace.iri() });
        }
    }
}

/// Whether a context that is written in the document defines a term, in a term's own context too.
fn defines(context: &Json, term: &str) -> bool {
    match context.value() {
        Value::Array(items) => items.iter().any(|item| defines(item, term)),
        Value::Object(terms) => {
            let scoped = |member: &Member| member.value().get("@context").is_some_and(|scoped| defines(scoped, term));
            terms.iter().any(|member| *member.name() == *term || scoped(member))
        }
        _ => false,
    }
}

//! Diagnostics: every rule a document breaks, with its place and a way out.

use super::{
    AgentDescription, ModelError, Place, Product, Profile, Service, context_rules,
    findings::Wanted,
    reading::{NodeReader, Reading},
    rules::{self, Rule, Severity},
    security::Definitions,
    structure::{self, one_root, subject_did},
    vocabulary as term,
};
use crate::{
    Code, Fault, Limits,
    did::Did,
    json::{Document, Json},
    jsonld::{Contexts, Expanded},
};
use std::fmt;

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Whether warnings that a rule asks for become errors.
    pub strict: bool,
    /// The contexts to expand with; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of expansion.
    pub limits: Limits,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The stable code of the fault.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What was found and what was expected.
    pub message: String,
    /// The JSON Pointer of the value at fault.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in Unicode scalar values, from 1.
    pub column: Option<usize>,
    /// The next step.
    pub help: Option<String>,
}

impl Diagnostic {
    fn new(rule: &'static Rule, error: &ModelError, strict: bool) -> Self {
        let place = error.place();
        Self {
            rule,
            code: error.code(),
            severity: rule.severity(matches!(error, ModelError::Missing { .. }), strict),
            message: error.message(),
            pointer: place.pointer.clone(),
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
            help: error.help(),
        }
    }
}

/// `12:5: error[ad-missing-term]: the interface has no …`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// Checks a document by every rule of the protocol's tables and of verification's structure; the findings stand in the order
/// of the source, at most 500 of them. A document is valid if none is of [`Severity::Error`].
///
/// The root's type says what it is checked as: an agent description, or a product or service that one links to.
#[must_use]
pub fn check(document: &Document, options: &CheckOptions) -> Vec<Diagnostic> {
    let expanded = super::expand(document, &options.contexts, &options.limits);
    let mut diagnostics = Vec::new();
    match expanded {
        Ok(expanded) => {
            let vocabulary = |name: &str| expanded.root_context().expand_iri_vocab(name);
            let mut reading = Reading::new(document, &vocabulary, Wanted::Everything);
            check_expanded(&mut reading, &expanded);
            let findings = reading.findings.iter();
            diagnostics.extend(findings.map(|(rule, error)| Diagnostic::new(rule, error, options.strict)));
        }
        Err(error) => {
            let place = Place::of(document, error.offset());
            diagnostics.push(Diagnostic {
                rule: &rules::JSON_LD,
                code: error.code(),
                severity: Severity::Error,
                message: error.message().to_owned(),
                pointer: place.pointer,
                line: place.position.map(|position| position.line),
                column: place.position.map(|position| position.column),
                help: None,
            });
        }
    }
    // one fault found on two ways is one fault: a value has one of each code, a node may miss several terms
    let same = |a: &Diagnostic, b: &Diagnostic| {
        a.code == b.code && a.pointer == b.pointer && (a.code != Code::AdMissingTerm || a.message == b.message)
    };
    let mut unique: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        if !unique.iter().any(|known| same(known, &diagnostic)) {
            unique.push(diagnostic);
        }
    }
    unique.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    unique
}

fn check_expanded<'a>(reading: &mut Reading<'a>, expanded: &'a Expanded) {
    let document = reading.document;
    reading.findings.append(structure::findings(document, expanded, Wanted::Everything), |_| true);
    if reading.findings.iter().any(|(rule, _)| **rule == rules::CONTEXT) {
        return;
    }
    for dropped in expanded.dropped() {
        if !reading.findings.wants(&rules::DROPPED, false) {
            break;
        }
        // a term of the profile without a meaning is reported as such
        let place = Place::boxed(document, dropped.offset);
        if !reading.findings.iter().any(|(rule, error)| **rule == rules::TERM && *error.place() == *place) {
            let error = ModelError::Dropped { member: dropped.name.to_string(), place };
            reading.findings.push(&rules::DROPPED, error);
        }
    }
    let Ok((object, offset)) = one_root(document, expanded.items()) else { return };
    let is_a = |class: term::Term| {
        let types = object.get("@type").and_then(Json::as_array).unwrap_or_default();
        types.iter().filter_map(Json::as_str).any(|iri| class.accepts(iri))
    };
    if !is_a(term::AGENT_DESCRIPTION) && (is_a(term::PRODUCT) || is_a(term::SERVICE)) {
        let root = NodeReader::new(reading, Product::WHAT, object, offset);
        if is_a(term::PRODUCT) {
            Product::read(reading, root, &Definitions::default());
        } else {
            Service::read(reading, root, &Definitions::default());
        }
        return;
    }
    if reading.profile == Profile::Adp {
        context_rules::check(reading, expanded.root_context());
    }
    match subject_did(document, expanded) {
        Ok(Some(did)) => check_did(reading, &did),
        Ok(None) => {}
        Err(error) => reading.findings.push(&rules::DID, error),
    }
    let root = NodeReader::new(reading, AgentDescription::WHAT, object, offset);
    AgentDescription::read(reading, root);
}

fn check_did(reading: &mut Reading<'_>, did: &str) {
    if let Err(error) = did.parse::<Did>() {
        let offset = reading.document.root().get("did").map_or(reading.document.json().offset(), Json::offset);
        let make = |place| ModelError::Did { code: error.code(), message: error.to_string(), place };
        reading.findings.add(&rules::DID_KIND, offset, make);
    }
}

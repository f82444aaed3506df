//! Diagnostics: every rule a document breaks, with its place and a way out.

use super::{
    AgentDescription, Coverage, ModelError, Place, Product, Profile, Service, context_rules,
    findings::Wanted,
    proof_rules,
    reading::{NodeReader, Reading},
    rules::{self, Rule, Severity},
    security::Definitions,
    spelling,
    structure::{self, one_root, subject_did},
    vocabulary as term,
};
use crate::{
    Code, Fault, Limits,
    did::Did,
    json::{Document, Json, Offset, pointer},
    jsonld::{Contexts, Expanded, JsonLdError},
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
    /// What was probably meant: a JSON string to write in place of the one that stands at `line` and `column`.
    pub replacement: Option<String>,
}

impl Diagnostic {
    fn new(document: &Document, rule: &'static Rule, error: &ModelError, strict: bool) -> Self {
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
            replacement: replacement(document, error),
        }
    }

    /// A finding of another check about a place of the document: for example that a URL there cannot be reached.
    #[must_use]
    pub fn found(rule: &'static Rule, code: Code, message: String, document: &Document, offset: Offset) -> Self {
        let place = Place::of(document, offset);
        Self {
            rule,
            code,
            severity: rule.severity(false, false),
            message,
            pointer: place.pointer,
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
            help: None,
            replacement: None,
        }
    }

    fn of_expansion(document: &Document, error: &JsonLdError) -> Self {
        let place = Place::of(document, error.offset());
        Self {
            rule: rule_of(error.code(), place.pointer.as_deref().unwrap_or_default()),
            code: error.code(),
            severity: Severity::Error,
            message: error.message().to_owned(),
            pointer: place.pointer,
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
            help: None,
            replacement: None,
        }
    }
}

/// What could be written at the place of an error, as a JSON string: only where a string stands there that ends with what
/// was misspelled, such as a type behind its prefix.
fn replacement(document: &Document, error: &ModelError) -> Option<String> {
    let (wrong, right) = error.replacement()?;
    let written = if error.is_about_a_name() {
        wrong
    } else {
        let value = pointer::lookup(document.json(), error.place().pointer.as_deref()?)?;
        value.as_array().and_then(<[Json]>::first).unwrap_or(value).as_str()?
    };
    let prefix = written.strip_suffix(wrong)?;
    (prefix.is_empty() || prefix.ends_with(['#', '/', ':']))
        .then(|| Json::from(format!("{prefix}{right}")).to_compact())
}

/// The rule of the tables that an error of expansion breaks: JSON-LD checks the types of the keywords.
fn rule_of(code: Code, pointer: &str) -> &'static Rule {
    let mut segments = pointer.split('/').skip(1);
    let (member, last) = (segments.next().unwrap_or_default(), segments.next());
    match (code, member, last) {
        (Code::InvalidTypeValue, "@type" | "", _) => &rules::TYPE,
        (Code::InvalidTypeValue, "securityDefinitions", _) => &rules::SCHEME_TYPE,
        (Code::InvalidTypeValue, "interfaces", _) => &rules::INTERFACE_TYPE,
        (Code::InvalidIdValue, "@id" | "", _) => &rules::ID,
        (Code::InvalidIdValue, "interfaces", _) => &rules::INTERFACE_ID,
        (Code::InvalidDefaultLanguage, "@context", _) => &rules::CONTEXT_LANGUAGE,
        (Code::InvalidLocalContext, "@context", None) => &rules::CONTEXT,
        _ => &rules::JSON_LD,
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
    check_with_coverage(document, options).0
}

/// The same, and which rules there was something to check by: over many documents, an implementation report.
#[must_use]
pub fn check_with_coverage(document: &Document, options: &CheckOptions) -> (Vec<Diagnostic>, Coverage) {
    let expanded = super::expand(document, &options.contexts, &options.limits);
    let mut diagnostics = Vec::new();
    let mut coverage = Coverage::default();
    match expanded {
        Ok(expanded) => {
            let vocabulary = |name: &str| expanded.root_context().expand_iri_vocab(name);
            let mut reading = Reading::new(document, &vocabulary, Wanted::Everything);
            check_expanded(&mut reading, &expanded);
            let findings = reading.findings.iter();
            diagnostics.extend(findings.map(|(rule, error)| Diagnostic::new(document, rule, error, options.strict)));
            coverage = reading.findings.take_coverage();
        }
        Err(error) => {
            let diagnostic = Diagnostic::of_expansion(document, &error);
            coverage.broken(diagnostic.rule);
            coverage.broken(&rules::JSON_LD);
            diagnostics.push(diagnostic);
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
    (unique, coverage)
}

fn check_expanded<'a>(reading: &mut Reading<'a>, expanded: &'a Expanded) {
    let document = reading.document;
    reading.findings.exercise(&rules::JSON_LD);
    reading.findings.append(structure::findings(document, expanded, Wanted::Everything), |_| true);
    if reading.findings.iter().any(|(rule, _)| **rule == rules::CONTEXT) {
        return;
    }
    reading.findings.exercise(&rules::DROPPED);
    proof_rules::check(reading);
    for dropped in expanded.dropped() {
        if !reading.findings.wants(&rules::DROPPED, false) {
            reading.findings.broken(&rules::DROPPED);
            break;
        }
        // a term of the profile without a meaning is reported as such
        let place = Place::boxed(document, dropped.offset);
        if !reading.findings.iter().any(|(rule, error)| **rule == rules::TERM && *error.place() == *place) {
            let suggestion = suggestion(document, &dropped.name, place.pointer.as_deref().unwrap_or_default());
            let error = ModelError::Dropped { member: dropped.name.to_string(), suggestion, place };
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
        Ok(Some(did)) => {
            reading.findings.exercise(&rules::DID);
            check_did(reading, &did);
        }
        Ok(None) => {}
        Err(error) => reading.findings.push(&rules::DID, error),
    }
    let root = NodeReader::new(reading, AgentDescription::WHAT, object, offset);
    AgentDescription::read(reading, root);
}

/// The term that a dropped member's name probably misspells, by where the member stands.
fn suggestion(document: &Document, name: &str, pointer: &str) -> Option<String> {
    let parent = pointer::lookup(document.json(), pointer.rsplit_once('/')?.0)?.as_object()?;
    let mut segments = pointer.split('/').skip(1);
    let terms: &[term::Term] = match (segments.next()?, segments.count()) {
        (_, 0) => &term::ROOT_TERMS,
        ("interfaces", 1 | 2) => &term::INTERFACE_TERMS,
        ("securityDefinitions", 2) => &term::SCHEME_TERMS,
        _ => return None,
    };
    let absent = terms.iter().map(|term| term.name()).filter(|term| !parent.contains(term));
    spelling::misspelled(name, absent).map(str::to_owned)
}

fn check_did(reading: &mut Reading<'_>, did: &str) {
    reading.findings.exercise(&rules::DID_KIND);
    if let Err(error) = did.parse::<Did>() {
        let offset = reading.document.root().get("did").map_or(reading.document.json().offset(), Json::offset);
        let make = |place| ModelError::Did { code: error.code(), message: error.to_string(), place };
        reading.findings.add(&rules::DID_KIND, offset, make);
    }
}

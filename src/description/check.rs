//! Diagnostics: every rule a document breaks, with its place and a way out.

use super::{
    AgentDescription, Coverage, ModelError, Place, Product, Profile, Service, context_rules,
    error::{LONGEST_MESSAGE, cut},
    findings::{MOST, Wanted},
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
    jsonld::{Contexts, Dropped, Expanded, JsonLdError},
};
use std::{collections::HashMap, fmt};

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
    fn new(document: &Document, rule: &'static Rule, error: &ModelError, severity: Severity) -> Self {
        let place = error.place();
        Self {
            rule,
            code: error.code(),
            severity,
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
    pub fn found(rule: &'static Rule, code: Code, message: &str, document: &Document, offset: Offset) -> Self {
        let place = Place::of(document, offset);
        Self {
            rule,
            code,
            severity: rule.severity(false, false),
            message: cut(message, LONGEST_MESSAGE),
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
            message: cut(error.message(), LONGEST_MESSAGE),
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
        (Code::INVALID_TYPE_VALUE, "@type" | "", _) => &rules::TYPE,
        (Code::INVALID_TYPE_VALUE, "securityDefinitions", _) => &rules::SCHEME_TYPE,
        (Code::INVALID_TYPE_VALUE, "interfaces", _) => &rules::INTERFACE_TYPE,
        (Code::INVALID_ID_VALUE, "@id" | "", _) => &rules::ID,
        (Code::INVALID_ID_VALUE, "interfaces", _) => &rules::INTERFACE_ID,
        (Code::INVALID_DEFAULT_LANGUAGE, "@context", _) => &rules::CONTEXT_LANGUAGE,
        (Code::INVALID_LOCAL_CONTEXT, "@context", None) => &rules::CONTEXT,
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

/// What checking a document found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckReport {
    /// The findings in the order of the source: at most [`CheckReport::MOST`], errors before others where there are more.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings there are beyond these.
    pub omitted: Omitted,
    /// Which rules there was something to check by: over many documents, an implementation report.
    pub coverage: Coverage,
}

impl CheckReport {
    /// The most findings that are listed.
    pub const MOST: usize = MOST;

    /// How many findings of a severity there are, listed or not.
    #[must_use]
    pub fn number_of(&self, severity: Severity) -> usize {
        let listed = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        listed + self.omitted.of(severity)
    }

    /// Whether none of the findings is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.number_of(Severity::Error) == 0
    }

    /// Adds a finding of another check; where [`CheckReport::MOST`] are listed already, it is counted.
    pub fn add(&mut self, finding: Diagnostic) {
        if self.diagnostics.len() < Self::MOST {
            self.diagnostics.push(finding);
        } else {
            *self.omitted.of_mut(finding.severity) += 1;
        }
    }
}

/// How many findings are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Omitted {
    /// How many in all.
    #[must_use]
    pub fn total(self) -> usize {
        self.errors + self.warnings + self.notes
    }

    /// How many of a severity.
    #[must_use]
    pub fn of(mut self, severity: Severity) -> usize {
        *self.of_mut(severity)
    }

    pub(super) fn of_mut(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }
}

/// Checks a document by every rule of the protocol's tables and of verification's structure; the findings stand in the order
/// of the source, at most [`CheckReport::MOST`] of them. A document is valid if none is of [`Severity::Error`], of which at
/// least one is listed if there is any.
///
/// The root's type says what it is checked as: an agent description, or a product or service that one links to.
#[must_use]
pub fn check(document: &Document, options: &CheckOptions) -> Vec<Diagnostic> {
    check_report(document, options).diagnostics
}

/// The same, with how many findings there are beyond those listed, and which rules there was something to check by.
#[must_use]
pub fn check_report(document: &Document, options: &CheckOptions) -> CheckReport {
    let expanded = super::expand(document, &options.contexts, &options.limits);
    let mut report = CheckReport::default();
    match expanded {
        Ok(expanded) => {
            let wanted = Wanted::Everything { strict: options.strict };
            let mut reading = Reading::new(document, &expanded, wanted);
            check_expanded(&mut reading, &expanded, wanted);
            reading.report_merged();
            report.coverage = reading.findings.take_coverage();
            let (listed, omitted) = reading.findings.into_listed();
            let listed = listed.iter();
            report
                .diagnostics
                .extend(listed.map(|(rule, error, severity)| Diagnostic::new(document, rule, error, *severity)));
            report.diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
            report.omitted = omitted;
        }
        Err(error) => {
            let diagnostic = Diagnostic::of_expansion(document, &error);
            report.coverage.broken(diagnostic.rule);
            report.coverage.broken(&rules::JSON_LD);
            report.diagnostics.push(diagnostic);
        }
    }
    report
}

fn check_expanded<'a>(reading: &mut Reading<'a>, expanded: &'a Expanded, wanted: Wanted) {
    let document = reading.document;
    reading.findings.exercise(&rules::JSON_LD);
    reading.findings.append(structure::findings(document, expanded, wanted), |_| true);
    if reading.findings.iter().any(|(rule, _)| *rule == rules::CONTEXT) {
        return;
    }
    reading.findings.exercise(&rules::DROPPED);
    proof_rules::check(reading);
    // a term of the profile without a meaning is reported as such
    let rebound = |dropped: &&Dropped| reading.findings.has(&rules::TERM, Code::AD_TERM_REBOUND, dropped.offset);
    let dropped: Vec<&Dropped> = expanded.dropped().iter().filter(|dropped| !rebound(dropped)).collect();
    let mut absent = HashMap::new();
    for dropped in dropped {
        reading.findings.add(&rules::DROPPED, dropped.offset, |place| {
            let parent = place.pointer.as_deref().and_then(|pointer| Some(pointer.rsplit_once('/')?.0));
            let suggestion = parent.and_then(|parent| {
                let terms = absent.entry(parent.to_owned()).or_insert_with(|| absent_terms(document, parent));
                spelling::misspelled(&dropped.name, terms.iter().copied()).map(str::to_owned)
            });
            ModelError::Dropped { member: dropped.name.to_string(), suggestion, place }
        });
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

/// The terms that an object of the source, named by its pointer, could have and has not: what its dropped members may
/// have been meant as.
fn absent_terms(document: &Document, pointer: &str) -> Vec<&'static str> {
    let mut segments = pointer.split('/').skip(1);
    let terms: &[term::Term] = match (segments.next(), segments.count()) {
        (None, _) => &term::ROOT_TERMS,
        (Some("interfaces"), 0 | 1) => &term::INTERFACE_TERMS,
        (Some("securityDefinitions"), 1) => &term::SCHEME_TERMS,
        _ => return Vec::new(),
    };
    let object = pointer::lookup(document.json(), pointer).and_then(Json::as_object);
    terms.iter().map(|term| term.name()).filter(|term| object.is_some_and(|object| !object.contains(term))).collect()
}

fn check_did(reading: &mut Reading<'_>, did: &str) {
    reading.findings.exercise(&rules::DID_KIND);
    if let Err(error) = did.parse::<Did>() {
        let offset = reading.document.root().get("did").map_or(reading.document.json().offset(), Json::offset);
        let make = |place| ModelError::Did { code: error.code(), message: error.to_string(), place };
        reading.findings.add(&rules::DID_KIND, offset, make);
    }
}

//! Diagnostics: every rule a document breaks, with its place and a way out.

use super::{
    AgentDescription, DescriptionProfile, Product, Service, context_rules,
    error::ModelErrorKind,
    node_reader::NodeReader,
    plain, proof_rules,
    reading::Reading,
    rules,
    security::Definitions,
    spelling,
    structure::{self, one_root, subject_did},
    vocabulary as term,
};
use crate::{
    Code, Fault, Limits,
    diagnostic::{CheckReport, Diagnostic, Place, Rule, Severity, Wanted},
    did::Did,
    json::{Document, Json, pointer},
    jsonld::{self, Contexts, Dropped, Expanded, JsonLdError},
};
use std::collections::HashMap;

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

/// What is wrong with the JSON-LD of a document.
fn of_expansion(document: &Document, error: &JsonLdError) -> Diagnostic {
    let place = Place::of(document, error.offset());
    let rule = rule_of(error.code(), place.pointer.as_deref().unwrap_or_default());
    let mut diagnostic = Diagnostic::at(rule, error.code(), error.message(), place);
    diagnostic.severity = Severity::Error;
    diagnostic
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
    match super::expand(document, &options.contexts, &options.limits) {
        Ok(expanded) => {
            let wanted = Wanted::Everything { strict: options.strict };
            let mut reading = Reading::new(document, &expanded, wanted);
            check_expanded(&mut reading, &expanded, wanted);
            reading.report_merged();
            let mut report = reading.findings.into_report();
            // where findings are only counted, those that are listed stay
            if report.omitted.total() == 0 {
                report.diagnostics = without_repetition(report.diagnostics);
            }
            report
        }
        Err(error) => {
            let mut report = CheckReport::default();
            let diagnostic = of_expansion(document, &error);
            report.coverage.broken(diagnostic.rule);
            report.coverage.broken(&rules::JSON_LD);
            report.add(diagnostic);
            report
        }
    }
}

/// The findings without what a departure from the plain profile has said already, and without departures of a proof that the rules
/// of proofs have said better.
fn without_repetition(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let of_proof = |found: &Diagnostic| [&rules::PROOF, &rules::PROOF_CHALLENGE].contains(&found.rule);
    let is_plain = |found: &Diagnostic| rules::PLAIN.contains(&found.rule);
    let places = |keeps: &dyn Fn(&Diagnostic) -> bool, found: &[Diagnostic]| -> Vec<String> {
        found.iter().filter(|found| keeps(found)).filter_map(|found| found.pointer.clone()).collect()
    };
    let of_proofs = places(&of_proof, &found);
    found.retain(|found| !(is_plain(found) && found.pointer.as_ref().is_some_and(|place| of_proofs.contains(place))));
    let departures = places(&is_plain, &found);
    if departures.is_empty() {
        return found;
    }
    let is_within = |place: &str| {
        departures.iter().any(|departure| match place.strip_prefix(departure.as_str()) {
            Some(rest) => rest.is_empty() || !departure.is_empty() && rest.starts_with('/'),
            None => false,
        })
    };
    found.retain(|found| {
        let is_said = || found.pointer.as_deref().is_some_and(is_within);
        let may_repeat = found.code != Code::AD_MISSING_TERM && !is_plain(found) && !of_proof(found);
        !(rules::SUPERSEDED.contains(&found.rule) || may_repeat && is_said())
    });
    found
}

fn check_expanded<'a>(reading: &mut Reading<'a>, expanded: &'a Expanded, wanted: Wanted) {
    let document = reading.document;
    reading.findings.exercise(&rules::JSON_LD);
    if !structure::no_context(document) {
        let role = plain::root_role(document);
        reading.findings.append(plain::findings(document, role, expanded.contexts(), wanted), |_| true);
    }
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
        reading.findings.add_at(&rules::DROPPED, dropped.offset, |place| {
            let parent = place.pointer.as_deref().and_then(|pointer| Some(pointer.rsplit_once('/')?.0));
            let suggestion = parent.and_then(|parent| {
                let terms = absent.entry(parent.to_owned()).or_insert_with(|| absent_terms(document, parent));
                spelling::misspelled(&dropped.name, terms.iter().copied()).map(str::to_owned)
            });
            ModelErrorKind::Dropped { member: dropped.name.to_string(), suggestion }
        });
    }
    let Ok((object, offset)) = one_root(document, expanded.terse_items()) else { return };
    let is_a = |class: term::Term| {
        let types = jsonld::types(object);
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
    if reading.profile == DescriptionProfile::Adp {
        context_rules::check(reading, expanded.root_context());
    }
    match subject_did(document, expanded) {
        Ok(Some(did)) => {
            reading.findings.exercise(&rules::DID);
            check_did(reading, &did);
        }
        Ok(None) => {}
        Err(error) => reading.findings.push(&rules::DID, error.kind, error.place),
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
        let make = || ModelErrorKind::Did { code: error.code(), message: error.to_string() };
        reading.findings.add(&rules::DID_KIND, offset, make);
    }
}

//! Diagnostics: the broken rules of a document, with position and fix.

pub(super) mod context_rules;
mod proof_rules;
pub(super) mod resources;

use crate::{
    Code, CodedError,
    description::{
        AgentDescription, DescriptionProfile, Product, Service,
        model::{agent_description::read_protocol, node_type::ReadNode},
        plain,
        reading::ModelReader,
        rules,
        subject::subject_of_plain,
        vocabulary as term,
    },
    diagnostic::{CheckReport, Diagnostic, Finding, FindingFilter},
    did::Did,
    json::{Document, Json},
    jsonld::Contexts,
};

/// Options for checking.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Whether warnings become errors if their rule supports it.
    pub strict: bool,
    /// The contexts that a document may use; by default the embedded ones.
    pub contexts: Contexts,
}

/// Checks a document by the rules of the protocol's tables and the structural rules of verification. The findings are
/// in document order, at most [`CheckReport::MAX_DIAGNOSTICS`]. A document is valid if no finding is
/// [`Severity::Error`](crate::diagnostic::Severity::Error); if there are errors, at least one is listed.
///
/// The root's type selects the kind of document: an agent description, or a product or service document.
#[must_use]
pub fn check(document: &Document, options: &CheckOptions) -> Vec<Diagnostic> {
    check_report(document, options).diagnostics
}

/// Same as [`check()`], with the number of omitted findings and the rules that applied.
#[must_use]
pub(crate) fn check_report(document: &Document, options: &CheckOptions) -> CheckReport {
    let wanted = FindingFilter::Everything { strict: options.strict };
    let mut reading = ModelReader::new(document, wanted);
    reading.findings.exercise(&rules::JSON_LD);
    if let Err(error) = options.contexts.named_in(document) {
        let mut report = CheckReport::default();
        report.coverage.broken(&rules::JSON_LD);
        report.add(Diagnostic::found(&rules::JSON_LD, error.code(), error.message(), document, error.offset()));
        return report;
    }
    check_known(&mut reading, wanted);
    let mut report = reading.findings.into_report();
    report.diagnostics = without_repetition(report.diagnostics);
    report
}

/// Removes findings that repeat a plain-profile finding, and plain-profile findings about a proof that the proof rules
/// explain better.
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
        !(may_repeat && is_said())
    });
    found
}

/// Checks a document whose contexts are known.
fn check_known(reading: &mut ModelReader<'_>, wanted: FindingFilter) {
    let document = reading.document;
    let class = plain::root_class(document, &reading.names);
    reading.findings.append(plain::findings(document, None, wanted), |_| true);
    proof_rules::check(reading);
    match class {
        term::PRODUCT => {
            let mut root = reading.root(Product::WHAT);
            if reading.profile == DescriptionProfile::Anp07 {
                read_protocol(reading, &mut root);
            }
            Product::read_node(reading, &rules::RESOURCE, root);
        }
        term::SERVICE => {
            let root = reading.root(Service::WHAT);
            Service::read_node(reading, &rules::RESOURCE, root);
        }
        _ => check_description(reading),
    }
}

fn check_description(reading: &mut ModelReader<'_>) {
    if reading.profile == DescriptionProfile::Adp {
        context_rules::check(reading);
    }
    match subject_of_plain(reading.document) {
        Ok(Some(did)) => {
            reading.findings.exercise(&rules::DID);
            check_did(reading, &did);
        }
        Ok(None) => {}
        Err(error) => {
            let (finding, place) = error.into_parts();
            reading.findings.push(&rules::DID, finding, place);
        }
    }
    let root = reading.root(AgentDescription::WHAT);
    AgentDescription::read(reading, root);
}

fn check_did(reading: &mut ModelReader<'_>, did: &str) {
    reading.findings.exercise(&rules::DID_KIND);
    if let Err(error) = did.parse::<Did>() {
        let offset = reading.document.root().get("did").map_or(reading.document.json().offset(), Json::offset);
        reading.findings.add(&rules::DID_KIND, offset, || Finding::new(error.code(), error.to_string()));
    }
}

//! A DID document judged by itself: for the DID that it says it is of.

use super::{Did, DidDocument, DidError, Resolved, part::Part, rules};
use crate::{
    Code, Fault, Limits, Timestamp,
    diagnostic::{CheckReport, Diagnostic, Place, Rule, Severity},
    json::{Document, pointer},
};

impl DidDocument {
    /// Reads a document for the DID that it says it is of: nobody has said that it is published there.
    ///
    /// # Errors
    /// Those of [`DidDocument::parse_for`], and `did-syntax` where its `id` is not a DID.
    pub fn parse_own(document: &Document, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let root = Part::root(document);
        let id = root.required("id", "the DID of the document")?;
        let did: Did = id.string("the DID of the document: a string")?.parse()?;
        Self::read_for(&did, document.clone(), limits)
    }

    /// The same, at a time: nothing that its reader relies on has expired.
    ///
    /// # Errors
    /// Those of [`DidDocument::parse_own`], and `did-document-proof` where the document's own proof has expired.
    pub fn parse_own_at(document: &Document, at: Timestamp, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let read = Self::parse_own(document, limits)?;
        read.get().check_time(at)?;
        Ok(read)
    }
}

/// Checks a DID document by the rules of resolving, at a time: the first error, since what comes after it depends on it, or
/// all warnings.
#[must_use]
pub fn check_report(document: &Document, at: Timestamp, limits: &Limits) -> CheckReport {
    let mut report = CheckReport::default();
    match DidDocument::parse_own_at(document, at, limits) {
        Ok(read) => {
            let read = read.get();
            for rule in exercised(read) {
                report.coverage.exercise(rule);
            }
            for diagnostic in read.diagnostics_at(at) {
                report.coverage.broken(diagnostic.rule);
                report.add(diagnostic);
            }
            report.sort();
        }
        Err(error) => {
            let diagnostic = refusal(document, &error);
            report.coverage.broken(diagnostic.rule);
            report.add(diagnostic);
        }
    }
    report.fill_spans(document);
    report
}

/// The rules that a document which can be read has something to check by.
fn exercised(document: &DidDocument) -> impl Iterator<Item = &'static Rule> {
    let bound = document.binding_method().is_some();
    rules::RULES.iter().copied().filter(move |rule| match **rule {
        rules::CONTEXT => document.document().root().contains("@context"),
        rules::METHOD_ID | rules::CONTROLLER | rules::KEY | rules::KEY_FORM => {
            !document.verification_methods().is_empty()
        }
        rules::PROOF | rules::PROOF_SUITE => document.proof().is_some(),
        rules::BINDING | rules::VOUCHED => bound,
        _ => true,
    })
}

/// The error that keeps a document from being read, as a finding.
fn refusal(document: &Document, error: &DidError) -> Diagnostic {
    let rule = match error {
        DidError::Syntax { .. } | DidError::MethodUnsupported { .. } | DidError::IdMismatch { .. } => &rules::ID,
        DidError::Deactivated { .. } => &rules::ACTIVE,
        DidError::MethodAmbiguous { .. } => &rules::METHOD_ID,
        DidError::KeyUnsupported { .. } => &rules::KEY,
        DidError::PrivateKey { .. } => &rules::PRIVATE_KEY,
        DidError::Binding { .. } | DidError::BindingKeyType { .. } | DidError::KeyOfDid { .. } => &rules::BINDING,
        DidError::DocumentProof { .. } => &rules::PROOF,
        DidError::DocumentInvalid { .. } | DidError::Json(_) => &rules::DOCUMENT,
    };
    let id = || matches!(error.code(), Code::DID_SYNTAX | Code::DID_METHOD_UNSUPPORTED).then(|| "/id".to_owned());
    let at = error.pointer().or_else(id);
    let place = match at.as_deref().and_then(|at| pointer::lookup(document.json(), at)) {
        Some(value) => Place::of(document, value.offset()),
        None => Place::of(document, document.json().offset()),
    };
    // the place has members of its own
    let message = error.to_string();
    let placed = error.position().map(|position| format!("{position}: "));
    let message = placed.and_then(|placed| message.strip_prefix(&placed)).unwrap_or(&message);
    let mut diagnostic = Diagnostic::at(rule, error.code(), message, place);
    diagnostic.severity = Severity::Error;
    diagnostic
}

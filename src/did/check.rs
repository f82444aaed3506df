//! Checks of a DID document without its published URL.

use super::{Did, DidDocument, DidError, Resolved, Superseded, part::Part, rules};
use crate::{
    Code, CodedError, Limits, Timestamp,
    diagnostic::{CheckReport, Diagnostic, Place, Rule, Severity},
    json::{Document, pointer},
};

impl DidDocument {
    /// Parses a document for the DID in its own `id`. It may not be published there. [`Self::check_time`] checks times.
    ///
    /// # Errors
    /// Those of [`DidDocument::parse_for`], and `did-syntax` if its `id` is not a DID.
    pub fn parse_own(document: &Document, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let root = Part::root(document);
        let id = root.required("id", "the DID of the document")?;
        let did: Did = id.string("the DID of the document: a string")?.parse()?;
        Self::read_for(&did, document.clone(), limits)
    }

    /// All findings about a parsed document at a time: [`Self::diagnostics`], and findings by did:wba 1.2 and DID Core
    /// that do not affect readers. With `strict`, also the requirements of did:wba's strict mode for `k1_` documents.
    #[must_use]
    pub fn findings_at(&self, now: Timestamp, strict: bool) -> Vec<Diagnostic> {
        self.diagnostics(Some(now)).into_iter().chain(self.requirements(strict)).collect()
    }
}

/// Checks a DID document at a time by the rules of resolvers. The result is the first error, because later findings
/// depend on it. For a document that resolvers accept, the result is all other findings.
#[must_use]
pub(crate) fn check_report(document: &Document, at: Timestamp, strict: bool, limits: &Limits) -> CheckReport {
    let mut report = CheckReport::default();
    let read = DidDocument::parse_own(document, limits);
    match read.and_then(|read| read.get().check_time(at).map(|()| read)) {
        Ok(read) => {
            let read = read.get();
            for rule in exercised(read) {
                report.coverage.exercise(rule);
            }
            for diagnostic in read.findings_at(at, strict) {
                report.coverage.broken(diagnostic.rule);
                report.add(diagnostic);
            }
            report.sort();
        }
        Err(DidError::Superseded(superseded)) => match superseded.check_by_itself(at) {
            Ok(warnings) => {
                report.coverage.exercise(&rules::SUCCESSOR);
                for rule in exercised(superseded.past().get()) {
                    report.coverage.exercise(rule);
                }
                for warning in warnings {
                    report.coverage.broken(warning.rule);
                    report.add(warning);
                }
                report.sort();
            }
            Err(error) => add_refusal(document, &error, &mut report),
        },
        Err(error) => add_refusal(document, &error, &mut report),
    }
    report.fill_spans(document);
    report
}

impl Superseded {
    /// Checks the transition at a time, with an earlier document of the DID if available, and returns its warnings.
    ///
    /// # Errors
    /// Those of [`assurance`](Self::assurance), and `did-document-proof` if the transition's proof is from the future or
    /// has expired.
    pub fn check(&self, at: Timestamp, trusted: Option<&DidDocument>) -> Result<Vec<Diagnostic>, DidError> {
        self.check_time(at)?;
        let unsigned = match self.assurance(trusted)? {
            assurance if assurance.is_signed() => None,
            _ => {
                let message = format!(
                    "no key signs the transition to {} from {}, so others cannot verify it; sign the document with the old key",
                    self.successor(),
                    self.did()
                );
                let place = Part::root(self.document()).member_or_self("successorDid");
                let mut unsigned = place.oddity(&rules::SUCCESSOR, Code::DID_TRANSITION, &message);
                unsigned.severity = Severity::Warning;
                Some(unsigned)
            }
        };
        Ok(self.past().get().findings_at(at, false).into_iter().chain(unsigned).collect())
    }

    /// Checks the transition at a time without another document. Whether a recovery key signed it remains open, which is
    /// a warning.
    fn check_by_itself(&self, at: Timestamp) -> Result<Vec<Diagnostic>, DidError> {
        let Some(method) = self.recovery_method() else { return self.check(at, None) };
        self.check_time(at)?;
        let message = format!(
            "the transition to {} names {method} as its signer, which is not the binding key; its signature was not verified. \
             That needs an earlier document of the DID, with the key under `assertionMethod`",
            self.successor()
        );
        let place = Part::root(self.document()).member_or_self("successorDid");
        let mut open = place.oddity(&rules::SUCCESSOR, Code::DID_TRANSITION, &message);
        open.severity = Severity::Warning;
        Ok(self.past().get().findings_at(at, false).into_iter().chain([open]).collect())
    }
}

fn add_refusal(document: &Document, error: &DidError, report: &mut CheckReport) {
    let diagnostic = refusal(document, error);
    report.coverage.broken(diagnostic.rule);
    report.add(diagnostic);
}

/// The rules that apply to a document that can be parsed.
fn exercised(document: &DidDocument) -> impl Iterator<Item = &'static Rule> {
    let has = |name: &str| document.document().root().contains(name);
    let (methods, bound) = (!document.verification_methods().is_empty(), document.binding_method().is_some());
    let (proof, services) = (document.proof().is_some(), !document.services().is_empty());
    let conditions = [
        (&rules::SUCCESSOR, has("successorDid")),
        (&rules::CONTEXT, has("@context")),
        (&rules::METHOD_ID, methods),
        (&rules::CONTROLLER, methods),
        (&rules::KEY, methods),
        (&rules::KEY_FORM, methods),
        (&rules::PROOF, proof),
        (&rules::PROOF_SUITE, proof),
        (&rules::BINDING, bound),
        (&rules::VOUCHED, bound),
        (&rules::ALSO_KNOWN_AS, has("alsoKnownAs")),
        (&rules::SERVICE_ENDPOINT, services),
        (&rules::SERVICE_DID, services),
        (&rules::DEVICE_MANIFEST, has("deviceManifest")),
    ];
    rules::RULES.iter().copied().filter(move |rule| conditions.iter().all(|(of, met)| *met || of.id != rule.id))
}

/// The error that makes a document unreadable, as a finding.
fn refusal(document: &Document, error: &DidError) -> Diagnostic {
    let rule = match error {
        DidError::Syntax { .. } | DidError::MethodUnsupported { .. } => &rules::ID,
        DidError::Json(_) => &rules::DOCUMENT,
        DidError::Refused { rule, .. } => rule,
        DidError::Superseded(_) | DidError::PastSignature(_) => &rules::ACTIVE,
        DidError::BindingKeyType { .. } | DidError::KeyOfDid { .. } => &rules::BINDING,
    };
    let id = || matches!(error.code(), Code::DID_SYNTAX | Code::DID_METHOD_UNSUPPORTED).then(|| "/id".to_owned());
    let at = error.pointer().or_else(id);
    let place = match at.as_deref().and_then(|at| pointer::lookup(document.json(), at)) {
        Some(value) => Place::from_offset(document, value.offset()),
        None => Place::from_offset(document, document.json().offset()),
    };
    // the place has its own members
    let message = error.to_string();
    let placed = error.position().map(|position| format!("{position}: "));
    let message = placed.and_then(|placed| message.strip_prefix(&placed)).unwrap_or(&message);
    let mut diagnostic = Diagnostic::at(rule, error.code(), message, place);
    diagnostic.severity = Severity::Error;
    diagnostic
}

//! Checks of a DID document without its published URL.

mod device_manifest;
mod requirements;

use super::{Did, DidDocument, DidError, Resolved, Superseded, document::document_part::Part, rules};
use adp_crypto::Timestamp;
use adp_json::{Code, CodedError, Document, Limits, pointer};
use adp_report::{CheckReport, Diagnostic, Place, Rule, Severity};

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
#[doc(hidden)]
pub fn check_report(document: &Document, at: Timestamp, strict: bool, limits: &Limits) -> CheckReport {
    let read = DidDocument::parse_own(document, limits);
    let checked = match read.and_then(|read| read.get().check_time(at).map(|()| read)) {
        Ok(read) => Ok((exercised(read.get()), read.get().findings_at(at, strict))),
        Err(DidError::Superseded(old)) => old.check_by_itself(at).map(|found| (exercised(old.past().get()), found)),
        Err(error) => Err(error),
    };
    let (rules, found) = checked.unwrap_or_else(|error| (Vec::new(), vec![refusal(document, &error)]));
    let mut report = CheckReport::default();
    for rule in rules {
        report.coverage.exercise(rule);
    }
    for diagnostic in found {
        report.coverage.broken(diagnostic.rule);
        report.add(diagnostic);
    }
    report.sort();
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
        let is_signed = self.assurance(trusted)?.is_signed();
        let unsigned = || {
            format!(
                "no key signs the transition to {} from {}, so others cannot verify it; sign the document with the old key",
                self.successor(),
                self.did()
            )
        };
        Ok(self.findings_with((!is_signed).then(unsigned), at))
    }

    /// Checks the transition at a time without another document. Whether a recovery key signed it remains open, which is
    /// a warning.
    fn check_by_itself(&self, at: Timestamp) -> Result<Vec<Diagnostic>, DidError> {
        let Some(method) = self.recovery_method() else { return self.check(at, None) };
        self.check_time(at)?;
        let open = format!(
            "the transition to {} names {method} as its signer, which is not the binding key; its signature was not verified. \
             That needs an earlier document of the DID, with the key under `assertionMethod`",
            self.successor()
        );
        Ok(self.findings_with(Some(open), at))
    }

    /// The findings about the document, and a warning about its transition.
    fn findings_with(&self, warning: Option<String>, at: Timestamp) -> Vec<Diagnostic> {
        let place = Part::root(self.document()).member_or_self("successorDid");
        let warning =
            warning.map(|message| place.finding(&rules::SUCCESSOR, Severity::Warning, Code::DID_TRANSITION, &message));
        self.past().get().findings_at(at, false).into_iter().chain(warning).collect()
    }
}

/// The rules that apply to a document that can be parsed.
fn exercised(document: &DidDocument) -> Vec<&'static Rule> {
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
    let applies = |rule: &&Rule| conditions.iter().all(|(of, met)| *met || of.id != rule.id);
    rules::RULES.iter().copied().filter(applies).collect()
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
    let mut diagnostic = Diagnostic::at(rule, error.code(), &error.unplaced_message(), place);
    diagnostic.severity = Severity::Error;
    diagnostic
}

//! The pending verification of a catalog.

use super::{
    ArtifactState, Artifacts, TrustError, report,
    signature_object::SignatureObject,
    verify::{CatalogVerdict, ManifestVerdict, Signers, UnverifiedCatalog},
};
use crate::ai_catalog::{Following, NestedArtifact};
use agent_description::{
    CodedError, Did, Document, Timestamp,
    jws::Algorithm,
    proof::{Check, CheckResult, Expectations},
    verification::{Binding, Need, Pending, SignatureReport, Supplied, Verification},
};
use std::sync::Arc;

/// A catalog with parsed signatures, and the fetches of its artifacts.
#[derive(Debug)]
struct PendingCatalog {
    catalog: UnverifiedCatalog,
    format: &'static str,
    at: Timestamp,
    /// The expected signer, if the caller named one.
    signer: Option<Did>,
    /// The fetches, if the caller allowed them.
    following: Option<Following>,
}

/// Begins the verification of a catalog.
pub(crate) fn begin(
    format: &'static str,
    document: Document,
    expected: &Expectations,
) -> Result<Box<dyn Pending>, Box<Verification>> {
    let following = expected.allowances.artifacts.then(|| Following::for_catalog(&document));
    match UnverifiedCatalog::read(document.clone()) {
        Ok(catalog) => {
            let (at, signer) = (expected.at, expected.signer.clone());
            Ok(Box::new(PendingCatalog { catalog, format, at, signer, following }))
        }
        Err(error) => Err(Box::new(report::unread(Verification::refused(format, document, Arc::new(error))))),
    }
}

impl PendingCatalog {
    /// The signers who can decide the result: the expected signer, or else the operator and publishers.
    fn deciding(&self) -> Vec<Did> {
        let mut deciding = self.catalog.deciding_signers();
        deciding.retain(|did| self.signer.as_ref().is_none_or(|signer| signer == did));
        deciding
    }

    /// The supplied artifacts.
    fn artifacts(&self, supplied: &Supplied) -> Artifacts {
        let mut artifacts = Artifacts::default();
        for url in self.catalog.wanted().filter_map(|entry| entry.url()) {
            if let Some(found) = supplied.artifacts.get(url) {
                artifacts.add(url, found.as_deref().map_err(Arc::clone));
            }
        }
        artifacts
    }
}

impl Pending for PendingCatalog {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let signers = if self.following.is_some() { self.catalog.signers() } else { self.deciding() };
        let mut needs: Vec<_> = signers.into_iter().map(Need::DidDocument).collect();
        needs.retain(|need| !supplied.answers(need));
        needs.extend(self.following.as_mut().map(|following| following.needs(supplied)).unwrap_or_default());
        needs
    }

    fn finish(mut self: Box<Self>, supplied: &Supplied) -> Verification {
        // endorsers are resolved only if the catalog is followed
        let asked = self.following.is_none().then(|| self.deciding());
        let following = self.following.take().map(|mut following| {
            following.needs(supplied);
            following.finish()
        });
        let is_followed = following.is_some();
        let (artifacts, nested) = following.unwrap_or_else(|| (self.artifacts(supplied), Vec::new()));
        let mut verdict = self.catalog.verify(&Signers { supplied, asked }, &artifacts, self.at);
        if let Some(error) = refused_below(&verdict, &nested, is_followed) {
            verdict.refuse(error);
        }
        if let Some(signer) = &self.signer {
            verdict.expect(signer);
        }
        self.report(&verdict, &nested, supplied)
    }
}

/// The error of a catalog's artifacts. If the caller requested them, a missing one is an error, because a server could
/// withhold it.
fn refused_below(verdict: &CatalogVerdict, nested: &[NestedArtifact], is_followed: bool) -> Option<TrustError> {
    let differs = nested.iter().find(|artifact| artifact.state == Some(ArtifactState::Differs));
    let unchecked = || verdict.artifacts.iter().find(|artifact| artifact.state == ArtifactState::Unchecked);
    let error = differs.and_then(|artifact| artifact.error.clone());
    let error = error.or_else(|| unchecked().filter(|_| is_followed)?.error.clone());
    error.or_else(|| nested.iter().find_map(|artifact| artifact.error.clone()))
}

impl PendingCatalog {
    fn report(&self, verdict: &CatalogVerdict, nested: &[NestedArtifact], supplied: &Supplied) -> Verification {
        let error = verdict.error.clone().map(|error| Arc::new(error) as Arc<dyn CodedError>);
        let mut found = Verification::decided(self.format, self.catalog.document().clone(), error);
        let is_whole = verdict.root.as_ref().is_some_and(|root| root.error.is_none());
        if found.is_verified() {
            found.signer.clone_from(&verdict.identity);
            found.binding = Some(match (&self.signer, is_whole) {
                (Some(_), _) => Binding::Signer,
                (None, true) => Binding::Subject,
                (None, false) => Binding::Publisher,
            });
            found.expires = if is_whole {
                self.catalog.root_signature().and_then(|signature| end(signature, supplied))
            } else {
                let signatures = self.catalog.manifest_signatures().zip(&verdict.manifests);
                let own = signatures.filter(|(_, manifest)| manifest.publisher.is_some());
                own.filter_map(|(signature, _)| end(signature?, supplied)).min()
            };
        }
        if let Some(root) = &verdict.root {
            let (signature, binding) = (self.catalog.root_signature(), Binding::Subject);
            found.signatures.push(signature_report(signature, root.error.as_ref(), binding));
            found.checks.push(check("root".to_owned(), root.signer.as_deref(), root.error.as_ref()));
        }
        for (index, (signature, manifest)) in self.catalog.manifest_signatures().zip(&verdict.manifests).enumerate() {
            found.signatures.push(signature_report(signature, manifest.error.as_ref(), binding_of(manifest)));
            let name = format!("manifest {index} {}", manifest.entry.as_deref().unwrap_or_default());
            found.checks.push(check(name, manifest.signer.as_deref(), manifest.error.as_ref()));
        }
        found.own = report::own(verdict, nested);
        found
    }
}

/// The binding of a manifest: by the publisher, or an endorsement.
fn binding_of(manifest: &ManifestVerdict) -> Binding {
    if manifest.publisher.is_some() { Binding::Publisher } else { Binding::Unbound }
}

/// The expiry of a signature, or of its key.
fn end(signature: &SignatureObject, supplied: &Supplied) -> Option<Timestamp> {
    let document = supplied.did_document(&signature.signer).and_then(Result::ok);
    let key = document.and_then(|document| document.get().key_end(&signature.method));
    signature.validity.expires_at().into_iter().chain(key).min()
}

fn signature_report(
    signature: Option<&SignatureObject>,
    error: Option<&TrustError>,
    binding: Binding,
) -> SignatureReport {
    let mut report = SignatureReport::default();
    report.error = error.map(|error| Arc::new(error.clone()) as Arc<dyn CodedError>);
    let Some(signature) = signature else { return report };
    report.algorithm = Some(Algorithm::Es256.as_str().to_owned());
    report.key_id = Some(signature.method.to_string());
    report.created = Some(signature.validity.issued_at());
    report.expires = signature.validity.expires_at();
    if error.is_none() {
        report.key_source = Some("did");
        report.signer = Some(signature.signer.clone());
        report.binding = Some(binding);
    }
    report
}

fn check(name: String, signer: Option<&str>, error: Option<&TrustError>) -> Check {
    let signer = signer.unwrap_or("nobody");
    let (result, detail) = match error {
        Some(error) => (CheckResult::Fail, format!("{signer}: {}: {error}", error.code())),
        None => (CheckResult::Pass, signer.to_owned()),
    };
    Check::new(name, result, Some(detail.into()))
}

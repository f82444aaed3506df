//! The pending verification of a catalog.

use super::{
    ArtifactState, Artifacts, Container, report,
    signature_object::{ReadSignature, SignatureObject},
    verify::{CatalogVerdict, ManifestVerdict, ReadEntry, SignedCatalog, Signers, missing},
};
use crate::{
    ai_catalog::{Following, NestedArtifact, check_names, entries},
    codes,
};
use adp_cards::signature::SignatureError;
use adp_tools::lenient_members::list;
use agent_description::{
    CodedError, Did, Document, Timestamp,
    jws::Algorithm,
    proof::{Check, CheckResult, Expectations},
    verification::{Binding, Covered, Need, Pending, SignatureReport, Supplied, Verification},
};
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

/// Maximum number of signers to resolve.
const MAX_SIGNERS: usize = 64;
/// Name of the check of a catalog that is verified by its entries alone: its result is `unchecked`, its detail what is
/// not signed.
pub const COVERAGE_CHECK: &str = "coverage";
/// What is signed if the entries verify, but not the catalog.
const ENTRIES_ONLY: &str = "each entry's release; not covered: names, descriptions and the list itself";

/// A catalog with parsed signatures, and the fetches of its artifacts.
#[derive(Debug)]
struct PendingCatalog {
    catalog: SignedCatalog,
    /// The signers that can decide the result: the operator and the publishers of entries.
    deciding: Vec<Did>,
    format: &'static str,
    at: Timestamp,
    /// The expected signer, if the caller named one.
    signer: Option<Did>,
    /// The fetches, if the caller allowed them.
    following: Option<Following>,
}

/// Begins the verification of a catalog of any version.
pub(crate) fn begin(
    format: &'static str,
    document: Document,
    expected: &Expectations,
) -> Result<Box<dyn Pending>, Box<Verification>> {
    let root = document.root();
    let signature = root.contains("signature").then(|| ReadSignature::read(root, Container::Catalog));
    let entries: Vec<_> = list(root, "entries").iter().map(ReadEntry::from_json).collect();
    let refused = |error: SignatureError| {
        let mut refused = Verification::refused(format, Arc::new(error));
        refused.own = report::own(None, None, &[], &[], &[]);
        Box::new(refused)
    };
    if signature.is_none() && entries.iter().all(|entry| entry.manifests.is_empty()) {
        return Err(refused(missing()));
    }
    document.check_signable().map_err(|error| refused(SignatureError::elsewhere(&error)))?;
    check_names(&document).map_err(refused)?;
    let following = expected.allowances.artifacts.then(|| Following::for_catalog(&document));
    let (at, signer) = (expected.at, expected.signer.clone());
    let catalog = SignedCatalog { document, signature, entries };
    let mut seen = HashSet::new();
    let deciding = catalog.deciding().filter_map(ReadSignature::signer).filter(|did| seen.insert(*did));
    let deciding = deciding.take(MAX_SIGNERS).cloned().collect();
    Ok(Box::new(PendingCatalog { catalog, deciding, format, at, signer, following }))
}

impl PendingCatalog {
    /// The signers to resolve: those who can decide the result, which are the operator and the publishers of entries,
    /// or the expected signer. If the catalog is followed, also all others. At most 64, without duplicates.
    fn signers(&self) -> Vec<Did> {
        let all = self.catalog.entries.iter().flat_map(|entry| &entry.manifests).filter(|_| self.following.is_some());
        let mut seen = HashSet::new();
        let signers = self.deciding.iter().chain(all.filter_map(ReadSignature::signer)).filter(|did| seen.insert(*did));
        let expected = self.signer.as_ref().filter(|_| self.following.is_none());
        let signers = signers.take(MAX_SIGNERS).filter(|did| expected.is_none_or(|expected| expected == *did));
        signers.cloned().collect()
    }

    /// The supplied artifacts.
    fn artifacts(&self, supplied: &Supplied) -> Artifacts {
        let mut artifacts = Artifacts::default();
        let wanted =
            entries(self.catalog.document.root()).filter(|entry| entry.digest().is_some() && entry.data().is_none());
        for url in wanted.filter_map(|entry| entry.url()) {
            if let Some(found) = supplied.artifacts.get(url) {
                artifacts.add(url, found.as_deref().map_err(|error| SignatureError::elsewhere(&**error)));
            }
        }
        artifacts
    }
}

impl Pending for PendingCatalog {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let mut needs: Vec<_> = self.signers().into_iter().map(Need::DidDocument).collect();
        needs.retain(|need| !supplied.answers(need));
        needs.extend(self.following.as_mut().map(|following| following.needs(supplied)).unwrap_or_default());
        needs
    }

    fn finish(mut self: Box<Self>, supplied: &Supplied) -> Verification {
        // endorsers are resolved only if the catalog is followed
        let asked = self.following.is_none().then(|| self.signers());
        let following = self.following.take().map(|mut following| {
            following.needs(supplied);
            following.finish()
        });
        let is_followed = following.is_some();
        let (artifacts, nested) = following.unwrap_or_else(|| (self.artifacts(supplied), Vec::new()));
        let mut verdict = self.catalog.verify(&Signers { supplied, asked, at: self.at }, &artifacts);
        if let (Ok(_), Some(error)) = (&verdict.signer, refused_below(&verdict, &nested, is_followed)) {
            verdict.signer = Err(error);
        }
        if let (Ok(found), Some(expected)) = (&verdict.signer, &self.signer)
            && found.as_ref() != Some(expected)
        {
            let found = found.as_ref().map_or_else(|| "several publishers".to_owned(), Did::to_string);
            let message = format!("the catalog is signed by {found}, expected {expected}");
            verdict.signer = Err(SignatureError::new(codes::CATALOG_SIGNER, message));
        }
        self.report(&verdict, &nested, supplied)
    }
}

/// The error of a catalog's artifacts. If the caller requested them, a missing one is an error, because a server could
/// withhold it.
fn refused_below(verdict: &CatalogVerdict<'_>, nested: &[NestedArtifact], is_followed: bool) -> Option<SignatureError> {
    let differs = nested.iter().find(|artifact| artifact.state == Some(ArtifactState::Differs));
    let unchecked = || verdict.artifacts.iter().find(|artifact| artifact.state == ArtifactState::Unchecked);
    let error = differs.and_then(|artifact| artifact.error.clone());
    let error = error.or_else(|| unchecked().filter(|_| is_followed)?.error.clone());
    error.or_else(|| nested.iter().find_map(|artifact| artifact.error.clone()))
}

impl PendingCatalog {
    fn report(&self, verdict: &CatalogVerdict<'_>, nested: &[NestedArtifact], supplied: &Supplied) -> Verification {
        let mut found = match &verdict.signer {
            Ok(_) => Verification::verified(self.format, Covered::by(self.catalog.document.clone(), verdict.signed())),
            Err(error) => Verification::refused(self.format, shared(error)),
        };
        let root = self.catalog.signature.as_ref().zip(verdict.root.as_ref());
        let whole = root.filter(|(_, verdict)| verdict.is_ok()).map(|(signature, _)| signature);
        if let Ok(signer) = &verdict.signer {
            found.signer.clone_from(signer);
            found.binding = Some(match (&self.signer, whole) {
                (Some(_), _) => Binding::Signer,
                (None, Some(_)) => Binding::Subject,
                (None, None) => Binding::Publisher,
            });
            found.expires = match whole {
                Some(signature) => end(signature, supplied),
                None => {
                    let own = verdict.manifests.iter().filter(|manifest| manifest.publisher.is_some());
                    own.filter_map(|manifest| end(manifest.signature, supplied)).min()
                }
            };
        }
        if let Some((signature, verdict)) = root {
            let error = verdict.as_ref().err();
            found.signatures.push(signature_report(signature, error, Binding::Subject));
            found.checks.push(check("root".to_owned(), signature, error));
        }
        for (index, manifest) in verdict.manifests.iter().enumerate() {
            let ManifestVerdict { signature, error, publisher, .. } = manifest;
            let binding = if publisher.is_some() { Binding::Publisher } else { Binding::Unbound };
            found.signatures.push(signature_report(signature, error.as_ref(), binding));
            let name = format!("manifest {index} {}", manifest.entry.unwrap_or_default());
            found.checks.push(check(name, signature, error.as_ref()));
        }
        let coverage = (verdict.signer.is_ok() && whole.is_none()).then_some(CheckResult::Unchecked);
        if let Some(result) = coverage {
            let why = root.and_then(|(_, verdict)| verdict.as_ref().err()).map(|error| match error.is_undecided() {
                true => "; the catalog's own signature could not be checked",
                false => "; the catalog's own signature does not verify",
            });
            let covered = format!("{ENTRIES_ONLY}{}", why.unwrap_or_default());
            found.checks.push(Check::new(COVERAGE_CHECK, result, Some(covered.into())));
        }
        let signers: BTreeSet<&Did> =
            found.signatures.iter().filter_map(|signature| signature.signer.as_ref()).collect();
        let resolved: Vec<_> = signers.into_iter().filter_map(|signer| supplied.resolve_check(signer)).collect();
        found.checks.extend(resolved);
        found.own = report::own(coverage, root, &verdict.manifests, &verdict.artifacts, nested);
        found
    }
}

fn shared(error: &SignatureError) -> Arc<dyn CodedError> {
    Arc::new(error.clone())
}

/// The expiry of a signature, or of its key.
fn end(signature: &ReadSignature, supplied: &Supplied) -> Option<Timestamp> {
    let SignatureObject { signer, method, validity, .. } = signature.object.as_ref().ok()?;
    let document = supplied.did_document(signer).and_then(Result::ok);
    let key = document.and_then(|document| document.get().key_end(method));
    validity.expires_at.into_iter().chain(key).min()
}

fn signature_report(signature: &ReadSignature, error: Option<&SignatureError>, binding: Binding) -> SignatureReport {
    let mut report = SignatureReport::default();
    report.error = error.map(shared);
    let Ok(signature) = &signature.object else { return report };
    report.algorithm = Some(Algorithm::Es256.as_str().to_owned());
    report.key_id = Some(signature.method.to_string());
    report.created = Some(signature.validity.issued_at);
    report.expires = signature.validity.expires_at;
    if error.is_none() {
        report.key_source = Some("did");
        report.signer = Some(signature.signer.clone());
        report.binding = Some(binding);
    }
    report
}

fn check(name: String, signature: &ReadSignature, error: Option<&SignatureError>) -> Check {
    let signer = signature.claims.signer.as_deref().unwrap_or("nobody");
    let (result, detail) = match error {
        Some(error) => (CheckResult::Fail, format!("{signer}: {}: {error}", error.code())),
        None => (CheckResult::Pass, signer.to_owned()),
    };
    Check::new(name, result, Some(detail.into()))
}

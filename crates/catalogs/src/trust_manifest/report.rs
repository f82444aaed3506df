//! The members of reports that only catalogs have.

use super::{
    ArtifactState,
    signature_object::ReadSignature,
    verify::{ArtifactVerdict, ManifestVerdict},
};
use crate::ai_catalog::NestedArtifact;
use adp_cards::signature::SignatureError;
use agent_description::{
    CodedError, Timestamp,
    json::{Json, Object, object},
    proof::CheckResult,
    verification::SignedValues,
};

/// The members `coverage`, `root`, `manifests`, `artifacts` and `nested`; null and empty lists for a catalog whose
/// signatures could not be parsed. `coverage` is `unchecked` if a verified catalog is signed only entry by entry.
pub(super) fn own(
    coverage: Option<CheckResult>,
    root: Option<(&ReadSignature, &Result<SignedValues, SignatureError>)>,
    manifests: &[ManifestVerdict<'_>],
    artifacts: &[ArtifactVerdict<'_>],
    nested: &[NestedArtifact],
) -> Object {
    let root = root.map(|(signature, verdict)| {
        object! {
            "verified": verdict.is_ok(),
            "signer": signature.claims.signer.as_deref(),
            "error": error(verdict.as_ref().err()),
        }
    });
    object! {
        "coverage": coverage.map(CheckResult::as_str),
        "root": root,
        "manifests": manifests.iter().map(manifest).collect::<Vec<_>>(),
        "artifacts": artifacts.iter().map(artifact).collect::<Vec<_>>(),
        "nested": nested.iter().map(one_nested).collect::<Vec<_>>(),
    }
}

fn manifest(manifest: &ManifestVerdict<'_>) -> Json {
    let claims = &manifest.signature.claims;
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string());
    object! {
        "entry": manifest.entry,
        "verified": manifest.error.is_none(),
        "signer": claims.signer.as_deref(),
        "publisher": manifest.publisher.map(|did| did.as_str()),
        "subject": manifest.subject.clone(),
        "artifact": manifest.artifact.map(ArtifactState::as_str),
        "issuedAt": time(claims.issued_at),
        "expiresAt": time(claims.expires_at),
        "error": error(manifest.error.as_ref()),
    }
    .into()
}

fn artifact(artifact: &ArtifactVerdict<'_>) -> Json {
    object! {
        "entry": artifact.entry,
        "artifact": artifact.state.as_str(),
        "error": error(artifact.error.as_ref()),
    }
    .into()
}

fn one_nested(artifact: &NestedArtifact) -> Json {
    object! {
        "entry": artifact.entry.as_deref(),
        "url": artifact.url.as_str(),
        "depth": u32::try_from(artifact.depth).unwrap_or(u32::MAX),
        "artifact": artifact.state.map(ArtifactState::as_str),
        "error": error(artifact.error.as_ref()),
    }
    .into()
}

fn error(error: Option<&SignatureError>) -> Json {
    error.map(|error| object! { "code": error.code().as_str(), "message": error.to_string() }).into()
}

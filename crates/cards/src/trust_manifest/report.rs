//! The members of reports that only catalogs have.

use super::{
    ArtifactState,
    signature_object::ReadSignature,
    verify::{ArtifactVerdict, ManifestVerdict},
};
use crate::{ai_catalog::NestedArtifact, signature::SignatureError};
use agent_description::{
    CodedError, Timestamp,
    json::{Json, Object},
    proof::CheckResult,
};

/// The members `coverage`, `root`, `manifests`, `artifacts` and `nested`; null and empty lists for a catalog whose
/// signatures could not be parsed. `coverage` is `unchecked` if a verified catalog is signed only entry by entry.
pub(super) fn own(
    coverage: Option<CheckResult>,
    root: Option<(&ReadSignature, &Result<(), SignatureError>)>,
    manifests: &[ManifestVerdict<'_>],
    artifacts: &[ArtifactVerdict<'_>],
    nested: &[NestedArtifact],
) -> Object {
    let root = root.map(|(signature, verdict)| {
        Object::from_iter([
            ("verified", Json::from(verdict.is_ok())),
            ("signer", signature.claims.signer.as_deref().into()),
            ("error", error(verdict.as_ref().err())),
        ])
    });
    Object::from_iter([
        ("coverage", Json::from(coverage.map(CheckResult::as_str))),
        ("root", root.into()),
        ("manifests", manifests.iter().map(manifest).collect::<Vec<_>>().into()),
        ("artifacts", artifacts.iter().map(artifact).collect::<Vec<_>>().into()),
        ("nested", nested.iter().map(one_nested).collect::<Vec<_>>().into()),
    ])
}

fn manifest(manifest: &ManifestVerdict<'_>) -> Json {
    let claims = &manifest.signature.claims;
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).into();
    Object::from_iter([
        ("entry", Json::from(manifest.entry)),
        ("verified", manifest.error.is_none().into()),
        ("signer", claims.signer.as_deref().into()),
        ("publisher", manifest.publisher.map(|did| did.as_str()).into()),
        ("subject", manifest.subject.clone().into()),
        ("artifact", manifest.artifact.map(ArtifactState::as_str).into()),
        ("issuedAt", time(claims.issued_at)),
        ("expiresAt", time(claims.expires_at)),
        ("error", error(manifest.error.as_ref())),
    ])
    .into()
}

fn artifact(artifact: &ArtifactVerdict<'_>) -> Json {
    Object::from_iter([
        ("entry", Json::from(artifact.entry)),
        ("artifact", artifact.state.as_str().into()),
        ("error", error(artifact.error.as_ref())),
    ])
    .into()
}

fn one_nested(artifact: &NestedArtifact) -> Json {
    Object::from_iter([
        ("entry", Json::from(artifact.entry.as_deref())),
        ("url", artifact.url.as_str().into()),
        ("depth", u32::try_from(artifact.depth).unwrap_or(u32::MAX).into()),
        ("artifact", artifact.state.map(ArtifactState::as_str).into()),
        ("error", error(artifact.error.as_ref())),
    ])
    .into()
}

fn error(error: Option<&SignatureError>) -> Json {
    error
        .map(|error| Object::from_iter([("code", error.code().as_str().to_owned()), ("message", error.to_string())]))
        .into()
}

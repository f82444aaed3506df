//! The members of reports that only catalogs have.

use super::{
    ArtifactState, TrustError,
    verify::{ArtifactVerdict, CatalogVerdict, ManifestVerdict, RootVerdict},
};
use crate::ai_catalog::NestedArtifact;
use agent_description::{
    CodedError,
    json::{Json, Object},
    verification::Verification,
};

/// The members `root`, `manifests`, `artifacts` and `nested`.
pub(super) fn own(verdict: &CatalogVerdict, nested: &[NestedArtifact]) -> Object {
    members([
        ("root", verdict.root.as_ref().map(root).into()),
        ("manifests", verdict.manifests.iter().map(manifest).collect::<Vec<_>>().into()),
        ("artifacts", verdict.artifacts.iter().map(artifact).collect::<Vec<_>>().into()),
        ("nested", nested.iter().map(one_nested).collect::<Vec<_>>().into()),
    ])
}

/// The same members for a catalog whose signatures could not be parsed.
pub(super) fn unread(mut verification: Verification) -> Verification {
    let lists = ["manifests", "artifacts", "nested"].map(|name| (name, Json::from(Vec::new())));
    verification.own = members([("root", Json::from(None::<Json>))].into_iter().chain(lists));
    verification
}

fn root(root: &RootVerdict) -> Json {
    let (signer, failed) = (root.signer.as_deref(), root.error.as_ref());
    members([("verified", failed.is_none().into()), ("signer", signer.into()), ("error", error(failed))]).into()
}

fn manifest(manifest: &ManifestVerdict) -> Json {
    let time = |time: Option<agent_description::Timestamp>| time.map(|time| time.to_string()).as_deref().into();
    members([
        ("entry", manifest.entry.as_deref().into()),
        ("verified", manifest.error.is_none().into()),
        ("signer", manifest.signer.as_deref().into()),
        ("publisher", manifest.publisher.as_ref().map(|did| did.as_str()).into()),
        ("subject", manifest.subject.clone().into()),
        ("artifact", manifest.artifact.map(ArtifactState::as_str).into()),
        ("issuedAt", time(manifest.issued_at)),
        ("expiresAt", time(manifest.expires_at)),
        ("error", error(manifest.error.as_ref())),
    ])
    .into()
}

fn artifact(artifact: &ArtifactVerdict) -> Json {
    members([
        ("entry", artifact.entry.as_deref().into()),
        ("artifact", artifact.state.as_str().into()),
        ("error", error(artifact.error.as_ref())),
    ])
    .into()
}

fn one_nested(artifact: &NestedArtifact) -> Json {
    members([
        ("entry", artifact.entry.as_deref().into()),
        ("url", artifact.url.as_str().into()),
        ("depth", u32::try_from(artifact.depth).unwrap_or(u32::MAX).into()),
        ("artifact", artifact.state.map(ArtifactState::as_str).into()),
        ("error", error(artifact.error.as_ref())),
    ])
    .into()
}

fn error(error: Option<&TrustError>) -> Json {
    error.map(|error| members([("code", error.code().as_str().into()), ("message", error.to_string().into())])).into()
}

fn members(members: impl IntoIterator<Item = (&'static str, Json)>) -> Object {
    members.into_iter().collect()
}

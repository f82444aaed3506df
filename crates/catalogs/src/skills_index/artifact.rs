//! The artifacts of a skills index, and comparison with their digests.

use super::rules;
use crate::{ai_catalog::ArtifactDigest, codes};
use adp_cards::signature::SignatureError;
use adp_tools::lenient_members::{objects, text};
use agent_description::{
    CodedError, Document,
    diagnostic::{Diagnostic, shortened},
    json::{Offset, Text},
};
use url::Url;

/// The file or archive of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Artifact {
    /// Name of the skill.
    pub name: Option<Text>,
    /// The https URL.
    pub url: Url,
    /// The digest from the index.
    pub digest: ArtifactDigest,
    /// Offset of the digest in the index.
    pub offset: Offset,
}

/// The artifacts of an index with a digest and an https URL; relative URLs are resolved against `base`, the URL of the
/// index. Others are omitted: [`SKILLS_INDEX`](super::SKILLS_INDEX) reports what is wrong.
#[must_use]
pub fn artifacts(document: &Document, base: Option<&str>) -> Vec<Artifact> {
    let base = base.and_then(|base| Url::parse(base).ok());
    let skills = objects(document.root(), "skills");
    let artifact = |skill| {
        let url = text(skill, "url")?;
        let url = match &base {
            Some(base) => base.join(&url),
            None => Url::parse(&url),
        };
        let value = skill.get("digest")?;
        let digest = value.as_str().and_then(sha256_of)?;
        let url = url.ok().filter(|url| url.scheme() == "https")?;
        Some(Artifact { name: text(skill, "name"), url, digest, offset: value.offset() })
    };
    skills.filter_map(artifact).collect()
}

/// A digest with SHA-256, the only algorithm of the format.
pub(super) fn sha256_of(digest: &str) -> Option<ArtifactDigest> {
    digest.parse().ok().filter(|_| digest.starts_with("sha256:"))
}

impl Artifact {
    /// Compares the digest with the artifact's bytes.
    ///
    /// # Errors
    ///
    /// `catalog-artifact`: the bytes must not be used.
    pub fn compare(&self, bytes: &[u8]) -> Result<(), SignatureError> {
        let (expected, found) = (&self.digest, self.digest.again(bytes));
        if found == *expected {
            return Ok(());
        }
        let message = format!("the digest is {expected}, but {} has {found}", shortened(self.url.as_str()));
        Err(SignatureError::new(codes::CATALOG_ARTIFACT, message))
    }

    /// A finding at the artifact's digest: a mismatch, or an unavailable artifact.
    #[must_use]
    pub fn finding(&self, document: &Document, fault: &dyn CodedError) -> Diagnostic {
        let rule = if fault.code() == codes::CATALOG_ARTIFACT { &rules::SERVED } else { &rules::REACHABLE };
        Diagnostic::found(rule, fault.code(), &fault.to_string(), document, self.offset)
    }
}

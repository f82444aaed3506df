//! The artifacts of a skills index, and comparison with their digests.

use super::rules;
use crate::{
    codes,
    members::{objects, text},
};
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{Diagnostic, shortened},
    hex::hex,
    json::{Offset, Text},
};
use sha2::{Digest, Sha256};
use url::Url;

/// The file or archive of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Artifact {
    /// Name of the skill.
    pub name: Option<Text>,
    /// The https URL.
    pub url: Url,
    /// The digest from the index: 64 hexadecimal digits.
    pub digest: String,
    /// Offset of the digest in the index.
    pub offset: Offset,
}

/// The bytes do not match the digest in the index and must not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the digest is sha256:{expected}, but {url} has sha256:{found}", url = shortened(.url.as_str()))]
pub struct DigestMismatch {
    /// URL of the artifact.
    pub url: String,
    /// The digest in the index.
    pub expected: String,
    /// The digest of the bytes.
    pub found: String,
}

impl CodedError for DigestMismatch {
    fn code(&self) -> Code {
        codes::CATALOG_ARTIFACT
    }
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
        let digest = skill.get("digest")?;
        let hex = digest.as_str().and_then(hex_of)?;
        let url = url.ok().filter(|url| url.scheme() == "https")?;
        Some(Artifact { name: text(skill, "name"), url, digest: hex.to_owned(), offset: digest.offset() })
    };
    skills.filter_map(artifact).collect()
}

/// The digits of a digest: 64 lower-case hexadecimal digits after `sha256:`.
pub(super) fn hex_of(digest: &str) -> Option<&str> {
    let digits = digest.strip_prefix("sha256:")?;
    let is_hex = digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hex.then_some(digits)
}

impl Artifact {
    /// Compares the digest with the artifact's bytes.
    ///
    /// # Errors
    ///
    /// [`DigestMismatch`]: the bytes must not be used.
    pub fn compare(&self, bytes: &[u8]) -> Result<(), DigestMismatch> {
        let found = hex(&Sha256::digest(bytes));
        if found == self.digest {
            return Ok(());
        }
        Err(DigestMismatch { url: self.url.to_string(), expected: self.digest.clone(), found })
    }

    /// A finding at the artifact's digest: a mismatch, or an unavailable artifact.
    #[must_use]
    pub fn finding(&self, document: &Document, fault: &dyn CodedError) -> Diagnostic {
        let rule = if fault.code() == codes::CATALOG_ARTIFACT { &rules::SERVED } else { &rules::REACHABLE };
        Diagnostic::found(rule, fault.code(), &fault.to_string(), document, self.offset)
    }
}

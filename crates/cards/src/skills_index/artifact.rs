//! What an index names, and whether it is what the index says.

use super::rules;
use crate::{
    codes,
    members::{list, text},
};
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{Diagnostic, shortened},
    hex::hex,
    json::{Json, Offset, Text},
};
use sha2::{Digest, Sha256};
use url::Url;

/// The file or archive of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Artifact {
    /// The skill's name.
    pub name: Option<Text>,
    /// Where it is: an https URL.
    pub url: Url,
    /// The digest that the index gives: 64 hexadecimal digits.
    pub digest: String,
    /// Where the digest stands in the index.
    pub offset: Offset,
}

/// The bytes are not those whose digest the index gives: they must not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the digest is sha256:{expected}, but {url} has sha256:{found}", url = shortened(.url.as_str()))]
pub struct DigestMismatch {
    /// Where the bytes came from.
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

/// The artifacts of an index that have a digest and an https URL; URLs are relative to that of the index, `base`. What has
/// none of these is left out: [`SKILLS_INDEX`](super::SKILLS_INDEX) tells what is wrong with it.
#[must_use]
pub fn artifacts(document: &Document, base: Option<&str>) -> Vec<Artifact> {
    let base = base.and_then(|base| Url::parse(base).ok());
    let skills = list(document.root(), "skills").iter().filter_map(Json::as_object);
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

/// The digits of a digest: 64 lower-case hexadecimal ones behind `sha256:`.
pub(super) fn hex_of(digest: &str) -> Option<&str> {
    let digits = digest.strip_prefix("sha256:")?;
    let is_hex = digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hex.then_some(digits)
}

impl Artifact {
    /// Compares the digest with that of the artifact's bytes.
    ///
    /// # Errors
    /// [`DigestMismatch`]: the bytes must not be used.
    pub fn compare(&self, bytes: &[u8]) -> Result<(), DigestMismatch> {
        let found = hex(&Sha256::digest(bytes));
        if found == self.digest {
            return Ok(());
        }
        Err(DigestMismatch { url: self.url.to_string(), expected: self.digest.clone(), found })
    }

    /// A finding about the artifact, at its digest in the index: by the rule of digests where they differ, else by the rule
    /// that artifacts can be had.
    #[must_use]
    pub fn finding(&self, document: &Document, fault: &dyn CodedError) -> Diagnostic {
        let rule = if fault.code() == codes::CATALOG_ARTIFACT { &rules::SERVED } else { &rules::REACHABLE };
        Diagnostic::found(rule, fault.code(), &fault.to_string(), document, self.offset)
    }
}

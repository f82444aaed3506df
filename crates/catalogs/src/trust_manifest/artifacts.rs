//! Compares fetched artifacts with their digests in the catalog.

use super::subject::subject_error;
use crate::{
    ai_catalog::{ArtifactDigest, CatalogEntry},
    codes,
};
use adp_cards::signature::SignatureError;
use agent_description::Code;
use std::collections::HashMap;

agent_description::words! {
    /// The result for an entry's artifact.
    pub(crate) enum ArtifactState {
        /// Matches the signed digest.
        Matches = "matches",
        /// Does not match the digest.
        Differs = "differs",
        /// Not fetched, so not compared.
        Unchecked = "unchecked",
        /// No digest: only the URL is signed.
        Url = "url",
    }
}

/// Fetched artifacts by URL. Only their digests are kept.
#[derive(Debug, Default)]
pub(crate) struct Artifacts {
    found: HashMap<String, Result<Vec<ArtifactDigest>, SignatureError>>,
}

impl Artifacts {
    /// Adds the response for a URL.
    pub fn add(&mut self, url: &str, bytes: Result<&[u8], SignatureError>) {
        self.found.insert(url.to_owned(), bytes.map(ArtifactDigest::by_all));
    }

    /// The result for an entry's artifact, and the error if it does not match.
    pub(crate) fn state(&self, entry: CatalogEntry<'_>) -> (ArtifactState, Option<SignatureError>) {
        if let Err(error) = check_content(entry) {
            return (ArtifactState::Unchecked, Some(error));
        }
        let Some(text) = entry.digest() else { return (ArtifactState::Url, None) };
        match entry.data() {
            Some(data) => {
                let bytes = agent_description::json::jcs::canonicalize(data);
                verify_artifact(entry.identifier(), text, |expected| Ok(expected.again(&bytes)))
            }
            None => self.compare(entry.identifier(), entry.url().unwrap_or_default(), text),
        }
    }

    /// Compares the artifact at a URL with a digest.
    pub(crate) fn compare(
        &self,
        entry: Option<&str>,
        url: &str,
        digest: &str,
    ) -> (ArtifactState, Option<SignatureError>) {
        verify_artifact(entry, digest, |expected| {
            let unchecked = || unchecked(url);
            match self.found.get(url) {
                Some(Ok(found)) => expected.among(found).cloned().ok_or_else(unchecked),
                Some(Err(error)) => Err(error.clone()),
                None => Err(unchecked()),
            }
        })
    }
}

/// The error for an artifact that was not fetched.
pub(crate) fn unchecked(url: &str) -> SignatureError {
    let url: String = url.chars().take(200).collect();
    let message = format!("the artifact at {url:?} was not fetched, so its digest was not compared");
    SignatureError::new(codes::CATALOG_UNCHECKED, message)
}

/// Rejects an entry with both `url` and `data`, or neither, because the artifact would be ambiguous.
pub(super) fn check_content(entry: CatalogEntry<'_>) -> Result<(), SignatureError> {
    let has = |name: &str| entry.object().contains(name);
    let found = match (has("url"), has("data")) {
        (true, true) => "both",
        (false, false) => "neither",
        _ => return Ok(()),
    };
    let message = format!("the entry has {found}, expected exactly one of `url` and `data`");
    Err(SignatureError::new(Code::CONTRADICTION, message))
}

fn verify_artifact(
    entry: Option<&str>,
    text: &str,
    found: impl FnOnce(&ArtifactDigest) -> Result<ArtifactDigest, SignatureError>,
) -> (ArtifactState, Option<SignatureError>) {
    let expected: ArtifactDigest = match text.parse() {
        Ok(expected) => expected,
        Err(error) => {
            let found = format!("is not a usable digest in the entry: {error}");
            return (ArtifactState::Unchecked, Some(subject_error("digest", &found)));
        }
    };
    match found(&expected) {
        Err(error) => (ArtifactState::Unchecked, Some(error)),
        Ok(found) if found == expected => (ArtifactState::Matches, None),
        Ok(found) => {
            let entry: String = entry.unwrap_or_default().chars().take(200).collect();
            let message = format!("the artifact of {entry:?} has the digest {found}, expected {expected}");
            (ArtifactState::Differs, Some(SignatureError::new(codes::CATALOG_ARTIFACT, message)))
        }
    }
}

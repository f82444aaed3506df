//! Artifacts that were fetched, to be compared with what the catalog says of them.

use super::TrustError;
use crate::ai_catalog::{ArtifactDigest, CatalogEntry};
use agent_description::Fault;
use std::{collections::HashMap, sync::Arc};

/// What was found of an entry's artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArtifactState {
    /// Its bytes have the digest that is signed.
    Matches,
    /// Its bytes have another digest.
    Differs,
    /// Its bytes were not fetched, so that nobody compared them.
    Unchecked,
    /// There is no digest: it is whatever its URL serves.
    Url,
}

impl ArtifactState {
    /// `matches`, `differs`, `unchecked` or `url`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Differs => "differs",
            Self::Unchecked => "unchecked",
            Self::Url => "url",
        }
    }
}

/// Artifacts that were fetched, by their URLs: the digests that entries ask for are taken when one is added, its bytes are not kept.
#[derive(Debug, Default)]
pub struct Artifacts {
    found: HashMap<(String, String), Result<ArtifactDigest, Arc<dyn Fault>>>,
}

impl Artifacts {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the URL of an entry gave, or why it gave nothing. An entry without URL or digest asks for nothing.
    pub fn add(&mut self, entry: CatalogEntry<'_>, bytes: Result<&[u8], Arc<dyn Fault>>) {
        let (Some(url), Some(text)) = (entry.url(), entry.digest()) else { return };
        let Ok(expected) = text.parse::<ArtifactDigest>() else { return };
        let found = bytes.map(|bytes| expected.again(bytes));
        self.found.insert((url.to_owned(), text.to_owned()), found);
    }

    /// What is known of an entry's artifact, and why it is not the one that the entry means.
    pub(super) fn state(&self, entry: CatalogEntry<'_>) -> (ArtifactState, Option<TrustError>) {
        let Some(text) = entry.digest() else { return (ArtifactState::Url, None) };
        let expected: ArtifactDigest = match text.parse() {
            Ok(expected) => expected,
            Err(error) => {
                let found = format!("is in the entry no digest that may be relied on: {error}");
                return (ArtifactState::Unchecked, Some(TrustError::Subject { member: "digest", found }));
            }
        };
        let compared = |found: ArtifactDigest| {
            if found == expected {
                return (ArtifactState::Matches, None);
            }
            let entry = entry.identifier().unwrap_or_default().chars().take(200).collect();
            (ArtifactState::Differs, Some(TrustError::Artifact { entry, found, expected: expected.clone() }))
        };
        if let Some(data) = entry.data() {
            return compared(expected.again(&agent_description::json::jcs::canonicalize(data)));
        }
        let url = entry.url().unwrap_or_default();
        match self.found.get(&(url.to_owned(), text.to_owned())) {
            Some(Ok(found)) => compared(found.clone()),
            Some(Err(error)) => (ArtifactState::Unchecked, Some(TrustError::Elsewhere(Arc::clone(error)))),
            None => {
                let url = url.chars().take(200).collect();
                (ArtifactState::Unchecked, Some(TrustError::Unchecked { url }))
            }
        }
    }
}

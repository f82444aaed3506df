//! Errors of searches.

use crate::codes;
use agent_description::{Code, CodedError};

/// The reason why a search is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .offset.map(|offset| format!("at offset {offset} of the search: ")).unwrap_or_default())]
#[non_exhaustive]
pub struct QueryError {
    /// Offset in the search in bytes, at a character boundary, if the error has one position.
    pub offset: Option<usize>,
    /// What is wrong, and what helps.
    pub message: String,
}

impl QueryError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { offset: None, message: message.into() }
    }

    pub(super) fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { offset: Some(offset), message: message.into() }
    }

    /// The search would take too long.
    pub(super) fn too_much_work(found: u64, most: u64) -> Self {
        Self::new(format!(
            "the search would read {found} index postings, more than the limit of {most}; search for rarer words, or use fewer facets"
        ))
    }

    /// The page token does not belong to this search.
    pub(super) fn page_token(why: &str) -> Self {
        Self::new(format!("invalid page token: {why}; omit it to start with the first page"))
    }

    /// The search or text is too long.
    pub(super) fn too_long(found: usize, most: usize) -> Self {
        Self::new(format!("the search has {found} bytes, more than the limit of {most}; shorten it"))
    }
}

impl CodedError for QueryError {
    fn code(&self) -> Code {
        codes::REGISTRY_QUERY
    }
}

//! Errors of searches.

use super::Field;
use crate::codes;
use agent_description::{Code, CodedError};

/// The reason why a search is refused. Offsets are in bytes from the start of the search, at character boundaries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// Unexpected text.
    #[error("at offset {offset} of the search: found {found}, expected {expected}")]
    Unexpected {
        /// Offset.
        offset: usize,
        /// The text found.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// Unknown field.
    #[error(
        "at offset {offset} of the search: unknown field {name}{}; to search for the text, put it in quotes",
        .nearest.map(|field| format!(" (did you mean `{field}`?)")).unwrap_or_default()
    )]
    Field {
        /// Offset.
        offset: usize,
        /// The name, shortened.
        name: String,
        /// The field with the most similar name.
        nearest: Option<Field>,
    },
    /// Unclosed quotation mark.
    #[error("at offset {offset} of the search: unclosed quotation mark; add one at the end of the text")]
    Unclosed {
        /// Offset of the quotation mark.
        offset: usize,
    },
    /// A text without letters or digits.
    #[error("at offset {offset} of the search: {found} has no letter or digit to search for")]
    NoWords {
        /// Offset.
        offset: usize,
        /// The text, shortened.
        found: String,
    },
    /// A prefix is too short.
    #[error(
        "at offset {offset} of the search: a word before `*` needs at least {least} characters; write a longer prefix"
    )]
    Prefix {
        /// Offset.
        offset: usize,
        /// Minimum length.
        least: usize,
    },
    /// The search is too long.
    #[error("the search has {found} bytes, more than the limit of {most}; shorten it")]
    Length {
        /// Length.
        found: usize,
        /// Maximum length.
        most: usize,
    },
    /// Too many comparisons, words or nested parentheses.
    #[error("at offset {offset} of the search: more than {most} {what}; remove some")]
    TooMany {
        /// Offset of the first excess one.
        offset: usize,
        /// What there is too much of.
        what: &'static str,
        /// Maximum number.
        most: usize,
    },
    /// Too many indexed words match a prefix.
    #[error("more than {most} indexed words begin with `{prefix}`; write a longer prefix")]
    Expansions {
        /// The prefix.
        prefix: String,
        /// Maximum number.
        most: usize,
    },
    /// The search would take too long.
    #[error(
        "the search would read {found} index postings, more than the limit of {most}; search for rarer words, or use fewer facets"
    )]
    Work {
        /// Number of postings to read.
        found: u64,
        /// Maximum number.
        most: u64,
    },
    /// Invalid page size.
    #[error("the page size is {found}, expected a number of at least 0 (0 means the default of {default})")]
    PageSize {
        /// The requested size.
        found: i64,
        /// The default size.
        default: usize,
    },
    /// The page token does not belong to this search.
    #[error("invalid page token: {why}; omit it to start with the first page")]
    PageToken {
        /// The problem.
        why: &'static str,
    },
    /// The filter has too many values.
    #[error("the filter has {found} values, more than the limit of {most}; remove some")]
    FilterValues {
        /// Number of values.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// Too many facets.
    #[error("{found} facets are requested, more than the limit of {most}; request some of them separately")]
    Facets {
        /// Number of facets.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// Unknown term in a filter or facet.
    #[error("unknown field {name}; known fields for filters and facets: {known}")]
    Filter {
        /// The name, shortened.
        name: String,
        /// The known names.
        known: String,
    },
}

impl QueryError {
    /// Offset in the search in bytes, if the error has one position.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            Self::Unexpected { offset, .. }
            | Self::Field { offset, .. }
            | Self::Unclosed { offset }
            | Self::NoWords { offset, .. }
            | Self::Prefix { offset, .. }
            | Self::TooMany { offset, .. } => Some(*offset),
            _ => None,
        }
    }
}

impl CodedError for QueryError {
    fn code(&self) -> Code {
        codes::REGISTRY_QUERY
    }
}

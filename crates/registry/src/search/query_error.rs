//! Why a search is not understood, or not run.

use super::Field;
use crate::codes;
use agent_description::{Code, CodedError};

/// Why a search is refused. Offsets count bytes of the search, from 0, and stand at the beginning of a character or at the end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// Something else stands there than what belongs there.
    #[error("at offset {offset} of the search: found {found}, expected {expected}")]
    Unexpected {
        /// Where.
        offset: usize,
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// No field has this name.
    #[error(
        "at offset {offset} of the search: unknown field {name}{}; to search for the text, put it in quotes",
        .nearest.map(|field| format!("; did you mean `{field}`?")).unwrap_or_default()
    )]
    Field {
        /// Where.
        offset: usize,
        /// The name, shortened.
        name: String,
        /// The field with the most similar name.
        nearest: Option<Field>,
    },
    /// A quoted text does not end.
    #[error("at offset {offset} of the search: unclosed quotation mark; add one at the end of the text")]
    Unclosed {
        /// Where the text begins.
        offset: usize,
    },
    /// A text has nothing to compare.
    #[error("at offset {offset} of the search: {found} has no letter or digit to search for")]
    NoWords {
        /// Where.
        offset: usize,
        /// The text, shortened.
        found: String,
    },
    /// A beginning of words is too short.
    #[error(
        "at offset {offset} of the search: a word before `*` needs at least {least} characters; write a longer prefix"
    )]
    Prefix {
        /// Where.
        offset: usize,
        /// How many it needs.
        least: usize,
    },
    /// The search is longer than it may be.
    #[error("the search has {found} bytes, more than the limit of {most}; shorten it")]
    Length {
        /// How many.
        found: usize,
        /// How many may be.
        most: usize,
    },
    /// There are too many comparisons, or too many words in them.
    #[error("at offset {offset} of the search: more than {most} {what}; remove some")]
    TooMany {
        /// Where the first one too many is.
        offset: usize,
        /// What there is too much of.
        what: &'static str,
        /// How many may be.
        most: usize,
    },
    /// Too many words begin so.
    #[error("more than {most} indexed words begin with `{prefix}`; write a longer prefix")]
    Expansions {
        /// The beginning.
        prefix: String,
        /// How many may be.
        most: usize,
    },
    /// What is asked for would be found too slowly.
    #[error(
        "the search would read {found} index postings, more than the limit of {most}; search for rarer words, or use fewer facets"
    )]
    Work {
        /// How many it would look at.
        found: u64,
        /// How many may be.
        most: u64,
    },
    /// The size of a page is no such size.
    #[error("the page size is {found}, expected a number of at least 0 (0 means the default of {default})")]
    PageSize {
        /// What is asked for.
        found: i64,
        /// The size without a wish.
        default: usize,
    },
    /// A page token is none of this search.
    #[error("invalid page token: {why}; omit it to start with the first page")]
    PageToken {
        /// What is wrong with it.
        why: &'static str,
    },
    /// A filter has too many values.
    #[error("the filter has {found} values, more than the limit of {most}; remove some")]
    FilterValues {
        /// How many.
        found: usize,
        /// How many may be.
        most: usize,
    },
    /// Too many facets are asked for at once.
    #[error("{found} facets are requested, more than the limit of {most}; request some of them separately")]
    Facets {
        /// How many.
        found: usize,
        /// How many may be.
        most: usize,
    },
    /// A filter names what cannot be filtered by, or a facet what cannot be counted.
    #[error("unknown field {name}; known fields for filters and facets: {known}")]
    Filter {
        /// The name, shortened.
        name: String,
        /// The names that there are.
        known: String,
    },
}

impl QueryError {
    /// Where in the search, in bytes, where it is one place.
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

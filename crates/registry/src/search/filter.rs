//! Filters and facets of ARD (0.91, sections 5.3.1 and 5.3.3).

use super::{QueryError, Record, SearchField};
use agent_description::diagnostic::shortened;
use serde_json::{Value, json};

/// Maximum number of values of a filter, for all terms together.
pub const MAX_FILTER_VALUES: usize = 256;

agent_description::words! {
    /// A term for filters and facets, with its name in ARD.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum FilterTerm {
        /// The entry's identifier.
        Identifier = "identifier",
        /// The display name.
        DisplayName = "displayName",
        /// The media type of the document.
        Type = "type",
        /// The host of the identifier.
        Publisher = "publisher",
        /// The tags of skills.
        Tags = "tags",
        /// The IDs of skills and the names of tools.
        Capabilities = "capabilities",
        /// The version of the document.
        Version = "version",
        /// The document's format (not in ARD).
        Format = "format",
        /// `true` or `false` (not in ARD).
        Verified = "verified",
        /// The DIDs of the entry (not in ARD).
        Did = "did",
        /// `zh`, `ja` or `ko`, if name and description are written in that script (not in ARD).
        Language = "language",
    }
}

impl FilterTerm {
    /// The term with this name.
    ///
    /// # Errors
    /// [`QueryError`] for terms that are not indexed, which a registry may refuse (ARD 0.91, section 5.3.1).
    pub fn parse(name: &str) -> Result<Self, QueryError> {
        Self::from_name(name).ok_or_else(|| {
            let known = Self::ALL.iter().map(|term| format!("`{}`", term.as_str())).collect::<Vec<_>>().join(", ");
            let name = shortened(name);
            QueryError::new(format!("unknown field {name}; known fields for filters and facets: {known}"))
        })
    }

    /// The values of the term in an entry, without duplicates.
    pub(super) fn values(self, record: &Record) -> Vec<&str> {
        let mut values: Vec<&str> = match self {
            Self::Identifier => vec![&record.id],
            Self::DisplayName => record.values(SearchField::DisplayName),
            Self::Type => vec![record.media_type],
            Self::Publisher => record.values(SearchField::Host),
            Self::Tags => record.values(SearchField::SkillsTags),
            Self::Capabilities => {
                [SearchField::SkillsId, SearchField::ToolsName].map(|field| record.values(field)).concat()
            }
            Self::Version => record.texts.version.as_deref().into_iter().collect(),
            Self::Format => vec![&record.format],
            Self::Verified => record.values(SearchField::Verified),
            Self::Did => record.values(SearchField::Did),
            Self::Language => record.language().into_iter().collect(),
        };
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// A filter. An entry must have one of the values of each term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Terms with alternative values.
    pub terms: Vec<(FilterTerm, Vec<String>)>,
}

impl Filter {
    /// Adds a term by name.
    ///
    /// # Errors
    /// [`QueryError`] for an unknown name or too many values.
    pub fn add(&mut self, name: &str, values: Vec<String>) -> Result<(), QueryError> {
        let term = FilterTerm::parse(name)?;
        let found = self.terms.iter().map(|(_, values)| values.len()).sum::<usize>() + values.len();
        if found > MAX_FILTER_VALUES {
            return Err(QueryError::new(format!(
                "the filter has {found} values, more than the limit of {MAX_FILTER_VALUES}; remove some"
            )));
        }
        self.terms.push((term, values));
        Ok(())
    }

    /// The canonical form of the filter, for page tokens.
    pub(super) fn to_json(&self) -> Value {
        json!(self.terms.iter().map(|(term, values)| (term.as_str(), values)).collect::<Vec<_>>())
    }
}

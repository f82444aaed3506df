//! A parsed search.

use super::SearchField;
use std::fmt;

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Query {
    /// All entries: the empty search.
    #[default]
    All,
    /// A comparison.
    Clause(Clause),
    /// Negation.
    Not(Box<Self>),
    /// Conjunction of at least two searches.
    And(Vec<Self>),
    /// Disjunction of at least two searches.
    Or(Vec<Self>),
}

/// A comparison with the values of a field, or with all texts of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The field; `None` for all fields.
    pub field: Option<SearchField>,
    /// The comparison.
    pub comparison: QueryComparison,
}

/// How a value is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueryComparison {
    /// `=`: a value of the field equals this text exactly.
    Equal(String),
    /// `:` or bare: a value of the field contains the words of this text, adjacent and in order. Ignores case and
    /// compatibility forms (NFKC).
    Words {
        /// The text.
        text: String,
        /// `*`: the last word is a prefix.
        prefix: bool,
    },
}

impl Query {
    /// The comparisons, from left to right.
    pub fn clauses(&self) -> Box<dyn Iterator<Item = &Clause> + '_> {
        match self {
            Self::All => Box::new(std::iter::empty()),
            Self::Clause(clause) => Box::new(std::iter::once(clause)),
            Self::Not(query) => query.clauses(),
            Self::And(all) | Self::Or(all) => Box::new(all.iter().flat_map(Self::clauses)),
        }
    }
}

/// Formats the search language; parsing it returns the same search.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, all: &[Self], word: &str| {
            for (at, query) in all.iter().enumerate() {
                if at > 0 {
                    write!(f, " {word} ")?;
                }
                // `AND` has higher precedence than `OR`
                if matches!((query, self), (Self::Or(_), _) | (Self::And(_), Self::And(_))) {
                    write!(f, "({query})")?;
                } else {
                    write!(f, "{query}")?;
                }
            }
            Ok(())
        };
        match self {
            Self::All => Ok(()),
            Self::Clause(clause) => clause.fmt(f),
            Self::Not(query) if matches!(**query, Self::And(_) | Self::Or(_)) => write!(f, "NOT ({query})"),
            Self::Not(query) => write!(f, "NOT {query}"),
            Self::And(all) => joined(f, all, "AND"),
            Self::Or(all) => joined(f, all, "OR"),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |f: &mut fmt::Formatter<'_>, text: &str| {
            write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
        };
        let field = self.field.map_or("", SearchField::as_str);
        match &self.comparison {
            QueryComparison::Equal(text) => {
                write!(f, "{field}=")?;
                quoted(f, text)
            }
            QueryComparison::Words { text, prefix } => {
                write!(f, "{field}{}", if self.field.is_some() { ":" } else { "" })?;
                quoted(f, text)?;
                f.write_str(if *prefix { "*" } else { "" })
            }
        }
    }
}

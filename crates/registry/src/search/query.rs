//! A search, as it was understood.

use super::Field;
use std::fmt;

/// What a search asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Query {
    /// Every entry: the empty search.
    #[default]
    All,
    /// One comparison.
    Clause(Clause),
    /// What this does not ask for.
    Not(Box<Self>),
    /// What all of these ask for; at least two.
    And(Vec<Self>),
    /// What any of these asks for; at least two.
    Or(Vec<Self>),
}

/// A comparison with the values of a field, or with all texts of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The field; none compares with every field.
    pub field: Option<Field>,
    /// How.
    pub comparison: Comparison,
}

/// How a value is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Comparison {
    /// `=`: one value of the field is this text, character by character.
    Equal(String),
    /// `:` or bare: one value of the field has the words of this text beside each other, in this order. Case and compatibility forms
    /// (NFKC) make no difference.
    Words {
        /// The text.
        text: String,
        /// `*`: the last word may go on.
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

/// In the search language; reading it gives the same search.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, all: &[Self], word: &str| {
            for (at, query) in all.iter().enumerate() {
                if at > 0 {
                    write!(f, " {word} ")?;
                }
                // `AND` binds tighter: in an `OR` it needs no parentheses
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
        let field = self.field.map_or("", Field::name);
        match &self.comparison {
            Comparison::Equal(text) => {
                write!(f, "{field}=")?;
                quoted(f, text)
            }
            Comparison::Words { text, prefix } => {
                write!(f, "{field}{}", if self.field.is_some() { ":" } else { "" })?;
                quoted(f, text)?;
                f.write_str(if *prefix { "*" } else { "" })
            }
        }
    }
}

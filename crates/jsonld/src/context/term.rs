//! Term definitions (JSON-LD 1.1 API, section 4.1).

use crate::keyword::Keyword;
use adp_json::{Json, Member, Text, Value, words};

/// The expansion of a term, a compact IRI or a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mapping {
    /// Null: the term is mapped to null or reserved.
    Null,
    /// A keyword.
    Keyword(Keyword),
    /// An IRI, a blank node identifier, or an unresolvable reference.
    Iri(Text),
}

impl Mapping {
    /// The text of the mapping; `None` for null.
    pub(crate) fn text(&self) -> Option<Text> {
        match self {
            Self::Null => None,
            Self::Keyword(keyword) => Some(keyword.text()),
            Self::Iri(iri) => Some(iri.clone()),
        }
    }

    /// The text of the mapping; `None` for null.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Null => None,
            Self::Keyword(keyword) => Some(keyword.as_str()),
            Self::Iri(iri) => Some(iri),
        }
    }
}

/// The type mapping of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeMapping {
    /// `@id`: strings are IRI references.
    Id,
    /// `@vocab`: strings are terms or IRI references.
    Vocab,
    /// `@json`: any value is a JSON literal.
    Json,
    /// `@none`: no coercion.
    None,
    /// Scalars are literals of this datatype.
    Datatype(Text),
}

words! {
    /// Base direction of a string.
    pub(crate) enum Direction {
        /// Left to right.
        Ltr = "ltr",
        /// Right to left.
        Rtl = "rtl",
    }
}

impl Direction {
    pub(crate) const fn text(self) -> Text {
        Text::from_static(self.as_str())
    }
}

/// The container mapping of a term: a set of keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Container(u8);

impl Container {
    pub(crate) const GRAPH: Container = Container(1);
    pub(crate) const ID: Container = Container(1 << 1);
    pub(crate) const INDEX: Container = Container(1 << 2);
    pub(crate) const LANGUAGE: Container = Container(1 << 3);
    pub(crate) const LIST: Container = Container(1 << 4);
    pub(crate) const SET: Container = Container(1 << 5);
    pub(crate) const TYPE: Container = Container(1 << 6);

    /// The container of one keyword.
    pub(crate) fn from_keyword(keyword: Option<Keyword>) -> Option<Self> {
        Some(match keyword? {
            Keyword::Graph => Self::GRAPH,
            Keyword::Id => Self::ID,
            Keyword::Index => Self::INDEX,
            Keyword::Language => Self::LANGUAGE,
            Keyword::List => Self::LIST,
            Keyword::Set => Self::SET,
            Keyword::Type => Self::TYPE,
            _ => return None,
        })
    }

    /// Whether the sets have a common keyword.
    pub(crate) const fn has(self, other: Container) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    pub(crate) const fn with(self, other: Container) -> Self {
        Self(self.0 | other.0)
    }

    /// The difference.
    pub(crate) const fn without(self, other: Container) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of keywords.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// A scoped context of a term definition, processed where the term is used.
#[derive(Clone, Debug)]
pub(crate) struct ScopedContext {
    /// The local context as written.
    pub(crate) context: Json,
    /// The base for relative context IRIs.
    pub(crate) base_url: Option<Text>,
    /// The IRI of the context document that contains it; `None` for the expanded document.
    pub(crate) origin: Option<Text>,
}

/// The definition of a term.
#[derive(Clone, Debug)]
pub(crate) struct TermDefinition {
    /// The IRI mapping.
    pub(crate) mapping: Mapping,
    /// Whether the term may be the prefix of a compact IRI.
    pub(crate) prefix: bool,
    /// Whether later contexts may redefine the term.
    pub(crate) protected: bool,
    /// Whether the term is a reverse property.
    pub(crate) reverse: bool,
    pub(crate) container: Container,
    pub(crate) type_mapping: Option<TypeMapping>,
    /// The language mapping; `Some(None)` disables the default language.
    pub(crate) language: Option<Option<Text>>,
    /// The direction mapping; `Some(None)` disables the default base direction.
    pub(crate) direction: Option<Option<Direction>>,
    /// The index mapping of property-based indexes as written.
    pub(crate) index: Option<Text>,
    /// The nest value.
    pub(crate) nest: Option<Text>,
    pub(crate) scoped: Option<Box<ScopedContext>>,
}

impl TermDefinition {
    pub(crate) fn new(protected: bool) -> Self {
        Self {
            mapping: Mapping::Null,
            prefix: false,
            protected,
            reverse: false,
            container: Container::default(),
            type_mapping: None,
            language: None,
            direction: None,
            index: None,
            nest: None,
            scoped: None,
        }
    }

    /// Whether two definitions are equal, except for protection.
    pub(crate) fn says_the_same_as(&self, other: &Self) -> bool {
        let scoped = match (&self.scoped, &other.scoped) {
            (None, None) => true,
            // the base matters to contexts that name others
            (Some(mine), Some(theirs)) => {
                mine.context == theirs.context && (mine.base_url == theirs.base_url || !names_contexts(&mine.context))
            }
            _ => false,
        };
        self.mapping == other.mapping
            && self.prefix == other.prefix
            && self.reverse == other.reverse
            && self.container == other.container
            && self.type_mapping == other.type_mapping
            && self.language == other.language
            && self.direction == other.direction
            && self.index == other.index
            && self.nest == other.nest
            && scoped
    }
}

/// Whether a local context names another one, at any depth.
fn names_contexts(context: &Json) -> bool {
    match context.value() {
        Value::String(_) => true,
        Value::Array(entries) => entries.iter().any(names_contexts),
        Value::Object(entries) => {
            let scoped = |entry: &Member| entry.value().get("@context").is_some_and(names_contexts);
            entries.contains("@import") || entries.iter().any(scoped)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Wide(_) => false,
    }
}

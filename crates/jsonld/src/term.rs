//! Term definitions (JSON-LD 1.1 API, section 4.1).

use super::keyword::Keyword;
use adp_json::{Json, Member, Text, Value, words};

/// The expansion of a term, a compact IRI or a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mapping {
    /// Null: the term is mapped to null or reserved.
    Null,
    /// A keyword.
    Keyword(Keyword),
    /// An IRI, a blank node identifier, or an unresolvable reference.
    Iri(Text),
}

impl Mapping {
    /// The text of the mapping; `None` for null.
    pub(super) fn text(&self) -> Option<Text> {
        match self {
            Self::Null => None,
            Self::Keyword(keyword) => Some(keyword.text()),
            Self::Iri(iri) => Some(iri.clone()),
        }
    }

    /// The text of the mapping; `None` for null.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Null => None,
            Self::Keyword(keyword) => Some(keyword.as_str()),
            Self::Iri(iri) => Some(iri),
        }
    }
}

/// The type mapping of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypeMapping {
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
    pub(super) enum Direction {
        /// Left to right.
        Ltr = "ltr",
        /// Right to left.
        Rtl = "rtl",
    }
}

impl Direction {
    pub(super) const fn text(self) -> Text {
        Text::from_static(self.as_str())
    }
}

/// The container mapping of a term: a set of keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Container(u8);

impl Container {
    pub(super) const GRAPH: Container = Container(1);
    pub(super) const ID: Container = Container(1 << 1);
    pub(super) const INDEX: Container = Container(1 << 2);
    pub(super) const LANGUAGE: Container = Container(1 << 3);
    pub(super) const LIST: Container = Container(1 << 4);
    pub(super) const SET: Container = Container(1 << 5);
    pub(super) const TYPE: Container = Container(1 << 6);

    /// The container of one keyword.
    pub(super) fn from_keyword(keyword: Option<Keyword>) -> Option<Self> {
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
    pub(super) const fn has(self, other: Container) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    pub(super) const fn with(self, other: Container) -> Self {
        Self(self.0 | other.0)
    }

    /// The difference.
    pub(super) const fn without(self, other: Container) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of keywords.
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// A scoped context of a term definition, processed where the term is used.
#[derive(Clone, Debug)]
pub(super) struct ScopedContext {
    /// The local context as written.
    pub(super) context: Json,
    /// The base for relative context IRIs.
    pub(super) base_url: Option<Text>,
    /// The IRI of the context document that contains it; `None` for the expanded document.
    pub(super) origin: Option<Text>,
}

/// The definition of a term.
#[derive(Clone, Debug)]
pub(super) struct TermDefinition {
    /// The IRI mapping.
    pub(super) mapping: Mapping,
    /// Whether the term may be the prefix of a compact IRI.
    pub(super) prefix: bool,
    /// Whether later contexts may redefine the term.
    pub(super) protected: bool,
    /// Whether the term is a reverse property.
    pub(super) reverse: bool,
    pub(super) container: Container,
    pub(super) type_mapping: Option<TypeMapping>,
    /// The language mapping; `Some(None)` disables the default language.
    pub(super) language: Option<Option<Text>>,
    /// The direction mapping; `Some(None)` disables the default base direction.
    pub(super) direction: Option<Option<Direction>>,
    /// The index mapping of property-based indexes as written.
    pub(super) index: Option<Text>,
    /// The nest value.
    pub(super) nest: Option<Text>,
    pub(super) scoped: Option<Box<ScopedContext>>,
}

impl TermDefinition {
    pub(super) fn new(protected: bool) -> Self {
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
    pub(super) fn says_the_same_as(&self, other: &Self) -> bool {
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

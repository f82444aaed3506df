//! RDF terms and quads (RDF 1.1 Concepts), and their N-Quads form.

#[cfg(feature = "rdf")]
pub(crate) mod dataset;
pub(crate) mod deserialization;
pub(crate) mod turtle;

use adp_json::Text;
use std::fmt::{self, Write};

/// A resource: an IRI or a blank node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A well-formed IRI.
    Iri(Text),
    /// A blank node, by its label without `_:`.
    Blank(Text),
}

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The lexical form.
    pub lexical: Text,
    /// The datatype's IRI; `rdf:langString` if there is a language.
    pub datatype: Text,
    /// The language tag.
    pub language: Option<Text>,
}

/// The object of a quad.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A resource.
    Resource(Resource),
    /// A literal.
    Literal(Literal),
}

/// A triple and its graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quad {
    /// The subject.
    pub subject: Resource,
    /// The predicate; a blank node only in generalized RDF.
    pub predicate: Resource,
    /// The object.
    pub object: Object,
    /// The graph's name; `None` for the default graph.
    pub graph: Option<Resource>,
}

pub(super) mod vocabulary {
    //! The IRIs that the RDF algorithms write.
    use adp_json::Text;

    pub(crate) const FIRST: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#first");
    pub(crate) const REST: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#rest");
    pub(crate) const NIL: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#nil");
    pub(crate) const TYPE: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
    pub(crate) const JSON: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON");
    pub(crate) const VALUE: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#value");
    pub(crate) const LANGUAGE: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#language");
    pub(crate) const DIRECTION: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#direction");
    pub(crate) const LANG_STRING: Text = Text::from_static("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString");
    pub(crate) const STRING: Text = Text::from_static("http://www.w3.org/2001/XMLSchema#string");
    pub(crate) const BOOLEAN: Text = Text::from_static("http://www.w3.org/2001/XMLSchema#boolean");
    pub(crate) const INTEGER: Text = Text::from_static("http://www.w3.org/2001/XMLSchema#integer");
    pub(crate) const DOUBLE: Text = Text::from_static("http://www.w3.org/2001/XMLSchema#double");
    pub(crate) const I18N: &str = "https://www.w3.org/ns/i18n#";
}

impl Literal {
    /// A plain string.
    pub(super) fn string(lexical: Text) -> Self {
        Self { lexical, datatype: vocabulary::STRING, language: None }
    }
}

impl From<Resource> for Object {
    fn from(resource: Resource) -> Self {
        Self::Resource(resource)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri(iri) => write!(f, "<{iri}>"),
            Self::Blank(label) => write!(f, "_:{label}"),
        }
    }
}

/// Canonical N-Quads: only required characters are escaped.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.lexical.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\u{8}' => f.write_str("\\b")?,
                '\t' => f.write_str("\\t")?,
                '\n' => f.write_str("\\n")?,
                '\u{C}' => f.write_str("\\f")?,
                '\r' => f.write_str("\\r")?,
                '\0'..='\u{1F}' | '\u{7F}' => write!(f, "\\u{:04X}", u32::from(c))?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')?;
        match &self.language {
            Some(language) => write!(f, "@{language}"),
            None if self.datatype == vocabulary::STRING => Ok(()),
            None => write!(f, "^^<{}>", self.datatype),
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resource(resource) => resource.fmt(f),
            Self::Literal(literal) => literal.fmt(f),
        }
    }
}

/// One line of N-Quads, without its line feed.
impl fmt::Display for Quad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} ", self.subject, self.predicate, self.object)?;
        if let Some(graph) = &self.graph {
            write!(f, "{graph} ")?;
        }
        f.write_char('.')
    }
}

//! Why a document is not a sound agent description.

use crate::{
    Code, CodedError,
    diagnostic::{FindingDetail, Place},
    json::{Document, Offset},
};
use std::fmt;

/// Why a document is not a sound agent description: it is not in the plain profile, or a rule of the protocol's tables is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// What is wrong.
    pub kind: ModelErrorKind,
    /// Where. In a box, so that errors stay small.
    pub place: Box<Place>,
}

/// What is wrong with an agent description, wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// A required term is missing.
    Missing {
        /// What misses it: `the agent description`, `the interface`.
        what: &'static str,
        /// The term.
        term: &'static str,
    },
    /// A value is of the wrong type, or not one of the allowed values.
    WrongType {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// What is there.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A term that takes one value has several.
    Ambiguous {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// How many values there are.
        count: usize,
    },
    /// There are more nodes than a model holds.
    TooManyNodes {
        /// How many it holds.
        limit: usize,
    },
    /// `security` names a scheme that `securityDefinitions` does not define.
    UnknownSecurity {
        /// The name.
        name: String,
        /// Names that are defined, the first few in their order.
        defined: Vec<String>,
        /// How many more names are defined.
        more: usize,
        /// The name that was probably meant.
        suggestion: Option<String>,
    },
    /// The term `did` is a prefix: DIDs in `@id` positions would be cut.
    DidPrefix {
        /// The IRI the prefix stands for.
        prefix: String,
    },
    /// The protocol's namespace is misspelled, in a way that is known and read.
    NamespaceAlias {
        /// The namespace as written.
        found: &'static str,
    },
    /// The structure hides or moves data.
    Structure {
        /// What was found.
        found: String,
        /// What to do about it.
        help: &'static str,
    },
    /// An identifier, type or URL that is not an IRI by its characters: readers of RDF drop what is said with it.
    IllFormedIri {
        /// What it belongs to.
        what: &'static str,
        /// The term: `@id`, `@type`, `url`.
        term: &'static str,
        /// The text.
        found: String,
    },
    /// A URL's scheme is not allowed.
    UrlScheme {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The URL.
        url: String,
        /// The schemes that are allowed.
        allowed: &'static str,
    },
    /// A URL whose host or user is read as another than is written.
    UrlRewritten {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The URL.
        url: String,
        /// The authority that URL readers make of it.
        read_as: String,
    },
    /// An interface's protocol is none that readers know.
    UnknownProtocol {
        /// The protocol.
        protocol: String,
        /// The one that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// A member's name is nearly that of a term which is missing.
    MisspelledTerm {
        /// What it belongs to.
        what: &'static str,
        /// The member's name.
        member: String,
        /// The term that was probably meant.
        suggestion: String,
    },
    /// A value is not one of those that are known, but near one of them.
    MisspelledValue {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The value.
        found: String,
        /// What would be right.
        expected: String,
        /// The value that was probably meant.
        suggestion: String,
    },
    /// A member of offers stands outside of one.
    OutsideOffer {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The price there, if there is one.
        price: Option<String>,
        /// The currency there, if there is one.
        currency: Option<String>,
    },
    /// The proof is not of the shape that every proof has.
    Proof {
        /// The code that verification refuses it with.
        code: Code,
        /// What was found and what was expected.
        message: String,
        /// What to do about it.
        help: &'static str,
    },
    /// The root is of other types than `AgentDescription`.
    NotAnAgentDescription {
        /// Its types, as IRIs.
        types: Vec<String>,
    },
    /// The subject is written under another name than `did`, so readers without JSON-LD do not see it.
    SubjectHidden {
        /// The DID.
        did: String,
        /// The property it was found under.
        property: String,
    },
    /// A term stands under another name only, so readers without JSON-LD do not see it.
    Unnamed {
        /// What the term belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The property it was found under.
        property: String,
    },
    /// The DID is none, or of a method this crate does not resolve.
    Did {
        /// The code of the DID parser.
        code: Code,
        /// What the DID parser says.
        message: String,
    },
}

impl ModelErrorKind {
    /// The error that this is at a place of a document.
    pub(super) fn at(self, document: &Document, offset: Offset) -> ModelError {
        ModelError { kind: self, place: Box::new(Place::from_offset(document, offset)) }
    }
}

impl ModelError {
    /// What was found and what was expected, without place and advice.
    #[must_use]
    pub fn message(&self) -> String {
        self.kind.message()
    }

    /// The next step, where one can be told.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl From<(ModelErrorKind, Box<Place>)> for ModelError {
    fn from((kind, place): (ModelErrorKind, Box<Place>)) -> Self {
        Self { kind, place }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.place.position {
            write!(f, "{position}: ")?;
        }
        f.write_str(&self.message())?;
        match self.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ModelError {}

impl CodedError for ModelError {
    fn code(&self) -> Code {
        self.kind.code()
    }

    fn place(&self) -> Place {
        Place::clone(&self.place)
    }
}

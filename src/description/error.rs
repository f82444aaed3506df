//! Errors of agent descriptions.

use crate::{
    Code, CodedError,
    diagnostic::{FindingDetail, Place},
    json::{Document, Offset},
};
use std::fmt;

/// Why a document is not a valid agent description: it is not in the plain profile, or it breaks a rule of the
/// protocol's tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// The problem.
    pub kind: ModelErrorKind,
    /// The position, boxed so that errors stay small.
    pub place: Box<Place>,
}

/// The problem of an agent description, without its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// A required term is missing.
    Missing {
        /// The node without the term: `the agent description`, `the interface`.
        what: &'static str,
        /// The term.
        term: &'static str,
    },
    /// A value has the wrong type, or is not one of the allowed values.
    WrongType {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The value found.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// A term for one value has several.
    Ambiguous {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// Number of values.
        count: usize,
    },
    /// The document has more nodes than the model allows.
    TooManyNodes {
        /// The limit.
        limit: usize,
    },
    /// `security` names a scheme that `securityDefinitions` does not define.
    UnknownSecurity {
        /// The name.
        name: String,
        /// The first defined names in order.
        defined: Vec<String>,
        /// Number of further defined names.
        more: usize,
        /// The closest defined name.
        suggestion: Option<String>,
    },
    /// The term `did` is a prefix, which would change DIDs in `@id`.
    DidPrefix {
        /// The IRI of the prefix.
        prefix: String,
    },
    /// The protocol's namespace is misspelled in a known way, which is accepted.
    NamespaceAlias {
        /// The namespace as written.
        found: &'static str,
    },
    /// The structure hides or moves data.
    Structure {
        /// The value found.
        found: String,
        /// How to fix it.
        help: &'static str,
    },
    /// An identifier, type or URL is not an IRI, so RDF parsers drop its data.
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
        /// The allowed schemes.
        allowed: &'static str,
    },
    /// URL parsers read another host or user than is written.
    UrlRewritten {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The URL.
        url: String,
        /// The authority that URL parsers read.
        read_as: String,
    },
    /// The interface's protocol is unknown.
    UnknownProtocol {
        /// The protocol.
        protocol: String,
        /// The closest known protocol.
        suggestion: Option<&'static str>,
    },
    /// A member's name resembles a missing term.
    MisspelledTerm {
        /// What it belongs to.
        what: &'static str,
        /// The member's name.
        member: String,
        /// The closest term.
        suggestion: String,
    },
    /// A value resembles a known one.
    MisspelledValue {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The value.
        found: String,
        /// The expected value.
        expected: String,
        /// The closest known value.
        suggestion: String,
    },
    /// A member of offers occurs outside of an offer.
    OutsideOffer {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The price at the same place, if any.
        price: Option<String>,
        /// The currency at the same place, if any.
        currency: Option<String>,
    },
    /// The proof has an invalid structure.
    Proof {
        /// The code with which verification refuses it.
        code: Code,
        /// The value found and the expected value.
        message: String,
        /// How to fix it.
        help: &'static str,
    },
    /// The root has other types than `AgentDescription`.
    NotAnAgentDescription {
        /// Its types, as IRIs.
        types: Vec<String>,
    },
    /// The subject has another member name than `did`, so plain JSON parsers do not find it.
    SubjectHidden {
        /// The DID.
        did: String,
        /// The property that contains it.
        property: String,
    },
    /// A term has only another member name, so plain JSON parsers do not find it.
    Unnamed {
        /// What the term belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The property that contains it.
        property: String,
    },
    /// The DID is invalid, or its method is not supported.
    Did {
        /// The code of the DID parser.
        code: Code,
        /// The message of the DID parser.
        message: String,
    },
}

impl ModelErrorKind {
    /// Creates the error at a position in a document.
    pub(super) fn at(self, document: &Document, offset: Offset) -> ModelError {
        ModelError { kind: self, place: Box::new(Place::from_offset(document, offset)) }
    }
}

impl ModelError {
    /// The value found and the expected value, without position and advice.
    #[must_use]
    pub(crate) fn message(&self) -> String {
        self.kind.message()
    }

    /// The next step, if there is one.
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

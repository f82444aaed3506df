//! Why a document is not a sound agent description.

use super::spelling::{closest, local_name};
use crate::{
    Code, Fault,
    json::{Document, Offset, Position, pointer},
};
use std::fmt;

/// Where something stands: as line and column, and as a JSON Pointer. Empty for values that were made in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line and column.
    pub position: Option<Position>,
    /// The JSON Pointer (RFC 6901); none where it would have more than [`Place::LONGEST_POINTER`] bytes.
    pub pointer: Option<String>,
}

impl Place {
    /// The longest pointer, in bytes: below one long name there may be thousands of places.
    pub const LONGEST_POINTER: usize = 1024;

    /// The place of an offset in a document.
    #[must_use]
    pub fn of(document: &Document, offset: Offset) -> Self {
        let pointer = pointer::pointer_within(document.json(), offset, Self::LONGEST_POINTER);
        Self { position: document.position(offset), pointer }
    }

    /// The same in a box, so that errors stay small.
    pub(super) fn boxed(document: &Document, offset: Offset) -> Box<Self> {
        Box::new(Self::of(document, offset))
    }
}

/// Why a document is not a sound agent description: its structure hides data, a term means something else, or a rule of
/// the protocol's tables is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// A required term is missing.
    Missing {
        /// What misses it: `the agent description`, `the interface`.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// Where.
        place: Box<Place>,
    },
    /// A value is of the wrong type, or not one of the allowed values.
    WrongType {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// What stands there.
        found: String,
        /// What would be right.
        expected: String,
        /// Where.
        place: Box<Place>,
    },
    /// A term that takes one value has several.
    Ambiguous {
        /// What it belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// How many values there are.
        count: usize,
        /// Where one value too many stands.
        place: Box<Place>,
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
        /// Where.
        place: Box<Place>,
    },
    /// A member has the name of a term of the model, and another meaning.
    Rebound {
        /// The member's name.
        member: String,
        /// The IRI it stands for under the document's context, if any.
        meaning: Option<String>,
        /// The IRI it ought to stand for.
        expected: String,
        /// Where.
        place: Box<Place>,
    },
    /// The term `did` is a prefix and has cut a DID in an `@id` position.
    DidCaptured {
        /// The DID, as written.
        did: String,
        /// What expansion made of it.
        became: String,
        /// Where.
        place: Box<Place>,
    },
    /// The term `did` is a prefix: DIDs in `@id` positions would be cut.
    DidPrefix {
        /// The IRI the prefix stands for.
        prefix: String,
        /// Where.
        place: Box<Place>,
    },
    /// The protocol's namespace is misspelled, in a way that is known and read.
    NamespaceAlias {
        /// The namespace as written.
        found: &'static str,
        /// Where.
        place: Box<Place>,
    },
    /// The structure hides or moves data.
    Structure {
        /// What was found.
        found: String,
        /// What to do about it.
        help: &'static str,
        /// Where.
        place: Box<Place>,
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
        /// Where.
        place: Box<Place>,
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
        /// Where.
        place: Box<Place>,
    },
    /// A member has no meaning under the document's context and vanishes.
    Dropped {
        /// The member's name.
        member: String,
        /// The term that was probably meant.
        suggestion: Option<String>,
        /// Where.
        place: Box<Place>,
    },
    /// An interface's protocol is none that readers know.
    UnknownProtocol {
        /// The protocol.
        protocol: String,
        /// The one that was probably meant.
        suggestion: Option<&'static str>,
        /// Where.
        place: Box<Place>,
    },
    /// A member's name is nearly that of a term which is not there.
    MisspelledTerm {
        /// What it belongs to.
        what: &'static str,
        /// The member's name.
        member: String,
        /// The term that was probably meant.
        suggestion: String,
        /// Where.
        place: Box<Place>,
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
        /// Where.
        place: Box<Place>,
    },
    /// The proof is not of the shape that every proof has.
    Proof {
        /// The code that verification refuses it with.
        code: Code,
        /// What was found and what was expected.
        message: String,
        /// What to do about it.
        help: &'static str,
        /// Where.
        place: Box<Place>,
    },
    /// The root is of other types than `AgentDescription`.
    NotAnAgentDescription {
        /// Its types, as IRIs.
        types: Vec<String>,
        /// Where.
        place: Box<Place>,
    },
    /// The subject is written under another name than `did`, so readers without JSON-LD do not see it.
    SubjectHidden {
        /// The DID.
        did: String,
        /// The property it was found under.
        property: String,
        /// Where.
        place: Box<Place>,
    },
    /// A term stands as the member of its name and under another name too, which readers without JSON-LD do not see.
    Elsewhere {
        /// What the term belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The property under which the other value was found.
        property: String,
        /// Where.
        place: Box<Place>,
    },
    /// A term stands under another name only, so readers without JSON-LD do not see it.
    Unnamed {
        /// What the term belongs to.
        what: &'static str,
        /// The term.
        term: &'static str,
        /// The property it was found under.
        property: String,
        /// Where.
        place: Box<Place>,
    },
    /// The DID is none, or of a method this crate does not resolve.
    Did {
        /// The code of the DID parser.
        code: Code,
        /// What the DID parser says.
        message: String,
        /// Where.
        place: Box<Place>,
    },
}

impl ModelError {
    /// Where the fault stands.
    #[must_use]
    pub fn place(&self) -> &Place {
        match self {
            Self::Missing { place, .. }
            | Self::WrongType { place, .. }
            | Self::Ambiguous { place, .. }
            | Self::UnknownSecurity { place, .. }
            | Self::Rebound { place, .. }
            | Self::DidCaptured { place, .. }
            | Self::DidPrefix { place, .. }
            | Self::NamespaceAlias { place, .. }
            | Self::Structure { place, .. }
            | Self::UrlScheme { place, .. }
            | Self::UrlRewritten { place, .. }
            | Self::Dropped { place, .. }
            | Self::UnknownProtocol { place, .. }
            | Self::MisspelledTerm { place, .. }
            | Self::MisspelledValue { place, .. }
            | Self::Proof { place, .. }
            | Self::NotAnAgentDescription { place, .. }
            | Self::SubjectHidden { place, .. }
            | Self::Elsewhere { place, .. }
            | Self::Unnamed { place, .. }
            | Self::Did { place, .. } => place,
        }
    }

    /// What was found and what was expected, without place and advice.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Missing { what, term, .. } => format!("{what} has no `{term}`"),
            Self::WrongType { what, term, found, expected, .. } => {
                format!("`{term}` of {what} is {found}, expected {expected}")
            }
            Self::MisspelledValue { what, term, found, expected, .. } => {
                format!("`{term}` of {what} is {}, expected {expected}", shortened(found))
            }
            Self::MisspelledTerm { what, member, suggestion, .. } => {
                format!("{what} has no `{suggestion}`, but a member {}", shortened(member))
            }
            Self::Ambiguous { what, term, count, .. } => format!("`{term}` of {what} has {count} values, expected one"),
            Self::UnknownSecurity { name, defined, more, .. } => {
                let name = shortened(name);
                match (defined.as_slice(), more) {
                    ([], _) => format!("`security` names {name}, but `securityDefinitions` defines nothing"),
                    (names, 0) => format!("`security` names {name}, expected one of {}", quoted(names)),
                    (names, more) => {
                        format!("`security` names {name}, expected one of {} or {more} others", quoted(names))
                    }
                }
            }
            Self::Rebound { member, meaning, expected, .. } => match meaning {
                Some(meaning) => {
                    format!("the member {member:?} stands for {} here, expected <{expected}>", shortened_iri(meaning))
                }
                None => {
                    format!("the member {member:?} has no meaning under the document's context, expected <{expected}>")
                }
            },
            Self::DidCaptured { did, became, .. } => {
                let (did, became) = (shortened(did), shortened_iri(became));
                format!("the DID {did} was cut to {became}, because the context defines a prefix `did`")
            }
            Self::DidPrefix { prefix, .. } => {
                let prefix = shortened_iri(prefix);
                format!(
                    "the context defines `did` as a prefix of {prefix}, which cuts every DID that stands in an `@id`"
                )
            }
            Self::NamespaceAlias { found, .. } => {
                format!("found the namespace <{found}>, expected <{}>", super::vocabulary::AD)
            }
            Self::Structure { found, .. } => cut(found, LONGEST_MESSAGE),
            Self::UrlScheme { what, term, url, allowed, .. } => {
                format!("`{term}` of {what} is {}, expected a URL of the scheme {allowed}", shortened(url))
            }
            Self::UrlRewritten { what, term, url, read_as, .. } => {
                let (url, read_as) = (shortened(url), shortened(read_as));
                format!(
                    "`{term}` of {what} is {url}, which URL readers take to {read_as}, expected the host as it is read"
                )
            }
            Self::Dropped { member, .. } => {
                let member = shortened(member);
                format!("the member {member} has no meaning under the document's context and vanishes on expansion")
            }
            Self::UnknownProtocol { protocol, .. } => format!(
                "`protocol` of the interface is {}, which no specification names; expected one of {}",
                shortened(protocol),
                super::KNOWN_PROTOCOLS.map(|known| format!("{known:?}")).join(", ")
            ),
            Self::NotAnAgentDescription { types, .. } => {
                let named: Vec<String> = types.iter().take(NAMED).map(|iri| shortened_iri(iri)).collect();
                let more = match types.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} others"),
                };
                format!(
                    "the document's type is {}{more}, expected <{}>",
                    named.join(", "),
                    super::vocabulary::AGENT_DESCRIPTION.iri()
                )
            }
            Self::SubjectHidden { did, property, .. } => {
                let (did, property) = (shortened(did), shortened_iri(property));
                format!("the DID {did} is written as {property}, expected a root member `did`")
            }
            Self::Elsewhere { what, term, property, .. } => format!(
                "`{term}` of {what} has a member of its name and a value elsewhere, as <{property}>, which readers without JSON-LD do not see"
            ),
            Self::Unnamed { what, term, property, .. } => format!(
                "`{term}` of {what} is written as <{property}> only: readers without JSON-LD see no member `{term}`"
            ),
            Self::Did { message, .. } | Self::Proof { message, .. } => cut(message, LONGEST_MESSAGE),
        }
    }

    /// The next step, where one can be told.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Missing { term, what, .. } => Some(remedy(what, term)),
            Self::WrongType { .. } => None,
            Self::Ambiguous { .. } => Some("keep one value; look for a second term that expands to the same IRI".into()),
            Self::UnknownSecurity { suggestion: Some(near), .. } => Some(format!("did you mean {near:?}?")),
            Self::UnknownSecurity { name, .. } => Some(format!(
                "define {} in `securityDefinitions`, or name a scheme that is defined there",
                shortened(name)
            )),
            Self::Rebound { member, .. } => {
                Some(format!("take the definition of {member:?} out of `@context`, or give the member another name"))
            }
            Self::DidCaptured { .. } | Self::DidPrefix { .. } => {
                Some("define the term as {\"did\": {\"@id\": \"https://agent-network-protocol.com/ad#did\"}}, which is no prefix".into())
            }
            Self::NamespaceAlias { .. } => Some(format!("write <{}>", super::vocabulary::AD)),
            Self::Structure { help, .. } => Some((*help).into()),
            Self::UrlScheme { .. } => Some("serve it over https and write that URL".into()),
            Self::UrlRewritten { .. } => {
                Some("write the host in the letters, digits and dots of the DNS (`xn--` for others), without a user".into())
            }
            Self::Dropped { suggestion: Some(near), .. }
            | Self::MisspelledTerm { suggestion: near, .. }
            | Self::MisspelledValue { suggestion: near, .. } => Some(format!("did you mean {near:?}?")),
            Self::Dropped { .. } => Some("define the term in `@context`, or set `@vocab`".into()),
            Self::UnknownProtocol { suggestion, .. } => suggestion.map(|known| format!("did you mean {known:?}?")),
            Self::NotAnAgentDescription { types, .. } => Some(match near_type(types) {
                Some((_, near)) => format!("did you mean \"ad:{near}\"?"),
                None => "see what the context makes of `@type`: expand the document".into(),
            }),
            Self::Proof { help, .. } => Some((*help).into()),
            Self::SubjectHidden { .. } => Some("name the member `did`, so that readers without JSON-LD see the subject".into()),
            Self::Elsewhere { term, .. } => Some(format!("write all of it as the one member `{term}`")),
            Self::Unnamed { term, .. } => Some(format!("name the member `{term}`, under a context that gives it this meaning")),
            Self::Did { .. } => None,
        }
    }
}

impl ModelError {
    /// What was written and what was probably meant, where the one can stand for the other.
    pub(super) fn replacement(&self) -> Option<(&str, &str)> {
        match self {
            Self::UnknownSecurity { name, suggestion, .. } => Some((name, suggestion.as_deref()?)),
            Self::UnknownProtocol { protocol, suggestion, .. } => Some((protocol, (*suggestion)?)),
            Self::Dropped { member, suggestion, .. } => Some((member, suggestion.as_deref()?)),
            Self::MisspelledTerm { member, suggestion, .. } => Some((member, suggestion)),
            Self::MisspelledValue { found, suggestion, .. } => Some((found, suggestion)),
            Self::NotAnAgentDescription { types, .. } => near_type(types),
            _ => None,
        }
    }

    /// Whether the fault stands at a member's name, not at a value.
    pub(super) fn is_about_a_name(&self) -> bool {
        matches!(self, Self::Dropped { .. } | Self::MisspelledTerm { .. })
    }
}

/// Of a document's types, the one that is nearly `AgentDescription`.
fn near_type(types: &[String]) -> Option<(&str, &'static str)> {
    let class = super::vocabulary::AGENT_DESCRIPTION.name();
    types
        .iter()
        .map(|iri| local_name(iri))
        .find(|name| closest(name, [class].into_iter()).is_some())
        .map(|n| (n, class))
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.place().position {
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

impl Fault for ModelError {
    fn code(&self) -> Code {
        match self {
            Self::Missing { .. } | Self::NotAnAgentDescription { .. } => Code::AD_MISSING_TERM,
            Self::WrongType { .. } | Self::UnknownProtocol { .. } | Self::MisspelledValue { .. } => Code::AD_WRONG_TYPE,
            Self::Ambiguous { .. } => Code::AD_AMBIGUOUS_VALUE,
            Self::UnknownSecurity { .. } => Code::AD_UNKNOWN_SECURITY,
            Self::Rebound { .. }
            | Self::DidCaptured { .. }
            | Self::DidPrefix { .. }
            | Self::NamespaceAlias { .. }
            | Self::SubjectHidden { .. }
            | Self::Elsewhere { .. }
            | Self::Unnamed { .. } => Code::AD_TERM_REBOUND,
            Self::Structure { .. } => Code::AD_STRUCTURE,
            Self::UrlScheme { .. } | Self::UrlRewritten { .. } => Code::AD_URL_SCHEME,
            Self::Dropped { .. } | Self::MisspelledTerm { .. } => Code::AD_DROPPED_TERM,
            Self::Did { code, .. } | Self::Proof { code, .. } => *code,
        }
    }

    fn position(&self) -> Option<Position> {
        self.place().position
    }

    fn pointer(&self) -> Option<String> {
        self.place().pointer.clone()
    }
}

/// What to write where a term is missing.
fn remedy(what: &str, term: &str) -> String {
    let text = match (term, what) {
        ("@context", _) => r#"add "@context": "https://agent-network-protocol.com/ad#""#,
        ("@language", _) => r#"add {"@language": "en"}, or the tag of another language, to "@context""#,
        (super::vocabulary::AD_CONTEXT, _) => {
            r#"make it an entry of its own: "@context": ["https://agent-network-protocol.com/ad#", ...]"#
        }
        ("@id", _) => r#"add "@id": an absolute IRI that no other thing has"#,
        ("@type", "the interface") => {
            r#"add "@type": "ad:StructuredInterface", "ad:NaturalLanguageInterface" or another type"#
        }
        ("@type", _) => r#"add "@type": "ad:AgentDescription""#,
        ("type", _) => r#"add "type": "AgentDescription""#,
        ("security", _) => r#"add "security": the name of a scheme in "securityDefinitions""#,
        ("securityDefinitions", _) => {
            r#"add "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#
        }
        ("scheme", _) => r#"add "scheme", for example "didwba""#,
        ("in", _) => r#"add "in": "header", "query", "body", "cookie", "uri" or "auto""#,
        ("protocol", _) => r#"add "protocol", for example "YAML" or "JSON-RPC 2.0""#,
        ("humanAuthorization", _) => r#"add "humanAuthorization": true if a person must approve each call, else false"#,
        _ => return format!("add `{term}`"),
    };
    text.to_owned()
}

/// The most names that a message lists.
pub(super) const NAMED: usize = 5;

/// The longest message that others made, in characters.
pub(super) const LONGEST_MESSAGE: usize = 400;

/// A string in quotes, shortened to what fits a line.
pub(super) fn shortened(text: &str) -> String {
    format!("{:?}", cut(text, 80))
}

/// An IRI, shortened likewise.
fn shortened_iri(iri: &str) -> String {
    format!("<{}>", cut(iri, 160))
}

/// At most so many characters of a text.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| shortened(name)).collect::<Vec<_>>().join(", ")
}

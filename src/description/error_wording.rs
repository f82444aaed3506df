//! Code, message and advice of each problem of an agent description.

use super::{error::ModelErrorKind, spelling::local_name};
use crate::{
    Code,
    diagnostic::{Correction, FindingDetail, closest},
};
use adp_json::{MAX_MESSAGE_CHARS, cut, shortened};

impl FindingDetail for ModelErrorKind {
    fn code(&self) -> Code {
        match self {
            Self::Missing { .. } | Self::NotAnAgentDescription { .. } => Code::AD_MISSING_TERM,
            Self::WrongType { .. }
            | Self::UnknownProtocol { .. }
            | Self::MisspelledValue { .. }
            | Self::IllFormedIri { .. } => Code::AD_WRONG_TYPE,
            Self::UnknownSecurity { .. } => Code::AD_UNKNOWN_SECURITY,
            Self::Ambiguous { .. }
            | Self::TooManyNodes { .. }
            | Self::DidPrefix { .. }
            | Self::NamespaceAlias { .. }
            | Self::SubjectHidden { .. }
            | Self::Unnamed { .. }
            | Self::MisspelledTerm { .. }
            | Self::OutsideOffer { .. }
            | Self::Structure { .. } => Code::AD_STRUCTURE,
            Self::UrlScheme { .. } | Self::UrlRewritten { .. } => Code::AD_URL_SCHEME,
            Self::Did { code, .. } | Self::Proof { code, .. } => *code,
        }
    }

    fn message(&self) -> String {
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
            Self::TooManyNodes { limit } => {
                format!("the description has more than {limit} interfaces, products, offers and other objects")
            }
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
            Self::DidPrefix { prefix, .. } => {
                let prefix = shortened_iri(prefix);
                format!("the context defines `did` as a prefix for {prefix}, which changes every DID in an `@id`")
            }
            Self::NamespaceAlias { found, .. } => {
                format!("found the namespace <{found}>, expected <{}>", super::vocabulary::AD)
            }
            Self::IllFormedIri { what, term, found } => {
                format!("`{term}` of {what} is {}, expected a well-formed IRI", shortened(found))
            }
            Self::Structure { found, .. } => cut(found, MAX_MESSAGE_CHARS),
            Self::UrlScheme { what, term, url, allowed, .. } => {
                format!("`{term}` of {what} is {}, expected a URL of the scheme {allowed}", shortened(url))
            }
            Self::UrlRewritten { what, term, url, read_as, .. } => {
                let (url, read_as) = (shortened(url), shortened(read_as));
                format!(
                    "`{term}` of {what} is {url}, which URL parsers interpret as {read_as}; write the host in this form"
                )
            }
            Self::UnknownProtocol { protocol, .. } => format!(
                "`protocol` of the interface is {}, which no specification defines; expected one of {}",
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
            Self::Unnamed { what, term, property, .. } => format!(
                "`{term}` of {what} is written only as <{property}>: plain JSON parsers find no member `{term}`"
            ),
            Self::OutsideOffer { what, term, .. } => {
                format!("`{term}` is a member of {what}, expected it in an offer: readers look for prices there")
            }
            Self::Did { message, .. } | Self::Proof { message, .. } => cut(message, MAX_MESSAGE_CHARS),
        }
    }

    fn help(&self) -> Option<String> {
        match self {
            Self::Missing { term, what, .. } => Some(remedy(what, term)),
            Self::WrongType { .. } => None,
            Self::Ambiguous { .. } => Some("keep one value".into()),
            Self::TooManyNodes { .. } => Some("move products and services to separate documents, and link them".into()),
            Self::UnknownSecurity { suggestion: Some(near), .. } => Some(format!("did you mean {near:?}?")),
            Self::UnknownSecurity { name, .. } => Some(format!(
                "define {} in `securityDefinitions`, or use a scheme that is defined there",
                shortened(name)
            )),
            Self::DidPrefix { .. } => {
                Some("remove the prefix; `did` has the same meaning without it".into())
            }
            Self::NamespaceAlias { .. } => Some(format!("write <{}>", super::vocabulary::AD)),
            Self::Structure { help, .. } => Some((*help).into()),
            Self::IllFormedIri { term: "@type", .. } => Some("write the type's IRI or its term".into()),
            Self::IllFormedIri { .. } => Some(
                "a URI template is not a URL, and IRIs contain no spaces, `<>\"{}|\\^` or grave accents: percent-encode them, or write the URL of one resource".into(),
            ),
            Self::UrlScheme { .. } => Some("serve it over HTTPS and write that URL".into()),
            Self::UrlRewritten { .. } => {
                Some("write the host with the letters, digits and dots of the DNS (`xn--` for others), without a user name".into())
            }
            Self::MisspelledTerm { suggestion: near, .. }
            | Self::MisspelledValue { suggestion: near, .. } => Some(format!("did you mean {near:?}?")),
            Self::UnknownProtocol { suggestion, .. } => suggestion.map(|known| format!("did you mean {known:?}?")),
            Self::NotAnAgentDescription { types, .. } => Some(match near_type(types) {
                Some((_, near)) => format!("did you mean \"ad:{near}\"?"),
                None => "write \"ad:AgentDescription\", under a context that has the prefix `ad`".into(),
            }),
            Self::Proof { help, .. } => Some((*help).into()),
            Self::SubjectHidden { .. } => Some("rename the member to `did`, so that plain JSON parsers find the subject".into()),
            Self::Unnamed { term, .. } => Some(format!("rename the member to `{term}`, with a context that gives it this meaning")),
            Self::OutsideOffer { price, currency, .. } => {
                let text = |value: &Option<String>, usual: &str| shortened(value.as_deref().unwrap_or(usual));
                let (price, currency) = (text(price, "12.00"), text(currency, "EUR"));
                Some(format!(r#"write "offers": {{"@type": "Offer", "price": {price}, "priceCurrency": {currency}}}"#))
            }
            Self::Did { .. } => None,
        }
    }

    fn meant(&self) -> Option<Correction<'_>> {
        let (written, meant) = match self {
            Self::UnknownSecurity { name, suggestion, .. } => (name.as_str(), suggestion.as_deref()?),
            Self::UnknownProtocol { protocol, suggestion, .. } => (protocol.as_str(), (*suggestion)?),
            Self::MisspelledTerm { member, suggestion, .. } => (member.as_str(), suggestion.as_str()),
            Self::MisspelledValue { found, suggestion, .. } => (found.as_str(), suggestion.as_str()),
            Self::NotAnAgentDescription { types, .. } => near_type(types)?,
            _ => return None,
        };
        let is_name = matches!(self, Self::MisspelledTerm { .. });
        Some(Correction { written, meant, is_name })
    }

    fn missing(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Missing { what, term } => Some((what, term)),
            _ => None,
        }
    }
}

/// The type in the document that resembles `AgentDescription`.
fn near_type(types: &[String]) -> Option<(&str, &'static str)> {
    let class = super::vocabulary::AGENT_DESCRIPTION.name();
    types.iter().map(|iri| local_name(iri)).find(|name| closest(name, [class]).is_some()).map(|n| (n, class))
}

/// What to write for a missing term.
fn remedy(what: &str, term: &str) -> String {
    let text = match (term, what) {
        ("@context", _) => r#"add "@context": "https://agent-network-protocol.com/ad#""#,
        ("@language", _) => r#"add {"@language": "en"}, or another language tag, to "@context""#,
        (super::vocabulary::AD_CONTEXT, _) => {
            r#"make it a separate entry: "@context": ["https://agent-network-protocol.com/ad#", ...]"#
        }
        ("@id", _) => r#"add "@id": a unique absolute IRI"#,
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
        ("priceCurrency", _) => r#"add "priceCurrency" with a code of ISO 4217, for example "CNY""#,
        ("price", _) => r#"add "price" with a decimal number, for example "12.00""#,
        ("name", "the product") => r#"add "name": the name of the product"#,
        ("NaturalLanguageInterface", _) => r#"add an interface with "type": "NaturalLanguageInterface""#,
        ("protocol", _) => r#"add "protocol", for example "YAML" or "JSON-RPC 2.0""#,
        ("humanAuthorization", _) => r#"add "humanAuthorization": true if a person must approve each call, else false"#,
        _ => return format!("add `{term}`"),
    };
    text.to_owned()
}

/// Maximum number of names in a message.
pub(super) const NAMED: usize = 5;

/// An IRI, shortened.
fn shortened_iri(iri: &str) -> String {
    format!("<{}>", cut(iri, 160))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| shortened(name)).collect::<Vec<_>>().join(", ")
}

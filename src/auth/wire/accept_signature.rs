//! `Accept-Signature`: the signature that a server requires (RFC 9421 section 5.1).

use http::{HeaderMap, HeaderName, HeaderValue};
use sfv::{
    BareItemFromInput, DictSerializer, KeyRef, Parser, StringRef,
    visitor::{DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ParameterVisitor},
};
use std::convert::Infallible;

/// The name of the header.
pub(super) const ACCEPT_SIGNATURE: HeaderName = HeaderName::from_static("accept-signature");

/// Maximum length of the header.
const MAX_HEADER_BYTES: usize = 4 << 10;

/// A required signature: its components and parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AcceptSignature {
    /// The required label.
    pub label: String,
    /// The required components, for example `@method`; none of them has parameters.
    pub components: Vec<String>,
    /// The names of the required parameters, for example `nonce`.
    pub parameters: Vec<String>,
}

impl Default for AcceptSignature {
    /// The requirements of the Agent Network Protocol; a request without a body has no `content-digest`.
    fn default() -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            label: "sig1".to_owned(),
            components: owned(&["@method", "@target-uri", "@authority", "content-digest"]),
            parameters: owned(&["created", "expires", "nonce", "keyid"]),
        }
    }
}

impl AcceptSignature {
    /// Parses the header: the first member that requires components without parameters. `None` if there is none, or if
    /// the header is malformed.
    #[must_use]
    pub(super) fn parse(headers: &HeaderMap) -> Option<Self> {
        let mut text = Vec::new();
        for line in headers.get_all(ACCEPT_SIGNATURE) {
            if text.len() + line.len() > MAX_HEADER_BYTES {
                return None;
            }
            text.extend_from_slice(if text.is_empty() { b"" } else { b", " });
            text.extend_from_slice(line.as_bytes());
        }
        let members = Parser::new(&text).parse_dictionary_with_visitor(Members::default()).ok()?;
        members.into_iter().find(|member| member.usable).map(|member| member.asked)
    }

    /// The header's value; `None` if a name is not valid in a structured field.
    #[must_use]
    pub(crate) fn to_header(&self) -> Option<HeaderValue> {
        let mut header = DictSerializer::new();
        let mut list = header.inner_list(KeyRef::from_str(&self.label).ok()?);
        for component in &self.components {
            let _ = list.bare_item(StringRef::from_str(component).ok()?);
        }
        let mut parameters = list.finish();
        for name in &self.parameters {
            parameters = parameters.parameter(KeyRef::from_str(name).ok()?, true);
        }
        let _ = parameters.finish();
        HeaderValue::from_str(&header.finish()?).ok()
    }
}

/// Collects the members of the dictionary.
#[derive(Default)]
struct Members(Vec<Member>);

struct Member {
    /// Whether it is an inner list of strings without parameters.
    usable: bool,
    asked: AcceptSignature,
}

impl<'de> DictionaryVisitor<'de> for Members {
    type Out = Vec<Member>;
    type Error = Infallible;

    fn entry(&mut self, key: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Infallible> {
        let label = key.as_str().to_owned();
        // a repeated member replaces the first (RFC 8941 section 3.2)
        self.0.retain(|member| member.asked.label != label);
        let asked = AcceptSignature { label, components: Vec::new(), parameters: Vec::new() };
        self.0.push(Member { usable: false, asked });
        Ok(self.0.last_mut())
    }

    fn finish(self) -> Result<Vec<Member>, Infallible> {
        Ok(self.0)
    }
}

impl<'de> EntryVisitor<'de> for &mut Member {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'de>, Infallible> {
        Ok(Ignored)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Infallible> {
        self.usable = true;
        Ok(self)
    }
}

impl<'de> InnerListVisitor<'de> for &mut Member {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'de>, Infallible> {
        Ok(Component(self))
    }

    fn finish(self) -> Result<impl ParameterVisitor<'de>, Infallible> {
        Ok(Parameters(self))
    }
}

struct Component<'a>(&'a mut Member);

impl<'de> ItemVisitor<'de> for Component<'_> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(self, item: BareItemFromInput<'de>) -> Result<impl ParameterVisitor<'de, Out = ()>, Infallible> {
        match item.as_string() {
            Some(name) => self.0.asked.components.push(name.as_str().to_owned()),
            None => self.0.usable = false,
        }
        Ok(self)
    }
}

impl<'de> ParameterVisitor<'de> for Component<'_> {
    type Out = ();
    type Error = Infallible;

    fn parameter(&mut self, _: &'de KeyRef, _: BareItemFromInput<'de>) -> Result<(), Infallible> {
        self.0.usable = false;
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}

struct Parameters<'a>(&'a mut Member);

impl<'de> ParameterVisitor<'de> for Parameters<'_> {
    type Out = ();
    type Error = Infallible;

    fn parameter(&mut self, key: &'de KeyRef, _: BareItemFromInput<'de>) -> Result<(), Infallible> {
        let name = key.as_str();
        if !self.0.asked.parameters.iter().any(|known| known == name) {
            self.0.asked.parameters.push(name.to_owned());
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<AcceptSignature> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_SIGNATURE, HeaderValue::from_str(text).unwrap());
        AcceptSignature::parse(&headers)
    }

    #[test]
    fn the_protocols_own_is_written_and_read() {
        let text = "sig1=(\"@method\" \"@target-uri\" \"@authority\" \"content-digest\");created;expires;nonce;keyid";
        assert_eq!(AcceptSignature::default().to_header().unwrap(), text);
        assert_eq!(parse(text), Some(AcceptSignature::default()));
    }

    /// RFC 9421 section 5.1 has the first.
    #[test]
    fn other_forms_are_read_as_structured_fields() {
        let rfc = parse("sig1=(\"@method\" \"@target-uri\" \"@authority\" \"content-digest\" \"cache-control\");keyid=\"test-key-rsa-pss\";created;tag=\"app-123\"").unwrap();
        assert_eq!(rfc.components.last().unwrap(), "cache-control");
        assert_eq!(rfc.parameters, ["keyid", "created", "tag"]);
        // a member with no components, or with a component that has parameters, is skipped
        assert_eq!(parse("a=(\"@method\";req), b, c=(x), sig2=( \"@path\" );nonce").unwrap().label, "sig2");
        assert_eq!(parse("a=(\"@method\"), a=1"), None);
        for text in ["", "sig1", "sig1=(\"@method\"", "sig1=(\"@method\") x", "SIG=(\"@method\")"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&format!("a=(\"{}\")", "x".repeat(MAX_HEADER_BYTES))), None);
    }

    #[test]
    fn names_that_no_field_can_hold_are_not_written() {
        let asked = AcceptSignature { components: vec!["\u{fc}".to_owned()], ..AcceptSignature::default() };
        assert_eq!(asked.to_header(), None);
        let asked = AcceptSignature { label: "A".to_owned(), ..AcceptSignature::default() };
        assert_eq!(asked.to_header(), None);
    }
}

//! `Accept-Signature`: the signature that a server requires (RFC 9421 section 5.1).

use super::http_signature::{InnerList, Item, Member, Repeated, parse_dictionary};
use adp_fetch::field_lines::combined;
use http::{HeaderMap, HeaderName, HeaderValue};
use sfv::{BareItem, DictSerializer, KeyRef, StringRef};

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
    pub(super) fn parse(headers: &HeaderMap) -> Option<Self> {
        let length: usize = headers.get_all(ACCEPT_SIGNATURE).iter().map(HeaderValue::len).sum();
        if length > MAX_HEADER_BYTES {
            return None;
        }
        let members = parse_dictionary(&combined(headers, &ACCEPT_SIGNATURE)?, Repeated::LastCounts).ok()?;
        members.into_iter().find_map(|(label, member)| match member {
            Member::InnerList(list) => Self::from_list(label.to_string(), list),
            Member::Item(_) => None,
        })
    }

    /// `None` if a component is not a string, or has parameters.
    fn from_list(label: String, list: InnerList) -> Option<Self> {
        let component = |item: Item| match item.value {
            BareItem::String(name) if item.parameters.is_empty() => Some(name.into()),
            _ => None,
        };
        let components = list.items.into_iter().map(component).collect::<Option<_>>()?;
        let parameters = list.parameters.into_iter().map(|(name, _)| name.to_string()).collect();
        Some(Self { label, components, parameters })
    }

    /// The header's value; `None` if a name is not valid in a structured field.
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

    /// RFC 9651 sections 3.1.2 and 3.2: all but the last one are ignored.
    #[test]
    fn the_last_of_a_repeated_label_or_parameter_counts() {
        let asked = parse("a=1, b, a=(\"@method\"), a=(\"@path\");nonce;created;nonce").unwrap();
        assert_eq!((asked.label.as_str(), asked.components), ("a", vec!["@path".to_owned()]));
        assert_eq!(asked.parameters, ["created", "nonce"]);
        assert_eq!(parse("a=(\"@path\"), b=(\"@method\"), a=(\"@authority\")").unwrap().label, "b");
        // the number of members is not limited, only the length
        let many: String = (0..99).map(|number| format!("a{number}, ")).collect();
        assert_eq!(parse(&format!("{many}b=(\"@path\")")).unwrap().label, "b");
    }

    #[test]
    fn names_that_no_field_can_hold_are_not_written() {
        let asked = AcceptSignature { components: vec!["\u{fc}".to_owned()], ..AcceptSignature::default() };
        assert_eq!(asked.to_header(), None);
        let asked = AcceptSignature { label: "A".to_owned(), ..AcceptSignature::default() };
        assert_eq!(asked.to_header(), None);
    }
}

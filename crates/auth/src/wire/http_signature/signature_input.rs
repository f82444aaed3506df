//! The fields `Signature-Input` and `Signature` (RFC 9421 section 4): dictionaries with the same labels.

use super::{
    SignatureParams,
    structured_field::{Dictionary, InnerList, Item, Member, Repeated, parse_dictionary},
};
use crate::AuthError;
use adp_fetch::field_lines::combined;
use adp_json::cut;
use http::{HeaderMap, HeaderName};
use sfv::BareItem;

/// Maximum number of signatures in one message.
const MAX_LABELS: usize = 16;

/// Maximum number of characters of a tag in a message.
const MAX_TAG_CHARS: usize = 64;

/// Whether a request has one of the two fields.
pub(crate) fn is_in(request: &http::request::Parts) -> bool {
    request.headers.contains_key("signature") || request.headers.contains_key("signature-input")
}

/// The parsed `Signature-Input`, with all signatures of a message.
#[derive(Debug)]
pub(crate) struct SignatureInput(Vec<(String, InnerList)>);

impl SignatureInput {
    /// # Errors
    /// `auth-malformed`, also if the field is missing.
    pub(crate) fn read(fields: &HeaderMap) -> Result<Self, AuthError> {
        let field = HeaderName::from_static("signature-input");
        let members = read_dictionary(fields, &field)?.into_iter().map(|(label, member)| match member {
            Member::InnerList(list) => Ok((label.to_string(), list)),
            Member::Item(_) => Err(malformed(&field, format!("`{label}` is not a list of components"))),
        });
        Ok(Self(members.collect::<Result<_, _>>()?))
    }

    /// The labels, with their key IDs if present.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(label, list)| (label.as_str(), list.text("keyid")))
    }

    /// The labels of the signatures with this tag and, if one is given, this `keyid`.
    pub(crate) fn labels_with<'a>(&'a self, tag: &str, keyid: Option<&str>) -> impl Iterator<Item = &'a str> {
        let fits = move |list: &InnerList| {
            list.text("tag") == Some(tag) && keyid.is_none_or(|keyid| list.text("keyid") == Some(keyid))
        };
        self.0.iter().filter(move |(_, list)| fits(list)).map(|(label, _)| label.as_str())
    }

    /// The error if no signature has this tag.
    pub(crate) fn without_tag(&self, expected: &'static str) -> AuthError {
        let tags = self.0.iter().map(|(label, list)| match list.text("tag") {
            Some(tag) => format!("`{label}` has {:?}", cut(tag, MAX_TAG_CHARS)),
            None => format!("`{label}` has no tag"),
        });
        AuthError::OtherTag { expected, found: tags.collect::<Vec<_>>().join(", ") }
    }

    /// The parameters of one signature. Those of other signatures may be invalid.
    pub(crate) fn into_params(self, label: &str) -> Result<SignatureParams, AuthError> {
        match self.0.into_iter().find(|(there, _)| there == label) {
            Some((_, list)) => SignatureParams::from_inner_list(list),
            None => Err(AuthError::malformed("`Signature-Input`", format!("has no `{label}`"))),
        }
    }
}

/// The bytes of the signature `label`.
pub(super) fn read_signature(fields: &HeaderMap, label: &str) -> Result<Vec<u8>, AuthError> {
    let field = HeaderName::from_static("signature");
    match read_dictionary(fields, &field)?.into_iter().find(|(there, _)| there.as_str() == label) {
        Some((_, Member::Item(Item { value: BareItem::ByteSequence(bytes), .. }))) => Ok(bytes),
        Some(_) => Err(malformed(&field, format!("`{label}` is not a byte sequence"))),
        None => Err(malformed(&field, format!("has no `{label}`, which `Signature-Input` has"))),
    }
}

/// Parses a dictionary, which may have several lines (RFC 9651 section 4.2).
pub(super) fn read_dictionary(fields: &HeaderMap, name: &HeaderName) -> Result<Dictionary, AuthError> {
    let whole = combined(fields, name).ok_or_else(|| malformed(name, "is missing"))?;
    let dictionary = parse_dictionary(&whole, Repeated::Refused).map_err(|error| malformed(name, error.to_string()))?;
    match dictionary.len() {
        0 => Err(malformed(name, "is empty")),
        found if found > MAX_LABELS => {
            Err(malformed(name, format!("has {found} members, expected at most {MAX_LABELS}")))
        }
        _ => Ok(dictionary),
    }
}

fn malformed(field: &HeaderName, reason: impl Into<String>) -> AuthError {
    AuthError::malformed(format!("`{field}`"), reason)
}

//! `Signature-Agent` (draft-meunier-webbotauth-httpsig-protocol, section 5.2.1): at which origin the key of a signature is published.

use super::{Component, Message, SignatureParams, structured_field::parse_item};
use crate::AuthError;
use adp_crypto::{
    Origin,
    key::{KeyType, VerifyingKey},
};
use http::HeaderName;
use sfv::BareItem;

/// The field.
pub(super) const SIGNATURE_AGENT: HeaderName = HeaderName::from_static("signature-agent");
/// The `tag` of signatures by the profile (section 5.2).
pub(crate) const WEB_BOT_AUTH_TAG: &str = "web-bot-auth";

/// The value of the field for one signature.
///
/// # Errors
/// `auth-malformed` for an origin that is not `https`, and a key for which HTTP signatures have no algorithm.
pub(super) fn field_for(label: &str, agent: &Origin, key: &VerifyingKey) -> Result<String, AuthError> {
    if !agent.is_https() {
        return Err(malformed(format!("found {agent}, expected an https origin")));
    }
    if key.key_type() == KeyType::Secp256k1 {
        let reason = "HTTP signatures have no algorithm for secp256k1; sign with an Ed25519 key".to_owned();
        return Err(AuthError::Algorithm { reason });
    }
    Ok(format!("{label}=\"{agent}\""))
}

/// The component that covers the member of a label.
pub(super) fn component_for(label: &str) -> String {
    format!("{SIGNATURE_AGENT};key=\"{label}\"")
}

/// The origin whose directory has the key of a signature: the member that the signature covers.
///
/// An intermediary may rename the label and not the member (section 6.6.1): where no member has the label's name, the only one that is covered
/// counts. Earlier drafts had one string for the whole field, which deployed signers still send.
///
/// # Errors
/// `auth-uncovered` where no member is covered; `auth-malformed`, also for other types than `directory`.
pub(crate) fn signature_agent(
    message: &Message<'_>,
    params: &SignatureParams,
    label: &str,
) -> Result<Origin, AuthError> {
    let covered: Vec<&Component> =
        params.components().iter().filter(|component| component.name() == SIGNATURE_AGENT.as_str()).collect();
    let of_label = component_for(label).parse::<Component>().ok();
    let component = match covered.as_slice() {
        [] => return Err(AuthError::uncovered(params, &[&component_for(label)])),
        [only] => only,
        several => several
            .iter()
            .find(|component| of_label.as_ref() == Some(**component))
            .ok_or_else(|| malformed(format!("found several members, and none for the signature `{label}`")))?,
    };
    if !component.is(SIGNATURE_AGENT.as_str()) && component.only("key").is_none() {
        return Err(malformed(format!("found the component `{component}`, expected `{}`", component_for(label))));
    }
    let value = message.component(component)?;
    let item = parse_item(value.as_bytes()).map_err(|error| malformed(format!("{value}: {error}")))?;
    let kind = item.parameters.iter().find(|(name, _)| name.as_str() == "type").map(|(_, value)| value);
    match kind {
        None => {}
        Some(BareItem::Token(kind)) if kind.as_str() == "directory" => {}
        Some(_) => return Err(malformed(format!("{value}: only `type=directory` is supported"))),
    }
    let BareItem::String(url) = &item.value else {
        return Err(malformed(format!("found {value}, expected a string with an https origin")));
    };
    let origin = url.as_str().parse::<Origin>().ok().filter(Origin::is_https);
    // the serialization of an origin, or with an empty path: another spelling would be another identifier
    let is_plain = |origin: &Origin| origin.to_string() == url.as_str().strip_suffix('/').unwrap_or(url.as_str());
    origin.filter(is_plain).ok_or_else(|| malformed(format!("found {value}, expected an https origin without a path")))
}

fn malformed(reason: String) -> AuthError {
    AuthError::malformed("`Signature-Agent`", reason)
}

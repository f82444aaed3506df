//! Signatures in a JSON body, `{"auth": {"contentDigest", "signatureInput", "signature"}, "payload": …}`, for
//! transports without headers (ANP-02 section 4). The digest covers only the canonical JSON of `payload`. A request
//! that only authenticates has neither payload nor digest.

use super::{
    Message, SignRequestOptions, content_digest, content_digest::CONTENT_DIGEST, sign::sign_message,
    signature_fields::field_value,
};
use crate::AuthError;
use adp_crypto::Origin;
use adp_did::Signer;
use adp_json::{Json, Object, jcs};
use http::{HeaderMap, HeaderName, Method, Uri};

/// The members of `auth` (the first one only with a payload) and of an origin proof, and their fields.
pub(super) const MEMBERS: [(&str, HeaderName); 3] = [
    ("contentDigest", CONTENT_DIGEST),
    ("signatureInput", HeaderName::from_static("signature-input")),
    ("signature", HeaderName::from_static("signature")),
];

/// Signs an optional payload for a request with this method and target; returns the JSON body.
///
/// # Errors
/// As for [`sign_request`](super::sign_request). Only the field `content-digest` can be covered.
pub fn sign_payload(
    method: &Method,
    target: &Uri,
    payload: Option<&Json>,
    audience: &Origin,
    signer: &dyn Signer,
    options: &SignRequestOptions,
) -> Result<Json, AuthError> {
    let digest = payload.map(|payload| content_digest(&jcs::canonicalize(payload), options.digest));
    let mut fields = HeaderMap::new();
    let mut auth = Object::new();
    if let Some(digest) = digest {
        fields.insert(CONTENT_DIGEST, field_value(&digest)?);
        auth.insert("contentDigest", digest);
    }
    let message = Message::request(method, target, audience, &fields);
    let signed = sign_message(&message, payload.is_some(), signer, options)?;
    auth.insert("signatureInput", signed.signature_input);
    auth.insert("signature", signed.signature);
    let mut body = Object::new();
    body.insert("auth", Json::from(auth));
    if let Some(payload) = payload {
        body.insert("payload", payload.clone());
    }
    Ok(Json::from(body))
}

/// The fields of a request, including those in the member `auth` of its body, and the `payload`, if any.
///
/// # Errors
/// `auth-malformed`, also for a payload without a digest and a digest without a payload.
pub(crate) fn fields_and_payload<'b>(
    fields: &HeaderMap,
    body: &'b Object,
) -> Result<(HeaderMap, Option<&'b Json>), AuthError> {
    let payload = body.get("payload");
    members(body, "the body", ["auth"].into_iter().chain(payload.map(|_| "payload")))?;
    let auth = body.get("auth").and_then(Json::as_object);
    let auth = auth.ok_or_else(|| AuthError::malformed("`auth`", "is not an object"))?;
    let [digest, ..] = MEMBERS;
    if payload.is_none() && auth.contains(digest.0) {
        return Err(AuthError::malformed("the body", "a `contentDigest` without the `payload` that it is of"));
    }
    members(auth, "`auth`", MEMBERS.map(|(name, _)| name).into_iter().skip(usize::from(payload.is_none())))?;
    let mut fields = fields.clone();
    // the digest in the header fields covers the body with the signature
    fields.remove(CONTENT_DIGEST);
    insert_fields(auth, &mut fields)?;
    Ok((fields, payload))
}

/// Adds the fields that an object has as members.
pub(super) fn insert_fields(object: &Object, fields: &mut HeaderMap) -> Result<(), AuthError> {
    for (name, field) in MEMBERS {
        let Some(value) = object.get(name) else { continue };
        let malformed = |reason| AuthError::malformed(format!("`{name}`"), reason);
        let text = value.as_str().ok_or_else(|| malformed("is not a string"))?;
        fields.insert(field, field_value(text).map_err(|_| malformed("is not ASCII text"))?);
    }
    Ok(())
}

/// Checks that an object has exactly these members.
pub(super) fn members<'n>(
    object: &Object,
    place: &str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> Result<(), AuthError> {
    let is_known = |name: &str| names.clone().into_iter().any(|known| known == name);
    if let Some(other) = object.iter().find(|member| !is_known(member.name().as_str())) {
        return Err(AuthError::malformed(place, format!("unknown member {:?}", other.name().as_str())));
    }
    match names.clone().into_iter().find(|name| !object.contains(name)) {
        Some(missing) => Err(AuthError::malformed(place, format!("has no member {missing:?}"))),
        None => Ok(()),
    }
}

//! The same three values in a JSON body, `{"auth": {"contentDigest", "signatureInput", "signature"}, "payload": …}`: for those who hand on
//! bodies and no headers. The digest is of the canonical JSON of `payload` alone.

use super::{
    Message, SignRequestOptions, content_digest, content_digest::CONTENT_DIGEST, sign::sign_message,
    signature_fields::field_value,
};
use crate::{
    Origin, Signer,
    auth::AuthError,
    json::{Json, Object, jcs},
};
use http::{HeaderMap, HeaderName, Method, Uri};

/// The members of `auth` and the fields that they stand for.
const MEMBERS: [(&str, HeaderName); 3] = [
    ("contentDigest", CONTENT_DIGEST),
    ("signatureInput", HeaderName::from_static("signature-input")),
    ("signature", HeaderName::from_static("signature")),
];

/// Signs a payload for a request with this method and target: the JSON to send as its body.
///
/// # Errors
/// As [`sign_request`](super::sign_request). There are no fields to cover but `content-digest`.
pub fn sign_payload(
    method: &Method,
    target: &Uri,
    payload: &Json,
    audience: &Origin,
    signer: &dyn Signer,
    options: &SignRequestOptions,
) -> Result<Json, AuthError> {
    let digest = content_digest(&jcs::canonicalize(payload), options.digest);
    let mut fields = HeaderMap::new();
    fields.insert(CONTENT_DIGEST, field_value(&digest)?);
    let message = Message::request(method, target, audience, &fields);
    let signed = sign_message(&message, true, signer, options)?;
    let mut auth = Object::new();
    auth.insert("contentDigest", digest);
    auth.insert("signatureInput", signed.signature_input);
    auth.insert("signature", signed.signature);
    let mut body = Object::new();
    body.insert("auth", Json::from(auth));
    body.insert("payload", payload.clone());
    Ok(Json::from(body))
}

/// The fields of a request with those that the member `auth` of its body stands for, and the `payload` beside it.
///
/// # Errors
/// `auth-malformed`.
pub(in crate::auth) fn fields_and_payload<'b>(
    fields: &HeaderMap,
    body: &'b Object,
) -> Result<(HeaderMap, &'b Json), AuthError> {
    let [auth, payload] = members(body, "the body", ["auth", "payload"])?;
    let auth = auth.as_object().ok_or_else(|| AuthError::malformed("`auth`", "is not an object"))?;
    let values = members(auth, "`auth`", MEMBERS.map(|(name, _)| name))?;
    let mut fields = fields.clone();
    for ((name, field), value) in MEMBERS.into_iter().zip(values) {
        let text = value.as_str().ok_or_else(|| AuthError::malformed(format!("`{name}`"), "is no string"))?;
        fields.insert(
            field,
            field_value(text).map_err(|_| AuthError::malformed(format!("`{name}`"), "is not ASCII text"))?,
        );
    }
    Ok((fields, payload))
}

/// The members of an object that has these and no others.
pub(super) fn members<'a, const N: usize>(
    object: &'a Object,
    place: &str,
    names: [&str; N],
) -> Result<[&'a Json; N], AuthError> {
    if let Some(other) = object.iter().find(|member| !names.contains(&member.name().as_str())) {
        return Err(AuthError::malformed(place, format!("unknown member {:?}", other.name().as_str())));
    }
    let mut found = [const { None }; N];
    for (slot, name) in found.iter_mut().zip(names) {
        let missing = || AuthError::malformed(place, format!("has no member {name:?}"));
        *slot = Some(object.get(name).ok_or_else(missing)?);
    }
    // every slot is filled
    found
        .iter()
        .flatten()
        .copied()
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| AuthError::malformed(place, "is incomplete"))
}

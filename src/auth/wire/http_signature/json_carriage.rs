//! Signatures in a JSON body, `{"auth": {"contentDigest", "signatureInput", "signature"}, "payload": …}`, for
//! transports without headers (ANP-02 section 4). The digest covers only the canonical JSON of `payload`. A request
//! that only authenticates has neither payload nor digest.

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

/// The members of `auth` and their fields; the first one only with a payload.
const MEMBERS: [(&str, HeaderName); 3] = [
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
pub(in crate::auth) fn fields_and_payload<'b>(
    fields: &HeaderMap,
    body: &'b Object,
) -> Result<(HeaderMap, Option<&'b Json>), AuthError> {
    let (auth, payload) = match body.get("payload") {
        Some(_) => members(body, "the body", ["auth", "payload"]).map(|[auth, payload]| (auth, Some(payload)))?,
        None => members(body, "the body", ["auth"]).map(|[auth]| (auth, None))?,
    };
    let auth = auth.as_object().ok_or_else(|| AuthError::malformed("`auth`", "is not an object"))?;
    let [digest, input, signature] = MEMBERS;
    let carried = match payload {
        Some(_) => members(auth, "`auth`", MEMBERS.map(|(name, _)| name))?.to_vec(),
        None if auth.contains(digest.0) => {
            return Err(AuthError::malformed("the body", "a `contentDigest` without the `payload` that it is of"));
        }
        None => members(auth, "`auth`", [input.0, signature.0])?.to_vec(),
    };
    let names = [digest, input, signature].into_iter().skip(3 - carried.len());
    let mut fields = fields.clone();
    // the digest in the header fields covers the body with the signature
    fields.remove(CONTENT_DIGEST);
    for ((name, field), value) in names.zip(carried) {
        let text = value.as_str().ok_or_else(|| AuthError::malformed(format!("`{name}`"), "is not a string"))?;
        fields.insert(
            field,
            field_value(text).map_err(|_| AuthError::malformed(format!("`{name}`"), "is not ASCII text"))?,
        );
    }
    Ok((fields, payload))
}

/// The members of an object that must have exactly these members.
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

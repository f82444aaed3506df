//! The signatures of a key directory response (draft-meunier-webbotauth-httpsig-protocol, appendix B.1). Each key of
//! the directory signs the response, which proves that its holder published it at this origin, and contains the expiry
//! time.

use super::{
    Component, DigestAlgorithm, Message, SignatureFields, SignatureParams, check_content_digest, content_digest,
    content_digest::CONTENT_DIGEST, sign_with, signature_fields::field_value, signature_input::SignatureInput,
    verify_with,
};
use crate::AuthError;
use adp_crypto::{
    CLOCK_SKEW, Origin, Timestamp,
    key::{KeyDirectory, SigningKey},
};
use http::{HeaderMap, Method, StatusCode, Uri};

/// The `tag` of these signatures.
const TAG: &str = "http-message-signatures-directory";
/// The required components.
const COVERED: [&str; 2] = ["@authority;req", "content-digest"];

/// Signs the response with each key of the directory; returns the fields `Content-Digest`, `Signature-Input` and
/// `Signature` for these bytes.
///
/// # Errors
/// `auth-malformed` for an expiry time that is not after `created`.
pub fn sign_directory_response(
    agent: &Origin,
    body: &[u8],
    keys: &[SigningKey],
    created: Timestamp,
    expires: Timestamp,
) -> Result<HeaderMap, AuthError> {
    if expires <= created {
        let reason = format!("would be {expires}, which is not after its creation at {created}");
        return Err(AuthError::malformed("`expires`", reason));
    }
    let mut fields = HeaderMap::new();
    fields.insert(CONTENT_DIGEST, field_value(&content_digest(body, DigestAlgorithm::Sha256))?);
    let signed = keys.iter().zip(1..).map(|(key, number): (_, usize)| {
        let components = COVERED.iter().map(|name| name.parse::<Component>()).collect::<Result<_, _>>()?;
        let params = SignatureParams::new(components)?.with_times(Some(created), Some(expires));
        let params = params.with_text("keyid", &key.verifying_key().thumbprint())?.with_text("tag", TAG)?;
        on_response(agent, &fields, |response| sign_with(key, response, &format!("binding{number}"), &params))
    });
    let signed = signed.collect::<Result<Vec<_>, AuthError>>()?;
    let joined = |part: fn(&SignatureFields) -> &str| signed.iter().map(part).collect::<Vec<_>>().join(", ");
    let signature_input = joined(|fields| &fields.signature_input);
    let signature = joined(|fields| &fields.signature);
    if !signed.is_empty() {
        SignatureFields { signature_input, signature }.insert_into(&mut fields)?;
    }
    Ok(fields)
}

/// Verifies that each key of a directory signed its response, and returns the expiry time.
///
/// # Errors
/// `auth-missing` where a key has not signed; `auth-uncovered`, `auth-digest`, `auth-signature`, `auth-expired`, `auth-not-yet-valid`,
/// `auth-malformed`.
pub fn verify_directory_response(
    directory: &KeyDirectory,
    fields: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<Timestamp, AuthError> {
    if !fields.contains_key("signature-input") || directory.keys.is_empty() {
        return Err(AuthError::Missing);
    }
    let mut earliest = None;
    for key in &directory.keys {
        let input = SignatureInput::read(fields)?;
        let label = input.labels_with(TAG, Some(key.thumbprint.as_str())).next().ok_or(AuthError::Missing)?.to_owned();
        let params = on_response(&directory.agent, fields, |response| verify_with(&key.key, response, &label))?;
        let missing: Vec<&str> = COVERED.into_iter().filter(|name| !params.covers_component(name)).collect();
        if !missing.is_empty() {
            return Err(AuthError::uncovered(&params, &missing));
        }
        let (Some(created), Some(expires)) = (params.created(), params.expires()) else {
            return Err(AuthError::malformed("the directory's signature", "has no `created` or no `expires`"));
        };
        if created > now.saturating_add(CLOCK_SKEW) {
            return Err(AuthError::NotYetValid { created, now });
        }
        if expires <= now {
            let reason = format!("the directory's signature expired at {expires}, and it is now {now}");
            return Err(AuthError::Expired { reason });
        }
        earliest = Some(earliest.map_or(expires, |earliest: Timestamp| earliest.min(expires)));
    }
    check_content_digest(fields, body)?;
    earliest.ok_or(AuthError::Missing)
}

/// Calls a function with such a response to a request for the directory of an origin.
fn on_response<T>(
    agent: &Origin,
    fields: &HeaderMap,
    act: impl FnOnce(&Message<'_>) -> Result<T, AuthError>,
) -> Result<T, AuthError> {
    let (target, none) = (Uri::from_static(KeyDirectory::PATH), HeaderMap::new());
    let request = Message::request(&Method::GET, &target, agent, &none);
    act(&Message::response(StatusCode::OK, fields, Some(&request)))
}

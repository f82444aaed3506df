//! The profile of RFC 9421 for requests signed with the key of a DID: what must be covered, for whom, how old.

use super::{
    Message, SignatureParams, check_content_digest, content_digest::CONTENT_DIGEST, signature_base,
    signature_input::SignatureInput, verify::signature_of,
};
use crate::{
    Timestamp,
    auth::{
        Audience, AuthError, AuthPolicy, Claims, NoncePolicy, Profile, UnverifiedRequest, policy::MAX_NONCE,
        replay::ReplayKey, window,
    },
    did::DidUrl,
    suite::SigningInput,
};
use http::{HeaderMap, Uri, header};

pub(in crate::auth) fn is_in(request: &http::request::Parts) -> bool {
    request.headers.contains_key("signature") || request.headers.contains_key("signature-input")
}

pub(in crate::auth) fn read(
    request: &http::request::Parts,
    body: &[u8],
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    let message = Message::request(&request.method, &request.uri, audience, &request.headers);
    let content = Content { bytes: Some(body), is_due: !body.is_empty() || announces_content(&request.headers) };
    let credentials = Credentials::read(&message, policy)?;
    if body.len() > policy.body_limit {
        return Err(AuthError::BodySize { limit: policy.body_limit });
    }
    credentials.check(&message, content, Profile::HttpSignature, &request.uri, audience, policy, now)
}

/// All of [`read`] that needs no content: for whoever has the head of a request only.
pub(in crate::auth) fn check_head(
    request: &http::request::Parts,
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<(), AuthError> {
    let message = Message::request(&request.method, &request.uri, audience, &request.headers);
    let content = Content { bytes: None, is_due: announces_content(&request.headers) };
    let credentials = Credentials::read(&message, policy)?;
    credentials.check(&message, content, Profile::HttpSignature, &request.uri, audience, policy, now).map(drop)
}

/// The content of a request: what its digest is of.
pub(super) struct Content<'a> {
    /// None where it has not come yet.
    pub(super) bytes: Option<&'a [u8]>,
    /// Whether the signature must cover a digest of it.
    pub(super) is_due: bool,
}

/// Whether the fields announce content: a server that did not read it must not take it for empty.
pub(super) fn announces_content(fields: &HeaderMap) -> bool {
    let no_length = |value: &http::HeaderValue| value.as_bytes() == b"0";
    fields.contains_key(header::TRANSFER_ENCODING) || !fields.get_all(header::CONTENT_LENGTH).iter().all(no_length)
}

/// Credentials of the right form.
pub(super) struct Credentials {
    key_id: DidUrl,
    label: String,
    params: SignatureParams,
    base: String,
    nonce: Option<String>,
}

impl Credentials {
    /// Reads the one signature whose `keyid` is a DID URL; others (a gateway's) are neither read nor trusted.
    pub(super) fn read(message: &Message<'_>, policy: &AuthPolicy) -> Result<Self, AuthError> {
        let input = SignatureInput::read(message.fields())?;
        let mut of_dids = input.keys().filter(|(_, keyid)| keyid.is_some_and(|keyid| keyid.starts_with("did:")));
        let label = match (of_dids.next(), of_dids.next()) {
            (Some((label, _)), None) => label.to_owned(),
            (Some((one, _)), Some((other, _))) => {
                let reason = format!("`{one}` and `{other}` are both signatures of a DID, expected one");
                return Err(AuthError::malformed("`Signature-Input`", reason));
            }
            // signatures of someone else, such as a gateway
            (None, _) if input.keys().all(|(_, keyid)| keyid.is_some()) => return Err(AuthError::Missing),
            (None, _) => return Err(AuthError::malformed("`keyid`", "is missing, expected the DID URL of the key")),
        };
        drop(of_dids);
        let params = input.into_params(&label)?;
        let keyid = params.keyid().unwrap_or_default();
        let key_id = keyid.parse().map_err(|error| AuthError::malformed("`keyid`", format!("{keyid:?}: {error}")))?;
        if params.created().is_none() {
            return Err(AuthError::malformed("`created`", "is missing"));
        }
        let nonce = check_nonce(params.nonce(), policy)?;
        let base = signature_base(message, &params)?;
        Ok(Self { key_id, label, params, base, nonce })
    }

    /// Digest, coverage, audience, time; in this order.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn check(
        self,
        message: &Message<'_>,
        content: Content<'_>,
        profile: Profile,
        target: &Uri,
        audience: &Audience,
        policy: &AuthPolicy,
        now: Timestamp,
    ) -> Result<UnverifiedRequest, AuthError> {
        let Self { key_id, label, params, base, nonce } = self;
        let signature = signature_of(message, &label)?;
        let key_type = params.key_type()?;
        if let Some(bytes) = content.bytes
            && message.fields().contains_key(&CONTENT_DIGEST)
        {
            check_content_digest(message.fields(), bytes)?;
        }
        check_coverage(&params, content.is_due)?;
        check_target(target, audience)?;
        let (created, expires) = (params.created(), params.expires());
        let created_at = created.unwrap_or(now);
        let replayable_until = window::check(created_at, expires, policy, now)?;
        let did = key_id.did();
        let replay_key = match &nonce {
            Some(nonce) => ReplayKey::of_nonce(audience, did, nonce),
            None => ReplayKey::of_signature_base(audience, did, base.as_bytes()),
        };
        let covered = params.components().iter().map(ToString::to_string).collect();
        let claims = Claims { profile, key_id, audience: audience.clone(), covered, created, expires, nonce };
        let input = SigningInput::of_request(base.into_bytes());
        Ok(UnverifiedRequest { claims, input, signature, key_type, replay_key, replayable_until })
    }
}

fn check_nonce(nonce: Option<&str>, policy: &AuthPolicy) -> Result<Option<String>, AuthError> {
    let malformed = |reason: String| Err(AuthError::malformed("`nonce`", reason));
    match nonce {
        Some("") => malformed("is empty".to_owned()),
        Some(nonce) if nonce.len() > MAX_NONCE => {
            malformed(format!("has {} bytes, expected at most {MAX_NONCE}", nonce.len()))
        }
        Some(nonce) => Ok(Some(nonce.to_owned())),
        None if policy.nonce == NoncePolicy::OrSignatureBase => Ok(None),
        None => malformed("is missing; this server requires one, a new one for each request".to_owned()),
    }
}

/// A component with parameters is another component and counts for nothing here.
fn check_coverage(params: &SignatureParams, content_is_due: bool) -> Result<(), AuthError> {
    let required = ["@method", "@target-uri"].into_iter().chain(content_is_due.then_some("content-digest"));
    let missing: Vec<_> = required.filter(|name| !params.covers(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let covered = params.components().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Err(AuthError::Uncovered { covered, missing: missing.join(" ") })
}

/// A target that names a scheme or an authority must name the audience's.
pub(super) fn check_target(target: &Uri, audience: &Audience) -> Result<(), AuthError> {
    let Some(authority) = target.authority() else {
        return Ok(());
    };
    let scheme = target.scheme_str().unwrap_or(audience.scheme());
    match Audience::new(&scheme.to_ascii_lowercase(), authority.as_str()) {
        Ok(named) if named == *audience => Ok(()),
        _ => {
            let found = format!("{scheme}://{authority}");
            Err(AuthError::Audience { found, expected: audience.origin() })
        }
    }
}

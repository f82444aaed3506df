//! Requests by the Web Bot Auth profile of RFC 9421 (draft-meunier-webbotauth-httpsig-protocol). The caller is the
//! origin whose key directory contains the key.

use super::{request_signature::check_nonce, window};
use crate::{
    AuthError, AuthPolicy, NoncePolicy, Receiver, VerifiedRequest,
    http_signature::{
        CONTENT_DIGEST, Message, SignatureInput, SignatureParams, WEB_BOT_AUTH_TAG, check_content_digest,
        signature_agent, signature_base, signature_of,
    },
    replay::{ReplayKey, ReplayStore},
    wire::SignedBytes,
};
use adp_crypto::{
    Origin, Timestamp,
    key::{KeyDirectory, KeyError},
    suite::SigningInput,
};
use http::request::Parts;
use std::time::Duration;

/// The longest lifetime of a signature that the draft recommends (section 5.2).
const MAX_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

impl AuthPolicy {
    /// The policy of the Web Bot Auth profile: signatures of at most 24 hours, with or without a nonce.
    #[must_use]
    pub fn web_bot_auth() -> Self {
        Self { window: MAX_LIFETIME, nonce: NoncePolicy::OrSignatureBase, ..Self::default() }
    }
}

/// The claims of a request's Web Bot Auth credentials. The containing type tells whether they are verified.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BotClaims {
    /// The caller: the origin whose key directory contains the key.
    pub agent: Origin,
    /// The JWK thumbprint of the key.
    pub key_id: String,
    /// The service that the credentials are for.
    pub audience: Origin,
    /// The covered components in order, as component identifiers. The body is covered only if `content-digest` is among
    /// them.
    pub covered: Vec<String>,
    /// Creation time.
    pub created: Timestamp,
    /// Expiry time.
    pub expires: Timestamp,
    /// The nonce.
    pub nonce: Option<String>,
}

/// A Web Bot Auth request with an unverified signature.
///
/// ```no_run
/// # fn verify(parts: &http::request::Parts, directory: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
/// use agent_description::{Timestamp, auth::{AuthPolicy, Receiver, UnverifiedBotRequest}, key::KeyDirectory};
///
/// let (audience, policy, now) = ("https://shop.example.com".parse()?, AuthPolicy::web_bot_auth(), "2026-11-01T00:00:00Z".parse()?);
/// let request = UnverifiedBotRequest::read(parts, b"", Receiver::new(&audience, &policy, now))?;
/// // fetch `KeyDirectory::PATH` of `request.claims().agent`: status 200, no redirects
/// let directory = KeyDirectory::parse(request.claims().agent.clone(), directory)?;
/// let verified = request.verify(&directory, now)?;
/// println!("a request by {}", verified.claims().agent);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct UnverifiedBotRequest {
    claims: BotClaims,
    signed: SignedBytes,
    replayable_until: Timestamp,
}

impl UnverifiedBotRequest {
    /// Parses the only signature of a request with the `tag` `web-bot-auth`: checks syntax, coverage, digest, audience
    /// and time.
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`, `auth-uncovered`, `auth-audience`, `auth-expired`, `auth-not-yet-valid`.
    pub fn read(request: &Parts, body: &[u8], receiver: Receiver<'_>) -> Result<Self, AuthError> {
        let Receiver { audience, policy, now } = receiver;
        let message = Message::request(&request.method, &request.uri, audience, &request.headers);
        if !request.headers.contains_key("signature-input") {
            return Err(AuthError::Missing);
        }
        let input = SignatureInput::read(&request.headers)?;
        let mut labels = input.labels_with(WEB_BOT_AUTH_TAG, None);
        let label = match (labels.next(), labels.next()) {
            (Some(label), None) => label.to_owned(),
            (None, _) => return Err(input.without_tag(WEB_BOT_AUTH_TAG)),
            (Some(one), Some(other)) => {
                let reason = format!("`{one}` and `{other}` have the tag {WEB_BOT_AUTH_TAG:?}, expected one");
                return Err(AuthError::malformed("`Signature-Input`", reason));
            }
        };
        drop(labels);
        let params = input.into_params(&label)?;
        let missing = |name: &str| AuthError::malformed(format!("`{name}`"), "is missing");
        let key_id = params.text("keyid").ok_or_else(|| missing("keyid"))?.to_owned();
        let created = params.created().ok_or_else(|| missing("created"))?;
        let expires = params.expires().ok_or_else(|| missing("expires"))?;
        let nonce = check_nonce(params.text("nonce"), policy)?;
        check_key_id(&key_id)?;
        let key_type = params.key_type()?;
        if !params.covers("@authority") && !params.covers("@target-uri") {
            return Err(AuthError::uncovered(&params, &["@authority"]));
        }
        let agent = signature_agent(&message, &params, &label)?;
        let base = signature_base(&message, &params)?;
        let signature = signature_of(&message, &label)?;
        check_digest(&message, &params, body, policy)?;
        message.check_target()?;
        let replayable_until = window::check(created, Some(expires), policy, now)?;
        let (audience, covered) = (audience.clone(), params.covered());
        let claims = BotClaims { agent, key_id, audience, covered, created, expires, nonce };
        let signed = SignedBytes { input: SigningInput::from_message(base.into_bytes()), signature, key_type };
        Ok(Self { claims, signed, replayable_until })
    }

    /// The claims of the credentials.
    #[must_use]
    pub fn claims(&self) -> &BotClaims {
        &self.claims
    }

    /// Checks the signature with the key directory of the origin in the request.
    ///
    /// # Errors
    /// `auth-method-not-authorized` if the directory belongs to another origin, or does not contain the key at this
    /// time. `key-malformed` for a test key; `auth-signature`; `auth-malformed` if the algorithm in the credentials
    /// does not match the key.
    pub fn verify(self, directory: &KeyDirectory, now: Timestamp) -> Result<VerifiedRequest<BotClaims>, AuthError> {
        let Self { claims, signed, replayable_until } = self;
        let refused = |error| AuthError::DirectoryKey { agent: claims.agent.clone(), error };
        // a key of another origin proves nothing for this one (section 5.4)
        if directory.agent != claims.agent {
            return Err(refused(KeyError::NotInDirectory));
        }
        signed.verify(directory.key_at(&claims.key_id, now).map_err(refused)?, &claims.key_id)?;
        let replay_key = ReplayKey::for_bot(&claims.audience, &claims.agent, signed.input.as_bytes());
        Ok(VerifiedRequest { claims, replay_key, replayable_until })
    }
}

impl VerifiedRequest<BotClaims> {
    /// Stores the signature, so that a replay is refused.
    ///
    /// # Errors
    /// `auth-replayed`, `auth-store-full`, or `auth-expired` if the credentials expired before the store was asked.
    pub async fn admit<S: ReplayStore + ?Sized>(self, store: &S, now: Timestamp) -> Result<BotClaims, AuthError> {
        let agent = self.claims.agent.to_string();
        self.record(store, now, agent).await
    }
}

/// A thumbprint is SHA-256 in base64url (RFC 7638 section 3).
fn check_key_id(key_id: &str) -> Result<(), AuthError> {
    let is_base64url = key_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if key_id.len() == 43 && is_base64url {
        return Ok(());
    }
    let reason = format!("found {key_id:?}, expected a JWK thumbprint: 43 characters of base64url");
    Err(AuthError::malformed("`keyid`", reason))
}

/// Checks that a covered digest matches the body.
fn check_digest(
    message: &Message<'_>,
    params: &SignatureParams,
    body: &[u8],
    policy: &AuthPolicy,
) -> Result<(), AuthError> {
    if body.len() > policy.body_limit {
        return Err(AuthError::BodySize { limit: policy.body_limit });
    }
    if params.covers(CONTENT_DIGEST.as_str()) || message.fields().contains_key(&CONTENT_DIGEST) {
        check_content_digest(message.fields(), body)?;
    }
    Ok(())
}

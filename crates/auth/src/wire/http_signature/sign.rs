//! Signing of requests by the profile.

use super::{
    Component, DigestAlgorithm, Message, SignatureFields, SignatureParams, content_digest,
    content_digest::{CONTENT_DIGEST, announces_content},
    signature_agent::{SIGNATURE_AGENT, WEB_BOT_AUTH_TAG, component_for, field_for},
    signature_base,
    signature_fields::field_value,
};
use crate::{AuthError, wire::check_nonce};
use adp_crypto::{Origin, Timestamp, suite::SigningInput};
use adp_did::{Signer, signed};
use http::{
    HeaderMap,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use std::time::Duration;

/// Default lifetime of a signature; see [`SignRequestOptions::expires`].
pub(crate) const REQUEST_LIFETIME: Duration = Duration::from_secs(60);
/// The label of the signature.
const LABEL: &str = "sig1";

/// Options for signing a request.
#[derive(Clone, Debug)]
#[must_use]
pub struct SignRequestOptions {
    /// The creation time, signed to the second.
    pub created: Timestamp,
    /// The expiry time, signed to the second. Servers refuse an expiry after more than 5 minutes by default.
    pub expires: Timestamp,
    /// The nonce: the server's if it issued one, otherwise one that was never used before.
    pub nonce: Option<String>,
    /// Additional covered components, by their identifiers: `@authority`, `content-type`.
    pub cover: Vec<String>,
    /// The digest algorithm.
    pub digest: DigestAlgorithm,
    /// Signs by the Web Bot Auth profile (draft-meunier-webbotauth-httpsig-protocol, section 5.2): the `https` origin
    /// whose [key directory](adp_crypto::key::KeyDirectory) has the key. The request gets a `Signature-Agent`, which is
    /// covered; `keyid` is the key's thumbprint and `tag` is `web-bot-auth`.
    ///
    /// For requests in header fields: [`sign_payload`](super::sign_payload) has no field to carry the agent.
    pub web_bot_auth: Option<Origin>,
}

impl SignRequestOptions {
    /// Signed at `created` (to the second), valid for 60 s, without a nonce, with the digest algorithm SHA-256.
    ///
    /// Servers refuse requests without a nonce by default, so set one.
    pub fn new(created: Timestamp) -> Self {
        let created = created.truncated_to_second();
        Self {
            created,
            expires: created.saturating_add(REQUEST_LIFETIME),
            nonce: None,
            cover: Vec::new(),
            digest: DigestAlgorithm::default(),
            web_bot_auth: None,
        }
    }

    /// Sets a nonce of 128 random bits from the operating system.
    ///
    /// # Errors
    /// `io-read` if there are none.
    #[cfg(feature = "generate")]
    pub fn random_nonce(mut self) -> Result<Self, adp_json::SimpleError> {
        use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
        self.nonce = Some(BASE64_URL_SAFE_NO_PAD.encode(crate::random()?));
        Ok(self)
    }

    /// Covers the components that ANP-02 section 3.1.1 recommends: `@authority`, and the type and length of the body if
    /// the header fields have them.
    pub fn cover_recommended(mut self, headers: &HeaderMap) -> Self {
        let fields = [CONTENT_TYPE, CONTENT_LENGTH].into_iter().filter(|name| headers.contains_key(name));
        self.cover.push("@authority".to_owned());
        self.cover.extend(fields.map(|name| name.to_string()));
        self
    }

    /// `("@method" "@target-uri" … "content-digest" …);created;expires;nonce;keyid`.
    fn params(&self, has_content: bool, signer: &dyn Signer) -> Result<SignatureParams, AuthError> {
        let (created, expires) = (self.created.truncated_to_second(), self.expires.truncated_to_second());
        if expires <= created {
            let reason = format!("would be {expires}, which is not after its creation at {created}");
            return Err(AuthError::malformed("`expires`", reason));
        }
        let (derived, fields): (Vec<_>, Vec<_>) =
            self.cover.iter().map(String::as_str).partition(|component| component.starts_with('@'));
        let digest = has_content.then_some("content-digest");
        let agent = self.web_bot_auth.as_ref().map(|_| component_for(LABEL));
        let mut components: Vec<Component> = Vec::new();
        for name in
            ["@method", "@target-uri"].into_iter().chain(derived).chain(digest).chain(agent.as_deref()).chain(fields)
        {
            let component = name.parse()?;
            if !components.contains(&component) {
                components.push(component);
            }
        }
        let params = SignatureParams::new(components)?.with_times(Some(created), Some(expires));
        let params = match &self.nonce {
            Some(nonce) => {
                check_nonce(nonce)?;
                params.with_text("nonce", nonce)?
            }
            None => params,
        };
        match self.web_bot_auth {
            None => params.with_text("keyid", signer.method().as_str()),
            Some(_) => {
                params.with_text("keyid", &signer.verifying_key().thumbprint())?.with_text("tag", WEB_BOT_AUTH_TAG)
            }
        }
    }
}

/// Signs a request: sets `Content-Digest` (if there is content), `Signature-Input` and `Signature`, replacing existing
/// ones.
///
/// `audience` is the service that receives the request; `parts.uri` is a path and query, or a complete URI of that
/// service. The signature is verified with the signer's public key before anything is added.
///
/// # Errors
/// `auth-audience` if the URI belongs to another service; `auth-malformed` for components that the request does not
/// have, an empty nonce and invalid field values; errors of the signer.
pub fn sign_request(
    parts: &mut http::request::Parts,
    body: &[u8],
    audience: &Origin,
    signer: &dyn Signer,
    options: &SignRequestOptions,
) -> Result<(), AuthError> {
    let has_content = !body.is_empty() || announces_content(&parts.headers);
    let mut fields = parts.headers.clone();
    if has_content {
        fields.insert(CONTENT_DIGEST, field_value(&content_digest(body, options.digest))?);
    }
    if let Some(agent) = &options.web_bot_auth {
        fields.insert(SIGNATURE_AGENT, field_value(&field_for(LABEL, agent, signer.verifying_key())?)?);
    }
    let message = Message::request(&parts.method, &parts.uri, audience, &fields);
    let signed = sign_message(&message, has_content, signer, options)?;
    signed.insert_into(&mut fields)?;
    parts.headers = fields;
    Ok(())
}

/// The part that [`sign_origin`](super::sign_origin) shares: covers exactly method, target and digest.
pub(super) fn sign_agents_message(
    message: &Message<'_>,
    signer: &dyn Signer,
    options: &SignRequestOptions,
) -> Result<SignatureFields, AuthError> {
    if let Some(other) = options.cover.first() {
        let reason = format!("would cover {other:?} too, and an origin proof covers three components");
        return Err(AuthError::malformed("a component of the signature", reason));
    }
    sign_message(message, true, signer, options)
}

pub(super) fn sign_message(
    message: &Message<'_>,
    has_content: bool,
    signer: &dyn Signer,
    options: &SignRequestOptions,
) -> Result<SignatureFields, AuthError> {
    message.check_target()?;
    let params = options.params(has_content, signer)?;
    let input = SigningInput::from_message(signature_base(message, &params)?.into_bytes());
    let signature = signed(signer, &input)?;
    SignatureFields::new(LABEL, &params, &signature)
}

//! The profile of RFC 9421 for requests signed with a DID key: required components, audience and age.

use crate::{
    AuthError, AuthPolicy, Claims, CredentialForm, NoncePolicy, Receiver,
    http_signature::{
        CONTENT_DIGEST, Message, SignatureInput, SignatureParams, announces_content, check_content_digest,
        fields_and_payload, signature_base, signature_of,
    },
    wire::{self, SignedBytes},
};
use adp_crypto::{Origin, suite::SigningInput};
use adp_did::DidUrl;
use adp_json::{Object, jcs};
use http::request::Parts;

/// Parses a request that is signed in its header fields. Without its body, only the head is checked.
pub(super) fn read(
    request: &Parts,
    body: Option<&[u8]>,
    receiver: Receiver<'_>,
) -> Result<(Claims, SignedBytes), AuthError> {
    let message = Message::request(&request.method, &request.uri, receiver.audience, &request.headers);
    let has_body = body.is_some_and(|body| !body.is_empty());
    let content = Content { bytes: body, is_due: has_body || announces_content(&request.headers) };
    let credentials = Credentials::read(&message, receiver.policy)?;
    let limit = receiver.policy.body_limit;
    if body.is_some_and(|body| body.len() > limit) {
        return Err(AuthError::BodySize { limit });
    }
    credentials.check(&message, content, CredentialForm::HttpSignature, receiver.audience)
}

/// Parses a request whose JSON body has the signature next to the payload.
pub(super) fn read_json(
    request: &Parts,
    body: &Object,
    receiver: Receiver<'_>,
) -> Result<(Claims, SignedBytes), AuthError> {
    let (fields, payload) = fields_and_payload(&request.headers, body)?;
    let message = Message::request(&request.method, &request.uri, receiver.audience, &fields);
    let credentials = Credentials::read(&message, receiver.policy)?;
    let payload = payload.map(jcs::canonicalize);
    let content = Content { bytes: Some(payload.as_deref().unwrap_or_default()), is_due: payload.is_some() };
    credentials.check(&message, content, CredentialForm::HttpSignatureJson, receiver.audience)
}

/// The content of a request, for its digest.
struct Content<'a> {
    /// `None` if the content has not arrived yet.
    bytes: Option<&'a [u8]>,
    /// Whether the signature must cover a digest of the content.
    is_due: bool,
}

/// Well-formed credentials.
struct Credentials {
    key_id: DidUrl,
    label: String,
    params: SignatureParams,
    base: String,
    nonce: Option<String>,
}

impl Credentials {
    /// Parses the one signature whose `keyid` is a DID URL; other signatures (for example a gateway's) are ignored.
    fn read(message: &Message<'_>, policy: &AuthPolicy) -> Result<Self, AuthError> {
        let input = SignatureInput::read(message.fields())?;
        let mut of_dids = input.keys().filter(|(_, keyid)| keyid.is_some_and(|keyid| keyid.starts_with("did:")));
        let label = match (of_dids.next(), of_dids.next()) {
            (Some((label, _)), None) => label.to_owned(),
            (Some((one, _)), Some((other, _))) => {
                let reason = format!("`{one}` and `{other}` are both signatures of a DID, expected one");
                return Err(AuthError::malformed("`Signature-Input`", reason));
            }
            // signatures of others, such as a gateway
            (None, _) if input.keys().all(|(_, keyid)| keyid.is_some()) => return Err(AuthError::Missing),
            (None, _) => return Err(AuthError::malformed("`keyid`", "is missing, expected the DID URL of the key")),
        };
        drop(of_dids);
        let params = input.into_params(&label)?;
        let keyid = params.text("keyid").unwrap_or_default();
        let key_id = keyid.parse().map_err(|error| AuthError::key_id("`keyid`", keyid, error))?;
        if params.created().is_none() {
            return Err(AuthError::malformed("`created`", "is missing"));
        }
        let nonce = check_nonce(params.text("nonce"), policy)?;
        let base = signature_base(message, &params)?;
        Ok(Self { key_id, label, params, base, nonce })
    }

    /// Checks digest, coverage and audience, in this order.
    fn check(
        self,
        message: &Message<'_>,
        content: Content<'_>,
        form: CredentialForm,
        audience: &Origin,
    ) -> Result<(Claims, SignedBytes), AuthError> {
        let Self { key_id, label, params, base, nonce } = self;
        let signature = signature_of(message, &label)?;
        let key_type = params.key_type()?;
        if let Some(bytes) = content.bytes
            && message.fields().contains_key(&CONTENT_DIGEST)
        {
            check_content_digest(message.fields(), bytes)?;
        }
        check_coverage(&params, content.is_due)?;
        message.check_target()?;
        let claims = Claims {
            form,
            key_id,
            audience: audience.clone(),
            covered: params.covered(),
            created: params.created(),
            expires: params.expires(),
            nonce,
        };
        Ok((claims, SignedBytes { input: SigningInput::from_message(base.into_bytes()), signature, key_type }))
    }
}

pub(super) fn check_nonce(nonce: Option<&str>, policy: &AuthPolicy) -> Result<Option<String>, AuthError> {
    match nonce {
        Some(nonce) => wire::check_nonce(nonce).map(|()| Some(nonce.to_owned())),
        None if policy.nonce == NoncePolicy::OrSignatureBase => Ok(None),
        None => {
            let reason = "is missing; this server requires one, a new one for each request";
            Err(AuthError::malformed("`nonce`", reason))
        }
    }
}

/// A component with parameters is a different component and is ignored here.
fn check_coverage(params: &SignatureParams, content_is_due: bool) -> Result<(), AuthError> {
    let required = ["@method", "@target-uri"].into_iter().chain(content_is_due.then_some("content-digest"));
    let missing: Vec<_> = required.filter(|name| !params.covers(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(AuthError::uncovered(params, &missing))
}

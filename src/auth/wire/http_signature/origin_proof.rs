//! Origin proofs (ANP messaging P1, appendix A): the sender signs components of a JSON-RPC message by RFC 9421.
//!
//! `@method` is the JSON-RPC method, `@target-uri` is `anp://KIND/DID` of `meta.target`, and `content-digest` covers
//! the canonical JSON of `{method, meta, body}`.

use super::{
    Message, SignRequestOptions, check_content_digest, content_digest,
    content_digest::{CONTENT_DIGEST, DigestAlgorithm},
    json_carriage::{MEMBERS, insert_fields, members},
    message::form_encoded,
    sign::sign_agents_message,
    signature_fields::field_value,
};
use crate::{
    Signer,
    auth::AuthError,
    json::{Json, Object, jcs},
};
use http::HeaderMap;

/// The `auth.scheme` of messages with an origin proof.
pub const ORIGIN_PROOF_SCHEME: &str = "anp-rfc9421-origin-proof-v1";

/// The kinds of target.
const KINDS: [&str; 3] = ["agent", "group", "service"];

/// A message with an origin proof.
pub(in crate::auth) struct SignedMessage<'a> {
    method: &'a str,
    target: String,
    content: Vec<u8>,
    params: &'a Object,
    /// `meta.sender_did`
    pub(in crate::auth) sender: &'a str,
}

impl<'a> SignedMessage<'a> {
    /// # Errors
    /// `auth-malformed`.
    pub(in crate::auth) fn from_message(message: &'a Object) -> Result<Self, AuthError> {
        let missing = |name: &'static str, expected: &str| AuthError::malformed(name, format!("is not {expected}"));
        let text = |object: &'a Object, name: &'static str| {
            object.get(name).and_then(Json::as_str).ok_or_else(|| missing(name, "a string"))
        };
        let object = |object: &'a Object, name: &'static str| {
            object.get(name).and_then(Json::as_object).ok_or_else(|| missing(name, "an object"))
        };
        let method = text(message, "method")?;
        check_members(message)?;
        // the object that a request represents has no `params`
        let params = if message.contains("params") { object(message, "params")? } else { message };
        let meta = object(params, "meta")?;
        let addressed = object(meta, "target")?;
        let (kind, did) = (text(addressed, "kind")?, text(addressed, "did")?);
        if !KINDS.contains(&kind) {
            return Err(missing("meta.target.kind", "`agent`, `group` or `service`"));
        }
        let mut signed = Object::with_capacity(3);
        signed.insert("method", method);
        signed.insert("meta", meta.clone());
        let body = params.get("body").ok_or_else(|| missing("body", "there"))?;
        signed.insert("body", body.clone());
        Ok(Self {
            method,
            target: format!("anp://{kind}/{}", percent_encoded(did)),
            content: jcs::canonicalize(&signed.into()),
            params,
            sender: text(meta, "sender_did")?,
        })
    }

    /// The fields of the proof. Its digest must match the message.
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`.
    pub(in crate::auth) fn proof(&self) -> Result<HeaderMap, AuthError> {
        let auth = self.params.get("auth").and_then(Json::as_object).ok_or(AuthError::Missing)?;
        members(auth, "`auth`", ["scheme", "origin_proof"])?;
        if auth.get("scheme").and_then(Json::as_str) != Some(ORIGIN_PROOF_SCHEME) {
            return Err(AuthError::malformed("`auth.scheme`", format!("is not {ORIGIN_PROOF_SCHEME:?}")));
        }
        let proof = auth.get("origin_proof").and_then(Json::as_object);
        let proof = proof.ok_or_else(|| AuthError::malformed("`origin_proof`", "is not an object"))?;
        members(proof, "`origin_proof`", MEMBERS.map(|(name, _)| name))?;
        let mut fields = HeaderMap::new();
        insert_fields(proof, &mut fields)?;
        let digest = proof.get("contentDigest").and_then(Json::as_str).unwrap_or_default();
        if !digest.starts_with("sha-256=") {
            return Err(AuthError::malformed("`contentDigest`", "is not a digest of sha-256"));
        }
        check_content_digest(&fields, &self.content)?;
        Ok(fields)
    }

    /// The message whose components are signed.
    pub(in crate::auth) fn message<'m>(&'m self, fields: &'m HeaderMap) -> Message<'m> {
        Message::for_agent(self.method, &self.target, fields)
    }
}

/// Signs a message between agents: returns it with `params.auth`, or `auth` if there are no `params`. An existing one
/// is replaced.
///
/// # Errors
/// `auth-malformed` for a message without `method`, `params.meta` with `sender_did` and `target`, or `params.body`;
/// errors of the signer.
pub fn sign_origin(message: &Object, signer: &dyn Signer, options: &SignRequestOptions) -> Result<Object, AuthError> {
    let signed = SignedMessage::from_message(message)?;
    let digest = content_digest(&signed.content, DigestAlgorithm::Sha256);
    let mut fields = HeaderMap::new();
    fields.insert(CONTENT_DIGEST, field_value(&digest)?);
    let made = sign_agents_message(&signed.message(&fields), signer, options)?;
    let mut proof = Object::with_capacity(3);
    proof.insert("contentDigest", digest);
    proof.insert("signatureInput", made.signature_input);
    proof.insert("signature", made.signature);
    let mut auth = Object::with_capacity(2);
    auth.insert("scheme", ORIGIN_PROOF_SCHEME);
    auth.insert("origin_proof", proof);
    let mut message = message.clone();
    match message.get_mut("params").and_then(Json::as_object_mut) {
        Some(params) => params.insert("auth", auth),
        None => message.insert("auth", auth),
    };
    Ok(message)
}

/// Checks the members that the digest does not cover (JSON-RPC 2.0, section 4). A reader of JSON-RPC and a reader of the object that a request
/// represents must see the same message.
fn check_members(message: &Object) -> Result<(), AuthError> {
    let is_request = message.contains("params");
    let of_the_other = if is_request { &["meta", "auth", "body"][..] } else { &["jsonrpc", "id"] };
    if let Some(name) = of_the_other.iter().find(|name| message.contains(name)) {
        let form = if is_request {
            "a JSON-RPC request, whose content is in `params`"
        } else {
            "no JSON-RPC request: it has no `params`"
        };
        return Err(AuthError::malformed(*name, format!("cannot be here: the message is {form}")));
    }
    if is_request && message.get("jsonrpc").and_then(Json::as_str) != Some("2.0") {
        return Err(AuthError::malformed("jsonrpc", "is not \"2.0\""));
    }
    let is_integer = |id: &Json| id.as_number().is_some_and(|number| number.get().fract() == 0.0);
    if message.get("id").is_some_and(|id| id.as_str().is_none() && !is_integer(id)) {
        return Err(AuthError::malformed("id", "is not a string or an integer"));
    }
    Ok(())
}

/// All characters but the unreserved ones of RFC 3986: forms also keep `*`, and encode `~`.
fn percent_encoded(text: &str) -> String {
    form_encoded(text).replace('*', "%2A").replace("%7E", "~")
}

//! Origin proofs (ANP messaging P1, appendix A): the sender signs components of a JSON-RPC message by RFC 9421.
//!
//! `@method` is the JSON-RPC method, `@target-uri` is `anp://KIND/DID` of `meta.target`, and `content-digest` covers
//! the canonical JSON of `{method, meta, body}`.

use super::{
    Message, SignRequestOptions, SignatureParams, check_content_digest, content_digest,
    content_digest::{CONTENT_DIGEST, DigestAlgorithm},
    json_carriage::{MEMBERS, insert_fields, members},
    message::form_encoded,
    sign::sign_agents_message,
    signature_fields::field_value,
};
use crate::AuthError;
use adp_crypto::key::Signature;
use adp_did::Signer;
use adp_json::{Json, Member, Object, Offset, Value, jcs};
use adp_report::{
    members::{Field, Shape, Table, first_misspelled},
    shortened,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::HeaderMap;

/// The `auth.scheme` of messages with an origin proof.
pub const ORIGIN_PROOF_SCHEME: &str = "anp-rfc9421-origin-proof-v1";

/// The label of the signature.
pub(crate) const ORIGIN_LABEL: &str = "sig1";

/// The kinds of target.
const KINDS: [&str; 3] = ["agent", "group", "service"];

/// The members of a message, of its `meta` and of its target, whose other spellings some readers take for them.
static MESSAGE: Table = Table::compared(&[
    Field::optional("jsonrpc", Shape::Any),
    Field::optional("id", Shape::Any),
    Field::optional("method", Shape::Any),
    Field::inside("params", &PARAMS),
    Field::inside("meta", &META),
    Field::inside("auth", &AUTH),
    Field::optional("body", Shape::Any),
]);

static PARAMS: Table =
    Table::compared(&[Field::inside("meta", &META), Field::inside("auth", &AUTH), Field::optional("body", Shape::Any)]);

static META: Table = Table::compared(&[Field::optional("sender_did", Shape::Any), Field::inside("target", &TARGET)]);

static TARGET: Table = Table::compared(&[Field::optional("kind", Shape::Any), Field::optional("did", Shape::Any)]);

static AUTH: Table =
    Table::compared(&[Field::optional("scheme", Shape::Any), Field::optional("origin_proof", Shape::Any)]);

/// A message with an origin proof.
pub(crate) struct SignedMessage<'a> {
    method: &'a str,
    target: String,
    content: Vec<u8>,
    params: &'a Object,
    /// The values that the digest covers, and `jsonrpc`, which has one value.
    values: Vec<&'a Json>,
    /// `meta.sender_did`
    pub(crate) sender: &'a str,
}

impl<'a> SignedMessage<'a> {
    /// # Errors
    /// `auth-malformed`.
    pub(crate) fn from_message(message: &'a Object) -> Result<Self, AuthError> {
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
        let values = [message.get("jsonrpc"), message.get("method"), params.get("meta"), Some(body)];
        Ok(Self {
            method,
            target: format!("anp://{kind}/{}", percent_encoded(did)),
            content: jcs::canonicalize(&signed.into()),
            params,
            values: values.into_iter().flatten().collect(),
            sender: text(meta, "sender_did")?,
        })
    }

    /// The fields of the proof. Its digest must match the message.
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`.
    pub(crate) fn proof(&self) -> Result<HeaderMap, AuthError> {
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

    /// The values that the proof covers, and those of the proof itself that are written as the signer writes them.
    pub(crate) fn signed_values(&self, params: &SignatureParams, signature: &Signature) -> Vec<Offset> {
        let auth = self.params.get("auth");
        let proof = auth.and_then(|auth| auth.get("origin_proof"));
        let written = [
            content_digest(&self.content, DigestAlgorithm::Sha256),
            format!("{ORIGIN_LABEL}={params}"),
            format!("{ORIGIN_LABEL}=:{}:", STANDARD.encode(signature.0)),
        ];
        let texts = MEMBERS
            .into_iter()
            .zip(written)
            .filter_map(|((name, _), text)| proof?.get(name).filter(|value| value.as_str() == Some(&text)));
        let scheme = auth.and_then(|auth| auth.get("scheme"));
        offsets_within(self.values.iter().copied().chain(scheme).chain(texts))
    }

    /// The message whose components are signed.
    pub(crate) fn message<'m>(&'m self, fields: &'m HeaderMap) -> Message<'m> {
        Message::for_agent(self.method, &self.target, fields)
    }
}

/// The offsets of values and of all in them. Values made in code are not in the document and have none.
fn offsets_within<'v>(values: impl Iterator<Item = &'v Json>) -> Vec<Offset> {
    let (mut left, mut offsets): (Vec<&Json>, Vec<Offset>) = (values.collect(), Vec::new());
    while let Some(value) = left.pop() {
        offsets.extend(Some(value.offset()).filter(|offset| *offset != Offset::NONE));
        match value.value() {
            Value::Object(object) => left.extend(object.iter().map(Member::value)),
            Value::Array(items) => left.extend(items),
            _ => {}
        }
    }
    offsets.sort_unstable();
    offsets
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
/// represents must see the same message, also if they ignore case, `_` and `-`.
fn check_members(message: &Object) -> Result<(), AuthError> {
    if let Some(found) = first_misspelled(message, &MESSAGE) {
        let reason = format!("is another spelling of `{}`, which some readers take for it; remove it", found.known);
        return Err(AuthError::malformed(shortened(found.member.name()), reason));
    }
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

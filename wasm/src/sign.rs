//! Signing with an external key, such as in WebCrypto.

use crate::{failure::Failure, formats, inspect::time};
use agent_description::{
    DidUrl, Json, Limits, Suite, Timestamp,
    format::{self, DATA_INTEGRITY, Format},
    json::{Document, Object},
    key::{Signature, VerifyingKey},
    proof::{SignError, SignOptions, Signer},
    suite::SigningInput,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use std::sync::Mutex;

/// Options for signing.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The verification method, a DID URL.
    method: String,
    /// The public key as a JWK, in JSON.
    public_key: String,
    created: String,
    expires: Option<String>,
    domain: Option<String>,
    challenge: Option<String>,
    suite: Option<String>,
    payload_form: Option<String>,
    #[serde(default)]
    manifests: bool,
    #[serde(default)]
    replace: bool,
    format: Option<String>,
    /// The signatures of the payloads so far, in base64url.
    #[serde(default)]
    signatures: Vec<String>,
}

/// A signer with a list of signatures; it records the first payload without one.
#[derive(Debug)]
pub struct Remote {
    method: DidUrl,
    key: VerifyingKey,
    signatures: Mutex<(std::vec::IntoIter<Signature>, Option<Vec<u8>>)>,
}

impl Remote {
    /// Creates a signer from a key and the existing signatures.
    pub fn new(method: DidUrl, key: VerifyingKey, signatures: Vec<Signature>) -> Self {
        Self { method, key, signatures: Mutex::new((signatures.into_iter(), None)) }
    }

    /// The next payload to sign.
    pub fn payload(&self) -> Option<Vec<u8>> {
        self.signatures.lock().ok()?.1.take()
    }
}

impl Signer for Remote {
    fn method(&self) -> &DidUrl {
        &self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        &self.key
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        let Ok(mut state) = self.signatures.lock() else { return Err(SignError::OwnSignature) };
        if let Some(signature) = state.0.next() {
            return Ok(signature);
        }
        // the first one: later payloads depend on its signature
        state.1.get_or_insert_with(|| input.as_bytes().to_vec());
        // the payload is the result
        Err(SignError::OwnSignature)
    }
}

/// `{payload}` to sign next, or `{text, format}`.
pub fn sign(text: &str, options: Options) -> Result<Json, Failure> {
    let method: DidUrl = options.method.parse().map_err(|error| Failure::usage(format!("method: {error}")))?;
    let jwk = Document::parse(options.public_key.as_bytes(), &Limits::default());
    let jwk = jwk.map_err(|error| Failure::usage(format!("publicKey: {error}")))?;
    let key = VerifyingKey::from_jwk(jwk.root()).map_err(|error| Failure::usage(format!("publicKey: {error}")))?;
    let signatures = options.signatures.iter().map(|text| signature(text)).collect::<Result<Vec<_>, _>>()?;
    let (document, formats) = match formats::read(text, options.format.as_deref()) {
        Ok(read) => read,
        // a proof can be added to any object
        Err(failure) => match format::read_as(text.as_bytes(), DATA_INTEGRITY, &Limits::default()) {
            Ok(document) if options.format.is_none() => (document, vec![DATA_INTEGRITY]),
            _ => return Err(failure),
        },
    };
    let format = *formats.first().unwrap_or(&DATA_INTEGRITY);
    let created = time(&options.created)?.truncated_to_second();
    let signer = Remote::new(method, key, signatures);
    let signing = sign_options(&options, &signer, format, created)?;
    let signed = format.sign(&document, &signer, &signing, &format::Options::at(created));
    let mut result = Object::with_capacity(2);
    match (signed, signer.payload()) {
        (Err(_), Some(payload)) => {
            result.insert("payload", BASE64_URL_SAFE_NO_PAD.encode(payload));
        }
        (Err(error), None) => return Err(Failure::in_document(&*error, &document)),
        (Ok(signed), _) => {
            result.insert("text", signed.document.source());
            result.insert("format", format.name());
        }
    }
    Ok(result.into())
}

fn signature(text: &str) -> Result<Signature, Failure> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| <[u8; 64]>::try_from(bytes).ok());
    let bytes =
        bytes.ok_or_else(|| Failure::usage("signatures: expected 64 bytes (r and s, or Ed25519) in base64url"))?;
    Ok(Signature::from_bytes(&bytes))
}

/// The library's options. An option that the format does not support is refused by name.
fn sign_options(
    options: &Options,
    signer: &Remote,
    format: &dyn Format,
    created: Timestamp,
) -> Result<SignOptions, Failure> {
    let given = [
        (options.suite.is_some(), "suite", "suite"),
        (options.domain.is_some(), "domain", "domain"),
        (options.challenge.is_some(), "challenge", "challenge"),
        (options.expires.is_some(), "expires", "expires"),
        (options.payload_form.is_some(), "payload-form", "payloadForm"),
        (options.manifests, "manifests", "manifests"),
        (options.replace, "replace", "replace"),
    ];
    let known = format.sign_options();
    if let Some((_, _, option)) = given.iter().find(|(is_given, flag, _)| *is_given && !known.contains(flag)) {
        return Err(Failure::usage(format!("{option} does not apply to {}", format.title())));
    }
    let key_type = signer.verifying_key().key_type();
    let suite = match options.suite.as_deref() {
        Some(suite) => suite.parse().map_err(|error| Failure::usage(format!("suite: {error}")))?,
        None => Suite::ALL.iter().copied().find(|suite| suite.key_type() == key_type).unwrap_or(Suite::AdpEcdsaP256),
    };
    let mut signing = SignOptions::new(created).suite(suite).replace(options.replace).each_entry(options.manifests);
    if let Some(form) = &options.payload_form {
        signing = signing.payload_form(form);
    }
    if let Some(expires) = options.expires.as_deref() {
        signing = signing.expires(time(expires)?);
    }
    match (&options.domain, &options.challenge) {
        (Some(domain), Some(challenge)) => Ok(signing.domain(domain, challenge)),
        (Some(_), None) => Err(Failure::usage("domain needs a challenge: a proof has both or no domain")),
        (None, Some(challenge)) => Ok(signing.challenge(challenge)),
        (None, None) => Ok(signing),
    }
}

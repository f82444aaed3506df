//! Signing with an external key, such as in WebCrypto.

use crate::{
    failure::Failure,
    formats,
    options::{Options, time},
};
use agent_description::{
    DidUrl, Json, Limits, Suite, Timestamp,
    format::{self, DATA_INTEGRITY, Format},
    json::{Document, Object},
    key::{Signature, VerifyingKey},
    proof::{SignError, SignOptions, Signer},
    suite::SigningInput,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use std::sync::Mutex;

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

/// `{payload}` to sign next, or `{text, format}`. Options: `{method, publicKey, created, signatures?, format?}` and those of the format;
/// `publicKey` is a JWK in JSON, `signatures` are those of the payloads so far, in base64url.
pub fn sign(text: &str, mut options: Options) -> Result<Json, Failure> {
    let usage =
        |option: &'static str| move |error: &dyn std::fmt::Display| Failure::usage(format!("{option}: {error}"));
    let method: DidUrl = options.required("method")?.parse().map_err(|error| usage("method")(&error))?;
    let jwk = options.required("publicKey")?;
    let jwk = Document::parse(jwk.as_bytes(), &Limits::default()).map_err(|error| usage("publicKey")(&error))?;
    let key = VerifyingKey::from_jwk(jwk.root()).map_err(|error| usage("publicKey")(&error))?;
    let signatures = options.texts("signatures")?;
    let signatures = signatures.iter().map(|text| signature(text)).collect::<Result<Vec<_>, _>>()?;
    let (created, name) = (time(&options.required("created")?)?.truncated_to_second(), options.text("format")?);
    let (document, formats) = match formats::read(text, name.as_deref()) {
        Ok(read) => read,
        // a proof can be added to any object
        Err(failure) => match format::read_as(text.as_bytes(), DATA_INTEGRITY, &Limits::default()) {
            Ok(document) if name.is_none() => (document, vec![DATA_INTEGRITY]),
            _ => return Err(failure),
        },
    };
    let format = *formats.first().unwrap_or(&DATA_INTEGRITY);
    let signer = Remote::new(method, key, signatures);
    let signing = sign_options(options, &signer, format, created)?;
    let signed = format.sign(&document, &signer, &signing, &format::Options::at(created));
    let mut result = Object::with_capacity(2);
    match (signed, signer.payload()) {
        (Err(_), Some(payload)) => {
            result.insert("payload", BASE64_URL_SAFE_NO_PAD.encode(payload));
        }
        (Err(error), None) => return Err(Failure::in_document(&*error, &document)),
        (Ok(signed), _) => {
            result.insert("text", signed.document.source());
            result.insert("format", format.name);
        }
    }
    Ok(result.into())
}

fn signature(text: &str) -> Result<Signature, Failure> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| <[u8; 64]>::try_from(bytes).ok());
    let bytes =
        bytes.ok_or_else(|| Failure::usage("signatures: expected 64 bytes (r and s, or Ed25519) in base64url"))?;
    Ok(Signature(bytes))
}

/// The library's options. An option that the format does not support is refused by name.
fn sign_options(
    mut options: Options,
    signer: &Remote,
    format: &Format,
    created: Timestamp,
) -> Result<SignOptions, Failure> {
    let (suite, alg, payload_form) = (options.text("suite")?, options.text("alg")?, options.text("payloadForm")?);
    let (domain, challenge, expires) = (options.text("domain")?, options.text("challenge")?, options.text("expires")?);
    let (manifests, replace) = (options.flag("manifests")?, options.flag("replace")?);
    options.finish()?;
    let (key_type, has_suite) = (signer.verifying_key().key_type(), suite.is_some());
    let suite = match suite.as_deref() {
        Some(suite) => suite.parse().map_err(|error| Failure::usage(format!("suite: {error}")))?,
        None => Suite::for_key_type(key_type),
    };
    let mut signing = SignOptions::new(created).suite(suite);
    signing.replace = replace;
    (signing.each_entry, signing.alg, signing.payload_form) = (manifests, alg, payload_form);
    if let Some(expires) = expires.as_deref() {
        signing = signing.expires(time(expires)?);
    }
    let bound = signing.bound_to(domain.as_deref(), challenge.as_deref());
    let signing = bound.map_err(|error| Failure::usage(error.to_string()))?;
    match signing.unused(format.sign_options, has_suite, false) {
        Some(option) => {
            let option = if option == "payload-form" { "payloadForm" } else { option };
            Err(Failure::usage(format!("{option} does not apply to {}", format.title)))
        }
        None => Ok(signing),
    }
}

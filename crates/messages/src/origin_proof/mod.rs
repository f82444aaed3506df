//! Messages with an origin proof of their sender (ANP messaging P1, appendix A): JSON-RPC requests, or the objects that
//! they contain. `agent_description::auth` implements the proof; this module is the format.

mod pending;
pub mod rules;

use agent_description::{
    CodedError, Document,
    auth::{AuthError, AuthPolicy, UnverifiedMessage},
    diagnostic::{Finding, Findings, Rule},
    format::{DocumentSignatures, Format, MatchConfidence, Options},
    json::{Json, Object},
    proof::Expectations,
    verification::{Pending, Verification},
};
#[cfg(feature = "generate")]
use agent_description::{
    Limits,
    auth::http_signature::{ORIGIN_PROOF_SCHEME, SignRequestOptions, sign_origin},
    format::{SignedDocument, boxed},
    json::object,
    proof::{SignOptions, Signer},
};

/// Messages with an origin proof.
pub const ANP_MESSAGE: &Format = &Format {
    name: "anp-message",
    title: "a message between agents (ANP messaging)",
    rules: rules::RULES,
    #[cfg(feature = "generate")]
    sign_options: &["created", "expires", "replace"],
    verify_options: &["max-age"],
    read_limits: |limits| limits.into(),
    match_confidence,
    check,
    signatures: Some(&OriginProof),
    ..Format::DEFAULT
};

/// Requires a sender and a method, which both kinds of messages have.
fn match_confidence(root: &Object) -> MatchConfidence {
    let meta = params(root).get("meta");
    let is_text = |value: Option<&Json>| value.and_then(Json::as_str).is_some();
    match (is_text(root.get("method")), is_text(meta.and_then(|meta| meta.get("sender_did")))) {
        (true, true) => MatchConfidence::Certain,
        (false, true) => MatchConfidence::Lacks(vec!["`method`"]),
        _ => MatchConfidence::Lacks(vec!["`meta.sender_did`"]),
    }
}

/// Checks the structure of the message and its proof. Times are not checked, because a message is short-lived.
fn check(found: &mut Findings<'_>, document: &Document, options: &Options) {
    let rule: &'static Rule = if params(document.root()).contains("auth") { &rules::PROOF } else { &rules::FORM };
    found.exercise(&rules::FORM);
    found.exercise(rule);
    match UnverifiedMessage::read(document.root(), &AuthPolicy::default(), options.at) {
        Ok(_) | Err(AuthError::Missing | AuthError::Expired { .. } | AuthError::NotYetValid { .. }) => {}
        Err(error) => {
            let rule: &'static Rule = match &error {
                AuthError::Malformed { place, .. } if !place.starts_with('`') => &rules::FORM,
                _ => &rules::PROOF,
            };
            found.add(rule, document.json().offset(), || Finding::new(error.code(), error.to_string()));
        }
    }
}

struct OriginProof;

impl DocumentSignatures for OriginProof {
    /// Adds the sender's origin proof with a random nonce.
    #[cfg(feature = "generate")]
    fn sign(
        &self,
        format: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let root = document.root();
        if !proof.replace && params(root).contains("auth") {
            return Err(Box::new(crate::signature::already_signed()));
        }
        let mut options = SignRequestOptions::new(proof.created).random_nonce().map_err(boxed)?;
        if let Some(expires) = proof.expires {
            options.expires = expires;
        }
        let signed = sign_origin(root, signer, &options).map_err(boxed)?;
        let document = Document::from_object(signed, &Limits::default()).map_err(boxed)?;
        let report = object! {
            "format": format.name,
            "verificationMethod": signer.method().as_str(),
            "scheme": ORIGIN_PROOF_SCHEME,
            "created": proof.created.to_string(),
        };
        Ok(SignedDocument { document, what: "signed", by: ORIGIN_PROOF_SCHEME.to_owned(), report })
    }

    /// Verifies the sender's proof with a key listed under `authentication`. The receiver and earlier acceptance are
    /// not checked.
    fn begin(
        &self,
        _: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        pending::begin(document, expectations)
    }
}

/// The object with `meta`, `auth` and `body`: `params` of a JSON-RPC request, or the object itself.
fn params(root: &Object) -> &Object {
    root.get("params").and_then(Json::as_object).unwrap_or(root)
}

//! Verifies the signatures of cards.

use super::{Expected, KeySet, PayloadForm, PendingCard, SignatureError, entry::Entry};
use agent_description::{
    Code, CodedError,
    did::{DidUrl, Purpose},
    json::Json,
    jws::{Jws, JwsError},
    key::VerifyingKey,
    verification::{Binding, Payload, SignatureReport, SignedValues, Supplied},
};
use std::{collections::HashMap, sync::Arc};

/// A DID document as the source of a key.
const DID: &str = "did";
/// The caller's key set.
const JWKS: &str = "jwks";
/// A key set at the signature's `jku`, from an origin that the caller allowed.
const JKU: &str = "jku";

/// The payloads by payload form, computed on demand.
type Payloads<'c> = HashMap<PayloadForm, Option<Payload<'c>>>;

/// The result for a signature, and what it covers if it is valid.
pub(super) type CheckedSignature = (SignatureReport, Option<SignedValues>);

impl PendingCard {
    /// Verifies each signature with the supplied documents.
    pub(super) fn checked_signatures(&self, supplied: &Supplied) -> Vec<CheckedSignature> {
        let mut payloads = Payloads::new();
        self.entries.iter().map(|entry| self.checked(entry, supplied, &mut payloads)).collect()
    }

    fn checked<'c>(&'c self, entry: &Entry, supplied: &Supplied, payloads: &mut Payloads<'c>) -> CheckedSignature {
        let (source, verified) = match &entry.jws {
            Ok(jws) => {
                let (source, key) = self.key(entry, supplied);
                (source, key.and_then(|key| self.payload_form((jws, &entry.written), &key, payloads)))
            }
            Err(error) => (None, Err(error.clone())),
        };
        let mut report = SignatureReport::default();
        report.algorithm = entry.algorithm().map(|algorithm| algorithm.as_str().to_owned());
        report.key_id = entry.kid().map(str::to_owned);
        report.key_source = source;
        report.payload_form = verified.as_ref().ok().map(|(form, _)| form.as_str());
        let (signed, verified) = match verified {
            Ok((_, signed)) => (Some(signed), Ok(())),
            Err(error) => (None, Err(error)),
        };
        let error = match (&self.whose.expected, verified) {
            // a key without a DID does not match the expected signer
            (Expected::Signer(expected), Ok(())) if source != Some(DID) => {
                Some(no_key(entry, &format!("the key is from a key set, but {expected}")))
            }
            (_, verified) => verified.err(),
        };
        match (&error, entry.did()) {
            (None, Some(did)) if source == Some(DID) => {
                report.binding = Some(self.whose.binding(did));
                report.signer = Some(did.clone());
            }
            (None, _) => report.binding = Some(Binding::Key),
            // the error of an untrusted signer is irrelevant, also if it was not verified
            (Some(_), Some(did)) if !matches!(source, Some(JWKS | JKU)) && !self.would_count(did) => {
                report.binding = Some(Binding::Unbound);
            }
            (Some(_), _) => {}
        }
        report.error = error.map(|error| Arc::new(error) as Arc<dyn CodedError>);
        (report, signed)
    }

    /// The first accepted payload form for which a signature is valid, and what the signature covers.
    fn payload_form<'c>(
        &'c self,
        jws: (&Jws, &[Json]),
        key: &VerifyingKey,
        payloads: &mut Payloads<'c>,
    ) -> Result<(PayloadForm, SignedValues), SignatureError> {
        let (accepted, others): (Vec<_>, Vec<_>) =
            PayloadForm::ALL.iter().partition(|form| self.payload_forms.contains(form));
        if let Some(found) = self.first(jws, key, payloads, accepted)? {
            return Ok(found);
        }
        // the error names the payload form that would match
        let Ok(Some((form, _))) = self.first(jws, key, payloads, others) else {
            return Err(JwsError::Signature.into());
        };
        let why = if form == PayloadForm::Pruned { ": it allows anyone to add members" } else { "" };
        let message =
            format!("the signature verifies only with the payload form `{form}`, which is not accepted here{why}");
        Err(SignatureError::new(Code::JWS_SIGNATURE, message))
    }

    /// The first of these payload forms for which a signature is valid. Equal payloads are verified once.
    fn first<'c>(
        &'c self,
        (jws, written): (&Jws, &[Json]),
        key: &VerifyingKey,
        payloads: &mut Payloads<'c>,
        forms: Vec<PayloadForm>,
    ) -> Result<Option<(PayloadForm, SignedValues)>, JwsError> {
        let written: Vec<&Json> = written.iter().collect();
        let mut failed = Vec::new();
        for form in forms {
            let payload = payloads.entry(form).or_insert_with(|| (self.kind.payload)(self.document.root(), form));
            let bytes = |payload: &Payload<'_>| payload.bytes().to_vec();
            let Some(payload) = payload.as_ref().filter(|payload| !failed.contains(&bytes(payload))) else { continue };
            match payload.verify(jws, key, &written) {
                Ok(signed) => return Ok(Some((form, signed))),
                Err(JwsError::Signature) => failed.push(bytes(payload)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The source of a signature's key, and the key: from the caller's key set, a DID document, or a fetched key set.
    fn key(&self, entry: &Entry, supplied: &Supplied) -> (Option<&'static str>, Result<VerifyingKey, SignatureError>) {
        let kid = entry.kid().unwrap_or_default();
        if let Some(named) = self.named.as_ref().filter(|named| named.names(kid)) {
            return (Some(JWKS), named.key(kid));
        }
        let key_set_url = self.key_set_url(entry);
        if let Some(method) = entry.method.as_ref().filter(|_| key_set_url.is_none()) {
            return (Some(DID), self.key_of_did(entry, method, supplied));
        }
        let no_key = |reason| Err(no_key(entry, reason));
        match key_set_url.map(|url| supplied.key_sets.get(url)) {
            Some(Some(Ok(set))) => (Some(JKU), KeySet::parse(set).and_then(|set| set.key(kid))),
            Some(Some(Err(error))) => (Some(JKU), Err(SignatureError::elsewhere(&**error))),
            Some(None) => (Some(JKU), no_key("the key set at its `jku` is not available")),
            None if entry.jku().is_some() => {
                (None, no_key("it is not a DID URL, and the signer's own `jku` is not an allowed origin"))
            }
            None if kid.starts_with("did:") => (None, no_key("it is not a DID URL of did:wba, did:web or did:key")),
            None => (None, no_key("it is not a DID URL, and not in a given key set")),
        }
    }

    fn key_of_did(&self, entry: &Entry, method: &DidUrl, supplied: &Supplied) -> Result<VerifyingKey, SignatureError> {
        let document = match supplied.did_document(method.did()) {
            Some(document) => document.map_err(|error| SignatureError::elsewhere(&*error))?,
            None if !self.would_count(method.did()) => {
                let fault = match &self.whose.expected {
                    Expected::Keys => format!(
                        "the signature's key, one of {}, is in no given key set, and the signature has no `jku` of an allowed origin",
                        method.did()
                    ),
                    _ => format!("{} may not sign this card, so its key was not looked up", method.did()),
                };
                return Err(self.whose.unbound(&fault));
            }
            None => return Err(no_key(entry, "its DID document is not available")),
        };
        let key = document.get().key_for(method, Purpose::AssertionMethod, self.at);
        Ok(key.cloned()?)
    }
}

fn no_key(entry: &Entry, reason: &str) -> SignatureError {
    let kid: String = entry.kid().unwrap_or_default().chars().take(200).collect();
    SignatureError::new(Code::JWS_KEY, format!("no key for `kid` {kid:?}: {reason}"))
}

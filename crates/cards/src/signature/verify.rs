//! Verifies the signatures of cards.

use super::{Expected, KeySet, Kind, PayloadForm, PendingCard, SignatureError, entry::Entry};
use agent_description::{
    CodedError, Document,
    did::{Did, Purpose},
    jws::{Jws, JwsError},
    key::VerifyingKey,
    verification::{Binding, SignatureReport, Supplied},
};
use std::sync::Arc;

/// The result for one signature.
#[derive(Clone, Debug)]
pub(super) struct CheckedSignature {
    pub alg: Option<String>,
    pub kid: Option<String>,
    /// The first accepted payload form for which the signature is valid.
    pub reading: Option<PayloadForm>,
    /// The source of the key, if one was found.
    pub key_source: Option<KeySource>,
    /// The signer, if the signature is valid and the key belongs to a DID.
    pub identity: Option<Did>,
    /// The binding of a valid signature. `Unbound` also if it was not verified, because its signer may not sign the
    /// card.
    pub binding: Option<Binding>,
    /// The error of an invalid signature.
    pub error: Option<SignatureError>,
}

impl CheckedSignature {
    /// Whether the signature is valid, by any signer.
    pub fn is_good(&self) -> bool {
        self.error.is_none()
    }

    pub fn counts(&self) -> bool {
        self.is_good() && !matches!(self.binding, None | Some(Binding::Unbound))
    }

    pub fn into_report(self) -> SignatureReport {
        let mut report = SignatureReport::default();
        report.algorithm = self.alg;
        report.key_id = self.kid;
        report.reading = self.reading.map(PayloadForm::as_str);
        report.key_source = self.key_source.map(KeySource::as_str);
        report.signer = self.identity;
        report.binding = self.binding;
        report.error = self.error.map(|error| Arc::new(error) as Arc<dyn CodedError>);
        report
    }
}

agent_description::words! {
    /// The source of a key.
    pub(super) enum KeySource {
        /// A DID document.
        Did = "did",
        /// The caller's key set.
        Jwks = "jwks",
        /// A key set at the signature's `jku`, from an origin that the caller allowed.
        Jku = "jku",
    }
}

impl PendingCard {
    /// Verifies each signature with the supplied documents.
    pub(super) fn checked_signatures(&self, supplied: &Supplied) -> Vec<CheckedSignature> {
        let mut payloads = Payloads { document: &self.document, kind: self.kind, known: Vec::new() };
        self.entries.iter().map(|entry| self.checked(entry, supplied, &mut payloads)).collect()
    }

    fn checked(&self, entry: &Entry, supplied: &Supplied, payloads: &mut Payloads<'_>) -> CheckedSignature {
        let (reading, key_source, error) = match self.one(entry, supplied, payloads) {
            Ok((reading, source)) => (Some(reading), Some(source), None),
            Err((source, error)) => (None, source, Some(error)),
        };
        // a key without a DID does not match the expected signer
        let is_of_nobody = error.is_none() && key_source != Some(KeySource::Did);
        let error = match &self.whose.expected {
            Expected::Signer(expected) if is_of_nobody => {
                let kid = entry.kid.as_deref().unwrap_or_default().chars().take(200).collect();
                Some(SignatureError::NoKey { kid, reason: format!("the key is from a key set, but {expected}") })
            }
            _ => error,
        };
        let identity = if error.is_none() && key_source == Some(KeySource::Did) { entry.did() } else { None };
        let binding = match (&error, &identity) {
            (None, Some(did)) => Some(self.whose.binding(did)),
            (None, None) => Some(Binding::Key),
            // the error of an untrusted signer is irrelevant
            (Some(_), _) if key_source != Some(KeySource::Jwks) => {
                entry.did().filter(|did| !self.would_count(did)).map(|_| Binding::Unbound)
            }
            (Some(_), _) => None,
        };
        let (alg, kid) = (entry.alg.clone(), entry.kid.clone());
        CheckedSignature { alg, kid, reading, key_source, identity, binding, error }
    }

    /// Verifies one signature: its key, and the first matching payload form.
    fn one(&self, entry: &Entry, supplied: &Supplied, payloads: &mut Payloads<'_>) -> Checked {
        let jws = entry.jws.as_ref().map_err(|error| (None, error.clone()))?;
        let (key, source) = self.key(entry, supplied)?;
        let refused = |error: SignatureError| (Some(source), error);
        let accepted = |reading: &PayloadForm| self.readings.contains(reading);
        match first(jws, &key, payloads, PayloadForm::ALL.iter().filter(|reading| accepted(reading))) {
            Err(error) => return Err(refused(error.into())),
            Ok(Some(reading)) => return Ok((reading, source)),
            Ok(None) => {}
        }
        // the error names the payload form that would match
        match first(jws, &key, payloads, PayloadForm::ALL.iter().filter(|reading| !accepted(reading))) {
            Ok(Some(reading)) => Err(refused(SignatureError::Reading { reading })),
            _ => Err(refused(JwsError::Signature.into())),
        }
    }

    /// The key of a signature: from the caller's key set, a DID document, or a fetched key set.
    fn key(
        &self,
        entry: &Entry,
        supplied: &Supplied,
    ) -> Result<(VerifyingKey, KeySource), (Option<KeySource>, SignatureError)> {
        let kid = entry.kid.as_deref().unwrap_or_default();
        if let Some(named) = self.named.as_ref().filter(|named| named.names(kid)) {
            let key = named.key(kid).map_err(|error| (Some(KeySource::Jwks), error))?;
            return Ok((key, KeySource::Jwks));
        }
        let no_key =
            |reason: &str| SignatureError::NoKey { kid: kid.chars().take(200).collect(), reason: reason.to_owned() };
        if let Some(method) = entry.method() {
            let refused = |error: SignatureError| (Some(KeySource::Did), error);
            let did = method.did();
            let document = match supplied.did_document(did) {
                Some(Ok(document)) => document,
                Some(Err(error)) => return Err(refused(SignatureError::Elsewhere(error))),
                None if !self.would_count(did) => {
                    let (signer, expected) = (did.clone(), self.whose.expected.clone());
                    return Err(refused(SignatureError::NotResolved { signer, expected }));
                }
                None => return Err(refused(no_key("its DID document is not available"))),
            };
            let key = document.get().key_for(&method, Purpose::AssertionMethod, self.at);
            return key.map(|key| (key.clone(), KeySource::Did)).map_err(|error| refused(SignatureError::Key(error)));
        }
        let refused = |error: SignatureError| (Some(KeySource::Jku), error);
        match entry.jku().map(|jku| (self.allows(jku), supplied.key_sets.get(jku))) {
            Some((true, Some(Ok(set)))) => {
                let key = KeySet::parse(set).and_then(|set| set.key(kid)).map_err(refused)?;
                Ok((key, KeySource::Jku))
            }
            Some((true, Some(Err(error)))) => Err(refused(SignatureError::Elsewhere(Arc::clone(error)))),
            Some((true, None)) => Err(refused(no_key("the key set at its `jku` is not available"))),
            Some((false, _)) => {
                Err((None, no_key("it is not a DID URL, and the signer's own `jku` is not an allowed origin")))
            }
            None if kid.starts_with("did:") => {
                Err((None, no_key("it is not a DID URL of did:wba, did:web or did:key")))
            }
            None => Err((None, no_key("it is not a DID URL, and not in a given key set"))),
        }
    }
}

/// The payloads by payload form, computed on demand.
struct Payloads<'a> {
    document: &'a Document,
    kind: &'static Kind,
    known: Vec<(PayloadForm, Option<Vec<u8>>)>,
}

impl Payloads<'_> {
    fn payload(&mut self, reading: PayloadForm) -> Option<&[u8]> {
        let at = match self.known.iter().position(|(known, _)| *known == reading) {
            Some(at) => at,
            None => {
                self.known.push((reading, self.kind.payload(self.document.root(), reading)));
                self.known.len() - 1
            }
        };
        self.known.get(at)?.1.as_deref()
    }
}

type Checked = Result<(PayloadForm, KeySource), (Option<KeySource>, SignatureError)>;

/// The first payload form for which a signature is valid. Equal payloads are verified once.
fn first<'r>(
    jws: &Jws,
    key: &VerifyingKey,
    payloads: &mut Payloads<'_>,
    readings: impl Iterator<Item = &'r PayloadForm>,
) -> Result<Option<PayloadForm>, JwsError> {
    let mut failed: Vec<Vec<u8>> = Vec::new();
    for reading in readings {
        let Some(payload) = payloads.payload(*reading).filter(|payload| failed.iter().all(|known| known != payload))
        else {
            continue;
        };
        match jws.verify(payload, key) {
            Ok(()) => return Ok(Some(*reading)),
            Err(JwsError::Signature) => failed.push(payload.to_vec()),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

//! Verifying a card's signatures.

use super::{
    Expected, KeySource, Keys, Kind, Reading, SignatureError,
    entry::{Entry, entries},
    whose::Whose,
};
use agent_description::{
    Document, Timestamp,
    did::{Did, DidMethod, Purpose},
    jws::{Jws, JwsError},
    key::VerifyingKey,
    verification::Binding,
};
use std::{borrow::Cow, sync::Arc};

/// A card whose signatures were read and not verified.
#[derive(Clone, Debug)]
pub struct UnverifiedCard<'a> {
    document: Cow<'a, Document>,
    kind: &'static Kind,
    expectations: CardExpectations,
    entries: Vec<Entry>,
    whose: Whose,
}

/// What a card's signatures must be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CardExpectations {
    /// The time of verification, for keys that expire.
    pub at: Timestamp,
    /// The readings that are accepted.
    pub readings: Vec<Reading>,
    /// Whose signature counts; where nobody is named, that of a DID of the card's host.
    pub signer: Option<Did>,
    /// The URL that the card was fetched from; from a file, the one host of its interfaces is the card's.
    pub fetched_from: Option<String>,
}

impl CardExpectations {
    /// The usual ones at a time: a card of a file, signed by a DID of its host, by the reading `served` or `presence`.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        Self { at, readings: Reading::ACCEPTED.to_vec(), signer: None, fetched_from: None }
    }
}

/// What was found of one signature.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedSignature {
    /// The header's algorithm, where the header could be read.
    pub alg: Option<String>,
    /// What the header calls the key.
    pub kid: Option<String>,
    /// The first reading, of those that are accepted, by which it verifies.
    pub reading: Option<Reading>,
    /// Where the key is from, if one was found.
    pub key_source: Option<KeySource>,
    /// Who signed, where the signature is good and its key a DID's.
    pub identity: Option<Did>,
    /// What makes it count, where it is good; `Unbound` also where it was not looked at for want of a document that need not be
    /// fetched: it would not count.
    pub binding: Option<Binding>,
    /// Why it is not good.
    pub error: Option<SignatureError>,
}

impl CheckedSignature {
    /// Whether the signature is good, whether it counts or not.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.error.is_none()
    }

    pub(super) fn counts(&self) -> bool {
        self.is_good() && !matches!(self.binding, None | Some(Binding::Unbound))
    }
}

/// What was found of a card's signatures.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CardVerdict {
    /// Each signature, in the card's order.
    pub signatures: Vec<CheckedSignature>,
    /// Who stands behind the card; nobody where it is not verified, or by keys that the caller named.
    pub identity: Option<Did>,
    /// Why the card is not verified; nothing where it is.
    pub error: Option<SignatureError>,
}

impl CardVerdict {
    /// Whether a signature that counts is good.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.error.is_none()
    }
}

impl<'a> UnverifiedCard<'a> {
    /// Reads the signatures of a card, and finds out whose of them would count.
    ///
    /// # Errors
    /// `jws-missing` where there are none, `jws-malformed` where `signatures` is not a list of at most 16, `card-twins`,
    /// `card-spelling` or `member-spelling` where a member is a known one in another spelling.
    pub fn read(
        document: &'a Document,
        kind: &'static Kind,
        expectations: CardExpectations,
    ) -> Result<Self, SignatureError> {
        Self::of(Cow::Borrowed(document), kind, expectations)
    }

    pub(super) fn of(
        document: Cow<'a, Document>,
        kind: &'static Kind,
        expectations: CardExpectations,
    ) -> Result<Self, SignatureError> {
        let entries = entries(&document, kind)?;
        let CardExpectations { signer, fetched_from, .. } = &expectations;
        let whose = Whose::of(&document, kind, signer.as_ref(), fetched_from.as_deref());
        Ok(Self { document, kind, expectations, entries, whose })
    }

    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// The DIDs whose documents are needed beside the available keys, each once: those whose signatures would count. Nobody else's
    /// document is worth a fetch: whoever copies a card chooses what stands in `signatures`.
    #[must_use]
    pub fn dids(&self, keys: &Keys) -> Vec<Did> {
        distinct(self.without_key(keys).filter_map(Entry::did).filter(|did| self.would_count(did)))
    }

    /// The DIDs whose signatures do not count, each once. A document of theirs that is at hand makes their signatures told; none
    /// has to be fetched. A did:key is at hand always.
    #[must_use]
    pub fn strangers(&self, keys: &Keys) -> Vec<Did> {
        distinct(self.without_key(keys).filter_map(Entry::did).filter(|did| !self.would_count(did)))
    }

    fn would_count(&self, did: &Did) -> bool {
        self.whose.binding(did) != Binding::Unbound
    }

    /// The URLs at which signatures say that their keys are, each once; nobody vouches for any of them. Those whose key is
    /// named by a DID URL, or available, are not asked for.
    #[must_use]
    pub fn jkus(&self, keys: &Keys) -> Vec<String> {
        let entries = self.without_key(keys).filter(|entry| entry.method().is_none());
        distinct(entries.filter_map(Entry::jku).map(str::to_owned))
    }

    fn without_key(&self, keys: &Keys) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.kid.as_deref().is_some_and(|kid| !keys.names(kid)))
    }

    /// Verifies each signature with the keys available.
    #[must_use]
    pub fn verify(&self, keys: &Keys) -> CardVerdict {
        let mut payloads = Payloads { document: &self.document, kind: self.kind, known: Vec::new() };
        let signatures: Vec<CheckedSignature> =
            self.entries.iter().map(|entry| self.checked(entry, keys, &mut payloads)).collect();
        let counting = || signatures.iter().filter(|signature| signature.counts());
        let identity = counting().find_map(|signature| signature.identity.clone());
        let error = if counting().next().is_some() { None } else { Some(self.whose.refusal(&signatures)) };
        CardVerdict { signatures, identity, error }
    }

    fn checked(&self, entry: &Entry, keys: &Keys, payloads: &mut Payloads<'_>) -> CheckedSignature {
        let (reading, key_source, error) = match self.one(entry, keys, payloads) {
            Ok((reading, source)) => (Some(reading), Some(source), None),
            Err((source, error)) => (None, source, Some(error)),
        };
        // a key of nobody's is not that of the one who is expected
        let is_of_nobody = error.is_none() && key_source != Some(KeySource::Did);
        let error = match &self.whose.expected {
            Expected::Signer(expected) if is_of_nobody => {
                let kid = entry.kid.as_deref().unwrap_or_default().chars().take(200).collect();
                Some(SignatureError::NoKey {
                    kid,
                    reason: format!("it is of a set of keys, and {expected} is expected"),
                })
            }
            _ => error,
        };
        let identity = if error.is_none() && key_source == Some(KeySource::Did) { entry.did() } else { None };
        let binding = match (&error, &identity) {
            (None, Some(did)) => Some(self.whose.binding(did)),
            (None, None) => Some(Binding::Key),
            // a stranger's signature says nothing of the card, whatever is wrong with it
            (Some(_), _) if key_source != Some(KeySource::Jwks) => {
                entry.did().filter(|did| !self.would_count(did)).map(|_| Binding::Unbound)
            }
            (Some(_), _) => None,
        };
        let (alg, kid) = (entry.alg.clone(), entry.kid.clone());
        CheckedSignature { alg, kid, reading, key_source, identity, binding, error }
    }

    /// One signature: its key, and the first accepted reading by which it verifies.
    fn one(&self, entry: &Entry, keys: &Keys, payloads: &mut Payloads<'_>) -> Checked {
        let jws = entry.jws.as_ref().map_err(|error| (None, error.clone()))?;
        let (key, source) = self.key(entry, keys)?;
        let refused = |error: SignatureError| (Some(source), error);
        let accepted = |reading: &Reading| self.expectations.readings.contains(reading);
        match first(jws, &key, payloads, Reading::ALL.iter().filter(|reading| accepted(reading))) {
            Err(error) => return Err(refused(error.into())),
            Ok(Some(reading)) => return Ok((reading, source)),
            Ok(None) => {}
        }
        // whoever is refused is told what would have been right
        match first(jws, &key, payloads, Reading::ALL.iter().filter(|reading| !accepted(reading))) {
            Ok(Some(reading)) => Err(refused(SignatureError::Reading { reading })),
            _ => Err(refused(JwsError::Signature.into())),
        }
    }

    /// The key that a signature names: of a set that the caller named, of a DID, or of a set that was fetched for it.
    fn key(
        &self,
        entry: &Entry,
        keys: &Keys,
    ) -> Result<(VerifyingKey, KeySource), (Option<KeySource>, SignatureError)> {
        let kid = entry.kid.as_deref().unwrap_or_default();
        if let Some(named) = keys.named.as_ref().filter(|named| named.names(kid)) {
            let key = named.key(kid).map_err(|error| (Some(KeySource::Jwks), error))?;
            return Ok((key, KeySource::Jwks));
        }
        let no_key =
            |reason: &str| SignatureError::NoKey { kid: kid.chars().take(200).collect(), reason: reason.to_owned() };
        if let Some(method) = entry.method() {
            let refused = |error: SignatureError| (Some(KeySource::Did), error);
            let did = method.did();
            let document = match keys.did_documents.get(did) {
                Some(Ok(document)) => document,
                Some(Err(error)) => return Err(refused(SignatureError::Elsewhere(Arc::clone(error)))),
                None if !self.would_count(did) && did.method() != DidMethod::Key => {
                    let (signer, expected) = (did.clone(), self.whose.expected.clone());
                    return Err(refused(SignatureError::NotResolved { signer, expected }));
                }
                None => return Err(refused(no_key("its DID document is not available"))),
            };
            let key = document.get().key_for(&method, Purpose::AssertionMethod, self.expectations.at);
            return key.map(|key| (key.clone(), KeySource::Did)).map_err(|error| refused(SignatureError::Key(error)));
        }
        match entry.jku().map(|jku| keys.fetched.get(jku)) {
            Some(Some(Ok(set))) => {
                let key = set.key(kid).map_err(|error| (Some(KeySource::Jku), error))?;
                Ok((key, KeySource::Jku))
            }
            Some(Some(Err(error))) => Err((Some(KeySource::Jku), error.clone())),
            Some(None) => {
                Err((None, no_key("it is not a DID URL, and the signer's own `jku` is not an allowed origin")))
            }
            None if kid.starts_with("did:") => {
                Err((None, no_key("it is not a DID URL of did:wba, did:web or did:key")))
            }
            None => Err((None, no_key("it is not a DID URL, and not in any key set that was given"))),
        }
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut known, next| {
        if !known.contains(&next) {
            known.push(next);
        }
        known
    })
}

/// The bytes under a signature by each reading, made when they are asked for.
struct Payloads<'a> {
    document: &'a Document,
    kind: &'static Kind,
    known: Vec<(Reading, Option<Vec<u8>>)>,
}

impl Payloads<'_> {
    fn of(&mut self, reading: Reading) -> Option<&[u8]> {
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

type Checked = Result<(Reading, KeySource), (Option<KeySource>, SignatureError)>;

/// The first reading by which a signature verifies; bytes that two readings share are verified once.
fn first<'r>(
    jws: &Jws,
    key: &VerifyingKey,
    payloads: &mut Payloads<'_>,
    readings: impl Iterator<Item = &'r Reading>,
) -> Result<Option<Reading>, JwsError> {
    let mut failed: Vec<Vec<u8>> = Vec::new();
    for reading in readings {
        let Some(payload) = payloads.of(*reading).filter(|payload| failed.iter().all(|known| known != payload)) else {
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

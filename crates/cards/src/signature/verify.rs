//! Verifying a card's signatures, and whose of them counts.

use super::{
    Expected, KeySet, Kind, Place, Reading, SignatureError,
    entry::{Entry, entries},
};
use agent_description::{
    Document, Fault, Timestamp,
    did::{Did, DidDocument, Purpose, Resolved},
    jws::{Jws, JwsError},
    key::VerifyingKey,
};
use std::{collections::HashMap, sync::Arc};

/// A card whose signatures were read and not verified.
#[derive(Clone, Debug)]
pub struct UnverifiedCard<'a> {
    document: &'a Document,
    kind: &'static Kind,
    entries: Vec<Entry>,
}

/// What a card is verified with.
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

/// The document of a DID, or why it could not be obtained.
type Resolution = Result<Arc<Resolved<DidDocument>>, Arc<dyn Fault>>;

/// Keys by which signatures are verified.
#[derive(Debug, Default)]
pub struct Keys {
    did_documents: HashMap<Did, Resolution>,
    named: Option<KeySet>,
    fetched: HashMap<String, Result<KeySet, SignatureError>>,
}

impl Keys {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The document of a DID, or why it could not be obtained.
    pub fn add_did_document(&mut self, did: Did, document: Result<Arc<Resolved<DidDocument>>, Arc<dyn Fault>>) {
        self.did_documents.insert(did, document);
    }

    /// A set of keys that the caller named: a key in it counts before any other of its name.
    pub fn add_named(&mut self, keys: KeySet) {
        self.named = Some(keys);
    }

    /// The set of keys at a URL that the caller allowed, or why it could not be obtained.
    pub fn add_fetched(&mut self, url: impl Into<String>, keys: Result<KeySet, SignatureError>) {
        self.fetched.insert(url.into(), keys);
    }

    /// Whether the set of keys that the caller named has this one.
    fn names(&self, kid: &str) -> bool {
        self.named.as_ref().is_some_and(|named| named.names(kid))
    }
}

/// Where a key is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeySource {
    /// A DID document.
    Did,
    /// A set of keys that the caller named.
    Jwks,
    /// A set of keys at the signature's `jku`, of an origin that the caller named.
    Jku,
}

impl KeySource {
    /// `did`, `jwks` or `jku`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Did => "did",
            Self::Jwks => "jwks",
            Self::Jku => "jku",
        }
    }
}

/// What makes a good signature count for the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardBinding {
    /// The caller named the signer.
    Signer,
    /// The signer's DID is of the card's host.
    Host,
    /// The caller named the key: the card is whole, and nobody is known to stand behind it.
    Key,
    /// Nothing: it does not count.
    Unbound,
}

impl CardBinding {
    /// `signer`, `host`, `key` or `unbound`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Signer => "signer",
            Self::Host => "host",
            Self::Key => "key",
            Self::Unbound => "unbound",
        }
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
    /// What makes it count, where it is good.
    pub binding: Option<CardBinding>,
    /// Why it is not good.
    pub error: Option<SignatureError>,
}

impl CheckedSignature {
    /// Whether the signature is good, whether it counts or not.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.error.is_none()
    }

    fn counts(&self) -> bool {
        self.is_good() && !matches!(self.binding, None | Some(CardBinding::Unbound))
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
    /// Reads the signatures of a card.
    ///
    /// # Errors
    /// `jws-missing` where there are none, `jws-malformed` where `signatures` is not a list of at most 16, `card-twins` where a
    /// field stands in the card twice.
    pub fn read(document: &'a Document, kind: &'static Kind) -> Result<Self, SignatureError> {
        Ok(Self { document, kind, entries: entries(document, kind)? })
    }

    /// The DIDs whose documents are needed beside the available keys, each once.
    #[must_use]
    pub fn dids(&self, keys: &Keys) -> Vec<Did> {
        distinct(self.without_key(keys).filter_map(Entry::did))
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
    pub fn verify(&self, keys: &Keys, expectations: &CardExpectations) -> CardVerdict {
        let mut payloads = Payloads { document: self.document, kind: self.kind, known: Vec::new() };
        let whose = Whose::of(self, expectations);
        let checked = |entry: &Entry| {
            let (reading, key_source, error) = match one(entry, keys, expectations, &mut payloads) {
                Ok((reading, source)) => (Some(reading), Some(source), None),
                Err((source, error)) => (None, source, Some(error)),
            };
            let identity = if error.is_none() && key_source == Some(KeySource::Did) { entry.did() } else { None };
            let binding = error.is_none().then(|| whose.binding(identity.as_ref()));
            let (alg, kid) = (entry.alg.clone(), entry.kid.clone());
            CheckedSignature { alg, kid, reading, key_source, identity, binding, error }
        };
        let signatures: Vec<CheckedSignature> = self.entries.iter().map(checked).collect();
        let counting = || signatures.iter().filter(|signature| signature.counts());
        let identity = counting().find_map(|signature| signature.identity.clone());
        let error = if counting().next().is_some() { None } else { Some(whose.refusal(&signatures)) };
        CardVerdict { signatures, identity, error }
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

/// One signature: its key, and the first accepted reading by which it verifies.
fn one(entry: &Entry, keys: &Keys, expectations: &CardExpectations, payloads: &mut Payloads<'_>) -> Checked {
    let jws = entry.jws.as_ref().map_err(|error| (None, error.clone()))?;
    let (key, source) = key(entry, keys, expectations.at)?;
    let refused = |error: SignatureError| (Some(source), error);
    let accepted = |reading: &Reading| expectations.readings.contains(reading);
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

/// The key that a signature names: of a set that the caller named, of a DID, or of a set that was fetched for it.
fn key(
    entry: &Entry,
    keys: &Keys,
    at: Timestamp,
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
        let document = match keys.did_documents.get(method.did()) {
            Some(Ok(document)) => document,
            Some(Err(error)) => return Err(refused(SignatureError::Elsewhere(Arc::clone(error)))),
            None => return Err(refused(no_key("its DID document is not available"))),
        };
        let key = document.get().key_for(&method, Purpose::AssertionMethod, at);
        return key.map(|key| (key.clone(), KeySource::Did)).map_err(|error| refused(SignatureError::Key(error)));
    }
    match entry.jku().map(|jku| keys.fetched.get(jku)) {
        Some(Some(Ok(set))) => {
            let key = set.key(kid).map_err(|error| (Some(KeySource::Jku), error))?;
            Ok((key, KeySource::Jku))
        }
        Some(Some(Err(error))) => Err((Some(KeySource::Jku), error.clone())),
        Some(None) => Err((None, no_key("it is not a DID URL, and the signer's own `jku` is not an allowed origin"))),
        None if kid.starts_with("did:") => Err((None, no_key("it is not a DID URL of did:wba, did:web or did:key"))),
        None => Err((None, no_key("it is not a DID URL, and not in any key set that was given"))),
    }
}

/// Whose signature counts, and what it is compared with.
struct Whose {
    expected: Expected,
    places: Vec<Place>,
}

impl Whose {
    fn of(card: &UnverifiedCard<'_>, expectations: &CardExpectations) -> Self {
        if let Some(signer) = &expectations.signer {
            return Self { expected: Expected::Signer(signer.clone()), places: Vec::new() };
        }
        if let Some(url) = &expectations.fetched_from {
            let places: Vec<Place> = Place::of_url(url).into_iter().collect();
            let host = places.first().map(|place| place.host.clone());
            return Self { expected: host.map_or(Expected::Nobody, Expected::Host), places };
        }
        let places = (card.kind.places)(card.document.root()).unwrap_or_default();
        match places.split_first() {
            Some((first, others)) if others.iter().all(|other| other.host == first.host) => {
                Self { expected: Expected::Interfaces(first.host.clone()), places }
            }
            _ => Self { expected: Expected::Nobody, places: Vec::new() },
        }
    }

    /// What makes a good signature count: by a DID, or by a key that the caller named.
    fn binding(&self, signer: Option<&Did>) -> CardBinding {
        let Some(did) = signer else { return CardBinding::Key };
        match &self.expected {
            Expected::Signer(expected) if expected == did => CardBinding::Signer,
            Expected::Host(_) | Expected::Interfaces(_)
                if !self.places.is_empty() && self.places.iter().all(|place| place.is_of(did)) =>
            {
                CardBinding::Host
            }
            _ => CardBinding::Unbound,
        }
    }

    /// Why no signature counts: a good one that is a stranger's, one that could not be decided, else the first one's reason.
    fn refusal(&self, signatures: &[CheckedSignature]) -> SignatureError {
        let stranger = signatures.iter().find(|signature| signature.is_good()).and_then(|it| it.identity.clone());
        if let Some(signer) = stranger {
            return SignatureError::Unbound { signer, expected: self.expected.clone() };
        }
        let errors = || signatures.iter().filter_map(|signature| signature.error.as_ref());
        let undecided = errors().find(|error| error.code().class() == agent_description::CodeClass::Undecided);
        undecided.or_else(|| errors().next()).cloned().unwrap_or(SignatureError::Missing)
    }
}

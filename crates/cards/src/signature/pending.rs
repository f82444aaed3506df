//! The verification of a card, begun.

use super::{
    CardExpectations, CardVerdict, CheckedSignature, KeySet, KeySource, Keys, Kind, Reading, SignatureError,
    UnverifiedCard, whose::Whose,
};
use agent_description::{
    Did, Document, Fault, Origin, Timestamp,
    did::DidUrl,
    proof::{CheckResult, Expectations},
    verification::{Binding, Check, Need, Pending, SignatureReport, Supplied, Verification},
};
use std::{borrow::Cow, sync::Arc};
use url::Url;

/// A card whose signatures were read, and what the caller allows.
#[derive(Debug)]
struct PendingCard {
    card: UnverifiedCard<'static>,
    format: &'static str,
    /// The set of keys that the caller named.
    named: Option<KeySet>,
    key_origins: Vec<Origin>,
}

/// Begins the verification of a card.
pub(crate) fn begin(
    document: Document,
    kind: &'static Kind,
    expected: &Expectations,
) -> Result<Box<dyn Pending>, Box<Verification>> {
    let format = kind.format;
    match read(document.clone(), kind, expected) {
        Ok(pending) => Ok(Box::new(pending)),
        Err(error) => Err(Box::new(Verification::refused(format, document, Arc::new(error)))),
    }
}

fn read(document: Document, kind: &'static Kind, expected: &Expectations) -> Result<PendingCard, SignatureError> {
    let allowed = expected.allowances();
    let mut expectations = CardExpectations::at(expected.at());
    if !allowed.readings.is_empty() {
        let readings = allowed.readings.iter().map(|name| {
            name.parse::<Reading>().map_err(|_| SignatureError::NoReading { found: name.chars().take(64).collect() })
        });
        expectations.readings = readings.collect::<Result<_, _>>()?;
    }
    expectations.signer = expected.named_signer().cloned();
    expectations.fetched_from = expected.source_url().map(str::to_owned);
    let named = allowed.key_set.as_deref().map(KeySet::parse).transpose()?;
    let card = UnverifiedCard::of(Cow::Owned(document), kind, expectations)?;
    Ok(PendingCard { card, format: kind.format, named, key_origins: allowed.key_origins.clone() })
}

/// Refuses a signer whose signature does not count for verifiers that have the card alone.
///
/// # Errors
/// `card-signer-unbound`
pub fn check_signer(card: &Document, kind: &Kind, signer: &Did) -> Result<(), SignatureError> {
    let whose = Whose::of(card, kind, None, None);
    match whose.binding(signer) {
        Binding::Unbound => Err(SignatureError::Unbound { signer: signer.clone(), expected: whose.expected }),
        _ => Ok(()),
    }
}

impl PendingCard {
    /// The keys that the caller named.
    fn named(&self) -> Keys {
        let mut keys = Keys::new();
        if let Some(named) = &self.named {
            keys.add_named(named.clone());
        }
        keys
    }

    /// The sets of keys that signatures name, of the origins that the caller allowed.
    fn key_sets(&self, keys: &Keys) -> impl Iterator<Item = String> {
        self.card.jkus(keys).into_iter().filter(|url| self.key_origins.iter().any(|origin| is_of(url, origin)))
    }

    fn keys(&self, supplied: &Supplied) -> Keys {
        let mut keys = self.named();
        // what is at hand of a stranger's tells whether its signature is good: it does not count
        for did in self.card.dids(&keys).into_iter().chain(self.card.strangers(&keys)) {
            if let Some(document) = supplied.did_document(&did) {
                keys.add_did_document(did, document);
            }
        }
        for url in self.key_sets(&keys).collect::<Vec<_>>() {
            let set = supplied.key_set(&url).cloned().map(|bytes| match bytes {
                Ok(bytes) => KeySet::parse(&bytes),
                Err(error) => Err(SignatureError::Elsewhere(error)),
            });
            if let Some(set) = set {
                keys.add_fetched(url, set);
            }
        }
        keys
    }
}

impl Pending for PendingCard {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let keys = self.named();
        let dids = self.card.dids(&keys).into_iter().map(Need::DidDocument);
        let all = dids.chain(self.key_sets(&keys).map(Need::KeySet));
        all.filter(|need| !supplied.answers(need)).collect()
    }

    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let CardVerdict { signatures, identity, error } = self.card.verify(&self.keys(supplied));
        let error = error.map(|error| Arc::new(error) as Arc<dyn Fault>);
        let mut found = Verification::decided(self.format, self.card.document().clone(), error);
        if found.is_verified() {
            found.binding = signatures.iter().find(|signature| signature.counts()).and_then(|found| found.binding);
            found.expires = identity.as_ref().and_then(|identity| end(&signatures, identity, supplied));
            found.signer = identity;
        }
        found.checks = signatures.iter().enumerate().map(check).collect();
        found.signatures = signatures.into_iter().map(CheckedSignature::into_report).collect();
        found
    }
}

impl CheckedSignature {
    fn into_report(self) -> SignatureReport {
        let mut report = SignatureReport::default();
        report.algorithm = self.alg;
        report.key_id = self.kid;
        report.reading = self.reading.map(Reading::as_str);
        report.key_source = self.key_source.map(KeySource::as_str);
        report.signer = self.identity;
        report.binding = self.binding;
        report.error = self.error.map(|error| Arc::new(error) as Arc<dyn Fault>);
        report
    }
}

/// When the verdict ends: with the signature that lasts longest, as any of them is enough.
fn end(signatures: &[CheckedSignature], identity: &Did, supplied: &Supplied) -> Option<Timestamp> {
    let own = signatures.iter().filter(|signature| signature.counts() && signature.identity.as_ref() == Some(identity));
    let ends = own.map(|signature| {
        let method: DidUrl = signature.kid.as_deref()?.parse().ok()?;
        supplied.did_document(identity)?.ok()?.get().key_end(&method)
    });
    ends.collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn check((index, signature): (usize, &CheckedSignature)) -> Check {
    let kid = signature.kid.as_deref().unwrap_or("no key");
    let (result, detail) = match &signature.error {
        Some(error) => (CheckResult::Fail, format!("{kid}: {}: {error}", error.code())),
        None => {
            let reading = signature.reading.map_or("", Reading::as_str);
            let binding = signature.binding.unwrap_or(Binding::Unbound).as_str();
            (CheckResult::Pass, format!("{kid}, by the reading {reading}, binding {binding}"))
        }
    };
    Check::new(format!("signature {index}"), result, Some(detail.into()))
}

/// Whether a URL is of an origin, and has nothing before its host that a reader could take for one.
fn is_of(url: &str, origin: &Origin) -> bool {
    Origin::of_https(url).as_ref() == Some(origin)
        && Url::parse(url).is_ok_and(|url| url.username().is_empty() && url.password().is_none())
}

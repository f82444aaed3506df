//! Cards that are signed: their keys are found, each signature is told, and whose of them counts.

use super::{job::Job, report::Verdict};
use crate::{
    card::Card,
    failure::{CodeAndMessage, Failure},
    file,
    terminal::Terminal,
};
use adp_cards::signature::{
    CardExpectations, CardVerdict, CheckedSignature, KeyOrigin, KeySet, Keys, Kind, Reading, SignatureError,
    UnverifiedCard,
};
use agent_description::{
    Code, Document, Fault,
    did::{Did, DidDocument, DidMethod, Resolved},
    format::Format,
    resolve::{FetchKind, Resolve},
    verification::Binding,
};
use serde::Serialize;
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// How long DID documents and sets of keys are fetched for one card: sixteen of them can be slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// What cards are verified by, beside what descriptions are.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Cards")]
pub struct CardArgs {
    /// Accept a card's signature by this reading of what is signed; may be repeated [default: served, presence]
    #[arg(long, value_name = "READING", value_parser = reading(), hide_short_help = true)]
    reading: Vec<Reading>,

    /// Verify by the keys of this set (RFC 7517): integrity, without knowing who signed
    #[arg(long, value_name = "FILE", conflicts_with = "signer", hide_short_help = true)]
    jwks: Option<PathBuf>,

    /// Fetch the keys that signatures name by `jku` from this origin: integrity, without knowing who signed; may be repeated
    #[arg(long, value_name = "ORIGIN", conflicts_with = "signer", hide_short_help = true)]
    jku: Vec<KeyOrigin>,
}

impl CardArgs {
    /// The file that the arguments name.
    pub fn jwks(&self) -> Option<&PathBuf> {
        self.jwks.as_ref()
    }
}

/// The values of `--reading`.
pub fn reading() -> impl clap::builder::TypedValueParser<Value = Reading> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(Reading::ALL.iter().map(|reading| reading.as_str()))
        .try_map(|name| name.parse::<Reading>())
}

/// The arguments, read.
#[derive(Debug)]
pub struct CardKeys {
    args: CardArgs,
    jwks: Option<KeySet>,
}

impl CardKeys {
    /// Reads the file that the arguments name.
    pub fn read(args: &CardArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let jwks = args.jwks.as_ref().map(|path| {
            let bytes = file::read(path, KeySet::BYTES, terminal)?;
            KeySet::parse(&bytes).map_err(|error| Failure::of(&error).in_input(&file::display_name(path), &bytes))
        });
        Ok(Self { args: args.clone(), jwks: jwks.transpose()? })
    }

    /// The flag that only cards answer, if one was given.
    pub fn asked(&self) -> Option<&'static str> {
        let args = &self.args;
        [(!args.reading.is_empty(), "--reading"), (args.jwks.is_some(), "--jwks"), (!args.jku.is_empty(), "--jku")]
            .into_iter()
            .find_map(|(asked, flag)| asked.then_some(flag))
    }
}

/// What was found of a card.
#[derive(Debug)]
pub struct CardReport {
    format: &'static str,
    /// What was found of its signatures; nothing where none could be read.
    found: Option<CardVerdict>,
    /// Why it is not verified.
    pub failure: Option<Failure>,
}

impl Job {
    /// Verifies a card with what the arguments name and the network gives.
    pub(super) async fn verify_card(
        &self,
        kind: &'static Kind,
        format: &'static dyn Format,
        document: &Document,
        url: Option<&str>,
        name: &str,
    ) -> Verdict {
        let refused = |error: &SignatureError| Failure::of(error).in_document(name, document);
        let (found, failure) = match UnverifiedCard::read(document, kind, self.card_expectations(url)) {
            Err(error) => (None, Some(refused(&error))),
            Ok(card) => {
                let keys = self.card_keys(&card).await;
                let verdict = card.verify(&keys);
                let failure = verdict.error.as_ref().map(refused);
                (Some(verdict), failure)
            }
        };
        Verdict::Card(Box::new(CardReport { format: format.name(), found, failure }))
    }

    fn card_expectations(&self, url: Option<&str>) -> CardExpectations {
        let mut expectations = CardExpectations::at(self.expected.at);
        if !self.cards.args.reading.is_empty() {
            expectations.readings.clone_from(&self.cards.args.reading);
        }
        expectations.signer = self.expected.signer().cloned();
        expectations.fetched_from = url.map(str::to_owned);
        expectations
    }

    /// The keys of those whose signatures would count, from what was given or the network; those of strangers from what was given
    /// alone, as whoever copies a card says where their documents are.
    async fn card_keys(&self, card: &UnverifiedCard<'_>) -> Keys {
        let mut keys = Keys::new();
        if let Some(jwks) = &self.cards.jwks {
            keys.add_named(jwks.clone());
        }
        let start = Instant::now();
        for did in card.strangers(&keys) {
            if let Some(document) = self.did_document_at_hand(&did) {
                keys.add_did_document(did, document);
            }
        }
        for did in card.dids(&keys) {
            let at_hand = self.did_document_at_hand(&did).or_else(|| self.did_document_given(&did));
            let document = match at_hand {
                Some(document) => document,
                None if start.elapsed() < PATIENCE => self.resolver.resolve(&did).await.map(Arc::new).map_err(fault),
                None => Err(fault(NoTimeLeft)),
            };
            keys.add_did_document(did, document);
        }
        for url in card.jkus(&keys) {
            if !self.cards.args.jku.iter().any(|origin| origin.has(&url)) {
                continue;
            }
            let set = if start.elapsed() < PATIENCE {
                let fetched = self.network.https().fetch(&url, FetchKind::DidDocument).await;
                fetched.map_err(fault).map(|fetched| KeySet::parse(&fetched.body))
            } else {
                Err(fault(NoTimeLeft))
            };
            keys.add_fetched(url, set.unwrap_or_else(|error| Err(SignatureError::Elsewhere(error))));
        }
        keys
    }

    /// The document that was given for a DID, or that a did:key DID is.
    fn did_document_at_hand(&self, did: &Did) -> Option<DidDocumentOrFault> {
        if did.method() == DidMethod::Key {
            return Some(DidDocument::of_did_key(did, &self.limits).map(Arc::new).map_err(fault));
        }
        Some(self.did_documents.of(did, &self.limits)?.map_err(|refused| fault(refused.error)))
    }

    /// What was given in its place: where documents are given, none is fetched.
    fn did_document_given(&self, did: &Did) -> Option<DidDocumentOrFault> {
        Some(self.did_documents.find(did, &self.limits)?.map_err(|refused| fault(refused.error)))
    }
}

type DidDocumentOrFault = Result<Arc<Resolved<DidDocument>>, Arc<dyn Fault>>;

/// What a card names was not fetched any more: that decides nothing.
#[derive(Debug, thiserror::Error)]
#[error("the {} s in which what a card names is fetched are over", PATIENCE.as_secs())]
struct NoTimeLeft;

impl Fault for NoTimeLeft {
    fn code(&self) -> Code {
        Code::NET_TIME
    }
}

fn fault(error: impl Fault + 'static) -> Arc<dyn Fault> {
    Arc::new(error)
}

impl CardReport {
    /// What is printed for programs.
    pub fn as_json<'a>(&'a self, input: &'a str, raw_sha256: Option<&'a str>) -> impl Serialize + 'a {
        let found = self.found.as_ref();
        let signatures = found.map(|found| found.signatures.as_slice()).unwrap_or_default();
        CardJson {
            input,
            verified: self.failure.is_none(),
            format: self.format,
            identity: found.and_then(|found| found.identity.as_ref()),
            signatures: signatures.iter().enumerate().map(SignatureJson::of).collect(),
            raw_sha256,
            error: self.failure.as_ref().map(Failure::code_and_message),
        }
    }

    /// Who stands behind the card, where that is known.
    pub fn identity(&self) -> Option<String> {
        self.found.as_ref()?.identity.as_ref().map(ToString::to_string)
    }

    /// Who stands behind the card, and each signature on a line.
    pub fn told(&self, input: &str) -> String {
        let verified = self.failure.is_none();
        let title = if verified { "verified" } else { "not verified" };
        let mut card = Card::titled(format!("{title}: {input}")).line("format", self.format);
        let Some(found) = &self.found else { return String::new() };
        if verified {
            let identity = found.identity.as_ref().map(|did| did.as_str());
            card = card.line(
                "identity",
                identity.unwrap_or("nobody: the card is whole by keys that you named, who signed it is not known"),
            );
        }
        for (index, signature) in found.signatures.iter().enumerate() {
            card = card.line(format!("signature {index}"), signature_told(signature));
        }
        card.to_string()
    }
}

/// What a card has in JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardJson<'a> {
    input: &'a str,
    verified: bool,
    format: &'a str,
    identity: Option<&'a Did>,
    signatures: Vec<SignatureJson<'a>>,
    raw_sha256: Option<&'a str>,
    error: Option<CodeAndMessage<'a>>,
}

/// One of its signatures.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignatureJson<'a> {
    index: usize,
    verified: bool,
    alg: Option<&'a str>,
    kid: Option<&'a str>,
    reading: Option<&'static str>,
    key_source: Option<&'static str>,
    identity: Option<&'a Did>,
    binding: Option<&'static str>,
    error: Option<CodeAndMessage<'a>>,
}

impl<'a> SignatureJson<'a> {
    fn of((index, signature): (usize, &'a CheckedSignature)) -> Self {
        Self {
            index,
            verified: signature.is_good(),
            alg: signature.alg.as_deref(),
            kid: signature.kid.as_deref(),
            reading: signature.reading.map(Reading::as_str),
            key_source: signature.key_source.map(|source| source.as_str()),
            identity: signature.identity.as_ref(),
            binding: signature.binding.map(Binding::as_str),
            error: signature.error.as_ref().map(|error| Failure::code_and_message_of(error)),
        }
    }
}

/// `good, by served: did:wba:hotel.example#key-1 (ES256), of the card's host`
fn signature_told(signature: &CheckedSignature) -> String {
    let kid = signature.kid.as_deref().unwrap_or("no key");
    if let Some(error) = &signature.error {
        return format!("{}: {kid}: {error}", error.code());
    }
    let counts = match signature.binding {
        Some(Binding::Signer) => "the signer that you named",
        Some(Binding::Host) => "a DID of the card's host",
        Some(Binding::Key) => "a key that you named",
        _ => "whose signature does not count",
    };
    let (alg, reading) = (signature.alg.as_deref().unwrap_or_default(), signature.reading.map_or("", Reading::as_str));
    format!("good: {kid} ({alg}, {reading}), {counts}")
}

//! Summaries of entries for lists, computed when an entry is written and stored with it.

use crate::{
    Entry, Identifier, Refusal, Status, record,
    search::{Endpoint, OfferPrice, Record},
};
use adp_cards::trust_manifest::COVERAGE_CHECK;
use agent_description::{Timestamp, diagnostic::cut};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// Maximum number of tags and capabilities of an entry, and maximum length of its texts in characters.
const MAX_LISTED: usize = 50;
const MAX_TEXT_CHARS: usize = 1000;
/// Maximum number of example queries.
const MAX_QUERIES: usize = 5;

/// Maximum number of endpoints and prices.
const MAX_ENDPOINTS: usize = 10;
const MAX_PRICES: usize = 50;

/// The texts of a document, shortened for lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SummaryTexts {
    /// Display name.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Version of the document.
    pub version: Option<String>,
    /// Tags of skills.
    pub tags: Vec<String>,
    /// IDs of skills and names of tools.
    pub capabilities: Vec<String>,
    /// Example prompts.
    pub queries: Vec<String>,
    /// Endpoints.
    pub endpoints: Vec<ListedEndpoint>,
    /// Products with prices.
    pub prices: Vec<ListedPrice>,
    /// The [`REVISION`](Self::REVISION) of the software that wrote this; 0 for earlier versions.
    pub revision: u32,
}

/// An endpoint, or the URL of an interface definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListedEndpoint {
    /// The URL.
    pub url: String,
    /// The protocol, as named in the document.
    pub protocol: Option<String>,
}

/// The price of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListedPrice {
    /// Name of the product.
    pub name: Option<String>,
    /// Amount as decimal text.
    pub amount: String,
    /// Currency (ISO 4217), if given.
    pub currency: Option<String>,
}

impl SummaryTexts {
    /// Version of the content of these texts. Older texts are recomputed from the document; newer ones are shown
    /// unchanged.
    pub const REVISION: u32 = 1;

    /// Whether an earlier version of this software wrote the texts.
    pub(crate) fn is_outdated(&self) -> bool {
        self.revision < Self::REVISION
    }

    /// Creates the texts from an index record.
    #[must_use]
    pub fn from_record(record: &Record) -> Self {
        let (skills, tools) = (&record.texts.skills, &record.texts.tools);
        let listed = |texts: &mut dyn Iterator<Item = &String>| {
            let mut texts: Vec<String> = texts.map(|text| shortened(text)).collect();
            texts.sort_unstable();
            texts.dedup();
            texts.truncate(MAX_LISTED);
            texts
        };
        let endpoint = |Endpoint { url, protocol }: &Endpoint| ListedEndpoint {
            url: shortened(url),
            protocol: protocol.as_deref().map(shortened),
        };
        let price = |OfferPrice { name, amount, currency }: &OfferPrice| ListedPrice {
            name: name.as_deref().map(shortened),
            amount: shortened(amount),
            currency: currency.as_deref().map(shortened),
        };
        let ids = skills.iter().filter_map(|skill| skill.id.as_ref());
        let examples = skills.iter().flat_map(|skill| &skill.examples);
        Self {
            title: record.own_title().map(shortened),
            description: record.texts.description.as_deref().map(shortened),
            version: record.texts.version.as_deref().map(shortened),
            tags: listed(&mut skills.iter().flat_map(|skill| &skill.tags)),
            capabilities: listed(&mut ids.chain(tools.iter().filter_map(|tool| tool.name.as_ref()))),
            queries: examples.take(MAX_QUERIES).map(|text| shortened(text)).collect(),
            endpoints: record.texts.endpoints.iter().take(MAX_ENDPOINTS).map(endpoint).collect(),
            prices: record.texts.prices.iter().take(MAX_PRICES).map(price).collect(),
            revision: Self::REVISION,
        }
    }

    /// Creates the texts of an entry without them; empty if its document can no longer be parsed.
    pub(crate) fn from_document(entry: &Entry) -> Self {
        let none = Self { revision: Self::REVISION, ..Self::default() };
        record(entry, entry.updated).as_ref().map_or(none, Self::from_record)
    }
}

/// The summary of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Identifier of the entry.
    pub identifier: Identifier,
    /// Name of the format, such as `a2a-card`.
    pub format: String,
    /// Format with version, such as `a2a-card/1.0`.
    pub profile: String,
    /// Time when the document was written.
    pub updated: Timestamp,
    /// Texts of the document; `None` if an earlier version wrote the entry.
    #[serde(rename = "summary", default)]
    pub texts: Option<SummaryTexts>,
    /// The verification.
    evidence: Standing,
    /// The store's sequence number of the last change.
    #[serde(skip)]
    pub sequence: u64,
}

/// The parts of the evidence that determine the status.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Standing {
    identity: Option<String>,
    until: Option<Timestamp>,
    undecided: u32,
    refusal: Option<Refusal>,
    #[serde(rename = "checks", deserialize_with = "has_coverage_check")]
    is_partly_covered: bool,
}

/// Whether stored checks contain that of the coverage.
fn has_coverage_check<'de, D: Deserializer<'de>>(checks: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
    }
    Ok(Vec::<Named<'_>>::deserialize(checks)?.iter().any(|check| check.name == COVERAGE_CHECK))
}

impl From<&Entry> for Summary {
    fn from(entry: &Entry) -> Self {
        let evidence = &entry.evidence;
        Self {
            identifier: entry.identifier.clone(),
            format: entry.format.clone(),
            profile: entry.profile.clone(),
            updated: entry.updated,
            texts: entry.summary.clone(),
            evidence: Standing {
                identity: evidence.identity.clone(),
                until: evidence.until,
                undecided: evidence.undecided,
                refusal: evidence.refusal.clone(),
                is_partly_covered: evidence.coverage().is_some(),
            },
            sequence: entry.sequence,
        }
    }
}

impl Summary {
    /// The display name, or else the name in the identifier.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title_in(self.texts.as_ref())
    }

    /// The display name for search results at a time, or else the name in the identifier.
    #[must_use]
    pub fn title_at(&self, now: Timestamp) -> &str {
        self.title_in(self.texts_at(now))
    }

    fn title_in<'a>(&'a self, texts: Option<&'a SummaryTexts>) -> &'a str {
        texts.and_then(|texts| texts.title.as_deref()).unwrap_or(self.identifier.name())
    }

    /// The texts for search results at a time: none of a verified document whose signatures do not cover them, because
    /// they would look verified.
    #[must_use]
    pub fn texts_at(&self, now: Timestamp) -> Option<&SummaryTexts> {
        self.texts.as_ref().filter(|_| !matches!(self.status_at(now), Status::EntriesVerified(_)))
    }

    /// The status of the document at a time.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status<'_> {
        let Standing { identity, until, undecided, refusal, is_partly_covered } = &self.evidence;
        Status::at(now, identity.as_deref(), *until, *undecided, refusal.as_ref(), *is_partly_covered)
    }
}

fn shortened(text: &str) -> String {
    cut(text, MAX_TEXT_CHARS)
}

//! Summaries of entries for lists, computed when an entry is written and stored with it.

use crate::{
    Entry, Identifier, Status, StoredEvidence, record,
    search::{EndpointSummary, OfferPrice, Record},
};
use agent_description::{Timestamp, diagnostic::cut};
use serde::{Deserialize, Serialize};

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
    pub endpoints: Vec<EndpointSummary>,
    /// Products with prices.
    pub prices: Vec<OfferPrice>,
    /// The [`REVISION`](Self::REVISION) of the software that wrote this; 0 for earlier versions.
    pub revision: u32,
}

impl SummaryTexts {
    /// Version of the content of these texts. Older texts are recomputed from the document; newer ones are shown
    /// unchanged.
    pub const REVISION: u32 = 2;

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
        let endpoint = |EndpointSummary { url, protocol }: &EndpointSummary| EndpointSummary {
            url: shortened(url),
            protocol: protocol.as_deref().map(shortened),
        };
        let price = |OfferPrice { name, amount, currency }: &OfferPrice| OfferPrice {
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

    /// The texts of an entry with this evidence: those of the whole document if the signatures cover it. Else those of
    /// the entry before, if it had the same coverage of the same document. `None` if they must be computed.
    pub(crate) fn of_covered(whole: Option<Self>, evidence: &StoredEvidence, before: Option<&Entry>) -> Option<Self> {
        if evidence.unsigned().is_empty() {
            return whole;
        }
        before.filter(|before| before.evidence.unsigned() == evidence.unsigned())?.summary.clone()
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
pub struct EntrySummary {
    /// Identifier of the entry.
    pub identifier: Identifier,
    /// Name of the format, such as `a2a-card`.
    pub format: String,
    /// Format with version, such as `a2a-card/1.0`.
    pub profile: String,
    /// Time when the document was written.
    pub updated: Timestamp,
    /// Texts of the document; `None` until they are computed.
    #[serde(rename = "summary", default)]
    pub texts: Option<SummaryTexts>,
    /// The verification.
    pub evidence: StoredEvidence,
    /// The store's sequence number of the last change.
    #[serde(skip)]
    pub sequence: u64,
}

impl From<&Entry> for EntrySummary {
    fn from(entry: &Entry) -> Self {
        Self {
            identifier: entry.identifier.clone(),
            format: entry.format.clone(),
            profile: entry.profile.clone(),
            updated: entry.updated,
            texts: entry.summary.clone(),
            evidence: entry.evidence.clone(),
            sequence: entry.sequence,
        }
    }
}

impl EntrySummary {
    /// The display name, or else the name in the identifier.
    #[must_use]
    pub fn title(&self) -> &str {
        self.texts.as_ref().and_then(|texts| texts.title.as_deref()).unwrap_or(self.identifier.name())
    }

    /// The status of the document at a time.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status<'_> {
        self.evidence.status_at(now)
    }
}

fn shortened(text: &str) -> String {
    cut(text, MAX_TEXT_CHARS)
}

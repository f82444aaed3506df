//! What a list shows of an entry: computed when the entry is written, kept beside its document.

use crate::{
    CheckedDocument, Entry, Identifier, Refusal, Status, record,
    search::{Endpoint, EntryMetadata, OfferPrice, Record},
    time_text,
};
use agent_description::Timestamp;
use serde::{Deserialize, Serialize};

/// The most tags and capabilities of an entry, and the longest of its texts in characters: a list is for choosing, the document has all of it.
const MAX_LISTED: usize = 50;
const MAX_TEXT_CHARS: usize = 1000;
/// The most example queries.
const MAX_QUERIES: usize = 5;

/// The most endpoints and prices.
const MAX_ENDPOINTS: usize = 10;
const MAX_PRICES: usize = 50;

/// What a document says of itself, shortened for lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SummaryTexts {
    /// The name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The document's own version.
    pub version: Option<String>,
    /// Tags of skills.
    pub tags: Vec<String>,
    /// Ids of skills, names of tools.
    pub capabilities: Vec<String>,
    /// Prompts that it answers.
    pub queries: Vec<String>,
    /// Where it is called.
    pub endpoints: Vec<ListedEndpoint>,
    /// What it sells, with prices.
    pub prices: Vec<ListedPrice>,
    /// The [`REVISION`](Self::REVISION) of the software that wrote this; 0 before there was one.
    pub revision: u32,
}

/// A URL at which an agent is called, or its interface is defined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListedEndpoint {
    /// The URL.
    pub url: String,
    /// The protocol as the document names it.
    pub protocol: Option<String>,
}

/// The price of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListedPrice {
    /// What is sold.
    pub name: Option<String>,
    /// The amount, as decimal text.
    pub amount: String,
    /// The currency (ISO 4217), if the document names one.
    pub currency: Option<String>,
}

impl SummaryTexts {
    /// Changes with what these texts have. Older ones are made again from the document; newer ones are shown as they are.
    pub const REVISION: u32 = 1;

    /// Whether an earlier version of this software made them.
    pub(crate) fn is_outdated(&self) -> bool {
        self.revision < Self::REVISION
    }

    /// Those of what an entry is found by.
    #[must_use]
    pub fn from_record(record: &Record) -> Self {
        let (skills, tools) = (&record.skills, &record.tools);
        let listed = |texts: &mut dyn Iterator<Item = &String>| {
            let mut texts: Vec<String> = texts.map(|text| shortened(text)).collect();
            texts.sort_unstable();
            texts.dedup();
            texts.truncate(MAX_LISTED);
            texts
        };
        let ids = skills.iter().filter_map(|skill| skill.id.as_ref());
        let examples = skills.iter().flat_map(|skill| &skill.examples);
        Self {
            title: record.own_title().map(shortened),
            description: record.description.as_deref().map(shortened),
            version: record.version.as_deref().map(shortened),
            tags: listed(&mut skills.iter().flat_map(|skill| &skill.tags)),
            capabilities: listed(&mut ids.chain(tools.iter().filter_map(|tool| tool.name.as_ref()))),
            queries: examples.take(MAX_QUERIES).map(|text| shortened(text)).collect(),
            endpoints: record.endpoints.iter().take(MAX_ENDPOINTS).map(ListedEndpoint::from_endpoint).collect(),
            prices: record.prices.iter().take(MAX_PRICES).map(ListedPrice::from_price).collect(),
            revision: Self::REVISION,
        }
    }

    /// Those of a document that was checked, to be stored under an identifier.
    pub(crate) fn from_checked(identifier: &Identifier, checked: &CheckedDocument, at: Timestamp) -> Option<Self> {
        let id = identifier.as_str().parse().ok()?;
        let known = EntryMetadata { id: &id, signer: None, created: at, updated: at };
        Some(Self::from_record(&Record::read(known, *checked.formats.first()?, &checked.document)))
    }

    /// Those of an entry that was written before they were kept; empty if its document cannot be read any more.
    pub(crate) fn from_document(entry: &Entry) -> Self {
        let none = Self { revision: Self::REVISION, ..Self::default() };
        record(entry, entry.updated).as_ref().map_or(none, Self::from_record)
    }
}

impl ListedEndpoint {
    fn from_endpoint(endpoint: &Endpoint) -> Self {
        Self { url: shortened(&endpoint.url), protocol: endpoint.protocol.as_deref().map(shortened) }
    }
}

impl ListedPrice {
    fn from_price(price: &OfferPrice) -> Self {
        let OfferPrice { name, amount, currency } = price;
        Self {
            name: name.as_deref().map(shortened),
            amount: shortened(amount),
            currency: currency.as_deref().map(shortened),
        }
    }
}

/// What a list shows of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Under which the entry is found.
    pub identifier: Identifier,
    /// The name of the document's format: `a2a-card`.
    pub format: String,
    /// Its version too: `a2a-card/1.0`.
    pub profile: String,
    /// When the document was written.
    #[serde(with = "time_text")]
    pub updated: Timestamp,
    /// What the document says of itself; none in an entry that was written before it was kept.
    #[serde(rename = "summary", default)]
    pub texts: Option<SummaryTexts>,
    /// Who signed it.
    evidence: Standing,
    /// The store's number of the last change of the entry.
    #[serde(skip)]
    pub sequence: u64,
}

/// What of the evidence decides its status.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Standing {
    identity: Option<String>,
    #[serde(with = "time_text::option")]
    until: Option<Timestamp>,
    undecided: u32,
    refusal: Option<Refusal>,
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
            },
            sequence: entry.sequence,
        }
    }
}

impl Summary {
    /// The name for people: the document's, else that of the identifier.
    #[must_use]
    pub fn title(&self) -> &str {
        let own = self.texts.as_ref().and_then(|texts| texts.title.as_deref());
        own.unwrap_or(self.identifier.name())
    }

    /// The status of the document at a time.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status<'_> {
        let Standing { identity, until, undecided, refusal } = &self.evidence;
        Status::at(now, identity.as_deref(), *until, *undecided, refusal.as_ref())
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

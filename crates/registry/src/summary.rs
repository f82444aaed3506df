//! What a list shows of an entry: computed when the entry is written, kept beside its document.

use crate::{
    CheckedDocument, Entry, Identifier, Refusal, Status, record,
    search::{EntryMetadata, Record},
    time_text,
};
use agent_description::Timestamp;
use serde::{Deserialize, Serialize};

/// The most tags and capabilities of an entry, and the longest of its texts in characters: a list is for choosing, the document has all of it.
const MAX_LISTED: usize = 50;
const MAX_TEXT_CHARS: usize = 1000;
/// The most example queries.
const MAX_QUERIES: usize = 5;

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
}

impl SummaryTexts {
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
        let title = record.display_name.as_ref().or(record.name.as_ref()).filter(|name| !name.trim().is_empty());
        let ids = skills.iter().filter_map(|skill| skill.id.as_ref());
        let examples = skills.iter().flat_map(|skill| &skill.examples);
        Self {
            title: title.map(|title| shortened(title)),
            description: record.description.as_deref().map(shortened),
            version: record.version.as_deref().map(shortened),
            tags: listed(&mut skills.iter().flat_map(|skill| &skill.tags)),
            capabilities: listed(&mut ids.chain(tools.iter().filter_map(|tool| tool.name.as_ref()))),
            queries: examples.take(MAX_QUERIES).map(|text| shortened(text)).collect(),
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
        record(entry, entry.updated).as_ref().map(Self::from_record).unwrap_or_default()
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
    /// Who stands behind it.
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

    /// Who stands behind the document at a time.
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

//! The schema of the index.

use super::tokenizer::TOKENIZER;
use crate::search::{FilterTerm, Record, SearchField};
use agent_description::hex::hex;
use sha2::{Digest, Sha256};
use tantivy::{
    TantivyDocument, Term,
    schema::{self, FAST, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
};

/// Version of the schema, of text splitting and of records. An index of another version is rebuilt.
pub(super) const VERSION: u32 = 4;

/// Maximum length of an indexed value in bytes; longer ones are replaced by their digest.
const MAX_VALUE_BYTES: usize = 128;

/// The fields of the index.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    pub schema: Schema,
    /// The identifier: the key of entries, and the tie-breaker of ranks.
    pub id: schema::Field,
    /// All texts of an entry.
    pub all: schema::Field,
    /// The texts of each field.
    texts: Vec<(SearchField, schema::Field)>,
    /// Complete values of fields and filter terms.
    exact: schema::Field,
    /// The filter terms as columns, for counting.
    columns: Vec<(FilterTerm, schema::Field)>,
    pub created: schema::Field,
    pub updated: schema::Field,
    /// The agent key in two halves, as columns.
    agent: [schema::Field; 2],
}

/// The column names of identifiers and times.
pub(super) const ID: &str = "id";
pub(super) const CREATED: &str = "created";
pub(super) const UPDATED: &str = "updated";
/// The column names of agent keys.
pub(super) const AGENT: [&str; 2] = ["agent-1", "agent-2"];

impl Fields {
    pub(super) fn new() -> Self {
        let mut builder = Schema::builder();
        let words = TextFieldIndexing::default()
            .set_tokenizer(TOKENIZER)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let words = TextOptions::default().set_indexing_options(words);
        let raw = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::Basic);
        let raw = TextOptions::default().set_indexing_options(raw);
        let id = builder.add_text_field(ID, raw.clone().set_fast("raw"));
        let all = builder.add_text_field("all", words.clone());
        let own = SearchField::ALL.iter().copied().filter(|field| field.parts() == [*field]);
        let texts = own.map(|field| (field, builder.add_text_field(field.as_str(), words.clone()))).collect();
        let exact = builder.add_text_field("exact", raw);
        let column = |term: &FilterTerm| {
            (*term, builder.add_text_field(&column_name(*term), TextOptions::default().set_fast("raw")))
        };
        let columns = FilterTerm::ALL.iter().map(column).collect();
        let created = builder.add_i64_field(CREATED, FAST | INDEXED);
        let updated = builder.add_i64_field(UPDATED, FAST | INDEXED);
        let agent = AGENT.map(|name| builder.add_u64_field(name, FAST));
        Self { schema: builder.build(), id, all, texts, exact, columns, created, updated, agent }
    }

    /// The text field of a search field; `None` if it consists of parts.
    pub(super) fn text(&self, field: SearchField) -> Option<schema::Field> {
        self.texts.iter().find(|(of, _)| *of == field).map(|(_, field)| *field)
    }

    /// The fields with words.
    pub(super) fn worded(&self) -> impl Iterator<Item = schema::Field> + '_ {
        std::iter::once(self.all).chain(self.texts.iter().map(|(_, field)| *field))
    }

    /// The term of an entry with this value in a field.
    pub(super) fn equal(&self, field: SearchField, value: &str) -> Term {
        Term::from_field_text(self.exact, &exact(field.as_str(), value))
    }

    /// The term of an entry with this value in a filter term.
    pub(super) fn filtered(&self, term: FilterTerm, value: &str) -> Term {
        Term::from_field_text(self.exact, &exact(&column_name(term), value))
    }

    /// The term for replacing or removing an entry.
    pub(super) fn id_term(&self, id: &str) -> Term {
        Term::from_field_text(self.id, id)
    }

    /// The term of an agent's entries.
    pub(super) fn of_agent(&self, key: AgentKey) -> Term {
        Term::from_field_text(self.exact, &agent_value(key))
    }

    /// The index document of an entry.
    pub(super) fn document(&self, record: &Record) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.id, &record.id);
        let mut whole = Vec::new();
        for (field, text) in &self.texts {
            for value in record.values(*field) {
                document.add_text(*text, value);
                // index the name only once if it is also the display name
                if *field != SearchField::DisplayName || record.texts.display_name.is_some() {
                    document.add_text(self.all, value);
                }
                whole.push(exact(field.as_str(), value));
            }
        }
        for (term, column) in &self.columns {
            for value in term.values(record) {
                document.add_text(*column, value);
                whole.push(exact(&column_name(*term), value));
            }
        }
        let agent = agent_key(record);
        whole.push(agent_value(agent));
        whole.sort_unstable();
        whole.dedup();
        for value in whole {
            document.add_text(self.exact, value);
        }
        document.add_i64(self.created, record.created.as_unix_seconds());
        document.add_i64(self.updated, record.updated.as_unix_seconds());
        for (field, half) in self.agent.into_iter().zip(agent) {
            document.add_u64(field, half);
        }
        document
    }
}

/// The key of an entry's agent: a digest of its host and lower-case name.
pub(super) fn agent_key(record: &Record) -> AgentKey {
    let digest =
        Sha256::new().chain_update(&record.host).chain_update([0]).chain_update(record.agent_name()).finalize();
    let mut halves = digest.chunks_exact(8).map(|half| half.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    [halves.next().unwrap_or_default(), halves.next().unwrap_or_default()]
}

/// The key of an agent, 128 bits of a digest, so that publishers cannot create collisions.
pub(super) type AgentKey = [u64; 2];

/// The term text of an agent key.
fn agent_value([one, two]: AgentKey) -> String {
    exact("agent", &format!("{one:016x}{two:016x}"))
}

/// The column name of a filter term.
pub(super) fn column_name(term: FilterTerm) -> String {
    format!("filter-{}", term.as_str())
}

/// A term of limited length for a value and its owner.
fn exact(of: &str, value: &str) -> String {
    if value.len() <= MAX_VALUE_BYTES {
        format!("{of}\0={value}")
    } else {
        format!("{of}\0#{}", hex(&Sha256::digest(value.as_bytes())))
    }
}

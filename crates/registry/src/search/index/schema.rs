//! What the index keeps of an entry.

use super::{agents::AgentKey, tokenizer::TOKENIZER};
use crate::search::{Field, FilterTerm, Record};
use agent_description::hex::hex;
use sha2::{Digest, Sha256};
use tantivy::{
    TantivyDocument, Term,
    schema::{self, FAST, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
};

/// Changes with every change of the schema, of the atoms that texts are cut into, or of what records are made from: an index of another
/// version is made anew.
pub(super) const VERSION: u32 = 2;

/// The longest value that stands in the index as it is; of longer ones the digest does.
const MAX_VALUE_BYTES: usize = 128;

/// The fields of the index.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    pub schema: Schema,
    /// The identifier: by this entries are replaced and removed, and ties are broken.
    pub id: schema::Field,
    /// All texts of an entry.
    pub all: schema::Field,
    /// The texts of each field that has texts of its own.
    texts: Vec<(Field, schema::Field)>,
    /// Whole values, of each field and each term of filters.
    exact: schema::Field,
    /// The terms of filters, in columns, so that they can be counted.
    columns: Vec<(FilterTerm, schema::Field)>,
    pub created: schema::Field,
    pub updated: schema::Field,
    /// The agent of the entry, in two halves; the first is searched.
    agent: [schema::Field; 2],
}

/// The name of the column of identifiers, and of those of times.
pub(super) const ID: &str = "id";
pub(super) const CREATED: &str = "created";
pub(super) const UPDATED: &str = "updated";
/// Those of the two halves of an agent's key.
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
        let own = Field::ALL.iter().copied().filter(|field| field.parts() == [*field]);
        let texts = own.map(|field| (field, builder.add_text_field(field.name(), words.clone()))).collect();
        let exact = builder.add_text_field("exact", raw);
        let column = |term: &FilterTerm| {
            (*term, builder.add_text_field(&column_name(*term), TextOptions::default().set_fast("raw")))
        };
        let columns = FilterTerm::ALL.iter().map(column).collect();
        let created = builder.add_i64_field(CREATED, FAST | INDEXED);
        let updated = builder.add_i64_field(UPDATED, FAST | INDEXED);
        let agent = [builder.add_u64_field(AGENT[0], FAST | INDEXED), builder.add_u64_field(AGENT[1], FAST)];
        Self { schema: builder.build(), id, all, texts, exact, columns, created, updated, agent }
    }

    /// Where the texts of a field stand; none where it has parts.
    pub(super) fn text(&self, field: Field) -> Option<schema::Field> {
        self.texts.iter().find(|(of, _)| *of == field).map(|(_, field)| *field)
    }

    /// The fields that have words.
    pub(super) fn worded(&self) -> impl Iterator<Item = schema::Field> + '_ {
        std::iter::once(self.all).chain(self.texts.iter().map(|(_, field)| *field))
    }

    /// The term that an entry has where one value of the field is this one.
    pub(super) fn equal(&self, field: Field, value: &str) -> Term {
        Term::from_field_text(self.exact, &exact(field.name(), value))
    }

    /// The term that an entry has where one value of a filter's term is this one.
    pub(super) fn filtered(&self, term: FilterTerm, value: &str) -> Term {
        Term::from_field_text(self.exact, &exact(&column_name(term), value))
    }

    /// The term by which an entry is replaced or removed.
    pub(super) fn id_term(&self, id: &str) -> Term {
        Term::from_field_text(self.id, id)
    }

    /// The term that the entries of an agent have.
    pub(super) fn of_agent(&self, key: AgentKey) -> Term {
        Term::from_field_u64(self.agent[0], key[0])
    }

    /// What the index keeps of an entry.
    pub(super) fn document(&self, record: &Record) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.id, &record.id);
        let mut whole = Vec::new();
        for (field, text) in &self.texts {
            for value in record.values(*field) {
                document.add_text(*text, value);
                // the name is there once, also where it is the name for people
                if *field != Field::DisplayName || record.display_name.is_some() {
                    document.add_text(self.all, value);
                }
                whole.push(exact(field.name(), value));
            }
        }
        for (term, column) in &self.columns {
            for value in term.values(record) {
                document.add_text(*column, value);
                whole.push(exact(&column_name(*term), value));
            }
        }
        whole.sort_unstable();
        whole.dedup();
        for value in whole {
            document.add_text(self.exact, value);
        }
        document.add_i64(self.created, record.created.as_unix_seconds());
        document.add_i64(self.updated, record.updated.as_unix_seconds());
        for (field, half) in self.agent.into_iter().zip(agent_key(record)) {
            document.add_u64(field, half);
        }
        document
    }
}

/// The key of the agent that an entry is a document of: of its host, and its name in lower case.
pub(super) fn agent_key(record: &Record) -> AgentKey {
    let digest =
        Sha256::new().chain_update(&record.host).chain_update([0]).chain_update(record.agent_name()).finalize();
    let mut halves = digest.chunks_exact(8).map(|half| half.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    [halves.next().unwrap_or_default(), halves.next().unwrap_or_default()]
}

/// The column of a filter's term.
pub(super) fn column_name(term: FilterTerm) -> String {
    format!("filter-{}", term.name())
}

/// A value and whose it is, in one term of bounded length.
fn exact(of: &str, value: &str) -> String {
    if value.len() <= MAX_VALUE_BYTES {
        format!("{of}\0={value}")
    } else {
        format!("{of}\0#{}", hex(&Sha256::digest(value.as_bytes())))
    }
}

//! Records made in code, and short ways to put them in an index and to ask it.

use adp_registry::{
    search::{EntryMetadata, Index, IndexChange, Page, Query, Record, Search, SearchInput, SearchLimits, SkillSummary},
    store::Revision,
};
use agent_description::Timestamp;

pub fn time(second: i64) -> Timestamp {
    Timestamp::from_unix_seconds(1_790_000_000 + second).unwrap()
}

/// A record without texts, of the identifier `urn:air:HOST:agents:NAME`.
pub fn record(host: &str, name: &str) -> Record {
    let id = format!("urn:air:{host}:agents:{name}").parse().unwrap();
    Record::new(
        EntryMetadata { id: &id, signer: None, created: time(0), updated: time(0) },
        adp_cards::A2A_CARD,
        "a2a-card/1.0",
    )
}

pub fn named(host: &str, name: &str, display_name: &str, description: &str) -> Record {
    let mut record = record(host, name);
    record.texts.name = Some(display_name.to_owned());
    record.texts.description = Some(description.to_owned());
    record
}

pub fn skill(id: &str, name: &str, description: &str, tags: &[&str]) -> SkillSummary {
    let [id, name, description] = [id, name, description].map(|text| Some(text.to_owned()));
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    SkillSummary { id, name, description, tags, examples: Vec::new() }
}

/// The state of a store after this change.
pub fn at(sequence: u64) -> Revision {
    sequence.into()
}

pub fn put(record: &Record) -> IndexChange {
    IndexChange::Put(Box::new(record.clone()))
}

pub fn index_of(records: &[Record]) -> Index {
    let index = Index::in_memory(SearchLimits::default()).unwrap();
    index.apply(records.iter().map(put), at(1)).unwrap();
    index
}

pub fn query(text: &str) -> Search {
    Search::new(SearchInput::Query(text.parse::<Query>().unwrap()))
}

/// The names at the ends of the identifiers.
pub fn names(page: &Page) -> Vec<&str> {
    page.hits.iter().map(|hit| hit.id.rsplit(':').next().unwrap()).collect()
}

pub fn found(page: &Page) -> Vec<&str> {
    let mut names = names(page);
    names.sort_unstable();
    names
}

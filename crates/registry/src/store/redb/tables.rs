//! The tables of the file.

use super::Trouble;
use crate::{
    Entry, EntrySummary, Identifier, Stored,
    store::{
        MAX_REMOVED_PER_DOMAIN, MAX_REVISION_AGE, Revision, RevisionChanges, Usage, Write, Written,
        change_set::{ChangeSet, Held},
        kept::{facts, stored, summary, unreadable},
    },
};
use agent_description::Timestamp;
use bytes::Bytes;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition, WriteTransaction};
use std::{collections::HashMap, ops::Bound};

/// Identifier to sequence, JSON metadata and document; no document means removed.
const STORED: TableDefinition<'_, &str, (u64, &str, Option<&[u8]>)> = TableDefinition::new("registry-1-stored");
/// Sequence to identifier.
const BY_SEQUENCE: TableDefinition<'_, u64, &str> = TableDefinition::new("registry-1-by-sequence");
/// Time of the next verification, in whole seconds since 1970, rounded up.
const DUE: TableDefinition<'_, (i64, &str), ()> = TableDefinition::new("registry-1-due");
/// Registrable domain to entries, bytes, removals that may be forgotten.
const DOMAINS: TableDefinition<'_, &str, (u64, u64, u64)> = TableDefinition::new("registry-1-hosts");
/// Registrable domain to its number of removals with a minimum version.
const FLOORS: TableDefinition<'_, &str, u64> = TableDefinition::new("registry-1-floors");
/// Removals of a registrable domain that may be forgotten, oldest first, to identifier.
const REMOVED: TableDefinition<'_, (&str, u64), &str> = TableDefinition::new("registry-1-removed");
/// `sequence` of the last change; `forgotten`: of the last forgotten removal.
const STATE: TableDefinition<'_, &str, u64> = TableDefinition::new("registry-1-state");
/// The last sequence of each write to its token, for the last [`MAX_REVISION_AGE`] changes.
const TOKENS: TableDefinition<'_, u64, u64> = TableDefinition::new("registry-1-tokens");
/// The store's name.
const NAME: TableDefinition<'_, (), &str> = TableDefinition::new("registry-1-name");

const SEQUENCE: &str = "sequence";
const FORGOTTEN: &str = "forgotten";

/// Creates the tables of a new file. Returns the store's name, which is `new_name` for a new file.
pub(super) fn prepare(database: &Database, new_name: &str) -> Result<String, Trouble> {
    let transaction = database.begin_write()?;
    let tables = Tables::open(&transaction)?;
    drop(tables);
    let known = transaction.open_table(NAME)?.get(())?.map(|name| name.value().to_owned());
    if known.is_none() {
        transaction.open_table(NAME)?.insert((), new_name)?;
    }
    transaction.commit()?;
    Ok(known.unwrap_or_else(|| new_name.to_owned()))
}

pub(super) fn get_all(database: &Database, identifiers: &[Identifier]) -> Result<Vec<Stored>, Trouble> {
    let table = database.begin_read()?.open_table(STORED)?;
    identifiers.iter().filter_map(|identifier| get_in(&table, identifier.as_str()).transpose()).collect()
}

pub(super) fn summaries(database: &Database, identifiers: &[Identifier]) -> Result<Vec<EntrySummary>, Trouble> {
    let table = database.begin_read()?.open_table(STORED)?;
    let mut summaries = Vec::with_capacity(identifiers.len());
    for identifier in identifiers {
        let found = table.get(identifier.as_str())?;
        if let Some((sequence, facts, Some(_))) = found.as_ref().map(|found| found.value()) {
            summaries.push(summary(identifier.as_str(), sequence, facts).map_err(Trouble::Kept)?);
        }
    }
    Ok(summaries)
}

fn get_in(
    table: &impl ReadableTable<&'static str, (u64, &'static str, Option<&'static [u8]>)>,
    identifier: &str,
) -> Result<Option<Stored>, Trouble> {
    let Some(found) = table.get(identifier)? else { return Ok(None) };
    read(identifier, found.value()).map(Some)
}

fn read(identifier: &str, (sequence, facts, document): (u64, &str, Option<&[u8]>)) -> Result<Stored, Trouble> {
    stored(identifier, sequence, facts, document.map(Bytes::copy_from_slice)).map_err(Trouble::Kept)
}

pub(super) fn page(database: &Database, after: Option<&Identifier>, most: usize) -> Result<Vec<Entry>, Trouble> {
    let table = database.begin_read()?.open_table(STORED)?;
    let from = after.map_or(Bound::Unbounded, |after| Bound::Excluded(after.as_str()));
    let mut entries = Vec::new();
    for found in table.range::<&str>((from, Bound::Unbounded))? {
        if entries.len() >= most {
            break;
        }
        let (identifier, found) = found?;
        if found.value().2.is_some() {
            entries.extend(read(identifier.value(), found.value())?.into_entry());
        }
    }
    Ok(entries)
}

pub(super) fn changes(database: &Database, after: Revision, most: usize) -> Result<RevisionChanges, Trouble> {
    let transaction = database.begin_read()?;
    let tokens = transaction.open_table(TOKENS)?;
    let (all, state) = (transaction.open_table(STORED)?, transaction.open_table(STATE)?);
    let last = number_in(&state, SEQUENCE)?;
    let is_complete = after.is_followed(token_of(&tokens, after.sequence)?, number_in(&state, FORGOTTEN)?);
    let mut changes = Vec::new();
    let later = (Bound::Excluded(after.sequence), Bound::Unbounded);
    for found in transaction.open_table(BY_SEQUENCE)?.range(later)?.take(most) {
        let (sequence, identifier) = found?;
        let identifier = identifier.value();
        match get_in(&all, identifier)? {
            Some(stored) => changes.push(stored),
            None => {
                let reason = format!("it has a change {} and is not there", sequence.value());
                return Err(Trouble::Kept(unreadable(identifier, reason)));
            }
        }
    }
    let sequence = if changes.len() < most { last } else { changes.last().map_or(last, Stored::sequence) };
    let revision = Revision { sequence, token: token_of(&tokens, sequence)?.unwrap_or_default() };
    Ok(RevisionChanges { changes, is_complete, revision })
}

/// The token of the first write with this sequence or a later one.
fn token_of(tokens: &impl ReadableTable<u64, u64>, sequence: u64) -> Result<Option<u64>, Trouble> {
    Ok(tokens.range(sequence..)?.next().transpose()?.map(|(_, token)| token.value()))
}

pub(super) fn revision(database: &Database) -> Result<Revision, Trouble> {
    let transaction = database.begin_read()?;
    let sequence = number_in(&transaction.open_table(STATE)?, SEQUENCE)?;
    let token = token_of(&transaction.open_table(TOKENS)?, sequence)?.unwrap_or_default();
    Ok(Revision { sequence, token })
}

fn number_in(state: &impl ReadableTable<&'static str, u64>, name: &str) -> Result<u64, Trouble> {
    Ok(state.get(name)?.map_or(0, |number| number.value()))
}

pub(super) fn due(database: &Database, by: Timestamp, most: usize) -> Result<Vec<Identifier>, Trouble> {
    let table = database.begin_read()?.open_table(DUE)?;
    let mut identifiers = Vec::new();
    for found in table.range(..(by.as_unix_seconds().saturating_add(1), ""))?.take(most) {
        let (key, _) = found?;
        let text = key.value().1;
        identifiers.push(text.parse().map_err(|error| Trouble::Kept(unreadable(text, error)))?);
    }
    Ok(identifiers)
}

/// Applies all changes, batch by batch, with this token.
pub(super) fn write(
    transaction: &WriteTransaction,
    batches: Vec<Vec<Write>>,
    token: u64,
) -> Result<Vec<Vec<Written>>, Trouble> {
    let mut tables = Tables::open(transaction)?;
    let first = number_in(&tables.state, SEQUENCE)?;
    let (mut set, mut before) = (ChangeSet { sequence: first, ..ChangeSet::default() }, HashMap::new());
    for identifier in batches.iter().flatten().map(|write| write.stored.identifier()) {
        if let Some(found) = tables.stored.get(identifier.as_str())? {
            let (sequence, facts, document) = found.value();
            let stored = read(identifier.as_str(), (sequence, facts, document.map(|_| &[][..])))?;
            let bytes = document.map(|bytes| bytes.len() as u64);
            let held = Held { sequence, bytes, has_floor: stored.is_removed_with_floor() };
            set.held.insert(identifier.clone(), held);
            before.insert(identifier.clone(), stored);
        }
        let domain = identifier.domain();
        if !set.domains.contains_key(domain)
            && let Some(found) = tables.domains.get(domain)?
        {
            let (entries, bytes, removed) = found.value();
            let floors = number_in(&tables.floors, domain)?;
            set.domains.insert(domain.to_owned(), Usage { entries, bytes, removed, floors });
        }
    }
    let written = batches.into_iter().map(|batch| batch.into_iter().map(|write| set.add(write)).collect()).collect();
    if set.sequence != first {
        for (identifier, (sequence, stored)) in &set.changed {
            if let Some(before) = before.get(identifier) {
                tables.take_out(before)?;
            }
            tables.put(*sequence, stored)?;
        }
        for (domain, usage) in &set.domains {
            tables.set_usage(domain, *usage)?;
        }
        tables.state.insert(SEQUENCE, set.sequence)?;
        tables.tokens.insert(set.sequence, token)?;
        tables.tokens.retain_in(..set.sequence.saturating_sub(MAX_REVISION_AGE), |_, _| false)?;
    }
    Ok(written)
}

struct Tables<'t> {
    stored: Table<'t, &'static str, (u64, &'static str, Option<&'static [u8]>)>,
    by_sequence: Table<'t, u64, &'static str>,
    due: Table<'t, (i64, &'static str), ()>,
    domains: Table<'t, &'static str, (u64, u64, u64)>,
    floors: Table<'t, &'static str, u64>,
    removed: Table<'t, (&'static str, u64), &'static str>,
    state: Table<'t, &'static str, u64>,
    tokens: Table<'t, u64, u64>,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, Trouble> {
        Ok(Self {
            stored: transaction.open_table(STORED)?,
            by_sequence: transaction.open_table(BY_SEQUENCE)?,
            due: transaction.open_table(DUE)?,
            domains: transaction.open_table(DOMAINS)?,
            floors: transaction.open_table(FLOORS)?,
            removed: transaction.open_table(REMOVED)?,
            state: transaction.open_table(STATE)?,
            tokens: transaction.open_table(TOKENS)?,
        })
    }

    fn put(&mut self, sequence: u64, stored: &Stored) -> Result<(), Trouble> {
        let identifier = stored.identifier().as_str();
        self.by_sequence.insert(sequence, identifier)?;
        let facts = facts(stored).map_err(Trouble::Kept)?;
        let document = match stored {
            Stored::Entry(entry) => Some(entry.document.as_ref()),
            Stored::Removed(removed) => {
                if !stored.is_removed_with_floor() {
                    self.removed.insert((removed.identifier.domain(), sequence), identifier)?;
                }
                None
            }
        };
        self.stored.insert(identifier, (sequence, facts.as_str(), document))?;
        if let Some(due) = stored.due_second() {
            self.due.insert((due, identifier), ())?;
        }
        Ok(())
    }

    /// Removes the entry from the secondary tables.
    fn take_out(&mut self, stored: &Stored) -> Result<(), Trouble> {
        let identifier = stored.identifier();
        self.by_sequence.remove(stored.sequence())?;
        if let Some(due) = stored.due_second() {
            self.due.remove((due, identifier.as_str()))?;
        }
        self.removed.remove((identifier.domain(), stored.sequence()))?;
        Ok(())
    }

    /// Writes the usage of a domain, and forgets its oldest removals beyond the limit.
    fn set_usage(&mut self, domain: &str, usage: Usage) -> Result<(), Trouble> {
        let Usage { entries, bytes, removed, floors } = usage;
        self.floors.insert(domain, floors)?;
        self.domains.insert(domain, (entries, bytes, removed.min(MAX_REMOVED_PER_DOMAIN)))?;
        for _ in MAX_REMOVED_PER_DOMAIN..removed {
            let oldest = self.removed.range((domain, 0)..=(domain, u64::MAX))?.next().transpose()?;
            let oldest = oldest.map(|(key, identifier)| (key.value().1, identifier.value().to_owned()));
            let Some((sequence, identifier)) = oldest else { break };
            self.removed.remove((domain, sequence))?;
            self.by_sequence.remove(sequence)?;
            self.stored.remove(identifier.as_str())?;
            let forgotten = number_in(&self.state, FORGOTTEN)?.max(sequence);
            self.state.insert(FORGOTTEN, forgotten)?;
        }
        Ok(())
    }
}

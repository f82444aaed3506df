//! The tables of the file.

use super::Trouble;
use crate::{
    Entry, Identifier, Stored, Summary,
    store::{
        Changes, MAX_REMOVED_PER_CALL, MAX_REVISION_AGE, Revision, Usage, Write, Written,
        kept::{Unreadable, facts, stored, summary},
        usage::Held,
    },
};
use agent_description::Timestamp;
use bytes::Bytes;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition, WriteTransaction};
use std::ops::Bound;

/// Identifier to sequence, JSON metadata and document; no document means removed.
const STORED: TableDefinition<'_, &str, (u64, &str, Option<&[u8]>)> = TableDefinition::new("registry-1-stored");
/// Sequence to identifier.
const BY_SEQUENCE: TableDefinition<'_, u64, &str> = TableDefinition::new("registry-1-by-sequence");
/// Time of the next verification, in whole seconds since 1970, rounded up.
const DUE: TableDefinition<'_, (i64, &str), ()> = TableDefinition::new("registry-1-due");
/// Host to entries, bytes, removals.
const HOSTS: TableDefinition<'_, &str, (u64, u64, u64)> = TableDefinition::new("registry-1-hosts");
/// Removals of a host, oldest first, to identifier.
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
    let name = {
        let mut names = transaction.open_table(NAME)?;
        let known = names.get(())?.map(|name| name.value().to_owned());
        match known {
            Some(name) => name,
            None => {
                names.insert((), new_name)?;
                new_name.to_owned()
            }
        }
    };
    transaction.commit()?;
    Ok(name)
}

pub(super) fn get(database: &Database, identifier: &Identifier) -> Result<Option<Stored>, Trouble> {
    let table = database.begin_read()?.open_table(STORED)?;
    get_in(&table, identifier.as_str())
}

pub(super) fn summaries(database: &Database, identifiers: &[Identifier]) -> Result<Vec<Summary>, Trouble> {
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

pub(super) fn changes(database: &Database, after: Revision, most: usize) -> Result<Changes, Trouble> {
    let transaction = database.begin_read()?;
    let tokens = transaction.open_table(TOKENS)?;
    let is_known = after.is_of_store(token_of(&tokens, after.sequence)?);
    let after = after.sequence;
    let (all, state) = (transaction.open_table(STORED)?, transaction.open_table(STATE)?);
    let numbers = |name| -> Result<u64, Trouble> { Ok(state.get(name)?.map_or(0, |number| number.value())) };
    let (last, forgotten) = (numbers(SEQUENCE)?, numbers(FORGOTTEN)?);
    let mut changes = Vec::new();
    for found in transaction.open_table(BY_SEQUENCE)?.range((Bound::Excluded(after), Bound::Unbounded))?.take(most) {
        let (sequence, identifier) = found?;
        let identifier = identifier.value();
        match get_in(&all, identifier)? {
            Some(stored) => changes.push(stored),
            None => {
                let reason = format!("it has a change {} and is not there", sequence.value());
                return Err(Trouble::Kept(Unreadable::error(identifier, reason)));
            }
        }
    }
    let sequence = if changes.len() < most { last } else { changes.last().map_or(last, Stored::sequence) };
    let revision = Revision { sequence, token: token_of(&tokens, sequence)?.unwrap_or_default() };
    Ok(Changes { changes, is_complete: is_known && (after == 0 || after >= forgotten), revision })
}

/// The token of the first write with this sequence or a later one.
fn token_of(tokens: &impl ReadableTable<u64, u64>, sequence: u64) -> Result<Option<u64>, Trouble> {
    Ok(tokens.range(sequence..)?.next().transpose()?.map(|(_, token)| token.value()))
}

pub(super) fn revision(database: &Database) -> Result<Revision, Trouble> {
    let transaction = database.begin_read()?;
    let sequence = transaction.open_table(STATE)?.get(SEQUENCE)?.map_or(0, |sequence| sequence.value());
    let token = token_of(&transaction.open_table(TOKENS)?, sequence)?.unwrap_or_default();
    Ok(Revision { sequence, token })
}

pub(super) fn usage(database: &Database, host: &str) -> Result<Usage, Trouble> {
    let table = database.begin_read()?.open_table(HOSTS)?;
    usage_in(&table, host)
}

fn usage_in(table: &impl ReadableTable<&'static str, (u64, u64, u64)>, host: &str) -> Result<Usage, Trouble> {
    let (entries, bytes, removed) = table.get(host)?.map_or((0, 0, 0), |usage| usage.value());
    Ok(Usage { entries, bytes, removed })
}

pub(super) fn due(database: &Database, by: Timestamp, most: usize) -> Result<Vec<Identifier>, Trouble> {
    let table = database.begin_read()?.open_table(DUE)?;
    let mut identifiers = Vec::new();
    for found in table.range(..(by.as_unix_seconds().saturating_add(1), ""))?.take(most) {
        let (key, _) = found?;
        let text = key.value().1;
        identifiers.push(text.parse().map_err(|error| Trouble::Kept(Unreadable::error(text, error)))?);
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
    let before = tables.sequence()?;
    let mut written = Vec::with_capacity(batches.len());
    for batch in batches {
        written.push(batch.into_iter().map(|write| tables.write(write)).collect::<Result<Vec<_>, _>>()?);
    }
    let sequence = tables.sequence()?;
    if sequence != before {
        tables.tokens.insert(sequence, token)?;
        tables.tokens.retain_in(..sequence.saturating_sub(MAX_REVISION_AGE), |_, _| false)?;
    }
    Ok(written)
}

struct Tables<'t> {
    stored: Table<'t, &'static str, (u64, &'static str, Option<&'static [u8]>)>,
    by_sequence: Table<'t, u64, &'static str>,
    due: Table<'t, (i64, &'static str), ()>,
    hosts: Table<'t, &'static str, (u64, u64, u64)>,
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
            hosts: transaction.open_table(HOSTS)?,
            removed: transaction.open_table(REMOVED)?,
            state: transaction.open_table(STATE)?,
            tokens: transaction.open_table(TOKENS)?,
        })
    }

    fn sequence(&self) -> Result<u64, Trouble> {
        Ok(self.state.get(SEQUENCE)?.map_or(0, |sequence| sequence.value()))
    }

    fn write(&mut self, write: Write) -> Result<Written, Trouble> {
        let (stored, replaces, quota) = write.into_parts();
        let before = get_in(&self.stored, stored.identifier().as_str())?;
        let held = before.as_ref().map(Held::for_stored);
        if !Held::admits(held, &stored, replaces) {
            return Ok(Written::Conflict);
        }
        let host = stored.identifier().host().to_owned();
        let now = usage_in(&self.hosts, &host)?;
        let after = now.without(held).with(Held::for_stored(&stored));
        if after.is_refused_by(quota, now) {
            return Ok(Written::OverQuota(now));
        }
        self.set_usage(&host, after)?;
        if let Some(before) = &before {
            self.take_out(before)?;
        }
        let sequence = self.put(&stored)?;
        if after.removed > MAX_REMOVED_PER_CALL {
            self.forget_oldest_removal(&host, after)?;
        }
        Ok(Written::Done { sequence })
    }

    fn put(&mut self, stored: &Stored) -> Result<u64, Trouble> {
        let identifier = stored.identifier().as_str();
        let sequence = self.sequence()? + 1;
        self.state.insert(SEQUENCE, sequence)?;
        self.by_sequence.insert(sequence, identifier)?;
        let facts = facts(stored).map_err(Trouble::Kept)?;
        match stored {
            Stored::Entry(entry) => {
                self.stored.insert(identifier, (sequence, facts.as_str(), Some(entry.document.as_ref())))?;
                if let Some(next) = entry.evidence.next {
                    self.due.insert((next.rounded_up_to_second().as_unix_seconds(), identifier), ())?;
                }
            }
            Stored::Removed(removed) => {
                self.stored.insert(identifier, (sequence, facts.as_str(), None))?;
                self.removed.insert((removed.identifier.host(), sequence), identifier)?;
            }
        }
        Ok(sequence)
    }

    /// Removes the entry from the secondary tables.
    fn take_out(&mut self, stored: &Stored) -> Result<(), Trouble> {
        let identifier = stored.identifier();
        self.by_sequence.remove(stored.sequence())?;
        match stored {
            Stored::Entry(entry) => {
                if let Some(next) = entry.evidence.next {
                    self.due.remove((next.rounded_up_to_second().as_unix_seconds(), identifier.as_str()))?;
                }
            }
            Stored::Removed(_) => {
                self.removed.remove((identifier.host(), stored.sequence()))?;
            }
        }
        Ok(())
    }

    fn forget_oldest_removal(&mut self, host: &str, usage: Usage) -> Result<(), Trouble> {
        let oldest = match self.removed.range((host, 0)..=(host, u64::MAX))?.next().transpose()? {
            Some((key, identifier)) => (key.value().1, identifier.value().to_owned()),
            None => return Ok(()),
        };
        let (sequence, identifier) = oldest;
        self.removed.remove((host, sequence))?;
        self.by_sequence.remove(sequence)?;
        self.stored.remove(identifier.as_str())?;
        let forgotten = self.state.get(FORGOTTEN)?.map_or(0, |forgotten| forgotten.value());
        self.state.insert(FORGOTTEN, forgotten.max(sequence))?;
        self.set_usage(host, Usage { removed: usage.removed.saturating_sub(1), ..usage })
    }

    fn set_usage(&mut self, host: &str, Usage { entries, bytes, removed }: Usage) -> Result<(), Trouble> {
        self.hosts.insert(host, (entries, bytes, removed))?;
        Ok(())
    }
}

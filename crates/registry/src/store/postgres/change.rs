//! Applies changes. One writer at a time locks the state row, so that sequences become visible in order.

use super::{RegistryStoreError, number, signed, wrong_number};
use crate::{
    Identifier, Stored,
    store::{
        MAX_REMOVED_PER_DOMAIN, MAX_REVISION_AGE, Usage, Write, Written,
        change_set::{ChangeSet, Held},
        kept::{facts, unreadable},
        random_token,
    },
};
use deadpool_postgres::{Client, Transaction};
use std::collections::BTreeSet;

/// Applies all changes in one transaction. Reads and writes are batched, so that a batch takes as many round trips as a
/// single change.
pub(super) async fn write(client: &mut Client, writes: Vec<Write>) -> Result<Vec<Written>, RegistryStoreError> {
    let transaction = client.transaction().await?;
    // acknowledged changes must be durable, whatever the server's default
    transaction.batch_execute("SET LOCAL synchronous_commit TO on").await?;
    let state = transaction.query_one("SELECT sequence FROM registry_state FOR UPDATE", &[]).await?;
    let first = number(state.try_get(0)?)?;
    let mut set = read(&transaction, first, &writes).await?;
    let written = writes.into_iter().map(|write| set.add(write)).collect();
    if set.sequence != first {
        store(&transaction, &set).await?;
        let mut forgotten = 0;
        for (domain, usage) in &set.domains {
            forgotten = forget_removals(&transaction, domain, *usage).await?.max(forgotten);
        }
        let sequence = set.sequence;
        const STATE: &str = "UPDATE registry_state SET sequence = $1, forgotten = greatest(forgotten, $2)";
        transaction.execute(STATE, &[&signed(sequence)?, &forgotten]).await?;
        const TOKEN: &str = "INSERT INTO registry_token (sequence, token) VALUES ($1, $2)";
        transaction.execute(TOKEN, &[&signed(sequence)?, &signed(random_token()?)?]).await?;
        const FORGET: &str = "DELETE FROM registry_token WHERE sequence < $1";
        transaction.execute(FORGET, &[&signed(sequence.saturating_sub(MAX_REVISION_AGE))?]).await?;
    }
    transaction.commit().await?;
    Ok(written)
}

/// Reads what the changes affect.
async fn read(transaction: &Transaction<'_>, sequence: u64, writes: &[Write]) -> Result<ChangeSet, RegistryStoreError> {
    let mut set = ChangeSet { sequence, ..ChangeSet::default() };
    let all: BTreeSet<&Identifier> = writes.iter().map(|write| write.stored.identifier()).collect();
    let identifiers: Vec<&str> = all.iter().map(|identifier| identifier.as_str()).collect();
    let domains: BTreeSet<&str> = all.iter().map(|identifier| identifier.domain()).collect();
    let domains: Vec<&str> = domains.into_iter().collect();

    const HELD: &str = "SELECT identifier, sequence, octet_length(document)::bigint, has_floor FROM registry_stored \
        WHERE identifier = ANY($1)";
    for row in transaction.query(&transaction.prepare_cached(HELD).await?, &[&identifiers]).await? {
        let (identifier, bytes): (&str, Option<i64>) = (row.try_get(0)?, row.try_get(2)?);
        let sequence = number(row.try_get(1)?)?;
        let held = Held { sequence, bytes: bytes.map(number).transpose()?, has_floor: row.try_get(3)? };
        set.held.insert(identifier.parse().map_err(|error| unreadable(identifier, error))?, held);
    }
    const USAGE: &str = "SELECT host, entries, bytes, removed, floors FROM registry_host WHERE host = ANY($1)";
    for row in transaction.query(&transaction.prepare_cached(USAGE).await?, &[&domains]).await? {
        let numbers = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?].map(number);
        let [entries, bytes, removed, floors] = numbers;
        let usage = Usage { entries: entries?, bytes: bytes?, removed: removed?, floors: floors? };
        set.domains.insert(row.try_get(0)?, usage);
    }
    Ok(set)
}

/// Writes the new states and usages.
async fn store(transaction: &Transaction<'_>, set: &ChangeSet) -> Result<(), RegistryStoreError> {
    let (mut identifiers, mut domains, mut sequences) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_facts, mut documents, mut due, mut has_floor) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (identifier, (sequence, stored)) in &set.changed {
        identifiers.push(identifier.as_str());
        domains.push(stored.identifier().domain());
        sequences.push(signed(*sequence)?);
        all_facts.push(facts(stored)?);
        documents.push(match stored {
            Stored::Entry(entry) => Some(entry.document.as_ref()),
            Stored::Removed(_) => None,
        });
        due.push(stored.due_second());
        has_floor.push(stored.is_removed_with_floor());
    }
    const STORE: &str = "INSERT INTO registry_stored (identifier, host, sequence, facts, document, due, has_floor) \
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bytea[], $6::bigint[], $7::boolean[]) \
        ON CONFLICT (identifier) DO UPDATE SET host = excluded.host, sequence = excluded.sequence, \
        facts = excluded.facts, document = excluded.document, due = excluded.due, has_floor = excluded.has_floor";
    let statement = transaction.prepare_cached(STORE).await?;
    transaction
        .execute(&statement, &[&identifiers, &domains, &sequences, &all_facts, &documents, &due, &has_floor])
        .await?;

    let (mut domains, mut entries, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut removed, mut floors) = (Vec::new(), Vec::new());
    for (domain, usage) in &set.domains {
        domains.push(domain.as_str());
        entries.push(signed(usage.entries)?);
        bytes.push(signed(usage.bytes)?);
        removed.push(signed(usage.removed.min(MAX_REMOVED_PER_DOMAIN))?);
        floors.push(signed(usage.floors)?);
    }
    const DOMAINS: &str = "INSERT INTO registry_host (host, entries, bytes, removed, floors) \
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) \
        ON CONFLICT (host) DO UPDATE SET entries = excluded.entries, bytes = excluded.bytes, \
        removed = excluded.removed, floors = excluded.floors";
    let statement = transaction.prepare_cached(DOMAINS).await?;
    transaction.execute(&statement, &[&domains, &entries, &bytes, &removed, &floors]).await?;
    Ok(())
}

/// Forgets the oldest removals of a domain beyond the limit, and returns the sequence of the last forgotten one.
async fn forget_removals(transaction: &Transaction<'_>, domain: &str, usage: Usage) -> Result<i64, RegistryStoreError> {
    let Some(more) = usage.removed.checked_sub(MAX_REMOVED_PER_DOMAIN).filter(|more| *more > 0) else { return Ok(0) };
    const FORGET: &str = "DELETE FROM registry_stored WHERE identifier IN (SELECT identifier FROM registry_stored \
        WHERE host = $1 AND document IS NULL AND NOT has_floor ORDER BY sequence LIMIT $2) RETURNING sequence";
    let statement = transaction.prepare_cached(FORGET).await?;
    let rows = transaction.query(&statement, &[&domain, &signed(more)?]).await?;
    let mut last = 0;
    for row in &rows {
        last = row.try_get::<_, i64>(0)?.max(last);
    }
    if rows.len() as u64 == more { Ok(last) } else { Err(wrong_number()) }
}

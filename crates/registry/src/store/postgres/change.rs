//! Applies changes. One writer at a time locks the state row, so that sequences become visible in order.

use super::{PostgresError, StoreError, number, signed, usage_of};
use crate::{
    Stored,
    store::{MAX_REMOVED_PER_CALL, MAX_REVISION_AGE, Usage, Write, Written, kept::facts, random_token, usage::Held},
};
use deadpool_postgres::{Client, Transaction};
use std::collections::{BTreeMap, BTreeSet};

/// Applies all changes in one transaction. Reads and writes are batched, so that a batch takes as many round trips as a
/// single change.
pub(super) async fn write(client: &mut Client, writes: Vec<Write>) -> Result<Vec<Written>, StoreError> {
    let transaction = client.transaction().await?;
    // acknowledged changes must be durable, whatever the server's default
    transaction.batch_execute("SET LOCAL synchronous_commit TO on").await?;
    let state = transaction.query_one("SELECT sequence FROM registry_state FOR UPDATE", &[]).await?;
    let first = number(state.try_get(0)?)?;
    let mut met = Met::read(&transaction, &writes).await?;
    let mut sequence = first;
    let mut written = Vec::with_capacity(writes.len());
    for write in writes {
        written.push(met.write(write, &mut sequence));
    }
    if sequence != first {
        met.store(&transaction).await?;
        let mut forgotten = 0;
        for (host, usage) in &met.hosts {
            forgotten = forget_removals(&transaction, host, *usage).await?.max(forgotten);
        }
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

/// The affected rows and the results.
struct Met {
    held: BTreeMap<String, Held>,
    hosts: BTreeMap<String, Usage>,
    changed: BTreeMap<String, (u64, Stored)>,
}

impl Met {
    async fn read(transaction: &Transaction<'_>, writes: &[Write]) -> Result<Self, StoreError> {
        let named = |write: &Write| match write {
            Write::Put { entry, .. } => entry.identifier.clone(),
            Write::Remove { removed, .. } => removed.identifier.clone(),
        };
        let all: BTreeSet<_> = writes.iter().map(named).collect();
        let identifiers: Vec<&str> = all.iter().map(crate::Identifier::as_str).collect();
        let hosts: BTreeSet<&str> = all.iter().map(crate::Identifier::host).collect();
        let hosts: Vec<&str> = hosts.into_iter().collect();

        const HELD: &str = "SELECT identifier, sequence, octet_length(document)::bigint FROM registry_stored \
            WHERE identifier = ANY($1)";
        let mut held = BTreeMap::new();
        for row in transaction.query(&transaction.prepare_cached(HELD).await?, &[&identifiers]).await? {
            let bytes: Option<i64> = row.try_get(2)?;
            let one = Held { sequence: number(row.try_get(1)?)?, bytes: bytes.map(number).transpose()? };
            held.insert(row.try_get(0)?, one);
        }
        const USAGE: &str = "SELECT host, entries, bytes, removed FROM registry_host WHERE host = ANY($1)";
        let mut usages = BTreeMap::new();
        for row in transaction.query(&transaction.prepare_cached(USAGE).await?, &[&hosts]).await? {
            usages.insert(row.try_get(0)?, usage_of(&row)?);
        }
        Ok(Self { held, hosts: usages, changed: BTreeMap::new() })
    }

    fn write(&mut self, write: Write, sequence: &mut u64) -> Written {
        let (stored, replaces, quota) = write.into_parts();
        let identifier = stored.identifier().as_str().to_owned();
        let held = self.held.get(&identifier).copied();
        if !Held::admits(held, &stored, replaces) {
            return Written::Conflict;
        }
        let host = stored.identifier().host().to_owned();
        let now = self.hosts.get(&host).copied().unwrap_or_default();
        let after = now.without(held).with(Held::for_stored(&stored));
        if after.is_refused_by(quota, now) {
            return Written::OverQuota(now);
        }
        *sequence += 1;
        self.hosts.insert(host, after);
        self.held.insert(identifier.clone(), Held { sequence: *sequence, ..Held::for_stored(&stored) });
        self.changed.insert(identifier, (*sequence, stored));
        Written::Done { sequence: *sequence }
    }

    async fn store(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let (mut identifiers, mut hosts, mut sequences) = (Vec::new(), Vec::new(), Vec::new());
        let (mut all_facts, mut documents, mut due) = (Vec::new(), Vec::new(), Vec::new());
        for (identifier, (sequence, stored)) in &self.changed {
            identifiers.push(identifier.as_str());
            hosts.push(stored.identifier().host());
            sequences.push(signed(*sequence)?);
            all_facts.push(facts(stored)?);
            let entry = match stored {
                Stored::Entry(entry) => Some(entry),
                Stored::Removed(_) => None,
            };
            documents.push(entry.map(|entry| entry.document.as_ref()));
            let next = entry.and_then(|entry| entry.evidence.next);
            due.push(next.map(|next| next.rounded_up_to_second().as_unix_seconds()));
        }
        const STORE: &str = "INSERT INTO registry_stored (identifier, host, sequence, facts, document, due) \
            SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bytea[], $6::bigint[]) \
            ON CONFLICT (identifier) DO UPDATE SET sequence = excluded.sequence, facts = excluded.facts, \
            document = excluded.document, due = excluded.due";
        let statement = transaction.prepare_cached(STORE).await?;
        transaction.execute(&statement, &[&identifiers, &hosts, &sequences, &all_facts, &documents, &due]).await?;

        let (mut hosts, mut entries, mut bytes, mut removed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (host, usage) in &self.hosts {
            hosts.push(host.as_str());
            entries.push(signed(usage.entries)?);
            bytes.push(signed(usage.bytes)?);
            removed.push(signed(usage.removed.min(MAX_REMOVED_PER_CALL))?);
        }
        const HOSTS: &str = "INSERT INTO registry_host (host, entries, bytes, removed) \
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) \
            ON CONFLICT (host) DO UPDATE SET entries = excluded.entries, bytes = excluded.bytes, \
            removed = excluded.removed";
        let statement = transaction.prepare_cached(HOSTS).await?;
        transaction.execute(&statement, &[&hosts, &entries, &bytes, &removed]).await?;
        Ok(())
    }
}

/// Forgets the oldest removals of a host beyond the limit, and returns the sequence of the last forgotten one.
async fn forget_removals(transaction: &Transaction<'_>, host: &str, usage: Usage) -> Result<i64, StoreError> {
    let Some(more) = usage.removed.checked_sub(MAX_REMOVED_PER_CALL).filter(|more| *more > 0) else { return Ok(0) };
    const FORGET: &str = "DELETE FROM registry_stored WHERE identifier IN (SELECT identifier FROM registry_stored \
        WHERE host = $1 AND document IS NULL ORDER BY sequence LIMIT $2) RETURNING sequence";
    let statement = transaction.prepare_cached(FORGET).await?;
    let rows = transaction.query(&statement, &[&host, &signed(more)?]).await?;
    let mut last = 0;
    for row in &rows {
        last = row.try_get::<_, i64>(0)?.max(last);
    }
    if rows.len() as u64 == more { Ok(last) } else { Err(PostgresError::Number.into()) }
}

//! Used nonces in the shared database, so that a request is accepted by one instance only.

use super::PostgresStore;
use agent_description::{
    Timestamp,
    auth::replay::{Recording, Replay, ReplayKey, ReplayStore, StoreError},
};
use deadpool_postgres::{Client, Transaction};
use std::{sync::atomic::Ordering, time::Duration};

/// How long nonces are kept beyond their expiry, in seconds, to allow for clock differences between instances and the
/// database.
const MARGIN_SECONDS: i64 = 60;

/// One statement, so that only the first of several concurrent requests succeeds. The database's clock decides when a
/// nonce is too old, so that an instance with a fast clock cannot cause others to be forgotten.
const RECORD: &str = "INSERT INTO registry_nonce (key, expires) \
    SELECT $1::bytea, $2::bigint WHERE $2::bigint > extract(epoch FROM clock_timestamp())::bigint - $3::bigint \
    ON CONFLICT DO NOTHING";
const IS_THERE: &str = "SELECT EXISTS (SELECT FROM registry_nonce WHERE key = $1)";
/// Begins a new generation, if the table of nonces is not the one of the last generation. A backup does not contain the
/// database's number nor the table's file, so both differ after `pg_restore --clean`, and after a restore into another
/// database. A table that was emptied or rewritten has another file, too.
const BEGIN_GENERATION: &str = "INSERT INTO registry_replay (mark, began) \
    SELECT concat_ws('/', oid, pg_relation_filenode('registry_nonce')), \
    extract(epoch FROM clock_timestamp())::bigint FROM pg_database WHERE datname = current_database() \
    ON CONFLICT (one) DO UPDATE SET mark = excluded.mark, began = excluded.began \
    WHERE registry_replay.mark <> excluded.mark";
/// Since when the current table has all nonces; no row if its generation has not begun.
const BEGAN: &str = "SELECT began FROM registry_replay WHERE mark = (SELECT \
    concat_ws('/', oid, pg_relation_filenode('registry_nonce')) FROM pg_database WHERE datname = current_database())";
/// Deletes more than one expired nonce per new one, so that their number decreases.
const FORGET: &str = "DELETE FROM registry_nonce WHERE key IN (SELECT key FROM registry_nonce \
    WHERE expires <= extract(epoch FROM clock_timestamp())::bigint - $1::bigint \
    ORDER BY expires LIMIT 20 FOR UPDATE SKIP LOCKED)";

impl ReplayStore for PostgresStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        Box::pin(async move {
            if expires <= now {
                return Ok(Replay::Expired);
            }
            let second = expires.rounded_up_to_second().as_unix_seconds();
            let recorded = self.within(async move |client| record(client, key, second).await).await;
            let (replay, began) = recorded.map_err(StoreError::new)?;
            // never back, if another call has seen a later one
            self.nonces_since.fetch_max(began, Ordering::SeqCst);
            Ok(replay)
        })
    }

    fn survives_restart(&self) -> bool {
        true
    }

    /// The time when the database's current table of nonces was created, on the database's clock, from which those of the
    /// instances may differ.
    fn forgotten_until(&self, _start: Timestamp, skew: Duration) -> Option<Timestamp> {
        let margin = Duration::from_secs(MARGIN_SECONDS.unsigned_abs());
        let began = Timestamp::from_unix_seconds(self.nonces_since.load(Ordering::SeqCst))?;
        Some(began.saturating_add(margin).saturating_add(skew))
    }
}

/// Reads since when the table has all used nonces. The caller holds a lock on it or is its only user, so that it is not
/// replaced meanwhile.
pub(super) async fn generation(transaction: &Transaction<'_>) -> Result<i64, super::RegistryStoreError> {
    let began = transaction.prepare_cached(BEGAN).await?;
    if let Some(row) = transaction.query_opt(&began, &[]).await? {
        return Ok(row.try_get(0)?);
    }
    transaction.execute(&transaction.prepare_cached(BEGIN_GENERATION).await?, &[]).await?;
    Ok(transaction.query_one(&began, &[]).await?.try_get(0)?)
}

async fn record(client: &mut Client, key: &ReplayKey, second: i64) -> Result<(Replay, i64), super::RegistryStoreError> {
    let key = key.digest.as_slice();
    let transaction = client.transaction().await?;
    // used nonces must survive a crash, whatever the server's default
    transaction.batch_execute("SET LOCAL synchronous_commit TO on").await?;
    let statement = transaction.prepare_cached(RECORD).await?;
    let replay = if transaction.execute(&statement, &[&key, &second, &MARGIN_SECONDS]).await? == 1 {
        Replay::Fresh
    } else {
        let statement = transaction.prepare_cached(IS_THERE).await?;
        let is_there: bool = transaction.query_one(&statement, &[&key]).await?.try_get(0)?;
        if is_there { Replay::Replayed } else { Replay::Expired }
    };
    if replay == Replay::Fresh {
        let statement = transaction.prepare_cached(FORGET).await?;
        transaction.execute(&statement, &[&MARGIN_SECONDS]).await?;
    }
    // the nonce's table is locked until the end of the transaction
    let began = generation(&transaction).await?;
    transaction.commit().await?;
    Ok((replay, began))
}

//! Used nonces in the shared database, so that a request is accepted by one instance only.

use super::PostgresStore;
use agent_description::{
    Timestamp,
    auth::replay::{Recording, Replay, ReplayKey, ReplayStore, StoreError},
};
use deadpool_postgres::Client;

/// How long nonces are kept beyond their expiry, in seconds, to allow for clock differences between instances and the
/// database.
const MARGIN_SECONDS: i64 = 60;

/// One statement, so that only the first of several concurrent requests succeeds. The database's clock decides when a
/// nonce is too old, so that an instance with a fast clock cannot cause others to be forgotten.
const RECORD: &str = "INSERT INTO registry_nonce (key, expires) \
    SELECT $1::bytea, $2::bigint WHERE $2::bigint > extract(epoch FROM clock_timestamp())::bigint - $3::bigint \
    ON CONFLICT DO NOTHING";
const IS_THERE: &str = "SELECT EXISTS (SELECT FROM registry_nonce WHERE key = $1)";
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
            self.within(async move |client| record(client, key, second).await).await.map_err(StoreError::new)
        })
    }

    fn survives_restart(&self) -> bool {
        true
    }
}

async fn record(client: &mut Client, key: &ReplayKey, second: i64) -> Result<Replay, super::StoreError> {
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
    transaction.commit().await?;
    Ok(replay)
}

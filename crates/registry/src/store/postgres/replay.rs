//! Used nonces, in the database that the instances share: what was sent to one is refused by all.

use super::{PostgresStore, Trouble};
use agent_description::{
    Timestamp,
    auth::replay::{Recording, Replay, ReplayKey, ReplayStore, StoreError},
};
use deadpool_postgres::Client;

/// How much longer than they are good nonces are remembered, in seconds: by so much the clocks of the instances and of the database may differ.
const MARGIN_SECONDS: i64 = 60;

/// One statement, so that of all who ask at the same time one is the first. The database's clock decides what is too old to be told from what was
/// forgotten: an instance whose clock is ahead makes nobody forget.
const RECORD: &str = "INSERT INTO registry_nonce (key, expires) \
    SELECT $1::bytea, $2::bigint WHERE $2::bigint > extract(epoch FROM clock_timestamp())::bigint - $3::bigint \
    ON CONFLICT DO NOTHING";
const IS_THERE: &str = "SELECT EXISTS (SELECT FROM registry_nonce WHERE key = $1)";
/// As many as are forgotten with each new one: more than one, so that they become fewer.
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

async fn record(client: &mut Client, key: &ReplayKey, second: i64) -> Result<Replay, Trouble> {
    let key = key.as_bytes().as_slice();
    let transaction = client.transaction().await?;
    // whatever the server's default: what was used stays used after a crash
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

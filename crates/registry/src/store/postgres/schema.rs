//! The tables and their creation.

use super::RegistryStoreError;
use crate::store::store_name;
use deadpool_postgres::Client;

/// Version of the tables.
pub(super) const VERSION: i32 = 1;

/// Reads the store's name, the sequence of its last change and of the last forgotten removal, and the token of the last
/// change.
pub(super) const STATE: &str = "SELECT name, sequence, forgotten, \
    (SELECT token FROM registry_token WHERE registry_token.sequence = registry_state.sequence) FROM registry_state";

/// Reads the token of the first write with this sequence or a later one.
pub(super) const TOKEN: &str = "SELECT token FROM registry_token WHERE sequence >= $1 ORDER BY sequence LIMIT 1";

/// The advisory lock for creating tables; an arbitrary number.
const LOCK: i64 = 0x6164_705f_7265_6731;

const TABLES: &str = r#"
    CREATE TABLE IF NOT EXISTS registry_state (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        version integer NOT NULL,
        name text NOT NULL,
        sequence bigint NOT NULL,
        forgotten bigint NOT NULL
    );
    CREATE TABLE IF NOT EXISTS registry_stored (
        identifier text COLLATE "C" PRIMARY KEY,
        host text COLLATE "C" NOT NULL,
        sequence bigint NOT NULL UNIQUE,
        facts text NOT NULL,
        -- none: the entry was removed
        document bytea,
        -- when it is to be looked at again, in whole seconds since 1970, rounded up
        due bigint
    );
    CREATE INDEX IF NOT EXISTS registry_stored_due ON registry_stored (due, identifier) WHERE due IS NOT NULL;
    CREATE INDEX IF NOT EXISTS registry_stored_removed ON registry_stored (host, sequence) WHERE document IS NULL;
    CREATE TABLE IF NOT EXISTS registry_host (
        host text COLLATE "C" PRIMARY KEY,
        entries bigint NOT NULL,
        bytes bigint NOT NULL,
        removed bigint NOT NULL
    );
    -- tables of an earlier version; the columns named host contain the registrable domain. ALTER TABLE locks the table even
    -- if there is nothing to do, and would wait for writers that wait for it
    DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'registry_host'::regclass AND attname = 'floors') THEN
            -- removals that must not be forgotten: their number, and which they are
            ALTER TABLE registry_host ADD COLUMN floors bigint NOT NULL DEFAULT 0;
            ALTER TABLE registry_stored ADD COLUMN has_floor boolean NOT NULL DEFAULT false;
        END IF;
    END $$;
    -- the last sequence of each write, and the write's own random number
    CREATE TABLE IF NOT EXISTS registry_token (
        sequence bigint PRIMARY KEY,
        token bigint NOT NULL
    );
    -- used nonces of signed requests: a digest, and the second until which the request could be sent again
    CREATE TABLE IF NOT EXISTS registry_nonce (
        key bytea PRIMARY KEY,
        expires bigint NOT NULL
    );
    CREATE INDEX IF NOT EXISTS registry_nonce_expires ON registry_nonce (expires);
    -- since when, in seconds since 1970, registry_nonce has all used nonces, and which table that is
    CREATE TABLE IF NOT EXISTS registry_replay (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        mark text NOT NULL,
        began bigint NOT NULL
    );
"#;

/// Creates missing tables. Concurrent callers wait for each other. Returns since when the table of nonces has all of them.
pub(super) async fn make(client: &mut Client) -> Result<i64, RegistryStoreError> {
    let name = store_name()?;
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    transaction.batch_execute(TABLES).await?;
    const FIRST: &str = "INSERT INTO registry_state (version, name, sequence, forgotten) VALUES ($1, $2, 0, 0) \
        ON CONFLICT (one) DO NOTHING";
    transaction.execute(FIRST, &[&VERSION, &name]).await?;
    let found: i32 = transaction.query_one("SELECT version FROM registry_state", &[]).await?.try_get(0)?;
    // as for a nonce, so that the table is not replaced meanwhile
    transaction.batch_execute("LOCK TABLE registry_nonce IN ROW EXCLUSIVE MODE").await?;
    let nonces_since = super::replay::generation(&transaction).await?;
    transaction.commit().await?;
    if found != VERSION {
        return Err(RegistryStoreError::new(format!(
            "the tables have version {found}, expected {VERSION}: use the version of this software that created them"
        )));
    }
    Ok(nonces_since)
}

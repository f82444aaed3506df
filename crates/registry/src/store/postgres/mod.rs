//! The store for several machines: PostgreSQL.

mod address;
mod change;
mod replay;
mod schema;
mod tls;

use super::{
    RegistryStoreError, Revision, RevisionChanges, Store, StoreFuture, StorePosition, Write, Written,
    kept::{stored, summary, unreadable},
};
use crate::{Entry, EntrySummary, Identifier, Stored};
use address::Address;
use agent_description::{Timestamp, auth::replay::ReplayStore};
use bytes::Bytes;
use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts, Transaction};
use std::{
    error::Error,
    fmt,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use tokio_postgres::{NoTls, Row, types::ToSql};

/// Connection timeout.
const CONNECT: Duration = Duration::from_secs(3);
/// Time limit for a request, including waiting for a connection.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of connections per process.
const CONNECTIONS: usize = 8;

/// Stores entries in a PostgreSQL database that several processes can share. Acknowledged changes are committed.
///
/// Missing tables are created. While the database is unavailable, every call fails within seconds; afterwards, calls
/// succeed again.
///
/// Connections to other machines, and those with `sslmode`, are encrypted. The server's certificate must be valid for
/// the host, and issued by a root of the system or of the `sslrootcert` file. A server without TLS is refused then.
/// `sslmode=disable` is for trusted networks.
///
/// This is also a [`ReplayStore`](agent_description::auth::replay::ReplayStore): used nonces are in a table of the same
/// database.
#[derive(Clone)]
pub struct PostgresStore {
    pool: Pool,
    database: String,
    /// Since when the table of nonces has all of them, in seconds since 1970, as far as this instance knows.
    nonces_since: Arc<AtomicI64>,
}

/// An error with its causes, which it does not display.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}

/// Help for a TLS failure.
fn advice(error: &deadpool_postgres::PoolError) -> &'static str {
    if with_causes(error).contains("TLS") {
        "; the server needs a certificate for its host name, issued by a CA of the system or of sslrootcert=FILE. For trusted networks, use sslmode=disable"
    } else {
        ""
    }
}

/// The server's message, which the error does not display.
impl From<tokio_postgres::Error> for RegistryStoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::new(match error.as_db_error() {
            Some(said) => format!("the database refused: {}", said.message()),
            None => format!("the database does not respond: {}", with_causes(&error)),
        })
    }
}

impl PostgresStore {
    /// Connects to the database with this connection string
    /// (`postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&sslrootcert=FILE`, or `host=… dbname=…`), and creates
    /// missing tables.
    ///
    /// # Errors
    /// [`RegistryStoreError`] if the connection string is invalid, or the database is unavailable or fails TLS verification.
    pub async fn connect(address: &str) -> Result<Self, RegistryStoreError> {
        let Address { mut config, tls } = Address::read(address)?;
        config.connect_timeout(CONNECT).keepalives_idle(Duration::from_secs(30));
        if config.get_application_name().is_none() {
            config.application_name("adp-registry");
        }
        let database = config.get_dbname().unwrap_or("?").to_owned();
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match tls {
            Some(tls) => Manager::from_config(config, tls, recycling),
            None => Manager::from_config(config, NoTls, recycling),
        };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .timeouts(Timeouts { wait: Some(STATEMENT_TIMEOUT), create: Some(CONNECT), recycle: Some(CONNECT) })
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| RegistryStoreError::new(format!("cannot create the connection pool: {error}")))?;
        let store = Self { pool, database, nonces_since: Arc::default() };
        let since = store.within(async |client| schema::make(client).await).await?;
        store.nonces_since.store(since, Ordering::SeqCst);
        Ok(store)
    }

    /// Runs work on a connection within the time limit.
    async fn within<T>(
        &self,
        work: impl AsyncFnOnce(&mut Client) -> Result<T, RegistryStoreError>,
    ) -> Result<T, RegistryStoreError> {
        let work = async {
            let mut client = self.pool.get().await.map_err(|error| {
                let advice = advice(&error);
                // the pool's own words do not help
                let cause = with_causes(error.source().unwrap_or(&error));
                RegistryStoreError::new(format!("cannot connect to the database: {cause}{advice}"))
            })?;
            work(&mut client).await
        };
        match tokio::time::timeout(STATEMENT_TIMEOUT, work).await {
            Ok(result) => result,
            Err(_) => Err(RegistryStoreError::new(format!("no response within {} s", STATEMENT_TIMEOUT.as_secs()))),
        }
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the connection string contains a password
        f.debug_struct("PostgresStore").field("database", &self.database).finish_non_exhaustive()
    }
}

fn stored_of(row: &Row) -> Result<Stored, RegistryStoreError> {
    let identifier: &str = row.try_get(0)?;
    let (sequence, facts) = (number(row.try_get(1)?)?, row.try_get(2)?);
    let document: Option<&[u8]> = row.try_get(3)?;
    stored(identifier, sequence, facts, document.map(Bytes::copy_from_slice))
}

/// Converts a signed number of the database.
fn number(signed: i64) -> Result<u64, RegistryStoreError> {
    u64::try_from(signed).map_err(|_| wrong_number())
}

fn signed(number: u64) -> Result<i64, RegistryStoreError> {
    i64::try_from(number).map_err(|_| wrong_number())
}

fn wrong_number() -> RegistryStoreError {
    RegistryStoreError::new("the database contains a negative number")
}

/// Converts a limit, with saturation.
fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

fn boxed<'a, T: 'a>(answer: impl Future<Output = Result<T, RegistryStoreError>> + Send + 'a) -> StoreFuture<'a, T> {
    Box::pin(answer)
}

/// The rows of a query.
async fn rows(
    client: &Client,
    query: &'static str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, RegistryStoreError> {
    let statement = client.prepare_cached(query).await?;
    Ok(client.query(&statement, parameters).await?)
}

impl Store for PostgresStore {
    fn shared_nonces(&self) -> Option<Arc<dyn ReplayStore>> {
        Some(Arc::new(self.clone()))
    }

    fn get_all(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<Stored>> {
        const GET: &str = "SELECT identifier, sequence, facts, document FROM registry_stored \
            JOIN unnest($1::text[]) WITH ORDINALITY AS asked (identifier, place) USING (identifier) ORDER BY place";
        boxed(self.within(async move |client| {
            let asked: Vec<&str> = identifiers.iter().map(Identifier::as_str).collect();
            rows(client, GET, &[&asked]).await?.iter().map(stored_of).collect()
        }))
    }

    fn summaries(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<EntrySummary>> {
        const SUMMARIES: &str = "SELECT identifier, sequence, facts FROM registry_stored \
            JOIN unnest($1::text[]) WITH ORDINALITY AS asked (identifier, place) USING (identifier) \
            WHERE document IS NOT NULL ORDER BY place";
        boxed(self.within(async move |client| {
            let asked: Vec<&str> = identifiers.iter().map(Identifier::as_str).collect();
            let of_row = |row: &Row| summary(row.try_get(0)?, number(row.try_get(1)?)?, row.try_get(2)?);
            rows(client, SUMMARIES, &[&asked]).await?.iter().map(of_row).collect()
        }))
    }

    fn write(&self, writes: Vec<Write>) -> StoreFuture<'_, Vec<Written>> {
        boxed(async move {
            if writes.is_empty() {
                return Ok(Vec::new());
            }
            self.within(async move |client| change::write(client, writes).await).await
        })
    }

    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> StoreFuture<'a, Vec<Entry>> {
        const PAGE: &str = "SELECT identifier, sequence, facts, document FROM registry_stored \
            WHERE document IS NOT NULL AND identifier > $1 ORDER BY identifier LIMIT $2";
        boxed(self.within(async move |client| {
            let after = after.map_or("", Identifier::as_str);
            let found = rows(client, PAGE, &[&after, &limit(most)]).await?;
            found.iter().filter_map(|row| stored_of(row).map(Stored::into_entry).transpose()).collect()
        }))
    }

    fn changes(&self, after: Revision, most: usize) -> StoreFuture<'_, RevisionChanges> {
        const CHANGES: &str = "SELECT identifier, sequence, facts, document FROM registry_stored \
            WHERE sequence > $1 ORDER BY sequence LIMIT $2";
        boxed(self.within(async move |client| {
            // one snapshot, and the revision first, so that no earlier change is missing
            let transaction = client
                .build_transaction()
                .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
                .read_only(true)
                .start()
                .await?;
            let state = transaction.query_one(schema::STATE, &[]).await?;
            let (last, forgotten) = (number(state.try_get(1)?)?, number(state.try_get(2)?)?);
            let is_complete = after.is_followed(token_of(&transaction, after.sequence).await?, forgotten);
            let statement = transaction.prepare_cached(CHANGES).await?;
            let rows = transaction.query(&statement, &[&signed(after.sequence)?, &limit(most)]).await?;
            let changes = rows.iter().map(stored_of).collect::<Result<Vec<_>, _>>()?;
            let sequence = if changes.len() < most { last } else { changes.last().map_or(last, Stored::sequence) };
            let token = token_of(&transaction, sequence).await?.unwrap_or_default();
            transaction.commit().await?;
            Ok(RevisionChanges { changes, is_complete, revision: Revision { sequence, token } })
        }))
    }

    fn position(&self) -> StoreFuture<'_, StorePosition> {
        boxed(self.within(async move |client| {
            let statement = client.prepare_cached(schema::STATE).await?;
            let state = client.query_one(&statement, &[]).await?;
            let token: Option<i64> = state.try_get(3)?;
            let token = token.map(number).transpose()?.unwrap_or_default();
            let revision = Revision { sequence: number(state.try_get(1)?)?, token };
            Ok(StorePosition { store: state.try_get(0)?, revision })
        }))
    }

    fn due(&self, by: Timestamp, most: usize) -> StoreFuture<'_, Vec<Identifier>> {
        const DUE: &str = "SELECT identifier FROM registry_stored WHERE due <= $1 ORDER BY due, identifier LIMIT $2";
        boxed(self.within(async move |client| {
            let identifier = |row: &Row| {
                let text: &str = row.try_get(0)?;
                text.parse().map_err(|error| unreadable(text, error))
            };
            rows(client, DUE, &[&by.as_unix_seconds(), &limit(most)]).await?.iter().map(identifier).collect()
        }))
    }
}

async fn token_of(transaction: &Transaction<'_>, sequence: u64) -> Result<Option<u64>, RegistryStoreError> {
    let statement = transaction.prepare_cached(schema::TOKEN).await?;
    let row = transaction.query_opt(&statement, &[&signed(sequence)?]).await?;
    row.map(|row| number(row.try_get(0)?)).transpose()
}

//! The store in PostgreSQL: the real server, several processes' worth of connections, and a server that goes away.

use super::conformance::{CHECKS, put};
use crate::registry::given::{entry, identifier};
use adp_fixtures::servers::postgres::PostgresServer;
use adp_registry::{
    Stored, codes,
    store::{PostgresStore, Revision, Store, Written},
};
use agent_description::{
    CodedError, Timestamp,
    auth::replay::{Replay, ReplayKey, ReplayStore},
};
use std::time::{Duration, Instant};

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn it_keeps_what_every_store_promises() {
    let server = PostgresServer::start();
    for (number, (name, check)) in CHECKS.iter().enumerate() {
        println!("{name}");
        check(&PostgresStore::connect(&server.database(&format!("check{number}"))).await.unwrap()).await;
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn instances_share_a_database_and_see_each_other_s_changes() {
    let server = PostgresServer::start();
    let address = server.database("shared");
    // eight at once find no tables, and one of them makes these
    let all = futures_util::future::join_all((0..8).map(|_| PostgresStore::connect(&address))).await;
    let all: Vec<PostgresStore> = all.into_iter().map(Result::unwrap).collect();
    let first = all[0].position().await.unwrap();
    assert_eq!(first, all[7].position().await.unwrap());

    // whoever follows the changes of all misses none, though all write at the same time
    let count: usize = 40;
    let writers = all.iter().enumerate().map(|(instance, store)| async move {
        for number in 0..count {
            let write = put(entry(&format!("urn:air:h{instance}.example:a:{number}"), "{}"), None);
            assert!(matches!(store.write(vec![write]).await.unwrap()[0], Written::Done { .. }));
        }
    });
    let follower = async {
        let store = PostgresStore::connect(&address).await.unwrap();
        let (mut seen, mut at) = (Vec::new(), Revision::default());
        while seen.len() < 8 * count {
            let changes = store.changes(at, 7).await.unwrap();
            at = changes.revision;
            seen.extend(changes.changes.iter().map(Stored::sequence));
        }
        seen
    };
    let (_, seen) = tokio::join!(futures_util::future::join_all(writers), follower);
    let expected: Vec<u64> = (1..=8 * count as u64).collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_database_that_is_gone_is_an_error_until_it_is_back() {
    let mut server = PostgresServer::start();
    let store = PostgresStore::connect(&server.database("gone")).await.unwrap();
    let write = |name: &str| vec![put(entry(&format!("urn:air:hotel.example:a:{name}"), "{}"), None)];
    assert_eq!(store.write(write("before")).await.unwrap(), [Written::Done { sequence: 1 }]);

    server.stop_at_once();
    let begin = Instant::now();
    let error = store.write(write("meanwhile")).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_STORE);
    assert!(store.get(&identifier("urn:air:hotel.example:a:before")).await.is_err());
    assert!(store.position().await.is_err());
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());

    assert!(server.restart());
    // what was acknowledged is there, what was not is not; connections of before may take one call each to be found dead
    let after = loop {
        match store.write(write("after")).await {
            Ok(written) => break written,
            Err(error) => assert!(begin.elapsed() < Duration::from_secs(30), "{error}"),
        }
    };
    assert_eq!(after, [Written::Done { sequence: 2 }]);
    let names: Vec<String> =
        store.page(None, 9).await.unwrap().iter().map(|entry| entry.identifier.name().to_owned()).collect();
    assert_eq!(names, ["after", "before"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn tables_of_a_later_version_are_left_alone() {
    let server = PostgresServer::start();
    let address = server.database("later");
    drop(PostgresStore::connect(&address).await.unwrap());
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("UPDATE registry_state SET version = 2").await.unwrap();
    let error = PostgresStore::connect(&address).await.unwrap_err().to_string();
    assert!(error.contains("have version 2, expected 1"), "{error}");
}

/// Whatever gives the table other content begins a new generation for all instances: also for one that was not running.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn a_table_of_nonces_that_was_replaced_is_a_new_one() {
    let server = PostgresServer::start();
    let address = server.database("generations");
    let one = PostgresStore::connect(&address).await.unwrap();
    let (audience, did) = ("https://registry.example".parse().unwrap(), "did:wba:hotel.example".parse().unwrap());
    let now = Timestamp::now();
    let (skew, far) = (Duration::from_secs(60), now.saturating_add(Duration::from_secs(300)));
    let record = async |store: &PostgresStore, nonce: &str| {
        store.record(&ReplayKey::for_request(&audience, &did, Some(nonce), b""), far, now).await.unwrap()
    };
    let since = |store: &PostgresStore| store.forgotten_until(now, skew).unwrap();
    // a new table has nothing: the clock skew, and the difference of the clocks
    let first = since(&one);
    let earliest = Timestamp::from_unix_seconds(now.as_unix_seconds() + 120).unwrap();
    assert!(first >= earliest && first <= earliest.saturating_add(Duration::from_secs(30)), "{first}");
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("UPDATE registry_replay SET began = began - 86400").await.unwrap();
    let one = PostgresStore::connect(&address).await.unwrap();
    assert!(since(&one) < now);
    assert_eq!(record(&one, "a").await, Replay::Fresh);
    assert!(since(&one) < now, "nothing was restored");
    // as pg_restore --clean does, as a restore of the data alone does, as a rewrite does
    const AGAIN: &str = "BEGIN; ALTER TABLE registry_nonce RENAME TO old; \
        CREATE TABLE registry_nonce (LIKE old INCLUDING ALL); DROP TABLE old; COMMIT";
    for replace in [AGAIN, "TRUNCATE registry_nonce", "VACUUM FULL registry_nonce"] {
        client.batch_execute(replace).await.unwrap();
        record(&one, "b").await;
        assert!(since(&one) >= earliest, "{replace}");
        client.batch_execute("UPDATE registry_replay SET began = began - 86400").await.unwrap();
        let other = PostgresStore::connect(&address).await.unwrap();
        assert!(since(&other) < now, "{replace}: known to be the same");
        client.batch_execute(replace).await.unwrap();
        let other = PostgresStore::connect(&address).await.unwrap();
        assert!(since(&other) >= earliest, "{replace}: an instance that was not running");
        client.batch_execute("UPDATE registry_replay SET began = began - 86400").await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn a_nonce_is_used_once_whichever_instance_is_asked() {
    let server = PostgresServer::start();
    let address = server.database("nonces");
    let one = PostgresStore::connect(&address).await.unwrap();
    let other = PostgresStore::connect(&address).await.unwrap();
    let (audience, did) = ("https://registry.example".parse().unwrap(), "did:wba:hotel.example".parse().unwrap());
    let key = |nonce: &str| ReplayKey::for_request(&audience, &did, Some(nonce), b"");
    let now = Timestamp::now();
    let in_five_minutes = now.saturating_add(Duration::from_secs(300));
    let record = async |store: &PostgresStore, nonce: &str, expires: Timestamp, now: Timestamp| {
        store.record(&key(nonce), expires, now).await.unwrap()
    };
    assert_eq!(record(&one, "a", in_five_minutes, now).await, Replay::Fresh);
    assert_eq!(record(&other, "a", in_five_minutes, now).await, Replay::Replayed);
    assert_eq!(record(&other, "b", in_five_minutes, now).await, Replay::Fresh);
    // of all who ask at the same time one is the first
    let all = (0..16).map(|number| record(if number % 2 == 0 { &one } else { &other }, "c", in_five_minutes, now));
    let all = futures_util::future::join_all(all).await;
    assert_eq!(all.iter().filter(|replay| **replay == Replay::Fresh).count(), 1, "{all:?}");
    // what is over, and what an instance whose clock is behind holds for good: it may be forgotten already
    let past = Timestamp::from_unix_seconds(now.as_unix_seconds() - 120).unwrap();
    assert_eq!(record(&one, "d", past, now).await, Replay::Expired);
    let hour_ago = Timestamp::from_unix_seconds(now.as_unix_seconds() - 3600).unwrap();
    assert_eq!(record(&one, "d", past, hour_ago).await, Replay::Expired);
    // an instance whose clock is ahead makes nobody forget
    let tomorrow = now.saturating_add(Duration::from_secs(86_400));
    assert_eq!(record(&other, "e", tomorrow.saturating_add(Duration::from_secs(1)), tomorrow).await, Replay::Fresh);
    assert_eq!(record(&one, "a", in_five_minutes, now).await, Replay::Replayed);

    // what is over is forgotten as new ones come
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let old = "INSERT INTO registry_nonce SELECT sha256(n::text::bytea), \
        extract(epoch FROM clock_timestamp())::bigint - 61 FROM generate_series(1, 30) AS n";
    assert_eq!(client.execute(old, &[]).await.unwrap(), 30);
    for (nonce, left) in [("f", 15), ("g", 6), ("h", 7)] {
        assert_eq!(record(&one, nonce, in_five_minutes, now).await, Replay::Fresh);
        let count: i64 = client.query_one("SELECT count(*) FROM registry_nonce", &[]).await.unwrap().get(0);
        assert_eq!(count, left, "{nonce}");
    }
    assert_eq!(record(&other, "a", in_five_minutes, now).await, Replay::Replayed);
}

//! The store in a file: also across restarts, crashes and damage.

use super::conformance::{CHECKS, put, usage};
use crate::registry::given::{entry, identifier};
use adp_registry::{
    Stored,
    store::{RedbStore, Revision, Store},
};
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

#[tokio::test]
async fn it_keeps_what_every_store_promises() {
    for (name, check) in CHECKS {
        println!("{name}");
        let folder = tempfile::tempdir().unwrap();
        check(&RedbStore::open(folder.path().join("store.redb")).unwrap()).await;
    }
}

#[tokio::test]
async fn opened_again_it_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.redb");
    let store = RedbStore::open(&path).unwrap();
    let position = store.position().await.unwrap();
    store.write(vec![put(entry("urn:air:hotel.example:agent:rooms", "{}"), None)]).await.unwrap();
    let busy = RedbStore::open(&path).unwrap_err().to_string();
    assert!(busy.contains("another process has it open"), "{busy}");
    drop(store);
    let again = RedbStore::open(&path).unwrap();
    let position_again = again.position().await.unwrap();
    assert_eq!((position_again.store, position_again.revision.sequence), (position.store, 1));
    assert!(again.get(&identifier("urn:air:hotel.example:agent:rooms")).await.unwrap().is_some());
}

#[tokio::test]
async fn a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.redb");
    std::fs::write(&path, "no such file").unwrap();
    assert!(RedbStore::open(&path).is_err());

    let path = folder.path().join("damaged.redb");
    let store = RedbStore::open(&path).unwrap();
    let writes = (0..200).map(|n| put(entry(&format!("urn:air:h.example:a:{n}"), &"x".repeat(3000)), None)).collect();
    store.write(writes).await.unwrap();
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.windows(100).position(|window| window.iter().all(|byte| *byte == b'x')).unwrap();
    bytes[middle..middle + 50].fill(b'y');
    std::fs::write(&path, bytes).unwrap();
    let error = RedbStore::open(&path).unwrap_err().to_string();
    assert!(error.contains("restore it from a backup"), "{error}");
}

/// The child's part of the next test; it ends when it is killed.
#[tokio::test]
async fn child_that_writes() {
    let Ok(path) = std::env::var("REGISTRY_STORE_TO_WRITE") else { return };
    let store = RedbStore::open(path).unwrap();
    let first = store.position().await.unwrap().revision.sequence;
    for number in first.. {
        // three entries in a batch, all of one number, whose documents say it as often as its digits have room
        let writes = (0..3).map(|part| {
            let name = format!("urn:air:hotel.example:agent:{number}-{part}");
            put(entry(&name, &format!("{number} ").repeat(1000)), None)
        });
        store.write(writes.collect()).await.unwrap();
        println!("acknowledged {number}");
    }
}

#[tokio::test]
async fn killed_in_mid_write_it_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.redb");
    let rounds = std::env::var("REGISTRY_KILL_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(8);
    let (mut acknowledged, mut interrupted) = (Vec::new(), 0);
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["registry::store::redb::child_that_writes", "--exact", "--nocapture"])
            .env("REGISTRY_STORE_TO_WRITE", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // at another moment each round; what comes between the last line read and the kill was acknowledged too
        let wanted = 3 + round * 7 % 11;
        let mut read = |line: String| {
            let number = line.strip_prefix("acknowledged ")?.parse::<u64>().ok()?;
            acknowledged.push(number);
            Some(number)
        };
        let mut seen = 0;
        while seen < wanted {
            let line = lines.next().expect("the child writes until it is killed").unwrap();
            seen += usize::from(read(line).is_some());
        }
        child.kill().unwrap();
        for line in lines.map_while(Result::ok) {
            read(line);
        }
        child.wait().unwrap();

        let store = RedbStore::open(&path).unwrap();
        let position = store.position().await.unwrap();
        let changes = store.changes(Revision::default(), usize::MAX).await.unwrap();
        // whole batches, and each change once
        assert_eq!(position.revision.sequence % 3, 0);
        assert_eq!(changes.changes.len() as u64, position.revision.sequence);
        assert_eq!(usage(&store, "hotel.example").await.entries, position.revision.sequence);
        let whole = store.page(None, usize::MAX).await.unwrap();
        assert_eq!(whole.len() as u64, position.revision.sequence);
        for entry in &whole {
            let number = entry.identifier.name().split('-').next().unwrap();
            assert_eq!(entry.document.as_ref(), format!("{number} ").repeat(1000).as_bytes());
        }
        for number in &acknowledged {
            for part in 0..3 {
                let name = identifier(&format!("urn:air:hotel.example:agent:{number}-{part}"));
                assert!(matches!(store.get(&name).await.unwrap(), Some(Stored::Entry(_))), "{name}");
            }
        }
        interrupted += usize::from(position.revision.sequence as usize > 3 * acknowledged.len());
    }
    println!(
        "{rounds} kills, {} writes acknowledged, {interrupted} kills after an unacknowledged one",
        acknowledged.len()
    );
}

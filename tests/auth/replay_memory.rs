//! The replay store in memory: once is once, full is full, and no clock makes it forget too early.

use agent_description::{
    Origin, Timestamp,
    auth::replay::{MemoryReplayStore, Replay, ReplayKey, ReplayStore},
    did::Did,
};
use proptest::prelude::*;
use std::{sync::Arc, time::Duration};

fn key(signer: u8, nonce: &str) -> ReplayKey {
    let audience: Origin = "https://agent.example.com".parse().unwrap();
    let did: Did = format!("did:wba:client{signer}.example.com").parse().unwrap();
    ReplayKey::for_request(&audience, &did, Some(nonce), b"")
}

/// 2026-01-01T00:00:00Z and so many milliseconds.
fn at(milliseconds: u64) -> Timestamp {
    let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    start.saturating_add(Duration::from_millis(milliseconds))
}

#[test]
fn a_key_is_the_hash_of_audience_did_and_nonce() {
    let audience: Origin = "https://agent.example.com".parse().unwrap();
    let did: Did = "did:wba:client.example.com".parse().unwrap();
    // printf '["https://agent.example.com","did:wba:client.example.com","n1"]' | sha256sum; the signer: without the nonce, first 16 bytes
    let found = ReplayKey::for_request(&audience, &did, Some("n1"), b"");
    assert_eq!(format!("{found:?}"), "ReplayKey(7f374bcc650ab1f7a19da23d38c7d83867f15e14e4fdb8686cb87f2f3ccfe411)");
    let signer: String = found.signer.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(signer, "dbcd659dee82fea74e5afd02bc6a77e3");
    let base = ReplayKey::for_request(&audience, &did, None, b"x");
    assert_ne!(base, found);
    assert_eq!(base.signer, found.signer);
    let elsewhere = ReplayKey::for_request(&"https://agent.example.com:8443".parse().unwrap(), &did, Some("n1"), b"");
    assert!(elsewhere != found && elsewhere.signer != found.signer);
}

#[test]
fn once_until_it_expires() {
    let store = MemoryReplayStore::new(10);
    assert_eq!(store.key_count(), 0);
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(0)), Replay::Fresh);
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(0)), Replay::Replayed);
    assert_eq!(store.record_now(&key(2, "a"), at(60_000), at(0)), Replay::Fresh, "another DID's nonce");
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(59_999)), Replay::Replayed);
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(60_000)), Replay::Expired);
    // what has expired is gone
    assert_eq!(store.record_now(&key(1, "b"), at(120_000), at(60_000)), Replay::Fresh);
    assert_eq!(store.key_count(), 1);
}

#[test]
fn what_is_full_refuses_and_forgets_nothing() {
    let store = MemoryReplayStore::new(3);
    for nonce in ["a", "b", "c"] {
        assert_eq!(store.record_now(&key(1, nonce), at(10_000), at(0)), Replay::Fresh);
    }
    for signer in 0..200 {
        assert_eq!(store.record_now(&key(signer, "new"), at(10_000), at(9_999)), Replay::Full);
    }
    for nonce in ["a", "b", "c"] {
        assert_eq!(store.record_now(&key(1, nonce), at(10_000), at(9_999)), Replay::Replayed);
    }
    assert_eq!(store.record_now(&key(1, "d"), at(20_000), at(10_000)), Replay::Fresh);
    assert_eq!(MemoryReplayStore::new(0).record_now(&key(1, "a"), at(1), at(0)), Replay::Full);
}

#[test]
fn one_signer_cannot_fill_the_store() {
    let store = MemoryReplayStore::new(16_384);
    let fresh = (0..5_000)
        .filter(|n| store.record_now(&key(1, &n.to_string()), at(10_000 + n), at(0)) == Replay::Fresh)
        .count();
    assert_eq!(fresh, 2_048, "an eighth");
    assert_eq!(store.record_now(&key(2, "a"), at(10_000), at(0)), Replay::Fresh);
    // an old burst of others does not stand in the way of a signer whose own has expired
    let store = MemoryReplayStore::new(16_384).with_share(100);
    for n in 0..10_000_u64 {
        let _ = store.record_now(&key((n / 100) as u8, &n.to_string()), at(1_000 + n), at(0));
    }
    assert_eq!(store.key_count(), 10_000);
    assert_eq!(store.record_now(&key(99, "after"), at(90_000), at(60_000)), Replay::Fresh);
    assert_eq!(store.key_count(), 1);
}

#[test]
fn a_clock_set_back_reopens_nothing() {
    let store = MemoryReplayStore::new(10);
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(0)), Replay::Fresh);
    // the clock jumps ahead, and the nonce is forgotten
    assert_eq!(store.record_now(&key(1, "b"), at(3_660_000), at(3_600_000)), Replay::Fresh);
    assert_eq!(store.key_count(), 1);
    // and back: the first request would be good again
    assert_eq!(store.record_now(&key(1, "a"), at(60_000), at(1_000)), Replay::Expired);
    // what is good for longer than anything that was forgotten is new for sure
    assert_eq!(store.record_now(&key(1, "c"), at(61_000), at(1_000)), Replay::Fresh);
    assert_eq!(store.record_now(&key(1, "b"), at(3_660_000), at(1_000)), Replay::Replayed);
}

#[test]
fn requests_after_a_silence_clear_what_has_expired() {
    let store = MemoryReplayStore::new(100_000).with_share(100_000);
    for n in 0..50_000_u64 {
        assert_eq!(store.record_now(&key(1, &n.to_string()), at(60_000 + n), at(0)), Replay::Fresh);
    }
    // 16 go for each that comes
    for n in 0..4_000 {
        assert_eq!(store.record_now(&key(1, &format!("later {n}")), at(300_000), at(200_000)), Replay::Fresh);
    }
    assert_eq!(store.key_count(), 4_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_ten_thousand_at_once_one_is_fresh() {
    let store = Arc::new(MemoryReplayStore::new(100));
    let gate = Arc::new(tokio::sync::Barrier::new(10_000));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..10_000 {
        let (store, gate) = (Arc::clone(&store), Arc::clone(&gate));
        tasks.spawn(async move {
            gate.wait().await;
            store.record(&key(1, "the same"), at(60_000), at(0)).await.unwrap()
        });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| **answer == Replay::Fresh).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == Replay::Replayed).count(), 9_999);
}

#[derive(Clone, Copy, Debug)]
struct Call {
    signer: u8,
    nonce: u8,
    expires: u64,
    now: u64,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = (0..3_u8, 0..6_u8, 0..8_000_u64, 0..6_000_u64).prop_map(|(signer, nonce, expires, now)| Call {
        signer,
        nonce,
        // a nonce usually comes with its one time, as a copied request has it
        expires: if expires % 3 == 0 { expires } else { 1_000 * u64::from(nonce) + 900 },
        now,
    });
    (proptest::collection::vec(call, 1..60), any::<bool>()).prop_map(|(mut calls, forward)| {
        if forward {
            calls.sort_by_key(|call| call.now);
        }
        calls
    })
}

fn whole_second(milliseconds: u64) -> u64 {
    milliseconds.div_ceil(1000) * 1000
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The model remembers everything for ever, and says for each answer whether it may be given.
    #[test]
    fn every_answer_is_one_that_the_model_allows(calls in calls(), capacity in 0..8_usize, share in 1..5_usize) {
        let store = MemoryReplayStore::new(capacity).with_share(share);
        let mut accepted: Vec<Call> = Vec::new();
        let mut latest = 0;
        for call in calls {
            let answer = store.record_now(&key(call.signer, &call.nonce.to_string()), at(call.expires), at(call.now));
            latest = latest.max(call.now);
            let same = |other: &&Call| (other.signer, other.nonce) == (call.signer, call.nonce);
            let of_key: Vec<Call> = accepted.iter().filter(same).copied().collect();
            let needed = |other: &&Call| whole_second(other.expires) > call.now;
            let held = accepted.iter().filter(needed).count();
            let of_signer = accepted.iter().filter(needed).filter(|other| other.signer == call.signer).count();
            // kept as long as no clock ever said that it has expired
            if of_key.iter().any(|other| other.expires > latest) {
                prop_assert_eq!(answer, Replay::Replayed, "{:?} after {:?}", call, accepted);
            }
            match answer {
                Replay::Fresh => {
                    prop_assert!(call.expires > call.now);
                    prop_assert!(of_key.iter().all(|other| whole_second(other.expires) < whole_second(call.expires)),
                        "{:?} a second time", call);
                    let kept = |other: &&Call| whole_second(other.expires) > latest;
                    prop_assert!(accepted.iter().filter(kept).count() < capacity);
                    prop_assert!(accepted.iter().filter(kept).filter(|other| other.signer == call.signer).count() < share);
                    accepted.push(call);
                }
                Replay::Replayed => prop_assert!(!of_key.is_empty()),
                Replay::Full => prop_assert!(held >= capacity || of_signer >= share, "{:?} after {:?}", call, accepted),
                Replay::Expired => {
                    let gone = |other: &Call| {
                        whole_second(other.expires) <= latest && whole_second(other.expires) >= whole_second(call.expires)
                    };
                    prop_assert!(call.expires <= call.now || accepted.iter().any(gone), "{:?} after {:?}", call, accepted);
                }
            }
            prop_assert!(store.key_count() <= capacity);
        }
    }
}

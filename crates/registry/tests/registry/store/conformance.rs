//! What every store promises. Each check has a store of its own, empty.

use crate::registry::given::{entry, identifier, time};
use adp_registry::{
    Entry, Removed, Status, Stored, VersionFloor,
    store::{MAX_REMOVED_PER_DOMAIN, Quota, Revision, Store, Usage, Write, Written},
};
use std::{future::Future, pin::Pin};

type Check = fn(&dyn Store) -> Pin<Box<dyn Future<Output = ()> + '_>>;

/// All checks by name.
pub const CHECKS: &[(&str, Check)] = &[
    ("what was written is read", |store| Box::pin(what_was_written_is_read(store))),
    ("a change applies to what the writer has seen", |store| {
        Box::pin(a_change_applies_to_what_the_writer_has_seen(store))
    }),
    ("pages are in the order of identifiers", |store| Box::pin(pages_are_in_the_order_of_identifiers(store))),
    ("summaries are those of the entries that were asked for", |store| Box::pin(summaries(store))),
    ("changes come in their order", |store| Box::pin(changes_come_in_their_order(store))),
    ("a host has no more than its quota", |store| Box::pin(a_host_has_no_more_than_its_quota(store))),
    ("what is due comes first", |store| Box::pin(what_is_due_comes_first(store))),
    ("old removals are forgotten", |store| Box::pin(old_removals_are_forgotten(store))),
    ("removals that are kept count", |store| Box::pin(removals_that_are_kept_count(store))),
    ("writers at the same time do not lose anything", |store| Box::pin(writers_at_the_same_time(store))),
];

pub fn put(entry: Entry, replaces: Option<u64>) -> Write {
    Write { stored: Stored::Entry(Box::new(entry)), replaces, quota: None }
}

fn remove(removed: Removed, replaces: u64) -> Write {
    Write { stored: Stored::Removed(removed), replaces: Some(replaces), quota: None }
}

pub fn done(written: &[Written]) -> Vec<u64> {
    let sequence = |written: &Written| match written {
        Written::Done { sequence } => *sequence,
        other => panic!("{other:?}"),
    };
    written.iter().map(sequence).collect()
}

/// The usage of a host, as a store tells it to a writer without any quota.
pub async fn usage(store: &dyn Store, host: &str) -> Usage {
    let quota = Some(Quota { entries: 0, bytes: 0 });
    let entry = entry(&format!("urn:air:{host}:quota:none"), "{}");
    match one(store, Write { quota, ..put(entry, None) }).await {
        Written::OverQuota(usage) => usage,
        other => panic!("{other:?}"),
    }
}

async fn one(store: &dyn Store, write: Write) -> Written {
    store.write(vec![write]).await.unwrap()[0]
}

fn numbered(number: usize) -> Entry {
    entry(&format!("urn:air:hotel.example:agent:{number:05}"), &format!("{{\"name\": \"{number}\"}}"))
}

async fn what_was_written_is_read(store: &dyn Store) {
    let missing = identifier("urn:air:hotel.example:agent:none");
    assert_eq!(store.get(&missing).await.unwrap(), None);
    assert_eq!(store.position().await.unwrap().revision.sequence, 0);
    // every byte, also what is no UTF-8 and no text at all
    let mut first = entry("urn:air:hotel.example:agent:rooms", "");
    first.document = bytes::Bytes::from((0..=255).cycle().take(70_000).map(|it| it as u8).collect::<Vec<_>>());
    first.evidence.checks.push(adp_registry::Checked {
        name: "signature 0".to_owned(),
        result: "fail".to_owned(),
        detail: Some("\u{202e}\u{0}\u{fc}'; DROP TABLE entry; --".to_owned()),
    });
    assert_eq!(done(&store.write(vec![put(first.clone(), None)]).await.unwrap()), [1]);
    first.sequence = 1;
    let read = store.get(&first.identifier).await.unwrap().unwrap();
    assert_eq!(read, Stored::Entry(Box::new(first.clone())));
    assert_eq!(store.page(None, 10).await.unwrap(), [first.clone()]);
    let bytes = first.document.len() as u64;
    assert_eq!(usage(store, "hotel.example").await, Usage { entries: 1, bytes, removed: 0, floors: 0 });
    assert_eq!(usage(store, "hotel.example.org").await, Usage::default());

    let removed = Removed::for_entry(&first, time("2026-02-01T00:00:00.25Z"));
    assert_eq!(one(store, remove(removed.clone(), 1)).await, Written::Done { sequence: 2 });
    let left = store.get(&first.identifier).await.unwrap().unwrap();
    assert_eq!(left, Stored::Removed(Removed { sequence: 2, ..removed }));
    assert!(store.page(None, 10).await.unwrap().is_empty());
    assert_eq!(usage(store, "hotel.example").await, Usage { entries: 0, bytes: 0, removed: 0, floors: 1 });
    assert_eq!(store.write(Vec::new()).await.unwrap(), []);
}

async fn a_change_applies_to_what_the_writer_has_seen(store: &dyn Store) {
    let first = numbered(1);
    assert_eq!(one(store, put(first.clone(), Some(1))).await, Written::Conflict);
    assert_eq!(one(store, put(first.clone(), None)).await, Written::Done { sequence: 1 });
    assert_eq!(one(store, put(first.clone(), None)).await, Written::Conflict);
    assert_eq!(one(store, put(first.clone(), Some(1))).await, Written::Done { sequence: 2 });
    assert_eq!(one(store, put(first.clone(), Some(1))).await, Written::Conflict);
    let removed = Removed::for_entry(&first, time("2026-02-01T00:00:00Z"));
    assert_eq!(one(store, remove(removed.clone(), 1)).await, Written::Conflict);
    assert_eq!(one(store, remove(removed.clone(), 2)).await, Written::Done { sequence: 3 });
    // what is left of it is not removed again, and who writes anew has to have seen it
    assert_eq!(one(store, remove(removed, 3)).await, Written::Conflict);
    assert_eq!(one(store, put(first.clone(), None)).await, Written::Conflict);
    assert_eq!(one(store, put(first, Some(3))).await, Written::Done { sequence: 4 });
    assert_eq!(usage(store, "hotel.example").await, Usage { entries: 1, bytes: 13, removed: 0, floors: 0 });
    // within one batch, the second sees the first
    let both = store.write(vec![put(numbered(2), None), put(numbered(2), Some(5)), put(numbered(3), Some(9))]).await;
    assert_eq!(both.unwrap(), [Written::Done { sequence: 5 }, Written::Done { sequence: 6 }, Written::Conflict]);
}

async fn pages_are_in_the_order_of_identifiers(store: &dyn Store) {
    // bytes decide, in no language: capitals first, the hyphen before digits
    let names = ["Z", "a", "a-b", "a.b", "a0", "aa", "b"];
    let written: Vec<Write> =
        names.iter().rev().map(|name| put(entry(&format!("urn:air:h.example:x:{name}"), "{}"), None)).collect();
    store.write(written).await.unwrap();
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = store.page(after.as_ref(), 3).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.len() <= 3);
        after = Some(last.identifier.clone());
        seen.extend(page.iter().map(|entry| entry.identifier.name().to_owned()));
    }
    assert_eq!(seen, names);
    let between = store.page(Some(&identifier("urn:air:h.example:x:a1")), 1).await.unwrap();
    assert_eq!(between[0].identifier.name(), "aa");
}

async fn summaries(store: &dyn Store) {
    let mut entries: Vec<Entry> = (0..4).map(numbered).collect();
    // one that was written before summaries were kept, and one that nobody stands behind
    entries[1].summary = None;
    entries[2].evidence.identity = None;
    entries[2].evidence.refusal = Some(adp_registry::StoredRefusal {
        code: "jws-missing".to_owned(),
        message: "it has no signatures".to_owned(),
    });
    store.write(entries.iter().cloned().map(|entry| put(entry, None)).collect()).await.unwrap();
    let removed = Removed::for_entry(&entries[3], time("2026-02-01T00:00:00Z"));
    store.write(vec![remove(removed, 4)]).await.unwrap();
    let asked = ["00002", "none", "00000", "00003", "00001"];
    let asked = asked.map(|name| identifier(&format!("urn:air:hotel.example:agent:{name}")));
    let found = store.summaries(asked.to_vec()).await.unwrap();
    let named: Vec<_> = found.iter().map(|it| (it.title(), it.sequence, it.profile.as_str())).collect();
    assert_eq!(
        named,
        [("R\u{fc}ms", 3, "a2a-card/1.0"), ("R\u{fc}ms", 1, "a2a-card/1.0"), ("00001", 2, "a2a-card/1.0")]
    );
    let (before, at_the_end) = (time("2026-01-03T03:04:05.25Z"), time("2026-01-03T03:04:05.5Z"));
    let refusal = entries[2].evidence.refusal.as_ref();
    assert_eq!(found[0].status_at(before), Status::Unsigned(refusal));
    for verified in &found[1..] {
        assert_eq!(verified.status_at(before), Status::Verified("did:wba:hotel.example"));
        assert_eq!(verified.status_at(at_the_end), Status::Lapsed);
    }
    assert_eq!(store.summaries(Vec::new()).await.unwrap(), []);
}

async fn changes_come_in_their_order(store: &dyn Store) {
    let writes = (1..=5).map(|number| put(numbered(number), None)).collect();
    assert_eq!(done(&store.write(writes).await.unwrap()), [1, 2, 3, 4, 5]);
    let first = store.position().await.unwrap().revision;
    let removed = Removed::for_entry(&numbered(2), time("2026-02-01T00:00:00Z"));
    one(store, remove(removed, 2)).await;
    one(store, put(numbered(4), Some(4))).await;

    let all = store.changes(Revision::default(), 100).await.unwrap();
    let told = |changes: &[Stored]| -> Vec<(u64, String)> {
        changes.iter().map(|it| (it.sequence(), it.identifier().name().to_owned())).collect()
    };
    let expected: Vec<(u64, String)> =
        [(1, "00001"), (3, "00003"), (5, "00005"), (6, "00002"), (7, "00004")].map(|(n, s)| (n, s.to_owned())).into();
    assert_eq!(told(&all.changes), expected);
    assert_eq!((all.is_complete, all.revision.sequence), (true, 7));
    assert!(matches!(all.changes[3], Stored::Removed(_)));
    // in the midst of the first write
    let some = store.changes(Revision { sequence: 3, ..first }, 2).await.unwrap();
    assert_eq!((told(&some.changes), some.revision.sequence, some.is_complete), (expected[2..4].to_vec(), 6, true));
    let rest = store.changes(some.revision, 2).await.unwrap();
    assert_eq!((told(&rest.changes), rest.is_complete), (expected[4..].to_vec(), true));
    let none = store.changes(all.revision, 2).await.unwrap();
    assert_eq!((none.changes.len(), none.revision, none.is_complete), (0, all.revision, true));
    assert_eq!(store.position().await.unwrap().revision, all.revision);
    // what another store, or this one before it was set back, had with this number, and what it does not have yet
    for other in [Revision { sequence: 3, token: first.token ^ 1 }, Revision { sequence: 8, ..all.revision }] {
        assert!(!store.changes(other, 2).await.unwrap().is_complete, "{other:?}");
    }
    assert_eq!(store.position().await.unwrap().revision.sequence, 7);
}

async fn a_host_has_no_more_than_its_quota(store: &dyn Store) {
    let quota = Some(Quota { entries: 2, bytes: 30 });
    let named = |name: &str, document: &str| entry(&format!("urn:air:hotel.example:x:{name}"), document);
    let put = |name: &str, document: &str, replaces| Write { quota, ..put(named(name, document), replaces) };
    assert_eq!(one(store, put("a", "{\"a\": 1}", None)).await, Written::Done { sequence: 1 });
    let usage = Usage { entries: 1, bytes: 8, removed: 0, floors: 0 };
    assert_eq!(one(store, put("b", "{\"a\": \"123456789012345\"}", None)).await, Written::OverQuota(usage));
    assert_eq!(one(store, put("b", "{}", None)).await, Written::Done { sequence: 2 });
    let usage = Usage { entries: 2, bytes: 10, removed: 0, floors: 0 };
    assert_eq!(one(store, put("c", "{}", None)).await, Written::OverQuota(usage));
    assert_eq!(self::usage(store, "hotel.example").await, usage);
    // in the place of another there is room, up to the bytes
    assert_eq!(one(store, put("b", "{\"a\": \"1234567890123\"}", Some(2))).await, Written::Done { sequence: 3 });
    // a subdomain has none of its own, another domain has
    let below = Write { quota, ..self::put(entry("urn:air:rooms.hotel.example:x:c", "{}"), None) };
    let usage = Usage { entries: 2, bytes: 30, removed: 0, floors: 0 };
    assert_eq!(one(store, below).await, Written::OverQuota(usage));
    let other = Write { quota, ..self::put(entry("urn:air:shop.example:x:c", "{}"), None) };
    assert_eq!(one(store, other).await, Written::Done { sequence: 4 });
    // what is too much already may become less
    let less = Write { quota: Some(Quota { entries: 1, bytes: 1 }), ..put("b", "{}", Some(3)) };
    assert_eq!(one(store, less).await, Written::Done { sequence: 5 });
}

async fn what_is_due_comes_first(store: &dyn Store) {
    let due = |number: usize, next: Option<&str>| {
        let mut entry = numbered(number);
        entry.evidence.next = next.map(time);
        entry
    };
    let writes = vec![
        put(due(1, Some("2026-01-01T00:00:03Z")), None),
        put(due(2, Some("2026-01-01T00:00:01Z")), None),
        put(due(3, None), None),
        put(due(4, Some("1969-12-31T23:59:59Z")), None),
    ];
    store.write(writes).await.unwrap();
    let names = |due: Vec<adp_registry::Identifier>| -> Vec<String> {
        due.iter().map(|identifier| identifier.name().to_owned()).collect()
    };
    assert_eq!(names(store.due(time("2026-01-01T00:00:00Z"), 9).await.unwrap()), ["00004"]);
    assert_eq!(names(store.due(time("2026-01-01T00:00:01Z"), 9).await.unwrap()), ["00004", "00002"]);
    assert_eq!(names(store.due(time("2026-01-01T00:00:09Z"), 2).await.unwrap()), ["00004", "00002"]);
    one(store, put(due(4, Some("2026-01-01T00:00:02Z")), Some(4))).await;
    let removed = Removed::for_entry(&numbered(2), time("2026-02-01T00:00:00Z"));
    one(store, remove(removed, 2)).await;
    assert_eq!(names(store.due(time("2026-01-01T00:00:09Z"), 9).await.unwrap()), ["00004", "00001"]);
}

async fn old_removals_are_forgotten(store: &dyn Store) {
    let most = usize::try_from(MAX_REMOVED_PER_DOMAIN).unwrap();
    let numbered = |number| Entry { version_floor: VersionFloor::default(), ..numbered(number) };
    // the removal of an entry with a minimum version is older than all others, and is kept
    let kept = entry("urn:air:rooms.hotel.example:agent:kept", "{}");
    one(store, put(kept.clone(), None)).await;
    one(store, remove(Removed::for_entry(&kept, time("2026-01-31T00:00:00Z")), 1)).await;
    let writes = (0..=most).map(|number| put(numbered(number), None)).collect();
    let sequences = done(&store.write(writes).await.unwrap());
    let unseen = store.position().await.unwrap().revision;
    let removals = sequences.iter().enumerate().map(|(number, replaces)| {
        remove(Removed::for_entry(&numbered(number), time("2026-02-01T00:00:00Z")), *replaces)
    });
    let removals = done(&store.write(removals.collect()).await.unwrap());
    let seen = Revision { sequence: removals[0], ..store.position().await.unwrap().revision };
    let usage = Usage { entries: 0, bytes: 0, removed: MAX_REMOVED_PER_DOMAIN, floors: 1 };
    assert_eq!(self::usage(store, "hotel.example").await, usage);
    assert_eq!(store.get(&numbered(0).identifier).await.unwrap(), None);
    assert!(store.get(&numbered(1).identifier).await.unwrap().is_some());
    let floor = store.get(&kept.identifier).await.unwrap().map(|stored| stored.version_floor().clone());
    assert_eq!(floor, Some(kept.version_floor));
    // whoever has not seen the first removal has to begin anew
    assert!(!store.changes(unseen, 10).await.unwrap().is_complete);
    assert!(store.changes(seen, 10).await.unwrap().is_complete);
    assert!(store.changes(Revision::default(), 10).await.unwrap().is_complete);
}

/// Ten times as many identifiers as entries: then only those that were used before are free.
async fn removals_that_are_kept_count(store: &dyn Store) {
    let quota = Some(Quota { entries: 1, bytes: 1000 });
    for number in 0..10 {
        let written = one(store, Write { quota, ..put(numbered(number), None) }).await;
        let Written::Done { sequence } = written else { panic!("{number}: {written:?}") };
        one(store, remove(Removed::for_entry(&numbered(number), time("2026-02-01T00:00:00Z")), sequence)).await;
    }
    let usage = Usage { entries: 0, bytes: 0, removed: 0, floors: 10 };
    assert_eq!(one(store, Write { quota, ..put(numbered(10), None) }).await, Written::OverQuota(usage));
    let Some(Stored::Removed(removed)) = store.get(&numbered(3).identifier).await.unwrap() else { panic!() };
    let again = Write { quota, ..put(numbered(3), Some(removed.sequence)) };
    assert!(matches!(one(store, again).await, Written::Done { .. }));
}

async fn writers_at_the_same_time(store: &dyn Store) {
    let counted = |count: usize| entry("urn:air:hotel.example:agent:count", &count.to_string());
    one(store, put(counted(0), None)).await;
    // eight writers, ten steps each: every step of the count is somebody's
    let step = || async {
        for _ in 0..10 {
            loop {
                let Some(Stored::Entry(now)) = store.get(&counted(0).identifier).await.unwrap() else { panic!() };
                let count: usize = std::str::from_utf8(&now.document).unwrap().parse().unwrap();
                if matches!(one(store, put(counted(count + 1), Some(now.sequence))).await, Written::Done { .. }) {
                    break;
                }
            }
        }
    };
    futures_util::future::join_all((0..8).map(|_| step())).await;
    let Some(Stored::Entry(end)) = store.get(&counted(0).identifier).await.unwrap() else { panic!() };
    assert_eq!((end.document.as_ref(), end.sequence), (b"80".as_slice(), 81));
}

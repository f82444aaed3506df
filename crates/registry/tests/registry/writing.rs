//! Who may write what, how often and how much; and that nothing older comes back.

use crate::registry::given::{Dids, Host, NOW, TestClock, card_text, identifier, registry, registry_with};
use adp_registry::{
    Administrators, Entry, EntrySummary, Identifier, Registry, RegistryError, RegistrySettings, Stored, SummaryTexts,
    Writer, codes,
    store::{Quota, RedbStore, Revision, RevisionChanges, Store, StoreFuture, StorePosition, Write, Written},
};
use agent_description::{Code, CodedError, Timestamp};
use bytes::Bytes;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const ROOMS: &str = "urn:air:hotel.example:agent:rooms";

fn tools(name: &str) -> Bytes {
    format!(r#"{{"tools": [{{"name": "{name}", "description": "Books.", "inputSchema": {{"type": "object"}}}}]}}"#)
        .into()
}

fn did(text: &str) -> Writer {
    Writer::Did(text.parse().unwrap())
}

#[tokio::test]
async fn an_entry_is_written_and_removed_by_its_host_or_an_administrator() {
    let administrators = Administrators::new(["did:wba:registry.example:root".parse().unwrap()]);
    let registry = registry_with(&Dids::of(&[]), administrators, RegistrySettings::default());
    let (host, root) = (did("did:wba:hotel.example"), did("did:wba:registry.example:root"));
    let rooms = identifier(ROOMS);
    for stranger in ["did:wba:mallory.example", "did:wba:hotel.example%3A8443", "did:wba:registry.example"] {
        let refused = registry.put(&did(stranger), &rooms, tools("book")).await.unwrap_err();
        assert_eq!(refused.code(), Code::AUTH_FORBIDDEN, "{stranger}");
    }
    let added = registry.put(&host, &rooms, tools("book")).await.unwrap();
    assert!(added.is_new);
    assert_eq!(added.entry.written_by, "did:wba:hotel.example");
    // squatting: neither the entry nor one beside it
    for name in [ROOMS, "urn:air:hotel.example:agent:other"] {
        let refused = registry.put(&did("did:wba:mallory.example"), &identifier(name), tools("steal")).await;
        assert_eq!(refused.unwrap_err().code(), Code::AUTH_FORBIDDEN);
    }
    let refused = registry.remove(&did("did:wba:mallory.example"), &rooms).await.unwrap_err();
    assert_eq!(refused.code(), Code::AUTH_FORBIDDEN);
    assert_eq!(registry.get(&rooms).await.unwrap().document, tools("book"));

    let replaced = registry.put(&root, &rooms, tools("cancel")).await.unwrap();
    assert!(!replaced.is_new);
    assert_eq!(replaced.entry.added, added.entry.added);
    registry.remove(&host, &rooms).await.unwrap();
    assert_eq!(registry.get(&rooms).await.unwrap_err().code(), Code::NOT_FOUND);
    assert_eq!(registry.remove(&host, &rooms).await.unwrap_err().code(), Code::NOT_FOUND);
}

#[tokio::test]
async fn an_older_document_does_not_replace_a_newer_one() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    let first = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    let second = hotel.description("Rooms", "2026-10-02T00:00:00Z", None);
    let same_time = hotel.description("Suites", "2026-10-02T00:00:00Z", None);
    let third = hotel.description("Rooms", "2026-10-03T00:00:00Z", None);
    let put = async |document: &Bytes| {
        registry.put(&writer, &rooms, document.clone()).await.map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(put(&second).await, Ok(()));
    assert_eq!(put(&first).await, Err(codes::REGISTRY_OLDER));
    assert_eq!(put(&same_time).await, Err(codes::REGISTRY_OLDER));
    // the very same is no other
    assert_eq!(put(&second).await, Ok(()));
    // nor by way of a removal, or of a document without a proof, which says neither time nor version
    registry.remove(&writer, &rooms).await.unwrap();
    assert_eq!(put(&first).await, Err(codes::REGISTRY_OLDER));
    assert_eq!(put(&tools("book")).await, Err(codes::REGISTRY_OLDER));
    assert_eq!(put(&first).await, Err(codes::REGISTRY_OLDER));
    assert_eq!(put(&third).await, Ok(()));
    assert_eq!(put(&tools("book")).await, Err(codes::REGISTRY_OLDER));
    assert_eq!(put(&second).await, Err(codes::REGISTRY_OLDER));
    // not for the operator either, and not in a batch
    let batch =
        vec![(rooms.clone(), second), (rooms.clone(), hotel.description("Rooms", "2026-10-04T00:00:00Z", None))];
    let results = registry.put_all(&Writer::Operator, batch).await;
    assert_eq!(results[0].as_ref().unwrap_err().code(), codes::REGISTRY_OLDER);
    assert!(results[1].is_ok());
}

#[tokio::test]
async fn a_lower_version_of_a_signed_card_does_not_replace_a_higher_one() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    registry.put(&writer, &rooms, hotel.card("1.10.0")).await.unwrap();
    let error = registry.put(&writer, &rooms, hotel.card("1.9.0")).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_OLDER);
    registry.put(&writer, &rooms, hotel.card("1.10.1")).await.unwrap();
}

/// A card has a version and no time, a description a time and no version.
#[tokio::test]
async fn a_description_that_is_older_than_a_signed_card_does_not_replace_it() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    let put = async |document: &Bytes| {
        registry.put(&writer, &rooms, document.clone()).await.map(|_| ()).map_err(|error| error.to_string())
    };
    let older = hotel.description("Rooms", "2026-11-01T11:00:00Z", None);
    assert_eq!(put(&hotel.card("2.0.0")).await, Ok(()));
    // the card was accepted at 12:00
    let refused = put(&older).await.unwrap_err();
    assert!(
        refused.contains("signed at 2026-11-01T11:00:00Z, before the newest one was accepted at 2026-11-01T12:00:00"),
        "{refused}"
    );
    registry.remove(&writer, &rooms).await.unwrap();
    assert!(put(&older).await.is_err());
    assert_eq!(put(&hotel.description("Rooms", "2026-11-01T12:00:30Z", None)).await, Ok(()));
    // an unsigned card states a version, which says nothing about that time
    let unsigned = put(&Bytes::from(card_text("hotel.example", "1.0.0"))).await.unwrap_err();
    assert!(unsigned.contains("version \"1.0.0\", expected \"2.0.0\" or a higher one"), "{unsigned}");
}

#[tokio::test]
async fn an_unsigned_card_is_told_what_it_lacks() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    registry.put(&writer, &rooms, hotel.description("Rooms", "2026-10-01T00:00:00Z", None)).await.unwrap();
    let card = Bytes::from(card_text("hotel.example", "1.0.0"));
    let refused = registry.put(&writer, &rooms, card).await.unwrap_err().to_string();
    let expected = "not verified, and its age is unknown: expected a signing time after 2026-10-01T00:00:00Z:";
    assert!(refused.contains(expected), "{refused}");
}

/// What nobody signed has an order, too: among itself until the entry is removed, and below what was signed never.
#[tokio::test]
async fn unverified_documents_do_not_go_back_either() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    let card = |version: &str| Bytes::from(card_text("hotel.example", version));
    let put = async |document: Bytes| registry.put(&writer, &rooms, document).await.map_err(|error| error.code());
    let ok = async |document: Bytes| put(document).await.map(|_| ());
    let older = Err(codes::REGISTRY_OLDER);
    assert_eq!(ok(card("3.1.0")).await, Ok(()));
    assert_eq!(ok(card("3.0.9")).await, older);
    assert_eq!(ok(card("next")).await, older);
    assert_eq!(ok(tools("book")).await, older, "it states no version");
    assert_eq!(ok(card("3.1.0")).await, Ok(()));
    assert_eq!(ok(card("3.2.0")).await, Ok(()));
    assert_eq!(ok(card("3.1.5")).await, older);
    // the owner begins anew
    registry.remove(&writer, &rooms).await.unwrap();
    assert_eq!(ok(card("1.0.0")).await, Ok(()));
    // what is verified is held up by verified documents alone, and ends the order of the others
    assert_eq!(ok(card("9.0.0")).await, Ok(()));
    let verified = put(hotel.card("2.0.0")).await.unwrap().entry;
    assert!(verified.evidence.identity.is_some());
    assert_eq!(ok(card("1.9.0")).await, older);
    assert_eq!(ok(card("2.0.1")).await, Ok(()));
    assert_eq!(ok(card("2.0.0")).await, older);
    assert_eq!(ok(hotel.card("2.0.0")).await, Ok(()));
    registry.remove(&writer, &rooms).await.unwrap();
    assert_eq!(ok(card("1.9.0")).await, older);
    assert_eq!(ok(tools("book")).await, older);
    assert_eq!(ok(card("2.1.0")).await, Ok(()));
}

/// A document that was verified only later is one all the same.
#[tokio::test(start_paused = true)]
async fn what_is_verified_later_is_not_replaced_by_an_older_one() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let (registry, rooms) = (registry(&dids), identifier(ROOMS));
    let put = async |document: Bytes| registry.put(&Writer::Operator, &rooms, document).await;
    dids.set_down(true);
    let added = put(hotel.description("Rooms", "2026-10-05T00:00:00Z", None)).await.unwrap();
    assert_eq!(added.entry.evidence.identity, None);
    dids.set_down(false);
    tokio::time::advance(Duration::from_secs(120)).await;
    assert_eq!(registry.reverify_due().await.unwrap().verified, 1);
    let error = put(hotel.description("Rooms", "2026-10-04T00:00:00Z", None)).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_OLDER);
}

/// Other entries that come and go, those of subdomains too, do not make the registry forget.
#[tokio::test]
async fn the_version_of_a_removed_entry_is_not_forgotten() {
    let hotel = Host::wba("hotel.example", 1);
    let mut settings = RegistrySettings::default();
    settings.writes_a_minute = u32::MAX;
    let registry = registry_with(&Dids::of(&[&hotel]), Administrators::default(), settings);
    let (writer, rooms) = (did("did:wba:hotel.example"), identifier(ROOMS));
    registry.put(&writer, &rooms, hotel.card("2.0.0")).await.unwrap();
    registry.remove(&writer, &rooms).await.unwrap();
    let names: Vec<_> = (0..1010).map(|number| identifier(&format!("urn:air:hotel.example:x:{number}"))).collect();
    for names in names.chunks(500) {
        let documents = names.iter().map(|name| (name.clone(), tools("book"))).collect();
        assert!(registry.put_all(&Writer::Operator, documents).await.iter().all(Result::is_ok));
        for name in names {
            registry.remove(&Writer::Operator, name).await.unwrap();
        }
    }
    assert_eq!(registry.store().get(&names[0]).await.unwrap(), None, "forgotten, as it has no version");
    let error = registry.put(&writer, &rooms, hotel.card("1.0.0")).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_OLDER);
}

#[tokio::test]
async fn what_was_not_verified_does_not_hold_up_what_is() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let rooms = identifier(ROOMS);
    // a stranger's document with a time far ahead, which an administrator let in
    let forged = Host::wba("hotel.example", 2).description("Rooms", "2026-12-31T00:00:00Z", None);
    registry.put(&Writer::Operator, &rooms, forged).await.unwrap();
    let good = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    assert!(registry.put(&Writer::Operator, &rooms, good).await.unwrap().entry.evidence.identity.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_verified_document_stays_until_its_successor_can_be_verified() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let (registry, rooms) = (registry(&dids), identifier(ROOMS));
    let put = async |document: &Bytes| registry.put(&Writer::Operator, &rooms, document.clone()).await;
    let first = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    let second = hotel.description("Suites", "2026-10-02T00:00:00Z", None);
    put(&first).await.unwrap();
    dids.set_down(true);
    // the same bytes are as verified as before
    let again = put(&first).await.unwrap().entry.evidence;
    assert_eq!((again.identity_at(registry.now()), again.undecided), (Some("did:wba:hotel.example"), 1));
    let error = put(&second).await.unwrap_err();
    assert_eq!(error.code(), Code::NET_OFFLINE);
    let told = "; urn:air:hotel.example:agent:rooms keeps its verified document until the new one can be verified: \
                publish the signer's DID document, or retry later";
    assert!(error.to_string().ends_with(told), "{error}");
    let batch = registry.put_all(&Writer::Operator, vec![(rooms.clone(), second.clone())]).await;
    assert_eq!(batch[0].as_ref().unwrap_err().code(), Code::NET_OFFLINE);
    let kept = registry.get(&rooms).await.unwrap();
    assert_eq!((&kept.document, kept.evidence.is_verified_at(registry.now())), (&first, true));
    // one that is decided without the network replaces it, and is not verified: the signer is another host's
    let foreign = Host::wba("shop.example", 3).description("Rooms", "2026-10-01T12:00:00Z", None);
    let unsigned = put(&foreign).await.unwrap().entry.evidence;
    assert_eq!((unsigned.identity, unsigned.confirmed), (None, None));
    // nothing verified is lost
    let undecided = put(&second).await.unwrap().entry.evidence;
    assert_eq!((undecided.identity, undecided.confirmed, undecided.undecided), (None, None, 1));
    dids.set_down(false);
    put(&second).await.unwrap();
    dids.set_down(true);
    // an expired verification protects nothing
    tokio::time::advance(Duration::from_secs(24 * 3600)).await;
    let third = put(&hotel.description("Rooms", "2026-10-03T00:00:00Z", None)).await.unwrap().entry.evidence;
    assert_eq!((third.identity, third.confirmed, third.undecided), (None, None, 1));
}

#[tokio::test]
async fn a_host_has_no_more_than_its_quota() {
    let mut settings = RegistrySettings::default();
    settings.quota = Quota { entries: 2, bytes: 1000 };
    let registry = registry_with(&Dids::of(&[]), Administrators::default(), settings);
    let put = async |host: &str, name: &str, document: Bytes| {
        let identifier = identifier(&format!("urn:air:{host}:agent:{name}"));
        registry.put(&did(&format!("did:wba:{host}")), &identifier, document).await
    };
    put("hotel.example", "a", tools("book")).await.unwrap();
    let large = put("hotel.example", "b", tools(&"b".repeat(1000))).await.unwrap_err();
    assert_eq!(large.code(), codes::REGISTRY_QUOTA, "{large}");
    put("hotel.example", "b", tools("book")).await.unwrap();
    let third = put("hotel.example", "c", tools("book")).await.unwrap_err();
    assert_eq!(third.code(), codes::REGISTRY_QUOTA);
    // a subdomain is no other owner
    let below = put("rooms.hotel.example", "c", tools("book")).await.unwrap_err();
    assert_eq!(below.code(), codes::REGISTRY_QUOTA, "{below}");
    put("shop.example", "c", tools("book")).await.unwrap();
    let third = identifier("urn:air:hotel.example:agent:c");
    let batch = registry.put_all(&Writer::Operator, vec![(third, tools("book"))]).await;
    assert_eq!(batch[0].as_ref().unwrap_err().code(), codes::REGISTRY_QUOTA);
    registry.remove(&did("did:wba:hotel.example"), &identifier("urn:air:hotel.example:agent:a")).await.unwrap();
    put("hotel.example", "c", tools("book")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_flood_from_one_host_is_refused_until_its_minute_is_over() {
    let mut settings = RegistrySettings::default();
    settings.writes_a_minute = 3;
    let registry = registry_with(&Dids::of(&[]), Administrators::default(), settings);
    let writer = did("did:wba:hotel.example");
    let put = async |number: usize| {
        // other names, other users of the host: the host is counted
        let writer = did(&format!("did:wba:hotel.example:user:u{number}"));
        registry.put(&writer, &identifier(&format!("{ROOMS}{number}")), tools("book")).await
    };
    for number in 0..2 {
        put(number).await.unwrap();
    }
    // what is refused for another reason counts, too
    registry.put(&writer, &identifier(ROOMS), "{".into()).await.unwrap_err();
    let error = put(3).await.unwrap_err();
    assert_eq!(error.code(), Code::RATE_LIMIT);
    let RegistryError::Rate { retry_after, .. } = error else { panic!() };
    assert_eq!(registry.remove(&writer, &identifier(&format!("{ROOMS}0"))).await.unwrap_err().code(), Code::RATE_LIMIT);
    // nor has a subdomain writes of its own
    let (other, below) = (did("did:wba:a.hotel.example"), identifier("urn:air:a.hotel.example:a:b"));
    assert_eq!(registry.put(&other, &below, tools("book")).await.unwrap_err().code(), Code::RATE_LIMIT);
    // others, and the operator, do not wait for it
    registry.put(&did("did:wba:shop.example"), &identifier("urn:air:shop.example:a:b"), tools("book")).await.unwrap();
    registry.put(&Writer::Operator, &identifier(ROOMS), tools("book")).await.unwrap();
    assert!(retry_after <= Duration::from_secs(60));
    tokio::time::advance(retry_after).await;
    put(3).await.unwrap();
}

#[tokio::test]
async fn who_writes_at_the_same_time_loses_nothing() {
    let registry = registry(&Dids::of(&[]));
    let rooms = identifier(ROOMS);
    let results = futures_util::future::join_all((0..5).map(|number| {
        let (registry, rooms) = (registry.clone(), rooms.clone());
        async move { registry.put(&Writer::Operator, &rooms, tools(&format!("t{number}"))).await }
    }))
    .await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(registry.position().await.unwrap().revision.sequence, 5);
}

#[tokio::test]
async fn many_documents_at_once_are_each_judged() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let mut documents: Vec<_> = (0..700)
        .map(|number| {
            let description = hotel.description(&format!("Room {number}"), "2026-10-01T00:00:00Z", None);
            (identifier(&format!("{ROOMS}{number:03}")), description)
        })
        .collect();
    documents[5].1 = "{".into();
    // one identifier twice: one after the other
    let twice = documents[7].0.clone();
    documents.push((twice.clone(), hotel.description("Suite", "2026-10-02T00:00:00Z", None)));
    let results = registry.put_all(&Writer::Operator, documents).await;
    assert_eq!(results.len(), 701);
    for (number, result) in results.iter().enumerate() {
        assert_eq!(result.is_ok(), number != 5, "{number}: {result:?}");
    }
    assert!(!results[700].as_ref().unwrap().is_new);
    assert_eq!(registry.get(&twice).await.unwrap().version_floor.issued, Some("2026-10-02T00:00:00Z".parse().unwrap()));
    let all = registry.list(None, 1000).await.unwrap();
    assert_eq!(all.len(), 699);
    assert!(all.iter().all(|entry| entry.evidence.identity.is_some()));
}

/// What lists show is kept when a document is written, and read without it; of an entry that an earlier version wrote it is made from the document once.
#[tokio::test]
async fn what_lists_show_is_kept_with_the_entry() {
    let hotel = Host::wba("hotel.example", 1);
    let (store, dids) = (Arc::new(RedbStore::in_memory().unwrap()), Dids::of(&[&hotel]));
    let settings = RegistrySettings::default();
    let registry = Registry::new(store.clone(), dids, TestClock::at(NOW), Administrators::default(), settings);
    let rooms = identifier(ROOMS);
    let card = hotel.card("1.0.0");
    registry.put(&Writer::Operator, &rooms, card.clone()).await.unwrap();
    let summary = registry.summaries(vec![rooms.clone()]).await.unwrap().remove(0);
    let texts = summary.texts.clone().unwrap();
    let name = serde_json::from_slice::<serde_json::Value>(&card).unwrap()["name"].as_str().unwrap().to_owned();
    assert_eq!(
        (summary.title(), texts.title.as_deref(), texts.version.as_deref()),
        (&*name, Some(&*name), Some("1.0.0"))
    );
    assert_eq!(summary.status_at(registry.now()).identity(), Some("did:wba:hotel.example"));

    let change = async |change: &dyn Fn(&mut Entry)| {
        let mut entry = registry.get(&rooms).await.unwrap();
        let replaces = Some(entry.sequence);
        change(&mut entry);
        store.write(vec![Write { stored: Stored::Entry(Box::new(entry)), replaces, quota: None }]).await.unwrap();
    };
    assert_eq!((texts.revision, texts.endpoints.len()), (SummaryTexts::REVISION, 1), "{texts:?}");
    // not read from the document
    change(&|entry| entry.document = Bytes::from_static(b"no document")).await;
    assert_eq!(registry.summaries(vec![rooms.clone()]).await.unwrap()[0].title(), name);
    // as earlier versions wrote it: without a summary, and with one that has no endpoints yet
    let outdated = SummaryTexts { title: texts.title.clone(), ..SummaryTexts::default() };
    for earlier in [None, Some(outdated)] {
        change(&|entry| (entry.document, entry.summary) = (card.clone(), earlier.clone())).await;
        let before = registry.position().await.unwrap();
        for _ in 0..2 {
            assert_eq!(registry.summaries(vec![rooms.clone()]).await.unwrap()[0].texts.as_ref(), Some(&texts));
            assert_eq!(registry.get(&rooms).await.unwrap().summary.as_ref(), Some(&texts));
        }
        let after = registry.position().await.unwrap();
        assert_eq!(after.revision.sequence, before.revision.sequence + 1, "written once");
    }
    // what a later version wrote is left alone
    let later = SummaryTexts { revision: SummaryTexts::REVISION + 1, ..SummaryTexts::default() };
    change(&|entry| entry.summary = Some(later.clone())).await;
    assert_eq!(registry.summaries(vec![rooms.clone()]).await.unwrap()[0].texts.as_ref(), Some(&later));
    change(&|entry| (entry.document, entry.summary) = (Bytes::from_static(b"no document"), None)).await;
    let before = registry.position().await.unwrap();
    for _ in 0..2 {
        assert_eq!(registry.summaries(vec![rooms.clone()]).await.unwrap()[0].title(), "rooms");
    }
    assert_eq!(registry.position().await.unwrap().revision.sequence, before.revision.sequence + 1, "written once");
}

/// A store in which another writer is always faster.
#[derive(Debug)]
struct Contested(RedbStore);

impl Store for Contested {
    fn get_all(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<Stored>> {
        self.0.get_all(identifiers)
    }

    fn summaries(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<EntrySummary>> {
        self.0.summaries(identifiers)
    }

    fn write(&self, writes: Vec<Write>) -> StoreFuture<'_, Vec<Written>> {
        Box::pin(std::future::ready(Ok(vec![Written::Conflict; writes.len()])))
    }

    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> StoreFuture<'a, Vec<Entry>> {
        self.0.page(after, most)
    }

    fn changes(&self, after: Revision, most: usize) -> StoreFuture<'_, RevisionChanges> {
        self.0.changes(after, most)
    }

    fn position(&self) -> StoreFuture<'_, StorePosition> {
        self.0.position()
    }

    fn due(&self, by: Timestamp, most: usize) -> StoreFuture<'_, Vec<Identifier>> {
        self.0.due(by, most)
    }
}

#[tokio::test]
async fn who_is_never_the_first_is_told_so() {
    let store = Arc::new(Contested(RedbStore::in_memory().unwrap()));
    let (dids, clock) = (Dids::of(&[]), TestClock::at(NOW));
    let registry = Registry::new(store, dids, clock, Administrators::default(), RegistrySettings::default());
    let error = registry.put(&Writer::Operator, &identifier(ROOMS), tools("book")).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_CONFLICT);
    let batch = registry.put_all(&Writer::Operator, vec![(identifier(ROOMS), tools("book"))]).await;
    assert_eq!(batch[0].as_ref().unwrap_err().code(), codes::REGISTRY_CONFLICT);
}

#[test]
fn what_is_no_identifier_has_its_code() {
    let error = RegistryError::from("urn:air:Hotel.example:agent:rooms".parse::<Identifier>().unwrap_err());
    assert_eq!(error.code(), codes::REGISTRY_IDENTIFIER);
    assert!(error.to_string().contains("expected urn:air:HOST:NAMESPACE:NAME"), "{error}");
}

/// The thread that answers requests goes on answering while a document is checked and verified.
#[tokio::test]
async fn a_large_document_holds_up_nobody() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let tools: Vec<String> = (0..4000)
        .map(|number| {
            format!(
                r#"{{"name": "tool{number}", "description": "Books a room.", "inputSchema": {{"type": "object"}}}}"#
            )
        })
        .collect();
    let document = Bytes::from(format!(r#"{{"tools": [{}]}}"#, tools.join(", ")));
    let (rooms, begin) = (identifier(ROOMS), Instant::now());
    let mut put = std::pin::pin!(registry.put(&Writer::Operator, &rooms, document));
    let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
    let added = loop {
        tokio::select! {
            biased;
            added = &mut put => break added,
            () = tokio::time::sleep(Duration::from_millis(1)) => {}
        }
        longest = longest.max(last.elapsed());
        last = Instant::now();
    };
    let took = begin.elapsed();
    longest = longest.max(last.elapsed());
    assert!(added.unwrap().is_new);
    assert!(longest < took / 2, "nobody was answered for {longest:?} of {took:?}");
}

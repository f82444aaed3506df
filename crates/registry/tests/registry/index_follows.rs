//! The index follows the store: of this instance, of another one, and after both were away from each other.

use crate::registry::given::{Dids, Host, NOW, TestClock, identifier, time};
use adp_catalogs::{
    ai_catalog::{CatalogBuilder, NewEntry},
    trust_manifest::Validity,
};
use adp_fixtures::servers::postgres::PostgresServer;
use adp_registry::{
    Added, Administrators, Indexing, Registry, RegistryError, RegistrySettings, Stored, Writer, codes,
    search::{FacetRequest, Filter, FilterTerm, MAX_BUCKETS, Query, Search, SearchInput, SearchLimits},
    store::{PostgresStore, RedbStore, Store, Write},
};
use agent_description::{CodedError, resolve::SystemClock};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const ROOMS: &str = "urn:air:hotel.example:agent:rooms";

fn over(store: Arc<dyn Store>, dids: &Arc<Dids>) -> Registry {
    Registry::new(store, dids.clone(), TestClock::at(NOW), Administrators::default(), RegistrySettings::default())
}

fn found(indexing: &Indexing, query: &str) -> Vec<String> {
    let query: Query = query.parse().unwrap();
    let page = indexing.index().search(&Search::new(SearchInput::Query(query))).unwrap();
    page.hits.into_iter().map(|hit| hit.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn what_one_instance_adds_the_other_finds_within_two_seconds() {
    let server = PostgresServer::start();
    let address = server.database("two");
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let mut instances = Vec::new();
    for _ in 0..2 {
        let store = Arc::new(PostgresStore::connect(&address).await.unwrap());
        let clock = Arc::new(SystemClock::default());
        let registry =
            Registry::new(store, dids.clone(), clock, Administrators::default(), RegistrySettings::default());
        let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
        let following = indexing.clone();
        tokio::spawn(async move { following.keep_up(Duration::from_millis(500), std::future::pending()).await });
        instances.push((registry, indexing));
    }
    let [(one, _), (_, other)] = &instances[..] else { panic!() };
    let finds = async |query: &str, expected: &[&str]| {
        let begin = Instant::now();
        while found(other, query) != expected {
            assert!(begin.elapsed() < Duration::from_secs(2), "{query}: {:?}", found(other, query));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(found(other, "rooms").is_empty());
    one.put(&Writer::Operator, &identifier(ROOMS), hotel.card("1.0.0")).await.unwrap();
    finds("rooms verified:true", &[ROOMS]).await;
    one.remove(&Writer::Operator, &identifier(ROOMS)).await.unwrap();
    finds("rooms", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_another_store_or_a_damaged_one_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index");
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let path = |name: &str| folder.path().join(name);
    let registry = over(Arc::new(RedbStore::open(path("one.redb")).unwrap()), &dids);
    registry.put(&Writer::Operator, &identifier(ROOMS), hotel.card("1.0.0")).await.unwrap();
    let indexing = Indexing::open(registry.clone(), Some(&index), SearchLimits::default()).await.unwrap();
    assert_eq!(found(&indexing, "rooms"), [ROOMS]);
    drop(indexing);

    // another store, with as many changes: its own entries are found, and none of the first
    let other = over(Arc::new(RedbStore::open(path("other.redb")).unwrap()), &dids);
    let name = "urn:air:shop.example:agent:other";
    other.put(&Writer::Operator, &identifier(name), hotel.card("1.0.0")).await.unwrap();
    let indexing = Indexing::open(other, Some(&index), SearchLimits::default()).await.unwrap();
    assert_eq!(found(&indexing, "rooms"), [name]);
    drop(indexing);

    // what changed meanwhile is taken over
    registry.put(&Writer::Operator, &identifier("urn:air:hotel.example:agent:b"), hotel.card("1.0.0")).await.unwrap();
    let indexing = Indexing::open(registry.clone(), Some(&index), SearchLimits::default()).await.unwrap();
    assert_eq!(found(&indexing, "rooms").len(), 2);
    drop(indexing);

    // every file of the index damaged
    fn damage(folder: &std::path::Path) -> usize {
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files += damage(&path);
            } else {
                let mut bytes = std::fs::read(&path).unwrap();
                bytes.iter_mut().for_each(|byte| *byte ^= 0x5a);
                std::fs::write(&path, bytes).unwrap();
                files += 1;
            }
        }
        files
    }
    assert!(damage(&index) > 2);
    let indexing = Indexing::open(registry, Some(&index), SearchLimits::default()).await.unwrap();
    assert_eq!(found(&indexing, "rooms").len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_without_a_folder_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let registry = over(Arc::new(RedbStore::open(folder.path().join("one.redb")).unwrap()), &Dids::of(&[]));
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let error = Indexing::open(registry, Some(&file), SearchLimits::default()).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_STORE, "{error}");
}

/// `--index` names the folder of indexes itself.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_the_folder_of_indexes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    std::fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let registry = over(Arc::new(RedbStore::open(folder.path().join("one.redb")).unwrap()), &Dids::of(&[]));
    let error = Indexing::open(registry, Some(&link), SearchLimits::default()).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_STORE);
    assert!(error.to_string().contains("link is a symbolic link"), "{error}");
    assert_eq!(std::fs::read_dir(&real).unwrap().count(), 0);
}

/// What an index takes over from the writer is what a rebuilt one reads from the documents.
#[tokio::test]
async fn an_index_that_followed_is_like_one_that_was_rebuilt() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = over(Arc::new(RedbStore::in_memory().unwrap()), &Dids::of(&[&hotel]));
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
    let (suites, stranger) = ("urn:air:hotel.example:agent:suites", Host::wba("hotel.example", 2));
    let other = "urn:air:hotel.example:agent:other";
    let description = |host: &Host, name: &str| host.description(name, "2026-10-01T00:00:00Z", None);
    let documents = vec![
        (identifier(ROOMS), hotel.card("1.0.0")),
        // replaced before the index follows
        (identifier(ROOMS), hotel.card("1.0.1")),
        (identifier(suites), description(&hotel, "Suites")),
        (identifier(other), description(&stranger, "Suites of others")),
    ];
    assert!(registry.put_all(&Writer::Operator, documents).await.iter().all(Result::is_ok));
    indexing.catch_up().await.unwrap();
    let counted = || {
        let terms = FilterTerm::ALL.iter().copied();
        let facets: Vec<_> = terms.map(|term| FacetRequest { limit: MAX_BUCKETS, ..FacetRequest::new(term) }).collect();
        let counted = indexing.index().explore(&SearchInput::Query(Query::All), &Filter::default(), &facets);
        counted.unwrap().facets
    };
    let found_now = || (found(&indexing, "verified:true"), found(&indexing, "suites"), counted());
    let followed = found_now();
    assert_eq!(followed.0, [ROOMS, suites]);
    assert_eq!(followed.1.len(), 2);
    let versions = followed.2.iter().find(|facet| facet.term == FilterTerm::Version).unwrap();
    assert_eq!(versions.buckets, [("1.0.1".to_owned(), 1)]);
    indexing.rebuild().await.unwrap();
    assert_eq!(found_now(), followed);
}

/// What no accepted signature covers is neither searched nor in stored summaries: when it is written, after the index was
/// rebuilt, and while the signer cannot be asked. Without a verified signer, all of a document is.
#[tokio::test]
async fn of_a_verified_document_only_what_is_signed_is_indexed() {
    let hotel = Host::of("hotel.example", "did:web:hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let registry = over(Arc::new(RedbStore::in_memory().unwrap()), &dids);
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();

    // the entry's own publisher signs its identifier, type and URL; nobody the names of the catalog and of the entry
    let lodge = "urn:air:hotel.example:agent:lodge";
    let entry = NewEntry::at(lodge, adp_cards::A2A_CARD, "https://hotel.example/lodge.json").display_name("Quokka");
    let catalog = CatalogBuilder::new().host("Numbat", Some(hotel.did.as_str())).entry(entry.tags(["wombat"]));
    let validity = Validity::from(time("2026-10-01T00:00:00Z"));
    let catalog = catalog.to_ai_catalog_signed(&hotel.signer(), validity).unwrap();
    let mut catalog: serde_json::Value = serde_json::from_str(catalog.source()).unwrap();
    assert!(catalog.as_object_mut().unwrap().remove("signature").is_some());
    let catalog = bytes::Bytes::from(catalog.to_string());
    let by_entries = "urn:air:hotel.example:catalog:entries";
    // a stranger's signature beside the host's, and an empty default of A2A, which its signature omits
    let card = String::from_utf8(hotel.card("1.0.0").to_vec()).unwrap();
    let mut card: serde_json::Value = serde_json::from_str(&card).unwrap();
    card["securitySchemes"] = serde_json::json!({});
    // {"alg":"ES256","typ":"JOSE","kid":"did:web:bilby.example#bilby"}
    let protected = "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOiJkaWQ6d2ViOmJpbGJ5LmV4YW1wbGUjYmlsYnkifQ";
    let header = serde_json::json!({"x": "potoroo"});
    let stranger = serde_json::json!({"protected": protected, "signature": "A".repeat(86), "header": header});
    card["signatures"].as_array_mut().unwrap().push(stranger);
    let documents = vec![
        (identifier(by_entries), catalog.clone()),
        (identifier(ROOMS), card.to_string().into()),
        // nobody of this host signed it
        (identifier("urn:air:shop.example:catalog:copy"), catalog),
    ];
    let added = registry.put_all(&Writer::Operator, documents.clone()).await;
    let [catalog, card, copy] = &added[..] else { panic!() };
    let unsigned = |added: &Result<Added, RegistryError>| added.as_ref().unwrap().entry.evidence.unsigned.clone();
    assert_eq!(unsigned(card), ["/securitySchemes", "/signatures/1"]);
    assert!(unsigned(catalog).contains(&"/entries/0/displayName".to_owned()), "{:?}", unsigned(catalog));
    assert!(copy.as_ref().unwrap().entry.evidence.identity.is_none() && unsigned(copy).is_empty());

    let only_copy = ["urn:air:shop.example:catalog:copy"];
    let check = async |when: &str| {
        indexing.catch_up().await.unwrap();
        for word in ["quokka", "numbat", "wombat"] {
            assert_eq!(found(&indexing, word), only_copy, "{when}: {word}");
        }
        for word in ["bilby", "potoroo"] {
            assert!(found(&indexing, word).is_empty(), "{when}: {word}");
        }
        assert_eq!(found(&indexing, &format!("skills.id:\"{lodge}\"")).len(), 2, "{when}");
        assert_eq!(found(&indexing, "rooms verified:true"), [ROOMS], "{when}");
        let named = [by_entries, ROOMS, only_copy[0]].map(identifier).to_vec();
        let summaries = registry.summaries(named).await.unwrap();
        assert_eq!(summaries.iter().map(|summary| summary.title()).collect::<Vec<_>>(), ["entries", "Rooms", "Numbat"]);
        let [catalog, ..] = &summaries[..] else { panic!() };
        let texts = catalog.texts.as_ref().unwrap();
        assert_eq!((&texts.capabilities[..], &texts.tags[..]), (&[lodge.to_owned()][..], &[][..]), "{when}");
        assert!(catalog.evidence.is_verified_at(registry.now()), "{when}");
    };
    check("written").await;
    indexing.rebuild().await.unwrap();
    check("rebuilt").await;
    // the same documents again; their verification stays, because the signer cannot be asked
    dids.set_down(true);
    assert!(registry.put_all(&Writer::Operator, documents).await.iter().all(Result::is_ok));
    check("unconfirmed").await;
}

/// What an earlier version stored as verified does not say what was covered, so none of it is shown until it is verified
/// again.
#[tokio::test]
async fn of_earlier_evidence_nothing_is_indexed() {
    let hotel = Host::wba("hotel.example", 1);
    let (store, dids) = (Arc::new(RedbStore::in_memory().unwrap()), Dids::of(&[&hotel]));
    let registry = over(store.clone(), &dids);
    let mut entry = registry.put(&Writer::Operator, &identifier(ROOMS), hotel.card("1.0.0")).await.unwrap().entry;
    let mut evidence = serde_json::to_value(&entry.evidence).unwrap();
    assert_eq!(evidence.as_object_mut().unwrap().remove("unsigned"), Some(serde_json::json!([])));
    entry.evidence = serde_json::from_value(evidence).unwrap();
    entry.summary.as_mut().unwrap().revision = 1;
    let (replaces, stored) = (Some(entry.sequence), Stored::Entry(Box::new(entry)));
    store.write(vec![Write { stored, replaces, quota: None }]).await.unwrap();
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
    assert!(found(&indexing, "booking").is_empty());
    assert_eq!(found(&indexing, "verified:true"), [ROOMS]);
    assert_eq!(registry.summaries(vec![identifier(ROOMS)]).await.unwrap()[0].title(), "rooms");
}

//! The index follows the store: of this instance, of another one, and after both were away from each other.

use crate::given::{Dids, Host, NOW, TestClock, identifier};
use adp_fixtures::postgres_server::PostgresServer;
use adp_registry::{
    Administrators, Indexing, Registry, Settings, Writer, codes,
    search::{FacetRequest, Filter, FilterTerm, MAX_BUCKETS, Query, Search, SearchInput, SearchLimits},
    store::{PostgresStore, RedbStore, Store},
};
use agent_description::{CodedError, resolve::SystemClock};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const ROOMS: &str = "urn:air:hotel.example:agent:rooms";

fn over(store: Arc<dyn Store>, dids: &Arc<Dids>) -> Registry {
    Registry::new(store, dids.clone(), TestClock::at(NOW), Administrators::default(), Settings::default())
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
        let registry = Registry::new(store, dids.clone(), clock, Administrators::default(), Settings::default());
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

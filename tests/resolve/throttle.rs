//! How much others' input can make us fetch, and the resolvers that choose resolvers.
#![cfg(feature = "resolver")]

use super::clock::Hand;
use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Server},
};
use agent_description::{
    AgentDescription, Code, CodedError, DidDocument,
    did::{Did, Resolved},
    discovery::Verifier,
    resolve::{
        Cached, ConnectTo, HttpResolver, HttpsGet, NetError, PeerAddress, Phase, ResolutionOptions, Resolve,
        ResolveError, StaticResolver, ThrottleLimit, ThrottleSettings, Throttled, blocking::Runtime,
    },
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

/// Resolves everything but what is nowhere, and notes how many it does at the same time, from each host and in all. Those of some hosts it
/// holds until they are let go.
#[derive(Clone)]
struct Watched {
    holds: fn(&str) -> bool,
    let_go: Arc<Semaphore>,
    now: Arc<Mutex<BTreeMap<String, usize>>>,
    most_per_host: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
}

impl Watched {
    /// Holds nothing.
    fn new() -> Self {
        Self::holding(|_| false)
    }

    fn holding(holds: fn(&str) -> bool) -> Self {
        let (now, let_go) = (Arc::default(), Arc::new(Semaphore::new(0)));
        Self { holds, let_go, now, most_per_host: Arc::default(), most: Arc::default(), calls: Arc::default() }
    }

    /// How many it does at the moment, from the hosts whose names begin so.
    fn now(&self, host: &str) -> usize {
        self.now.lock().unwrap().iter().filter(|(name, _)| name.starts_with(host)).map(|(_, count)| count).sum()
    }
}

impl Resolve for Watched {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        let host = did.host().unwrap();
        self.calls.fetch_add(1, Ordering::SeqCst);
        {
            let mut now = self.now.lock().unwrap();
            *now.entry(host.to_owned()).or_default() += 1;
            self.most_per_host.fetch_max(now[host], Ordering::SeqCst);
            self.most.fetch_max(now.values().sum(), Ordering::SeqCst);
        }
        if (self.holds)(host) {
            self.let_go.acquire().await.unwrap().forget();
        }
        *self.now.lock().unwrap().get_mut(host).unwrap() -= 1;
        if did.as_str().contains("nowhere") {
            return Err(NetError::Status { url: did.location().unwrap(), status: 404 }.into());
        }
        let mut documents = StaticResolver::default();
        documents.insert(did.clone(), format!(r#"{{"id":"{did}"}}"#));
        documents.get(did)
    }
}

/// Lets everybody who can go on go on. One thread runs all of them, so nobody is anywhere else than where they have to wait.
async fn settle() {
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
}

type Task = tokio::task::JoinHandle<Result<(), ResolveError>>;

/// Begins a resolution.
fn begin(resolver: &(impl Resolve + Clone + Send + 'static), did: Did, peer: Option<&str>) -> Task {
    let mut options = ResolutionOptions::default();
    options.peer = peer.map(|peer| PeerAddress::new(peer.parse().unwrap()));
    let resolver = resolver.clone();
    tokio::spawn(async move { resolver.resolve_with(&did, &options).await.map(|_| ()) })
}

fn settings(change: impl FnOnce(&mut ThrottleSettings)) -> ThrottleSettings {
    let mut settings = ThrottleSettings::default();
    change(&mut settings);
    settings
}

fn did(host: &str, number: usize) -> Did {
    format!("did:wba:{host}:{number}").parse().unwrap()
}

/// Resolves all of these at the same time.
fn all(resolver: &(impl Resolve + Clone + Send + 'static), dids: Vec<Did>) -> Vec<Result<(), Code>> {
    Runtime::new().unwrap().block_on(async {
        let tasks: Vec<_> = dids
            .into_iter()
            .map(|did| {
                let resolver = resolver.clone();
                tokio::spawn(async move { resolver.resolve(&did).await.map(|_| ()).map_err(|error| error.code()) })
            })
            .collect();
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.unwrap());
        }
        results
    })
}

#[test]
fn the_defaults() {
    let defaults = ThrottleSettings::default();
    assert_eq!((defaults.at_once_per_host, defaults.at_once, defaults.wait), (8, 64, Duration::from_secs(10)));
    assert_eq!((defaults.per_host, defaults.in_all, defaults.window), (300, 3000, Duration::from_secs(60)));
    assert_eq!((defaults.kept_part, defaults.address_part), (3, 8));
    assert_eq!((defaults.known_dids, defaults.known_for), (100_000, Duration::from_secs(86_400)));
}

/// Nothing is kept for anybody, and nobody has a share: the limits alone.
fn plain(change: impl FnOnce(&mut ThrottleSettings)) -> ThrottleSettings {
    settings(|s| {
        (s.kept_part, s.address_part, s.wait) = (0, 0, Duration::from_secs(600));
        change(s);
    })
}

/// How many of these are done at the same time while all are held; then they are let go, and all succeed.
fn at_once(limits: ThrottleSettings, dids: impl Iterator<Item = Did> + Send) -> usize {
    let watched = Watched::holding(|_| true);
    let throttled = Throttled::with_settings(watched.clone(), limits, Hand::new());
    Runtime::new().unwrap().block_on(async {
        let tasks: Vec<Task> = dids.map(|did| begin(&throttled, did, None)).collect();
        settle().await;
        assert_eq!(watched.calls.load(Ordering::SeqCst), watched.now(""));
        watched.let_go.add_permits(tasks.len());
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    });
    watched.most.load(Ordering::SeqCst)
}

#[test]
fn a_host_is_asked_so_many_things_at_once() {
    assert_eq!(at_once(plain(|_| ()), (0..40).map(|number| did("a.example", number))), 8);
}

#[test]
fn so_many_things_are_asked_at_once_in_all() {
    let dids = || (0..40).map(|number| did(&format!("host-{number}.example"), number));
    assert_eq!(at_once(plain(|s| s.at_once = 5), dids()), 5);
    assert_eq!(at_once(plain(|_| ()), (0..400).map(|number| did(&format!("host-{number}.example"), number))), 64);
}

#[test]
fn a_slow_host_delays_nobody_else() {
    let watched = Watched::holding(|host| host == "slow.example");
    let limits = plain(|s| (s.at_once, s.at_once_per_host, s.wait) = (4, 2, Duration::from_millis(200)));
    let throttled = Throttled::with_settings(watched.clone(), limits, Hand::new());
    Runtime::new().unwrap().block_on(async {
        let mut slow = tokio::task::JoinSet::new();
        for number in 0..6 {
            let throttled = throttled.clone();
            slow.spawn(async move { throttled.resolve(&did("slow.example", number)).await.map(|_| ()) });
        }
        settle().await;
        assert_eq!(watched.now("slow.example"), 2);
        for number in 0..20 {
            throttled.resolve(&did("quick.example", number)).await.unwrap();
        }
        // two of them are being asked, the others have no permit in time
        for _ in 0..4 {
            let error = slow.join_next().await.unwrap().unwrap().unwrap_err();
            assert!(matches!(error, ResolveError::Net(NetError::Time { phase: Phase::Permit, .. })), "{error}");
            assert!(error.code() == Code::NET_TIME && error.to_string().contains("wait for other fetches"), "{error}");
        }
        assert_eq!((watched.now("slow.example"), slow.len()), (2, 2));
        watched.let_go.add_permits(2);
        for result in slow.join_all().await {
            result.unwrap();
        }
    });
}

/// While unknown DIDs hold all the permits they can get, a DID that has resolved before gets one at once: at the same host, and elsewhere.
#[test]
fn permits_are_kept_for_known_dids() {
    // 6 of the host's 8 permits are open to unknown DIDs, 43 of the 64 in all
    for (strangers, open) in
        [(plain_dids as fn(usize) -> Did, 6), (|number| did(&format!("slow-{number}.example"), 0), 43)]
    {
        let watched = Watched::holding(|host| host.starts_with("slow"));
        let limits = settings(|s| s.wait = Duration::from_secs(600));
        let throttled = Throttled::with_settings(watched.clone(), limits, Hand::new());
        let known = did("slow.example", 999);
        Runtime::new().unwrap().block_on(async {
            watched.let_go.add_permits(1);
            begin(&throttled, known.clone(), None).await.unwrap().unwrap();
            let tasks: Vec<Task> = (0..100).map(|number| begin(&throttled, strangers(number), None)).collect();
            settle().await;
            assert_eq!(watched.now("slow"), open);
            let again = begin(&throttled, known, None);
            settle().await;
            assert_eq!(watched.now("slow"), open + 1);
            watched.let_go.add_permits(1_000);
            again.await.unwrap().unwrap();
            for task in tasks {
                task.await.unwrap().unwrap();
            }
        });
    }
}

fn plain_dids(number: usize) -> Did {
    did("slow.example", number)
}

/// A thousand slow hosts that one network names hold up nobody in another network, and no DID that has resolved before.
#[test]
fn a_network_has_its_own_share_of_the_fetches_in_progress() {
    let watched = Watched::holding(|host| host.starts_with("slow"));
    let limits = settings(|s| (s.wait, s.in_all) = (Duration::from_secs(600), 1_000_000));
    let throttled = Throttled::with_settings(watched.clone(), limits, Hand::new());
    let slow = |number: usize| did(&format!("slow-{number}.example"), 0);
    Runtime::new().unwrap().block_on(async {
        begin(&throttled, did("known.example", 0), Some("2001:db8:0:5::1")).await.unwrap().unwrap();
        let peers = (0..1_000).map(|n| (n, format!("2001:db8:0:{n:x}::1")));
        let tasks: Vec<Task> = peers.map(|(n, peer)| begin(&throttled, slow(n), Some(&peer))).collect();
        settle().await;
        // an eighth of the 43 that are open to unknown DIDs
        assert_eq!(watched.now("slow"), 5);
        let begun = std::time::Instant::now();
        for number in 0..100 {
            begin(&throttled, did("quick.example", number), Some("2001:db8:1::1")).await.unwrap().unwrap_or_else(
                |error| {
                    // 25 of the 200 at this host within the window
                    assert!(number >= 25 && error.code() == Code::NET_CONNECT, "{number}: {error}");
                },
            );
        }
        begin(&throttled, did("known.example", 0), Some("2001:db8:0:5::1")).await.unwrap().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(60));
        watched.let_go.add_permits(1_000);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    });
}

/// One client network may use an eighth of what unknown DIDs may use, at a host and in total; one known DID half of its host's limit.
#[test]
fn a_network_and_a_known_did_have_a_share_of_the_window() {
    let (watched, clock) = (Watched::new(), Hand::new());
    let throttled = Throttled::with_settings(watched, settings(|s| s.kept_part = 0), clock.clone());
    let runtime = Runtime::new().unwrap();
    let begun = |dids: Vec<Did>, peer: &str| {
        let results = dids.into_iter().map(|did| runtime.block_on(begin_now(&throttled, did, peer)));
        let results: Vec<Result<(), ResolveError>> = results.collect();
        let share = |error: &ResolveError| {
            matches!(error, ResolveError::Net(NetError::Throttled { limit: ThrottleLimit::Share, .. }))
        };
        assert!(results.iter().filter_map(|result| result.as_ref().err()).all(share));
        results.iter().filter(|result| result.is_ok()).count()
    };
    let at_one = |from: usize| (from..from + 100).map(|n| did("a.example", n)).collect::<Vec<_>>();
    let at_many = |from: usize| (from..from + 1_000).map(|n| did(&format!("h{n}.example"), 0)).collect::<Vec<_>>();
    // 300 / 8 and 3000 / 8
    assert_eq!((begun(at_one(0), "192.0.2.1"), begun(at_one(100), "192.0.2.99")), (37, 0));
    assert_eq!(begun(at_one(200), "198.51.100.1"), 37);
    assert_eq!(begun(at_many(0), "203.0.113.1"), 375);
    assert_eq!(begun(vec![did("new.example", 0)], "203.0.113.2"), 0);
    assert_eq!(begun(vec![did("new.example", 0)], "192.0.3.1"), 1);
    // the document of a known DID, from anywhere: half of 300
    let from = |n: usize| format!("10.{n}.0.1");
    let again = |n: usize| begun(vec![did("known.example", 0)], &from(n));
    assert_eq!(again(0), 1);
    assert_eq!((1..256).map(again).sum::<usize>(), 150);
    // and an eighth of this half from one network
    let again = || begun(vec![did("second.example", 0)], "10.0.0.1");
    assert_eq!((0..100).map(|_| again()).sum::<usize>(), 1 + 18);
}

async fn begin_now(
    resolver: &(impl Resolve + Clone + Send + 'static),
    did: Did,
    peer: &str,
) -> Result<(), ResolveError> {
    begin(resolver, did, Some(peer)).await.unwrap()
}

#[test]
fn places_are_kept_for_known_dids() {
    let (watched, clock) = (Watched::new(), Hand::new());
    let limits = settings(|s| (s.per_host, s.in_all, s.known_for) = (9, 90, Duration::from_secs(3_600)));
    let throttled = Throttled::with_settings(watched, limits, clock.clone());
    let count = |results: Vec<Result<(), Code>>| results.iter().filter(|result| result.is_ok()).count();
    let unknown = |from: usize| (from..from + 20).map(|n| format!("did:wba:a.example:nowhere-{n}").parse().unwrap());
    let known = || did("a.example", 0);
    assert_eq!(all(&throttled, vec![known()]), [Ok(())]);
    clock.forward(60);
    let error = |did| Runtime::new().unwrap().block_on(throttled.resolve(&did)).unwrap_err();
    all(&throttled, unknown(0).collect());
    assert_eq!(
        error(did("a.example", 1)).to_string(),
        "a.example: not connected: more than 6 fetches of new DIDs at this host within 60 s; try again later"
    );
    assert_eq!(all(&throttled, vec![known(), did("a.example", 1)]), [Ok(()), Err(Code::NET_CONNECT)]);
    // it is known for as long as the settings say after it last resolved
    clock.forward(3_599);
    all(&throttled, unknown(100).collect());
    assert_eq!(all(&throttled, vec![known()]), [Ok(())]);
    clock.forward(3_600);
    all(&throttled, unknown(200).collect());
    assert_eq!(count(all(&throttled, vec![known()])), 0);
}

#[test]
fn a_did_that_is_gone_is_not_known() {
    // resolves, is not available, resolves, is gone, and gone again
    #[derive(Clone, Default)]
    struct Gone(Arc<AtomicUsize>);
    impl Resolve for Gone {
        async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            let url = did.location().unwrap();
            match self.0.fetch_add(1, Ordering::SeqCst) {
                1 => Err(NetError::Offline { what: url }.into()),
                3 | 4 => Err(NetError::Status { url, status: 404 }.into()),
                _ => Watched::new().resolve(did).await,
            }
        }
    }
    let clock = Hand::new();
    let limits = settings(|s| (s.per_host, s.kept_part, s.address_part) = (2, 2, 0));
    let throttled = Throttled::with_settings(Gone::default(), limits, clock.clone());
    let did = did("a.example", 0);
    let resolve = || all(&throttled, vec![did.clone()])[0];
    // an unknown DID has one place, a known DID two
    assert_eq!((resolve(), resolve()), (Ok(()), Err(Code::NET_OFFLINE)));
    clock.forward(60);
    // that nobody answered has changed nothing
    assert_eq!((resolve(), resolve()), (Ok(()), Err(Code::NET_STATUS)));
    clock.forward(60);
    // that there is none has: the second is not asked for
    assert_eq!((resolve(), resolve()), (Err(Code::NET_STATUS), Err(Code::NET_CONNECT)));
}

#[test]
fn a_host_is_asked_so_many_things_a_minute() {
    let (watched, clock) = (Watched::new(), Hand::new());
    let limits = plain(|s| (s.per_host, s.in_all) = (10, 25));
    let throttled = Throttled::with_settings(watched.clone(), limits, clock.clone());
    let refused =
        |results: &[Result<(), Code>]| results.iter().filter(|result| **result == Err(Code::NET_CONNECT)).count();
    let results = all(&throttled, (0..15).map(|number| did("victim.example", number)).collect());
    assert_eq!((refused(&results), watched.calls.load(Ordering::SeqCst)), (5, 10));
    let error = Runtime::new().unwrap().block_on(throttled.resolve(&did("victim.example", 99))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "victim.example: not connected: more than 10 fetches at this host within 60 s; try again later"
    );
    // another port is the same host
    let other_port: Did = "did:wba:victim.example%3A8443:x".parse().unwrap();
    assert_eq!(all(&throttled, vec![other_port]), [Err(Code::NET_CONNECT)]);
    // many hosts together have their own limit
    let results = all(&throttled, (0..20).map(|number| did(&format!("h{number}.example"), 0)).collect());
    assert_eq!((refused(&results), watched.calls.load(Ordering::SeqCst)), (5, 25));
    let error = Runtime::new().unwrap().block_on(throttled.resolve(&did("new.example", 0))).unwrap_err();
    assert!(error.to_string().contains("25 fetches in total"), "{error}");
    // 25 in 60 s are one in 2.4 s, 10 are one in 6 s
    clock.forward(2);
    assert_eq!(all(&throttled, vec![did("new.example", 0)]), [Err(Code::NET_CONNECT)]);
    clock.forward(1);
    assert_eq!(
        all(&throttled, vec![did("victim.example", 99), did("new.example", 0)]),
        [Err(Code::NET_CONNECT), Ok(())]
    );
    clock.forward(3);
    assert_eq!(all(&throttled, vec![did("victim.example", 99)]), [Ok(())]);
    // after the window, the whole limit is there again
    clock.forward(60);
    let results = all(&throttled, (0..15).map(|number| did("victim.example", number)).collect());
    assert_eq!(refused(&results), 5);
}

#[test]
fn what_is_cached_is_not_counted_and_a_refusal_is_not_cached() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["agent.example"]), |request| {
        let name = request.path().trim_matches('/').trim_end_matches("/did.json");
        let body = format!(r#"{{"id":"did:wba:agent.example:{name}"}}"#);
        Answer::status(200, &["content-type: application/json", "etag: \"one\""], body)
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new("agent.example", 443, server.address()).unwrap())
        .build();
    let clock = Hand::new();
    let throttled = Throttled::with_settings(HttpResolver::new(https), plain(|s| s.per_host = 2), clock.clone());
    let resolver = Cached::with_settings(throttled, Default::default(), clock.clone());
    let runtime = Runtime::new().unwrap();
    let resolve =
        |number| runtime.block_on(resolver.resolve(&did("agent.example", number))).map(|_| ()).map_err(|e| e.code());
    for _ in 0..10 {
        assert_eq!((resolve(0), resolve(1)), (Ok(()), Ok(())));
    }
    // a second before there is a place again; a failure would be repeated for five
    clock.forward(29);
    assert_eq!(resolve(2), Err(Code::NET_CONNECT));
    assert_eq!((server.requests().len(), resolver.did_count()), (2, 2));
    clock.forward(1);
    assert_eq!(resolve(2), Ok(()));
    clock.forward(30);
    // nor does a refusal drop the document that is there: its server is asked whether it is still the current one
    assert_eq!(resolve(3), Ok(()));
    assert_eq!(resolve(0), Err(Code::NET_CONNECT));
    clock.forward(60);
    assert_eq!(resolve(0), Ok(()));
    assert_eq!(server.requests().last().unwrap().header("if-none-match"), Some("\"one\""));
}

#[test]
fn that_there_was_no_permit_is_not_cached() {
    let watched = Watched::holding(|_| true);
    let limits = plain(|s| (s.at_once, s.wait) = (1, Duration::from_millis(50)));
    let clock = Hand::new();
    let throttled = Throttled::with_settings(watched.clone(), limits, clock.clone());
    let resolver = Cached::with_settings(throttled, Default::default(), clock);
    Runtime::new().unwrap().block_on(async {
        let first = begin(&resolver, did("a.example", 0), None);
        settle().await;
        let error = begin(&resolver, did("a.example", 1), None).await.unwrap().unwrap_err();
        assert_eq!(error.code(), Code::NET_TIME);
        watched.let_go.add_permits(2);
        first.await.unwrap().unwrap();
        begin(&resolver, did("a.example", 1), None).await.unwrap().unwrap();
    });
}

/// Nobody waits for a fetch that is counted to another's address, and one address's resolutions of a DID are one fetch.
#[test]
fn fetches_are_shared_with_one_address() {
    let watched = Watched::holding(|_| true);
    let limits = settings(|s| s.wait = Duration::from_secs(600));
    let clock = Hand::new();
    let throttled = Throttled::with_settings(watched.clone(), limits, clock.clone());
    let resolver = Cached::with_settings(throttled, Default::default(), clock);
    Runtime::new().unwrap().block_on(async {
        let peers = [None, Some("192.0.2.1"), Some("192.0.2.2"), Some("2001:db8::1"), Some("2001:db8::2")];
        let tasks: Vec<Task> =
            peers.iter().cycle().take(25).map(|peer| begin(&resolver, did("a.example", 0), *peer)).collect();
        settle().await;
        assert_eq!(watched.now("a.example"), 4);
        watched.let_go.add_permits(4);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    });
}

#[test]
fn links_are_not_followed() {
    // a description, a DID document and a service that lead to each other, and to more
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["agent.example.com"]), |request| {
        match request.path() {
        "/alice/ad.json" => Answer::status(200, &["content-type: application/ld+json"], alice::signed().source()),
        "/alice/did.json" => Answer::json(alice::did_document_text().replace(
            "\"service\": [",
            r##""service": [{"id": "#more", "type": "AgentDescription", "serviceEndpoint": "https://agent.example.com/more.json"},
                {"id": "#did", "type": "LinkedDomains", "serviceEndpoint": "did:wba:agent.example.com:bob"},"##,
        )),
        _ => Answer::not_found(),
    }
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new("agent.example.com", 443, server.address()).unwrap())
        .build();
    let verifier = Verifier::new(HttpResolver::new(https));
    let runtime = Runtime::new().unwrap();
    for _ in 0..3 {
        let verified = runtime.block_on(verifier.verify_url(alice::URL, alice::expectations())).unwrap();
        let name: &AgentDescription = verified.get();
        assert_eq!(name.name, "Alice");
    }
    let paths: Vec<String> = server.requests().iter().map(|request| request.path().to_owned()).collect();
    // the description each time, its signer's document once: nothing else, at whatever depth
    assert_eq!(paths, ["/alice/ad.json", "/alice/did.json", "/alice/ad.json", "/alice/ad.json"]);
}

#[test]
fn a_key_says_its_document_itself() {
    let runtime = Runtime::new().unwrap();
    let resolver = Cached::new(Throttled::new(StaticResolver::default()));
    let code =
        |did: &str| runtime.block_on(resolver.resolve(&did.parse().unwrap())).map(|_| ()).map_err(|error| error.code());
    assert_eq!(code("did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"), Ok(()));
    assert_eq!(code("did:key:z6Mk"), Err(Code::DID_KEY_UNSUPPORTED));
    assert_eq!(code("did:wba:b.example"), Err(Code::NET_OFFLINE));
}

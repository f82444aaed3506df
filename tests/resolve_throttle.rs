//! How much others' input can make us fetch (threat row 88 and design 4.4), and the resolvers that choose resolvers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]
#![cfg(feature = "resolver")]

mod fixture;
mod tls;

use agent_description::{
    AgentDescription, Code, DidDocument, Fault, Timestamp,
    did::{Did, DidMethod, Resolved},
    discovery::Verifier,
    resolve::{
        AnyResolver, ByMethod, Cached, Clock, ConnectTo, DidKeyResolver, HttpResolver, HttpsGet, NetError, Phase,
        Resolve, ResolveError, StaticResolver, ThrottleSettings, Throttled, blocking::Runtime,
    },
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tls::{Answer, Authority, Server};

/// Resolves everything after a pause, and notes how many it did at the same time, from each host and in all.
#[derive(Clone, Default)]
struct Watched {
    pause: Duration,
    slow_host: Option<&'static str>,
    now: Arc<Mutex<BTreeMap<String, usize>>>,
    most_per_host: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
}

impl Resolve for Watched {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        {
            let mut now = self.now.lock().unwrap();
            *now.entry(did.host().unwrap().to_owned()).or_default() += 1;
            self.most_per_host.fetch_max(now[did.host().unwrap()], Ordering::SeqCst);
            self.most.fetch_max(now.values().sum(), Ordering::SeqCst);
        }
        let slow = self.slow_host == did.host();
        tokio::time::sleep(if slow { Duration::from_secs(20) } else { self.pause }).await;
        *self.now.lock().unwrap().get_mut(did.host().unwrap()).unwrap() -= 1;
        let mut documents = StaticResolver::new();
        documents.insert(did.clone(), format!(r#"{{"id":"{did}"}}"#));
        documents.get(did)
    }
}

#[derive(Clone)]
struct Hand(Arc<Mutex<Timestamp>>);

impl Hand {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Timestamp::from_unix_seconds(0).unwrap())))
    }

    fn forward(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_add(Duration::from_secs(seconds));
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
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
}

#[test]
fn row_88_a_host_is_asked_so_many_things_at_once() {
    let watched = Watched { pause: Duration::from_millis(20), ..Watched::default() };
    let throttled = Throttled::new(watched.clone());
    let results = all(&throttled, (0..40).map(|number| did("a.example", number)).collect());
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(watched.most_per_host.load(Ordering::SeqCst), 8);
}

#[test]
fn row_88_so_many_things_are_asked_at_once_in_all() {
    let watched = Watched { pause: Duration::from_millis(20), ..Watched::default() };
    let throttled = Throttled::with_settings(watched.clone(), settings(|s| s.at_once = 5), Hand::new());
    let results = all(&throttled, (0..40).map(|number| did(&format!("host-{number}.example"), number)).collect());
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(watched.most.load(Ordering::SeqCst), 5);
}

#[test]
fn a_slow_host_delays_nobody_else() {
    let watched = Watched { slow_host: Some("slow.example"), ..Watched::default() };
    let limits = settings(|s| {
        (s.at_once, s.at_once_per_host, s.wait) = (4, 2, Duration::from_millis(400));
    });
    let throttled = Throttled::with_settings(watched, limits, Hand::new());
    let start = Instant::now();
    Runtime::new().unwrap().block_on(async {
        let slow: Vec<_> = (0..6)
            .map(|number| {
                let throttled = throttled.clone();
                tokio::spawn(async move { throttled.resolve(&did("slow.example", number)).await.map(|_| ()) })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        for number in 0..20 {
            throttled.resolve(&did("quick.example", number)).await.unwrap();
        }
        // two of them are being asked, the others had no turn in time
        let mut late = 0;
        for task in slow {
            match tokio::time::timeout(Duration::from_millis(700), task).await {
                Ok(result) => {
                    let error = result.unwrap().unwrap_err();
                    assert!(matches!(error, ResolveError::Net(NetError::Time { phase: Phase::Turn, .. })), "{error}");
                    assert!(error.code() == Code::NetTime && error.to_string().contains("turn"), "{error}");
                    late += 1;
                }
                Err(_) => continue,
            }
        }
        assert_eq!(late, 4);
    });
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn row_88_a_host_is_asked_so_many_things_a_minute() {
    let (watched, clock) = (Watched::default(), Hand::new());
    let limits = settings(|s| (s.per_host, s.in_all) = (10, 25));
    let throttled = Throttled::with_settings(watched.clone(), limits, clock.clone());
    let refused =
        |results: &[Result<(), Code>]| results.iter().filter(|result| **result == Err(Code::NetConnect)).count();
    let results = all(&throttled, (0..15).map(|number| did("victim.example", number)).collect());
    assert_eq!((refused(&results), watched.calls.load(Ordering::SeqCst)), (5, 10));
    let error = Runtime::new().unwrap().block_on(throttled.resolve(&did("victim.example", 99))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "victim.example: not connected, 10 resolutions at this host were begun within 60 s, which is the limit; try again later"
    );
    // another port is the same host
    let other_port: Did = "did:wba:victim.example%3A8443:x".parse().unwrap();
    assert_eq!(all(&throttled, vec![other_port]), [Err(Code::NetConnect)]);
    // many hosts together have their own limit
    let results = all(&throttled, (0..20).map(|number| did(&format!("h{number}.example"), 0)).collect());
    assert_eq!((refused(&results), watched.calls.load(Ordering::SeqCst)), (5, 25));
    let error = Runtime::new().unwrap().block_on(throttled.resolve(&did("new.example", 0))).unwrap_err();
    assert!(error.to_string().contains("25 resolutions in all"), "{error}");
    clock.forward(59);
    assert_eq!(all(&throttled, vec![did("new.example", 0)]), [Err(Code::NetConnect)]);
    clock.forward(1);
    assert_eq!(all(&throttled, vec![did("victim.example", 99), did("new.example", 0)]), [Ok(()), Ok(())]);
}

#[test]
fn what_is_cached_is_not_counted_and_a_refusal_is_not_cached() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["agent.example"]), |request| {
        let name = request.path().trim_matches('/').trim_end_matches("/did.json");
        Answer::json(format!(r#"{{"id":"did:wba:agent.example:{name}"}}"#))
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new("agent.example", 443, server.address()).unwrap())
        .build();
    let clock = Hand::new();
    let throttled = Throttled::with_settings(HttpResolver::new(https), settings(|s| s.per_host = 2), clock.clone());
    let resolver = Cached::with_settings(throttled, Default::default(), clock.clone());
    let runtime = Runtime::new().unwrap();
    let resolve =
        |number| runtime.block_on(resolver.resolve(&did("agent.example", number))).map(|_| ()).map_err(|e| e.code());
    for _ in 0..10 {
        assert_eq!((resolve(0), resolve(1)), (Ok(()), Ok(())));
    }
    assert_eq!(resolve(2), Err(Code::NetConnect));
    assert_eq!(server.requests().len(), 2);
    clock.forward(60);
    assert_eq!(resolve(2), Ok(()));
}

#[test]
fn row_88_links_are_not_followed() {
    // a description, a DID document and a service that lead to each other, and to more
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["agent.example.com"]), |request| {
        match request.path() {
        "/alice/ad.json" => Answer::status(200, &["content-type: application/ld+json"], fixture::signed().source()),
        "/alice/did.json" => Answer::json(fixture::did_document_text().replace(
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
        let verified = runtime.block_on(verifier.verify_url(fixture::URL, fixture::expectations())).unwrap();
        let name: &AgentDescription = verified.get();
        assert_eq!(name.name, "Alice");
    }
    let paths: Vec<String> = server.requests().iter().map(|request| request.path().to_owned()).collect();
    // the description each time, its signer's document once: nothing else, at whatever depth
    assert_eq!(paths, ["/alice/ad.json", "/alice/did.json", "/alice/ad.json", "/alice/ad.json"]);
}

#[test]
fn each_method_has_its_resolver() {
    let document = |did: &str| {
        let mut resolver = StaticResolver::new();
        resolver.insert(did.parse().unwrap(), format!(r#"{{"id":"{did}"}}"#));
        resolver
    };
    let runtime = Runtime::new().unwrap();
    let code = |resolver: &ByMethod, did: &str| {
        runtime.block_on(resolver.resolve(&did.parse().unwrap())).map(|_| ()).map_err(|error| error.code())
    };
    let wba = ByMethod::new().with(DidMethod::Wba, document("did:wba:a.example"));
    assert_eq!(code(&wba, "did:wba:a.example"), Ok(()));
    assert_eq!(code(&wba, "did:wba:b.example"), Err(Code::NetOffline));
    assert_eq!(code(&wba, "did:web:a.example"), Err(Code::DidMethodUnsupported));
    let both = wba.with(DidMethod::Web, Arc::new(Cached::new(document("did:web:a.example"))));
    assert_eq!(code(&both, "did:web:a.example"), Ok(()));
    // a key says its document itself, behind a throttle and a cache too
    let key = "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw";
    assert_eq!(code(&both, key), Err(Code::DidMethodUnsupported));
    let all = both.with(DidMethod::Key, Cached::new(Throttled::new(DidKeyResolver::new())));
    assert_eq!(code(&all, key), Ok(()));
    assert_eq!(code(&all, "did:key:z6Mk"), Err(Code::DidKeyUnsupported));
    let any = AnyResolver::new(all);
    assert_eq!(
        runtime.block_on(any.resolve(&"did:wba:a.example".parse().unwrap())).unwrap().get().id().as_str(),
        "did:wba:a.example"
    );
}

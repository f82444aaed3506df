//! The cache of resolved DID documents, against a real server on loopback and a clock of the test's.
#![cfg(feature = "resolver")]

use super::clock::Hand;
use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Request, Server},
};
use agent_description::{
    Code, CodedError,
    did::{Did, Resolved},
    discovery::Verifier,
    json::Json,
    proof::Expectations,
    resolve::{
        CacheSettings, Cached, ConnectTo, HttpResolver, HttpsGet, Provenance, Resolution, ResolutionOptions, Resolve,
        ResolveError, StaticResolver, Throttled, blocking::Runtime, resolution_result,
    },
};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

const HOST: &str = "agent.example";
const DID: &str = "did:wba:agent.example";

/// A server whose answers can be exchanged, a cache in front of it, a clock, and a thread to run all this.
struct World {
    server: Server,
    headers: Arc<Mutex<Vec<String>>>,
    /// A word that the documents hold: their version.
    version: Arc<Mutex<String>>,
    status: Arc<Mutex<u16>>,
    clock: Hand,
    http: HttpResolver,
    resolver: Cached<HttpResolver>,
    runtime: Runtime,
}

impl World {
    fn new(headers: &[&str]) -> Self {
        Self::with(headers, CacheSettings::default())
    }

    fn with(headers: &[&str], settings: CacheSettings) -> Self {
        let authority = Authority::new();
        let version = Arc::new(Mutex::new("one".to_owned()));
        let headers: Arc<Mutex<Vec<String>>> =
            Arc::new(Mutex::new(headers.iter().map(|header| (*header).to_owned()).collect()));
        let status = Arc::new(Mutex::new(200));
        let shared = (version.clone(), headers.clone(), status.clone());
        let server = Server::start(authority.issue(&[HOST]), move |request| {
            answer(request, &shared.0.lock().unwrap(), &shared.1.lock().unwrap(), *shared.2.lock().unwrap())
        });
        let mut https = HttpsGet::builder()
            .add_roots_pem(authority.pem().as_bytes())
            .unwrap()
            .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
        https.only_added_roots = true;
        let clock = Hand::new();
        let http = HttpResolver::new(https.build());
        let resolver = Cached::with_settings(http.clone(), settings, clock.clone());
        Self { server, headers, version, status, clock, http, resolver, runtime: Runtime::new().unwrap() }
    }

    fn resolve(&self, did: &str) -> Result<Resolution, ResolveError> {
        self.resolve_with(did, &ResolutionOptions::default())
    }

    fn resolve_with(&self, did: &str, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.runtime.block_on(self.resolver.resolve_with(&did.parse().unwrap(), options))
    }

    /// The version of the document that resolution gives, and how it was had.
    #[track_caller]
    fn version(&self) -> (String, Provenance) {
        let resolution = self.resolve(DID).unwrap();
        (version(&resolution.document), resolution.provenance)
    }

    fn publish(&self, version: &str) {
        *self.version.lock().unwrap() = version.to_owned();
    }

    fn fail(&self, status: u16) {
        *self.status.lock().unwrap() = status;
    }

    fn set_headers(&self, headers: &[&str]) {
        *self.headers.lock().unwrap() = headers.iter().map(|header| (*header).to_owned()).collect();
    }

    fn requests(&self) -> usize {
        self.server.requests().len()
    }
}

/// The document of the path asked for; 304 where the version asked about is the current one.
fn answer(request: &Request, version: &str, headers: &[String], status: u16) -> Answer {
    let headers: Vec<String> = headers.iter().map(|header| header.replace("VERSION", version)).collect();
    let mut headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let tag = headers.iter().find_map(|header| header.strip_prefix("etag: ")).map(str::to_owned);
    if status == 200 && tag.is_some() && request.header("if-none-match") == tag.as_deref() {
        return Answer::status(304, &headers, "");
    }
    headers.push("content-type: application/json");
    let path = request.path().trim_start_matches('/').trim_end_matches("did.json").trim_end_matches('/');
    let path = if path == ".well-known" { String::new() } else { format!(":{}", path.replace('/', ":")) };
    Answer::status(status, &headers, format!(r#"{{"id": "{DID}{path}", "version": "{version}"}}"#))
}

fn version(document: &Resolved<agent_description::DidDocument>) -> String {
    document.get().document().root().get("version").and_then(Json::as_str).unwrap().to_owned()
}

fn said(what: &str, how: Provenance) -> (String, Provenance) {
    (what.to_owned(), how)
}

use Provenance::{Cached as FromCache, Fetched, Revalidated};

#[test]
fn a_rotated_key_is_seen_after_five_minutes_whatever_the_server_says() {
    for headers in [
        &["cache-control: max-age=31536000"][..],
        &["cache-control: max-age=31536000, immutable"],
        &["cache-control: public, max-age=18446744073709551615"],
        &["expires: Fri, 31 Dec 9999 23:59:59 GMT"],
        &["cache-control: max-age=600", "expires: 0"],
        &["cache-control: stale-if-error=86400, stale-while-revalidate=86400, max-age=600"],
    ] {
        let world = World::new(headers);
        assert_eq!(world.version(), said("one", Fetched), "{headers:?}");
        world.publish("two");
        world.clock.forward(299);
        assert_eq!(world.version(), said("one", FromCache), "{headers:?}");
        world.clock.forward(1);
        assert_eq!(world.version(), said("two", Fetched), "{headers:?}");
        assert_eq!(world.requests(), 2);
    }
}

#[test]
fn settings_cannot_stretch_the_five_minutes() {
    let mut settings = CacheSettings::default();
    settings.longest = Duration::from_secs(86_400);
    settings.unstated = Duration::from_secs(86_400);
    settings.failure = Duration::from_secs(86_400);
    settings.not_found = Duration::from_secs(86_400);
    for headers in [&["cache-control: max-age=86400"][..], &[]] {
        let world = World::with(headers, settings);
        world.version();
        world.publish("two");
        world.clock.forward(300);
        assert_eq!(world.version(), said("two", Fetched));
    }
    for (status, seconds) in [(500, 30), (404, 60), (410, 60)] {
        let world = World::with(&[], settings);
        world.fail(status);
        world.resolve(DID).unwrap_err();
        world.fail(200);
        world.clock.forward(seconds - 1);
        world.resolve(DID).unwrap_err();
        world.clock.forward(1);
        assert_eq!(world.version(), said("one", Fetched));
    }
}

#[test]
fn the_old_key_verifies_nothing_after_its_rotation() {
    let authority = Authority::new();
    let keys = Arc::new(Mutex::new(alice::ALICE_JWK));
    let shared = keys.clone();
    let server = Server::start(authority.issue(&["agent.example.com"]), move |_| {
        let text = alice::did_document_text().replace(alice::ALICE_JWK, *shared.lock().unwrap());
        Answer::status(200, &["content-type: application/json", "cache-control: max-age=86400"], text)
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new("agent.example.com", 443, server.address()).unwrap())
        .build();
    let clock = Hand::new();
    let resolver = Cached::with_settings(HttpResolver::new(https.clone()), CacheSettings::default(), clock.clone());
    let verifier = Verifier::with_resolver(resolver, https);
    let runtime = Runtime::new().unwrap();
    let verify = |expectations: Expectations| {
        let verified = verifier.verify_document::<agent_description::AgentDescription>(alice::signed(), expectations);
        runtime.block_on(verified).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(verify(alice::expectations()), Ok(()));
    // the key of RFC 7517 appendix A.1
    *keys.lock().unwrap() = r#"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#;
    clock.forward(299);
    assert_eq!(verify(alice::expectations()), Ok(()));
    clock.forward(1);
    assert_eq!(verify(alice::expectations()), Err(Code::PROOF_SIGNATURE));
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn what_the_server_says_counts_below_five_minutes() {
    for (headers, seconds) in [
        (&["cache-control: max-age=20"][..], 20),
        (&["Cache-Control: Public, Max-Age=20"], 20),
        (&["cache-control: private, max-age=20"], 20),
        // Age is time that has passed already; s-maxage is for shared caches
        (&["cache-control: max-age=120", "age: 100"], 20),
        (&["cache-control: max-age=20, s-maxage=200"], 20),
        (&["date: Thu, 01 Jan 2026 12:00:00 GMT", "expires: Thu, 01 Jan 2026 12:00:20 GMT"], 20),
        // nothing is said
        (&[], 60),
        (&["cache-control: public"], 60),
        (&["last-modified: Mon, 01 Jan 2001 00:00:00 GMT"], 60),
    ] {
        let world = World::new(headers);
        assert_eq!(world.version(), said("one", Fetched));
        world.publish("two");
        world.clock.forward(seconds - 1);
        assert_eq!(world.version(), said("one", FromCache), "{headers:?}");
        world.clock.forward(1);
        assert_eq!(world.version(), said("two", Fetched), "{headers:?}");
    }
}

#[test]
fn what_must_not_be_kept_is_not() {
    for headers in [
        &["cache-control: no-store"][..],
        &["Cache-Control: No-Store, Max-Age=600"],
        &["cache-control: max-age=600", "cache-control: no-store"],
        &["cache-control: no-cache"],
        &["cache-control: max-age=0"],
        &["cache-control: max-age=-1"],
        &["cache-control: max-age=x"],
        &["cache-control: max-age=600, no-cache"],
        &["cache-control: max-age=600, Max-Age=0"],
        &["cache-control: public, max-age=20", "cache-control: public, max-age=0"],
        &["pragma: no-cache"],
        &["expires: 0"],
        &["expires: yesterday"],
        &["vary: *", "cache-control: max-age=600"],
        &["vary: *"],
        &["vary: accept, *"],
        &["age: 600", "cache-control: max-age=600"],
        &["age: 99999999999999999999999999", "cache-control: max-age=600"],
    ] {
        let world = World::new(headers);
        world.version();
        world.publish("two");
        assert_eq!(world.version(), said("two", Fetched), "{headers:?}");
    }
    // a header that is too long to be judged is the strictest there is
    let long = format!("cache-control: max-age=600, x=\"{}\"", "y".repeat(600));
    let world = World::new(&[&long]);
    world.version();
    world.publish("two");
    assert_eq!(world.version(), said("two", Fetched));
    assert_eq!(world.resolver.did_count(), 0);
}

#[test]
fn unchanged_documents_are_not_sent_again() {
    let world = World::new(&["etag: \"VERSION\"", "cache-control: max-age=20"]);
    assert_eq!(world.version(), said("one", Fetched));
    world.clock.forward(20);
    assert_eq!(world.version(), said("one", Revalidated));
    assert_eq!(world.server.requests()[1].header("if-none-match"), Some("\"one\""));
    // confirmed is as good as new, for as long as the confirmation says
    world.clock.forward(19);
    assert_eq!(world.version(), said("one", FromCache));
    world.clock.forward(1);
    world.publish("two");
    assert_eq!(world.version(), said("two", Fetched));
    assert_eq!(world.server.requests()[2].header("if-none-match"), Some("\"one\""));
    world.clock.forward(20);
    assert_eq!(world.version(), said("two", Revalidated));
    assert_eq!(world.requests(), 4);
}

#[test]
fn a_confirmation_can_forbid_to_keep_the_document_longer() {
    let world = World::new(&["etag: \"VERSION\"", "cache-control: max-age=20"]);
    world.version();
    world.clock.forward(20);
    world.set_headers(&["etag: \"VERSION\"", "cache-control: no-store"]);
    assert_eq!(world.version(), said("one", Revalidated));
    assert_eq!(world.resolver.did_count(), 0);
    world.publish("two");
    assert_eq!(world.version(), said("two", Fetched));
    // it adds what the first answer did not say, too
    let world = World::new(&["etag: \"VERSION\""]);
    world.version();
    world.clock.forward(60);
    world.set_headers(&["etag: \"VERSION\"", "cache-control: max-age=5"]);
    assert_eq!(world.version(), said("one", Revalidated));
    world.clock.forward(5);
    assert_eq!(world.version(), said("one", Revalidated));
}

#[test]
fn a_confirmation_of_something_else_confirms_nothing() {
    let authority = Authority::new();
    // says 304 to every conditional request, about another version than the one asked about
    let server = Server::start(authority.issue(&[HOST]), |request| match request.header("if-none-match") {
        Some(_) => Answer::status(304, &["etag: \"other\""], ""),
        None => Answer::status(
            200,
            &["etag: \"one\"", "cache-control: no-cache", "content-type: application/json"],
            format!(r#"{{"id":"{DID}","version":"whole"}}"#),
        ),
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
        .build();
    let (resolver, runtime) = (Cached::new(HttpResolver::new(https)), Runtime::new().unwrap());
    let (did, options) = (DID.parse().unwrap(), ResolutionOptions::default());
    for expected in [1, 3, 5] {
        let resolution = runtime.block_on(resolver.resolve_with(&did, &options)).unwrap();
        assert_eq!(resolution.provenance, Fetched);
        assert_eq!(server.requests().len(), expected);
    }
}

#[test]
fn an_answer_304_that_nobody_asked_for_is_a_failure() {
    let world = World::new(&["cache-control: max-age=20"]);
    world.fail(304);
    assert_eq!(world.resolve(DID).unwrap_err().code(), Code::NET_STATUS);
    world.fail(200);
    world.clock.forward(5);
    world.version();
    world.clock.forward(20);
    world.fail(304);
    // there was neither ETag nor date, so no condition was sent
    assert_eq!(world.resolve(DID).unwrap_err().code(), Code::NET_STATUS);
}

#[test]
fn a_date_is_asked_by_where_there_is_no_etag() {
    let date = "Mon, 01 Jan 2001 00:00:00 GMT";
    let world = World::new(&["last-modified: Mon, 01 Jan 2001 00:00:00 GMT"]);
    world.version();
    world.clock.forward(60);
    world.version();
    assert_eq!(world.server.requests()[1].header("if-modified-since"), Some(date));
    assert_eq!(world.server.requests()[0].header("if-modified-since"), None);
    // what is no entity tag is not sent back
    for tag in ["one", "\"a\", \"b\"", "\"a\"\u{e9}", "W/one", "\"a b\"", "\"", ""] {
        let world = World::new(&[&format!("etag: {tag}")]);
        world.version();
        world.clock.forward(60);
        world.version();
        assert_eq!(world.server.requests()[1].header("if-none-match"), None, "{tag}");
    }
}

#[test]
fn a_failure_is_repeated_for_seconds_and_no_longer() {
    let world = World::new(&["cache-control: max-age=600"]);
    world.fail(503);
    for _ in 0..3 {
        assert_eq!(world.resolve(DID).unwrap_err().code(), Code::NET_STATUS);
    }
    world.fail(200);
    world.clock.forward(4);
    // never made a success of
    assert_eq!(world.resolve(DID).unwrap_err().code(), Code::NET_STATUS);
    assert_eq!(world.requests(), 1);
    world.clock.forward(1);
    assert_eq!(world.version(), said("one", Fetched));
    // that there is no document is repeated for half a minute, because anybody can ask for what does not exist
    for (path, status) in [("x", 404), ("y", 410)] {
        let did = format!("{DID}:{path}");
        world.fail(status);
        world.resolve(&did).unwrap_err();
        world.fail(200);
        world.clock.forward(29);
        world.resolve(&did).unwrap_err();
        world.clock.forward(1);
        world.resolve(&did).unwrap();
    }
    // documents that are refused are failures, too
    let other = "did:wba:agent.example:a";
    world.publish("\", \"deactivated\": true, \"x\": \"");
    assert_eq!(world.resolve(other).unwrap_err().code(), Code::DID_DEACTIVATED);
    world.publish("one");
    assert_eq!(world.resolve(other).unwrap_err().code(), Code::DID_DEACTIVATED);
    world.clock.forward(5);
    world.resolve(other).unwrap();
}

#[test]
fn an_old_document_never_stands_in_for_one_that_cannot_be_had() {
    for status in [404, 410, 500, 503, 301] {
        for headers in [
            &["etag: \"VERSION\"", "cache-control: max-age=20, stale-if-error=86400"][..],
            &["cache-control: max-age=20, stale-if-error=86400, stale-while-revalidate=86400"],
        ] {
            let world = World::new(headers);
            world.version();
            world.clock.forward(20);
            world.fail(status);
            let refused = world.resolve(DID).unwrap_err().code();
            assert!(matches!(refused, Code::NET_STATUS | Code::NET_REDIRECT), "{status}");
            world.clock.forward(2);
            assert_eq!(world.resolve(DID).unwrap_err().code(), refused, "{status}");
            // and what was dropped is not confirmed later
            world.clock.forward(30);
            world.fail(200);
            assert_eq!(world.version(), said("one", Fetched), "{status}");
        }
    }
}

#[test]
fn a_deactivated_did_stays_deactivated() {
    let world = World::new(&["cache-control: max-age=20"]);
    world.version();
    world.publish("two\", \"deactivated\": true, \"x\": \"");
    world.clock.forward(20);
    assert_eq!(world.resolve(DID).unwrap_err().code(), Code::DID_DEACTIVATED);
    assert_eq!(world.resolve(DID).unwrap_err().code(), Code::DID_DEACTIVATED);
}

#[test]
fn no_cache_asks_the_server() {
    let world = World::new(&["cache-control: max-age=600", "etag: \"VERSION\""]);
    let mut no_cache = ResolutionOptions::default();
    no_cache.no_cache = true;
    world.version();
    let resolution = world.resolve_with(DID, &no_cache).unwrap();
    assert_eq!((version(&resolution.document).as_str(), resolution.provenance), ("one", Fetched));
    // the whole of it, and whoever asks next has the newer one
    assert_eq!(world.server.requests()[1].header("if-none-match"), None);
    world.publish("two");
    world.resolve_with(DID, &no_cache).unwrap();
    assert_eq!(world.version(), said("two", FromCache));
    world.fail(404);
    world.resolve_with(DID, &no_cache).unwrap_err();
    world.resolve(DID).unwrap_err();
    world.fail(200);
    assert_eq!(world.resolve_with(DID, &no_cache).unwrap().provenance, Fetched);
}

#[test]
fn one_did_s_document_is_no_other_s() {
    let world = World::new(&["cache-control: max-age=600"]);
    for did in ["did:wba:agent.example:a", "did:wba:agent.example:A", "did:wba:agent.example:a:b", DID] {
        assert_eq!(world.resolve(did).unwrap().provenance, Fetched, "{did}");
        assert_eq!(world.resolve(did).unwrap().document.get().id().as_str(), did);
    }
    // the same URL, another DID: fetched again, and refused because the document says whose it is
    assert_eq!(world.resolve("did:web:agent.example").unwrap_err().code(), Code::DID_ID_MISMATCH);
    assert_eq!(world.requests(), 5);
    assert_eq!(world.resolver.did_count(), 5);
}

#[test]
fn a_clock_that_is_set_back_keeps_nothing_alive() {
    let world = World::new(&["cache-control: max-age=600"]);
    world.version();
    world.publish("two");
    world.clock.back(1);
    assert_eq!(world.version(), said("two", Fetched));
    // nor a failure
    let world = World::new(&["cache-control: max-age=600"]);
    for status in [500, 404] {
        world.fail(status);
        world.resolve(DID).unwrap_err();
        world.fail(200);
        world.clock.back(1);
        assert_eq!(world.version(), said("one", Fetched), "{status}");
        world.clock.forward(600);
    }
}

#[test]
fn a_document_is_as_old_as_the_question() {
    let (authority, clock) = (Authority::new(), Hand::new());
    let slow = clock.clone();
    // answers 15 s after it was asked, and may have looked at its document before that
    let server = Server::start(authority.issue(&[HOST]), move |_| {
        slow.forward(15);
        let body = format!(r#"{{"id":"{DID}","version":"one"}}"#);
        Answer::status(200, &["content-type: application/json", "cache-control: max-age=20"], body)
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
        .build();
    let resolver = Cached::with_settings(HttpResolver::new(https), CacheSettings::default(), clock.clone());
    let (runtime, did, options) = (Runtime::new().unwrap(), DID.parse().unwrap(), ResolutionOptions::default());
    let resolve = || runtime.block_on(resolver.resolve_with(&did, &options)).unwrap();
    let first = resolve();
    assert_eq!(first.retrieved.unwrap().to_string(), "2026-01-01T12:00:00Z");
    assert_eq!(first.fresh_until.unwrap().to_string(), "2026-01-01T12:00:20Z");
    clock.forward(4);
    assert_eq!(resolve().provenance, FromCache);
    clock.forward(1);
    assert_eq!(resolve().provenance, Fetched);
}

#[test]
fn age_and_date_are_those_of_the_confirmation() {
    // 100 of 120 seconds have passed when the document comes; the confirmation is new
    let world = World::new(&["etag: \"VERSION\"", "cache-control: max-age=120", "age: 100"]);
    world.version();
    world.clock.forward(20);
    world.set_headers(&["etag: \"VERSION\""]);
    assert_eq!(world.version(), said("one", Revalidated));
    world.clock.forward(119);
    assert_eq!(world.version(), said("one", FromCache));
    world.clock.forward(1);
    assert_eq!(world.version(), said("one", Revalidated));
}

#[test]
fn the_cache_is_bounded_in_number() {
    let mut settings = CacheSettings::default();
    (settings.dids, settings.failures) = (3, 2);
    let world = World::with(&["cache-control: max-age=600"], settings);
    for name in ["a", "b", "c", "a", "d"] {
        world.resolve(&format!("{DID}:{name}")).unwrap();
        assert!(world.resolver.did_count() <= 3);
    }
    // `b` was used least recently
    assert_eq!(world.requests(), 4);
    for (name, provenance) in [("a", FromCache), ("c", FromCache), ("d", FromCache), ("b", Fetched)] {
        assert_eq!(world.resolve(&format!("{DID}:{name}")).unwrap().provenance, provenance, "{name}");
    }
    // failures have a number of their own, and push no document out
    for (number, status) in [404, 500, 404, 404, 500, 404].into_iter().enumerate() {
        world.fail(status);
        world.resolve(&format!("{DID}:x{number}")).unwrap_err();
    }
    assert_eq!(world.resolver.did_count(), 3 + 2);
    world.fail(200);
    let asked = world.requests();
    for name in ["c", "d", "b"] {
        assert_eq!(world.resolve(&format!("{DID}:{name}")).unwrap().provenance, FromCache, "{name}");
    }
    // the two that failed last are still known to fail
    world.resolve(&format!("{DID}:x4")).unwrap_err();
    world.resolve(&format!("{DID}:x5")).unwrap_err();
    assert_eq!(world.requests(), asked);
    // a DID has one outcome: the failure makes way for the document, and the document for the failure
    world.clock.forward(30);
    world.resolve(&format!("{DID}:x5")).unwrap();
    assert_eq!(world.resolver.did_count(), 3 + 1);
    world.clock.forward(600);
    world.fail(404);
    world.resolve(&format!("{DID}:x5")).unwrap_err();
    assert_eq!(world.resolver.did_count(), 2 + 2);
    world.resolver.clear();
    assert!(world.resolver.did_count() == 0 && world.resolver.bytes() == 0);
}

#[test]
fn the_cache_is_bounded_in_bytes() {
    let mut settings = CacheSettings::default();
    settings.bytes = 1 << 20;
    let world = World::with(&["cache-control: max-age=600"], settings);
    // 2 bytes each become a node of the tree: the text is the smallest part of what a document takes
    let numbers = vec!["0"; 3000].join(",");
    world.publish(&format!("x\", \"numbers\": [{numbers}], \"y\": \""));
    for number in 0..20 {
        world.resolve(&format!("{DID}:{number}")).unwrap();
        assert!(world.resolver.bytes() <= 1 << 20, "{} bytes", world.resolver.bytes());
    }
    assert!((1..10).contains(&world.resolver.did_count()), "{} documents", world.resolver.did_count());
    // one that is larger than all of it is answered, not kept
    let numbers = vec!["0"; 60_000].join(",");
    world.publish(&format!("x\", \"numbers\": [{numbers}], \"y\": \""));
    world.resolve(DID).unwrap();
    assert!(world.resolver.bytes() <= 1 << 20);
    assert_eq!(world.resolve(DID).unwrap().provenance, Fetched);
}

#[test]
fn offline_is_not_remembered() {
    // what is not fetched is asked for each time: nothing is known about the DID
    let counted = Counted::default();
    let resolver = Cached::new(counted.clone());
    let runtime = Runtime::new().unwrap();
    for _ in 0..2 {
        assert_eq!(runtime.block_on(resolver.resolve(&DID.parse().unwrap())).unwrap_err().code(), Code::NET_OFFLINE);
    }
    assert_eq!((counted.calls.load(Ordering::SeqCst), resolver.did_count()), (2, 0));
}

/// Resolves what it was given, slowly where told, and counts.
#[derive(Clone, Default)]
struct Counted {
    documents: HashMap<String, String>,
    calls: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
    pause: Arc<Mutex<Duration>>,
}

impl Resolve for Counted {
    async fn resolve(&self, did: &Did) -> Result<Resolved<agent_description::DidDocument>, ResolveError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let pause = *self.pause.lock().unwrap();
        tokio::time::sleep(pause).await;
        self.ended.fetch_add(1, Ordering::SeqCst);
        let mut resolver = StaticResolver::default();
        if let Some(document) = self.documents.get(did.as_str()) {
            resolver.insert(did.clone(), document.as_bytes());
        }
        resolver.get(did)
    }
}

#[test]
fn many_who_ask_at_once_are_one_fetch() {
    let world = World::new(&["cache-control: no-store"]);
    world.runtime.block_on(async {
        for expected in [1, 2] {
            let did: Did = DID.parse().unwrap();
            let tasks: Vec<_> = (0..16)
                .map(|_| {
                    let (resolver, did) = (world.resolver.clone(), did.clone());
                    tokio::spawn(async move { resolver.resolve(&did).await.map(|resolved| version(&resolved)) })
                })
                .collect();
            for task in tasks {
                assert_eq!(task.await.unwrap().unwrap(), "one");
            }
            // nothing is kept, so the next ones who ask are the next fetch
            assert_eq!(world.requests(), expected);
        }
    });
    // a failure is everybody's, too
    world.fail(500);
    world.runtime.block_on(async {
        let did: Did = DID.parse().unwrap();
        let (a, b) = tokio::join!(world.resolver.resolve(&did), world.resolver.resolve(&did));
        assert_eq!((a.unwrap_err().code(), b.unwrap_err().code()), (Code::NET_STATUS, Code::NET_STATUS));
    });
    assert_eq!(world.requests(), 3);
    // other DIDs are other fetches
    world.fail(200);
    world.runtime.block_on(async {
        let (a, b): (Did, Did) = (format!("{DID}:a").parse().unwrap(), format!("{DID}:b").parse().unwrap());
        let (a, b) = tokio::join!(world.resolver.resolve(&a), world.resolver.resolve(&b));
        assert_ne!(a.unwrap().get().id(), b.unwrap().get().id());
    });
    assert_eq!(world.requests(), 5);
}

#[test]
fn whoever_began_a_fetch_may_go_away() {
    let mut counted = Counted::default();
    counted.documents.insert(DID.to_owned(), format!(r#"{{"id":"{DID}"}}"#));
    *counted.pause.lock().unwrap() = Duration::from_millis(200);
    let resolver = Cached::new(counted.clone());
    let did: Did = DID.parse().unwrap();
    Runtime::new().unwrap().block_on(async {
        let leader = tokio::spawn({
            let (resolver, did) = (resolver.clone(), did.clone());
            async move { resolver.resolve(&did).await.map(|_| ()) }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        let waiting = tokio::spawn({
            let (resolver, did) = (resolver.clone(), did.clone());
            async move { resolver.resolve(&did).await.map(|_| ()) }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        leader.abort();
        assert!(leader.await.unwrap_err().is_cancelled());
        tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("the others hang").unwrap().unwrap();
        assert_eq!(counted.calls.load(Ordering::SeqCst), 1);
        // everybody goes away: the fetch ends with them, and the next one is a new one
        let gone = tokio::time::timeout(Duration::from_millis(50), resolver.resolve(&did)).await;
        assert!(gone.is_err());
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(counted.ended.load(Ordering::SeqCst), 1, "nobody waits, but it went on");
        resolver.resolve(&did).await.unwrap();
        assert_eq!((counted.calls.load(Ordering::SeqCst), counted.ended.load(Ordering::SeqCst)), (3, 2));
    });
}

#[test]
fn a_slow_old_answer_does_not_replace_a_newer_one() {
    let authority = Authority::new();
    let number = AtomicUsize::new(0);
    let server = Server::start(authority.issue(&[HOST]), move |_| {
        let (pause, version) = if number.fetch_add(1, Ordering::SeqCst) == 0 { (600, "old") } else { (0, "new") };
        let body = format!(r#"{{"id":"{DID}","version":"{version}"}}"#);
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        Answer::raw(head).wait(Duration::from_millis(pause)).send(body)
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
        .build();
    let resolver = Cached::new(HttpResolver::new(https));
    let did: Did = DID.parse().unwrap();
    Runtime::new().unwrap().block_on(async {
        let slow = tokio::spawn({
            let (resolver, did) = (resolver.clone(), did.clone());
            async move { resolver.resolve(&did).await.map(|resolved| version(&resolved)) }
        });
        while server.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let mut no_cache = ResolutionOptions::default();
        no_cache.no_cache = true;
        let newer = resolver.resolve_with(&did, &no_cache).await.unwrap();
        assert_eq!(version(&newer.document), "new");
        assert_eq!(slow.await.unwrap().unwrap(), "old");
        assert_eq!(version(&resolver.resolve(&did).await.unwrap()), "new");
    });
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn threads_share_one_cache() {
    let world = World::new(&["cache-control: max-age=600"]);
    let throttled = Throttled::new(world.http.clone());
    let (resolver, runtime) = (Cached::new(throttled), &world.runtime);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let resolver = resolver.clone();
            scope.spawn(move || {
                for number in 0..8 {
                    let did = format!("{DID}:{}", number % 4).parse().unwrap();
                    assert_eq!(runtime.block_on(resolver.resolve(&did)).unwrap().get().id(), &did);
                }
            });
        }
    });
    assert_eq!(world.requests(), 4);
}

#[test]
fn results_are_written_as_did_resolution_has_it() {
    let world = World::new(&["cache-control: max-age=20"]);
    let result = |result: &Result<Resolution, ResolveError>| {
        resolution_result(result.as_ref().map_err(|error| error as &dyn CodedError)).to_pretty()
    };
    assert_eq!(
        result(&world.resolve(DID)),
        r#"{
  "didDocument": {
    "id": "did:wba:agent.example",
    "version": "one"
  },
  "didResolutionMetadata": {
    "contentType": "application/did",
    "source": "fetched",
    "url": "https://agent.example/.well-known/did.json",
    "retrieved": "2026-01-01T12:00:00Z",
    "freshUntil": "2026-01-01T12:00:20Z"
  },
  "didDocumentMetadata": {
    "deactivated": false
  }
}"#
    );
    world.clock.forward(5);
    let cached = result(&world.resolve(DID));
    assert!(cached.contains("\"source\": \"cached\"") && cached.contains("\"retrieved\": \"2026-01-01T12:00:00Z\""));
    world.clock.forward(20);
    for (status, document, error) in [
        (404, "x", Some("notFound")),
        (410, "x", Some("notFound")),
        (500, "x", Some("internalError")),
        (200, "\", \"id\": \"", Some("invalidDidDocument")),
        (200, "\", \"deactivated\": true, \"x\": \"", None),
    ] {
        world.fail(status);
        world.publish(document);
        let failed = world.resolve(DID);
        world.clock.forward(30);
        let result = resolution_result(failed.as_ref().map_err(|error| error as &dyn CodedError));
        let get = |part: &str, name: &str| result.get(part).and_then(|part| part.get(name)).cloned();
        let word = get("didResolutionMetadata", "error");
        assert_eq!(word.as_ref().and_then(Json::as_str), error, "{status}");
        assert_eq!(get("didDocumentMetadata", "deactivated").and_then(|json| json.as_bool()), Some(error.is_none()));
        assert!(result.get("didDocument").is_some_and(|document| document.to_pretty() == "null"));
        let problem = get("didResolutionMetadata", "problemDetails");
        assert_eq!(problem.is_some(), error.is_some());
        if let Some(problem) = problem {
            let kind = problem.get("type").and_then(Json::as_str).unwrap();
            assert!(kind.starts_with("https://www.w3.org/ns/did#"), "{kind}");
        }
    }
}

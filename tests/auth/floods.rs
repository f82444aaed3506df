//! Strangers who make a service fetch: how much they cause, and that they lock nobody out. Nobody of these can sign; each names a DID.
#![cfg(all(feature = "auth", feature = "resolver"))]

use adp_fixtures::{
    callers::*,
    tls::{Answer, Authority, Server},
};
use agent_description::{
    Code, CodedError, Signer, Timestamp,
    auth::{AuthError, Authenticator, replay::MemoryReplayStore},
    did::Did,
    resolve::{
        CacheSettings, Cached, Clock, ConnectTo, HttpResolver, HttpsGet, NetError, PeerAddress, Resolution,
        ResolutionOptions, Resolve, ResolveError, ThrottleSettings, Throttled, blocking::Runtime,
    },
};
use http::{HeaderValue, request::Parts};
use std::{
    collections::HashMap,
    net::{Ipv4Addr, Ipv6Addr},
    sync::{Arc, Mutex},
    time::Duration,
};

/// The host that is attacked, and that all callers but one are at.
const HOST: &str = "agent.example.com";
const OTHER: &str = "other.example.com";

/// A clock that stands still until it is moved.
#[derive(Clone)]
struct Hand(Arc<Mutex<Timestamp>>);

impl Hand {
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

/// The web: the callers' documents are served on loopback, and nothing else is anywhere. Counts what is fetched, by host.
#[derive(Clone)]
struct Web {
    https: HttpResolver,
    callers: [Did; 3],
    fetches: Arc<Mutex<HashMap<String, usize>>>,
}

impl Resolve for Web {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        *self.fetches.lock().unwrap().entry(did.host().unwrap().to_owned()).or_default() += 1;
        match self.callers.contains(did) {
            true => self.https.resolve_with(did, options).await,
            false => Err(NetError::Status { url: did.location().unwrap(), status: 404 }.into()),
        }
    }
}

/// A service whose callers are known or new, by a clock of the test's.
struct World {
    service: Authenticator<Cached<Throttled<Web>>>,
    web: Web,
    clock: Hand,
    runtime: Runtime,
    nonces: usize,
    _server: Server,
}

fn known() -> Caller {
    Caller::plain("known", 11)
}

fn new() -> Caller {
    Caller::plain("new", 12)
}

fn elsewhere() -> Caller {
    Caller::plain_at(OTHER, "caller", 13)
}

/// The address that the callers come from; no forger does.
fn callers() -> Option<PeerAddress> {
    Some(PeerAddress::new("192.0.2.77".parse().unwrap()))
}

impl World {
    fn new() -> Self {
        Self::with("max-age=300")
    }

    fn with(cache_control: &'static str) -> Self {
        let callers = [known(), new(), elsewhere()];
        let dids = callers.each_ref().map(|caller| caller.did.clone());
        let authority = Authority::new();
        let server = Server::start(authority.issue(&[HOST, OTHER]), move |request| {
            let is_asked_for = |caller: &&Caller| {
                let url = caller.did.location().unwrap();
                url == format!("https://{}{}", request.header("host").unwrap(), request.path())
            };
            match callers.iter().find(is_asked_for) {
                Some(caller) => Answer::status(
                    200,
                    &["content-type: application/json", &format!("cache-control: {cache_control}")],
                    caller.document.clone(),
                ),
                None => Answer::not_found(),
            }
        });
        let https = HttpsGet::builder()
            .add_roots_pem(authority.pem().as_bytes())
            .unwrap()
            .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
            .connect_to(ConnectTo::new(OTHER, 443, server.address()).unwrap())
            .build();
        let web = Web { https: HttpResolver::new(https), callers: dids, fetches: Arc::default() };
        let clock = Hand(Arc::new(Mutex::new(at(0))));
        let store = MemoryReplayStore::new(100_000);
        let throttled = Throttled::with_settings(web.clone(), ThrottleSettings::default(), clock.clone());
        let resolver = Cached::with_settings(throttled, CacheSettings::default(), clock.clone());
        let service = Authenticator::new(service(), resolver, store);
        Self { service, web, clock, runtime: Runtime::new().unwrap(), nonces: 0, _server: server }
    }

    fn send(&self, mut parts: Parts, peer: Option<PeerAddress>) -> Result<(), AuthError> {
        if let Some(peer) = peer {
            parts.extensions.insert(peer);
        }
        self.runtime.block_on(self.service.authenticate(&parts, b"", self.clock.now())).map(|_| ())
    }

    /// A request that a caller signs now.
    fn call(&mut self, caller: &Caller, peer: Option<PeerAddress>) -> Result<(), AuthError> {
        self.nonces += 1;
        let options = options(&format!("nonce-{}", self.nonces), self.clock.now());
        self.send(signed_as(&caller.signer, "POST", "/orders", b"", &options), peer)
    }

    /// Sends forged requests, and tells how many are refused without a fetch.
    fn forge(
        &self,
        requests: usize,
        did: impl Fn(usize) -> String,
        peer: impl Fn(usize) -> Option<PeerAddress>,
    ) -> usize {
        // one signature for all: whose it is has to be fetched first
        let options = options("n", self.clock.now());
        let template = signed_as(&alice().signer, "POST", "/orders", b"", &options);
        let input = template.headers["signature-input"].to_str().unwrap().to_owned();
        let keyid = Signer::method(&alice().signer).to_string();
        let refused = (0..requests).filter(|&number| {
            let mut parts = template.clone();
            let input = input.replace(&keyid, &format!("{}#key-1", did(number)));
            parts.headers.insert("signature-input", HeaderValue::from_str(&input).unwrap());
            is_throttled(&self.send(parts, peer(number)).unwrap_err())
        });
        refused.count()
    }

    fn fetches(&self, host: &str) -> usize {
        self.web.fetches.lock().unwrap().get(host).copied().unwrap_or(0)
    }

    fn all_fetches(&self) -> usize {
        self.web.fetches.lock().unwrap().values().sum()
    }
}

fn is_throttled(error: &AuthError) -> bool {
    matches!(error, AuthError::Resolve { error: ResolveError::Net(NetError::Throttled { .. }), .. })
}

fn unknown(number: usize) -> String {
    format!("did:wba:{HOST}:user-{number}")
}

fn nowhere(_: usize) -> Option<PeerAddress> {
    None
}

/// One of so many IPv4 addresses, each in a network of its own.
fn of_networks(count: usize) -> impl Fn(usize) -> Option<PeerAddress> {
    move |number| {
        let bits = (0xc633 << 16) + (u32::try_from(number % count).unwrap() << 8);
        Some(PeerAddress::new(Ipv4Addr::from_bits(bits).into()))
    }
}

/// An address of its own each, in a few networks: 2001:db8:N::/48, a /64 each.
fn of_few_networks(number: usize) -> Option<PeerAddress> {
    let (network, link) = (u16::try_from(number % 5).unwrap(), u16::try_from(number / 5).unwrap());
    Some(PeerAddress::new(Ipv6Addr::new(0x2001, 0xdb8, network, link, 0, 0, 0, 1).into()))
}

#[test]
fn many_dids_of_one_host_cause_200_fetches_a_minute() {
    let world = World::new();
    assert_eq!(world.forge(1_000, unknown, nowhere), 800);
    assert_eq!(world.fetches(HOST), 200);
    // 200 in 60 s are 10 in 3 s
    world.clock.forward(3);
    assert_eq!(world.forge(100, |number| unknown(10_000 + number), nowhere), 90);
    world.clock.forward(60);
    assert_eq!(world.forge(300, |number| unknown(20_000 + number), nowhere), 100);
    assert_eq!(world.fetches(HOST), 410);
}

#[test]
fn many_hosts_cause_2000_fetches_a_minute() {
    let world = World::new();
    assert_eq!(world.forge(2_500, |number| format!("did:wba:host-{number}.example"), nowhere), 500);
    assert_eq!(world.all_fetches(), 2_000);
}

#[test]
fn one_did_again_and_again_is_one_fetch() {
    let world = World::new();
    assert_eq!(world.forge(1_000, |_| unknown(0), nowhere), 0);
    assert_eq!(world.fetches(HOST), 1);
    // that there is none is remembered for half a minute, and no longer: somebody may publish it
    world.clock.forward(29);
    world.forge(10, |_| unknown(0), nowhere);
    assert_eq!(world.fetches(HOST), 1);
    world.clock.forward(1);
    world.forge(10, |_| unknown(0), nowhere);
    assert_eq!(world.fetches(HOST), 2);
}

/// Whoever was let through before is let through while strangers name DIDs of the same host, of many hosts, from few addresses, from many, or
/// from who knows where; and so is somebody new, from another address.
#[test]
fn forged_requests_lock_nobody_out() {
    type Dids = fn(usize) -> String;
    type Peers = Box<dyn Fn(usize) -> Option<PeerAddress>>;
    let many_hosts: Dids = |number| format!("did:wba:host-{number}.example");
    let cases: [(&str, usize, Dids, Peers, bool); 8] = [
        ("one address", 1_000, unknown, Box::new(of_networks(1)), true),
        ("three addresses", 5_000, unknown, Box::new(of_networks(3)), true),
        ("seven networks", 1_000, unknown, Box::new(of_networks(7)), true),
        ("5,000 addresses of five networks", 5_000, unknown, Box::new(of_few_networks), true),
        ("many hosts, 5,000 addresses of five networks", 5_000, many_hosts, Box::new(of_few_networks), true),
        // eight networks can take all that is there for new DIDs: the rest is for DIDs that are known
        ("eight networks", 1_000, unknown, Box::new(of_networks(8)), false),
        ("5,000 networks", 5_000, unknown, Box::new(of_networks(5_000)), false),
        ("nobody knows from where", 1_000, unknown, Box::new(nowhere), false),
    ];
    for (name, requests, did, peer, new_gets_through) in cases {
        let mut world = World::new();
        world.call(&known(), callers()).unwrap();
        // out of the cache, so that it has to be fetched again
        world.clock.forward(3_600);
        world.forge(requests, did, peer);
        assert!(world.fetches(HOST) <= 201 && world.all_fetches() <= 2_001, "{name}");
        world.call(&known(), callers()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let new_one = world.call(&new(), callers());
        assert_eq!(new_one.is_ok(), new_gets_through, "{name}: {new_one:?}");
        if let Err(error) = new_one {
            assert!(is_throttled(&error), "{name}: {error}");
            assert_eq!(world.service.refusal(&error, world.clock.now(), None).status(), 503, "{name}");
            // the other hosts' callers do not notice
            world.call(&elsewhere(), callers()).unwrap_or_else(|error| panic!("{name}: {error}"));
            world.clock.forward(60);
            world.call(&new(), callers()).unwrap_or_else(|error| panic!("{name}, a minute later: {error}"));
        }
    }
}

/// Requests that name a caller's own DID cause fetches of it where its document may not be kept.
#[test]
fn naming_a_known_did_does_not_lock_it_out() {
    for peer in [of_networks(1), of_networks(3)] {
        let mut world = World::with("no-store");
        world.call(&known(), callers()).unwrap();
        world.forge(1_000, |_| known().did.to_string(), &peer);
        assert!(world.fetches(HOST) < 250, "{}", world.fetches(HOST));
        world.call(&known(), callers()).unwrap();
        world.call(&new(), callers()).unwrap();
    }
}

/// A refusal for want of a place is nobody else's: it is not kept, and nobody waits for a fetch that is another's.
#[test]
fn a_forger_s_refusal_is_not_the_caller_s() {
    let mut world = World::new();
    world.forge(100, unknown, of_networks(1));
    for _ in 0..3 {
        // the forger has used up its share, so naming the caller's DID is refused
        assert_eq!(world.forge(1, |_| new().did.to_string(), of_networks(1)), 1);
        let error = world.call(&new(), of_networks(1)(0)).unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT);
    }
    world.call(&new(), callers()).unwrap();
    // and then it is in the cache, for everybody
    world.call(&new(), of_networks(1)(0)).unwrap();
}

//! Looking again: when a proof ends, when a key changes, when the network was away.

use crate::registry::given::{Dids, Host, NOW, identifier, registry, registry_with, time};
use adp_registry::{Administrators, Registry, RegistrySettings, Stored, StoredEvidence, Writer, store::Write};
use std::{sync::Arc, time::Duration};
use tokio::time::{advance, sleep};

const ROOMS: &str = "urn:air:hotel.example:agent:rooms";

async fn evidence(registry: &Registry) -> StoredEvidence {
    registry.get(&identifier(ROOMS)).await.unwrap().evidence
}

fn code(evidence: &StoredEvidence) -> Option<&str> {
    evidence.refusal.as_ref().map(|refusal| refusal.code.as_str())
}

fn keep_verified(registry: &Registry) -> tokio::task::JoinHandle<()> {
    let registry = registry.clone();
    tokio::spawn(async move { registry.keep_verified(std::future::pending()).await })
}

#[tokio::test(start_paused = true)]
async fn what_has_ended_says_so_within_a_minute() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let document = hotel.description("Rooms", "2026-10-01T00:00:00Z", Some("2026-11-01T12:30:00Z"));
    registry.put(&Writer::Operator, &identifier(ROOMS), document).await.unwrap();
    let working = keep_verified(&registry);
    sleep(Duration::from_secs(29 * 60 + 59)).await;
    assert!(evidence(&registry).await.is_verified_at(registry.now()));
    sleep(Duration::from_secs(1)).await;
    // at once for whoever asks what holds now
    let end = registry.now();
    assert_eq!(end, time("2026-11-01T12:30:00Z"));
    assert!(!evidence(&registry).await.is_verified_at(end));
    sleep(Duration::from_secs(59)).await;
    // and in the store, from which the index follows
    let after = evidence(&registry).await;
    assert_eq!((after.identity.as_deref(), code(&after)), (None, Some("proof-expired")));
    assert_eq!(after.next, None);
    working.abort();
}

#[tokio::test(start_paused = true)]
async fn a_key_that_changed_counts_at_the_next_look() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let registry = registry(&dids);
    let document = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    registry.put(&Writer::Operator, &identifier(ROOMS), document).await.unwrap();
    let working = keep_verified(&registry);
    dids.publish(&Host::wba("hotel.example", 2));
    sleep(Duration::from_secs(3600 + 60)).await;
    let after = evidence(&registry).await;
    assert_eq!((after.identity.as_deref(), code(&after)), (None, Some("proof-signature")));
    assert!(after.confirmed.is_some());
    // published again, it is found at the daily look
    dids.publish(&hotel);
    sleep(Duration::from_secs(24 * 3600 + 60)).await;
    assert_eq!(evidence(&registry).await.identity.as_deref(), Some("did:wba:hotel.example"));
    working.abort();
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_confirmed_counts_for_a_day_and_no_longer() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let registry = registry(&dids);
    let document = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    registry.put(&Writer::Operator, &identifier(ROOMS), document).await.unwrap();
    let working = keep_verified(&registry);
    dids.set_down(true);
    dids.asked();
    sleep(Duration::from_secs(23 * 3600)).await;
    let during = evidence(&registry).await;
    assert!(during.is_verified_at(registry.now()));
    assert_eq!(code(&during), Some("net-offline"));
    // after 1, 2, 4 … minutes, then hourly: no flood on a host that is down
    let asked = dids.asked().len();
    assert!((20..=32).contains(&asked), "{asked}");
    sleep(Duration::from_secs(3600 + 60)).await;
    let after = evidence(&registry).await;
    assert_eq!((after.identity.as_deref(), code(&after)), (None, Some("net-offline")));
    dids.set_down(false);
    sleep(Duration::from_secs(3600 + 60)).await;
    let back = evidence(&registry).await;
    assert_eq!((back.identity.as_deref(), code(&back), back.undecided), (Some("did:wba:hotel.example"), None, 0));
    working.abort();
}

#[tokio::test(start_paused = true)]
async fn a_look_back_is_bounded_and_asks_for_each_did_once() {
    let hosts: Vec<Host> =
        ["a.example", "b.example", "c.example"].iter().zip(1..).map(|(name, n)| Host::wba(name, n)).collect();
    let dids = Dids::of(&hosts.iter().collect::<Vec<_>>());
    let mut settings = RegistrySettings::default();
    (settings.at_once, settings.at_once_per_domain) = (2, 1);
    let registry = registry_with(&dids, Administrators::default(), settings);
    for host in &hosts {
        for number in 0..20 {
            let name = identifier(&format!("urn:air:{}:agent:{number}", host.name));
            let document = host.description("Rooms", "2026-10-01T00:00:00Z", None);
            registry.put(&Writer::Operator, &name, document).await.unwrap();
        }
    }
    // the others of the host have another signer each
    dids.asked();
    assert_eq!(registry.reverify_due().await.unwrap().verified, 0);
    advance(Duration::from_secs(3600)).await;
    let found = registry.reverify_due().await.unwrap();
    assert_eq!((found.verified, found.refused, found.undecided, found.changed), (60, 0, 0, 0));
    let mut asked = dids.asked();
    asked.sort();
    assert_eq!(asked, ["did:wba:a.example", "did:wba:b.example", "did:wba:c.example"]);
    assert!(dids.most_at_once() <= 2, "{}", dids.most_at_once());
    assert_eq!(registry.reverify_due().await.unwrap().verified, 0);
    // not all in the same second the next time: up to a tenth apart
    let all = registry.list(None, 100).await.unwrap();
    let mut next: Vec<_> = all.iter().map(|entry| entry.evidence.next.unwrap()).collect();
    next.sort();
    next.dedup();
    assert!(next.len() > 30, "{}", next.len());
    assert!(next[0] >= time(NOW).saturating_add(Duration::from_secs(3600 + 3240)));
}

/// Servers that answer after 9 s, each with a key of its own, and honest ones that answer at once.
struct SlowAndFast {
    slow: Vec<Host>,
    dids: Arc<Dids>,
    now: std::sync::atomic::AtomicUsize,
    most: std::sync::atomic::AtomicUsize,
}

impl adp_registry::DidDocumentSource for SlowAndFast {
    fn document<'a>(&'a self, did: &'a agent_description::Did, bypass: bool) -> adp_registry::Resolving<'a> {
        use std::sync::atomic::Ordering::SeqCst;
        Box::pin(async move {
            if self.slow.iter().any(|host| host.did == *did) {
                self.most.fetch_max(self.now.fetch_add(1, SeqCst) + 1, SeqCst);
                sleep(Duration::from_secs(9)).await;
                self.now.fetch_sub(1, SeqCst);
            }
            self.dids.document(did, bypass).await
        })
    }
}

/// One owner's subdomains are one owner; and who was slow has a quarter of the places.
#[tokio::test(start_paused = true)]
async fn slow_servers_of_one_owner_do_not_delay_others() {
    let name = |text: String| -> &'static str { text.leak() };
    // subdomains of one domain, and further domains of which each is slow
    let subdomains = (0..120).map(|number| name(format!("s{number}.mallory.example")));
    let domains = (0..40).map(|number| name(format!("slow{number}.example")));
    let slow: Vec<Host> = subdomains.chain(domains).map(|host| Host::wba(host, 7)).collect();
    let honest: Vec<Host> = (0..5).map(|number| Host::wba(name(format!("honest{number}.example")), 8)).collect();
    let dids = Dids::of(&slow.iter().chain(&honest).collect::<Vec<_>>());
    let mut settings = RegistrySettings::default();
    settings.writes_a_minute = u32::MAX;
    let filling = registry_with(&dids, Administrators::default(), settings.clone());
    let put = async |host: &Host| {
        let name = identifier(&format!("urn:air:{}:agent:rooms", host.name));
        let document = host.description("Rooms", "2026-10-01T00:00:00Z", None);
        filling.put(&Writer::Operator, &name, document).await.unwrap();
    };
    for host in &slow {
        put(host).await;
    }
    advance(Duration::from_secs(1)).await;
    for host in &honest {
        put(host).await;
    }
    let counts = || std::sync::atomic::AtomicUsize::new(0);
    let documents = Arc::new(SlowAndFast { slow, dids, now: counts(), most: counts() });
    let registry = Registry::new(
        Arc::clone(filling.store()),
        documents.clone(),
        crate::registry::given::TestClock::at("2026-11-01T13:00:02Z"),
        Administrators::default(),
        settings,
    );
    let working = keep_verified(&registry);
    let begin = tokio::time::Instant::now();
    let start = registry.now();
    for host in &honest {
        let name = identifier(&format!("urn:air:{}:agent:rooms", host.name));
        while registry.get(&name).await.unwrap().evidence.confirmed.unwrap() < start {
            sleep(Duration::from_millis(100)).await;
        }
    }
    // all slow ones one after the other, at sixteen places, are 90 s; the 41 domains once, at twelve places, 45 s
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    // an hour later they are known, and do not delay at all
    sleep(Duration::from_secs(3600)).await;
    documents.most.store(0, std::sync::atomic::Ordering::SeqCst);
    let (from, mut late) = (registry.now(), Duration::ZERO);
    while registry.now() < from.saturating_add(Duration::from_secs(3700)) {
        sleep(Duration::from_secs(1)).await;
        for host in &honest {
            let evidence =
                registry.get(&identifier(&format!("urn:air:{}:agent:rooms", host.name))).await.unwrap().evidence;
            let overdue = registry.now().as_unix_seconds() - evidence.next.unwrap().as_unix_seconds();
            late = late.max(Duration::from_secs(u64::try_from(overdue).unwrap_or(0)));
        }
    }
    assert!(late <= Duration::from_secs(45), "{late:?}");
    assert!(documents.most.load(std::sync::atomic::Ordering::SeqCst) <= 4, "{:?}", documents.most);
    working.abort();
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_any_more_holds_up_nobody() {
    let hotel = Host::wba("hotel.example", 1);
    let registry = registry(&Dids::of(&[&hotel]));
    let document = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    registry.put(&Writer::Operator, &identifier(ROOMS), document).await.unwrap();
    // what a later version does not read: stored behind the registry's back
    let mut broken = registry.get(&identifier(ROOMS)).await.unwrap();
    (broken.identifier, broken.document) = (identifier("urn:air:hotel.example:agent:a"), "{".into());
    let write = Write { stored: Stored::Entry(Box::new(broken.clone())), replaces: None, quota: None };
    registry.store().write(vec![write]).await.unwrap();
    advance(Duration::from_secs(3600)).await;
    let found = registry.reverify_due().await.unwrap();
    assert_eq!((found.verified, found.refused), (1, 1));
    assert_eq!(registry.get(&broken.identifier).await.unwrap().evidence.identity, None);
}

#[tokio::test(start_paused = true)]
async fn a_slow_server_does_not_hold_up_what_has_ended() {
    /// A server that never answers.
    struct Never;
    impl adp_registry::DidDocumentSource for Never {
        fn document<'a>(&'a self, _: &'a agent_description::Did, _: bool) -> adp_registry::Resolving<'a> {
            Box::pin(std::future::pending())
        }
    }
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let registry = registry(&dids);
    let document = hotel.description("Rooms", "2026-10-01T00:00:00Z", None);
    registry.put(&Writer::Operator, &identifier(ROOMS), document).await.unwrap();
    let slow = Registry::new(
        Arc::clone(registry.store()),
        Arc::new(Never),
        crate::registry::given::TestClock::at("2026-11-02T12:00:01Z"),
        Administrators::default(),
        RegistrySettings::default(),
    );
    let working = keep_verified(&slow);
    sleep(Duration::from_secs(30)).await;
    let after = evidence(&slow).await;
    assert_eq!((after.identity.as_deref(), code(&after)), (None, Some("registry-lapsed")));
    // and it is not waited for without end
    sleep(Duration::from_secs(60)).await;
    assert_eq!(code(&evidence(&slow).await), Some("net-time"));
    working.abort();
}

//! The time for a whole listing, crawl or round of verifications: a host that is just within the deadlines of each fetch
//! holds nobody for long, and what was had before is kept. The clock is the test's: no time passes but by its order.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{
    Code, CodedError, Timestamp,
    did::Purpose,
    discovery::{self, CrawlOptions, Error, ListingOptions, NodeStatus, TimeLimit, Verifier, crawl},
    proof::Expectations,
    resolve::{ConnectTo, Deadlines, HttpResolver, HttpsGet, NetError, Phase},
};
use std::{
    future::Future,
    num::NonZeroUsize,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

const HOST: &str = "agents.example";
const START: &str = "https://agents.example/.well-known/agent-descriptions";
const LIMIT: Duration = Duration::from_secs(300);

fn page(items: &[&str], next: Option<&str>) -> String {
    let items = items.iter().map(|url| format!(r#"{{"@type":"ad:AgentDescription","@id":"{url}"}}"#));
    let items = items.collect::<Vec<_>>().join(",");
    let next = next.map(|next| format!(r#","next":"{next}""#)).unwrap_or_default();
    let context = r#"{"@vocab":"https://schema.org/","ad":"https://agent-network-protocol.com/ad#"}"#;
    format!(r#"{{"@context":{context},"@type":"CollectionPage","items":[{items}]{next}}}"#)
}

/// A server, and a client whose fetches have all the time in the world.
fn serve(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> (Server, HttpsGet) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), answer);
    let day = Duration::from_secs(24 * 60 * 60);
    let mut https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: day, total: day };
    (server, https.build())
}

/// Runs `future` until the server was asked `asked` times and has sent `sent` bytes, lets `LIMIT` pass, and runs it to its
/// end.
fn after_the_limit<T>(server: &Server, (asked, sent): (usize, usize), future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut future = pin!(future);
        let waited = std::time::Instant::now();
        // what was sent is there after some turns
        let mut turns = 0;
        while turns < 20 {
            turns += usize::from(server.requests().len() >= asked && server.bytes_sent() >= sent);
            assert!(waited.elapsed() < Duration::from_secs(60), "{} requests", server.requests().len());
            let ended = std::future::poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx).is_ready())).await;
            assert!(!ended, "it did not wait");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::pause();
        tokio::time::advance(LIMIT).await;
        tokio::time::resume();
        future.await
    })
}

/// Never answers.
fn silence() -> Answer {
    Answer::default().wait(Duration::from_secs(600))
}

#[test]
fn a_listing_ends_and_keeps_what_it_has() {
    let (server, https) = serve(|request| match request.path().split_once("page=") {
        None => Answer::json(page(&["https://agents.example/a.json"], Some("?page=2"))),
        Some((_, "2")) => Answer::json(page(&["https://agents.example/b.json"], Some("?page=3"))),
        Some(_) => silence(),
    });
    let mut options = ListingOptions::default();
    assert_eq!(options.deadline, LIMIT);
    let listed = after_the_limit(&server, (3, 0), discovery::list(&https, START, options.clone())).unwrap();
    assert_eq!((listed.pages.len(), listed.items.len(), listed.complete), (2, 2, false));
    let [finding] = &listed.findings[..] else { panic!("{:?}", listed.findings) };
    assert_eq!(
        (finding.code, finding.url.as_str()),
        (Code::NET_TIME, "https://agents.example/.well-known/agent-descriptions?page=3")
    );
    assert!(finding.message.contains("longer than 300000 ms"), "{}", finding.message);
    // no time at all: nothing is asked
    options.deadline = Duration::ZERO;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listed = runtime.block_on(discovery::list(&https, START, options)).unwrap();
    assert_eq!((listed.pages.len(), listed.findings[0].code, server.requests().len()), (0, Code::NET_TIME, 3));
}

#[test]
fn a_crawl_ends_and_keeps_what_it_has() {
    let items = ["a", "b", "c", "d", "e"].map(|name| format!("https://agents.example/{name}.json"));
    let listing = page(&items.each_ref().map(String::as_str), None);
    let sent = listing.len() + 4000;
    // the first two of the five are asked for; what the second says is kept though the first says nothing
    let (server, https) = serve(move |request| match request.path() {
        "/a.json" => silence(),
        "/b.json" => Answer::json(format!(r#"{{"@context":{{}},"x":"{}"}}"#, " ".repeat(4000))),
        _ => Answer::json(&listing),
    });
    let mut options = CrawlOptions::default();
    assert_eq!(options.deadline, LIMIT);
    options.at_once = NonZeroUsize::new(2).unwrap();
    let graph = after_the_limit(&server, (3, sent), crawl(&https, START, options)).unwrap();
    let status = |url: &str| &graph.nodes.iter().find(|node| node.url == url).unwrap().status;
    assert_eq!((graph.nodes.len(), server.requests().len()), (6, 3));
    assert_eq!((status(START), status(&items[1])), (&NodeStatus::Fetched, &NodeStatus::Fetched));
    for late in [0, 2, 3, 4] {
        let NodeStatus::Failed { code, message } = status(&items[late]) else { panic!("{:?}", status(&items[late])) };
        assert!(*code == Code::NET_TIME && message.starts_with(&items[late]), "{message}");
    }
}

#[test]
fn verifying_ends_and_keeps_what_it_has() {
    let (server, https) = serve(|request| match request.path() {
        "/silent.json" => silence(),
        _ => Answer::json("{}"),
    });
    let expectations = || {
        let at = Timestamp::from_unix_seconds(1_750_000_000).unwrap();
        Expectations::for_purpose(Purpose::AssertionMethod)
            .domain_as_fetched()
            .any_challenge()
            .at(at)
            .signer_is_subject()
    };
    let mut verifier = Verifier::new(HttpResolver::new(https));
    verifier.deadline = LIMIT;
    let urls = ["quick", "silent", "late", "later"].map(|name| format!("https://agents.example/{name}.json"));
    let asked = urls.each_ref().map(String::as_str);
    let at_once = NonZeroUsize::new(1).unwrap();
    let results = after_the_limit(&server, (2, 0), verifier.verify_urls(&asked, expectations, at_once));
    let codes: Vec<Code> = results.iter().map(|result| result.as_ref().map(|_| ()).unwrap_err().code()).collect();
    assert_ne!(codes[0], Code::NET_TIME);
    assert_eq!(codes[1..], [Code::NET_TIME; 3]);
    let Err(Error::Fetch(NetError::Time { url, phase: Phase::Whole, limit })) = &results[3] else { panic!() };
    assert_eq!((url, *limit), (&urls[3], LIMIT));
    // those for which there was no time were not begun
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn time_that_is_over_begins_nothing() {
    let begun = Arc::new(AtomicUsize::new(0));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let time = TimeLimit::start(LIMIT);
        let fetch = || {
            let begun = begun.clone();
            async move {
                begun.fetch_add(1, Ordering::SeqCst);
                Ok::<_, NetError>(())
            }
        };
        time.within(START, fetch()).await.unwrap();
        tokio::time::advance(LIMIT - Duration::from_secs(1)).await;
        assert_eq!(time.left(), Duration::from_secs(1));
        time.within(START, fetch()).await.unwrap();
        let late = time.within(START, std::future::pending::<Result<(), NetError>>()).await.unwrap_err();
        assert_eq!(late, NetError::Time { url: START.to_owned(), phase: Phase::Whole, limit: LIMIT });
        assert_eq!(time.left(), Duration::ZERO);
        assert_eq!(time.within(START, fetch()).await.unwrap_err(), late);
    });
    assert_eq!(begun.load(Ordering::SeqCst), 2);
}

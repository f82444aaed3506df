//! Listings of agent descriptions (ANP-08), from a real TLS server on loopback.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{
    Code, CodedError, Contexts, Limits,
    diagnostic::Severity,
    discovery::{self, CollectionPage, ListingOptions, ListingResult, listing_url},
    resolve::{ConnectTo, HttpsGet, blocking::Runtime},
};
use std::{
    collections::HashMap,
    sync::atomic::{AtomicUsize, Ordering},
};

const HOST: &str = "agents.example";
const START: &str = "https://agents.example/.well-known/agent-descriptions";
/// The context that ANP-08 prints.
const INLINE: &str =
    r#"{"@vocab":"https://schema.org/","did":"https://w3id.org/did#","ad":"https://agent-network-protocol.com/ad#"}"#;

fn page(items: &[&str], next: Option<&str>) -> String {
    let items = items.iter().map(|url| format!(r#"{{"@type":"ad:AgentDescription","name":"{url}","@id":"{url}"}}"#));
    let items = items.collect::<Vec<_>>().join(",");
    let next = next.map(|next| format!(r#","next":"{next}""#)).unwrap_or_default();
    format!(r#"{{"@context":{INLINE},"@type":"CollectionPage","url":"{START}","items":[{items}]{next}}}"#)
}

/// Reads a whole listing of a site made of pages; one that is missing answers 404. Tells the URLs asked for.
fn read(site: &[(&str, String)], options: ListingOptions) -> (ListingResult, Vec<String>) {
    let url_of = |request: &Request| format!("https://{HOST}{}", request.path());
    let pages: HashMap<String, String> = site.iter().map(|(url, body)| ((*url).to_owned(), body.clone())).collect();
    let (server, listed) = list_with(options, move |request| match pages.get(&url_of(request)) {
        Some(body) => Answer::json(body),
        None => Answer::not_found(),
    });
    let asked = server.requests().iter().map(url_of).collect();
    (listed, asked)
}

fn list_with(
    options: ListingOptions,
    answer: impl Fn(&Request) -> Answer + Send + Sync + 'static,
) -> (Server, ListingResult) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST, "evil.example"]), answer);
    let mut https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
        .connect_to(ConnectTo::new("evil.example", 443, server.address()).unwrap());
    https.only_added_roots = true;
    let listed = Runtime::new().unwrap().block_on(discovery::list(&https.build(), START, options));
    (server, listed.unwrap())
}

fn urls(listed: &ListingResult) -> Vec<&str> {
    listed.items.iter().map(|item| item.url.as_str()).collect()
}

fn codes(listed: &ListingResult) -> Vec<Code> {
    listed.findings.iter().map(|finding| finding.code).collect()
}

const A: &str = "https://agents.example/a/ad.json";
const B: &str = "https://agents.example/b/ad.json";
const C: &str = "https://agents.example/c/ad.json";
const PAGE_2: &str = "https://agents.example/.well-known/agent-descriptions?page=2";
const PAGE_3: &str = "https://agents.example/.well-known/agent-descriptions?page=3";

#[test]
fn pages_are_read_to_the_last() {
    let site = [(START, page(&[A, B], Some(PAGE_2))), (PAGE_2, page(&[], Some(PAGE_3))), (PAGE_3, page(&[C], None))];
    let (listed, asked) = read(&site, ListingOptions::default());
    assert_eq!(asked, [START, PAGE_2, PAGE_3]);
    assert_eq!(listed.pages, asked);
    assert_eq!(urls(&listed), [A, B, C]);
    assert!(listed.complete && listed.findings.is_empty(), "{:?}", listed.findings);
    let item = &listed.items[2];
    assert_eq!(item.name.as_deref(), Some(C));
    assert_eq!(item.types[0].as_str(), "https://agent-network-protocol.com/ad#AgentDescription");
    assert_eq!((item.page.as_str(), item.pointer.as_str(), item.same_origin), (PAGE_3, "/items/0/@id", true));
}

#[test]
fn where_a_listing_starts() {
    assert_eq!(listing_url(HOST).unwrap(), START);
    let port = "https://agents.example:8443/.well-known/agent-descriptions";
    assert_eq!(listing_url("agents.example:8443").unwrap(), port);
    assert_eq!(listing_url("https://agents.example:443/x?y=%2F#z").unwrap(), "https://agents.example/x?y=%2F");
    for (host, code) in [
        ("127.0.0.1", Code::DID_SYNTAX),
        ("0x7f.1", Code::DID_SYNTAX),
        ("localhost", Code::DID_SYNTAX),
        ("Agents.example", Code::DID_SYNTAX),
        ("agents.example/x", Code::DID_SYNTAX),
        ("user@agents.example", Code::DID_SYNTAX),
        ("agents.example:443", Code::DID_SYNTAX),
        ("agents.example:0", Code::DID_SYNTAX),
        ("[::1]", Code::DID_SYNTAX),
        ("агент.example", Code::DID_SYNTAX),
        ("", Code::DID_SYNTAX),
        ("http://agents.example/", Code::NET_SCHEME),
        ("https://user@agents.example/", Code::NET_SCHEME),
        ("https://127.1/", Code::NET_ADDRESS),
        ("https://printer.local/", Code::NET_ADDRESS),
        ("file:///etc/passwd", Code::NET_SCHEME),
    ] {
        assert_eq!(listing_url(host).unwrap_err().code(), code, "{host}");
    }
}

fn parse(text: &str) -> CollectionPage {
    CollectionPage::parse(text.as_bytes(), START, &Contexts::embedded(), &Limits::default()).unwrap()
}

#[test]
fn every_way_to_write_a_page_says_the_same() {
    let contexts = [
        INLINE.to_owned(),
        INLINE.replace("https://agent-network", "https://service.agent-network"),
        INLINE.replace("https://schema.org/", "http://schema.org/"),
        r#"["https://agent-network-protocol.com/ad#",{"@language":"en"}]"#.to_owned(),
        r#"["https://schema.org/",{"ad":"https://agent-network-protocol.com/ad#"}]"#.to_owned(),
    ];
    for context in contexts {
        let text = format!(
            r#"{{"@context":{context},"@type":"CollectionPage","url":"{START}","items":[
                {{"@type":"ad:AgentDescription","name":"Anna","@id":"{A}"}}],"next":"{PAGE_2}"}}"#
        );
        let read = parse(&text);
        assert_eq!(read.findings, [], "{context}");
        assert_eq!(read.url.as_deref(), Some(START), "{context}");
        assert_eq!(read.next.as_deref(), Some(PAGE_2), "{context}");
        assert_eq!(read.next_pointer.as_deref(), Some("/next"));
        let [item] = read.items.as_slice() else { panic!("{context}") };
        assert_eq!((item.url.as_str(), item.name.as_deref(), item.pointer.as_str()), (A, Some("Anna"), "/items/0/@id"));
    }
    // the plain JSON of ANP-07's generation
    let plain = format!(
        r#"{{"type":"CollectionPage","url":"{START}","items":[{{"type":"AgentDescription","name":"Anna","url":"{A}"}}],"next":"{PAGE_2}"}}"#
    );
    let read = parse(&plain);
    assert_eq!((read.findings.len(), read.next.as_deref()), (0, Some(PAGE_2)));
    assert_eq!((read.items[0].url.as_str(), read.items[0].pointer.as_str()), (A, "/items/0/url"));
    // other names for the same IRIs, keywords under aliases, prefixes, one item without an array
    let renamed = format!(
        r#"{{"@context":{{"s":"https://schema.org/","ad":"https://agent-network-protocol.com/ad#","kind":"@type","self":"@id",
            "agents":"s:items","more":{{"@id":"s:next","@type":"@id"}},"called":"s:name"}},
            "kind":"s:CollectionPage","agents":{{"kind":"ad:AgentDescription","called":"Anna","self":"{A}"}},"more":"?page=2"}}"#
    );
    let read = parse(&renamed);
    assert_eq!((read.findings.len(), read.next.as_deref()), (0, Some(PAGE_2)));
    assert_eq!((read.items[0].url.as_str(), read.items[0].name.as_deref()), (A, Some("Anna")));
}

#[test]
fn the_names_alone_mean_nothing() {
    // compact keys that mean something else: no items, no next
    let foreign = format!(
        r#"{{"@context":[{INLINE},{{"items":"https://evil.example/items","next":"https://evil.example/next"}}],
            "@type":"CollectionPage","items":[{{"@type":"ad:AgentDescription","@id":"{A}"}}],"next":"{PAGE_2}"}}"#
    );
    assert_eq!((parse(&foreign).items.len(), parse(&foreign).next), (0, None));
    for (text, code) in [
        (
            r#"{"@context":{"@vocab":"https://evil.example/"},"@type":"CollectionPage","items":[]}"#.to_owned(),
            Code::DOCUMENT_SHAPE,
        ),
        (format!(r#"{{"@context":{INLINE},"@type":"ad:AgentDescription","name":"x"}}"#), Code::DOCUMENT_SHAPE),
        (format!(r#"{{"@context":{INLINE},"items":[]}}"#), Code::DOCUMENT_SHAPE),
        (r#"{"@context":{},"a":1}"#.to_owned(), Code::DOCUMENT_SHAPE),
        (
            r#"{"@context":"https://nowhere.example/context","@type":"CollectionPage"}"#.to_owned(),
            Code::CONTEXT_NOT_EMBEDDED,
        ),
        (r#"{"@type":"CollectionPage","items":[],"items":[]}"#.to_owned(), Code::JSON_DUPLICATE_KEY),
        ("[]".to_owned(), Code::DOCUMENT_SHAPE),
        ("<html>".to_owned(), Code::JSON_SYNTAX),
    ] {
        let error =
            CollectionPage::parse(text.as_bytes(), START, &Contexts::embedded(), &Limits::default()).unwrap_err();
        assert_eq!(error.code(), code, "{text}: {error}");
    }
}

#[test]
fn entries_that_name_no_agent_are_told_and_left_out() {
    let text = format!(
        r#"{{"@context":{INLINE},"@type":"CollectionPage","items":[
  {{"@type":"ad:AgentDescription","name":"no address"}},
  {{"@type":"Product","@id":"{B}"}},
  {{"@id":"{C}"}},
  {{"@type":"ad:AgentDescription","@id":"http://agents.example/plain"}},
  {{"@type":"ad:AgentDescription","@id":"javascript:alert(1)"}},
  {{"@type":"ad:AgentDescription","@id":"file:///etc/passwd"}},
  {{"@type":"ad:AgentDescription","@id":"https://169.254.169.254/latest"}},
  {{"@type":"ad:AgentDescription","@id":"https://user:secret@agents.example/"}},
  {{"@type":"ad:AgentDescription","@id":"{A}"}},
  {{"@type":"ad:AgentDescription","@id":"{A}#again"}}]}}"#
    );
    let (listed, _) = read(&[(START, text)], ListingOptions::default());
    assert_eq!(urls(&listed), [C, A]);
    assert!(!listed.complete);
    let told: Vec<_> = listed
        .findings
        .iter()
        .map(|finding| (finding.code, finding.severity, finding.pointer.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(
        told,
        [
            (Code::AD_MISSING_TERM, Severity::Error, "/items/0"),
            (Code::AD_WRONG_TYPE, Severity::Warning, "/items/1"),
            (Code::AD_MISSING_TERM, Severity::Warning, "/items/2"),
            (Code::AD_URL_SCHEME, Severity::Error, "/items/3/@id"),
            (Code::AD_URL_SCHEME, Severity::Error, "/items/4/@id"),
            (Code::AD_URL_SCHEME, Severity::Error, "/items/5/@id"),
            (Code::NET_ADDRESS, Severity::Error, "/items/6/@id"),
            (Code::AD_URL_SCHEME, Severity::Error, "/items/7/@id"),
            (Code::AD_STRUCTURE, Severity::Warning, "/items/9/@id"),
        ]
    );
}

#[test]
fn loops_end_with_a_finding() {
    for back in [START, PAGE_2, "https://AGENTS.example:443/.well-known/agent-descriptions?page=2#x", "?page=2"] {
        let site = [(START, page(&[A], Some(PAGE_2))), (PAGE_2, page(&[B], Some(back)))];
        let (listed, asked) = read(&site, ListingOptions::default());
        assert_eq!(asked, [START, PAGE_2], "{back}");
        assert_eq!(urls(&listed), [A, B]);
        assert_eq!((codes(&listed), listed.complete), (vec![Code::AD_STRUCTURE], false));
        assert!(listed.findings[0].message.contains("loop"), "{}", listed.findings[0]);
        assert_eq!((listed.findings[0].url.as_str(), listed.findings[0].pointer.as_deref()), (PAGE_2, Some("/next")));
    }
}

#[test]
fn next_stays_on_the_listings_origin() {
    for (next, code) in [
        ("https://evil.example/.well-known/agent-descriptions", Code::AD_STRUCTURE),
        ("https://agents.example:8443/.well-known/agent-descriptions", Code::AD_STRUCTURE),
        ("https://sub.agents.example/", Code::AD_STRUCTURE),
        ("//evil.example/", Code::AD_STRUCTURE),
        ("http://agents.example/page2", Code::AD_URL_SCHEME),
        ("ftp://agents.example/page2", Code::AD_URL_SCHEME),
        ("https://agents.example@evil.example/", Code::AD_URL_SCHEME),
        ("https://127.0.0.1/", Code::NET_ADDRESS),
        ("https://[::1]/", Code::NET_ADDRESS),
    ] {
        let (listed, asked) = read(&[(START, page(&[A], Some(next)))], ListingOptions::default());
        assert_eq!(asked, [START], "{next}");
        assert_eq!((codes(&listed), listed.complete, urls(&listed)), (vec![code], false, vec![A]), "{next}");
        assert_eq!(listed.findings[0].pointer.as_deref(), Some("/next"));
    }
}

#[test]
fn items_elsewhere_are_listed_and_marked() {
    let elsewhere = "https://other.example/ad.json";
    let port = "https://agents.example:8443/ad.json";
    let (listed, _) = read(&[(START, page(&[A, elsewhere, port], None))], ListingOptions::default());
    let marked: Vec<_> = listed.items.iter().map(|item| (item.url.as_str(), item.same_origin)).collect();
    assert_eq!(marked, [(A, true), (elsewhere, false), (port, false)]);
    assert!(listed.complete);
}

#[test]
fn pages_items_and_bytes_are_capped() {
    let options = |change: fn(&mut ListingOptions)| {
        let mut options = ListingOptions::default();
        change(&mut options);
        options
    };
    let site = [(START, page(&[A], Some(PAGE_2))), (PAGE_2, page(&[B], Some(PAGE_3))), (PAGE_3, page(&[C], None))];
    let (listed, asked) = read(&site, options(|options| options.pages = 2));
    assert_eq!((asked.len(), codes(&listed), listed.complete), (2, vec![Code::NET_SIZE], false));
    assert_eq!(read(&site, options(|options| options.pages = 3)).0.findings, []);

    let (listed, asked) = read(&site, options(|options| options.items = 2));
    assert_eq!((asked.len(), urls(&listed), codes(&listed)), (3, vec![A, B], vec![Code::NET_SIZE]));
    assert!(!listed.complete);
    assert_eq!(read(&site, options(|options| options.items = 3)).0.findings, []);

    let sizes: Vec<usize> = site.iter().map(|(_, body)| body.len()).collect();
    let mut tight = ListingOptions::default();
    tight.bytes = sizes.iter().sum();
    assert_eq!(read(&site, tight.clone()).0.findings, []);
    tight.bytes -= 1;
    let (listed, asked) = read(&site, tight);
    assert_eq!((asked.len(), urls(&listed), codes(&listed)), (3, vec![A, B], vec![Code::NET_SIZE]));

    // without end, each page leading to a new one
    let asked = AtomicUsize::new(0);
    let (server, listed) = list_with(ListingOptions::default(), move |_| {
        let asked = asked.fetch_add(1, Ordering::SeqCst);
        Answer::json(page(&[&format!("https://agents.example/{asked}")], Some(&format!("{START}?page={asked}"))))
    });
    let asked = server.requests().len();
    assert_eq!((asked, listed.items.len(), codes(&listed)), (100, 100, vec![Code::NET_SIZE]));
}

#[test]
fn a_page_of_nothing_but_faults_is_cut_short() {
    let items = vec![r#"{"@type":"ad:AgentDescription"}"#; 5_000].join(",");
    let text = format!(r#"{{"@context":{INLINE},"@type":"CollectionPage","items":[{items}]}}"#);
    assert_eq!(parse(&text).findings.len(), 100);
    // findings of many pages: the last error stays, it says why it ended
    let again = vec![A; 3_000];
    let (listed, _) = read(&[(START, page(&again, Some("https://evil.example/")))], ListingOptions::default());
    assert_eq!(listed.findings.len(), 1_000);
    assert_eq!(listed.findings.last().unwrap().code, Code::AD_STRUCTURE);
}

#[test]
fn what_was_had_before_a_failure_stays() {
    let site = [(START, page(&[A], Some(PAGE_2))), (PAGE_2, page(&[B], Some(PAGE_3)))];
    let (listed, asked) = read(&site, ListingOptions::default());
    assert_eq!(asked, [START, PAGE_2, PAGE_3]);
    assert_eq!((listed.pages.len(), urls(&listed), listed.complete), (2, vec![A, B], false));
    assert_eq!((codes(&listed), listed.findings[0].url.as_str()), (vec![Code::NET_STATUS], PAGE_3));

    let broken = [(START, page(&[A], Some(PAGE_2))), (PAGE_2, "{\n  \"items\": [}".to_owned())];
    let (listed, _) = read(&broken, ListingOptions::default());
    assert_eq!((urls(&listed), codes(&listed)), (vec![A], vec![Code::JSON_SYNTAX]));
    let place = listed.findings[0].position.unwrap();
    assert_eq!((place.line, place.column), (2, 13));
    assert!(!listed.findings[0].message.starts_with("2:13"), "{}", listed.findings[0].message);

    let (listed, _) = read(&[(START, "{}".to_owned())], ListingOptions::default());
    assert_eq!((listed.pages.len(), codes(&listed)), (0, vec![Code::DOCUMENT_SHAPE]));
}

fn paths(server: &Server) -> Vec<String> {
    server.requests().iter().map(|request| request.path().to_owned()).collect()
}

#[test]
fn queries_arrive_as_they_are_written() {
    let cursor = "?cursor=a%2Fb+c%3D=;,:@!$&(x)*~&page=2&page=%32&e=%e4";
    let first = page(&[A], Some(&format!("{START}{cursor}")));
    let (server, listed) = list_with(ListingOptions::default(), move |request| match request.path().split_once('?') {
        None => Answer::json(&first),
        Some(_) => Answer::json(page(&[B], None)),
    });
    let path = "/.well-known/agent-descriptions";
    assert_eq!(paths(&server), [path.to_owned(), format!("{path}{cursor}")]);
    assert!(listed.complete);
    assert_eq!(urls(&listed), [A, B]);
}

#[test]
fn no_page_of_another_origin_is_asked_for() {
    let next = "https://evil.example/.well-known/agent-descriptions";
    let (server, listed) = list_with(ListingOptions::default(), move |_| Answer::json(page(&[A], Some(next))));
    assert_eq!((server.requests().len(), codes(&listed)), (1, vec![Code::AD_STRUCTURE]));
    for request in server.requests() {
        assert_eq!(request.header("host"), Some(HOST));
        for credential in ["authorization", "cookie", "referer", "proxy-authorization", "signature"] {
            assert_eq!(request.header(credential), None, "{credential}");
        }
    }
}

#[test]
fn a_page_that_fails_leaves_the_others() {
    let huge = format!(r#"{{"@context":{INLINE},"x":"{}"}}"#, "x".repeat(1 << 20));
    for (answer, code) in [
        (Answer::not_found(), Code::NET_STATUS),
        (Answer::status(302, &["location: https://evil.example/"], ""), Code::NET_REDIRECT),
        (Answer::status(200, &["content-type: text/html"], page(&[B], None)), Code::NET_TYPE),
        (Answer::status(200, &["content-type: application/yaml"], page(&[B], None)), Code::NET_TYPE),
        (Answer::json(huge), Code::NET_SIZE),
        (Answer::json("{}").abort(), Code::DOCUMENT_SHAPE),
    ] {
        let (server, listed) =
            list_with(ListingOptions::default(), move |request| match request.path().contains('?') {
                false => Answer::json(page(&[A], Some(PAGE_2))),
                true => answer.clone(),
            });
        assert_eq!((codes(&listed), urls(&listed), listed.complete), (vec![code], vec![A], false));
        assert_eq!(paths(&server).len(), 2, "{code}");
    }
}

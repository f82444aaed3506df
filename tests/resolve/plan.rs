//! The fetch without sockets: everything that is decided is decided here (design 4.4, threats 76 to 85).

use agent_description::{
    Code, CodedError, Limits,
    did::{Did, DidDocument, Resolved, Source},
    resolve::{
        Deadlines, FetchKind, NetError, Phase, Resolve, ResolveError, StaticResolver,
        plan::{FetchPlan, ResponseHead},
    },
};
use std::{net::IpAddr, time::Duration};

const URL: &str = "https://agent.example/did.json";

fn plan(url: &str) -> Result<FetchPlan, NetError> {
    FetchPlan::new(url, FetchKind::DidDocument, &Limits::default(), Deadlines::default())
}

fn head(status: u16) -> ResponseHead<'static> {
    let mut head = ResponseHead::default();
    (head.status, head.content_type) = (status, Some("application/json"));
    head
}

#[test]
fn the_request() {
    let plan = plan("https://Agent.EXAMPLE:8443/a/../b?c#d").unwrap();
    assert_eq!((plan.url(), plan.host(), plan.port()), ("https://agent.example:8443/b?c", "agent.example", 8443));
    assert_eq!(plan.deadlines(), Deadlines { connect: Duration::from_secs(5), total: Duration::from_secs(10) });
    let names: Vec<_> = plan.headers().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["accept", "accept-encoding", "user-agent"]);
    assert_eq!(self::plan("https://agent.example:443/").unwrap().port(), 443);
    assert_eq!(self::plan("https://bücher.example/").unwrap().host(), "xn--bcher-kva.example");
    let did: Did = "did:wba:agent.example%3A8443:u".parse().unwrap();
    assert_eq!(Some(self::plan(&did.location().unwrap()).unwrap().url().to_owned()), did.location());
}

#[test]
fn urls_that_are_refused() {
    for (url, code) in [
        ("http://agent.example/", Code::NET_SCHEME),
        ("agent.example", Code::NET_SCHEME),
        ("https://a@agent.example/", Code::NET_SCHEME),
        ("https://:b@agent.example/", Code::NET_SCHEME),
        ("https://agent.example:0/", Code::NET_SCHEME),
        ("https://agent.example:65536/", Code::NET_SCHEME),
        ("https://127.0.0.1/", Code::NET_ADDRESS),
        ("https://0x7f.1/", Code::NET_ADDRESS),
        ("https://[::1]/", Code::NET_ADDRESS),
        ("https://localhost/", Code::NET_ADDRESS),
        ("https://agent.local/", Code::NET_ADDRESS),
        ("https://agent.example./", Code::NET_ADDRESS),
    ] {
        assert_eq!(plan(url).map(|_| ()).unwrap_err().code(), code, "{url}");
    }
    // long texts are shortened, and nothing reaches a terminal unescaped
    let message = plan(&format!("http://{}\u{202e}", "a".repeat(9999))).map(|_| ()).unwrap_err().to_string();
    assert!(message.len() < 500 && !message.contains('\u{202e}'), "{message}");
    assert!(message.contains("http://aaa") && message.contains("a…"), "{message}");
    let message = plan("http://agent.example/").map(|_| ()).unwrap_err().to_string();
    assert!(message.contains("http://agent.example/") && !message.contains('…'), "{message}");
}

#[test]
fn addresses() {
    let plan = plan(URL).unwrap();
    let judge = |list: &[&str]| {
        let list: Vec<IpAddr> = list.iter().map(|text| text.parse().unwrap()).collect();
        plan.check_addresses(&list).map_err(|error| error.code())
    };
    assert_eq!(judge(&["8.8.8.8"]), Ok(()));
    assert_eq!(judge(&["8.8.8.8", "2606:4700::1111"]), Ok(()));
    assert_eq!(judge(&[]), Err(Code::NET_CONNECT));
    assert_eq!(judge(&["127.0.0.1"]), Err(Code::NET_ADDRESS));
    assert_eq!(judge(&["8.8.8.8", "10.0.0.1"]), Err(Code::NET_ADDRESS));
    assert_eq!(judge(&["10.0.0.1", "8.8.8.8"]), Err(Code::NET_ADDRESS));
}

#[test]
fn heads() {
    let judge = |head: &ResponseHead<'_>| plan(URL).unwrap().respond(head).map(|_| ()).map_err(|error| error.code());
    assert_eq!(judge(&head(200)), Ok(()));
    for status in (0..200).chain(201..1000) {
        let redirect = [301, 302, 303, 307, 308].contains(&status);
        let expected = if redirect { Code::NET_REDIRECT } else { Code::NET_STATUS };
        assert_eq!(judge(&head(status)), Err(expected), "{status}");
    }
    for (content_type, accepted) in [
        (None, false),
        (Some(""), false),
        (Some("application/json"), true),
        (Some(" application/json "), true),
        (Some("APPLICATION/DID"), true),
        (Some("application/did+ld+json; q=1"), true),
        (Some("application/json, application/json"), false),
        (Some("application/ json"), false),
        (Some("a/b/c+json"), false),
        (Some("x y/z+json"), false),
        (Some("/x+json"), false),
        (Some("text/html; x=application/json"), false),
    ] {
        let mut head = head(200);
        head.content_type = content_type;
        assert_eq!(judge(&head).is_ok(), accepted, "{content_type:?}");
        assert!(accepted || judge(&head) == Err(Code::NET_TYPE));
    }
    for (content_encoding, accepted) in
        [(Some("identity"), true), (Some("Identity"), true), (Some("gzip"), false), (Some(""), false)]
    {
        let mut head = head(200);
        head.content_encoding = content_encoding;
        assert_eq!(judge(&head).is_ok(), accepted, "{content_encoding:?}");
    }
    for (length, accepted) in [(0, true), (256 << 10, true), ((256 << 10) + 1, false), (u64::MAX, false)] {
        let mut head = head(200);
        head.content_length = Some(length);
        assert_eq!(judge(&head), if accepted { Ok(()) } else { Err(Code::NET_SIZE) }, "{length}");
    }
}

#[test]
fn bodies() {
    let mut limits = Limits::default();
    limits.did_document_bytes = 10;
    limits.description_bytes = 20;
    for (kind, limit) in
        [(FetchKind::DidDocument, 10), (FetchKind::AgentDescription, 20), (FetchKind::AnyDocument { bytes: 30 }, 30)]
    {
        let receiving =
            || FetchPlan::new(URL, kind, &limits, Deadlines::default()).unwrap().respond(&head(200)).unwrap();
        let mut whole = receiving();
        whole.chunk(&vec![b'a'; limit]).unwrap();
        whole.chunk(&[]).unwrap();
        assert_eq!(whole.chunk(b"b").unwrap_err(), NetError::Size { url: URL.to_owned(), limit });
        let mut in_parts = receiving();
        for _ in 0..limit {
            in_parts.chunk(b"a").unwrap();
        }
        let fetched = in_parts.finish();
        assert_eq!(
            (fetched.url.as_str(), fetched.media_type.as_str(), fetched.body.len()),
            (URL, "application/json", limit)
        );
        assert_eq!(receiving().chunk(&vec![b'a'; limit + 1]).unwrap_err().code(), Code::NET_SIZE);
        assert_eq!(receiving().finish().body, b"");
    }
}

#[test]
fn deadlines_name_what_was_late() {
    let plan = plan(URL).unwrap();
    for (phase, limit, word) in [(Phase::Connect, 5, "connect"), (Phase::Answer, 10, "answer")] {
        let error = plan.timed_out(phase);
        assert_eq!(error, NetError::Time { url: URL.to_owned(), phase, limit: Duration::from_secs(limit) });
        assert!(error.to_string().contains(word) && error.code() == Code::NET_TIME);
    }
}

#[test]
fn documents_supplied_by_the_caller() {
    let (did, other): (Did, Did) = ("did:wba:a.example".parse().unwrap(), "did:wba:b.example".parse().unwrap());
    let mut resolver = StaticResolver::new();
    assert_eq!(resolver.get(&did).map(|_| ()).unwrap_err().code(), Code::NET_OFFLINE);
    resolver.insert(did.clone(), r#"{"id":"did:wba:a.example"}"#);
    resolver.insert(other.clone(), r#"{"id":"did:wba:a.example"}"#);
    fn resolve(resolver: impl Resolve, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        futures_executor::block_on(resolver.resolve(did))
    }
    let resolved = resolve(&resolver, &did).unwrap();
    assert_eq!((resolved.get().id(), resolved.source()), (&did, &Source::Supplied));
    assert_eq!(resolver.get(&other).map(|_| ()).unwrap_err().code(), Code::DID_ID_MISMATCH);
}

//! Names and their addresses.
//!
//! These tests are not in `tests/`, because the sockets of these clients are bound to loopback. Even if a check were
//! missing, the kernel would refuse other addresses, and nothing could leave the machine.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{FetchKind, HttpsGet, HttpsGetBuilder, Lookup, clients::Destination};
use crate::{Deadlines, Fetcher, NetError, blocking::Runtime, target::Target};
use adp_json::{Code, CodedError};
use futures_util::future::BoxFuture;
use std::{
    io,
    net::{IpAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// The result of each lookup by its number, counted from 0.
#[derive(Clone)]
struct Names<F> {
    answer: F,
    lookups: Arc<AtomicUsize>,
}

impl<F: Fn(usize) -> Vec<IpAddr> + Send + Sync> Lookup for Names<F> {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        assert_eq!(host, "agent.example");
        let answer = (self.answer)(self.lookups.fetch_add(1, Ordering::SeqCst));
        Box::pin(async move { Ok(answer) })
    }
}

/// A client that looks up names with `answer`, and the number of lookups.
fn looking_up(answer: impl Fn(usize) -> Vec<IpAddr> + Send + Sync + 'static) -> (HttpsGetBuilder, Arc<AtomicUsize>) {
    let lookups = Arc::<AtomicUsize>::default();
    let names = Names { answer, lookups: lookups.clone() };
    let mut client = HttpsGet::builder().lookup(names);
    client.only_added_roots = true;
    client.local_address = Some(IpAddr::from([127, 0, 0, 1]));
    (client, lookups)
}

/// A loopback server that must not be contacted, and a URL with its port.
fn victim() -> (TcpListener, String) {
    let victim = TcpListener::bind("127.0.0.1:0").unwrap();
    victim.set_nonblocking(true).unwrap();
    let url = format!("https://agent.example:{}/", victim.local_addr().unwrap().port());
    (victim, url)
}

fn refused(client: HttpsGetBuilder, url: &str) -> NetError {
    Runtime::new().unwrap().block_on(client.build().fetch(url, FetchKind::DidDocument)).unwrap_err()
}

fn parsed(list: &[&str]) -> Vec<IpAddr> {
    list.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn names_that_lead_to_addresses_that_are_not_public() {
    for text in [
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:2::1",
        "2001:10::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "4000::1",
    ] {
        let (victim, url) = victim();
        let expected: IpAddr = text.parse().unwrap();
        let (client, lookups) = looking_up(move |_| vec![expected]);
        let error = refused(client, &url);
        let NetError::Address { host, address, range } = &error else { panic!("{text}: {error}") };
        assert_eq!((host.as_str(), *address), ("agent.example", expected));
        assert!(error.code() == Code::NET_ADDRESS && error.to_string().contains(range), "{error}");
        assert_eq!(lookups.load(Ordering::SeqCst), 1);
        assert!(victim.accept().is_err(), "{text} was connected to");
    }
}

#[test]
fn one_address_that_is_not_public_spoils_the_name() {
    for list in [["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["2606:4700::1111", "::ffff:127.0.0.1"]] {
        let (victim, url) = victim();
        let (client, _) = looking_up(move |_| parsed(&list));
        assert_eq!(refused(client, &url).code(), Code::NET_ADDRESS, "{list:?}");
        assert!(victim.accept().is_err(), "{list:?}");
    }
}

#[test]
fn rebinding_a_name_after_the_judgement_gains_nothing() {
    let (victim, url) = victim();
    let (client, lookups) = looking_up(|number| parsed(&[if number == 0 { "8.8.8.8" } else { "127.0.0.1" }]));
    // the checked address is the one used: one lookup, and it fails
    assert_eq!(refused(client, &url).code(), Code::NET_CONNECT);
    assert_eq!(lookups.load(Ordering::SeqCst), 1);
    assert!(victim.accept().is_err(), "the flipped address was connected to");
}

#[test]
fn addresses_are_tried_until_one_answers() {
    let answering = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = answering.local_addr().unwrap().port();
    let accepted = |before: &str, count: usize| {
        // other addresses of this machine, on which nothing listens
        let mut list: Vec<IpAddr> =
            (0..count).map(|number| format!("{before}{}", number + 2).parse().unwrap()).collect();
        list.push(IpAddr::from([127, 0, 0, 1]));
        let (mut client, _) = looking_up(move |_| list.clone());
        client.deadlines = Deadlines { connect: Duration::from_secs(20), total: Duration::from_secs(20) };
        let origin = format!("https://agent.example:{port}");
        let fetcher = Fetcher::new(client.build()).allow_private(origin.parse().unwrap());
        let request = http::Request::get(&origin).body(()).unwrap();
        answering.set_nonblocking(true).unwrap();
        let waiting = answering.try_clone().unwrap();
        let accepted = async move {
            let sent = fetcher.send(request);
            let mut sent = std::pin::pin!(sent);
            loop {
                if waiting.accept().is_ok() {
                    return true;
                }
                // it ends without an answer where no connection is accepted
                if tokio::time::timeout(Duration::from_millis(5), &mut sent).await.is_ok() {
                    return waiting.accept().is_ok();
                }
            }
        };
        Runtime::new().unwrap().block_on(accepted)
    };
    for count in [0, 1, 15] {
        assert!(accepted("127.0.0.", count), "{count}");
    }
    // not thousands, whatever a name server returns
    assert!(!accepted("127.0.0.", 16));
}

#[test]
fn a_connection_that_leads_elsewhere_is_not_used() {
    let target = Target::new("https://agent.example/", Deadlines::default()).unwrap();
    let (public, private) = ("8.8.8.8:443".parse().unwrap(), "10.0.0.1:443".parse().unwrap());
    let check =
        |destination: Destination, address| destination.check_connected(&target, address).map_err(|error| error.code());
    assert_eq!(check(Destination::Checked, Some(public)), Ok(()));
    assert_eq!(check(Destination::Checked, Some(private)), Err(Code::NET_ADDRESS));
    assert_eq!(check(Destination::Checked, None), Err(Code::NET_CONNECT));
    assert_eq!(check(Destination::Named(private), Some(private)), Ok(()));
    assert_eq!(check(Destination::Named(private), Some(public)), Err(Code::NET_CONNECT));
    assert_eq!(check(Destination::Named(private), None), Err(Code::NET_CONNECT));
    assert_eq!(check(Destination::Proxy, Some(private)), Ok(()));
}

#[test]
fn proxies_are_spoken_to_by_http() {
    for url in ["http://proxy.example", "http://[::1]:3128", "https://user@proxy.example:8080", "http://127.0.0.1:1"] {
        assert!(HttpsGet::builder().proxy(url).is_ok(), "{url}");
    }
    for url in ["socks5://p", "ftp://p", "http://p:0", "data:,"] {
        assert!(HttpsGet::builder().proxy(url).is_err(), "{url}");
    }
}

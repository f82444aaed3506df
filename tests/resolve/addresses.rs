//! The URLs and addresses that are connected to.
#![cfg(feature = "resolver")]

use super::fetcher::{run, trusting};
use adp_fixtures::tls::Authority;
use agent_description::{
    Code, CodedError,
    did::Did,
    resolve::{FetchKind, Fetcher, HttpsGet, Lookup, NetError},
};
use futures_util::future::BoxFuture;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{LazyLock, Mutex},
};

/// The addresses of every name.
struct Named(Vec<IpAddr>);

impl Lookup for Named {
    fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let addresses = self.0.clone();
        Box::pin(async move { Ok(addresses) })
    }
}

/// Where a client may connect for a name with these addresses; opens no connection.
fn routed(addresses: &[&str]) -> Result<Vec<SocketAddr>, NetError> {
    static AUTHORITY: LazyLock<Mutex<Authority>> = LazyLock::new(|| Mutex::new(Authority::new()));
    let https = trusting(&AUTHORITY.lock().unwrap());
    let named = Named(addresses.iter().map(|address| address.parse().expect(address)).collect());
    let fetcher = Fetcher::new(https.lookup(named).build());
    run(async { fetcher.route("https://agent.example:1").await.map(|route| route.addresses) })
}

/// Whether an address is public, or its range.
#[track_caller]
fn check(address: &str) -> Result<(), &'static str> {
    match routed(&[address]) {
        Ok(_) => Ok(()),
        Err(NetError::Address { range, .. }) => Err(range),
        Err(error) => panic!("{address}: {error}"),
    }
}

#[test]
fn first_and_last_address_of_each_range() {
    for (first, last, before, after) in [
        ("0.0.0.0", "0.255.255.255", "", "1.0.0.0"),
        ("10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
        ("100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
        ("127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
        ("169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
        ("172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
        ("192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
        ("192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
        ("192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
        ("192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
        ("198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
        ("198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
        ("203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
        ("224.0.0.0", "255.255.255.255", "223.255.255.255", ""),
        ("::", "::ffff:ffff", "", ""),
        ("100::", "100::ffff:ffff:ffff:ffff", "", ""),
        ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff::", "2001:200::"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff::", "2001:db9::"),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff::", "2003::"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff::", "3fff:1000::"),
        ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""),
        ("4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:ffff::", ""),
        ("200::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", "2000::"),
    ] {
        assert!(check(first).is_err(), "{first}");
        assert!(check(last).is_err(), "{last}");
        for neighbour in [before, after] {
            assert!(neighbour.is_empty() || check(neighbour).is_ok(), "{neighbour}");
        }
    }
}

#[test]
fn the_reason_is_the_range_s() {
    for (address, range) in [
        ("127.0.0.1", "loopback"),
        ("::1", "loopback"),
        ("::", "unspecified"),
        ("::127.0.0.1", "IPv4-compatible"),
        ("169.254.169.254", "metadata"),
        ("255.255.255.255", "broadcast"),
        ("240.0.0.1", "reserved"),
        ("2001:0:1::1", "Teredo"),
        ("2001:2:0:1::", "benchmarks"),
        ("2001:10::1", "protocol assignments"),
        ("2002:7f00:1::", "6to4"),
        ("fc00::1", "unique local"),
        ("fd00:ec2::254", "unique local"),
        ("fe80::1", "link-local"),
    ] {
        let reason = check(address).err().unwrap_or_default();
        assert!(reason.contains(range), "{address}: {reason}");
    }
}

#[test]
fn an_embedded_ipv4_address_decides() {
    for prefix in ["::ffff:", "64:ff9b::"] {
        for inner in
            ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "0.0.0.0", "100.100.100.200", "224.0.0.1"]
        {
            assert!(check(&format!("{prefix}{inner}")).is_err(), "{prefix}{inner}");
        }
        assert!(check(&format!("{prefix}8.8.8.8")).is_ok());
    }
    assert!(check("64:ff9b::7f00:1").is_err());
    // next to the two prefixes, not in them
    assert!(check("64:ff9b::1:8.8.8.8").is_err());
    assert!(check("::fffe:8.8.8.8").is_err());
}

#[test]
fn public_addresses() {
    for address in ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450::1", "2001:4860:4860::8888"] {
        assert!(check(address).is_ok(), "{address}");
    }
}

#[test]
fn families_take_turns() {
    let parse =
        |list: &[&str]| list.iter().map(|text| format!("{text}:1").parse().unwrap()).collect::<Vec<SocketAddr>>();
    for (given, tried) in [
        (
            &["2600::1", "2600::2", "2600::3", "1.1.1.1", "1.1.1.2"][..],
            &["[2600::1]", "1.1.1.1", "[2600::2]", "1.1.1.2", "[2600::3]"][..],
        ),
        (&["1.1.1.1", "1.1.1.2", "2600::1"], &["1.1.1.1", "[2600::1]", "1.1.1.2"]),
        (&["1.1.1.1"], &["1.1.1.1"]),
    ] {
        assert_eq!(routed(given).unwrap(), parse(tried));
    }
}

/// The URL that a request is sent to; there is no network.
fn sent_to(url: &str) -> Result<String, NetError> {
    let mut https = HttpsGet::builder();
    https.offline = true;
    match run(https.build().fetch(url, FetchKind::DidDocument)).unwrap_err() {
        NetError::Offline { what } => Ok(what),
        refused => Err(refused),
    }
}

#[test]
fn urls_are_normalized() {
    for (url, sent) in [
        ("https://Agent.EXAMPLE:8443/a/../b?c#d", "https://agent.example:8443/b?c"),
        ("https://agent.example:443", "https://agent.example/"),
        // RFC 3492 and UTS #46
        ("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/"),
    ] {
        assert_eq!(sent_to(url).unwrap(), sent);
    }
    let did: Did = "did:wba:agent.example%3A8443:u".parse().unwrap();
    assert_eq!(sent_to(&did.location().unwrap()).unwrap(), "https://agent.example:8443/u/did.json");
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
        assert_eq!(sent_to(url).unwrap_err().code(), code, "{url}");
    }
}

#[test]
fn refused_urls_are_shown_shortened_and_escaped() {
    let message = sent_to(&format!("http://{}\u{202e}", "a".repeat(9999))).unwrap_err().to_string();
    assert!(message.len() < 500 && !message.contains('\u{202e}'), "{message}");
    assert!(message.contains("http://aaa") && message.contains("a…"), "{message}");
    let message = sent_to("http://agent.example/\u{202e}").unwrap_err().to_string();
    assert!(message.contains("http://agent.example/\\u{202e}") && !message.contains('…'), "{message}");
}

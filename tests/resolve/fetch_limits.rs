//! How much a `Fetcher` begins: at the same time and within a window, at each host and in all. `throttle.rs` tests the same limits around a
//! resolver.
#![cfg(feature = "resolver")]

use super::{
    clock::Hand,
    fetcher::{HOST, URL, get, run, serve, trusting},
};
use adp_fixtures::tls::{Answer, Authority, Server};
use agent_description::{
    Code, CodedError,
    resolve::{ConnectTo, Deadlines, FetchLimits, Fetcher, HttpsGet, NetError, Phase, ThrottleLimit},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

/// Two hosts with a server each: the first answers when it is let go, the second at once.
fn slow_and_quick() -> (Server, Server, Arc<Semaphore>, HttpsGet) {
    let (authority, gate) = (Authority::new(), Arc::new(Semaphore::new(0)));
    let held = gate.clone();
    let slow = Server::start(authority.issue(&[HOST]), move |_| {
        Answer::default()
            .once_let_through(&held)
            .send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}")
    });
    let quick = Server::start(authority.issue(&["quick.agent.example"]), |_| Answer::json("{}"));
    let https = trusting(&authority)
        .connect_to(ConnectTo::new(HOST, 443, slow.address()).unwrap())
        .connect_to(ConnectTo::new("quick.agent.example", 443, quick.address()).unwrap());
    (slow, quick, gate, https.build())
}

#[test]
fn requests_beyond_the_limit_wait() {
    let gate = Arc::new(Semaphore::new(0));
    let (inside, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (gate_in, inside_in, most_in) = (gate.clone(), inside.clone(), most.clone());
    let (_server, https) = serve(move |_| {
        most_in.fetch_max(inside_in.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let left = inside_in.clone();
        Answer::default()
            .once_let_through(&gate_in)
            .then(move || {
                left.fetch_sub(1, Ordering::SeqCst);
            })
            .send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}")
    });
    let mut limits = FetchLimits::default();
    limits.at_once = 2;
    let fetcher = Fetcher::with_limits(https.build(), limits, Hand::new());
    run(async {
        let asked: Vec<_> = (0..6).map(|_| fetcher.send(get(URL))).collect();
        let opened = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            gate.add_permits(6);
        };
        let all = async {
            for response in
                futures_util::future::join_all(asked.into_iter().map(|asked| async { asked.await?.bytes().await }))
                    .await
            {
                assert_eq!(response.unwrap(), "{}");
            }
        };
        tokio::join!(all, opened);
        // an answer that nobody reads to its end holds its permit until it is dropped
        let mut short = fetcher.clone();
        short.deadlines = Deadlines { connect: Duration::from_secs(5), total: Duration::from_millis(500) };
        gate.add_permits(2);
        let held = (fetcher.send(get(URL)).await.unwrap(), fetcher.send(get(URL)).await.unwrap());
        let error = short.send(get(URL)).await.unwrap_err();
        assert!(matches!(error, NetError::Time { phase: Phase::Permit, .. }), "{error}");
        drop(held);
        gate.add_permits(1);
        assert_eq!(short.send(get(URL)).await.unwrap().bytes().await.unwrap(), "{}");
    });
    assert_eq!(most.load(Ordering::SeqCst), 2);
}

#[test]
fn a_host_that_does_not_answer_holds_up_no_other() {
    let (slow, quick, gate, https) = slow_and_quick();
    let mut limits = FetchLimits::default();
    (limits.at_once_per_host, limits.at_once) = (2, 4);
    let fetcher = Fetcher::with_limits(https, limits, Hand::new());
    run(async {
        let asked = |url: &'static str| {
            let fetcher = fetcher.clone();
            tokio::spawn(async move { fetcher.send(get(url)).await?.bytes().await })
        };
        let waiting: Vec<_> = (0..20).map(|_| asked(URL)).collect();
        for _ in 0..3 {
            // two permits are the other hosts', however many wait for the first
            let others = futures_util::future::join_all((0..2).map(|_| asked("https://quick.agent.example/"))).await;
            assert!(others.into_iter().all(|answered| answered.unwrap().unwrap() == "{}"));
        }
        assert_eq!((slow.connections(), quick.requests().len()), (2, 6));
        gate.add_permits(20);
        for answered in futures_util::future::join_all(waiting).await {
            assert_eq!(answered.unwrap().unwrap(), "{}");
        }
    });
    assert_eq!(slow.requests().len(), 20);
}

#[test]
fn no_more_are_begun_within_the_window() {
    let (slow, quick, gate, https) = slow_and_quick();
    gate.add_permits(100);
    let mut limits = FetchLimits::default();
    (limits.per_host, limits.in_all, limits.window) = (3, 5, Duration::from_secs(60));
    let clock = Hand::new();
    let fetcher = Fetcher::with_limits(https, limits, clock.clone());
    run(async {
        let ask = async |url: &str| fetcher.send(get(url)).await?.bytes().await;
        let refused = |limit| NetError::Throttled { host: HOST.to_owned(), limit, window: limits.window };
        for _ in 0..3 {
            assert_eq!(ask(URL).await.unwrap(), "{}");
        }
        // clones share what is counted; upgrades count as requests do
        assert_eq!(fetcher.clone().send(get(URL)).await.unwrap_err(), refused(ThrottleLimit::Host(3)));
        assert_eq!(fetcher.upgrade(get(URL), "websocket").await.unwrap_err(), refused(ThrottleLimit::Host(3)));
        for _ in 0..2 {
            assert_eq!(ask("https://quick.agent.example/").await.unwrap(), "{}");
        }
        let error = ask("https://quick.agent.example/").await.unwrap_err();
        assert!(matches!(error, NetError::Throttled { limit: ThrottleLimit::InAll(5), .. }), "{error}");
        assert_eq!(error.code(), Code::NET_CONNECT);
        // 3 in 60 s are one in 20 s
        clock.forward(19);
        assert!(ask(URL).await.is_err());
        clock.forward(1);
        assert_eq!(ask(URL).await.unwrap(), "{}");
    });
    // what is refused was not sent
    assert_eq!((slow.connections(), slow.requests().len()), (4, 4));
    assert_eq!((quick.connections(), quick.requests().len()), (2, 2));
}

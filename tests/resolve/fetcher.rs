//! Requests of any kind (`resolve::Fetcher`): what is sent, what comes back piece by piece, and what is refused. Floods around a body are
//! in `wire.rs`, at each door.
//!
//! Nothing leaves the machine: hosts are named `*.agent.example`, and each test names 127.0.0.1 for them.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{self, Answer, Authority, Server};
use agent_description::{
    Code, CodedError,
    resolve::{
        ConnectTo, Deadlines, FetchResponse, Fetcher, HttpsGet, HttpsGetBuilder, Lookup, NetError, Phase,
        PrivateOrigin, RequestBody, blocking::Runtime,
    },
};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{Method, Request, StatusCode};
use std::{
    collections::HashSet,
    future::Future,
    io,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

pub(super) const HOST: &str = "agent.example";
pub(super) const URL: &str = "https://agent.example/call";

pub(super) fn run<T: Send>(future: impl Future<Output = T> + Send) -> T {
    Runtime::new().unwrap().block_on(future)
}

/// A server, and a client that trusts it and finds it by its name.
pub(super) fn serve(answer: impl Fn(&tls::Request) -> Answer + Send + Sync + 'static) -> (Server, HttpsGetBuilder) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), answer);
    let https = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
    (server, https)
}

pub(super) fn trusting(authority: &Authority) -> HttpsGetBuilder {
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap();
    https.only_added_roots = true;
    https
}

pub(super) fn get(url: &str) -> Request<Vec<u8>> {
    Request::get(url).body(Vec::new()).unwrap()
}

pub(super) async fn text(response: FetchResponse) -> String {
    String::from_utf8(response.bytes().await.unwrap().to_vec()).unwrap()
}

#[test]
fn any_method_with_headers_and_body() {
    let (server, https) = serve(|request| {
        let body = if request.method() == "HEAD" { "" } else { "done" };
        Answer::status(207, &["x-answer: 1", "x-answer: 2"], body)
    });
    let fetcher = Fetcher::new(https.build());
    let runtime = Runtime::new().unwrap();
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "M-SEARCH"];
    for method in methods {
        let request = Request::builder()
            .method(method)
            .uri("https://agent.example/a/b?c=d&e=%20#fragment")
            .header("authorization", "Bearer s3cret")
            .header("content-type", "text/plain")
            .header("user-agent", "a flow")
            .body("hello, \0 world")
            .unwrap();
        let response = runtime.block_on(fetcher.send(request)).unwrap();
        assert_eq!(
            (response.status, response.url.as_str()),
            (StatusCode::MULTI_STATUS, "https://agent.example/a/b?c=d&e=%20")
        );
        let answers: Vec<_> = response.headers.get_all("x-answer").iter().collect();
        assert_eq!(answers, ["1", "2"]);
        let shown = format!("{response:?}");
        assert!(shown.contains("status: 207") && !shown.contains("c=d"), "{shown}");
        assert_eq!(runtime.block_on(text(response)), if method == "HEAD" { "" } else { "done" }, "{method}");
    }
    let seen = server.requests();
    for (request, method) in seen.iter().zip(methods) {
        assert_eq!((request.method(), request.path()), (method, "/a/b?c=d&e=%20"));
        assert_eq!(request.body, b"hello, \0 world");
        for (name, value) in [
            ("host", "agent.example"),
            ("content-length", "14"),
            ("authorization", "Bearer s3cret"),
            ("content-type", "text/plain"),
            ("user-agent", "a flow"),
            ("accept-encoding", "identity"),
            ("accept", "*/*"),
        ] {
            assert_eq!(request.header(name), Some(value), "{method}");
            assert_eq!(request.headers.iter().filter(|(known, _)| known == name).count(), 1, "{method} {name}");
        }
    }
    assert_eq!(seen.len(), methods.len());
}

#[test]
fn what_is_the_clients_to_say_is_refused_before_anything_is_sent() {
    let (server, https) = serve(|_| Answer::json("{}"));
    let fetcher = Fetcher::new(https.build());
    for name in [
        "Accept-Encoding",
        "Connection",
        "Content-Length",
        "Expect",
        "Host",
        "Keep-Alive",
        "Proxy-Authorization",
        "Proxy-Connection",
        "TE",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade",
    ] {
        let request = Request::post(URL).header(name, "1").body("{}").unwrap();
        let error = run(fetcher.send(request)).unwrap_err();
        assert_eq!(error.code(), Code::NET_REQUEST, "{name}: {error}");
        assert!(error.to_string().contains(&name.to_lowercase()), "{error}");
    }
    let connect = Request::builder().method(Method::CONNECT).uri(URL).body("").unwrap();
    assert_eq!(run(fetcher.send(connect)).unwrap_err().code(), Code::NET_REQUEST);
    for (url, code) in [
        ("http://agent.example/", Code::NET_SCHEME),
        ("/call", Code::NET_SCHEME),
        ("https://alice:secret@agent.example/", Code::NET_SCHEME),
        ("https://127.0.0.1/", Code::NET_ADDRESS),
        ("https://[::1]/", Code::NET_ADDRESS),
        ("https://2130706433/", Code::NET_ADDRESS),
        ("https://localhost/", Code::NET_ADDRESS),
        ("http://localhost/", Code::NET_SCHEME),
    ] {
        let error = run(fetcher.send(get(url))).unwrap_err();
        assert_eq!(error.code(), code, "{url}: {error}");
    }
    let mut offline = HttpsGet::builder();
    offline.offline = true;
    let offline = Fetcher::new(offline.build());
    assert_eq!(run(offline.send(get(URL))).unwrap_err().code(), Code::NET_OFFLINE);
    assert_eq!((server.connections(), server.requests().len()), (0, 0));
}

#[test]
fn redirects_and_refusals_are_answers() {
    let (server, https) = serve(|request| match request.path() {
        "/301" => Answer::status(301, &["location: https://elsewhere.example/"], "moved"),
        "/307" => Answer::status(307, &["location: /call"], ""),
        "/401" => Answer::status(401, &["www-authenticate: Bearer"], "who?"),
        _ => Answer::status(500, &[], "sorry"),
    });
    let (fetcher, runtime) = (Fetcher::new(https.build()), Runtime::new().unwrap());
    for (path, status, body) in [("/301", 301, "moved"), ("/307", 307, ""), ("/401", 401, "who?"), ("/x", 500, "sorry")]
    {
        let request = Request::get(format!("https://agent.example{path}")).header("authorization", "Bearer s3cret");
        let response = runtime.block_on(fetcher.send(request.body("").unwrap())).unwrap();
        assert_eq!(response.status.as_u16(), status);
        assert_eq!(response.headers.contains_key("location"), status < 400);
        assert_eq!(runtime.block_on(text(response)), body);
    }
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_body_comes_piece_by_piece() {
    let gate = Arc::new(Semaphore::new(0));
    let opened = gate.clone();
    let (_server, https) = serve(move |_| {
        Answer::raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n")
            .once_let_through(&gate)
            .send("6\r\nsecond\r\n0\r\n\r\n")
    });
    let fetcher = Fetcher::new(https.build());
    run(async {
        let mut response = fetcher.send(get(URL)).await.unwrap();
        // the server waits for us, so the first piece is here before the second is sent
        assert_eq!(response.chunk().await.unwrap().unwrap(), "first");
        opened.add_permits(1);
        assert_eq!(response.chunk().await.unwrap().unwrap(), "second");
        assert_eq!(response.chunk().await.unwrap(), None);
        assert_eq!(response.chunk().await.unwrap(), None);
    });
}

/// Pieces of a body, as they are sent into a channel.
fn pieces() -> (tokio::sync::mpsc::Sender<io::Result<Bytes>>, RequestBody) {
    let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
    (sender, RequestBody::stream(futures_util::stream::poll_fn(move |cx| pieces.poll_recv(cx))))
}

#[test]
fn a_body_goes_piece_by_piece_while_the_answer_comes() {
    // the server sends each chunk back as it comes, so its answer is the request's body
    let (server, https) =
        serve(|_| Answer::raw("HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n").echo());
    let fetcher = Fetcher::new(https.build());
    run(async {
        let (sender, body) = pieces();
        let mut response = fetcher.send(Request::post(URL).body(body).unwrap()).await.unwrap();
        for piece in ["first", "second"] {
            sender.send(Ok(piece.into())).await.unwrap();
            // it is back before the next one is made
            assert_eq!(response.chunk().await.unwrap().unwrap(), piece);
        }
        drop(sender);
        assert_eq!(response.chunk().await.unwrap(), None);

        // a body that is not available to its end is no request
        let (sender, body) = pieces();
        let mut response = fetcher.send(Request::post(URL).body(body).unwrap()).await.unwrap();
        sender.send(Err(io::Error::other("the disk is gone"))).await.unwrap();
        let error = response.chunk().await.unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT, "{error}");
    });
    let seen = server.requests();
    assert_eq!(seen[0].header("transfer-encoding"), Some("chunked"));
    assert_eq!((seen[0].header("content-length"), seen.len()), (None, 2));
}

#[test]
fn a_body_that_is_made_while_it_is_sent_is_sent_once() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let (server, https) = serve(move |_| match counted.fetch_add(1, Ordering::SeqCst) {
        1 => Answer::default().abort(),
        _ => Answer::json_and_keep("{}"),
    });
    let fetcher = Fetcher::new(https.build());
    run(async {
        fetcher.send(get(URL)).await.unwrap().bytes().await.unwrap();
        // PUT may come twice, but what was read of this one is gone
        let body = RequestBody::stream(futures_util::stream::iter([Ok("once".into())]));
        let error = fetcher.send(Request::put(URL).body(body).unwrap()).await.unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT, "{error}");
    });
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_body_that_is_never_made_ends_with_the_time() {
    let (_server, https) = serve(|_| Answer::default().echo());
    let total = Duration::from_millis(500);
    let mut fetcher = Fetcher::new(https.build());
    fetcher.deadlines = Deadlines { connect: Duration::from_secs(10), total };
    let (_sender, body) = pieces();
    let error = run(fetcher.send(Request::post(URL).body(body).unwrap())).unwrap_err();
    assert_eq!(error, NetError::Time { url: URL.to_owned(), phase: Phase::Answer, limit: total });
}

#[test]
fn a_body_encoded_for_the_way_is_refused() {
    let (_server, https) =
        serve(|_| Answer::raw("HTTP/1.1 404 x\r\ntransfer-encoding: gzip, chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n"));
    let error = run(async { Fetcher::new(https.build()).send(get(URL)).await.map(drop) }).unwrap_err();
    assert_eq!(error, NetError::TransferEncoding { url: URL.to_owned(), encoding: "gzip, chunked".to_owned() });
}

#[test]
fn a_body_is_bounded_declared_or_not() {
    for (head, again) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n", ""),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "4\r\nabcd\r\n"),
        ("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n", "abcd"),
    ] {
        let (server, https) = serve(move |_| Answer::raw(head).forever(again, Duration::from_millis(1)));
        let mut fetcher = Fetcher::new(https.build());
        fetcher.body_limit = 10;
        let error = run(async {
            let mut response = fetcher.send(get(URL)).await?;
            let mut whole = 0;
            loop {
                match response.chunk().await {
                    Ok(Some(chunk)) => whole += chunk.len(),
                    Ok(None) => panic!("it has no end"),
                    Err(error) => {
                        assert!(whole <= 10, "{whole}");
                        assert_eq!(response.chunk().await, Ok(None));
                        return Err::<(), _>(error);
                    }
                }
            }
        })
        .unwrap_err();
        assert_eq!(error, NetError::Size { url: URL.to_owned(), limit: 10 }, "{head}");
        drop(server);
    }
    // exactly as large as may be
    let (_server, https) = serve(|_| Answer::json("0123456789"));
    let mut fetcher = Fetcher::new(https.build());
    fetcher.body_limit = 10;
    assert_eq!(run(async { text(fetcher.send(get(URL)).await.unwrap()).await }), "0123456789");
}

#[test]
fn time_is_bounded_from_the_request_to_the_last_byte() {
    let total = Duration::from_millis(700);
    for (name, answer) in [
        ("no answer", Answer::default().wait(Duration::from_secs(60))),
        ("half a head", Answer::raw("HTTP/1.1 200 OK\r\n").wait(Duration::from_secs(60))),
        (
            "drops of a body",
            Answer::raw("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n").forever("x", Duration::from_millis(50)),
        ),
        ("informational answers", Answer::default().forever("HTTP/1.1 103 x\r\n\r\n", Duration::from_millis(50))),
    ] {
        let (_server, https) = serve(move |_| answer.clone());
        let mut fetcher = Fetcher::new(https.build());
        fetcher.deadlines = Deadlines { connect: Duration::from_secs(10), total };
        let answered = async { fetcher.send(get(URL)).await?.bytes().await };
        let answered = run(async { tokio::time::timeout(Duration::from_secs(5), answered).await });
        let error = answered.unwrap_or_else(|_| panic!("{name}: no end")).unwrap_err();
        assert_eq!(error, NetError::Time { url: URL.to_owned(), phase: Phase::Answer, limit: total }, "{name}");
    }
    // a body that waits for us counts too
    let (_server, https) = serve(|_| Answer::json("x".repeat(100)));
    let mut fetcher = Fetcher::new(https.build());
    fetcher.deadlines = Deadlines { connect: Duration::from_secs(10), total };
    run(async {
        let mut response = fetcher.send(get(URL)).await.unwrap();
        tokio::time::sleep(total + Duration::from_millis(100)).await;
        // what is here by then may be had, what is not may not
        while let Ok(Some(_)) = response.chunk().await {}
        assert_eq!(response.chunk().await, Ok(None));
    });
}

/// Every name leads to these.
pub(super) struct Leads(Vec<IpAddr>);

impl Lookup for Leads {
    fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

pub(super) fn leads(to: &[&str]) -> Leads {
    Leads(to.iter().map(|address| address.parse().unwrap()).collect())
}

#[test]
fn names_that_lead_to_private_addresses_are_refused() {
    for addresses in [
        &["127.0.0.1"][..],
        &["10.0.0.1"],
        &["169.254.169.254"],
        &["::1"],
        &["fd00:ec2::254"],
        &["::ffff:127.0.0.1"],
        &["8.8.8.8", "192.168.0.1"],
    ] {
        let fetcher = Fetcher::new(HttpsGet::builder().lookup(leads(addresses)).build());
        let request = Request::post(URL).body("{}").unwrap();
        let error = run(fetcher.send(request)).unwrap_err();
        assert!(matches!(error, NetError::Address { .. }), "{addresses:?}: {error}");
        // the command shows it, too, and has an option for this
        assert!(error.to_string().ends_with("only public addresses are allowed"), "{error}");
    }
}

#[test]
fn a_private_origin_is_one_that_is_named() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["intranet", "127.0.0.1"]), |_| Answer::json_and_keep("{}"));
    let plain = Server::start_plain(|_| Answer::json_and_keep("plain"));
    let https = || trusting(&authority).lookup(leads(&["127.0.0.1"]));
    let origin = |url: String| url.parse::<PrivateOrigin>().unwrap();
    let by_name = format!("https://intranet:{}/x", server.port());
    let by_address = format!("https://127.0.0.1:{}/x", server.port());
    let here = format!("http://localhost:{}/x", plain.port());
    let here_by_address = format!("http://127.0.0.1:{}/x", plain.port());
    let strict = Fetcher::new(https().build());
    let open = [&by_name, &by_address, &here, &here_by_address]
        .into_iter()
        .fold(strict.clone(), |fetcher, url| fetcher.allow_private(origin(url.trim_end_matches("/x").to_owned())));
    for (url, body) in [(&by_name, "{}"), (&by_address, "{}"), (&here, "plain"), (&here_by_address, "plain")] {
        let request = Request::post(url).body("x").unwrap();
        assert_eq!(run(async { text(open.send(request).await.unwrap()).await }), body, "{url}");
        assert!(run(strict.send(get(url))).is_err(), "{url}");
    }
    // another port, another host, another scheme are other origins
    for url in [
        format!("https://intranet:{}/", server.port().wrapping_add(1).max(1)),
        format!("https://intra:{}/", server.port()),
        format!("http://intranet:{}/", server.port()),
        "https://localhost/".to_owned(),
    ] {
        let error = run(open.send(get(&url))).unwrap_err();
        assert!(matches!(error.code(), Code::NET_ADDRESS | Code::NET_SCHEME), "{url}: {error}");
    }
    // `http` is for this machine: a name that leads elsewhere is not it
    let elsewhere = Fetcher::new(HttpsGet::builder().lookup(leads(&["127.0.0.1", "10.0.0.1"])).build());
    let error =
        run(elsewhere.allow_private(origin(here.trim_end_matches("/x").to_owned())).send(get(&here))).unwrap_err();
    assert!(matches!(error, NetError::Address { .. }), "{error}");
    for wrong in [
        "http://10.0.0.1",
        "http://intranet",
        "https://a/b",
        "https://u@a",
        "https://a?b",
        "ftp://a",
        "a",
        "https://a:0",
        "",
    ] {
        assert!(wrong.parse::<PrivateOrigin>().is_err(), "{wrong}");
    }
    // the certificate counts all the same
    let stranger = Fetcher::new(trusting(&Authority::new()).lookup(leads(&["127.0.0.1"])).build());
    let error =
        run(stranger.allow_private(origin(by_name.trim_end_matches("/x").to_owned())).send(get(&by_name))).unwrap_err();
    assert_eq!(error.code(), Code::NET_TLS);
}

#[test]
fn what_one_names_private_is_no_way_for_another() {
    // one client, one host and port: a connection that was made to a private address serves nobody who did not name it
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json_and_keep("{}"));
    let https = trusting(&authority).lookup(leads(&["127.0.0.1"])).build();
    let url = format!("https://{HOST}:{}/", server.port());
    run(async {
        let strict = Fetcher::new(https);
        let open = strict.clone().allow_private(url.parse().unwrap());
        open.send(get(&url)).await.unwrap().bytes().await.unwrap();
        let error = strict.send(get(&url)).await.unwrap_err();
        assert!(matches!(error, NetError::Address { .. }), "{error}");
        open.send(get(&url)).await.unwrap().bytes().await.unwrap();
    });
    assert_eq!((server.connections(), server.requests().len()), (1, 2));
}

#[test]
fn connections_are_kept_and_a_body_left_behind_ends_its_own() {
    let (server, https) = serve(|request| match request.path() {
        "/endless" => Answer::raw("HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n")
            .forever("x".repeat(1000), Duration::from_millis(1)),
        _ => Answer::json_and_keep("{}"),
    });
    let mut fetcher = Fetcher::new(https.build());
    fetcher.body_limit = 1 << 30;
    run(async {
        for _ in 0..3 {
            assert_eq!(text(fetcher.send(get(URL)).await.unwrap()).await, "{}");
        }
        assert_eq!(server.connections(), 1);
        // read to its end, but not asked for that end
        let mut response = fetcher.send(get("https://agent.example/endless")).await.unwrap();
        response.chunk().await.unwrap().unwrap();
        drop(response);
        assert_eq!(text(fetcher.send(get(URL)).await.unwrap()).await, "{}");
    });
    assert_eq!(server.connections(), 2);
    assert!(server.bytes_sent() < 50 << 20, "{}", server.bytes_sent());
}

#[test]
fn only_what_changes_nothing_is_sent_again() {
    let plain = |method: &str| Request::builder().method(method).uri(URL);
    let at = |rest: &str| Request::builder().uri(format!("{URL}{rest}"));
    // the server drops the connection without an answer when the second request is there: a new one, or a kept one
    for is_kept in [false, true] {
        for (request, is_sent_again) in [
            (plain("GET").body(""), true),
            (plain("HEAD").body(""), true),
            (plain("GET").header("accept", "text/html").body(""), true),
            (plain("GET").body("once"), false),
            (plain("GET").header("x-http-method-override", "DELETE").body(""), false),
            (plain("GET").header("cookie", "_method=DELETE").body(""), false),
            (at("?_method=DELETE").body(""), false),
            (at("?_%6Dethod=DELETE").body(""), false),
            (at(";_method=DELETE").body(""), false),
            (at("%3B_method=DELETE").body(""), false),
            (plain("GET").header("signature", "a=:b:").body(""), false),
            (plain("GET").header("authorization", "DIDWba a").body(""), false),
            (plain("PUT").body(""), false),
            (plain("DELETE").body(""), false),
            (plain("POST").body("once"), false),
            (plain("PATCH").body("once"), false),
        ] {
            let request = request.unwrap();
            let what = format!("{request:?}, kept: {is_kept}");
            let count = Arc::new(AtomicUsize::new(0));
            let counted = count.clone();
            let (server, https) = serve(move |_| match counted.fetch_add(1, Ordering::SeqCst) {
                0 if is_kept => Answer::json_and_keep("{}"),
                0 => Answer::json("{}"),
                1 => Answer::default().abort(),
                _ => Answer::json("{}"),
            });
            let fetcher = Fetcher::new(https.build());
            let sent = run(async {
                fetcher.send(get(URL)).await?.bytes().await?;
                fetcher.send(request).await?.bytes().await
            });
            assert_eq!(
                (sent.is_ok(), server.requests().len()),
                (is_sent_again, 2 + usize::from(is_sent_again)),
                "{what}"
            );
            if let Err(error) = sent {
                assert_eq!(error.code(), Code::NET_CONNECT, "{what}");
            }
        }
    }
}

/// Each of eight kept connections is dropped at its second request.
#[test]
fn what_is_sent_again_does_not_meet_the_next_closed_connection() {
    // a connection of the server is a task
    let served = Mutex::new(HashSet::new());
    let (server, https) = serve(move |_| match served.lock().unwrap().insert(tokio::task::id()) {
        true => Answer::default()
            .wait(Duration::from_millis(100))
            .send("HTTP/1.1 200 x\r\ncontent-length: 2\r\n\r\n{}")
            .keep(),
        false => Answer::default().abort(),
    });
    let fetcher = Fetcher::new(https.build());
    run(async {
        let eight = (0..8).map(|_| async { text(fetcher.send(get(URL)).await.unwrap()).await });
        futures_util::future::join_all(eight).await;
        assert_eq!(server.connections(), 8);
        for _ in 0..4 {
            assert_eq!(text(fetcher.send(get(URL)).await.unwrap()).await, "{}");
        }
    });
}

#[test]
fn a_proxy_sees_public_hosts_alone() {
    let authority = Authority::new();
    let plain = Server::start_plain(|_| Answer::json_and_keep("plain"));
    let proxy = Server::start_plain(|_| Answer::status(403, &[], ""));
    let https = trusting(&authority).lookup(leads(&["8.8.8.8"])).proxy(&format!("http://{}", proxy.address())).unwrap();
    let here = format!("http://127.0.0.1:{}", plain.port());
    let fetcher = Fetcher::new(https.build()).allow_private(here.parse().unwrap());
    assert_eq!(run(async { text(fetcher.send(get(&here)).await.unwrap()).await }), "plain");
    assert_eq!(proxy.requests().len(), 0);
    let error = run(fetcher.send(get(URL))).unwrap_err();
    assert!(error.to_string().contains("by the proxy: tunnel error: unsuccessful"), "{error}");
    assert_eq!(proxy.requests()[0].line, "CONNECT agent.example:443 HTTP/1.1");
}

#[test]
fn an_upgrade_that_nobody_asked_for_is_no_way_on() {
    let (server, https) = serve(|_| {
        Answer::raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nraw bytes")
            .keep()
    });
    let fetcher = Fetcher::new(https.build());
    run(async {
        for _ in 0..2 {
            match fetcher.send(get(URL)).await {
                Ok(response) => assert!(response.bytes().await.map_or(true, |bytes| bytes.is_empty())),
                Err(error) => assert_eq!(error.code(), Code::NET_CONNECT),
            }
        }
    });
    // its connection serves nobody else
    assert_eq!(server.connections(), 2);
}

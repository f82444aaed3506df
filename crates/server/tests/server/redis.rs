//! The replay store in Redis, with a real server: once for all who share it, and refused where it does not answer.

use adp_fixtures::servers::redis::RedisServer;
use adp_server::replay::{RedisReplaySettings, RedisReplayStore};
use agent_description::{
    Origin, Timestamp,
    auth::replay::{Replay, ReplayKey, ReplayStore, StoreError},
    did::Did,
};
use http_body_util::Empty;
use hyper::{Request, Response, StatusCode, body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{
    collections::HashMap,
    convert::Infallible,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Tells the test binary, started again, to be a server that shares this Redis server.
const SERVE_WITH: &str = "REPLAY_TEST_SERVE_WITH";

fn key(nonce: &str) -> ReplayKey {
    let audience: Origin = "https://agent.example.com".parse().unwrap();
    let did: Did = "did:wba:client.example.com".parse().unwrap();
    ReplayKey::for_request(&audience, &did, Some(nonce), b"")
}

/// 2026-01-01T00:00:00Z and so many seconds.
fn at(seconds: u64) -> Timestamp {
    let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    start.saturating_add(Duration::from_secs(seconds))
}

async fn connect(server: &RedisServer) -> RedisReplayStore {
    patient(server, "replay:").await
}

/// A store that waits for its server as long as it takes: a machine that is busy with other tests is slow, and that is not what is looked at.
async fn patient(server: &RedisServer, prefix: &str) -> RedisReplayStore {
    let mut settings = RedisReplaySettings::default();
    settings.time_limit = Duration::from_secs(60);
    RedisReplayStore::connect_with(&server.url(), prefix, settings).await.unwrap()
}

async fn raw(server: &RedisServer) -> redis::aio::MultiplexedConnection {
    redis::Client::open(server.url()).unwrap().get_multiplexed_async_connection().await.unwrap()
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn once_for_all_who_share_the_server() {
    let server = RedisServer::start(&[]);
    let (one, other) = (connect(&server).await, connect(&server).await);
    assert_eq!(one.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    assert_eq!(one.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Replayed);
    assert_eq!(other.record(&key("a"), at(60), at(59)).await.unwrap(), Replay::Replayed);
    assert_eq!(other.record(&key("b"), at(60), at(59)).await.unwrap(), Replay::Fresh);
    assert_eq!(one.record(&key("c"), at(60), at(60)).await.unwrap(), Replay::Expired);
    let elsewhere = RedisReplayStore::connect(&server.url(), "another service:").await.unwrap();
    assert_eq!(elsewhere.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn keys_live_as_long_as_the_nonce_is_good_and_the_margin() {
    let server = RedisServer::start(&[]);
    let mut settings = RedisReplaySettings::default();
    (settings.margin, settings.time_limit) = (Duration::ZERO, Duration::from_secs(60));
    let exact = RedisReplayStore::connect_with(&server.url(), "exact:", settings).await.unwrap();
    let store = connect(&server).await;
    let mut raw = raw(&server).await;
    for (store, pattern, least) in [(&store, "replay:*", 420_000), (&exact, "exact:*", 360_000)] {
        let begin = Instant::now();
        assert_eq!(store.record(&key("a"), at(360), at(0)).await.unwrap(), Replay::Fresh);
        let names: Vec<String> = redis::cmd("KEYS").arg(pattern).query_async(&mut raw).await.unwrap();
        // base64url of the 32 bytes
        assert_eq!((names.len(), names[0].len()), (1, pattern.len() - 1 + 43));
        let left: i64 = redis::cmd("PTTL").arg(&names[0]).query_async(&mut raw).await.unwrap();
        // what has passed since it was recorded, by this clock, is the most that can be gone
        let passed = i64::try_from(begin.elapsed().as_millis()).unwrap() + 1;
        assert!((least - passed..=least + 1_000).contains(&left), "{left} ms of {least} left after {passed}");
    }
    // gone when its time is over, by Redis' clock, and new again; until then it is known
    let begin = Instant::now();
    assert_eq!(exact.record(&key("b"), at(1), at(0)).await.unwrap(), Replay::Fresh);
    let again = exact.record(&key("b"), at(60), at(0)).await.unwrap();
    assert!(again == Replay::Replayed || begin.elapsed() > Duration::from_secs(1), "{again:?}");
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    if again == Replay::Replayed {
        assert_eq!(exact.record(&key("b"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    }
    // times that Redis could not count
    let far: Timestamp = "9999-12-01T00:00:00Z".parse().unwrap();
    assert_eq!(store.record(&key("far"), far, at(0)).await.unwrap(), Replay::Fresh);
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_server_that_forgets_to_make_room_is_refused() {
    let server = RedisServer::start(&["--maxmemory-policy", "allkeys-lru"]);
    let error = RedisReplayStore::connect(&server.url(), "").await.unwrap_err().to_string();
    assert!(error.contains("eviction policy is `allkeys-lru`, expected `noeviction`"), "{error}");
    let mut settings = RedisReplaySettings::default();
    settings.any_eviction_policy = true;
    assert!(RedisReplayStore::connect_with(&server.url(), "", settings.clone()).await.is_ok());
    // a server that does not say
    let server = RedisServer::start(&["--user", "default", "on", "nopass", "~*", "+@all", "-info"]);
    let error = RedisReplayStore::connect(&server.url(), "").await.unwrap_err().to_string();
    assert!(error.contains("does not report its eviction policy"), "{error}");
    assert!(RedisReplayStore::connect_with(&server.url(), "", settings).await.is_ok());
    // INFO is what is asked: a server without the command CONFIG, as hosts of Redis have it, will do
    let server = RedisServer::start(&["--user", "default", "on", "nopass", "~*", "+@all", "-config"]);
    let store = RedisReplayStore::connect(&server.url(), "").await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
}

/// The store's answers until one is as expected: a connection that broke is made anew by itself, and how soon is not looked at here.
async fn answers_at_last(store: &RedisReplayStore, is_expected: impl Fn(&Result<Replay, StoreError>) -> bool) {
    let begin = Instant::now();
    for attempt in 0.. {
        let answer = store.record(&key(&format!("{begin:?} {attempt}")), at(60), at(0)).await;
        if is_expected(&answer) {
            return;
        }
        assert!(answer.is_err(), "{answer:?}");
        assert!(begin.elapsed() < Duration::from_secs(60), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_fresh(answer: &Result<Replay, StoreError>) -> bool {
    matches!(answer, Ok(Replay::Fresh))
}

/// A server is asked what it evicts by on each connection that is made: it may be another one than before.
#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_server_that_comes_back_with_another_policy_is_refused() {
    let mut server = RedisServer::start(&[]);
    let store = patient(&server, "replay:").await;
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    for (arguments, told) in [
        (&["--maxmemory-policy", "allkeys-lru"][..], "eviction policy is `allkeys-lru`, expected `noeviction`"),
        (&["--maxmemory-policy", "volatile-ttl"], "eviction policy is `volatile-ttl`, expected `noeviction`"),
        (&["--user", "default", "on", "nopass", "~*", "+@all", "-info"], "does not report its eviction policy"),
    ] {
        server.restart_with(arguments);
        answers_at_last(&store, |answer| answer.as_ref().is_err_and(|error| error.to_string().contains(told))).await;
        // nothing was written there, and nothing is from now on
        for n in 0..20 {
            let error = store.record(&key(&format!("{told} {n}")), at(60), at(0)).await.unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        let keys: usize = redis::cmd("DBSIZE").query_async(&mut raw(&server).await).await.unwrap();
        assert_eq!(keys, 0, "{told}");
        server.restart_with(&[]);
        answers_at_last(&store, is_fresh).await;
    }
}

/// The same without a new connection, by somebody who sets it: noticed within ten seconds, by the clock of whoever asks.
#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_policy_that_is_changed_is_noticed() {
    let server = RedisServer::start(&[]);
    let store = patient(&server, "replay:").await;
    let set = async |policy: &str| {
        let mut raw = raw(&server).await;
        let () =
            redis::cmd("CONFIG").arg("SET").arg("maxmemory-policy").arg(policy).query_async(&mut raw).await.unwrap();
    };
    assert_eq!(store.record(&key("a"), at(100), at(20)).await.unwrap(), Replay::Fresh);
    set("allkeys-random").await;
    assert_eq!(store.record(&key("b"), at(100), at(29)).await.unwrap(), Replay::Fresh);
    let error = store.record(&key("c"), at(100), at(30)).await.unwrap_err().to_string();
    assert!(error.contains("eviction policy is `allkeys-random`"), "{error}");
    set("noeviction").await;
    answers_at_last(&store, is_fresh).await;
    // a clock that is set back believes nothing that was said later
    assert_eq!(store.record(&key("d"), at(100), at(20)).await.unwrap(), Replay::Fresh);
    set("allkeys-random").await;
    assert!(store.record(&key("e"), at(100), at(19)).await.is_err());
}

/// A server that has become a replica is left: by the same name there may be the one that took its place.
#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_server_that_becomes_a_copy_is_left() {
    let server = RedisServer::start(&[]);
    let other = RedisServer::start(&[]);
    // the name: it leads to the one that is first now
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", listener.local_addr().unwrap());
    let first = Arc::new(std::sync::atomic::AtomicU16::new(server.port));
    let leads_to = Arc::clone(&first);
    tokio::spawn(async move {
        while let Ok((mut from, _)) = listener.accept().await {
            let port = leads_to.load(std::sync::atomic::Ordering::SeqCst);
            tokio::spawn(async move {
                let mut to = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut from, &mut to).await;
            });
        }
    });
    let mut settings = RedisReplaySettings::default();
    settings.time_limit = Duration::from_secs(60);
    let store = RedisReplayStore::connect_with(&url, "", settings).await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    first.store(other.port, std::sync::atomic::Ordering::SeqCst);
    let () =
        redis::cmd("REPLICAOF").arg("127.0.0.1").arg(other.port).query_async(&mut raw(&server).await).await.unwrap();
    assert!(store.record(&key("b"), at(60), at(0)).await.is_err());
    answers_at_last(&store, is_fresh).await;
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_server_without_memory_left_is_full() {
    let server = RedisServer::start(&[]);
    let store = connect(&server).await;
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    let mut raw = raw(&server).await;
    let () = redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg("1").query_async(&mut raw).await.unwrap();
    assert_eq!(store.record(&key("b"), at(60), at(0)).await.unwrap(), Replay::Full);
    let () = redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg("0").query_async(&mut raw).await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Replayed, "nothing was forgotten");
    assert_eq!(store.record(&key("b"), at(60), at(0)).await.unwrap(), Replay::Fresh);
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_server_that_only_copies_is_no_store() {
    let server = RedisServer::start(&[]);
    let copy = RedisServer::start(&["--replicaof", "127.0.0.1", &server.port.to_string()]);
    let error = connect(&copy).await.record(&key("a"), at(60), at(0)).await.unwrap_err().to_string();
    assert!(error.contains("READONLY") || error.contains("read only"), "{error}");
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn passwords_and_tls_come_by_the_url() {
    let server = RedisServer::start(&["--requirepass", "open@sesame"]);
    let error = RedisReplayStore::connect(&server.url(), "").await.unwrap_err().to_string();
    assert!(error.contains("NOAUTH") || error.contains("uthentication"), "{error}");
    let wrong = format!("redis://:wrong@127.0.0.1:{}", server.port);
    let error = format!("{:?}", RedisReplayStore::connect(&wrong, "").await.unwrap_err());
    assert!(!error.contains("wrong@") && !error.contains(":wrong"), "{error}");
    let url = format!("redis://:open%40sesame@127.0.0.1:{}", server.port);
    let store = RedisReplayStore::connect(&url, "").await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    assert!(!format!("{store:?}").contains("sesame"));

    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (certificate, secret) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&secret, made.signing_key.serialize_pem()).unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let (certificate, secret) = (certificate.to_str().unwrap(), secret.to_str().unwrap());
    let tls =
        ["--tls-port", &free, "--tls-cert-file", certificate, "--tls-key-file", secret, "--tls-auth-clients", "no"];
    let _server = RedisServer::start(&tls);
    let url = format!("rediss://localhost:{free}");
    assert!(RedisReplayStore::connect(&url, "").await.is_err(), "nobody vouches for its certificate");
    let mut settings = RedisReplaySettings::default();
    settings.roots_pem = Some(made.cert.pem().into_bytes());
    // a first handshake takes a busy machine longer than requests wait for
    settings.time_limit = Duration::from_secs(30);
    let store = RedisReplayStore::connect_with(&url, "", settings).await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Replayed);
}

#[tokio::test]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn what_does_not_answer_in_time_is_refused() {
    let server = RedisServer::start(&[]);
    let limited = |milliseconds| {
        let mut settings = RedisReplaySettings::default();
        settings.time_limit = Duration::from_millis(milliseconds);
        settings
    };
    assert_eq!(RedisReplaySettings::default().time_limit, Duration::from_secs(1));
    let store = RedisReplayStore::connect_with(&server.url(), "", limited(3_000)).await.unwrap();
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    server.signal("STOP");
    let begin = Instant::now();
    let answer = store.record(&key("b"), at(60), at(0)).await;
    let took = begin.elapsed();
    let error = answer.unwrap_err().to_string();
    // not before its time, and not when the machine's own patience is over: how busy it is may not matter
    assert!(error.contains("3000 ms") || error.contains("timed out"), "{error}");
    assert!((Duration::from_millis(2_900)..Duration::from_secs(60)).contains(&took), "{took:?}");
    // one that waits for a connection that is being made has its own time
    let error = store.record(&key("c"), at(60), at(0)).await.unwrap_err().to_string();
    assert!(error.contains("3000 ms") || error.contains("timed out"), "{error}");
    server.signal("CONT");
    answers_at_last(&store, is_fresh).await;
    let begin = Instant::now();
    assert!(
        RedisReplayStore::connect_with("redis://127.0.0.1:9", "", limited(200)).await.is_err(),
        "nobody listens there"
    );
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// Two stores, a server that writes everything down and is killed twice: refusals while it is away, nothing twice, and work again after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn a_killed_server_means_refusals_and_nothing_twice() {
    let mut server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let stores = [Arc::new(connect(&server).await), Arc::new(connect(&server).await)];
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..8 {
        let (stores, stop) = (stores.clone(), Arc::clone(&stop));
        tasks.spawn(async move {
            let mut answers = Vec::new();
            for n in 0_u64.. {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                let nonce = format!("{task}-{n}");
                let key = key(&nonce);
                let (one, other) =
                    tokio::join!(stores[0].record(&key, at(3_600), at(0)), stores[1].record(&key, at(3_600), at(0)));
                let fresh = [&one, &other].iter().filter(|answer| matches!(answer, Ok(Replay::Fresh))).count();
                let refused = [&one, &other].iter().filter(|answer| answer.is_err()).count();
                answers.push((nonce, fresh, refused));
            }
            answers
        });
    }
    let mut phases = Vec::new();
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        server.kill();
        // while it is away, nobody gets in
        for store in &stores {
            let answer = store.record(&key("while it is away"), at(3_600), at(0)).await;
            assert!(answer.is_err(), "{answer:?}");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(server.restart());
        let begin = Instant::now();
        // back by itself, on both; an answer that gets lost uses up its nonce
        for (n, store) in stores.iter().enumerate() {
            for attempt in 0.. {
                let key = key(&format!("back {n} {} {attempt}", phases.len()));
                if matches!(store.record(&key, at(3_600), at(0)).await, Ok(Replay::Fresh)) {
                    break;
                }
                assert!(begin.elapsed() < Duration::from_secs(120), "it does not find its server again");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        phases.push(begin.elapsed());
    }
    tokio::time::sleep(Duration::from_millis(700)).await;
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let answers: Vec<(String, usize, usize)> = tasks.join_all().await.into_iter().flatten().collect();
    assert!(answers.iter().all(|(_, fresh, _)| *fresh <= 1), "a nonce was accepted by both");
    let accepted: Vec<&str> =
        answers.iter().filter(|(_, fresh, _)| *fresh == 1).map(|(nonce, ..)| nonce.as_str()).collect();
    let refused: usize = answers.iter().map(|(.., refused)| refused).sum();
    assert!(accepted.len() > 100 && refused > 10, "{} accepted, {refused} refused", accepted.len());
    for nonce in &accepted {
        assert_eq!(stores[0].record(&key(nonce), at(3_600), at(0)).await.unwrap(), Replay::Replayed, "{nonce} again");
    }
    eprintln!("{} accepted once, {refused} refused while Redis was away, back after {phases:?}", accepted.len());
}

/// Not a test by itself: the server process that the test below starts. Its paths are nonces.
#[test]
fn process_that_serves() {
    let Ok(url) = std::env::var(SERVE_WITH) else { return };
    // it does not outlive whoever started it
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let mut settings = RedisReplaySettings::default();
        // a machine that is busy with other tests is slow, and that is not what is looked at here
        settings.time_limit = Duration::from_secs(60);
        let store = Arc::new(RedisReplayStore::connect_with(&url, "shared:", settings).await.unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening on {}", listener.local_addr().unwrap());
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let store = Arc::clone(&store);
            let service = service_fn(move |request: Request<Incoming>| {
                let store = Arc::clone(&store);
                async move {
                    let status = match store.record(&key(request.uri().path()), at(3_600), at(0)).await {
                        Ok(Replay::Fresh) => StatusCode::OK,
                        Ok(_) => StatusCode::UNAUTHORIZED,
                        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
                    };
                    let mut response = Response::new(Empty::<&[u8]>::new());
                    *response.status_mut() = status;
                    Ok::<_, Infallible>(response)
                }
            });
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
}

struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(redis: &RedisServer) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "redis::process_that_serves", "--nocapture", "--quiet"])
            .env(SERVE_WITH, redis.url())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("listening on ") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the server process ended");
        }
        let address = line.split("listening on ").nth(1).unwrap().trim().to_owned();
        Self { process, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The statuses of so many equal requests, all of them sent before the first answer is read.
async fn statuses(address: String, path: String, requests: usize) -> Vec<u16> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: agent.example.com\r\n\r\n").repeat(requests);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    let mut buffer = [0; 65_536];
    // each answer has one empty line, at its end
    while text.matches("\r\n\r\n").count() < requests {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the server hung up after {} answers", text.matches("\r\n\r\n").count());
        text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    text.split("HTTP/1.1 ").skip(1).map(|answer| answer[..3].parse().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn ten_thousand_copies_to_two_processes_are_accepted_once() {
    let redis = RedisServer::start(&[]);
    let servers = [Served::start(&redis), Served::start(&redis)];
    for round in 0..3 {
        let mut tasks = tokio::task::JoinSet::new();
        for connection in 0..400 {
            let address = servers[connection % 2].address.clone();
            tasks.spawn(statuses(address, format!("/nonce-{round}"), 25));
        }
        let mut count: HashMap<u16, usize> = HashMap::new();
        for status in tasks.join_all().await.into_iter().flatten() {
            *count.entry(status).or_default() += 1;
        }
        assert_eq!(count, HashMap::from([(200, 1), (401, 9_999)]), "round {round}");
    }
}

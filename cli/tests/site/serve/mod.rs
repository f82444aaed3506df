//! `adp serve`: what was published is fetched and verified by strangers, and nothing else can be had.

mod auth;

use super::https;
use super::publisher::{DID, HOST, Publisher, adp, done, exit_and_error, json, stderr, stdout};
use adp_fixtures::third_party;
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant, SystemTime},
};

/// A running `adp serve`.
pub struct Server {
    child: Child,
    said: Value,
    pub cacert: PathBuf,
}

impl Server {
    pub fn start(publisher: &Publisher, arguments: &[&str]) -> Self {
        let (site, cacert) = (publisher.path("site"), publisher.path("ca.pem"));
        let own = ["serve", site.to_str().unwrap(), "--listen", "127.0.0.1:0", "--json"];
        let mut command = adp(&own);
        if !arguments.contains(&"--cert") {
            command.args(["--force", "--self-signed-ca-out", cacert.to_str().unwrap()]);
        }
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut text = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut text).unwrap();
        Self { child, said: serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")), cacert }
    }

    pub fn address(&self) -> &str {
        self.said["address"].as_str().unwrap()
    }

    /// Runs `adp` with the flags that let it reach the server.
    pub fn adp(&self, arguments: &[&str]) -> Output {
        let resolve = self.said["resolve"].as_str().unwrap();
        adp(arguments).args(["--resolve", resolve, "--cacert", self.cacert.to_str().unwrap()]).output().unwrap()
    }

    fn connect(&self) -> https::Connection {
        https::connect(self.address(), HOST, &fs::read(&self.cacert).unwrap())
    }

    /// Sends bytes as they stand, on a connection of its own, and reads until the server closes it; the head and the body of the answer.
    fn exchange(&self, bytes: impl AsRef<[u8]>) -> (String, Vec<u8>) {
        let mut stream = self.connect();
        // a server that has read enough answers and closes
        let _ = stream.write_all(bytes.as_ref());
        https::answer(&https::rest(&mut stream))
    }

    /// Sends a request as it stands, on a connection of its own; the head and the body of the answer.
    pub fn request(&self, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
        self.exchange(format!("{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n{headers}\r\n"))
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([format!("-{signal}"), pid]).status().unwrap().success());
    }

    /// A `GET` whose answer is not read beyond its head.
    fn begin(&self, path: &str) -> (https::Connection, String) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n").unwrap();
        let head = https::head(&mut stream);
        (stream, head)
    }

    /// A field of Linux' `/proc/PID/…`, in its unit.
    #[cfg(target_os = "linux")]
    fn proc(&self, file: &str, name: &str) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    pub fn status(&self, method: &str, path: &str, headers: &str) -> u16 {
        https::status(&self.request(method, path, headers).0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Several agents of one host: the host's own, and Alice with a DID and an Ed25519 key of hers.
fn published() -> Publisher {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at("alice.pem")]));
    let alice =
        ["did", "create", "--host", HOST, "--path", "staff:alice", "--key", &at("alice.pem"), "--profile", "plain"];
    done(adp(&alice).args(["-o", &at("agents/alice.did.json")]));
    let described = ["init", "--name", "Alice", "--did", "did:wba:agent.example.com:staff:alice"];
    let id = "https://agent.example.com/staff/alice/ad.json";
    done(adp(&described).args(["--id", id, "-o", &at("agents/alice.ad.json")]));
    publisher.describe("rooms/ad.json", "Rooms");
    publisher.write("agents/booking.yaml", "openapi: 3.1.0\n");
    let output = publisher.run(&["--key", &at("alice.pem"), "--page-size", "2", "--at", &now()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    publisher
}

/// The machine's time, which `adp verify` verifies for.
fn now() -> String {
    agent_description::Timestamp::now().truncated_to_second().to_string()
}

#[test]
fn an_address_in_use_is_named() {
    let publisher = Publisher::new();
    publisher.publish();
    let server = Server::start(&publisher, &[]);
    let (site, cacert) = (publisher.path("site"), publisher.path("second.pem"));
    let (site, cacert) = (site.to_str().unwrap(), cacert.to_str().unwrap());
    let second = adp(&["serve", site, "--listen", server.address(), "--self-signed-ca-out", cacert]).output().unwrap();
    let expected = format!(
        "error[net-connect]: cannot listen on {}: Address already in use (os error 98)\n\
         help: stop the process that uses this address, or pass another --listen\n",
        server.address()
    );
    assert_eq!((second.status.code(), stderr(&second)), (Some(4), expected));
}

#[test]
fn everything_published_is_fetched_resolved_and_verified() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    assert_eq!(server.said["host"], HOST);
    let schema = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/serve.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    assert!(schema.is_valid(&server.said) && !schema.is_valid(&serde_json::json!({})), "{}", server.said);
    for did in [DID, "did:wba:agent.example.com:staff:alice"] {
        let output = server.adp(&["did", "resolve", did]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    // the pages lead to every description, and each of them verifies
    let mut next = Some("/.well-known/agent-descriptions".to_owned());
    let mut urls = Vec::new();
    while let Some(path) = next {
        let (head, body) = server.request("GET", &path, "");
        assert!(header(&head, "content-type").is_some_and(|found| found.ends_with("json")), "{head}");
        let page: Value = serde_json::from_slice(&body).unwrap();
        urls.extend(page["items"].as_array().unwrap().iter().map(|item| item["@id"].as_str().unwrap().to_owned()));
        next = page["next"].as_str().map(|url| url.strip_prefix("https://agent.example.com").unwrap().to_owned());
    }
    assert_eq!(urls.len(), 3);
    for url in urls {
        let output = server.adp(&["verify", &url, "--require-domain", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let report = json(&output);
        assert_eq!(report["domain"], HOST);
        for name in ["domain", "id-matches-url", "did-host-matches"] {
            let check = report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap();
            assert_eq!(check["result"], "pass", "{name} of {url}");
        }
    }
    // every file of the site, byte for byte
    for (name, bytes) in publisher.site() {
        let found = server.request("GET", &format!("/{name}"), "");
        if name == ".adp-site.json" {
            assert!(found.0.starts_with("http/1.1 404"), "{}", found.0);
        } else {
            assert_eq!(found.1, bytes, "{name}");
        }
    }
    // trust is what --cacert gives, for the names the certificate has
    let resolve = server.said["resolve"].as_str().unwrap();
    let output = adp(&["did", "resolve", DID, "--resolve", resolve]).output().unwrap();
    assert_eq!(exit_and_error(&output), (Some(4), "net-tls".to_owned()));
}

/// The SDK's crawler goes by the listing, and reads interfaces of ANP-07 alone.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_crawler_of_the_anp_sdk_reads_what_publish_also_writes() {
    let publisher = Publisher::new();
    publisher.write("agents/ad.json", &super::publish::also::described());
    let published = publisher.run(&["--also", "anp-07"]);
    assert_eq!(published.status.code(), Some(0), "{}", stderr(&published));
    let server = Server::start(&publisher, &[]);
    let port = server.address().rsplit(':').next().unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/interop/anp_crawl.py");
    let output = Command::new(third_party::python())
        .args(["-B", program, server.cacert.to_str().unwrap(), &format!("https://localhost:{port}")])
        .args([publisher.path("site/.well-known/did.json"), publisher.path("agent.pem")])
        .output()
        .unwrap();
    let found = json(&output);
    assert_eq!(found["/ad.anp-07.json"]["type"], "AgentDescription", "{found:#}\n{}", stderr(&output));
    assert_eq!(found["/ad.anp-07.json"]["tools"], serde_json::json!(["book"]), "{found:#}");
    assert_eq!(found["/ad.json"]["type"], serde_json::Value::Null);
    third_party::ran("interop-anp-crawls-both", found.as_object().unwrap().len());
}

/// `tests/interop/anp_resolve.py`: the ANP SDK for Python takes the DID documents, media type and all.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_anp_sdk_resolves_what_is_served() {
    let python = third_party::python();
    let publisher = published();
    let at = |name: &str| publisher.path(name).display().to_string();
    let mut dids = vec![DID.to_owned(), "did:wba:agent.example.com:staff:alice".to_owned()];
    for (profile, key_type) in [("e1", "ed25519"), ("k1", "secp256k1")] {
        let (key, document) = (at(profile), at(&format!("agents/{profile}.did.json")));
        done(&mut adp(&["key", "generate", "--type", key_type, "-o", &key]));
        let create = ["did", "create", "--host", HOST, "--path", "user", "--profile", profile, "--key", &key];
        dids.push(done(adp(&create).args(["-o", &document])).lines().next().unwrap().to_owned());
    }
    let output = publisher.run(&["--key", &at("alice.pem"), "--at", &now()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let server = Server::start(&publisher, &[]);
    let port = server.address().rsplit(':').next().unwrap();
    let output = Command::new(python)
        .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/interop/anp_resolve.py")])
        .args([server.cacert.to_str().unwrap(), &format!("https://localhost:{port}")])
        .args(&dids)
        .output()
        .unwrap();
    let answers = stdout(&output);
    assert_eq!(answers.lines().collect::<Vec<_>>(), ["resolved"; 4], "{}", stderr(&output));
    third_party::ran("interop-anp-resolves-served", dids.len());
}

#[test]
fn headers_for_caches_and_readers() {
    let publisher = published();
    let server = Server::start(&publisher, &["--max-age", "90s"]);
    for (path, media_type) in [
        ("/.well-known/did.json", "application/did+json"),
        ("/.well-known/agent-descriptions", "application/ld+json"),
        ("/agent-descriptions/page-2.json", "application/ld+json"),
        ("/ad.json", "application/ld+json"),
        ("/booking.yaml", "application/yaml"),
    ] {
        let (head, body) = server.request("GET", path, "");
        assert!(head.starts_with("http/1.1 200 "), "{head}");
        assert_eq!(header(&head, "content-type"), Some(media_type), "{path}");
        assert_eq!(header(&head, "accept-ranges"), Some("none"));
        assert_eq!(header(&head, "access-control-allow-origin"), Some("*"));
        assert_eq!(header(&head, "content-length"), Some(body.len().to_string().as_str()));
        assert_eq!(header(&head, "cache-control"), Some("public, max-age=90"));
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"));
        let opaque = header(&head, "etag").unwrap().strip_prefix("w/").unwrap();
        let tag = format!("W/{opaque}");

        let (same, nothing) = server.request("HEAD", path, "");
        assert_eq!((without_date(&same), nothing.len()), (without_date(&head), 0));
        for (headers, status) in [
            (format!("If-None-Match: {tag}\r\n"), 304),
            (format!("If-None-Match: \"a\", {opaque}\r\n"), 304),
            (format!("If-None-Match: \"a\"\r\nIf-None-Match: W/{opaque}, \"b\"\r\n"), 304),
            ("If-None-Match: *\r\n".to_owned(), 304),
            ("If-None-Match: \"other\"\r\n".to_owned(), 200),
            (format!("If-None-Match: \"a, {}\r\n", &opaque[1..]), 200),
            // of ranges nothing is known: the whole file
            ("Range: bytes=0-0\r\n".to_owned(), 200),
            (format!("Range: bytes=9-1\r\nIf-Range: {tag}\r\n"), 200),
        ] {
            for method in ["GET", "HEAD"] {
                let (found, body) = server.request(method, path, &headers);
                assert_eq!(https::status(&found), status, "{method} {path} {headers}");
                assert_eq!(header(&found, "cache-control"), Some("public, max-age=90"));
                assert_eq!(header(&found, "etag"), header(&head, "etag"));
                assert_eq!(body.is_empty(), status == 304 || method == "HEAD");
            }
        }
    }
    // `HEAD` has the head of `GET`, whatever the answer is
    for (path, headers) in [("/missing.json", ""), ("/", ""), ("/ad.json", "Host: b\r\n")] {
        let [get, head] = ["GET", "HEAD"].map(|method| server.request(method, path, headers));
        assert_eq!((without_date(&head.0), head.1.len()), (without_date(&get.0), 0), "{path}");
    }
    // a change is a new tag; so is a date that HTTP cannot write
    let file = publisher.path("site/ad.json");
    let mut tags = vec![header(&server.request("HEAD", "/ad.json", "").0, "etag").unwrap().to_owned()];
    for seconds in [-1, 0, 253_402_300_800_i64] {
        let length = Duration::from_secs(seconds.unsigned_abs());
        let date = if seconds < 0 { SystemTime::UNIX_EPOCH - length } else { SystemTime::UNIX_EPOCH + length };
        fs::File::options().write(true).open(&file).unwrap().set_modified(date).unwrap();
        tags.push(header(&server.request("GET", "/ad.json", "").0, "etag").unwrap().to_owned());
    }
    publisher.write("site/ad.json", "{}");
    tags.push(header(&server.request("HEAD", "/ad.json", "").0, "etag").unwrap().to_owned());
    assert_eq!(tags.iter().collect::<std::collections::HashSet<_>>().len(), 5, "{tags:?}");
}

/// `/healthz` is a path of the site, so operators have an address of their own.
#[test]
fn responses_are_logged_and_counted() {
    let publisher = published();
    publisher.write("site/healthz", "theirs");
    let (site, cacert, log) = (publisher.path("site"), publisher.path("ca.pem"), publisher.path("log"));
    let mut command = adp(&["serve", site.to_str().unwrap(), "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"]);
    command.args(["--json", "--force", "--self-signed-ca-out", cacert.to_str().unwrap()]);
    let mut child = command.stdout(fs::File::create(&log).unwrap()).spawn().unwrap();
    let read = || -> Vec<Value> {
        let log = fs::read_to_string(&log).unwrap();
        serde_json::Deserializer::from_str(&log).into_iter().map_while(Result::ok).collect()
    };
    while read().is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let server = Server { child, said: read().remove(0), cacert };
    assert_eq!(server.request("GET", "/healthz", "").1, b"theirs");
    assert_eq!(server.status("POST", "/ad.json?token=secret", "User-Agent: {\"status\": 1}\r\n"), 405);
    let admin = |path: &str| {
        let mut stream = TcpStream::connect(server.said["admin"].as_str().unwrap()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
        std::io::read_to_string(stream).unwrap()
    };
    assert!(admin("/healthz").ends_with("\r\n\r\nok\n"));
    let counted = "adp_serve_responses_total{status=\"405\",code=\"\"} 1\n";
    assert!(admin("/metrics").contains(counted), "{}", admin("/metrics"));
    let mut lines = read().split_off(1);
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        assert!(line.remove("time").unwrap().as_str().unwrap().ends_with('Z') && line.remove("milliseconds").is_some());
    }
    let line = |status: u16, request: &str| {
        serde_json::json!({"status": status, "client": "127.0.0.1", "request": request, "did": null,
            "claimed_did": null, "entry": null, "code": null, "detail": null})
    };
    assert_eq!(lines, [line(200, "GET /healthz"), line(405, "POST /ad.json")]);
}

/// A folder and a file whose names become links, again and again, while they are asked for.
#[cfg(unix)]
#[test]
fn no_link_that_appears_while_serving_leads_out() {
    use std::{
        os::unix::fs::symlink,
        sync::atomic::{AtomicBool, Ordering},
    };
    /// Ends the other thread, also if this one fails.
    struct StopOnDrop<'a>(&'a AtomicBool);
    impl Drop for StopOnDrop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let publisher = published();
    publisher.write("outside/ad.json", "outside");
    publisher.write("site/sub/ad.json", "inside");
    publisher.write("site/ad2.json", "inside");
    let server = Server::start(&publisher, &[]);
    let (site, stop) = (publisher.path("site"), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                for (name, target) in [("sub", "../outside"), ("ad2.json", "../outside/ad.json")] {
                    fs::rename(site.join(name), site.join("away")).unwrap();
                    symlink(target, site.join(name)).unwrap();
                    fs::remove_file(site.join(name)).unwrap();
                    fs::rename(site.join("away"), site.join(name)).unwrap();
                }
            }
        });
        let _stop = StopOnDrop(&stop);
        let mut stream = server.connect();
        let mut served = 0;
        for round in 0..3_000 {
            let (path, method) = (["/sub/ad.json", "/ad2.json"][round % 2], ["GET", "HEAD"][round / 2 % 2]);
            // in one write: pieces would wait for each other on the way
            let request = format!("{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n");
            stream.write_all(request.as_bytes()).unwrap();
            let head = https::head(&mut stream);
            let length: usize = header(&head, "content-length").unwrap().parse().unwrap();
            let mut body = vec![0; if method == "GET" { length } else { 0 }];
            stream.read_exact(&mut body).unwrap();
            match https::status(&head) {
                200 => assert_eq!((length, method == "GET" && body != b"inside"), (6, false), "{path}"),
                404 => {}
                status => panic!("{status}"),
            }
            served += usize::from(head.starts_with("http/1.1 200 "));
        }
        assert!(served > 0);
    });
}

/// 60 MiB, which take no room on the disk.
#[cfg(target_os = "linux")]
const LARGE: u64 = 60 << 20;

#[cfg(target_os = "linux")]
fn large(publisher: &Publisher, name: &str) -> fs::File {
    let file = fs::File::create(publisher.path("site").join(name)).unwrap();
    file.set_len(LARGE).unwrap();
    // long ago: a change shows, however soon it comes
    file.set_modified(long_ago()).unwrap();
    file
}

#[cfg(target_os = "linux")]
fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)
}

#[cfg(target_os = "linux")]
#[test]
fn slow_readers_of_large_files_cost_little() {
    let publisher = published();
    large(&publisher, "large.bin");
    let server = Server::start(&publisher, &[]);
    let stalled: Vec<_> = (0..30).map(|_| server.begin("/large.bin")).collect();
    // one that reads gets all of it meanwhile
    let (head, body) = server.request("GET", "/large.bin", "");
    assert_eq!(header(&head, "content-length"), Some(LARGE.to_string().as_str()));
    assert!(body.len() as u64 == LARGE && body.iter().all(|byte| *byte == 0), "{}", body.len());
    for (_, head) in &stalled {
        assert!(head.starts_with("http/1.1 200 "), "{head}");
    }
    let most = server.proc("status", "VmHWM") >> 10;
    assert!(most < 100, "{most} MiB");
}

#[cfg(target_os = "linux")]
#[test]
fn a_head_reads_nothing_of_the_file() {
    let publisher = published();
    large(&publisher, "large.bin");
    large(&publisher, "large.json");
    let text = format!("{{\"@context\": {{}}, \"text\": \"{}\"}}", "x".repeat(900_000));
    publisher.write("site/long.json", &text);
    let server = Server::start(&publisher, &[]);
    for path in ["/large.bin", "/large.json", "/long.json"] {
        let (head, _) = server.request("HEAD", path, "");
        let opaque = header(&head, "etag").unwrap().trim_start_matches("w/").to_owned();
        let before = server.proc("io", "rchar");
        for _ in 0..20 {
            assert_eq!(server.status("HEAD", path, ""), 200);
            assert_eq!(server.status("GET", path, &format!("If-None-Match: {opaque}\r\n")), 304);
        }
        let read = server.proc("io", "rchar") - before;
        // handshakes and requests
        assert!(read < 500_000, "{path}: {read}");
    }
}

/// What `adp publish` does, another file in its place, changes nothing of an answer under way. A file that is cut short does not arrive as if it
/// were whole.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_replaced_while_it_is_sent_is_sent_whole() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let file = large(&publisher, "cut");
    let (mut stream, head) = server.begin("/cut");
    assert_eq!(header(&head, "content-length"), Some(LARGE.to_string().as_str()));
    file.set_len(LARGE / 2).unwrap();
    let body = https::rest(&mut stream);
    assert!((body.len() as u64) < LARGE, "{}", body.len());

    drop(large(&publisher, "replaced"));
    let (mut stream, _) = server.begin("/replaced");
    publisher.write("site/other", "other");
    fs::rename(publisher.path("site/other"), publisher.path("site/replaced")).unwrap();
    let mut body = vec![1; usize::try_from(LARGE).unwrap()];
    stream.read_exact(&mut body).unwrap();
    assert!(body.iter().all(|byte| *byte == 0));
    assert_eq!(server.request("GET", "/replaced", "").1, b"other");
}

#[cfg(unix)]
#[test]
fn special_files_are_not_waited_for() {
    let publisher = published();
    let pipe = publisher.path("site/pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    drop(std::os::unix::net::UnixListener::bind(publisher.path("site/socket")).unwrap());
    std::os::unix::fs::symlink("/dev/zero", publisher.path("site/zero")).unwrap();
    let server = Server::start(&publisher, &[]);
    for path in ["/pipe.json", "/socket", "/zero"] {
        assert_eq!(server.status("GET", path, ""), 404, "{path}");
    }
}

/// Too many open files, as here, or a disk's fault: nothing is known of the file, so nobody is told that there is none.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_opened_is_not_missing() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let limit = format!("--pid={}", server.child.id());
    let mut first = server.connect();
    write!(first, "GET /ad.json HTTP/1.1\r\nHost: {HOST}\r\n\r\n").unwrap();
    let head = https::head(&mut first);
    let length: usize = header(&head, "content-length").unwrap().parse().unwrap();
    first.read_exact(&mut vec![0; length]).unwrap();
    // no descriptor is left for another file
    assert!(Command::new("prlimit").args([&limit, "--nofile=1:4096"]).status().unwrap().success());
    write!(first, "GET /ad.json HTTP/1.1\r\nHost: {HOST}\r\n\r\n").unwrap();
    assert_eq!(https::status(&https::head(&mut first)), 500);
    assert!(Command::new("prlimit").args([&limit, "--nofile=1024:4096"]).status().unwrap().success());
    assert_eq!(server.status("GET", "/ad.json", ""), 200);
}

#[test]
fn heads_of_requests() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let host = format!("Host: {HOST}\r\n");
    let close = "Connection: close\r\n\r\n";
    let long = "x".repeat(60_000);
    let of_length = |length: usize| {
        let around = format!("GET /ad.json HTTP/1.1\r\n{host}X: \r\n{close}").len();
        format!("GET /ad.json HTTP/1.1\r\n{host}X: {}\r\n{close}", "x".repeat(length - around))
    };
    for (head, status) in [
        // one Host, of its form; which one decides nothing (RFC 9112 section 3.2)
        (format!("GET /ad.json HTTP/1.1\r\n{host}{close}"), 200),
        (format!("GET /ad.json HTTP/1.1\r\nHost: localhost:8443\r\n{close}"), 200),
        (format!("GET /ad.json HTTP/1.1\r\nHost: [::1]:8443\r\n{close}"), 200),
        (format!("GET /ad.json HTTP/1.1\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\n{host}{host}{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost: a b\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost: a/b\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost: me@a\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost: a:port\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost: a:99999\r\n{close}"), 400),
        (format!("GET /ad.json HTTP/1.1\r\nHost:\r\n{close}"), 400),
        ("GET /ad.json HTTP/1.0\r\n\r\n".to_owned(), 200),
        // forms of the target
        (format!("GET https://{HOST}/ad.json HTTP/1.1\r\n{host}{close}"), 200),
        (format!("GET https://{HOST}/../secret HTTP/1.1\r\n{host}{close}"), 404),
        (format!("GET /ad.json?x=/../y HTTP/1.1\r\n{host}{close}"), 200),
        (format!("OPTIONS * HTTP/1.1\r\n{host}{close}"), 405),
        (format!("CONNECT {HOST}:443 HTTP/1.1\r\n{host}{close}"), 405),
        (format!("GET ad.json HTTP/1.1\r\n{host}{close}"), 404),
        (format!("GET /ad.json\0 HTTP/1.1\r\n{host}{close}"), 400),
        (format!("GET /ad json HTTP/1.1\r\n{host}{close}"), 400),
        (format!("GET /{long} HTTP/1.1\r\n{host}{close}"), 404),
        (format!("GET /{} HTTP/1.1\r\n{host}{close}", "x/".repeat(30_000) + "x"), 404),
        // no more than 100 lines, and 64 KiB, to the byte
        (format!("GET /ad.json HTTP/1.1\r\n{host}{}{close}", "X: y\r\n".repeat(98)), 200),
        (format!("GET /ad.json HTTP/1.1\r\n{host}{}{close}", "X: y\r\n".repeat(99)), 431),
        (format!("GET /ad.json HTTP/1.1\r\n{host}X: {long}\r\n{close}"), 200),
        (format!("GET /ad.json HTTP/1.1\r\n{host}X: {long}{long}\r\n{close}"), 431),
        (of_length(65_536), 200),
        (of_length(65_537), 431),
        (of_length(90_000), 431),
    ] {
        let (answer, _) = server.exchange(&head);
        assert_eq!(https::status(&answer), status, "{}: {answer}", &head[..head.len().min(200)]);
    }
    // requests in one go are answered one after the other, and a body that nobody reads is no request
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\n{host}\r\n");
    let body = "GET /rooms/ad.json HTTP/1.1\r\n\r\n";
    let post = format!("POST /ad.json HTTP/1.1\r\n{host}Content-Length: {}\r\n\r\n{body}", body.len());
    let all = get("/ad.json")
        + &get("/missing")
        + &post
        + &get("/booking.yaml")
        + &format!("HEAD /ad.json HTTP/1.1\r\n{host}{close}");
    let mut stream = server.connect();
    stream.write_all(all.as_bytes()).unwrap();
    let text = String::from_utf8(https::rest(&mut stream)).unwrap();
    let statuses: Vec<&str> = text.match_indices("HTTP/1.1 ").map(|(at, _)| &text[at + 9..at + 12]).collect();
    assert_eq!(statuses, ["200", "404", "405", "200", "200"], "{text}");
}

/// Connections from an address of this machine on which nothing is said; they live as long as the runtime.
#[cfg(target_os = "linux")]
fn silent(server: &Server, runtime: &tokio::runtime::Runtime, from: &str, count: usize) -> Vec<tokio::net::TcpStream> {
    let connect = async || {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        socket.connect(server.address().parse().unwrap()).await.unwrap()
    };
    (0..count).map(|_| runtime.block_on(connect())).collect()
}

/// One machine alone keeps nobody out, nor do others wait for it.
#[cfg(target_os = "linux")]
#[test]
fn an_address_has_half_of_the_places() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let silent = silent(&server, &runtime, "127.0.0.2", 300);
    assert_eq!(server.status("GET", "/ad.json", ""), 200);
    // those over the half have been closed, no other has ended yet
    let is_open = |stream: &tokio::net::TcpStream| {
        let told = runtime.block_on(async {
            let wait = tokio::time::timeout(Duration::from_millis(10), stream.readable()).await;
            wait.is_ok().then(|| stream.try_read(&mut [0; 16]))
        });
        match told {
            None => true,
            Some(read) => read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock),
        }
    };
    let open: Vec<_> = silent.iter().map(is_open).collect();
    assert_eq!(open.iter().position(|open| !open), Some(128));
    assert!(open[128..].iter().all(|open| !open));
}

/// A place is free again when whoever held it is let go; until then nobody who has less than half of them is turned away, but waits.
#[cfg(target_os = "linux")]
#[test]
fn places_are_for_256_at_a_time() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let begun = Instant::now();
    let silent = ["127.0.0.2", "127.0.0.3"].map(|from| silent(&server, &runtime, from, 128));
    assert_eq!(server.status("GET", "/ad.json", ""), 200);
    assert!(begun.elapsed() > Duration::from_secs(8), "{:?}", begun.elapsed());
    drop(silent);
}

/// The lines of a head but the one that another second changes.
fn without_date(head: &str) -> Vec<&str> {
    head.lines().filter(|line| !line.starts_with("date: ")).collect()
}

#[test]
fn nothing_else_can_be_had() {
    let publisher = published();
    publisher.write("secret.txt", "outside");
    publisher.write("site/.htpasswd", "hidden");
    publisher.write("site/.well-known/.hidden", "hidden");
    #[cfg(unix)]
    std::os::unix::fs::symlink(publisher.path("secret.txt"), publisher.path("site/link.txt")).unwrap();
    let server = Server::start(&publisher, &[]);
    for path in [
        "/",
        "/rooms",
        "/rooms/",
        "/.well-known",
        "/.well-known/",
        "/../secret.txt",
        "/rooms/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/rooms/%2e%2e%2f%2e%2e%2fsecret.txt",
        "/..\\secret.txt",
        "/%5c..%5csecret.txt",
        "//etc/passwd",
        "/%00",
        "/ad.json%00.txt",
        "/.htpasswd",
        "/%2ehtpasswd",
        "/.well-known/.hidden",
        "/.adp-site.json",
        "/link.txt",
        "/missing.json",
        "/ad.json/",
        "/AD.json/x",
        "/rooms%2fad.json",
        "/rooms%2Fad.json",
        "/ad.json%",
        "/%2fad.json",
        "//ad.json",
    ] {
        let (head, body) = server.request("GET", path, "");
        assert!(head.starts_with("http/1.1 404 ") || head.starts_with("http/1.1 400 "), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("outside"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] {
        let (head, _) = server.request(method, "/ad.json", "Content-Length: 0\r\n");
        assert!(head.starts_with("http/1.1 405 "), "{method}: {head}");
        assert_eq!(header(&head, "allow"), Some("get, head"));
        // what does not exist has no methods
        assert_eq!(server.status(method, "/missing.json", "Content-Length: 0\r\n"), 404, "{method}");
    }
}

#[test]
fn a_client_that_says_nothing_is_let_go() {
    let publisher = published();
    let server = Server::start(&publisher, &[]);
    let begun = Instant::now();
    // one never begins TLS, one never ends its head; others are served all the while
    let mut silent = TcpStream::connect(server.address()).unwrap();
    let mut slow = server.connect();
    write!(slow, "GET /ad.json HTTP/1.1\r\nHost: {HOST}\r\n").unwrap();
    assert_eq!(server.status("GET", "/ad.json", ""), 200);
    // far less than a client could wait, far more than a loaded machine needs
    silent.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
    assert_eq!(silent.read(&mut [0; 16]).unwrap(), 0);
    https::rest(&mut slow);
    assert!(begun.elapsed() > Duration::from_secs(5), "the time was given");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_in_order() {
    for signal in ["INT", "TERM"] {
        let publisher = published();
        let mut server = Server::start(&publisher, &[]);
        // a connection that is kept open does not keep the server
        let mut idle = server.connect();
        write!(idle, "GET /ad.json HTTP/1.1\r\nHost: {HOST}\r\n\r\n").unwrap();
        assert_ne!(idle.read(&mut [0; 64]).unwrap(), 0);
        let begun = Instant::now();
        server.signal(signal);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    }
}

/// Whoever reads that the server runs may end it at once, and still it ends in order: it hears signals before it says so.
#[cfg(target_os = "linux")]
#[test]
fn signals_are_heard_before_the_server_says_that_it_runs() {
    let publisher = published();
    let (site, cacert) = (publisher.path("site"), publisher.path("ca.pem"));
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        // a pipe that is full: the server is held up where it says that it runs
        let (mut reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&[b' '; 65536]).unwrap();
        let mut command = adp(&["serve", site.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
        command
            .args(["--force", "--self-signed-ca-out", cacert.to_str().unwrap()])
            .stdout(writer)
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // it has the pipe's other end too
        drop(command);
        let begun = Instant::now();
        let hears = || {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() >> (number - 1) & 1 == 1
        };
        let mut heard = hears();
        while !heard && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
            heard = hears();
        }
        if !heard {
            let _ = child.kill();
            panic!("{signal} is not heard");
        }
        assert!(Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap().success());
        let mut said = String::new();
        reader.read_to_string(&mut said).unwrap();
        assert!(said.contains("https://127.0.0.1:"), "{said}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn an_operator_s_certificate() {
    let publisher = published();
    let at = |name: &str| publisher.path(name).display().to_string();
    let authority = rcgen::KeyPair::generate().unwrap();
    let mut parameters = rcgen::CertificateParams::new(vec![HOST.to_owned()]).unwrap();
    parameters.is_ca = rcgen::IsCa::NoCa;
    fs::write(at("ca.pem"), parameters.self_signed(&authority).unwrap().pem()).unwrap();
    fs::write(at("tls.pem"), authority.serialize_pem()).unwrap();
    let (cert, key, site) = (at("ca.pem"), at("tls.pem"), at("site"));
    let arguments = ["--cert", cert.as_str(), "--key-file", key.as_str()];
    let refused = || {
        let output = adp(&["serve", &site, "--listen", "127.0.0.1:0"]).args(arguments).output().unwrap();
        exit_and_error(&output)
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(refused(), (Some(3), "io-read".to_owned()), "others could read the key");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let server = Server::start(&publisher, &arguments);
    assert_eq!(server.status("GET", "/ad.json", ""), 200);
    fs::write(&key, "no key").unwrap();
    assert_eq!(refused(), (Some(3), "key-malformed".to_owned()));
    // one of both, or none
    for arguments in [["serve", "x"].as_slice(), &["serve", "x", "--cert", "c"], &["serve", "x", "--key-file", "k"]] {
        assert_eq!(exit_and_error(&adp(arguments).output().unwrap()), (Some(2), "usage".to_owned()), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_served_says_why() {
    let publisher = published();
    let at = |name: &str| publisher.path(name).display().to_string();
    let server = Server::start(&publisher, &[]);
    let taken = ["serve", &at("site"), "--listen", server.address(), "--self-signed-ca-out", &at("other.pem")];
    assert_eq!(exit_and_error(&adp(&taken).output().unwrap()), (Some(4), "net-connect".to_owned()));
    assert!(!publisher.path("other.pem").exists(), "nobody serves with it");
    let missing = ["serve", &at("nowhere"), "--self-signed-ca-out", &at("other.pem")];
    let output = adp(&missing).output().unwrap();
    assert_eq!((exit_and_error(&output), stdout(&output)), ((Some(3), "io-read".to_owned()), String::new()));
}

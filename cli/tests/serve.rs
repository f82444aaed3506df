//! `adp serve`: what was published is fetched and verified by strangers, and nothing else can be had.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod publisher;
#[path = "../../tests/third_party/mod.rs"]
mod third_party;

use publisher::{DID, HOST, Publisher, adp, done, exit_and_error, json, stderr, stdout};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, pem::PemObject},
};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// A running `adp serve`.
struct Server {
    child: Child,
    said: Value,
    cacert: PathBuf,
}

impl Server {
    fn start(publisher: &Publisher, arguments: &[&str]) -> Self {
        let (site, cacert) = (publisher.path("site"), publisher.path("ca.pem"));
        let own = ["serve", site.to_str().unwrap(), "--listen", "127.0.0.1:0", "--json"];
        let mut command = adp(&own);
        if !arguments.contains(&"--cert") {
            command.args(["--self-signed-ca-out", cacert.to_str().unwrap()]);
        }
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut text = String::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            text.push_str(&line.unwrap());
            if text.ends_with('}') {
                break;
            }
        }
        Self { child, said: serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")), cacert }
    }

    fn address(&self) -> &str {
        self.said["address"].as_str().unwrap()
    }

    /// Runs `adp` with the flags that let it reach the server.
    fn adp(&self, arguments: &[&str]) -> Output {
        let resolve = self.said["resolve"].as_str().unwrap();
        adp(arguments).args(["--resolve", resolve, "--cacert", self.cacert.to_str().unwrap()]).output().unwrap()
    }

    fn connect(&self) -> StreamOwned<ClientConnection, TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(&self.cacert).unwrap()).unwrap();
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let connection = ClientConnection::new(Arc::new(config), HOST.try_into().unwrap()).unwrap();
        StreamOwned::new(connection, stream)
    }

    /// Sends a request as it stands, on a connection of its own; the head and the body of the answer.
    fn request(&self, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
        let mut stream = self.connect();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let at = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8(bytes[..at].to_vec()).unwrap().to_ascii_lowercase();
        (head, bytes.get(at + 4..).unwrap_or_default().to_vec())
    }

    fn status(&self, method: &str, path: &str, headers: &str) -> u16 {
        self.request(method, path, headers).0.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Several agents of one host: the host's own, and Alice with a DID and an Ed25519 key of hers.
fn published() -> Publisher {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at("alice.pem")]));
    let alice = ["did", "create", "--host", HOST, "--path", "staff:alice", "--key", &at("alice.pem")];
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
        assert_eq!(header(&head, "content-length"), Some(body.len().to_string().as_str()));
        assert_eq!(header(&head, "cache-control"), Some("public, max-age=90"));
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"));
        let etag = header(&head, "etag").unwrap();
        let modified = header(&head, "last-modified").unwrap();

        let (same, nothing) = server.request("HEAD", path, "");
        assert_eq!((header(&same, "content-length"), nothing.len()), (header(&head, "content-length"), 0));
        assert_eq!(header(&same, "etag"), Some(etag));
        for known in [format!("If-None-Match: {etag}\r\n"), format!("If-None-Match: \"x\", W/{etag}\r\n")] {
            let (head, body) = server.request("GET", path, &known);
            assert!(head.starts_with("http/1.1 304 "), "{known}{head}");
            assert_eq!((body.len(), header(&head, "etag")), (0, Some(etag)));
        }
        assert_eq!(server.status("GET", path, &format!("If-Modified-Since: {}\r\n", http_case(modified))), 304);
        assert_eq!(server.status("GET", path, "If-None-Match: \"other\"\r\n"), 200);
    }
    // a change is a new tag, at once
    let tag = |server: &Server| header(&server.request("HEAD", "/ad.json", "").0, "etag").unwrap().to_owned();
    let before = tag(&server);
    publisher.write("site/ad.json", "{}");
    assert_ne!(tag(&server), before);
}

/// The test reads heads in lower case; dates have capitals.
fn http_case(date: &str) -> String {
    date.split(' ')
        .map(|word| match word.split_at_checked(1) {
            _ if word == "gmt" => "GMT".to_owned(),
            Some((first, rest)) => first.to_uppercase() + rest,
            None => String::new(),
        })
        .collect::<Vec<_>>()
        .join(" ")
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
    ] {
        let (head, body) = server.request("GET", path, "");
        assert!(head.starts_with("http/1.1 404 ") || head.starts_with("http/1.1 400 "), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("outside"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] {
        let (head, _) = server.request(method, "/ad.json", "Content-Length: 0\r\n");
        assert!(head.starts_with("http/1.1 405 "), "{method}: {head}");
        assert_eq!(header(&head, "allow"), Some("get, head"));
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
    silent.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert_eq!(silent.read(&mut [0; 16]).unwrap_or(0), 0);
    let _ = slow.read_to_end(&mut Vec::new());
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
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
        let killed = Command::new("kill").args([format!("-{signal}"), server.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
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
    let missing = ["serve", &at("nowhere"), "--self-signed-ca-out", &at("other.pem")];
    let output = adp(&missing).output().unwrap();
    assert_eq!((exit_and_error(&output), stdout(&output)), ((Some(3), "io-read".to_owned()), String::new()));
}

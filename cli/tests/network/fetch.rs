//! Verbs that fetch, against an HTTPS server on loopback under a host name of the public web.

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

const HOST: &str = "agent.example.com";
const DID: &str = "did:wba:agent.example.com";
const DID_DOCUMENT: &str = "/.well-known/did.json";

/// Media types and bytes, by path.
type Files = Arc<Mutex<BTreeMap<String, (&'static str, Vec<u8>)>>>;

/// A site, its files, and the file of its CA certificate.
struct Web {
    server: Server,
    files: Files,
    cacert: PathBuf,
    _folder: tempfile::TempDir,
}

impl Web {
    fn start() -> Self {
        let (authority, files) = (Authority::new(), Files::default());
        let published = Arc::clone(&files);
        let answer = move |request: &Request| match published.lock().unwrap().get(request.path()) {
            Some(("protected", _)) => Answer::status(401, &["content-type: text/plain"], "who?"),
            Some((media_type, bytes)) => Answer::status(200, &[&format!("content-type: {media_type}")], bytes),
            None => Answer::status(404, &["content-type: text/plain"], "not found"),
        };
        let server = Server::start(authority.issue(&[HOST]), answer);
        let folder = tempfile::tempdir().unwrap();
        let cacert = folder.path().join("ca.pem");
        fs::write(&cacert, authority.pem()).unwrap();
        Self { server, files, cacert, _folder: folder }
    }

    /// Publishes a file, in place of what was there.
    fn publish(&self, path: &str, media_type: &'static str, bytes: &[u8]) {
        self.files.lock().unwrap().insert(path.to_owned(), (media_type, bytes.to_owned()));
    }

    /// What `--resolve` takes.
    fn resolve_override(&self) -> String {
        self.server.resolve(HOST, 443)
    }

    /// Runs `adp` with the flags that let it reach the site.
    fn adp(&self, arguments: &[&str]) -> Output {
        let cacert = self.cacert.to_str().unwrap();
        adp(&[arguments, &["--cacert", cacert, "--resolve", &self.resolve_override()]].concat())
    }
}

fn adp(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).args(arguments).output().unwrap()
}

fn transcripts(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli").join(path)).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&output.stdout)))
}

fn exit_and_error(output: &Output) -> (Option<i32>, String) {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    let code = stderr.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).map_or("", |(code, _)| code);
    (output.status.code(), code.to_owned())
}

#[test]
fn a_did_is_resolved() {
    let web = Web::start();
    let document = transcripts("did-create.out/did.json");
    web.publish(DID_DOCUMENT, "application/did+json", &document);

    let output = web.adp(&["did", "resolve", DID]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(json(&output), serde_json::from_slice::<Value>(&document).unwrap());

    let result = json(&web.adp(&["did", "resolve", DID, "--json"]));
    assert_eq!(result["didDocument"]["id"], DID);
    assert_eq!(result["didResolutionMetadata"]["contentType"], "application/did");
    assert_eq!(result["didResolutionMetadata"]["source"], "fetched");
    assert_eq!(result["didResolutionMetadata"]["url"], format!("https://{HOST}{DID_DOCUMENT}"));
    assert!(
        result["didResolutionMetadata"]["freshUntil"].as_str() > result["didResolutionMetadata"]["retrieved"].as_str()
    );
    assert_eq!(result["didDocumentMetadata"]["deactivated"], false);
}

#[test]
fn what_does_not_resolve_says_why() {
    let web = Web::start();
    assert_eq!(exit_and_error(&web.adp(&["did", "resolve", DID])), (Some(4), "net-status".to_owned()));
    let result = json(&web.adp(&["did", "resolve", DID, "--json"]));
    assert_eq!(result["didResolutionMetadata"]["error"], "notFound");
    assert_eq!(result["didResolutionMetadata"]["problemDetails"]["type"], "https://www.w3.org/ns/did#NOT_FOUND");

    web.publish(DID_DOCUMENT, "text/html", &transcripts("did-create.out/did.json"));
    assert_eq!(exit_and_error(&web.adp(&["did", "resolve", DID])), (Some(4), "net-type".to_owned()));

    web.publish(DID_DOCUMENT, "application/json", &transcripts("did-create.out/alice.json"));
    assert_eq!(exit_and_error(&web.adp(&["did", "resolve", DID])), (Some(1), "did-id-mismatch".to_owned()));
    let result = json(&web.adp(&["did", "resolve", DID, "--json"]));
    assert_eq!(result["didResolutionMetadata"]["error"], "invalidDidDocument");
    assert_eq!(result["error"]["code"], "did-id-mismatch");

    web.publish(DID_DOCUMENT, "application/json", b"{");
    assert_eq!(exit_and_error(&web.adp(&["did", "resolve", DID])), (Some(3), "json-syntax".to_owned()));
}

#[test]
fn a_protected_description_names_the_verb_that_signs_requests() {
    let web = Web::start();
    web.publish("/ad.json", "protected", b"");
    let url = format!("https://{HOST}/ad.json");
    for verb in ["verify", "check"] {
        let output = web.adp(&[verb, &url]);
        assert_eq!(exit_and_error(&output), (Some(4), "net-status".to_owned()), "{verb}");
        let help = "help: `adp call` signs the request: save what it prints, and pass that file\n";
        assert!(String::from_utf8_lossy(&output.stderr).contains(help), "{verb}");
    }
    let missing = web.adp(&["verify", &format!("https://{HOST}/other.json")]);
    assert!(!String::from_utf8_lossy(&missing.stderr).contains("adp call"));
}

#[test]
fn a_discovery_document_is_named_as_one() {
    let web = Web::start();
    let listing = format!(
        r#"{{"@context": {{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}},
        "@type": "CollectionPage", "url": "https://{HOST}/.well-known/agent-descriptions", "items": []}}"#
    );
    web.publish("/.well-known/agent-descriptions", "application/json", listing.as_bytes());
    let output = web.adp(&["verify", &format!("https://{HOST}/.well-known/agent-descriptions")]);
    assert_eq!(exit_and_error(&output), (Some(1), "proof-missing".to_owned()));
    let told = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "found a discovery document, which has no proof, expected a signed document",
        "help: `adp verify HOST` verifies the descriptions that it lists; `adp discover HOST` prints them",
    ] {
        assert!(told.contains(expected), "{told}");
    }
}

/// The documents of a DID with this path, and of the one that succeeds it, as `did rotate` writes them.
fn rotated(folder: &Path) -> (String, String) {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let run = |arguments: &[&str]| {
        let output = adp(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    for name in ["old.pem", "new.pem"] {
        run(&["key", "generate", "--type", "ed25519", "-o", &file(name)]);
    }
    let (old_key, new_key, document, site) = (file("old.pem"), file("new.pem"), file("did.json"), file("site"));
    let create = ["did", "create", "--host", HOST, "--path", "alice", "--key", &old_key, "-o", &document];
    let old = run(&[&create[..], &["--created", "2026-01-01T00:00:00Z"]].concat());
    let new = run(&["did", "rotate", &document, "--old-key", &old_key, "--new-key", &new_key, "--out-dir", &site]);
    (old, new)
}

#[test]
fn a_superseded_did_leads_to_the_one_in_use() {
    let (web, folder) = (Web::start(), tempfile::tempdir().unwrap());
    let (old, new) = rotated(folder.path());
    let path = |did: &str| format!("/alice/{}/did.json", did.rsplit(':').next().unwrap());
    let document = |did: &str| fs::read(folder.path().join(format!("site{}", path(did)))).unwrap();
    for did in [&old, &new] {
        web.publish(&path(did), "application/json", &document(did));
    }
    assert_eq!(exit_and_error(&web.adp(&["did", "resolve", &old])), (Some(1), "did-superseded".to_owned()));
    let result = json(&web.adp(&["did", "resolve", &old, "--json"]));
    assert_eq!(result["didDocumentMetadata"]["deactivated"], true);

    let output = web.adp(&["did", "resolve", &old, "--follow"]);
    assert_eq!((output.status.code(), &json(&output)["id"]), (Some(0), &Value::from(new.as_str())));
    let told = format!("{old} is superseded by {new} (verified)");
    assert!(String::from_utf8_lossy(&output.stderr).contains(&told));
    let result = json(&web.adp(&["did", "resolve", &old, "--follow", "--json"]));
    let succession = &result["didResolutionMetadata"]["succession"];
    assert_eq!((&succession["currentDid"], &succession["assurance"]), (&new.as_str().into(), &"verified".into()));

    // nobody signed it, but the host shows the whole chain
    let mut unsigned: Value = serde_json::from_slice(&document(&old)).unwrap();
    unsigned.as_object_mut().unwrap().remove("proof");
    web.publish(&path(&old), "application/json", unsigned.to_string().as_bytes());
    let result = json(&web.adp(&["did", "resolve", &old, "--follow", "--json"]));
    assert_eq!(result["didResolutionMetadata"]["succession"]["assurance"], "provider_asserted");

    // a proof that does not verify is never taken for none
    let mut forged: Value = serde_json::from_slice(&document(&old)).unwrap();
    forged["service"] = serde_json::json!([]);
    web.publish(&path(&old), "application/json", forged.to_string().as_bytes());
    let output = web.adp(&["did", "resolve", &old, "--follow"]);
    assert_eq!(exit_and_error(&output), (Some(1), "did-document-proof".to_owned()));
}

#[test]
fn only_what_the_flags_name_is_let_through() {
    let web = Web::start();
    web.publish(DID_DOCUMENT, "application/json", &transcripts("did-create.out/did.json"));
    let reach = web.resolve_override();
    // an authority nobody trusts
    let output = adp(&["did", "resolve", DID, "--resolve", &reach]);
    assert_eq!(exit_and_error(&output), (Some(4), "net-tls".to_owned()));
    // a name the certificate is not for
    let other = reach.replace(HOST, "other.example.com");
    let output = adp(&[
        "did",
        "resolve",
        "did:wba:other.example.com",
        "--cacert",
        web.cacert.to_str().unwrap(),
        "--resolve",
        &other,
    ]);
    assert_eq!(exit_and_error(&output), (Some(4), "net-tls".to_owned()));
    let output = web.adp(&["did", "resolve", DID, "--offline"]);
    assert_eq!(exit_and_error(&output), (Some(4), "net-offline".to_owned()));
    let output = adp(&["did", "resolve", DID, "--resolve", "agent.example.com:443"]);
    assert_eq!(exit_and_error(&output), (Some(2), "usage".to_owned()));
    let key = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/key.in/p256-public.pem");
    let output = adp(&["did", "resolve", DID, "--cacert", key.to_str().unwrap()]);
    assert_eq!(exit_and_error(&output), (Some(3), "io-read".to_owned()));
}

/// A signed description of the transcripts and its signer's DID document, published.
fn publish_description(web: &Web, description: &str) {
    web.publish(DID_DOCUMENT, "application/did+json", &transcripts("verify.in/did.json"));
    web.publish("/ad.json", "application/ld+json; charset=utf-8", &transcripts(description));
}

const URL: &str = "https://agent.example.com/ad.json";
const AT: [&str; 2] = ["--at", "2026-06-01T00:00:00Z"];

#[test]
fn a_url_is_fetched_resolved_and_verified() {
    let web = Web::start();
    publish_description(&web, "verify.in/bound.json");
    let output = web.adp(&["verify", URL, "--json", AT[0], AT[1]]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report = json(&output);
    assert_eq!(report["verified"], true);
    assert_eq!(report["signer"], DID);
    assert_eq!(report["domain"], HOST);
    let checks = report["checks"].as_array().unwrap();
    for name in ["domain", "id-matches-url", "did-host-matches", "service-links-back"] {
        assert!(checks.iter().any(|check| check["name"] == name && check["result"] == "pass"), "{name}: {report:#}");
    }
    // for people, and the other verbs that take URLs
    let card = web.adp(&["verify", URL, AT[0], AT[1]]);
    assert!(String::from_utf8(card.stdout).unwrap().starts_with("verified: https://agent.example.com/ad.json\n"));
    assert_eq!(web.adp(&["check", URL]).status.code(), Some(0));
    let shown = web.adp(&["show", URL, "--json"]);
    assert_eq!(json(&shown)["name"], "Hotel Assistant");
    let said = String::from_utf8(shown.stderr).unwrap();
    assert!(said.contains("not verified") && said.contains(&format!("adp verify {URL}")), "{said}");
}

#[test]
fn a_url_that_is_not_verified_says_why() {
    let web = Web::start();
    publish_description(&web, "verify.in/tampered.json");
    let refused = |arguments: &[&str]| exit_and_error(&web.adp(&[&["verify", URL], &AT, arguments].concat()));
    assert_eq!(refused(&[]), (Some(1), "proof-signature".to_owned()));

    publish_description(&web, "verify.in/bound.json");
    assert_eq!(refused(&["--domain", "other.example.com"]), (Some(1), "proof-domain".to_owned()));
    assert_eq!(refused(&["--challenge", "another"]), (Some(1), "proof-challenge".to_owned()));
    // what fails anyway fails before the DID document is asked for
    web.publish(DID_DOCUMENT, "text/html", b"");
    assert_eq!(refused(&["--challenge", "another"]), (Some(1), "proof-challenge".to_owned()));
    assert_eq!(refused(&[]), (Some(4), "net-type".to_owned()));

    web.publish("/ad.json", "text/html", b"<p>moved</p>");
    assert_eq!(refused(&[]), (Some(4), "net-type".to_owned()));
    web.publish("/ad.json", "application/json", b"{");
    assert_eq!(refused(&[]), (Some(3), "json-syntax".to_owned()));
}

#[test]
fn a_run_fetches_a_did_document_once_unless_told_otherwise() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |request| match request.path() {
        DID_DOCUMENT => Answer::json(transcripts("verify.in/did.json")),
        _ => Answer::json(transcripts("verify.in/bound.json")),
    });
    let folder = tempfile::tempdir().unwrap();
    let cacert = folder.path().join("ca.pem");
    fs::write(&cacert, authority.pem()).unwrap();
    let reach = server.resolve(HOST, 443);
    let urls: Vec<String> = (0..6).map(|number| format!("https://{HOST}/{number}.json")).collect();
    let mut arguments = vec!["verify", "--cacert", cacert.to_str().unwrap(), "--resolve", &reach, AT[0], AT[1]];
    arguments.extend(urls.iter().map(String::as_str));
    let documents = || server.requests().iter().filter(|request| request.path() == DID_DOCUMENT).count();
    let output = adp(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(documents(), 1);
    arguments.push("--no-cache");
    assert_eq!(adp(&arguments).status.code(), Some(0));
    assert_eq!(documents(), 1 + 6);
}

#[test]
fn a_batch_of_urls_and_files() {
    let web = Web::start();
    publish_description(&web, "verify.in/bound.json");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/verify.in/signed.json");
    let file = file.to_str().unwrap();
    let output = web.adp(&[
        "verify",
        "--json",
        URL,
        file,
        "https://agent.example.com/missing.json",
        AT[0],
        AT[1],
        "--jobs",
        "3",
    ]);
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["input"], &lines[0]["verified"]), (&URL.into(), &true.into()));
    assert_eq!((&lines[1]["input"], &lines[1]["verified"]), (&file.into(), &true.into()));
    assert_eq!(lines[2]["error"]["code"], "net-status");
    assert_eq!(output.status.code(), Some(4));
}

/// A description on the site, with one interface that is there and one that is not.
fn linked(more: &str) -> String {
    format!(
        r#"{{
  "@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"}}],
  "@type": "ad:AgentDescription",
  "name": "Room service",
  "securityDefinitions": {{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
  "security": "s",
  "products": [{{"@type": "Product", "@id": "https://{HOST}/supper.json", "name": "Supper"}}],
  "owner": {{"@type": "Organization", "name": "Hotel", "url": "https://{HOST}/about.html"}},
  "interfaces": [{more}
    {{"@type": "ad:StructuredInterface", "@id": "https://{HOST}/#1", "name": "n", "description": "d", "protocol": "YAML",
      "url": "https://{HOST}/there.yaml"}},
    {{"@type": "ad:StructuredInterface", "@id": "https://{HOST}/#2", "name": "n", "description": "d", "protocol": "YAML",
      "url": "https://{HOST}/gone.yaml"}}
  ]
}}
"#
    )
}

/// So many interfaces, each with a URL of its own.
fn interfaces(number: usize) -> String {
    let interface = |n| {
        format!(
            "{{\"@type\": \"ad:StructuredInterface\", \"@id\": \"https://{HOST}/#i{n}\", \"name\": \"n\", \"description\": \"d\",
             \"protocol\": \"YAML\", \"url\": \"https://{HOST}/{n}.yaml\"}},"
        )
    };
    (0..number).map(interface).collect()
}

#[test]
fn links_are_followed_when_asked() {
    let web = Web::start();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ad.json");
    let path = path.to_str().unwrap();
    fs::write(path, linked("")).unwrap();
    web.publish("/supper.json", "application/json", b"{}");
    // of another type than JSON, but there
    web.publish("/about.html", "text/html", b"<p>Hotel");
    web.publish("/there.yaml", "application/yaml", b"openapi: 3.1.0");

    let result = json(&web.adp(&["check", path, "--json"]));
    assert_eq!(result["diagnostics"], serde_json::json!([]));
    let output = web.adp(&["check", path, "--follow", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let result = json(&output);
    let [finding] = result["diagnostics"].as_array().unwrap().as_slice() else { panic!("{result:#}") };
    assert_eq!(finding["code"], "net-status");
    assert_eq!((&finding["severity"], &finding["pointer"]), (&"warning".into(), &"/interfaces/1/url".into()));
    assert_eq!((&finding["line"], &finding["column"]), (&13.into(), &14.into()));
    let people = web.adp(&["check", path, "--follow"]);
    assert!(String::from_utf8(people.stderr).unwrap().contains("   = rule: url-reachable"));

    // a site that nobody vouches for is not reachable: the flags of the network count
    let output = adp(&["check", path, "--follow", "--json", "--resolve", &web.resolve_override()]);
    let codes: Vec<Value> =
        json(&output)["diagnostics"].as_array().unwrap().iter().map(|finding| finding["code"].clone()).collect();
    assert_eq!(codes, ["net-tls"; 4]);
    assert_eq!(exit_and_error(&adp(&["check", path, "--follow", "--offline"])), (Some(2), "usage".to_owned()));
}

#[test]
fn a_description_makes_no_flood_of_its_readers() {
    let web = Web::start();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ad.json");
    let path = path.to_str().unwrap();
    fs::write(path, linked(&interfaces(30))).unwrap();
    let result = json(&web.adp(&["check", path, "--follow", "--json"]));
    let findings = result["diagnostics"].as_array().unwrap();
    let of = |code: &str| findings.iter().filter(|finding| finding["code"] == code).count();
    // sixteen of the host, and one note about the other eighteen
    assert_eq!((of("net-status"), of("net-offline"), findings.len()), (16, 1, 17));
    let note = findings.iter().find(|finding| finding["severity"] == "note").unwrap();
    assert!(note["message"].as_str().unwrap().starts_with("18 URLs were not fetched"), "{note}");
}

#[test]
fn links_are_followed_for_a_while_only() {
    let web = Web::start();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ad.json");
    let path = path.to_str().unwrap();
    fs::write(path, linked(&interfaces(3))).unwrap();
    let output = web.adp(&["check", path, "--follow", "--deadline", "0s", "--json"]);
    let result = json(&output);
    let findings = result["diagnostics"].as_array().unwrap();
    assert!(findings.len() >= 3 && findings.iter().all(|finding| finding["code"] == "net-time"), "{findings:?}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(exit_and_error(&web.adp(&["check", path, "--deadline", "1m"])), (Some(2), "usage".to_owned()));
}

/// A slow site must not take as long as all its links one after the other.
#[test]
fn eight_links_are_followed_at_a_time() {
    const HOLD: Duration = Duration::from_millis(300);
    let (authority, arrivals) = (Authority::new(), Arc::new(Mutex::new(Vec::new())));
    let (noted, gate) = (Arc::clone(&arrivals), Arc::new(Semaphore::new(0)));
    // nobody is answered before eight have come, and some time after that
    let server = Server::start(authority.issue(&[HOST]), move |_| {
        let mut noted = noted.lock().unwrap();
        noted.push(Instant::now());
        if noted.len().is_multiple_of(8) {
            gate.add_permits(8);
        }
        let answer = Answer::default().once_let_through(&gate).wait(HOLD);
        answer.send("HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
    });
    let folder = tempfile::tempdir().unwrap();
    let (cacert, path) = (folder.path().join("ca.pem"), folder.path().join("ad.json"));
    fs::write(&cacert, authority.pem()).unwrap();
    fs::write(&path, linked(&interfaces(30))).unwrap();
    let (reach, cacert) = (server.resolve(HOST, 443), cacert.to_str().unwrap());
    let output = adp(&["check", path.to_str().unwrap(), "--follow", "--json", "--cacert", cacert, "--resolve", &reach]);
    let result = json(&output);
    // were there fewer at a time, they would wait for the eighth until their time is over
    let unreachable = |finding: &&Value| finding["code"] == "net-status";
    assert_eq!(result["diagnostics"].as_array().unwrap().iter().filter(unreachable).count(), 16, "{result:#}");
    let arrivals = arrivals.lock().unwrap();
    assert_eq!(arrivals.len(), 16);
    let (eighth, ninth) = (arrivals[7], arrivals[8]);
    assert!(ninth.duration_since(eighth) >= HOLD, "the ninth came before one of the eight was answered");
}

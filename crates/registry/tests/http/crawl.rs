//! Crawling many hosts on loopback: what they show is added, nobody is pressed, and a crawl that was killed goes on.

use crate::http::served::adp_registry;
use adp_fixtures::{
    tls::{Answer, Authority, Request, Server},
    web::Web,
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

struct Hosts {
    folder: tempfile::TempDir,
    web: Web,
    number: usize,
}

fn card(name: &str, host: &str) -> Vec<u8> {
    serde_json::json!({
        "name": name, "description": "Books rooms.", "version": "1.0.0",
        "supportedInterfaces": [{"url": format!("https://{host}/a2a"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"]}]
    })
    .to_string()
    .into_bytes()
}

impl Hosts {
    /// Hosts of which every one has a card; every fifth an invalid one; every tenth a catalog that names another card.
    fn new(number: usize) -> Self {
        let mut files = HashMap::new();
        for n in 0..number {
            // each is a registrable domain with a quota of its own
            let host = format!("crawl{n}.co.uk");
            let shown = if n % 5 == 4 {
                b"{\"name\": \"x\", \"skills\": [], \"supportedInterfaces\": []}".to_vec()
            } else {
                card(&format!("Agent {n}"), &host)
            };
            files.insert(format!("{host}/.well-known/agent-card.json"), shown);
            if n % 10 == 0 {
                let catalog = serde_json::json!({"specVersion": "1.0", "entries": [{
                    "identifier": format!("urn:air:{host}:agents:second"), "displayName": "Second", "type": "application/a2a-agent-card+json",
                    "url": format!("https://{host}/second.json")}]});
                files.insert(format!("{host}/.well-known/ai-catalog.json"), catalog.to_string().into_bytes());
                files.insert(format!("{host}/second.json"), card(&format!("Second {n}"), &host));
            }
        }
        let web = Web::serve("*.co.uk", files, 2);
        let folder = tempfile::tempdir().unwrap();
        let lines = |of: &dyn Fn(usize) -> String| (0..number).map(of).collect::<Vec<_>>().join("\n");
        std::fs::write(folder.path().join("hosts"), lines(&|n| format!("crawl{n}.co.uk"))).unwrap();
        std::fs::write(folder.path().join("resolve"), lines(&|n| web.resolve_override(&format!("crawl{n}.co.uk"))))
            .unwrap();
        std::fs::write(folder.path().join("ca.pem"), &web.authority_pem).unwrap();
        Self { folder, web, number }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn crawl(&self) -> Child {
        let mut command = adp_registry();
        command.args(["crawl", "--json", "--per-host", "1000", "--at-once", "32"]).arg(self.path("hosts"));
        command.arg("--store").arg(self.path("agents.redb")).arg("--cacert").arg(self.path("ca.pem"));
        command.arg("--resolve-file").arg(self.path("resolve"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn done(&self) -> usize {
        let text = std::fs::read(self.path("hosts.progress")).unwrap_or_default();
        let progress: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        progress["hosts"].as_object().map_or(0, serde_json::Map::len)
    }
}

/// Kills a crawl on its way, lets another one go on, and looks at what became of it.
fn killed_and_gone_on(number: usize) {
    let hosts = Hosts::new(number);
    let mut first = hosts.crawl();
    let begin = Instant::now();
    while hosts.done() == 0 && begin.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let before = hosts.done();
    assert!(before > 0 && before < number, "{before} of {number} were done when it was killed");
    let asked_before = hosts.web.asked();

    let output = hosts.crawl().wait_with_output().unwrap();
    let (told, progress) =
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(output.status.success(), "{told} {progress}");
    assert!(progress.contains(&format!("{number}/{number} hosts")) && progress.contains("hosts/s"), "{progress}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let (cards, catalogs) = (number - number / 5, number / 10);
    // every tenth host shows its card, its catalog and the card that this names
    assert_eq!(told["hosts"], number);
    assert_eq!(told["added"], cards + 2 * catalogs, "{told}");
    assert_eq!(told["problems"], 0, "{told}");
    // those that were done are left alone: each card was asked for once more by the hosts that were under way at most
    let asked = hosts.web.asked()["/.well-known/agent-card.json"];
    assert!(asked <= number + (asked_before["/.well-known/agent-card.json"] - before), "{asked}");
    found(&hosts.path("agents.redb"), "Second", catalogs);
    let again = hosts.crawl().wait_with_output().unwrap();
    assert!(again.status.success());
    assert_eq!(hosts.web.asked()["/.well-known/agent-card.json"], asked, "nothing is left to do");
    assert_eq!(hosts.number, number);
}

fn found(store: &Path, query: &str, expected: usize) {
    let output = adp_registry()
        .args(["search", &format!("displayName:{query} AND format=a2a-card"), "--json", "--store"])
        .arg(store)
        .output()
        .unwrap();
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["total"], expected, "{found}");
    assert!(
        found["results"][0]["identifier"].as_str().unwrap().ends_with(":agents:second"),
        "the catalog's identifier: {found}"
    );
}

/// 500 hosts; `.ci/long` asks for more.
#[test]
fn many_hosts_killed_and_gone_on() {
    let number = std::env::var("REGISTRY_CRAWL_HOSTS").map_or(500, |number| number.parse().unwrap());
    killed_and_gone_on(number);
}

/// A host that asks for a long wait gets no further request; a short wait is kept.
#[test]
fn retry_after_is_honored_or_ends_the_crawl_of_the_host() {
    let authority = Authority::new();
    let hosts = [
        ("seconds", "retry-after: 99999999999", Some("Retry-After: 99999999999, more than 30 s")),
        ("digits", "retry-after: 99999999999999999999999", Some("more than 30 s")),
        (
            "date",
            "retry-after: Fri, 31 Dec 9999 23:59:59 GMT",
            Some("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT, more"),
        ),
        ("short", "retry-after: 1", None),
    ];
    let name = |host: &str| format!("{host}.crawl.example.com");
    let names: Vec<String> = hosts.iter().map(|(host, ..)| name(host)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let times = Arc::new(Mutex::new(HashMap::<String, Vec<Instant>>::new()));
    let seen = Arc::clone(&times);
    let answer = move |request: &Request| {
        let host = request.header("host").unwrap_or_default().to_owned();
        let (known, field, _) = hosts.iter().find(|(known, ..)| host.starts_with(known)).unwrap();
        let mut seen = seen.lock().unwrap();
        let times = seen.entry((*known).to_owned()).or_default();
        times.push(Instant::now());
        if *known == "short" && times.len() > 1 {
            return Answer::status(404, &[], "");
        }
        Answer::status(if *known == "date" { 503 } else { 429 }, &[field], "later")
    };
    let server = Server::start(authority.issue(&names), answer);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("ca.pem"), authority.pem()).unwrap();
    std::fs::write(path("hosts"), names.join("\n")).unwrap();
    let resolve: Vec<String> = names.iter().map(|name| server.resolve(name, 443)).collect();
    std::fs::write(path("resolve"), resolve.join("\n")).unwrap();
    let mut command = adp_registry();
    command.args(["crawl", "--json", "--per-host", "1000"]).arg(path("hosts")).arg("--store").arg(path("agents.redb"));
    command.arg("--cacert").arg(path("ca.pem")).arg("--resolve-file").arg(path("resolve"));
    let output = command.output().unwrap();
    let progress: serde_json::Value = serde_json::from_slice(&std::fs::read(path("hosts.progress")).unwrap())
        .unwrap_or_else(|_| panic!("{output:?}"));
    let times = times.lock().unwrap();
    for (host, _, problem) in hosts {
        let found = progress["hosts"][name(host)]["problem"].as_str();
        match problem {
            Some(problem) => {
                assert!(found.is_some_and(|found| found.contains(problem)), "{host}: {progress}");
                assert_eq!(times[host].len(), 1, "{host}");
            }
            None => {
                assert_eq!(found, None, "{host}: {progress}");
                assert!(times[host][1] - times[host][0] >= Duration::from_secs(1), "{host}");
            }
        }
    }
}

/// What is neither a document nor the word that there is none is told of each host.
#[test]
fn a_host_that_answers_otherwise_is_told() {
    let authority = Authority::new();
    let hosts =
        [("busy", 429, "status 429"), ("moved", 302, "redirects are not followed"), ("broken", 500, "status 500")];
    let name = |host: &str| format!("{host}.crawl.example.com");
    let names: Vec<String> = hosts.iter().map(|(host, ..)| name(host)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let answer = move |request: &Request| {
        let host = request.header("host").unwrap_or_default().to_owned();
        let (_, status, _) = hosts.iter().find(|(known, ..)| host.starts_with(known)).unwrap();
        let location: &[&str] = if *status == 302 { &["location: https://elsewhere.example.com/"] } else { &[] };
        Answer::status(*status, location, "later")
    };
    let server = Server::start(authority.issue(&names), answer);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("ca.pem"), authority.pem()).unwrap();
    std::fs::write(path("hosts"), names.join("\n")).unwrap();
    let resolve: Vec<String> = names.iter().map(|name| server.resolve(name, 443)).collect();
    std::fs::write(path("resolve"), resolve.join("\n")).unwrap();
    let output = adp_registry()
        .args(["crawl", "--json", "--per-host", "1000"])
        .arg(path("hosts"))
        .arg("--store")
        .arg(path("agents.redb"))
        .arg("--cacert")
        .arg(path("ca.pem"))
        .arg("--resolve-file")
        .arg(path("resolve"))
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!((&told["hosts"], &told["problems"]), (&3.into(), &3.into()), "{told}");
    let progress: serde_json::Value = serde_json::from_slice(&std::fs::read(path("hosts.progress")).unwrap()).unwrap();
    for (host, _, problem) in hosts {
        let found = progress["hosts"][name(host)]["problem"].as_str().unwrap_or_default();
        assert!(found.contains(problem), "{host}: {found:?} {progress}");
    }
}

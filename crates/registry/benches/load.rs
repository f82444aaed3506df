//! `adp-registry serve` under a mixed load, from a process of its own: hosts that add and remove signed descriptions over HTTP, while others search, count, list,
//! read entries and open pages. Requests a second, times, memory; fails where an answer is not the expected one.
//!
//! `cargo bench -p adp-registry --bench load --profile release -- [SECONDS]`, at most 600.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use adp_fixtures::web::Web;
use agent_description::{
    AgentDescription, DidDocumentBuilder, KeySigner, KeyType, Origin, SignOptions, SigningKey, Timestamp,
    auth::{
        http_signature::{SignRequestOptions, sign_request},
        random,
    },
    did::{Did, DidUrl},
    sign,
};
use reqwest::{Client, Method, StatusCode};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const ORIGIN: &str = "https://registry.example.com";
/// Hosts that write, each a little less often than it may: 60 times a minute.
const HOSTS: usize = 40;
const PAUSE: Duration = Duration::from_millis(1100);
/// Entries that are there before the load, in all.
const BEFORE: usize = 5_000;
/// Connections that read, each as fast as answers come.
const READERS: usize = 8;

const SUBJECTS: [(&str, &str); 8] = [
    ("hotel rooms", "酒店客房"),
    ("train tickets", "火车票"),
    ("weather forecasts", "天气预报"),
    ("green tea", "绿茶"),
    ("tax advice", "税务咨询"),
    ("museum tours", "博物馆导览"),
    ("car repairs", "汽车维修"),
    ("invoices", "发票"),
];

/// What a reader asks, in turn: name, method, target, body.
const ASKED: [(&str, &str, &str, &str); 12] = [
    ("search", "GET", "/search?q=hotel%20rooms", ""),
    ("search", "GET", "/search?q=%E9%85%92%E5%BA%97", ""),
    ("search", "GET", "/search?q=description:tea%20verified:true", ""),
    ("search", "GET", "/search?q=(train%20OR%20weather)%20NOT%20invoices", ""),
    ("search by text", "POST", "/search", r#"{"query": {"text": "who repairs my car"}}"#),
    ("search by text", "POST", "/search", r#"{"query": {"text": "天气预报", "filter": {"verified": true}}}"#),
    ("explore", "POST", "/explore", r#"{"query": {"text": "tickets"}, "resultType": {"facets": [{"field": "type"}]}}"#),
    ("list", "GET", "/agents?pageSize=20", ""),
    ("entry", "GET", "/agents/urn:air:load1.co.uk:agent:before-1", ""),
    ("document", "GET", "/agents/urn:air:load2.co.uk:agent:before-2/document", ""),
    ("page: search", "GET", "/?q=museum", ""),
    ("page: entry", "GET", "/entry/urn:air:load3.co.uk:agent:before-3", ""),
];

/// A host, and the key of its agent.
struct Host {
    name: String,
    signer: KeySigner,
    did: Did,
}

impl Host {
    fn new(number: usize) -> (Self, (String, Vec<u8>)) {
        // each is a registrable domain with a quota of its own
        let name = format!("load{number}.co.uk");
        let did: Did = format!("did:wba:{name}:agent").parse().unwrap();
        let key = SigningKey::generate(KeyType::P256).unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        let file = (format!("{name}/agent/did.json"), document.source().as_bytes().to_vec());
        (Self { name, signer: KeySigner::new(DidUrl::new(&did, "key-1").unwrap(), key), did }, file)
    }

    fn identifier(&self, name: &str) -> String {
        format!("urn:air:{}:agent:{name}", self.name)
    }

    fn description(&self, number: usize) -> String {
        let (english, chinese) = SUBJECTS[number % SUBJECTS.len()];
        let builder = AgentDescription::builder().name(format!("{english} {chinese} {number}")).did(&self.did);
        let text = format!("Knows all about {english}. 提供{chinese}服务。");
        let document = builder.description(&text).build().unwrap().to_document().unwrap();
        let signed = sign(&document, &self.signer, SignOptions::new(Timestamp::now().truncated_to_second()));
        signed.unwrap().source().to_owned()
    }

    /// A request that is signed now.
    fn request(
        &self,
        client: &Client,
        base: &str,
        method: Method,
        name: &str,
        body: String,
    ) -> reqwest::RequestBuilder {
        let target = format!("/agents/{}", self.identifier(name));
        let now = Timestamp::now().truncated_to_second();
        let nonce = agent_description::hex::hex(&random().unwrap());
        let options = SignRequestOptions { nonce: Some(nonce), ..SignRequestOptions::new(now) };
        let request = http::Request::builder().method(method.clone()).uri(&target).body(()).unwrap();
        let mut parts = request.into_parts().0;
        let origin: Origin = ORIGIN.parse().unwrap();
        sign_request(&mut parts, body.as_bytes(), &origin, &self.signer, &options).unwrap();
        client.request(method, format!("{base}{target}")).headers(parts.headers).body(body)
    }
}

/// The registry, with entries in its store, and the web that its callers' DIDs lead to.
struct Served {
    process: Child,
    base: String,
    _web: Web,
    _folder: TempDir,
}

impl Served {
    fn start(hosts: &[Host], files: HashMap<String, Vec<u8>>) -> Self {
        let web = Web::serve("*.co.uk", files, 1);
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::write(at("ca.pem"), &web.authority_pem).unwrap();
        let resolve: Vec<String> = hosts.iter().map(|host| web.resolve_override(&host.name)).collect();
        fs::write(at("resolve"), resolve.join("\n")).unwrap();
        write_export(Path::new(&at("before.jsonl")), hosts);
        let (store, authority, resolve) = (at("agents.redb"), at("ca.pem"), at("resolve"));
        let shared = ["--store", &store, "--cacert", &authority, "--resolve-file", &resolve];
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adp-registry"));
            command.args(arguments).args(shared);
            command
        };
        let added = run(&["add", "--from", &at("before.jsonl")]).stdout(Stdio::null()).status().unwrap();
        assert!(added.success());
        let nonces = at("nonces.redb");
        let options = ["--origin", ORIGIN, "--rate", "1000000", "--replay-store", &nonces];
        let mut process = run(&[&["serve", "--listen", "127.0.0.1:0"][..], &options].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { process, base: line.trim().to_owned(), _web: web, _folder: folder }
    }

    /// Megabytes of it, by the name that the system gives them.
    fn memory(&self, what: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default();
        line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() / 1024
    }

    fn told(&self, when: &str) {
        println!("{when}: memory {} MB, {} of it not files", self.memory("VmRSS:"), self.memory("RssAnon:"));
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What `adp-registry export` writes.
fn write_export(file: &Path, hosts: &[Host]) {
    let mut lines = std::io::BufWriter::new(fs::File::create(file).unwrap());
    for number in 0..BEFORE {
        let host = &hosts[number % HOSTS];
        let (identifier, document) = (host.identifier(&format!("before-{number}")), host.description(number));
        writeln!(lines, "{}", serde_json::json!({"identifier": identifier, "document": document})).unwrap();
    }
    lines.flush().unwrap();
}

/// Times by what was asked, and answers that were not expected.
#[derive(Default)]
struct Seen {
    times: BTreeMap<&'static str, Vec<Duration>>,
    wrong: BTreeMap<String, usize>,
}

impl Seen {
    async fn ask(seen: &Mutex<Self>, what: &'static str, expected: StatusCode, request: reqwest::RequestBuilder) {
        let begin = Instant::now();
        let answer = match request.send().await {
            Ok(answer) => {
                let status = answer.status();
                answer.bytes().await.map(|_| status).map_err(|error| error.to_string())
            }
            Err(error) => Err(format!("{error:?}")),
        };
        let took = begin.elapsed();
        let mut seen = seen.lock().unwrap();
        seen.times.entry(what).or_default().push(took);
        if answer.as_ref() != Ok(&expected) {
            *seen.wrong.entry(format!("{what}: {answer:?}")).or_default() += 1;
        }
    }
}

async fn write(host: Host, client: Client, base: String, seen: Arc<Mutex<Seen>>, end: Instant) {
    for number in 0.. {
        let next = Instant::now() + PAUSE;
        if next > end {
            break;
        }
        // every tenth time the entry of before goes
        let request = if number % 10 == 9 {
            let request = host.request(&client, &base, Method::DELETE, &format!("load-{}", number - 1), String::new());
            ("remove", StatusCode::NO_CONTENT, request)
        } else {
            let name = format!("load-{number}");
            let request = host.request(&client, &base, Method::PUT, &name, host.description(number));
            ("add", StatusCode::CREATED, request)
        };
        Seen::ask(&seen, request.0, request.1, request.2).await;
        tokio::time::sleep_until(next.into()).await;
    }
}

async fn read(first: usize, client: Client, base: String, seen: Arc<Mutex<Seen>>, end: Instant) {
    for (what, method, target, body) in ASKED.iter().cycle().skip(first) {
        if Instant::now() > end {
            break;
        }
        let mut request = client.request(method.parse().unwrap(), format!("{base}{target}"));
        if !body.is_empty() {
            request = request.header("content-type", "application/json").body(*body);
        }
        Seen::ask(&seen, what, StatusCode::OK, request).await;
    }
}

fn main() {
    let seconds: u64 = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(300);
    // what a host may have is then reached, and refused
    assert!(seconds <= 600, "at most 600 seconds");
    let (hosts, files): (Vec<Host>, HashMap<String, Vec<u8>>) = (0..HOSTS).map(Host::new).unzip();
    let served = Served::start(&hosts, files);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let client = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().unwrap();
    let seen = Arc::new(Mutex::new(Seen::default()));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{seconds} s, {BEFORE} entries before, {HOSTS} hosts that write, {READERS} readers; load average {}",
        load.trim()
    );
    served.told("at the start");
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    runtime.block_on(async {
        let common = || (client.clone(), served.base.clone(), Arc::clone(&seen));
        let mut tasks = Vec::new();
        for host in hosts {
            let (client, base, seen) = common();
            tasks.push(tokio::spawn(write(host, client, base, seen, end)));
        }
        for reader in 0..READERS {
            let (client, base, seen) = common();
            tasks.push(tokio::spawn(read(reader, client, base, seen, end)));
        }
        while Instant::now() + Duration::from_secs(60) < end {
            tokio::time::sleep(Duration::from_secs(60)).await;
            served.told(&format!("after {} s", begin.elapsed().as_secs()));
        }
        for task in tasks {
            task.await.unwrap();
        }
    });
    let took = begin.elapsed().as_secs_f64();
    served.told("at the end");

    let mut seen = seen.lock().unwrap();
    println!("\n| asked | requests | a second | p50 | p99 | longest |\n|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for (what, times) in &mut seen.times {
        row(what, times, took);
        all.append(times);
    }
    row("all", &mut all, took);
    assert!(seen.wrong.is_empty(), "not as expected: {:#?}", seen.wrong);
    println!("\nall answers as expected");
}

fn row(what: &str, times: &mut [Duration], took: f64) {
    times.sort_unstable();
    let at =
        |part: usize| times.get(times.len() * part / 1000).or(times.last()).map_or(0.0, |it| it.as_secs_f64() * 1e3);
    println!(
        "| {what} | {} | {:.1} | {:.1} ms | {:.1} ms | {:.0} ms |",
        times.len(),
        times.len() as f64 / took,
        at(500),
        at(990),
        at(1000)
    );
}

//! `adp verify --batch` of 2,000 descriptions of 200 DIDs over HTTPS, beside a bare keep-alive client that makes the
//! same requests of the same server and throws the answers away, and the same client with one bare ECDSA check for each
//! description: no verifier could be faster than that one.
//!
//! Goal: at least 50 % of the bare client's rate, aim for 70 %. The bare client is measured with as many requests at a
//! time as `adp` makes, and on one connection, one after the other, as the simplest client would. Server, client and
//! `adp` share the machine's cores, each in its own process or threads, so what the server takes is in all times.
//! `cargo bench -p adp-cli --bench https`; `ROUNDS` in the environment makes it shorter.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod bare;
mod measured;

use adp_fixtures::{
    population::{Agent, HOST},
    web::Web,
};
use bare::Bare;
use measured::{best, load, mebibytes, median, seconds, setting};
use std::{collections::HashMap, fs, net::SocketAddr, path::Path, process::Command, sync::Arc};

const AGENTS: u32 = 200;
const EACH: u32 = 10;
/// Both processes fetch as many documents at a time.
const AT_A_TIME: usize = 8;

fn main() {
    if let Ok(folder) = std::env::var("BARE_CLIENT") {
        return fetch_all(Path::new(&folder), setting("AT_A_TIME", AT_A_TIME), std::env::var_os("CHECK").is_some());
    }
    let rounds = setting("ROUNDS", 9);
    let folder = tempfile::tempdir().unwrap();
    let agents: Vec<Agent> = (0..AGENTS).map(Agent::new).collect();
    let (mut files, mut urls) = (HashMap::new(), Vec::new());
    for number in 0..EACH {
        for agent in &agents {
            let path = format!("/{}/ad-{number}.json", agent.name);
            urls.push(format!("https://{HOST}{path}"));
            files.insert(path, agent.description(number));
        }
    }
    let mut requests = urls.clone();
    for agent in &agents {
        requests.push(format!("https://{HOST}{}", agent.did_document_path()));
        files.insert(agent.did_document_path(), agent.did_document().to_vec());
    }
    let web = Web::serve(HOST, files, 2);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("urls"), urls.join("\n")).unwrap();
    fs::write(path("requests"), requests.join("\n")).unwrap();
    fs::write(path("ca.pem"), &web.authority_pem).unwrap();
    Bare::new(&agents[0]).write(folder.path());
    fs::write(path("address"), web.address.to_string()).unwrap();
    println!("{} descriptions of {AGENTS} DIDs, {} requests; load before: {}", urls.len(), requests.len(), load());

    let verify = || {
        let mut verify = Command::new(env!("CARGO_BIN_EXE_adp"));
        verify
            .args(["verify", "--at", "2026-06-01T00:00:00Z", "--jobs", "2"])
            .args(["--resolve", &web.resolve_override(HOST), "--cacert"])
            .arg(path("ca.pem"))
            .arg("--batch")
            .arg(path("urls"));
        verify
    };
    let (mut bare, mut one_by_one, mut checking, mut adp) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 0..=rounds {
        let client = || {
            let mut client = Command::new(std::env::current_exe().unwrap());
            client.env("BARE_CLIENT", folder.path());
            client
        };
        let fetched = seconds(&mut client(), &path("bare.out"));
        let fetched_one_by_one = seconds(client().env("AT_A_TIME", "1"), &path("bare.out"));
        let checked = seconds(client().env("CHECK", ""), &path("bare.out"));
        let verified = seconds(&mut verify(), &path("verdicts.ndjson"));
        assert_eq!(fs::read_to_string(path("verdicts.ndjson")).unwrap().lines().count(), urls.len());
        // the first round warms up
        if round > 0 {
            bare.push(fetched);
            one_by_one.push(fetched_one_by_one);
            checking.push(checked);
            adp.push(verified);
        }
    }
    let memory = mebibytes(&mut verify(), &path("verdicts.ndjson"));
    let each = rounds + 2;
    let asked = web.asked();
    let of_adp = |path: &str| asked[path] - 3 * (rounds + 1);
    assert!(agents.iter().all(|agent| of_adp(&agent.did_document_path()) == each), "a DID was resolved twice in a run");
    let row = |name: &str, seconds: &[f64]| {
        let best = best(seconds.iter().copied());
        println!("{name:36} {:8.0} requests/s  {best:.3} s (best of {rounds})", requests.len() as f64 / best);
    };
    row("bare client", &bare);
    row("bare client, one connection", &one_by_one);
    row("bare client and bare ECDSA checks", &checking);
    row("adp verify --batch --jobs 2", &adp);
    let share = median(bare.iter().zip(&adp).map(|(bare, adp)| bare / adp));
    let share_of_one = median(one_by_one.iter().zip(&adp).map(|(bare, adp)| bare / adp));
    let bound = median(bare.iter().zip(&checking).map(|(bare, checking)| bare / checking));
    println!("adp / bare client                    {:.0} %  (goal 50 %, aim 70 %; median of turns)", share * 100.0);
    println!("adp / bare client, one connection    {:.0} %", share_of_one * 100.0);
    println!("bare checks too / bare client        {:.0} %  (what two cores give at most)", bound * 100.0);
    println!("adp: {memory:.1} MiB at most; connections of all, all rounds: {}", web.connections());
    println!("load after: {}", load());
}

/// The bare client: the same requests, kept-alive connections, the bodies read and dropped; and a signature checked for
/// each description if so wanted.
fn fetch_all(folder: &Path, at_a_time: usize, check: bool) {
    let bare = check.then(|| Arc::new(Bare::read(folder)));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let address: SocketAddr = read("address").parse().unwrap();
    let client = reqwest::Client::builder()
        .tls_backend_rustls()
        .http1_only()
        .no_proxy()
        .tls_certs_only([reqwest::Certificate::from_pem(read("ca.pem").as_bytes()).unwrap()])
        .resolve(HOST, address)
        .build()
        .unwrap();
    let requests: Vec<String> = read("requests").lines().map(str::to_owned).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let room = Arc::new(tokio::sync::Semaphore::new(at_a_time));
        let mut tasks = tokio::task::JoinSet::new();
        for url in requests {
            let permit = Arc::clone(&room).acquire_owned().await.unwrap();
            let (client, port) = (client.clone(), address.port());
            let bare = bare.clone().filter(|_| !url.ends_with("did.json"));
            tasks.spawn(async move {
                let url = url.replace(HOST, &format!("{HOST}:{port}"));
                let response = client.get(url).send().await.unwrap();
                assert_eq!(response.status(), 200);
                assert!(!response.bytes().await.unwrap().is_empty());
                if let Some(bare) = bare {
                    bare.check();
                }
                drop(permit);
            });
        }
        while let Some(done) = tasks.join_next().await {
            done.unwrap();
        }
    });
}

//! A registry under load: signed descriptions, half of them in Chinese, added in batches to a store and an index on disk, while others
//! search; then the index made anew. Goals at 20,000 entries: 2,000 verified entries a second, 10 ms for 99 of 100 searches while adding,
//! 10 s for the index. Then the index is made anew, and store and index are opened again. No criterion: what is measured is one run. Signing is not
//! in the times. Every 100,000 entries it says how far it is.
//!
//! `cargo bench -p adp-registry --bench registry -- [ENTRIES]`
#![allow(clippy::unwrap_used, missing_docs)]

use adp_fixtures::population::{Agent, HOST};
use adp_registry::{
    Administrators, DidDocumentSource, Indexing, Registry, RegistrySettings, Resolving, Writer,
    http::{AccessLog, App, Guard, Metrics, Rate, WorkBudget, router},
    search::{FacetRequest, Filter, FilterTerm, Index, Query, Search, SearchInput, SearchLimits},
    store::{RedbStore, Store},
};
use agent_description::{
    Limits, Timestamp,
    did::{Did, DidDocument, Resolved},
    resolve::{Clock, HttpResolver},
};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use std::{
    collections::HashMap,
    fs,
    ops::Range,
    os::unix::fs::MetadataExt as _,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;
use tower_service::Service as _;

const BATCH: u32 = 500;
/// After so many entries it says how far it is.
const STAGE: u32 = 100_000;
const AGENTS: u32 = 50;

const NOUNS: [(&str, &str); 24] = [
    ("hotel", "酒店"),
    ("flight", "航班"),
    ("train", "火车"),
    ("weather", "天气"),
    ("tea", "茶叶"),
    ("book", "图书"),
    ("music", "音乐"),
    ("doctor", "医生"),
    ("invoice", "发票"),
    ("tax", "税务"),
    ("translation", "翻译"),
    ("photo", "照片"),
    ("recipe", "菜谱"),
    ("car", "汽车"),
    ("house", "房屋"),
    ("school", "学校"),
    ("museum", "博物馆"),
    ("payment", "支付"),
    ("calendar", "日历"),
    ("mail", "邮件"),
    ("database", "数据库"),
    ("server", "服务器"),
    ("garden", "花园"),
    ("insurance", "保险"),
];
const VERBS: [(&str, &str); 10] = [
    ("finds", "查询"),
    ("books", "预订"),
    ("compares", "比较"),
    ("sells", "销售"),
    ("repairs", "维修"),
    ("explains", "解释"),
    ("plans", "规划"),
    ("checks", "检查"),
    ("delivers", "配送"),
    ("reviews", "评价"),
];

const SEARCHES: [&str; 12] = [
    "hotel",
    "酒店",
    "\"books hotel\"",
    "预订 酒店",
    "name:weather*",
    "skills:conversation tea",
    "天气 OR weather NOT 税务",
    "description:医生",
    "verified:true music",
    "茶",
    "(flight OR 航班) AND (plans OR 规划)",
    "agents.example.com garden",
];

/// DID documents that were fetched before.
struct Fetched(HashMap<Did, Arc<Resolved<DidDocument>>>);

impl DidDocumentSource for Fetched {
    fn document<'a>(&'a self, did: &'a Did, _: bool) -> Resolving<'a> {
        Box::pin(async move { Ok(Arc::clone(&self.0[did])) })
    }
}

struct Now;

impl Clock for Now {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A mix of numbers that looks like chance and is the same each time.
fn chance(number: u32, turn: u32, most: usize) -> usize {
    let mixed = (u64::from(number) << 8 | u64::from(turn)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as usize % most
}

fn entry(agents: &[Agent], number: u32) -> (adp_registry::Identifier, Bytes) {
    let pick = |turn, most| chance(number, turn, most);
    let words: Vec<_> =
        (0..4).map(|turn| (VERBS[pick(turn, VERBS.len())], NOUNS[pick(turn + 8, NOUNS.len())])).collect();
    let (name, text) = if number.is_multiple_of(2) {
        let text: Vec<String> = words.iter().map(|(verb, noun)| format!("{} {}", verb.0, noun.0)).collect();
        (format!("{} assistant {number}", words[0].1.0), format!("An agent that {}.", text.join(", ")))
    } else {
        let text: Vec<String> = words.iter().map(|(verb, noun)| format!("{}{}", verb.1, noun.1)).collect();
        (format!("{}助手 {number}", words[0].1.1), format!("本智能体{}。", text.join("、")))
    };
    let agent = &agents[(number % AGENTS) as usize];
    let id = format!("urn:air:{HOST}:{}:d{number}", agent.name).parse().unwrap();
    (id, agent.description_of(number, &name, &text).into())
}

/// Entries of these numbers, signed by all processors.
fn batch(agents: &[Agent], numbers: Range<u32>) -> Vec<(adp_registry::Identifier, Bytes)> {
    let processors = u32::try_from(thread::available_parallelism().map_or(2, usize::from)).unwrap();
    let share = (numbers.end - numbers.start).div_ceil(processors);
    thread::scope(|scope| {
        let shares: Vec<_> = (0..processors)
            .map(|at| numbers.start + at * share..(numbers.start + (at + 1) * share).min(numbers.end))
            .map(|numbers| scope.spawn(|| numbers.map(|number| entry(agents, number)).collect::<Vec<_>>()))
            .collect();
        shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
    })
}

/// Megabytes of this process, by the name that the system gives them.
fn memory(what: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default();
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() / 1024
}

/// Megabytes that a file or a folder takes on the disk.
fn disk(path: &Path) -> u64 {
    fn blocks(path: &Path) -> u64 {
        let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |found| found.blocks()) };
        entries.map(|entry| blocks(&entry.unwrap().path())).sum()
    }
    (blocks(path) * 512) >> 20
}

/// One search after the other until the end, each timed.
fn search_until(index: &Index, end: impl Fn(usize) -> bool, pause: Duration) -> Vec<Duration> {
    let mut times = Vec::new();
    for text in SEARCHES.iter().cycle() {
        if end(times.len()) {
            break;
        }
        let begun = Instant::now();
        let query: Query = text.parse().unwrap();
        let page = index.search(&Search::new(SearchInput::Query(query))).unwrap();
        times.push(begun.elapsed());
        std::hint::black_box(page);
        thread::sleep(pause);
    }
    times.sort_unstable();
    times
}

/// Searches by HTTP requests, answered without sockets: one after the other, then as many at a time as `together`; the times of the first, and how many a
/// second the others are.
async fn answered(app: &Arc<App>, rounds: usize, together: usize) -> (Vec<Duration>, f64) {
    let ask = |at: usize| {
        let mut routes = router::<Nobody>(Arc::clone(app), None);
        async move {
            let text = SEARCHES[at % SEARCHES.len()];
            let query: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
            let request = http::Request::get(format!("/search?q={query}")).body(axum::body::Body::empty()).unwrap();
            let begun = Instant::now();
            let response = routes.call(request).await.unwrap();
            assert_eq!(response.status(), http::StatusCode::OK);
            std::hint::black_box(response.into_body().collect().await.unwrap());
            begun.elapsed()
        }
    };
    let mut times = Vec::new();
    for at in 0..rounds {
        times.push(ask(at).await);
    }
    times.sort_unstable();
    let begun = Instant::now();
    let tasks: Vec<_> = (0..together)
        .map(|task| {
            let asked: Vec<_> = (task..rounds).step_by(together).map(ask).collect();
            tokio::spawn(async move {
                for one in asked {
                    one.await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    (times, rounds as f64 / begun.elapsed().as_secs_f64())
}

/// Nobody writes here.
type Nobody = HttpResolver;

fn app(registry: &Registry, indexing: &Indexing) -> Arc<App> {
    let (rate, time) = (Rate::new(u32::MAX, 1), Duration::from_secs(30));
    let (work, metrics) = (WorkBudget::default(), Metrics::default());
    let guard =
        Guard { proxies: adp_server::TrustedProxies::default(), rate, work, time, metrics, log: AccessLog::Off };
    let app = App::new(registry.clone(), indexing.clone(), "https://registry.example.com".to_owned(), guard);
    Arc::new(App { countings: Arc::new(Semaphore::new(1)), ..app })
}

fn told(what: &str, times: &[Duration]) {
    let at = |part: usize| times.get(times.len() * part / 1000).copied().unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "{what}: p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms of {} searches",
        at(500),
        at(990),
        at(999),
        times.len()
    );
}

fn main() {
    let entries: u32 = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(20_000);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let agents: Vec<Agent> = (0..AGENTS).map(Agent::new).collect();
    let fetched = agents.iter().map(|agent| {
        let document = DidDocument::parse_for(&agent.did, agent.did_document(), &Limits::default()).unwrap();
        (agent.did.clone(), Arc::new(document))
    });
    let mut settings = RegistrySettings::default();
    (settings.quota.entries, settings.quota.bytes) = (u64::MAX, u64::MAX);
    let store: Arc<dyn Store> = Arc::new(RedbStore::open(folder.path().join("store.redb")).unwrap());
    let documents = Arc::new(Fetched(fetched.collect()));
    let registry = Registry::new(store, documents.clone(), Arc::new(Now), Administrators::default(), settings);
    let index_folder = folder.path().join("index");
    let indexing =
        runtime.block_on(Indexing::open(registry.clone(), Some(&index_folder), SearchLimits::default())).unwrap();
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("{entries} entries, load average {}", load.trim());

    let (mut verifying, mut indexed, mut before) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let adding = Arc::new(AtomicBool::new(true));
    let mut searcher = None;
    for first in (0..entries).step_by(BATCH as usize) {
        let batch = batch(&agents, first..(first + BATCH).min(entries));
        if searcher.is_none() && first >= entries - entries / 4 {
            let (index, adding) = (Arc::clone(indexing.index()), Arc::clone(&adding));
            let end = move |_| !adding.load(Ordering::Relaxed);
            searcher = Some(thread::spawn(move || search_until(&index, end, Duration::from_millis(5))));
        }
        let begun = Instant::now();
        let added = runtime.block_on(registry.put_all(&Writer::Operator, batch));
        verifying += begun.elapsed();
        for added in added {
            assert!(added.unwrap().entry.evidence.identity.is_some());
        }
        let begun = Instant::now();
        runtime.block_on(indexing.catch_up()).unwrap();
        indexed += begun.elapsed();
        let done = (first + BATCH).min(entries);
        if done.is_multiple_of(STAGE) {
            let took = verifying + indexed - before;
            before = verifying + indexed;
            println!(
                "  {done}: the last {STAGE} at {:.0}/s; memory {} MB, {} of it not files; on disk {} MB",
                f64::from(STAGE) / took.as_secs_f64(),
                memory("VmRSS:"),
                memory("RssAnon:"),
                disk(folder.path())
            );
        }
    }
    adding.store(false, Ordering::Relaxed);
    assert_eq!(indexing.index().len(), u64::from(entries));
    let rate = |time: Duration| f64::from(entries) / time.as_secs_f64();
    println!(
        "added, in batches of {BATCH}: {:.0} verified entries/s (checked, verified and stored {:.0}/s, indexed {:.0}/s), goal 2,000/s",
        rate(verifying + indexed),
        rate(verifying),
        rate(indexed)
    );
    if let Some(searcher) = searcher {
        told("searches while adding (goal p99 10 ms)", &searcher.join().unwrap());
    }
    let index = Arc::clone(indexing.index());
    let rounds = SEARCHES.len() * 100;
    told("searches alone", &search_until(&index, |done| done == rounds, Duration::ZERO));
    let app = app(&registry, &indexing);
    for turn in 1..=5 {
        let (times, rate) = runtime.block_on(answered(&app, rounds, 4));
        told(&format!("searches answered over HTTP, turn {turn}"), &times);
        println!("  four at a time: {rate:.0} searches/s");
    }
    drop(app);
    for text in SEARCHES {
        let query: Query = text.parse().unwrap();
        let begun = Instant::now();
        let page = index.search(&Search::new(SearchInput::Query(query))).unwrap();
        println!("  {text}: {} found in {:.2} ms, work {}", page.total, begun.elapsed().as_secs_f64() * 1e3, page.work);
    }
    for terms in [&[FilterTerm::Publisher][..], FilterTerm::ALL] {
        let facets: Vec<_> = terms.iter().copied().map(FacetRequest::new).collect();
        let begun = Instant::now();
        let counted = index.explore(&SearchInput::Query(Query::All), &Filter::default(), &facets).unwrap();
        let time = begun.elapsed().as_secs_f64() * 1e3;
        println!("{} facets of all entries: {time:.1} ms, work {}", terms.len(), counted.work);
    }
    let begun = Instant::now();
    runtime.block_on(indexing.rebuild()).unwrap();
    println!("index made anew: {:.2} s (goal at 20,000: 10 s)", begun.elapsed().as_secs_f64());
    assert_eq!(index.len(), u64::from(entries));
    let (at_most, store_file) = (memory("VmHWM:"), folder.path().join("store.redb"));
    println!(
        "memory {} MB, {} of it not files, at most {at_most} MB; on disk: store {} MB, index {} MB",
        memory("VmRSS:"),
        memory("RssAnon:"),
        disk(&store_file),
        disk(&index_folder)
    );
    drop((index, indexing, registry));
    let begun = Instant::now();
    let store: Arc<dyn Store> = Arc::new(RedbStore::open(&store_file).unwrap());
    let opened = begun.elapsed();
    let registry =
        Registry::new(store, documents, Arc::new(Now), Administrators::default(), RegistrySettings::default());
    let indexing = runtime.block_on(Indexing::open(registry, Some(&index_folder), SearchLimits::default())).unwrap();
    println!(
        "opened again: store {:.2} s, index {:.2} s; memory {} MB, {} of it not files",
        opened.as_secs_f64(),
        (begun.elapsed() - opened).as_secs_f64(),
        memory("VmRSS:"),
        memory("RssAnon:")
    );
    assert_eq!(indexing.index().len(), u64::from(entries));
}

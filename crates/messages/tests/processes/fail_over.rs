//! A primary that is killed under load.

use crate::{
    identity::{agent, did, object},
    worker::{Place, Worker},
};
use adp_fixtures::third_party::ran;
use adp_messages::{
    agent::{AgentCall, CallError, Caller, To},
    channel::{Address, Https},
    liveness::{FailOver, HealthCheck, Heartbeat, SignOfLife, Watch},
};
use agent_description::resolve::{FetchLimits, Fetcher, HttpsGet, SystemClock};
use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The shortest interval of heartbeats; on a machine where requests take long under load, it is longer.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// How many ask at the same time, each again as soon as it has its answer.
const CALLERS: usize = 16;

/// One request: when it began, when it ended, who answered.
struct Done {
    began: Instant,
    ended: Instant,
    answered: Result<String, CallError>,
}

pub fn rounds(rounds: usize) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        for round in 0..rounds {
            // a heartbeat message judges in even rounds, the health check of the card in odd ones
            one(round).await;
        }
    });
    ran("messages-fail-over", rounds);
}

fn fetcher(workers: &[&Worker]) -> Fetcher {
    let mut limits = FetchLimits::default();
    (limits.at_once_per_host, limits.at_once) = (256, 512);
    (limits.per_host, limits.in_all) = (1_000_000, 1_000_000);
    let fetcher = Fetcher::with_limits(HttpsGet::builder().build(), limits, SystemClock::default());
    workers
        .iter()
        .fold(fetcher, |fetcher, worker| fetcher.allow_private(worker.url().trim_end_matches('/').parse().unwrap()))
}

/// The health check of each place.
#[derive(Debug)]
struct Health(HashMap<Address, HealthCheck>);

impl SignOfLife for Health {
    fn is_there<'a>(&'a self, place: &'a Address, within: Duration) -> futures_util::future::BoxFuture<'a, bool> {
        self.0[place].is_there(place, within)
    }
}

async fn one(round: usize) {
    let folder = TempDir::new().unwrap();
    let effects = folder.path().join("effects");
    let mut primary = Worker::start("kb", "primary", &Place::Port(0), &effects);
    let backup = Worker::start("kb", "backup", &Place::Port(0), &effects);
    let fetcher = fetcher(&[&primary, &backup]);
    let caller = Caller::new(agent("user", "test"), Https::new(fetcher.clone()));
    let places = [&primary, &backup].map(|worker| Address::from_url(&worker.url()).unwrap());
    let sign: Arc<dyn SignOfLife> = if round.is_multiple_of(2) {
        Arc::new(Heartbeat::new(caller.clone(), did("kb")))
    } else {
        let check = |worker: &Worker| HealthCheck::new(fetcher.clone(), format!("{}health", worker.url()));
        let checks = [check(&primary), check(&backup)];
        Arc::new(Health(places.iter().cloned().zip(checks).collect()))
    };
    let heartbeat = HEARTBEAT.max(2 * under_load(&caller, &places, &sign).await);
    assert!(heartbeat <= HEARTBEAT * 20, "round {round}: a request takes {heartbeat:?} / 2 under load");
    let fail_over = FailOver::new(caller, Watch::start(places.to_vec(), sign, heartbeat));

    let stop = Arc::new(AtomicBool::new(false));
    let load: Vec<_> =
        (0..CALLERS).map(|_| tokio::spawn(ask(fail_over.clone(), heartbeat * 8, Arc::clone(&stop)))).collect();
    sleep(heartbeat * 2).await;
    assert!(fail_over.watch().down_since(0).is_none(), "round {round}: the primary is there");
    // at another moment of the interval in each round
    sleep(heartbeat * u32::try_from(round % 5).unwrap() / 5).await;
    let killed = Instant::now();
    primary.kill();
    sleep(heartbeat * 3).await;
    assert!(fail_over.watch().down_since(0).is_some(), "round {round}: the primary is gone");
    // the same place again: it is asked again
    let again = Worker::start("kb", "primary", &Place::Port(primary.port), &effects);
    let restarted = Instant::now();
    sleep(heartbeat * 3).await;
    stop.store(true, Ordering::Relaxed);
    let mut done = Vec::new();
    for caller in load {
        done.extend(caller.await.unwrap());
    }
    judge(round, heartbeat, &done, killed, restarted, &effects);
    drop(again);
}

/// How long the slowest request takes while all callers ask, before anything is killed.
async fn under_load(caller: &Caller, places: &[Address], sign: &Arc<dyn SignOfLife>) -> Duration {
    let watch = Watch::start(places.to_vec(), Arc::clone(sign), Duration::from_secs(60));
    let (fail_over, stop) = (FailOver::new(caller.clone(), watch), Arc::new(AtomicBool::new(false)));
    let load: Vec<_> = (0..CALLERS)
        .map(|_| tokio::spawn(ask(fail_over.clone(), Duration::from_secs(60), Arc::clone(&stop))))
        .collect();
    sleep(HEARTBEAT).await;
    stop.store(true, Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    for caller in load {
        slowest = caller.await.unwrap().iter().map(|done| done.ended - done.began).fold(slowest, Duration::max);
    }
    slowest
}

/// Asks again and again, until it is to stop.
async fn ask(fail_over: FailOver, within: Duration, stop: Arc<AtomicBool>) -> Vec<Done> {
    let mut done = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let call = AgentCall::new(To::agent(did("kb")), "search", object(r#"{"query": "refunds"}"#));
        let began = Instant::now();
        let answered = fail_over
            .call(call.timeout(within))
            .await
            .map(|answer| answer.results.get("instance").and_then(|instance| instance.as_str()).unwrap().to_owned());
        done.push(Done { began, ended: Instant::now(), answered });
    }
    done
}

fn judge(round: usize, heartbeat: Duration, done: &[Done], killed: Instant, restarted: Instant, effects: &Path) {
    let failed: Vec<String> = done.iter().filter_map(|done| Some(done.answered.as_ref().err()?.to_string())).collect();
    assert!(failed.is_empty(), "round {round}: {} of {} failed: {failed:?}", failed.len(), done.len());
    let by = |instance: &str| done.iter().filter(|done| done.answered.as_deref().unwrap() == instance).count();
    let before = done.iter().filter(|done| done.ended < killed).count();
    let backups: Vec<&Done> = done.iter().filter(|done| done.answered.as_deref().unwrap() == "backup").collect();
    // those under way when it was killed, and those that came after
    let slowest = backups.iter().map(|done| done.ended - done.began.max(killed)).max().unwrap();
    let first = backups.iter().map(|done| done.ended).filter(|ended| *ended > killed).min().unwrap() - killed;
    assert!(slowest <= heartbeat * 2, "round {round}: the backup took {slowest:?}");
    assert!(first <= heartbeat * 2, "round {round}: its first answer came after {first:?}");
    assert!(before >= 2 * CALLERS, "round {round}: {before} before the kill are no load");
    let primary_again =
        done.iter().filter(|done| done.began > restarted && done.answered.as_deref().unwrap() == "primary");
    assert!(primary_again.count() > 0, "round {round}: the primary is asked again once it is back");
    // a process has one effect for each request at most, whatever was tried again
    let lines = fs::read_to_string(effects).unwrap();
    let mut noted: HashMap<&str, usize> = HashMap::new();
    for line in lines.lines() {
        *noted.entry(line).or_default() += 1;
    }
    let twice: Vec<_> = noted.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "round {round}: {twice:?}");
    println!(
        "round {round}: {} requests, {} by the primary, {} by the backup, none failed; heartbeats every {} ms, first answer of the backup {} ms after the kill, slowest {} ms",
        done.len(),
        by("primary"),
        by("backup"),
        heartbeat.as_millis(),
        first.as_millis(),
        slowest.as_millis()
    );
}

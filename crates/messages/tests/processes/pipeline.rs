//! Thousands of requests through three stages over NATS, while the workers of the stages are killed and started again.

use crate::{
    identity::{agent, did},
    worker::{Place, Worker},
};
use adp_fixtures::{servers::nats::NatsServer, third_party::ran};
use adp_messages::{
    agent::{Caller, To},
    channel::nats::Nats,
    orchestration::{Pipeline, Stage},
};
use agent_description::json::{Json, Object};
use async_nats::ConnectOptions;
use futures_util::StreamExt;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The types of the agents, in the order in which they are asked.
const STAGES: [&str; 3] = ["intent", "search", "answer"];
/// How many jobs are under way at the same time.
const AT_ONCE: usize = 48;
/// How long one job may take.
const WITHIN: Duration = Duration::from_secs(120);

pub fn requests(jobs: usize) {
    let server = NatsServer::start();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(through(&server.url(), jobs));
    ran("messages-jobs-answered", jobs);
}

async fn through(url: &str, jobs: usize) {
    let folder = TempDir::new().unwrap();
    let effects = folder.path().join("effects");
    // two workers a stage, so that one is there while the other is not
    let mut workers = Vec::new();
    for stage in STAGES {
        for instance in ["one", "other"] {
            workers.push((stage, instance, start(stage, instance, url, &effects)));
        }
    }
    let nats = Nats::connect(url, ConnectOptions::new()).await.unwrap();
    let caller = Caller::new(agent("user", "test"), nats);
    let stages = STAGES.map(|name| {
        let to = To::OneOf { agent_type: name.to_owned(), agents: vec![did(name)] };
        Stage::new(to, name).retries(11).timeout(Duration::from_secs(36))
    });
    let pipeline = Arc::new(Pipeline::new(stages));

    let (stop, killed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let killing = tokio::task::spawn_blocking({
        let (stop, killed) = (Arc::clone(&stop), Arc::clone(&killed));
        let (url, effects) = (url.to_owned(), effects.clone());
        move || {
            for turn in (0..workers.len()).cycle() {
                std::thread::sleep(Duration::from_millis(700));
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (stage, instance, worker) = &mut workers[turn];
                worker.kill();
                killed.fetch_add(1, Ordering::Relaxed);
                *worker = start(stage, instance, &url, &effects);
            }
            workers
        }
    });

    let started = Instant::now();
    let work = futures_util::stream::iter(0..jobs).map(|job| {
        let (pipeline, caller) = (Arc::clone(&pipeline), caller.clone());
        tokio::spawn(async move {
            let mut input = Object::new();
            input.insert("job", job.to_string());
            (job, pipeline.run(&caller, input.into(), Instant::now() + WITHIN).await)
        })
    });
    let answers: Vec<_> = work.buffer_unordered(AT_ONCE).collect().await;
    let took = started.elapsed();
    stop.store(true, Ordering::Relaxed);
    let workers = killing.await.unwrap();
    // what a retry began elsewhere is noted before it is read
    sleep(Duration::from_millis(200)).await;
    drop(workers);

    let (mut of, mut failed, mut repeated) = (HashSet::new(), Vec::new(), 0);
    for ended in answers {
        let (job, ended) = ended.unwrap();
        assert!(of.insert(job), "job {job} ended twice");
        match ended {
            Ok(piped) => {
                // each stage answered for this job: it passes on what it is given
                assert_eq!(piped.results.get("job").and_then(Json::as_str), Some(job.to_string().as_str()));
                let agents: Vec<_> = piped.done.iter().map(|stage| stage.agent.clone()).collect();
                assert_eq!(agents, STAGES.map(did));
                repeated += piped.done.iter().filter(|stage| stage.attempts > 1).count();
            }
            Err(error) => failed.push(error.to_string()),
        }
    }
    assert_eq!(of.len(), jobs);
    assert!(failed.is_empty(), "{} of {jobs} failed: {:?}", failed.len(), &failed[..failed.len().min(5)]);
    let killed = killed.load(Ordering::Relaxed);
    assert!(killed >= 3, "{killed} kills are no trial");

    // a line is a process and a message's id: the store of answers lives as long as its process
    let noted = fs::read_to_string(&effects).unwrap();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for line in noted.lines() {
        *times.entry(line).or_default() += 1;
    }
    let twice: Vec<_> = times.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "effects of one process for one message: {twice:?}");
    assert!(times.len() >= jobs * STAGES.len(), "{} effects", times.len());
    println!(
        "{jobs} jobs of {} stages in {:.1} s: one answer each; {killed} workers killed, {repeated} stages tried again, {} effects more than stages",
        STAGES.len(),
        took.as_secs_f64(),
        times.len() - jobs * STAGES.len()
    );
}

fn start(stage: &str, instance: &str, url: &str, effects: &Path) -> Worker {
    Worker::start(stage, instance, &Place::Nats(url.to_owned()), effects)
}

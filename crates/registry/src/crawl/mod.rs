//! Crawls the well-known URLs of many hosts, and adds their documents.
//!
//! The crawler is polite: it sends one request at a time to a host, with a pause between them, respects `Retry-After`,
//! and skips unresponsive hosts. It fetches URLs for programs and their links on the same host, and does not follow
//! links to other hosts. It ignores `robots.txt`, like discovery in the core, because these URLs are not web pages.

mod hosts;
mod progress;
mod visit;

pub(crate) use hosts::read_hosts;

use crate::{Registry, Writer};
use agent_description::{CodedError, SimpleError, resolve::HttpsGet};
use futures_util::stream::{self, StreamExt};
use progress::{Done, Progress};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use visit::HostVisitor;

/// Interval for saving the progress.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// How politely to crawl.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrawlPace {
    /// Number of hosts to crawl in parallel, at least 1.
    pub at_once: usize,
    /// Pause between two requests to a host.
    pub pause: Duration,
}

/// How far a crawl is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CrawlState {
    /// Number of completed hosts, including earlier runs.
    pub done: usize,
    /// Total number of hosts.
    pub all: usize,
    /// Number of added documents.
    pub added: usize,
    /// Hosts per second in this run.
    pub rate: f64,
    /// Estimated remaining time, once a rate is known.
    pub left: Option<Duration>,
}

/// Crawls the hosts that are not in the progress file yet, and updates the file; `report` receives the state. A host is
/// complete once its documents are stored, so that the next run can continue after any interruption.
pub(crate) async fn crawl(
    registry: &Registry,
    https: HttpsGet,
    hosts: &[String],
    file: &Path,
    pace: CrawlPace,
    mut report: impl FnMut(CrawlState),
) -> Result<Progress, SimpleError> {
    let mut progress = Progress::read(file)?;
    let left: Vec<&String> = hosts.iter().filter(|host| !progress.hosts.contains_key(*host)).collect();
    let (all, before) = (hosts.len(), hosts.len() - left.len());
    let visitor = &HostVisitor::new(https, pace);
    let mut under_way = stream::iter(left)
        .map(|host| async move {
            let found = visitor.visit(host, registry.now()).await;
            let mut done = Done { documents: found.documents.len(), problem: found.problem, ..Done::default() };
            for written in registry.put_all(&Writer::Operator, found.documents).await {
                match written {
                    Ok(_) => done.added += 1,
                    Err(crate::RegistryError::Store(error)) => return (host, Err(error)),
                    Err(_) => done.refused += 1,
                }
            }
            (host, Ok(done))
        })
        .buffer_unordered(pace.at_once.max(1));
    let (begin, mut saved) = (Instant::now(), Instant::now());
    let mut finished = 0_usize;
    while let Some((host, done)) = under_way.next().await {
        // a host whose documents could not be stored is left for the next run
        match done {
            Ok(done) => drop(progress.hosts.insert(host.clone(), done)),
            Err(error) => {
                progress.write(file)?;
                let message = format!("the crawl stopped: {error}; run it again to continue");
                return Err(SimpleError::new(error.code(), message));
            }
        }
        finished += 1;
        if saved.elapsed() >= SAVE_INTERVAL {
            progress.write(file)?;
            saved = Instant::now();
        }
        let rate = finished as f64 / begin.elapsed().as_secs_f64().max(0.001);
        let remaining = all - before - finished;
        let left = Duration::try_from_secs_f64(remaining as f64 / rate).ok();
        report(CrawlState { done: before + finished, all, added: progress.added(), rate, left });
    }
    progress.write(file)?;
    Ok(progress)
}

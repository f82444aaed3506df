//! Crawls the well-known URLs of many hosts, and adds their documents.
//!
//! The crawler is polite: it sends one request at a time to a host, with a pause between them, respects `Retry-After`,
//! and skips unresponsive hosts. It fetches URLs for programs and their links on the same host, and does not follow
//! links to other hosts. It ignores `robots.txt`, like discovery in the core, because these URLs are not web pages.

mod hosts;
mod progress;
mod visit;

pub use hosts::{HostList, NoHost};
pub use progress::{Done, Progress, ProgressError};

use crate::{Registry, Writer};
use agent_description::resolve::HttpsGet;
use futures_util::stream::{self, StreamExt};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use visit::HostVisitor;

/// Settings of a crawl.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawlSettings {
    /// Number of hosts to crawl in parallel.
    pub at_once: usize,
    /// Pause between two requests to a host.
    pub pause: Duration,
    /// Time limit per host.
    pub host_time: Duration,
    /// Maximum number of linked documents per host.
    pub most_links: usize,
    /// Interval for saving the progress.
    pub save_every: Duration,
}

impl Default for CrawlSettings {
    /// 16 hosts in parallel, 4 requests per second, 2 minutes and 100 documents per host.
    fn default() -> Self {
        Self {
            at_once: 16,
            pause: Duration::from_millis(250),
            host_time: Duration::from_secs(120),
            most_links: 100,
            save_every: Duration::from_secs(1),
        }
    }
}

/// The progress of a crawl.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Far {
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

/// Crawls the hosts that are not in the progress file yet, and updates the file; `tell` receives the progress. A host
/// is complete once its documents are stored, so that the next run can continue after any interruption.
///
/// # Errors
/// [`ProgressError`]: the file cannot be read or written.
pub async fn crawl(
    registry: &Registry,
    https: HttpsGet,
    hosts: &HostList,
    file: &Path,
    settings: &CrawlSettings,
    mut tell: impl FnMut(Far),
) -> Result<Progress, ProgressError> {
    let mut progress = Progress::read(file)?;
    let left: Vec<&str> = hosts.iter().filter(|host| !progress.has(host)).collect();
    let (all, before) = (hosts.iter().count(), hosts.iter().count() - left.len());
    let visitor = &HostVisitor::new(https, settings);
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
        .buffer_unordered(settings.at_once.max(1));
    let (begin, mut saved) = (Instant::now(), Instant::now());
    let mut finished = 0_usize;
    while let Some((host, done)) = under_way.next().await {
        // a host whose documents could not be stored is left for the next run
        match done {
            Ok(done) => progress.add(host, done),
            Err(error) => {
                progress.write(file)?;
                return Err(ProgressError::Store(error));
            }
        }
        finished += 1;
        if saved.elapsed() >= settings.save_every {
            progress.write(file)?;
            saved = Instant::now();
        }
        let rate = finished as f64 / begin.elapsed().as_secs_f64().max(0.001);
        let remaining = all - before - finished;
        let left = Duration::try_from_secs_f64(remaining as f64 / rate).ok();
        tell(Far { done: before + finished, all, added: progress.added(), rate, left });
    }
    progress.write(file)?;
    Ok(progress)
}

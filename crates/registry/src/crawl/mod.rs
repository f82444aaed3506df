//! Looking at the well-known places of many hosts, and adding what they show.
//!
//! Polite: one request at a time at a host, with a pause between, a `Retry-After` heeded, hosts that do not answer left alone; so many hosts at the same
//! time. What is fetched are the places that exist for programs to look at, and what these name on the same host; links to other hosts are not
//! followed. `robots.txt` is not asked, as it is not by the discovery of the core: these places are no pages.

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

/// How a crawl goes about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawlSettings {
    /// How many hosts at the same time.
    pub at_once: usize,
    /// Between two requests at one host.
    pub pause: Duration,
    /// For one host.
    pub host_time: Duration,
    /// How many documents beyond the well-known places, of one host.
    pub most_links: usize,
    /// How often the progress is written.
    pub save_every: Duration,
}

impl Default for CrawlSettings {
    /// 16 hosts at the same time, 4 requests a second at each, 2 minutes and 100 documents a host.
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

/// How far a crawl is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Far {
    /// Hosts that are done, in this run and before.
    pub done: usize,
    /// All hosts.
    pub all: usize,
    /// Documents that were added.
    pub added: usize,
    /// Hosts in a second, in this run.
    pub rate: f64,
    /// How long the rest takes at that rate, once there is one.
    pub left: Option<Duration>,
}

/// Crawls the hosts of a list that the progress file does not have yet, and keeps that file as they are done; `tell` is told how far it is. A host
/// counts as done when what it shows is stored, so that whatever ends the process, the next run goes on there.
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
        // what could not be stored is not done: the next run has it
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

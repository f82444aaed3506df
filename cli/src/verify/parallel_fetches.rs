//! Limits parallel fetches, in total and per host.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of parallel fetches from one host.
const MAX_PER_HOST: usize = 8;

/// The limits for fetches.
#[derive(Debug)]
pub struct ParallelFetches {
    all: Arc<Semaphore>,
    hosts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl ParallelFetches {
    /// Allows `all` parallel fetches.
    pub fn new(all: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(all)), hosts: Mutex::default() }
    }

    /// Waits for permission to fetch `url`, until it is dropped. Waiting for a busy host does not block fetches from other
    /// hosts.
    pub async fn room(&self, url: &str) -> Option<[OwnedSemaphorePermit; 2]> {
        let host = url.split_once("://").map_or(url, |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
        let semaphore = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            // remove hosts without a running or waiting fetch
            if hosts.len() > 1024 {
                hosts.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
            }
            let semaphore = hosts.entry(host.to_ascii_lowercase());
            Arc::clone(semaphore.or_insert_with(|| Arc::new(Semaphore::new(MAX_PER_HOST))))
        };
        // the semaphores are never closed
        let host = semaphore.acquire_owned().await.ok()?;
        Some([host, Arc::clone(&self.all).acquire_owned().await.ok()?])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MAX_PER_HOST, ParallelFetches};
    use std::time::Duration;

    #[tokio::test]
    async fn a_busy_host_takes_no_room_from_others() {
        let hosts = ParallelFetches::new(2 * MAX_PER_HOST);
        let mut held = Vec::new();
        for n in 0..MAX_PER_HOST {
            held.push(hosts.room(&format!("https://busy.example/{n}")).await.unwrap());
        }
        let ninth = hosts.room("https://BUSY.example?9");
        assert!(tokio::time::timeout(Duration::from_millis(20), ninth).await.is_err());
        let other = hosts.room("https://other.example/1");
        assert!(tokio::time::timeout(Duration::from_secs(20), other).await.is_ok());
        held.pop();
        assert!(hosts.room("https://busy.example/9").await.is_some());
    }
}

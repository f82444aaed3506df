//! How many fetches are in progress: at a host, in total, and of unknown DIDs for each client network.

use super::{admission::Fetch, rate_limits::Limits};
use crate::resolver::Block;
use futures_util::future::{Either, select};
use std::{
    collections::HashMap,
    hash::Hash,
    pin::pin,
    sync::{Arc, Mutex, PoisonError, Weak},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Semaphores in two parts: for every DID, and for known DIDs only.
pub(super) struct Concurrency {
    hosts: Semaphores<Arc<str>>,
    reserved_at_hosts: Semaphores<Arc<str>>,
    networks: Option<Semaphores<Block>>,
    total: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
}

/// A fetch may be in progress until this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _held: [Option<OwnedSemaphorePermit>; 3],
}

impl Concurrency {
    /// Maximum numbers at a host and in total; 0 means 1.
    pub(super) fn new(per_host: usize, total: usize, limits: &Limits) -> Self {
        let ((host, at_host), (total, reserved)) = (limits.parts(per_host.max(1)), limits.parts(total.max(1)));
        Self {
            hosts: Semaphores::new(host),
            reserved_at_hosts: Semaphores::new(at_host),
            networks: limits.share(total).map(Semaphores::new),
            total: Arc::new(Semaphore::new(total)),
            reserved: Arc::new(Semaphore::new(reserved)),
        }
    }

    /// Waits until the fetch may be in progress. What waits for a host or has used its network's share holds no place of
    /// the total.
    pub(super) async fn permit(&self, fetch: &Fetch<'_>) -> Permit {
        let network = match (&self.networks, fetch.peer) {
            (Some(networks), Some(peer)) if !fetch.is_known => acquired(networks.of(&peer.network()), None).await,
            _ => None,
        };
        let host: Arc<str> = fetch.host.into();
        let reserved = fetch.is_known.then(|| self.reserved_at_hosts.of(&host));
        let at_host = acquired(self.hosts.of(&host), reserved).await;
        let reserved = fetch.is_known.then(|| self.reserved.clone());
        Permit { _held: [network, at_host, acquired(self.total.clone(), reserved).await] }
    }
}

/// A permit of either; a semaphore is never closed.
async fn acquired(one: Arc<Semaphore>, other: Option<Arc<Semaphore>>) -> Option<OwnedSemaphorePermit> {
    match other {
        None => one.acquire_owned().await.ok(),
        Some(other) => match select(pin!(one.acquire_owned()), pin!(other.acquire_owned())).await {
            Either::Left((permit, _)) | Either::Right((permit, _)) => permit.ok(),
        },
    }
}

/// A semaphore for each key that is in use.
struct Semaphores<K> {
    permits: usize,
    used: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Clone + Eq + Hash> Semaphores<K> {
    fn new(permits: usize) -> Self {
        Self { permits, used: Mutex::default() }
    }

    fn of(&self, key: &K) -> Arc<Semaphore> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = used.get(key).and_then(Weak::upgrade) {
            return found;
        }
        if used.len() == used.capacity() {
            used.retain(|_, semaphore| semaphore.strong_count() > 0);
            // so that the next search for unused ones is as many keys away
            let room = used.len().max(16);
            used.reserve(room);
        }
        let made = Arc::new(Semaphore::new(self.permits));
        used.insert(key.clone(), Arc::downgrade(&made));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::Semaphores;

    #[test]
    fn what_nobody_uses_is_removed() {
        let semaphores = Semaphores::new(1);
        let held: Vec<_> = (0..100).map(|key| semaphores.of(&key)).collect();
        for key in 100..100_000 {
            semaphores.of(&key);
        }
        let used = semaphores.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(used.len() < 1_000, "{}", used.len());
        assert!(held.iter().zip(0..).all(|(semaphore, key)| used[&key].as_ptr() == std::sync::Arc::as_ptr(semaphore)));
    }
}

//! Places for connections: so many in all, and at most half of them for one address.

use agent_description::auth::PeerAddress;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places of a server, of which one address (IPv6: a /64) has at most half: one machine alone keeps nobody out.
#[derive(Debug)]
pub struct Places {
    most: u32,
    free: Arc<Semaphore>,
    /// How many an address has; those that have none are not in it, so it has no more entries than there are places.
    taken: Arc<Mutex<Taken>>,
}

type Taken = HashMap<IpAddr, u32>;

/// A place that nobody has yet.
#[derive(Debug)]
pub struct FreePlace {
    _permit: OwnedSemaphorePermit,
}

/// A connection's place, free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    link: IpAddr,
    taken: Arc<Mutex<Taken>>,
    _place: FreePlace,
}

impl Places {
    /// So many places.
    pub fn new(most: u32) -> Self {
        Self { most, free: Arc::new(Semaphore::new(most as usize)), taken: Arc::default() }
    }

    /// Waits for a place; `None` would be that there never is one again.
    pub async fn free(&self) -> Option<FreePlace> {
        Some(FreePlace { _permit: Arc::clone(&self.free).acquire_owned().await.ok()? })
    }

    /// Gives a place to an address; `None` if it has its half.
    pub fn give(&self, place: FreePlace, peer: PeerAddress) -> Option<Place> {
        let link = peer.first_of_link();
        let mut taken = lock(&self.taken);
        let count = taken.get(&link).copied().unwrap_or_default();
        if count >= self.most / 2 {
            return None;
        }
        taken.insert(link, count + 1);
        Some(Place { link, taken: Arc::clone(&self.taken), _place: place })
    }

    /// Waits until all places are free.
    pub async fn all_free(&self) {
        let _ = self.free.acquire_many(self.most).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        let left = taken.get(&self.link).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            taken.remove(&self.link);
        } else {
            taken.insert(self.link, left);
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Place, Places, lock};
    use agent_description::auth::PeerAddress;
    use tokio::runtime::{Builder, Runtime};

    fn give(runtime: &Runtime, places: &Places, address: &str) -> Option<Place> {
        let free = runtime.block_on(places.free()).unwrap();
        places.give(free, PeerAddress::new(address.parse().unwrap()))
    }

    #[test]
    fn an_address_has_half_of_the_places() {
        let runtime = Builder::new_current_thread().build().unwrap();
        let places = Places::new(8);
        let mut given: Vec<_> = ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"]
            .map(|address| give(&runtime, &places, address).unwrap())
            .into();
        assert!(give(&runtime, &places, "192.0.2.1").is_none());
        // nobody else pays for it, nor is a place lost by it
        for _ in 0..20 {
            assert!(give(&runtime, &places, "::ffff:192.0.2.1").is_none());
        }
        // one machine may have all addresses of a /64
        for host in 1..=3 {
            given.push(give(&runtime, &places, &format!("2001:db8:1:2::{host}")).unwrap());
        }
        given.push(give(&runtime, &places, "2001:db8:1:2:ffff::1").unwrap());
        // all are taken
        assert_eq!((given.len(), places.free.available_permits()), (8, 0));
        assert_eq!(lock(&places.taken).len(), 2);
        drop(given.pop());
        assert!(give(&runtime, &places, "192.0.2.1").is_none());
        given.push(give(&runtime, &places, "2001:db8:1:3::1").unwrap());
        assert_eq!(lock(&places.taken).len(), 3);
        // what is free again is forgotten
        given.clear();
        assert_eq!((places.free.available_permits(), lock(&places.taken).len()), (8, 0));
        runtime.block_on(places.all_free());
    }
}

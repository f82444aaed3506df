//! Connection slots: a total number, and at most half of them for one address.

use agent_description::resolve::PeerAddress;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The connection slots of a server. One address (IPv6: a /64) gets at most half, so one machine cannot lock out
/// others.
#[derive(Debug)]
pub struct Places {
    most: u32,
    free: Arc<Semaphore>,
    /// Slots by address; addresses without slots are removed, so there are no more entries than slots.
    taken: Arc<Mutex<Taken>>,
}

type Taken = HashMap<IpAddr, u32>;

/// The slot of a connection, released on drop.
#[derive(Debug)]
pub struct ConnectionSlot {
    link: IpAddr,
    taken: Arc<Mutex<Taken>>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    /// Creates this many slots.
    pub fn new(most: u32) -> Self {
        Self { most, free: Arc::new(Semaphore::new(most as usize)), taken: Arc::default() }
    }

    /// Waits for a slot; `None` if slots are no longer available.
    pub async fn free(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).acquire_owned().await.ok()
    }

    /// Assigns a slot to an address; `None` if the address has half of all slots.
    pub fn give(&self, slot: OwnedSemaphorePermit, peer: PeerAddress) -> Option<ConnectionSlot> {
        let link = peer.first_of_link();
        let mut taken = lock(&self.taken);
        let count = taken.get(&link).copied().unwrap_or_default();
        if count >= self.most / 2 {
            return None;
        }
        taken.insert(link, count + 1);
        Some(ConnectionSlot { link, taken: Arc::clone(&self.taken), _permit: slot })
    }

    /// Waits until all slots are free.
    pub async fn all_free(&self) {
        let _ = self.free.acquire_many(self.most).await;
    }
}

impl Drop for ConnectionSlot {
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
    use super::{ConnectionSlot, Places, lock};
    use agent_description::resolve::PeerAddress;
    use tokio::runtime::{Builder, Runtime};

    fn give(runtime: &Runtime, places: &Places, address: &str) -> Option<ConnectionSlot> {
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
        // no other address is affected, and no slot is lost
        for _ in 0..20 {
            assert!(give(&runtime, &places, "::ffff:192.0.2.1").is_none());
        }
        // one machine may have all addresses of a /64
        for host in 1..=3 {
            given.push(give(&runtime, &places, &format!("2001:db8:1:2::{host}")).unwrap());
        }
        given.push(give(&runtime, &places, "2001:db8:1:2:ffff::1").unwrap());
        // all slots are used
        assert_eq!((given.len(), places.free.available_permits()), (8, 0));
        assert_eq!(lock(&places.taken).len(), 2);
        drop(given.pop());
        assert!(give(&runtime, &places, "192.0.2.1").is_none());
        given.push(give(&runtime, &places, "2001:db8:1:3::1").unwrap());
        assert_eq!(lock(&places.taken).len(), 3);
        // released addresses are removed
        given.clear();
        assert_eq!((places.free.available_permits(), lock(&places.taken).len()), (8, 0));
        runtime.block_on(places.all_free());
    }
}

//! The calls that wait for responses on a shared connection.

use crate::locked::locked;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::oneshot;

/// Waiting calls by number, each with what its response is recognized by.
#[derive(Debug)]
pub(super) struct AllWaiting<K, R> {
    each: Mutex<Each<K, R>>,
    next: AtomicU64,
    most: usize,
}

type Each<K, R> = BTreeMap<u64, (K, oneshot::Sender<R>)>;

/// A waiting call, removed on drop.
pub(super) struct Waiting<K, R> {
    all: Arc<AllWaiting<K, R>>,
    pub number: u64,
    /// The response; an error if the connection ends.
    pub said: oneshot::Receiver<R>,
}

impl<K, R> AllWaiting<K, R> {
    /// At most this many calls wait.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { each: Mutex::default(), next: AtomicU64::default(), most })
    }

    /// Registers a call; `None` if too many are waiting.
    pub(super) fn wait(self: &Arc<Self>, key: K) -> Option<Waiting<K, R>> {
        let mut each = locked(&self.each);
        if each.len() >= self.most {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, said) = oneshot::channel();
        each.insert(number, (key, sender));
        drop(each);
        Some(Waiting { all: Arc::clone(self), number, said })
    }

    /// The first call with such a key.
    #[cfg(feature = "websocket")]
    pub(super) fn find(&self, is_for: impl Fn(&K) -> bool) -> Option<u64> {
        locked(&self.each).iter().find(|(_, (key, _))| is_for(key)).map(|(number, _)| *number)
    }

    /// Delivers a response. Returns whether the call still waited.
    pub(super) fn deliver(&self, number: u64, response: R) -> bool {
        let one = locked(&self.each).remove(&number);
        one.is_some_and(|(_, one)| one.send(response).is_ok())
    }

    /// Wakes all calls: no more responses arrive.
    pub(super) fn end(&self) {
        locked(&self.each).clear();
    }
}

impl<K, R> Drop for Waiting<K, R> {
    fn drop(&mut self) {
        locked(&self.all.each).remove(&self.number);
    }
}

//! The order in which messages of one conversation get into the queue, whichever of them is verified first.

use agent_description::{Document, json::Json};
use futures_util::{FutureExt, future::BoxFuture, task::noop_waker_ref};
use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// How many conversations can be told apart; others share an order, which they can bear.
const LOCK_SHARDS: usize = 1024;

/// Lanes that messages of one conversation share.
pub(super) struct Conversations {
    lanes: Vec<Arc<Mutex<()>>>,
    hashes: RandomState,
}

/// A place in a lane, taken when the message came.
pub(super) struct Place(BoxFuture<'static, OwnedMutexGuard<()>>);

impl Conversations {
    pub(super) fn new() -> Self {
        Self { lanes: (0..LOCK_SHARDS).map(|_| Arc::default()).collect(), hashes: RandomState::new() }
    }

    /// The place of a message that says it belongs to a conversation; nobody has verified that it does.
    pub(super) fn place(&self, document: &Document) -> Option<Place> {
        let conversation = document.root().get("message")?.get("correlationId")?.as_str()?;
        let sender = document.root().get("source")?.get("agentId").and_then(Json::as_str)?;
        let hash = self.hashes.hash_one((sender, conversation));
        let lane = self.lanes.get(usize::try_from(hash % LOCK_SHARDS as u64).ok()?)?;
        let mut turn = Arc::clone(lane).lock_owned().boxed();
        // the first poll takes the place: the mutex is fair
        if let Poll::Ready(guard) = Pin::new(&mut turn).poll_unpin(&mut Context::from_waker(noop_waker_ref())) {
            turn = std::future::ready(guard).boxed();
        }
        Some(Place(turn))
    }
}

impl Place {
    /// Waits until all that came before in this lane are queued or refused.
    pub(super) async fn turn(self) -> OwnedMutexGuard<()> {
        self.0.await
    }
}

//! Keeps the messages of a conversation in order, independent of the time that their verification takes.

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

/// Number of lanes. Conversations that share a lane also share its order, which is harmless.
const LOCK_SHARDS: usize = 1024;

/// Lanes for conversations.
pub(super) struct Conversations {
    lanes: Vec<Arc<Mutex<()>>>,
    hashes: RandomState,
}

/// A position in a lane, taken when the message arrived: waits until all earlier messages of the lane are queued or
/// refused.
pub(super) type Place = BoxFuture<'static, OwnedMutexGuard<()>>;

impl Conversations {
    pub(super) fn new() -> Self {
        Self { lanes: (0..LOCK_SHARDS).map(|_| Arc::default()).collect(), hashes: RandomState::new() }
    }

    /// The position of a message that claims to belong to a conversation, before verification.
    pub(super) fn place(&self, document: &Document) -> Option<Place> {
        let conversation = document.root().get("message")?.get("correlationId")?.as_str()?;
        let sender = document.root().get("source")?.get("agentId").and_then(Json::as_str)?;
        let hash = self.hashes.hash_one((sender, conversation));
        let lane = self.lanes.get(usize::try_from(hash % LOCK_SHARDS as u64).ok()?)?;
        let mut turn = Arc::clone(lane).lock_owned().boxed();
        // the first poll takes the position, because the mutex is fair
        if let Poll::Ready(guard) = Pin::new(&mut turn).poll_unpin(&mut Context::from_waker(noop_waker_ref())) {
            turn = std::future::ready(guard).boxed();
        }
        Some(turn)
    }
}

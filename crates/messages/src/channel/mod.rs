//! Channels: what carries signed messages from one agent to another. None of them is trusted: what comes in is accepted, by
//! [`Agent::accept`](crate::agent::Agent::accept), the same way whatever it came by.
//!
//! | channel | address | one agent | one of a type | all of a type |
//! |---|---|---|---|---|
//! | [`InProcess`] | the agent's DID, its type | the endpoint that joined | in turn | each |
#![cfg_attr(
    feature = "http",
    doc = "| [`Https`] | an `https` URL | `POST`, the answer in the response | what answers there | what answers there |"
)]
#![cfg_attr(
    feature = "http",
    doc = "| [`WebSocket`] | a `wss` URL | a frame, the answer in another | what answers there | what answers there |"
)]
#![cfg_attr(
    feature = "nats",
    doc = "| [`Nats`](nats::Nats) | the agent's DID, its type | the agent's subject | the queue group of the type | the subject of the type |"
)]
//!
//! A receiver that does not take a message says so with a [`Refusal`], which is not signed: it ends an attempt, it answers nothing.

mod address;
mod error;
#[cfg(feature = "http")]
pub mod https;
mod in_process;
#[cfg(feature = "nats")]
pub mod nats;
#[cfg(feature = "http")]
mod open;
mod refusal;
#[cfg(feature = "http")]
pub mod websocket;

pub use address::Address;
pub use error::ChannelError;
#[cfg(feature = "http")]
pub use https::Https;
pub use in_process::InProcess;
#[cfg(feature = "http")]
pub use open::open;
pub use refusal::Refusal;
#[cfg(feature = "http")]
pub use websocket::WebSocket;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use std::{fmt, sync::Arc};
use tokio::time::Instant;

/// A signed message on its way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outgoing {
    /// Where it goes.
    pub address: Address,
    /// The signed envelope, as it is sent: at most 1 MiB.
    pub bytes: Bytes,
    /// Its `messageId`, by which its answer is found where answers to several come the same way.
    pub message_id: String,
    /// Whether something is to come back.
    pub expects_answer: bool,
    /// When nobody waits any longer.
    pub deadline: Instant,
}

impl Outgoing {
    /// A message on which an answer is to come.
    #[must_use]
    pub fn new(address: Address, bytes: Bytes, message_id: impl Into<String>, deadline: Instant) -> Self {
        Self { address, bytes, message_id: message_id.into(), expects_answer: true, deadline }
    }

    /// The same, on which none comes.
    #[must_use]
    pub fn without_answer(self) -> Self {
        Self { expects_answer: false, ..self }
    }
}

/// Carries messages. What a channel holds for those who wait is bounded; dropping the future gives up.
pub trait Channel: Send + Sync + fmt::Debug {
    /// Carries a message there, and brings back what the receiver says: bytes that nobody has verified, an envelope or a [`Refusal`]; nothing
    /// where nothing is expected and nobody objects.
    ///
    /// # Errors
    /// [`ChannelError`]: the receiver cannot be reached, does not answer before the deadline, the message is too large for the channel, or
    /// too many wait already.
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>>;
}

impl<C: Channel + ?Sized> Channel for Arc<C> {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        (**self).exchange(parcel)
    }
}

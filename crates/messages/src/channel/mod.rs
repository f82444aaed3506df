//! Channels transport signed messages between agents. They are untrusted:
//! [`Agent::accept`](crate::agent::Agent::accept) verifies incoming messages of every channel in the same way.
//!
//! | channel | address | one agent | one of a type | all of a type |
//! |---|---|---|---|---|
//! | [`InProcess`] | the agent's DID, its type | the endpoint that joined | in turn | each |
#![cfg_attr(
    feature = "http",
    doc = "| [`Https`] | an `https` URL | `POST`, the answer in the response | what answers there | what answers there |"
)]
#![cfg_attr(
    feature = "websocket",
    doc = "| [`WebSocket`] | a `wss` URL | a frame, the answer in another | what answers there | what answers there |"
)]
#![cfg_attr(
    feature = "nats",
    doc = "| [`Nats`](nats::Nats) | the agent's DID, its type | the agent's subject | the queue group of the type | the subject of the type |"
)]
//!
//! A receiver refuses a message with an unsigned [`Refusal`]. It ends an attempt, but is not a response.

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
#[cfg(any(feature = "nats", feature = "websocket"))]
mod waiting;
#[cfg(feature = "websocket")]
pub mod websocket;

pub use address::Address;
pub use error::ChannelError;
#[cfg(feature = "http")]
pub use https::Https;
pub use in_process::InProcess;
#[cfg(feature = "http")]
pub use open::open;
pub use refusal::Refusal;
#[cfg(feature = "websocket")]
pub use websocket::WebSocket;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use std::{fmt, sync::Arc};
use tokio::time::Instant;

/// An outgoing signed message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outgoing {
    /// The address.
    pub address: Address,
    /// The signed envelope, at most 1 MiB.
    pub bytes: Bytes,
    /// Its `messageId`, which identifies the response on a shared connection.
    pub message_id: String,
    /// Whether a response is expected.
    pub expects_answer: bool,
    /// Deadline for the response.
    pub deadline: Instant,
}

impl Outgoing {
    /// A message with an expected response.
    #[must_use]
    pub fn new(address: Address, bytes: Bytes, message_id: impl Into<String>, deadline: Instant) -> Self {
        Self { address, bytes, message_id: message_id.into(), expects_answer: true, deadline }
    }

    /// Sets that no response is expected.
    #[must_use]
    pub fn without_answer(self) -> Self {
        Self { expects_answer: false, ..self }
    }
}

/// Transports messages. Queues have limits; dropping the future cancels the exchange.
pub trait Channel: Send + Sync + fmt::Debug {
    /// Sends a message, and returns the unverified bytes of an envelope or [`Refusal`]. Returns nothing if no response
    /// is expected and the receiver does not refuse.
    ///
    /// # Errors
    ///
    /// [`ChannelError`]: the receiver is unreachable or too slow, the message is too large, or too many messages are
    /// waiting.
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>>;
}

impl<C: Channel + ?Sized> Channel for Arc<C> {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        (**self).exchange(parcel)
    }
}

//! Handlers of messages.

use crate::{codes, signature::AcceptedMessage};
use agent_description::{Code, json::Json};
use futures_util::future::{BoxFuture, FutureExt};
use std::{future::Future, sync::Arc};
use tokio::time::Instant;

/// The context of a message.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Context {
    /// Deadline for the response, when the handler's future is dropped. Calls to other agents must complete before.
    pub deadline: Instant,
}

/// A handler's failure, which is sent to the caller in a signed response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct HandlerFailure {
    /// The error code.
    pub code: Code,
    /// The message for the caller.
    pub message: String,
}

impl HandlerFailure {
    /// Creates a failure with the code `message-failed` and a message for the caller.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self::with_code(codes::MESSAGE_FAILED, message)
    }

    /// Creates a failure with a code.
    #[must_use]
    pub fn with_code(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Handles accepted messages: requests, events, heartbeats. Results for the last two are discarded.
///
/// Async functions and closures with a message and a [`Context`] are handlers.
pub trait Handler: Send + Sync + 'static {
    /// Handles a message, once per ID.
    fn handle(
        &self,
        message: Arc<AcceptedMessage>,
        context: Context,
    ) -> BoxFuture<'static, Result<Json, HandlerFailure>>;
}

impl<F, O> Handler for F
where
    F: Fn(Arc<AcceptedMessage>, Context) -> O + Send + Sync + 'static,
    O: Future<Output = Result<Json, HandlerFailure>> + Send + 'static,
{
    fn handle(
        &self,
        message: Arc<AcceptedMessage>,
        context: Context,
    ) -> BoxFuture<'static, Result<Json, HandlerFailure>> {
        self(message, context).boxed()
    }
}

//! What an agent does with messages.

use super::FAILED;
use crate::signature::AcceptedMessage;
use agent_description::{Code, json::Json};
use futures_util::future::{BoxFuture, FutureExt};
use std::{fmt, future::Future, sync::Arc};
use tokio::time::Instant;

/// What a handler knows besides the message.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Context {
    /// When nobody waits for the answer any longer: the handler's future is dropped then. What it asks of others has to be answered before.
    pub deadline: Instant,
}

/// What a handler says that did not do what was asked: it goes to the caller, signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    code: Code,
    message: String,
}

impl Failure {
    /// The request failed, for this reason: the caller reads it.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self::with_code(FAILED, message)
    }

    /// The same with a code.
    #[must_use]
    pub fn with_code(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Handles accepted messages: requests, events, signs of life. What it says to the last two goes nowhere.
///
/// Async functions and closures of a message and a [`Context`] are handlers.
pub trait Handler: Send + Sync + 'static {
    /// Handles a message, once for each id.
    fn handle(&self, message: Arc<AcceptedMessage>, context: Context) -> BoxFuture<'static, Result<Json, Failure>>;
}

impl<F, O> Handler for F
where
    F: Fn(Arc<AcceptedMessage>, Context) -> O + Send + Sync + 'static,
    O: Future<Output = Result<Json, Failure>> + Send + 'static,
{
    fn handle(&self, message: Arc<AcceptedMessage>, context: Context) -> BoxFuture<'static, Result<Json, Failure>> {
        self(message, context).boxed()
    }
}

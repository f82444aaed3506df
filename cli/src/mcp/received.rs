//! The messages of a server as bytes: the SDK's types drop unknown members, and those are locked too.

use crate::failure::Failure;
use agent_description::{Code, Json, ReadLimits, json, secret::Redactor};
use rmcp::model::RequestId;
use serde::{Deserialize, de::IgnoredAny};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The messages of a server, and the reason if reading stopped. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Received {
    inner: Arc<Mutex<Inner>>,
    failed: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Inner {
    messages: Vec<Vec<u8>>,
    bytes: usize,
    /// Number of messages, also of empty ones.
    count: usize,
    /// Number of requests of the server.
    requests: usize,
    failure: Option<Failure>,
}

impl Received {
    /// The most bytes of all messages together.
    pub const MAX_BYTES: usize = 16 << 20;

    /// The most messages: answers, notifications and requests.
    const MAX_MESSAGES: usize = 10_000;
    /// The most requests of the server: each is answered, by a request over HTTP. It needs none but some `ping`.
    const MAX_REQUESTS: usize = 100;

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a message unless it is empty; returns false if a limit is exceeded.
    pub fn push(&self, message: &[u8]) -> bool {
        let mut inner = self.inner();
        inner.bytes = inner.bytes.saturating_add(message.len());
        inner.count += 1;
        inner.requests += usize::from(is_request(message));
        let (bytes, count, requests) = (inner.bytes, inner.count, inner.requests);
        let is_within = bytes <= Self::MAX_BYTES && count <= Self::MAX_MESSAGES && requests <= Self::MAX_REQUESTS;
        if is_within && !message.trim_ascii().is_empty() {
            Redactor::for_process().learn(message);
            inner.messages.push(message.to_vec());
        }
        drop(inner);
        if bytes > Self::MAX_BYTES {
            self.fail_as_too_large();
        } else if count > Self::MAX_MESSAGES {
            self.fail_as_too_many(Self::MAX_MESSAGES, "messages");
        } else if requests > Self::MAX_REQUESTS {
            self.fail_as_too_many(Self::MAX_REQUESTS, "requests of its own");
        }
        is_within
    }

    fn fail_as_too_many(&self, most: usize, what: &str) {
        let message = format!("the server sent more than {most} {what}; report it to its operator");
        self.fail(Failure::new(Code::TOO_LARGE, message));
    }

    /// Records that the server sent too much.
    pub fn fail_as_too_large(&self) {
        let most = Self::MAX_BYTES >> 20;
        let message = format!("the server sent more than {most} MiB; ask its operator for a shorter list");
        self.fail(Failure::new(Code::TOO_LARGE, message));
    }

    /// Records why reading stopped; only the first reason is kept.
    pub fn fail(&self, failure: Failure) {
        self.inner().failure.get_or_insert(failure);
        self.failed.notify_one();
    }

    /// Waits until reading stops: the SDK does not end a request whose answer breaks off.
    pub async fn failure(&self) -> Failure {
        loop {
            if let Some(failure) = self.take_failure() {
                return failure;
            }
            self.failed.notified().await;
        }
    }

    pub fn take_failure(&self) -> Option<Failure> {
        self.inner().failure.take()
    }

    pub fn count(&self) -> usize {
        self.inner().messages.len()
    }

    /// The result of a request, strictly parsed, among the messages since `from`; none if the server sent none.
    pub fn result(&self, from: usize, id: &RequestId) -> Result<Option<Json>, Failure> {
        let RequestId::Number(id) = id else { return Ok(None) };
        for message in self.inner().messages.iter().skip(from) {
            let message = json::parse(message, ReadLimits::new(Self::MAX_BYTES).unsigned()).map_err(|error| {
                Failure::from_error(&error)
                    .with_help("the server's message is not JSON that all readers understand alike")
            })?;
            let is_answer = message.get("id").and_then(Json::as_number).and_then(|id| id.as_integer()) == Some(*id);
            if let Some(result) = message.get("result").filter(|_| is_answer) {
                return Ok(Some(result.clone()));
            }
        }
        Ok(None)
    }

    /// Whether the server has announced a changed list of tools since `from`.
    pub fn has_list_changed(&self, from: usize) -> bool {
        let is_change = |message: &Vec<u8>| {
            let message = json::parse(message, ReadLimits::new(Self::MAX_BYTES).unsigned());
            message.is_ok_and(|it| it.get("method").and_then(Json::as_str) == Some("notifications/tools/list_changed"))
        };
        self.inner().messages.iter().skip(from).any(is_change)
    }
}

/// Whether a message may be a request: it has a method and an id, or cannot be read.
fn is_request(message: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head {
        method: Option<IgnoredAny>,
        id: Option<IgnoredAny>,
    }
    let head = serde_json::from_slice::<Head>(message);
    head.map_or(!message.trim_ascii().is_empty(), |head| head.method.is_some() && head.id.is_some())
}

//! The receiving end: what comes in by any channel is accepted, queued by priority within bounds, handled once, and answered.

mod answers;
mod conversations;
mod counters;
mod handler;
mod queue;
mod run;
mod settings;

pub use counters::Counters;
pub use handler::{Context, Failure, Handler};
pub use settings::{Admission, EndpointSettings};

use crate::{
    agent::{Agent, Received, accept},
    channel::Refusal,
    codes,
    envelope::{Envelope, MessageType},
    signature::SignError,
};
use agent_description::{
    Code, Document,
    json::{Json, Object},
};
use answers::{Admittance, Answers};
use bytes::Bytes;
use conversations::{Conversations, Place};
use queue::{Conversation, Queue};
use run::{QueuedMessage, run};
use std::{fmt, future::Future, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::AbortHandle, time::Instant};
use tracing::{Instrument, debug, debug_span};

/// Where an agent receives messages. Cheap to clone; clones are the same endpoint, which ends with the last of them: what it was doing
/// is given up then. Needs a tokio runtime with time.
#[derive(Clone)]
pub struct Endpoint {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    /// Handles what is queued.
    running: AbortHandle,
}

/// What the endpoint and its running part have in common.
struct Shared {
    agent: Agent,
    admission: Option<Box<dyn Admission>>,
    queue: Queue<QueuedMessage>,
    answers: Answers,
    conversations: Conversations,
    /// One permit for each message that is being read and verified.
    arriving: Semaphore,
    counters: Counters,
    settings: EndpointSettings,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.running.abort();
    }
}

impl Endpoint {
    /// An endpoint of an agent whose messages this handler handles, with the default settings.
    #[must_use]
    pub fn new(agent: Agent, handler: impl Handler) -> Self {
        Self::with_settings(agent, handler, EndpointSettings::default(), None)
    }

    /// The same with these settings; `admission` is asked of each accepted message before it is queued.
    #[must_use]
    pub fn with_settings(
        agent: Agent,
        handler: impl Handler,
        settings: EndpointSettings,
        admission: Option<Box<dyn Admission>>,
    ) -> Self {
        let shared = Arc::new(Shared {
            queue: Queue::new(settings.queued_per_priority),
            answers: Answers::new(settings.answers, settings.answer_bytes),
            conversations: Conversations::new(),
            arriving: Semaphore::new(settings.arriving.max(1)),
            counters: Counters::default(),
            admission,
            agent,
            settings,
        });
        let running = tokio::spawn(run(Arc::clone(&shared), Arc::new(handler))).abort_handle();
        Self { inner: Arc::new(Inner { shared, running }) }
    }

    /// Whose endpoint it is.
    #[must_use]
    pub fn agent(&self) -> &Agent {
        &self.inner.shared.agent
    }

    /// What came in so far, and what became of it.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.inner.shared.counters
    }

    /// How many accepted messages wait to be handled.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.inner.shared.queue.len()
    }

    /// Takes a message that came in; gives what is to be sent back: a signed response, a [`Refusal`], or nothing.
    ///
    /// Its place in its conversation is that of this call, not of when the future is first polled: a channel calls it in the order in which
    /// messages came. No more than [`EndpointSettings::arriving`] are verified at the same time; further ones are refused.
    pub fn arrive(&self, bytes: Bytes) -> impl Future<Output = Option<Bytes>> + Send + 'static {
        let taken = self.take(bytes, Until::Taken);
        async move { taken.await.unwrap_or_else(|refusal| Some(refusal.to_bytes())) }
    }

    /// Takes a message that came in, and waits until it is handled, whatever it is: for channels that keep a message until then.
    ///
    /// # Errors
    /// The [`Refusal`] of a message that is not taken.
    pub fn finish(&self, bytes: Bytes) -> impl Future<Output = Result<(), Refusal>> + Send + 'static {
        let taken = self.take(bytes, Until::Handled);
        async move { taken.await.map(|_| ()) }
    }

    fn take(
        &self,
        bytes: Bytes,
        until: Until,
    ) -> impl Future<Output = Result<Option<Bytes>, Refusal>> + Send + 'static {
        let shared = Arc::clone(&self.inner.shared);
        // while one message waits for its answer the endpoint lives
        let lives = Arc::clone(&self.inner);
        shared.counters.count(|counts| &counts.received);
        let read = accept::read(&bytes).map_err(|error| Refusal::from_error(&error, None));
        let place = read.as_ref().ok().and_then(|document| shared.conversations.place(document));
        async move {
            let said = match read {
                Ok(document) => {
                    let id = document.root().get("messageId").and_then(Json::as_str).map(str::to_owned);
                    let span = debug_span!("message", id = id.as_deref().unwrap_or_default());
                    shared.take(&document, id.as_deref(), place, until).instrument(span).await
                }
                Err(refusal) => Err(refusal),
            };
            drop(lives);
            said.map_err(|refusal| {
                debug!(code = refusal.message(), "refused");
                shared.counters.refused(refusal.message());
                refusal.with_id_from(&bytes)
            })
        }
    }
}

/// How long a channel waits for a message on which no answer comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Until it is queued.
    Taken,
    /// Until it is handled.
    Handled,
}

impl Shared {
    /// Accepts, queues, waits for the answer, signs it.
    async fn take(
        &self,
        document: &Document,
        id: Option<&str>,
        place: Option<Place>,
        until: Until,
    ) -> Result<Option<Bytes>, Refusal> {
        let received = {
            let Ok(_arriving) = self.arriving.try_acquire() else {
                let most = self.settings.arriving;
                return Err(Refusal::new(
                    codes::MESSAGE_QUEUE_FULL,
                    format!("the limit of {most} messages in verification is reached"),
                    id,
                ));
            };
            let accepted = self.agent.accept_document(document).await;
            accepted.map_err(|error| Refusal::from_error(&error, id).with_retry_after(error.retry_after()))?
        };
        self.counters.count(|counts| &counts.accepted);
        let turn = match place {
            Some(place) => Some(place.turn().await),
            None => None,
        };
        let waiting = self.begin(&received, id)?;
        // the next of the conversation may go on: this one has its place in the queue
        drop(turn);
        let envelope = received.message().envelope();
        let answers = envelope.message_type == MessageType::Request && !accept::is_broadcast(received.message());
        if !answers && until == Until::Taken {
            return Ok(None);
        }
        let Some(answer) = waiting.answer().await else {
            return Err(Refusal::new(codes::MESSAGE_UNREACHABLE, "the agent is stopping", id));
        };
        if !answers || until == Until::Handled {
            return Ok(None);
        }
        let signed = self.respond(envelope, &answer).map_err(|error| Refusal::from_error(&error, id))?;
        self.counters.count(|counts| &counts.answered);
        Ok(Some(signed))
    }

    /// Queues a message, unless one with its id was queued before: then its answer is waited for.
    fn begin(&self, received: &Received, id: Option<&str>) -> Result<answers::Waiting, Refusal> {
        let message = received.message();
        let envelope = message.envelope();
        if envelope.message_type == MessageType::Response {
            let found = "the response matches no pending request";
            return Err(Refusal::new(Code::INVALID_REFERENCE, found, id));
        }
        let keep = self.agent.good_for();
        let begun = self.answers.begin(message.signer(), &envelope.message_id, received.digest(), keep);
        let (ticket, waiting) = match begun {
            Admittance::First(ticket, waiting) => (ticket, waiting),
            Admittance::Again(waiting) => {
                self.counters.count(|counts| &counts.repeated);
                return Ok(waiting);
            }
            Admittance::Different => {
                let found = "another message has the same ID";
                return Err(Refusal::new(Code::DUPLICATE, found, id));
            }
            Admittance::Full => {
                let found = "the response store is full";
                return Err(Refusal::new(codes::MESSAGE_QUEUE_FULL, found, id));
            }
        };
        if let Some(admission) = &self.admission {
            admission.admit(message).map_err(|failure| Refusal::new(failure.code(), failure.to_string(), id))?;
        }
        let timeout = envelope.timeout().unwrap_or(self.settings.timeout).min(self.settings.longest_timeout);
        let conversation = Conversation::from_message(message);
        let priority = envelope.priority;
        let job = QueuedMessage { message: Arc::new(message.clone()), ticket, deadline: Instant::now() + timeout };
        if self.queue.push(priority, conversation, job).is_err() {
            let most = self.settings.queued_per_priority;
            let found = format!("the queue of priority {priority} is full ({most} messages)");
            return Err(Refusal::new(codes::MESSAGE_QUEUE_FULL, found, id));
        }
        Ok(waiting)
    }

    /// The response, signed now: an answer that is given twice has two signatures.
    fn respond(&self, request: &Envelope, answer: &answers::Remembered) -> Result<Bytes, SignError> {
        let envelope = self.agent.response(request, answer.message_id(), answer.payload().clone());
        let signed = self.agent.sign(envelope)?;
        Ok(Bytes::copy_from_slice(signed.source().as_bytes()))
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("agent", &self.inner.shared.agent)
            .field("queued", &self.queued())
            .finish_non_exhaustive()
    }
}

/// The payload of a response that says how long the work took.
fn payload(outcome: Result<Json, Failure>, took: Duration) -> Object {
    let mut payload = Object::with_capacity(3);
    match outcome {
        Ok(results) => {
            payload.insert("status", "success");
            payload.insert("results", results);
        }
        Err(failure) => {
            let mut error = Object::with_capacity(2);
            error.insert("code", failure.code().as_str());
            error.insert("message", failure.to_string());
            payload.insert("status", "error");
            payload.insert("error", error);
        }
    }
    let mut metadata = Object::with_capacity(1);
    let millis = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
    metadata.insert("processingTime", Json::from(millis));
    payload.insert("metadata", metadata);
    payload
}

/// The code of a handler's failure where it has none of its own.
const FAILED: Code = codes::MESSAGE_FAILED;

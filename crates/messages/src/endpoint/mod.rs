//! Endpoints: accept messages of any channel, queue them by priority, handle each once, and respond.

mod answers;
mod conversations;
mod counters;
mod handler;
mod queue;
mod run;
mod settings;

pub use counters::Counters;
pub use handler::{Context, Handler, HandlerFailure};
pub use settings::{AdmissionRule, EndpointSettings};

use crate::{
    MessageError,
    agent::{Agent, ReceivedMessage, accept},
    channel::Refusal,
    codes,
    envelope::{Envelope, MessageType, RoutingStrategy},
    signature::UnverifiedMessage,
};
use agent_description::{Code, Document, json::Json};
use answers::{Admittance, Answers};
use bytes::Bytes;
use conversations::{Conversations, Place};
use queue::{Conversation, Queue};
use run::{QueuedMessage, run};
use std::{future::Future, sync::Arc};
use tokio::{sync::Semaphore, task::JoinSet, time::Instant};
use tracing::{Instrument, debug, debug_span};

/// An endpoint of an agent. Cheap to clone. Dropping the last clone cancels everything in progress. Needs a tokio
/// runtime with time.
#[derive(Clone)]
pub struct Endpoint {
    inner: Arc<Inner>,
}

struct Inner {
    agent: Agent,
    admission: Option<AdmissionRule>,
    queue: Arc<Queue<QueuedMessage>>,
    answers: Arc<Answers>,
    conversations: Conversations,
    /// Permits for messages that are being read and verified.
    arriving: Semaphore,
    counters: Arc<Counters>,
    settings: EndpointSettings,
    /// Handles queued messages, until this is dropped.
    _running: JoinSet<()>,
}

impl Endpoint {
    /// Creates an endpoint with default settings.
    #[must_use]
    pub fn new(agent: Agent, handler: impl Handler) -> Self {
        Self::with_settings(agent, handler, EndpointSettings::default(), None)
    }

    /// Creates an endpoint with settings. `admission` is asked for each accepted message before it is queued.
    #[must_use]
    pub fn with_settings(
        agent: Agent,
        handler: impl Handler,
        settings: EndpointSettings,
        admission: Option<AdmissionRule>,
    ) -> Self {
        let (queue, counters) = (Queue::new(settings.queued_per_priority), Arc::<Counters>::default());
        let running = run(Arc::clone(&queue), Arc::clone(&counters), settings.at_once, Arc::new(handler));
        let inner = Inner {
            queue,
            answers: Answers::new(settings.answers, settings.answer_bytes),
            conversations: Conversations::new(),
            arriving: Semaphore::new(settings.arriving.max(1)),
            counters,
            admission,
            agent,
            settings,
            _running: JoinSet::from_iter([running]),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The agent.
    #[must_use]
    pub fn agent(&self) -> &Agent {
        &self.inner.agent
    }

    /// The counters.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.inner.counters
    }

    /// Number of accepted messages that wait to be handled.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.inner.queue.len()
    }

    /// Receives a message, and returns the bytes to send back: a signed response, a [`Refusal`], or nothing.
    ///
    /// The order in a conversation is that of these calls, not of polling the future, so a channel calls this in order
    /// of arrival. At most [`EndpointSettings::arriving`] messages are verified in parallel; further ones are refused.
    pub fn arrive(&self, bytes: Bytes) -> impl Future<Output = Option<Bytes>> + Send + 'static {
        let taken = self.take(bytes, false);
        async move { taken.await.unwrap_or_else(|refusal| Some(refusal.to_bytes())) }
    }

    /// Receives a message of any type, and waits until it is handled, for channels that keep messages until then.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of the message.
    pub fn finish(&self, bytes: Bytes) -> impl Future<Output = Result<(), Refusal>> + Send + 'static {
        let taken = self.take(bytes, true);
        async move { taken.await.map(|_| ()) }
    }

    fn take(
        &self,
        bytes: Bytes,
        until_handled: bool,
    ) -> impl Future<Output = Result<Option<Bytes>, Refusal>> + Send + 'static {
        // keeps the endpoint alive while a message waits for its response
        let inner = Arc::clone(&self.inner);
        inner.counters.received.add();
        let read = accept::read(&bytes).map_err(|error| Refusal::from_error(&error, None));
        let place = read.as_ref().ok().and_then(|document| inner.conversations.place(document));
        async move {
            let said = match read {
                Ok(document) => {
                    let id = document.root().get("messageId").and_then(Json::as_str).map(str::to_owned);
                    let span = debug_span!("message", id = id.as_deref().unwrap_or_default());
                    inner.take(&document, id.as_deref(), place, until_handled).instrument(span).await
                }
                Err(refusal) => Err(refusal),
            };
            said.map_err(|refusal| {
                debug!(code = refusal.stated_code, "refused");
                inner.counters.refused(&refusal.stated_code);
                refusal.with_id_from(&bytes)
            })
        }
    }
}

impl Inner {
    /// Accepts and queues a message, waits for the answer, and signs it. `until_handled` waits until the message is
    /// handled, without a response.
    async fn take(
        &self,
        document: &Document,
        id: Option<&str>,
        place: Option<Place>,
        until_handled: bool,
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
            let accepted = match UnverifiedMessage::read(document) {
                Ok(unverified) => self.agent.accept_unverified(unverified).await,
                Err(error) => Err(error),
            };
            accepted.map_err(|error| Refusal { retry_after: error.retry_after, ..Refusal::from_error(&error, id) })?
        };
        self.counters.accepted.add();
        let turn = match place {
            Some(place) => Some(place.await),
            None => None,
        };
        let waiting = self.begin(&received, id)?;
        // the message is queued, so the next one of the conversation may continue
        drop(turn);
        let envelope = received.message.envelope();
        let is_broadcast = envelope.target.routing == RoutingStrategy::Broadcast;
        let answers = envelope.message_type == MessageType::Request && !is_broadcast;
        if !answers && !until_handled {
            return Ok(None);
        }
        let Some(answer) = waiting.answer().await else {
            return Err(Refusal::new(codes::MESSAGE_UNREACHABLE, "the agent is stopping", id));
        };
        if !answers || until_handled {
            return Ok(None);
        }
        let signed = self.respond(envelope, &answer).map_err(|error| Refusal::from_error(&error, id))?;
        self.counters.answered.add();
        Ok(Some(signed))
    }

    /// Queues a message, or waits for the answer of an earlier one with its ID.
    fn begin(&self, received: &ReceivedMessage, id: Option<&str>) -> Result<answers::Waiting, Refusal> {
        let message = &received.message;
        let envelope = message.envelope();
        if envelope.message_type == MessageType::Response {
            let found = "the response matches no pending request";
            return Err(Refusal::new(Code::INVALID_REFERENCE, found, id));
        }
        let keep = self.agent.good_for();
        let begun = self.answers.begin(message.signer(), &envelope.message_id, &received.digest, keep);
        let (ticket, waiting) = match begun {
            Admittance::First(ticket, waiting) => (ticket, waiting),
            Admittance::Again(waiting) => {
                self.counters.repeated.add();
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
            admission(message).map_err(|failure| Refusal::new(failure.code, failure.message, id))?;
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

    /// Signs a response now, so that a repeated answer gets a new signature.
    fn respond(&self, request: &Envelope, answer: &answers::Remembered) -> Result<Bytes, MessageError> {
        let envelope = self.agent.response(request, &answer.message_id, answer.payload.clone());
        let signed = self.agent.sign(envelope)?;
        Ok(Bytes::copy_from_slice(signed.source().as_bytes()))
    }
}

opaque_debug!(Endpoint: inner.agent);

//! Calling an agent: a request goes out, one answer or one error comes of it.

use super::{Agent, Call, CallError, Event, Received, To, accept, message_id};
use crate::{
    channel::{Address, Channel, ChannelError, Outgoing, Refusal},
    codes,
    envelope::MessageType,
    signature::{AcceptedMessage, SignError},
};
use agent_description::{
    CodedError,
    diagnostic::shortened,
    json::{Json, Object, Text},
};
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

/// The first pause between two attempts; each next one is twice as long.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(20);
/// The longest pause.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(2);

/// An agent that calls others by a channel. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Caller {
    agent: Agent,
    channel: Arc<dyn Channel>,
}

/// A request with its id: what all its attempts share, wherever they go.
#[derive(Clone, Debug)]
pub struct PreparedCall {
    call: Call,
    message_id: String,
    envelope: Object,
}

/// What an agent answered, signed by it.
#[derive(Clone, Debug)]
pub struct Answer {
    message: AcceptedMessage,
    results: Json,
    attempts: u32,
}

impl Answer {
    /// The response.
    #[must_use]
    pub fn message(&self) -> &AcceptedMessage {
        &self.message
    }

    /// What it brings (`payload.results`); null where it brings nothing.
    #[must_use]
    pub fn results(&self) -> &Json {
        &self.results
    }

    /// How many times the request was sent.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The same, after so many attempts.
    pub(crate) fn after(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }
}

impl PreparedCall {
    /// The call.
    #[must_use]
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// The request's id.
    #[must_use]
    pub fn message_id(&self) -> &str {
        &self.message_id
    }
}

impl Caller {
    /// Calls as this agent by this channel.
    #[must_use]
    pub fn new(agent: Agent, channel: impl Channel + 'static) -> Self {
        Self { agent, channel: Arc::new(channel) }
    }

    /// Who calls.
    #[must_use]
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// Calls whom the call is for, by name: in this process or over NATS. See [`call_at`](Self::call_at).
    ///
    /// # Errors
    /// Those of [`call_at`](Self::call_at).
    pub async fn call(&self, call: Call) -> Result<Answer, CallError> {
        let address = Address::for_recipient(&call.to);
        self.call_at(&[address], call).await
    }

    /// Calls at the first of these addresses; after a failure that passes, at the next one, and so on in turn, as often as the call allows,
    /// within its time. Each attempt has the same id and a signature of its own.
    ///
    /// # Errors
    /// [`CallError`]: the last attempt's, or `message-timeout`. That nobody answered does not mean that nothing was done.
    pub async fn call_at(&self, addresses: &[Address], call: Call) -> Result<Answer, CallError> {
        let (within, retries) = (call.timeout, call.retries);
        let deadline = Instant::now() + within;
        let asked = self.ask(call)?;
        let mut attempt = 0;
        let mut pause = MIN_RETRY_DELAY;
        loop {
            // what is left is shared by the attempts that are left
            let left = deadline.saturating_duration_since(Instant::now()) / (retries - attempt + 1);
            let turn = (attempt as usize).checked_rem(addresses.len()).unwrap_or_default();
            let Some(address) = addresses.get(turn) else {
                let none = ChannelError::Address { found: "no address".into(), expected: "one" };
                return Err(none.into());
            };
            attempt += 1;
            let error = match self.attempt(&asked, address, Instant::now() + left).await {
                Ok(answer) => return Ok(answer.after(attempt)),
                Err(error) => error,
            };
            debug!(message = asked.message_id, attempt, code = error.code().as_str(), "no answer");
            if !error.is_passing() || attempt > retries {
                return Err(error);
            }
            // another address may take it sooner
            let told = error.retry_after().filter(|_| addresses.len() == 1);
            let next = Instant::now().checked_add(told.map_or(pause, |told| told.max(pause)));
            let Some(next) = next.filter(|next| *next < deadline) else {
                return Err(if told.is_some() { error } else { CallError::Timeout { within } });
            };
            sleep_until(next).await;
            pause = (pause * 2).min(MAX_RETRY_DELAY);
        }
    }

    /// A request with its id, which attempts share.
    ///
    /// # Errors
    /// No random numbers for the id.
    pub fn ask(&self, call: Call) -> Result<PreparedCall, CallError> {
        let message_id = match &call.message_id {
            Some(id) => id.clone(),
            None => message_id().map_err(SignError::Random)?,
        };
        let envelope = self.agent.request(&call, &message_id);
        Ok(PreparedCall { call, message_id, envelope })
    }

    /// Sends a request once, signed anew, and waits for its answer.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn attempt(
        &self,
        asked: &PreparedCall,
        address: &Address,
        deadline: Instant,
    ) -> Result<Answer, CallError> {
        let started = Instant::now();
        let signed = self.agent.sign(asked.envelope.clone())?;
        let parcel = Outgoing {
            address: address.clone(),
            bytes: Bytes::copy_from_slice(signed.source().as_bytes()),
            message_id: asked.message_id.clone(),
            expects_answer: true,
            deadline,
        };
        let exchange = async {
            let said = self.channel.exchange(parcel).await?;
            let none = || ChannelError::NoAnswer { address: address.to_string() };
            self.answer(&said.ok_or_else(none)?, asked).await
        };
        let answered = tokio::time::timeout_at(deadline, exchange).await;
        answered.unwrap_or_else(|_| Err(CallError::Timeout { within: deadline.saturating_duration_since(started) }))
    }

    /// Tells something, once.
    ///
    /// # Errors
    /// [`CallError`]: the channel does not carry it, or the receiver says that it does not take it.
    pub async fn tell(&self, event: &Event) -> Result<(), CallError> {
        self.tell_at(&Address::for_recipient(&event.to), event, Duration::from_secs(10)).await
    }

    /// Tells something at an address, once, within this time.
    ///
    /// # Errors
    /// Those of [`tell`](Self::tell).
    pub async fn tell_at(&self, address: &Address, event: &Event, within: Duration) -> Result<(), CallError> {
        let deadline = Instant::now() + within;
        let message_id = message_id().map_err(SignError::Random)?;
        let signed = self.agent.sign(self.agent.event(event, &message_id))?;
        let bytes = Bytes::copy_from_slice(signed.source().as_bytes());
        let parcel = Outgoing { address: address.clone(), bytes, message_id, expects_answer: false, deadline };
        let said = tokio::time::timeout_at(deadline, self.channel.exchange(parcel)).await;
        match said.map_err(|_| CallError::Timeout { within })??.and_then(|said| Refusal::read(&said)) {
            Some(refusal) => Err(CallError::Refused(refusal)),
            None => Ok(()),
        }
    }

    /// What was said in answer to a request, accepted.
    async fn answer(&self, said: &[u8], asked: &PreparedCall) -> Result<Answer, CallError> {
        let document = accept::read(said)?;
        if let Some(refusal) = Refusal::in_document(&document) {
            return Err(CallError::Refused(refusal));
        }
        let accepted: Received = self.agent.accept_document(&document).await.inspect_err(|error| {
            warn!(message = asked.message_id, code = error.code().as_str(), "a response was refused");
        })?;
        let message = accepted.into_message();
        let envelope = message.envelope();
        let answers = envelope.correlation_id.as_ref().filter(|_| envelope.message_type == MessageType::Response);
        if answers.map(Text::as_str) != Some(&asked.message_id) {
            let found = answers.map_or_else(|| "nothing".to_owned(), |id| shortened(id));
            return Err(CallError::Correlation { found, expected: shortened(&asked.message_id) });
        }
        if !asked.call.to.may_answer(message.signer()) {
            let expected = match &asked.call.to {
                To::Agent { did, .. } => did.to_string(),
                To::OneOf { agents, .. } => format!("one of the {} named agents", agents.len()),
                To::EveryOf { .. } => "no agent: broadcasts have no response".to_owned(),
            };
            return Err(CallError::Answerer { found: message.signer().to_string(), expected });
        }
        if envelope.status() != Some("success") {
            let error = envelope.payload.get("error");
            let text = |name: &str| error.and_then(|error| error.get(name)).and_then(Json::as_str);
            let code = text("code").filter(|code| !code.is_empty());
            let code = code.or_else(|| envelope.status()).unwrap_or_default().to_owned();
            if code == codes::MESSAGE_TIMEOUT.as_str() {
                return Err(CallError::Timeout { within: asked.call.timeout });
            }
            return Err(CallError::Failed { code, message: text("message").unwrap_or_default().to_owned() });
        }
        let results = envelope.results().cloned().unwrap_or_else(|| Json::from(None::<Text>));
        Ok(Answer { message, results, attempts: 1 })
    }
}

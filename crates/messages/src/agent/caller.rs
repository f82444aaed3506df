//! Sends requests and waits for their responses.

use super::{Agent, AgentCall, CallError, Event, To, accept, message_id};
use crate::{
    MessageError,
    channel::{Address, Channel, ChannelError, Outgoing, Refusal},
    codes,
    envelope::{Envelope, MessageType},
    signature::{AcceptedMessage, UnverifiedMessage},
};
use agent_description::{
    Code, CodedError, Did,
    diagnostic::shortened,
    json::{Json, Object, Text},
};
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

/// Delay before the first retry; it doubles each time.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(20);
/// Maximum delay before a retry.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(2);

/// Sends an agent's messages over a channel. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Caller {
    agent: Agent,
    channel: Arc<dyn Channel>,
}

/// A request with its ID, which all attempts share.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PreparedCall {
    pub(crate) call: AgentCall,
    pub(crate) message_id: String,
    envelope: Object,
}

impl PreparedCall {
    /// The call.
    #[must_use]
    pub fn call(&self) -> &AgentCall {
        &self.call
    }

    /// ID of the request.
    #[must_use]
    pub fn message_id(&self) -> &str {
        &self.message_id
    }
}

/// A signed response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SignedResponse {
    /// The response.
    pub message: AcceptedMessage,
    /// The results (`payload.results`); null if absent.
    pub results: Json,
    /// Number of attempts.
    pub attempts: u32,
}

impl Caller {
    /// Creates a caller for an agent and a channel.
    #[must_use]
    pub fn new(agent: Agent, channel: impl Channel + 'static) -> Self {
        Self { agent, channel: Arc::new(channel) }
    }

    /// The calling agent.
    #[must_use]
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// Calls the recipient by name: in this process or over NATS. See [`call_at`](Self::call_at).
    pub async fn call(&self, call: AgentCall) -> Result<SignedResponse, CallError> {
        let address = Address::for_recipient(&call.to);
        self.call_at(&[address], call).await
    }

    /// Calls at the first of these addresses. After a temporary failure, continues with the next address in turn,
    /// within the retries and time limit of the call. Each attempt has the same ID and a new signature.
    ///
    /// # Errors
    ///
    /// [`CallError`] of the last attempt, or `message-timeout`. Without a response, the request may still have been
    /// executed.
    pub async fn call_at(&self, addresses: &[Address], call: AgentCall) -> Result<SignedResponse, CallError> {
        let (within, retries) = (call.timeout, call.retries);
        let deadline = Instant::now() + within;
        let asked = self.ask(call)?;
        let mut attempt = 0;
        let mut pause = MIN_RETRY_DELAY;
        loop {
            // the remaining attempts share the remaining time
            let left = deadline.saturating_duration_since(Instant::now()) / (retries - attempt + 1);
            let turn = (attempt as usize).checked_rem(addresses.len()).unwrap_or_default();
            let Some(address) = addresses.get(turn) else {
                let none = ChannelError::Address { found: "no address".into(), expected: "one" };
                return Err(none.into());
            };
            attempt += 1;
            let error = match self.attempt(&asked, address, Instant::now() + left).await {
                Ok(answer) => return Ok(SignedResponse { attempts: attempt, ..answer }),
                Err(error) => error,
            };
            debug!(message = asked.message_id, attempt, code = error.code().as_str(), "no answer");
            if !error.is_passing() || attempt > retries {
                return Err(error);
            }
            // another address may accept it sooner
            let told = error.retry_after().filter(|_| addresses.len() == 1);
            let next = Instant::now().checked_add(told.map_or(pause, |told| told.max(pause)));
            let Some(next) = next.filter(|next| *next < deadline) else {
                return Err(if told.is_some() { error } else { CallError::Timeout { within } });
            };
            sleep_until(next).await;
            pause = (pause * 2).min(MAX_RETRY_DELAY);
        }
    }

    /// Creates a request with an ID for several attempts.
    ///
    /// # Errors
    ///
    /// If there are no random numbers for the ID.
    pub fn ask(&self, call: AgentCall) -> Result<PreparedCall, CallError> {
        let message_id = match &call.message_id {
            Some(id) => id.clone(),
            None => message_id()?,
        };
        let envelope = self.agent.request(&call, &message_id);
        Ok(PreparedCall { call, message_id, envelope })
    }

    /// Signs and sends a request once, and waits for its response.
    pub async fn attempt(
        &self,
        asked: &PreparedCall,
        address: &Address,
        deadline: Instant,
    ) -> Result<SignedResponse, CallError> {
        let started = Instant::now();
        let signed = self.agent.sign(asked.envelope.clone()).map_err(CallError::Sign)?;
        let bytes = Bytes::copy_from_slice(signed.source().as_bytes());
        let parcel = Outgoing::new(address.clone(), bytes, &*asked.message_id, deadline);
        let exchange = async {
            let said = self.channel.exchange(parcel).await?;
            let none = || ChannelError::NoAnswer(address.to_string());
            self.answer(&said.ok_or_else(none)?, asked).await
        };
        let answered = tokio::time::timeout_at(deadline, exchange).await;
        answered.unwrap_or_else(|_| Err(CallError::Timeout { within: deadline.saturating_duration_since(started) }))
    }

    /// Sends an event once.
    ///
    /// # Errors
    ///
    /// [`CallError`]: the channel cannot deliver it, or the receiver refuses it.
    pub async fn tell(&self, event: &Event) -> Result<(), CallError> {
        self.tell_at(&Address::for_recipient(&event.to), event, Duration::from_secs(10)).await
    }

    /// Sends an event once to an address, within this time.
    pub async fn tell_at(&self, address: &Address, event: &Event, within: Duration) -> Result<(), CallError> {
        let deadline = Instant::now() + within;
        let message_id = message_id()?;
        let signed = self.agent.sign(self.agent.event(event, &message_id)).map_err(CallError::Sign)?;
        let bytes = Bytes::copy_from_slice(signed.source().as_bytes());
        let parcel = Outgoing::new(address.clone(), bytes, message_id, deadline).without_answer();
        let said = tokio::time::timeout_at(deadline, self.channel.exchange(parcel)).await;
        match said.map_err(|_| CallError::Timeout { within })??.and_then(|said| Refusal::read(&said)) {
            Some(refusal) => Err(CallError::Refused(refusal)),
            None => Ok(()),
        }
    }

    /// Accepts the response to a request.
    async fn answer(&self, said: &[u8], asked: &PreparedCall) -> Result<SignedResponse, CallError> {
        let document = accept::read(said).map_err(CallError::from_answer)?;
        if let Some(refusal) = Refusal::in_document(&document) {
            return Err(CallError::Refused(refusal));
        }
        let refused = |error: MessageError| {
            warn!(message = asked.message_id, code = error.code.as_str(), "a response was refused");
            CallError::from_answer(error)
        };
        let unverified = UnverifiedMessage::read(&document).map_err(refused)?;
        // before its DID document is fetched: a response of anyone else makes no requests
        check_answers(unverified.envelope(), unverified.did(), asked)?;
        let message = self.agent.accept_unverified(unverified).await.map_err(refused)?.message;
        let envelope = message.envelope();
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
        Ok(SignedResponse { message, results, attempts: 1 })
    }
}

/// Checks that a response, verified or not, answers the request and is from an agent that was asked.
fn check_answers(envelope: &Envelope, signer: &Did, asked: &PreparedCall) -> Result<(), CallError> {
    let answers = envelope.correlation_id.as_ref().filter(|_| envelope.message_type == MessageType::Response);
    if answers.map(Text::as_str) != Some(&asked.message_id) {
        let found = answers.map_or_else(|| "nothing".to_owned(), |id| shortened(id));
        let message = format!("the response is for {found}, expected {}", shortened(&asked.message_id));
        return Err(CallError::Answer(MessageError::new(Code::INVALID_REFERENCE, message)));
    }
    if asked.call.to.may_answer(signer) {
        return Ok(());
    }
    let expected = match &asked.call.to {
        To::Agent { did, .. } => did.to_string(),
        To::OneOf { agents, .. } => format!("one of the {} named agents", agents.len()),
        To::EveryOf { .. } => "no agent: broadcasts have no response".to_owned(),
    };
    let message = format!("the response is from {signer}, expected {expected}");
    Err(CallError::Answer(MessageError::new(codes::MESSAGE_SIGNER, message)))
}

//! Durable messages: a JetStream stream keeps them until they are handled.

use super::{Nats, Serving, caller::unreachable, subject::name};
use crate::{
    channel::{Address, Channel, ChannelError, Outgoing, Refusal},
    endpoint::Endpoint,
};
use agent_description::Code;
use async_nats::jetstream::{self, AckKind, Context, consumer::pull, stream};
use bytes::Bytes;
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt},
};
use std::{sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::interval};
use tracing::{debug, warn};

/// Maximum number of messages that one process handles in parallel.
const MAX_PARALLEL_FETCHES: usize = 64;

/// Settings of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptSettings {
    /// Name of the stream on the server (default: `A2A`).
    pub stream: String,
    /// Maximum size in bytes (default: 1 GiB); a full stream refuses new messages.
    pub most_bytes: i64,
    /// How long a message is kept (default: 7 minutes, which covers the lifetime of signatures and the clock skew).
    pub longest: Duration,
    /// Acknowledgment timeout, after which the server redelivers a message (default: 15 s). Progress is reported three
    /// times as often.
    pub word: Duration,
}

impl Default for KeptSettings {
    fn default() -> Self {
        Self {
            stream: "A2A".to_owned(),
            most_bytes: 1 << 30,
            longest: Duration::from_secs(420),
            word: Duration::from_secs(15),
        }
    }
}

/// Sends messages without a response; sending completes when the server has stored them.
///
/// A message is handled when a process of the recipient is available within the lifetime of its signature. If that
/// process dies, the message is handled again. The effect can therefore happen twice, or not at all if
/// another process has recorded its nonce. A receiver whose nonce store does not survive a restart refuses messages
/// signed before its start, so use a persistent store for durable messages.
#[derive(Clone, Debug)]
pub struct Kept {
    context: Context,
    stream: stream::Stream,
    word: Duration,
}

impl Kept {
    /// Opens or creates a stream on the server.
    ///
    /// # Errors
    ///
    /// `message-unreachable`: the server has no JetStream, or a different stream of this name.
    pub async fn open(nats: &Nats, settings: &KeptSettings) -> Result<Self, ChannelError> {
        let context = jetstream::new(nats.client().clone());
        let config = stream::Config {
            name: settings.stream.clone(),
            subjects: vec!["a2a.kept.>".to_owned()],
            retention: stream::RetentionPolicy::WorkQueue,
            discard: stream::DiscardPolicy::New,
            max_bytes: settings.most_bytes,
            max_age: settings.longest,
            duplicate_window: settings.longest.min(Duration::from_secs(120)),
            ..stream::Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(unreachable)?;
        Ok(Self { context, stream, word: settings.word })
    }

    /// Delivers durable messages to an endpoint: those for its agent, and a share of those for any agent of its type.
    ///
    /// # Errors
    ///
    /// `message-unreachable`: the server does not allow this client to subscribe.
    pub async fn serve(&self, endpoint: &Endpoint) -> Result<Serving, ChannelError> {
        let agent = endpoint.agent();
        let mut listening = Vec::with_capacity(2);
        for subject in [agent_key(agent.did().as_str()), type_key(agent.agent_type())] {
            let durable = subject.replace('.', "-");
            let config = pull::Config {
                durable_name: Some(durable.clone()),
                filter_subject: subject,
                ack_wait: self.word,
                max_ack_pending: i64::try_from(MAX_PARALLEL_FETCHES).unwrap_or(i64::MAX),
                ..pull::Config::default()
            };
            let consumer = self.stream.get_or_create_consumer(&durable, config).await.map_err(unreachable)?;
            let messages = consumer.stream().max_messages_per_batch(MAX_PARALLEL_FETCHES).messages().await;
            listening.push(messages.map_err(unreachable)?);
        }
        let (endpoint, word) = (endpoint.clone(), self.word);
        Ok(Serving::run(async move {
            let room = Arc::new(Semaphore::new(MAX_PARALLEL_FETCHES));
            let mut tasks = JoinSet::new();
            let mut messages = futures_util::stream::select_all(listening);
            while let Some(message) = messages.next().await {
                let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
                while tasks.try_join_next().is_some() {}
                match message {
                    Ok(message) => {
                        let finished = endpoint.finish(message.payload.clone());
                        tasks.spawn(async move {
                            settle(&message, finished, word).await;
                            drop(permit);
                        });
                    }
                    Err(error) => warn!(%error, "the stream"),
                }
            }
        }))
    }
}

/// Acknowledges a message when it is finished, and reports progress meanwhile.
async fn settle(message: &jetstream::Message, finished: impl Future<Output = Result<(), Refusal>>, word: Duration) {
    let mut words = interval((word / 3).max(Duration::from_millis(1)));
    tokio::pin!(finished);
    let outcome = loop {
        tokio::select! {
            outcome = &mut finished => break outcome,
            _ = words.tick() => {
                let _lost = message.ack_with(AckKind::Progress).await;
            }
        }
    };
    let kind = match &outcome {
        Ok(()) => AckKind::Ack,
        // it is being or was handled by this process, or by another one with the same store
        Err(refusal) if refusal.stated_code == Code::AUTH_REPLAYED.as_str() => AckKind::Ack,
        Err(refusal) if refusal.is_passing() => AckKind::Nak(Some(Duration::from_secs(1))),
        Err(_) => AckKind::Term,
    };
    if let Err(refusal) = &outcome {
        debug!(code = refusal.stated_code, "a stored message was refused");
    }
    if let Err(error) = message.ack_with(kind).await {
        debug!(%error, "the acknowledgment failed: the server will send the message again");
    }
}

fn agent_key(did: &str) -> String {
    format!("a2a.kept.agent.{}", name(did))
}

fn type_key(agent_type: &str) -> String {
    format!("a2a.kept.one.{}", name(agent_type))
}

impl Channel for Kept {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let address = &parcel.address;
            let subject = match address {
                Address::Agent(did) if !parcel.expects_answer => agent_key(did.as_str()),
                Address::OneOf(agent_type) if !parcel.expects_answer => type_key(agent_type),
                _ => {
                    let expected = "an agent or one of a type, without a response: stored messages have no response";
                    return Err(ChannelError::Address { found: address.to_string(), expected });
                }
            };
            let stored = async {
                let failed = |error: jetstream::context::PublishError| ChannelError::unreachable(address, error);
                let acknowledged = self.context.publish(subject, parcel.bytes.clone()).await.map_err(failed)?;
                acknowledged.await.map_err(failed)
            };
            let stored = tokio::time::timeout_at(parcel.deadline, stored).await;
            stored.map_err(|_| ChannelError::timeout(address))??;
            Ok(None)
        }
        .boxed()
    }
}

//! The receiver's side of NATS: the three subjects of an endpoint.

use super::{MAX_PENDING_REQUESTS, Nats, caller::unreachable, subject};
use crate::{
    channel::{ChannelError, Refusal},
    codes,
    endpoint::Endpoint,
};
use async_nats::{Client, Message, Subscriber};
use futures_util::{StreamExt, stream::select_all};
use std::sync::Arc;
use tokio::{sync::Semaphore, task::JoinSet};
use tracing::debug;

/// An endpoint's subscriptions, until this is dropped.
#[derive(Debug)]
pub struct Serving {
    _task: JoinSet<()>,
}

impl Serving {
    pub(super) fn run(task: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { _task: JoinSet::from_iter([task]) }
    }
}

impl Nats {
    /// Delivers messages to an endpoint: for its agent, for any agent of its type, and for all of its type. Processes
    /// of one agent share its messages: each reaches one of them.
    ///
    /// # Errors
    ///
    /// `message-unreachable` if the server does not allow this client to subscribe.
    pub async fn serve(&self, endpoint: &Endpoint) -> Result<Serving, ChannelError> {
        let agent = endpoint.agent();
        let client = self.client();
        let (of_did, of_type) = (subject::name(agent.did().as_str()), subject::name(agent.agent_type()));
        let direct = client.queue_subscribe(subject::for_agent(agent.did()), of_did).await.map_err(unreachable)?;
        let balanced =
            client.queue_subscribe(subject::for_one(agent.agent_type()), of_type).await.map_err(unreachable)?;
        let broadcast = client.subscribe(subject::for_all(agent.agent_type())).await.map_err(unreachable)?;
        // subscriptions are active from here on
        client.flush().await.map_err(unreachable)?;
        Ok(Serving::run(take(client.clone(), [direct, balanced, broadcast], endpoint.clone())))
    }
}

async fn take(client: Client, subscriptions: [Subscriber; 3], endpoint: Endpoint) {
    let room = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS));
    let mut tasks = JoinSet::new();
    let mut messages = select_all(subscriptions);
    while let Some(Message { payload, reply, .. }) = messages.next().await {
        while tasks.try_join_next().is_some() {}
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            debug!("dropped a message: too many are in progress");
            if let Some(reply) = reply {
                let detail = format!("the limit of {MAX_PENDING_REQUESTS} messages in progress is reached");
                let refusal = Refusal::new(codes::MESSAGE_QUEUE_FULL, detail, None).with_id_from(&payload);
                let _lost = client.publish(reply, refusal.to_bytes()).await;
            }
            continue;
        };
        let arrival = endpoint.arrive(payload);
        let client = client.clone();
        tasks.spawn(async move {
            let said = arrival.await;
            if let (Some(said), Some(reply)) = (said, reply) {
                // log a response that the server does not accept; the caller runs into its timeout
                if let Err(error) = client.publish(reply, said).await {
                    debug!(%error, "a response was lost");
                }
            }
            drop(permit);
        });
    }
}

//! What an envelope says.

use super::{EnvelopeError, MessageType, Priority, RoutingStrategy, SubType, check};
use adp_cards::members::text;
use agent_description::{
    Document, Timestamp,
    diagnostic::shortened,
    json::{Json, Object, Text},
};
use std::{fmt, str::FromStr, time::Duration};

/// A message that keeps every rule whose breach is an error. Nobody vouches for it: see
/// [`signature`](crate::signature). Members that the format does not name are kept in `other`, and whole in `payload`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Envelope {
    /// What tells the message from all others: a retry keeps it.
    pub message_id: Text,
    /// When the sender made the message.
    pub timestamp: Timestamp,
    /// Who sends it.
    pub source: Source,
    /// Who is to have it.
    pub target: Target,
    /// What the message is.
    pub message_type: MessageType,
    /// What it is for.
    pub sub_type: Option<SubType>,
    /// The `messageId` of the request that it belongs to; a response has one.
    pub correlation_id: Option<Text>,
    /// How urgent it is: [`Priority::Normal`] where nothing is said.
    pub priority: Priority,
    /// What it carries, whole.
    pub payload: Object,
    /// What secures it.
    pub security: Option<Security>,
    /// The other members of the root.
    pub other: Object,
}

/// Who sends a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The agent: in signed messages, its DID.
    pub agent_id: Text,
    /// What kind of agent it is.
    pub agent_type: Text,
    /// Which of the agent's processes it is.
    pub instance_id: Option<Text>,
}

/// Who is to have a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Target {
    /// The agent, where the message is for one.
    pub agent_id: Option<Text>,
    /// The kind of agent.
    pub agent_type: Option<Text>,
    /// To whom of these it goes: [`RoutingStrategy::Direct`] where nothing is said.
    pub routing: RoutingStrategy,
}

/// What secures a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Security {
    /// The signature: a detached compact JWS.
    pub signature: Option<Text>,
    /// When it was signed.
    pub timestamp: Option<Timestamp>,
    /// A text that is used once.
    pub nonce: Option<Text>,
}

impl Envelope {
    /// Reads an envelope that keeps the rules.
    ///
    /// # Errors
    /// The first rule that it breaks, of those whose breach is an error.
    pub fn read(document: &Document) -> Result<Self, EnvelopeError> {
        if let Some(error) = check::first_error(document) {
            return Err(error);
        }
        // what the rules ask for is there; should one of them fail to ask, nothing is made up for it
        Self::build(document.root()).ok_or_else(|| check::incomplete(document))
    }

    fn build(root: &Object) -> Option<Self> {
        let part = |name: &str| root.get(name).and_then(Json::as_object);
        let (source, target, message) = (part("source")?, part("target")?, part("message")?);
        let known = ["version", "messageId", "timestamp", "source", "target", "message", "payload", "security"];
        let other = root.iter().filter(|member| !known.contains(&member.name().as_str()));
        Some(Self {
            message_id: text(root, "messageId")?,
            timestamp: parsed(root, "timestamp")?,
            source: Source {
                agent_id: text(source, "agentId")?,
                agent_type: text(source, "agentType")?,
                instance_id: text(source, "instanceId"),
            },
            target: Target {
                agent_id: text(target, "agentId"),
                agent_type: text(target, "agentType"),
                routing: parsed(target, "routingStrategy").unwrap_or(RoutingStrategy::Direct),
            },
            message_type: parsed(message, "type")?,
            sub_type: parsed(message, "subType"),
            correlation_id: text(message, "correlationId"),
            priority: parsed(message, "priority").unwrap_or(Priority::Normal),
            payload: part("payload")?.clone(),
            security: part("security").map(|security| Security {
                signature: text(security, "signature"),
                timestamp: parsed(security, "timestamp"),
                nonce: text(security, "nonce"),
            }),
            other: other.map(|member| (member.name().clone(), member.value().clone())).collect(),
        })
    }

    /// The capability that a request asks for (`payload.action`).
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.payload.get("action").and_then(Json::as_str)
    }

    /// What a request gives the capability (`payload.parameters`).
    #[must_use]
    pub fn parameters(&self) -> Option<&Object> {
        self.payload.get("parameters").and_then(Json::as_object)
    }

    /// How a request went, as its response says (`payload.status`).
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.payload.get("status").and_then(Json::as_str)
    }

    /// What a response brings (`payload.results`).
    #[must_use]
    pub fn results(&self) -> Option<&Json> {
        self.payload.get("results")
    }

    /// How long the sender waits for an answer (`payload.metadata.timeout`, in milliseconds).
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.metadata("timeout").map(Duration::from_millis)
    }

    /// How often the sender tries again (`payload.metadata.retryCount`).
    #[must_use]
    pub fn retry_count(&self) -> Option<u64> {
        self.metadata("retryCount")
    }

    fn metadata(&self, name: &str) -> Option<u64> {
        let metadata = self.payload.get("metadata").and_then(Json::as_object)?;
        metadata.get(name)?.as_number()?.as_integer()?.try_into().ok()
    }

    /// The envelope as JSON, every member always there.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut source = Object::with_capacity(3);
        source.insert("agentId", self.source.agent_id.clone());
        source.insert("agentType", self.source.agent_type.clone());
        source.insert("instanceId", self.source.instance_id.clone());
        let mut target = Object::with_capacity(3);
        target.insert("agentId", self.target.agent_id.clone());
        target.insert("agentType", self.target.agent_type.clone());
        target.insert("routingStrategy", self.target.routing.as_str());
        let mut security = Object::with_capacity(3);
        let secured = self.security.as_ref();
        security.insert("signature", secured.and_then(|security| security.signature.clone()));
        security.insert("timestamp", secured.and_then(|security| security.timestamp).map(|time| time.to_string()));
        security.insert("nonce", secured.and_then(|security| security.nonce.clone()));
        let mut model = Object::with_capacity(11);
        model.insert("messageId", self.message_id.clone());
        model.insert("timestamp", self.timestamp.to_string());
        model.insert("source", source);
        model.insert("target", target);
        model.insert("type", self.message_type.as_str());
        model.insert("subType", self.sub_type.map(SubType::as_str));
        model.insert("correlationId", self.correlation_id.clone());
        model.insert("priority", self.priority.as_str());
        model.insert("payload", self.payload.clone());
        model.insert("security", security);
        model.insert("other", self.other.clone());
        model.into()
    }
}

/// Whom a message is for, in words.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = self.agent_id.as_deref().map(shortened);
        let agent_type = self.agent_type.as_deref().map(shortened);
        match (self.routing, agent, agent_type) {
            (RoutingStrategy::Broadcast, _, Some(agent_type)) => write!(f, "every agent of type {agent_type}"),
            (_, None, Some(agent_type)) => write!(f, "an agent of type {agent_type}"),
            (_, Some(agent), Some(agent_type)) => write!(f, "{agent}, of type {agent_type}"),
            (_, agent, None) => f.write_str(agent.as_deref().unwrap_or("nobody")),
        }
    }
}

fn parsed<T: FromStr>(object: &Object, name: &str) -> Option<T> {
    object.get(name)?.as_str()?.parse().ok()
}

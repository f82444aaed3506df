//! The typed model of an envelope.

use super::{MessageType, Priority, RoutingStrategy, SubType, check};
use crate::MessageError;
use adp_tools::lenient_members::{other, text};
use agent_description::{
    Document, Timestamp,
    diagnostic::shortened,
    json::{Json, Object, Text, object},
};
use std::{fmt, str::FromStr, time::Duration};

/// An envelope without findings of severity error, which is unverified: see [`signature`](crate::signature). Undefined
/// members are in `other`, and `payload` is complete.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Envelope {
    /// Unique ID of the message, which a retry keeps.
    pub message_id: Text,
    /// Creation time of the message.
    pub timestamp: Timestamp,
    /// The sender.
    pub source: EnvelopeSource,
    /// The recipient.
    pub target: EnvelopeTarget,
    /// The type of message.
    pub message_type: MessageType,
    /// The purpose of the message.
    pub sub_type: Option<SubType>,
    /// `messageId` of the request; present in responses.
    pub correlation_id: Option<Text>,
    /// Priority (default: [`Priority::Normal`]).
    pub priority: Priority,
    /// The complete payload.
    pub payload: Object,
    /// Signature data.
    pub security: Option<Security>,
    /// Other members of the root.
    pub other: Object,
}

/// The sender of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnvelopeSource {
    /// The agent; in signed messages its DID.
    pub agent_id: Text,
    /// Type of the agent.
    pub agent_type: Text,
    /// ID of the agent's process.
    pub instance_id: Option<Text>,
}

/// The recipient of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnvelopeTarget {
    /// The agent, if the message is for one agent.
    pub agent_id: Option<Text>,
    /// Type of the agent.
    pub agent_type: Option<Text>,
    /// Routing strategy (default: [`RoutingStrategy::Direct`]).
    pub routing: RoutingStrategy,
}

/// The signature data of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Security {
    /// The signature: a detached compact JWS.
    pub signature: Option<Text>,
    /// Time of signing.
    pub timestamp: Option<Timestamp>,
    /// The nonce.
    pub nonce: Option<Text>,
}

impl Envelope {
    /// Reads a valid envelope.
    ///
    /// # Errors
    ///
    /// The first violated rule of severity error.
    pub fn read(document: &Document) -> Result<Self, MessageError> {
        if let Some(error) = check::first_error(document) {
            return Err(error);
        }
        // the rules guarantee all members of the model; otherwise this is an error
        Self::build(document.root()).ok_or_else(|| check::incomplete(document))
    }

    fn build(root: &Object) -> Option<Self> {
        let part = |name: &str| root.get(name).and_then(Json::as_object);
        let (source, target, message) = (part("source")?, part("target")?, part("message")?);
        let known = ["version", "messageId", "timestamp", "source", "target", "message", "payload", "security"];
        Some(Self {
            message_id: text(root, "messageId")?,
            timestamp: parsed(root, "timestamp")?,
            source: EnvelopeSource {
                agent_id: text(source, "agentId")?,
                agent_type: text(source, "agentType")?,
                instance_id: text(source, "instanceId"),
            },
            target: EnvelopeTarget {
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
            other: other(root, &known),
        })
    }

    /// The requested capability (`payload.action`).
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.payload.get("action").and_then(Json::as_str)
    }

    /// The parameters of a request (`payload.parameters`).
    #[must_use]
    pub fn parameters(&self) -> Option<&Object> {
        self.payload.get("parameters").and_then(Json::as_object)
    }

    /// The status of a response (`payload.status`).
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.payload.get("status").and_then(Json::as_str)
    }

    /// The results of a response (`payload.results`).
    #[must_use]
    pub fn results(&self) -> Option<&Json> {
        self.payload.get("results")
    }

    /// The sender's timeout (`payload.metadata.timeout`, in milliseconds).
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        let metadata = self.payload.get("metadata").and_then(Json::as_object)?;
        Some(Duration::from_millis(metadata.get("timeout")?.as_number()?.as_integer()?.try_into().ok()?))
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let EnvelopeSource { agent_id, agent_type, instance_id } = self.source.clone();
        let source = object! { "agentId": agent_id, "agentType": agent_type, "instanceId": instance_id };
        let EnvelopeTarget { agent_id, agent_type, routing } = self.target.clone();
        let target = object! { "agentId": agent_id, "agentType": agent_type, "routingStrategy": routing.as_str() };
        let Security { signature, timestamp, nonce } = self.security.clone().unwrap_or_default();
        let timestamp = timestamp.map(|time| time.to_string());
        let security = object! { "signature": signature, "timestamp": timestamp, "nonce": nonce };
        let model = object! {
            "messageId": self.message_id.clone(),
            "timestamp": self.timestamp.to_string(),
            "source": source,
            "target": target,
            "type": self.message_type.as_str(),
            "subType": self.sub_type.map(SubType::as_str),
            "correlationId": self.correlation_id.clone(),
            "priority": self.priority.as_str(),
            "payload": self.payload.clone(),
            "security": security,
            "other": self.other.clone(),
        };
        model.into()
    }
}

/// Formats the recipient.
impl fmt::Display for EnvelopeTarget {
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

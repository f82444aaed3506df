//! Builds unsigned envelopes.

use super::{Agent, AgentCall, Event, To};
use crate::envelope::{Envelope, MessageType, Priority};
use agent_description::{
    Did, SimpleError,
    auth::random,
    json::{Object, object},
};

/// A new message ID: a random UUID (RFC 9562, section 5.4).
///
/// # Errors
///
/// `io-read` if the operating system has no random numbers.
pub fn message_id() -> Result<String, SimpleError> {
    let random = u128::from_be_bytes(random()?);
    // version 4, variant 10
    let bits = (random & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    let mut text = String::with_capacity(36);
    for (at, digit) in hex.chars().enumerate() {
        if matches!(at, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    Ok(text)
}

/// The common parts of all messages; `payload` is last.
struct Draft<'a> {
    message_id: &'a str,
    message_type: MessageType,
    sub_type: Option<&'static str>,
    correlation_id: Option<&'a str>,
    priority: Priority,
    target: Object,
    payload: Object,
}

impl Agent {
    /// Builds the request of a call.
    pub(crate) fn request(&self, call: &AgentCall, message_id: &str) -> Object {
        let timeout = u32::try_from(call.timeout.as_millis()).unwrap_or(u32::MAX);
        let payload = object! {
            "action": call.action.as_str(),
            "parameters": call.parameters.clone(),
            "metadata": object! { "timeout": timeout, "retryCount": call.retries, "encoding": "utf-8" },
        };
        self.envelope(Draft {
            message_id,
            message_type: MessageType::Request,
            sub_type: call.sub_type.map(|sub_type| sub_type.as_str()),
            correlation_id: call.conversation.as_deref(),
            priority: call.priority,
            target: target(&call.to),
            payload,
        })
    }

    /// Builds an event or heartbeat.
    pub(crate) fn event(&self, event: &Event, message_id: &str) -> Object {
        self.envelope(Draft {
            message_id,
            message_type: if event.is_heartbeat { MessageType::Heartbeat } else { MessageType::Event },
            sub_type: None,
            correlation_id: event.conversation.as_deref(),
            priority: event.priority,
            target: target(&event.to),
            payload: event.payload.clone(),
        })
    }

    /// Builds the response to a request, with source and target swapped.
    pub(crate) fn response(&self, request: &Envelope, message_id: &str, payload: Object) -> Object {
        let target = object! {
            "agentId": request.source.agent_id.clone(),
            "agentType": request.source.agent_type.clone(),
            "routingStrategy": "direct",
        };
        self.envelope(Draft {
            message_id,
            message_type: MessageType::Response,
            sub_type: None,
            correlation_id: Some(&request.message_id),
            priority: request.priority,
            target,
            payload,
        })
    }

    fn envelope(&self, draft: Draft<'_>) -> Object {
        let mut source = object! { "agentId": self.did().as_str(), "agentType": self.agent_type() };
        if let Some(instance_id) = self.instance_id() {
            source.insert("instanceId", instance_id);
        }
        let mut message = object! { "type": draft.message_type.as_str() };
        if let Some(sub_type) = draft.sub_type {
            message.insert("subType", sub_type);
        }
        if let Some(correlation_id) = draft.correlation_id {
            message.insert("correlationId", correlation_id);
        }
        message.insert("priority", draft.priority.as_str());
        object! {
            "version": "1.0",
            "messageId": draft.message_id,
            "timestamp": self.now().to_string(),
            "source": source,
            "target": draft.target,
            "message": message,
            "payload": draft.payload,
        }
    }
}

fn target(to: &To) -> Object {
    let (did, agent_type) = match to {
        To::Agent { did, agent_type } => (Some(did), agent_type.as_ref()),
        To::OneOf { agent_type, .. } | To::EveryOf { agent_type } => (None, Some(agent_type)),
    };
    let names = [("agentId", did.map(Did::as_str)), ("agentType", agent_type.map(String::as_str))];
    let names = names.into_iter().filter_map(|(name, value)| Some((name, value?)));
    names.chain([("routingStrategy", to.routing().as_str())]).collect()
}

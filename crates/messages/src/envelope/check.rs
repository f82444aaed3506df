//! Checks an envelope.

use super::{
    MessageType, RoutingStrategy,
    members::{ENVELOPE, MAX_NAME_BYTES, REQUEST, RESPONSE, SECURITY},
    rules,
};
use crate::MessageError;
use agent_description::{
    Code, Document,
    diagnostic::{Finding, FindingFilter, Findings, Place, members::Conventions, shortened},
    json::{Json, Object},
};

/// Null is a value, and member names are checked in the complete envelope.
static CONVENTIONS: Conventions = Conventions { null_is_absent: false, checks_spelling: false, ..Conventions::DEFAULT };

/// Adds the findings of an envelope.
pub(crate) fn check(found: &mut Findings<'_>, document: &Document) {
    let (at, root) = (document.json(), document.root());
    ENVELOPE.check_spelling(found, root, &rules::SPELLING);
    ENVELOPE.check(found, at, &CONVENTIONS);
    identifier(found, root);
    let message = root.get("message");
    let kind = message.and_then(|message| message.get("type")?.as_str()?.parse::<MessageType>().ok());
    if let Some(message) =
        message.filter(|message| kind == Some(MessageType::Response) && message.get("correlationId").is_none())
    {
        found.exercise(&rules::CORRELATION);
        found.add_missing(&rules::CORRELATION, message.offset(), || {
            Finding::missing(Code::MISSING, "the response", "correlationId")
                .with_help("write the `messageId` of the request")
        });
    }
    if let Some((value, target)) = root.get("target").and_then(|value| Some((value, value.as_object()?))) {
        routing(found, value, target);
    }
    if let Some(payload) = root.get("payload").filter(|payload| payload.as_object().is_some()) {
        match kind {
            Some(MessageType::Request) => REQUEST.check(found, payload, &CONVENTIONS),
            Some(MessageType::Response) => RESPONSE.check(found, payload, &CONVENTIONS),
            _ => {}
        }
    }
    if let Some(security) = root.get("security").filter(|security| security.get("signature").is_some()) {
        for name in ["timestamp", "nonce"] {
            SECURITY.require(found, security, name, &rules::SECURITY, &CONVENTIONS);
        }
    }
}

/// The first error, if any.
pub(super) fn first_error(document: &Document) -> Option<MessageError> {
    let mut found = Findings::new(document, FindingFilter::FirstError);
    check(&mut found, document);
    let (remark, place) = found.into_first()?;
    Some(MessageError::new(remark.code, remark.message).at(*place))
}

/// The error of an envelope that passes the rules but lacks something that the model needs.
pub(super) fn incomplete(document: &Document) -> MessageError {
    MessageError::new(Code::MISSING, "the envelope has no required member")
        .at(Place::from_offset(document, document.json().offset()))
}

fn identifier(found: &mut Findings<'_>, root: &Object) {
    let Some((value, id)) = root.get("messageId").and_then(|value| Some((value, value.as_str()?))) else { return };
    // empty and overlong IDs are reported separately
    let is_told = !(1..=MAX_NAME_BYTES).contains(&id.len());
    found.check(&rules::UUID, is_told || is_uuid_4(id), value.offset(), || {
        let message = format!("`messageId` is {}, expected a UUID (version 4)", shortened(id));
        Finding::new(Code::INVALID_NAME, message)
    });
}

fn routing(found: &mut Findings<'_>, at: &Json, target: &Object) {
    let rule = &rules::ROUTING;
    found.exercise(rule);
    let strategy = match target.get("routingStrategy") {
        None => Some(RoutingStrategy::Direct),
        Some(value) => value.as_str().and_then(|word| word.parse().ok()),
    };
    let needed = match strategy {
        None => return,
        Some(RoutingStrategy::Direct) => "agentId",
        Some(RoutingStrategy::Broadcast | RoutingStrategy::LoadBalance) => "agentType",
    };
    if !target.contains(needed) {
        found.add_missing(rule, at.offset(), || Finding::missing(Code::MISSING, "the target", needed));
    }
    if let (Some(RoutingStrategy::Broadcast), Some(value)) = (strategy, target.get("agentId")) {
        found.add(rule, value.offset(), || {
            let message = "the target names one agent, expected only a type of agents for a broadcast";
            Finding::new(Code::CONTRADICTION, message)
        });
    }
}

/// Whether a text is a random UUID (RFC 9562, section 5.4) in the usual form.
fn is_uuid_4(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let is_hex = |group: &&str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(is_hex)
        && groups.get(2).is_some_and(|group| group.starts_with('4'))
        && groups.get(3).is_some_and(|group| group.starts_with(['8', '9', 'a', 'b', 'A', 'B']))
}

//! Every rule that an envelope breaks.

use super::{EnvelopeError, MessageType, Priority, RoutingStrategy, SubType, rules};
use crate::signature::is_nonce;
use adp_cards::spelling::{self, Inside, Names};
use agent_description::{
    Code, Document, Timestamp,
    diagnostic::{Finding, Findings, Place, Remark, Rule, Wanted, shortened},
    json::{Json, Object, Text},
};
use std::{fmt::Display, str::FromStr};

type Found<'a> = Findings<'a, Remark>;

static ENVELOPE: Names = Names(&[
    ("version", Inside::Free),
    ("messageId", Inside::Free),
    ("timestamp", Inside::Free),
    ("source", Inside::Object(&PARTY)),
    ("target", Inside::Object(&PARTY)),
    ("message", Inside::Object(&MESSAGE)),
    ("payload", Inside::Object(&PAYLOAD)),
    ("security", Inside::Object(&SECURITY)),
]);

static PARTY: Names = Names(&[
    ("agentId", Inside::Free),
    ("agentType", Inside::Free),
    ("instanceId", Inside::Free),
    ("routingStrategy", Inside::Free),
]);

static MESSAGE: Names = Names(&[
    ("type", Inside::Free),
    ("subType", Inside::Free),
    ("priority", Inside::Free),
    ("correlationId", Inside::Free),
]);

static PAYLOAD: Names = Names(&[
    ("action", Inside::Free),
    ("parameters", Inside::Free),
    ("status", Inside::Free),
    ("results", Inside::Free),
    ("metadata", Inside::Object(&METADATA)),
]);

static METADATA: Names = Names(&[("timeout", Inside::Free), ("retryCount", Inside::Free), ("encoding", Inside::Free)]);

static SECURITY: Names = Names(&[("signature", Inside::Free), ("timestamp", Inside::Free), ("nonce", Inside::Free)]);

/// The version there is.
pub(super) const VERSION: &str = "1.0";

/// The longest identifier of a message or of an agent, in bytes: receivers keep them.
const LONGEST_ID: usize = 512;

/// The longest time that a sender may wait, in milliseconds: an hour.
const LONGEST_TIMEOUT: i64 = 3_600_000;

/// The most times that a sender may try again.
const MOST_RETRIES: i64 = 100;

/// What is wrong with an envelope.
pub(super) fn findings(document: &Document, wanted: Wanted) -> Found<'_> {
    let mut checker = Checker { found: Findings::new(document, wanted) };
    checker.envelope(document.json(), document.root());
    checker.found
}

/// The first error, where there is one.
pub(super) fn first_error(document: &Document) -> Option<EnvelopeError> {
    let found = findings(document, Wanted::FirstError);
    let rule = found.iter().next().map(|(rule, _)| rule)?;
    let (remark, place) = found.into_first()?;
    Some(EnvelopeError { code: remark.code(), message: remark.message(), rule, place })
}

/// What is said of an envelope in which no rule finds what the model misses.
pub(super) fn incomplete(document: &Document) -> EnvelopeError {
    EnvelopeError {
        code: Code::MISSING,
        message: "the envelope misses a member that messages need".to_owned(),
        rule: &rules::MEMBERS,
        place: Box::new(Place::of(document, document.json().offset())),
    }
}

struct Checker<'a> {
    found: Found<'a>,
}

impl Checker<'_> {
    fn envelope(&mut self, at: &Json, root: &Object) {
        spelling::check(&mut self.found, &rules::SPELLING, root, &ENVELOPE);
        self.version(at, root);
        self.identifier(at, root);
        self.time(&rules::TIME, root, "timestamp", Some((at, "the envelope")));
        let message = self.object(at, root, "message");
        let kind = message.and_then(|(value, message)| self.message(value, message));
        if let Some((value, source)) = self.object(at, root, "source") {
            self.party(value, source, "the source", true);
            self.text(&rules::PARTY, source, "instanceId");
        }
        if let Some((value, target)) = self.object(at, root, "target") {
            self.party(value, target, "the target", false);
            self.routing(value, target);
        }
        if let Some((value, payload)) = self.object(at, root, "payload") {
            self.payload(value, payload, kind);
        }
        self.security(root);
    }

    fn add(&mut self, rule: &'static Rule, value: &Json, code: Code, message: impl FnOnce() -> String) {
        self.found.add(rule, value.offset(), || Remark::new(code, message()));
    }

    fn missing(&mut self, rule: &'static Rule, at: &Json, what: &'static str, name: &'static str) {
        self.found.exercise(rule);
        self.found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, what, name));
    }

    fn wrong_type(&mut self, rule: &'static Rule, value: &Json, name: &str, expected: &str) {
        self.add(rule, value, Code::WRONG_TYPE, || format!("`{name}` is {}, expected {expected}", value.kind()));
    }

    /// A part of the envelope that is an object and has to be there.
    fn object<'j>(&mut self, at: &Json, root: &'j Object, name: &'static str) -> Option<(&'j Json, &'j Object)> {
        let Some(value) = root.get(name) else {
            self.missing(&rules::MEMBERS, at, "the envelope", name);
            return None;
        };
        self.found.exercise(&rules::MEMBERS);
        match value.as_object() {
            Some(object) => Some((value, object)),
            None => {
                self.wrong_type(&rules::MEMBERS, value, name, "an object");
                None
            }
        }
    }

    /// A member that is a string where it is there.
    fn text<'j>(
        &mut self,
        rule: &'static Rule,
        object: &'j Object,
        name: &'static str,
    ) -> Option<(&'j Json, &'j Text)> {
        let value = object.get(name)?;
        self.found.exercise(rule);
        match value.as_text() {
            Some(text) => Some((value, text)),
            None => {
                self.wrong_type(rule, value, name, "a string");
                None
            }
        }
    }

    /// A text that names something: not empty, and no longer than receivers keep.
    fn name<'j>(
        &mut self,
        rule: &'static Rule,
        object: &'j Object,
        name: &'static str,
    ) -> Option<(&'j Json, &'j Text)> {
        let (value, text) = self.text(rule, object, name)?;
        let bytes = text.len();
        if bytes == 0 || bytes > LONGEST_ID {
            self.add(rule, value, Code::INVALID_VALUE, || {
                format!("`{name}` has {bytes} bytes, expected 1 to {LONGEST_ID}")
            });
            return None;
        }
        Some((value, text))
    }

    fn word<T: FromStr<Err: Display>>(
        &mut self,
        rule: &'static Rule,
        object: &Object,
        name: &'static str,
    ) -> Option<T> {
        let (value, text) = self.text(rule, object, name)?;
        match text.parse() {
            Ok(word) => Some(word),
            Err(expected) => {
                self.add(rule, value, Code::INVALID_VALUE, || format!("`{name}` is {}, {expected}", shortened(text)));
                None
            }
        }
    }

    fn version(&mut self, at: &Json, root: &Object) {
        let rule = &rules::VERSION;
        if !root.contains("version") {
            return self.missing(rule, at, "the envelope", "version");
        }
        if let Some((value, text)) = self.text(rule, root, "version").filter(|(_, text)| text.as_str() != VERSION) {
            self.add(rule, value, Code::INVALID_VALUE, || {
                format!("`version` is {}, expected {VERSION:?}", shortened(text))
            });
        }
    }

    fn identifier(&mut self, at: &Json, root: &Object) {
        if !root.contains("messageId") {
            return self.missing(&rules::ID, at, "the envelope", "messageId");
        }
        let Some((value, id)) = self.name(&rules::ID, root, "messageId") else { return };
        self.found.exercise(&rules::UUID);
        if !is_uuid_4(id) {
            self.add(&rules::UUID, value, Code::INVALID_NAME, || {
                format!("`messageId` is {}, expected a UUID (version 4)", shortened(id))
            });
        }
    }

    /// A date-time; required where `holder` says of what.
    fn time(
        &mut self,
        rule: &'static Rule,
        object: &Object,
        name: &'static str,
        holder: Option<(&Json, &'static str)>,
    ) {
        match (object.contains(name), holder) {
            (false, Some((at, what))) => self.missing(rule, at, what, name),
            (false, None) => {}
            (true, _) => {
                let Some((value, text)) = self.text(rule, object, name) else { return };
                if let Err(error) = text.parse::<Timestamp>() {
                    self.add(rule, value, Code::INVALID_TIME, || format!("`{name}`: {error}"));
                }
            }
        }
    }

    fn message(&mut self, at: &Json, message: &Object) -> Option<MessageType> {
        let kind = if message.contains("type") {
            self.word::<MessageType>(&rules::HEADER, message, "type")
        } else {
            self.missing(&rules::HEADER, at, "the member `message`", "type");
            None
        };
        self.word::<SubType>(&rules::HEADER, message, "subType");
        self.word::<Priority>(&rules::HEADER, message, "priority");
        let correlation = message.get("correlationId");
        self.name(&rules::CORRELATION, message, "correlationId");
        if kind == Some(MessageType::Response) && correlation.is_none() {
            self.found.exercise(&rules::CORRELATION);
            self.found.add_missing(&rules::CORRELATION, at.offset(), || {
                Remark::missing(Code::MISSING, "the response", "correlationId")
                    .with_help("write the `messageId` of the request that it answers")
            });
        }
        kind
    }

    fn party(&mut self, at: &Json, party: &Object, what: &'static str, is_source: bool) {
        for name in ["agentId", "agentType"] {
            if party.contains(name) {
                self.name(&rules::PARTY, party, name);
            } else if is_source {
                self.missing(&rules::PARTY, at, what, name);
            }
        }
    }

    fn routing(&mut self, at: &Json, target: &Object) {
        let rule = &rules::ROUTING;
        self.found.exercise(rule);
        let strategy = match target.get("routingStrategy") {
            None => Some(RoutingStrategy::Direct),
            Some(_) => self.word(rule, target, "routingStrategy"),
        };
        let needed = match strategy {
            None => return,
            Some(RoutingStrategy::Direct) => "agentId",
            Some(RoutingStrategy::Broadcast | RoutingStrategy::LoadBalance) => "agentType",
        };
        if !target.contains(needed) {
            self.found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, "the target", needed));
        }
        if let (Some(RoutingStrategy::Broadcast), Some(value)) = (strategy, target.get("agentId")) {
            self.add(rule, value, Code::CONTRADICTION, || {
                "the target names one agent, expected only a type of agents for a broadcast".to_owned()
            });
        }
    }

    fn payload(&mut self, at: &Json, payload: &Object, kind: Option<MessageType>) {
        if kind == Some(MessageType::Request) {
            if payload.contains("action") {
                self.name(&rules::REQUEST, payload, "action");
            } else {
                self.missing(&rules::REQUEST, at, "the request's payload", "action");
            }
            self.found.exercise(&rules::REQUEST);
            if let Some(value) = payload.get("parameters").filter(|value| value.as_object().is_none()) {
                self.wrong_type(&rules::REQUEST, value, "parameters", "an object");
            }
        }
        if kind == Some(MessageType::Response) {
            if payload.contains("status") {
                self.name(&rules::RESPONSE, payload, "status");
            } else {
                self.missing(&rules::RESPONSE, at, "the response's payload", "status");
            }
        }
        let Some(value) = payload.get("metadata") else { return };
        self.found.exercise(&rules::METADATA);
        let Some(metadata) = value.as_object() else {
            return self.wrong_type(&rules::METADATA, value, "metadata", "an object");
        };
        self.whole_number(metadata, "timeout", 1, LONGEST_TIMEOUT);
        self.whole_number(metadata, "retryCount", 0, MOST_RETRIES);
        if let Some((value, text)) =
            self.text(&rules::METADATA, metadata, "encoding").filter(|(_, text)| !text.eq_ignore_ascii_case("utf-8"))
        {
            self.add(&rules::METADATA, value, Code::INVALID_VALUE, || {
                format!("`encoding` is {}, expected \"utf-8\": JSON has no other", shortened(text))
            });
        }
    }

    fn whole_number(&mut self, metadata: &Object, name: &'static str, least: i64, most: i64) {
        let Some(value) = metadata.get(name) else { return };
        let Some(number) = value.as_number() else {
            return self.wrong_type(&rules::METADATA, value, name, "a number");
        };
        if !number.as_integer().is_some_and(|number| (least..=most).contains(&number)) {
            self.add(&rules::METADATA, value, Code::INVALID_VALUE, || {
                format!("`{name}` is {number}, expected a whole number from {least} to {most}")
            });
        }
    }

    fn security(&mut self, root: &Object) {
        let Some(value) = root.get("security") else { return };
        let rule = &rules::SECURITY;
        self.found.exercise(rule);
        let Some(security) = value.as_object() else {
            return self.wrong_type(rule, value, "security", "an object");
        };
        self.text(rule, security, "signature");
        let is_signed = security.contains("signature");
        let required = is_signed.then_some((value, "the member `security`"));
        self.time(rule, security, "timestamp", required);
        match (security.contains("nonce"), is_signed) {
            (false, true) => self.missing(&rules::NONCE, value, "the member `security`", "nonce"),
            (false, false) => {}
            (true, _) => {
                let Some((value, nonce)) = self.text(&rules::NONCE, security, "nonce") else { return };
                if !is_nonce(nonce) {
                    self.add(&rules::NONCE, value, Code::INVALID_VALUE, || {
                        format!("`nonce` is {}, expected 22 to 256 characters of base64url", shortened(nonce))
                    });
                }
            }
        }
    }
}

/// Whether a text is a random UUID (RFC 9562 section 5.4), in its usual form.
fn is_uuid_4(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let is_hex = |group: &&str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(is_hex)
        && groups.get(2).is_some_and(|group| group.starts_with('4'))
        && groups.get(3).is_some_and(|group| group.starts_with(['8', '9', 'a', 'b', 'A', 'B']))
}

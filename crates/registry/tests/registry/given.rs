//! Entries, agents and clocks that the tests share.

use adp_registry::{Entry, Evidence, Identifier, Mark};
use agent_description::Timestamp;
use bytes::Bytes;

pub fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub fn identifier(text: &str) -> Identifier {
    text.parse().unwrap()
}

/// An entry that stores keep whatever it says.
pub fn entry(name: &str, document: &str) -> Entry {
    let at = time("2026-01-02T03:04:05Z");
    Entry {
        identifier: identifier(name),
        document: Bytes::copy_from_slice(document.as_bytes()),
        format: "a2a-card".to_owned(),
        profile: "a2a-card/1.0".to_owned(),
        findings: Vec::new(),
        omitted: 0,
        evidence: Evidence {
            identity: Some("did:wba:hotel.example".to_owned()),
            checked: at,
            confirmed: Some(at),
            expires: None,
            until: Some(time("2026-01-03T03:04:05.5Z")),
            next: Some(time("2026-01-02T04:04:05Z")),
            undecided: 0,
            refusal: None,
            checks: Vec::new(),
        },
        mark: Mark { issued: None, version: Some("1.0".to_owned()), sha256: None },
        added: at,
        updated: at,
        written_by: "operator".to_owned(),
        sequence: 0,
    }
}

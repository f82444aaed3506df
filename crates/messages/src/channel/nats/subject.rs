//! NATS subjects of agents and types.

use crate::channel::refusal::digest;
use agent_description::Did;

/// The subject of an agent.
#[must_use]
pub fn for_agent(did: &Did) -> String {
    format!("a2a.agent.{}", name(did.as_str()))
}

/// The subject for any one agent of a type. The queue group has the name of the type.
#[must_use]
pub fn for_one(agent_type: &str) -> String {
    format!("a2a.one.{}", name(agent_type))
}

/// The subject for all agents of a type.
#[must_use]
pub fn for_all(agent_type: &str) -> String {
    format!("a2a.type.{}", name(agent_type))
}

/// Converts a text to one subject token of letters, digits, `-` and `_`.
pub(super) fn name(text: &str) -> String {
    digest(text.as_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{for_agent, for_all, for_one};

    #[test]
    fn subjects_have_three_levels_whatever_the_names_hold() {
        // `printf %s did:wba:kb.example | openssl dgst -sha256 -binary | basenc --base64url`, without the padding
        let kb = for_agent(&"did:wba:kb.example".parse().unwrap());
        assert_eq!(kb, "a2a.agent.LxZyV6l7VgiAtd4qnNSwtAsYOBR1uwJkjqcd-xg2wfU");
        for subject in [kb, for_one("*.> \r\nPUB a 1"), for_all(">"), for_all("")] {
            let levels: Vec<&str> = subject.split('.').collect();
            assert_eq!(levels.len(), 3, "{subject}");
            let last = levels[2];
            assert_eq!(last.len(), 43);
            assert!(last.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')), "{subject}");
        }
    }
}

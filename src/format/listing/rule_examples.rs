//! A wrong and a right listing for each rule, and why it matters.

use super::rules;
use crate::diagnostic::{Edit::Swap, RuleExample, Severity};

const LISTING: &str = r#"{
  "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "CollectionPage",
  "url": "https://hotel.example/.well-known/agent-descriptions",
  "items": [
    {"@type": "ad:AgentDescription", "name": "Rooms", "@id": "https://hotel.example/rooms/ad.json"}
  ]
}
"#;

const SKIPPED: &str = "Readers skip an item that they cannot read.";

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::CONTEXT,
        why: "Without a context, readers of JSON-LD see no listing.",
        fix: "Add the context of ANP-08.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(
            r#""@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::TYPE,
        why: "Readers know a listing by its type.",
        fix: "Write `CollectionPage`.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""CollectionPage""#, r#""Collection""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::URL,
        why: "A reader that got the page from elsewhere learns where it is published.",
        fix: "Add the page's own URL.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(
            r#""url": "https://hotel.example/.well-known/agent-descriptions",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::ITEMS,
        why: "A page without items lists nothing, as does one whose items stand under another name.",
        fix: "Add `items`.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""items""#, r#""agents""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::NEXT,
        why: "Readers fetch the next page over HTTPS only.",
        fix: "Write the https URL of the next page.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""items""#, r#""next": "http://hotel.example/agents?page=2", "items""#)],
        right: &[Swap(r#""items""#, r#""next": "https://hotel.example/agents?page=2", "items""#)],
    },
    RuleExample {
        rule: &rules::ITEM_TYPE,
        why: SKIPPED,
        fix: "Write `ad:AgentDescription`.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""ad:AgentDescription""#, r#""Product""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::ITEM_ID,
        why: SKIPPED,
        fix: "Add `@id` with the URL of the description.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#", "@id": "https://hotel.example/rooms/ad.json""#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::ITEM_NAME,
        why: "People choose by the name.",
        fix: "Add the agent's name.",
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""name": "Rooms", "#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::MISSPELLED,
        why: "Readers ignore names that they do not know: here, all further pages.",
        fix: "Use the name that was meant.",
        severity: Severity::Warning,
        base: LISTING,
        wrong: &[Swap(r#""items""#, r#""nxet": "https://hotel.example/agents?page=2", "items""#)],
        right: &[Swap(r#""items""#, r#""next": "https://hotel.example/agents?page=2", "items""#)],
    },
];

//! Intents are routed within bounds: `{"card": …, "message": …}`. What is valid has typed arguments for a skill that the card has, and findings have
//! places in the document that they name.

use adp_cards::intent::{Typing, route};
use agent_description::{Document, Json, Limits};

pub fn run(bytes: &[u8]) {
    let limits = Limits::default();
    let Ok(both) = Document::parse(bytes, &limits) else { return };
    let part = |name: &str| {
        let text = both.root().get(name).map(Json::to_compact)?;
        Document::parse(text.as_bytes(), &limits).ok()
    };
    let (Some(card), Some(message)) = (part("card"), part("message")) else { return };
    for typing in [Typing::Strict, Typing::Lenient] {
        let Ok(all) = route(&card, &message, typing) else { continue };
        for routed in all {
            assert!(!routed.is_valid() || routed.skill.is_some() && routed.arguments.is_some());
            assert!(routed.skill.is_none() || routed.skill == routed.intent);
            for found in &routed.findings {
                assert!(found.diagnostic.line.is_some(), "{}", found.diagnostic);
            }
        }
    }
}

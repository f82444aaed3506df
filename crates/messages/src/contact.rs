//! From what an agent publishes of itself to its channel: who answers there, and at which URLs.

use crate::directory::Listed;
use agent_description::{AgentDescription, Did, Verified, json::Text};

/// The `protocol` of an interface whose `url` takes messages: no specification has a name for it.
pub const PROTOCOL: &str = "a2a-envelope";

/// Who is to answer, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contact {
    /// Who has to sign the answers.
    pub did: Did,
    /// What kind of agent it is, where that is said.
    pub agent_type: Option<String>,
    /// Where it takes messages, the first choice first; `https`, `wss`, `nats` or anything else.
    pub urls: Vec<String>,
}

impl Contact {
    /// An agent at a URL that the caller knows.
    #[must_use]
    pub fn new(did: Did, url: impl Into<String>) -> Self {
        Self { did, agent_type: None, urls: vec![url.into()] }
    }

    /// By a description: the agent is the DID that signed it, the URLs are those of its interfaces with the [`PROTOCOL`] (in any case).
    /// Nothing where nobody is named.
    #[must_use]
    pub fn of_description(description: &Verified<AgentDescription>) -> Option<Self> {
        let did = description.evidence().signer.clone()?;
        let takes_messages = |protocol: &Option<Text>| {
            protocol.as_ref().is_some_and(|protocol| protocol.as_str().eq_ignore_ascii_case(PROTOCOL))
        };
        let interfaces = description.get().interfaces.iter().filter(|interface| takes_messages(&interface.protocol));
        let urls = interfaces.filter_map(|interface| Some(interface.url.as_ref()?.as_str().to_owned())).collect();
        Some(Self { did, agent_type: None, urls })
    }

    /// By a card: its `agentInfo.id` is the agent, the URLs are its endpoints `primary` and `backup`. An unsigned card names whom it likes: who
    /// answers is checked all the same, and is whom the card names.
    #[must_use]
    pub fn of_card(card: &Listed) -> Self {
        let urls = ["primary", "backup"].into_iter().filter_map(|name| card.endpoint(name));
        Self {
            did: card.did.clone(),
            agent_type: Some(card.agent_type.clone()),
            urls: urls.map(str::to_owned).collect(),
        }
    }
}

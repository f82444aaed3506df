//! From what an agent publishes of itself to its channel: who answers there, and at which URLs.

use crate::directory::ListedAgent;
use agent_description::{AgentDescription, Did, Verified, json::Text};

/// The `protocol` of an interface whose `url` takes messages: no specification has a name for it.
pub const PROTOCOL: &str = "a2a-envelope";

/// The schemes that a card or description can choose: what they lead to is judged by the fetch, host by host.
pub const SCHEMES: [&str; 4] = ["https", "wss", "http", "ws"];

/// Who is to answer, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contact {
    /// Who has to sign the answers.
    pub did: Did,
    /// What kind of agent it is, where that is said.
    pub agent_type: Option<String>,
    /// Where it takes messages, the first choice first. Of a card or description, those of the schemes in [`SCHEMES`].
    pub urls: Vec<String>,
    /// URLs of other schemes that a card or description names, such as `nats`. They are not connected to: a NATS server sees and speaks
    /// for everybody on it, so the caller names it.
    pub other_urls: Vec<String>,
}

impl Contact {
    /// An agent at a URL that the caller knows.
    #[must_use]
    pub fn new(did: Did, url: impl Into<String>) -> Self {
        Self { did, agent_type: None, urls: vec![url.into()], other_urls: Vec::new() }
    }

    /// An agent whose URLs somebody else wrote.
    fn named(did: Did, agent_type: Option<String>, urls: impl Iterator<Item = String>) -> Self {
        let is_chosen = |url: &String| {
            let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
            SCHEMES.iter().any(|chosen| chosen.eq_ignore_ascii_case(scheme))
        };
        let (urls, other_urls) = urls.partition(is_chosen);
        Self { did, agent_type, urls, other_urls }
    }

    /// By a description: the agent is the DID that signed it, the URLs are those of its interfaces with the [`PROTOCOL`] (in any case).
    /// Nothing where nobody is named.
    #[must_use]
    pub fn from_description(description: &Verified<AgentDescription>) -> Option<Self> {
        let did = description.evidence().signer.clone()?;
        let takes_messages = |protocol: &Option<Text>| {
            protocol.as_ref().is_some_and(|protocol| protocol.as_str().eq_ignore_ascii_case(PROTOCOL))
        };
        let interfaces = description.get().interfaces.iter().filter(|interface| takes_messages(&interface.protocol));
        let urls = interfaces.filter_map(|interface| Some(interface.url.as_ref()?.as_str().to_owned()));
        Some(Self::named(did, None, urls))
    }

    /// By a card: its `agentInfo.id` is the agent, the URLs are its endpoints `primary` and `backup`. An unsigned card names whom it likes: who
    /// answers is checked all the same, and is whom the card names.
    #[must_use]
    pub fn from_card(card: &ListedAgent) -> Self {
        let urls = ["primary", "backup"].into_iter().filter_map(|name| card.endpoint(name));
        Self::named(card.did.clone(), Some(card.agent_type.clone()), urls.map(str::to_owned))
    }
}

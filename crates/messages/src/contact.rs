//! Contacts: the DID and message URLs of an agent, from its description or card.

use crate::directory::ListedAgent;
use agent_description::{AgentDescription, Did, Verified, json::Text};

pub use crate::envelope::PROTOCOL;

/// The schemes that a card or description may use. The fetcher checks their hosts.
pub const SCHEMES: [&str; 4] = ["https", "wss", "http", "ws"];

/// The DID and URLs of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contact {
    /// The DID that must sign responses.
    pub did: Did,
    /// Type of the agent, if known.
    pub agent_type: Option<String>,
    /// Endpoints in order of preference. From a card or description, only those with [`SCHEMES`].
    pub urls: Vec<String>,
    /// URLs of a card or description with other schemes, such as `nats`. They are not used automatically, because a
    /// NATS server can read and inject messages, so the caller must choose it.
    pub other_urls: Vec<String>,
}

impl Contact {
    /// Creates a contact with a URL that the caller knows.
    #[must_use]
    pub fn new(did: Did, url: impl Into<String>) -> Self {
        Self { did, agent_type: None, urls: vec![url.into()], other_urls: Vec::new() }
    }

    /// Creates a contact with untrusted URLs.
    fn named(did: Did, agent_type: Option<String>, urls: impl Iterator<Item = String>) -> Self {
        let is_chosen = |url: &String| {
            let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
            SCHEMES.iter().any(|chosen| chosen.eq_ignore_ascii_case(scheme))
        };
        let (urls, other_urls) = urls.partition(is_chosen);
        Self { did, agent_type, urls, other_urls }
    }

    /// The contact of a verified description: the DID that signed it, and its interfaces with [`PROTOCOL`] (in any
    /// case). `None` without a signer.
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

    /// The contact of a card: `agentInfo.id`, and its endpoints `primary` and `backup`. An unsigned card can name any
    /// agent; responses must still be signed by the named one.
    #[must_use]
    pub fn from_card(card: &ListedAgent) -> Self {
        let urls = ["primary", "backup"].into_iter().filter_map(|name| card.endpoint(name));
        Self::named(card.did.clone(), Some(card.agent_type.clone()), urls.map(str::to_owned))
    }
}

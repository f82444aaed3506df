//! An agent, as its card lists it.

use super::CardRefusal;
use crate::{
    agent::Peers,
    capability::{Capabilities, Performance},
    rate_limits::RateLimits,
};
use adp_cards::seed_card::{SEED_CARD, SeedCard};
use agent_description::{
    CodedError, Did, Document, ReadLimits, Timestamp,
    diagnostic::{Severity, shortened},
    did::Purpose,
    format::Options,
    json::Text,
    proof::Expectations,
    verification::{Need, Supplied},
};
use std::sync::Arc;

/// The largest card, in bytes.
pub(super) const CARD_BYTES: usize = 1 << 20;

/// An agent that a card tells of.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedAgent {
    /// Its DID (`agentInfo.id`).
    pub did: Did,
    /// What kind of agent it is.
    pub agent_type: String,
    /// What it can do.
    pub capabilities: Vec<ListedCapability>,
    /// Its endpoints as written, by name: `primary`, `backup`, `healthCheck`.
    pub endpoints: Vec<(Text, Text)>,
    /// How much it promises each caller.
    pub rate_limits: RateLimits,
    /// What it asks of callers.
    pub required_permissions: Vec<Text>,
    /// Whether its DID signed the card.
    pub is_signed: bool,
    /// What its messages are checked by.
    pub checks: Arc<Capabilities>,
}

/// One thing that an agent can do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedCapability {
    /// Its name: what a message's `action` is.
    pub name: Text,
    /// How well, as the card says.
    pub performance: Performance,
}

impl ListedAgent {
    /// An endpoint by name: `primary`, `backup`, `healthCheck`.
    #[must_use]
    pub fn endpoint(&self, name: &str) -> Option<&str> {
        self.endpoints.iter().find(|(known, _)| known.as_str() == name).map(|(_, url)| url.as_str())
    }

    /// How well it does something, where it can.
    #[must_use]
    pub fn performance(&self, capability: &str) -> Option<Performance> {
        let found = self.capabilities.iter().find(|known| known.name.as_str() == capability);
        found.map(|known| known.performance)
    }
}

/// What an agent is wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentQuery {
    /// The capability.
    pub capability: String,
    /// The type of agent, where it matters.
    pub agent_type: Option<String>,
    /// Whether an agent counts only if it signed its card.
    pub only_signed: bool,
}

impl AgentQuery {
    /// Agents that can do this.
    #[must_use]
    pub fn capability(name: impl Into<String>) -> Self {
        Self { capability: name.into(), agent_type: None, only_signed: false }
    }

    /// The same, of this type.
    #[must_use]
    pub fn with_type(self, agent_type: impl Into<String>) -> Self {
        Self { agent_type: Some(agent_type.into()), ..self }
    }

    /// The same, with signed cards.
    #[must_use]
    pub fn only_signed(self) -> Self {
        Self { only_signed: true, ..self }
    }

    /// Whether an agent is one of them.
    #[must_use]
    pub fn is(&self, agent: &ListedAgent) -> bool {
        (agent.is_signed || !self.only_signed)
            && self.agent_type.as_ref().is_none_or(|wanted| *wanted == agent.agent_type)
            && agent.performance(&self.capability).is_some()
    }
}

/// Reads a seed card: it keeps every rule whose breach is an error, its agent has a DID, its schemas can be checked by, and if
/// it is signed then that DID signed it, by the DID document that `peers` has.
///
/// # Errors
/// [`CardRefusal`]: the first of these that is not so.
pub async fn read_card(bytes: &[u8], peers: &dyn Peers, at: Timestamp) -> Result<ListedAgent, CardRefusal> {
    if bytes.len() > CARD_BYTES {
        return Err(CardRefusal::Size { bytes: bytes.len(), most: CARD_BYTES });
    }
    let document = Document::parse(bytes, ReadLimits::new(CARD_BYTES)).map_err(CardRefusal::Read)?;
    let report = SEED_CARD.check(&document, &Options::at(at));
    if let Some(found) = report.diagnostics.into_iter().find(|found| found.severity == Severity::Error) {
        return Err(CardRefusal::Rule { code: found.code, message: found.message });
    }
    let card = SeedCard::read(&document);
    let id = card.id.as_deref().unwrap_or_default();
    let did: Did = id.parse().map_err(|_| CardRefusal::NoDid { id: shortened(id) })?;
    let checks = Capabilities::from_card(&card).map_err(CardRefusal::Capabilities)?;
    let is_signed = document.root().contains("signatures");
    if is_signed {
        verify(document.clone(), did.clone(), peers, at).await?;
    }
    let capability = |known: &adp_cards::seed_card::Capability| {
        Some(ListedCapability { name: known.name.clone()?, performance: Performance::from_capability(known) })
    };
    Ok(ListedAgent {
        agent_type: card.agent_type.as_deref().unwrap_or_default().to_owned(),
        capabilities: card.capabilities.iter().filter_map(capability).collect(),
        rate_limits: RateLimits::from_card(&card),
        endpoints: card.endpoints,
        required_permissions: card.required_permissions,
        is_signed,
        checks: Arc::new(checks),
        did,
    })
}

async fn verify(document: Document, did: Did, peers: &dyn Peers, at: Timestamp) -> Result<(), CardRefusal> {
    let expectations =
        Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at).signer(did);
    let found = match SEED_CARD.begin(document, &expectations) {
        Err(refused) => *refused,
        Ok(mut pending) => {
            let mut supplied = Supplied::new();
            for need in pending.needs(&supplied) {
                // those whose signature would count: the agent's own
                if let Need::DidDocument(did) = need {
                    let resolved = peers.did_document(&did).await.map(Arc::new);
                    supplied.add_did_document(did, resolved.map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
                }
            }
            pending.finish(&supplied)
        }
    };
    found.error.map_or(Ok(()), |error| Err(CardRefusal::Signature(error)))
}

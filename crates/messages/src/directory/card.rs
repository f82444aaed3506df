//! Agents listed by their cards.

use crate::{
    MessageError,
    agent::Peers,
    capability::{Capabilities, Performance},
    rate_limits::RateLimits,
};
use adp_cards::seed_card::{SEED_CARD, SeedCard};
use agent_description::{
    Code, CodedError, Did, Document, ReadLimits, Timestamp,
    diagnostic::{Severity, shortened},
    did::Purpose,
    format::Options,
    json::Text,
    proof::Expectations,
    verification::{Need, Supplied},
};
use std::sync::Arc;

/// Maximum size of a card, in bytes.
pub(super) const CARD_BYTES: usize = 1 << 20;

/// An agent with its card.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedAgent {
    /// DID (`agentInfo.id`).
    pub did: Did,
    /// Type of the agent.
    pub agent_type: String,
    /// Capabilities.
    pub capabilities: Vec<ListedCapability>,
    /// Unparsed endpoints by name: `primary`, `backup`, `healthCheck`.
    pub endpoints: Vec<(Text, Text)>,
    /// Rate limits per caller.
    pub rate_limits: RateLimits,
    /// Permissions that callers need.
    pub required_permissions: Vec<Text>,
    /// Whether its DID signed the card.
    pub is_signed: bool,
    /// Validates messages with the card's schemas.
    pub checks: Arc<Capabilities>,
}

/// A capability of an agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedCapability {
    /// Name, which is the `action` of messages.
    pub name: Text,
    /// Performance, as claimed by the card.
    pub performance: Performance,
}

impl ListedAgent {
    /// An endpoint by name: `primary`, `backup`, `healthCheck`.
    #[must_use]
    pub fn endpoint(&self, name: &str) -> Option<&str> {
        self.endpoints.iter().find(|(known, _)| known.as_str() == name).map(|(_, url)| url.as_str())
    }

    /// The performance of a capability, if the agent has it.
    #[must_use]
    pub fn performance(&self, capability: &str) -> Option<Performance> {
        let found = self.capabilities.iter().find(|known| known.name.as_str() == capability);
        found.map(|known| known.performance)
    }
}

/// A query for agents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentQuery {
    /// The capability.
    pub capability: String,
    /// The type of agent, if it matters.
    pub agent_type: Option<String>,
    /// Whether to accept only agents with signed cards.
    pub only_signed: bool,
}

impl AgentQuery {
    /// Agents with this capability.
    #[must_use]
    pub fn capability(name: impl Into<String>) -> Self {
        Self { capability: name.into(), agent_type: None, only_signed: false }
    }

    /// Requires a type.
    #[must_use]
    pub fn with_type(self, agent_type: impl Into<String>) -> Self {
        Self { agent_type: Some(agent_type.into()), ..self }
    }

    /// Requires signed cards.
    #[must_use]
    pub fn only_signed(self) -> Self {
        Self { only_signed: true, ..self }
    }

    /// Whether an agent matches.
    #[must_use]
    pub fn is(&self, agent: &ListedAgent) -> bool {
        (agent.is_signed || !self.only_signed)
            && self.agent_type.as_ref().is_none_or(|wanted| *wanted == agent.agent_type)
            && agent.performance(&self.capability).is_some()
    }
}

/// Reads a seed card. It must have no findings of severity error, a DID for its agent, and usable schemas. If it is
/// signed, the agent's DID must have signed it, by the DID document from `peers`.
///
/// # Errors
///
/// [`MessageError`]: the first failed check.
pub async fn read_card(bytes: &[u8], peers: &dyn Peers, at: Timestamp) -> Result<ListedAgent, MessageError> {
    if bytes.len() > CARD_BYTES {
        let message = format!("the card has {} bytes, expected at most {CARD_BYTES}", bytes.len());
        return Err(MessageError::new(Code::TOO_LARGE, message));
    }
    let document = Document::parse(bytes, ReadLimits::new(CARD_BYTES)).map_err(MessageError::from_error)?;
    let report = SEED_CARD.check(&document, &Options::at(at));
    if let Some(found) = report.diagnostics.into_iter().find(|found| found.severity == Severity::Error) {
        return Err(MessageError::new(found.code, found.message));
    }
    let card = SeedCard::read(&document);
    let id = card.id.as_deref().unwrap_or_default();
    // without a DID, its messages could not be verified
    let did: Did = id.parse().map_err(|_| {
        let message = format!("`agentInfo.id` is {}, expected a DID: it signs the agent's messages", shortened(id));
        MessageError::new(Code::INVALID_VALUE, message)
    })?;
    let checks = Capabilities::from_card(&card)?;
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

async fn verify(document: Document, did: Did, peers: &dyn Peers, at: Timestamp) -> Result<(), MessageError> {
    let expectations =
        Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at).signer(did);
    let found = match SEED_CARD.begin(document, &expectations) {
        Err(refused) => *refused,
        Ok(mut pending) => {
            let mut supplied = Supplied::default();
            for need in pending.needs(&supplied) {
                // only the agent's own DID may sign
                if let Need::DidDocument(did) = need {
                    let resolved = peers.did_document(&did).await.map(Arc::new);
                    supplied
                        .did_documents
                        .insert(did, resolved.map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
                }
            }
            pending.finish(&supplied)
        }
    };
    found.error.map_or(Ok(()), |error| Err(MessageError::from_error(error)))
}

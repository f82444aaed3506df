//! Directories of agents and their capabilities: a folder of cards, or a registry.
//!
//! A card names its agent's DID as `agentInfo.id`; an agent without a DID cannot sign messages and is not listed. A
//! signed card must be signed by this DID, otherwise it is refused. Unsigned cards are marked as such. A card does not
//! replace the verification of each message.

mod by_card;
mod card;
mod folder;
#[cfg(feature = "http")]
mod registry;

pub use by_card::ByCard;
pub use card::{AgentQuery, ListedAgent, ListedCapability, read_card};
pub use folder::FolderDirectory;
#[cfg(feature = "http")]
pub use registry::RegistryDirectory;

use crate::MessageError;
use futures_util::future::BoxFuture;

/// Finds agents.
pub trait Directory: Send + Sync {
    /// The agents that match a query, in DID order, without duplicates.
    fn find<'a>(&'a self, wanted: &'a AgentQuery) -> BoxFuture<'a, Result<Vec<ListedAgent>, MessageError>>;
}

/// Selects the matching agents in DID order. If an agent has several cards, signed ones take precedence.
fn chosen(agents: impl Iterator<Item = ListedAgent>, wanted: &AgentQuery) -> Vec<ListedAgent> {
    let mut found: Vec<ListedAgent> = agents.filter(|agent| wanted.is(agent)).collect();
    // a stable sort keeps the reading order among equals
    found.sort_by(|a, b| (a.did.as_str(), !a.is_signed).cmp(&(b.did.as_str(), !b.is_signed)));
    found.dedup_by(|later, earlier| later.did == earlier.did);
    found
}

//! Which agents there are, and what they can do: from a folder of cards, or from a registry.
//!
//! A card names its agent's DID as `agentInfo.id`; an agent without one cannot sign messages and is not listed. A card that is
//! signed must be signed by that DID, or it is refused; one that is not signed is listed as such. Neither vouches for what the
//! agent does: its messages are verified one by one.

mod by_card;
mod card;
mod error;
mod folder;
#[cfg(feature = "http")]
mod registry;

pub use by_card::ByCard;
pub use card::{AgentQuery, ListedAgent, ListedCapability, read_card};
pub use error::{CardRefusal, DirectoryError};
pub use folder::Folder;
#[cfg(feature = "http")]
pub use registry::Registry;

use futures_util::future::BoxFuture;

/// Finds agents.
pub trait Directory: Send + Sync {
    /// The agents that can do what is wanted, ordered by DID, each once.
    ///
    /// # Errors
    /// [`DirectoryError`] where nobody can tell.
    fn find<'a>(&'a self, wanted: &'a AgentQuery) -> BoxFuture<'a, Result<Vec<ListedAgent>, DirectoryError>>;
}

/// Those of the agents that are wanted, ordered by DID; of several cards of one agent the signed ones go before the others.
fn chosen(agents: impl Iterator<Item = ListedAgent>, wanted: &AgentQuery) -> Vec<ListedAgent> {
    let mut found: Vec<ListedAgent> = agents.filter(|agent| wanted.is(agent)).collect();
    // a stable sort: among equals the order of reading stays
    found.sort_by(|a, b| (a.did.as_str(), !a.is_signed).cmp(&(b.did.as_str(), !b.is_signed)));
    found.dedup_by(|later, earlier| later.did == earlier.did);
    found
}

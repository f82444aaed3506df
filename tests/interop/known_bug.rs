//! What a peer is known to do otherwise than the specification says, for the lists of the comparisons.

/// The JSON-LD engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Peer {
    Pyld,
    JsonLdJs,
}

pub const BOTH: &[Peer] = &[Peer::Pyld, Peer::JsonLdJs];

/// A known difference; `E` is how a comparison tells which disagreements it explains.
pub struct Bug<E> {
    pub name: &'static str,
    /// What the peer does, and what the JSON-LD 1.1 API says instead.
    pub reason: &'static str,
    pub peers: &'static [Peer],
    /// A small document that shows it.
    pub probe: &'static str,
    /// Which disagreements it explains.
    pub explains: E,
}

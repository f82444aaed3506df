//! A nonce is accepted once: what was used is remembered until nobody could use it again.
//!
//! [`MemoryReplayStore`] remembers in one process, until it ends. The crate `adp-server` has stores that remember in a file, across
//! restarts, and in a Redis server, for all servers that share it; whatever else remembers is a [`ReplayStore`] too.

mod index;
mod memory;

pub use self::memory::MemoryReplayStore;
pub use crate::auth::error::{SignedBeforeStart, StoreError};

use crate::{
    Origin, Timestamp,
    did::Did,
    hex::hex,
    json::{Json, jcs},
};
use sha2::{Digest, Sha256};
use std::{fmt, future::Future, pin::Pin, time::Duration};

/// What a store remembers of a request: SHA-256 of the canonical JSON of audience, DID and nonce. It says nothing of them, but whether two
/// keys are of one signer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReplayKey {
    digest: [u8; 32],
    signer: [u8; 16],
}

impl ReplayKey {
    /// The key of a nonce: SHA-256(JCS([audience, DID, nonce])), the audience as its origin.
    #[must_use]
    pub fn for_nonce(audience: &Origin, did: &Did, nonce: &str) -> Self {
        Self::from_parts(&[&audience.to_string(), did.as_str(), nonce])
    }

    /// The key of a request by Web Bot Auth: SHA-256(JCS([audience, agent, SHA-256 of the signature base, "web-bot-auth"])), the agent as its
    /// origin. Nonces are optional there, and the base contains them.
    #[must_use]
    pub fn for_bot(audience: &Origin, agent: &Origin, base: &[u8]) -> Self {
        Self::from_parts(&[&audience.to_string(), &agent.to_string(), &hex(&Sha256::digest(base)), "web-bot-auth"])
    }

    /// The key of a request without nonce: the SHA-256 of the bytes under its signature, in hexadecimal, takes the nonce's place. The fourth
    /// element keeps it from being the key of a nonce that reads the same.
    #[must_use]
    pub fn for_signature_base(audience: &Origin, did: &Did, base: &[u8]) -> Self {
        Self::from_parts(&[&audience.to_string(), did.as_str(), &hex(&Sha256::digest(base)), "signature-base"])
    }

    /// The key of a nonce of another protocol than HTTP, whose receivers are no origins: SHA-256(JCS([receiver, DID, nonce, "protocol",
    /// its name])).
    #[must_use]
    pub fn for_protocol(protocol: &str, receiver: &str, did: &Did, nonce: &str) -> Self {
        Self::from_parts(&[receiver, did.as_str(), nonce, "protocol", protocol])
    }

    /// The parts begin with audience and DID.
    fn from_parts(parts: &[&str]) -> Self {
        let sha256 = |parts: &[&str]| -> [u8; 32] {
            let parts: Vec<Json> = parts.iter().map(|part| Json::from(*part)).collect();
            Sha256::digest(jcs::canonicalize(&Json::from(parts))).into()
        };
        let mut signer = [0; 16];
        signer.copy_from_slice(&sha256(&parts[..parts.len().min(2)])[..16]);
        Self { digest: sha256(parts), signer }
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The same for every key of one DID at one audience, so that a store can give each signer no more than a share of its room: the
    /// first 16 bytes of SHA-256(JCS([audience, DID])).
    #[must_use]
    pub fn signer(&self) -> &[u8; 16] {
        &self.signer
    }
}

impl fmt::Debug for ReplayKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplayKey({})", hex(&self.digest))
    }
}

/// What a store says of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It was not there, and is now: of all who ask at the same time, one gets this answer.
    Fresh,
    /// It was there.
    Replayed,
    /// There is no room for it, or its signer has used up what one signer may have; nothing was forgotten to make room.
    Full,
    /// Its time is over, or what had the same time is forgotten already: nobody can tell whether it was there. The request came too late,
    /// or the clock was set back.
    Expired,
}

/// The answer of a store, when it comes.
pub type Recording<'a> = Pin<Box<dyn Future<Output = Result<Replay, StoreError>> + Send + 'a>>;

/// Remembers keys until they expire, and says whether a key was there already.
pub trait ReplayStore: Send + Sync {
    /// Remembers `key` until `expires`, in one indivisible step with the look whether it is there.
    ///
    /// A key that expired at or before `now` may be forgotten; one that did not must not be. Where a later `now` was seen before, a key that
    /// may have been forgotten then is [`Replay::Expired`], not [`Replay::Fresh`].
    ///
    /// # Errors
    /// [`StoreError`] where the store cannot answer.
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a>;

    /// Whether keys are still known after this process ended and another one started. Where they are not, a receiver cannot tell what was
    /// accepted before its start.
    fn survives_restart(&self) -> bool {
        false
    }
}

/// Until when a receiver that starts at a time cannot tell a new signature from one that it accepted before; none where its store survives restarts.
///
/// What was accepted just before the start was signed at most the clock skew after it, by a clock that is ahead.
#[must_use]
pub fn forgotten_until<S: ReplayStore + ?Sized>(store: &S, start: Timestamp, skew: Duration) -> Option<Timestamp> {
    (!store.survives_restart()).then(|| start.saturating_add(skew))
}

impl<S: ReplayStore + ?Sized> ReplayStore for Box<S> {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        (**self).record(key, expires, now)
    }

    fn survives_restart(&self) -> bool {
        (**self).survives_restart()
    }
}

impl<S: ReplayStore + ?Sized> ReplayStore for std::sync::Arc<S> {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        (**self).record(key, expires, now)
    }

    fn survives_restart(&self) -> bool {
        (**self).survives_restart()
    }
}

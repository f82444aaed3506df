//! Replay protection: a nonce is accepted once, and stored until it expires.
//!
//! [`MemoryReplayStore`] stores nonces in one process. The crate `adp-server` has stores in a file, which survive
//! restarts, and in a Redis server, which several servers can share. Implement [`ReplayStore`] for other stores.

mod index;
mod memory;

pub use self::memory::MemoryReplayStore;

use adp_crypto::{Origin, Timestamp};
use adp_did::Did;
use adp_json::{Json, hex::hex, jcs};
use sha2::{Digest, Sha256};
use std::{error::Error, fmt, future::Future, ops::Deref, pin::Pin, time::Duration};

/// The stored key of a request: the SHA-256 of the canonical JSON of audience, DID and nonce. It discloses only whether
/// two keys have the same signer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ReplayKey {
    /// The SHA-256.
    pub digest: [u8; 32],
    /// The same for every key of one DID at one audience, so that a store can limit the share of each signer: the first
    /// 16 bytes of SHA-256(JCS([audience, DID])).
    pub signer: [u8; 16],
}

impl ReplayKey {
    /// The key of a request: SHA-256(JCS([audience, DID, nonce])), with the audience's origin.
    ///
    /// Without a nonce, the SHA-256 of the signed bytes, in hexadecimal, replaces it. A fourth element distinguishes
    /// the key from that of an equal nonce.
    #[must_use]
    pub fn for_request(audience: &Origin, did: &Did, nonce: Option<&str>, base: &[u8]) -> Self {
        let audience = audience.to_string();
        match nonce {
            Some(nonce) => Self::from_parts(&[&audience, did.as_str(), nonce]),
            None => Self::from_parts(&[&audience, did.as_str(), &hex(&Sha256::digest(base)), "signature-base"]),
        }
    }

    /// The key of a request by Web Bot Auth: SHA-256(JCS([audience, agent, SHA-256 of the signature base, "web-bot-auth"])), the agent as its
    /// origin. Nonces are optional there, and the base contains them.
    pub(crate) fn for_bot(audience: &Origin, agent: &Origin, base: &[u8]) -> Self {
        Self::from_parts(&[&audience.to_string(), &agent.to_string(), &hex(&Sha256::digest(base)), "web-bot-auth"])
    }

    /// The key of a nonce of a protocol whose receivers are not origins: SHA-256(JCS([receiver, DID, nonce, "protocol",
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
}

impl fmt::Debug for ReplayKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplayKey({})", hex(&self.digest))
    }
}

/// The result of storing a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The key was new. Of concurrent calls, only one gets this result.
    Fresh,
    /// The key was already stored.
    Replayed,
    /// The store is full, or its signer has used its share; nothing was removed.
    Full,
    /// The key has expired, or keys of that time were removed, so a replay cannot be excluded. The request is late, or
    /// the clock was set back.
    Expired,
}

/// The future result of a store.
pub type Recording<'a> = Pin<Box<dyn Future<Output = Result<Replay, StoreError>> + Send + 'a>>;

/// Stores keys until they expire, and reports whether a key was already stored.
pub trait ReplayStore: Send + Sync {
    /// Stores `key` until `expires`, atomically with the check whether it exists.
    ///
    /// Keys that expired at or before `now` may be removed; others must not be. After a call with a later `now`, a key
    /// that may have been removed is [`Replay::Expired`], not [`Replay::Fresh`].
    ///
    /// # Errors
    /// [`StoreError`] if the store is unavailable.
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a>;

    /// Whether the store keeps its keys across restarts. If not, a receiver cannot recognize replays of requests
    /// from before its start.
    fn survives_restart(&self) -> bool {
        false
    }

    /// The signing time up to which a receiver cannot exclude a replay: its start plus the clock skew. For a store that
    /// survives restarts, it is the time when it was created or restored, plus the skew. `None` if the store knows of
    /// all earlier requests. A store may notice in [`record`](Self::record) that it was restored; callers ask again afterwards.
    ///
    /// A clock may be ahead by the clock skew, so a request accepted just before the start was signed at most this much
    /// later.
    fn forgotten_until(&self, start: Timestamp, skew: Duration) -> Option<Timestamp> {
        (!self.survives_restart()).then(|| start.saturating_add(skew))
    }
}

/// The error of a store that is unavailable; the request is refused.
#[derive(Debug, thiserror::Error)]
#[error("the replay store is not available: {0}")]
pub struct StoreError(#[source] Box<dyn Error + Send + Sync>);

impl StoreError {
    /// Why the store is unavailable.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// The signature may have been accepted before the receiver started, or before its nonce store was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "signed at {signed}, expected later than {until}: the receiver has no record of earlier requests; sign it again with the nonce of this answer, or after that time"
)]
pub struct SignedBeforeStart {
    /// The signing time.
    pub signed: Timestamp,
    /// The receiver's start, or the creation of its store, plus the clock skew.
    pub until: Timestamp,
}

impl SignedBeforeStart {
    /// Refuses signatures up to a time, that of [`ReplayStore::forgotten_until`].
    ///
    /// # Errors
    /// [`SignedBeforeStart`]
    pub fn check(signed: Timestamp, until: Option<Timestamp>) -> Result<(), Self> {
        match until {
            Some(until) if signed <= until => Err(Self { signed, until }),
            _ => Ok(()),
        }
    }

    /// Seconds on the signer's clock until a new signature is accepted.
    #[must_use]
    pub fn retry_after(self) -> u64 {
        u64::try_from(self.until.as_unix_seconds() - self.signed.as_unix_seconds() + 1).unwrap_or(1)
    }
}

/// Pointers to a store: references, `Box`, `Arc`.
impl<P: Deref<Target: ReplayStore> + Send + Sync> ReplayStore for P {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        (**self).record(key, expires, now)
    }

    fn survives_restart(&self) -> bool {
        (**self).survives_restart()
    }

    fn forgotten_until(&self, start: Timestamp, skew: Duration) -> Option<Timestamp> {
        (**self).forgotten_until(start, skew)
    }
}

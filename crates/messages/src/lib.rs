//! Message envelopes of agents ("Agent-to-Agent communication"): checked, signed with the sender's DID, verified, and accepted once.
//!
//! ```rust
//! use adp_messages::{
//!     ENVELOPE,
//!     signature::{MessageExpectations, MessageReceiver, UnverifiedMessage, sign},
//! };
//! use agent_description::{
//!     DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey,
//!     did::{Did, DidDocument, DidUrl},
//! };
//!
//! let limits = Limits::default();
//! let request = Document::parse(br#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
//!   "timestamp": "2026-11-01T10:00:00.000Z",
//!   "source": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
//!   "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
//!   "message": {"type": "REQUEST", "subType": "query"},
//!   "payload": {"action": "search", "parameters": {"query": "refunds"}}}"#, &limits)?;
//!
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let did: Did = "did:wba:shop.example".parse()?;
//! let published = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
//! let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
//! let now = "2026-11-01T10:00:01Z".parse()?;
//! let signed = sign(&request, &signer, now, "q83vEjRWeJCrze8SNFZ4kA", false, None)?;
//!
//! let unverified = UnverifiedMessage::read(&signed)?;
//! let resolved = DidDocument::parse_for(unverified.did(), published.source().as_bytes(), &limits)?;
//! let receiver = MessageReceiver::new("did:wba:kb.example".parse()?, "knowledge-base");
//! let message = unverified.verify(&resolved, &MessageExpectations::at(now).receiver(receiver))?;
//! assert_eq!(message.envelope().action(), Some("search"));
//! assert_eq!(message.signer(), &did);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

/// Shows these fields, by their own names, of a type whose other fields cannot be shown: `opaque_debug!(Endpoint: inner.agent)`.
#[cfg(feature = "channels")]
macro_rules! opaque_debug {
    ($type:ident: $($($part:ident).+),+) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let name = |path: &'static str| path.rsplit('.').next().unwrap_or(path).trim();
                f.debug_struct(stringify!($type))$(.field(name(stringify!($($part).+)), &self.$($part).+))+.finish_non_exhaustive()
            }
        }
    };
}

#[cfg(feature = "channels")]
pub mod agent;
pub mod capability;
#[cfg(feature = "channels")]
pub mod card_policy;
#[cfg(feature = "channels")]
pub mod channel;
pub mod codes;
#[cfg(feature = "channels")]
pub mod contact;
#[cfg(feature = "channels")]
mod counter;
#[cfg(feature = "channels")]
pub mod directory;
#[cfg(feature = "channels")]
pub mod endpoint;
pub mod envelope;
mod error;
#[cfg(feature = "axum")]
pub mod health;
#[cfg(feature = "channels")]
pub mod liveness;
mod locked;
#[cfg(feature = "channels")]
pub mod orchestration;
pub mod origin_proof;
pub mod rate_limits;
#[cfg(feature = "channels")]
pub mod routing;
pub mod signature;

#[cfg(feature = "channels")]
pub use counter::Counter;
pub use envelope::ENVELOPE;
pub use error::MessageError;
pub use origin_proof::ANP_MESSAGE;

use agent_description::format::Format;

/// The formats of this crate.
pub const FORMATS: &[&Format] = &[ENVELOPE, ANP_MESSAGE];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

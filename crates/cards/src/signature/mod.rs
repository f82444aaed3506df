//! Signatures of cards: JWS over the canonical form (A2A 1.0, section 8.4), by three readings, and whose signature counts.
//!
//! ```
//! use adp_cards::{
//!     a2a_card::A2A,
//!     signature::{CardExpectations, Keys, UnverifiedCard, sign},
//! };
//! use agent_description::{
//!     DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey,
//!     did::{Did, DidDocument, DidUrl},
//!     verification::Binding,
//! };
//! use std::sync::Arc;
//!
//! let limits = Limits::default();
//! let card = Document::parse(br#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
//!   "capabilities": {"streaming": true},
//!   "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
//!   "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
//!   "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#, &limits)?;
//!
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let did: Did = "did:wba:hotel.example".parse()?;
//! let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
//! let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
//! let signed = sign(&card, A2A, &signer, None, &limits)?;
//!
//! let expectations = CardExpectations::at("2026-11-01T00:00:00Z".parse()?);
//! let unverified = UnverifiedCard::read(&signed, A2A, expectations)?;
//! let mut keys = Keys::new();
//! for did in unverified.dids(&keys) {
//!     let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &limits)?;
//!     keys.add_did_document(did, Ok(Arc::new(resolved)));
//! }
//! let verdict = unverified.verify(&keys);
//! assert!(verdict.is_verified());
//! assert_eq!((verdict.identity, verdict.signatures[0].binding), (Some(did), Some(Binding::Host)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod error;
mod key_set;
mod keys;
mod kind;
mod origin;
mod pending;
mod place;
mod portable;
mod reading;
mod sign;
mod verify;
mod whose;

pub(crate) use entry::form_fault;
pub use error::{Expected, SignError, SignatureError};
pub use key_set::KeySet;
pub use keys::{KeySource, Keys};
pub use kind::Kind;
pub use origin::{KeyOrigin, NoOrigin};
pub(crate) use pending::begin;
pub use pending::check_signer;
pub use place::Place;
pub(crate) use place::is_by_tls;
pub use portable::{LeftOut, Why};
pub use reading::{Reading, UnknownReading};
pub use sign::sign;
pub use verify::{CardExpectations, CardVerdict, CheckedSignature, UnverifiedCard};

use agent_description::{
    Did, Document, Fault,
    did::{DidDocument, DidMethod},
    format::Options,
};
use std::sync::Arc;

/// Verifies a card with the DID documents available, as [`Format::verify`](agent_description::format::Format::verify) does.
pub(crate) fn verify_at_hand(
    document: &Document,
    kind: &'static Kind,
    options: &Options,
) -> Result<Did, Box<dyn Fault>> {
    let mut expectations = CardExpectations::at(options.at);
    if let Some(expected) = &options.expectations {
        expectations.signer = expected.named_signer().cloned();
        expectations.fetched_from = expected.source_url().map(str::to_owned);
    }
    let unverified = UnverifiedCard::read(document, kind, expectations).map_err(boxed)?;
    let mut keys = Keys::new();
    for did in unverified.dids(&keys).into_iter().chain(unverified.strangers(&keys)) {
        if did.method() == DidMethod::Key {
            let made = DidDocument::of_did_key(&did, &options.limits).map(Arc::new);
            keys.add_did_document(did, made.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
        } else if let Some(known) = options.did_documents.iter().find(|known| *known.get().id() == did) {
            keys.add_did_document(did, Ok(Arc::new(known.clone())));
        }
    }
    let verdict = unverified.verify(&keys);
    match (verdict.identity, verdict.error) {
        (Some(identity), None) => Ok(identity),
        (_, error) => Err(boxed(error.unwrap_or(SignatureError::Missing))),
    }
}

pub(crate) fn boxed(error: impl Fault) -> Box<dyn Fault> {
    Box::new(error)
}

//! Signatures of cards: JWS over the canonical form (A2A 1.0, section 8.4) in three payload forms, and the rules for accepted signers.
//!
//! ```rust
//! use adp_cards::{A2A_CARD, a2a_card::A2A, signature::sign};
//! use agent_description::{
//!     DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey,
//!     did::{Did, DidDocument, DidUrl, Purpose},
//!     proof::Expectations,
//!     verification::{Binding, Need, Supplied},
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
//! let signed = sign(&card, A2A, &signer, None, None, &limits)?;
//!
//! // a card of a file: a DID of the host of its interfaces signs it
//! let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
//!     .no_domain()
//!     .any_challenge()
//!     .at("2026-11-01T00:00:00Z".parse()?)
//!     .signer_is_subject();
//! let mut pending = A2A_CARD.begin(signed, &expectations).map_err(|refused| refused.error.unwrap())?;
//! let mut supplied = Supplied::default();
//! assert_eq!(pending.needs(&supplied), [Need::DidDocument(did.clone())]);
//! let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &limits)?;
//! supplied.did_documents.insert(did.clone(), Ok(Arc::new(resolved)));
//! let found = pending.finish(&supplied);
//! assert!(found.is_verified());
//! assert_eq!((found.signer, found.binding), (Some(did), Some(Binding::Host)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod error;
mod format;
mod key_set;
mod kind;
mod payload_form;
mod pending;
mod place;
mod sign;
mod signer_policy;
mod verify;

pub(crate) use entry::{EntryFault, entry_fault, key_sets};
pub use error::SignatureError;
pub(crate) use format::SIGNED;
pub use key_set::KeySet;
pub use kind::CardKind;
pub use payload_form::{LeftOut, PayloadForm, Why};
use pending::PendingCard;
pub(crate) use pending::begin;
pub use pending::check_signer;
pub use place::HostAndPort;
pub(crate) use place::is_by_tls;
pub use sign::sign;
use signer_policy::Expected;

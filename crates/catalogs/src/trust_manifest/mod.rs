//! Trust manifests and catalog signatures with the profile `did-web-v1` (AI Catalog, commit be6803f6).
//!
//! | question | answer |
//! |---|---|
//! | payload | the canonical form (RFC 8785) of the object that contains the signature, without the signature's `jws`
//! and the object's `additionalSignatures` |
//! | signer | a did:web DID of a bare host; ES256; `kid` is that DID with a fragment; the key is listed under
//! `assertionMethod` as a `publicKeyJwk` and controlled by the DID |
//! | subject | an entry's release: identifier, type, version, digest and URL of `subject` equal those of the entry, as decoded strings |
//! | time | from `issuedAt` until `expiresAt`, with one minute of clock skew; uses the current DID document, so removed keys verify nothing |
//! | role | the publisher, if the signer is `did:web:` with the host of the entry's `urn:air` identifier; otherwise an endorser |
//! | artifact | a digest is compared with the bytes; without a digest, only the URL is signed, not its content |
//!
//! ```rust
//! use adp_cards::A2A_CARD;
//! use adp_catalogs::{AI_CATALOG, ai_catalog::{CatalogBuilder, NewEntry}, trust_manifest::Validity};
//! use agent_description::{
//!     DidDocumentBuilder, KeySigner, KeyType, Limits, SigningKey,
//!     did::{Did, DidDocument, DidUrl, Purpose},
//!     proof::Expectations,
//!     verification::{Binding, Supplied},
//! };
//! use std::sync::Arc;
//!
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let did: Did = "did:web:hotel.example".parse()?;
//! let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
//! let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
//!
//! let card = br#"{"name": "Rooms"}"#;
//! let entry = NewEntry::at("urn:air:hotel.example:agent:rooms", A2A_CARD, "https://hotel.example/.well-known/agent-card.json")
//!     .display_name("Rooms")
//!     .digest_of(card);
//! let catalog = CatalogBuilder::new()
//!     .host("Hotel", Some("did:web:hotel.example"))
//!     .entry(entry)
//!     .to_ai_catalog_signed(&signer, Validity::from("2026-11-01T12:00:00Z".parse()?))?;
//!
//! let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
//!     .no_domain()
//!     .any_challenge()
//!     .at("2026-11-22T12:00:00Z".parse()?)
//!     .signer_is_subject();
//! let pending = AI_CATALOG.begin(catalog, &expectations).map_err(|refused| refused.error.unwrap())?;
//! let mut supplied = Supplied::default();
//! let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &Limits::default())?;
//! supplied.did_documents.insert(did.clone(), Ok(Arc::new(resolved)));
//! let url = "https://hotel.example/.well-known/agent-card.json";
//! supplied.artifacts.insert(url.to_owned(), Ok(card.as_slice().into()));
//! let found = pending.finish(&supplied);
//! assert!(found.is_verified());
//! assert_eq!((found.signer, found.binding), (Some(did), Some(Binding::Subject)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod artifacts;
mod container;
mod pending;
mod report;
mod sign;
mod signature_object;
mod signer;
mod subject;
mod validity;
mod verify;

pub(crate) use artifacts::{ArtifactState, Artifacts, unchecked};
pub use container::{Container, PROFILE, payload};
pub use pending::COVERAGE_CHECK;
pub(crate) use pending::begin;
pub use sign::{sign_catalog, sign_entries, sign_entry};
pub use validity::Validity;
pub(crate) use verify::{signature_fault, subject_fault, unsigned_entry};

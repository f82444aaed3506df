//! DIDs, DID URLs, DID documents and their verification methods.
//!
//! A [`Did`] is a did:wba or did:web identifier on the public web, with the URL of its document, or a did:key
//! identifier, whose document is derived from it. [`DidDocument::parse_for`] and [`DidDocument::parse_own`] return a
//! [`DidDocument`] wrapped in [`Resolved`]. They guarantee that the document has the expected `id`, is active, and has
//! unambiguous verification methods. A proof in the document is valid, and the document of an `e1_` or `k1_` DID contains
//! the binding key.
//!
//! Only [`DidDocument::key_for`] decides whether a key may sign for the DID. It is not enough that the document
//! contains or lists the key.
//!
//! ```
//! use agent_description::{
//!     Limits,
//!     did::{Did, DidDocument, DidUrl, Purpose},
//! };
//!
//! let did: Did = "did:wba:example.com".parse()?;
//! let bytes = br##"{
//!   "id": "did:wba:example.com",
//!   "verificationMethod": [{
//!     "id": "#key-1", "type": "Multikey", "controller": "did:wba:example.com",
//!     "publicKeyMultibase": "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
//!   }],
//!   "assertionMethod": ["#key-1"]
//! }"##;
//! let resolved = DidDocument::parse_for(&did, bytes, &Limits::default())?;
//! let method: DidUrl = "did:wba:example.com#key-1".parse()?;
//! let at = "2026-01-31T12:00:00Z".parse().expect("a time");
//! let key = resolved
//!     .get()
//!     .key_for(&method, Purpose::AssertionMethod, at)
//!     .expect("it is listed");
//! assert_eq!(
//!     key.to_multikey(),
//!     "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
//! );
//! assert!(
//!     resolved.get().key_for(&method, Purpose::Authentication, at).is_err()
//! );
//! # Ok::<(), agent_description::did::DidError>(())
//! ```

#![warn(unreachable_pub)]

mod binding;
mod builder;
mod check;
mod context;
mod device_manifest;
mod did_key;
mod did_url;
mod document;
mod document_part;
mod document_proof;
mod error;
mod host;
mod identifier;
mod key_for;
mod key_material;
mod key_refusal;
mod model_json;
mod purpose;
mod relationships;
mod requirements;
mod resolved;
mod rotation;
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod service;
mod signer;
mod subject;
mod transition;
mod verification_method;
#[doc(hidden)]
pub mod web_url;

pub use self::{
    binding::Binding,
    builder::{DidDocumentBuilder, DocumentProofForm},
    did_url::DidUrl,
    document::DidDocument,
    document_proof::DocumentProof,
    error::DidError,
    identifier::{Did, DidMethod},
    key_refusal::KeyRefusal,
    purpose::Purpose,
    resolved::Resolved,
    service::DidService,
    signer::{KeySigner, SignError, Signer},
    subject::Subject,
    transition::{Assurance, Superseded},
    verification_method::VerificationMethod,
};
#[doc(hidden)]
pub use self::{check::check_report, host::check_host, key_refusal::listed, signer::signed};
pub use web_url::rewritten_authority;

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
mod check;
mod did_key;
mod document;
mod error;
mod identifier;
mod keys;
mod resolved;
pub mod rules;
mod subject;
mod succession;

pub use self::{
    binding::Binding,
    document::{
        DidDocument,
        builder::{DidDocumentBuilder, DocumentProofForm},
        document_proof::DocumentProof,
        service::DidService,
    },
    error::DidError,
    identifier::{Did, DidMethod, did_url::DidUrl},
    keys::{
        key_refusal::KeyRefusal,
        purpose::Purpose,
        signer::{KeySigner, SignError, Signer},
        verification_method::VerificationMethod,
    },
    resolved::Resolved,
    subject::Subject,
    succession::{Assurance, Superseded},
};
#[doc(hidden)]
pub use self::{
    check::check_report,
    identifier::host::check_host,
    keys::{key_refusal::listed, signer::signed},
};
#[doc(hidden)]
pub use identifier::web_url;
pub use identifier::web_url::rewritten_authority;

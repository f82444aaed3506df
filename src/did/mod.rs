//! DIDs, DID URLs, did:wba locations, DID documents and their verification methods.
//!
//! A [`Did`] is a did:wba or did:web identifier on the public web, in one spelling, which knows where its document is; or a
//! did:key identifier, whose document follows from it. A
//! [`DidDocument`] is only had as [`Resolved`], through [`DidDocument::parse_for`], or [`DidDocument::parse_own`] where its own `id`
//! is the DID in question: read strictly, about that very DID,
//! active, its verification methods unambiguous, its own proof verified where it has one, and bound to its key where the
//! DID ends in one's thumbprint (`e1_`, `k1_`).
//!
//! [`DidDocument::key_for`] says whether a key may speak for the DID, and nothing else does: not being in the document, and
//! not being listed.
//!
//! ```
//! use agent_description::{Limits, did::{Did, DidDocument, DidUrl, Purpose}};
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
//! let key = resolved.get().key_for(&method, Purpose::AssertionMethod, at).expect("it is listed");
//! assert_eq!(key.to_multikey(), "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP");
//! assert!(resolved.get().key_for(&method, Purpose::Authentication, at).is_err());
//! # Ok::<(), agent_description::did::DidError>(())
//! ```

mod binding;
mod builder;
mod check;
mod context;
mod did_key;
mod did_url;
mod document;
mod document_proof;
mod error;
mod fault;
mod host;
mod identifier;
mod key_for;
mod key_material;
mod key_refusal;
mod model_json;
mod part;
mod purpose;
mod relationships;
mod resolved;
mod rotation;
pub mod rules;
mod service;
mod subject;
mod verification_method;

pub use binding::{Binding, UnknownBinding};
pub use builder::{DidDocumentBuilder, DocumentProofForm};
pub use check::check_report;
pub use did_url::DidUrl;
pub use document::DidDocument;
pub use document_proof::DocumentProof;
pub use error::DidError;
pub use fault::SyntaxFault;
pub(crate) use host::check_host;
pub use identifier::{Did, DidMethod};
pub use key_refusal::KeyRefusal;
pub(crate) use key_refusal::listed;
pub use purpose::{Purpose, UnknownPurpose};
pub use resolved::{Resolved, Source};
pub use service::DidService;
pub use subject::Subject;
pub use verification_method::VerificationMethod;

//! Agent descriptions you can trust.

mod code;
pub mod description;
pub mod did;
pub mod discovery;
mod fault;
pub mod iri;
pub mod json;
pub mod jsonld;
pub mod key;
mod limits;
pub mod proof;
pub mod resolve;
pub mod suite;
mod time;

pub use code::{Code, CodeClass, UnknownCode};
pub use description::{
    AgentDescription, CheckOptions, Diagnostic, Interface, ModelError, Party, Product, SecurityScheme, Service, check,
};
pub use did::{Did, DidDocument, DidDocumentBuilder, DidError, DidUrl, Purpose, Resolved};
pub use fault::Fault;
pub use json::{Document, Json, ReadError};
pub use jsonld::{Contexts, ExpandOptions, Expanded, JsonLdError};
pub use key::{KeyError, KeyType, Signature, SigningKey, VerifyingKey};
pub use limits::Limits;
pub use proof::{
    Evidence, Expectations, KeySigner, Proof, SignError, SignOptions, Signer, Unverified, Verified, VerifyError, sign,
};
pub use suite::{ProofValueEncoding, SigningInput, Suite, SuiteError};
pub use time::{Timestamp, TimestampError};

//! The keys of a DID: how its document publishes them, and which may sign for it.

mod key_for;
pub(crate) mod key_material;
pub(crate) mod key_refusal;
pub(crate) mod purpose;
pub(crate) mod relationships;
pub(crate) mod signer;
pub(crate) mod verification_method;

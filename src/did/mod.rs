//! DIDs, DID URLs, did:wba locations, DID documents and their verification methods.

mod did_url;
mod error;
mod fault;
mod host;
mod identifier;
mod purpose;

pub use did_url::DidUrl;
pub use error::{DidError, Place};
pub use fault::SyntaxFault;
pub use identifier::{Binding, Did, DidMethod};
pub use purpose::{Purpose, UnknownPurpose};

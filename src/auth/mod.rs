//! Authentication of HTTP requests with the key of a DID.
//!
//! | what | where |
//! |---|---|
//! | the signature of an HTTP message, any components (RFC 9421) | [`http_signature`] |
//! | the forms that it replaced, `Authorization: DIDWba` and its JSON | [`didwba_header`], [`didwba_json`] |
//! | what is believed of a request before its signature is checked, and after | [`UnverifiedRequest`], [`VerifiedRequest`], [`Authenticated`] |
//! | how old credentials may be, what they must cover, what else is accepted | [`AuthPolicy`] |
//! | a nonce is good once | [`replay`] |

mod audience;
mod authenticated;
mod claims;
mod didwba_credentials;
pub mod didwba_header;
pub mod didwba_json;
mod error;
pub mod http_signature;
mod policy;
mod profile;
pub mod replay;
mod unverified_request;
mod window;

pub use audience::{Audience, AudienceError};
pub use authenticated::Authenticated;
pub use claims::Claims;
pub use didwba_credentials::LegacyVersion;
pub use error::AuthError;
pub use policy::{AuthPolicy, NoncePolicy};
pub use profile::Profile;
pub use unverified_request::{UnverifiedRequest, VerifiedRequest};

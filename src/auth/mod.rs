//! Authentication of HTTP requests with the key of a DID.
//!
//! | what | where |
//! |---|---|
//! | the signature of an HTTP message, any components (RFC 9421) | [`http_signature`] |
//! | the forms that it replaced, `Authorization: DIDWba` and its JSON | [`didwba_header`], [`didwba_json`] |
//! | what is believed of a request before its signature is checked, and after | [`UnverifiedRequest`], [`VerifiedRequest`], [`Authenticated`] |
//! | how old credentials may be, what they must cover, what else is accepted | [`AuthPolicy`] |
//! | a nonce is accepted once | [`replay`] |
//! | what a refusal tells the client, and nonces that a server issues | [`Challenge`], [`Challenges`] |
//! | what an agent description says that a caller must present | [`RequiredCredentials`] |
//! | a client that authenticates its requests, and where its credentials go | [`AuthClient`] |
//! | a service's whole check, at once or the headers first; the crate `adp-server` has it as a `tower` layer | [`Authenticator`], [`CheckedHead`] |
//! | access tokens for those who authenticated | [`AccessTokens`], [`AuthenticationInfo`] |

mod accept_signature;
mod access_token;
mod audience;
mod auth_param;
mod authenticated;
mod authentication_info;
mod authenticator;
mod bearer;
mod challenge;
mod challenges;
mod checked_head;
mod claims;
#[cfg(feature = "client")]
mod client;
mod didwba_credentials;
pub mod didwba_header;
pub mod didwba_json;
mod error;
pub mod http_signature;
mod policy;
mod profile;
pub mod replay;
mod required_credentials;
mod unverified_request;
mod window;

pub use crate::resolve::PeerAddress;
pub use accept_signature::AcceptSignature;
pub use access_token::{AccessTokenError, AccessTokens};
pub use audience::{Audience, AudienceError};
pub use authenticated::Authenticated;
pub use authentication_info::AuthenticationInfo;
pub use authenticator::Authenticator;
pub use challenge::{Challenge, ChallengeError};
#[cfg(feature = "generate")]
pub use challenges::random;
pub use challenges::{Challenges, NonceError};
pub use checked_head::CheckedHead;
pub use claims::Claims;
#[cfg(feature = "client")]
pub use client::{AuthClient, AuthClientBuilder, ClientError, Reply};
pub use didwba_credentials::LegacyVersion;
pub use error::AuthError;
pub use policy::{AuthPolicy, NoncePolicy};
pub use profile::Profile;
pub use required_credentials::{Carriage, Parameter, RequiredCredential, RequiredCredentials, SecurityError};
pub use unverified_request::{UnverifiedRequest, VerifiedRequest};

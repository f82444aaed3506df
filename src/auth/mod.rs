//! Authentication of HTTP requests with the key of a DID.
//!
//! | what | where |
//! |---|---|
//! | the signature of an HTTP message, any components (RFC 9421) | [`http_signature`] |
//! | the forms that it replaced, `Authorization: DIDWba` and its JSON | [`didwba_header`], [`didwba_json`] |
//! | who receives a request: how old credentials may be, what they must cover, what else is accepted | [`Receiver`], [`AuthPolicy`] |
//! | what is believed of a request before its signature is checked, and after | [`UnverifiedRequest`], [`VerifiedRequest`], [`Authenticated`] |
//! | a nonce is accepted once | [`replay`] |
//! | what a refusal tells the client, and nonces that a server issues | [`DidWbaChallenge`], [`NonceIssuer`] |
//! | what an agent description says that a caller must present | [`RequiredCredentials`] |
//! | a client that authenticates its requests, and where its credentials go | [`AuthClient`] |
//! | a service's whole check, at once or the headers first; the crate `adp-server` has it as a `tower` layer | [`Authenticator`], [`CheckedHead`] |
//! | access tokens for those who authenticated | [`AccessTokens`], [`AuthenticationInfo`] |

// what both sides read and write; those who receive requests; those who send them: the two do not know each other
mod client;
mod error;
mod server;
mod wire;

pub use crate::resolve::PeerAddress;
#[cfg(feature = "client")]
pub use client::{AuthClient, AuthClientBuilder, ClientError, Reply};
pub use client::{Carriage, Parameter, RequiredCredential, RequiredCredentials, SecurityError};
pub use error::{AccessTokenError, AuthError, NonceError};
pub use server::{
    AccessTokens, AuthPolicy, Authenticated, Authenticator, CheckedHead, NonceIssuer, NoncePolicy, Receiver,
    UnverifiedRequest, VerifiedRequest, replay,
};
#[cfg(feature = "generate")]
pub use wire::random;
pub use wire::{
    AcceptSignature, AuthenticationInfo, ChallengeError, Claims, CredentialForm, DidWbaChallenge, LegacyVersion,
    didwba_header, didwba_json, http_signature,
};

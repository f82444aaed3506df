//! The wire formats of credentials, challenges and tokens, shared by client and server. Other modules verify them.

mod accept_signature;
mod auth_param;
mod authentication_info;
pub(super) mod carrier;
mod claims;
mod credential_form;
mod didwba_challenge;
mod didwba_credentials;
pub mod didwba_header;
pub mod didwba_json;
pub mod http_signature;
mod nonce;
mod signed_bytes;

pub use self::{
    accept_signature::AcceptSignature, authentication_info::AuthenticationInfo, claims::Claims,
    credential_form::CredentialForm, didwba_challenge::DidWbaChallenge, didwba_credentials::LegacyVersion,
};
pub(super) use authentication_info::is_token68;
pub(super) use didwba_challenge::ChallengeError;
pub(super) use nonce::MAX_NONCE;
#[cfg(feature = "generate")]
pub use nonce::random;
pub(super) use signed_bytes::SignedBytes;

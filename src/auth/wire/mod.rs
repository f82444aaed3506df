//! The wire formats of credentials, challenges and tokens, shared by client and server. Other modules verify them.

mod accept_signature;
mod auth_param;
mod authentication_info;
pub(super) mod carrier;
mod claims;
mod credential_form;
mod didwba_challenge;
mod didwba_credentials;
pub(super) mod didwba_header;
pub(super) mod didwba_json;
pub mod http_signature;
mod signed_bytes;

pub use self::{
    accept_signature::AcceptSignature, authentication_info::AuthenticationInfo, claims::Claims,
    credential_form::CredentialForm, didwba_challenge::DidWbaChallenge, didwba_credentials::LegacyVersion,
    didwba_header::sign as sign_didwba_header, didwba_json::sign as sign_didwba_json,
};
pub(super) use authentication_info::is_token68;
pub(super) use didwba_challenge::ChallengeError;
pub(super) use signed_bytes::SignedBytes;

/// Maximum length of a nonce in bytes, for all forms; the SDKs use 16 to 32.
pub(super) const MAX_NONCE: usize = 256;

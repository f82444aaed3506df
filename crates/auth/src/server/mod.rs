//! The server side: checks that a request's credentials are valid for this service, valid now, and not used before.

pub(super) mod access_tokens;
pub(super) mod authenticated;
pub(super) mod authenticator;
pub(super) mod bot_request;
pub(super) mod checked_head;
pub(super) mod nonce_issuer;
pub(super) mod origin_proof;
pub(super) mod policy;
pub(super) mod receiver;
pub mod replay;
mod request_signature;
pub(super) mod unverified_request;
mod window;

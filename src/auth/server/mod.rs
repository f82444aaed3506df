//! The server side: checks that a request's credentials are valid for this service, valid now, and not used before.

mod access_tokens;
mod authenticated;
mod authenticator;
mod bot_request;
mod checked_head;
mod nonce_issuer;
mod origin_proof;
mod policy;
mod receiver;
pub mod replay;
mod request_signature;
mod unverified_request;
mod window;

pub use self::{
    access_tokens::AccessTokens,
    authenticated::Authenticated,
    authenticator::Authenticator,
    bot_request::{BotClaims, UnverifiedBotRequest},
    checked_head::CheckedHead,
    nonce_issuer::NonceIssuer,
    origin_proof::UnverifiedMessage,
    policy::{AuthPolicy, NoncePolicy},
    receiver::Receiver,
    unverified_request::{UnverifiedRequest, VerifiedRequest},
};

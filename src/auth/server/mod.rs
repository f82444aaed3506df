//! The server side: checks that a request's credentials are valid for this service, valid now, and not used before.

mod access_tokens;
mod authenticated;
mod authenticator;
mod bot_request;
mod checked_head;
mod didwba_request;
mod nonce_issuer;
mod origin_proof;
mod policy;
mod receiver;
pub mod replay;
mod request_signature;
mod unverified_request;
mod window;

pub use access_tokens::AccessTokens;
pub use authenticated::Authenticated;
pub use authenticator::Authenticator;
pub use bot_request::{BotClaims, UnverifiedBotRequest};
pub use checked_head::CheckedHead;
pub use nonce_issuer::NonceIssuer;
pub use origin_proof::UnverifiedMessage;
pub use policy::{AuthPolicy, NoncePolicy};
pub use receiver::Receiver;
pub use unverified_request::{UnverifiedRequest, VerifiedRequest};

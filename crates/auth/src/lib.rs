//! Authentication of HTTP requests with the key of a DID.
//!
//! | what | where |
//! |---|---|
//! | the signature of an HTTP message, any components (RFC 9421) | [`http_signature`] |
//! | the forms that it replaced, `Authorization: DIDWba` and its JSON | [`sign_didwba_header`], [`sign_didwba_json`] |
//! | the receiving service: how old credentials may be, what they must cover, what else is accepted | [`Receiver`], [`AuthPolicy`] |
//! | a request before its signature is verified, and after | [`UnverifiedRequest`], [`VerifiedRequest`], [`Authenticated`] |
//! | the sender's signature of a message between agents, over whatever transport (ANP messaging P1) | [`http_signature::sign_origin`], [`UnverifiedMessage`] |
//! | requests of bots that an origin vouches for (Web Bot Auth) | [`http_signature::SignRequestOptions::web_bot_auth`], [`UnverifiedBotRequest`] |
//! | accepting each nonce only once | [`replay`] |
//! | the challenge in a refusal, and server-issued nonces | [`DidWbaChallenge`], [`NonceIssuer`] |
//! | an authenticating client that controls where its credentials go | [`AuthClient`] |
//! | the complete check of a service, in one step or headers first; `adp-server` wraps it in a `tower` layer | [`Authenticator`], [`CheckedHead`] |
//! | access tokens for authenticated callers | [`AccessTokens`], [`AuthenticationInfo`] |

#![warn(unreachable_pub)]

// shared by both sides; the server side; the client side, which does not depend on the server side
#[cfg(feature = "client")]
mod client;
mod error;
mod server;
mod wire;

#[cfg(feature = "client")]
pub use self::client::{
    auth_client::{AuthClient, Reply},
    error::ClientError,
    options::AuthClientOptions,
};
pub use self::{
    error::AuthError,
    server::{
        access_tokens::AccessTokens,
        authenticated::Authenticated,
        authenticator::Authenticator,
        bot_request::{BotClaims, UnverifiedBotRequest},
        checked_head::CheckedHead,
        nonce_issuer::NonceIssuer,
        origin_proof::{SignedMessageValues, UnverifiedMessage},
        policy::{AuthPolicy, NoncePolicy},
        receiver::Receiver,
        replay,
        unverified_request::{UnverifiedRequest, VerifiedRequest},
    },
    wire::{
        accept_signature::AcceptSignature, authentication_info::AuthenticationInfo, claims::Claims,
        credential_form::CredentialForm, didwba_challenge::DidWbaChallenge, didwba_credentials::LegacyVersion,
        didwba_header::sign as sign_didwba_header, didwba_json::sign as sign_didwba_json, http_signature,
    },
};

/// The target of spans and events: the path that users know.
const LOG_TARGET: &str = "agent_description::auth";

/// 16 random bytes of the operating system, for a nonce or a token ID.
///
/// # Errors
/// `io-read` if the system provides none.
#[cfg(feature = "generate")]
pub fn random() -> Result<[u8; 16], adp_json::SimpleError> {
    let mut bytes = [0; 16];
    adp_crypto::random::fill(&mut bytes)?;
    Ok(bytes)
}

//! Signed requests: what `auth` reads, writes, checks and refuses.

mod access_token;
mod authenticator;
mod client;
mod didwba;
mod floods;
mod http_signature;
mod replay_memory;
mod rfc9421;
mod vectors;
mod web_bot_auth;
mod wire;

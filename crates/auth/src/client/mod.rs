//! A client that authenticates its requests.

pub(super) mod auth_client;
pub(super) mod error;
mod message;
pub(super) mod options;
mod reqwest_request;
mod successor;
mod tokens;

//! A client that authenticates its requests.

mod auth_client;
mod builder;
mod error;
mod message;
mod reqwest_request;
mod successor;
mod tokens;

pub use self::{
    auth_client::{AuthClient, Reply},
    builder::AuthClientBuilder,
    error::ClientError,
};

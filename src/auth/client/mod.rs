//! The client side: which credentials a resource requires, and a client that sends them.

#[cfg(feature = "client")]
mod auth_client;
#[cfg(feature = "client")]
mod builder;
#[cfg(feature = "client")]
mod error;
#[cfg(feature = "client")]
mod message;
mod required_credentials;
#[cfg(feature = "client")]
mod reqwest_request;
#[cfg(feature = "client")]
mod successor;
#[cfg(feature = "client")]
mod tokens;

#[cfg(feature = "client")]
pub use self::{
    auth_client::{AuthClient, Reply},
    builder::AuthClientBuilder,
    error::ClientError,
};
pub use required_credentials::{Carriage, Parameter, RequiredCredential, RequiredCredentials, SecurityError};

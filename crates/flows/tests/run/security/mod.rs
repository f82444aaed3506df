//! What a flow file, a response or an OpenAPI document may not do.

mod consent;
mod cost;
mod credentials;
mod crossing;
mod echo;
mod hostile;

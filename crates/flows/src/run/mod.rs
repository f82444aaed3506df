//! Runs flows. Requests are determined by the OpenAPI document; a flow file cannot decide the following:
//!
//! | rule | where |
//! |---|---|
//! | a credential is sent only to the origin that the user wrote, at the location that its security scheme defines | `auth` |
//! | an argument cannot change the path or origin of a request | `request`, `server` |
//! | redirects are not followed; addresses are checked when connecting | [`Fetcher`](agent_description::resolve::Fetcher) |
//! | changes, response values sent to another origin, and visible API keys need consent before the first request | `consent` |
//! | a request without consent must be read-only when it is sent | `request` |
//! | traces, errors and plans contain no secrets, plain or encoded | `secrets`, `needle` |
//! | time, steps, nesting and bytes are limited | [`RunLimits`] |

mod answer;
mod auth;
mod body;
mod consent;
mod error;
mod execution;
mod jsonpath;
mod limits;
mod needle;
mod outputs;
mod payload;
mod report;
mod request;
mod retry;
mod rpc;
mod runner;
mod scope;
mod secrets;
mod server;
mod step;
mod style;
mod tree;
mod unmet;

pub use auth::{Credentials, DidSigner, SecretProvider};
pub use consent::ConsentItem;
pub use error::RunError;
pub use limits::RunLimits;
pub use outputs::Outputs;
pub use report::{Done, RunReport, Traced, TracedRequest};
pub use runner::Runner;

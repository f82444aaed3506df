//! Runs flows. Requests are determined by the OpenAPI document; a flow file cannot decide the following:
//!
//! | rule | where |
//! |---|---|
//! | a credential is sent only to the origin that the user wrote, at the location that its security scheme defines | `secrets` |
//! | an argument cannot change the path or origin of a request | `request` |
//! | redirects are not followed; addresses are checked when connecting | [`Fetcher`](agent_description::resolve::Fetcher) |
//! | changes, response values sent to another origin, and visible API keys need consent before the first request | `consent` |
//! | a request without consent must be read-only when it is sent | `request` |
//! | traces, errors and plans contain no secrets, plain or encoded | `secrets` |
//! | time, steps, nesting and bytes are limited | [`RunLimits`] |

mod consent;
mod error;
mod execution;
mod limits;
mod report;
mod request;
mod response;
mod rpc;
mod runner;
mod scope;
mod secrets;
mod step;

pub use consent::ConsentItem;
pub use error::RunError;
pub use limits::RunLimits;
pub use report::{Done, Outputs, RunReport, Traced, TracedRequest};
pub use runner::Runner;
pub use secrets::{Credentials, DidSigner, SecretProvider};

//! Flows, run: requests from the OpenAPI document alone, and what a flow file may not decide.
//!
//! | rule | where |
//! |---|---|
//! | a credential goes to the origin that the user wrote, and there where the type of its security scheme puts it | `auth` |
//! | no argument leads a request to another path or origin than its operation's | `request`, `server` |
//! | a redirect is an answer; addresses are judged on the way to the connection | [`Fetcher`](agent_description::resolve::Fetcher) |
//! | what changes something, takes values of responses to another origin, or shows an API key, needs consent before the first request | `consent` |
//! | a request that nobody agreed to can be seen to read, as it goes out | `request` |
//! | secrets are in no trace, error or plan, as they are or encoded | `secrets`, `needle` |
//! | time, steps, nesting and bytes are bounded | [`RunLimits`] |

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

pub use auth::{Credentials, CredentialsError, DidSigner, SecretProvider};
pub use consent::ConsentItem;
pub use error::RunError;
pub use limits::RunLimits;
pub use outputs::Outputs;
pub use report::{Done, Report, ReportedError, Traced, TracedRequest};
pub use runner::Runner;

//! Flows, run: requests from the OpenAPI document alone, and what a flow file may not decide.
//!
//! | rule | where |
//! |---|---|
//! | a credential goes to the origin that the user wrote, whatever the file calls its source | `auth` |
//! | no argument leads a request to another path or origin than its operation's | `request`, `server` |
//! | a redirect is an answer; addresses are judged on the way to the connection | [`Fetcher`](agent_description::resolve::Fetcher) |
//! | what changes something needs consent before the first request | `consent` |
//! | secrets are in no trace, error or plan | `secrets` |
//! | time, steps, nesting and bytes are bounded | [`RunLimits`] |

mod answer;
mod auth;
mod body;
mod consent;
mod error;
mod execution;
mod jsonpath;
mod limits;
mod payload;
mod report;
mod request;
mod retry;
mod runner;
mod scope;
mod secrets;
mod server;
mod step;
mod style;

pub use auth::{Credentials, CredentialsError, DidSigner, Keeper};
pub use error::RunError;
pub use limits::RunLimits;
pub use report::{Done, Report, Told, Traced};
pub use runner::Runner;

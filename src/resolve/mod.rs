//! Resolving DIDs over HTTPS, and fetching agent descriptions by the same rules: the plan without sockets, the address
//! policy, and the one file that opens sockets.
//!
//! | rule | where |
//! |---|---|
//! | `https` only, no user name, a domain name as host, never an IP address in any spelling | [`plan`] |
//! | every address that the name leads to is public, judged on the way to the connection | [`policy`], [`plan`] |
//! | no redirects, status 200 only, JSON media types only, no content encoding | [`plan`] |
//! | the body is capped while it comes in | [`plan`] |
//! | 5 s to connect, 10 s in all | [`Deadlines`] |
//! | no cookies, no referrer, no proxy from the environment, no retries | `http` |
//!
//! The first four are data and pure functions; `http` (feature `resolver`) only moves bytes.
//!
//! ```no_run
//! # #[cfg(feature = "resolver")] {
//! use agent_description::resolve::{HttpsGet, blocking::BlockingResolver};
//!
//! let resolver = BlockingResolver::new(HttpsGet::builder().build())?;
//! let resolved = resolver.resolve(&"did:wba:example.com:agents:hotel".parse()?)?;
//! for method in resolved.get().verification_methods() {
//!     println!("{} {}", method.id(), method.method_type());
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "resolver")]
pub mod blocking;
mod error;
#[cfg(feature = "resolver")]
mod http;
pub mod plan;
pub mod policy;
mod resolver;
#[cfg(feature = "resolver")]
mod settings;

pub use error::{NetError, Phase, ResolveError};
#[cfg(feature = "resolver")]
pub use http::{Addresses, HttpResolver, HttpsGet, Lookup};
pub use plan::{Deadlines, FetchKind, Fetched};
pub use resolver::{Resolve, StaticResolver};
#[cfg(feature = "resolver")]
pub use settings::{ConnectTo, HttpsGetBuilder, SettingsError};

//! Resolution of DIDs over HTTPS, and fetching of agent descriptions by the same rules: what is sent and accepted, the
//! address policy, and the modules that open sockets.
//!
//! | rule | where |
//! |---|---|
//! | `https` only, no user name, a domain name as host, never an IP address in any spelling | `target` |
//! | every address of the name is public, checked before connecting | `target`, by `address_policy` |
//! | no redirects, status 200 only, JSON media types only, no content encoding | `document_rules` |
//! | the size of the body is limited while it arrives | `http` |
//! | 5 s to connect, 10 s in total | [`Deadlines`] |
//! | no cookies, no referrer, no proxy from the environment, one retry if the connection is closed without a response | `http` |
//! | a document is cached for at most 5 minutes, a failure for seconds; an old document never replaces a failure | [`Cached`] |
//! | limits of concurrent fetches and of fetches within a window, per host and in total, with shares of client networks | [`Throttled`] |
//!
//! The first three are data and pure functions; `http` (feature `resolver`) opens sockets, limits sizes and decides on
//! 304 responses. For other requests (any method, headers, a body, a streaming response), use `Fetcher`: the same
//! connections and rules, without those about documents.
//!
//! ```no_run
//! # #[cfg(feature = "resolver")] {
//! use agent_description::resolve::{HttpResolver, HttpsGet, Resolve, blocking::Runtime};
//!
//! // services wrap the resolver in `Cached` and `Throttled`
//! let resolver = HttpResolver::new(HttpsGet::builder().build());
//! let did = "did:wba:example.com:agents:hotel".parse()?;
//! let resolved = Runtime::new()?.block_on(resolver.resolve(&did))?;
//! for method in resolved.get().verification_methods() {
//!     println!("{} {}", method.id, method.method_type);
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

#[cfg(feature = "resolver")]
pub mod blocking;
#[cfg(feature = "resolver")]
mod cache;
#[cfg(feature = "resolver")]
mod clock;
mod error;
#[cfg(feature = "http")]
#[doc(hidden)]
pub mod field_lines;
pub mod header_field;
#[cfg(feature = "resolver")]
mod http;
mod resolver;
#[cfg(feature = "resolver")]
mod target;
#[cfg(feature = "resolver")]
mod throttle;

#[cfg(feature = "resolver")]
use self::{
    cache::{CacheHeaders, Freshness, Validators},
    resolver::AtHand,
};
#[cfg(feature = "resolver")]
pub use self::{
    cache::{CacheSettings, Cached},
    clock::{Clock, SystemClock},
    http::{
        ConnectTo, Deadlines, FetchKind, FetchLimits, FetchResponse, FetchStream, Fetched, Fetcher, HttpResolver,
        HttpsGet, HttpsGetBuilder, Lookup, RequestBody, Route, USER_AGENT,
    },
    target::PrivateOrigin,
    throttle::{ThrottleSettings, Throttled},
};
pub use self::{
    error::{NetError, Phase, ResolveError, ThrottleLimit},
    resolver::{
        Following, Hop, PeerAddress, Provenance, Resolution, ResolutionOptions, Resolve, StaticResolver, Succession,
        SuccessorCache, resolution_result, resolve_current,
    },
};
#[cfg(feature = "resolver")]
#[doc(hidden)]
pub use self::{http::yaml_media_type, target::Target};
#[cfg(feature = "resolver")]
use adp_secrets::RedactedUrl;

/// The target of spans and events: the path that users know.
#[cfg(feature = "resolver")]
const LOG_TARGET: &str = "agent_description::resolve";

//! Resolution of DIDs over HTTPS, and fetching of agent descriptions by the same rules: what is sent and accepted, the
//! address policy, and the modules that open sockets.
//!
//! | rule | where |
//! |---|---|
//! | `https` only, no user name, a domain name as host, never an IP address in any spelling | `target` |
//! | every address of the name is public, checked before connecting | `target`, by `policy` |
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
mod admission;
#[cfg(feature = "resolver")]
pub mod blocking;
#[cfg(feature = "resolver")]
mod cache;
#[cfg(feature = "resolver")]
mod cache_headers;
#[cfg(feature = "resolver")]
mod cache_settings;
#[cfg(feature = "resolver")]
mod clock;
#[cfg(feature = "resolver")]
mod concurrency;
#[cfg(feature = "resolver")]
mod deadlines;
#[cfg(feature = "resolver")]
mod document_rules;
mod error;
#[cfg(feature = "resolver")]
mod fetcher;
#[cfg(feature = "http")]
#[doc(hidden)]
pub mod field_lines;
#[cfg(feature = "resolver")]
mod freshness;
pub mod header_field;
#[cfg(feature = "resolver")]
mod http;
#[cfg(feature = "resolver")]
mod known_dids;
#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a throttle looks at blocks of addresses
mod peer_address;
#[cfg(feature = "resolver")]
mod policy;
#[cfg(feature = "resolver")]
mod private_origin;
#[cfg(feature = "resolver")]
mod rate_limits;
mod resolution;
mod resolver;
#[cfg(feature = "resolver")]
mod settings;
#[cfg(feature = "resolver")]
mod store;
mod succession;
mod successors;
#[cfg(feature = "resolver")]
mod target;
#[cfg(feature = "resolver")]
mod throttle;

#[cfg(feature = "resolver")]
pub use self::{
    cache::Cached,
    cache_settings::CacheSettings,
    clock::{Clock, SystemClock},
    deadlines::Deadlines,
    document_rules::{FetchKind, Fetched, USER_AGENT},
    fetcher::{FetchLimits, Fetcher},
    http::{FetchResponse, FetchStream, HttpResolver, HttpsGet, Lookup, RequestBody, Route},
    private_origin::PrivateOrigin,
    settings::{ConnectTo, HttpsGetBuilder},
    throttle::{ThrottleSettings, Throttled},
};
#[cfg(feature = "resolver")]
use self::{
    cache_headers::{CacheHeaders, Validators},
    freshness::Freshness,
    resolution::AtHand,
};
#[cfg(feature = "resolver")]
#[doc(hidden)]
pub use self::{document_rules::yaml_media_type, target::Target};
pub use self::{
    error::{NetError, Phase, ResolveError, ThrottleLimit},
    peer_address::PeerAddress,
    resolution::{Provenance, Resolution, ResolutionOptions, resolution_result},
    resolver::{Resolve, StaticResolver},
    succession::{Following, Hop, Succession, resolve_current},
    successors::SuccessorCache,
};
#[cfg(feature = "resolver")]
use adp_secrets::RedactedUrl;

/// The target of spans and events: the path that users know.
#[cfg(feature = "resolver")]
const LOG_TARGET: &str = "agent_description::resolve";

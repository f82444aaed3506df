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
//! | no cookies, no referrer, no proxy from the environment, no retries but on a kept connection that was closed | `http` |
//! | a document is used for 5 minutes at most, a failure repeated for seconds, never replaced by an old document | [`Lifetimes`], [`Cached`] |
//! | so many fetches from one host, and in all, at the same time and within a minute; a third of them for DIDs that have resolved before, a share for each stranger's address | [`Throttled`] |
//!
//! The first four are data and pure functions; `http` (feature `resolver`) only moves bytes. Whoever needs more than documents (any method, headers, a
//! body, an answer in pieces) has `Fetcher`: the same connections by the same rules, without those about documents.
//!
//! ```no_run
//! # #[cfg(feature = "resolver")] {
//! use agent_description::resolve::{HttpsGet, blocking::BlockingResolver};
//!
//! // one fetch at a time is enough for this; a service puts `Cached` and `Throttled` around it
//! let resolver = BlockingResolver::new(HttpsGet::builder().build())?;
//! let resolved = resolver.resolve(&"did:wba:example.com:agents:hotel".parse()?)?;
//! for method in resolved.get().verification_methods() {
//!     println!("{} {}", method.id(), method.method_type());
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "resolver")]
mod admission;
#[cfg(feature = "resolver")]
pub mod blocking;
#[cfg(feature = "resolver")]
mod budget;
mod by_method;
#[cfg(feature = "resolver")]
mod cache;
mod cache_headers;
#[cfg(feature = "resolver")]
mod clock;
mod deadlines;
mod did_key;
mod error;
#[cfg(feature = "resolver")]
mod fair_scheduler;
#[cfg(feature = "resolver")]
mod fetcher;
mod follow;
#[cfg(feature = "resolver")]
mod freshness;
#[cfg(feature = "resolver")]
mod http;
#[cfg(feature = "resolver")]
mod known_dids;
#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a throttle looks at blocks of addresses
mod peer_address;
pub mod plan;
pub mod policy;
#[cfg(feature = "resolver")]
mod private_origin;
mod resolution;
mod resolver;
#[cfg(feature = "resolver")]
mod settings;
#[cfg(feature = "resolver")]
mod store;
mod successors;
mod target;
#[cfg(feature = "resolver")]
mod throttle;

#[cfg(feature = "resolver")]
pub use crate::secret::RedactedUrl;
pub use by_method::{AnyResolver, ByMethod};
#[cfg(feature = "resolver")]
pub use cache::{CacheSettings, Cached};
pub use cache_headers::{CacheHeaders, Validators};
#[cfg(feature = "resolver")]
pub use clock::{Clock, SystemClock};
pub use deadlines::Deadlines;
pub use did_key::DidKeyResolver;
pub use error::{NetError, Phase, ResolveError, ThrottleLimit};
#[cfg(feature = "resolver")]
pub use fetcher::{FetchLimits, Fetcher};
pub use follow::{Following, Hop, MAX_HOPS, PastSignatureError, Succession, resolve_current};
#[cfg(feature = "resolver")]
pub use freshness::{Freshness, Lifetimes};
#[cfg(feature = "resolver")]
pub use http::{Addresses, Answer, FetchResponse, FetchStream, HttpResolver, HttpsGet, Lookup, RequestBody, Route};
pub use peer_address::PeerAddress;
pub use plan::{FetchKind, Fetched};
#[cfg(feature = "resolver")]
pub use private_origin::PrivateOrigin;
pub use resolution::{
    AtHand, Provenance, Resolution, ResolutionError, ResolutionOptions, failed_resolution_result, resolution_result,
};
pub use resolver::{Resolve, StaticResolver};
#[cfg(feature = "resolver")]
pub use settings::{ConnectTo, HttpsGetBuilder, SettingsError};
#[cfg(feature = "resolver")]
pub use store::Capacity;
pub use successors::SuccessorCache;
#[cfg(feature = "client")]
pub(crate) use target::Target;
#[cfg(feature = "resolver")]
pub use throttle::{ThrottleSettings, Throttled};

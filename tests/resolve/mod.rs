//! Fetching: the plan, the network, the cache.

mod addresses;
mod cache;
#[cfg(feature = "resolver")]
mod clock;
mod fetch_limits;
mod fetch_stream;
mod fetcher;
mod handles;
mod https;
mod proxy;
mod supplied;
mod throttle;
mod wire;

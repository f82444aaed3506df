//! How `adp serve` and `adp gateway` authenticate their callers.

use crate::{
    failure::Failure,
    network::{self, NetworkArgs, replay_store},
    output::terminal::Terminal,
};
use adp_server::replay::ReplayStoreLocation;
use agent_description::{
    Origin, Timestamp,
    auth::{AccessTokens, Authenticator, NonceIssuer},
    did::Did,
    key::{KeyType, SigningKey},
    resolve::{Cached, HttpResolver, HttpsGet, Throttled},
};
use tokio::runtime::Runtime;

/// The resolver for callers' DIDs, with a cache and a limit per host.
pub type CallerResolver = Cached<Throttled<HttpResolver>>;

/// The client for DID documents and the resolver that uses it.
pub fn resolver(args: &NetworkArgs, terminal: &Terminal) -> Result<(HttpsGet, CallerResolver), Failure> {
    let https = network::settings(args, terminal)?.0.build();
    Ok((https.clone(), Cached::new(Throttled::new(HttpResolver::new(https)))))
}

/// Checks requests that are signed for `audience`; without `allowed`, of all DIDs.
pub fn authenticator(
    audience: Origin,
    resolver: CallerResolver,
    store: Option<&ReplayStoreLocation>,
    allowed: &[Did],
    runtime: &Runtime,
) -> Result<Authenticator<CallerResolver>, Failure> {
    let location = replay_store::server_location(store)?;
    let store = runtime.block_on(replay_store::open(&location))?;
    let mut authenticator = Authenticator::new(audience, resolver, store);
    authenticator.nonces = Some(NonceIssuer::generate()?);
    authenticator.started = Some(Timestamp::now());
    authenticator.allowed_dids = (!allowed.is_empty()).then(|| std::sync::Arc::new(allowed.iter().cloned().collect()));
    Ok(authenticator)
}

/// Access tokens for `audience`, with a key for them only, which exists as long as the process.
pub fn access_tokens(audience: Origin) -> Result<AccessTokens, Failure> {
    Ok(AccessTokens::new(audience, SigningKey::generate(KeyType::Ed25519)?)?)
}

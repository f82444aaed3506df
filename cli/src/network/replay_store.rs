//! The store for used nonces: `--replay-store`.

use crate::failure::Failure;
use adp_server::replay::ReplayStoreLocation;
use agent_description::{Code, auth::replay::ReplayStore};
use std::fmt::Display;

/// Environment variable for a Redis URL with a password, because other users can see the command line.
pub const VARIABLE: &str = "ADP_REPLAY_STORE";

/// Prefix of the keys in Redis.
const PREFIX: &str = "adp-replay:";

pub async fn open(location: &ReplayStoreLocation) -> Result<Box<dyn ReplayStore>, Failure> {
    if let Some(feature) = location.missing_feature() {
        return Err(Failure::not_compiled("replay store of this kind for --replay-store", feature));
    }
    location.open(PREFIX).await.map_err(|error| unusable(location, error))
}

/// The failure for an unusable store: unreadable input for a file, undecided for a server.
pub fn unusable(location: &ReplayStoreLocation, error: impl Display) -> Failure {
    let code = match location {
        ReplayStoreLocation::Redis(_) => Code::NET_CONNECT,
        _ => Code::IO_READ,
    };
    Failure::new(code, format!("--replay-store: {error}"))
}

/// The store of a server: from the option, the environment, or in memory.
pub fn server_location(named: Option<&ReplayStoreLocation>) -> Result<ReplayStoreLocation, Failure> {
    match named {
        Some(ReplayStoreLocation::Redis(url)) if url.contains('@') => {
            Err(Failure::usage(format!("--replay-store: a URL with a password belongs in {VARIABLE}")))
        }
        Some(named) => Ok(named.clone()),
        None => match std::env::var(VARIABLE) {
            Ok(text) => text.parse().map_err(|error| Failure::usage(format!("{VARIABLE}: {error}"))),
            Err(_) => Ok(ReplayStoreLocation::Memory),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::server_location;
    use adp_server::replay::ReplayStoreLocation;

    #[test]
    fn a_password_is_not_taken_from_the_command_line() {
        let named = |url: &str| server_location(Some(&ReplayStoreLocation::Redis(url.to_owned())));
        assert!(named("redis://:secret@localhost").is_err());
        assert!(named("redis://localhost").is_ok());
    }
}

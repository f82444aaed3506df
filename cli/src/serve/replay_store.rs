//! Where the nonces of authenticated requests are remembered: `--replay-store`.

use crate::failure::Failure;
use adp_server::replay::{OpenStoreError, ReplayStoreLocation};
use agent_description::{Code, auth::replay::ReplayStore};

/// The URL of a Redis server that has a password in it is taken from here: other users see the command line.
pub const VARIABLE: &str = "ADP_REPLAY_STORE";

/// What the keys in Redis begin with.
const PREFIX: &str = "adp-replay:";

/// Opens the store that is named on the command line, else in the environment, else one in memory.
pub async fn open(named: Option<&ReplayStoreLocation>) -> Result<Box<dyn ReplayStore>, Failure> {
    location(named)?.open(PREFIX).await.map_err(|error| match error {
        OpenStoreError::NotBuilt { store, feature } => Failure::usage(format!(
            "--replay-store: this adp was built without the replay store {store}; to get it: cargo install adp-cli --features {feature}"
        )),
        error => Failure::new(Code::AUTH_STORE_FULL, format!("--replay-store: {error}")),
    })
}

fn location(named: Option<&ReplayStoreLocation>) -> Result<ReplayStoreLocation, Failure> {
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
    use super::location;
    use adp_server::replay::ReplayStoreLocation;

    #[test]
    fn a_password_is_not_taken_from_the_command_line() {
        let named = |url: &str| location(Some(&ReplayStoreLocation::Redis(url.to_owned())));
        assert!(named("redis://:secret@localhost").is_err());
        assert!(named("redis://localhost").is_ok());
    }
}

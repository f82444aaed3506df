//! Vectors for authenticated requests, including the service's nonce store.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag, dids::time, file, required};
use crate::RawRequest;
use agent_description::{
    Limits, Origin, Timestamp,
    auth::{
        AuthPolicy, NoncePolicy, Receiver, UnverifiedRequest,
        replay::{Recording, Replay, ReplayKey, ReplayStore},
    },
    did::DidDocument,
    hex::hex,
};
use std::{
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

/// Verifies an HTTP/1.1 request for a service at a time. Output: the key ID.
pub fn auth_request(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let (audience, at) = (origin(vector, "audience")?, at(vector)?);
    let did_document = file(vector, "did-document", folder)?;
    let request = RawRequest::parse(vector.body())
        .map_err(|error| CannotAnswer::value("kind", "auth-request", format!("the input is not a request: {error}")))?;
    let policy = policy(vector, AuthPolicy::default())?;
    let store = Remembered::from_vector(vector)?;
    let read = if flag(vector, "json-body")? {
        UnverifiedRequest::read_json(&request.parts, &request.body, Receiver::new(&audience, &policy, at))
    } else {
        UnverifiedRequest::read(&request.parts, &request.body, Receiver::new(&audience, &policy, at))
    };
    let verified = read.and_then(|unverified| {
        // parsed for the signer's DID, like a resolver
        let resolved = DidDocument::parse_for(unverified.did(), &did_document, &Limits::default())?;
        unverified.verify(&resolved, at)
    });
    let authenticated = match verified {
        Ok(verified) => at_once(verified.admit(&store, at))
            .ok_or_else(|| CannotAnswer::value("remembers", "", "the store made the answer wait"))?,
        Err(error) => Err(error),
    };
    Ok(match authenticated {
        Ok(authenticated) => Answer::output(authenticated.claims().key_id.to_string()),
        Err(error) => Answer::refused(&error),
    })
}

/// The origin in a header.
pub fn origin(vector: &Vector, name: &'static str) -> Result<Origin, CannotAnswer> {
    let origin = required(vector, name)?;
    origin.parse().map_err(|error| CannotAnswer::value(name, origin, format!("{error}")))
}

/// The time of verification.
pub fn at(vector: &Vector) -> Result<Timestamp, CannotAnswer> {
    time(vector, "at")?.ok_or_else(|| CannotAnswer::value("at", "", "this kind needs the header"))
}

/// The service's nonce store in a vector.
pub struct Remembered {
    /// In hexadecimal.
    keys: Vec<String>,
    is_full: bool,
}

impl Remembered {
    pub fn from_vector(vector: &Vector) -> Result<Self, CannotAnswer> {
        let keys = vector.header("remembers").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Ok(Self { keys, is_full: flag(vector, "store-full")? })
    }
}

impl ReplayStore for Remembered {
    fn record<'a>(&'a self, key: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
        let replay = match (self.keys.contains(&hex(key.as_bytes())), self.is_full) {
            (true, _) => Replay::Replayed,
            (false, true) => Replay::Full,
            (false, false) => Replay::Fresh,
        };
        Box::pin(ready(Ok(replay)))
    }
}

/// The result of a future that never waits.
pub fn at_once<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// The policy of a service, with the changes in a vector.
pub fn policy(vector: &Vector, mut policy: AuthPolicy) -> Result<AuthPolicy, CannotAnswer> {
    policy.legacy = flag(vector, "legacy")?;
    if flag(vector, "allow-no-nonce")? {
        policy.nonce = NoncePolicy::OrSignatureBase;
    }
    let number = |name: &'static str| {
        let value = vector.header(name);
        let parsed =
            value.map(|text| text.parse::<u32>().map_err(|_| CannotAnswer::value(name, text, "expected a number")));
        parsed.transpose()
    };
    if let Some(seconds) = number("window-seconds")? {
        policy.window = Duration::from_secs(seconds.into());
    }
    if let Some(bytes) = number("body-limit")? {
        policy.body_limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    Ok(policy)
}

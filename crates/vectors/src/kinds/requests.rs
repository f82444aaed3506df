//! Vectors for authenticated requests, including the service's nonce store, and for the key directories of Web Bot Auth.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, file, flag, optional, value};
use crate::raw_request::{RawRequest, response};
use agent_description::{
    Limits, Origin, TextError, Timestamp,
    auth::{
        AuthError, AuthPolicy, NoncePolicy, Receiver, UnverifiedBotRequest, UnverifiedRequest,
        http_signature::verify_directory_response,
        replay::{Recording, Replay, ReplayKey, ReplayStore},
    },
    did::DidDocument,
    hex::hex,
    key::KeyDirectory,
};
use std::{
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

/// Verifies an HTTP/1.1 request for a service at a time. Output: the key ID.
pub(super) fn auth_request(vector: &Vector, folder: &Path) -> Answered {
    let (audience, at): (Origin, Timestamp) = (value(vector, "audience")?, value(vector, "at")?);
    let did_document = file(vector, "did-document", folder)?;
    let RawRequest { parts, body } = RawRequest::parse(vector.body()).map_err(|error| unread(vector, &error))?;
    let (policy, store) = (policy(vector, AuthPolicy::default())?, Remembered::from_vector(vector)?);
    let receiver = Receiver::new(&audience, &policy, at);
    let unverified = match flag(vector, "json-body")? {
        true => UnverifiedRequest::read_json(&parts, &body, receiver)?,
        false => UnverifiedRequest::read(&parts, &body, receiver)?,
    };
    // parsed for the signer's DID, like a resolver
    let resolved = DidDocument::parse_for(unverified.claims().did(), &did_document, &Limits::default());
    let verified = unverified.verify(&resolved.map_err(AuthError::from)?, at)?;
    let authenticated = at_once(verified.admit(&store, at))??;
    Ok(VectorAnswer::output(authenticated.key_id.to_string()))
}

/// Verifies an HTTP/1.1 request of a bot with the key directory of an origin. Output: the agent and the key.
pub(super) fn bot_request(vector: &Vector, folder: &Path) -> Answered {
    let (audience, at): (Origin, Timestamp) = (value(vector, "audience")?, value(vector, "at")?);
    let request = RawRequest::parse(vector.body()).map_err(|error| unread(vector, &error))?;
    let (policy, store) = (policy(vector, AuthPolicy::web_bot_auth())?, Remembered::from_vector(vector)?);
    let directory = KeyDirectory::parse(value(vector, "directory-of")?, &file(vector, "key-directory", folder)?)?;
    let unverified = UnverifiedBotRequest::read(&request.parts, &request.body, Receiver::new(&audience, &policy, at))?;
    let claims = at_once(unverified.verify(&directory, at)?.admit(&store, at))??;
    Ok(VectorAnswer::output(format!("{} {}", claims.agent, claims.key_id)))
}

/// Verifies an HTTP/1.1 response with the key directory of an origin. Output: when its signatures
/// expire.
pub(super) fn bot_directory(vector: &Vector, _: &Path) -> Answered {
    let (fields, body) = response(vector.body()).map_err(|error| unread(vector, &error))?;
    let directory = KeyDirectory::parse(value(vector, "directory-of")?, &body)?;
    let expires = verify_directory_response(&directory, &fields, &body, value(vector, "at")?)?;
    Ok(VectorAnswer::output(expires.as_unix_seconds().to_string()))
}

/// The service's nonce store in a vector.
pub(super) struct Remembered {
    /// In hexadecimal.
    keys: Vec<String>,
    is_full: bool,
}

impl Remembered {
    pub(super) fn from_vector(vector: &Vector) -> Result<Self, CannotAnswer> {
        let keys = vector.header("remembers").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Ok(Self { keys, is_full: flag(vector, "store-full")? })
    }
}

impl ReplayStore for Remembered {
    fn record<'a>(&'a self, key: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
        let replay = match (self.keys.contains(&hex(&key.digest)), self.is_full) {
            (true, _) => Replay::Replayed,
            (false, true) => Replay::Full,
            (false, false) => Replay::Fresh,
        };
        Box::pin(ready(Ok(replay)))
    }
}

/// The result of a future that asks such a store, and so never waits.
pub(super) fn at_once<F: Future>(future: F) -> Result<F::Output, CannotAnswer> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Ok(output),
        Poll::Pending => Err(CannotAnswer::value("remembers", "", "the store made the answer wait")),
    }
}

/// The policy of a service, with the changes in a vector.
fn policy(vector: &Vector, mut policy: AuthPolicy) -> Result<AuthPolicy, CannotAnswer> {
    policy.legacy = flag(vector, "legacy")?;
    if flag(vector, "allow-no-nonce")? {
        policy.nonce = NoncePolicy::OrSignatureBase;
    }
    if let Some(seconds) = optional::<u32>(vector, "window-seconds")? {
        policy.window = Duration::from_secs(seconds.into());
    }
    if let Some(bytes) = optional::<u32>(vector, "body-limit")? {
        policy.body_limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    Ok(policy)
}

/// The error for an input that is not HTTP.
fn unread(vector: &Vector, error: &TextError) -> CannotAnswer {
    CannotAnswer::value("kind", vector.kind(), format!("the input is not a message of HTTP/1.1: {error}"))
}

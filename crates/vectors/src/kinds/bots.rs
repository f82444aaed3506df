//! Vectors for Web Bot Auth: signed requests, and signed key directories.

use super::{
    Answered, Path, Vector, VectorAnswer, file,
    requests::{Remembered, at_once, policy, unread},
    value,
};
use crate::raw_request::{RawRequest, response};
use agent_description::{
    Origin, Timestamp,
    auth::{AuthPolicy, Receiver, UnverifiedBotRequest, http_signature::verify_directory_response},
    key::KeyDirectory,
};

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

//! Vectors for Web Bot Auth: signed requests, and signed key directories.

use super::{
    Answer, CannotAnswer, Path, Vector, file,
    requests::{Remembered, at, at_once, origin, policy},
};
use crate::raw_request::{RawRequest, RequestError, response};
use agent_description::{
    auth::{AuthPolicy, Receiver, UnverifiedBotRequest, http_signature::verify_directory_response},
    key::KeyDirectory,
};

/// Verifies an HTTP/1.1 request of a bot with the key directory of an origin. Output: the agent and the key.
pub fn bot_request(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let (audience, at) = (origin(vector, "audience")?, at(vector)?);
    let directory = KeyDirectory::parse(origin(vector, "directory-of")?, &file(vector, "key-directory", folder)?);
    let request = RawRequest::parse(vector.body()).map_err(|error| unread(vector, &error))?;
    let policy = policy(vector, AuthPolicy::web_bot_auth())?;
    let store = Remembered::from_vector(vector)?;
    let read = UnverifiedBotRequest::read(&request.parts, &request.body, Receiver::new(&audience, &policy, at));
    let directory = match directory {
        Ok(directory) => directory,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let admitted = match read.and_then(|unverified| unverified.verify(&directory, at)) {
        Ok(verified) => at_once(verified.admit(&store, at))
            .ok_or_else(|| CannotAnswer::value("remembers", "", "the store made the answer wait"))?,
        Err(error) => Err(error),
    };
    Ok(match admitted {
        Ok(claims) => Answer::output(format!("{} {}", claims.agent, claims.key_id)),
        Err(error) => Answer::refused(&error),
    })
}

/// Verifies an HTTP/1.1 response with the key directory of an origin. Output: the thumbprints of its keys.
pub fn bot_directory(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (fields, body) = response(vector.body()).map_err(|error| unread(vector, &error))?;
    let directory = match KeyDirectory::parse(origin(vector, "directory-of")?, &body) {
        Ok(directory) => directory,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    Ok(match verify_directory_response(&directory, &fields, &body, at(vector)?) {
        Ok(_) => {
            let keys: Vec<&str> = directory.keys.iter().map(|key| key.thumbprint.as_str()).collect();
            Answer::output(keys.join(" "))
        }
        Err(error) => Answer::refused(&error),
    })
}

fn unread(vector: &Vector, error: &RequestError) -> CannotAnswer {
    CannotAnswer::value("kind", vector.kind(), format!("the input is not a message of HTTP/1.1: {error}"))
}

//! Requests with `DIDWba` credentials, which do not cover the method, path or body. Accepted only if the policy allows it.

use super::{Receiver, UnverifiedRequest, replay::ReplayKey, window};
use crate::{
    auth::{AuthError, didwba_header, didwba_json, wire::DidWbaCredentials},
    json::Object,
};
use http::request::Parts;

/// Reads a request with an `Authorization: DIDWba`.
pub(super) fn read(request: &Parts, receiver: Receiver<'_>) -> Result<UnverifiedRequest, AuthError> {
    check_credentials(receiver, || didwba_header::read(request, receiver.audience))
}

/// Reads a request whose JSON body is the credentials.
pub(super) fn read_json(body: &Object, receiver: Receiver<'_>) -> Result<UnverifiedRequest, AuthError> {
    check_credentials(receiver, || didwba_json::read(body, receiver.audience))
}

/// Whether the form is accepted, the credentials are of it, and it is their time.
fn check_credentials(
    receiver: Receiver<'_>,
    read: impl FnOnce() -> Result<DidWbaCredentials, AuthError>,
) -> Result<UnverifiedRequest, AuthError> {
    let Receiver { audience, policy, now } = receiver;
    if !policy.legacy {
        return Err(AuthError::LegacyRefused);
    }
    let DidWbaCredentials { claims, created, nonce, input, signature } = read()?;
    let replayable_until = window::check(created, None, policy, now)?;
    let replay_key = ReplayKey::for_nonce(audience, claims.did(), &nonce);
    Ok(UnverifiedRequest { claims, input, signature, key_type: None, replay_key, replayable_until })
}

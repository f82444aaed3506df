//! Requests with `DIDWba` credentials, which do not cover the method, path or body. Accepted only if the policy allows
//! it.

use super::{Receiver, UnverifiedRequest, replay::ReplayKey, window};
use crate::{
    auth::{AuthError, didwba_header, didwba_json, wire::DidWbaCredentials},
    json::Object,
};
use http::request::Parts;

/// Parses a request with an `Authorization: DIDWba` header.
pub(super) fn read(request: &Parts, receiver: Receiver<'_>) -> Result<UnverifiedRequest, AuthError> {
    check_credentials(receiver, || didwba_header::read(request, receiver.audience))
}

/// Parses a request whose JSON body contains the credentials.
pub(super) fn read_json(body: &Object, receiver: Receiver<'_>) -> Result<UnverifiedRequest, AuthError> {
    check_credentials(receiver, || didwba_json::read(body, receiver.audience))
}

/// Checks that the policy allows the form, and that the credentials are well-formed and valid now.
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

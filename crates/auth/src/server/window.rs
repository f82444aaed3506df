//! The validity period of credentials.

use crate::{AuthError, AuthPolicy};
use adp_crypto::Timestamp;

/// Checks that credentials created at `created` and valid until `expires` are valid at `now`. Returns the time until
/// which they could be replayed.
///
/// # Errors
/// `auth-not-yet-valid`, `auth-expired`.
pub(super) fn check(
    created: Timestamp,
    expires: Option<Timestamp>,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<Timestamp, AuthError> {
    let expired = |reason: String| AuthError::Expired { reason };
    let limit = created.saturating_add(policy.window);
    let window = policy.window.as_secs();
    if created > now.saturating_add(policy.skew) {
        return Err(AuthError::NotYetValid { created, now });
    }
    match expires {
        None if limit <= now => {
            return Err(expired(format!("the request was signed at {created}, {window} s or more before {now}")));
        }
        None => {}
        Some(expires) if expires <= created => {
            return Err(expired(format!(
                "the request expires at {expires}, which is not after it was signed at {created}"
            )));
        }
        Some(expires) if expires > limit => {
            let reason =
                format!("the request expires at {expires}, more than {window} s after it was signed at {created}");
            return Err(expired(reason));
        }
        Some(expires) if expires <= now => {
            return Err(expired(format!("the request expired at {expires}, and the time of verification is {now}")));
        }
        Some(_) => {}
    }
    Ok(expires.unwrap_or(limit).min(limit).saturating_add(policy.skew))
}

//! Server nonces that need no storage.

use crate::AuthError;
use adp_crypto::{Origin, Timestamp};
use adp_json::Code;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::{fmt, time::Duration};
use zeroize::Zeroizing;

/// How long a nonce is valid.
const NONCE_LIFETIME: Duration = Duration::from_secs(300);
/// Issue time in seconds, random bits, HMAC-SHA256.
const NONCE_BYTES: usize = 8 + 16 + 32;

/// Domain separation for the HMAC, so that other uses of the same secret produce other bytes.
const LABEL: &[u8] = b"agent-description server nonce 1";

/// Issues and verifies a service's nonces: `base64url(issued-at || 128 random bits || HMAC-SHA256)`. Nothing is stored,
/// so servers share nonces by sharing the secret. The [`ReplayStore`](crate::replay::ReplayStore) ensures that a nonce
/// is accepted only once.
#[derive(Clone)]
pub struct NonceIssuer {
    secret: Zeroizing<[u8; 32]>,
    /// Whether every signed request must have a server nonce: a first request without one is refused with a new nonce.
    /// Then a signature cannot be made in advance for longer than the nonce's lifetime, even with a clock that is
    /// ahead.
    pub required: bool,
    /// Whether the secret is new random bytes, which no earlier process had and no other one has: then a request with
    /// a nonce was signed after the process started.
    pub of_this_process: bool,
}

impl NonceIssuer {
    /// Creates nonces with this secret. Anyone who has the secret can create them. Nonces are valid for 5 minutes.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self { secret: Zeroizing::new(secret), required: false, of_this_process: false }
    }

    /// Creates nonces with a random secret, for a service of one process.
    ///
    /// # Errors
    /// `io-read`.
    #[cfg(feature = "generate")]
    pub fn generate() -> Result<Self, adp_json::SimpleError> {
        let mut secret = [0; 32];
        adp_crypto::random::fill(&mut secret)?;
        Ok(Self { of_this_process: true, ..Self::new(secret) })
    }

    /// Issues a nonce for `audience` at `now` from 16 random bytes.
    #[must_use]
    pub fn issue(&self, audience: &Origin, now: Timestamp, random: &[u8; 16]) -> String {
        let mut bytes = [0_u8; NONCE_BYTES];
        bytes[..8].copy_from_slice(&now.as_unix_seconds().to_be_bytes());
        bytes[8..24].copy_from_slice(random);
        if let Some(mac) = self.mac(audience, &bytes[..24]) {
            bytes[24..].copy_from_slice(&mac.finalize().into_bytes());
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Verifies a nonce and returns its expiry time.
    ///
    /// # Errors
    /// [`AuthError::Nonce`].
    pub(super) fn check(&self, audience: &Origin, nonce: &str, now: Timestamp) -> Result<Timestamp, AuthError> {
        let not_issued = || AuthError::Nonce {
            reason: "this server did not issue the nonce; sign with the nonce in its `WWW-Authenticate`".to_owned(),
            code: Code::AUTH_MALFORMED,
        };
        // check the length before decoding
        let bytes = Some(nonce)
            .filter(|nonce| nonce.len() == NONCE_BYTES.div_ceil(3) * 4 - 1)
            .and_then(|nonce| URL_SAFE_NO_PAD.decode(nonce).ok())
            .and_then(|bytes| <[u8; NONCE_BYTES]>::try_from(bytes).ok())
            .ok_or_else(not_issued)?;
        let genuine = self.mac(audience, &bytes[..24]).is_some_and(|mac| mac.verify_slice(&bytes[24..]).is_ok());
        if !genuine {
            return Err(not_issued());
        }
        let mut issued = [0; 8];
        issued.copy_from_slice(&bytes[..8]);
        let issued = Timestamp::from_unix_seconds(i64::from_be_bytes(issued));
        let until = issued.map(|issued| issued.saturating_add(NONCE_LIFETIME)).filter(|until| now < *until);
        until.ok_or_else(|| AuthError::Nonce {
            reason: format!(
                "the server issued the nonce more than {} s ago; sign with the nonce in its latest `WWW-Authenticate`",
                NONCE_LIFETIME.as_secs()
            ),
            code: Code::AUTH_EXPIRED,
        })
    }

    /// When a nonce with this expiry time was issued.
    pub(super) fn issue_time(until: Timestamp) -> Option<Timestamp> {
        let lifetime = i64::try_from(NONCE_LIFETIME.as_secs()).ok()?;
        Timestamp::from_unix_seconds(until.as_unix_seconds().checked_sub(lifetime)?)
    }

    /// The HMAC of a nonce's first bytes. It includes the service, so that another service with the same secret refuses
    /// the nonce.
    fn mac(&self, audience: &Origin, bytes: &[u8]) -> Option<Hmac<Sha256>> {
        // HMAC accepts keys of any length
        let mut mac = Hmac::<Sha256>::new_from_slice(&*self.secret).ok()?;
        for part in [LABEL, bytes, audience.to_string().as_bytes()] {
            mac.update(part);
        }
        Some(mac)
    }
}

impl fmt::Debug for NonceIssuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NonceIssuer").field("secret", &"[redacted]").field("required", &self.required).finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use adp_json::CodedError;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_seconds(1_800_000_000 + seconds).unwrap()
    }

    fn service(text: &str) -> Origin {
        text.parse().unwrap()
    }

    /// The HMAC as Python's `hmac` module makes it:
    /// `hmac.new(bytes(range(32)), b"agent-description server nonce 1" + (1800000000).to_bytes(8, "big") + bytes([7] * 16) + b"https://a.example", "sha256")`.
    #[test]
    fn a_nonce_is_what_another_implementation_makes() {
        let secret: [u8; 32] = std::array::from_fn(|at| u8::try_from(at).unwrap());
        let nonce = NonceIssuer::new(secret).issue(&service("https://a.example"), at(0), &[7; 16]);
        assert_eq!(nonce, "AAAAAGtJ0gAHBwcHBwcHBwcHBwcHBwcHphZW-b9fRCx_40q-MnnPtU5a6yZQ6apXiAfeZA1EIGY");
    }

    #[test]
    fn a_nonce_is_good_for_its_service_and_time() {
        let (ours, a, b) = (NonceIssuer::new([1; 32]), service("https://a.example"), service("https://b.example"));
        let nonce = ours.issue(&a, at(0), &[7; 16]);
        assert_eq!(nonce.len(), 75);
        let not_issued = |nonces: &NonceIssuer, service: &Origin| {
            nonces.check(service, &nonce, at(0)).unwrap_err().code() == Code::AUTH_MALFORMED
        };
        assert_eq!(ours.check(&a, &nonce, at(0)).unwrap(), at(300));
        assert_eq!(ours.check(&a, &nonce, at(299)).unwrap(), at(300));
        assert_eq!(ours.check(&a, &nonce, at(300)).unwrap_err().code(), Code::AUTH_EXPIRED);
        // another server whose clock is behind
        assert_eq!(NonceIssuer::new([1; 32]).check(&a, &nonce, at(-5)).unwrap(), at(300));
        assert!(not_issued(&ours, &b) && not_issued(&NonceIssuer::new([2; 32]), &a));
        assert_ne!(nonce, ours.issue(&a, at(0), &[8; 16]));
    }

    #[test]
    fn a_changed_nonce_is_not_ours() {
        let (ours, a) = (NonceIssuer::new([1; 32]), service("https://a.example"));
        let nonce = ours.issue(&a, at(0), &[7; 16]);
        let code = |nonce: &str| ours.check(&a, nonce, at(0)).unwrap_err().code();
        for index in 0..nonce.len() {
            let mut changed = nonce.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(code(&changed), Code::AUTH_MALFORMED, "{index}");
        }
        for changed in [String::new(), format!("{nonce}A"), format!("{nonce}="), nonce[1..].to_owned(), "A".repeat(75)]
        {
            assert_eq!(code(&changed), Code::AUTH_MALFORMED, "{changed}");
        }
        assert!(!format!("{ours:?}").contains("[1, 1"));
    }
}

//! The validity period of a signature.

use adp_cards::signature::SignatureError;
use agent_description::{CLOCK_SKEW, Code, Timestamp};

/// When a signature is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    /// Issue time (`issuedAt`).
    pub(crate) issued_at: Timestamp,
    /// Expiry time (`expiresAt`).
    pub(crate) expires_at: Option<Timestamp>,
}

impl Validity {
    /// Valid from a time, in whole seconds.
    #[must_use]
    pub fn from(issued_at: Timestamp) -> Self {
        Self { issued_at: issued_at.truncated_to_second(), expires_at: None }
    }

    /// Sets the expiry time, in whole seconds.
    #[must_use]
    pub fn until(self, expires_at: Timestamp) -> Self {
        Self { expires_at: Some(expires_at.truncated_to_second()), ..self }
    }

    /// Rejects an expiry time that is not after the issue time (AI Catalog, Signature Object).
    pub(super) fn check_order(&self) -> Result<(), SignatureError> {
        let Self { issued_at, expires_at } = self;
        match expires_at {
            Some(expires_at) if expires_at <= issued_at => {
                let message = format!("`expiresAt` is {expires_at}, expected a time after `issuedAt`, {issued_at}");
                Err(SignatureError::new(Code::INVALID_TIME, message))
            }
            _ => Ok(()),
        }
    }

    /// Rejects a time outside the period, with one minute of clock skew (AI Catalog, Signature Acceptance and Time).
    pub(super) fn check(&self, at: Timestamp) -> Result<(), SignatureError> {
        let found = if at.saturating_add(CLOCK_SKEW) < self.issued_at {
            format!("it is valid from {}", self.issued_at)
        } else if let Some(end) = self.expires_at.filter(|end| at >= end.saturating_add(CLOCK_SKEW)) {
            format!("it expired at {end}")
        } else {
            return Ok(());
        };
        let message = format!("the signature is not valid now: {found}, and the time of verification is {at}");
        Err(SignatureError::new(Code::JWS_TIME, message))
    }
}

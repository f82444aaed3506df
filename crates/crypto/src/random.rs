//! Random numbers of the operating system, for keys, challenges and nonces.

use adp_json::{Code, CodedError};

/// The operating system provides no random numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system provides no random numbers: {reason}")]
pub struct RandomError {
    reason: String,
}

impl RandomError {
    /// The operating system's error.
    #[must_use]
    #[doc(hidden)]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl CodedError for RandomError {
    fn code(&self) -> Code {
        Code::IO_READ
    }
}

/// Fills `bytes` with random numbers.
#[doc(hidden)]
pub fn fill(bytes: &mut [u8]) -> Result<(), RandomError> {
    getrandom::fill(bytes).map_err(|error| RandomError { reason: error.to_string() })
}

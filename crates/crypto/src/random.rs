//! Random numbers of the operating system, for keys, challenges and nonces.

use adp_json::{Code, SimpleError};

/// Fills `bytes` with random numbers.
///
/// # Errors
/// `io-read`: the operating system provides none.
#[doc(hidden)]
pub fn fill(bytes: &mut [u8]) -> Result<(), SimpleError> {
    getrandom::fill(bytes).map_err(|error| {
        SimpleError::new(Code::IO_READ, format!("the operating system provides no random numbers: {error}"))
    })
}

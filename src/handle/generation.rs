//! The generation of a Handle's binding.

use super::{HandleError, error::SHOWN};
use crate::Code;
use adp_json::cut;
use std::{cmp::Ordering, fmt, str::FromStr};

/// The generation of a Handle's binding: a positive decimal number of any length, without sign and leading zeros
/// (ANP-04 section 4.3). It increases with each change of DID or status, and is independent of DID succession.
///
/// ```
/// use agent_description::handle::BindingGeneration;
///
/// let eight: BindingGeneration = "8".parse()?;
/// assert!(eight < "10".parse()?);
/// assert!("08".parse::<BindingGeneration>().is_err());
/// # Ok::<(), agent_description::handle::HandleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BindingGeneration(String);

impl BindingGeneration {
    /// The generation of a new Handle.
    pub(super) fn first() -> Self {
        Self("1".to_owned())
    }

    /// The next generation.
    #[must_use]
    pub fn next(&self) -> Self {
        let mut digits = self.0.clone().into_bytes();
        for digit in digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return Self(String::from_utf8_lossy(&digits).into_owned());
            }
            *digit = b'0';
        }
        Self(format!("1{}", String::from_utf8_lossy(&digits)))
    }
}

impl FromStr for BindingGeneration {
    type Err = HandleError;

    /// # Errors
    /// `invalid-value`.
    fn from_str(text: &str) -> Result<Self, HandleError> {
        let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_decimal && !text.starts_with('0') {
            Ok(Self(text.to_owned()))
        } else {
            let expected = "a positive decimal number without sign and leading zeros, such as 8";
            let message = format!("found the generation {:?}, expected {expected}", cut(text, SHOWN));
            Err(HandleError::refused(Code::INVALID_VALUE, message))
        }
    }
}

impl Ord for BindingGeneration {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for BindingGeneration {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for BindingGeneration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! Decimal amounts as text, so that a price is never rounded to a double.

use crate::{TextError, json::Number};
use std::{fmt, str::FromStr};

/// A decimal number as text: an optional minus, digits, and optionally a point and digits, without an exponent.
///
/// Equality compares the text: `13` and `13.00` differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal(String);

impl Decimal {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Decimal {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let sound = match unsigned.split_once('.') {
            Some((whole, fraction)) => digits(whole) && digits(fraction),
            None => digits(unsigned),
        };
        let expected = || TextError::new("expected a decimal number such as 13 or 12.50");
        sound.then(|| Self(text.to_owned())).ok_or_else(expected)
    }
}

impl From<Number> for Decimal {
    /// The decimal form of ECMAScript's text of a double, without an exponent.
    fn from(number: Number) -> Self {
        let text = number.to_string();
        let Some((mantissa, exponent)) = text.split_once('e') else { return Self(text) };
        let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // the exponent of a double has at most three digits
        let shift = exponent.parse::<i32>().unwrap_or_default();
        let digits = format!("{whole}{fraction}");
        let zeros = |count: usize| "0".repeat(count);
        let places = usize::try_from(shift.unsigned_abs()).unwrap_or_default();
        Self(if shift < 0 {
            format!("{sign}0.{}{digits}", zeros(places.saturating_sub(whole.len())))
        } else {
            format!("{sign}{digits}{}", zeros(places.saturating_sub(fraction.len())))
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

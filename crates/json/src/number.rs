//! Numbers: the value is always the double, so that the signed value is the parsed one.

use std::fmt;

/// A finite double, never negative zero. Its text is ECMAScript's (RFC 8785 section 3.2.2.3).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Number(f64);

/// 2^53: larger integers may not be doubles.
const TWO_53: f64 = 9_007_199_254_740_992.0;

/// Why a number literal is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Its magnitude is too large for a double.
    Overflow,
    /// It is not zero, but its double is.
    Underflow,
    /// At 2^53 or more, it differs from its double.
    Inexact,
}

impl Refused {
    /// The reason as text.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Overflow => "is too large for a double",
            Self::Underflow => "is not zero, but rounds to zero as a double",
            Self::Inexact => "is not exactly the value of its double",
        }
    }
}

impl Number {
    /// Creates a number from a finite double; -0 becomes 0.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(if value == 0.0 { 0.0 } else { value }))
    }

    /// The double.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// The integer, if the number is one with at most 53 bits.
    #[must_use]
    pub fn as_integer(self) -> Option<i64> {
        #[allow(clippy::cast_possible_truncation)] // in range by the check
        (self.0.fract() == 0.0 && self.0.abs() <= TWO_53).then_some(self.0 as i64)
    }

    /// Parses a literal with the syntax of JSON or YAML numbers: YAML allows a sign `+`, leading zeros, and no digit on
    /// one side of the point.
    pub(super) fn from_literal(literal: &str) -> Result<Self, Refused> {
        let bytes = literal.as_bytes();
        // up to 15 digits are exact integers
        if bytes.len() <= 15 && bytes.iter().all(u8::is_ascii_digit) {
            let integer = bytes.iter().fold(0_u64, |sum, b| sum * 10 + u64::from(b - b'0'));
            #[allow(clippy::cast_precision_loss)] // below 10^15
            return Ok(Self(integer as f64));
        }
        let value: f64 = literal.parse().map_err(|_| Refused::Overflow)?;
        if !value.is_finite() {
            return Err(Refused::Overflow);
        }
        if value == 0.0 {
            let digits = literal.split(['e', 'E']).next().unwrap_or(literal);
            let is_zero = digits.bytes().all(|b| !b.is_ascii_digit() || b == b'0');
            return if is_zero { Ok(Self(0.0)) } else { Err(Refused::Underflow) };
        }
        if value.abs() >= TWO_53 {
            let found = decimal(literal);
            let canonical = decimal(ryu_js::Buffer::new().format_finite(value));
            // a literal between 2^53 - 1 and 2^53 may round up to 2^53, but is still below it
            let below_2_53 = value.abs() == TWO_53 && found.1.starts_with("9007199254740991");
            if found != canonical && !below_2_53 {
                return Err(Refused::Inexact);
            }
        }
        Ok(Self(value))
    }

    /// Writes ECMAScript's text of the number.
    pub(super) fn write_to(self, out: &mut Vec<u8>) {
        // integers below 2^53 are the common case
        if let Some(integer) = self.as_integer() {
            let mut digits = [0_u8; 20];
            let mut at = digits.len();
            let mut rest = integer.unsigned_abs();
            loop {
                at -= 1;
                digits[at] = b'0' + (rest % 10) as u8;
                rest /= 10;
                if rest == 0 {
                    break;
                }
            }
            if integer < 0 {
                out.push(b'-');
            }
            out.extend_from_slice(&digits[at..]);
        } else {
            out.extend_from_slice(ryu_js::Buffer::new().format_finite(self.0).as_bytes());
        }
    }
}

/// Splits a decimal literal into (negative, digits without leading and trailing zeros, exponent of the last digit).
fn decimal(literal: &str) -> (bool, String, i64) {
    let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
    // an exponent beyond i64 never belongs to a finite non-zero double of 2^53 or more that equals its literal
    let mut exponent: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
    let negative = mantissa.starts_with('-');
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: String =
        integer.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit).map(char::from).collect();
    exponent = exponent.saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX));
    let significant = digits.trim_end_matches('0').len();
    exponent = exponent.saturating_add(i64::try_from(digits.len() - significant).unwrap_or(i64::MAX));
    digits.truncate(significant);
    (negative, digits.trim_start_matches('0').to_owned(), exponent)
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self(f64::from(number))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(24);
        self.write_to(&mut text);
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

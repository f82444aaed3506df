//! Numbers: the value is always the double, so that the signed value is the parsed one. Unsigned documents may have
//! other numbers, which are kept as they are written.

use crate::Text;
use std::{borrow::Cow, cmp::Ordering, fmt};

/// A finite double, never negative zero. Its text is ECMAScript's (RFC 8785 section 3.2.2.3).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Number(f64);

/// 2^53: larger integers may not be doubles.
const TWO_53: f64 = 9_007_199_254_740_992.0;

/// Why a number literal cannot be signed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Refused {
    /// Its magnitude is too large for a double.
    Overflow,
    /// It is not zero, but its double is.
    Underflow,
    /// At 2^53 or more, this is the nearest double, but not its value.
    Inexact(f64),
    /// At 2^53 or more, it is exactly this double, but its canonical form has other digits.
    NotCanonical(f64),
}

impl Refused {
    /// The reason and the fix.
    pub(crate) fn reason(self) -> Cow<'static, str> {
        match self {
            Self::Overflow => "is larger than any IEEE 754 double; write it as a string".into(),
            Self::Underflow => "is not zero, but its nearest IEEE 754 double is; write it as a string".into(),
            Self::Inexact(nearest) => {
                format!("is no IEEE 754 double (the nearest is {}); write it as a string", exact(nearest)).into()
            }
            Self::NotCanonical(double) => {
                let mut buffer = ryu_js::Buffer::new();
                let canonical = buffer.format_finite(double);
                format!("has the canonical form {canonical} (RFC 8785); write that, or a string").into()
            }
        }
    }
}

/// All digits of a double of 2^53 or more, which is an integer.
fn exact(double: f64) -> String {
    format!("{double:.0}")
}

/// A number that is not written as its double is: as [`Number`] refuses it. It is kept as written, and only in
/// unsigned documents.
#[derive(Clone, Debug)]
pub struct WideNumber(Text);

impl WideNumber {
    /// Keeps a literal with the syntax of JSON or YAML.
    pub(crate) fn from_literal(literal: &str) -> Self {
        let digits = literal.strip_prefix('-').unwrap_or(literal);
        let is_json = digits.starts_with(|first: char| first.is_ascii_digit())
            && (!digits.starts_with('0')
                || digits.starts_with("0.")
                || digits.starts_with("0e")
                || digits.starts_with("0E"))
            && !digits.contains(".e")
            && !digits.contains(".E")
            && !digits.ends_with('.');
        Self(if is_json { literal.into() } else { canonical_decimal(literal).into() })
    }

    /// The JSON text.
    #[must_use]
    pub fn literal(&self) -> &str {
        &self.0
    }

    /// Whether it has no fraction.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        decimal(&self.0).2 >= 0
    }

    /// The nearest double, which may be infinite.
    #[must_use]
    pub fn nearest(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// The double that is exactly this number.
    #[must_use]
    pub fn as_double(&self) -> Option<Number> {
        match Number::from_literal(&self.0) {
            Ok(number) => Some(number),
            Err(Refused::NotCanonical(double)) => Number::new(double),
            Err(_) => None,
        }
    }

    /// Why it cannot be signed.
    pub(crate) fn refused(&self) -> Option<Refused> {
        Number::from_literal(&self.0).err()
    }

    /// Writes the canonical form of its double, or else its digits without zeros at the end, and its exponent.
    pub(crate) fn write_canonical(&self, out: &mut Vec<u8>) {
        match self.as_double() {
            Some(double) => double.write_to(out),
            None => out.extend_from_slice(canonical_decimal(&self.0).as_bytes()),
        }
    }
}

/// Equality of the values, not of the literals.
impl PartialEq for WideNumber {
    fn eq(&self, other: &Self) -> bool {
        compare_literals(&self.0, &other.0).is_eq()
    }
}

impl fmt::Display for WideNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number literal with its sign, its digits without zeros at either end, and an exponent.
fn canonical_decimal(literal: &str) -> String {
    let (is_negative, digits, exponent) = decimal(literal);
    let sign = if is_negative { "-" } else { "" };
    if exponent == 0 { format!("{sign}{digits}") } else { format!("{sign}{digits}e{exponent}") }
}

/// Compares the values of two literals exactly.
pub(crate) fn compare_literals(a: &str, b: &str) -> Ordering {
    let (a, b) = (decimal(a), decimal(b));
    let signum = |(is_negative, digits, _): &(bool, String, i64)| match (digits.is_empty(), is_negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    let sign = signum(&a);
    if sign != signum(&b) {
        return sign.cmp(&signum(&b));
    }
    // the power of ten of the first digit, then the digits
    let top = |digits: &str, exponent: i64| exponent.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    let magnitude = top(&a.1, a.2).cmp(&top(&b.1, b.2)).then_with(|| a.1.cmp(&b.1));
    if sign < 0 { magnitude.reverse() } else { magnitude }
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
    pub(crate) fn from_literal(literal: &str) -> Result<Self, Refused> {
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
                let is_exact = found == decimal(&exact(value));
                return Err(if is_exact { Refused::NotCanonical(value) } else { Refused::Inexact(value) });
            }
        }
        Ok(Self(value))
    }

    /// Writes ECMAScript's text of the number.
    pub(crate) fn write_to(self, out: &mut Vec<u8>) {
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

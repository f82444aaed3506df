//! The core schema of YAML 1.2 (section 10.3.2), exactly: YAML 1.1 booleans, dates and octal numbers are strings.

/// A plain scalar by the core schema's table of regular expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// `null | Null | NULL | ~`, or nothing.
    Null,
    /// `true | True | TRUE | false | False | FALSE`.
    Bool(bool),
    /// `[-+]? [0-9]+`.
    Decimal,
    /// `0o [0-7]+`, `0x [0-9a-fA-F]+`: its base.
    Based(u32),
    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
    Float,
    /// `[-+]? ( \.inf | \.Inf | \.INF )`, `\.nan | \.NaN | \.NAN`: numbers that JSON does not have.
    NotFinite,
    /// Everything else.
    Text,
}

impl Plain {
    pub(super) fn from_text(text: &str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Self::Null,
            "true" | "True" | "TRUE" => return Self::Bool(true),
            "false" | "False" | "FALSE" => return Self::Bool(false),
            ".nan" | ".NaN" | ".NAN" => return Self::NotFinite,
            _ => {}
        }
        // no other row begins with these characters
        if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
            return Self::Text;
        }
        let only = |digits: &str, base| !digits.is_empty() && digits.chars().all(|c| c.is_digit(base));
        for (prefix, base) in [("0o", 8), ("0x", 16)] {
            if let Some(digits) = text.strip_prefix(prefix) {
                return if only(digits, base) { Self::Based(base) } else { Self::Text };
            }
        }
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
            return Self::NotFinite;
        }
        if only(unsigned, 10) {
            return Self::Decimal;
        }
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
            None => (unsigned, None),
        };
        let is_mantissa = match mantissa.split_once('.') {
            Some(("", fraction)) => only(fraction, 10),
            Some((integer, fraction)) => only(integer, 10) && (fraction.is_empty() || only(fraction, 10)),
            None => only(mantissa, 10),
        };
        if is_mantissa && exponent.is_none_or(|exponent| only(exponent, 10)) { Self::Float } else { Self::Text }
    }
}

/// The decimal literal of a number with a base: `0x1f` is `31`. `None` for more than 128 bits.
pub(super) fn decimal(text: &str, base: u32) -> Option<String> {
    let digits = text.get(2..)?.trim_start_matches('0');
    let number = if digits.is_empty() { 0 } else { u128::from_str_radix(digits, base).ok()? };
    Some(number.to_string())
}

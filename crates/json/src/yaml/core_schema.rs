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

#[cfg(test)]
mod tests {
    use super::{Plain, decimal};

    #[test]
    fn each_row_of_the_table_and_its_neighbours() {
        for (kind, texts) in [
            (Plain::Null, &["", "~", "null", "Null", "NULL"][..]),
            (Plain::Bool(true), &["true", "True", "TRUE"]),
            (Plain::Bool(false), &["false", "False", "FALSE"]),
            (Plain::Decimal, &["0", "-0", "+0", "007", "+12", "-3", "12345678901234567890"]),
            (Plain::Based(8), &["0o0", "0o17", "0o7777777"]),
            (Plain::Based(16), &["0x0", "0x1f", "0xDEADbeef"]),
            (Plain::Float, &["0.", "1.", ".5", "-.5", "+1.5", "1e3", "1E3", "1.e3", "-2.5e-3", "1e+03", "00.10"]),
            (Plain::NotFinite, &[".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN"]),
            (
                Plain::Text,
                &[
                    "nUll",
                    "NuLL",
                    "tRue",
                    "FALSe",
                    "yes",
                    "no",
                    "on",
                    "off",
                    "y",
                    "n",
                    "1_000",
                    "0b1",
                    "0o8",
                    "0o",
                    "0x",
                    "0xg",
                    "+0x1f",
                    "-0o7",
                    "0X1F",
                    "0O7",
                    "1:30",
                    "190:20:30",
                    "2001-12-14",
                    "1e",
                    "1e+",
                    "e3",
                    ".",
                    "-",
                    "+",
                    "-.",
                    "..5",
                    "1.2.3",
                    "1.5e3.0",
                    "--1",
                    "+-1",
                    ".iNf",
                    "-.nan",
                    "inf",
                    "nan",
                    "Infinity",
                    "NaN",
                    "1 ",
                    " 1",
                    "12e03x",
                    "٣",
                    "1٣",
                    ".e5",
                    "0x1.8p3",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(Plain::from_text(text), kind, "{text:?}");
            }
        }
    }

    #[test]
    fn numbers_with_a_base() {
        for (text, base, expected) in [
            ("0x1f", 16, Some("31")),
            ("0o17", 8, Some("15")),
            ("0x0000", 16, Some("0")),
            ("0xffffffffffffffffffffffffffffffff", 16, Some("340282366920938463463374607431768211455")),
            ("0x100000000000000000000000000000000", 16, None),
        ] {
            assert_eq!(decimal(text, base).as_deref(), expected, "{text}");
        }
    }
}

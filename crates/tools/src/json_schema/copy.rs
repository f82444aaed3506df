//! Copies schemas and values for the validator.

use agent_description::json::{Json, Number, Value, WideNumber};
use serde_json as serde;

/// Copies a value.
pub(super) fn to_serde(json: &Json) -> serde::Value {
    match json.value() {
        Value::Null => serde::Value::Null,
        Value::Bool(flag) => serde::Value::Bool(*flag),
        Value::Number(value) => serde::Value::Number(number(*value)),
        Value::Wide(value) => serde::Value::Number(wide_number(value)),
        Value::String(text) => serde::Value::String(text.as_str().to_owned()),
        Value::Array(items) => serde::Value::Array(items.iter().map(to_serde).collect()),
        Value::Object(object) => serde::Value::Object(
            object.iter().map(|member| (member.name().as_str().to_owned(), to_serde(member.value()))).collect(),
        ),
    }
}

/// Integers of 64 bits keep their value; others become the nearest double.
fn wide_number(value: &WideNumber) -> serde::Number {
    let literal = value.literal();
    let integer =
        literal.parse::<u64>().map(serde::Number::from).or_else(|_| literal.parse::<i64>().map(serde::Number::from));
    let nearest = || serde::Number::from_f64(value.nearest().clamp(f64::MIN, f64::MAX));
    integer.ok().or_else(nearest).unwrap_or_else(|| serde::Number::from(0))
}

/// A number without a fraction is copied as an integer, so that 1.0 and 1 are equal.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in range by the checks
fn number(value: Number) -> serde::Number {
    // its text is its value, as for other readers
    if let Ok(integer) = value.to_string().parse::<u64>() {
        return serde::Number::from(integer);
    }
    let (value, two_63, two_64) = (value.get(), 9_223_372_036_854_775_808.0, 18_446_744_073_709_551_616.0);
    let integer = match value.fract() == 0.0 {
        true if (0.0..two_64).contains(&value) => Some(serde::Number::from(value as u64)),
        true if (-two_63..0.0).contains(&value) => Some(serde::Number::from(value as i64)),
        _ => None,
    };
    // our numbers are finite
    integer.or_else(|| serde::Number::from_f64(value)).unwrap_or_else(|| serde::Number::from(0))
}

//! Parsers of option values.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::str::FromStr;

/// A parser for the values with these names.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// Parses `NAME=VALUE`; `expected` is the error.
pub fn assignment(text: &str, expected: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty());
    pair.map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(|| expected.to_owned())
}

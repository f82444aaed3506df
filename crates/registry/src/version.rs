//! Compares versions by Semantic Versioning 2.0.0, section 11, extended to any number of numeric parts of any length,
//! with or without `v`.

use std::cmp::Ordering;

/// A comparable version, without build metadata after `+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version<'a> {
    /// The numbers without leading zeros, and without trailing zero parts.
    numbers: Vec<&'a str>,
    /// The identifiers after the first `-`. A version without them is higher.
    pre_release: Vec<&'a str>,
}

impl<'a> Version<'a> {
    /// Parses a version; `None` for other texts.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
        let text = text.split('+').next().unwrap_or_default();
        let (core, pre_release) = text.split_once('-').map_or((text, None), |(core, pre)| (core, Some(pre)));
        let mut numbers = core.split('.').map(number).collect::<Option<Vec<_>>>()?;
        while numbers.last() == Some(&"") {
            numbers.pop();
        }
        let pre_release: Vec<&str> = pre_release.map(|pre| pre.split('.').collect()).unwrap_or_default();
        let is_identifier =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        pre_release.iter().all(is_identifier).then_some(Self { numbers, pre_release })
    }
}

impl Ord for Version<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = || {
            let both = self.numbers.iter().zip(&other.numbers).map(|(one, other)| by_value(one, other));
            both.fold(Ordering::Equal, Ordering::then).then(self.numbers.len().cmp(&other.numbers.len()))
        };
        let pre_releases = || match (self.pre_release.is_empty(), other.pre_release.is_empty()) {
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            _ => {
                let both =
                    self.pre_release.iter().zip(&other.pre_release).map(|(one, other)| by_identifier(one, other));
                both.fold(Ordering::Equal, Ordering::then).then(self.pre_release.len().cmp(&other.pre_release.len()))
            }
        };
        numbers().then_with(pre_releases)
    }
}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The digits of a number without leading zeros; empty for 0.
fn number(text: &str) -> Option<&str> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.trim_start_matches('0'))
}

/// Compares numbers of any length, without leading zeros.
fn by_value(one: &str, other: &str) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

/// Compares pre-release identifiers: numbers by value and before words, words by bytes.
fn by_identifier(one: &str, other: &str) -> Ordering {
    match (number(one), number(other)) {
        (Some(one), Some(other)) => by_value(one, other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => one.cmp(other),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Version;
    use std::cmp::Ordering::{self, Equal, Greater, Less};

    fn compare(one: &str, other: &str) -> Option<Ordering> {
        Some(Version::read(one)?.cmp(&Version::read(other)?))
    }

    #[test]
    fn versions_are_compared_by_their_precedence() {
        for (one, other, expected) in [
            ("1.2.3", "1.2.10", Less),
            ("2.0", "1.9.9", Greater),
            ("1.0", "1.0.0", Equal),
            ("1", "1.0.1", Less),
            ("v1.0.0", "2.0.0", Less),
            ("01.2", "1.2", Equal),
            ("1.0.0+build.7", "1.0.0", Equal),
            ("2.0.0-rc.1", "2.0.0", Less),
            ("2.0.0-rc.1", "1.9.9", Greater),
            ("2026-11", "2026-9", Greater),
            ("18446744073709551616.0", "2.0.0", Greater),
            ("1.99999999999999999999999", "1.100000000000000000000000", Less),
        ] {
            assert_eq!(compare(one, other), Some(expected), "{one} {other}");
            assert_eq!(compare(other, one), Some(expected.reverse()), "{other} {one}");
        }
        // the example in the specification, section 11
        let ordered = [
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
        ];
        for pair in ordered.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Some(Less), "{pair:?}");
        }
        for none in ["", "abc", "v", "1.", ".1", "1..2", "1.x", "-1", "1.0-", "1.0-a..b", "1.0-ä", "１.0", " 1"] {
            assert_eq!(Version::read(none), None, "{none}");
        }
    }
}

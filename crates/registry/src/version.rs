//! Compares versions by Semantic Versioning 2.0.0, section 11, extended to any number of numeric parts of any length,
//! with or without `v`.

/// A comparable version, without build metadata after `+`. The order of the members is that of the comparison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version<'a> {
    /// The numbers, without trailing zeros.
    numbers: Vec<Number<'a>>,
    /// Whether it is higher than its pre-releases.
    is_release: bool,
    /// The identifiers after the first `-`.
    pre_release: Vec<PreReleaseIdentifier<'a>>,
}

/// A number of any length: how many digits it has without leading zeros, and these digits.
type Number<'a> = (usize, &'a str);

/// Numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PreReleaseIdentifier<'a> {
    Number(Number<'a>),
    Word(&'a str),
}

impl<'a> Version<'a> {
    /// Parses a version; `None` for other texts.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
        let text = text.split('+').next().unwrap_or_default();
        let (core, pre_release) = text.split_once('-').map_or((text, None), |(core, pre)| (core, Some(pre)));
        let mut numbers = core.split('.').map(number).collect::<Option<Vec<_>>>()?;
        while numbers.last() == Some(&(0, "")) {
            numbers.pop();
        }
        let identifiers = pre_release.into_iter().flat_map(|pre_release| pre_release.split('.'));
        let pre_release = identifiers.map(pre_release_identifier).collect::<Option<Vec<_>>>()?;
        Some(Self { numbers, is_release: pre_release.is_empty(), pre_release })
    }
}

fn number(text: &str) -> Option<Number<'_>> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = text.trim_start_matches('0');
    is_number.then_some((digits.len(), digits))
}

fn pre_release_identifier(text: &str) -> Option<PreReleaseIdentifier<'_>> {
    let is_identifier = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let number = number(text).map(PreReleaseIdentifier::Number);
    is_identifier.then(|| number.unwrap_or(PreReleaseIdentifier::Word(text)))
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

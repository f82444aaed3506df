//! RFC 3339 timestamps. Callers pass the time; this module does not read the clock, except in [`Timestamp::now`].

use jiff::{SignedDuration, civil::DateTime};
use std::{fmt, str::FromStr, time::Duration};

/// An instant with nanosecond precision, displayed in UTC with `Z`.
// stored as a date and time in UTC: jiff's instants end 26 hours before the year 9999 does, and every instant must have
// a date
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(DateTime);

/// The clock skew allowed between signer and verifier: one value for proofs, cards, catalogs, messages, requests and
/// registries.
pub const CLOCK_SKEW: Duration = Duration::from_secs(60);

const UNIX_EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The text is not an RFC 3339 timestamp with `Z` or a numeric offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected an RFC 3339 date-time with `Z` or an offset, for example 2026-01-31T12:00:00Z")]
pub struct TimestampError {
    found: String,
}

impl Timestamp {
    /// The instant `seconds` after 1970-01-01T00:00:00Z, if its year is from -9999 to 9999.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        UNIX_EPOCH.checked_add(SignedDuration::from_secs(seconds)).ok().map(Self)
    }

    /// Seconds since 1970-01-01T00:00:00Z, rounded toward zero.
    #[must_use]
    pub fn as_unix_seconds(self) -> i64 {
        self.0.duration_since(UNIX_EPOCH).as_secs()
    }

    /// This instant plus `duration`, at most the last representable instant.
    #[must_use]
    pub fn saturating_add(self, duration: Duration) -> Self {
        Self(self.0.checked_add(duration).unwrap_or(DateTime::MAX))
    }

    /// This instant minus `duration`, at least the first representable instant.
    #[must_use]
    pub fn saturating_sub(self, duration: Duration) -> Self {
        Self(self.0.checked_sub(duration).unwrap_or(DateTime::MIN))
    }

    /// The time of the system clock. Requires the feature that opens sockets.
    #[cfg(feature = "resolver")]
    #[must_use]
    pub fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(UNIX_EPOCH.checked_add(since).unwrap_or(DateTime::MAX))
    }

    /// This instant as [`std::time::SystemTime`]; years before 1970 become 1970.
    #[cfg(feature = "resolver")]
    pub(crate) fn to_system_time(self) -> std::time::SystemTime {
        let epoch = std::time::UNIX_EPOCH;
        let since = u64::try_from(self.as_unix_seconds()).unwrap_or_default();
        epoch.checked_add(Duration::from_secs(since)).unwrap_or(epoch)
    }

    /// This instant without its fraction of a second, as in proofs.
    #[must_use]
    pub fn truncated_to_second(self) -> Self {
        Self::from_unix_seconds(self.as_unix_seconds()).unwrap_or(self)
    }

    /// The first full second at or after this instant, as in the expiry times of replay stores.
    #[must_use]
    pub fn rounded_up_to_second(self) -> Self {
        let second = self.truncated_to_second();
        if second < self { second.saturating_add(Duration::from_secs(1)) } else { second }
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    /// Parses RFC 3339 section 5.6 strictly: upper-case `T` and `Z`, seconds present and below 60, offset `Z` or
    /// `+hh:mm`. The year in UTC must also be from 0000 to 9999.
    fn from_str(text: &str) -> Result<Self, TimestampError> {
        let error = || TimestampError { found: text.chars().take(64).collect() };
        let offset = rfc3339_offset(text.as_bytes()).ok_or_else(error)?;
        let local = text.get(..text.len() - offset.length).unwrap_or_default();
        let local: DateTime = local.parse().map_err(|_| error())?;
        let instant = local.checked_sub(SignedDuration::from_mins(offset.minutes)).map_err(|_| error())?;
        if instant.year() < 0 { Err(error()) } else { Ok(Self(instant)) }
    }
}

/// The UTC offset of a local time.
struct LocalOffset {
    minutes: i64,
    /// Length of the offset's text in bytes.
    length: usize,
}

/// The offset of `YYYY-MM-DDThh:mm:ss[.f{1,9}](Z|(+|-)hh:mm)`. Of the digits before it, only the range of the seconds
/// is checked, because jiff parses 60 as 59.
fn rfc3339_offset(text: &[u8]) -> Option<LocalOffset> {
    let digits =
        |range: std::ops::Range<usize>| text.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    let is = |at: usize, byte: u8| text.get(at) == Some(&byte);
    if !(digits(0..4)
        && is(4, b'-')
        && digits(5..7)
        && is(7, b'-')
        && digits(8..10)
        && is(10, b'T')
        && digits(11..13)
        && is(13, b':')
        && digits(14..16)
        && is(16, b':')
        && digits(17..19)
        && text[17] < b'6')
    {
        return None;
    }
    let mut rest = &text[19..];
    if let [b'.', fraction @ ..] = rest {
        let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=9).contains(&length) {
            return None;
        }
        rest = &fraction[length..];
    }
    match rest {
        [b'Z'] => Some(LocalOffset { minutes: 0, length: 1 }),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let in_range =
                [h1, h2, m1, m2].iter().all(|byte| byte.is_ascii_digit()) && (*h1, *h2) <= (b'2', b'3') && *m1 < b'6';
            let two = |tens: u8, ones: u8| i64::from(tens - b'0') * 10 + i64::from(ones - b'0');
            in_range.then(|| {
                let minutes = two(*h1, *h2) * 60 + two(*m1, *m2);
                LocalOffset { minutes: if *sign == b'-' { -minutes } else { minutes }, length: rest.len() }
            })
        }
        _ => None,
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", self.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Timestamp;
    use std::time::Duration;

    #[test]
    fn reads_rfc3339_and_nothing_else() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2024-12-31T15:00:00Z", 1_735_657_200),
            ("2024-12-31T15:00:00.999999999Z", 1_735_657_200),
            ("2024-12-31T16:30:00+01:30", 1_735_657_200),
            ("2024-12-31T10:00:00-05:00", 1_735_657_200),
            ("2025-01-01T14:59:00+23:59", 1_735_657_200),
            ("2024-12-31T06:00:00-09:00", 1_735_657_200),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
        ] {
            assert_eq!(text.parse::<Timestamp>().unwrap().as_unix_seconds(), seconds, "{text}");
            assert_eq!(Timestamp::from_unix_seconds(seconds).unwrap().as_unix_seconds(), seconds);
        }
        for text in [
            "",
            "2024-12-31",
            "2024-12-31T15:00Z",
            "2024-12-31T15:00:00",
            "2024-12-31t15:00:00Z",
            "2024-12-31T15:00:00z",
            "2024-12-31 15:00:00Z",
            "2024-12-31T15:00:00.Z",
            "2024-12-31T15:00:00,5Z",
            "2024-12-31T15:00:00.1234567890Z",
            "2024-12-31T15:00:60Z",
            "2024-12-31T24:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "+10000-01-01T00:00:00Z",
            "2024-12-31T15:00:00+0100",
            "2024-12-31T15:00:00+24:00",
            "2024-12-31T15:00:00+01:60",
            "2024-12-31T15:00:00Z[UTC]",
            "2024-12-31T15:00:00Z ",
            "-2024-12-31T15:00:00Z",
            "2024-12-31T15:00:00+30:00",
            "20241231T150000Z",
            "2024-12-31T150000Z",
            "2024-12-31T15:00:00.5",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_years_of_rfc3339_are_read_to_their_ends() {
        for (text, printed, seconds) in [
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z", 253_402_300_799),
            ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z", 253_402_300_799),
            ("9999-12-31T23:59:59+23:59", "9999-12-31T00:00:59Z", 253_402_214_459),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", -62_167_219_200),
            ("0000-01-01T00:00:00-01:00", "0000-01-01T01:00:00Z", -62_167_215_600),
        ] {
            let time = text.parse::<Timestamp>().unwrap();
            assert_eq!((time.to_string().as_str(), time.as_unix_seconds()), (printed, seconds), "{text}");
            assert_eq!(printed.parse(), Ok(time));
            assert_eq!(time.truncated_to_second(), Timestamp::from_unix_seconds(seconds).unwrap());
            assert!(time.saturating_sub(Duration::from_secs(60)) < time);
            assert!(time.saturating_add(Duration::MAX) >= time && time.saturating_sub(Duration::MAX) < time);
        }
        // the same instants in UTC are of no year that can be written
        for text in ["9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+00:01"] {
            let error = text.parse::<Timestamp>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("found {text:?}, expected")), "{error}");
        }
        let last: Timestamp = "9999-12-31T23:59:59Z".parse().unwrap();
        assert_eq!(last.saturating_add(Duration::from_secs(60)).to_string(), "9999-12-31T23:59:59.999999999Z");
    }

    #[test]
    fn prints_utc() {
        assert_eq!("2024-12-31T16:30:00+01:30".parse::<Timestamp>().unwrap().to_string(), "2024-12-31T15:00:00Z");
    }
}

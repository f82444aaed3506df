//! RFC 3339 timestamps. Callers pass the time; this module does not read the clock, except in [`Timestamp::now`].

use adp_json::TextError;
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
    #[cfg(feature = "clock")]
    #[must_use]
    pub fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(UNIX_EPOCH.checked_add(since).unwrap_or(DateTime::MAX))
    }

    /// This instant as [`std::time::SystemTime`]; years before 1970 become 1970.
    #[cfg(feature = "clock")]
    #[doc(hidden)]
    pub fn to_system_time(self) -> std::time::SystemTime {
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
    type Err = TextError;

    /// Parses RFC 3339 section 5.6 strictly: upper-case `T` and `Z`, seconds present and below 60, offset `Z` or
    /// `+hh:mm`. The year in UTC must also be from 0000 to 9999.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let expected = "an RFC 3339 date-time with `Z` or an offset, for example 2026-01-31T12:00:00Z";
        let error = || TextError::found(text, expected);
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

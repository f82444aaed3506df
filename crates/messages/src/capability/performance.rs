//! Performance figures of capabilities, as claimed by the card.

use adp_cards::seed_card::Capability;
use std::time::Duration;

/// The `performance` of a capability. Absent and invalid figures are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Performance {
    /// `averageResponseTime`, in milliseconds in the card.
    pub average_response_time: Option<Duration>,
    /// `maxConcurrentRequests`: maximum number of parallel requests.
    pub max_concurrent_requests: Option<u32>,
    /// `reliability`: share of requests that are answered, from 0 to 1.
    pub reliability: Option<f64>,
}

impl Performance {
    /// Reads the figures of a capability.
    #[must_use]
    pub fn from_capability(capability: &Capability) -> Self {
        let figure = |name: &str| {
            let found = capability.performance.iter().find(|(known, _)| known.as_str() == name);
            found.map(|(_, value)| *value).filter(|value| value.is_finite() && *value >= 0.0)
        };
        Self {
            average_response_time: figure("averageResponseTime")
                .and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok()),
            max_concurrent_requests: figure("maxConcurrentRequests").and_then(whole),
            reliability: figure("reliability").filter(|share| *share <= 1.0),
        }
    }
}

/// A figure that is a positive integer.
pub(crate) fn whole(value: f64) -> Option<u32> {
    let fits = value.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&value);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in range by the check
    fits.then_some(value as u32)
}

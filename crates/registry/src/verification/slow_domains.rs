//! The domains whose servers answered slowly, in the memory of this process.

use agent_description::Timestamp;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// From this time on an answer is slow.
pub(crate) const SLOW_ANSWER: Duration = Duration::from_secs(3);
/// How long a domain counts as slow after a slow answer, so that one that is slow now and then gains nothing.
const SLOW_FOR: Duration = Duration::from_secs(24 * 3600);
/// Maximum number of domains to remember; the one that was slow longest ago is forgotten first.
const MAX_DOMAINS: usize = 10_000;

/// Slow registrable domains, and when each was slow last.
#[derive(Debug, Default)]
pub(crate) struct SlowDomains {
    last: Mutex<HashMap<String, Timestamp>>,
}

impl SlowDomains {
    /// Whether a domain was slow within the last day.
    pub(crate) fn contains(&self, domain: &str, now: Timestamp) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(domain).is_some_and(|slow| now < slow.saturating_add(SLOW_FOR))
    }

    /// Remembers a slow answer.
    pub(crate) fn add(&self, domain: &str, now: Timestamp) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= MAX_DOMAINS && !last.contains_key(domain) {
            let oldest = last.iter().min_by_key(|(_, slow)| **slow).map(|(domain, _)| domain.clone());
            oldest.and_then(|oldest| last.remove(&oldest));
        }
        last.insert(domain.to_owned(), now);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MAX_DOMAINS, SlowDomains};
    use agent_description::Timestamp;

    #[test]
    fn a_domain_is_slow_for_a_day_and_the_memory_is_bounded() {
        let slow = SlowDomains::default();
        let at = |second: i64| Timestamp::from_unix_seconds(1_800_000_000 + second).unwrap();
        slow.add("a.example", at(0));
        assert!(slow.contains("a.example", at(86_399)) && !slow.contains("a.example", at(86_400)));
        assert!(!slow.contains("b.example", at(0)));
        for number in 1..=i64::try_from(MAX_DOMAINS).unwrap() {
            slow.add(&format!("{number}.example"), at(number));
        }
        assert!(!slow.contains("a.example", at(1)) && slow.contains("1.example", at(1)));
    }
}

//! Rate limit for writes and their processor time per registrable domain, in this process.

use agent_description::Timestamp;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The time window.
const MINUTE: Duration = Duration::from_secs(60);
/// Maximum number of domains to track.
const MAX_DOMAINS: usize = 100_000;

/// Maximum processor time for the documents of a registrable domain per minute.
pub(crate) const MAX_WORK_PER_MINUTE: Duration = Duration::from_secs(15);

/// Counts the writes of each domain per minute, and their processor time. If too many domains are tracked, further ones
/// are limited.
#[derive(Debug, Default)]
pub(crate) struct WriteRate {
    domains: Mutex<HashMap<String, Usage>>,
}

/// The writes and the processor time that a domain used since a time.
#[derive(Clone, Copy, Debug)]
struct Usage {
    since: Timestamp,
    writes: u32,
    work: Duration,
}

impl Usage {
    fn from(since: Timestamp) -> Self {
        Self { since, writes: 0, work: Duration::ZERO }
    }

    /// Whether its minute is over; also if the window starts in the future, because the clock was ahead.
    fn is_over(&self, now: Timestamp) -> bool {
        now >= self.since.saturating_add(MINUTE) || now < self.since
    }
}

impl WriteRate {
    /// Counts a write of a domain, or returns the waiting time if the limit is reached.
    pub(crate) fn count(&self, domain: &str, most: u32, now: Timestamp) -> Result<(), Duration> {
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        if domains.len() >= MAX_DOMAINS && !domains.contains_key(domain) {
            domains.retain(|_, usage| !usage.is_over(now));
            if domains.len() >= MAX_DOMAINS {
                return Err(MINUTE);
            }
        }
        let usage = domains.entry(domain.to_owned()).or_insert(Usage::from(now));
        if usage.is_over(now) {
            // what was too much counts in the next minute
            *usage = Usage { work: usage.work.saturating_sub(MAX_WORK_PER_MINUTE), ..Usage::from(now) };
        }
        if usage.writes >= most || usage.work >= MAX_WORK_PER_MINUTE {
            let end = usage.since.saturating_add(MINUTE).as_unix_seconds();
            let left = end.saturating_sub(now.as_unix_seconds());
            return Err(Duration::from_secs(u64::try_from(left).unwrap_or(0).max(1)));
        }
        usage.writes += 1;
        Ok(())
    }

    /// Adds the processor time of a document, which is known afterwards.
    pub(crate) fn charge(&self, domain: &str, work: Duration) {
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        // without a place for the domain, none of its writes was counted: it is the operator's
        if let Some(usage) = domains.get_mut(domain) {
            usage.work = usage.work.saturating_add(work);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::WriteRate;
    use agent_description::Timestamp;
    use std::time::Duration;

    #[test]
    fn a_domain_waits_until_its_minute_is_over_and_others_do_not() {
        let rate = WriteRate::default();
        let at = |second: i64| Timestamp::from_unix_seconds(1_800_000_000 + second).unwrap();
        assert_eq!((rate.count("a.example", 2, at(0)), rate.count("a.example", 2, at(20))), (Ok(()), Ok(())));
        assert_eq!(rate.count("a.example", 2, at(25)), Err(Duration::from_secs(35)));
        assert_eq!(rate.count("b.example", 2, at(25)), Ok(()));
        assert_eq!(rate.count("a.example", 2, at(60)), Ok(()));
    }

    #[test]
    fn work_counts_too() {
        let rate = WriteRate::default();
        let at = |second: i64| Timestamp::from_unix_seconds(1_800_000_000 + second).unwrap();
        assert_eq!(rate.count("a.example", 60, at(0)), Ok(()));
        rate.charge("a.example", Duration::from_secs(14));
        assert_eq!(rate.count("a.example", 60, at(2)), Ok(()));
        rate.charge("a.example", Duration::from_secs(20));
        assert_eq!(rate.count("a.example", 60, at(4)), Err(Duration::from_secs(56)));
        assert_eq!(rate.count("b.example", 60, at(4)), Ok(()));
        // 34 s are more than two minutes' worth
        assert_eq!(rate.count("a.example", 60, at(60)), Err(Duration::from_secs(60)));
        assert_eq!(rate.count("a.example", 60, at(120)), Ok(()));
        // also work that ends in the next minute
        rate.charge("a.example", Duration::from_secs(40));
        assert_eq!(rate.count("a.example", 60, at(180)), Err(Duration::from_secs(60)));
    }

    #[test]
    fn a_clock_that_was_a_day_ahead_keeps_nobody_out() {
        let rate = WriteRate::default();
        let at = |second: i64| Timestamp::from_unix_seconds(1_800_000_000 + second).unwrap();
        assert_eq!(rate.count("a.example", 1, at(86_400)), Ok(()));
        assert_eq!(rate.count("a.example", 1, at(0)), Ok(()));
        assert_eq!(rate.count("a.example", 1, at(10)), Err(Duration::from_secs(50)));
    }
}

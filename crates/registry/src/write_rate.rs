//! Rate limit for writes per host, in this process.

use agent_description::Timestamp;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The time window.
const MINUTE: Duration = Duration::from_secs(60);
/// Maximum number of hosts to track.
const MAX_HOSTS: usize = 100_000;

/// Counts the writes of each host per minute. If too many hosts are tracked, further hosts are limited.
#[derive(Debug, Default)]
pub(crate) struct WriteRate {
    hosts: Mutex<HashMap<String, (Timestamp, u32)>>,
}

impl WriteRate {
    /// Counts a write of a host, or returns the waiting time if the limit is reached.
    pub(crate) fn count(&self, host: &str, most: u32, now: Timestamp) -> Result<(), Duration> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MAX_HOSTS && !hosts.contains_key(host) {
            hosts.retain(|_, (since, _)| now < since.saturating_add(MINUTE));
            if hosts.len() >= MAX_HOSTS {
                return Err(MINUTE);
            }
        }
        let (since, count) = hosts.entry(host.to_owned()).or_insert((now, 0));
        // also if the window starts in the future, because the clock was ahead
        if now >= since.saturating_add(MINUTE) || now < *since {
            (*since, *count) = (now, 0);
        }
        if *count >= most {
            let end = since.saturating_add(MINUTE).as_unix_seconds();
            let left = end.saturating_sub(now.as_unix_seconds());
            return Err(Duration::from_secs(u64::try_from(left).unwrap_or(0).max(1)));
        }
        *count += 1;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::WriteRate;
    use agent_description::Timestamp;
    use std::time::Duration;

    #[test]
    fn a_host_waits_until_its_minute_is_over_and_others_do_not() {
        let rate = WriteRate::default();
        let at = |second: i64| Timestamp::from_unix_seconds(1_800_000_000 + second).unwrap();
        assert_eq!((rate.count("a.example", 2, at(0)), rate.count("a.example", 2, at(20))), (Ok(()), Ok(())));
        assert_eq!(rate.count("a.example", 2, at(25)), Err(Duration::from_secs(35)));
        assert_eq!(rate.count("b.example", 2, at(25)), Ok(()));
        assert_eq!(rate.count("a.example", 2, at(60)), Ok(()));
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

//! How many fetches may be begun within a window of time, at each host and in all.

use crate::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

/// Fetches begun within the window that ends now. Exact: in no window of that length are more begun than the limits
/// say. As large as the limit in all, at most.
#[derive(Debug)]
pub(super) struct Budget {
    per_host: usize,
    in_all: usize,
    window: Duration,
    begun: VecDeque<(Timestamp, Arc<str>)>,
    hosts: HashMap<Arc<str>, usize>,
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// That of the host.
    Host,
    /// That of all hosts together.
    All,
}

impl Budget {
    pub(super) fn new(per_host: usize, in_all: usize, window: Duration) -> Self {
        Self { per_host, in_all, window, begun: VecDeque::new(), hosts: HashMap::new() }
    }

    /// Counts a fetch begun at `host` now.
    pub(super) fn spend(&mut self, host: &str, now: Timestamp) -> Result<(), Exhausted> {
        let left = now.saturating_sub(self.window);
        while self.begun.front().is_some_and(|(begun, _)| *begun <= left) {
            let Some((_, host)) = self.begun.pop_front() else { break };
            if let Some(count) = self.hosts.get_mut(&host) {
                *count -= 1;
                if *count == 0 {
                    self.hosts.remove(&host);
                }
            }
        }
        if self.hosts.get(host).is_some_and(|count| *count >= self.per_host) || self.per_host == 0 {
            return Err(Exhausted::Host);
        }
        if self.begun.len() >= self.in_all {
            return Err(Exhausted::All);
        }
        let host = self.hosts.get_key_value(host).map_or_else(|| Arc::from(host), |(known, _)| known.clone());
        *self.hosts.entry(host.clone()).or_default() += 1;
        self.begun.push_back((now, host));
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Budget, Exhausted};
    use crate::Timestamp;
    use std::time::Duration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_unix_seconds(second).unwrap()
    }

    #[test]
    fn no_window_has_more_than_the_limit() {
        let mut budget = Budget::new(3, 5, Duration::from_secs(60));
        for second in [0, 10, 20] {
            assert_eq!(budget.spend("a", at(second)), Ok(()));
        }
        assert_eq!(budget.spend("a", at(20)), Err(Exhausted::Host));
        // what was refused does not count
        assert_eq!(budget.spend("a", at(59)), Err(Exhausted::Host));
        // the first of the three is out of the window, the second is not
        assert_eq!(budget.spend("a", at(60)), Ok(()));
        assert_eq!(budget.spend("a", at(69)), Err(Exhausted::Host));
        assert_eq!(budget.spend("a", at(70)), Ok(()));
    }

    #[test]
    fn all_hosts_together_have_a_limit() {
        let mut budget = Budget::new(3, 5, Duration::from_secs(60));
        for host in ["a", "b", "c", "d", "e"] {
            assert_eq!(budget.spend(host, at(0)), Ok(()));
        }
        assert_eq!(budget.spend("f", at(59)), Err(Exhausted::All));
        assert_eq!(budget.spend("f", at(60)), Ok(()));
    }

    #[test]
    fn hosts_are_forgotten_when_their_window_is_over() {
        let mut budget = Budget::new(3, 1000, Duration::from_secs(60));
        for number in 0..10_000 {
            budget.spend(&format!("host-{number}"), at(number)).unwrap();
        }
        assert_eq!((budget.hosts.len(), budget.begun.len()), (60, 60));
    }
}

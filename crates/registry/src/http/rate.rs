//! Rate limiting with a token bucket per client address (IPv6: per /64).

use agent_description::resolve::PeerAddress;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Maximum number of addresses to track. Full buckets are dropped.
const MAX_ADDRESSES: usize = 100_000;

/// The buckets of all clients.
#[derive(Debug)]
pub struct Rate {
    /// Maximum number of requests at once.
    burst: f64,
    /// Number of tokens added per second.
    per_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rate {
    /// Allows `per_second` requests per second, and `burst` seconds' worth at once.
    #[must_use]
    pub fn new(per_second: u32, burst: u32) -> Self {
        let per_second = f64::from(per_second.max(1));
        Self { burst: per_second * f64::from(burst.max(1)), per_second, buckets: Mutex::default() }
    }

    /// Takes a token of an address.
    ///
    /// # Errors
    /// The waiting time until the next token.
    pub fn take(&self, peer: PeerAddress, now: Instant) -> Result<(), Duration> {
        self.spend(peer.first_of_link(), 1.0, 1.0, now)
    }

    /// Takes `cost` tokens of an address if it has `least`.
    fn spend(&self, address: IpAddr, least: f64, cost: f64, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst);
            // if all buckets are in use, new clients wait and memory stays limited
            if buckets.len() >= MAX_ADDRESSES {
                return Err(Duration::from_secs(1));
            }
        }
        let bucket = buckets.entry(address).or_insert(Bucket { left: self.burst, at: now });
        let filled = self.filled(*bucket, now);
        *bucket = Bucket { left: filled, at: now };
        if filled < least {
            return Err(Duration::from_secs_f64((least - filled) / self.per_second));
        }
        bucket.left -= cost;
        Ok(())
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.left + since * self.per_second).min(self.burst)
    }
}

/// Processor time of a client network per second, and how many seconds' worth it may use at once.
const WORK_PER_SECOND: f64 = 0.25;
const MAX_WORK_SECONDS: f64 = 10.0;

/// The processor time that each client network (/24, /48) has used for checks and pages. It is known when the work has
/// ended, so a network can be in debt, and waits until it has none.
#[derive(Debug)]
pub struct WorkBudget {
    seconds: Rate,
}

impl Default for WorkBudget {
    /// A quarter of a processor for each network, 10 s of it at once.
    fn default() -> Self {
        Self { seconds: Rate { burst: MAX_WORK_SECONDS, per_second: WORK_PER_SECOND, buckets: Mutex::default() } }
    }
}

impl WorkBudget {
    /// Whether a client's network has processor time left.
    ///
    /// # Errors
    /// The waiting time until it has.
    pub fn check(&self, peer: PeerAddress, now: Instant) -> Result<(), Duration> {
        self.seconds.spend(peer.first_of_network(), f64::MIN_POSITIVE, 0.0, now)
    }

    /// Charges a client's network for work.
    pub fn charge(&self, peer: PeerAddress, work: Duration, now: Instant) {
        // a network without a place among the buckets is refused by `check`
        let _ = self.seconds.spend(peer.first_of_network(), f64::NEG_INFINITY, work.as_secs_f64(), now);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MAX_ADDRESSES, Rate, WorkBudget};
    use agent_description::resolve::PeerAddress;
    use std::{
        net::{IpAddr, Ipv4Addr},
        time::{Duration, Instant},
    };

    fn peer(text: &str) -> PeerAddress {
        PeerAddress::new(text.parse().unwrap())
    }

    #[test]
    fn an_address_has_its_share_and_no_other_pays() {
        let (rate, now) = (Rate::new(2, 2), Instant::now());
        for _ in 0..4 {
            rate.take(peer("192.0.2.1"), now).unwrap();
        }
        assert_eq!(rate.take(peer("192.0.2.1"), now), Err(Duration::from_millis(500)));
        rate.take(peer("192.0.2.2"), now).unwrap();
        rate.take(peer("192.0.2.1"), now + Duration::from_millis(500)).unwrap();
        assert!(rate.take(peer("192.0.2.1"), now + Duration::from_millis(500)).is_err());
        // one machine can use all addresses of a /64
        for host in 0..4 {
            rate.take(peer(&format!("2001:db8::{host}")), now).unwrap();
        }
        assert!(rate.take(peer("2001:db8::ffff"), now).is_err());
    }

    #[test]
    fn a_network_that_used_much_waits_until_it_has_paid() {
        let (work, now) = (WorkBudget::default(), Instant::now());
        let later = |seconds| now + Duration::from_secs(seconds);
        work.charge(peer("192.0.2.1"), Duration::from_secs(9), now);
        work.check(peer("192.0.2.200"), now).unwrap();
        // the last work may be of any length: a minute is paid in four
        work.charge(peer("192.0.2.2"), Duration::from_secs(61), now);
        assert_eq!(work.check(peer("192.0.2.3"), now).unwrap_err().as_secs(), 240);
        assert!(work.check(peer("192.0.2.3"), later(239)).is_err());
        work.check(peer("192.0.2.3"), later(241)).unwrap();
        work.check(peer("192.0.3.1"), now).unwrap();
        work.charge(peer("2001:db8:7:1::1"), Duration::from_secs(11), now);
        assert!(work.check(peer("2001:db8:7:2::1"), now).is_err());
        work.check(peer("2001:db8:8::1"), now).unwrap();
    }

    #[test]
    fn memory_does_not_grow_with_addresses() {
        let (rate, now) = (Rate::new(1, 2), Instant::now());
        for n in 0..u32::try_from(MAX_ADDRESSES).unwrap() {
            rate.take(PeerAddress::new(IpAddr::V4(Ipv4Addr::from_bits(n))), now).unwrap();
        }
        let new = peer("203.0.113.9");
        assert!(rate.take(new, now).is_err());
        // full buckets are dropped
        rate.take(new, now + Duration::from_secs(3)).unwrap();
        assert_eq!(rate.buckets.lock().unwrap().len(), 1);
    }
}

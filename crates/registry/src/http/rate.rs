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
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let address = peer.first_of_link();
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
        if filled < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - filled) / self.per_second));
        }
        bucket.left -= 1.0;
        Ok(())
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.left + since * self.per_second).min(self.burst)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MAX_ADDRESSES, Rate};
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

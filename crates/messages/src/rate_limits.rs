//! The card's `constraints.rateLimits`, held for each DID that has proved who it is.
//!
//! `requestsPerMinute` is counted by seconds: what is refused would have been one too many in the running second and the
//! sixty before it, so no sixty seconds ever have more. `concurrentConnections` is how many requests of one DID are being
//! worked at. Memory is bounded: see [`RateLimits::MAX_CALLERS`].

use crate::capability::whole;
use adp_cards::seed_card::SeedCard;
use agent_description::{Code, CodedError, Did};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// The seconds that are counted: the running one and the sixty before it.
const SECONDS: usize = 61;

/// How much one caller may ask for. What is `None` is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimits {
    /// `requestsPerMinute`.
    pub requests_per_minute: Option<u32>,
    /// `concurrentConnections`.
    pub concurrent: Option<u32>,
}

impl RateLimits {
    /// How many callers are remembered at once, about 300 bytes each. While all of these have asked within the last minute,
    /// further ones are refused.
    pub const MAX_CALLERS: usize = 10_000;

    /// Those that a card promises. A figure that is no whole number from 1 limits nothing: the card's rules tell it.
    #[must_use]
    pub fn from_card(card: &SeedCard) -> Self {
        let figure = |name: &str| {
            let found = card.rate_limits.iter().find(|(known, _)| known.as_str() == name);
            found.and_then(|(_, value)| whole(*value))
        };
        Self { requests_per_minute: figure("requestsPerMinute"), concurrent: figure("concurrentConnections") }
    }
}

/// Holds callers to their limits.
#[derive(Clone, Debug)]
pub struct RateLimiter {
    limits: RateLimits,
    most: usize,
    callers: Arc<Mutex<Callers>>,
}

#[derive(Debug)]
struct Callers {
    started: Option<Instant>,
    swept: Option<u64>,
    known: HashMap<Did, Caller>,
}

#[derive(Debug)]
struct Caller {
    /// Requests by second, a ring.
    seconds: [u32; SECONDS],
    /// The second that was counted last.
    last: u64,
    /// Requests that are being worked at.
    working: u32,
}

/// A request that is being worked at, until this is dropped.
#[derive(Debug)]
pub struct Working {
    caller: Did,
    callers: Arc<Mutex<Callers>>,
}

impl RateLimiter {
    /// Holds every caller to these limits.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self::with_room(limits, RateLimits::MAX_CALLERS)
    }

    /// The same, for at most so many callers at once.
    #[must_use]
    pub fn with_room(limits: RateLimits, most: usize) -> Self {
        let callers = Callers { started: None, swept: None, known: HashMap::new() };
        Self { limits, most, callers: Arc::new(Mutex::new(callers)) }
    }

    /// Counts a request of a caller whose signature is verified. One that is refused counts for nothing.
    ///
    /// # Errors
    /// `rate-limit`: one too many in a minute, or too many callers to count for.
    pub fn count(&self, caller: &Did, now: Instant) -> Result<(), RateError> {
        let mut callers = locked(&self.callers);
        let second = callers.second(now);
        let known = callers.known(caller, second, self.most)?;
        let asked: u64 = known.seconds.iter().map(|count| u64::from(*count)).sum();
        if let Some(most) = self.limits.requests_per_minute.filter(|most| asked >= u64::from(*most)) {
            return Err(RateError::PerMinute { most });
        }
        if let Some(count) = known.seconds.get_mut(slot(second)) {
            *count = count.saturating_add(1);
        }
        Ok(())
    }

    /// Begins to work at a request.
    ///
    /// # Errors
    /// `rate-limit`: one too many at once, or too many callers to count for.
    pub fn begin(&self, caller: &Did, now: Instant) -> Result<Working, RateError> {
        let mut callers = locked(&self.callers);
        let second = callers.second(now);
        let known = callers.known(caller, second, self.most)?;
        if let Some(most) = self.limits.concurrent.filter(|most| known.working >= *most) {
            return Err(RateError::Concurrent { most });
        }
        known.working = known.working.saturating_add(1);
        Ok(Working { caller: caller.clone(), callers: self.callers.clone() })
    }

    /// How many callers are remembered.
    #[must_use]
    pub fn callers(&self) -> usize {
        locked(&self.callers).known.len()
    }
}

impl Callers {
    /// The seconds since the first request.
    fn second(&mut self, now: Instant) -> u64 {
        now.saturating_duration_since(*self.started.get_or_insert(now)).as_secs()
    }

    /// A caller, up to date; a new one where there is room.
    fn known(&mut self, caller: &Did, second: u64, most: usize) -> Result<&mut Caller, RateError> {
        if !self.known.contains_key(caller) && self.known.len() >= most {
            self.sweep(second);
            if self.known.len() >= most {
                return Err(RateError::Callers { most });
            }
        }
        let known = self.known.entry(caller.clone()).or_insert_with(|| Caller::new(second));
        known.forward(second);
        Ok(known)
    }

    /// Forgets who has asked for nothing in a minute; once a second, as it looks at all.
    fn sweep(&mut self, second: u64) {
        if self.swept == Some(second) {
            return;
        }
        self.swept = Some(second);
        self.known.retain(|_, caller| caller.working > 0 || second.saturating_sub(caller.last) < SECONDS as u64);
    }
}

impl Caller {
    fn new(second: u64) -> Self {
        Self { seconds: [0; SECONDS], last: second, working: 0 }
    }

    /// Empties the seconds that have passed.
    fn forward(&mut self, second: u64) {
        let passed = second.saturating_sub(self.last).min(SECONDS as u64);
        for ago in 0..passed {
            if let Some(count) = self.seconds.get_mut(slot(second.saturating_sub(ago))) {
                *count = 0;
            }
        }
        self.last = self.last.max(second);
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some(caller) = locked(&self.callers).known.get_mut(&self.caller) {
            caller.working = caller.working.saturating_sub(1);
        }
    }
}

fn slot(second: u64) -> usize {
    usize::try_from(second % SECONDS as u64).unwrap_or_default()
}

fn locked(callers: &Mutex<Callers>) -> MutexGuard<'_, Callers> {
    // counts are whole after every step
    callers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a request is not let in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// One too many in a minute.
    #[error("the sender exceeded the limit of {most} requests per minute")]
    PerMinute {
        /// How many there may be.
        most: u32,
    },
    /// One too many at once.
    #[error("the sender exceeded the limit of {most} concurrent requests")]
    Concurrent {
        /// How many there may be.
        most: u32,
    },
    /// Too many callers.
    #[error("the limit of {most} senders per minute is exceeded")]
    Callers {
        /// How many there may be.
        most: usize,
    },
}

impl CodedError for RateError {
    fn code(&self) -> Code {
        Code::RATE_LIMIT
    }
}

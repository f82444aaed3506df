//! Enforces `constraints.rateLimits` of a card per authenticated DID.
//!
//! `requestsPerMinute` is counted per second, over the current second and the sixty before it. No period of sixty
//! seconds thus exceeds the maximum. `concurrentConnections` limits the
//! requests of a DID that are handled in parallel. Memory is limited: see [`RateLimits::MAX_CALLERS`].

use crate::{MessageError, capability::whole, locked::locked};
use adp_cards::seed_card::SeedCard;
use agent_description::{Code, Did};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Instant,
};

/// Number of counted seconds: the current one and the sixty before it.
const SECONDS: usize = 61;

/// Limits per caller; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimits {
    /// `requestsPerMinute`.
    pub requests_per_minute: Option<u32>,
    /// `concurrentConnections`.
    pub concurrent: Option<u32>,
}

impl RateLimits {
    /// Maximum number of tracked callers, about 300 bytes each. If all of them were active in the last minute, further
    /// callers are refused.
    pub const MAX_CALLERS: usize = 10_000;

    /// The limits of a card. A figure that is not a positive integer sets no limit; the card's rules report it.
    #[must_use]
    pub fn from_card(card: &SeedCard) -> Self {
        let figure = |name: &str| {
            let found = card.rate_limits.iter().find(|(known, _)| known.as_str() == name);
            found.and_then(|(_, value)| whole(*value))
        };
        Self { requests_per_minute: figure("requestsPerMinute"), concurrent: figure("concurrentConnections") }
    }
}

/// Enforces limits.
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
    /// Requests per second, as a ring buffer.
    seconds: [u32; SECONDS],
    /// The last counted second.
    last: u64,
    /// Number of requests being handled.
    working: u32,
}

/// A request being handled, until this is dropped.
#[derive(Debug)]
pub struct Working {
    caller: Did,
    callers: Arc<Mutex<Callers>>,
}

impl RateLimiter {
    /// Enforces these limits for every caller.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self::with_room(limits, RateLimits::MAX_CALLERS)
    }

    /// Like [`Self::new`], with a maximum number of callers.
    #[must_use]
    pub fn with_room(limits: RateLimits, most: usize) -> Self {
        let callers = Callers { started: None, swept: None, known: HashMap::new() };
        Self { limits, most, callers: Arc::new(Mutex::new(callers)) }
    }

    /// Counts a request of an authenticated caller. Refused requests are not counted.
    ///
    /// # Errors
    ///
    /// `rate-limit`: too many requests per minute, or too many callers.
    pub fn count(&self, caller: &Did, now: Instant) -> Result<(), MessageError> {
        let mut callers = locked(&self.callers);
        let second = callers.second(now);
        let known = callers.known(caller, second, self.most)?;
        let asked: u64 = known.seconds.iter().map(|count| u64::from(*count)).sum();
        if let Some(most) = self.limits.requests_per_minute.filter(|most| asked >= u64::from(*most)) {
            return Err(exceeded(format!("the sender exceeded the limit of {most} requests per minute")));
        }
        if let Some(count) = known.seconds.get_mut(slot(second)) {
            *count = count.saturating_add(1);
        }
        Ok(())
    }

    /// Starts handling a request.
    ///
    /// # Errors
    ///
    /// `rate-limit`: too many parallel requests, or too many callers.
    pub fn begin(&self, caller: &Did, now: Instant) -> Result<Working, MessageError> {
        let mut callers = locked(&self.callers);
        let second = callers.second(now);
        let known = callers.known(caller, second, self.most)?;
        if let Some(most) = self.limits.concurrent.filter(|most| known.working >= *most) {
            return Err(exceeded(format!("the sender exceeded the limit of {most} concurrent requests")));
        }
        known.working = known.working.saturating_add(1);
        Ok(Working { caller: caller.clone(), callers: self.callers.clone() })
    }

    /// Number of tracked callers.
    #[must_use]
    pub fn callers(&self) -> usize {
        locked(&self.callers).known.len()
    }
}

impl Callers {
    /// Seconds since the first request.
    fn second(&mut self, now: Instant) -> u64 {
        now.saturating_duration_since(*self.started.get_or_insert(now)).as_secs()
    }

    /// The updated record of a caller, created if there is space.
    fn known(&mut self, caller: &Did, second: u64, most: usize) -> Result<&mut Caller, MessageError> {
        if !self.known.contains_key(caller) && self.known.len() >= most {
            self.sweep(second);
            if self.known.len() >= most {
                return Err(exceeded(format!("the limit of {most} senders per minute is exceeded")));
            }
        }
        let known = self.known.entry(caller.clone()).or_insert_with(|| Caller::new(second));
        known.forward(second);
        Ok(known)
    }

    /// Removes callers that were inactive for a minute; at most once per second.
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

    /// Clears the elapsed seconds.
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

fn exceeded(message: String) -> MessageError {
    MessageError::new(Code::RATE_LIMIT, message)
}

fn slot(second: u64) -> usize {
    usize::try_from(second % SECONDS as u64).unwrap_or_default()
}

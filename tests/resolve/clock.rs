//! A clock that stands still until it is moved.

use agent_description::{Timestamp, resolve::Clock};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

#[derive(Clone)]
pub struct Hand(Arc<Mutex<Timestamp>>);

impl Hand {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new("2026-01-01T12:00:00Z".parse().unwrap())))
    }

    pub fn forward(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_add(Duration::from_secs(seconds));
    }

    pub fn back(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_sub(Duration::from_secs(seconds));
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

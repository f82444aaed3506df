//! Monitors the endpoints of an agent.

use super::SignOfLife;
use crate::channel::Address;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval},
};
use tracing::{info, warn};

/// The endpoints of an agent, and which of them are down. Monitoring ends when this is dropped. Needs a tokio runtime
/// with time.
#[derive(Debug)]
pub struct Watch {
    places: Vec<Place>,
    heartbeat: Duration,
    /// The probes, until this is dropped.
    _probes: JoinSet<()>,
}

#[derive(Debug)]
struct Place {
    address: Address,
    /// Time since when it is down.
    down: watch::Receiver<Option<Instant>>,
}

impl Watch {
    /// Starts probing each endpoint twice per interval. Initially, all are considered available.
    #[must_use]
    pub fn start(places: Vec<Address>, sign: Arc<dyn SignOfLife>, heartbeat: Duration) -> Self {
        let half = (heartbeat / 2).max(Duration::from_millis(1));
        let mut probes = JoinSet::new();
        let watched = places.into_iter().map(|address| {
            let (told, down) = watch::channel(None);
            probes.spawn(watched(address.clone(), Arc::clone(&sign), half, told));
            Place { address, down }
        });
        Self { places: watched.collect(), heartbeat, _probes: probes }
    }

    /// The interval.
    #[must_use]
    pub fn heartbeat(&self) -> Duration {
        self.heartbeat
    }

    /// The endpoints, in order.
    pub fn places(&self) -> impl Iterator<Item = &Address> {
        self.places.iter().map(|place| &place.address)
    }

    /// Time since when an endpoint is down, by index; `None` if it is available.
    #[must_use]
    pub fn down_since(&self, place: usize) -> Option<Instant> {
        self.places.get(place).and_then(|place| *place.down.borrow())
    }

    /// The preferred endpoint: the first available one that is not in `left_out`; the first of those if all are down.
    pub(super) fn first(&self, left_out: &[usize]) -> Option<(usize, &Address)> {
        let mut left = self.places.iter().enumerate().filter(|(index, _)| !left_out.contains(index));
        let is_up = |place: &Place| place.down.borrow().is_none();
        let first = left.clone().find(|(_, place)| is_up(place)).or_else(|| left.next());
        first.map(|(index, place)| (index, &place.address))
    }

    /// Waits until an endpoint goes down. Waits forever if it is already down or no longer monitored.
    pub(super) async fn goes_down(&self, place: usize) {
        if let Some(place) = self.places.get(place) {
            let mut down = place.down.clone();
            down.mark_unchanged();
            while down.changed().await.is_ok() {
                if down.borrow().is_some() {
                    return;
                }
            }
        }
        std::future::pending::<()>().await;
    }
}

async fn watched(address: Address, sign: Arc<dyn SignOfLife>, half: Duration, told: watch::Sender<Option<Instant>>) {
    let mut ticks = interval(half);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut missed = 0_u32;
    loop {
        ticks.tick().await;
        // the next probe is due when this one times out
        if tokio::time::timeout(half, sign.is_there(&address, half)).await == Ok(true) {
            missed = 0;
            if told.borrow().is_some() {
                info!(place = %address, "is up again");
                told.send_replace(None);
            }
        } else {
            missed = missed.saturating_add(1);
            if missed == 2 {
                warn!(place = %address, "is down");
                told.send_replace(Some(Instant::now()));
            }
        }
    }
}

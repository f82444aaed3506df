//! Remembers the outcome of each message, so that a retry has no second effect and gets the same answer.

use crate::locked::locked;
use agent_description::{
    Did,
    json::{Json, Object},
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{sync::watch, time::Instant};

/// Identifies a message by sender and ID.
type Key = Arc<(Did, String)>;

/// The outcomes of messages, within limits. An outcome is kept as long as a retry can be accepted. If there is no
/// space, new messages are refused.
pub(super) struct Answers {
    state: Mutex<State>,
    most: usize,
    most_bytes: usize,
}

#[derive(Default)]
struct State {
    known: HashMap<Key, Entry>,
    /// Expiry times in order; all outcomes are kept for the same time.
    ends: VecDeque<(Instant, Key)>,
    bytes: usize,
}

struct Entry {
    digest: [u8; 32],
    answer: watch::Receiver<Option<Arc<Remembered>>>,
    bytes: usize,
}

/// An answer: ID and payload.
#[derive(Debug)]
pub(super) struct Remembered {
    pub(super) message_id: String,
    pub(super) payload: Object,
}

/// What to do with a message.
pub(super) enum Admittance {
    /// It is new: the ticket must be answered.
    First(Ticket, Waiting),
    /// It is a retry.
    Again(Waiting),
    /// Another message with its ID came before.
    Different,
    /// There is no space to remember it.
    Full,
}

/// The obligation to answer. If it is dropped without an answer, the message is forgotten and a retry is new.
pub(super) struct Ticket {
    answers: Arc<Answers>,
    key: Key,
    answer: watch::Sender<Option<Arc<Remembered>>>,
}

/// Waits for an answer.
pub(super) struct Waiting(watch::Receiver<Option<Arc<Remembered>>>);

impl Answers {
    pub(super) fn new(most: usize, most_bytes: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), most, most_bytes })
    }

    /// Registers a message, or finds its earlier outcome.
    pub(super) fn begin(
        self: &Arc<Self>,
        sender: &Did,
        message_id: &str,
        digest: &[u8; 32],
        keep: Duration,
    ) -> Admittance {
        let now = Instant::now();
        let mut state = locked(&self.state);
        state.forget(now);
        let key: Key = Arc::new((sender.clone(), message_id.to_owned()));
        if let Some(entry) = state.known.get(&key) {
            return match entry.digest == *digest {
                true => Admittance::Again(Waiting(entry.answer.clone())),
                false => Admittance::Different,
            };
        }
        let bytes = sender.as_str().len() + message_id.len() + size_of::<Entry>();
        if state.ends.len() >= self.most || state.bytes + bytes > self.most_bytes {
            return Admittance::Full;
        }
        let (answer, waiting) = watch::channel(None);
        state.known.insert(Arc::clone(&key), Entry { digest: *digest, answer: waiting.clone(), bytes });
        state.ends.push_back((now + keep, Arc::clone(&key)));
        state.bytes += bytes;
        drop(state);
        Admittance::First(Ticket { answers: Arc::clone(self), key, answer }, Waiting(waiting))
    }
}

impl State {
    fn forget(&mut self, now: Instant) {
        while self.ends.front().is_some_and(|(end, _)| *end <= now) {
            let Some((end, key)) = self.ends.pop_front() else { return };
            // unfinished messages are checked again later
            let is_unfinished = |entry: &Entry| entry.answer.borrow().is_none() && entry.answer.has_changed().is_ok();
            if self.known.get(&key).is_some_and(is_unfinished) {
                self.ends.push_back((end.max(now) + Duration::from_secs(60), key));
                continue;
            }
            if let Some(entry) = self.known.remove(&key) {
                self.bytes = self.bytes.saturating_sub(entry.bytes);
            }
        }
    }
}

impl Ticket {
    /// Provides the answer to all current and later waiters.
    pub(super) fn answer(self, message_id: String, payload: Object) {
        let bytes = message_id.len() + size(&Json::from(payload.clone()));
        let mut state = locked(&self.answers.state);
        if let Some(entry) = state.known.get_mut(&self.key) {
            entry.bytes += bytes;
            state.bytes += bytes;
        }
        drop(state);
        self.answer.send_replace(Some(Arc::new(Remembered { message_id, payload })));
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if self.answer.borrow().is_some() {
            return;
        }
        let mut state = locked(&self.answers.state);
        if let Some(entry) = state.known.remove(&self.key) {
            state.bytes = state.bytes.saturating_sub(entry.bytes);
        }
        state.ends.retain(|(_, key)| !Arc::ptr_eq(key, &self.key));
    }
}

impl Waiting {
    /// The answer; `None` if the ticket was dropped.
    pub(super) async fn answer(mut self) -> Option<Arc<Remembered>> {
        self.0.wait_for(Option::is_some).await.ok()?.clone()
    }
}

/// Approximate memory of a value: its texts, and overhead per value.
pub(super) fn size(json: &Json) -> usize {
    let inside = match (json.as_str(), json.as_array(), json.as_object()) {
        (Some(text), ..) => text.len(),
        (_, Some(items), _) => items.iter().map(size).sum(),
        (_, _, Some(object)) => object.iter().map(|member| member.name().len() + size(member.value())).sum(),
        _ => 0,
    };
    inside + size_of::<Json>()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::{Admittance, Answers};
    use agent_description::json::Object;
    use std::{sync::Arc, time::Duration};

    const KEEP: Duration = Duration::from_secs(420);

    fn begin(answers: &Arc<Answers>, id: &str, digest: u8) -> Admittance {
        answers.begin(&"did:wba:a.example".parse().unwrap(), id, &[digest; 32], KEEP)
    }

    #[tokio::test(start_paused = true)]
    async fn a_retry_has_the_first_ones_answer_as_long_as_it_can_come() {
        let answers = Answers::new(2, 1 << 20);
        let Admittance::First(ticket, _) = begin(&answers, "1", 1) else { panic!("it is new") };
        let Admittance::Again(early) = begin(&answers, "1", 1) else { panic!("it came before") };
        assert!(matches!(begin(&answers, "1", 2), Admittance::Different));
        ticket.answer("answer".to_owned(), Object::new());
        assert_eq!(early.answer().await.unwrap().message_id, "answer");
        tokio::time::advance(KEEP - Duration::from_secs(1)).await;
        assert!(matches!(begin(&answers, "1", 1), Admittance::Again(_)));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(matches!(begin(&answers, "1", 1), Admittance::First(..)));
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_remembered_is_not_begun() {
        let answers = Answers::new(2, 1 << 20);
        let kept: Vec<Admittance> = ["1", "2"].map(|id| begin(&answers, id, 1)).into();
        assert!(matches!(begin(&answers, "3", 1), Admittance::Full));
        // an unfinished message is not forgotten, however long it takes
        tokio::time::advance(KEEP * 3).await;
        assert!(matches!(begin(&answers, "3", 1), Admittance::Full));
        // a dropped ticket is forgotten
        drop(kept);
        assert!(matches!(begin(&answers, "3", 1), Admittance::First(..)));
        let few_bytes = Answers::new(100, 600);
        let mut ids = (0..).map(|id: u32| begin(&few_bytes, &id.to_string(), 1));
        let kept: Vec<Admittance> =
            ids.by_ref().take_while(|begun| matches!(begun, Admittance::First(..))).take(100).collect();
        assert!((1..10).contains(&kept.len()), "{}", kept.len());
    }
}

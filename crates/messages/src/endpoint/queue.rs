//! A priority queue of accepted messages, with a capacity per priority and without starvation.

use crate::{envelope::Priority, locked::locked, signature::AcceptedMessage};
use agent_description::Did;
use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, Mutex},
};
use tokio::sync::Notify;

/// Number of messages per round and priority: low, normal, high, urgent. Under full load, at least one of 15 is low.
const PRIORITY_WEIGHTS: [u32; 4] = [1, 2, 4, 8];

/// Messages that are handled in order: those of one sender and one conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Conversation(Arc<(Did, String)>);

impl Conversation {
    pub(super) fn from_message(message: &AcceptedMessage) -> Option<Self> {
        let id = message.envelope().correlation_id.as_ref()?;
        Some(Self(Arc::new((message.signer().clone(), id.as_str().to_owned()))))
    }
}

/// A queue with four priorities.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Notify,
    room: usize,
}

struct State<T> {
    levels: [Level<T>; 4],
    /// Conversations with a message being handled.
    busy: HashSet<Conversation>,
}

struct Level<T> {
    waiting: VecDeque<(Option<Conversation>, T)>,
    /// Number of messages left in this round.
    share: u32,
}

/// Marks a message as being handled; its conversation continues when this is dropped.
pub(super) struct Turn<T> {
    queue: Arc<Queue<T>>,
    conversation: Option<Conversation>,
}

impl<T> Queue<T> {
    /// Creates a queue with this capacity per priority.
    pub(super) fn new(room: usize) -> Arc<Self> {
        let levels = PRIORITY_WEIGHTS.map(|share| Level { waiting: VecDeque::new(), share });
        let state = Mutex::new(State { levels, busy: HashSet::new() });
        Arc::new(Self { state, changed: Notify::new(), room })
    }

    pub(super) fn len(&self) -> usize {
        locked(&self.state).levels.iter().map(|level| level.waiting.len()).sum()
    }

    /// Queues an item, or returns it if its priority is full.
    pub(super) fn push(&self, priority: Priority, conversation: Option<Conversation>, item: T) -> Result<(), T> {
        let mut state = locked(&self.state);
        let [low, normal, high, urgent] = &mut state.levels;
        let level = match priority {
            Priority::Low => low,
            Priority::Normal => normal,
            Priority::High => high,
            Priority::Urgent => urgent,
        };
        if level.waiting.len() >= self.room {
            return Err(item);
        }
        level.waiting.push_back((conversation, item));
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for the next item. Only one task may wait at a time.
    pub(super) async fn pop(self: &Arc<Self>) -> (T, Turn<T>) {
        loop {
            let changed = self.changed.notified();
            let next = locked(&self.state).next();
            if let Some((conversation, item)) = next {
                return (item, Turn { queue: Arc::clone(self), conversation });
            }
            changed.await;
        }
    }
}

impl<T> State<T> {
    /// The next item, and its conversation, which is then busy.
    fn next(&mut self) -> Option<(Option<Conversation>, T)> {
        let Self { levels, busy } = self;
        // a second pass with a new round, if the waiting priorities have used up theirs
        for _ in 0..2 {
            for level in levels.iter_mut().rev().filter(|level| level.share > 0) {
                let may_go = |(conversation, _): &(Option<Conversation>, T)| {
                    conversation.as_ref().is_none_or(|conversation| !busy.contains(conversation))
                };
                let Some(at) = level.waiting.iter().position(may_go) else { continue };
                level.share -= 1;
                let taken = level.waiting.remove(at)?;
                busy.extend(taken.0.clone());
                return Some(taken);
            }
            for (level, share) in levels.iter_mut().zip(PRIORITY_WEIGHTS) {
                level.share = share;
            }
        }
        None
    }
}

impl<T> Drop for Turn<T> {
    fn drop(&mut self) {
        if let Some(conversation) = &self.conversation {
            locked(&self.queue.state).busy.remove(conversation);
            self.queue.changed.notify_one();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Conversation, Queue};
    use crate::envelope::Priority;
    use futures_util::FutureExt;
    use std::sync::Arc;

    fn pop(queue: &Arc<Queue<u32>>) -> Option<(u32, super::Turn<u32>)> {
        queue.pop().now_or_never()
    }

    #[test]
    fn urgent_ones_go_first_and_low_ones_have_their_share() {
        let queue = Queue::new(100);
        for _ in 0..60 {
            for (value, priority) in (0..).zip(Priority::ALL) {
                queue.push(*priority, None, value).unwrap();
            }
        }
        // one round under full load, by hand
        let round: Vec<u32> = (0..15).map(|_| pop(&queue).unwrap().0).collect();
        assert_eq!(round, [3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 0]);
        let next: Vec<u32> = (0..15).map(|_| pop(&queue).unwrap().0).collect();
        assert_eq!(next, round);
    }

    #[test]
    fn a_full_priority_refuses_and_leaves_room_for_the_others() {
        let queue = Queue::new(2);
        assert_eq!(queue.push(Priority::Low, None, 1), Ok(()));
        assert_eq!(queue.push(Priority::Low, None, 2), Ok(()));
        assert_eq!(queue.push(Priority::Low, None, 3), Err(3));
        assert_eq!(queue.push(Priority::Urgent, None, 4), Ok(()));
        assert_eq!(queue.len(), 3);
    }

    #[test]
    fn one_of_a_conversation_is_handled_at_a_time() {
        let queue = Queue::new(10);
        let talk = || Some(Conversation(Arc::new(("did:wba:a.example".parse().unwrap(), "first".to_owned()))));
        for value in [1, 2] {
            queue.push(Priority::Normal, talk(), value).unwrap();
        }
        queue.push(Priority::Normal, None, 3).unwrap();
        let (first, turn) = pop(&queue).unwrap();
        let (second, _) = pop(&queue).unwrap();
        assert_eq!((first, second), (1, 3));
        assert!(pop(&queue).is_none());
        drop(turn);
        assert_eq!(pop(&queue).unwrap().0, 2);
    }
}

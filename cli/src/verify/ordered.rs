//! Returns parallel results in input order, with a limited number of waiting results.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// A queue of numbered tickets, whose results are taken in order.
#[derive(Debug)]
pub struct Ordered<R> {
    state: Mutex<State<R>>,
    /// Signals that a result arrived, or that no more will arrive.
    ready: Condvar,
    /// Signals that results were taken.
    room: Condvar,
    /// Maximum number of open tickets.
    window: u64,
}

#[derive(Debug)]
struct State<R> {
    /// Number of the next ticket.
    next: u64,
    /// Number of the next result to take.
    due: u64,
    /// Results that wait for earlier ones.
    done: BTreeMap<u64, R>,
    /// Set when no more tickets will be issued.
    ended: bool,
    /// Set when waiting for results was stopped.
    stopped: bool,
}

/// A ticket: the right to provide one result.
#[derive(Debug)]
pub struct Ticket<R> {
    number: u64,
    ordered: Arc<Ordered<R>>,
}

impl<R> Ordered<R> {
    /// Creates a queue with at most `window` open tickets.
    pub fn new(window: u64) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State { next: 0, due: 0, done: BTreeMap::new(), ended: false, stopped: false }),
            ready: Condvar::new(),
            room: Condvar::new(),
            window,
        })
    }

    /// The next ticket, once there is space; `None` after a stop.
    pub fn ticket(self: &Arc<Self>) -> Option<Ticket<R>> {
        let mut state = self.lock();
        while !state.stopped && state.next >= state.due + self.window {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.stopped {
            return None;
        }
        let number = state.next;
        state.next += 1;
        Some(Ticket { number, ordered: Arc::clone(self) })
    }

    /// Marks the end: no more tickets will be issued.
    pub fn end(&self) {
        self.lock().ended = true;
        self.ready.notify_all();
    }

    /// Stops issuing tickets. Results that are ready and next in order can still be taken.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.ready.notify_all();
        self.room.notify_all();
    }

    /// Waits for the next result, and takes it with all consecutive ones. Empty at the end.
    pub fn take(&self) -> Vec<R> {
        let mut state = self.lock();
        loop {
            let mut taken = Vec::new();
            loop {
                let due = state.due;
                let Some(result) = state.done.remove(&due) else { break };
                taken.push(result);
                state.due += 1;
            }
            if !taken.is_empty() {
                drop(state);
                self.room.notify_all();
                return taken;
            }
            if state.stopped || (state.ended && state.due == state.next) {
                return taken;
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R> Ticket<R> {
    /// Provides the result.
    pub fn give(self, result: R) {
        let mut state = self.ordered.lock();
        state.done.insert(self.number, result);
        let due = self.number == state.due;
        drop(state);
        if due {
            self.ordered.ready.notify_all();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Ordered;
    use std::{
        sync::{
            Arc, Mutex,
            atomic::{AtomicU64, Ordering},
        },
        thread,
        time::Duration,
    };

    /// Draws `n` tickets on `threads` threads, which provide `work(number)`.
    fn run(ordered: &Arc<Ordered<u64>>, n: u64, threads: usize, work: impl Fn(u64) -> u64 + Send + Sync + 'static) {
        let (left, work) = (Arc::new(Mutex::new(0..n)), Arc::new(work));
        for _ in 0..threads {
            let (ordered, left, work) = (Arc::clone(ordered), Arc::clone(&left), Arc::clone(&work));
            thread::spawn(move || {
                loop {
                    let (number, ticket) = {
                        let mut left = left.lock().unwrap();
                        let Some(number) = left.next() else { return ordered.end() };
                        let Some(ticket) = ordered.ticket() else { return };
                        (number, ticket)
                    };
                    ticket.give(work(number));
                }
            });
        }
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for threads in 1..=8 {
            let ordered = Ordered::new(16);
            run(&ordered, 400, threads, |n| {
                thread::sleep(Duration::from_micros(if n.is_multiple_of(50) { 3000 } else { 10 }));
                n * n
            });
            let mut seen = Vec::new();
            loop {
                let taken = ordered.take();
                if taken.is_empty() {
                    break;
                }
                seen.extend(taken);
            }
            assert_eq!(seen, (0..400).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn one_slow_result_does_not_let_the_rest_pile_up() {
        let begun = Arc::new(AtomicU64::new(0));
        let ordered = Ordered::new(100);
        let count = Arc::clone(&begun);
        run(&ordered, 10_000, 2, move |n| {
            count.fetch_add(1, Ordering::SeqCst);
            if n == 0 {
                thread::sleep(Duration::from_millis(100));
            }
            n
        });
        let first = ordered.take();
        assert_eq!(first[0], 0);
        // the window, and one more ticket for each of the two threads after the first result was taken
        assert!(begun.load(Ordering::SeqCst) <= 200, "{}", begun.load(Ordering::SeqCst));
        assert!(first.len() <= 100, "{}", first.len());
        ordered.stop();
    }

    #[test]
    fn a_stop_gives_what_is_due_and_no_more_tickets() {
        let ordered = Ordered::new(10);
        let [one, two, three] = [(); 3].map(|()| ordered.ticket().unwrap());
        one.give(1);
        three.give(3);
        ordered.stop();
        assert_eq!(ordered.take(), [1]);
        assert_eq!(ordered.take(), [0_u64; 0], "the second is missing, so the third is not due");
        assert!(ordered.ticket().is_none());
        two.give(2);
        assert_eq!(ordered.take(), [2, 3]);
    }
}

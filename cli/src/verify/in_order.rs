//! Work on several threads, results in the order of the inputs.

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// How many results may wait for an earlier one, per thread: memory stays flat however many inputs there are.
const WINDOW: usize = 64;

struct State<I, R> {
    inputs: I,
    /// The number of the next input.
    next: usize,
    /// Results that wait for earlier ones.
    done: BTreeMap<usize, R>,
    /// How many results were handed on.
    emitted: usize,
    /// How many threads still work.
    working: usize,
    /// The receiver wants no more.
    stopped: bool,
}

struct Shared<I, R> {
    state: Mutex<State<I, R>>,
    /// A result came, or a thread ended.
    ready: Condvar,
    /// A result was handed on.
    room: Condvar,
}

impl<I, R> Shared<I, R> {
    fn lock(&self) -> MutexGuard<'_, State<I, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a thread has ended, also by a panic.
struct Working<'a, I, R>(&'a Shared<I, R>);

impl<I, R> Drop for Working<'_, I, R> {
    fn drop(&mut self) {
        self.0.lock().working -= 1;
        self.0.ready.notify_one();
    }
}

/// Runs `work` over `inputs` on `jobs` threads and hands each result to `emit`, in input order, on this thread.
///
/// # Errors
/// The first error of `emit`; no further input is begun then.
pub fn in_order<T, R, E>(
    inputs: impl Iterator<Item = T> + Send,
    jobs: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
    mut emit: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
{
    let window = WINDOW * jobs.get();
    let shared = Shared {
        state: Mutex::new(State {
            inputs,
            next: 0,
            done: BTreeMap::new(),
            emitted: 0,
            working: jobs.get(),
            stopped: false,
        }),
        ready: Condvar::new(),
        room: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 0..jobs.get() {
            scope.spawn(|| {
                let _working = Working(&shared);
                loop {
                    let mut state = shared.lock();
                    while !state.stopped && state.next >= state.emitted + window {
                        state = shared.room.wait(state).unwrap_or_else(PoisonError::into_inner);
                    }
                    if state.stopped {
                        return;
                    }
                    let Some(input) = state.inputs.next() else { return };
                    let number = state.next;
                    state.next += 1;
                    drop(state);
                    let result = work(input);
                    shared.lock().done.insert(number, result);
                    shared.ready.notify_one();
                }
            });
        }
        loop {
            let mut state = shared.lock();
            let result = loop {
                let number = state.emitted;
                if let Some(result) = state.done.remove(&number) {
                    state.emitted += 1;
                    break result;
                }
                if state.working == 0 {
                    return Ok(());
                }
                state = shared.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            drop(state);
            shared.room.notify_all();
            if let Err(error) = emit(result) {
                shared.lock().stopped = true;
                shared.room.notify_all();
                return Err(error);
            }
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{WINDOW, in_order};
    use std::{
        num::NonZeroUsize,
        sync::atomic::{AtomicUsize, Ordering},
        thread,
        time::Duration,
    };

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let slow_at_times = |n: u64| {
                thread::sleep(Duration::from_micros(if n.is_multiple_of(50) { 3000 } else { 10 }));
                n * n
            };
            let all: Result<(), ()> = in_order(0..400_u64, NonZeroUsize::new(jobs).unwrap(), slow_at_times, |n| {
                seen.push(n);
                Ok(())
            });
            assert_eq!(all, Ok(()));
            assert_eq!(seen, (0..400).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn one_slow_input_does_not_let_the_rest_pile_up() {
        let begun = AtomicUsize::new(0);
        let mut most = 0;
        let result: Result<(), ()> = in_order(
            0..10_000,
            NonZeroUsize::new(2).unwrap(),
            |n| {
                begun.fetch_add(1, Ordering::SeqCst);
                if n == 0 {
                    thread::sleep(Duration::from_millis(100));
                }
                n
            },
            |n| {
                if n == 0 {
                    most = begun.load(Ordering::SeqCst);
                }
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        // the window, and one that each thread may hold
        assert!(most <= 2 * WINDOW + 2, "{most}");
    }

    #[test]
    fn an_error_of_the_receiver_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let result = in_order(
            0..1_000_000,
            NonZeroUsize::new(2).unwrap(),
            |n| {
                begun.fetch_add(1, Ordering::SeqCst);
                n
            },
            |n| if n == 10 { Err("enough") } else { Ok(()) },
        );
        assert_eq!(result, Err("enough"));
        assert!(begun.load(Ordering::SeqCst) < 1000);
    }
}

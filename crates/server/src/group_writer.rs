//! A thread that writes to the file of a store.

use std::{
    io,
    sync::mpsc,
    thread::{self, JoinHandle},
};
use tokio::sync::oneshot;

/// Maximum size of a group.
const MAX_GROUP_SIZE: usize = 4096;

/// Writes the items of concurrent callers together, on a thread of its own, so that they share one disk write.
#[derive(Debug)]
pub struct GroupWriter<I, A> {
    queue: Option<mpsc::Sender<(I, oneshot::Sender<A>)>>,
    thread: Option<JoinHandle<()>>,
}

impl<I: Send + 'static, A: Send + 'static> GroupWriter<I, A> {
    /// Starts the thread. `write` returns an answer for each item of a group, in order. A group ends when the sizes of
    /// its items reach 4096.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn start(
        name: &str,
        size: fn(&I) -> usize,
        mut write: impl FnMut(Vec<I>) -> Vec<A> + Send + 'static,
    ) -> io::Result<Self> {
        let (queue, items) = mpsc::channel::<(I, oneshot::Sender<A>)>();
        let work = move || {
            while let Ok(first) = items.recv() {
                let mut total = size(&first.0);
                let mut group = vec![first];
                while total < MAX_GROUP_SIZE
                    && let Ok(next) = items.try_recv()
                {
                    total += size(&next.0);
                    group.push(next);
                }
                let (group, waiting): (Vec<_>, Vec<_>) = group.into_iter().unzip();
                for (answer, caller) in write(group).into_iter().zip(waiting) {
                    // the caller may have stopped waiting
                    let _ = caller.send(answer);
                }
            }
        };
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .spawn(work)
            .map_err(|error| io::Error::new(error.kind(), format!("the store's thread cannot be started: {error}")))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    /// Writes an item, and returns its answer.
    ///
    /// # Errors
    /// The thread has ended.
    pub async fn write(&self, item: I) -> io::Result<A> {
        let ended = || io::Error::other("the store's thread has ended");
        let (caller, answer) = oneshot::channel();
        let queue = self.queue.as_ref().ok_or_else(ended)?;
        queue.send((item, caller)).map_err(|_| ended())?;
        answer.await.map_err(|_| ended())
    }
}

impl<I, A> Drop for GroupWriter<I, A> {
    /// Waits until the thread has dropped what it writes to, so that the file can be opened again.
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // the thread has no result
            let _ = thread.join();
        }
    }
}

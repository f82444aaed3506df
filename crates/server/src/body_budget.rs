//! How many bytes of request bodies are in memory at the same time.

use bytes::Bytes;
use http_body::Body;
use http_body_util::BodyExt;
use std::{error::Error, pin::pin, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The smallest piece that a body takes of the budget, in bytes.
const MIN_PIECE_BYTES: usize = 4 << 10;

/// Bytes that the bodies of all requests may take together, from their first byte until they are no longer needed. Clones share them.
///
/// A body takes what has arrived of it, not what it announces: a client that sends slowly does not keep others out.
#[derive(Clone, Debug)]
pub struct BodyBudget {
    /// One permit for each byte that may still be taken.
    room: Arc<Semaphore>,
}

/// A body that has arrived, and its part of the budget.
#[derive(Debug)]
pub struct HeldBody {
    bytes: Bytes,
    room: BodyRoom,
}

/// A part of the budget, taken until this is dropped.
#[derive(Debug)]
pub struct BodyRoom {
    _permit: Option<OwnedSemaphorePermit>,
}

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// It has more bytes than the limit.
    #[error("the body has more than {limit} bytes")]
    TooLarge {
        /// The most.
        limit: usize,
    },
    /// The connection broke, or the body is not framed as HTTP says.
    #[error("the body did not arrive completely")]
    Incomplete,
    /// It took too long.
    #[error("the body did not arrive within {} s", .timeout.as_secs_f32())]
    Slow {
        /// How long it may take.
        timeout: Duration,
    },
    /// The bodies of other requests have taken the budget.
    #[error("too many request bodies at the same time; try again")]
    NoRoom,
}

impl BodyBudget {
    /// A budget of this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { room: Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))) }
    }

    /// Reads a whole body of at most `limit` bytes. If the budget is used up there is an error at once: bodies that waited for each other would
    /// keep what they have taken.
    ///
    /// # Errors
    /// [`BodyError`]
    pub async fn read<B>(&self, body: B, limit: usize, timeout: Duration) -> Result<HeldBody, BodyError>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        tokio::time::timeout(timeout, self.read_all(body, limit)).await.unwrap_or(Err(BodyError::Slow { timeout }))
    }

    async fn read_all<B: Body>(&self, body: B, limit: usize) -> Result<HeldBody, BodyError> {
        let (mut body, mut bytes, mut room) = (pin!(body), Vec::new(), None);
        while let Some(frame) = body.frame().await {
            let Ok(mut data) = frame.map_err(|_| BodyError::Incomplete)?.into_data() else { continue };
            while bytes::Buf::has_remaining(&data) {
                let chunk = bytes::Buf::chunk(&data);
                let len = bytes.len() + chunk.len();
                if len > limit {
                    return Err(BodyError::TooLarge { limit });
                }
                self.grow(&mut bytes, &mut room, len, limit)?;
                bytes.extend_from_slice(chunk);
                let read = chunk.len();
                bytes::Buf::advance(&mut data, read);
            }
        }
        Ok(HeldBody { bytes: bytes.into(), room: BodyRoom { _permit: room } })
    }

    /// Makes room for `len` bytes: what is allocated is what is taken of the budget.
    fn grow(
        &self,
        bytes: &mut Vec<u8>,
        room: &mut Option<OwnedSemaphorePermit>,
        len: usize,
        limit: usize,
    ) -> Result<(), BodyError> {
        let taken = room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        if len <= taken {
            return Ok(());
        }
        let wanted = taken.saturating_mul(2).max(MIN_PIECE_BYTES).min(limit).max(len);
        let more = u32::try_from(wanted - taken).map_err(|_| BodyError::NoRoom)?;
        let more = Arc::clone(&self.room).try_acquire_many_owned(more).map_err(|_| BodyError::NoRoom)?;
        match room {
            Some(room) => room.merge(more),
            none => *none = Some(more),
        }
        bytes.try_reserve_exact(wanted - bytes.len()).map_err(|_| BodyError::NoRoom)
    }
}

impl HeldBody {
    /// The body.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The body, and its part of the budget, for whoever keeps something else of the same size in its place.
    #[must_use]
    pub fn into_parts(self) -> (Bytes, BodyRoom) {
        (self.bytes, self.room)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{BodyBudget, BodyError};
    use bytes::Bytes;
    use http_body::{Body, Frame};
    use http_body_util::Full;
    use std::{
        convert::Infallible,
        pin::Pin,
        task::{Context, Poll},
        time::Duration,
    };

    const TIMEOUT: Duration = Duration::from_secs(10);

    /// A body of which this much has arrived, and the rest never comes.
    struct Unfinished(Option<Bytes>);

    impl Body for Unfinished {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            self.0.take().map_or(Poll::Pending, |bytes| Poll::Ready(Some(Ok(Frame::data(bytes)))))
        }
    }

    fn unfinished(bytes: usize) -> Unfinished {
        Unfinished(Some(Bytes::from(vec![b'x'; bytes])))
    }

    #[tokio::test(start_paused = true)]
    async fn unfinished_bodies_take_what_has_arrived_of_them() {
        let budget = BodyBudget::new(20_000);
        // two that announce nothing and have sent 8,000 bytes each, which takes 8,000 each
        let slow = || {
            let budget = budget.clone();
            tokio::spawn(async move { budget.read(unfinished(8_000), 1 << 20, TIMEOUT).await.unwrap_err() })
        };
        let slow = [slow(), slow()];
        tokio::time::sleep(Duration::from_secs(1)).await;
        let whole = |bytes: usize| Full::new(Bytes::from(vec![b'x'; bytes]));
        assert_eq!(budget.read(whole(4_001), 1 << 20, TIMEOUT).await.unwrap_err(), BodyError::NoRoom);
        let held = budget.read(whole(4_000), 4_000, TIMEOUT).await.unwrap();
        assert_eq!(held.bytes().len(), 4_000);
        // it takes its part as long as it is needed
        assert_eq!(budget.read(whole(1), 4_000, TIMEOUT).await.unwrap_err(), BodyError::NoRoom);
        // and a request without a body needs none
        assert!(budget.read(whole(0), 0, TIMEOUT).await.unwrap().bytes().is_empty());
        drop(held);
        for slow in slow {
            assert_eq!(slow.await.unwrap(), BodyError::Slow { timeout: TIMEOUT });
        }
        assert_eq!(budget.read(whole(20_000), 20_000, TIMEOUT).await.unwrap().bytes().len(), 20_000);
        assert_eq!(budget.read(whole(4_001), 4_000, TIMEOUT).await.unwrap_err(), BodyError::TooLarge { limit: 4_000 });
        assert_eq!(budget.room.available_permits(), 20_000);
    }
}

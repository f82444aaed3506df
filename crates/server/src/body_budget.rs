//! Memory limit for request bodies.

use bytes::Bytes;
use http_body::Body;
use http_body_util::BodyExt;
use std::{error::Error, pin::pin, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The smallest allocation for a body, in bytes.
const MIN_PIECE_BYTES: usize = 4 << 10;

/// A memory limit for the bodies of all requests, until they are dropped. Clones share it.
///
/// A body is charged for its received bytes, not for its announced length, so slow clients do not block others.
#[derive(Clone, Debug)]
pub struct BodyBudget {
    /// One permit for each remaining byte.
    room: Arc<Semaphore>,
}

/// A received body with its charge.
#[derive(Debug)]
pub struct HeldBody {
    bytes: Bytes,
    room: BodyRoom,
}

/// A charge, released on drop.
#[derive(Debug)]
pub struct BodyRoom {
    _permit: Option<OwnedSemaphorePermit>,
}

/// Why a body cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// It exceeds the limit.
    #[error("the body has more than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The connection failed, or the HTTP framing is invalid.
    #[error("the body did not arrive completely")]
    Incomplete,
    /// It took too long.
    #[error("the body did not arrive within {} s", .timeout.as_secs_f32())]
    Slow {
        /// The time limit.
        timeout: Duration,
    },
    /// The bodies of other requests use the whole memory limit.
    #[error("too many request bodies at the same time; try again")]
    NoRoom,
}

impl BodyBudget {
    /// Creates a limit of this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { room: Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))) }
    }

    /// Reads a complete body of at most `limit` bytes. Fails immediately if the memory limit is reached, because bodies
    /// that wait for each other would block forever.
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

    /// Allocates and charges `len` bytes.
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

    /// The body and its charge, for callers that replace it by other data of the same size.
    #[must_use]
    pub fn into_parts(self) -> (Bytes, BodyRoom) {
        (self.bytes, self.room)
    }
}

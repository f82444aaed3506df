//! Streams a file in chunks. A slow client uses the memory of one chunk, whatever the file size.

use super::{files::Name, version::Version};
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::{
    fs::File,
    future::Future,
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::task::{JoinHandle, spawn_blocking};

/// Size of a chunk in memory per client.
const CHUNK_BYTES: u64 = 64 << 10;

/// The bytes of one version of a file.
///
/// If the file is truncated or overwritten during the response, the body ends with an error before its last chunk, and
/// the connection is closed. The client then detects an incomplete response and does not cache it under the entity tag
/// of the version.
#[derive(Debug)]
pub struct FileBody {
    version: Version,
    name: Name,
    left: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Idle(File),
    Reading(JoinHandle<io::Result<(File, Bytes)>>),
    Over,
}

impl FileBody {
    /// Streams a file from its beginning.
    pub fn new(file: File, version: Version, name: Name) -> Self {
        Self { version, name, left: version.length(), state: State::Idle(file) }
    }
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        loop {
            match std::mem::replace(&mut self.state, State::Over) {
                State::Idle(_) if self.left == 0 => return Poll::Ready(None),
                State::Idle(file) => {
                    let (piece, version) = (self.left.min(CHUNK_BYTES), self.version);
                    let last = (piece == self.left).then(|| (version, self.name.clone()));
                    // a slow disk blocks a worker thread, not the connections
                    self.state = State::Reading(spawn_blocking(move || read(file, piece, last)));
                }
                State::Reading(mut reading) => {
                    let Poll::Ready(read) = Pin::new(&mut reading).poll(context) else {
                        self.state = State::Reading(reading);
                        return Poll::Pending;
                    };
                    return Poll::Ready(Some(match read.map_err(io::Error::other).flatten() {
                        Ok((file, bytes)) => {
                            self.left -= bytes.len() as u64;
                            self.state = State::Idle(file);
                            Ok(Frame::data(bytes))
                        }
                        Err(error) => Err(error),
                    }));
                }
                State::Over => return Poll::Ready(None),
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

/// Reads the next chunk. The last chunk is returned only if the file is still the announced version.
fn read(mut file: File, piece: u64, last: Option<(Version, Name)>) -> io::Result<(File, Bytes)> {
    let mut bytes = vec![0; usize::try_from(piece).map_err(io::Error::other)?];
    file.read_exact(&mut bytes)?;
    if let Some((version, name)) = last
        && !version.has_bytes_of(&Version::from_metadata(&file.metadata()?), || name.is_of(&version))
    {
        return Err(io::Error::other("the file was changed while it was being sent"));
    }
    Ok((file, bytes.into()))
}

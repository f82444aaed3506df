//! A file on its way to a client, a piece at a time: a client that reads slowly holds one piece, however large the file is.

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

/// How much of a file is in memory for one client, besides what is on its way through TLS.
const CHUNK_BYTES: u64 = 64 << 10;

/// The bytes of one version of a file, as many as its size says.
///
/// Where the file is cut short or overwritten meanwhile, the body ends with an error, and the connection is closed before its last piece: the
/// client sees that something is missing, and nobody keeps a mixture under the entity tag of one version.
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
    /// The body of a file from its beginning.
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
                    // a slow disk keeps a thread for such things waiting, not the connections
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

/// The next piece; the last only if the file is still the version that was announced.
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

//! Streams a file in chunks. A slow client uses the memory of one chunk, whatever the file size.

use super::{files::Name, version::Version};
use futures_util::stream::{self, BoxStream, StreamExt};
use http_body_util::StreamBody;
use hyper::body::{Bytes, Frame};
use std::{
    fs::File,
    io::{self, Read},
};
use tokio::task::spawn_blocking;

/// Size of a chunk in memory per client.
const CHUNK_BYTES: u64 = 64 << 10;

/// The bytes of a file.
pub type FileBody = StreamBody<BoxStream<'static, io::Result<Frame<Bytes>>>>;

/// The bytes of one version of a file, from its beginning.
///
/// If the file is truncated or overwritten during the response, the body ends with an error before its last chunk, and
/// the connection is closed. The client then detects an incomplete response and does not cache it under the entity tag
/// of the version.
pub fn file_body(file: File, version: Version, name: Name) -> FileBody {
    let chunks = stream::try_unfold((file, version.length()), move |(file, left)| {
        let piece = left.min(CHUNK_BYTES);
        let last = (piece == left).then(|| (version, name.clone()));
        async move {
            if left == 0 {
                return Ok(None);
            }
            // a slow disk blocks a worker thread, not the connections
            let read = spawn_blocking(move || read(file, piece, last)).await;
            let (file, bytes) = read.map_err(io::Error::other).flatten()?;
            Ok(Some((Frame::data(bytes), (file, left - piece))))
        }
    });
    StreamBody::new(chunks.boxed())
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

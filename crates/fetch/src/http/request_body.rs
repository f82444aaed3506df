//! Request bodies: complete or streaming.

use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt};
use http_body_util::StreamBody;
use hyper::body::Frame;
use std::{fmt, io, pin::Pin};

/// A request body: available bytes, or a stream that is read while it is sent.
///
/// ```
/// use agent_description::resolve::RequestBody;
///
/// let whole = RequestBody::from(r#"{"name": "Hotel"}"#);
/// let piece_by_piece = RequestBody::stream(futures_util::stream::iter([
///     Ok("one ".into()),
///     Ok("two".into()),
/// ]));
/// # let _ = (whole, piece_by_piece);
/// ```
pub struct RequestBody(Content);

enum Content {
    Whole(Bytes),
    Streamed(Pin<Box<dyn Stream<Item = io::Result<Frame<Bytes>>> + Send + Sync>>),
}

impl RequestBody {
    /// A streaming body, sent in chunks (RFC 9112 section 7.1). The next piece is read after the previous one was sent.
    /// An error of the stream aborts the request. Such a request cannot be sent again.
    pub fn stream(pieces: impl Stream<Item = io::Result<Bytes>> + Send + Sync + 'static) -> Self {
        Self(Content::Streamed(Box::pin(pieces.map(|piece| piece.map(Frame::data)))))
    }
}

impl RequestBody {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(&self.0, Content::Whole(bytes) if bytes.is_empty())
    }
}

impl From<RequestBody> for reqwest::Body {
    fn from(body: RequestBody) -> Self {
        match body.0 {
            Content::Whole(bytes) => bytes.into(),
            Content::Streamed(pieces) => Self::wrap(StreamBody::new(pieces)),
        }
    }
}

macro_rules! from_whole {
    ($($whole:ty),*) => {
        $(impl From<$whole> for RequestBody {
            fn from(whole: $whole) -> Self {
                Self(Content::Whole(Bytes::from(whole)))
            }
        })*
    };
}

from_whole!(Bytes, Vec<u8>, String, &'static str, &'static [u8]);

/// No body.
impl From<()> for RequestBody {
    fn from((): ()) -> Self {
        Self::from(Bytes::new())
    }
}

impl fmt::Debug for RequestBody {
    /// Does not show its content.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Content::Whole(_) => "RequestBody(whole)",
            Content::Streamed(_) => "RequestBody(streamed)",
        })
    }
}

//! Request bodies: complete or streaming.

use bytes::Bytes;
use futures_util::stream::{BoxStream, Stream, StreamExt};
use http::Request;
use http_body_util::{Either, Full, StreamBody};
use hyper::body::Frame;
use std::{fmt, io};

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
pub struct RequestBody(pub(super) Content);

/// Its content for HTTP: all of it, or a stream.
pub(super) type Content = Either<Full<Bytes>, StreamBody<BoxStream<'static, io::Result<Frame<Bytes>>>>>;

impl RequestBody {
    /// A streaming body, sent in chunks (RFC 9112 section 7.1). The next piece is read after the previous one was sent.
    /// An error of the stream aborts the request. Such a request cannot be sent again.
    pub fn stream(pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> Self {
        Self(Either::Right(StreamBody::new(pieces.map(|piece| piece.map(Frame::data)).boxed())))
    }
}

/// A copy of the request, if its body can be sent again.
pub(super) fn request_again(request: &Request<Content>) -> Option<Request<Content>> {
    let Either::Left(body) = request.body() else { return None };
    let mut again = Request::new(Either::Left(body.clone()));
    *again.method_mut() = request.method().clone();
    *again.uri_mut() = request.uri().clone();
    *again.headers_mut() = request.headers().clone();
    Some(again)
}

macro_rules! from_whole {
    ($($whole:ty),*) => {
        $(impl From<$whole> for RequestBody {
            fn from(whole: $whole) -> Self {
                Self(Either::Left(Full::new(Bytes::from(whole))))
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
            Either::Left(_) => "RequestBody(whole)",
            Either::Right(_) => "RequestBody(streamed)",
        })
    }
}

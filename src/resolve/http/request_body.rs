//! Request bodies: complete or streaming.

use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt};
use http::Request;
use http_body_util::Full;
use hyper::body::{Body, Frame, SizeHint};
use std::{
    convert::Infallible,
    fmt, io,
    pin::Pin,
    task::{Context, Poll},
};

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
pub struct RequestBody(Kind);

enum Kind {
    Whole(Full<Bytes>),
    Streamed(Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>),
}

impl RequestBody {
    /// A streaming body, sent in chunks (RFC 9112 section 7.1). The next piece is read after the previous one was sent.
    /// An error of the stream aborts the request. Such a request cannot be sent again.
    pub fn stream(pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> Self {
        Self(Kind::Streamed(Box::pin(pieces)))
    }

    /// A copy of the request, if its body can be sent again.
    pub(super) fn request_again(request: &Request<Self>) -> Option<Request<Self>> {
        let Kind::Whole(body) = &request.body().0 else { return None };
        let mut again = Request::new(Self(Kind::Whole(body.clone())));
        *again.method_mut() = request.method().clone();
        *again.uri_mut() = request.uri().clone();
        *again.headers_mut() = request.headers().clone();
        Some(again)
    }
}

macro_rules! from_whole {
    ($($whole:ty),*) => {
        $(impl From<$whole> for RequestBody {
            fn from(whole: $whole) -> Self {
                Self(Kind::Whole(Full::new(Bytes::from(whole))))
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

impl Body for RequestBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match &mut self.0 {
            Kind::Whole(body) => {
                let never = |error: Infallible| match error {};
                Pin::new(body).poll_frame(cx).map(|frame| frame.map(|frame| frame.map_err(never)))
            }
            Kind::Streamed(pieces) => pieces.poll_next_unpin(cx).map(|piece| piece.map(|piece| piece.map(Frame::data))),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(body) => body.is_end_stream(),
            Kind::Streamed(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(body) => body.size_hint(),
            Kind::Streamed(_) => SizeHint::default(),
        }
    }
}

impl fmt::Debug for RequestBody {
    /// Does not show its content.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Whole(_) => "RequestBody(whole)",
            Kind::Streamed(_) => "RequestBody(streamed)",
        })
    }
}

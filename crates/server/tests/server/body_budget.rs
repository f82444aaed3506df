//! The memory of all request bodies together.

use adp_server::{BodyBudget, BodyError};
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

/// A body whose remaining bytes never arrive.
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
    // two bodies without announced length and with 8,000 bytes each are charged 8,000 each
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
    // the charge stays until the body is dropped
    assert_eq!(budget.read(whole(1), 4_000, TIMEOUT).await.unwrap_err(), BodyError::NoRoom);
    // a request without a body is not charged
    assert!(budget.read(whole(0), 0, TIMEOUT).await.unwrap().bytes().is_empty());
    drop(held);
    for slow in slow {
        assert_eq!(slow.await.unwrap(), BodyError::Slow { timeout: TIMEOUT });
    }
    assert_eq!(budget.read(whole(20_000), 20_000, TIMEOUT).await.unwrap().bytes().len(), 20_000);
    assert_eq!(budget.read(whole(4_001), 4_000, TIMEOUT).await.unwrap_err(), BodyError::TooLarge { limit: 4_000 });
    // all of it is free again
    assert!(budget.read(whole(20_000), 20_000, TIMEOUT).await.is_ok());
}

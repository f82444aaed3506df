//! Handles queued messages in parallel, each until its deadline.

use super::{
    answers::{Ticket, size},
    counters::Counters,
    handler::{Context, Handler, HandlerFailure},
    queue::{Queue, Turn},
};
use crate::{agent::message_id, codes, envelope::ENVELOPE_BYTES, signature::AcceptedMessage};
use agent_description::{
    Code,
    json::{Json, Object, object},
};
use futures_util::FutureExt;
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::Instant};
use tracing::{Instrument, debug, debug_span, error};

/// A queued message.
pub(super) struct QueuedMessage {
    pub(super) message: Arc<AcceptedMessage>,
    pub(super) ticket: Ticket,
    pub(super) deadline: Instant,
}

/// Handles queued messages until it is aborted, which also cancels the handlers.
pub(super) async fn run(
    queue: Arc<Queue<QueuedMessage>>,
    counters: Arc<Counters>,
    at_once: usize,
    handler: Arc<dyn Handler>,
) {
    let room = Arc::new(Semaphore::new(at_once.max(1)));
    let mut begun = JoinSet::new();
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        let (job, turn) = queue.pop().await;
        while begun.try_join_next().is_some() {}
        let (counters, handler) = (Arc::clone(&counters), Arc::clone(&handler));
        let span = debug_span!("handle", id = job.message.envelope().message_id.as_str());
        let handling = async move {
            handle(&counters, &*handler, job, turn).await;
            drop(permit);
        };
        begun.spawn(handling.instrument(span));
    }
}

async fn handle(counters: &Counters, handler: &dyn Handler, job: QueuedMessage, turn: Turn<QueuedMessage>) {
    let QueuedMessage { message, ticket, deadline } = job;
    let begin = Instant::now();
    let outcome = if deadline <= begin { Err(late()) } else { within(handler, &message, deadline).await };
    match &outcome {
        Err(failure) if failure.code == codes::MESSAGE_TIMEOUT => counters.late.add(),
        _ => counters.handled.add(),
    }
    debug!(ok = outcome.is_ok(), "handled");
    let outcome = outcome.and_then(|results| match size(&results) {
        bytes if bytes > ENVELOPE_BYTES => {
            let most = format!("the response is larger than {ENVELOPE_BYTES} bytes");
            Err(HandlerFailure::with_code(Code::TOO_LARGE, most))
        }
        _ => Ok(results),
    });
    // without random numbers no response can be signed: drop the ticket, which informs the caller
    if let Ok(id) = message_id() {
        ticket.answer(id, payload(outcome, begin.elapsed()));
    }
    drop(turn);
}

/// Runs the handler until the deadline.
async fn within(
    handler: &dyn Handler,
    message: &Arc<AcceptedMessage>,
    deadline: Instant,
) -> Result<Json, HandlerFailure> {
    let context = Context { deadline };
    // a panic becomes a failure
    let handling = async { handler.handle(Arc::clone(message), context).await };
    match tokio::time::timeout_at(deadline, AssertUnwindSafe(handling).catch_unwind()).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => {
            error!("the handler panicked");
            Err(HandlerFailure::new("the agent failed"))
        }
        Err(_) => Err(late()),
    }
}

fn late() -> HandlerFailure {
    HandlerFailure::with_code(codes::MESSAGE_TIMEOUT, "it exceeded its time limit")
}

/// The payload of a response, with the execution time.
fn payload(outcome: Result<Json, HandlerFailure>, took: Duration) -> Object {
    let millis = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
    let metadata = object! { "processingTime": millis };
    match outcome {
        Ok(results) => object! { "status": "success", "results": results, "metadata": metadata },
        Err(HandlerFailure { code, message }) => {
            let error = object! { "code": code.as_str(), "message": message };
            object! { "status": "error", "error": error, "metadata": metadata }
        }
    }
}

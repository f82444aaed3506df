//! What callers read of a receiver that does not take a message, or says so badly.

use super::agents::{KB, SHOP, agent, did, parameters};
use adp_messages::{
    agent::{AgentCall, CallError, Caller, To},
    channel::{Channel, ChannelError, InProcess, Outgoing},
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{CodedError, Json};
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use std::sync::Arc;

/// Brings back the same, whatever is sent.
#[derive(Debug)]
struct Says(&'static str);

impl Channel for Says {
    fn exchange(&self, _: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        let said = Bytes::from(self.0);
        async { Ok(Some(said)) }.boxed()
    }
}

async fn call_by(channel: impl Channel + 'static) -> CallError {
    let call = AgentCall::new(To::agent(did(KB)), "echo", parameters("say", "hello")).retries(0);
    Caller::new(agent(SHOP, "customer-service"), channel).call(call).await.unwrap_err()
}

#[tokio::test]
async fn what_a_refusal_does_not_say_leaves_no_gap() {
    let without = call_by(Says(r#"{"refused": {"code": "rate-limit"}}"#)).await;
    assert_eq!(without.to_string(), "the receiver refused the message: rate-limit");
    let with = call_by(Says(r#"{"refused": {"code": "rate-limit", "detail": "later\u001b"}}"#)).await;
    assert_eq!(with.to_string(), r#"the receiver refused the message: rate-limit: "later\u{1b}""#);
    // what has no code is no refusal
    for none in [r#"{"refused": {}}"#, r#"{"refused": {"code": "", "detail": ""}}"#, r#"{"refused": {"code": "A b"}}"#]
    {
        let error = call_by(Says(none)).await;
        assert_eq!(error.code().as_str(), "missing", "{none}: {error}");
    }
}

#[tokio::test]
async fn a_failure_without_words_is_told_without() {
    let channel = InProcess::new();
    let fails = |_: Arc<AcceptedMessage>, _: Context| async { Err::<Json, _>(HandlerFailure::new("")) };
    channel.join(Endpoint::new(agent(KB, "knowledge-base"), fails));
    assert_eq!(call_by(channel).await.to_string(), r#"the agent returned "message-failed""#);
}

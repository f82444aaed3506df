//! A message is accepted once.

use super::senders::{Agent, NOW, REQUEST, knowledge_base, receive, time};
use adp_messages::{MessageError, signature::MessageReceiver};
use agent_description::{CodedError, auth::replay::MemoryReplayStore};

/// What a receiver with a store says of a message.
async fn accept(store: &MemoryReplayStore, message: &str, receiver: MessageReceiver) -> &'static str {
    let verified = receive(message, &Agent::shop().document, receiver).unwrap();
    let accepted: Result<_, MessageError> = verified.once(store, time(NOW)).await;
    accepted.map_or_else(
        |error| error.code().as_str(),
        |accepted| {
            assert_eq!(accepted.signer(), &Agent::shop().did);
            "ok"
        },
    )
}

fn other() -> MessageReceiver {
    MessageReceiver::new("did:wba:other.example".parse().unwrap(), "knowledge-base")
}

#[tokio::test]
async fn a_message_is_accepted_once() {
    let store = MemoryReplayStore::new(100);
    let signed = Agent::shop().sign(REQUEST);
    assert_eq!(accept(&store, &signed, knowledge_base()).await, "ok");
    assert_eq!(accept(&store, &signed, knowledge_base()).await, "auth-replayed");
    // the same in another spelling
    let respelled = signed.replacen("\"maxResults\"", "\"max\\u0052esults\"", 1);
    assert_ne!(respelled, signed);
    assert_eq!(accept(&store, &respelled, knowledge_base()).await, "auth-replayed");
}

#[tokio::test]
async fn a_broadcast_is_accepted_by_each_a_balanced_message_by_one() {
    let named = "\"agentId\": \"did:wba:kb.example\", ";
    for (strategy, second) in [("broadcast", "ok"), ("load-balance", "auth-replayed")] {
        let store = MemoryReplayStore::new(100);
        let text = REQUEST.replace(named, "").replace("\"direct\"", &format!("\"{strategy}\""));
        let signed = Agent::shop().sign(&text);
        assert_eq!(accept(&store, &signed, knowledge_base()).await, "ok");
        assert_eq!(accept(&store, &signed, other()).await, second, "{strategy}");
        assert_eq!(accept(&store, &signed, knowledge_base()).await, "auth-replayed");
    }
}

#[tokio::test]
async fn a_full_store_accepts_nothing() {
    let store = MemoryReplayStore::new(0);
    assert_eq!(accept(&store, &Agent::shop().sign(REQUEST), knowledge_base()).await, "message-replay-store");
}

#[tokio::test]
async fn a_message_that_nobody_was_asked_for_is_not_accepted() {
    use super::senders::parse;
    use adp_messages::signature::{MessageExpectations, UnverifiedMessage};
    use agent_description::{DidDocument, Limits};
    let shop = Agent::shop();
    let signed = parse(&shop.sign(REQUEST));
    let resolved = DidDocument::parse_for(&shop.did, shop.document.as_bytes(), &Limits::default()).unwrap();
    let verified =
        UnverifiedMessage::read(&signed).unwrap().verify(&resolved, &MessageExpectations::at(time(NOW))).unwrap();
    let refused = verified.once(&MemoryReplayStore::new(9), time(NOW)).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "auth-audience");
}

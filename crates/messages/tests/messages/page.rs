//! The bytes of docs/reference/messages.md, which another program made (`cryptography`, `rfc8785`): we read and make the same.

use super::senders::{Agent, NONCE, NOW, knowledge_base, parse, receive, receive_at, time};
use adp_messages::{
    agent::Agent as Sender,
    channel::{
        Refusal,
        nats::{for_agent, for_all, for_one},
    },
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::{AcceptedMessage, MessageReceiver, payload, sign},
};
use agent_description::{
    KeyType, Timestamp,
    json::Json,
    resolve::{Clock, StaticResolver},
};
use bytes::Bytes;
use std::{fs, path::Path, sync::Arc};

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/messages.md")).unwrap()
}

fn block(kind: &str) -> String {
    let page = page();
    page.split(&format!("```{kind}\n")).nth(1).unwrap().split("\n```").next().unwrap().to_owned()
}

#[test]
fn the_page_shows_the_bytes_of_a_signed_request() {
    let shop = Agent::new("did:wba:shop.example", KeyType::Ed25519, 7);
    let (wire, canonical) = (block("wire"), block("canonical"));
    assert_eq!(canonical.len(), 573);
    assert_eq!(String::from_utf8(payload(parse(&wire).root()).into_bytes()).unwrap(), canonical);
    assert!(receive(&wire, &shop.document, knowledge_base()).is_ok());
    // the same request, signed here
    let mut root = parse(&wire).root().clone();
    root.remove("security");
    let signed = sign(&parse(&Json::from(root).to_compact()), &shop.signer(), time(NOW), NONCE, false, None).unwrap();
    assert_eq!(signed.root().get("security"), parse(&wire).root().get("security"));
    for subject in
        [for_agent(&knowledge_base().did), for_one(&knowledge_base().agent_type), for_all(&knowledge_base().agent_type)]
    {
        assert!(page().contains(&subject), "{subject}");
    }
}

/// The time of the page's response.
struct AtThatTime;

impl Clock for AtThatTime {
    fn now(&self) -> Timestamp {
        time("2026-11-01T10:00:02Z")
    }
}

/// What a knowledge base with these results says that is asked by these bytes, twice.
async fn said(wire: &str, results: Json) -> [String; 2] {
    let shop = Agent::new("did:wba:shop.example", KeyType::Ed25519, 7);
    let kb = Agent::new("did:wba:kb.example", KeyType::Ed25519, 8);
    let mut known = StaticResolver::default();
    known.insert(shop.did.clone(), shop.document.as_bytes());
    let agent = Sender::builder("knowledge-base", kb.signer(), known).clock(AtThatTime).first_process().build();
    let endpoint = Endpoint::new(agent, move |_: Arc<AcceptedMessage>, _: Context| {
        let results = results.clone();
        async { Ok::<_, HandlerFailure>(results) }
    });
    let mut said = Vec::new();
    for _ in 0..2 {
        let bytes = endpoint.arrive(Bytes::copy_from_slice(wire.as_bytes())).await.unwrap();
        said.push(String::from_utf8(bytes.into()).unwrap());
    }
    said.try_into().unwrap()
}

#[tokio::test]
async fn the_page_shows_the_bytes_of_an_answer_and_of_a_refusal() {
    let kb = Agent::new("did:wba:kb.example", KeyType::Ed25519, 8);
    let shop = MessageReceiver::new("did:wba:shop.example".parse().unwrap(), "customer-service");
    let response = block("response");
    let verified = receive_at(&response, &kb.document, shop, "2026-11-01T10:00:02Z").unwrap();
    let request = parse(&block("wire"));
    let asked = request.root().get("messageId").and_then(Json::as_str);
    assert_eq!(verified.envelope().correlation_id.as_deref(), asked);
    // the same envelope, signed here
    let mut root = parse(&response).root().clone();
    root.remove("security");
    let unsigned = Json::from(root).to_compact();
    let at = time("2026-11-01T10:00:02Z");
    let signed = sign(&parse(&unsigned), &kb.signer(), at, "EjRWeJCrze8SNFZ4kKvN7w", false, None).unwrap();
    assert_eq!(signed.root().get("security"), parse(&response).root().get("security"));

    let [answer, refusal] = said(&block("wire"), verified.envelope().results().unwrap().clone()).await;
    let without_chance = |text: &str| {
        let mut root = parse(text).root().clone();
        for (part, name) in [("security", "nonce"), ("security", "signature")] {
            assert!(root.get_mut(part).and_then(Json::as_object_mut).unwrap().remove(name).is_some());
        }
        root.remove("messageId").unwrap();
        let metadata = root.get_mut("payload").and_then(|payload| payload.as_object_mut()).unwrap();
        let metadata = metadata.get_mut("metadata").and_then(Json::as_object_mut).unwrap();
        metadata.remove("processingTime").unwrap();
        Json::from(root).to_compact()
    };
    assert_eq!(without_chance(&answer), without_chance(&response));
    assert_eq!(refusal, block("refusal"));
    assert_eq!(Refusal::read(refusal.as_bytes()).unwrap().message_id.as_deref(), asked);
}

//! The bytes of docs/messages.md, which another program made (`cryptography`, `rfc8785`): we read and make the same.

use crate::senders::{Agent, NONCE, NOW, knowledge_base, parse, receive, time};
use adp_messages::{
    channel::nats::{of_agent, of_all, of_one},
    signature::{payload, sign},
};
use agent_description::{KeyType, json::Json};
use std::{fs, path::Path};

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/messages.md")).unwrap()
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
    assert_eq!(String::from_utf8(payload(parse(&wire).root())).unwrap(), canonical);
    assert!(receive(&wire, &shop.document, knowledge_base()).is_ok());
    // the same request, signed here
    let mut root = parse(&wire).root().clone();
    root.remove("security");
    let signed = sign(&parse(&Json::from(root).to_compact()), &shop.signer(), time(NOW), NONCE, false).unwrap();
    assert_eq!(signed.root().get("security"), parse(&wire).root().get("security"));
    for subject in
        [of_agent(knowledge_base().did()), of_one(knowledge_base().agent_type()), of_all(knowledge_base().agent_type())]
    {
        assert!(page().contains(&subject), "{subject}");
    }
}

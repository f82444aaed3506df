//! A message is judged within bounds, whatever it holds: findings have places, what is valid has a model, and what is signed here verifies and
//! no longer does with one member changed.

use adp_messages::{
    ENVELOPE,
    envelope::Envelope,
    signature::{MessageExpectations, UnverifiedMessage, payload, sign},
};
use agent_description::{
    CodedError, Did, DidDocument, Document, Json, KeySigner, KeyType, Limits, Resolved, SigningKey, Timestamp,
    diagnostic::CheckReport, did::DidUrl, format::Options, resolve::StaticResolver,
};
use std::sync::LazyLock;

static SENDER: LazyLock<(Did, KeySigner, Resolved<DidDocument>)> = LazyLock::new(|| {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).expect("a key");
    let did = Did::from_key(key.verifying_key());
    let method = DidUrl::new(&did, did.multikey().expect("did:key")).expect("its only method");
    let document = StaticResolver::default().get(&did).expect("a did:key");
    (did, KeySigner::new(method, key), document)
});

pub fn run(bytes: &[u8]) {
    let Ok(document) = Document::parse(bytes, &Limits::default()) else { return };
    let at = Timestamp::from_unix_seconds(1_790_000_000).expect("a time");
    let report = ENVELOPE.check(&document, &Options::at(at));
    assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
    assert_eq!(report.is_valid(), Envelope::read(&document).is_ok(), "{}", document.source());
    let _ = UnverifiedMessage::read(&document);

    // the same message from somebody whose key is here
    let (did, signer, resolved) = &*SENDER;
    let mut root = document.root().clone();
    let Some(source) = root.get_mut("source").and_then(Json::as_object_mut) else { return };
    source.insert("agentId", did.as_str());
    let Ok(mine) = Document::from_object(root, &Limits::default()) else { return };
    let signed = match sign(&mine, signer, at, "q83vEjRWeJCrze8SNFZ4kA", true, None) {
        Ok(signed) => signed,
        Err(error) => {
            let code = error.code();
            let is_known = ["message-", "json-"].iter().any(|start| code.as_str().starts_with(start));
            assert!(is_known || code.is_shared(), "{error}");
            return;
        }
    };
    Document::parse(payload(signed.root()).bytes(), &Limits::default()).expect("the signed bytes are strict JSON");
    let verify =
        |document: &Document| UnverifiedMessage::read(document)?.verify(resolved, &MessageExpectations::at(at));
    assert!(verify(&signed).is_ok(), "{}", signed.source());
    let mut root = signed.root().clone();
    root.insert("messageId", "another");
    let changed = Document::from_object(root, &Limits::default()).expect("no larger than before, or little");
    if mine.root().get("messageId").and_then(Json::as_str) != Some("another") {
        assert_eq!(verify(&changed).err().map(|error| error.code().as_str()), Some("jws-signature"));
    }
}

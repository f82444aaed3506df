//! Who signed a message, and what is refused.

use super::senders::{Agent, NONCE, NOW, REQUEST, knowledge_base, parse, receive, time};
use adp_messages::{
    ENVELOPE,
    signature::{MessageExpectations, MessageReceiver, TYP, UnverifiedMessage, payload, sign},
};
use agent_description::{
    CodedError, DidDocument, KeySigner, KeyType, Limits, Timestamp,
    did::{Did, DidUrl, Purpose},
    format::Options,
    json::{Json, Object},
    jws::{Algorithm, Unsigned},
    proof::{Expectations, SignOptions, Signer},
    verification::{Supplied, Verification},
};
use std::{sync::Arc, time::Duration};

fn code(result: Result<impl Sized, impl CodedError>) -> &'static str {
    result.map_or_else(|error| error.code().as_str(), |_| "ok")
}

/// A message with a signature whose header is made by hand.
fn signed_with(agent: &Agent, header: &str) -> String {
    let mut root = parse(REQUEST).root().clone();
    let mut security = Object::new();
    security.insert("timestamp", NOW);
    security.insert("nonce", NONCE);
    root.insert("security", security.clone());
    let protected = base64(header.as_bytes());
    let input = format!("{protected}.{}", base64(payload(&root).bytes()));
    let signature = base64(&agent.key.sign(input.as_bytes()).0);
    security.insert("signature", format!("{protected}..{signature}"));
    root.insert("security", security);
    Json::from(root).to_compact()
}

/// base64url without padding, by its table (RFC 4648 section 5).
fn base64(bytes: &[u8]) -> String {
    const TABLE: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let three = [chunk[0], *chunk.get(1).unwrap_or(&0), *chunk.get(2).unwrap_or(&0)];
        let bits = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for at in 0..=chunk.len() {
            text.push(char::from(TABLE[(bits >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}

#[test]
fn every_kind_of_key_signs_and_the_receiver_knows_who_it_was() {
    for key_type in [KeyType::P256, KeyType::Ed25519, KeyType::Secp256k1] {
        let shop = Agent::new("did:wba:shop.example", key_type, 7);
        let verified = receive(&shop.sign(REQUEST), &shop.document, knowledge_base()).unwrap();
        assert_eq!((verified.signer(), verified.nonce()), (&shop.did, NONCE));
        assert_eq!(verified.method(), &shop.method());
        assert_eq!(verified.envelope().action(), Some("search"));
    }
}

#[test]
fn the_bytes_under_the_signature_are_the_canonical_form_without_it() {
    let signed = parse(&Agent::shop().sign(REQUEST));
    // by hand, by RFC 8785
    let expected = r#"{"message":{"priority":"normal","subType":"query","type":"REQUEST"},"messageId":"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c","payload":{"action":"search","parameters":{"maxResults":5,"query":"退款政策"}},"security":{"nonce":"q83vEjRWeJCrze8SNFZ4kA","timestamp":"2026-11-01T10:00:01Z"},"source":{"agentId":"did:wba:shop.example","agentType":"customer-service"},"target":{"agentId":"did:wba:kb.example","agentType":"knowledge-base","routingStrategy":"direct"},"timestamp":"2026-11-01T10:00:00.000Z","version":"1.0"}"#;
    assert_eq!(String::from_utf8(payload(signed.root()).into_bytes()).unwrap(), expected);
    let signature = signed.root().get("security").unwrap().get("signature").unwrap().as_str().unwrap();
    let header = base64(br#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws"}"#);
    assert!(signature.starts_with(&format!("{header}..")), "{signature}");
}

#[test]
fn whatever_is_changed_breaks_the_signature() {
    let shop = Agent::shop();
    let signed = shop.sign(REQUEST);
    for (from, to) in [
        ("\"search\"", "\"delete\""),
        ("did:wba:kb.example", "did:wba:kb.example:x"),
        ("\"normal\"", "\"urgent\""),
        ("2026-11-01T10:00:00.000Z", "2026-11-01T10:00:00.001Z"),
        ("2026-11-01T10:00:01Z", "2026-11-01T10:00:02Z"),
        (NONCE, "q83vEjRWeJCrze8SNFZ4kB"),
        ("{\"version\"", "{\"extra\": 1, \"version\""),
        ("\"maxResults\": 5", "\"maxResults\": 6"),
        ("5f0d9f2e", "6f0d9f2e"),
    ] {
        let signed = Json::from(parse(&signed).root().clone()).to_compact();
        let from = from.replace(": ", ":");
        assert!(signed.contains(&from), "{from} in {signed}");
        let changed = signed.replacen(&from, to, 1);
        assert_eq!(code(receive(&changed, &shop.document, knowledge_base())), "jws-signature", "{from}");
    }
    // another spelling of a name is the same message
    let respelled = signed.replacen("\"maxResults\"", "\"max\\u0052esults\"", 1);
    assert_ne!(respelled, signed);
    assert_eq!(code(receive(&respelled, &shop.document, knowledge_base())), "ok");
}

#[test]
fn headers_that_are_not_a_messages_are_refused() {
    let shop = Agent::shop();
    let kid = "did:wba:shop.example#key-1";
    for (header, expected) in [
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"{TYP}"}}"#), "ok"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"{TYP}","new":1,"jku":null}}"#), "ok"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"JOSE"}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"ai-catalog+jws"}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}"}}"#), "jws-header"),
        (format!(r#"{{"alg":"none","kid":"{kid}","typ":"{TYP}"}}"#), "jws-algorithm"),
        (format!(r#"{{"alg":"HS256","kid":"{kid}","typ":"{TYP}"}}"#), "jws-algorithm"),
        (format!(r#"{{"alg":"EdDSA","kid":"{kid}","typ":"{TYP}"}}"#), "jws-key"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"{TYP}","jku":"https://a.example/"}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"{TYP}","x5u":"https://a.example/"}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","kid":"{kid}","typ":"{TYP}","crit":["b64"],"b64":false}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","typ":"{TYP}"}}"#), "message-signer"),
        (format!(r#"{{"alg":"ES256","kid":"key-1","typ":"{TYP}"}}"#), "message-signer"),
        (format!(r#"{{"alg":"ES256","kid":"did:wba:mallory.example#key-1","typ":"{TYP}"}}"#), "message-signer"),
        (format!(r#"{{"alg":"ES256","kid":"did:wba:shop.example:x#key-1","typ":"{TYP}"}}"#), "message-signer"),
        (format!(r#"{{"alg":"ES256","kid":"did:wba:shop.example#key-2","typ":"{TYP}"}}"#), "proof-method-not-found"),
    ] {
        assert_eq!(code(receive(&signed_with(&shop, &header), &shop.document, knowledge_base())), expected, "{header}");
    }
    // RFC 9864: two names of one algorithm
    let shop = Agent::new("did:wba:shop.example", KeyType::Ed25519, 7);
    for alg in ["EdDSA", "Ed25519"] {
        let header = format!(r#"{{"alg":"{alg}","kid":"{kid}","typ":"{TYP}"}}"#);
        assert_eq!(code(receive(&signed_with(&shop, &header), &shop.document, knowledge_base())), "ok", "{header}");
    }
}

/// RFC 9864: `eyJhbGciOiJFZDI1NTE5Ii` is base64url of `{"alg":"Ed25519"`, `eyJhbGciOiJFZERTQSIs` of `{"alg":"EdDSA",`.
#[test]
fn an_ed25519_key_signs_messages_under_either_name() {
    let shop = Agent::new("did:wba:shop.example", KeyType::Ed25519, 7);
    for (alg, header) in [
        (None, "eyJhbGciOiJFZERTQSIs"),
        (Some("EdDSA"), "eyJhbGciOiJFZERTQSIs"),
        (Some("Ed25519"), "eyJhbGciOiJFZDI1NTE5Ii"),
    ] {
        let signed = sign(&parse(REQUEST), &shop.signer(), time(NOW), NONCE, false, alg).unwrap();
        let jws = signed.root().get("security").and_then(|security| security.get("signature")).unwrap();
        assert!(jws.as_str().unwrap().starts_with(header), "{jws:?}");
        assert_eq!(code(receive(signed.source(), &shop.document, knowledge_base())), "ok", "{alg:?}");
    }
}

#[test]
fn a_signature_of_something_else_is_none_of_a_message() {
    // a card of the same key, whose signed bytes are the very ones of the message
    let shop = Agent::shop();
    let mut root = parse(REQUEST).root().clone();
    let mut security = Object::new();
    security.insert("timestamp", NOW);
    security.insert("nonce", NONCE);
    root.insert("security", security.clone());
    let bytes = payload(&root).into_bytes();
    let unsigned = Unsigned::new(Algorithm::Es256, &bytes).typ("JOSE").kid("did:wba:shop.example#key-1");
    let signed = unsigned.sign(&shop.key).unwrap();
    security.insert("signature", signed.to_detached());
    root.insert("security", security);
    let message = Json::from(root).to_compact();
    assert_eq!(code(receive(&message, &shop.document, knowledge_base())), "jws-header");
}

#[test]
fn a_key_speaks_where_the_did_document_lists_it_for_authentication() {
    let shop = Agent::shop();
    let elsewhere = shop.document.replacen("\"authentication\"", "\"keyAgreement\"", 1);
    assert_ne!(elsewhere, shop.document);
    assert_eq!(code(receive(&shop.sign(REQUEST), &elsewhere, knowledge_base())), "proof-method-not-authorized");
    let other = Agent::new("did:wba:shop.example", KeyType::P256, 8);
    assert_eq!(code(receive(&shop.sign(REQUEST), &other.document, knowledge_base())), "jws-signature");
}

#[test]
fn a_did_key_signs_for_itself() {
    let key = agent_description::SigningKey::from_secret_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    let did = Did::from_key(key.verifying_key());
    let signer = KeySigner::new(DidUrl::new(&did, did.multikey().unwrap()).unwrap(), key);
    let message = REQUEST.replace("did:wba:shop.example", did.as_str());
    let signed = sign(&parse(&message), &signer, time(NOW), NONCE, false, None).unwrap();
    assert_eq!(begun(&signed, &Supplied::default(), None).signer, Some(did));
}

#[test]
fn messages_are_for_whom_their_target_names() {
    let shop = Agent::shop();
    let did = |text: &str| -> Did { text.parse().unwrap() };
    let direct = shop.sign(REQUEST);
    let named = "\"agentId\": \"did:wba:kb.example\", ";
    let broadcast = shop.sign(&REQUEST.replace(named, "").replace("\"direct\"", "\"broadcast\""));
    let balanced = shop.sign(&REQUEST.replace(named, "").replace("\"direct\"", "\"load-balance\""));
    let untyped = shop.sign(&REQUEST.replace(", \"agentType\": \"knowledge-base\"", ""));
    let [kb, other, cashier] = [("kb", "knowledge-base"), ("other", "knowledge-base"), ("kb", "cashier")]
        .map(|(name, agent_type)| MessageReceiver::new(did(&format!("did:wba:{name}.example")), agent_type));
    for (message, expected) in [
        (&direct, ["ok", "auth-audience", "auth-audience"]),
        (&broadcast, ["ok", "ok", "auth-audience"]),
        (&balanced, ["ok", "ok", "auth-audience"]),
        (&untyped, ["ok", "auth-audience", "ok"]),
    ] {
        let found = [&kb, &other, &cashier].map(|receiver| code(receive(message, &shop.document, receiver.clone())));
        assert_eq!(found, expected, "{message}");
    }
    let told = |message: &str, receiver: &MessageReceiver| {
        receive(message, &shop.document, receiver.clone()).unwrap_err().to_string()
    };
    assert_eq!(
        told(&direct, &cashier),
        r#"the message is for "did:wba:kb.example", of type "knowledge-base", and was received by did:wba:kb.example, of type "cashier""#
    );
    assert_eq!(
        told(&broadcast, &cashier),
        r#"the message is for every agent of type "knowledge-base", and was received by did:wba:kb.example, of type "cashier""#
    );
}

#[test]
fn a_signature_is_good_for_five_minutes_and_a_minute_of_skew() {
    let shop = Agent::shop();
    let signed = parse(&shop.sign(REQUEST));
    let resolved = DidDocument::parse_for(&shop.did, shop.document.as_bytes(), &Limits::default()).unwrap();
    let at =
        |at: Timestamp| code(UnverifiedMessage::read(&signed).unwrap().verify(&resolved, &MessageExpectations::at(at)));
    for (text, expected) in [
        ("2026-11-01T09:59:00.999Z", "jws-time"),
        ("2026-11-01T09:59:01Z", "ok"),
        ("2026-11-01T10:05:00.999Z", "ok"),
        ("2026-11-01T10:05:01Z", "jws-time"),
    ] {
        assert_eq!(at(time(text)), expected, "{text}");
    }
    let mut strict = MessageExpectations::at(time("2026-11-01T10:00:11Z"));
    strict.window = Duration::from_secs(10);
    assert_eq!(code(UnverifiedMessage::read(&signed).unwrap().verify(&resolved, &strict)), "jws-time");
}

#[test]
fn what_cannot_be_signed_is_told() {
    let shop = Agent::shop();
    let signing = |message: &str, nonce: &str, replace: bool| {
        code(sign(&parse(message), &shop.signer(), time(NOW), nonce, replace, None))
    };
    let signed = shop.sign(REQUEST);
    assert_eq!(signing(REQUEST, "short", false), "invalid-value");
    assert_eq!(signing(REQUEST, "q83vEjRWeJCrze8SNFZ4k+", false), "invalid-value");
    assert_eq!(signing(&signed, NONCE, false), "proof-multiple");
    assert_eq!(signing(&REQUEST.replace("did:wba:shop.example", "shop"), NONCE, false), "message-signer");
    assert_eq!(signing(&REQUEST.replace("\"REQUEST\"", "1"), NONCE, false), "wrong-type");
    let named = sign(&parse(REQUEST), &shop.signer(), time(NOW), NONCE, false, Some("Ed25519"));
    assert_eq!(code(named.map(drop)), "jws-algorithm");
    // a retry keeps its id and gets another nonce
    let again = sign(&parse(&signed), &shop.signer(), time(NOW), "AAAAAAAAAAAAAAAAAAAAAA", true, None).unwrap();
    let verified = receive(again.source(), &shop.document, knowledge_base()).unwrap();
    assert_eq!(verified.nonce(), "AAAAAAAAAAAAAAAAAAAAAA");
    assert_eq!(verified.envelope().message_id, "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c");
}

/// The verdict on a message, as for every format.
fn begun(document: &agent_description::Document, supplied: &Supplied, signer: Option<Did>) -> Verification {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(time(NOW));
    let expectations = match signer {
        Some(signer) => expectations.signer(signer),
        None => expectations.signer_is_subject(),
    };
    match ENVELOPE.begin(document.clone(), &expectations) {
        Ok(pending) => pending.finish(supplied),
        Err(refused) => *refused,
    }
}

#[test]
fn the_front_door_signs_and_verifies() {
    let shop = Agent::shop();
    let options = Options::at(time(NOW));
    let proof = || SignOptions::new(time(NOW));
    let signed = ENVELOPE.sign(&parse(REQUEST), &shop.signer(), &proof(), &options).unwrap().document;
    let found = |document: &agent_description::Document, supplied: &Supplied, signer: Option<Did>| {
        let found = begun(document, supplied, signer);
        (found.error.map_or("ok", |error| error.code().as_str()), found.signer)
    };
    assert_eq!(found(&signed, &Supplied::default(), None), ("jws-key", None));
    let resolved = DidDocument::parse_for(&shop.did, shop.document.as_bytes(), &Limits::default()).unwrap();
    let mut known = Supplied::default();
    known.did_documents.insert(shop.did.clone(), Ok(Arc::new(resolved)));
    assert_eq!(found(&signed, &known, None), ("ok", Some(shop.did.clone())));
    assert_eq!(found(&signed, &known, Some(shop.did.clone())), ("ok", Some(shop.did.clone())));
    let another = "did:wba:another.example".parse().unwrap();
    assert_eq!(found(&signed, &known, Some(another)), ("proof-signer-not-subject", None));
    assert_eq!(found(&parse(REQUEST), &known, None), ("jws-missing", None));
    // the signature's five minutes, and what reports have beside what those of every format have
    let verdict = begun(&signed, &known, None);
    assert_eq!(verdict.expires, Some(time(NOW).saturating_add(Duration::from_secs(300))));
    let own = |name: &str| verdict.own.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    assert_eq!(own("keyid").as_deref(), Some("did:wba:shop.example#key-1"));
    assert_eq!((own("type").as_deref(), own("nonce").is_some()), (Some("REQUEST"), true));
    let refused = ENVELOPE.sign(&signed, &shop.signer(), &proof(), &options).unwrap_err();
    assert_eq!(refused.code().as_str(), "proof-multiple");
    let mut again = proof();
    again.replace = true;
    let replaced = ENVELOPE.sign(&signed, &shop.signer(), &again, &options).unwrap().document;
    let nonce = |message: &agent_description::Document| {
        message.root().get("security").unwrap().get("nonce").unwrap().as_str().unwrap().to_owned()
    };
    assert_ne!(nonce(&signed), nonce(&replaced));
    assert_eq!(nonce(&signed).len(), 22);
    assert_eq!(shop.signer().method().as_str(), "did:wba:shop.example#key-1");
}

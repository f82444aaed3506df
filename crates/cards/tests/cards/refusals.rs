//! What is refused, with its code.

use crate::{
    formats::formats,
    signing_agent::{Agent, CARD, Expected, code, code_of, hotel, supplied, verify},
};
use adp_cards::{
    A2A_CARD,
    a2a_card::A2A,
    signature::{KeySet, PayloadForm, sign},
};
use adp_fixtures::samples::{options, parse};
use agent_description::{
    CodedError, Document, Json, KeySigner, KeyType, Limits, ReadLimits, SigningKey,
    did::{Did, DidDocument, DidUrl, Purpose, Resolved},
    format::{read, read_signed},
    jws::{Algorithm, Unsigned},
    proof::{Allowances, Expectations},
    resolve::NetError,
    verification::{Binding, Need, Supplied},
};
use std::sync::Arc;

/// A card with a signature whose protected header is this text, made with the hotel's key.
fn with_header(header: &str) -> Document {
    with_entry(&hotel(), header, |protected, signature| {
        format!(r#"{{"protected": "{protected}", "signature": "{signature}"}}"#)
    })
}

/// The same with an entry of any form.
fn with_entry(agent: &Agent, header: &str, entry: impl FnOnce(&str, &str) -> String) -> Document {
    let card = parse(CARD);
    let protected = base64url(header.as_bytes());
    let payload = A2A.payload(card.root(), PayloadForm::Served).unwrap();
    let input = format!("{protected}.{}", base64url(&payload));
    let signature = base64url(&agent.key.sign(input.as_bytes()).0);
    let entry = entry(&protected, &signature);
    parse(&CARD.replacen('{', &format!("{{\"signatures\": [{entry}], "), 1))
}

fn base64url(bytes: &[u8]) -> String {
    // the text of a compact JWS whose payload these bytes are
    let unsigned = Unsigned::new(Algorithm::Es256, bytes);
    unsigned.sign(&hotel().key).unwrap().to_compact().split('.').nth(1).unwrap().to_owned()
}

#[test]
fn headers_that_say_nothing_of_the_signer_or_bring_keys_are_refused() {
    let kid = r#""kid":"did:wba:hotel.example#key-1""#;
    for (header, expected) in [
        (format!(r#"{{"alg":"ES256",{kid}}}"#), "ok"),
        (format!(r#"{{"alg":"ES256",{kid},"typ":"JOSE"}}"#), "ok"),
        (format!(r#"{{"alg":"ES256",{kid},"typ":"JWT"}}"#), "ok"),
        // null is absent, and what is named by a DID URL needs no set of keys
        (format!(r#"{{"alg":"ES256",{kid},"jku":null}}"#), "ok"),
        (format!(r#"{{"alg":"ES256",{kid},"jku":"http://127.0.0.1/keys"}}"#), "ok"),
        (format!(r#"{{"alg":"ES256",{kid},"jku":7}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"typ":"at+jwt"}}"#), "jws-header"),
        (format!(r#"{{"alg":"none",{kid}}}"#), "jws-algorithm"),
        (format!(r#"{{"alg":"HS256",{kid}}}"#), "jws-algorithm"),
        (format!(r#"{{"alg":"RS256",{kid}}}"#), "jws-algorithm"),
        (format!(r#"{{"alg":"EdDSA",{kid}}}"#), "jws-key"),
        (format!(r#"{{{kid}}}"#), "jws-header"),
        (r#"{"alg":"ES256"}"#.to_owned(), "jws-header"),
        (r#"{"alg":"ES256","kid":""}"#.to_owned(), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"b64":false}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"crit":["exp"],"exp":1}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"jwk":{{}}}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"x5c":[]}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256",{kid},"x5u":"https://a.example/"}}"#), "jws-header"),
        (format!(r#"{{"alg":"ES256","alg":"none",{kid}}}"#), "jws-malformed"),
        (r#"{"alg":"ES256","kid":"key-1"}"#.to_owned(), "jws-key"),
        (r#"{"alg":"ES256","kid":"did:ethr:0x1#key-1"}"#.to_owned(), "jws-key"),
        (r#"{"alg":"ES256","kid":"key-1","jku":"https://hotel.example/keys"}"#.to_owned(), "jws-key"),
        (r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-2"}"#.to_owned(), "proof-method-not-found"),
    ] {
        let verdict = verify(&with_header(&header), &[&hotel()], |_| {});
        assert_eq!((code(&verdict), code_of(&verdict, 0)), (expected, expected), "{header}");
    }
}

#[test]
fn entries_of_another_form_are_refused() {
    const HEADER: &str = r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1"}"#;
    type Entry = fn(&str, &str) -> String;
    let entries: [(Entry, &str); 10] = [
        (|p, s| format!(r#"{{"protected": "{p}", "signature": "{s}", "header": {{"note": 1}}}}"#), "ok"),
        (|p, s| format!(r#"{{"protected": "{p}", "signature": "{s}", "header": {{"kid": "x"}}}}"#), "jws-header"),
        (|p, s| format!(r#"{{"protected": "{p}", "signature": "{s}", "header": {{"jwk": {{}}}}}}"#), "jws-header"),
        (|p, s| format!(r#"{{"protected": "{p}", "signature": "{s}", "header": []}}"#), "jws-malformed"),
        (|p, _| format!(r#"{{"protected": "{p}"}}"#), "jws-malformed"),
        (|_, s| format!(r#"{{"protected": null, "signature": "{s}"}}"#), "jws-malformed"),
        (|p, s| format!(r#"{{"protected": "{p}=", "signature": "{s}"}}"#), "jws-malformed"),
        (|p, s| format!(r#"{{"protected": "{p}", "signature": "{}"}}"#, &s[..80]), "jws-malformed"),
        (|p, s| format!(r#""{p}..{s}""#), "jws-malformed"),
        (
            |p, s| {
                format!(
                    r#"{{"protected": "{p}", "signature": "{}A{}"}}"#,
                    if s.starts_with('A') { "B" } else { "" },
                    &s[1..]
                )
            },
            "jws",
        ),
    ];
    for (entry, expected) in entries {
        let card = with_entry(&hotel(), HEADER, entry);
        let verdict = verify(&card, &[&hotel()], |_| {});
        assert!(code(&verdict).starts_with(expected), "{} is {}, expected {expected}", card.source(), code(&verdict));
    }
    let refused = |card: &str| code(&Expected::default().begin(&parse(card), A2A_CARD).unwrap_err());
    assert_eq!(refused(CARD), "jws-missing");
    assert_eq!(refused(r#"{"signatures": []}"#), "jws-missing");
    assert_eq!(refused(r#"{"signatures": null}"#), "jws-missing");
    assert_eq!(refused(r#"{"signatures": {}}"#), "jws-malformed");
    assert_eq!(refused(&format!(r#"{{"signatures": [{}]}}"#, vec!["{}"; 17].join(","))), "jws-malformed");
}

#[test]
fn a_stranger_s_signature_does_not_count() {
    let (hotel, stranger) = (hotel(), Agent::new("did:wba:stranger.example", KeyType::P256, 9));
    let copied = stranger.sign(CARD, None).unwrap();
    let verdict = verify(&copied, &[&hotel, &stranger], |_| {});
    assert_eq!((code(&verdict), verdict.signer.as_ref()), ("card-signer-unbound", None));
    let signature = &verdict.signatures[0];
    assert_eq!(
        (signature.error.is_none(), signature.binding.unwrap().as_str(), signature.signer.as_ref()),
        (true, "unbound", Some(&stranger.did))
    );
    // from the stranger's own host it is the stranger's card; on the hotel's it is not
    let fetched =
        |url: &str| code(&verify(&copied, &[&stranger], |expected| expected.fetched_from = Some(url.to_owned())));
    assert_eq!(fetched("https://stranger.example/.well-known/agent-card.json"), "ok");
    assert_eq!(fetched("https://hotel.example/.well-known/agent-card.json"), "card-signer-unbound");
    // whoever names a signer gets that one and no other
    let signed = hotel.sign(CARD, None).unwrap();
    let named = |did: &str| code(&verify(&signed, &[&hotel], |expected| expected.signer = Some(did.parse().unwrap())));
    assert_eq!((named("did:wba:hotel.example"), named("did:web:hotel.example")), ("ok", "card-signer-unbound"));
}

#[test]
fn whose_signature_counts_is_decided_before_any_did_is_resolved() {
    let (hotel, stranger) = (hotel(), Agent::new("did:wba:stranger.example", KeyType::P256, 9));
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    let did_key = Did::from_key(key.verifying_key());
    let by_key = KeySigner::new(DidUrl::new(&did_key, did_key.multikey().unwrap()).unwrap(), key);
    let signed = hotel.sign(stranger.sign(CARD, None).unwrap().source(), None).unwrap();
    let signed = sign(&signed, A2A, &by_key, None, None, &Limits::default()).unwrap();
    let asked = |change: fn(&mut Expected)| {
        let mut expected = Expected::default();
        change(&mut expected);
        expected.begin(&signed, A2A_CARD).unwrap().needs(&Supplied::default())
    };
    let needs = |agent: &Agent| vec![Need::DidDocument(agent.did.clone())];
    assert_eq!(asked(|_| {}), needs(&hotel));
    assert_eq!(asked(|it| it.fetched_from = Some("https://stranger.example/card.json".to_owned())), needs(&stranger));
    assert_eq!(asked(|it| it.fetched_from = Some("https://nobody.example/card.json".to_owned())), []);
    assert_eq!(asked(|it| it.signer = Some("did:wba:hotel.example".parse().unwrap())), needs(&hotel));
    // what is at hand is not asked for
    let mut pending = Expected::default().begin(&signed, A2A_CARD).unwrap();
    assert_eq!(pending.needs(&supplied(&[&hotel])), []);
}

/// Sets of keys are asked for of the origins that were allowed, for signatures that no DID and no key at hand is named by.
#[test]
fn key_sets_are_asked_for_of_allowed_origins_alone() {
    let header = |jku: &str| format!(r#"{{"alg":"ES256","kid":"key-1","jku":"{jku}"}}"#);
    let needs = |jku: &str| {
        let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
        let mut expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
        expectations.allowances.key_origins = vec!["https://keys.example".parse().unwrap()];
        let mut pending = A2A_CARD.begin(with_header(&header(jku)), &expectations).unwrap();
        (pending.needs(&Supplied::default()), pending)
    };
    for url in [
        "https://keys.example:8443/a",
        "https://evil.example/a",
        "https://keys.example@evil.example/a",
        "https://evil@keys.example/a",
        "http://keys.example/a",
        "/a",
    ] {
        assert_eq!(needs(url).0, [], "{url}");
    }
    let url = "https://keys.example/set.json";
    let (asked, pending) = needs(url);
    assert_eq!(asked, [Need::KeySet(url.to_owned())]);
    let mut jwk = hotel().key.verifying_key().to_jwk();
    jwk.insert("kid", "key-1");
    let mut supplied = Supplied::default();
    let set = format!(r#"{{"keys": [{}]}}"#, Json::from(jwk).to_compact());
    supplied.key_sets.insert(url.to_owned(), Ok(set.as_bytes().into()));
    let verdict = pending.finish(&supplied);
    let signature = &verdict.signatures[0];
    assert_eq!((code(&verdict), &verdict.signer, verdict.binding), ("ok", &None, Some(Binding::Key)));
    assert_eq!((signature.key_source, &signature.signer), (Some("jku"), &None));
}

/// A key of a set may have a DID URL as its ID: the set proves that the card is unmodified, and no DID.
#[test]
fn a_key_set_of_an_allowed_origin_may_name_its_keys_by_did_urls() {
    let (url, kid) = ("https://keys.example/set.json", "did:wba:hotel.example#key-1");
    let mut jwk = hotel().key.verifying_key().to_jwk();
    jwk.insert("kid", kid);
    let set = format!(r#"{{"keys": [{}]}}"#, Json::from(jwk).to_compact());
    let header = format!(r#"{{"alg":"ES256","kid":"{kid}","jku":"{url}"}}"#);
    let verdict = |allow: &dyn Fn(&mut Allowances)| {
        let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
        let mut expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
        allow(&mut expectations.allowances);
        let mut pending = A2A_CARD.begin(with_header(&header), &expectations).unwrap();
        let mut supplied = supplied(&[&hotel()]);
        supplied.key_sets.insert(url.to_owned(), Ok(set.as_bytes().into()));
        (pending.needs(&Supplied::default()), pending.finish(&supplied))
    };
    let origins = || vec!["https://keys.example".parse().unwrap()];
    let (asked, found) = verdict(&|allowed| allowed.key_origins = origins());
    assert_eq!(asked, [Need::KeySet(url.to_owned())]);
    assert_eq!((code(&found), &found.signer, found.binding), ("ok", &None, Some(Binding::Key)));
    // without the origin, the DID decides
    let (asked, found) = verdict(&|_| {});
    assert_eq!((asked, found.signer), (vec![Need::DidDocument(hotel().did)], Some(hotel().did)));
    // a set at hand is the only one: keys of the two are not added up
    let mut other = SigningKey::from_secret_bytes(KeyType::P256, &[8; 32]).unwrap().verifying_key().to_jwk();
    other.insert("kid", "another");
    let other = format!(r#"{{"keys": [{}]}}"#, Json::from(other).to_compact());
    let (asked, found) = verdict(&|allowed| {
        allowed.key_origins = origins();
        allowed.key_set = Some(other.as_bytes().into());
    });
    assert_eq!((asked, code(&found)), (vec![], "card-signer-unbound"));
}

/// Whoever names the origin of the keys accepts no DID instead.
#[test]
fn an_origin_of_keys_that_the_caller_names_excludes_dids() {
    let signed = hotel().sign(CARD, None).unwrap();
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
    let mut expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
    expectations.allowances.key_origins = vec!["https://keys.example".parse().unwrap()];
    let mut pending = A2A_CARD.begin(signed, &expectations).unwrap();
    assert_eq!(pending.needs(&Supplied::default()), []);
    let verdict = pending.finish(&supplied(&[&hotel()]));
    assert_eq!((code(&verdict), &verdict.signer), ("card-signer-unbound", &None));
}

#[test]
fn what_is_allowed_and_cannot_be_read_refuses_the_card() {
    let signed = hotel().sign(CARD, None).unwrap();
    let broken = Expected { key_set: Some("{}".to_owned()), ..Expected::default() };
    assert_eq!(code(&broken.verify(&signed, &supplied(&[&hotel()]))), "key-malformed");
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
    let mut expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
    expectations.allowances.payload_forms = vec!["descriptor".to_owned()];
    let refused = A2A_CARD.begin(signed, &expectations).unwrap_err();
    assert!(refused.error.unwrap().to_string().contains("expected served, presence or pruned"));
}

/// A verdict ends when the key does: the one that lasts longest of those that count.
#[test]
fn a_verdict_ends_with_the_key() {
    let hotel = hotel();
    let signed = hotel.sign(CARD, None).unwrap();
    let end = |member: &str| {
        let text = hotel.document.source().replacen(r#""controller""#, &format!(r#"{member}"controller""#), 1);
        let mut supplied = Supplied::default();
        let resolved = DidDocument::parse_for(&hotel.did, text.as_bytes(), &Limits::default()).unwrap();
        supplied.did_documents.insert(hotel.did.clone(), Ok(Arc::new(resolved)));
        let verdict = Expected::default().verify(&signed, &supplied);
        (code(&verdict), verdict.expires.map(|end| end.to_string()))
    };
    let until = "2027-01-01T00:00:00Z".to_owned();
    assert_eq!(end(""), ("ok", None));
    assert_eq!(end(r#""expires": "2027-01-01T00:00:00Z", "#), ("ok", Some(until)));
    assert_eq!(end(r#""expires": "2026-01-01T00:00:00Z", "#).1, None);
}

#[test]
fn a_stranger_who_is_not_resolved_hides_nothing() {
    let (hotel, stranger) = (hotel(), Agent::new("did:wba:stranger.example", KeyType::P256, 9));
    let told = |card: &Document, supplied: &Supplied| {
        let verdict = Expected::default().verify(card, supplied);
        let signatures: Vec<_> = verdict
            .signatures
            .iter()
            .map(|it| {
                (
                    it.error.is_none(),
                    it.binding.map(|binding| binding.as_str()),
                    it.error.as_ref().map(|error| error.code().as_str()),
                )
            })
            .collect();
        (code(&verdict), signatures)
    };
    let with = |document: Result<&Document, &'static str>| {
        let mut keys = Supplied::default();
        let document = document.map(|document| {
            Arc::new(DidDocument::parse_for(&hotel.did, document.source().as_bytes(), &Limits::default()).unwrap())
        });
        keys.did_documents.insert(
            hotel.did.clone(),
            document.map_err(|did| {
                // a fault of the network
                Arc::new(NetError::Offline { what: did.to_owned() }) as Arc<dyn CodedError>
            }),
        );
        keys
    };
    let unbound = (false, Some("unbound"), Some("card-signer-unbound"));
    // alone
    let copied = stranger.sign(CARD, None).unwrap();
    assert_eq!(told(&copied, &Supplied::default()), ("card-signer-unbound", vec![unbound]));
    // beside a signature over another card, before it and behind it
    let other = hotel.sign(&CARD.replace("Books rooms.", "Books suites."), None).unwrap();
    let tampered = |first: &Document, second: &Document| {
        let mut entries = first.root().get("signatures").and_then(Json::as_array).unwrap().to_vec();
        entries.extend(second.root().get("signatures").and_then(Json::as_array).unwrap().to_vec());
        let mut card = parse(CARD).root().clone();
        card.insert("signatures", entries);
        parse(&Json::from(card).to_compact())
    };
    let refused = (false, None, Some("jws-signature"));
    let keys = with(Ok(&hotel.document));
    assert_eq!(told(&tampered(&other, &copied), &keys), ("jws-signature", vec![refused, unbound]));
    assert_eq!(told(&tampered(&copied, &other), &keys), ("jws-signature", vec![unbound, refused]));
    // a signature that would count and cannot be decided leaves the card undecided, whatever strangers add
    let keys = with(Err("did:wba:hotel.example"));
    let offline = (false, None, Some("net-offline"));
    assert_eq!(told(&tampered(&copied, &other), &keys), ("net-offline", vec![unbound, offline]));
    let mut keys = with(Err("did:wba:hotel.example"));
    let resolved = DidDocument::parse_for(&stranger.did, stranger.document.source().as_bytes(), &Limits::default());
    keys.did_documents.insert(stranger.did.clone(), Ok(Arc::new(resolved.unwrap())));
    let good = (true, Some("unbound"), None);
    assert_eq!(told(&tampered(&copied, &other), &keys), ("net-offline", vec![good, offline]));
}

#[test]
fn an_entry_that_cannot_be_read_does_not_make_a_refused_card_an_unreadable_one() {
    let hotel = hotel();
    let signed = hotel.sign(CARD, None).unwrap().json().to_compact();
    let changed = signed.replace("Books rooms.", "Books suites.").replace(r#""signatures":["#, r#""signatures":[{}, "#);
    let verdict = verify(&parse(&changed), &[&hotel], |_| {});
    assert_eq!((code(&verdict), code_of(&verdict, 0)), ("jws-signature", "jws-malformed"));
}

#[test]
fn interfaces_on_several_hosts_are_nobody_s() {
    let other = r#"{"url": "https://rooms.example/", "protocolBinding": "GRPC", "protocolVersion": "1.0"}, "#;
    for (interfaces, expected) in [
        (other.to_owned(), "card-signer-unbound"),
        (other.replace("https://rooms.example/", "hotel.example:443"), "ok"),
        (other.replace("https://rooms.example/", "/a2a"), "card-signer-unbound"),
        (other.replace("rooms.example", "HOTEL.example:8443"), "ok"),
        // two readers go to two hosts
        (other.replace("https://rooms.example/", r"https://hotel.example\\@rooms.example/"), "card-signer-unbound"),
        (other.replace("https://rooms.example/", "https://rooms@hotel.example/"), "card-signer-unbound"),
        // no agent is reached there
        (other.replace("https://rooms.example/", "ftp://hotel.example/"), "card-signer-unbound"),
        (other.replace("https://rooms.example/", "javascript://hotel.example/%0aalert(1)"), "card-signer-unbound"),
        (other.replace("https://rooms.example/", r"https://ho\ttel.example/"), "card-signer-unbound"),
    ] {
        let card = CARD.replace(r#""supportedInterfaces": ["#, &format!(r#""supportedInterfaces": [{interfaces}"#));
        let signed = hotel().sign(&card, None).unwrap();
        assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), expected, "{interfaces}");
    }
    // a union card's `url` is where clients of 0.3 go
    let union = CARD.replacen('{', r#"{"url": "https://rooms.example/", "protocolVersion": "0.3.0", "#, 1);
    let signed = hotel().sign(&union, Some(PayloadForm::Served)).unwrap();
    assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "card-signer-unbound");
    // one who reads an object as a list of one goes elsewhere than `url`
    let current = r#""supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]"#;
    assert!(CARD.contains(current));
    let object = r#""url": "https://hotel.example/", "supportedInterfaces": {"url": "https://rooms.example/"}"#;
    let signed = hotel().sign(&CARD.replace(current, object), Some(PayloadForm::Served)).unwrap();
    assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "card-signer-unbound");
    // as the protocol definition spells it, too
    for name in ["additionalInterfaces", "additional_interfaces"] {
        for (host, expected) in [("rooms.example", "card-signer-unbound"), ("hotel.example", "ok")] {
            let also = format!(r#"{{"{name}": [{{"url": "https://{host}/", "transport": "JSONRPC"}}], "#);
            let signed = hotel().sign(&CARD.replacen('{', &also, 1), Some(PayloadForm::Served)).unwrap();
            assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), expected, "{name} {host}");
        }
    }
}

#[test]
fn a_did_with_a_port_is_of_that_port_and_one_without_of_every_port() {
    for (did, url, expected) in [
        ("did:wba:hotel.example", "https://hotel.example:8443/", "ok"),
        ("did:wba:hotel.example%3A8443", "https://hotel.example:8443/", "ok"),
        ("did:web:hotel.example%3A8443", "https://hotel.example/", "card-signer-unbound"),
        ("did:wba:hotel.example%3A8443", "https://hotel.example:8444/", "card-signer-unbound"),
        ("did:wba:hotel.example%3A80", "http://hotel.example/", "ok"),
    ] {
        let agent = Agent::new(did, KeyType::P256, 7);
        // by the interface's URL, and by the one that the card was fetched from
        let signed = agent.sign(&CARD.replace("https://hotel.example/a2a", url), None).unwrap();
        assert_eq!(code(&verify(&signed, &[&agent], |_| {})), expected, "{did} {url}");
        let signed = agent.sign(CARD, None).unwrap();
        let fetched = verify(&signed, &[&agent], |it| it.fetched_from = Some(url.to_owned()));
        assert_eq!(code(&fetched), expected, "{did} {url}");
    }
    // interfaces on two ports: a DID with one of them is not of both
    let two = CARD.replace(r#""supportedInterfaces": ["#, r#""supportedInterfaces": [{"url": "https://hotel.example:8443/", "protocolBinding": "GRPC", "protocolVersion": "1.0"}, "#);
    for (did, expected) in [("did:wba:hotel.example", "ok"), ("did:wba:hotel.example%3A8443", "card-signer-unbound")] {
        let agent = Agent::new(did, KeyType::P256, 7);
        assert_eq!(code(&verify(&agent.sign(&two, None).unwrap(), &[&agent], |_| {})), expected, "{did}");
    }
}

#[test]
fn a_key_speaks_for_cards_where_it_is_listed_for_assertions() {
    let hotel = hotel();
    let signed = hotel.sign(CARD, None).unwrap();
    let with = |text: String| {
        let resolved: Resolved<DidDocument> =
            DidDocument::parse_for(&hotel.did, text.as_bytes(), &Limits::default()).unwrap();
        let mut supplied = Supplied::default();
        supplied.did_documents.insert(hotel.did.clone(), Ok(Arc::new(resolved)));
        code(&Expected::default().verify(&signed, &supplied))
    };
    let text = hotel.document.source().to_owned();
    assert_eq!(with(text.clone()), "ok");
    assert_eq!(with(text.replace("assertionMethod", "authentication2")), "proof-method-not-authorized");
    let controlled =
        text.replacen("\"controller\": \"did:wba:hotel.example\"", "\"controller\": \"did:wba:other.example\"", 1);
    assert_eq!(with(controlled), "proof-controller");
    // no document at all
    let none = Expected::default().verify(&signed, &Supplied::default());
    assert_eq!(code(&none), "jws-key");
}

/// What is done to a card after it was signed, and the payload forms that still verify.
#[test]
fn members_added_removed_and_changed_are_found_by_what_each_reading_covers() {
    use PayloadForm::{Presence, Pruned, Served};
    let changes: [(&str, &str, &[PayloadForm]); 9] = [
        ("Books rooms.", "Books rooms!", &[]),
        (r#""pushNotifications": false"#, r#""pushNotifications": true"#, &[]),
        (r#", "pushNotifications": false"#, "", &[]),
        (r#""tags": ["booking"]"#, r#""tags": []"#, &[]),
        // what is added: unknown, empty, null, of its default value
        (r#""version": "1.0.0""#, r#""version": "1.0.0", "url": "https://stranger.example/""#, &[Pruned]),
        (r#""version": "1.0.0""#, r#""version": "1.0.0", "securitySchemes": {}"#, &[Presence, Pruned]),
        (r#""version": "1.0.0""#, r#""version": "1.0.0", "iconUrl": null"#, &[Presence, Pruned]),
        (r#""version": "1.0.0""#, r#""version": "1.0.0", "iconUrl": """#, &[Pruned]),
        (r#""version": "1.0.0""#, r#""version": "1.0.0", "iconUrl": "https://stranger.example/""#, &[]),
    ];
    let hotel = hotel();
    for (from, to, still) in changes {
        let signed = hotel.sign(CARD, None).unwrap();
        let text = signed.root().iter().map(|member| (member.name().clone(), member.value().clone()));
        let text = agent_description::Json::from(text.collect::<agent_description::json::Object>()).to_compact();
        let compact = |text: &str| text.replace("\": ", "\":").replace(", \"", ",\"");
        let changed = text.replace(&compact(from), &compact(to));
        assert_ne!(changed, text, "{from}");
        for form in [Served, Presence, Pruned] {
            let verdict = verify(&parse(&changed), &[&hotel], |expected| {
                expected.payload_forms = vec![form];
                expected.signer = Some(hotel.did.clone());
            });
            let expected = if still.contains(&form) { "ok" } else { "jws-signature" };
            assert_eq!(code(&verdict), expected, "{to} by {form}");
        }
    }
}

#[test]
fn a_reading_that_is_not_accepted_is_named() {
    let signed = hotel().sign(&CARD.replace("Books rooms.", ""), Some(PayloadForm::Pruned)).unwrap();
    let verdict = verify(&signed, &[&hotel()], |_| {});
    assert_eq!(code(&verdict), "jws-signature");
    assert!(verdict.error.unwrap().to_string().contains("only with the payload form `pruned`"));
}

#[test]
fn twins_are_neither_signed_nor_verified() {
    let twins = r#""defaultInputModes": ["text/plain"], "default_input_modes": ["image/png"]"#;
    let card = CARD.replace(r#""defaultInputModes": ["text/plain"]"#, twins);
    let error = hotel().sign(&card, Some(PayloadForm::Served)).unwrap_err();
    assert_eq!((error.code().as_str(), error.pointer().as_deref()), ("spelling", Some("/default_input_modes")));
    let signed = hotel().sign(CARD, None).unwrap();
    let added = signed.source().replacen('{', r#"{"default_input_modes": ["image/png"], "#, 1);
    assert_eq!(code(&verify(&parse(&added), &[], |_| {})), "spelling");
}

#[test]
fn of_two_signatures_the_good_one_is_told_from_the_other() {
    let hotel = hotel();
    let signed = hotel.sign(CARD, None).unwrap();
    // signed again after a change, so that the first signature is over another card
    let changed = hotel.sign(&signed.source().replace("Books rooms.", "Books rooms and suites."), None).unwrap();
    let verdict = verify(&changed, &[&hotel], |_| {});
    let codes: Vec<Option<&str>> = verdict
        .signatures
        .iter()
        .map(|signature| signature.error.as_ref().map(|error| error.code().as_str()))
        .collect();
    assert_eq!((verdict.is_verified(), codes), (true, vec![Some("jws-signature"), None]));
}

#[test]
fn sets_of_keys_are_read_strictly() {
    let code = |text: &str| KeySet::parse(text.as_bytes()).map_or_else(|error| error.code().as_str(), |_| "ok");
    assert_eq!(code(r#"{"keys": []}"#), "ok");
    assert_eq!(code(r#"{"keys": {}}"#), "key-malformed");
    assert_eq!(code(r#"{"keys": [7]}"#), "key-malformed");
    assert_eq!(code(r#"{"keys": [], "keys": []}"#), "json-duplicate-key");
    assert_eq!(code(&format!(r#"{{"keys": [{}]}}"#, vec!["{}"; 65].join(","))), "key-malformed");
    assert_eq!(code(&format!(r#"{{"keys": [], "x": "{}"}}"#, "x".repeat(KeySet::MAX_BYTES))), "json-size");
    let set = |keys: &str| KeySet::parse(format!(r#"{{"keys": [{keys}]}}"#).as_bytes()).unwrap();
    for (keys, reason) in [
        ("", "no key with that name"),
        (r#"{"kid": "a", "kty": "oct"}, {"kid": "a"}"#, "several keys with that name"),
        (r#"{"kid": "a", "kty": "oct", "k": "AA"}"#, ""),
    ] {
        let error = set(keys).key("a").unwrap_err();
        assert_eq!(error.code().as_str(), "jws-key");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// A set that is put together from several may have a key twice, or in two spellings.
#[test]
fn a_set_may_have_the_same_key_twice() {
    const X: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    let key = |more: &str| format!(r#"{{"kid": "a", "kty": "OKP", "crv": "Ed25519", "x": "{X}"{more}}}"#);
    let set = |keys: String| KeySet::parse(format!(r#"{{"keys": [{keys}]}}"#).as_bytes()).unwrap();
    let (once, twice) = (set(key("")), set(format!("{},{}", key(""), key(r#", "use": "sig""#))));
    assert_eq!(twice.key("a").unwrap(), once.key("a").unwrap());
    // RFC 8037 appendix A.2, and the key of RFC 8032 section 7.1, test 2
    let other = r#"{"kid": "a", "kty": "OKP", "crv": "Ed25519", "x": "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}"#;
    for keys in [format!("{},{other}", key("")), format!("{},{},{other}", key(""), key(""))] {
        let error = set(keys).key("a").unwrap_err();
        assert!(error.to_string().contains("several keys with that name"), "{error}");
    }
}

/// A card may be checked with any number and a byte order mark. It is neither signed nor verified with them, not even if
/// its signature fits.
#[test]
fn a_number_that_no_double_holds_is_neither_signed_nor_verified() {
    let unsigned = ReadLimits::new(1 << 20).unsigned();
    let header = base64url(br#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1"}"#);
    for (start, number, expected) in [
        ("", "9007199254740992", "ok"),
        ("", "9007199254740993", "json-number"),
        ("", "-1152921504606846976", "json-number"),
        ("", "1e-400", "json-number"),
        ("\u{feff}", "1", "json-encoding"),
    ] {
        let card = CARD.replacen('{', &format!("{{\"x-number\": {{\"deep\": [{number}]}}, "), 1);
        let plain = Document::parse(format!("{start}{card}").as_bytes(), unsigned).unwrap();
        let report = A2A_CARD.check(&plain, &options());
        assert!(report.is_valid(), "{number}: {:?}", report.diagnostics);
        let signed = sign(&plain, A2A, &hotel().signer(), Some(PayloadForm::Served), None, &Limits::default());
        assert_eq!(signed.map_or_else(|error| error.code().as_str(), |_| "ok"), expected, "{number}");

        let payload = A2A.payload(plain.root(), PayloadForm::Served).unwrap();
        let signature = base64url(&hotel().key.sign(format!("{header}.{}", base64url(&payload)).as_bytes()).0);
        let entry = format!(r#"{{"protected": "{header}", "signature": "{signature}"}}"#);
        let text = format!("{start}{}", card.replacen('{', &format!("{{\"signatures\": [{entry}], "), 1));
        let document = Document::parse(text.as_bytes(), unsigned).unwrap();
        assert_eq!(code(&verify(&document, &[&hotel()], |_| {})), expected, "{number}");
        // as files are read
        assert!(read(text.as_bytes(), &formats(), &Limits::default()).is_ok(), "{number}");
        let read = read_signed(text.as_bytes(), &formats(), &Limits::default());
        assert_eq!(read.map_or_else(|error| error.code().as_str(), |_| "ok"), expected, "{number}");
    }
    // what is always signed is always read so
    for text in [
        r#"{"@context": {"@vocab": "https://agent-network-protocol.com/ad#"}, "@type": "AgentDescription", "name": "x", "n": 9007199254740993}"#,
        r#"{"id": "did:wba:a.example", "@context": ["https://www.w3.org/ns/did/v1"], "verificationMethod": [], "n": 9007199254740993}"#,
    ] {
        let error = read(text.as_bytes(), &formats(), &Limits::default()).unwrap_err();
        assert_eq!(error.code().as_str(), "json-number", "{text}");
    }
}

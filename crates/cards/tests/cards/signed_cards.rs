//! Cards that are signed here, and who signs them.

use crate::signing_agent::{Agent, CARD, Expected, code, hotel, supplied, verify};
use adp_cards::{
    a2a_card::A2A,
    signature::{HostAndPort, PayloadForm, sign},
};
use adp_fixtures::samples::parse;
use agent_description::{
    CodedError, KeySigner, KeyType, Limits, SigningKey,
    did::{Did, DidUrl},
    verification::Supplied,
};

#[test]
fn every_kind_of_key_and_did_signs() {
    for (did, key_type, alg) in [
        ("did:wba:hotel.example", KeyType::P256, "ES256"),
        ("did:web:hotel.example:rooms", KeyType::Ed25519, "EdDSA"),
        ("did:wba:hotel.example:rooms", KeyType::Secp256k1, "ES256K"),
    ] {
        let agent = Agent::new(did, key_type, 7);
        let signed = agent.sign(CARD, None).unwrap();
        let verdict = verify(&signed, &[&agent], |_| {});
        let signature = &verdict.signatures[0];
        assert_eq!(
            (code(&verdict), signature.algorithm.as_deref(), signature.payload_form),
            ("ok", Some(alg), Some("served"))
        );
        assert_eq!(verdict.signer.as_ref(), Some(&agent.did));
        assert_eq!(signature.binding.unwrap().as_str(), "host");
        // a DID document that came with the card proves nothing
        let resolved = verdict.checks.iter().find(|check| check.name == "resolve").unwrap();
        assert_eq!(resolved.detail.as_ref().unwrap().to_string(), format!("{did} from the caller; no document proof"));
        // members keep their order; `signatures` comes last
        assert_eq!(signed.root().iter().last().unwrap().name(), "signatures");
    }
}

#[test]
fn a_did_key_counts_where_it_is_named_and_nowhere_else() {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    let did = Did::from_key(key.verifying_key());
    let method = DidUrl::new(&did, did.multikey().unwrap()).unwrap();
    let signed = sign(&parse(CARD), A2A, &KeySigner::new(method, key), None, None, &Limits::default()).unwrap();
    assert_eq!(code(&verify(&signed, &[], |_| {})), "card-signer-unbound");
    let verdict = verify(&signed, &[], |expected| expected.signer = Some(did.clone()));
    assert_eq!(
        (code(&verdict), verdict.signer, verdict.signatures[0].binding.unwrap().as_str()),
        ("ok", Some(did.clone()), "signer")
    );
    let resolved = verdict.checks.iter().find(|check| check.name == "resolve").unwrap();
    assert_eq!(resolved.detail.as_ref().unwrap().to_string(), format!("{did}, which is the key"));
}

#[test]
fn cards_on_which_readings_differ_are_signed_on_purpose_alone() {
    let differing = [
        (r#""description": "Books rooms.""#, r#""description": """#, "/description (is empty)"),
        (
            r#""version": "1.0.0","#,
            r#""version": "1.0.0", "url": "https://hotel.example/","#,
            "/url (is not a member of A2A 1.0)",
        ),
        (r#""version": "1.0.0","#, r#""version": "1.0.0", "iconUrl": null,"#, "/iconUrl (is null)"),
        (r#""tags": ["booking"]"#, r#""tags": []"#, "/skills/0/tags (is empty)"),
        (r#""tags": ["booking"]"#, r#""tags": [""]"#, "/skills/0/tags/0 (is empty)"),
        (
            r#""streaming": true"#,
            r#""streaming": true, "extensions": [{"uri": "a:b", "required": false}]"#,
            "/capabilities/extensions/0/required (has its default value)",
        ),
        (
            r#""streaming": true"#,
            r#""streaming": true, "extensions": [{"uri": "a:b", "params": {"x": {"y": [null]}}}]"#,
            "/capabilities/extensions/0/params/x/y/0 (is null)",
        ),
        (r#""defaultInputModes""#, r#""default_input_modes""#, "/default_input_modes (is not in camelCase)"),
    ];
    for (from, to, named) in differing {
        let card = CARD.replace(from, to);
        assert_ne!(card, CARD);
        let error = hotel().sign(&card, None).unwrap_err();
        assert_eq!(error.code().as_str(), "card-not-portable");
        assert!(error.to_string().contains(named), "{error}");
        for form in PayloadForm::ALL {
            let signed = hotel().sign(&card, Some(*form)).unwrap();
            let verdict = verify(&signed, &[&hotel()], |expected| expected.payload_forms = vec![*form]);
            assert_eq!((code(&verdict), verdict.signatures[0].payload_form), ("ok", Some(form.as_str())), "{to}");
        }
    }
    // false that is written is no default where the definition says `optional`
    assert!(hotel().sign(&CARD.replace("\"streaming\": true", "\"streaming\": false"), None).is_ok());
}

#[test]
fn a_second_signature_stands_beside_the_first() {
    let (hotel, partner) = (hotel(), Agent::new("did:web:partner.example", KeyType::Ed25519, 3));
    let once = hotel.sign(CARD, None).unwrap();
    let twice = partner.sign(once.source(), None).unwrap();
    let verdict = verify(&twice, &[&hotel, &partner], |_| {});
    assert!(verdict.is_verified() && verdict.signatures.iter().all(|signature| signature.error.is_none()));
    let bindings: Vec<&str> = verdict.signatures.iter().map(|signature| signature.binding.unwrap().as_str()).collect();
    assert_eq!((bindings, verdict.signer), (vec!["host", "unbound"], Some(hotel.did.clone())));
    let verdict = verify(&twice, &[&hotel, &partner], |expected| expected.signer = Some(partner.did.clone()));
    assert_eq!(verdict.signer, Some(partner.did.clone()));
    // room for sixteen
    let mut card = twice;
    for _ in 2..16 {
        card = hotel.sign(card.source(), None).unwrap();
    }
    assert_eq!(hotel.sign(card.source(), None).unwrap_err().code().as_str(), "jws-malformed");
}

#[test]
fn a_card_that_cannot_verify_gets_no_signature() {
    for entries in ["[\"x\"]", "[{}, 1]", "[[]]", "{}"] {
        let card = CARD.replacen('{', &format!("{{\"signatures\": {entries},"), 1);
        let refused = hotel().sign(&card, Some(PayloadForm::Served)).unwrap_err();
        assert_eq!(refused.code().as_str(), "jws-malformed", "{entries}: {refused}");
    }
}

#[test]
fn a_key_of_nobody_s_is_not_that_of_the_signer_who_is_expected() {
    let agent = hotel();
    let signed = agent.sign(CARD, None).unwrap();
    let mut jwk = agent.key.verifying_key().to_jwk();
    jwk.insert("kid", agent.method().as_str());
    let set = format!("{{\"keys\": [{}]}}", agent_description::Json::from(jwk).to_compact());
    // a card by the DID of its host is not one by a key of the set
    let other = r#"{"keys": [{"kty": "EC", "crv": "P-256", "kid": "other", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}"#;
    let pinned = Expected { key_set: Some(other.to_owned()), ..Expected::default() };
    let verdict = pinned.verify(&signed, &supplied(&[&agent]));
    assert_eq!((code(&verdict), verdict.signer.clone()), ("card-signer-unbound", None));
    assert_eq!(
        verdict.error.unwrap().to_string(),
        "signed by did:wba:hotel.example, with a key of no given key set: a key of the given set or origin is expected"
    );
    let refused = pinned.verify(&signed, &Supplied::default());
    assert_eq!(
        refused.error.unwrap().to_string(),
        "the signature's key, one of did:wba:hotel.example, is in no given key set, and the signature has no `jku` of an \
         allowed origin: a key of the given set or origin is expected"
    );
    for (signer, expected, binding) in [(None, "ok", Some("key")), (Some(agent.did.clone()), "jws-key", None)] {
        let expected_of = Expected { signer, key_set: Some(set.clone()), ..Expected::default() };
        let verdict = expected_of.verify(&signed, &Supplied::default());
        assert_eq!(code(&verdict), expected);
        assert_eq!(verdict.signatures[0].binding.map(|binding| binding.as_str()), binding);
        assert_eq!(verdict.signer, None);
    }
}

#[test]
fn a_did_binds_its_host_and_where_it_says_one_its_port() {
    for (did, url, is_of) in [
        ("did:wba:hotel.example:rooms", "https://hotel.example/card.json", true),
        ("did:web:hotel.example", "https://HOTEL.example:8443/card.json", true),
        ("did:web:hotel.example%3A8443", "https://hotel.example:8443/", true),
        ("did:web:hotel.example%3A8443", "https://hotel.example/", false),
        ("did:wba:hotel.example", "https://rooms.hotel.example/", false),
        ("did:wba:hotel.example", "https://hotel.example.evil.example/", false),
        ("did:wba:hotel.example", "https://hotel.example@evil.example/", false),
        ("did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", "https://hotel.example/", false),
    ] {
        assert_eq!(HostAndPort::from_fetch(url).unwrap().is_of(&did.parse().unwrap()), is_of, "{did} {url}");
    }
    assert_eq!(HostAndPort::from_fetch("https://127.0.0.1/"), None);
    assert_eq!(HostAndPort::from_fetch("/a2a"), None);
}

#[test]
fn an_interface_is_where_all_readers_find_it() {
    for (url, is_there) in [
        ("https://hotel.example/", Some(true)),
        ("https://Hotel.Example.:443/", Some(true)),
        ("wss://hotel.example:8443/ws", Some(true)),
        ("https://evil.example\\@hotel.example/", None),
        ("https://hotel.example@evil.example/", None),
        ("https://user:secret@hotel.example/", None),
        ("https://ho\ttel.example/", None),
        ("https:hotel.example/", None),
        (" https://hotel.example/", None),
        ("https://hotel%2eexample/", None),
        ("https://h\u{f6}tel.example/", None),
        ("ftp://hotel.example/", None),
        ("javascript://hotel.example/%0aalert(1)", None),
        ("grpc://hotel.example:50051", Some(true)),
    ] {
        let place = HostAndPort::from_interface(url);
        assert_eq!(place.map(|place| place.is_of(&"did:web:hotel.example".parse().unwrap())), is_there, "{url:?}");
    }
    assert_eq!(HostAndPort::from_authority("Hotel.example:443"), HostAndPort::from_interface("https://hotel.example/"));
    for text in [
        "hotel.example",
        ":443",
        "hotel.example:",
        "hotel.example:+443",
        "hotel.example:99999",
        "u@hotel.example:1",
        "[::1]:1",
    ] {
        assert_eq!(HostAndPort::from_authority(text), None, "{text}");
    }
}

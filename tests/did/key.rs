//! did:key: the document follows from the DID, and from nothing else.

use super::syntax_faults as faults;
use agent_description::{
    Code, CodedError, Limits,
    did::{Did, DidDocument, DidError, DidMethod, DidUrl, Purpose},
    key::{KeyType, SigningKey, VerifyingKey},
    resolve::StaticResolver,
};

// the did:key method's own test vectors: W3C-CCG did-method-key, ed25519, nist-curves and secp256k1
const PUBLISHED: [(KeyType, &str); 3] = [
    (KeyType::Ed25519, "did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp"),
    (KeyType::P256, "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"),
    (KeyType::Secp256k1, "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme"),
];

#[test]
fn documents_follow_from_the_key() {
    for (key_type, text) in PUBLISHED {
        let did: Did = text.parse().unwrap();
        assert_eq!((did.method(), did.host(), did.port(), did.location()), (DidMethod::Key, None, None, None));
        assert_eq!((did.binding(), did.path_segments().count()), (None, 0));
        let resolved = StaticResolver::default().get(&did).unwrap();
        let document = resolved.get();
        let multikey = text.strip_prefix("did:key:").unwrap();
        let method: DidUrl = format!("{text}#{multikey}").parse().unwrap();
        let [only] = document.verification_methods() else { panic!("{text}") };
        assert_eq!((&only.id, only.controller.as_str(), only.method_type.as_str()), (&method, text, "Multikey"));
        let key = only.key().unwrap();
        assert_eq!((key.key_type(), key.to_multikey().as_str()), (key_type, multikey));
        assert_eq!(Did::from_key(key), did);
        assert_eq!(document.binding_method(), Some(&method));
        for &purpose in Purpose::ALL {
            assert_eq!(document.lists(&method, purpose), purpose != Purpose::KeyAgreement, "{purpose}");
        }
        assert_eq!(document.diagnostics(None), []);
        // resolvers that have nothing to ask give the same
        assert_eq!(
            StaticResolver::default().get(&did).unwrap().get().document().source(),
            document.document().source()
        );
    }
}

#[test]
fn other_keys_do_not_resolve() {
    for (text, hint) in [
        // X25519, P-384, a secret key, truncated, no key at all
        ("did:key:z6LSeJZHnf9JoXVWWztK4KqVZpTFWP4e2sckqF5r5LC9PQoy", "x25519-pub"),
        ("did:key:z82LkmB946CwaTXf7jqgFWtfkUVWWsFKvM18ba6JKqoZACTxGaGxYiiY9ocSbQU4dAHVgD9", "expected at most 50"),
        ("did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooW", "multicodec is"),
        ("did:key:z1", "multicodec"),
    ] {
        let error = StaticResolver::default().get(&text.parse().unwrap()).unwrap_err();
        assert_eq!(error.code(), Code::DID_KEY_UNSUPPORTED, "{error}");
        assert!(error.to_string().contains(hint), "{error}");
    }
    for text in [
        "did:key:",
        "did:key:z",
        "did:key:MkiTBz",
        "did:key:z6Mk0",
        "did:key:1.1:z6MkiTBz",
        "did:key:z6Mk:x",
        "did:key:z6Mk%20",
    ] {
        match text.parse::<Did>() {
            Err(DidError::Syntax { fault, .. }) => assert!(fault.contains(faults::KEY_VALUE), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn nobody_supplies_another_key() {
    let did: Did = PUBLISHED[0].1.parse().unwrap();
    let own = StaticResolver::default().get(&did).unwrap().get().document().source().to_owned();
    let mallory = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let multikey = mallory.verifying_key().to_multikey();
    let read = |text: &str| DidDocument::parse_for(&did, text.as_bytes(), &Limits::default()).map(|_| ());
    assert!(read(&own).is_ok());
    let value = format!("\"publicKeyMultibase\": \"{}\"", did.multikey().unwrap());
    assert!(own.contains(&value));
    let replaced = own.replace(&value, &format!("\"publicKeyMultibase\": \"{multikey}\""));
    assert_eq!(read(&replaced).unwrap_err().code(), Code::DID_BINDING);
    // beside the right one, too
    let added = own.replacen(
        "\"verificationMethod\": [",
        &format!("\"verificationMethod\": [{{\"id\": \"#m\", \"type\": \"Multikey\", \"controller\": \"{did}\", \"publicKeyMultibase\": \"{multikey}\"}}, "),
        1,
    );
    assert_eq!(read(&added).unwrap_err().code(), Code::DID_BINDING);
    let embedded = own.replacen(
        "\"assertionMethod\": [",
        &format!("\"assertionMethod\": [{{\"id\": \"#m\", \"type\": \"Multikey\", \"controller\": \"{did}\", \"publicKeyMultibase\": \"{multikey}\"}}, "),
        1,
    );
    assert_eq!(read(&embedded).unwrap_err().code(), Code::DID_BINDING);
    assert!(VerifyingKey::from_multikey(&multikey).is_ok());
}

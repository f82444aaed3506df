//! New keys: overlaps of plain DIDs, new names of key-bound ones (did:wba section 2.3: another key is another DID).

use agent_description::{
    Code, CodedError, Limits,
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DidUrl, DocumentProofForm, Purpose},
    json::Document,
    key::{KeyType, SigningKey},
    resolve::StaticResolver,
};

fn key(key_type: KeyType, byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap()
}

fn read(did: &Did, document: &Document) -> DidDocument {
    DidDocument::parse_for(did, document.source().as_bytes(), &Limits::default()).unwrap().into_inner()
}

#[test]
fn plain_dids_keep_both_keys_until_one_is_dropped() {
    let did: Did = "did:wba:example.com:a".parse().unwrap();
    let (old, new) = (key(KeyType::P256, 1), key(KeyType::Ed25519, 2));
    let begin = DidDocumentBuilder::new(did.clone(), old.verifying_key()).build().unwrap();
    let (overlap, method) = read(&did, &begin).with_key(new.verifying_key()).unwrap();
    let overlap = read(&did, &overlap);
    let key_1: DidUrl = "did:wba:example.com:a#key-1".parse().unwrap();
    assert_eq!(method.as_str(), "did:wba:example.com:a#key-2");
    for (id, key) in [(&key_1, &old), (&method, &new)] {
        assert_eq!(overlap.verification_method(id).unwrap().key().unwrap(), key.verifying_key());
        assert!(overlap.lists(id, Purpose::AssertionMethod) && overlap.lists(id, Purpose::Authentication));
    }
    assert_eq!(overlap.diagnostics(None), []);
    assert_eq!(overlap.with_key(old.verifying_key()).unwrap_err().code(), Code::DID_DOCUMENT_INVALID);

    let end = read(&did, &overlap.without_method(&key_1).unwrap());
    assert!(end.verification_method(&key_1).is_none());
    assert!(Purpose::ALL.iter().all(|&purpose| !end.lists(&key_1, purpose)));
    assert!(end.lists(&method, Purpose::AssertionMethod));
    assert_eq!(end.without_method(&method).unwrap_err().code(), Code::DID_DOCUMENT_INVALID);
    assert_eq!(end.without_method(&key_1).unwrap_err().code(), Code::DID_DOCUMENT_INVALID);
    // a fragment that is taken is not given to another key
    let (_, next) = end.with_key(old.verifying_key()).unwrap();
    assert_eq!(next.fragment(), "key-3");
    assert_eq!(
        end.rebound(&new, "2026-01-31T12:00:00Z".parse().unwrap(), DocumentProofForm::W3c).unwrap_err().code(),
        Code::DID_BINDING
    );
}

#[test]
fn bound_dids_get_another_name() {
    let now = "2026-01-31T12:00:00Z".parse().unwrap();
    let p256 = key(KeyType::P256, 5);
    for (binding, key_type) in [(Binding::E1, KeyType::Ed25519), (Binding::K1, KeyType::Secp256k1)] {
        let (old, new) = (key(key_type, 1), key(key_type, 2));
        let did = Did::wba_bound("example.com", "agents", binding, old.verifying_key()).unwrap();
        let mut builder =
            DidDocumentBuilder::new(did.clone(), old.verifying_key()).agent_description("https://example.com/ad.json");
        builder.keys.push(p256.verifying_key().clone());
        let document = builder.build_signed(&old, now, DocumentProofForm::W3c).unwrap();
        let document = read(&did, &document);
        let (next, rebound) = document.rebound(&new, now, DocumentProofForm::W3c).unwrap();
        assert_eq!(next, Did::wba_bound("example.com", "agents", binding, new.verifying_key()).unwrap());
        // it stands nowhere but where an `e1_` DID names its predecessor
        let names = usize::from(binding == Binding::E1);
        assert_eq!(rebound.source().matches(did.as_str()).count(), names, "the old name is gone");
        let read = read(&next, &rebound);
        assert_eq!(read.verification_methods()[0].key().unwrap(), new.verifying_key());
        assert_eq!(read.verification_methods()[1].key().unwrap(), p256.verifying_key());
        assert_eq!(read.services().len(), 1);
        assert_eq!(document.with_key(new.verifying_key()).unwrap_err().code(), Code::DID_BINDING);
        let key_2 = DidUrl::new(&did, "key-2").unwrap();
        assert_eq!(document.without_method(&key_2).unwrap_err().code(), Code::DID_BINDING);
        assert_eq!(document.rebound(&p256, now, DocumentProofForm::W3c).unwrap_err().code(), Code::DID_BINDING);
    }
    let did_key = Did::from_key(p256.verifying_key());
    let document = StaticResolver::default().get(&did_key).unwrap();
    assert_eq!(document.get().with_key(key(KeyType::P256, 6).verifying_key()).unwrap_err().code(), Code::DID_BINDING);
}

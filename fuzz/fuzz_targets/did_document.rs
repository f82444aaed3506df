//! An accepted DID document is about the DID asked for, and no two of its methods share an id.

use agent_description::{
    Limits,
    did::{Did, DidDocument, DidUrl, Purpose},
};
use std::{collections::BTreeSet, sync::LazyLock};

/// The DIDs of the seeds: a plain one, and those bound to the vectors' keys.
static DIDS: LazyLock<[Did; 3]> = LazyLock::new(|| {
    [
        "did:wba:example.com:alice",
        "did:wba:example.com:agents:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
        "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8",
    ]
    .map(|did| did.parse().expect("a DID"))
});

pub fn run(bytes: &[u8]) {
    for did in &*DIDS {
        if let Ok(resolved) = DidDocument::parse_for(did, bytes, &Limits::default()) {
            check(did, resolved.get(), bytes);
        }
    }
}

fn check(did: &Did, document: &DidDocument, bytes: &[u8]) {
    assert_eq!(document.id(), did);
    // a bound DID has its key, under `authentication`; warnings never fail
    if let Some(fingerprint) = did.fingerprint() {
        let method = document.binding_method().expect("a bound document has the method");
        let key = document.verification_method(method).expect("it is the document's").key().expect("it is usable");
        assert_eq!(key.thumbprint(), fingerprint);
        assert!(document.lists(method, Purpose::Authentication));
    }
    let _ = document.diagnostics(None);
    // a reader of plain JSON sees the same subject, and no deactivation
    let plain: serde_json::Value = serde_json::from_slice(bytes).expect("what we accept is JSON");
    assert_eq!(plain["id"], did.as_str());
    assert_ne!(plain["deactivated"], true);
    let ids: BTreeSet<&DidUrl> = document.verification_methods().iter().map(|method| &method.id).collect();
    assert_eq!(ids.len(), document.verification_methods().len());
    for method in document.verification_methods() {
        assert_eq!(document.verification_method(&method.id).map(|found| &found.id), Some(&method.id));
        if let Ok(key) = method.key() {
            // a key that was read can be written and read again
            let again = agent_description::key::VerifyingKey::from_multikey(&key.to_multikey()).expect("our own text");
            assert_eq!(&again, key);
            assert!(!method.object.get("publicKeyJwk").is_some_and(|jwk| jwk.get("d").is_some()));
        }
        for purpose in Purpose::ALL {
            let listed = document.listed_under(*purpose).iter().any(|id| id == method.id.as_str());
            assert_eq!(document.lists(&method.id, *purpose), listed);
        }
    }
}

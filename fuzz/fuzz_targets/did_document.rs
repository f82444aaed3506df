//! An accepted DID document is about the DID asked for, and no two of its methods share an id.
#![no_main]

use agent_description::{
    Limits,
    did::{Did, DidDocument, DidUrl, Purpose},
};
use libfuzzer_sys::fuzz_target;
use std::{collections::BTreeSet, sync::LazyLock};

static DID: LazyLock<Did> = LazyLock::new(|| "did:wba:example.com:alice".parse().expect("a DID"));

fuzz_target!(|bytes: &[u8]| {
    let Ok(resolved) = DidDocument::parse_for(&DID, bytes, &Limits::default()) else { return };
    let document = resolved.get();
    assert_eq!(document.id(), &*DID);
    // a reader of plain JSON sees the same subject, and no deactivation
    let plain: serde_json::Value = serde_json::from_slice(bytes).expect("what we accept is JSON");
    assert_eq!(plain["id"], DID.as_str());
    assert_ne!(plain["deactivated"], true);
    let ids: BTreeSet<&DidUrl> = document.verification_methods().iter().map(|method| method.id()).collect();
    assert_eq!(ids.len(), document.verification_methods().len());
    for method in document.verification_methods() {
        assert_eq!(document.verification_method(method.id()).map(|found| found.id()), Some(method.id()));
        if let Ok(key) = method.key() {
            // a key that was read can be written and read again
            let again = agent_description::key::VerifyingKey::from_multikey(&key.to_multikey()).expect("our own text");
            assert_eq!(&again, key);
            assert!(!method.object().get("publicKeyJwk").is_some_and(|jwk| jwk.get("d").is_some()));
        }
        for purpose in Purpose::ALL {
            let listed = document.listed_under(*purpose).iter().any(|id| id == method.id().as_str());
            assert_eq!(document.authorizes(method.id(), *purpose), listed);
        }
    }
});

//! A text is a JSON Web Signature or none, by any profile, without a panic; one that verifies is over these very bytes.

use agent_description::{
    KeyType, SigningKey,
    jws::{Algorithm, Jws, Profile, Unsigned},
};
use std::sync::LazyLock;

static KEY: LazyLock<SigningKey> =
    LazyLock::new(|| SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).expect("a key"));

pub fn run(bytes: &[u8]) {
    let mut receipts = Profile::new(&[Algorithm::EdDsa]).typ("receipt+jws");
    (receipts.header_bytes, receipts.payload_bytes) = (256, 1024);
    let profiles =
        [Profile::new(Algorithm::ALL), Profile::new(Algorithm::ALL).typ_absent_or(&["JOSE", "JWT"]), receipts];
    if let Ok(text) = std::str::from_utf8(bytes) {
        let (first, second) = text.split_once('\n').unwrap_or((text, ""));
        for profile in &profiles {
            for jws in [
                Jws::compact(text, profile).map(|(jws, _)| jws),
                Jws::detached(text, profile),
                Jws::from_members(first, second, profile),
            ]
            .into_iter()
            .flatten()
            {
                assert!(!["crit", "b64", "jwk", "x5c", "x5u"].iter().any(|name| jws.members.contains(name)));
                let _ = jws.verify(bytes, KEY.verifying_key());
            }
        }
    }
    // what is signed verifies, and one bit of it changed does not
    let signed = Unsigned::new(Algorithm::EdDsa, bytes).typ("JOSE").sign(&KEY).expect("a key of the type");
    let jws = Jws::detached(&signed.to_detached(), &profiles[1]).expect("as it was written");
    assert!(jws.verify(bytes, KEY.verifying_key()).is_ok());
    let mut changed = bytes.to_vec();
    match changed.last_mut() {
        Some(last) => *last ^= 1,
        None => changed.push(0),
    }
    assert!(jws.verify(&changed, KEY.verifying_key()).is_err());
}

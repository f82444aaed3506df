//! A card is judged within bounds, whatever it holds: findings have places, models are read, the readings' bytes are strict JSON, and what is
//! signed here verifies by the reading it was signed by, and by no other that has other bytes.

use adp_cards::{
    A2A_CARD, SEED_CARD,
    a2a_card::{A2A, AgentCard},
    signature::{PayloadForm, sign},
};
use agent_description::{
    CodedError, Document, Json, KeySigner, KeyType, Limits, SigningKey, Timestamp, diagnostic::CheckReport,
    did::Purpose, format::Options, proof::Expectations, verification::Supplied,
};
use std::sync::{Arc, LazyLock};

const METHOD: &str = "did:wba:hotel.example#key-1";

static SIGNER: LazyLock<(KeySigner, Arc<[u8]>)> = LazyLock::new(|| {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).expect("a key");
    let mut jwk = key.verifying_key().to_jwk();
    jwk.insert("kid", METHOD);
    let set = format!("{{\"keys\": [{}]}}", Json::from(jwk).to_compact());
    (KeySigner::new(METHOD.parse().expect("a DID URL"), key), set.as_bytes().into())
});

pub fn run(bytes: &[u8]) {
    let limits = Limits::default();
    let Ok(document) = Document::parse(bytes, &limits) else { return };
    let at = Timestamp::from_unix_seconds(1_790_000_000).expect("a time");
    for format in [A2A_CARD, SEED_CARD] {
        let report = format.check(&document, &Options::at(at));
        assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
        for found in &report.diagnostics {
            assert!(found.line.is_some() && found.column.is_some(), "{found}");
        }
        assert!(format.show(&document, &Options::at(at)).is_ok());
    }
    let _ = AgentCard::read(&document);

    let payloads: Vec<Vec<u8>> = PayloadForm::ALL
        .iter()
        .map(|form| A2A.payload(document.root(), *form).expect("A2A has all payload forms"))
        .collect();
    for payload in &payloads {
        let again = Document::parse(payload, &limits).expect("strict JSON");
        assert!(!again.root().contains("signatures"));
    }
    let (signer, set) = &*SIGNER;
    if let Ok(portable) = sign(&document, A2A, signer, None, None, &limits) {
        assert!(payloads.iter().all(|payload| *payload == payloads[0]), "{}", portable.source());
    }
    for (form, payload) in PayloadForm::ALL.iter().zip(&payloads) {
        let signed = match sign(&document, A2A, signer, Some(*form), None, &limits) {
            Ok(signed) => signed,
            Err(error) => {
                assert!(
                    ["spelling", "spelling", "spelling", "jws-malformed", "json-size", "json-depth"]
                        .contains(&error.code().as_str()),
                    "{error}"
                );
                continue;
            }
        };
        for (other, bytes) in PayloadForm::ALL.iter().zip(&payloads) {
            let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
            let mut expectations = expectations.at(at).signer_is_subject();
            expectations.allowances.payload_forms = vec![other.to_string()];
            expectations.allowances.key_set = Some(Arc::clone(set));
            let pending = A2A_CARD.begin(signed.clone(), &expectations).expect("as it was signed");
            let verdict = pending.finish(&Supplied::default());
            let last = verdict.signatures.last().expect("the one that was added");
            assert_eq!(
                last.error.is_none(),
                bytes == payload,
                "signed by {form}, read by {other}: {}",
                signed.source()
            );
        }
    }
}

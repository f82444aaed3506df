//! A catalog is judged within bounds, whatever it holds: findings have places, models are read, what is signed covers strict JSON, and what is
//! signed here verifies, and no longer once anything of it changes.

use adp_catalogs::{
    AI_CATALOG, ARD,
    ai_catalog::limits,
    trust_manifest::{Validity, payload, sign_catalog, sign_entries},
};
use agent_description::{
    CodedError, DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    diagnostic::CheckReport,
    did::{Did, DidDocument, Purpose, Resolved},
    format::{FormatError, Options},
    json::{Json, Object},
    proof::Expectations,
    verification::{Need, Supplied, Verification},
};
use std::sync::{Arc, LazyLock};

const DID: &str = "did:web:hotel.example";

static SIGNER: LazyLock<(KeySigner, Did, Arc<Resolved<DidDocument>>)> = LazyLock::new(|| {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32]).expect("a key");
    let did: Did = DID.parse().expect("a DID");
    let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().expect("a DID document");
    let resolved = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).expect("its own");
    let method = format!("{DID}#key-1").parse().expect("a DID URL");
    (KeySigner::new(method, key), did, Arc::new(resolved))
});

pub fn run(bytes: &[u8]) {
    let Ok(document) = Document::parse(bytes, limits()) else { return };
    let at = Timestamp::from_unix_seconds(1_795_000_000).expect("a time");
    for format in [AI_CATALOG, ARD] {
        let report = format.check(&document, &Options::at(at));
        assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
        for found in &report.diagnostics {
            assert!(found.line.is_some() && found.column.is_some(), "{found}");
        }
        assert!(format.show(&document, &Options::at(at)).is_ok());
    }
    let covered = Document::parse(payload(document.root()).bytes(), limits()).expect("strict JSON");
    assert!(!covered.root().contains("additionalSignatures"));

    let (signer, did, resolved) = &*SIGNER;
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did.clone(), Ok(Arc::clone(resolved)));
    let mut expectations = expectations(at);
    expectations.allowances.artifacts = true;
    if let Ok(mut pending) = AI_CATALOG.begin(document.clone(), &expectations) {
        let (mut followed, mut signers, mut fetches) = (supplied.clone(), 0, 0);
        loop {
            let needs = pending.needs(&followed);
            if needs.is_empty() {
                break;
            }
            for need in needs {
                match need {
                    Need::Artifact { url, .. } => {
                        fetches += 1;
                        followed.artifacts.insert(url, Ok(bytes.into()));
                    }
                    Need::DidDocument(signer) => {
                        signers += 1;
                        followed.did_documents.insert(
                            signer,
                            Err(Arc::new(FormatError::NotOffered { format: "ai-catalog", verb: "fetched" })),
                        );
                    }
                    Need::KeySet(url) => panic!("{url}"),
                    _ => {}
                }
            }
        }
        assert!(fetches <= 256 && signers <= 64);
        let verdict = pending.finish(&followed);
        for manifest in
            list(&verdict, "manifests").filter(|manifest| manifest.get("publisher").is_some_and(|it| !it.is_null()))
        {
            let entry = manifest.get("entry").and_then(Json::as_str).expect("an identifier");
            assert!(
                manifest.get("error").is_some_and(Json::is_null) && entry.starts_with("urn:air:hotel.example:"),
                "{entry}"
            );
        }
        assert!(verdict.error.is_none() || verdict.signer.is_none());
    }

    // what is signed here verifies
    let validity = Validity::from(at);
    let mut root: Object = document.root().clone();
    let mut host = Object::new();
    host.insert("identifier", DID);
    root.insert("host", host);
    let Ok(named) = Document::from_object(root, limits()) else { return };
    let signed = match sign_entries(&named, signer, validity, true, limits()) {
        Ok(signed) => signed,
        Err(error) => {
            assert!(
                ["catalog-publisher", "catalog-subject", "spelling", "json-size", "json-depth"]
                    .contains(&error.code().as_str()),
                "{error}"
            );
            named
        }
    };
    let Ok(signed) = sign_catalog(&signed, signer, validity, true, limits()) else { return };
    assert_eq!(root_is_verified(&signed, &supplied, at), Some(true));
    let mut changed = signed.root().clone();
    changed.insert("extra", true);
    if let Ok(changed) = Document::from_object(changed, limits())
        && !signed.root().contains("extra")
    {
        assert_eq!(root_is_verified(&changed, &supplied, at), Some(false));
    }
}

fn expectations(at: Timestamp) -> Expectations {
    Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at).signer_is_subject()
}

fn list<'v>(verdict: &'v Verification, name: &str) -> impl Iterator<Item = &'v Json> {
    verdict.own.get(name).and_then(Json::as_array).into_iter().flatten()
}

fn root_is_verified(catalog: &Document, supplied: &Supplied, at: Timestamp) -> Option<bool> {
    let pending = AI_CATALOG.begin(catalog.clone(), &expectations(at)).expect("signed");
    pending.finish(supplied).own.get("root")?.get("verified")?.as_bool()
}

//! A catalog is judged within bounds, whatever it holds: findings have places, models are read, what is signed covers strict JSON, and what is
//! signed here verifies, and no longer once anything of it changes.

use adp_cards::{
    AI_CATALOG, ARD,
    ai_catalog::{Following, limits},
    trust_manifest::{Artifacts, SignerDocuments, UnverifiedCatalog, Validity, payload, sign_catalog, sign_entries},
};
use agent_description::{
    DidDocumentBuilder, Document, Fault, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    diagnostic::CheckReport,
    did::{Did, DidDocument, Resolved},
    format::Options,
    json::Object,
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
        assert!(report.diagnostics.len() <= CheckReport::MOST);
        for found in &report.diagnostics {
            assert!(found.line.is_some() && found.column.is_some(), "{found}");
        }
        assert!(format.show(&document, &Options::at(at)).is_ok());
    }
    let covered = Document::parse(&payload(document.root()), limits()).expect("strict JSON");
    assert!(!covered.root().contains("additionalSignatures"));

    let (signer, did, resolved) = &*SIGNER;
    let mut documents = SignerDocuments::new();
    documents.add(did.clone(), Ok(Arc::clone(resolved)));
    let mut following = Following::of(&document);
    let mut fetches = 0;
    while let Some(url) = following.next_url() {
        fetches += 1;
        following.fetched(&url, &Ok(bytes.to_vec()));
    }
    assert!(fetches <= 256);
    let (artifacts, _) = following.finish();
    if let Ok(unverified) = UnverifiedCatalog::read(&document) {
        assert!(unverified.signers().len() <= 64 && unverified.deciding_signers().len() <= 64);
        let verdict = unverified.verify(&documents, &artifacts, at);
        for manifest in verdict.manifests.iter().filter(|manifest| manifest.publisher.is_some()) {
            let entry = manifest.entry.as_deref().expect("an identifier");
            assert!(manifest.error.is_none() && entry.starts_with("urn:air:hotel.example:"), "{entry}");
        }
        assert!(verdict.error.is_none() || verdict.identity.is_none());
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
                ["catalog-publisher", "catalog-subject", "member-spelling", "json-size", "json-depth"]
                    .contains(&error.code().as_str()),
                "{error}"
            );
            named
        }
    };
    let Ok(signed) = sign_catalog(&signed, signer, validity, true, limits()) else { return };
    let unverified = UnverifiedCatalog::read(&signed).expect("as it was signed");
    let verdict = unverified.verify(&documents, &Artifacts::new(), at);
    assert!(verdict.root.as_ref().is_some_and(|root| root.error.is_none()), "{:?}", verdict.root);
    let mut changed = signed.root().clone();
    changed.insert("extra", true);
    if let Ok(changed) = Document::from_object(changed, limits())
        && !signed.root().contains("extra")
    {
        let verdict = UnverifiedCatalog::read(&changed).expect("signed").verify(&documents, &Artifacts::new(), at);
        assert!(verdict.root.as_ref().is_some_and(|root| root.error.is_some()));
    }
}

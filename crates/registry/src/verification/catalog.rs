//! Catalogs: verified by the root signature of the entry's host, or by its manifest of every entry. Nothing that they name is fetched.

use super::{Question, Verification, claims::time, earlier, key_ends};
use crate::{Checked, CheckedDocument, Identifier, speaks_for_host};
use adp_cards::trust_manifest::{Artifacts, CatalogVerdict, ManifestVerdict, SignerDocuments, UnverifiedCatalog};
use agent_description::{
    Document, Fault, Timestamp,
    did::{DidDocument, Resolved},
    json::{Json, Object},
    jws::{Algorithm, Jws, Profile},
};
use std::sync::Arc;

/// The `typ` of the signature over a catalog (AI Catalog, Signature Object).
const ROOT_TYPE: &str = "ai-catalog+jws";

pub(super) async fn verify(checked: &Arc<CheckedDocument>, question: Question<'_>) -> Verification {
    let document = Arc::clone(checked);
    let signers = move || match UnverifiedCatalog::read(&document.document) {
        Ok(catalog) => Ok(catalog.deciding_signers()),
        Err(error) => Err(Verification::refused(&error, Vec::new())),
    };
    let signers = match question.pool.run(signers).await {
        Ok(signers) => signers,
        Err(refused) => return refused,
    };
    let (mut documents, mut own) = (SignerDocuments::new(), None);
    let host = question.identifier.host();
    for did in signers.into_iter().filter(|did| speaks_for_host(did, host)) {
        let found = question.documents.document(&did, question.fresh).await;
        own = found.as_ref().ok().cloned().or(own);
        documents.add(did, found.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
    }
    let (document, identifier, at) = (Arc::clone(checked), question.identifier.clone(), question.at);
    let finish = move || match UnverifiedCatalog::read(&document.document) {
        Ok(catalog) => {
            let verdict = catalog.verify(&documents, &Artifacts::new(), at);
            judged(&verdict, &document.document, own.as_deref(), &identifier)
        }
        Err(error) => Verification::refused(&error, Vec::new()),
    };
    question.pool.run(finish).await
}

/// What a verdict comes to for an entry, with the document of the host's signer.
fn judged(
    verdict: &CatalogVerdict,
    document: &Document,
    own: Option<&Resolved<DidDocument>>,
    identifier: &Identifier,
) -> Verification {
    let (root, host) = (document.root(), identifier.host());
    let is_whole = verdict.root.as_ref().is_some_and(|root| root.error.is_none());
    let mut checks = Vec::new();
    if let Some(root) = &verdict.root {
        let signer = root.signer.as_deref().unwrap_or("nobody");
        checks.push(to_check("root".to_owned(), signer, root.error.as_ref().map(|error| error as &dyn Fault)));
    }
    for (index, manifest) in verdict.manifests.iter().enumerate() {
        let name = format!("manifest {index} {}", manifest.entry.as_deref().unwrap_or_default());
        let signer = manifest.signer.as_deref().unwrap_or("nobody");
        checks.push(to_check(name, signer, manifest.error.as_ref().map(|error| error as &dyn Fault)));
    }
    match (&verdict.identity, &verdict.error) {
        (Some(identity), None) if speaks_for_host(identity, host) => {
            let ends = if is_whole {
                let key = root.get("signature").and_then(Json::as_object).and_then(|it| key_end(it, own));
                earlier(time(root, "signature", "expiresAt"), key)
            } else {
                manifests_end(&verdict.manifests)
            };
            Verification::verified(identity.clone(), ends, checks)
        }
        (Some(identity), None) => Verification::of_another_host(identity.as_str(), identifier, checks),
        (None, None) => Verification::of_another_host("each entry's own publisher", identifier, checks),
        (_, Some(error)) => Verification::refused(error, checks),
    }
}

/// When the key of a signature ends: of the methods of the signer's document, the one that the protected header names.
fn key_end(signature: &Object, document: Option<&Resolved<DidDocument>>) -> Option<Timestamp> {
    let jws = signature.get("jws")?.as_str()?;
    let profile = Profile::new(&[Algorithm::Es256]).typ(ROOT_TYPE);
    key_ends(document?, Jws::detached(jws, &profile).ok()?.header().kid()?)
}

/// The first end of those that the publisher signed.
fn manifests_end(manifests: &[ManifestVerdict]) -> Option<Timestamp> {
    let own = manifests.iter().filter(|manifest| manifest.publisher.is_some());
    own.filter_map(|manifest| manifest.expires_at).min()
}

fn to_check(name: String, signer: &str, error: Option<&dyn Fault>) -> Checked {
    let (result, detail) = match error {
        Some(error) => ("fail", format!("{signer}: {}: {error}", error.code())),
        None => ("pass", signer.to_owned()),
    };
    Checked { name, result: result.to_owned(), detail: Some(detail) }
}

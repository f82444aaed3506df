//! Signs catalogs: a manifest for each of the signer's entries, and the complete catalog.

use super::{
    Container, Validity,
    container::PROFILE,
    payload,
    signer::{check_operator, signer_did},
    subject::{is_https, subject_error},
};
use crate::{
    ai_catalog::{AirIdentifier, ArtifactDigest, CatalogEntry, check_names},
    codes,
};
use adp_cards::signature::SignatureError;
use agent_description::{
    Code, Document, ReadLimits,
    did::Did,
    json::{Json, Object, object},
    jws::{Algorithm, JwsError, Unsigned},
    key::KeyType,
    proof::Signer,
};

/// Creates a signed trust manifest for an entry's release: `contributor`, `subject`, `signature`. The subject contains
/// the entry's digest, so that mirrors can serve the artifact, or else its URL.
///
/// # Errors
///
/// `catalog-signer` for a signer that is not a did:web DID of a bare host. `jws-key` for a key that is not P-256.
/// `catalog-subject` for an entry without identifier or type, or without digest and https URL. Errors of the signer.
pub fn sign_entry(entry: &Object, signer: &dyn Signer, validity: Validity) -> Result<Object, SignatureError> {
    let did = signer_of(signer)?;
    let mut manifest = Object::with_capacity(3);
    manifest.insert("contributor", did.as_str());
    manifest.insert("subject", subject(CatalogEntry::from_object(entry))?);
    sign_container(Container::TrustManifest, manifest, &did, signer, validity)
}

/// Adds a manifest to each entry with an identifier of the signer (`urn:air:HOST:…`). Replaces earlier manifests of the
/// signer, and keeps those of others.
///
/// # Errors
///
/// As [`sign_entry`]. `catalog-publisher` if no entry belongs to the signer. `proof-multiple` for a signed catalog,
/// unless its signature may be removed, because it does not cover the new manifests.
pub fn sign_entries(
    document: &Document,
    signer: &dyn Signer,
    validity: Validity,
    replace: bool,
    limits: impl Into<ReadLimits>,
) -> Result<Document, SignatureError> {
    let did = signer_of(signer)?;
    let mut root = unsigned(document, replace)?;
    let mut signed = 0_usize;
    for entry in root.get_mut("entries").and_then(Json::as_array_mut).into_iter().flatten() {
        let Some(entry) = entry.as_object_mut() else { continue };
        let identifier =
            CatalogEntry::from_object(entry).identifier().and_then(|text| text.parse::<AirIdentifier>().ok());
        if identifier.is_none_or(|identifier| identifier.publisher_did() != did.as_str()) {
            continue;
        }
        let manifest = sign_entry(entry, signer, validity)?;
        let others = entry.get("trustManifests").and_then(Json::as_array).unwrap_or_default();
        let by_signer = |manifest: &Json| manifest.get("contributor").and_then(Json::as_str) == Some(did.as_str());
        let mut manifests: Vec<Json> = others.iter().filter(|manifest| !by_signer(manifest)).cloned().collect();
        manifests.push(manifest.into());
        entry.insert("trustManifests", manifests);
        signed += 1;
    }
    if signed == 0 {
        let host = did.host().unwrap_or_default();
        let message =
            format!("no entry belongs to the signer (urn:air:{host}:…), who may not sign for other publishers");
        return Err(SignatureError::new(codes::CATALOG_PUBLISHER, message));
    }
    Document::from_object(root, limits).map_err(|error| SignatureError::elsewhere(&error))
}

/// Signs the complete catalog. Sign its entries first, because later changes invalidate the signature.
///
/// # Errors
///
/// `catalog-signer` and `jws-key` as [`sign_entry`]. `catalog-signer` if `host.identifier` is not the signer.
/// `proof-multiple` if it is already signed and the signature must not be replaced. `spelling`. Errors of the signer.
pub fn sign_catalog(
    document: &Document,
    signer: &dyn Signer,
    validity: Validity,
    replace: bool,
    limits: impl Into<ReadLimits>,
) -> Result<Document, SignatureError> {
    let did = signer_of(signer)?;
    check_operator(document.root(), &did)?;
    let root = unsigned(document, replace)?;
    let signed = sign_container(Container::Catalog, root, &did, signer, validity)?;
    Document::from_object(signed, limits).map_err(|error| SignatureError::elsewhere(&error))
}

/// The catalog without its signature, if it has none or it may be replaced.
fn unsigned(document: &Document, replace: bool) -> Result<Object, SignatureError> {
    document.check_signable().map_err(|error| SignatureError::elsewhere(&error))?;
    check_names(document)?;
    let mut root = document.root().clone();
    if root.remove("signature").is_some() && !replace {
        let message = "the catalog already has a `signature`; to sign it again, replace it";
        return Err(SignatureError::new(Code::PROOF_MULTIPLE, message));
    }
    Ok(root)
}

/// The signer's DID, if the profile allows it.
fn signer_of(signer: &dyn Signer) -> Result<Did, SignatureError> {
    let found = signer.verifying_key().key_type();
    if found != KeyType::P256 {
        return Err(JwsError::Key { algorithm: Algorithm::Es256, found }.into());
    }
    signer_did(signer.method().did().as_str())
}

/// The subject of a manifest (AI Catalog, Subject Object).
fn subject(entry: CatalogEntry<'_>) -> Result<Object, SignatureError> {
    let missing = |member, what: &str| subject_error(member, &format!("is missing: the entry has no {what}"));
    let mut subject = Object::with_capacity(4);
    subject.insert("identifier", entry.identifier().ok_or_else(|| missing("identifier", "identifier"))?);
    subject.insert("type", entry.own_type().ok_or_else(|| missing("type", "`type`"))?);
    if let Some(digest) = entry.digest() {
        let digest: ArtifactDigest =
            digest.parse().map_err(|error| subject_error("digest", &format!("cannot be made: {error}")))?;
        subject.insert("digest", digest.as_str());
    }
    match entry.url().filter(|url| is_https(url)) {
        Some(url) => _ = subject.insert("url", url),
        None if entry.digest().is_none() => return Err(missing("url", "digest and no https URL")),
        None => {}
    }
    if let Some(version) = entry.version() {
        subject.insert("version", version);
    }
    Ok(subject)
}

fn sign_container(
    container: Container,
    mut object: Object,
    did: &Did,
    signer: &dyn Signer,
    validity: Validity,
) -> Result<Object, SignatureError> {
    validity.check_order()?;
    let mut signature = object! {
        "signer": did.as_str(),
        "profile": PROFILE,
        "issuedAt": validity.issued_at.to_string(),
        if "expiresAt": validity.expires_at.map(|time| time.to_string()),
    };
    object.insert("signature", signature.clone());
    let covered = payload(&object);
    let kid = signer.method().as_str();
    let unsigned = Unsigned::new(Algorithm::Es256, covered.bytes()).typ(container.typ()).kid(kid);
    let made = signer.sign(&unsigned.signing_input()).map_err(|error| SignatureError::elsewhere(&error))?;
    let signed = unsigned.signed(&made, signer.verifying_key())?;
    signature.insert("jws", signed.to_detached());
    object.insert("signature", signature);
    Ok(object)
}

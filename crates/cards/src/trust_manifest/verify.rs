//! Verifies the signature of a catalog, and each manifest of its entries.

use super::{
    ArtifactState, Artifacts, Container, TrustError,
    sign::check_operator,
    signature_object::{Claims, SignatureObject},
    subject::Subject,
};
use crate::ai_catalog::{AirIdentifier, CatalogEntry, check_names};
use agent_description::{
    Document, Timestamp,
    did::{Did, DidDocument, Resolved},
    json::{Json, Object},
    verification::Supplied,
};
use std::{collections::HashSet, sync::Arc};

/// Maximum number of manifests per entry.
const MANIFESTS: usize = 16;

/// Maximum number of signers to resolve.
const SIGNERS: usize = 64;

/// A catalog with parsed, unverified signatures.
#[derive(Debug)]
pub(super) struct UnverifiedCatalog {
    document: Document,
    signature: Option<Result<SignatureObject, TrustError>>,
    claims: Claims,
    /// The parsed entries.
    entries: Vec<ReadEntry>,
}

/// The parsed signatures of an entry.
#[derive(Debug)]
struct ReadEntry {
    /// The publisher from the identifier.
    publisher: Option<String>,
    manifests: Vec<ReadManifest>,
}

/// A parsed trust manifest.
#[derive(Debug)]
struct ReadManifest {
    claims: Claims,
    signature: Result<SignatureObject, TrustError>,
}

/// An entry of the catalog with its parsed signatures.
#[derive(Clone, Copy)]
struct UnverifiedEntry<'c> {
    entry: Option<CatalogEntry<'c>>,
    read: &'c ReadEntry,
}

/// The supplied DID documents of signers.
#[derive(Debug)]
pub(super) struct Signers<'s> {
    pub supplied: &'s Supplied,
    /// The signers that were requested; `None` for all.
    pub asked: Option<Vec<Did>>,
}

impl Signers<'_> {
    fn find(&self, signature: &SignatureObject) -> Result<Arc<Resolved<DidDocument>>, TrustError> {
        let did = &signature.signer;
        match self.supplied.did_document(did) {
            Some(Ok(document)) => Ok(document),
            Some(Err(error)) => Err(TrustError::Elsewhere(error)),
            None if self.asked.as_ref().is_some_and(|asked| !asked.contains(did)) => {
                Err(TrustError::NotResolved { did: did.clone() })
            }
            None => Err(TrustError::NoKey {
                kid: signature.method.as_str().chars().take(200).collect(),
                reason: "the signer's DID document is not available",
            }),
        }
    }
}

/// The result for the catalog's signature.
#[derive(Clone, Debug)]
pub(super) struct RootVerdict {
    /// The claimed signer.
    pub signer: Option<String>,
    /// The error.
    pub error: Option<TrustError>,
}

/// The result for a trust manifest.
#[derive(Clone, Debug)]
pub(super) struct ManifestVerdict {
    /// Identifier of the entry.
    pub entry: Option<String>,
    /// The claimed signer.
    pub signer: Option<String>,
    /// The publisher, if the manifest is verified and signed by the entry's publisher. Otherwise it is an endorsement.
    pub publisher: Option<Did>,
    /// The members of its subject.
    pub subject: Option<Json>,
    /// The result for the artifact; `None` if the manifest is not verified.
    pub artifact: Option<ArtifactState>,
    /// Issue time.
    pub issued_at: Option<Timestamp>,
    /// Expiry time.
    pub expires_at: Option<Timestamp>,
    /// The error.
    pub error: Option<TrustError>,
}

/// The result for an artifact with a digest.
#[derive(Clone, Debug)]
pub(super) struct ArtifactVerdict {
    /// Identifier of the entry.
    pub entry: Option<String>,
    /// The state.
    pub state: ArtifactState,
    /// The error, if the artifact does not match or was not compared.
    pub error: Option<TrustError>,
}

/// The result for a catalog.
#[derive(Clone, Debug)]
pub(super) struct CatalogVerdict {
    /// The result for the catalog's signature, if there is one.
    pub root: Option<RootVerdict>,
    /// The results for trust manifests, in document order.
    pub manifests: Vec<ManifestVerdict>,
    /// The results for artifacts with digests, in document order.
    pub artifacts: Vec<ArtifactVerdict>,
    /// The signer of the catalog, or else the only publisher of all entries.
    pub identity: Option<Did>,
    /// The error; `None` if the catalog is verified.
    pub error: Option<TrustError>,
}

impl CatalogVerdict {
    /// Marks the catalog as refused because of a nested error.
    pub fn refuse(&mut self, error: TrustError) {
        if self.error.is_none() {
            self.identity = None;
            self.error = Some(error);
        }
    }

    /// Refuses a catalog of another signer than expected.
    pub fn expect(&mut self, expected: &Did) {
        if self.error.is_none() && self.identity.as_ref() != Some(expected) {
            let found = self.identity.take().map_or_else(|| "several publishers".to_owned(), |did| did.to_string());
            self.error = Some(TrustError::OtherSigner { found, expected: expected.clone() });
        }
    }
}

impl UnverifiedCatalog {
    /// Parses the signatures of a catalog of any version.
    ///
    /// # Errors
    ///
    /// `jws-missing` without signatures; `spelling` for ambiguous member names.
    pub fn read(document: Document) -> Result<Self, TrustError> {
        let root = document.root();
        let signature = root.contains("signature").then(|| SignatureObject::read(root, Container::Catalog));
        let entries: Vec<_> = entries_of(root).iter().map(ReadEntry::from_json).collect();
        if signature.is_none() && entries.iter().all(|entry| entry.manifests.is_empty()) {
            return Err(TrustError::Missing);
        }
        check_names(&document).map_err(TrustError::Spelling)?;
        let claims = Claims::from_container(root);
        Ok(Self { document, signature, claims, entries })
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    pub fn root_signature(&self) -> Option<&SignatureObject> {
        self.signature.as_ref()?.as_ref().ok()
    }

    fn entries(&self) -> impl Iterator<Item = UnverifiedEntry<'_>> {
        let entries = entries_of(self.document.root()).iter().zip(&self.entries);
        entries.map(|(json, read)| UnverifiedEntry { entry: json.as_object().map(CatalogEntry::from_object), read })
    }

    /// The signature of each manifest, in the order of the results.
    pub fn manifest_signatures(&self) -> impl Iterator<Item = Option<&SignatureObject>> {
        let manifests = self.entries.iter().flat_map(|entry| &entry.manifests);
        manifests.map(|manifest| manifest.signature.as_ref().ok())
    }

    /// The signers who can decide the result, without duplicates: the operator and the publishers of entries. At most
    /// 64.
    pub fn deciding_signers(&self) -> Vec<Did> {
        let root = self.signature.iter().flatten().map(|signature| signature.signer.clone());
        let publishers = self.entries.iter().flat_map(|entry| {
            let own = |manifest: &&ReadManifest| manifest.is_by(entry.publisher.as_deref());
            entry.manifests.iter().filter(own).filter_map(ReadManifest::signer)
        });
        distinct(root.chain(publishers))
    }

    /// All signers including endorsers, without duplicates. At most 64.
    pub fn signers(&self) -> Vec<Did> {
        let all = self.entries.iter().flat_map(|entry| entry.manifests.iter().filter_map(ReadManifest::signer));
        distinct(self.deciding_signers().into_iter().chain(all))
    }

    /// The entries whose artifacts must be fetched to compare their digests.
    pub fn wanted(&self) -> impl Iterator<Item = CatalogEntry<'_>> {
        let entries = self.entries().filter_map(|entry| entry.entry);
        entries.filter(|entry| entry.digest().is_some() && entry.data().is_none() && entry.url().is_some())
    }

    /// Verifies all signatures with the supplied documents and artifacts.
    ///
    /// A catalog without a signature of its own is verified if each entry is signed by its publisher. Descriptions,
    /// tags and the list of entries are not covered then.
    pub fn verify(&self, signers: &Signers<'_>, artifacts: &Artifacts, at: Timestamp) -> CatalogVerdict {
        let root = self.signature.as_ref().map(|signature| {
            let error = self.verify_root(signature, signers, at).err();
            RootVerdict { signer: self.claims.signer.clone(), error }
        });
        let mut manifests = Vec::new();
        let mut found = Vec::new();
        let mut by_entries = ByEntries::default();
        for entry in self.entries() {
            let state = entry.entry.map(|entry| artifacts.state(entry));
            let first = manifests.len();
            manifests.extend(entry.verify(state.as_ref(), signers, at));
            by_entries.add(entry, manifests.get(first..).unwrap_or_default());
            if let (Some(own), Some((state, error))) = (entry.entry, state)
                && own.object().contains("digest")
            {
                found.push(ArtifactVerdict { entry: entry.name(), state, error });
            }
        }
        let (identity, error) = self.decide(root.as_ref(), by_entries, &found);
        CatalogVerdict { root, manifests, artifacts: found, identity, error }
    }

    fn verify_root(
        &self,
        signature: &Result<SignatureObject, TrustError>,
        signers: &Signers<'_>,
        at: Timestamp,
    ) -> Result<(), TrustError> {
        let signature = signature.as_ref().map_err(Clone::clone)?;
        let root = self.document.root();
        check_operator(root, &signature.signer)?;
        signature.verify(root, signers.find(signature)?.get(), at)
    }

    /// Determines the signer of the catalog, or the error.
    fn decide(
        &self,
        root: Option<&RootVerdict>,
        by_entries: ByEntries,
        artifacts: &[ArtifactVerdict],
    ) -> (Option<Did>, Option<TrustError>) {
        let differs = artifacts.iter().find(|artifact| artifact.state == ArtifactState::Differs);
        if let Some(error) = differs.and_then(|artifact| artifact.error.clone()) {
            return (None, Some(error));
        }
        if root.is_some_and(|root| root.error.is_none()) {
            return (self.signature.iter().flatten().map(|signature| signature.signer.clone()).next(), None);
        }
        let root_error = root.and_then(|root| root.error.clone());
        match (by_entries.refused, by_entries.undecided) {
            (None, None) if !self.entries.is_empty() => {
                let mut publishers = by_entries.publishers.into_iter();
                (publishers.next().filter(|_| publishers.next().is_none()), None)
            }
            // an undecided result is not reported as refused
            (None, Some(undecided)) => (None, Some(undecided)),
            (refused, _) => (None, Some(root_error.or(refused).unwrap_or(TrustError::Missing))),
        }
    }
}

/// The entries of a catalog.
fn entries_of(root: &Object) -> &[Json] {
    root.get("entries").and_then(Json::as_array).unwrap_or_default()
}

impl ReadEntry {
    fn from_json(json: &Json) -> Self {
        let entry = json.as_object().map(CatalogEntry::from_object);
        let identifier = entry.and_then(|entry| entry.identifier()?.parse::<AirIdentifier>().ok());
        let publisher = identifier.map(|identifier| identifier.publisher_did());
        let all = entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        let mut manifests: Vec<_> = all.iter().take(MANIFESTS).map(ReadManifest::from_json).collect();
        if all.len() > MANIFESTS {
            let found = format!("the entry has {} trust manifests, expected at most {MANIFESTS}", all.len());
            manifests.push(ReadManifest::refused(TrustError::malformed(found)));
        }
        if manifests.is_empty() && entry.is_some_and(|entry| entry.object().contains("trustManifest")) {
            manifests.push(ReadManifest::refused(TrustError::Generation));
        }
        Self { publisher, manifests }
    }
}

impl<'c> UnverifiedEntry<'c> {
    /// The identifier, for reports.
    fn name(&self) -> Option<String> {
        Some(self.entry?.identifier()?.chars().take(1024).collect())
    }

    /// Verifies each manifest.
    fn verify(
        self,
        artifact: Option<&(ArtifactState, Option<TrustError>)>,
        signers: &Signers<'_>,
        at: Timestamp,
    ) -> impl Iterator<Item = ManifestVerdict> {
        let written = self.entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        self.read.manifests.iter().enumerate().map(move |(index, manifest)| {
            // manifests beyond the limit were not parsed
            let object = written.get(index).filter(|_| index < MANIFESTS).and_then(Json::as_object);
            self.verify_manifest((manifest, object), artifact, signers, at)
        })
    }

    fn verify_manifest(
        self,
        (manifest, object): (&ReadManifest, Option<&Object>),
        artifact: Option<&(ArtifactState, Option<TrustError>)>,
        signers: &Signers<'_>,
        at: Timestamp,
    ) -> ManifestVerdict {
        let claims = &manifest.claims;
        let subject = object.and_then(|object| Subject::read(object).ok());
        let mut verdict = ManifestVerdict {
            entry: self.name(),
            signer: claims.signer.clone(),
            publisher: None,
            subject: subject.map(Subject::to_json),
            artifact: None,
            issued_at: claims.issued_at,
            expires_at: claims.expires_at,
            error: None,
        };
        match self.verify_signature(manifest, object, signers, at) {
            Err(error) => verdict.error = Some(error),
            Ok(signer) => {
                // the subject has the digest of the entry
                let (state, error) = artifact.cloned().unwrap_or((ArtifactState::Unchecked, None));
                (verdict.artifact, verdict.error) = (Some(state), error);
                if verdict.error.is_none() && self.read.publisher.as_deref() == Some(signer.as_str()) {
                    verdict.publisher = Some(signer.clone());
                }
            }
        }
        verdict
    }

    fn verify_signature<'m>(
        self,
        manifest: &'m ReadManifest,
        object: Option<&Object>,
        signers: &Signers<'_>,
        at: Timestamp,
    ) -> Result<&'m Did, TrustError> {
        let signature = manifest.signature.as_ref().map_err(Clone::clone)?;
        let (Some(object), Some(entry)) = (object, self.entry) else {
            return Err(TrustError::malformed("the trust manifest is not an object"));
        };
        check_contributor(object, &signature.signer)?;
        super::artifacts::check_content(entry)?;
        Subject::read(object)?.check(entry)?;
        signature.verify(object, signers.find(signature)?.get(), at)?;
        Ok(&signature.signer)
    }
}

impl ReadManifest {
    fn from_json(json: &Json) -> Self {
        match json.as_object() {
            Some(object) => Self {
                claims: Claims::from_container(object),
                signature: SignatureObject::read(object, Container::TrustManifest),
            },
            None => {
                let found = format!("the trust manifest is {}, expected an object", json.kind());
                Self::refused(TrustError::malformed(found))
            }
        }
    }

    fn refused(error: TrustError) -> Self {
        Self { claims: Claims::default(), signature: Err(error) }
    }

    fn signer(&self) -> Option<Did> {
        self.signature.as_ref().ok().map(|signature| signature.signer.clone())
    }

    fn is_by(&self, publisher: Option<&str>) -> bool {
        let signer = self.signature.as_ref().ok().map(|signature| signature.signer.as_str());
        signer.is_some() && signer == publisher
    }
}

/// Whether all entries are signed by their publishers.
#[derive(Debug, Default)]
struct ByEntries {
    publishers: Vec<Did>,
    /// The first permanent error.
    refused: Option<TrustError>,
    /// The first temporary error.
    undecided: Option<TrustError>,
}

impl ByEntries {
    fn add(&mut self, entry: UnverifiedEntry<'_>, verdicts: &[ManifestVerdict]) {
        if let Some(publisher) = verdicts.iter().find_map(|verdict| verdict.publisher.as_ref()) {
            // two publishers are sufficient to know that there is no single one
            if self.publishers.len() < 2 && !self.publishers.contains(publisher) {
                self.publishers.push(publisher.clone());
            }
            return;
        }
        let read = entry.read;
        let own = read.manifests.iter().zip(verdicts).filter(|(manifest, _)| manifest.is_by(read.publisher.as_deref()));
        let errors = || own.clone().filter_map(|(_, verdict)| verdict.error.as_ref());
        let error = errors().find(|error| error.is_undecided()).or_else(|| errors().next()).cloned();
        // an unreadable manifest may be the publisher's; a readable one by others is irrelevant
        let unread = read.manifests.iter().find_map(|manifest| manifest.signature.as_ref().err().cloned());
        let error = error.or(unread).unwrap_or_else(|| TrustError::Publisher {
            entry: entry.name().unwrap_or_default(),
            publisher: read.publisher.clone(),
        });
        let place = if error.is_undecided() { &mut self.undecided } else { &mut self.refused };
        place.get_or_insert(error);
    }
}

/// The structural error of a signature object, before verification.
pub(crate) fn signature_fault(container: &Object, kind: Container) -> Option<TrustError> {
    let signature = match SignatureObject::read(container, kind) {
        Ok(signature) => signature,
        Err(error) => return Some(error),
    };
    match kind {
        Container::Catalog => check_operator(container, &signature.signer).err(),
        Container::TrustManifest => check_contributor(container, &signature.signer).err(),
    }
}

/// The error of a manifest's subject.
pub(crate) fn subject_fault(manifest: &Object, entry: CatalogEntry<'_>) -> Option<TrustError> {
    Subject::read(manifest).and_then(|subject| subject.check(entry)).err()
}

/// Rejects a signer that is not the contributor (AI Catalog, Contributor Identity).
fn check_contributor(manifest: &Object, signer: &Did) -> Result<(), TrustError> {
    let found = match manifest.get("contributor").and_then(Json::as_str) {
        Some(contributor) if contributor == signer.as_str() => return Ok(()),
        Some(found) => format!("`contributor` is {}", agent_description::diagnostic::shortened(found)),
        None => "`contributor` is missing".to_owned(),
    };
    let reason = format!("{found}, expected the signer itself");
    Err(TrustError::Signer { signer: signer.to_string(), reason })
}

fn distinct(all: impl Iterator<Item = Did>) -> Vec<Did> {
    let mut seen = HashSet::new();
    all.filter(|did| seen.insert(did.clone())).take(SIGNERS).collect()
}

//! Verifying: the catalog as a whole, and each manifest of its entries.

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

/// The most manifests of an entry that are looked at.
const MANIFESTS: usize = 16;

/// The most signers whose DID documents are asked for.
const SIGNERS: usize = 64;

/// A catalog whose signatures were read and not verified.
#[derive(Debug)]
pub(super) struct UnverifiedCatalog {
    document: Document,
    signature: Option<Result<SignatureObject, TrustError>>,
    claims: Claims,
    /// What was read of each entry.
    entries: Vec<ReadEntry>,
}

/// What was read of an entry.
#[derive(Debug)]
struct ReadEntry {
    /// The publisher that the identifier names.
    publisher: Option<String>,
    manifests: Vec<ReadManifest>,
}

/// What was read of a trust manifest.
#[derive(Debug)]
struct ReadManifest {
    claims: Claims,
    signature: Result<SignatureObject, TrustError>,
}

/// An entry of the catalog beside what was read of it.
#[derive(Clone, Copy)]
struct UnverifiedEntry<'c> {
    entry: Option<CatalogEntry<'c>>,
    read: &'c ReadEntry,
}

/// The documents of signers, as far as they were supplied.
#[derive(Debug)]
pub(super) struct Signers<'s> {
    pub supplied: &'s Supplied,
    /// Whose documents were asked for; `None` where everybody's were.
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

/// What was found of the signature over the catalog.
#[derive(Clone, Debug)]
pub(super) struct RootVerdict {
    /// Who says to have signed.
    pub signer: Option<String>,
    /// Why it does not count.
    pub error: Option<TrustError>,
}

/// What was found of one trust manifest.
#[derive(Clone, Debug)]
pub(super) struct ManifestVerdict {
    /// The identifier of the entry that it is in.
    pub entry: Option<String>,
    /// Who says to have signed.
    pub signer: Option<String>,
    /// The publisher of the entry, where the manifest is verified and its signer is that; any other signer endorses.
    pub publisher: Option<Did>,
    /// What it is about: the members that subjects have.
    pub subject: Option<Json>,
    /// What was found of the artifact; nothing where the manifest says nothing that counts.
    pub artifact: Option<ArtifactState>,
    /// When it was issued.
    pub issued_at: Option<Timestamp>,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
    /// Why it is not verified.
    pub error: Option<TrustError>,
}

/// What was found of an artifact whose digest an entry names.
#[derive(Clone, Debug)]
pub(super) struct ArtifactVerdict {
    /// The entry's identifier.
    pub entry: Option<String>,
    /// What was found.
    pub state: ArtifactState,
    /// Why it is not known to be the one that the entry means.
    pub error: Option<TrustError>,
}

/// What was found of a catalog.
#[derive(Clone, Debug)]
pub(super) struct CatalogVerdict {
    /// The signature over the catalog, where there is one.
    pub root: Option<RootVerdict>,
    /// Each trust manifest, in the order of the catalog.
    pub manifests: Vec<ManifestVerdict>,
    /// Each artifact whose digest an entry names, in the order of the catalog.
    pub artifacts: Vec<ArtifactVerdict>,
    /// Who stands behind the catalog: the signer of all of it, else the one publisher of all entries; nobody where there are several.
    pub identity: Option<Did>,
    /// Why the catalog is not verified; nothing where it is.
    pub error: Option<TrustError>,
}

impl CatalogVerdict {
    /// Refuses a catalog of which something below it is not what it says.
    pub fn refuse(&mut self, error: TrustError) {
        if self.error.is_none() {
            self.identity = None;
            self.error = Some(error);
        }
    }

    /// Refuses a catalog behind which somebody else stands.
    pub fn expect(&mut self, expected: &Did) {
        if self.error.is_none() && self.identity.as_ref() != Some(expected) {
            let found = self.identity.take().map_or_else(|| "several publishers".to_owned(), |did| did.to_string());
            self.error = Some(TrustError::OtherSigner { found, expected: expected.clone() });
        }
    }
}

impl UnverifiedCatalog {
    /// Reads the signatures of a catalog, whatever its generation.
    ///
    /// # Errors
    /// `jws-missing` where there are none; `spelling` where a member is a known one in another spelling.
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

    /// The signature of each manifest, in the order of the verdicts.
    pub fn manifest_signatures(&self) -> impl Iterator<Item = Option<&SignatureObject>> {
        let manifests = self.entries.iter().flat_map(|entry| &entry.manifests);
        manifests.map(|manifest| manifest.signature.as_ref().ok())
    }

    /// The signers whose word can decide about the catalog, each once: the operator, and the publishers of entries. At most 64.
    pub fn deciding_signers(&self) -> Vec<Did> {
        let root = self.signature.iter().flatten().map(|signature| signature.signer.clone());
        let publishers = self.entries.iter().flat_map(|entry| {
            let own = |manifest: &&ReadManifest| manifest.is_by(entry.publisher.as_deref());
            entry.manifests.iter().filter(own).filter_map(ReadManifest::signer)
        });
        distinct(root.chain(publishers))
    }

    /// Every signer, each once: those that endorse what others publish, too. At most 64.
    pub fn signers(&self) -> Vec<Did> {
        let all = self.entries.iter().flat_map(|entry| entry.manifests.iter().filter_map(ReadManifest::signer));
        distinct(self.deciding_signers().into_iter().chain(all))
    }

    /// The entries whose artifacts have to be fetched to be compared with their digests.
    pub fn wanted(&self) -> impl Iterator<Item = CatalogEntry<'_>> {
        let entries = self.entries().filter_map(|entry| entry.entry);
        entries.filter(|entry| entry.digest().is_some() && entry.data().is_none() && entry.url().is_some())
    }

    /// Verifies every signature with the documents and artifacts available.
    ///
    /// Without its own signature, a catalog counts where each entry is signed by its publisher: what manifests do not cover (descriptions,
    /// tags, which entries there are) is then nobody's word.
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

    /// Who stands behind the catalog, and why nobody does.
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
            // what could still be decided otherwise is not refused
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

    /// The verdict on each manifest.
    fn verify(
        self,
        artifact: Option<&(ArtifactState, Option<TrustError>)>,
        signers: &Signers<'_>,
        at: Timestamp,
    ) -> impl Iterator<Item = ManifestVerdict> {
        let written = self.entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        self.read.manifests.iter().enumerate().map(move |(index, manifest)| {
            // what is beyond the bound was not read
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
                // the subject's digest is the entry's
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

/// Whether each entry is by its publisher.
#[derive(Debug, Default)]
struct ByEntries {
    publishers: Vec<Did>,
    /// The first reason that is one for good.
    refused: Option<TrustError>,
    /// The first that may go away.
    undecided: Option<TrustError>,
}

impl ByEntries {
    fn add(&mut self, entry: UnverifiedEntry<'_>, verdicts: &[ManifestVerdict]) {
        if let Some(publisher) = verdicts.iter().find_map(|verdict| verdict.publisher.as_ref()) {
            // two are enough to know that there is not one
            if self.publishers.len() < 2 && !self.publishers.contains(publisher) {
                self.publishers.push(publisher.clone());
            }
            return;
        }
        let read = entry.read;
        let own = read.manifests.iter().zip(verdicts).filter(|(manifest, _)| manifest.is_by(read.publisher.as_deref()));
        let errors = || own.clone().filter_map(|(_, verdict)| verdict.error.as_ref());
        let error = errors().find(|error| error.is_undecided()).or_else(|| errors().next()).cloned();
        // one that cannot be read may be the publisher's; one that can, and is another's, decides nothing
        let unread = read.manifests.iter().find_map(|manifest| manifest.signature.as_ref().err().cloned());
        let error = error.or(unread).unwrap_or_else(|| TrustError::Publisher {
            entry: entry.name().unwrap_or_default(),
            publisher: read.publisher.clone(),
        });
        let place = if error.is_undecided() { &mut self.undecided } else { &mut self.refused };
        place.get_or_insert(error);
    }
}

/// What is wrong with a signature object, before anybody verifies it.
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

/// What is wrong with the subject of a manifest.
pub(crate) fn subject_fault(manifest: &Object, entry: CatalogEntry<'_>) -> Option<TrustError> {
    Subject::read(manifest).and_then(|subject| subject.check(entry)).err()
}

/// Refuses a signer that is not the contributor whose claims it signs (AI Catalog, Contributor Identity).
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

//! Verifies the signature of a catalog, and each manifest of its entries.

use super::{
    ArtifactState, Artifacts, Container,
    signature_object::{ReadSignature, SignatureObject, malformed},
    signer::{check_operator, invalid},
    subject::Subject,
};
use crate::{
    ai_catalog::{AirIdentifier, CatalogEntry},
    codes,
};
use adp_cards::signature::SignatureError;
use adp_tools::lenient_members::list;
use agent_description::{
    Code, Document, Timestamp,
    diagnostic::shortened,
    did::Did,
    json::{Json, Object},
    verification::{SignedValues, Supplied},
};

/// Maximum number of manifests per entry.
const MAX_MANIFESTS: usize = 16;

/// The parsed signatures of an entry.
#[derive(Debug)]
pub(super) struct ReadEntry {
    /// The identifier, for reports.
    name: Option<String>,
    /// The publisher from the identifier.
    publisher: Option<String>,
    pub manifests: Vec<ReadSignature>,
}

/// The supplied DID documents of signers.
#[derive(Debug)]
pub(super) struct Signers<'s> {
    pub supplied: &'s Supplied,
    /// The signers that were requested; `None` for all.
    pub asked: Option<Vec<Did>>,
    /// Time of verification.
    pub at: Timestamp,
}

impl Signers<'_> {
    fn verify(&self, signature: &SignatureObject, container: &Object) -> Result<SignedValues, SignatureError> {
        let did = &signature.signer;
        let document = match self.supplied.did_document(did) {
            Some(document) => document.map_err(|error| SignatureError::elsewhere(&*error))?,
            None if self.asked.as_ref().is_some_and(|asked| !asked.contains(did)) => {
                let message = format!("{did} was not resolved, because it may not sign here");
                return Err(SignatureError::new(codes::CATALOG_UNCHECKED, message));
            }
            None => {
                let kid: String = signature.method.as_str().chars().take(200).collect();
                let message = format!("no key for {kid:?}: the signer's DID document is not available");
                return Err(SignatureError::new(Code::JWS_KEY, message));
            }
        };
        signature.verify(container, document.get(), self.at)
    }
}

/// The result for a trust manifest.
#[derive(Clone, Debug)]
pub(super) struct ManifestVerdict<'c> {
    /// Identifier of the entry.
    pub entry: Option<&'c str>,
    pub signature: &'c ReadSignature,
    /// The publisher, if the manifest is verified and signed by the entry's publisher. Otherwise it is an endorsement.
    pub publisher: Option<&'c Did>,
    /// The members of its subject.
    pub subject: Option<Json>,
    /// The result for the artifact; `None` if the manifest is not verified.
    pub artifact: Option<ArtifactState>,
    /// What the manifest covers of the catalog, if it is by the publisher.
    pub signed: Option<SignedValues>,
    pub error: Option<SignatureError>,
}

/// The result for an artifact with a digest.
#[derive(Clone, Debug)]
pub(super) struct ArtifactVerdict<'c> {
    /// Identifier of the entry.
    pub entry: Option<&'c str>,
    pub state: ArtifactState,
    /// The error, if the artifact does not match or was not compared.
    pub error: Option<SignatureError>,
}

/// The result for a catalog.
#[derive(Clone, Debug)]
pub(super) struct CatalogVerdict<'c> {
    /// What the catalog's signature covers, if there is one.
    pub root: Option<Result<SignedValues, SignatureError>>,
    /// The results for trust manifests, in document order.
    pub manifests: Vec<ManifestVerdict<'c>>,
    /// The results for artifacts with digests, in document order.
    pub artifacts: Vec<ArtifactVerdict<'c>>,
    /// The signer of the catalog, or else the only publisher of all entries; the error if the catalog is not verified.
    pub signer: Result<Option<Did>, SignatureError>,
}

impl CatalogVerdict<'_> {
    /// What is signed: what the catalog's own signature covers, or else the manifests of the publishers.
    pub(super) fn signed(&self) -> Vec<SignedValues> {
        match &self.root {
            Some(Ok(signed)) => vec![signed.clone()],
            _ => self.manifests.iter().filter_map(|manifest| manifest.signed.clone()).collect(),
        }
    }
}

/// A catalog with its parsed signatures.
#[derive(Debug)]
pub(super) struct SignedCatalog {
    pub document: Document,
    pub signature: Option<ReadSignature>,
    pub entries: Vec<ReadEntry>,
}

impl SignedCatalog {
    /// Verifies all signatures with the supplied documents and artifacts.
    ///
    /// A catalog without a signature of its own is verified if each entry is signed by its publisher. Descriptions,
    /// tags and the list of entries are not covered then.
    pub(super) fn verify(&self, signers: &Signers<'_>, artifacts: &Artifacts) -> CatalogVerdict<'_> {
        let root = self.signature.as_ref().map(|signature| {
            let signature = signature.object.as_ref().map_err(Clone::clone)?;
            check_operator(self.document.root(), &signature.signer)?;
            signers.verify(signature, self.document.root())
        });
        let (mut manifests, mut found) = (Vec::new(), Vec::new());
        let mut by_entries = ByEntries::default();
        for (json, read) in list(self.document.root(), "entries").iter().zip(&self.entries) {
            let entry = json.as_object().map(CatalogEntry::from_object);
            let state = entry.map(|entry| artifacts.state(entry));
            let verdicts = read.verify(entry, state.as_ref(), signers);
            by_entries.add(read, &verdicts);
            manifests.extend(verdicts);
            if let (Some(own), Some((state, error))) = (entry, state)
                && own.object().contains("digest")
            {
                found.push(ArtifactVerdict { entry: read.name.as_deref(), state, error });
            }
        }
        let signer = self.decide(root.as_ref(), by_entries, &found);
        CatalogVerdict { root, manifests, artifacts: found, signer }
    }

    /// The signatures that can decide the result: the operator's, and those of the entries' publishers. What the document
    /// itself shows to be another's needs no DID document.
    pub(super) fn deciding(&self) -> impl Iterator<Item = &ReadSignature> {
        let root = self.document.root();
        let is_operator =
            |signature: &&ReadSignature| signature.signer().is_some_and(|did| check_operator(root, did).is_ok());
        let own = list(root, "entries").iter().zip(&self.entries).flat_map(|(json, read)| read.fitting_manifests(json));
        self.signature.iter().filter(is_operator).chain(own)
    }

    /// Determines the signer of the catalog, or the error.
    fn decide(
        &self,
        root: Option<&Result<SignedValues, SignatureError>>,
        by_entries: ByEntries<'_>,
        artifacts: &[ArtifactVerdict<'_>],
    ) -> Result<Option<Did>, SignatureError> {
        let differs = artifacts.iter().find(|artifact| artifact.state == ArtifactState::Differs);
        if let Some(error) = differs.and_then(|artifact| artifact.error.clone()) {
            return Err(error);
        }
        if let Some(Ok(_)) = root {
            return Ok(self.signature.as_ref().and_then(ReadSignature::signer).cloned());
        }
        match (by_entries.refused, by_entries.undecided) {
            (None, None) if !self.entries.is_empty() => {
                let mut publishers = by_entries.publishers.into_iter();
                Ok(publishers.next().filter(|_| publishers.next().is_none()).cloned())
            }
            // an undecided result is not reported as refused
            (None, Some(undecided)) => Err(undecided),
            (refused, _) => {
                let of_root = root.and_then(|root| root.as_ref().err().cloned());
                Err(of_root.or(refused).unwrap_or_else(missing))
            }
        }
    }
}

impl ReadEntry {
    pub fn from_json(json: &Json) -> Self {
        let entry = json.as_object().map(CatalogEntry::from_object);
        let identifier = entry.and_then(|entry| entry.identifier());
        let publisher = identifier.and_then(|text| Some(text.parse::<AirIdentifier>().ok()?.publisher_did()));
        let all = entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        let mut manifests: Vec<_> = all.iter().take(MAX_MANIFESTS).map(ReadSignature::from_manifest).collect();
        if all.len() > MAX_MANIFESTS {
            let found = format!("the entry has {} trust manifests, expected at most {MAX_MANIFESTS}", all.len());
            manifests.push(ReadSignature::refused(malformed(found)));
        }
        if manifests.is_empty() && entry.is_some_and(|entry| entry.object().contains("trustManifest")) {
            let message = "the trust manifest has an earlier format without verification; expected `trustManifests`";
            manifests.push(ReadSignature::refused(SignatureError::new(Code::UNSUPPORTED_VERSION, message)));
        }
        Self { name: identifier.map(|name| name.chars().take(1024).collect()), publisher, manifests }
    }

    /// The manifests of the entry's publisher.
    pub fn own_manifests(&self) -> impl Iterator<Item = &ReadSignature> {
        self.manifests.iter().filter(|manifest| self.is_by_publisher(manifest))
    }

    /// Those of them whose claims fit the entry.
    fn fitting_manifests<'a>(&'a self, json: &'a Json) -> impl Iterator<Item = &'a ReadSignature> {
        let entry = json.as_object().map(CatalogEntry::from_object);
        let written = entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        let fits = move |(index, manifest): &(usize, &ReadSignature)| {
            let object = written.get(*index).and_then(Json::as_object);
            object.zip(entry).zip(manifest.signer()).is_some_and(|((object, entry), signer)| {
                self.is_by_publisher(manifest) && check_claims(object, signer, entry).is_ok()
            })
        };
        self.manifests.iter().take(MAX_MANIFESTS).enumerate().filter(fits).map(|(_, manifest)| manifest)
    }

    /// The error of an entry without a manifest by its publisher.
    fn without_publisher(&self) -> SignatureError {
        let entry = self.name.as_deref().unwrap_or_default();
        let publisher = self.publisher.as_ref().map_or_else(String::new, |did| format!(", {did}"));
        let message = format!(
            "the entry {entry:?} has no manifest by its publisher{publisher}; endorsements by others are not sufficient"
        );
        SignatureError::new(codes::CATALOG_PUBLISHER, message)
    }

    fn is_by_publisher(&self, manifest: &ReadSignature) -> bool {
        manifest.signer().is_some_and(|signer| self.publisher.as_deref() == Some(signer.as_str()))
    }

    /// Verifies each manifest.
    fn verify(
        &self,
        entry: Option<CatalogEntry<'_>>,
        artifact: Option<&(ArtifactState, Option<SignatureError>)>,
        signers: &Signers<'_>,
    ) -> Vec<ManifestVerdict<'_>> {
        let written = entry.map(|entry| entry.trust_manifests()).unwrap_or_default();
        let verdicts = self.manifests.iter().enumerate().map(|(index, signature)| {
            // manifests beyond the limit were not parsed
            let object = written.get(index).filter(|_| index < MAX_MANIFESTS).and_then(Json::as_object);
            let subject = object.and_then(|object| Subject::read(object).ok()).map(Subject::to_json);
            let (artifact, signed, error) = match verify_manifest(signature, object, entry, signers) {
                // the subject has the digest of the entry
                Ok(signed) => {
                    let (state, error) = artifact.cloned().unwrap_or((ArtifactState::Unchecked, None));
                    (Some(state), Some(signed), error)
                }
                Err(error) => (None, None, Some(error)),
            };
            let publisher = signature.signer().filter(|_| error.is_none() && self.is_by_publisher(signature));
            let signed = signed.filter(|_| publisher.is_some());
            ManifestVerdict { entry: self.name.as_deref(), signature, publisher, subject, artifact, signed, error }
        });
        verdicts.collect()
    }
}

fn verify_manifest(
    signature: &ReadSignature,
    manifest: Option<&Object>,
    entry: Option<CatalogEntry<'_>>,
    signers: &Signers<'_>,
) -> Result<SignedValues, SignatureError> {
    let signature = signature.object.as_ref().map_err(Clone::clone)?;
    let (Some(manifest), Some(entry)) = (manifest, entry) else {
        return Err(malformed("the trust manifest is not an object"));
    };
    let subject = check_claims(manifest, &signature.signer, entry)?;
    let mut signed = signers.verify(signature, manifest)?;
    subject.add_covered(entry, &mut signed);
    Ok(signed)
}

/// The subject of a manifest, if the manifest is the signer's and about this entry.
fn check_claims<'a>(
    manifest: &'a Object,
    signer: &Did,
    entry: CatalogEntry<'_>,
) -> Result<Subject<'a>, SignatureError> {
    check_contributor(manifest, signer)?;
    super::artifacts::check_content(entry)?;
    let subject = Subject::read(manifest)?;
    subject.check(entry)?;
    Ok(subject)
}

/// Whether all entries are signed by their publishers.
#[derive(Debug, Default)]
struct ByEntries<'c> {
    publishers: Vec<&'c Did>,
    /// The first permanent error.
    refused: Option<SignatureError>,
    /// The first temporary error.
    undecided: Option<SignatureError>,
}

impl<'c> ByEntries<'c> {
    fn add(&mut self, read: &ReadEntry, verdicts: &[ManifestVerdict<'c>]) {
        if let Some(publisher) = verdicts.iter().find_map(|verdict| verdict.publisher) {
            // two publishers are sufficient to know that there is no single one
            if self.publishers.len() < 2 && !self.publishers.contains(&publisher) {
                self.publishers.push(publisher);
            }
            return;
        }
        let own = || verdicts.iter().filter(|verdict| read.is_by_publisher(verdict.signature));
        let errors = || own().filter_map(|verdict| verdict.error.as_ref());
        let error = errors().find(|error| error.is_undecided()).or_else(|| errors().next());
        // an unreadable manifest may be the publisher's; a readable one by others is irrelevant
        let error = error.or_else(|| read.manifests.iter().find_map(|manifest| manifest.object.as_ref().err()));
        let error = error.cloned().unwrap_or_else(|| read.without_publisher());
        let place = if error.is_undecided() { &mut self.undecided } else { &mut self.refused };
        place.get_or_insert(error);
    }
}

pub(super) fn missing() -> SignatureError {
    let message = "the catalog has no signature, and none of its entries has a trust manifest";
    SignatureError::new(adp_cards::codes::JWS_MISSING, message)
}

/// The error of an entry without a manifest by its publisher, in a catalog without a signature of its own.
pub(crate) fn unsigned_entry(document: &Document) -> Option<SignatureError> {
    let root = document.root();
    let entries = || list(root, "entries").iter().map(ReadEntry::from_json);
    let unsigned = || entries().find(|entry| entry.own_manifests().next().is_none());
    if root.contains("signature") { None } else { unsigned().map(|entry| entry.without_publisher()) }
}

/// The structural error of a signature object, before verification.
pub(crate) fn signature_fault(container: &Object, kind: Container) -> Option<SignatureError> {
    let check = || {
        let signature = SignatureObject::read(container, kind)?;
        match kind {
            Container::Catalog => check_operator(container, &signature.signer),
            Container::TrustManifest => check_contributor(container, &signature.signer),
        }
    };
    check().err()
}

/// The error of a manifest's subject.
pub(crate) fn subject_fault(manifest: &Object, entry: CatalogEntry<'_>) -> Option<SignatureError> {
    Subject::read(manifest).and_then(|subject| subject.check(entry)).err()
}

/// Rejects a signer that is not the contributor (AI Catalog, Contributor Identity).
fn check_contributor(manifest: &Object, signer: &Did) -> Result<(), SignatureError> {
    let found = match manifest.get("contributor").and_then(Json::as_str) {
        Some(contributor) if contributor == signer.as_str() => return Ok(()),
        Some(found) => format!("`contributor` is {}", shortened(found)),
        None => "`contributor` is missing".to_owned(),
    };
    Err(invalid(signer.as_str(), &format!("{found}, expected the signer itself")))
}

//! DID documents given on the command line, which are used instead of resolving the DIDs.

use crate::{failure::Failure, input::file, output::terminal::Terminal};
use agent_description::{
    CodedError, Document, Limits, ReadLimits,
    did::{Did, DidDocument, DidError, Resolved},
    verification::Supplied,
};
use sha2::{Digest, Sha256};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// The given documents. Each is parsed when its DID is needed, so that errors are reported in the order of the checks.
#[derive(Debug)]
pub struct GivenDidDocuments {
    given: Vec<SuppliedDocument>,
    /// Whether to use only these documents.
    only: bool,
    /// Whether the network may resolve successors of the given DIDs.
    follows: bool,
}

#[derive(Debug)]
struct SuppliedDocument {
    name: String,
    bytes: Vec<u8>,
    sha256: [u8; 32],
    /// The document's `id`.
    id: Option<String>,
    /// The parsed document, once it was found valid.
    resolved: OnceLock<Arc<Resolved<DidDocument>>>,
}

impl GivenDidDocuments {
    /// Reads the files.
    pub fn read(files: &[PathBuf], limits: &Limits, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = limits.for_did_document();
        let given = files.iter().map(|path| {
            let bytes = file::read(path, limits.bytes(), terminal)?;
            Ok(SuppliedDocument::new(file::display_name(path), bytes, limits))
        });
        let given: Vec<SuppliedDocument> = given.collect::<Result<_, Failure>>()?;
        for (at, second) in given.iter().enumerate().filter(|(_, second)| second.id.is_some()) {
            if let Some(first) = given.iter().take(at).find(|first| first.id == second.id) {
                let id = second.id.as_deref().unwrap_or_default();
                let (first, second) = (&first.name, &second.name);
                let message = format!("--did-document is given twice for {id}: {first} and {second}");
                return Err(Failure::usage(message).with_help("give one document per DID"));
            }
        }
        Ok(Self { given, only: true, follows: false })
    }

    /// Available documents by name. Other DIDs are resolved by the network.
    pub fn at_hand(documents: Vec<(String, Vec<u8>)>, limits: &Limits) -> Self {
        let limits = limits.for_did_document();
        let given = documents.into_iter().map(|(name, bytes)| SuppliedDocument::new(name, bytes, limits)).collect();
        Self { given, only: false, follows: false }
    }

    /// With `follows`, DIDs with the same path as a given document are treated as its successors and resolved by the
    /// network.
    pub fn following_successors(self, follows: bool) -> Self {
        Self { follows, ..self }
    }

    /// The SHA-256 of each document.
    pub fn sha256(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.given.iter().map(|given| &given.sha256)
    }

    /// The document of `did`. `None` if no documents were given, or if the network may resolve `did` as a successor.
    ///
    /// If none of the given documents belongs to the DID, the result is the error `did-id-mismatch`. The network is not
    /// used then, because the caller chose the documents to verify with.
    pub fn find(&self, did: &Did, limits: &Limits) -> Option<Result<Arc<Resolved<DidDocument>>, RefusedDocument<'_>>> {
        let of_did = self.given.iter().find(|given| given.is_of(did));
        let is_successor = self.follows && self.given.iter().any(|given| given.has_path_of(did));
        let given = of_did.or(self.given.first().filter(|_| self.only && !is_successor))?;
        Some(given.resolved(did, limits))
    }

    /// All documents with an `id`, each for its DID. With them, the checks of the key come before
    /// those that save a fetch.
    pub fn supplied(&self) -> Supplied {
        let mut supplied = Supplied::default();
        for given in &self.given {
            let Some(did) = given.id.as_deref().and_then(|id| id.parse::<Did>().ok()) else { continue };
            let resolved = given.resolved(&did, &Limits::default());
            supplied
                .did_documents
                .insert(did, resolved.map_err(|refused| Arc::new(refused.error) as Arc<dyn CodedError>));
        }
        supplied
    }

    /// The failure for a given document, with the line of the error.
    pub fn failure_of(&self, did: &Did, error: &dyn CodedError) -> Option<Failure> {
        let refused = self.find(did, &Limits::default())?.err()?;
        // for a superseded DID, the error can be in the chain
        let is_it = refused.error.code() == error.code() && error.to_string().contains(&refused.error.to_string());
        is_it.then(|| refused.to_failure())
    }
}

impl SuppliedDocument {
    fn is_of(&self, did: &Did) -> bool {
        self.id.as_deref() == Some(did.as_str())
    }

    /// Whether `did` could be a successor of the document's DID: both have the same stable path.
    fn has_path_of(&self, did: &Did) -> bool {
        let own = self.id.as_deref().and_then(|id| id.parse::<Did>().ok());
        let path = own.as_ref().and_then(Did::stable_subject_path);
        path.is_some() && path == did.stable_subject_path()
    }

    fn resolved(&self, did: &Did, limits: &Limits) -> Result<Arc<Resolved<DidDocument>>, RefusedDocument<'_>> {
        // the cached result is for the document's own DID only
        if let Some(resolved) = self.resolved.get().filter(|_| self.is_of(did)) {
            return Ok(Arc::clone(resolved));
        }
        let resolved =
            DidDocument::parse_for(did, &self.bytes, limits).map_err(|error| RefusedDocument { error, given: self })?;
        Ok(Arc::clone(self.resolved.get_or_init(|| Arc::new(resolved))))
    }

    fn new(name: String, bytes: Vec<u8>, limits: ReadLimits) -> Self {
        let id = Document::parse(&bytes, limits)
            .ok()
            .and_then(|document| Some(document.root().get("id")?.as_str()?.to_owned()));
        let sha256 = Sha256::digest(&bytes).into();
        Self { name, bytes, sha256, id, resolved: OnceLock::new() }
    }
}

/// The error of a given document for a DID.
#[derive(Debug)]
pub struct RefusedDocument<'a> {
    /// The error.
    pub error: DidError,
    given: &'a SuppliedDocument,
}

impl RefusedDocument<'_> {
    /// The failure, with the document's line.
    pub fn to_failure(&self) -> Failure {
        Failure::from_error(&self.error).in_input(&self.given.name, &self.given.bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{GivenDidDocuments, SuppliedDocument};
    use agent_description::{Code, CodedError, Limits};

    #[test]
    fn successors_are_asked_of_the_network_only_if_they_are_followed() {
        let limits = Limits::default();
        let id = "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE";
        let given = || {
            let document = SuppliedDocument::new(
                "did.json".to_owned(),
                format!(r#"{{"id": "{id}"}}"#).into(),
                limits.for_did_document(),
            );
            GivenDidDocuments { given: vec![document], only: true, follows: false }
        };
        let code = |documents: &GivenDidDocuments, did: &str| {
            Some(documents.find(&did.parse().unwrap(), &limits)?.unwrap_err().error.code())
        };
        let successor = "did:wba:example.com:alice:e1_FGYwnwBLLjVPNegyIXi6Vg0MNFqWhsazbq9gVpJ2zMc";
        assert_eq!(code(&given(), successor), Some(Code::DID_ID_MISMATCH));
        let following = given().following_successors(true);
        assert_eq!(code(&following, successor), None);
        let plain = SuppliedDocument::new(
            "did.json".to_owned(),
            br#"{"id": "did:wba:example.com"}"#.to_vec(),
            limits.for_did_document(),
        );
        let plain = GivenDidDocuments { given: vec![plain], only: true, follows: true };
        assert_eq!(code(&plain, "did:wba:example.org"), Some(Code::DID_ID_MISMATCH), "neither has a stable path");
        for other in ["did:wba:example.com:bob:e1_FGYwnwBLLjVPNegyIXi6Vg0MNFqWhsazbq9gVpJ2zMc", "did:wba:example.org"] {
            assert_eq!(code(&following, other), Some(Code::DID_ID_MISMATCH), "{other}");
        }
    }
}

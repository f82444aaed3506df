//! Superseded DIDs: documents that name the successor of their DID (did:wba 1.2, sections 2.2.3 and 2.5.2 to 2.5.5).
//!
//! A key-bound DID (`e1_`) with a new key becomes another DID. Its old document stays published. It is marked
//! `deactivated` and names the direct successor. The old key signs it, or a recovery key that an earlier document
//! listed. Parsing such a document returns [`DidError::Superseded`], so that it is never used as an active document.

mod rotation;

use super::{
    Binding, Did, DidDocument, DidError, DidUrl, Purpose, Resolved,
    document::{
        document_part::Part,
        document_proof::{self, Claim},
    },
    error::MAX_SHOWN_CHARS,
    keys::relationships::Relationships,
};
use adp_crypto::{CLOCK_SKEW, Timestamp, key::VerifyingKey, suite::Suite};
use adp_json::{CodedError, Document, cut};

adp_json::words! {
    /// How certain it is that one DID succeeds another, highest certainty first. Never upgraded.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Assurance {
        /// The binding key of the old DID signed the transition.
        Verified = "verified",
        /// A recovery key signed the transition; a trusted earlier document of the old DID listed this key.
        RecoveryVerified = "recovery_verified",
        /// The transition is unsigned, but the host of all these DIDs published the whole chain up to an active DID.
        ProviderAsserted = "provider_asserted",
        /// The transition is unsigned, and the documents may not come from the DIDs' host.
        Unverified = "unverified",
    }
}

impl Assurance {
    /// Whether a key of the old DID signed the transition.
    #[must_use]
    #[doc(hidden)]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Verified | Self::RecoveryVerified)
    }
}

/// The document of a superseded DID, with all checks that need no other document.
#[derive(Clone, Debug)]
pub struct Superseded {
    read: Resolved<DidDocument>,
    successor: Did,
    /// The proof of the transition, if it is signed. That of the binding key is verified; whether another key may sign,
    /// only an earlier document shows.
    proof: Option<Box<Claim>>,
    is_by_binding_key: bool,
}

impl Superseded {
    /// The old DID.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.read.get().id()
    }

    /// The direct successor in the document.
    #[must_use]
    pub fn successor(&self) -> &Did {
        &self.successor
    }

    /// The document's source.
    #[must_use]
    pub fn document(&self) -> &Document {
        self.read.get().document()
    }

    /// The time of the transition: when it was signed.
    #[must_use]
    pub fn created(&self) -> Option<Timestamp> {
        self.proof.as_ref()?.created
    }

    /// The method that signed the transition, according to the proof.
    #[must_use]
    pub fn signed_with(&self) -> Option<&DidUrl> {
        self.proof.as_ref().map(|proof| &proof.method)
    }

    /// The method of another key than the binding key, if such a key signed the transition.
    pub(super) fn recovery_method(&self) -> Option<&DidUrl> {
        self.signed_with().filter(|_| !self.is_by_binding_key)
    }

    /// The assurance of the transition, from the old document and an optional trusted earlier document of the same DID.
    ///
    /// # Errors
    /// `did-document-proof` if the transition is signed with a key that may not sign it: a key that no trusted document
    /// lists under `assertionMethod`, or an invalid signature. Such a transition is never treated as unsigned.
    pub fn assurance(&self, trusted: Option<&DidDocument>) -> Result<Assurance, DidError> {
        let claim = match &self.proof {
            None => return Ok(Assurance::Unverified),
            Some(_) if self.is_by_binding_key => return Ok(Assurance::Verified),
            Some(claim) => claim,
        };
        let root = Part::root(self.document());
        let refused = |reason: String| Err(DidError::proof(root.member_or_self("proof").place(), reason));
        let Some(trusted) = trusted.filter(|trusted| trusted.id() == self.did()) else {
            return refused(format!(
                "is made with {}, which is not the binding key; for a recovery key, supply a trusted earlier document of {} \
                 that lists it under `assertionMethod`",
                claim.method,
                self.did()
            ));
        };
        let key = match recovery_key(trusted, claim) {
            Ok(key) => key,
            Err(reason) => return refused(reason),
        };
        claim.verify(&root, key)?;
        Ok(Assurance::RecoveryVerified)
    }

    /// Checks that a document belongs to the successor, and does not name another DID of the same subject as its
    /// predecessor.
    ///
    /// # Errors
    /// `did-transition`.
    pub fn check_successor(&self, successor: &Document) -> Result<(), DidError> {
        let root = Part::root(successor);
        let id = root.member("id").and_then(|id| id.json().as_str());
        if id != Some(self.successor.as_str()) {
            let found = id.map_or_else(|| "a document without `id`".to_owned(), |id| format!("the document of {id}"));
            return Err(self.refused(format!(
                "expected the document of {}, found {}",
                self.successor,
                cut(&found, MAX_SHOWN_CHARS)
            )));
        }
        let predecessors: Vec<Did> = predecessors(&root, &self.successor).collect();
        if predecessors.is_empty() || predecessors.contains(self.did()) {
            return Ok(());
        }
        let named = predecessors.iter().map(Did::as_str).collect::<Vec<_>>().join(", ");
        Err(self.refused(format!("{} says that it succeeds {named}: a generation is skipped", self.successor)))
    }

    /// Checks that the transition's proof is not from the future and has not expired.
    ///
    /// # Errors
    /// `did-document-proof`.
    #[doc(hidden)]
    pub fn check_time(&self, now: Timestamp) -> Result<(), DidError> {
        let expires = self.proof.as_ref().and_then(|proof| proof.expires);
        if let Some(created) = self.created().filter(|&created| created > now.saturating_add(CLOCK_SKEW)) {
            return Err(
                self.refused(format!("its proof was created at {created}, and the time of verification is {now}"))
            );
        }
        match expires.filter(|&expires| now >= expires) {
            Some(expires) => {
                Err(self.refused(format!("its proof expired at {expires}, and the time of verification is {now}")))
            }
            None => Ok(()),
        }
    }

    /// Whether the document was fetched from its DID's URL.
    #[doc(hidden)]
    pub fn is_fetched(&self) -> bool {
        self.read.url().is_some()
    }

    /// The document with the keys that were valid until the transition.
    #[doc(hidden)]
    pub fn past(&self) -> &Resolved<DidDocument> {
        &self.read
    }

    /// The same document with the URL that it was fetched from; for resolvers, which fetch the bytes themselves.
    #[doc(hidden)]
    pub fn fetched_from(self, url: String) -> Self {
        Self { read: self.read.fetched_from(url), ..self }
    }

    /// The error for an invalid transition.
    #[doc(hidden)]
    pub fn refused(&self, reason: String) -> DidError {
        let place = Part::root(self.document()).member_or_self("successorDid").place();
        DidError::transition(place, self.did(), reason)
    }
}

/// Documents are equal if their sources are equal.
impl PartialEq for Superseded {
    fn eq(&self, other: &Self) -> bool {
        self.document().source() == other.document().source()
    }
}

impl Eq for Superseded {}

impl Did {
    /// The stable subject path of a DID that is bound to an Ed25519 key (`e1_`): its text without method and last
    /// segment, for example `example.com:user:alice`. It stays the same when the key and the DID change. It proves
    /// nothing by itself.
    #[must_use]
    pub fn stable_subject_path(&self) -> Option<&str> {
        if self.binding() != Some(Binding::E1) {
            return None;
        }
        let path = self.as_str().strip_prefix("did:wba:")?;
        path.rsplit_once(':').map(|(path, _)| path)
    }
}

/// The DID in `successorDid`, if present.
pub(super) fn successor(root: &Part<'_>) -> Result<Option<Did>, DidError> {
    const DID: &str = "the direct successor: one DID, without path, query or fragment";
    let Some(member) = root.member("successorDid") else { return Ok(None) };
    member.string(DID)?.parse().map(Some).map_err(|_| member.invalid(DID))
}

/// The document of a deactivated `e1_` DID that names a successor.
pub(super) fn read(mut document: DidDocument, successor: Did) -> Result<Superseded, DidError> {
    let did = document.id().clone();
    let source = document.document().clone();
    let root = Part::root(&source);
    let refused = |reason: String| Err(DidError::transition(root.member_or_self("successorDid").place(), &did, reason));
    if successor == did {
        return refused("it names itself as its successor".to_owned());
    }
    if successor.stable_subject_path() != did.stable_subject_path() {
        let path = did.stable_subject_path().unwrap_or_default();
        return refused(format!("found {successor}, expected a DID with the same path: did:wba:{path}:e1_…"));
    }
    let Some((binding, key)) = binding_key(&document.relationships, &did) else {
        let place = root.member_or_self("verificationMethod").place();
        let reason = "no Ed25519 key under `verificationMethod` has the thumbprint in the DID's last segment; keep the old key in \
                      the old document";
        return Err(DidError::binding(place, &did, reason));
    };
    let proof = match document_proof::claimed(&root)?.transpose() {
        Ok(proof) => proof,
        Err(unknown) => {
            let reason = format!("uses {:?}; a transition is signed by {}", unknown.suite_name(), Suite::EddsaJcs2022);
            return Err(DidError::proof(root.member_or_self("proof").place(), reason));
        }
    };
    let is_by_binding_key = proof.as_ref().is_some_and(|claim| claim.method == binding);
    if let Some(claim) = &proof {
        claim.check_transition(&root)?;
        if is_by_binding_key {
            // the DID itself authorizes this key, whatever the relationships still list
            document.proof = Some(claim.verify(&root, &key)?);
        }
    }
    document.binding = Some(binding);
    Ok(Superseded { read: Resolved::supplied(document), successor, proof: proof.map(Box::new), is_by_binding_key })
}

/// The binding key in `verificationMethod`, with its method.
fn binding_key(relationships: &Relationships, did: &Did) -> Option<(DidUrl, VerifyingKey)> {
    relationships.listed_methods().iter().find_map(|method| {
        let key = method.key().ok()?;
        let is_bound = key.key_type() == Binding::E1.key_type() && did.fingerprint() == Some(key.thumbprint().as_str());
        is_bound.then(|| (method.id.clone(), key.clone()))
    })
}

/// The key of a recovery proof, from a document before the transition.
fn recovery_key<'a>(trusted: &'a DidDocument, claim: &Claim) -> Result<&'a VerifyingKey, String> {
    let purpose = Purpose::AssertionMethod.as_str();
    let no =
        |error: &dyn CodedError| format!("is made with a key that the trusted document does not authorize: {error}");
    let method =
        trusted.relationships.listed_method(trusted.id(), &claim.method, purpose).map_err(|error| no(&error))?;
    match claim.created {
        Some(created) => method.key_at(created).map_err(|error| no(&error)),
        None => method.key().map_err(|error| no(error)),
    }
}

/// The DIDs of the same subject in `alsoKnownAs`.
fn predecessors<'a>(root: &Part<'a>, did: &Did) -> impl Iterator<Item = Did> + use<'a> {
    let path = did.stable_subject_path().map(str::to_owned);
    let names = root.member("alsoKnownAs").and_then(|names| names.items()).into_iter().flatten();
    names
        .filter_map(|name| name.json().as_str()?.parse::<Did>().ok())
        .filter(move |name| path.is_some() && name.stable_subject_path() == path.as_deref())
}

//! Determines the accepted signers of a card from the caller's expectations and the card's origin, before any DID is
//! resolved.

use super::{CheckedSignature, Expected, Kind, Place, SignatureError};
use agent_description::{CodeClass, CodedError, Document, did::Did, verification::Binding};

/// The accepted signers, and the origins that DIDs are compared with.
#[derive(Clone, Debug)]
pub(super) struct SignerPolicy {
    pub expected: Expected,
    places: Vec<Place>,
}

impl SignerPolicy {
    /// The policy for a document. It expects the signer that the caller names, or else a DID of the host that served the card.
    /// For a local card, it expects a DID of the one host of its interfaces.
    pub fn for_document(document: &Document, kind: &Kind, signer: Option<&Did>, fetched_from: Option<&str>) -> Self {
        if let Some(signer) = signer {
            return Self { expected: Expected::Signer(signer.clone()), places: Vec::new() };
        }
        if let Some(url) = fetched_from {
            let places: Vec<Place> = Place::from_fetch(url).into_iter().collect();
            let host = places.first().map(|place| place.host.clone());
            return Self { expected: host.map_or(Expected::Nobody, Expected::Host), places };
        }
        let places = (kind.places)(document.root()).unwrap_or_default();
        match places.split_first() {
            Some((first, others)) if others.iter().all(|other| other.host == first.host) => {
                Self { expected: Expected::Interfaces(first.host.clone()), places }
            }
            _ => Self { expected: Expected::Nobody, places: Vec::new() },
        }
    }

    /// Accepts only keys of a trusted key set, or of sets at trusted origins: no DIDs.
    pub fn for_keys() -> Self {
        Self { expected: Expected::Keys, places: Vec::new() }
    }

    /// The binding of a signature by this DID.
    pub fn binding(&self, did: &Did) -> Binding {
        match &self.expected {
            Expected::Signer(expected) if expected == did => Binding::Signer,
            Expected::Host(_) | Expected::Interfaces(_)
                if !self.places.is_empty() && self.places.iter().all(|place| place.is_of(did)) =>
            {
                Binding::Host
            }
            _ => Binding::Unbound,
        }
    }

    /// Why no signature is accepted. If an acceptable signature could not be verified, the card is undecided. A valid signature by
    /// an untrusted signer is reported before refused ones. Signatures that others add hide none of these.
    pub fn refusal(&self, signatures: &[CheckedSignature]) -> SignatureError {
        let errors = || signatures.iter().filter_map(|signature| Some((signature, signature.error.as_ref()?)));
        let ours =
            || errors().filter(|(signature, _)| signature.binding != Some(Binding::Unbound)).map(|(_, error)| error);
        let of_class = |class: CodeClass| ours().find(|error| error.code().class() == class);
        if let Some(undecided) = of_class(CodeClass::Undecided) {
            return undecided.clone();
        }
        let stranger = signatures.iter().find(|signature| signature.is_good()).and_then(|it| it.identity.clone());
        if let Some(signer) = stranger {
            return SignatureError::Unbound { signer, expected: self.expected.clone() };
        }
        let refused = of_class(CodeClass::Refused).or_else(|| errors().map(|(_, error)| error).next());
        refused.cloned().unwrap_or(SignatureError::Missing)
    }
}

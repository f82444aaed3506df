//! Determines the accepted signers of a card from the caller's expectations and the card's origin, before any DID is
//! resolved.

use super::{CardKind, HostAndPort, SignatureError, entry::missing};
use crate::codes;
use agent_description::{
    CodeClass, CodedError, Document,
    did::Did,
    verification::{Binding, SignatureReport},
};
use std::sync::Arc;

/// The accepted signers.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// The DID that the caller named.
    Signer(Did),
    /// A DID of the host that served the card.
    Host(String),
    /// A DID of the host of all interfaces of the card.
    Interfaces(String),
    /// A key in the trusted key set, or in a set at a trusted origin: no DIDs.
    Keys,
    /// None, because the card is from a file, and its interfaces are not on one host.
    Nobody,
}

/// The accepted signers, and the origins that DIDs are compared with.
#[derive(Clone, Debug)]
pub(super) struct SignerPolicy {
    pub expected: Expected,
    places: Vec<HostAndPort>,
}

impl SignerPolicy {
    /// The policy for a document. It expects the signer that the caller names, or else a DID of the host that served the card.
    /// For a local card, it expects a DID of the one host of its interfaces.
    pub fn for_document(
        document: &Document,
        kind: &CardKind,
        signer: Option<&Did>,
        fetched_from: Option<&str>,
    ) -> Self {
        if let Some(signer) = signer {
            return Self { expected: Expected::Signer(signer.clone()), places: Vec::new() };
        }
        if let Some(url) = fetched_from {
            let places: Vec<HostAndPort> = HostAndPort::from_fetch(url).into_iter().collect();
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

    /// The error `fault`, that a signer may not sign the card, with the accepted signers.
    pub fn unbound(&self, fault: &str) -> SignatureError {
        let expected = match &self.expected {
            Expected::Signer(did) => format!("{did} is expected"),
            Expected::Keys => "a key of the given set or origin is expected".to_owned(),
            Expected::Host(host) => format!("a DID of {host}, which served the card, is expected"),
            Expected::Interfaces(host) => format!("a DID of {host}, the host of its interfaces, is expected"),
            Expected::Nobody => "the card has no host; set the expected signer".to_owned(),
        };
        SignatureError::new(codes::CARD_SIGNER_UNBOUND, format!("{fault}: {expected}"))
    }

    /// The error for a valid signature whose signer may not sign the card.
    pub fn signed_by(&self, signer: &Did) -> SignatureError {
        match self.expected {
            Expected::Keys => self.unbound(&format!("signed by {signer}, with a key of no given key set")),
            _ => self.unbound(&format!("signed by {signer}, which may not sign this card")),
        }
    }

    /// Why no signature is accepted. If an acceptable signature could not be verified, the card is undecided. A valid signature by
    /// an untrusted signer is reported before refused ones. Signatures that others add hide none of these.
    pub fn refusal(&self, signatures: &[SignatureReport]) -> Arc<dyn CodedError> {
        let errors = || signatures.iter().filter_map(|signature| Some((signature, signature.error.as_ref()?)));
        let ours =
            || errors().filter(|(signature, _)| signature.binding != Some(Binding::Unbound)).map(|(_, error)| error);
        let of_class = |class: CodeClass| ours().find(|error| error.code().class() == class);
        if let Some(undecided) = of_class(CodeClass::Undecided) {
            return Arc::clone(undecided);
        }
        if let Some(stranger) = signatures.iter().find(|it| it.error.is_none()).and_then(|it| it.signer.as_ref()) {
            return Arc::new(self.signed_by(stranger));
        }
        let refused = of_class(CodeClass::Refused).or_else(|| errors().map(|(_, error)| error).next());
        refused.cloned().unwrap_or_else(|| Arc::new(missing()))
    }
}

//! From a DID to the one that is in use: the chain of its successors (did:wba 1.2, sections 2.5.2 to 2.6).

use super::{Resolution, ResolutionOptions, Resolve, ResolveError, SuccessorCache};
use crate::{
    Code, CodedError, Timestamp,
    did::{Assurance, Did, DidDocument, DidError, Resolved, Source, Superseded},
};
use std::sync::Arc;

/// The most hops from a DID to the one in use.
pub const MAX_HOPS: usize = 8;

/// What is known before a chain is followed.
#[derive(Clone, Debug, Default)]
pub struct Following {
    trusted: Vec<Arc<Resolved<DidDocument>>>,
    known: SuccessorCache,
    options: ResolutionOptions,
}

impl Following {
    /// Nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with a document that the caller trusts, from before its DID was superseded: it says which recovery keys may
    /// sign the transition.
    #[must_use]
    pub fn trusting(mut self, document: Arc<Resolved<DidDocument>>) -> Self {
        self.trusted.push(document);
        self
    }

    /// The same with successors that were verified before; new ones are added.
    #[must_use]
    pub fn with_cache(self, known: SuccessorCache) -> Self {
        Self { known, ..self }
    }

    /// The same with these options for each resolution.
    #[must_use]
    pub fn with_options(self, options: ResolutionOptions) -> Self {
        Self { options, ..self }
    }

    /// The documents that the caller trusts.
    pub fn trusted_documents(&self) -> impl Iterator<Item = &Resolved<DidDocument>> {
        self.trusted.iter().map(Arc::as_ref)
    }

    fn trusted(&self, did: &Did) -> Option<&Arc<Resolved<DidDocument>>> {
        self.trusted.iter().find(|document| document.get().id() == did)
    }
}

/// One superseded DID of a chain.
#[derive(Clone, Debug)]
pub struct Hop {
    superseded: Arc<Superseded>,
    assurance: Assurance,
    /// The document whose keys were the DID's until the transition.
    trusted: Option<Arc<Resolved<DidDocument>>>,
}

impl Hop {
    /// The document of the superseded DID.
    #[must_use]
    pub fn superseded(&self) -> &Superseded {
        &self.superseded
    }

    /// How sure it is that the next DID succeeds this one.
    #[must_use]
    pub fn assurance(&self) -> Assurance {
        self.assurance
    }
}

/// A DID, the DIDs that succeed it, and the document of the one in use.
#[derive(Clone, Debug)]
pub struct Succession {
    requested: Did,
    hops: Vec<Hop>,
    current: Resolution,
}

impl Succession {
    /// The DID that was asked for.
    #[must_use]
    pub fn requested(&self) -> &Did {
        &self.requested
    }

    /// The superseded DIDs, from the one that was asked for on; empty if that is in use.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// The DID in use.
    #[must_use]
    pub fn current_did(&self) -> &Did {
        self.current.document.get().id()
    }

    /// The document of the DID in use, and how it was obtained.
    #[must_use]
    pub fn current(&self) -> &Resolution {
        &self.current
    }

    /// The weakest assurance of the chain; `None` if there was nothing to follow.
    #[must_use]
    pub fn assurance(&self) -> Option<Assurance> {
        self.hops.iter().map(|hop| hop.assurance).max()
    }

    /// The time of the first transition, as its proof states it.
    #[must_use]
    pub fn superseded_at(&self) -> Option<Timestamp> {
        self.hops.first()?.superseded.created()
    }

    /// The document that says which keys the superseded DID had, for a signature that was created at `created`: it must be
    /// from before the transition, and the whole chain signed.
    ///
    /// The signer states both times. Whoever stole the old key can state an earlier one.
    ///
    /// # Errors
    /// [`PastSignatureError`]
    pub fn document_for_signature(
        &self,
        created: Option<Timestamp>,
    ) -> Result<&Resolved<DidDocument>, PastSignatureError> {
        let Some(first) = self.hops.first() else { return Ok(&self.current.document) };
        let did = || self.requested.clone();
        let assurance = self.assurance().unwrap_or(Assurance::Unverified);
        if !assurance.is_signed() {
            return Err(PastSignatureError::Assurance { did: did(), assurance });
        }
        match (created, self.superseded_at()) {
            (Some(created), Some(superseded)) if created < superseded => {}
            (Some(created), Some(superseded)) => {
                let current = self.current_did().clone();
                return Err(PastSignatureError::Later { did: did(), current, created, superseded });
            }
            (None, _) => return Err(PastSignatureError::Undated { did: did(), what: "signature" }),
            (_, None) => return Err(PastSignatureError::Undated { did: did(), what: "transition" }),
        }
        Ok(match &first.trusted {
            // a recovery key says who succeeds the DID, not which other keys it had
            Some(trusted) if first.assurance == Assurance::RecoveryVerified => trusted,
            _ => first.superseded.past(),
        })
    }
}

/// Why a signature of a superseded DID is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PastSignatureError {
    /// It was created at the transition or later.
    #[error(
        "{did} was superseded at {superseded}, and the signature was created at {created}; ask for a signature by {current}"
    )]
    Later {
        /// The signer.
        did: Did,
        /// The DID in use.
        current: Did,
        /// The time of the signature.
        created: Timestamp,
        /// The time of the transition.
        superseded: Timestamp,
    },
    /// The signature or the transition states no time.
    #[error("{did} is superseded, and the {what} states no `created`: whether the signature was first is not known")]
    Undated {
        /// The signer.
        did: Did,
        /// Which of the two.
        what: &'static str,
    },
    /// Nobody signed the transition.
    #[error("{did} is superseded, and its chain of successors is {assurance}, expected verified or recovery_verified")]
    Assurance {
        /// The signer.
        did: Did,
        /// How sure the chain is.
        assurance: Assurance,
    },
}

impl CodedError for PastSignatureError {
    fn code(&self) -> Code {
        Code::DID_SUPERSEDED
    }
}

/// Follows the successors of a DID to the one that is in use at a time: at most [`MAX_HOPS`], all on one path.
///
/// Signed successors are kept in the cache of `following` once the chain has ended at a DID in use; of a chain that fails,
/// nothing is.
///
/// # Errors
/// Those of resolving, and `did-transition` for a cycle, a second successor, a skipped generation or a chain that is too
/// long, `did-document-proof` for a transition that the wrong key signed.
pub async fn resolve_current<R: Resolve>(
    did: &Did,
    resolver: &R,
    following: &Following,
    at: Timestamp,
) -> Result<Succession, ResolveError> {
    let mut hops = Vec::<Hop>::new();
    let mut next = did.clone();
    let current = loop {
        let resolved = resolver.resolve_with(&next, &following.options).await;
        let reached = match &resolved {
            Ok(resolution) => Some(resolution.document.get().document()),
            Err(ResolveError::Did(DidError::Superseded(superseded))) => Some(superseded.document()),
            Err(_) => None,
        };
        if let (Some(hop), Some(document)) = (hops.last(), reached) {
            hop.superseded.check_successor(document)?;
        }
        let superseded = match resolved {
            Ok(resolution) => break resolution,
            Err(ResolveError::Did(DidError::Superseded(superseded))) => superseded,
            Err(error) => return Err(error),
        };
        let hop = one_hop(superseded, following, at)?;
        let successor = hop.superseded.successor().clone();
        let is_known =
            successor == *hop.superseded.did() || hops.iter().any(|seen| *seen.superseded.did() == successor);
        if is_known {
            return Err(hop.superseded.refused(format!("{successor} is its predecessor: the chain is a cycle")).into());
        }
        if hops.len() >= MAX_HOPS {
            let reason = format!("the chain from {did} has more than {MAX_HOPS} hops");
            return Err(hop.superseded.refused(reason).into());
        }
        hops.push(hop);
        next = successor;
    };
    current.document.get().check_time(at)?;
    let all_fetched = hops.iter().all(|hop| hop.superseded.is_fetched())
        && matches!(current.document.source(), Source::Fetched { .. });
    for hop in hops.iter_mut().filter(|hop| all_fetched && hop.assurance == Assurance::Unverified) {
        hop.assurance = Assurance::ProviderAsserted;
    }
    let signed = hops.iter().filter(|hop| hop.assurance.is_signed());
    let edges: Vec<(Did, Did)> =
        signed.map(|hop| (hop.superseded.did().clone(), hop.superseded.successor().clone())).collect();
    if let Err(conflict) = following.known.commit(&edges)
        && let Some(hop) = hops.iter().find(|hop| *hop.superseded.did() == conflict)
    {
        return Err(second_successor(&hop.superseded).into());
    }
    Ok(Succession { requested: did.clone(), hops, current })
}

fn one_hop(superseded: Arc<Superseded>, following: &Following, at: Timestamp) -> Result<Hop, DidError> {
    superseded.check_time(at)?;
    let trusted = following.trusted(superseded.did()).cloned();
    let assurance = superseded.assurance(trusted.as_ref().map(|trusted| trusted.get()))?;
    // an unsigned successor contradicts a signed one as well
    if following.known.successor(superseded.did()).is_some_and(|known| known != *superseded.successor()) {
        return Err(second_successor(&superseded));
    }
    Ok(Hop { superseded, assurance, trusted })
}

fn second_successor(superseded: &Superseded) -> DidError {
    superseded.refused("another successor was verified before: the chain is forked".to_owned())
}

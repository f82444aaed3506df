//! Following a DID to its current successor (did:wba 1.2, sections 2.5.2 to 2.6).

use crate::{Resolution, ResolutionOptions, Resolve, ResolveError};
use adp_crypto::Timestamp;
use adp_did::{Assurance, Did, DidDocument, DidError, Resolved, Superseded};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Maximum number of successors in a chain.
const MAX_HOPS: usize = 8;
/// Maximum number of stored successors.
const MAX_EDGES: usize = 10_000;

/// Known facts before following a chain.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Following {
    /// Documents that the caller trusts, from before their DIDs were superseded: they list the recovery keys that may
    /// sign the transitions.
    pub trusted: Vec<Arc<Resolved<DidDocument>>>,
    /// Successors that were verified before; new ones are added.
    pub known: SuccessorCache,
    /// Options of each resolution.
    pub options: ResolutionOptions,
}

impl Following {
    fn trusted(&self, did: &Did) -> Option<&Arc<Resolved<DidDocument>>> {
        self.trusted.iter().find(|document| document.get().id() == did)
    }
}

/// A superseded DID of a chain.
#[derive(Clone, Debug)]
pub struct Hop {
    /// The document of the superseded DID.
    pub superseded: Arc<Superseded>,
    /// The assurance that the next DID succeeds this one.
    pub assurance: Assurance,
    /// The document with the keys that were valid until the transition.
    trusted: Option<Arc<Resolved<DidDocument>>>,
}

/// A DID, its successors, and the document of the current DID.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Succession {
    /// The requested DID.
    pub requested: Did,
    /// The superseded DIDs, from the requested one on; empty if it is current.
    pub hops: Vec<Hop>,
    /// The document of the current DID, and its source.
    pub current: Resolution,
}

impl Succession {
    /// The current DID.
    #[must_use]
    pub fn current_did(&self) -> &Did {
        self.current.document.get().id()
    }

    /// The lowest assurance in the chain; `None` if the DID is current.
    #[must_use]
    pub fn assurance(&self) -> Option<Assurance> {
        self.hops.iter().map(|hop| hop.assurance).max()
    }

    /// The time of the first transition in its proof.
    #[doc(hidden)]
    pub fn superseded_at(&self) -> Option<Timestamp> {
        self.hops.first()?.superseded.created()
    }

    /// The document with the keys of the superseded DID, for a signature created at `created`. The signature must be
    /// older than the transition, and the whole chain signed.
    ///
    /// The signer states both times. Anyone who stole the old key can backdate a signature.
    ///
    /// # Errors
    /// `did-superseded`
    pub fn document_for_signature(&self, created: Option<Timestamp>) -> Result<&Resolved<DidDocument>, DidError> {
        let Some(first) = self.hops.first() else { return Ok(&self.current.document) };
        let did = &self.requested;
        let assurance = self.assurance().unwrap_or(Assurance::Unverified);
        let undated =
            |what| format!("{did} is superseded, and the {what} has no `created`: the signature may be later");
        let problem = match (created, self.superseded_at()) {
            (Some(created), Some(superseded)) if assurance.is_signed() && created < superseded => {
                return Ok(match &first.trusted {
                    // a recovery key authorizes the successor, not other keys
                    Some(trusted) if first.assurance == Assurance::RecoveryVerified => trusted,
                    _ => first.superseded.past(),
                });
            }
            _ if !assurance.is_signed() => format!(
                "{did} is superseded, and its chain of successors is {assurance}, expected verified or recovery_verified"
            ),
            (None, _) => undated("signature"),
            (_, None) => undated("transition"),
            (Some(created), Some(superseded)) => format!(
                "{did} was superseded at {superseded}, and the signature was created at {created}; ask for a signature by {}",
                self.current_did()
            ),
        };
        Err(DidError::PastSignature(problem))
    }
}

/// Follows the successors of a DID to the one that is current at a time: at most 8, all with the same path.
///
/// When the chain ends at a current DID, signed successors are added to the cache of `following`. A failed chain adds
/// nothing.
///
/// # Errors
/// Those of resolving; `did-transition` for a cycle, a second successor, a skipped generation or a chain that is too
/// long; `did-document-proof` for a transition that the wrong key signed.
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
    let all_fetched = hops.iter().all(|hop| hop.superseded.is_fetched()) && current.document.url().is_some();
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
    // an unsigned successor may also contradict a signed one
    if following.known.successor(superseded.did()).is_some_and(|known| known != *superseded.successor()) {
        return Err(second_successor(&superseded));
    }
    Ok(Hop { superseded, assurance, trusted })
}

fn second_successor(superseded: &Superseded) -> DidError {
    superseded.refused("another successor was verified before: the chain is forked".to_owned())
}

/// The direct successors of DIDs in verified chains (did:wba section 2.6). Cheap to clone; clones share the data.
///
/// Only `verified` and `recovery_verified` successors are stored, and only of chains that ended at a current DID. A
/// full cache ignores new ones.
#[derive(Clone, Debug, Default)]
pub struct SuccessorCache {
    edges: Arc<Mutex<HashMap<Did, Did>>>,
}

impl SuccessorCache {
    /// The known direct successor of a DID.
    #[must_use]
    pub fn successor(&self, did: &Did) -> Option<Did> {
        self.edges.lock().unwrap_or_else(PoisonError::into_inner).get(did).cloned()
    }

    /// Stores all of these or, if one contradicts a known successor, none: then returns the DID with two successors.
    fn commit(&self, edges: &[(Did, Did)]) -> Result<(), Did> {
        let mut known = self.edges.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((old, _)) = edges.iter().find(|(old, new)| known.get(old).is_some_and(|kept| kept != new)) {
            return Err(old.clone());
        }
        for (old, new) in edges {
            if known.len() >= MAX_EDGES && !known.contains_key(old) {
                break;
            }
            known.insert(old.clone(), new.clone());
        }
        Ok(())
    }
}

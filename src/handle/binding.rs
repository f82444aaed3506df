//! Mutual confirmation of a Handle and a DID (ANP-04 section 6.3; for did:web, ANP-02 Appendix B.4).

use super::{Handle, HandleDocument, HandleError, HandleStatus, ProviderDocument};
use crate::did::{DidDocument, DidService};

adp_json::words! {
    /// How strongly a Handle and a DID confirm each other (section 6.3.2).
    #[non_exhaustive]
    pub enum HandleBinding {
        /// The Handle names the DID, and the DID's document names exactly this Handle.
        ExactHandle = "exact-handle",
        /// The Handle names the DID, and the provider confirms the DID without this Handle.
        ProviderConfirmed = "provider-confirmed",
        /// The Handle names a did:web DID, and the DID's document names the provider's domain.
        DomainMatch = "domain-match",
        /// No confirmation.
        Unverified = "unverified",
    }
}

/// Maximum number of services of one DID document that are requested.
const MAX_SERVICES: usize = 4;

/// The services of a DID document that name a Handle's provider: those with https URLs on the Handle's domain, on any
/// port. The service with the Handle's own URL comes first.
pub(super) fn services<'a>(document: &'a DidDocument, handle: &Handle) -> Vec<&'a str> {
    let is_provider = |url: &&str| {
        let url = url::Url::parse(url).ok().filter(|url| url.scheme() == "https");
        url.is_some_and(|url| url.host_str() == Some(handle.domain()))
    };
    let services = document.services().iter().filter(|service| service.has_type(DidService::HANDLE));
    let mut found: Vec<&str> = services.filter_map(|service| service.endpoint.as_str()).filter(is_provider).collect();
    found.sort_by_key(|url| *url != handle.resolution_url());
    found.truncate(MAX_SERVICES);
    found
}

/// Checks the Handle's own document before the DID is resolved.
pub(super) fn check_forward(document: &HandleDocument) -> Result<(), HandleError> {
    if document.status != HandleStatus::Active {
        return Err(HandleError::unconfirmed(format!("{} is {}", document.handle, document.status.as_str())));
    }
    document.check_did()
}

/// Decides on the response of a service in the DID's document: section 6.3, steps 6 to 8. `forward` is the Handle's own
/// document.
///
/// # Errors
/// `did-binding`.
pub(super) fn check_service(
    forward: &HandleDocument,
    endpoint: &str,
    shown: &ProviderDocument,
) -> Result<HandleBinding, HandleError> {
    let HandleDocument { handle, did, binding_generation, .. } = forward;
    let not_confirmed = |problem: String| {
        let of_did = format!("{endpoint}, which the document of {did} names, does not confirm {handle}");
        Err(HandleError::unconfirmed(format!("{of_did}: {problem}")))
    };
    let (found, status, binding) = match shown {
        ProviderDocument::Handle(document) if endpoint != handle.resolution_url() => {
            let other = &document.handle;
            return not_confirmed(format!("it is a document of {other} at another URL than that of {handle}"));
        }
        ProviderDocument::Handle(document) if document.handle != *handle => {
            return not_confirmed(format!("it is the document of {}", document.handle));
        }
        ProviderDocument::Handle(document) if document.binding_generation < *binding_generation => {
            let found = &document.binding_generation;
            return not_confirmed(format!(
                "its generation is {found}, and that of the binding is {binding_generation}"
            ));
        }
        ProviderDocument::Handle(document) => (&document.did, Some(document.status), HandleBinding::ExactHandle),
        ProviderDocument::Confirmation { did, status } => (did, *status, HandleBinding::ProviderConfirmed),
    };
    if found != did {
        return not_confirmed(format!("it names {found}"));
    }
    match status {
        Some(status) if status != HandleStatus::Active => not_confirmed(format!("its status is {}", status.as_str())),
        _ => Ok(binding),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{HandleBinding, HandleDocument, HandleStatus, ProviderDocument, check_service};

    #[test]
    fn a_service_is_judged_without_the_network() {
        let document = |generation: &str| {
            let (handle, did) =
                ("alice.agent.example".parse().unwrap(), "did:wba:agent.example:alice".parse().unwrap());
            HandleDocument {
                binding_generation: generation.parse().unwrap(),
                ..HandleDocument::new(handle, did).unwrap()
            }
        };
        let forward = document("8");
        let confirmed = |status| ProviderDocument::Confirmation { did: forward.did.clone(), status };
        let by_did = "https://agent.example/.well-known/handle/by-did/alice";
        assert_eq!(check_service(&forward, by_did, &confirmed(None)).unwrap(), HandleBinding::ProviderConfirmed);
        assert!(check_service(&forward, by_did, &confirmed(Some(HandleStatus::Revoked))).is_err());
        let shown = |generation: &str| ProviderDocument::Handle(Box::new(document(generation)));
        let endpoint = forward.handle.resolution_url();
        assert_eq!(check_service(&forward, &endpoint, &shown("9")).unwrap(), HandleBinding::ExactHandle);
        // between the two requests, the provider went back
        assert!(check_service(&forward, &endpoint, &shown("7")).is_err());
        assert!(check_service(&forward, &format!("{endpoint}?x"), &shown("8")).is_err());
        assert!(check_service(&forward, &format!("{endpoint}/"), &shown("8")).is_err());
    }
}

//! The signers that the profile allows: did:web DIDs of a bare host.

use crate::codes;
use adp_cards::signature::SignatureError;
use agent_description::{
    did::{Did, DidMethod},
    json::{Json, Object},
};

/// Parses the DID of a signer: did:web with a host name in canonical spelling, without port and path (AI Catalog,
/// did:web Signer Profile).
pub(super) fn signer_did(text: &str) -> Result<Did, SignatureError> {
    let did: Did = text.parse().map_err(|error| invalid(text, &format!("{error}")))?;
    if did.method() != DidMethod::Web {
        return Err(invalid(text, &format!("it is a did:{} DID, expected did:web", did.method().as_str())));
    }
    if did.port().is_some() || did.path_segments().next().is_some() {
        return Err(invalid(text, "it has a port or a path, expected did:web: and a host name alone"));
    }
    // DIDs are compared as text
    if did.as_str() != text {
        return Err(invalid(text, &format!("it is not the canonical spelling, {did}")));
    }
    Ok(did)
}

pub(super) fn invalid(signer: &str, reason: &str) -> SignatureError {
    let signer: String = signer.chars().take(200).collect();
    SignatureError::new(codes::CATALOG_SIGNER, format!("invalid signer {signer:?}: {reason}"))
}

/// Rejects a signer that is not the operator of the catalog (AI Catalog, did:web Catalog Profile).
pub(super) fn check_operator(root: &Object, signer: &Did) -> Result<(), SignatureError> {
    let host = root.get("host").and_then(|host| host.get("identifier")).and_then(Json::as_str);
    let found = match host.map(|host| host.chars().take(200).collect::<String>()) {
        Some(_) if host == Some(signer.as_str()) => return Ok(()),
        Some(host) => format!("`host.identifier` is {host:?}"),
        None => "there is no `host.identifier`".to_owned(),
    };
    let message = format!("signed by {signer}, but {found}; expected the signer");
    Err(SignatureError::new(codes::CATALOG_SIGNER, message))
}

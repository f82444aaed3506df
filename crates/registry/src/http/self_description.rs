//! The registry's own documents: a DID document, a signed description with the registration API (ANP-08, Passive
//! Discovery), and a listing of the description (ANP-08, Active Discovery).

use agent_description::{
    Did, DidDocumentBuilder, Document, KeySigner, KeyType, Limits, Origin, SignOptions, SigningKey, Timestamp,
    did::{DidMethod, DidUrl},
    discovery::{CollectionPage, ListedDescription, WELL_KNOWN_PATH},
    sign,
    suite::Suite,
};
use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use serde_json::json;
use std::error::Error;

/// Path of the DID document of a DID without path (did:wba, section 2.3).
const DID_PATH: &str = "/.well-known/did.json";
/// Path of the description.
const DESCRIPTION_PATH: &str = "/ad.json";

/// The documents that clients use to find and trust a registry.
#[derive(Clone, Debug)]
pub struct SelfDescription {
    did: Did,
    did_document: Bytes,
    description: Bytes,
    listing: Bytes,
}

impl SelfDescription {
    /// Creates the documents of the registry at `origin`, signed with the key of its DID `did:wba:HOST`.
    ///
    /// # Errors
    /// The origin is not https or has no DID, or the key cannot sign descriptions.
    pub fn sign(origin: &Origin, key: SigningKey, now: Timestamp) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if origin.scheme() != "https" {
            return Err(format!("found {origin}, expected an https origin").into());
        }
        let suite = match key.verifying_key().key_type() {
            KeyType::P256 => Suite::AdpEcdsaP256,
            KeyType::Ed25519 => Suite::EddsaJcs2022,
            found => return Err(format!("found a {found} key, expected P-256 or Ed25519").into()),
        };
        let did = Did::new(DidMethod::Wba, &origin.authority(), "")?;
        let (name, url) = (format!("Agent registry {}", origin.host()), format!("{origin}{DESCRIPTION_PATH}"));
        let did_document =
            DidDocumentBuilder::new(did.clone(), key.verifying_key()).agent_description(url.as_str()).build()?;
        let description = description(origin, &did, &name, &url, now);
        let description = Document::parse(description.to_string().as_bytes(), &Limits::default())?;
        let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
        let description = sign(&description, &signer, SignOptions::new(now).suite(suite))?;
        let items = vec![ListedDescription { url, name: Some(name), ..ListedDescription::default() }];
        let listing =
            CollectionPage { url: Some(format!("{origin}{WELL_KNOWN_PATH}")), items, ..CollectionPage::default() };
        let listing = listing.to_document(&Limits::default())?;
        let bytes = |document: &Document| Bytes::copy_from_slice(document.source().as_bytes());
        Ok(Self { did, did_document: bytes(&did_document), description: bytes(&description), listing: bytes(&listing) })
    }

    /// The registry's DID.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.did
    }

    /// The routes of the documents.
    pub(super) fn routes<S: Clone + Send + Sync + 'static>(self) -> Router<S> {
        let files =
            [(DID_PATH, self.did_document), (DESCRIPTION_PATH, self.description), (WELL_KNOWN_PATH, self.listing)];
        files
            .into_iter()
            .fold(Router::new(), |routes, (path, bytes)| routes.route(path, get(move || async move { as_json(bytes) })))
    }
}

/// Whether a path belongs to one of the documents.
pub(super) fn is_path(path: &str) -> bool {
    [DID_PATH, DESCRIPTION_PATH, WELL_KNOWN_PATH].contains(&path)
}

fn as_json(bytes: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], bytes).into_response()
}

/// The description in ANP-07 form.
fn description(origin: &Origin, did: &Did, name: &str, url: &str, now: Timestamp) -> serde_json::Value {
    json!({
        "protocolType": "ANP",
        "protocolVersion": "1.0.0",
        "type": "AgentDescription",
        "url": url,
        "name": name,
        "did": did.as_str(),
        "description": "Lists agents and finds them by what they do. It verifies who signed a document before it lists the document.",
        "created": now.truncated_to_second().to_string(),
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "security": "didwba_sc",
        "interfaces": [{
            "type": "StructuredInterface",
            "protocol": "YAML",
            "url": format!("{origin}/openapi.json"),
            "description": "OpenAPI definition of the registry. The operation putAgent registers an agent: its body is the agent's signed \
                description, and a DID of the agent's host signs the request. getEvidence returns the result. Searches need no authentication.",
        }],
    })
}

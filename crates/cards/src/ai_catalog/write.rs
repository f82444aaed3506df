//! Catalogs that are written: as an AI Catalog, and as what ARD 0.91 asks for.

use super::{ArtifactDigest, media_type_of};
use crate::trust_manifest::{TrustSignError, Validity, sign_catalog, sign_entries};
use agent_description::{
    Document, ReadError,
    format::Format,
    json::{Json, Object},
    proof::Signer,
};

/// A catalog to be written, with its entries in the order of their coming.
#[derive(Clone, Debug, Default)]
pub struct CatalogBuilder {
    host: Option<Object>,
    entries: Vec<NewEntry>,
}

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct NewEntry {
    members: Object,
}

impl NewEntry {
    /// An entry of an identifier (see [`AirIdentifier`](super::AirIdentifier)), a format and the https URL of its document.
    #[must_use]
    pub fn at(identifier: &str, format: &dyn Format, url: &str) -> Self {
        Self::with_type(identifier, media_type_of(format), url)
    }

    /// An entry of an identifier, a media type and a URL.
    #[must_use]
    pub fn with_type(identifier: &str, media_type: &str, url: &str) -> Self {
        let mut members = Object::with_capacity(8);
        members.insert("identifier", identifier);
        // ARD requires a name: until there is a better one, the last part of the identifier (AI Catalog, Resolving an Artifact's Display Name)
        members.insert("displayName", identifier.rsplit([':', '/']).next().unwrap_or(identifier));
        members.insert("type", media_type);
        members.insert("url", url);
        Self { members }
    }

    /// With a name for people.
    #[must_use]
    pub fn display_name(self, name: &str) -> Self {
        self.with("displayName", name)
    }

    /// With a description.
    #[must_use]
    pub fn description(self, description: &str) -> Self {
        self.with("description", description)
    }

    /// With the release of the artifact.
    #[must_use]
    pub fn version(self, version: &str) -> Self {
        self.with("version", version)
    }

    /// With keywords.
    #[must_use]
    pub fn tags<T: Into<String>>(self, tags: impl IntoIterator<Item = T>) -> Self {
        self.with("tags", texts(tags))
    }

    /// With names of skills or tools, by which ARD filters.
    #[must_use]
    pub fn capabilities<T: Into<String>>(self, capabilities: impl IntoIterator<Item = T>) -> Self {
        self.with("capabilities", texts(capabilities))
    }

    /// With questions that the artifact answers: ARD's search index is built from them, and wants two to five.
    #[must_use]
    pub fn representative_queries<T: Into<String>>(self, queries: impl IntoIterator<Item = T>) -> Self {
        self.with("representativeQueries", texts(queries))
    }

    /// With the digest of the artifact's exact bytes, as they will be served.
    #[must_use]
    pub fn digest_of(self, bytes: &[u8]) -> Self {
        let digest = ArtifactDigest::from_bytes(bytes);
        self.with("digest", digest.as_str())
    }

    fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.members.insert(name, value);
        self
    }
}

fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<Json> {
    texts.into_iter().map(|text| Json::from(text.into())).collect()
}

impl CatalogBuilder {
    /// A catalog without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With who operates it, and under which DID; a signature over the catalog asks for the DID.
    #[must_use]
    pub fn host(mut self, display_name: &str, identifier: Option<&str>) -> Self {
        let mut host = Object::with_capacity(2);
        host.insert("displayName", display_name);
        if let Some(identifier) = identifier {
            host.insert("identifier", identifier);
        }
        self.host = Some(host);
        self
    }

    /// With one more entry.
    #[must_use]
    pub fn entry(mut self, entry: NewEntry) -> Self {
        self.entries.push(entry);
        self
    }

    /// What stands at `/.well-known/ai-catalog.json`: an AI Catalog 1.0 that ARD 0.9 reads, too.
    ///
    /// # Errors
    /// [`ReadError`] for a catalog that is larger than catalogs may be.
    pub fn to_ai_catalog(&self) -> Result<Document, ReadError> {
        let mut root = Object::with_capacity(3);
        root.insert("specVersion", "1.0");
        if let Some(host) = &self.host {
            root.insert("host", host.clone());
        }
        root.insert("entries", self.written());
        Document::from_object(root, super::limits())
    }

    /// The same with a manifest in each entry of the signer, and a signature over the whole. ARD 0.9's schema knows no such signature;
    /// [`sign_entries`] on [`to_ai_catalog`](Self::to_ai_catalog) leaves it out.
    ///
    /// # Errors
    /// As from [`sign_entries`] and [`sign_catalog`].
    pub fn to_ai_catalog_signed(&self, signer: &dyn Signer, validity: Validity) -> Result<Document, TrustSignError> {
        let plain = self.to_ai_catalog().map_err(TrustSignError::Document)?;
        let entries = sign_entries(&plain, signer, validity, true, super::limits())?;
        sign_catalog(&entries, signer, validity, true, super::limits())
    }

    /// What stands at `/.well-known/ard.json`: the entries, by ARD 0.91.
    ///
    /// # Errors
    /// [`ReadError`] for a catalog that is larger than catalogs may be.
    pub fn to_ard(&self) -> Result<Document, ReadError> {
        let mut root = Object::with_capacity(1);
        root.insert("entries", self.written());
        Document::from_object(root, super::limits())
    }

    /// The same with a manifest in each entry of the signer.
    ///
    /// # Errors
    /// As from [`sign_entries`].
    pub fn to_ard_signed(&self, signer: &dyn Signer, validity: Validity) -> Result<Document, TrustSignError> {
        let plain = self.to_ard().map_err(TrustSignError::Document)?;
        sign_entries(&plain, signer, validity, true, super::limits())
    }

    fn written(&self) -> Vec<Json> {
        self.entries.iter().map(|entry| Json::from(entry.members.clone())).collect()
    }
}

//! Writes catalogs, as AI Catalog and as ARD 0.91.

use super::{ArtifactDigest, media_type_of};
use crate::trust_manifest::{Validity, sign_catalog, sign_entries};
use adp_cards::signature::SignatureError;
use agent_description::{
    Document, ReadError,
    format::Format,
    json::{Json, Object, object},
    proof::Signer,
};

/// A builder for catalogs. Entries keep their order.
#[derive(Clone, Debug, Default)]
pub struct CatalogBuilder {
    host: Option<Object>,
    entries: Vec<NewEntry>,
}

/// A new entry.
#[derive(Clone, Debug)]
pub struct NewEntry {
    members: Object,
}

impl NewEntry {
    /// Creates an entry from an identifier (see [`AirIdentifier`](super::AirIdentifier)), a format and the https URL of
    /// its document.
    #[must_use]
    pub fn at(identifier: &str, format: &Format, url: &str) -> Self {
        Self::with_type(identifier, media_type_of(format), url)
    }

    /// Creates an entry from an identifier, a media type and a URL.
    #[must_use]
    pub fn with_type(identifier: &str, media_type: &str, url: &str) -> Self {
        let members = object! {
            "identifier": identifier,
            // ARD requires a name: the default is the last part of the identifier (AI Catalog, Resolving an Artifact's
            // Display Name)
            "displayName": identifier.rsplit([':', '/']).next().unwrap_or(identifier),
            "type": media_type,
            "url": url,
        };
        Self { members }
    }

    /// Sets the display name.
    #[must_use]
    pub fn display_name(self, name: &str) -> Self {
        self.with("displayName", name)
    }

    /// Sets the description.
    #[must_use]
    pub fn description(self, description: &str) -> Self {
        self.with("description", description)
    }

    /// Sets the version of the artifact.
    #[must_use]
    pub fn version(self, version: &str) -> Self {
        self.with("version", version)
    }

    /// Sets the keywords.
    #[must_use]
    pub fn tags<T: Into<String>>(self, tags: impl IntoIterator<Item = T>) -> Self {
        self.with("tags", texts(tags))
    }

    /// Sets the names of skills or tools, which ARD uses as a filter.
    #[must_use]
    pub fn capabilities<T: Into<String>>(self, capabilities: impl IntoIterator<Item = T>) -> Self {
        self.with("capabilities", texts(capabilities))
    }

    /// Sets example questions for ARD's search index, which expects two to five.
    #[must_use]
    pub fn representative_queries<T: Into<String>>(self, queries: impl IntoIterator<Item = T>) -> Self {
        self.with("representativeQueries", texts(queries))
    }

    /// Sets the digest of the artifact's exact bytes.
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

    /// Sets the operator and its DID. A signed catalog needs the DID.
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

    /// Adds an entry.
    #[must_use]
    pub fn entry(mut self, entry: NewEntry) -> Self {
        self.entries.push(entry);
        self
    }

    /// The catalog for `/.well-known/ai-catalog.json`: an AI Catalog 1.0 that ARD 0.9 accepts, too.
    ///
    /// # Errors
    ///
    /// [`ReadError`] for a catalog that exceeds the limits.
    pub fn to_ai_catalog(&self) -> Result<Document, ReadError> {
        let mut root = Object::with_capacity(3);
        root.insert("specVersion", "1.0");
        if let Some(host) = &self.host {
            root.insert("host", host.clone());
        }
        root.insert("entries", self.written());
        Document::from_object(root, super::limits())
    }

    /// Like [`to_ai_catalog`](Self::to_ai_catalog), with a manifest in each of the signer's entries, and a signature
    /// over the catalog.
    ///
    /// ARD 0.9's schema has no such signature; use [`sign_entries`] alone for it.
    ///
    /// # Errors
    ///
    /// As [`sign_entries`] and [`sign_catalog`].
    pub fn to_ai_catalog_signed(&self, signer: &dyn Signer, validity: Validity) -> Result<Document, SignatureError> {
        let plain = self.to_ai_catalog().map_err(|error| SignatureError::elsewhere(&error))?;
        let entries = sign_entries(&plain, signer, validity, true, super::limits())?;
        sign_catalog(&entries, signer, validity, true, super::limits())
    }

    /// The catalog for `/.well-known/ard.json`: the entries, as ARD 0.91 defines them.
    ///
    /// # Errors
    ///
    /// [`ReadError`] for a catalog that exceeds the limits.
    pub fn to_ard(&self) -> Result<Document, ReadError> {
        let mut root = Object::with_capacity(1);
        root.insert("entries", self.written());
        Document::from_object(root, super::limits())
    }

    /// Like [`to_ard`](Self::to_ard), with a manifest in each of the signer's entries.
    ///
    /// # Errors
    ///
    /// As [`sign_entries`].
    pub fn to_ard_signed(&self, signer: &dyn Signer, validity: Validity) -> Result<Document, SignatureError> {
        let plain = self.to_ard().map_err(|error| SignatureError::elsewhere(&error))?;
        sign_entries(&plain, signer, validity, true, super::limits())
    }

    fn written(&self) -> Vec<Json> {
        self.entries.iter().map(|entry| Json::from(entry.members.clone())).collect()
    }
}

//! The available context documents: embedded ones and those that the caller supplies. They are never fetched.

pub(crate) mod compiled_context;
#[cfg(feature = "json-ld")]
mod loader;
pub(crate) mod schema_org;

use super::{JsonLdError, context::active_context::State, error::unknown_context, node_builder::items_of};
use adp_json as json;
use adp_json::{Code, Document, Json, Offset, ReadLimits, Text, hex::hex};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock},
};

/// A set of context documents, identified by IRI and SHA-256. Cheap to clone.
///
/// Contexts determine a document's meaning, so they are never fetched. They are embedded in this crate or supplied by
/// the caller. Each is compiled on first use and then shared.
#[derive(Clone)]
pub struct Contexts(Arc<HashMap<Text, Arc<ContextDocument>>>);

/// Limits for context documents: they come from this crate or the caller, not from the document's author.
const DOCUMENT_BYTES: usize = 16 << 20;

impl Contexts {
    /// The embedded contexts, those of `adp-contexts`.
    #[must_use]
    pub fn embedded() -> Self {
        static EMBEDDED: OnceLock<Contexts> = OnceLock::new();
        EMBEDDED
            .get_or_init(|| {
                let mut documents = HashMap::new();
                for file in adp_contexts::CONTEXTS {
                    for iri in file.iris {
                        let document = ContextDocument::new(iri, Cow::Borrowed(file.bytes), file.sha256);
                        documents.insert(Text::from_static(iri), Arc::new(document));
                    }
                }
                Self(Arc::new(documents))
            })
            .clone()
    }

    /// Creates an empty set: documents may use only inline contexts.
    #[must_use]
    pub fn none() -> Self {
        Self(Arc::default())
    }

    /// Adds a context for documents with exactly `iri` in `@context`. It replaces a context with the same IRI.
    ///
    /// # Errors
    /// `invalid-remote-context` if the bytes are not strict JSON, `context-not-embedded` if their SHA-256 differs from
    /// the given one.
    pub fn pin(&self, iri: &str, bytes: &[u8], sha256: Option<&[u8; 32]>) -> Result<Self, JsonLdError> {
        let actual: [u8; 32] = Sha256::digest(bytes).into();
        if let Some(expected) = sha256.filter(|expected| **expected != actual) {
            let (found, expected) = (hex(&actual), hex(expected));
            let message = format!(
                "the bytes given for the context {iri} have SHA-256 {found}, expected {expected}; pin the document that was reviewed"
            );
            return Err(JsonLdError::new(Code::CONTEXT_NOT_EMBEDDED, Offset::NONE, message));
        }
        let document = ContextDocument::new(iri, Cow::Owned(bytes.to_vec()), actual);
        // embedded contexts are known to be valid
        if schema_org::term_table(&actual).is_none() {
            document.json(Offset::NONE)?;
        }
        let mut documents = HashMap::clone(&self.0);
        documents.insert(iri.into(), Arc::new(document));
        Ok(Self(Arc::new(documents)))
    }

    /// The context document with exactly this IRI.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&ContextDocument> {
        self.0.get(iri).map(Arc::as_ref)
    }

    /// The contexts that a document's `@context` names by IRI, in order, without inline ones.
    ///
    /// # Errors
    /// `context-not-embedded` for a context that is not in this set, or that replaces an embedded one: descriptions
    /// must use the embedded contexts.
    pub fn named_in(&self, document: &Document) -> Result<Vec<UsedContext>, JsonLdError> {
        let Some(context) = document.root().get("@context") else { return Ok(Vec::new()) };
        let named = items_of(context).iter().filter_map(|entry| Some((entry.as_text()?, entry.offset())));
        let used = named.map(|(iri, at)| {
            let unknown = || JsonLdError::new(Code::CONTEXT_NOT_EMBEDDED, at, unknown_context(iri));
            let found = self.get(iri).ok_or_else(unknown)?;
            match Self::embedded().get(iri) {
                Some(embedded) if embedded.sha256 != found.sha256 => {
                    let message = format!("the supplied context {iri} differs from the embedded one; remove it");
                    Err(JsonLdError::new(Code::CONTEXT_NOT_EMBEDDED, at, message))
                }
                _ => Ok(found.used()),
            }
        });
        used.collect::<Result<_, JsonLdError>>().map_err(|error| error.locate(document))
    }

    pub(super) fn document(&self, iri: &str) -> Option<&Arc<ContextDocument>> {
        self.0.get(iri)
    }

    /// All context documents, sorted by IRI.
    pub fn iter(&self) -> impl Iterator<Item = &ContextDocument> {
        let mut documents: Vec<_> = self.0.values().map(Arc::as_ref).collect();
        documents.sort_by(|a, b| a.iri.cmp(&b.iri));
        documents.into_iter()
    }
}

impl Default for Contexts {
    /// The embedded contexts.
    fn default() -> Self {
        Self::embedded()
    }
}

impl fmt::Debug for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(ContextDocument::iri)).finish()
    }
}

/// A context document: its IRI, its bytes and their SHA-256.
pub struct ContextDocument {
    iri: Text,
    bytes: Cow<'static, [u8]>,
    sha256: [u8; 32],
    json: OnceLock<Result<Json, JsonLdError>>,
    /// See [`ContextDocument::compiled`].
    pub(super) once: OnceLock<Option<Compiled>>,
}

/// A context document processed over the initial context.
#[derive(Debug)]
pub(super) struct Compiled {
    /// The result; its base is replaced by the document's.
    pub(super) state: State,
    /// All context documents used in it, itself first.
    pub(super) used: Vec<UsedContext>,
}

impl ContextDocument {
    fn new(iri: &str, bytes: Cow<'static, [u8]>, sha256: [u8; 32]) -> Self {
        Self { iri: iri.into(), bytes, sha256, json: OnceLock::new(), once: OnceLock::new() }
    }

    /// The IRI in documents.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The SHA-256 of the bytes.
    #[must_use]
    pub fn sha256(&self) -> &[u8; 32] {
        &self.sha256
    }

    pub(super) fn used(&self) -> UsedContext {
        UsedContext { iri: self.iri.to_string(), sha256: self.sha256 }
    }

    fn json(&self, at: Offset) -> Result<&Json, JsonLdError> {
        let read = self.json.get_or_init(|| {
            json::parse(&self.bytes, ReadLimits::new(DOCUMENT_BYTES)).map_err(|error| {
                let message = format!("the context document {} is not strict JSON: {error}", self.iri);
                JsonLdError::new(Code::INVALID_REMOTE_CONTEXT, Offset::NONE, message)
            })
        });
        read.as_ref().map_err(|error| error.clone().referred_from(at, ""))
    }

    /// The value of its `@context`.
    pub(super) fn context(&self, at: Offset) -> Result<&Json, JsonLdError> {
        self.json(at)?.get("@context").ok_or_else(|| {
            let message = format!("the context document {} has no `@context` member at its root", self.iri);
            JsonLdError::new(Code::INVALID_REMOTE_CONTEXT, at, message)
        })
    }
}

impl fmt::Debug for ContextDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContextDocument")
            .field("iri", &self.iri)
            .field("sha256", &hex(&self.sha256))
            .finish_non_exhaustive()
    }
}

/// A context document used in an expansion: evidence for the document's meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedContext {
    /// The IRI in the document.
    pub iri: String,
    /// The SHA-256 of its bytes.
    pub sha256: [u8; 32],
}

/// `{iri, sha256}`
#[cfg(feature = "serde")]
impl serde::Serialize for UsedContext {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("UsedContext", 2)?;
        object.serialize_field("iri", self.iri.as_str())?;
        object.serialize_field("sha256", &hex(&self.sha256))?;
        object.end()
    }
}

//! The context documents that may be named by IRI: embedded ones and those the caller pins. Never the network.

use super::{JsonLdError, active_context::State, embedded, error::unknown_context};
use adp_json as json;
use adp_json::{Code, Document, Json, Offset, ReadLimits, Text, hex::hex};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock},
};

/// A set of context documents, each known by IRI and SHA-256. Cloning is cheap.
///
/// Contexts decide what a document means, so they never come from the network: they are embedded in this crate or
/// pinned by the caller. Each is compiled at its first use and shared from then on.
#[derive(Clone)]
pub struct Contexts(Arc<HashMap<Text, Arc<ContextDocument>>>);

/// Limits for context documents: they come from this crate or from the caller, not from the document's author.
const DOCUMENT_BYTES: usize = 16 << 20;

impl Contexts {
    /// The contexts that are compiled into this crate; `contexts/index.toml` lists them.
    #[must_use]
    pub fn embedded() -> Self {
        static EMBEDDED: OnceLock<Contexts> = OnceLock::new();
        EMBEDDED
            .get_or_init(|| {
                let mut documents = HashMap::new();
                for file in embedded::FILES {
                    for iri in file.iris {
                        let document = ContextDocument::new(iri, Cow::Borrowed(file.bytes), file.sha256);
                        documents.insert(Text::from_static(iri), Arc::new(document));
                    }
                }
                Self(Arc::new(documents))
            })
            .clone()
    }

    /// No contexts at all: documents may only use inline ones.
    #[must_use]
    pub fn none() -> Self {
        Self(Arc::default())
    }

    /// These contexts and one more, for documents that name `iri` in `@context` exactly so. It replaces a context of
    /// the same IRI.
    ///
    /// # Errors
    /// `invalid-remote-context` if the bytes are not strict JSON, `context-not-embedded` if their SHA-256 is not the
    /// one given.
    pub fn pin(&self, iri: &str, bytes: &[u8], sha256: Option<&[u8; 32]>) -> Result<Self, JsonLdError> {
        let actual: [u8; 32] = Sha256::digest(bytes).into();
        if let Some(expected) = sha256.filter(|expected| **expected != actual) {
            return Err(JsonLdError::new(
                Code::CONTEXT_NOT_EMBEDDED,
                Offset::NONE,
                format!(
                    "the bytes given for the context {iri} have SHA-256 {}, expected {}; pin the document that was reviewed",
                    hex(&actual),
                    hex(expected)
                ),
            ));
        }
        let document = ContextDocument::new(iri, Cow::Owned(bytes.to_vec()), actual);
        // what is embedded has been read before
        if embedded::term_table(&actual).is_none() {
            document.json(Offset::NONE)?;
        }
        let mut documents = HashMap::clone(&self.0);
        documents.insert(iri.into(), Arc::new(document));
        Ok(Self(Arc::new(documents)))
    }

    /// The context document of an IRI, exactly as it is written in `@context`.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&ContextDocument> {
        self.0.get(iri).map(Arc::as_ref)
    }

    /// The contexts that a document's `@context` names by IRI, in their order; inline ones are not among them.
    ///
    /// # Errors
    /// `context-not-embedded` for one that is not among these, or that stands here in place of an embedded one: descriptions are
    /// read with the embedded contexts.
    pub fn named_in(&self, document: &Document) -> Result<Vec<UsedContext>, JsonLdError> {
        let Some(context) = document.root().get("@context") else { return Ok(Vec::new()) };
        let entries = context.as_array().unwrap_or(std::slice::from_ref(context));
        let named = entries.iter().filter_map(|entry| Some((entry.as_text()?, entry.offset())));
        let used = named.map(|(iri, at)| {
            let unknown = || JsonLdError::new(Code::CONTEXT_NOT_EMBEDDED, at, unknown_context(iri));
            let found = self.get(iri).ok_or_else(unknown)?;
            match Self::embedded().get(iri) {
                Some(embedded) if embedded.sha256 != found.sha256 => Err(JsonLdError::new(
                    Code::CONTEXT_NOT_EMBEDDED,
                    at,
                    format!("the context {iri} is pinned with other bytes than the embedded ones; remove that context"),
                )),
                _ => Ok(found.used()),
            }
        });
        used.collect::<Result<_, JsonLdError>>().map_err(|error| error.locate(document))
    }

    pub(super) fn document(&self, iri: &str) -> Option<&Arc<ContextDocument>> {
        self.0.get(iri)
    }

    /// Every context document, sorted by IRI.
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
    /// The result; its base is whatever the document's is.
    pub(super) state: State,
    /// Every context document that went into it, itself first.
    pub(super) used: Vec<UsedContext>,
}

impl ContextDocument {
    fn new(iri: &str, bytes: Cow<'static, [u8]>, sha256: [u8; 32]) -> Self {
        Self { iri: iri.into(), bytes, sha256, json: OnceLock::new(), once: OnceLock::new() }
    }

    /// The IRI documents name it by.
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
                JsonLdError::new(
                    Code::INVALID_REMOTE_CONTEXT,
                    Offset::NONE,
                    format!("the context document {} is not strict JSON: {error}", self.iri),
                )
            })
        });
        read.as_ref().map_err(|error| error.clone().referred_from(at, ""))
    }

    /// The value of its `@context`.
    pub(super) fn context(&self, at: Offset) -> Result<&Json, JsonLdError> {
        self.json(at)?.get("@context").ok_or_else(|| {
            JsonLdError::new(
                Code::INVALID_REMOTE_CONTEXT,
                at,
                format!("the context document {} has no `@context` member at its root", self.iri),
            )
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

/// A context document that took part in an expansion: evidence of what decided the meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedContext {
    /// The IRI it was named by.
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

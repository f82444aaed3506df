//! Discovery pages (ANP-08): the list of a host's agent descriptions, as a sequence of JSON-LD `CollectionPage`
//! documents.

use super::{Finding, ReadPage};
use crate::{
    Code, CodedError, Limits,
    description::vocabulary as term,
    diagnostic::Severity,
    json::{Document, Json, Object, Place, ReadError},
    jsonld::{Contexts, JsonLdError},
};

/// A page of a host's agent descriptions (ANP-08 section 3.2).
///
/// Pages are not signed: they only list URLs. Each description must be verified by itself.
///
/// ```
/// use agent_description::{
///     Document, Limits, discovery::CollectionPage, jsonld::Contexts,
/// };
///
/// let text = br#"{
///   "@context": {
///     "@vocab": "https://schema.org/",
///     "ad": "https://agent-network-protocol.com/ad#"
///   },
///   "@type": "CollectionPage",
///   "url": "https://hotel.example/.well-known/agent-descriptions",
///   "items": [{
///     "@type": "ad:AgentDescription",
///     "name": "Rooms",
///     "@id": "https://hotel.example/rooms/ad.json"
///   }],
///   "next": "https://hotel.example/.well-known/agent-descriptions?page=2"
/// }"#;
/// let document = Document::parse(text, &Limits::default())?;
/// let page = CollectionPage::read(
///     &document,
///     "https://hotel.example/.well-known/agent-descriptions",
///     &Contexts::embedded(),
/// )?;
/// assert_eq!(page.items[0].url, "https://hotel.example/rooms/ad.json");
/// assert_eq!(
///     page.next.as_deref(),
///     Some("https://hotel.example/.well-known/agent-descriptions?page=2")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionPage {
    /// The page's own URL, as written in the page.
    pub url: Option<String>,
    /// The listed descriptions in order.
    pub items: Vec<ListedDescription>,
    /// The URL of the next page; `None` on the last one.
    pub next: Option<String>,
}

/// A listed agent description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDescription {
    /// The URL of the description.
    pub url: String,
    /// The agent's name in the page.
    pub name: Option<String>,
    /// The agent's Handle in the page (ANP-04 section 7.3).
    pub handle: Option<String>,
}

/// Why a document is not a discovery page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// It is not strict JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not valid JSON-LD with the embedded contexts.
    #[error(transparent)]
    JsonLd(#[from] JsonLdError),
    /// It is not a `CollectionPage`, or has an invalid member.
    #[error("{}found {found}, expected {expected}", .place.position.map(|at| format!("{at}: ")).unwrap_or_default())]
    Shape {
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
        /// The position in the document.
        place: Box<Place>,
    },
}

impl CodedError for PageError {
    fn code(&self) -> Code {
        match self {
            Self::Read(error) => error.code(),
            Self::JsonLd(error) => error.code(),
            Self::Shape { .. } => Code::DOCUMENT_SHAPE,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::JsonLd(error) => Some(error),
            Self::Shape { .. } => None,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Shape { place, .. } => Place::clone(place),
            _ => CodedError::cause(self).map_or_else(Place::default, CodedError::place),
        }
    }
}

impl CollectionPage {
    /// Reads a page fetched from `url` by its JSON-LD meaning, so aliases and prefixes are accepted. Items of other
    /// types than `AgentDescription` are skipped; relative references are resolved against `url`.
    ///
    /// [`ReadPage`](super::ReadPage) reports problems of single entries and keeps the other entries.
    ///
    /// # Errors
    /// [`PageError`]: the W3C JSON-LD codes, `context-not-embedded`, or `document-shape`. The last one means that the
    /// root is not a `CollectionPage`, an item has no `@id`, or `next` is not one string or reference.
    pub fn read(document: &Document, url: &str, contexts: &Contexts) -> Result<Self, PageError> {
        let read = ReadPage::read(document, url, contexts, &Limits::default())?;
        if let Some(finding) = read.findings.into_iter().find(|finding| finding.severity == Severity::Error) {
            let Finding { message: found, position, pointer, .. } = finding;
            let place = Box::new(Place { position, pointer, ..Place::default() });
            return Err(PageError::Shape { found, expected: "a page without such an entry", place });
        }
        let items = read.items.into_iter().map(|item| ListedDescription {
            url: item.url,
            name: item.name,
            handle: item.handle.map(|handle| handle.to_string()),
        });
        Ok(Self { url: read.url, items: items.collect(), next: read.next.map(|link| link.url) })
    }

    /// The page as a document, in the form of ANP-08's example; validated by [`CollectionPage::read`].
    ///
    /// # Errors
    /// `json-size` if there are too many items for one page.
    pub fn to_document(&self, limits: &Limits) -> Result<Document, PageError> {
        let mut root = Object::new();
        root.insert("@context", context());
        root.insert("@type", "CollectionPage");
        if let Some(url) = &self.url {
            root.insert("url", url.as_str());
        }
        let items = self.items.iter().map(|item| {
            let mut object = Object::new();
            object.insert("@type", "ad:AgentDescription");
            if let Some(name) = &item.name {
                object.insert("name", name.as_str());
            }
            object.insert("@id", item.url.as_str());
            if let Some(handle) = &item.handle {
                object.insert("handle", handle.as_str());
            }
            Json::from(object)
        });
        root.insert("items", items.collect::<Vec<_>>());
        if let Some(next) = &self.next {
            root.insert("next", next.as_str());
        }
        Ok(Document::from_object(root, limits)?)
    }
}

/// The inline context of ANP-08's example.
pub(super) fn context() -> Object {
    [("@vocab", term::SCHEMA_ORG), ("did", term::DID_PREFIX), ("ad", term::AD)].into_iter().collect()
}

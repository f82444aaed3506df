//! Discovery pages (ANP-08): the list of a host's agent descriptions, as a sequence of JSON-LD `CollectionPage`
//! documents.

use super::{DiscoveryFinding, Error};
use crate::{
    Code, Limits, SimpleError,
    description::vocabulary as term,
    diagnostic::Severity,
    handle::Handle,
    json::{Document, Json, Object, Place},
    jsonld::Contexts,
};

/// A page of a host's agent descriptions (ANP-08 section 3.2).
///
/// Pages are not signed: they only list URLs. Each description must be verified by itself.
///
/// ```
/// use agent_description::{Contexts, Limits, discovery::CollectionPage};
///
/// let text = br#"{
///   "@context": {
///     "@vocab": "https://schema.org/",
///     "ad": "https://agent-network-protocol.com/ad#"
///   },
///   "@type": "CollectionPage",
///   "items": [
///     {
///       "@type": "ad:AgentDescription",
///       "@id": "https://hotel.example/ad.json"
///     },
///     {"name": "no identifier"}
///   ],
///   "next": "?page=2"
/// }"#;
/// let url = "https://hotel.example/.well-known/agent-descriptions";
/// let (contexts, limits) = (Contexts::embedded(), Limits::default());
/// let page = CollectionPage::parse(text, url, &contexts, &limits)?;
/// assert_eq!(page.items[0].url, "https://hotel.example/ad.json");
/// assert_eq!(page.findings[0].pointer.as_deref(), Some("/items/1"));
/// assert_eq!(page.next, Some(format!("{url}?page=2")));
/// # Ok::<(), agent_description::discovery::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionPage {
    /// The page's own URL, as written in the page.
    pub url: Option<String>,
    /// The listed descriptions in order, without entries of other types.
    pub items: Vec<ListedDescription>,
    /// The absolute URL of the next page, with an unchanged query string; `None` on the last one.
    pub next: Option<String>,
    /// The JSON Pointer of `next` in a page that was read.
    pub next_pointer: Option<String>,
    /// The problems of a page that was read, and the omitted entries.
    pub findings: Vec<DiscoveryFinding>,
}

/// A listed agent description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedDescription {
    /// The description's URL: its `@id`, or its `url` without `@id`.
    pub url: String,
    /// The agent's name in the page.
    pub name: Option<String>,
    /// The agent's Handle in the page (ANP-04 section 7.3). Resolve it before you rely on it.
    pub handle: Option<Handle>,
    /// The types in a page that was read, as IRIs.
    pub types: Vec<String>,
    /// The JSON Pointer of the URL in a page that was read.
    pub pointer: String,
}

pub(super) fn not_a_page(found: &str, expected: &str, place: Place) -> Error {
    let position = place.position.map(|at| format!("{at}: ")).unwrap_or_default();
    let message = format!("{position}found {found}, expected {expected}");
    Error::Page(SimpleError::new(Code::DOCUMENT_SHAPE, message).at(place))
}

impl CollectionPage {
    /// Reads a parsed page strictly: an invalid entry refuses the page. [`CollectionPage::parse`] omits such an entry.
    ///
    /// # Errors
    /// the W3C JSON-LD codes, `context-not-embedded`, or `document-shape`. The last one means that the
    /// root is not a `CollectionPage`, it has no `items`, an item has no `@id`, or `next` is not one string or reference.
    pub fn read_strict(document: &Document, url: &str, contexts: &Contexts) -> Result<Self, Error> {
        let page = Self::from_document(document, url, contexts, &Limits::default())?;
        match page.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(DiscoveryFinding { message, position, pointer, .. }) => {
                let place = Place { position: *position, pointer: pointer.clone(), ..Place::default() };
                Err(not_a_page(message, "a page without errors", place))
            }
            None => Ok(page),
        }
    }

    /// The page as a document, in the form of ANP-08's example; validated by [`CollectionPage::read_strict`].
    ///
    /// # Errors
    /// `json-size` if there are too many items for one page.
    pub fn to_document(&self, limits: &Limits) -> Result<Document, Error> {
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

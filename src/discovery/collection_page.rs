//! Discovery pages (ANP-08): the list of a host's agent descriptions, one JSON-LD `CollectionPage` after another.

use crate::{
    Code, Fault, Limits,
    description::vocabulary as term,
    json::{Document, Json, Object, Offset, Position, ReadError, pointer},
    jsonld::{self, Contexts, ExpandOptions, JsonLdError},
};

/// The path of a host's first discovery page (ANP-08 section 3).
pub const WELL_KNOWN_PATH: &str = "/.well-known/agent-descriptions";

/// A page of a host's agent descriptions (ANP-08 section 3.2).
///
/// What a page says nobody has signed: it is a list of places to look at, and each description there speaks, and is
/// verified, for itself.
///
/// ```
/// use agent_description::{Document, Limits, discovery::CollectionPage, jsonld::Contexts};
///
/// let text = br#"{
///   "@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"},
///   "@type": "CollectionPage",
///   "url": "https://hotel.example/.well-known/agent-descriptions",
///   "items": [{"@type": "ad:AgentDescription", "name": "Rooms", "@id": "https://hotel.example/rooms/ad.json"}],
///   "next": "https://hotel.example/.well-known/agent-descriptions?page=2"
/// }"#;
/// let document = Document::parse(text, &Limits::default())?;
/// let page = CollectionPage::read(&document, "https://hotel.example/.well-known/agent-descriptions", &Contexts::embedded())?;
/// assert_eq!(page.items[0].url, "https://hotel.example/rooms/ad.json");
/// assert_eq!(page.next.as_deref(), Some("https://hotel.example/.well-known/agent-descriptions?page=2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionPage {
    /// The page's own URL, as it says.
    pub url: Option<String>,
    /// The descriptions it lists, in its order.
    pub items: Vec<ListedDescription>,
    /// The URL of the next page; `None` on the last one.
    pub next: Option<String>,
}

/// An agent description that a page lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDescription {
    /// Where the description is.
    pub url: String,
    /// The agent's name, as the page has it.
    pub name: Option<String>,
}

/// Why a document is no discovery page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// It is not strict JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not JSON-LD under the embedded contexts.
    #[error(transparent)]
    JsonLd(#[from] JsonLdError),
    /// It is something else than a `CollectionPage`, or a member of it is.
    #[error("{}found {found}, expected {expected}", .position.map(|at| format!("{at}: ")).unwrap_or_default())]
    Shape {
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
        /// Line and column.
        position: Option<Position>,
        /// The JSON Pointer.
        pointer: Option<String>,
    },
}

impl Fault for PageError {
    fn code(&self) -> Code {
        match self {
            Self::Read(error) => error.code(),
            Self::JsonLd(error) => error.code(),
            Self::Shape { .. } => Code::DocumentShape,
        }
    }

    fn position(&self) -> Option<Position> {
        match self {
            Self::Read(error) => error.position(),
            Self::JsonLd(error) => error.position(),
            Self::Shape { position, .. } => *position,
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Read(_) => None,
            Self::JsonLd(error) => error.pointer(),
            Self::Shape { pointer, .. } => pointer.clone(),
        }
    }
}

impl CollectionPage {
    /// Reads a page that was fetched from `url`: by its meaning, so aliases and prefixes are as good as the names. Items
    /// of other types than `AgentDescription` are left out; relative references are resolved against `url`.
    ///
    /// # Errors
    /// [`PageError`]: the W3C JSON-LD codes, `context-not-embedded`, or `document-shape` where the root is no
    /// `CollectionPage`, an item has no `@id`, or `next` is not one string or reference.
    pub fn read(document: &Document, url: &str, contexts: &Contexts) -> Result<Self, PageError> {
        let mut options = ExpandOptions::with_base(url);
        if !document.root().contains("@context") {
            options.expand_context = Some(context().into());
        }
        let expanded = jsonld::expand(document.json(), contexts, &options).map_err(|error| error.locate(document))?;
        let page = Reader { document };
        let [root] = expanded.items() else {
            return Err(page.shape(document.json(), "a document without one root node", "one CollectionPage"));
        };
        if !types(root).any(|iri| term::COLLECTION_PAGE.accepts(iri)) {
            let found = types(root).next().map_or("no type".to_owned(), |iri| format!("the type {iri:?}"));
            return Err(page.shape(root, found, "a root of the type CollectionPage of schema.org"));
        }
        let mut items = Vec::new();
        for item in values(root, term::ITEMS) {
            let mut types = types(item).peekable();
            if types.peek().is_some() && !types.any(|iri| term::AGENT_DESCRIPTION.accepts(iri)) {
                continue;
            }
            let Some(url) = item.get("@id").and_then(Json::as_str) else {
                return Err(page.shape(item, "an item without `@id`", "the URL of an agent description as `@id`"));
            };
            let name = values(item, term::NAME).find_map(|name| name.get("@value")?.as_str());
            items.push(ListedDescription { url: url.to_owned(), name: name.map(str::to_owned) });
        }
        let url_of_page = page.reference(root, term::URL, url)?;
        let next = page.reference(root, term::NEXT, url)?;
        Ok(Self { url: url_of_page, items, next })
    }

    /// The page as a document, in the form of ANP-08's example; read back by the rules of [`CollectionPage::read`].
    ///
    /// # Errors
    /// `json-size` where there are too many items for one page.
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
fn context() -> Object {
    [("@vocab", term::SCHEMA_ORG), ("did", term::DID_PREFIX), ("ad", term::AD)].into_iter().collect()
}

fn types(node: &Json) -> impl Iterator<Item = &str> {
    node.get("@type").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str)
}

/// The values of a term, under whichever of its IRIs; those of a list too.
fn values(node: &Json, of: term::Term) -> impl Iterator<Item = &Json> {
    let members = node.as_object().into_iter().flat_map(Object::iter);
    members
        .filter(move |member| of.accepts(member.name()))
        .flat_map(|member| member.value().as_array().unwrap_or_default())
        .flat_map(|value| match value.get("@list").and_then(Json::as_array) {
            Some(list) => list,
            None => std::slice::from_ref(value),
        })
}

struct Reader<'a> {
    document: &'a Document,
}

impl Reader<'_> {
    /// At most one URL, written as a string or as a reference.
    fn reference(&self, node: &Json, of: term::Term, base: &str) -> Result<Option<String>, PageError> {
        const EXPECTED: &str = "one URL, as a string";
        let mut found = values(node, of);
        let Some(value) = found.next() else { return Ok(None) };
        if let Some(second) = found.next() {
            return Err(self.shape(second, format!("a second `{}`", of.name()), EXPECTED));
        }
        let text = value.get("@value").or_else(|| value.get("@id")).and_then(Json::as_str);
        let Some(text) = text else {
            return Err(self.shape(value, format!("a `{}` that is no string", of.name()), EXPECTED));
        };
        // a plain string is no reference for JSON-LD, but a relative URL in it is meant as one
        let absolute = url::Url::parse(base).and_then(|base| base.join(text));
        absolute.map(|url| Some(url.into())).map_err(|_| self.shape(value, format!("{text:?}"), EXPECTED))
    }

    fn shape(&self, at: &Json, found: impl Into<String>, expected: &'static str) -> PageError {
        let offset: Offset = at.offset();
        PageError::Shape {
            found: found.into(),
            expected,
            position: self.document.position(offset),
            pointer: pointer::pointer_to(self.document.json(), offset),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{CollectionPage, ListedDescription, PageError};
    use crate::{Code, Document, Fault, Limits, jsonld::Contexts};

    const URL: &str = "https://hotel.example/.well-known/agent-descriptions";

    fn read(text: &str) -> Result<CollectionPage, PageError> {
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        CollectionPage::read(&document, URL, &Contexts::embedded())
    }

    fn listed(url: &str, name: Option<&str>) -> ListedDescription {
        ListedDescription { url: url.to_owned(), name: name.map(str::to_owned) }
    }

    #[test]
    fn reads_meaning_not_names() {
        let expected = vec![listed("https://hotel.example/ad.json", Some("Rooms"))];
        for text in [
            r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
                "@type": "CollectionPage", "items": [{"@type": "ad:AgentDescription", "name": "Rooms", "@id": "/ad.json"}]}"#,
            r#"{"@context": {"s": "http://schema.org/", "id": "@id"}, "@type": "s:CollectionPage",
                "s:items": {"@type": "https://agent-network-protocol.com/ad#AgentDescription", "s:name": "Rooms",
                "id": "https://hotel.example/ad.json"}}"#,
            // plain JSON gets the example's context
            r#"{"@type": "CollectionPage", "items": [{"name": "Rooms", "@id": "../ad.json"}]}"#,
            // other things on the page are none of ours
            r#"{"@type": "CollectionPage", "items": [{"@type": "Product", "@id": "/p.json"},
                {"@type": ["Thing", "ad:AgentDescription"], "name": "Rooms", "@id": "/ad.json"}]}"#,
        ] {
            let page = read(text).unwrap();
            assert_eq!((page.items, page.next), (expected.clone(), None), "{text}");
        }
    }

    #[test]
    fn next_is_one_url() {
        for (next, expected) in [
            (r#""https://hotel.example/page-2.json""#, "https://hotel.example/page-2.json"),
            (r#""?page=2""#, "https://hotel.example/.well-known/agent-descriptions?page=2"),
            (r#"{"@id": "/p2"}"#, "https://hotel.example/p2"),
        ] {
            let page = read(&format!(r#"{{"@type": "CollectionPage", "items": [], "next": {next}}}"#)).unwrap();
            assert_eq!(page.next.as_deref(), Some(expected));
        }
        for next in [r#"["/a", "/b"]"#, "5", r#""https://""#] {
            let error = read(&format!(r#"{{"@type": "CollectionPage", "next": {next}}}"#)).unwrap_err();
            assert_eq!(error.code(), Code::DocumentShape, "{next}");
        }
    }

    #[test]
    fn other_documents_are_no_pages() {
        for (text, line) in [
            (r#"{"@type": "Collection", "items": []}"#, 1),
            ("{}", 1),
            (
                "{\"@type\": \"CollectionPage\",\n \"items\": [{\"@type\": \"ad:AgentDescription\", \"name\": \"x\"}]}",
                2,
            ),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.code(), Code::DocumentShape, "{text}");
            assert_eq!(error.position().map(|at| at.line), Some(line), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let page = CollectionPage {
            url: Some(URL.to_owned()),
            items: vec![
                listed("https://hotel.example/a/ad.json", Some("東京")),
                listed("https://hotel.example/b", None),
            ],
            next: Some("https://hotel.example/agent-descriptions/page-2.json".to_owned()),
        };
        let document = page.to_document(&Limits::default()).unwrap();
        assert_eq!(CollectionPage::read(&document, URL, &Contexts::embedded()).unwrap(), page);
    }
}

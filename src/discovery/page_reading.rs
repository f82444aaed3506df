//! Reading a discovery page by its JSON-LD meaning: its items, and the problems of single entries.

use super::{CollectionPage, DiscoveryFinding, Error, ListedDescription, collection_page};
use crate::{
    Code, Limits,
    description::vocabulary::{self as term, Term},
    diagnostic::{Place, Severity},
    format::listing::{handle_of, offset_of, reference, shown_types, text_of, types, values},
    iri,
    json::{Document, Json, Object, Offset, Text, pointer},
    jsonld::{self, Contexts, ExpandOptions},
};

/// Maximum number of findings of one page.
const MAX_FINDINGS: usize = 100;

impl CollectionPage {
    /// Reads the page fetched from `url` leniently: an invalid entry is omitted, with a finding in
    /// [`findings`](CollectionPage::findings). [`CollectionPage::read_strict`] refuses such a page.
    ///
    /// The page is strict JSON, processed as JSON-LD with `contexts`, and compared by IRI. A page without `@context` is
    /// read with the context of ANP-07. URLs are made absolute, with unchanged query strings.
    ///
    /// # Errors
    /// `json-*`, the codes of JSON-LD, `document-shape` if it is not a page of a listing.
    pub fn parse(bytes: &[u8], url: &str, contexts: &Contexts, limits: &Limits) -> Result<Self, Error> {
        Self::from_document(&Document::parse(bytes, limits)?, url, contexts, limits)
    }

    /// Same for a parsed document.
    ///
    /// # Errors
    /// The codes of JSON-LD, `document-shape`.
    pub(super) fn from_document(
        document: &Document,
        url: &str,
        contexts: &Contexts,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let mut options = ExpandOptions::with_base(url);
        options.limits = limits.clone();
        if !document.root().contains("@context") {
            // the prefix for pages that use `ad:` without defining it
            let contexts = vec![collection_page::context().into(), Json::from(term::ANP_07_CONTEXT)];
            options.expand_context = Some(Json::from(contexts));
        }
        let expanded = jsonld::expand(document.json(), contexts, &options).map_err(|error| error.locate(document))?;
        let not_a_page = |found: String| {
            let place = Place::from_offset(document, document.json().offset());
            let expected = "a page of a listing, of the type <https://schema.org/CollectionPage>";
            collection_page::not_a_page(&found, expected, place)
        };
        let root = match expanded.items() {
            [root] => root.as_object().ok_or_else(|| not_a_page("a value".to_owned()))?,
            [] => return Err(not_a_page("nothing that its context defines".to_owned())),
            several => return Err(not_a_page(format!("{} roots", several.len()))),
        };
        if !types(root).any(|iri| term::COLLECTION_PAGE.accepts(iri)) {
            return Err(not_a_page(match types(root).next() {
                None => "a document without `@type`".to_owned(),
                Some(_) => format!("the type {}", shown_types(root)),
            }));
        }
        let mut reading = PageReader { document, url, findings: Vec::new() };
        let own_url = reading.reference(root, term::URL).map(|(url, _)| url);
        let (next, next_at) = reading.reference(root, term::NEXT).unzip();
        if !root.iter().any(|member| term::ITEMS.accepts(member.name())) {
            let message = "the page has no `items`; add \"items\": [] to a page that lists nothing";
            reading.found(Code::AD_MISSING_TERM, Severity::Error, document.json().offset(), message.to_owned());
        }
        let items = values(root, term::ITEMS).filter_map(|item| reading.item(item)).collect();
        let next_pointer = next_at.map(|offset| reading.pointer(offset));
        Ok(Self { url: own_url, items, next, next_pointer, findings: reading.findings })
    }
}

struct PageReader<'a> {
    document: &'a Document,
    url: &'a str,
    findings: Vec<DiscoveryFinding>,
}

impl PageReader<'_> {
    fn item(&mut self, item: &Json) -> Option<ListedDescription> {
        let offset = offset_of(item);
        let (url, named_at) = match item.as_object().filter(|object| !object.contains("@value")) {
            // a plain URL instead of an object
            None => (absolute(self.url, item.get("@value").unwrap_or(item).as_str().unwrap_or_default())?, offset),
            Some(object) => {
                let id = object.get("@id").and_then(Json::as_text).filter(|id| !id.starts_with("_:"));
                let named = id.map(|id| (id.to_string(), object.get("@id").map_or(offset, Json::offset)));
                let Some(named) = named.or_else(|| self.reference(object, term::URL)) else {
                    let message = "an item has no agent description; add \"@id\" with its URL";
                    self.found(Code::AD_MISSING_TERM, Severity::Error, offset, message.to_owned());
                    return None;
                };
                named
            }
        };
        let object = item.as_object();
        let types: Vec<String> = object.into_iter().flat_map(types).map(str::to_owned).collect();
        if types.is_empty() {
            let message = format!("the item {url} has no type; add \"@type\": \"ad:AgentDescription\"");
            self.found(Code::AD_MISSING_TERM, Severity::Warning, offset, message);
        } else if !types.iter().any(|iri| term::AGENT_DESCRIPTION.accepts(iri)) {
            let found = object.map(shown_types).unwrap_or_default();
            let message = format!("the item {url} is {found}, expected <{}>", term::AGENT_DESCRIPTION.iri());
            self.found(Code::AD_WRONG_TYPE, Severity::Warning, offset, message);
            return None;
        }
        let name = object.and_then(|object| values(object, term::NAME).find_map(text_of).map(Text::to_string));
        let handle = object.and_then(handle_of).and_then(|value| {
            let text = text_of(value).map(Text::as_str).unwrap_or_default();
            let handle = text.parse().ok();
            if handle.is_none() {
                let message =
                    format!("the Handle of the item {url} is {text:?}, expected one such as alice.example.com");
                self.found(Code::INVALID_NAME, Severity::Warning, offset_of(value), message);
            }
            handle
        });
        Some(ListedDescription { url, name, handle, types, pointer: self.pointer(named_at) })
    }

    /// The only URL of a term, made absolute, and its position.
    fn reference(&mut self, object: &Object, term: Term) -> Option<(String, Offset)> {
        let mut found = values(object, term);
        let (value, second) = (found.next()?, found.next());
        if let Some(second) = second {
            let message = format!("`{term}` has several values, expected one");
            self.found(Code::AD_STRUCTURE, Severity::Error, offset_of(second), message);
            return None;
        }
        let url = reference(value).and_then(|text| absolute(self.url, text));
        if url.is_none() {
            let message = format!("`{term}` is {}, expected a URL", value.get("@value").unwrap_or(value).kind());
            self.found(Code::AD_WRONG_TYPE, Severity::Error, offset_of(value), message);
        }
        Some((url?, offset_of(value)))
    }

    fn found(&mut self, code: Code, severity: Severity, offset: Offset, message: String) {
        if self.findings.len() < MAX_FINDINGS {
            let place = Place::from_offset(self.document, offset);
            let finding = DiscoveryFinding::new(code, severity, self.url, message);
            self.findings.push(DiscoveryFinding { pointer: place.pointer, position: place.position, ..finding });
        }
    }

    fn pointer(&self, offset: Offset) -> String {
        pointer::pointer_to(self.document.json(), offset).unwrap_or_default()
    }
}

/// A reference as an absolute URL; one with a scheme is unchanged.
fn absolute(base: &str, reference: &str) -> Option<String> {
    if reference.is_empty() {
        return None;
    }
    let url = if iri::is_absolute(reference) { reference.to_owned() } else { iri::resolve(base, reference)? };
    url::Url::parse(&url).is_ok().then_some(url)
}

//! The links of a document, by its JSON-LD meaning.

use super::graph::NodeKind;
use crate::{
    description::{
        DescriptionProfile,
        vocabulary::{self as term, Term},
    },
    format::listing::{offset_of, reference, text_of, types, values},
    iri,
    json::{Document, Json, Object, pointer},
};

/// A link to another document.
#[derive(Clone, Debug)]
pub(super) struct DescriptionLink {
    pub(super) url: String,
    /// The expected kind of the document.
    pub(super) kind: NodeKind,
    pub(super) term: &'static str,
    pub(super) pointer: String,
    pub(super) protocol: Option<String>,
    pub(super) title: Option<String>,
    /// A picture, video or audio file.
    pub(super) media: bool,
    /// The inline definition.
    pub(super) inline: Option<Json>,
}

/// The links of an agent description: products, services, resources and interface definitions.
pub(super) fn links_of_description(document: &Document, root: &Object, url: &str) -> Vec<DescriptionLink> {
    let links =
        Links { document, url, by_url: DescriptionProfile::for_document(document) == DescriptionProfile::Anp07 };
    let mut found = Vec::new();
    links.resources(root, &mut found);
    for entity in values(root, term::DOMAIN_ENTITY).filter_map(Json::as_object) {
        links.resources(entity, &mut found);
    }
    for interface in values(root, term::INTERFACES) {
        found.extend(links.interface(interface));
    }
    found
}

struct Links<'a> {
    document: &'a Document,
    url: &'a str,
    /// Resources are named by `url`; in JSON-LD by `@id`, because a product's `url` is its web page.
    by_url: bool,
}

impl Links<'_> {
    fn resources(&self, object: &Object, found: &mut Vec<DescriptionLink>) {
        let terms = [
            (term::PRODUCTS, NodeKind::Product),
            (term::SERVICES, NodeKind::Service),
            (term::INFOMATIONS, NodeKind::Information),
        ];
        for (term, kind) in terms {
            found.extend(values(object, term).filter_map(|value| self.resource(value, term, kind)));
        }
    }

    fn resource(&self, value: &Json, term: Term, expected: NodeKind) -> Option<DescriptionLink> {
        let object = value.as_object()?;
        let id = || Some((object.get("@id")?.as_str()?, object.get("@id")?.offset()));
        let url = || self.text(object, term::URL);
        let by_url = self.by_url || expected == NodeKind::Information;
        let (reference, offset) = if by_url { url().or_else(id)? } else { id()? };
        // skip fragments of this document and blank nodes
        if reference.starts_with("_:") || without_fragment(reference) == without_fragment(self.url) {
            return None;
        }
        let is_a = |class: Term| types(object).any(|iri| class.accepts(iri));
        let kind = match expected {
            NodeKind::Information if is_a(term::PRODUCT) => NodeKind::Product,
            NodeKind::Information if is_a(term::SERVICE) => NodeKind::Service,
            other => other,
        };
        let media = types(object).any(|iri| {
            let names = ["ImageObject", "VideoObject", "AudioObject", "MediaObject"];
            term::Namespace::split(iri).is_some_and(|(_, name)| names.contains(&name))
        });
        Some(DescriptionLink { media, ..self.link(reference, kind, term, offset, object) })
    }

    fn interface(&self, value: &Json) -> Option<DescriptionLink> {
        let object = value.as_object()?;
        let protocol = values(object, term::PROTOCOL).find_map(text_of).map(|text| text.to_string());
        if let Some((reference, offset)) = self.text(object, term::URL) {
            let link = self.link(reference, NodeKind::Interface, term::INTERFACES, offset, object);
            return Some(DescriptionLink { protocol, ..link });
        }
        let content = values(object, term::CONTENT).next()?;
        let definition = content.get("@value").unwrap_or(content).clone();
        let link = self.link("", NodeKind::Interface, term::CONTENT, offset_of(content), object);
        let inline = format!("{}#{}", without_fragment(self.url), link.pointer);
        Some(DescriptionLink { url: inline, protocol, inline: Some(definition), ..link })
    }

    fn text<'a>(&self, object: &'a Object, term: Term) -> Option<(&'a str, crate::json::Offset)> {
        let value = values(object, term).next()?;
        Some((reference(value)?, offset_of(value)))
    }

    fn link(
        &self,
        reference: &str,
        kind: NodeKind,
        term: Term,
        offset: crate::json::Offset,
        object: &Object,
    ) -> DescriptionLink {
        let resolved = if iri::is_absolute(reference) { None } else { iri::resolve(self.url, reference) };
        DescriptionLink {
            url: resolved.unwrap_or_else(|| reference.to_owned()),
            kind,
            term: term.name(),
            pointer: pointer::pointer_to(self.document.json(), offset).unwrap_or_default(),
            protocol: None,
            title: values(object, term::NAME).find_map(text_of).map(|text| text.to_string()),
            media: false,
            inline: None,
        }
    }
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

//! Services, and the resources of ANP-07's `Infomations`.

use super::{
    ModelError, Node, Offer, Party, SecurityRequirement, names::Role, node_reader::NodeReader, plain::check_plain_as,
    reading::ModelReader, resource_check, rules, security, vocabulary as term,
};
use crate::{
    diagnostic::FindingFilter,
    json::{Document, Text},
};

/// A service of the agent (schema.org's `Service`), or a link to its description (`node.id`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Service {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The name.
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
    /// The service's web page.
    pub url: Option<Text>,
    /// The provider.
    pub provider: Option<Party>,
    /// Offers for sale.
    pub offers: Vec<Offer>,
    /// The security schemes that replace the description's, if any.
    pub security: Vec<SecurityRequirement>,
}

/// A resource of the agent: one entry of ANP-07's `Infomations`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Information {
    /// Identity, types (`Product`, `Information`, `VideoObject`, ...) and untyped members.
    pub node: Node,
    /// The name.
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
    /// The URL of the resource.
    pub url: Option<Text>,
    /// The security schemes that replace the description's, if any.
    pub security: Vec<SecurityRequirement>,
}

impl Service {
    /// Whether it is only a link to the service's own document, with a name and a description.
    pub(super) fn is_link(&self) -> bool {
        let place = self.node.id.as_ref().or(self.url.as_ref());
        let is_placed = place.is_some_and(|place| place.starts_with("https://"));
        is_placed && self.provider.is_none() && self.offers.is_empty()
    }

    pub(super) const WHAT: &'static str = "the service";

    /// Reads the model of a document that describes a service.
    ///
    /// # Errors
    /// [`ModelError`], for example if the document is not in the plain profile.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        check_plain_as(document, Some(Role::Service))?;
        let mut reading = ModelReader::new(document, FindingFilter::FirstError);
        let root = reading.root(Self::WHAT);
        let service = Self::read(&mut reading, root);
        reading.into_model(Some(service))
    }

    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let rule = &rules::RESOURCE;
        let node = &mut node.called(Self::WHAT);
        let service = Self {
            name: node.text(reading, rule, term::NAME),
            description: node.text(reading, rule, term::DESCRIPTION),
            url: node.url(reading, rule, term::URL, "http or https"),
            provider: node.one_node(reading, rule, term::PROVIDER, |reading, node| Party::read(reading, rule, node)),
            offers: node.nodes(reading, rule, term::OFFERS, Offer::read),
            security: security::read_requirements(reading, rule, node),
            node: node.finish(reading),
        };
        if reading.is_check {
            resource_check::misplaced(reading, Self::WHAT, &service.node);
        }
        service
    }
}

impl Information {
    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let rule = &rules::INFOMATIONS;
        let node = &mut node.called("the resource");
        Self {
            name: node.text(reading, rule, term::NAME),
            description: node.text(reading, rule, term::DESCRIPTION),
            url: node.url(reading, &rules::DESCRIPTION_URL, term::URL, "https"),
            security: security::read_requirements(reading, rule, node),
            node: node.finish(reading),
        }
    }
}

//! Services, and the resources of ANP-07's `Infomations`.

use crate::{
    description::{
        ModelError, Offer, Party, SecurityRequirement,
        check::resources,
        model::node_type::{node_type, read_document},
        rules,
    },
    diagnostic::{
        change,
        members::{Field, Meaning},
    },
    json::{Document, Text},
};

node_type! {
    /// A service of the agent (schema.org's `Service`), or a link to its description (`node.id`).
    pub struct Service: "the service";
    read by Some(&rules::RESOURCE), then |reading, service| if reading.is_check {
        resources::misplaced(reading, Self::WHAT, &service.node);
    };
    compared by [
        Field::any("@type", Meaning::Any(&change::IDENTITY)),
        Field::any("type", Meaning::Any(&change::IDENTITY)),
    ], rest &change::TEXT;
    {
        /// The name.
        name: Option<Text> = NAME,
        /// A description for people.
        description: Option<Text> = DESCRIPTION,
        /// The service's web page.
        url: Option<Text> = URL [url "http or https"] [means Meaning::Endpoint],
        /// The provider.
        provider: Option<Party> = "provider",
        /// Offers for sale.
        offers: Vec<Offer> = OFFERS,
        /// The security schemes that replace the description's, if any.
        security: Vec<SecurityRequirement> = SECURITY [means Meaning::Demands(true)],
    }
}

node_type! {
    /// A resource of the agent: one entry of ANP-07's `Infomations`.
    pub struct Information: "the resource";
    read by Some(&rules::INFOMATIONS);
    compared by [
        Field::any("@type", Meaning::Any(&change::IDENTITY)),
        Field::any("type", Meaning::Any(&change::IDENTITY)),
    ], rest &change::TEXT;
    {
        /// The name.
        name: Option<Text> = NAME,
        /// A description for people.
        description: Option<Text> = DESCRIPTION,
        /// The URL of the resource.
        url: Option<Text> = URL [url "https" by &rules::DESCRIPTION_URL] [means Meaning::Endpoint],
        /// The security schemes that replace the description's, if any.
        security: Vec<SecurityRequirement> = SECURITY [means Meaning::Demands(true)],
    }
}

impl Service {
    /// Whether it is only a link to the service's own document, with a name and a description.
    pub(in crate::description) fn is_link(&self) -> bool {
        let place = self.node.id.as_ref().or(self.url.as_ref());
        let is_placed = place.is_some_and(|place| place.starts_with("https://"));
        is_placed && self.provider.is_none() && self.offers.is_empty()
    }

    /// Reads the model of a document that describes a service.
    ///
    /// # Errors
    /// [`ModelError`], for example if the document is not in the plain profile.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        read_document(document, &rules::RESOURCE)
    }
}

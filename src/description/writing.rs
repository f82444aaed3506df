//! Models back to documents: JSON-LD under the embedded context, what the model does not type by its IRIs.

use super::{
    AgentDescription, Audience, Brand, CustomizationOptions, DateTime, DomainEntity, Image, Information, Interface,
    Node, Nutrition, Offer, Party, Product, PropertyValue, Scalar, SecurityDefinition, SecurityRequirement,
    SecurityScheme, Service, vocabulary as term,
};
use crate::{
    Limits,
    json::{Document, Json, Object, ReadError, Text},
};

impl AgentDescription {
    /// The description as a document under the embedded context, without a proof: what `expand` and `from_expanded` read
    /// as an equal description of the profile `adp`, but for untyped IRIs whose scheme is called like a prefix of that
    /// context (`ad`, `schema`, `sec`, `xsd`).
    ///
    /// # Errors
    /// [`ReadError`] if the description is larger or nested more deeply than `Limits::default()` allows.
    pub fn to_document(&self) -> Result<Document, ReadError> {
        Document::from_object(self.to_object(), &Limits::default())
    }

    /// The description as an object under the embedded context.
    #[must_use]
    pub fn to_object(&self) -> Object {
        let mut object = Object::new();
        let context = Json::from(term::AD_CONTEXT);
        match &self.language {
            None => object.insert("@context", context),
            Some(language) => {
                let mut map = Object::new();
                map.insert("@language", language.clone());
                object.insert("@context", vec![context, map.into()])
            }
        };
        let mut writer = Writer::of(object, &self.node);
        writer.text("name", Some(&self.name));
        writer.text("did", self.did.as_ref());
        writer.node("owner", self.owner.as_ref().map(Party::to_object));
        writer.text("description", self.description.as_ref());
        writer.text("version", self.version.as_ref());
        writer.date_time("created", self.created.as_ref());
        writer.date_time("modified", self.modified.as_ref());
        writer.text("url", self.url.as_ref());
        writer.text("protocolVersion", self.protocol_version.as_ref());
        let definitions = self.security_definitions.iter().map(SecurityDefinition::to_member).collect();
        writer.node("securityDefinitions", Some(definitions));
        writer.security(&self.security);
        writer.node("domainEntity", self.domain_entity.as_ref().map(DomainEntity::to_object));
        writer.nodes("products", self.products.iter().map(Product::to_object));
        writer.nodes("services", self.services.iter().map(Service::to_object));
        writer.nodes("Infomations", self.informations.iter().map(Information::to_object));
        writer.nodes("interfaces", self.interfaces.iter().map(Interface::to_object));
        writer.finish()
    }
}

impl SecurityDefinition {
    fn to_member(&self) -> (Text, Json) {
        (self.name.clone(), self.scheme.to_object().into())
    }
}

impl SecurityScheme {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("scheme", Some(&self.scheme));
        writer.set("in", Json::from(self.location.as_str()));
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Party {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("url", self.url.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Interface {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("protocol", self.protocol.as_ref());
        writer.text("version", self.version.as_ref());
        writer.set("humanAuthorization", self.human_authorization.map(Json::from));
        writer.security(&self.security);
        writer.text("url", self.url.as_ref());
        writer.set("content", self.content.clone());
        writer.finish()
    }
}

impl Service {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("url", self.url.as_ref());
        writer.node("provider", self.provider.as_ref().map(Party::to_object));
        writer.nodes("offers", self.offers.iter().map(Offer::to_object));
        writer.security(&self.security);
        writer.finish()
    }
}

impl Information {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("url", self.url.as_ref());
        writer.security(&self.security);
        writer.finish()
    }
}

impl DomainEntity {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("url", self.url.as_ref());
        writer.nodes("products", self.products.iter().map(Product::to_object));
        writer.finish()
    }
}

impl Product {
    /// The product as an object, without its context.
    #[must_use]
    pub fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("identifier", self.identifier.as_ref());
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("url", self.url.as_ref());
        writer.node("brand", self.brand.as_ref().map(Brand::to_object));
        writer.nodes("additionalProperty", self.additional_properties.iter().map(PropertyValue::to_object));
        writer.nodes("offers", self.offers.iter().map(Offer::to_object));
        writer.node("nutrition", self.nutrition.as_ref().map(Nutrition::to_object));
        writer.one_or_many("ingredients", self.ingredients.iter().cloned().map(Json::from).collect());
        writer.text("category", self.category.as_ref());
        writer.text("sku", self.sku.as_ref());
        writer.nodes("image", self.images.iter().map(Image::to_object));
        writer.node("audience", self.audience.as_ref().map(Audience::to_object));
        writer.node("manufacturer", self.manufacturer.as_ref().map(Party::to_object));
        writer.node("customizationOptions", self.customization_options.as_ref().map(CustomizationOptions::to_object));
        writer.security(&self.security);
        writer.finish()
    }
}

impl Brand {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.finish()
    }
}

impl Offer {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("identifier", self.identifier.as_ref());
        if let Some(price) = &self.price {
            writer.set("price", Json::from(price.amount.as_str()));
            writer.text("priceCurrency", price.currency.as_ref());
        }
        writer.text("availability", self.availability.as_ref());
        writer.finish()
    }
}

impl Nutrition {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        for (fact, value) in &self.facts {
            writer.text(fact, Some(value));
        }
        writer.finish()
    }
}

impl Image {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("url", self.url.as_ref());
        writer.text("caption", self.caption.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Audience {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("audienceType", self.audience_type.as_ref());
        writer.text("geographicArea", self.geographic_area.as_ref());
        writer.finish()
    }
}

impl PropertyValue {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.set("isRequired", self.is_required.map(Json::from));
        let values = self.values.iter().map(|value| match value {
            Scalar::Text(text) => Json::from(text.clone()),
            Scalar::Number(number) => Json::from(*number),
            Scalar::Boolean(flag) => Json::from(*flag),
        });
        writer.one_or_many("value", values.collect());
        writer.finish()
    }
}

impl CustomizationOptions {
    fn to_object(&self) -> Object {
        let mut writer = Writer::new(&self.node);
        writer.nodes("options", self.options.iter().map(PropertyValue::to_object));
        writer.finish()
    }
}

/// An object being written: type and identity first, what the model does not type last.
struct Writer<'a> {
    object: Object,
    node: &'a Node,
}

impl<'a> Writer<'a> {
    fn new(node: &'a Node) -> Self {
        Self::of(Object::new(), node)
    }

    fn of(object: Object, node: &'a Node) -> Self {
        let mut writer = Self { object, node };
        writer.one_or_many("@type", node.types().map(|iri| Json::from(compact_type(iri))).collect());
        writer.text("@id", node.id.as_ref());
        writer
    }

    fn set(&mut self, name: &'static str, value: impl Into<Option<Json>>) {
        if let Some(value) = value.into() {
            self.object.insert(name, value);
        }
    }

    fn text(&mut self, name: &'static str, text: Option<&Text>) {
        self.set(name, text.cloned().map(Json::from));
    }

    fn date_time(&mut self, name: &'static str, time: Option<&DateTime>) {
        self.set(name, time.map(|time| Json::from(time.as_str())));
    }

    fn node(&mut self, name: &'static str, object: Option<Object>) {
        self.set(name, object.map(Json::from));
    }

    fn nodes(&mut self, name: &'static str, objects: impl Iterator<Item = Object>) {
        let objects: Vec<Json> = objects.map(Json::from).collect();
        if !objects.is_empty() {
            self.set(name, Json::from(objects));
        }
    }

    fn one_or_many(&mut self, name: &'static str, values: Vec<Json>) {
        match <[Json; 1]>::try_from(values) {
            Ok([value]) => self.set(name, value),
            Err(values) if values.is_empty() => {}
            Err(values) => self.set(name, Json::from(values)),
        }
    }

    fn security(&mut self, requirements: &[SecurityRequirement]) {
        let values = requirements.iter().map(|requirement| match requirement {
            SecurityRequirement::Named(name) => Json::from(name.clone()),
            SecurityRequirement::Inline(scheme) => Json::from(scheme.to_object()),
        });
        self.one_or_many("security", values.collect());
    }

    fn finish(mut self) -> Object {
        for (property, values) in self.node.untyped_properties() {
            self.object.insert(property, values.to_vec());
        }
        self.object
    }
}

/// A type as the embedded context abbreviates it.
fn compact_type(iri: &str) -> String {
    let local = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match (iri.strip_prefix(term::AD), iri.strip_prefix(term::SCHEMA_ORG)) {
        (Some(name), _) if local(name) => format!("ad:{name}"),
        // a class that has the name of one of the protocol's would be taken for it
        (_, Some(name)) if local(name) && !CONTEXT_CLASSES.contains(&name) => name.to_owned(),
        _ => iri.to_owned(),
    }
}

/// The classes that the embedded context defines.
const CONTEXT_CLASSES: [&str; 4] =
    ["AgentDescription", "StructuredInterface", "NaturalLanguageInterface", "CustomizationOptions"];

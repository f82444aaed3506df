//! Models back to documents: JSON-LD under the embedded context, what the model does not type by its IRIs.

use super::{
    AgentDescription, Audience, Brand, CustomizationOptions, DateTime, DomainEntity, Image, Information, Interface,
    ModelError, Node, Nutrition, Offer, Party, Product, PropertyValue, Scalar, SecurityDefinition, SecurityRequirement,
    SecurityScheme, Service, check_plain,
    names::{self, Coercion, Definition, Pinned},
    node_reader::{is_fixed, is_ill_formed},
    term_set::TermSet,
    vocabulary::{self as term, Namespace},
};
use crate::{
    Code, Fault, Limits,
    json::{Document, Json, Member, Object, ReadError, Text, Value},
};

/// Why a model was not written as a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The document would be larger or nested more deeply than `Limits::default()` allows.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Under the embedded context the IRI would be read as a compact one (JSON-LD 1.1 API section 6.2.2, "IRI confused with prefix").
    #[error(
        "the IRI {iri:?}: found a scheme that the embedded context has as a prefix, expected none of {PREFIXES:?}, or the IRI would mean another one; name the thing otherwise"
    )]
    IriConfusedWithPrefix {
        /// The IRI of a property, a type, an `@id` or a `url`.
        iri: Text,
    },
    /// The document would not be in the plain profile, as something that the model does not type is not.
    #[error(transparent)]
    Plain(#[from] ModelError),
}

impl Fault for WriteError {
    fn code(&self) -> Code {
        match self {
            Self::Read(error) => error.code(),
            Self::Plain(error) => error.code(),
            Self::IriConfusedWithPrefix { .. } => Code::IRI_CONFUSED_WITH_PREFIX,
        }
    }

    fn cause(&self) -> Option<&dyn Fault> {
        match self {
            Self::Read(error) => Some(error),
            Self::Plain(error) => Some(error),
            Self::IriConfusedWithPrefix { .. } => None,
        }
    }
}

impl AgentDescription {
    /// The description as a document under the embedded context, without a proof: what `expand` and `from_expanded` read
    /// as an equal description of the profile `adp`.
    ///
    /// # Errors
    /// [`WriteError`] if the description is larger or nested more deeply than `Limits::default()` allows, or has an IRI that
    /// means another one under that context, or something that the model does not type is not in the plain profile.
    pub fn to_document(&self) -> Result<Document, WriteError> {
        let document = Document::from_object(self.to_object()?, &Limits::default())?;
        check_plain(&document)?;
        Ok(document)
    }

    /// The description as an object under the embedded context.
    ///
    /// # Errors
    /// [`WriteError::IriConfusedWithPrefix`].
    pub fn to_object(&self) -> Result<Object, WriteError> {
        let mut plain = Plain { language: self.language.as_ref(), prefixes: Some(Vec::new()) };
        let mut object = plain.members(&self.written().into_object()?);
        let prefixes = plain.prefixes.unwrap_or_default();
        if let Some(context) = object.get_mut("@context").filter(|_| !prefixes.is_empty()) {
            let map = context.as_array().and_then(|entries| entries.get(1)?.as_object());
            let mut map = map.cloned().unwrap_or_default();
            for (prefix, iri) in prefixes {
                map.insert(prefix, iri);
            }
            *context = vec![Json::from(term::AD_CONTEXT), map.into()].into();
        }
        Ok(object)
    }

    fn written(&self) -> Written {
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
        writer.node("owner", self.owner.as_ref().map(Party::written));
        writer.text("description", self.description.as_ref());
        writer.text("version", self.version.as_ref());
        writer.date_time("created", self.created.as_ref());
        writer.date_time("modified", self.modified.as_ref());
        writer.url(self.url.as_ref());
        writer.text("protocolVersion", self.protocol_version.as_ref());
        writer.definitions(&self.security_definitions);
        writer.security(&self.security);
        writer.node("domainEntity", self.domain_entity.as_ref().map(DomainEntity::written));
        writer.nodes("products", self.products.iter().map(Product::written));
        writer.nodes("services", self.services.iter().map(Service::written));
        writer.nodes("Infomations", self.informations.iter().map(Information::written));
        writer.nodes("interfaces", self.interfaces.iter().map(Interface::written));
        writer.finish()
    }
}

impl SecurityScheme {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("scheme", Some(&self.scheme));
        writer.set("in", Json::from(self.location.as_str()));
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Party {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.url(self.url.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Interface {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.text("protocol", self.protocol.as_ref());
        writer.text("version", self.version.as_ref());
        writer.set("humanAuthorization", self.human_authorization.map(Json::from));
        writer.security(&self.security);
        writer.url(self.url.as_ref());
        writer.set("content", self.content.clone());
        writer.finish()
    }
}

impl Service {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.url(self.url.as_ref());
        writer.node("provider", self.provider.as_ref().map(Party::written));
        writer.nodes("offers", self.offers.iter().map(Offer::written));
        writer.security(&self.security);
        writer.finish()
    }
}

impl Information {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.url(self.url.as_ref());
        writer.security(&self.security);
        writer.finish()
    }
}

impl DomainEntity {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.url(self.url.as_ref());
        writer.nodes("products", self.products.iter().map(Product::written));
        writer.finish()
    }
}

impl Product {
    /// The product as an object, without its context.
    ///
    /// # Errors
    /// [`WriteError::IriConfusedWithPrefix`].
    pub fn to_object(&self) -> Result<Object, WriteError> {
        Ok(Plain { language: None, prefixes: None }.members(&self.written().into_object()?))
    }

    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("identifier", self.identifier.as_ref());
        writer.text("name", self.name.as_ref());
        writer.text("description", self.description.as_ref());
        writer.url(self.url.as_ref());
        writer.node("brand", self.brand.as_ref().map(Brand::written));
        writer.nodes("additionalProperty", self.additional_properties.iter().map(PropertyValue::written));
        writer.nodes("offers", self.offers.iter().map(Offer::written));
        writer.node("nutrition", self.nutrition.as_ref().map(Nutrition::written));
        writer.one_or_many("ingredients", self.ingredients.iter().cloned().map(Json::from).collect());
        writer.text("category", self.category.as_ref());
        writer.text("sku", self.sku.as_ref());
        writer.nodes("image", self.images.iter().map(Image::written));
        writer.node("audience", self.audience.as_ref().map(Audience::written));
        writer.node("manufacturer", self.manufacturer.as_ref().map(Party::written));
        writer.node("customizationOptions", self.customization_options.as_ref().map(CustomizationOptions::written));
        writer.security(&self.security);
        writer.finish()
    }
}

impl Brand {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("name", self.name.as_ref());
        writer.finish()
    }
}

impl Offer {
    fn written(&self) -> Written {
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
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        for (fact, value) in &self.facts {
            writer.text(fact, Some(value));
        }
        writer.finish()
    }
}

impl Image {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.url(self.url.as_ref());
        writer.text("caption", self.caption.as_ref());
        writer.text("description", self.description.as_ref());
        writer.finish()
    }
}

impl Audience {
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.text("audienceType", self.audience_type.as_ref());
        writer.text("geographicArea", self.geographic_area.as_ref());
        writer.finish()
    }
}

impl PropertyValue {
    fn written(&self) -> Written {
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
    fn written(&self) -> Written {
        let mut writer = Writer::new(&self.node);
        writer.nodes("options", self.options.iter().map(PropertyValue::written));
        writer.finish()
    }
}

/// What was written of a node, and the first IRI in it that would be read as another one.
struct Written {
    object: Object,
    confused: Option<Text>,
}

impl Written {
    fn into_object(self) -> Result<Object, WriteError> {
        match self.confused {
            Some(iri) => Err(WriteError::IriConfusedWithPrefix { iri }),
            None => Ok(self.object),
        }
    }
}

/// An object being written: type and identity first, what the model does not type last.
struct Writer<'a> {
    written: Written,
    node: &'a Node,
}

impl<'a> Writer<'a> {
    fn new(node: &'a Node) -> Self {
        Self::of(Object::new(), node)
    }

    fn of(object: Object, node: &'a Node) -> Self {
        let mut writer = Self { written: Written { object, confused: None }, node };
        for iri in node.types() {
            writer.note(iri);
        }
        writer.one_or_many("@type", node.types().map(|iri| Json::from(compact_type(iri))).collect());
        writer.iri("@id", node.id.as_ref());
        writer
    }

    fn set(&mut self, name: &'static str, value: impl Into<Option<Json>>) {
        if let Some(value) = value.into() {
            self.written.object.insert(name, value);
        }
    }

    fn text(&mut self, name: &'static str, text: Option<&Text>) {
        self.set(name, text.cloned().map(Json::from));
    }

    /// A value that is read as an IRI.
    fn iri(&mut self, name: &'static str, iri: Option<&Text>) {
        if let Some(iri) = iri {
            self.note(iri);
        }
        self.text(name, iri);
    }

    fn url(&mut self, url: Option<&Text>) {
        let is_name =
            |url: &str| url.split_once(':').is_some_and(|(scheme, _)| Pinned::Ad.definition(scheme).is_some());
        let is_text = |url: &&Text| !is_fixed(url) || is_ill_formed(url) || is_name(url);
        let Some(text) = url.filter(is_text) else { return self.iri("url", url) };
        // a text in the place of a URL, of which the embedded context would make an IRI
        self.set("schema:url", Json::from(text.clone()));
    }

    fn date_time(&mut self, name: &'static str, time: Option<&DateTime>) {
        self.set(name, time.map(|time| Json::from(time.as_str())));
    }

    /// The part as a value of this node.
    fn take(&mut self, part: Written) -> Json {
        if self.written.confused.is_none() {
            self.written.confused = part.confused;
        }
        part.object.into()
    }

    fn node(&mut self, name: &'static str, part: Option<Written>) {
        if let Some(part) = part {
            let value = self.take(part);
            self.set(name, value);
        }
    }

    fn nodes(&mut self, name: &'static str, parts: impl Iterator<Item = Written>) {
        let values: Vec<Json> = parts.map(|part| self.take(part)).collect();
        if !values.is_empty() {
            self.set(name, Json::from(values));
        }
    }

    fn one_or_many(&mut self, name: &'static str, values: Vec<Json>) {
        match <[Json; 1]>::try_from(values) {
            Ok([value]) => self.set(name, value),
            Err(values) if values.is_empty() => {}
            Err(values) => self.set(name, Json::from(values)),
        }
    }

    fn definitions(&mut self, definitions: &[SecurityDefinition]) {
        let members: Object = definitions
            .iter()
            .map(|definition| (definition.name.clone(), self.take(definition.scheme.written())))
            .collect();
        self.set("securityDefinitions", Json::from(members));
    }

    fn security(&mut self, requirements: &[SecurityRequirement]) {
        let values = requirements
            .iter()
            .map(|requirement| match requirement {
                SecurityRequirement::Named(name) => Json::from(name.clone()),
                SecurityRequirement::Inline(scheme) => self.take(scheme.written()),
            })
            .collect();
        self.one_or_many("security", values);
    }

    /// Notes an IRI that the embedded context would read as a compact one (JSON-LD 1.1 API section 5.2.2 step 6).
    fn note(&mut self, iri: &str) {
        if self.written.confused.is_none()
            && let Some((scheme, rest)) = iri.split_once(':')
            && PREFIXES.contains(&scheme)
            && !rest.starts_with("//")
        {
            self.written.confused = Some(iri.into());
        }
    }

    /// The IRIs in a value in expanded form.
    fn note_in(&mut self, value: &Json) {
        for item in value.as_array().unwrap_or_default() {
            self.note_in(item);
        }
        for member in value.as_object().into_iter().flatten() {
            match member.name().as_str() {
                "@id" | "@type" => {
                    let value = member.value();
                    let many = value.as_array().unwrap_or_default().iter();
                    for iri in many.chain([value]).filter_map(Json::as_str) {
                        self.note(iri);
                    }
                }
                // JSON is data, its names are not IRIs
                "@value" => {}
                name => {
                    self.note(name);
                    self.note_in(member.value());
                }
            }
        }
    }

    fn finish(mut self) -> Written {
        for (property, values) in self.node.untyped_properties() {
            self.note(property);
            for value in values {
                self.note_in(value);
            }
            self.written.object.insert(property, values.to_vec());
        }
        self.written
    }
}

/// Writes what the model does not type as the plain profile has it: model terms under names, not IRIs, and their texts and numbers
/// by themselves.
struct Plain<'a> {
    /// The default language, which texts have anyway.
    language: Option<&'a Text>,
    /// The prefixes that the context needs, if it is ours to write.
    prefixes: Option<Vec<(&'static str, &'static str)>>,
}

impl Plain<'_> {
    fn members(&mut self, object: &Object) -> Object {
        let plain = |member: &Member| {
            // an interface's own definition is data
            if member.name() == "content" {
                return (member.name().clone(), member.value().clone());
            }
            let name = self.term_name(member.name());
            let value = self.value(member.value(), name.is_some());
            (name.map_or_else(|| member.name().clone(), Text::from), value)
        };
        object.iter().map(plain).collect()
    }

    fn value(&mut self, value: &Json, is_term: bool) -> Json {
        match value.value() {
            Value::Array(items) => items.iter().map(|item| self.value(item, is_term)).collect::<Vec<_>>().into(),
            Value::Object(object) => match self.scalar(object).filter(|_| is_term) {
                Some(scalar) => scalar.clone(),
                None => self.members(object).into(),
            },
            _ => value.clone(),
        }
    }

    /// The scalar of a value object that means the same by itself.
    fn scalar<'o>(&self, object: &'o Object) -> Option<&'o Json> {
        let scalar = object.get("@value")?;
        let is_same = match object.get("@language") {
            Some(tag) => object.len() == 2 && tag.as_text() == self.language,
            None => object.len() == 1 && (self.language.is_none() || scalar.as_str().is_none()),
        };
        is_same.then_some(scalar)
    }

    /// The name of a member for a property that is a model term.
    fn term_name(&mut self, property: &str) -> Option<String> {
        let term = TermSet::of_iri(property).and(names::MODEL_TERMS).first()?;
        let (namespace, _) = Namespace::split(property)?;
        let prefix = match (namespace, &mut self.prefixes) {
            (Namespace::Ad, _) => "ad",
            (Namespace::SchemaOrg, _) => "schema",
            (_, None) => return Some(term.name().to_owned()),
            (_, Some(prefixes)) => {
                let prefix = match namespace {
                    Namespace::SchemaOrgHttp => "schema-http",
                    Namespace::AdServiceAlias => "ad-service",
                    _ => "ad-slash",
                };
                if !prefixes.iter().any(|(known, _)| *known == prefix) {
                    prefixes.push((prefix, namespace.iri()));
                }
                prefix
            }
        };
        let is_plain = match Pinned::Ad.definition(term.name()) {
            Some(Definition::Term(iri, coercion)) => {
                iri == property && matches!(coercion, Coercion::None | Coercion::Container)
            }
            Some(_) => false,
            None => namespace == Namespace::SchemaOrg,
        };
        Some(if is_plain { term.name().to_owned() } else { format!("{prefix}:{term}") })
    }
}

/// The prefixes of the embedded context.
const PREFIXES: [&str; 4] = ["ad", "schema", "sec", "xsd"];

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

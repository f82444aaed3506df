//! The typed model as JSON: every member is always present, `null` or empty if the description has no value.

use super::{
    AgentDescription, Audience, CustomizationOptions, DomainEntity, Image, Information, Interface, InterfaceKind, Node,
    Nutrition, Offer, Party, PartyKind, Product, PropertyValue, SecurityDefinition, SecurityRequirement,
    SecurityScheme, Service,
};
use crate::json::{Json, Object, Text};

impl AgentDescription {
    /// The typed data of the description: every member is always present, `null` or empty without a value. Untyped
    /// members are under `other` by their IRI, unchanged.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::new();
        object.insert("profile", self.profile.as_str());
        put_node(&mut object, &self.node);
        object.insert("did", text(&self.did));
        object.insert("name", self.name.clone());
        object.insert("description", text(&self.description));
        object.insert("version", text(&self.version));
        object.insert("created", text(&self.created));
        object.insert("modified", text(&self.modified));
        object.insert("url", text(&self.url));
        object.insert("owner", option(&self.owner, party));
        object.insert("products", list(&self.products, product));
        object.insert("services", list(&self.services, service));
        object.insert("interfaces", list(&self.interfaces, interface));
        object.insert("informations", list(&self.informations, information));
        object.insert("domainEntity", option(&self.domain_entity, domain_entity));
        object.insert("security", list(&self.security, requirement));
        object.insert("securityDefinitions", list(&self.security_definitions, definition));
        object.insert("protocolVersion", text(&self.protocol_version));
        put_other(&mut object, &self.node);
        object.into()
    }
}

fn text(text: &Option<Text>) -> Json {
    text.clone().into()
}

fn option<T>(value: &Option<T>, write: impl Fn(&T) -> Json) -> Json {
    value.as_ref().map(write).into()
}

fn list<T>(items: &[T], write: impl Fn(&T) -> Json) -> Json {
    items.iter().map(write).collect::<Vec<_>>().into()
}

/// `id` and `types`
fn put_node(object: &mut Object, node: &Node) {
    object.insert("id", node.id.clone());
    object.insert("types", node.types().map(Json::from).collect::<Vec<_>>());
}

/// `other`: untyped members by IRI, with their values as written
fn put_other(object: &mut Object, node: &Node) {
    let mut other = Object::new();
    for (iri, values) in node.untyped_properties() {
        // two names can have the same IRI
        match other.get_mut(iri).and_then(Json::as_array_mut) {
            Some(all) => all.extend_from_slice(values),
            None => _ = other.insert(iri, values.to_vec()),
        }
    }
    object.insert("other", other);
}

fn node_to_json(node: &Node, members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    let mut object = Object::new();
    put_node(&mut object, node);
    for (name, value) in members {
        object.insert(name, value);
    }
    put_other(&mut object, node);
    object.into()
}

fn party(party: &Party) -> Json {
    let kind = match party.kind {
        PartyKind::Person => "person",
        PartyKind::Organization => "organization",
        _ => "other",
    };
    node_to_json(
        &party.node,
        [
            ("kind", kind.into()),
            ("name", text(&party.name)),
            ("url", text(&party.url)),
            ("description", text(&party.description)),
        ],
    )
}

fn product(product: &Product) -> Json {
    let nutrition = |nutrition: &Nutrition| {
        let facts: Object = nutrition.facts.iter().map(|(name, fact)| (*name, fact.clone())).collect();
        node_to_json(&nutrition.node, [("facts", facts.into())])
    };
    let image = |image: &Image| {
        let members = [("url", &image.url), ("caption", &image.caption), ("description", &image.description)];
        node_to_json(&image.node, members.map(|(name, value)| (name, text(value))))
    };
    let audience = |audience: &Audience| {
        let members = [("audienceType", &audience.audience_type), ("geographicArea", &audience.geographic_area)];
        node_to_json(&audience.node, members.map(|(name, value)| (name, text(value))))
    };
    let customization = |customization: &CustomizationOptions| {
        node_to_json(&customization.node, [("options", list(&customization.options, property))])
    };
    node_to_json(
        &product.node,
        [
            ("name", text(&product.name)),
            ("description", text(&product.description)),
            ("url", text(&product.url)),
            ("identifier", text(&product.identifier)),
            ("sku", text(&product.sku)),
            ("category", text(&product.category)),
            ("ingredients", list(&product.ingredients, |ingredient| ingredient.clone().into())),
            ("brand", option(&product.brand, |brand| node_to_json(&brand.node, [("name", text(&brand.name))]))),
            ("manufacturer", option(&product.manufacturer, party)),
            ("offers", list(&product.offers, offer)),
            ("nutrition", option(&product.nutrition, nutrition)),
            ("additionalProperties", list(&product.additional_properties, property)),
            ("images", list(&product.images, image)),
            ("audience", option(&product.audience, audience)),
            ("customizationOptions", option(&product.customization_options, customization)),
            ("security", list(&product.security, requirement)),
        ],
    )
}

fn offer(offer: &Offer) -> Json {
    let price = offer.price.as_ref().map(|price| {
        let mut object = Object::new();
        object.insert("amount", price.amount.as_str());
        object.insert("currency", text(&price.currency));
        object
    });
    node_to_json(
        &offer.node,
        [
            ("name", text(&offer.name)),
            ("identifier", text(&offer.identifier)),
            ("price", price.into()),
            ("availability", text(&offer.availability)),
        ],
    )
}

fn property(property: &PropertyValue) -> Json {
    node_to_json(
        &property.node,
        [
            ("name", text(&property.name)),
            ("values", property.values.clone().into()),
            ("isRequired", property.is_required.into()),
        ],
    )
}

fn service(service: &Service) -> Json {
    node_to_json(
        &service.node,
        [
            ("name", text(&service.name)),
            ("description", text(&service.description)),
            ("url", text(&service.url)),
            ("provider", option(&service.provider, party)),
            ("offers", list(&service.offers, offer)),
            ("security", list(&service.security, requirement)),
        ],
    )
}

fn interface(interface: &Interface) -> Json {
    let kind = interface.kind.as_ref().map(|kind| match kind {
        InterfaceKind::Structured => "structured".into(),
        InterfaceKind::NaturalLanguage => "natural-language".into(),
        InterfaceKind::Other(iri) => iri.clone(),
    });
    node_to_json(
        &interface.node,
        [
            ("kind", kind.into()),
            ("name", text(&interface.name)),
            ("description", text(&interface.description)),
            ("protocol", text(&interface.protocol)),
            ("url", text(&interface.url)),
            ("content", interface.content.clone().into()),
            ("version", text(&interface.version)),
            ("humanAuthorization", interface.human_authorization.into()),
            ("security", list(&interface.security, requirement)),
        ],
    )
}

fn information(information: &Information) -> Json {
    node_to_json(
        &information.node,
        [
            ("name", text(&information.name)),
            ("description", text(&information.description)),
            ("url", text(&information.url)),
            ("security", list(&information.security, requirement)),
        ],
    )
}

fn domain_entity(entity: &DomainEntity) -> Json {
    node_to_json(
        &entity.node,
        [
            ("name", text(&entity.name)),
            ("description", text(&entity.description)),
            ("url", text(&entity.url)),
            ("products", list(&entity.products, product)),
        ],
    )
}

/// The name of a scheme, or an inline scheme
fn requirement(requirement: &SecurityRequirement) -> Json {
    match requirement {
        SecurityRequirement::Named(name) => name.clone().into(),
        SecurityRequirement::Inline(inline) => scheme(inline, []),
    }
}

fn definition(definition: &SecurityDefinition) -> Json {
    scheme(&definition.scheme, [("definitionName", definition.name.clone().into())])
}

fn scheme(scheme: &SecurityScheme, first: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    node_to_json(
        &scheme.node,
        first.into_iter().chain([
            ("scheme", scheme.scheme.clone().into()),
            ("in", scheme.location.as_str().into()),
            ("name", text(&scheme.name)),
            ("description", text(&scheme.description)),
        ]),
    )
}

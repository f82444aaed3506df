//! Products, by schema.org's vocabulary, as far as the specification's examples use it.

use super::{
    Decimal, DescriptionProfile, ModelError, Node, Party, SecurityRequirement,
    names::Role,
    node_reader::NodeReader,
    plain::check_plain_as,
    reading::{ModelReader, id_of},
    resource_check, rules, security,
    vocabulary::{self as term, Term},
};
use crate::{
    diagnostic::{FindingFilter, Rule},
    json::{Document, Json, Object, Text, Value},
};

/// A product of the agent, or a link to its description (`node.id`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Product {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The name.
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
    /// The product's web page.
    pub url: Option<Text>,
    /// An identifier chosen by the seller.
    pub identifier: Option<Text>,
    /// The stock keeping unit.
    pub sku: Option<Text>,
    /// The category.
    pub category: Option<Text>,
    /// The material.
    pub ingredients: Vec<Text>,
    /// The brand.
    pub brand: Option<Brand>,
    /// The manufacturer.
    pub manufacturer: Option<Party>,
    /// Offers for sale.
    pub offers: Vec<Offer>,
    /// Nutrition facts.
    pub nutrition: Option<Nutrition>,
    /// Further properties, by name and value.
    pub additional_properties: Vec<PropertyValue>,
    /// Pictures.
    pub images: Vec<Image>,
    /// The audience.
    pub audience: Option<Audience>,
    /// Options that a buyer can or must choose.
    pub customization_options: Option<CustomizationOptions>,
    /// The security schemes that replace the description's, if any.
    pub security: Vec<SecurityRequirement>,
}

/// A brand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Brand {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The name.
    pub name: Option<Text>,
}

/// An offer to sell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Offer {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The offer's name.
    pub name: Option<Text>,
    /// An identifier chosen by the seller.
    pub identifier: Option<Text>,
    /// The price: of the offer, or of its only price specification.
    pub price: Option<Price>,
    /// The availability: an IRI such as `https://schema.org/InStock`.
    pub availability: Option<Text>,
}

/// A price: an amount as decimal text, and its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Price {
    /// The amount. A JSON number has its canonical text, which the signature covers.
    pub amount: Decimal,
    /// The currency (ISO 4217), if present.
    pub currency: Option<Text>,
}

/// Nutrition facts (schema.org's `NutritionInformation`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Nutrition {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The typed facts, by schema.org's names, for example (`sugarContent`, `0g`).
    pub facts: Vec<(&'static str, Text)>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Image {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The URL of the picture.
    pub url: Option<Text>,
    /// A caption.
    pub caption: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
}

/// The audience of a product.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Audience {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The kind of audience.
    pub audience_type: Option<Text>,
    /// The geographic area of the audience.
    pub geographic_area: Option<Text>,
}

/// A property with a name and values.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PropertyValue {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The property's name.
    pub name: Option<Text>,
    /// Its values: strings, numbers or booleans; several values are alternatives.
    pub values: Vec<Json>,
    /// Whether a choice is required.
    pub is_required: Option<bool>,
}

/// An option that a buyer can or must choose.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CustomizationOptions {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The choices.
    pub options: Vec<PropertyValue>,
}

const RULE: &Rule = &rules::RESOURCE;

impl Product {
    /// Whether it is only a link to the product's own document, with a name and a description.
    pub(super) fn is_link(&self) -> bool {
        let Self { node, name, description, url, security, .. } = self.clone();
        let link = Self { node, name, description, url, security, ..Self::default() };
        let place = self.node.id.as_ref().or(self.url.as_ref());
        place.is_some_and(|place| place.starts_with("https://")) && *self == link
    }

    pub(super) const WHAT: &'static str = "the product";

    /// Reads the model of a product document; its types may be subclasses of `Product`.
    ///
    /// # Errors
    /// [`ModelError`], for example if the document is not in the plain profile.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        check_plain_as(document, Some(Role::Product))?;
        let mut reading = ModelReader::new(document, FindingFilter::FirstError);
        let root = reading.root(Self::WHAT);
        let product = Self::read(&mut reading, root);
        reading.into_model(Some(product))
    }

    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let node = &mut node.called(Self::WHAT);
        let has_inline_map = is_map_of_schemes(reading, node);
        let product = Self {
            name: node.text(reading, RULE, term::NAME),
            description: node.text(reading, RULE, term::DESCRIPTION),
            url: node.url(reading, RULE, term::URL, "http or https"),
            identifier: node.text(reading, RULE, term::IDENTIFIER),
            sku: node.text(reading, RULE, term::SKU),
            category: node.text(reading, RULE, term::CATEGORY),
            ingredients: node.texts(reading, RULE, term::INGREDIENTS),
            brand: node.one_node(reading, RULE, term::BRAND, Brand::read),
            manufacturer: node
                .one_node(reading, RULE, term::MANUFACTURER, |reading, node| Party::read(reading, RULE, node)),
            offers: node.nodes(reading, RULE, term::OFFERS, Offer::read),
            nutrition: node.one_node(reading, RULE, term::NUTRITION, Nutrition::read),
            additional_properties: node.nodes(reading, RULE, term::ADDITIONAL_PROPERTY, PropertyValue::read),
            images: Image::read_all(reading, node),
            audience: node.one_node(reading, RULE, term::AUDIENCE, Audience::read),
            customization_options: node.one_node(
                reading,
                RULE,
                term::CUSTOMIZATION_OPTIONS,
                CustomizationOptions::read,
            ),
            security: match has_inline_map {
                true => Vec::new(),
                false => security::read_requirements(reading, RULE, node),
            },
            node: node.finish(reading),
        };
        if reading.is_check {
            resource_check::product(reading, &product);
        }
        product
    }
}

/// Whether `security` is a map of named schemes, as in ANP-07's example of a product. It is ignored.
fn is_map_of_schemes<'a>(reading: &ModelReader<'a>, node: &mut NodeReader<'a>) -> bool {
    let anp_07 = reading.profile == DescriptionProfile::Anp07;
    let [value] = node.values(term::SECURITY) else { return false };
    let is_map = |map: &Object| map.iter().all(|scheme| scheme.value().get("scheme").is_some());
    anp_07 && value.as_object().is_some_and(is_map)
}

impl Brand {
    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the brand");
        Self { name: node.text(reading, RULE, term::NAME), node: node.finish(reading) }
    }
}

impl Offer {
    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the offer");
        let name = node.text(reading, RULE, term::NAME);
        let identifier = node.text(reading, RULE, term::IDENTIFIER);
        if reading.is_check {
            resource_check::availability(reading, &mut node);
        }
        let availability = node.reference(reading, RULE, term::AVAILABILITY);
        let own = Price::read(reading, &mut node);
        if reading.is_check {
            resource_check::no_price(reading, &mut node);
        }
        let specified = match node.values(term::PRICE_SPECIFICATION) {
            // its details are available by IRI: only the price is typed
            [value] if own.is_none() => {
                reading.node(RULE, (node.what, term::PRICE_SPECIFICATION), value).and_then(|details| {
                    let mut details = details.called("the price specification");
                    let price = Price::read(reading, &mut details);
                    details.finish(reading);
                    price
                })
            }
            _ => None,
        };
        Self { name, identifier, price: own.or(specified), availability, node: node.finish(reading) }
    }
}

impl Price {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Self> {
        let value = node.single(reading, RULE, term::PRICE)?;
        let amount = match value.as_number() {
            Some(number) => Some(number.into()),
            None => value.as_str().and_then(|text| text.parse().ok()),
        };
        let Some(amount) = amount else {
            let expected = match value.as_str().is_some_and(|text| text.starts_with(|char: char| char.is_ascii_digit()))
            {
                true => "only a decimal number such as \"12.50\"; the currency belongs in `priceCurrency`",
                false => "a decimal number such as 13 or \"12.50\", as a string if it has more than 16 digits",
            };
            reading.unreadable(RULE, (node.what, "price"), value, expected);
            if reading.is_check && !node.values(term::PRICE_CURRENCY).is_empty() {
                resource_check::price(reading, node);
            }
            return None;
        };
        node.typed(term::PRICE);
        if reading.is_check {
            resource_check::price(reading, node);
        }
        Some(Self { amount, currency: node.text(reading, RULE, term::PRICE_CURRENCY) })
    }
}

impl Nutrition {
    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the nutrition facts");
        let facts = term::NUTRITION_FACTS
            .into_iter()
            .filter_map(|fact: Term| Some((fact.name(), node.text(reading, RULE, fact)?)))
            .collect();
        Self { facts, node: node.finish(reading) }
    }
}

impl Image {
    /// Pictures are image objects or URLs.
    fn read_all<'a>(reading: &mut ModelReader<'a>, product: &mut NodeReader<'a>) -> Vec<Self> {
        let mut images = Vec::new();
        let mut all = true;
        for value in product.values(term::IMAGE) {
            let is_only_id = || value.as_object().is_some_and(|object| object.len() == 1);
            let address = value.as_text().or_else(|| id_of(&reading.names, value).filter(|_| is_only_id()));
            if let Some(address) = address {
                if !reading.has_room(value) {
                    all = false;
                    continue;
                }
                reading.check_well_formed(RULE, (Product::WHAT, "image"), address, value.offset());
                let node = Node { offset: value.offset(), ..Node::default() };
                images.push(Self { node, url: Some(address.clone()), caption: None, description: None });
                continue;
            }
            match reading.node(RULE, (Product::WHAT, term::IMAGE), value) {
                Some(node) => images.push(Self::read(reading, node)),
                None => all = false,
            }
        }
        if all {
            product.typed(term::IMAGE);
        }
        images
    }

    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the image");
        Self {
            url: node.reference(reading, RULE, term::URL),
            caption: node.text(reading, RULE, term::CAPTION),
            description: node.text(reading, RULE, term::DESCRIPTION),
            node: node.finish(reading),
        }
    }
}

impl Audience {
    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the audience");
        Self {
            audience_type: node.text(reading, RULE, term::AUDIENCE_TYPE),
            geographic_area: node.text(reading, RULE, term::GEOGRAPHIC_AREA),
            node: node.finish(reading),
        }
    }
}

impl PropertyValue {
    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the property value");
        let name = node.text(reading, RULE, term::NAME);
        let (mut values, mut all) = (Vec::new(), true);
        for value in node.values(term::VALUE) {
            match value.value() {
                Value::String(_) | Value::Number(_) | Value::Bool(_) => values.push(value.clone()),
                Value::Null | Value::Array(_) | Value::Object(_) | Value::Wide(_) => {
                    all = false;
                    reading.unreadable(RULE, ("the property value", "value"), value, "a string, number or boolean");
                }
            }
        }
        if all {
            node.typed(term::VALUE);
        }
        let is_required = node.boolean(reading, RULE, term::IS_REQUIRED);
        Self { name, values, is_required, node: node.finish(reading) }
    }
}

impl CustomizationOptions {
    fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the customization options");
        Self { options: node.nodes(reading, RULE, term::OPTIONS, PropertyValue::read), node: node.finish(reading) }
    }
}

//! Products, by schema.org's vocabulary, as far as the specification's examples use it.

use crate::{
    description::{
        Decimal, DescriptionProfile, ModelError, Node, Party, SecurityRequirement,
        check::resources,
        model::{
            node_type::{MemberValue, ReadNode, Role, node_type, read_document},
            security,
        },
        node_reader::NodeReader,
        reading::{ModelReader, id_of},
        rules,
        vocabulary::{self as term, Term},
        writing::Writer,
    },
    diagnostic::{
        Rule, change,
        members::{Field, Meaning},
    },
    json::{Document, Json, Object, Text, Value},
};

/// A price: an amount as decimal text, and its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Price {
    /// The amount. A JSON number has its canonical text, which the signature covers.
    pub amount: Decimal,
    /// The currency (ISO 4217), if present.
    pub currency: Option<Text>,
}

const RULE: &Rule = &rules::RESOURCE;

node_type! {
    /// A product of the agent, or a link to its description (`node.id`).
    pub struct Product: "the product";
    read by Some(RULE), then |reading, product| if reading.is_check {
        let is_link = product.offers.is_empty() && (product.node.id.is_some() || product.url.is_some());
        let (name, description) = (product.name.is_some(), product.description.is_some());
        resources::product(reading, &product.node, (name, description), is_link);
    };
    written [
        "identifier", "name", "description", "url", "brand", "additionalProperty", "offers", "nutrition",
        "ingredients", "category", "sku", "image", "audience", "manufacturer",
    ];
    compared by [
        Field::any("@type", Meaning::Any(&change::IDENTITY)),
        Field::any("type", Meaning::Any(&change::IDENTITY)),
    ], rest &change::TEXT;
    {
        /// The name.
        name: Option<Text> = NAME,
        /// A description for people.
        description: Option<Text> = DESCRIPTION,
        /// The product's web page.
        url: Option<Text> = URL [url "http or https"] [means Meaning::Endpoint],
        /// An identifier chosen by the seller.
        identifier: Option<Text> = IDENTIFIER,
        /// The stock keeping unit.
        sku: Option<Text> = "sku",
        /// The category.
        category: Option<Text> = "category",
        /// The material.
        ingredients: Vec<Text> = "ingredients",
        /// The brand.
        brand: Option<Brand> = "brand",
        /// The manufacturer.
        manufacturer: Option<Party> = "manufacturer",
        /// Offers for sale.
        offers: Vec<Offer> = OFFERS,
        /// Nutrition facts.
        nutrition: Option<Nutrition> = "nutrition",
        /// Further properties, by name and value.
        additional_properties: Vec<PropertyValue> = "additionalProperty" [as "additionalProperties"],
        /// Pictures.
        images: Vec<Image> = IMAGE [as "images"] [read read_images],
        /// The audience.
        audience: Option<Audience> = "audience",
        /// Options that a buyer can or must choose.
        customization_options: Option<CustomizationOptions> = "customizationOptions",
        /// The security schemes that replace the description's, if any.
        security: Vec<SecurityRequirement> = SECURITY [read read_security] [means Meaning::Demands(true)],
    }
}

node_type! {
    /// A brand.
    pub struct Brand: "the brand";
    read by Some(RULE);
    {
        /// The name.
        name: Option<Text> = NAME,
    }
}

node_type! {
    /// An offer to sell.
    pub struct Offer: "the offer";
    read by Some(RULE);
    also &[term::PRICE_CURRENCY], &[(term::PRICE_SPECIFICATION, &PRICE_SPECIFICATION)];
    {
        /// The offer's name.
        name: Option<Text> = NAME,
        /// An identifier chosen by the seller.
        identifier: Option<Text> = IDENTIFIER,
        /// The price: of the offer, or of its only price specification.
        price: Option<Price> = PRICE [read Price::read_of_offer],
        /// The availability: an IRI such as `https://schema.org/InStock`.
        availability: Option<Text> = AVAILABILITY [read read_availability],
    }
}

pub(in crate::description) const PRICE_SPECIFICATION: Role = Role::new(&[], &[term::PRICE, term::PRICE_CURRENCY], &[]);

node_type! {
    /// Nutrition facts (schema.org's `NutritionInformation`).
    pub struct Nutrition: "the nutrition facts";
    read by Some(RULE);
    also &term::NUTRITION_FACTS, &[];
    computed {
        /// The typed facts, by schema.org's names, for example (`sugarContent`, `0g`).
        facts: Vec<(&'static str, Text)> = "facts" by read_facts,
    }
    {}
}

node_type! {
    /// A picture.
    pub struct Image: "the image";
    read by Some(RULE);
    {
        /// The URL of the picture.
        url: Option<Text> = URL [read read_address],
        /// A caption.
        caption: Option<Text> = "caption",
        /// A description for people.
        description: Option<Text> = DESCRIPTION,
    }
}

node_type! {
    /// The audience of a product.
    pub struct Audience: "the audience";
    read by Some(RULE);
    {
        /// The kind of audience.
        audience_type: Option<Text> = "audienceType",
        /// The geographic area of the audience.
        geographic_area: Option<Text> = "geographicArea",
    }
}

node_type! {
    /// A property with a name and values.
    pub struct PropertyValue: "the property value";
    read by Some(RULE);
    written ["name", "isRequired"];
    {
        /// The property's name.
        name: Option<Text> = NAME,
        /// Its values: strings, numbers or booleans; several values are alternatives.
        values: Vec<Json> = VALUE [as "values"] [read read_values],
        /// Whether a choice is required.
        is_required: Option<bool> = "isRequired",
    }
}

node_type! {
    /// An option that a buyer can or must choose.
    pub struct CustomizationOptions: "the customization options";
    read by Some(RULE);
    {
        /// The choices.
        options: Vec<PropertyValue> = "options",
    }
}

impl Product {
    /// Whether it is only a link to the product's own document, with a name and a description.
    pub(in crate::description) fn is_link(&self) -> bool {
        let Self { node, name, description, url, security, .. } = self.clone();
        let link = Self { node, name, description, url, security, ..Self::default() };
        let place = self.node.id.as_ref().or(self.url.as_ref());
        place.is_some_and(|place| place.starts_with("https://")) && *self == link
    }

    /// Reads the model of a product document; its types may be subclasses of `Product`.
    ///
    /// # Errors
    /// [`ModelError`], for example if the document is not in the plain profile.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        read_document(document, RULE)
    }
}

/// The requirements of a product. The map of named schemes in ANP-07's example is ignored.
fn read_security<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Vec<SecurityRequirement> {
    match is_map_of_schemes(reading, node) {
        true => Vec::new(),
        false => security::read_requirements(reading, RULE, node),
    }
}

/// Whether `security` is a map of named schemes, as in ANP-07's example of a product.
fn is_map_of_schemes<'a>(reading: &ModelReader<'a>, node: &mut NodeReader<'a>) -> bool {
    let anp_07 = reading.profile == DescriptionProfile::Anp07;
    let [value] = node.values(term::SECURITY) else { return false };
    let is_map = |map: &Object| map.iter().all(|scheme| scheme.value().get("scheme").is_some());
    anp_07 && value.as_object().is_some_and(is_map)
}

fn read_availability<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
    if reading.is_check {
        resources::availability(reading, node);
    }
    node.reference(reading, RULE, term::AVAILABILITY)
}

impl Price {
    /// The price of an offer, or of its only price specification.
    fn read_of_offer<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Self> {
        let own = Self::read(reading, node);
        if reading.is_check {
            resources::no_price(reading, node);
        }
        let specified = match node.values(term::PRICE_SPECIFICATION) {
            // its details are available by IRI: only the price is typed
            [value] if own.is_none() => {
                reading.node(RULE, (node.what, term::PRICE_SPECIFICATION), value).and_then(|details| {
                    let mut details = details.called("the price specification");
                    let price = Self::read(reading, &mut details);
                    details.finish(reading);
                    price
                })
            }
            _ => None,
        };
        own.or(specified)
    }

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
                resources::price(reading, node);
            }
            return None;
        };
        node.typed(term::PRICE);
        if reading.is_check {
            resources::price(reading, node);
        }
        Some(Self { amount, currency: node.text(reading, RULE, term::PRICE_CURRENCY) })
    }
}

impl MemberValue for Option<Price> {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        let Some(price) = self else { return };
        writer.set(name, Json::from(price.amount.as_str()));
        writer.text("priceCurrency", price.currency.as_ref());
    }

    fn show(&self) -> Json {
        let shown = |price: &Price| {
            let (amount, currency) = (Json::from(price.amount.as_str()), Json::from(price.currency.clone()));
            Json::from([("amount", amount), ("currency", currency)].into_iter().collect::<Object>())
        };
        self.as_ref().map(shown).into()
    }
}

fn read_facts<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Vec<(&'static str, Text)> {
    let facts = term::NUTRITION_FACTS.into_iter();
    facts.filter_map(|fact: Term| Some((fact.name(), node.text(reading, RULE, fact)?))).collect()
}

impl MemberValue for Vec<(&'static str, Text)> {
    fn write(&self, writer: &mut Writer<'_>, _name: &'static str) {
        for (fact, value) in self {
            writer.text(fact, Some(value));
        }
    }

    fn show(&self) -> Json {
        self.iter().map(|(name, fact)| (*name, Json::from(fact.clone()))).collect::<Object>().into()
    }
}

/// Pictures are image objects or URLs.
fn read_images<'a>(reading: &mut ModelReader<'a>, product: &mut NodeReader<'a>) -> Vec<Image> {
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
            images.push(Image { node, url: Some(address.clone()), ..Image::default() });
            continue;
        }
        match reading.node(RULE, (Product::WHAT, term::IMAGE), value) {
            Some(node) => images.extend(Image::read_node(reading, RULE, node)),
            None => all = false,
        }
    }
    if all {
        product.typed(term::IMAGE);
    }
    images
}

fn read_address<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
    node.reference(reading, RULE, term::URL)
}

fn read_values<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Vec<Json> {
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
    values
}

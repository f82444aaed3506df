//! Real documents, read in place: the values a person reads in them, typed here by hand, are the values the model has.

use adp_fixtures::third_party;
use agent_description::{
    Document, Json, Limits, Timestamp,
    description::{
        AgentDescription, CheckOptions, DescriptionProfile, InterfaceKind, ParameterLocation, PartyKind, Product,
        PropertyValue, SecurityRequirement, check, subject_did,
    },
    diagnostic::Severity,
};

const OLD: &str = "anp/AgentNetworkProtocol-2025-02/examples/adp";
const NEW: &str = "anp/AgentNetworkProtocol-current/examples/adp";
const CRAWLER: &str = "anp/anp/anp/anp_crawler/test";

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

/// The model, the subject, and no error among the diagnostics.
fn description(text: &str) -> (AgentDescription, Option<String>) {
    let document = document(text);
    let errors: Vec<_> = check(&document, &CheckOptions::default())
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let subject = subject_did(&document).unwrap();
    (AgentDescription::from_document(&document).unwrap(), subject.map(|did| did.to_string()))
}

fn product(text: &str) -> Product {
    let document = document(text);
    Product::from_document(&document).unwrap()
}

/// The specification's own example without the stray `""`, which is no JSON.
fn specification_example() -> String {
    let printed = third_party::read("anp/seed-examples/ad-as-printed.not-json.txt");
    printed.lines().filter(|line| line.trim() != "\"\"").collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_didwba_header(description: &AgentDescription) {
    let [definition] = description.security_definitions.as_slice() else { panic!("one definition") };
    assert_eq!(definition.name.as_str(), "didwba_sc");
    assert_eq!(definition.scheme.scheme.as_str(), "didwba");
    assert_eq!(definition.scheme.location, ParameterLocation::Header);
    assert_eq!(definition.scheme.name.as_deref(), Some("Authorization"));
    assert_eq!(definition.scheme.description, None);
    assert_eq!(description.security, [SecurityRequirement::Named("didwba_sc".into())]);
    for interface in &description.interfaces {
        let effective = description.effective_security(&interface.security);
        assert_eq!(effective, [&definition.scheme]);
    }
}

/// (type's last word, protocol, url, description, version, humanAuthorization)
type InterfaceRow<'a> = (&'a str, &'a str, &'a str, &'a str, Option<&'a str>, Option<bool>);

#[track_caller]
fn assert_interfaces(description: &AgentDescription, expected: &[InterfaceRow<'_>]) {
    let found: Vec<InterfaceRow<'_>> = description
        .interfaces
        .iter()
        .map(|interface| {
            let kind = match interface.kind.as_ref().unwrap() {
                InterfaceKind::Structured => "StructuredInterface",
                InterfaceKind::NaturalLanguage => "NaturalLanguageInterface",
                InterfaceKind::Other(iri) => iri.as_str(),
                _ => panic!("a kind of interface this test does not know"),
            };
            assert_eq!(interface.name, None);
            assert_eq!(interface.node.id.as_deref(), None);
            assert_eq!(interface.content, None);
            assert_eq!(interface.node.untyped_properties().count(), 0);
            (
                kind,
                interface.protocol.as_deref().unwrap(),
                interface.url.as_deref().unwrap(),
                interface.description.as_deref().unwrap(),
                interface.version.as_deref(),
                interface.human_authorization,
            )
        })
        .collect();
    assert_eq!(found, expected);
}

/// The first value of an untyped property, as a scalar.
#[track_caller]
fn scalar<'a>(mut values: impl Iterator<Item = &'a Json>) -> &'a Json {
    values.next().unwrap()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn specification_example_is_what_it_says() {
    let text = specification_example();
    let (ad, subject) = description(&text);
    assert_eq!(ad.profile, DescriptionProfile::Adp);
    assert_eq!(ad.node.types().collect::<Vec<_>>(), ["https://agent-network-protocol.com/ad#AgentDescription"]);
    assert_eq!(ad.node.id.as_deref(), Some("https://agent-network-protocol.com/agents/smartassistant"));
    assert_eq!(ad.name.as_str(), "SmartAssistant");
    assert_eq!(ad.did.as_deref(), Some("did:wba:example.com:user:alice"));
    assert_eq!(subject.as_deref(), Some("did:wba:example.com:user:alice"));
    assert_eq!(
        ad.description.as_deref(),
        Some(
            "SmartAssistant is an intelligent agent solution for individuals and enterprises, providing various natural \
             language processing and cross-platform connectivity capabilities."
        )
    );
    assert_eq!(ad.version.as_deref(), Some("1.0.0"));
    let created = ad.created.as_ref().unwrap();
    assert_eq!(created.as_str(), "2024-12-31T12:00:00Z");
    assert_eq!(created.parse::<Timestamp>().unwrap().as_unix_seconds(), 1_735_646_400);
    assert_eq!(ad.modified, None);
    assert_eq!(ad.url, None);
    let owner = ad.owner.as_ref().unwrap();
    assert_eq!(owner.kind, PartyKind::Organization);
    assert_eq!(owner.name.as_deref(), Some("Hangzhou Bit Intelligence Technology Co., Ltd."));
    assert_eq!(owner.node.id.as_deref(), Some("https://agent-network-protocol.com"));
    let products: Vec<_> = ad
        .products
        .iter()
        .map(|product| {
            (
                product.name.as_deref().unwrap(),
                product.description.as_deref().unwrap(),
                product.node.id.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        products,
        [
            (
                "AI Assistant Pro",
                "A high-end AI assistant offering advanced customization services.",
                "https://agent-network-protocol.com/products/ai-assistant-pro"
            ),
            (
                "Agent Connector",
                "A cross-platform connectivity solution for intelligent agents.",
                "https://agent-network-protocol.com/products/agent-connector"
            ),
        ]
    );
    assert!(ad.services.is_empty());
    assert_interfaces(
        &ad,
        &[
            (
                "NaturalLanguageInterface",
                "YAML",
                "https://agent-network-protocol.com/api/nl-interface.yaml",
                "A YAML file for interacting with the intelligent agent through natural language.",
                None,
                None,
            ),
            (
                "StructuredInterface",
                "YAML",
                "https://agent-network-protocol.com/api/purchase-interface.yaml",
                "A YAML file for interacting with the intelligent agent through purchase.",
                None,
                Some(true),
            ),
            (
                "StructuredInterface",
                "JSON-RPC 2.0",
                "https://agent-network-protocol.com/api/api-interface.json",
                "A JSON-RPC 2.0 file for interacting with the intelligent agent through APIs.",
                None,
                None,
            ),
        ],
    );
    assert_eq!(ad.interfaces[1].human_authorization, Some(true));
    assert_ne!(ad.interfaces[2].human_authorization, Some(true));
    assert_didwba_header(&ad);
    // the proof is no part of the model
    assert_eq!(ad.node.untyped_properties().count(), 0);
    third_party::ran("anp-specification-example", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn hotel_of_2025() {
    let text = third_party::read(&format!("{OLD}/hotel/examples/ad.json"));
    let (ad, subject) = description(&text);
    assert_eq!(ad.profile, DescriptionProfile::Adp);
    assert_eq!(ad.node.types().collect::<Vec<_>>(), ["https://service.agent-network-protocol.com/ad#AgentDescription"]);
    assert_eq!(
        ad.node.id.as_deref(),
        Some("https://service.agent-network-protocol.com/agents/sheraton-chuzhou-hotel/ad.json")
    );
    assert_eq!(ad.name.as_str(), "Hotel Booking Agent");
    assert_eq!(subject.as_deref(), Some("did:wba:service.agent-network-protocol.com:wba:hotel"));
    assert_eq!(ad.version.as_deref(), Some("1.0.0"));
    assert_eq!(ad.created.as_deref().unwrap(), "2025-01-29T09:08:44Z");
    assert_eq!(ad.owner.as_ref().unwrap().name.as_deref(), Some("Hotel Chain Group"));
    assert_eq!(ad.owner.as_ref().unwrap().node.id.as_deref(), Some("https://example-hotel-group.com"));
    assert!(ad.products.is_empty());
    let base = "https://service.agent-network-protocol.com/agents/sheraton-chuzhou-hotel/api";
    assert_interfaces(
        &ad,
        &[
            (
                "https://service.agent-network-protocol.com/ad#SearchInterface",
                "YAML",
                &format!("{base}/search-interface.yaml"),
                "A YAML file for searching and filtering hotel information, such as room information, price information, etc.",
                None,
                None,
            ),
            (
                "https://service.agent-network-protocol.com/ad#BookingInterface",
                "YAML",
                &format!("{base}/booking-interface.yaml"),
                "A YAML file for hotel room booking and reservation management.",
                None,
                None,
            ),
            (
                "NaturalLanguageInterface",
                "YAML",
                &format!("{base}/nl-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through natural language.",
                None,
                None,
            ),
        ],
    );
    assert_didwba_header(&ad);
    let hotel = ad.domain_entity.as_ref().unwrap();
    assert_eq!(hotel.node.types().collect::<Vec<_>>(), ["https://schema.org/Hotel"]);
    assert_eq!(hotel.name.as_deref(), Some("滁州港汇喜来登酒店"));
    assert_eq!(
        hotel.node.id.as_deref(),
        Some("https://service.agent-network-protocol.com/agents/hotel/sheraton-chuzhou-hotel/hotel.json")
    );
    // what is not typed stays reachable by IRI
    assert_eq!(
        scalar(hotel.node.untyped("https://schema.org/hotelID")).as_number().unwrap().as_integer(),
        Some(372_505_161)
    );
    assert_eq!(scalar(hotel.node.untyped("https://schema.org/telephone")).as_str(), Some("0550-2201888"));
    let geo = scalar(hotel.node.untyped("https://schema.org/geo"));
    assert_eq!(geo.get("latitude").and_then(Json::as_number).unwrap().to_string(), "32.242098");
    assert_eq!(hotel.node.untyped("https://schema.org/image").count(), 3);
    assert_eq!(hotel.node.untyped("https://schema.org/amenityFeature").count(), 6);
    assert_eq!(hotel.node.untyped("https://schema.org/makesOffer").count(), 4);
    third_party::ran("anp-hotel-2025", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn coffee_shop_of_2025() {
    let text = third_party::read(&format!("{OLD}/lkcoffe/ad.json"));
    let (ad, subject) = description(&text);
    assert_eq!(ad.name.as_str(), "Luckin Coffee Agent");
    assert_eq!(subject.as_deref(), Some("did:wba:service.agent-network-protocol.com:wba:lkcoffe"));
    assert_eq!(ad.node.id.as_deref(), Some("https://service.agent-network-protocol.com/agents/lkcoffe/ad.json"));
    assert_eq!(
        ad.description.as_deref(),
        Some("Luckin Coffee's intelligent agent providing product information and customization options.")
    );
    assert_eq!(ad.created.as_deref().unwrap(), "2025-01-03T10:56:57Z");
    assert_eq!(ad.owner.as_ref().unwrap().kind, PartyKind::Organization);
    assert_eq!(ad.owner.as_ref().unwrap().name.as_deref(), Some("Luckin Coffee"));
    assert_eq!(ad.owner.as_ref().unwrap().node.id.as_deref(), Some("https://luckincoffee.com"));
    assert_didwba_header(&ad);
    assert!(ad.products.is_empty(), "the products belong to the shop");
    let shop = ad.domain_entity.as_ref().unwrap();
    assert_eq!(shop.node.types().collect::<Vec<_>>(), ["https://schema.org/CafeOrCoffeeShop"]);
    assert_eq!(shop.name.as_deref(), Some("Luckin Coffee"));
    assert_eq!(shop.url.as_deref(), Some("https://www.starbucks.com"));
    assert_eq!(scalar(shop.node.untyped("https://schema.org/openingHours")).as_str(), Some("Mo-Su 07:00-22:00"));
    let products: Vec<_> = shop
        .products
        .iter()
        .map(|product| (product.name.as_deref().unwrap(), product.node.id.as_deref().unwrap()))
        .collect();
    let base = "https://service.agent-network-protocol.com/agents/lkcoffe";
    assert_eq!(
        products,
        [
            ("Silk Latte", format!("{base}/silk-latte/silk-latte.json").as_str()),
            ("Orange C Americano", &format!("{base}/orange-americano/orange-americano.json")),
            ("Roasted Coconut Latte", &format!("{base}/roasted-coconut-latte/roasted-coconut-latte.json")),
        ]
    );
    assert_interfaces(
        &ad,
        &[
            (
                "NaturalLanguageInterface",
                "YAML",
                &format!("{base}/api/nl-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through natural language.",
                None,
                None,
            ),
            (
                "https://service.agent-network-protocol.com/ad#PurchaseInterface",
                "YAML",
                &format!("{base}/api/purchase-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through purchase.",
                None,
                None,
            ),
        ],
    );
    third_party::ran("anp-coffee-shop-2025", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn hotel_of_anp_07() {
    let text = third_party::read(&format!("{NEW}/hotel/ad.json"));
    let (ad, subject) = description(&text);
    assert_eq!(ad.profile, DescriptionProfile::Anp07);
    assert_eq!(ad.protocol_version.as_deref(), Some("1.0.0"));
    assert_eq!(ad.node.id.as_deref(), None);
    assert_eq!(
        ad.url.as_deref(),
        Some("https://service.agent-network-protocol.com/agents/sheraton-chuzhou-hotel/ad.json")
    );
    assert_eq!(ad.name.as_str(), "Hotel Booking Agent");
    assert_eq!(subject.as_deref(), Some("did:wba:service.agent-network-protocol.com:wba:hotel"));
    let owner = ad.owner.as_ref().unwrap();
    assert_eq!(
        (owner.kind, owner.name.as_deref(), owner.url.as_deref()),
        (PartyKind::Organization, Some("Hotel Chain Group"), Some("https://example-hotel-group.com"))
    );
    assert_eq!(ad.created.as_deref().unwrap(), "2025-01-29T09:08:44Z");
    assert_didwba_header(&ad);
    let [rooms] = ad.informations.as_slice() else { panic!("one resource") };
    assert_eq!(rooms.node.types().collect::<Vec<_>>(), ["https://schema.org/Product"]);
    assert_eq!(rooms.name, None);
    assert_eq!(rooms.description.as_deref(), Some("Hotel room details, rates, availability, and booking conditions."));
    assert_eq!(
        rooms.url.as_deref(),
        Some("https://service.agent-network-protocol.com/agents/hotel/examples/hotel_room.json")
    );
    let hotel = ad.domain_entity.as_ref().unwrap();
    assert_eq!(hotel.node.types().collect::<Vec<_>>(), ["https://schema.org/Hotel"]);
    assert_eq!(hotel.name.as_deref(), Some("滁州港汇喜来登酒店"));
    assert_eq!(scalar(hotel.node.untyped("https://schema.org/openingDate")).as_str(), Some("2015"));
    let base = "https://service.agent-network-protocol.com/agents/sheraton-chuzhou-hotel/api";
    assert_interfaces(
        &ad,
        &[
            (
                "StructuredInterface",
                "YAML",
                &format!("{base}/search-interface.yaml"),
                "A YAML file for searching and filtering hotel information, such as room information, price information, etc.",
                Some("1.0.0"),
                None,
            ),
            (
                "StructuredInterface",
                "YAML",
                &format!("{base}/booking-interface.yaml"),
                "A YAML file for hotel room booking and reservation management.",
                Some("1.0"),
                Some(true),
            ),
            (
                "NaturalLanguageInterface",
                "YAML",
                &format!("{base}/nl-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through natural language.",
                Some("1.0"),
                None,
            ),
        ],
    );
    third_party::ran("anp-hotel-07", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn coffee_shop_of_anp_07() {
    let text = third_party::read(&format!("{NEW}/lkcoffe/ad.json"));
    let (ad, subject) = description(&text);
    assert_eq!(ad.profile, DescriptionProfile::Anp07);
    assert_eq!(ad.name.as_str(), "Luckin Coffee Agent");
    assert_eq!(subject.as_deref(), Some("did:wba:service.agent-network-protocol.com:wba:lkcoffe"));
    assert_eq!(ad.url.as_deref(), Some("https://service.agent-network-protocol.com/agents/lkcoffe/ad.json"));
    assert_didwba_header(&ad);
    let names: Vec<_> = ad.informations.iter().map(|information| information.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["Silk Latte", "Orange C Americano", "Roasted Coconut Latte"]);
    assert_eq!(
        ad.informations[2].url.as_deref(),
        Some(
            "https://service.agent-network-protocol.com/agents/lkcoffe/roasted-coconut-latte/roasted-coconut-latte.json"
        )
    );
    assert_eq!(ad.domain_entity.as_ref().unwrap().url.as_deref(), Some("https://luckincoffee.com"));
    let base = "https://service.agent-network-protocol.com/agents/lkcoffe/api";
    assert_interfaces(
        &ad,
        &[
            (
                "NaturalLanguageInterface",
                "YAML",
                &format!("{base}/nl-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through natural language.",
                Some("1.0"),
                None,
            ),
            (
                "StructuredInterface",
                "YAML",
                &format!("{base}/purchase-interface.yaml"),
                "A YAML file for interacting with the intelligent agent through purchase.",
                Some("1.0"),
                Some(true),
            ),
        ],
    );
    third_party::ran("anp-coffee-shop-07", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn crawler_test_description() {
    let text = third_party::read(&format!("{CRAWLER}/test_data_agent_description.json"));
    let (ad, subject) = description(&text);
    assert_eq!(ad.profile, DescriptionProfile::Anp07);
    assert_eq!(ad.name.as_str(), "Grand Hotel Assistant");
    assert_eq!(subject.as_deref(), Some("did:wba:grand-hotel.com:service:hotel-assistant"));
    assert_eq!(ad.url.as_deref(), Some("https://grand-hotel.com/agents/hotel-assistant"));
    assert_eq!(ad.owner.as_ref().unwrap().name.as_deref(), Some("Grand Hotel Management Group"));
    assert_didwba_header(&ad);
    let informations: Vec<_> = ad
        .informations
        .iter()
        .map(|information| (information.node.types().next().unwrap(), information.url.as_deref().unwrap()))
        .collect();
    assert_eq!(
        informations,
        [
            ("https://schema.org/Product", "https://grand-hotel.com/products/luxury-rooms.json"),
            ("https://schema.org/Product", "https://grand-hotel.com/products/concierge-services.json"),
            ("https://agent-network-protocol.com/ad#Information", "https://grand-hotel.com/info/hotel-basic-info.json"),
            ("https://schema.org/VideoObject", "https://grand-hotel.com/media/hotel-tour-video.mp4"),
        ]
    );
    assert_interfaces(
        &ad,
        &[
            (
                "NaturalLanguageInterface",
                "YAML",
                "https://grand-hotel.com/api/nl-interface.yaml",
                "Natural language interface for conversational hotel services and guest assistance.",
                Some("1.2.2"),
                None,
            ),
            (
                "StructuredInterface",
                "YAML",
                "https://grand-hotel.com/api/booking-interface.yaml",
                "Structured interface for hotel room booking and reservation management.",
                Some("1.1"),
                Some(true),
            ),
            (
                "StructuredInterface",
                "openrpc",
                "https://grand-hotel.com/api/services-interface.json",
                "openrpc interface for accessing hotel services and amenities.",
                None,
                None,
            ),
            (
                "StructuredInterface",
                "MCP",
                "https://grand-hotel.com/api/mcp-interface.json",
                "MCP-compatible interface for seamless integration with MCP-based systems.",
                Some("1.0"),
                None,
            ),
            (
                "StructuredInterface",
                "WebRTC",
                "https://grand-hotel.com/api/webrtc-interface.yaml",
                "WebRTC interface for real-time video communication and streaming services.",
                Some("1.0"),
                None,
            ),
        ],
    );
    third_party::ran("anp-crawler-description", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn inline_openrpc_is_json_and_nothing_else() {
    let text = third_party::read(&format!("{CRAWLER}/test_data_embedded_openrpc.json"));
    let (ad, _) = description(&text);
    let [interface, talk] = ad.interfaces.as_slice() else { panic!("two interfaces") };
    assert_eq!(talk.kind, Some(InterfaceKind::NaturalLanguage));
    assert_eq!(talk.url.as_deref(), Some("https://hotel-services.com/api/nl-interface.yaml"));
    assert_eq!(interface.kind, Some(InterfaceKind::Structured));
    assert_eq!(interface.protocol.as_deref(), Some("openrpc"));
    assert_eq!(interface.url, None);
    let content = interface.content.as_ref().unwrap();
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let source = agent_description::json::pointer::lookup(document.json(), "/interfaces/0/content").unwrap();
    assert_eq!(content, source);
    assert_eq!(content.get("openrpc").and_then(Json::as_str), Some("1.3.2"));
    assert_eq!(
        content.get("methods").and_then(Json::as_array).unwrap()[0].get("name").and_then(Json::as_str),
        Some("checkAvailability")
    );
    third_party::ran("anp-inline-openrpc", 1);
}

#[track_caller]
fn choices(option: &PropertyValue) -> (&str, Option<bool>, Vec<&str>) {
    let values = option.values.iter().map(|value| value.as_str().unwrap_or_else(|| panic!("{value:?}"))).collect();
    (option.name.as_deref().unwrap(), option.is_required, values)
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn specification_product_is_typed_throughout() {
    let text = third_party::read("anp/seed-examples/product-roasted-coconut-latte.json");
    let latte = product(&text);
    assert_eq!(
        latte.node.id.as_deref(),
        Some("https://agent-network-protocol.com/agents/lkcoffe/roasted-coconut-latte/roasted-coconut-latte.json")
    );
    assert_eq!(latte.node.types().collect::<Vec<_>>(), ["https://schema.org/Product"]);
    assert_eq!(latte.identifier.as_deref(), Some("rl-29ab8cf9"));
    assert_eq!(latte.name.as_deref(), Some("Roasted Coconut Latte"));
    assert!(latte.description.as_deref().unwrap().starts_with("Roasted at approximately 135°C for a unique"));
    assert_eq!(latte.brand.as_ref().unwrap().name.as_deref(), Some("Luckin Coffee"));
    let additional: Vec<_> = latte.additional_properties.iter().map(choices).collect();
    assert_eq!(additional.len(), 3);
    assert_eq!(additional[1], ("Slogan", None, vec!["Winter Special Drink Warm Return"]));
    assert_eq!(additional[2], ("Additional Info", None, vec!["Coconut flavor from memory"]));
    let [offer] = latte.offers.as_slice() else { panic!("one offer") };
    let price = offer.price.as_ref().unwrap();
    assert_eq!((price.amount.as_str(), price.currency.as_deref()), ("13", Some("CNY")));
    assert_eq!(offer.availability.as_deref(), Some("https://schema.org/InStock"));
    assert_eq!(
        latte.nutrition.as_ref().unwrap().facts.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>(),
        [
            ("calories", "150"),
            ("fatContent", "0g"),
            ("cholesterolContent", "0mg"),
            ("carbohydrateContent", "0g"),
            ("sugarContent", "0g"),
            ("proteinContent", "0g"),
        ]
    );
    let facts = &latte.nutrition.as_ref().unwrap().facts;
    assert!(facts.contains(&("calories", "150".into())) && facts.iter().all(|(fact, _)| *fact != "fiberContent"));
    assert_eq!(
        latte.ingredients.iter().map(|text| text.as_str()).collect::<Vec<_>>(),
        ["Coconut milk, espresso, roasted coconut syrup"]
    );
    assert_eq!(latte.category.as_deref(), Some("Beverage"));
    assert_eq!(latte.sku.as_deref(), Some("LK-COCONUT-LATTE"));
    let images: Vec<_> =
        latte.images.iter().map(|image| (image.url.as_deref().unwrap(), image.caption.as_deref().unwrap())).collect();
    let base = "https://agent-network-protocol.com/agents/lkcoffe/roasted-coconut-latte";
    assert_eq!(
        images,
        [
            (format!("{base}/instruction.jpg").as_str(), "Roasted Coconut Latte - Winter Special Drink Warm Return"),
            (&format!("{base}/feature.jpg"), "Roasted Coconut Latte - Coconut flavor from memory"),
        ]
    );
    assert_eq!(latte.images[1].description.as_deref(), Some("Coconut flavor from memory"));
    let audience = latte.audience.as_ref().unwrap();
    assert_eq!(
        (audience.audience_type.as_deref(), audience.geographic_area.as_deref()),
        (Some("Coffee Enthusiasts"), Some("China"))
    );
    let manufacturer = latte.manufacturer.as_ref().unwrap();
    assert_eq!(
        (manufacturer.kind, manufacturer.name.as_deref(), manufacturer.url.as_deref()),
        (PartyKind::Organization, Some("Luckin Coffee"), Some("https://luckincoffee.com"))
    );
    let options: Vec<_> = latte.customization_options.as_ref().unwrap().options.iter().map(choices).collect();
    assert_eq!(
        options,
        [
            ("Temperature", Some(true), vec!["Iced", "Hot"]),
            ("Sugar Level", Some(true), vec!["Standard Sweet", "Less Sweet", "Slightly Sweet", "No Additional Sugar"]),
        ]
    );
    assert_eq!(latte.node.untyped_properties().count(), 0, "every member of the example is typed");
    third_party::ran("anp-specification-product", 1);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn coffees_of_2025() {
    // (file, identifier, name, price, image, first option's choices, number of options)
    let base = "https://service.agent-network-protocol.com/agents/lkcoffe";
    let expected = [
        (
            "orange-americano",
            "oa-29ab8cf9",
            "橙C美式",
            "20",
            format!("{base}/orange-americano/instruction.jpg"),
            ("杯型", Some(true), vec!["小杯", "中杯", "大杯"]),
            4,
            7,
        ),
        (
            "roasted-coconut-latte",
            "rl-29ab8cf9",
            "烤椰拿铁",
            "13",
            format!("{base}/roasted-coconut-latte/instruction.jpeg"),
            ("温度", Some(true), vec!["冰", "热"]),
            2,
            3,
        ),
        (
            "silk-latte",
            "sl-29ab8cf9",
            "丝绸拿铁",
            "20",
            format!("{base}/silk-latte/instruction.jpg"),
            ("杯型", Some(true), vec!["小杯", "中杯", "大杯"]),
            4,
            2,
        ),
    ];
    let mut read = 0;
    for (file, identifier, name, price, image, first_option, options, additional) in expected {
        let text = third_party::read(&format!("{OLD}/lkcoffe/{file}/{file}.json"));
        let coffee = product(&text);
        assert_eq!(coffee.node.id.as_deref(), Some(format!("{base}/{file}/{file}.json").as_str()));
        assert_eq!(coffee.identifier.as_deref(), Some(identifier));
        assert_eq!(coffee.name.as_deref(), Some(name));
        assert_eq!(coffee.brand.as_ref().unwrap().name.as_deref(), Some("瑞幸咖啡"));
        let offer_price = coffee.offers[0].price.as_ref().unwrap();
        assert_eq!((offer_price.amount.as_str(), offer_price.currency.as_deref()), (price, Some("CNY")));
        assert_eq!(coffee.images.len(), 1);
        assert_eq!(coffee.images[0].url.as_deref(), Some(image.as_str()));
        assert_eq!(coffee.audience.as_ref().unwrap().audience_type.as_deref(), Some("咖啡爱好者"));
        let choosable = &coffee.customization_options.as_ref().unwrap().options;
        assert_eq!(choices(&choosable[0]), first_option);
        assert_eq!(choosable.len(), options);
        assert_eq!(coffee.additional_properties.len(), additional);
        assert_eq!(coffee.node.untyped_properties().count(), 0);
        read += 1;
    }
    third_party::ran("anp-coffees-2025", read);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn hotel_room_reads_as_a_product() {
    let text = third_party::read(&format!("{OLD}/hotel/examples/hotel_room.json"));
    let room = product(&text);
    assert_eq!(room.node.types().collect::<Vec<_>>(), ["https://schema.org/HotelRoom"]);
    assert_eq!(room.identifier.as_deref(), Some("room-deluxe-001"));
    assert_eq!(room.name.as_deref(), Some("Deluxe Ocean View Room"));
    assert_eq!(room.images.len(), 2);
    let offers: Vec<_> = room
        .offers
        .iter()
        .map(|offer| {
            let price = offer.price.as_ref().unwrap();
            (
                offer.identifier.as_deref().unwrap(),
                offer.name.as_deref().unwrap(),
                price.amount.as_str(),
                price.currency.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(offers, [("RP20250204001", "标准价", "1280", "CNY"), ("RP20250204002", "无早价", "1180", "CNY")]);
    assert_eq!(room.offers[0].node.untyped("https://schema.org/pricePerDay").count(), 3);
    assert_eq!(scalar(room.node.untyped("https://schema.org/roomName")).as_str(), Some("豪华海景房"));
    assert_eq!(scalar(room.node.untyped("https://schema.org/petsAllowed")).as_bool(), Some(false));
    third_party::ran("anp-hotel-room-2025", 1);
}

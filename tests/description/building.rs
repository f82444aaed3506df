//! Descriptions made in code, and models written back as documents.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Document, Json, Limits,
    description::{
        AgentDescription, AgentDescriptionBuilder, CheckOptions, DescriptionProfile, Interface, InterfaceKind,
        ParameterLocation, Party, PartyKind, Product, SecurityDefinition, SecurityRequirement, SecurityScheme, Service,
        WriteError, check, check_plain, subject_did,
    },
    diagnostic::Severity,
    did::Did,
    jsonld::Contexts,
};

fn read(document: &Document) -> AgentDescription {
    check_plain(document).unwrap();
    subject_did(document).unwrap();
    AgentDescription::from_document(document).unwrap()
}

fn alice() -> AgentDescription {
    let did: Did = "did:wba:agent.example:alice".parse().unwrap();
    let mut owner = Party::new(PartyKind::Organization, "Example");
    owner.node.id = Some("https://owner.example/".into());
    owner.url = Some("https://owner.example/home".into());
    let mut product =
        Product::new("https://agent.example/room.json", "Room").with_price("120.50".parse().unwrap(), "EUR");
    product.description = Some("A room.".into());
    let mut service = Service::new("https://agent.example/concierge.json", "Concierge");
    service.description = Some("Answers.".into());
    let mut booking =
        Interface::new(InterfaceKind::Structured, "https://agent.example/#book", "Booking", "Books a room.");
    booking.protocol = Some("JSON-RPC 2.0".into());
    booking.url = Some("https://agent.example/book.json".into());
    booking.version = Some("2".into());
    booking.human_authorization = Some(true);
    booking.security.push(SecurityRequirement::Named("key_sc".into()));
    let talk = Interface::new(InterfaceKind::NaturalLanguage, "https://agent.example/#talk", "Talk", "Talks.");
    let mut builder = AgentDescription::builder()
        .id("https://agent.example/ad.json")
        .name("Alice")
        .did(&did)
        .description("Books rooms.")
        .interface(booking)
        .interface(defined(talk, "https://agent.example/talk.yaml"));
    builder.model.owner = Some(owner);
    builder.model.products.push(product);
    builder.model.services.push(service);
    builder.model.language = Some("en".into());
    builder.model.version = Some("1.0.0".into());
    builder.model.created = Some("2026-01-31T12:00:00Z".into());
    let did_wba = SecurityScheme::new("didwba", ParameterLocation::Header, "Authorization");
    let key = SecurityScheme::new("apikey", ParameterLocation::Query, "key");
    for (name, scheme) in [("didwba_sc", did_wba), ("key_sc", key)] {
        builder.model.security_definitions.push(SecurityDefinition { name: name.into(), scheme });
    }
    builder.model.security.push(SecurityRequirement::Named("didwba_sc".into()));
    builder.build().unwrap()
}

/// The interface with its definition in YAML at a URL.
fn defined(mut interface: Interface, url: &str) -> Interface {
    interface.protocol = Some("YAML".into());
    interface.url = Some(url.into());
    interface
}

#[test]
fn a_part_that_says_nothing_is_written_so_that_it_is_read_again() {
    let text = super::written::document(
        super::written::EMBEDDED,
        &[
            ("owner", r#"{"name": null}"#),
            (
                "products",
                r#"[{"name": "p", "image": {"caption": null}, "nutrition": {"calories": null}, "brand": {"name": null}, "audience": {"audienceType": null}, "offers": [{"price": null}]}]"#,
            ),
            ("domainEntity", r#"{"name": null}"#),
        ],
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let model = AgentDescription::from_document(&document).unwrap();
    assert!(model.owner.is_some() && model.products[0].brand.is_some() && model.products[0].nutrition.is_some());
    let again = model.to_document().unwrap();
    assert_eq!(
        AgentDescription::from_document(&again).unwrap_or_else(|error| panic!("{error}\n{}", again.source())),
        model
    );
}

#[test]
fn a_built_description_is_written_in_the_protocol_terms() {
    let expected = r#"{
  "@context": [
    "https://agent-network-protocol.com/ad#",
    {
      "@language": "en"
    }
  ],
  "@type": "ad:AgentDescription",
  "@id": "https://agent.example/ad.json",
  "name": "Alice",
  "did": "did:wba:agent.example:alice",
  "owner": {
    "@type": "Organization",
    "@id": "https://owner.example/",
    "name": "Example",
    "url": "https://owner.example/home"
  },
  "description": "Books rooms.",
  "version": "1.0.0",
  "created": "2026-01-31T12:00:00Z",
  "securityDefinitions": {
    "didwba_sc": {
      "scheme": "didwba",
      "in": "header",
      "name": "Authorization"
    },
    "key_sc": {
      "scheme": "apikey",
      "in": "query",
      "name": "key"
    }
  },
  "security": "didwba_sc",
  "products": [
    {
      "@type": "Product",
      "@id": "https://agent.example/room.json",
      "name": "Room",
      "description": "A room.",
      "offers": [
        {
          "@type": "Offer",
          "price": "120.50",
          "priceCurrency": "EUR"
        }
      ]
    }
  ],
  "services": [
    {
      "@type": "Service",
      "@id": "https://agent.example/concierge.json",
      "name": "Concierge",
      "description": "Answers."
    }
  ],
  "interfaces": [
    {
      "@type": "ad:StructuredInterface",
      "@id": "https://agent.example/#book",
      "name": "Booking",
      "description": "Books a room.",
      "protocol": "JSON-RPC 2.0",
      "version": "2",
      "humanAuthorization": true,
      "security": "key_sc",
      "url": "https://agent.example/book.json"
    },
    {
      "@type": "ad:NaturalLanguageInterface",
      "@id": "https://agent.example/#talk",
      "name": "Talk",
      "description": "Talks.",
      "protocol": "YAML",
      "url": "https://agent.example/talk.yaml"
    }
  ]
}
"#;
    let document = alice().to_document().unwrap();
    assert_eq!(document.source(), expected);
    assert_eq!(check(&document, &CheckOptions { strict: true, ..CheckOptions::default() }), []);
    assert_eq!(read(&document), alice());
}

#[test]
fn the_smallest_description_has_a_name_and_did_wba() {
    let ad = AgentDescription::builder().name("Bob").build().unwrap();
    assert_eq!(ad.name.as_str(), "Bob");
    assert_eq!(ad.did, None);
    let [scheme] = ad.effective_security(&[])[..] else { panic!("one scheme") };
    assert_eq!((scheme.scheme.as_str(), scheme.name.as_deref()), ("didwba", Some("Authorization")));
    let findings = check(&ad.to_document().unwrap(), &CheckOptions { strict: true, ..CheckOptions::default() });
    assert!(findings.iter().all(|finding| finding.severity == Severity::Note), "{findings:?}");
}

#[track_caller]
fn refused(built: Result<AgentDescription, WriteError>, code: Code) {
    assert_eq!(built.map(|ad| ad.name.to_string()).map_err(|error| error.code()), Err(code));
}

#[test]
fn unsound_descriptions_are_not_built() {
    let builder = || AgentDescription::builder().name("Bob");
    refused(AgentDescription::builder().build(), Code::AD_MISSING_TERM);
    refused(builder().name(" ").build(), Code::AD_MISSING_TERM);
    let with_security = |mut builder: AgentDescriptionBuilder, name: &str| {
        builder.model.security.push(SecurityRequirement::Named(name.into()));
        builder
    };
    refused(with_security(builder(), "nosec").build(), Code::AD_UNKNOWN_SECURITY);
    refused(builder().id("bob").build(), Code::AD_STRUCTURE);
    let interface = Interface::new(InterfaceKind::Structured, "https://agent.example/#i", "I", "Does.");
    refused(builder().interface(interface.clone()).build(), Code::AD_MISSING_TERM);
    let insecure = defined(interface.clone(), "http://agent.example/i.yaml");
    refused(builder().interface(insecure).build(), Code::AD_URL_SCHEME);
    let mut other = defined(interface, "https://agent.example/i.yaml");
    other.security.push(SecurityRequirement::Named("other".into()));
    refused(builder().interface(other).build(), Code::AD_UNKNOWN_SECURITY);
    let mut builder = builder();
    let scheme = SecurityScheme::new("a", ParameterLocation::Header, "b");
    builder.model.security_definitions.push(SecurityDefinition { name: "x".into(), scheme });
    refused(with_security(builder, "y").build(), Code::AD_UNKNOWN_SECURITY);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_documents_survive_being_written_back() {
    let mut written = 0;
    for (file, skipped_line) in [
        ("anp/seed-examples/ad-as-printed.not-json.txt", "\"\""),
        ("anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/ad.json", ""),
        ("anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/ad.json", ""),
        ("anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json", ""),
        ("anp/AgentNetworkProtocol-current/examples/adp/lkcoffe/ad.json", ""),
        ("anp/anp/anp/anp_crawler/test/test_data_agent_description.json", ""),
        ("anp/anp/anp/anp_crawler/test/test_data_embedded_openrpc.json", ""),
    ] {
        let text = third_party::read(file);
        let text: Vec<&str> = text.lines().filter(|line| line.trim() != skipped_line).collect();
        let ad = read(&Document::parse(text.join("\n").as_bytes(), &Limits::default()).unwrap());
        let again = read(&ad.to_document().unwrap());
        assert_eq!(again.profile, DescriptionProfile::Adp);
        // what was an alias in ANP-07 is written as the keyword
        let model = |ad: &AgentDescription| ad.to_model_json().to_compact().replace("\"type\":", "\"@type\":");
        assert_eq!(model(&again), model(&ad).replace("anp-07", "adp"), "{file}");
        written += 1;
    }
    third_party::ran("anp-written-back", written);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn products_survive_being_written_back() {
    for file in [
        "anp/seed-examples/product-roasted-coconut-latte.json",
        "anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/silk-latte/silk-latte.json",
        "anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/hotel_room.json",
    ] {
        let text = third_party::read(file);
        let read = |document: &Document| Product::from_document(document).unwrap();
        let product = read(&Document::parse(text.as_bytes(), &Limits::default()).unwrap());
        let mut object = product.to_object().unwrap();
        object.insert("@context", "https://agent-network-protocol.com/ad#");
        let again = read(&Document::from_object(object, &Limits::default()).unwrap());
        assert_eq!(again, product, "{file}");
    }
}

/// Under the embedded context a `url` is an IRI: a text in its place stays a text.
#[test]
fn a_text_in_the_place_of_a_url_is_written_back_as_one() {
    let ad = |url: &str| {
        let text = format!(
            r#"{{"@context": {{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}},
            "@type": "ad:AgentDescription", "name": "Alice", "ad:securityDefinitions": {{"didwba_sc": {{"ad:scheme": "didwba",
            "ad:in": "header", "name": "Authorization"}}}}, "ad:security": "didwba_sc", "ad:domainEntity": {{"name": "Shop", "url": "{url}"}}}}"#
        );
        read(&Document::parse(text.as_bytes(), &Limits::default()).unwrap())
    };
    for (url, written) in
        [("https://shop.example/", "url"), ("Product", "schema:url"), ("https://shop.example/{room}", "schema:url")]
    {
        let mut ad = ad(url);
        // under the context that it was read with, it is what it was
        let shop = ad.to_document().unwrap().root().get("domainEntity").cloned().unwrap();
        assert_eq!(shop.get("url").and_then(Json::as_str), Some(url));
        ad.language = Some("en".into());
        let document = ad.to_document().unwrap();
        let shop = document.root().get("domainEntity").unwrap();
        assert_eq!(shop.get(written).and_then(Json::as_str), Some(url));
        assert_eq!(read(&document), ad, "{url}");
    }
}

/// Such an IRI would come back as another one: `ad:rating` as `https://agent-network-protocol.com/ad#rating`.
#[test]
fn an_iri_that_would_be_read_as_a_compact_one_is_not_written() {
    let prefixes = Contexts::embedded();
    let context = prefixes.get("https://agent-network-protocol.com/ad#").expect("embedded");
    let context = Document::parse(context.bytes(), &Limits::default()).unwrap();
    let terms = context.root().get("@context").unwrap().as_object().unwrap();
    // JSON-LD 1.1 API section 4.2.2 step 14.2.5: a plain mapping that ends in a delimiter makes a prefix
    let prefixes: Vec<&str> = terms
        .iter()
        .filter(|term| {
            !term.name().starts_with('@') && term.value().as_str().is_some_and(|iri| iri.ends_with(['/', '#', ':']))
        })
        .map(|term| term.name().as_str())
        .collect();
    assert_eq!(prefixes, ["schema", "ad", "sec", "xsd"]);
    for prefix in prefixes {
        // a URL is written where the context makes no IRI of it
        for (member, iri, is_confused) in [
            (r#""owner": {"url": "IRI"}"#, "it", false),
            (r#""IRI": 1"#, "rating", true),
            (r#""sees": {"IRI": 1}"#, "rating", true),
        ] {
            for (iri, written) in [(format!("{prefix}:{iri}"), !is_confused), (format!("{prefix}://{iri}"), true)] {
                // a context that does not know the prefix, so that the IRI is one
                let text = format!(
                    r#"{{"@context": {{"@language": "en", "@vocab": "https://schema.org/", "protocol-terms": "https://agent-network-protocol.com/ad#"}},
                      "@type": "protocol-terms:AgentDescription", "name": "x",
                      "securityDefinitions": {{"sc": {{"scheme": "nosec", "in": "auto"}}}}, "security": "sc", {}}}"#,
                    member.replace("IRI", &iri)
                );
                let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
                let ad = AgentDescription::from_document(&document).unwrap_or_else(|error| panic!("{error} {text}"));
                assert_eq!(read(&ad.to_document().unwrap()), ad, "{text}");
                // another language takes another context, which is the embedded one
                let mut ad = ad;
                ad.language = Some("fr".into());
                match ad.to_document() {
                    Ok(document) => {
                        assert!(written, "{iri} in {text}");
                        assert_eq!(read(&document), ad, "{text}");
                    }
                    Err(error) => {
                        assert!(!written, "{error} {text}");
                        assert_eq!(error.code(), Code::IRI_CONFUSED_WITH_PREFIX);
                        assert!(error.to_string().contains(&iri), "{error}");
                    }
                }
            }
        }
    }
}

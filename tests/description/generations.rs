//! Descriptions in the other generation of their format, there and back.

use agent_description::{
    Document, Json, Limits,
    description::{AgentDescription, CheckOptions, DescriptionProfile, check},
    json::jcs,
};

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The document in a generation, and the names of what was dropped.
fn written(document: &Document, profile: DescriptionProfile) -> (Document, Vec<String>) {
    let description = AgentDescription::from_document(document).unwrap_or_else(|error| panic!("{error}"));
    let (written, dropped) = description.to_generation(profile).unwrap();
    let dropped = dropped.iter().map(|member| member.name.to_string()).collect();
    let document = Document::from_object(written, &Limits::default()).unwrap();
    assert_eq!(DescriptionProfile::for_document(&document), profile);
    let found = check(&document, &CheckOptions::default());
    let errors: Vec<_> = found.iter().filter(|found| found.severity.as_str() == "error").collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", document.source());
    (document, dropped)
}

#[track_caller]
fn assert_same(document: &Document, expected: &str) {
    let text = |json: &Json| String::from_utf8(jcs::canonicalize(json)).unwrap();
    assert_eq!(text(document.json()), text(parse(expected).json()));
}

const PRODUCTS: [&str; 2] = [
    r#"{"@type": "Product", "@id": "https://hotel.example/suite.json", "name": "Suite"}"#,
    r#"{"@type": "Product", "name": "Single", "offers": [{"@type": "Offer", "price": "80", "priceCurrency": "EUR"}]}"#,
];

const ADP: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#"],
  "@type": "AgentDescription",
  "@id": "https://hotel.example/ad.json",
  "name": "Hotel",
  "did": "did:wba:hotel.example",
  "owner": {"@type": "Organization", "name": "Hotels", "url": "https://hotels.example/"},
  "description": "Books rooms.",
  "created": "2026-01-01T00:00:00Z",
  "stars": 4,
  "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
  "security": "didwba_sc",
  "products": [PRODUCTS],
  "services": [{"@type": "Service", "@id": "https://hotel.example/spa.json", "name": "Spa"}],
  "interfaces": [
    {"@type": "NaturalLanguageInterface", "@id": "https://hotel.example/chat.yaml", "name": "Chat",
     "description": "Talks.", "protocol": "YAML", "url": "https://hotel.example/chat.yaml"},
    {"@type": "StructuredInterface", "@id": "https://hotel.example/ids/book", "name": "Booking",
     "description": "Books.", "protocol": "MCP", "version": "1.1", "humanAuthorization": true,
     "url": "https://hotel.example/book.json"}
  ]
}"#;

const ANP_07: &str = r#"{
  "protocolType": "ANP",
  "protocolVersion": "1.0.0",
  "type": "AgentDescription",
  "url": "https://hotel.example/ad.json",
  "name": "Hotel",
  "did": "did:wba:hotel.example",
  "owner": {"type": "Organization", "name": "Hotels", "url": "https://hotels.example/"},
  "description": "Books rooms.",
  "created": "2026-01-01T00:00:00Z",
  "stars": 4,
  "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
  "security": "didwba_sc",
  "products": [
    {"type": "Product", "name": "Single", "offers": [{"type": "Offer", "price": "80", "priceCurrency": "EUR"}]}
  ],
  "Infomations": [
    {"type": "Product", "url": "https://hotel.example/suite.json", "name": "Suite"},
    {"type": "Service", "url": "https://hotel.example/spa.json", "name": "Spa"}
  ],
  "interfaces": [
    {"type": "NaturalLanguageInterface", "name": "Chat",
     "description": "Talks.", "protocol": "YAML", "url": "https://hotel.example/chat.yaml"},
    {"type": "StructuredInterface", "@id": "https://hotel.example/ids/book", "name": "Booking",
     "description": "Books.", "protocol": "MCP", "version": "1.1", "humanAuthorization": true,
     "url": "https://hotel.example/book.json"}
  ]
}"#;

#[test]
fn what_both_generations_can_say_comes_back() {
    let [link, inline] = PRODUCTS;
    let (there, dropped) =
        written(&parse(&ADP.replace("PRODUCTS", &format!("{link}, {inline}"))), DescriptionProfile::Anp07);
    assert_same(&there, ANP_07);
    assert_eq!(dropped, [""; 0]);
    let (back, dropped) = written(&there, DescriptionProfile::Adp);
    assert_eq!(dropped, [""; 0]);
    // products with a document of their own come last
    assert_same(&back, &ADP.replace("PRODUCTS", &format!("{inline}, {link}")));
}

#[test]
fn what_anp_07_lacks_is_dropped_by_name() {
    let text = ADP.replace("\"stars\": 4", "\"version\": \"2.0\", \"modified\": \"2026-02-01T00:00:00Z\"");
    let (there, dropped) = written(&parse(&text.replace("PRODUCTS", PRODUCTS[0])), DescriptionProfile::Anp07);
    assert_eq!(dropped, ["version", "modified"]);
    assert!(!there.root().contains("version") && !there.root().contains("modified"));
}

#[test]
fn other_types_and_prefixed_names_keep_their_meaning() {
    let text = r#"{
      "@context": ["https://agent-network-protocol.com/ad#", {"hotel": "https://hotel.example/terms#"}],
      "@type": "AgentDescription", "name": "Hotel", "hotel:stars": 4,
      "domainEntity": {"@type": "Hotel", "name": "Inn", "address": {"@type": "PostalAddress", "addressCountry": "CN"}},
      "securityDefinitions": {"d": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "d",
      "interfaces": [{"@type": "ad:SearchInterface", "@id": "https://hotel.example/s.yaml", "name": "Search",
        "description": "Searches.", "protocol": "YAML", "url": "https://hotel.example/s.yaml"}]}"#;
    let (there, dropped) = written(&parse(text), DescriptionProfile::Anp07);
    assert_eq!(dropped, [""; 0]);
    assert_same(
        &there,
        r#"{
      "protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "Hotel",
      "https://hotel.example/terms#stars": 4,
      "domainEntity": {"type": "Hotel", "name": "Inn", "address": {"type": "PostalAddress", "addressCountry": "CN"}},
      "securityDefinitions": {"d": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "d",
      "interfaces": [{"type": "https://agent-network-protocol.com/ad#SearchInterface", "name": "Search",
        "description": "Searches.", "protocol": "YAML", "url": "https://hotel.example/s.yaml"}]}"#,
    );
}

//! Spellings that some reader takes for another name, identifier or value.

pub const AD: &str = "https://agent-network-protocol.com/ad#";

pub use super::view::NAMESPACES;

/// Terms of the model, and some that are nearly terms.
pub const TERMS: [&str; 46] = [
    "did",
    "name",
    "description",
    "version",
    "created",
    "modified",
    "url",
    "protocolType",
    "protocolVersion",
    "owner",
    "products",
    "services",
    "interfaces",
    "Infomations",
    "domainEntity",
    "security",
    "securityDefinitions",
    "proof",
    "identifier",
    "sku",
    "category",
    "ingredients",
    "brand",
    "manufacturer",
    "offers",
    "nutrition",
    "calories",
    "additionalProperty",
    "image",
    "audience",
    "customizationOptions",
    "options",
    "provider",
    "price",
    "priceCurrency",
    "availability",
    "priceSpecification",
    "value",
    "isRequired",
    "caption",
    "protocol",
    "humanAuthorization",
    "content",
    "scheme",
    "parameterName",
    "definitionName",
];

pub const CLASSES: [&str; 10] = [
    "AgentDescription",
    "StructuredInterface",
    "NaturalLanguageInterface",
    "Person",
    "Organization",
    "Product",
    "Service",
    "Offer",
    "CustomizationOptions",
    "Information",
];

/// What a name may start with, to be another name or the same.
pub const STARTS: [&str; 22] = [
    "ad:",
    "schema:",
    "AD:",
    "a-d:",
    "ex:",
    "did:",
    "sec:",
    "x:",
    "_:",
    ":",
    "@",
    "https://agent-network-protocol.com/ad#",
    "https://schema.org/",
    "http://schema.org/",
    "HTTPS://schema.org/",
    "https://schema.org:443/",
    "https://service.agent-network-protocol.com/ad#",
    "https://agent-network-protocol.com/ad/",
    "https://w3id.org/security#",
    "https://w3id.org/did#",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "//schema.org/",
];

/// How many ways [`folded_alike`] knows.
pub const FOLDINGS: usize = 14;

/// A name that some decoder takes for `name`: it differs in case, separators, or a character that folds to others.
pub fn folded_alike(name: &str, way: usize) -> String {
    let mut chars = name.chars();
    match way {
        0 => name.to_uppercase(),
        1 => name.to_lowercase(),
        2 => chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect()),
        3 => name.replacen(|c: char| c.is_uppercase(), "_x", 1).replace('x', "X"),
        4 => chars.flat_map(|c| if c.is_uppercase() { vec!['_', c.to_ascii_lowercase()] } else { vec![c] }).collect(),
        5 => chars.flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] }).collect(),
        6 => format!("_{name}"),
        7 => format!("{name}-"),
        8 => name.replacen('s', "\u{17f}", 1),
        9 => name.replacen('k', "\u{212a}", 1).replacen('a', "\u{ff41}", 1),
        10 => name.replacen("ss", "\u{df}", 1).replacen("fi", "\u{fb01}", 1),
        11 => name.replacen('i', "\u{131}", 1).replacen('I', "\u{130}", 1),
        12 => name.replacen('i', "\u{130}", 1),
        _ => name.replacen('k', "\u{212a}", 1).replacen('i', "i\u{307}", 1),
    }
}

/// Names that are nothing, or nearly something.
pub const NAMES: [&str; 22] = [
    "id",
    "type",
    "Id",
    "TYPE",
    "_type",
    "",
    "_",
    "x",
    "x:",
    ":x",
    "_:b0",
    "a b",
    "#x",
    "?x",
    "/x",
    "./x",
    "urn:x:y",
    "https://ex.example/y",
    "https://ex.example/%zz",
    "definitionName",
    "parameterName",
    "\u{e9}",
];

/// Identifiers in all spellings.
pub const IDS: [&str; 71] = [
    "",
    "?",
    "#",
    "#x",
    "/",
    "ad.json",
    "./ad.json",
    "/alice/ad.json",
    "../alice/ad.json",
    "x/../ad.json",
    "%61d.json",
    "//owner.example/",
    "//agent.example/alice/ad.json",
    "_:b0",
    "_:b1",
    "_:",
    "@x",
    "@id",
    "@type",
    "https://agent.example/alice/ad.json",
    "https://agent.example/alice/ad.json#",
    "https://agent.example/alice/ad.json?",
    "https://agent.example/alice/ad.json#x",
    "https://agent.example/alice/./ad.json",
    "https://agent.example/alice/../alice/ad.json",
    "https://agent.example/alice/%2E/ad.json",
    "https://agent.example/alice/%61d.json",
    "https://agent.example/alice/%2fad.json",
    "https://agent.example/alice/%2Fad.json",
    "https://agent.example//alice/ad.json",
    "https://agent.example:443/alice/ad.json",
    "https://agent.example:0443/alice/ad.json",
    "https://agent.example:/alice/ad.json",
    "https://agent.example:8443/alice/ad.json",
    "https://agent.example:08443/alice/ad.json",
    "http://agent.example:080/",
    "https://agent.example/\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
    "https://agent.example/\u{e19}\u{e49}\u{e33}",
    "https://agent.example/\u{ba4}\u{bae}\u{bbf}\u{bb4}\u{bcd}",
    "https://agent.example/\u{e9}",
    "https://agent.example/e\u{301}",
    "https://\u{e19}\u{e49}\u{e33}.example/",
    "https://agent.example/\u{fe0f}x",
    "http://agent.example/alice/ad.json",
    "http://agent.example:80/alice/ad.json",
    "HTTPS://agent.example/alice/ad.json",
    "https://AGENT.example/alice/ad.json",
    "https://agent.example./alice/ad.json",
    "https://user@agent.example/alice/ad.json",
    "https://user:pass@agent.example/alice/ad.json",
    "https:agent.example/alice/ad.json",
    "https:///agent.example/alice/ad.json",
    "https:\\\\agent.example\\alice",
    "https://[::1]/x",
    "https://[::FFFF:127.0.0.1]:443/x",
    "https://127.0.0.1/x",
    "https://127.1/x",
    "https://0x7f.1/x",
    "https://owner.example",
    "https://owner.example/",
    "https://b\u{fc}cher.example/",
    "https://xn--bcher-kva.example/",
    "https://agent.example/\u{4f60}",
    "https://agent.example/%E4%BD%A0",
    "did:wba:agent.example",
    "did:wba:agent.example#key-1",
    "DID:wba:agent.example",
    "urn:x:y",
    "URN:x:y",
    "ad:x",
    "mailto:a@b.example",
];

/// Strings that a context could make something else of.
pub const STRINGS: [&str; 18] = [
    "@id",
    "@type",
    "@none",
    "@x",
    "ad:x",
    "schema:url",
    "did:x",
    "ex:a",
    "//host/x",
    "../x",
    "_:b0",
    "HTTPS://A.example:443/../x",
    "https://a.example/%zz",
    "https://a.example/a b",
    "https://a.example/\u{202e}",
    "a\u{0}b",
    "2026-01-31T12:00:00",
    "2026-02-30T12:00:00Z",
];

/// Contexts that a document may name.
pub const CONTEXTS: [&str; 9] = [
    "https://agent-network-protocol.com/ad#",
    "https://agent-network-protocol.com/ad",
    "https://schema.org/",
    "https://schema.org",
    "http://schema.org/",
    "https://schema.org/docs/jsonldcontext.jsonld",
    "https://www.w3.org/ns/did/v1",
    "https://evil.example/context",
    "ad.jsonld",
];

/// Values of keywords in contexts.
pub const CONTEXT_VALUES: [&str; 8] =
    ["https://schema.org/", "https://evil.example/", "", "en", "@id", "name", "ltr", "ad:"];

/// IRIs that have one name in a document.
pub const RESERVED: [&str; 6] = [
    "https://w3id.org/did#",
    "https://w3id.org/security#proof",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "https://agent-network-protocol.com/ad#",
    "https://schema.org/",
    "https://agent-network-protocol.com/ad#did",
];

/// Names that a context may give an IRI.
pub const FREE_NAMES: [&str; 8] = ["zz", "v", "w-1", "Kind", "identity", "did", "DID_2", "a"];

/// IRIs that something stands for already.
pub const DEFINED: [&str; 10] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "https://w3id.org/security#proof",
    "https://w3id.org/security#",
    "https://w3id.org/did#",
    "https://w3id.org/did#x",
    "https://schema.org",
    "https://schema.org/a/",
    "https://agent-network-protocol.com/",
    "https://",
];

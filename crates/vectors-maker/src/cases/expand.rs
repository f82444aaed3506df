//! JSON-LD 1.1 expansion: one document per error code, and some with their expanded form.

use super::{All, Vector};

/// Name, comment, document, expanded form in canonical JSON.
const ACCEPTED: &[(&str, &str, &str, &str)] = &[
    (
        "vocabulary",
        "names become IRIs, values become arrays of objects",
        r#"{"@context":{"@vocab":"https://schema.org/"},"name":"Hotel","rooms":3}"#,
        r#"[{"https://schema.org/name":[{"@value":"Hotel"}],"https://schema.org/rooms":[{"@value":3}]}]"#,
    ),
    (
        "prefix",
        "a compact IRI",
        r#"{"@context":{"ad":"https://agent-network-protocol.com/ad#"},"@type":"ad:AgentDescription","ad:name":"Hotel"}"#,
        r#"[{"@type":["https://agent-network-protocol.com/ad#AgentDescription"],"https://agent-network-protocol.com/ad#name":[{"@value":"Hotel"}]}]"#,
    ),
    (
        "prefix-not-a-prefix",
        "only a term whose IRI ends in a delimiter is a prefix",
        r#"{"@context":{"ad":"https://example.org/ad"},"ad:name":"Hotel"}"#,
        r#"[{"ad:name":[{"@value":"Hotel"}]}]"#,
    ),
    (
        "did-is-an-absolute-iri",
        "a DID in @id, with no prefix of that name",
        r#"{"@context":{"@vocab":"https://schema.org/"},"@id":"did:wba:example.com","name":"Hotel"}"#,
        r#"[{"@id":"did:wba:example.com","https://schema.org/name":[{"@value":"Hotel"}]}]"#,
    ),
    (
        "did-prefix-captures",
        "with a prefix `did`, the DID becomes another IRI",
        r#"{"@context":{"did":"https://w3id.org/did#"},"@id":"did:wba:example.com","did:x":1}"#,
        r#"[{"@id":"https://w3id.org/did#wba:example.com","https://w3id.org/did#x":[{"@value":1}]}]"#,
    ),
    (
        "unmapped-member",
        "a member without meaning vanishes",
        r#"{"@context":{"name":"https://schema.org/name"},"name":"Hotel","stars":5}"#,
        r#"[{"https://schema.org/name":[{"@value":"Hotel"}]}]"#,
    ),
    (
        "type-coercion",
        "@type @id makes strings references, resolved against the base",
        r#"{"@context":{"url":{"@id":"https://schema.org/url","@type":"@id"}},"url":"rooms"}"#,
        r#"[{"https://schema.org/url":[{"@id":"https://example.com/ad/rooms"}]}]"#,
    ),
    (
        "language-default",
        "@language applies to strings only",
        r#"{"@context":{"@vocab":"https://schema.org/","@language":"en"},"name":"Hotel","rooms":3}"#,
        r#"[{"https://schema.org/name":[{"@language":"en","@value":"Hotel"}],"https://schema.org/rooms":[{"@value":3}]}]"#,
    ),
    (
        "language-map",
        "@container @language",
        r#"{"@context":{"name":{"@id":"https://schema.org/name","@container":"@language"}},"name":{"de":["Hotel","Gasthof"],"en":"Hotel"}}"#,
        r#"[{"https://schema.org/name":[{"@language":"de","@value":"Hotel"},{"@language":"de","@value":"Gasthof"},{"@language":"en","@value":"Hotel"}]}]"#,
    ),
    (
        "list",
        "@container @list keeps the order",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@container":"@list"}},"p":[2,1]}"#,
        r#"[{"https://example.org/p":[{"@list":[{"@value":2},{"@value":1}]}]}]"#,
    ),
    (
        "json-literal",
        "@type @json keeps the value as it is",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@type":"@json"}},"p":{"b":[1],"a":null}}"#,
        r#"[{"https://example.org/p":[{"@type":"@json","@value":{"a":null,"b":[1]}}]}]"#,
    ),
    (
        "reverse",
        "the relation the other way round",
        r#"{"@context":{"@vocab":"https://example.org/"},"@id":"https://example.org/1","@reverse":{"knows":{"@id":"https://example.org/2","name":"Bob"}}}"#,
        r#"[{"@id":"https://example.org/1","@reverse":{"https://example.org/knows":[{"@id":"https://example.org/2","https://example.org/name":[{"@value":"Bob"}]}]}}]"#,
    ),
    (
        "nest",
        "@nest has no meaning of its own",
        r#"{"@context":{"@vocab":"https://example.org/","data":"@nest"},"data":{"name":"Hotel"}}"#,
        r#"[{"https://example.org/name":[{"@value":"Hotel"}]}]"#,
    ),
    (
        "scoped-context-of-a-term",
        "a context that holds below one term",
        r#"{"@context":{"@vocab":"https://example.org/","owner":{"@id":"https://example.org/owner","@context":{"name":"https://schema.org/name"}}},"name":"a","owner":{"name":"b"}}"#,
        r#"[{"https://example.org/name":[{"@value":"a"}],"https://example.org/owner":[{"https://schema.org/name":[{"@value":"b"}]}]}]"#,
    ),
    (
        "null-value",
        "null is no value",
        r#"{"@context":{"@vocab":"https://example.org/"},"a":null,"b":[null,1]}"#,
        r#"[{"https://example.org/b":[{"@value":1}]}]"#,
    ),
    (
        "keyword-alias",
        "`type` and `id` as aliases",
        r#"{"@context":{"@vocab":"https://schema.org/","type":"@type","id":"@id"},"id":"https://example.com/","type":"Hotel","name":"Hotel"}"#,
        r#"[{"@id":"https://example.com/","@type":["https://schema.org/Hotel"],"https://schema.org/name":[{"@value":"Hotel"}]}]"#,
    ),
];

/// Code, comment, document. The code is the name of the vector.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "colliding-keywords",
        "@id twice, once by an alias",
        r#"{"@context":{"id":"@id"},"@id":"https://example.org/1","id":"https://example.org/2"}"#,
    ),
    ("cyclic-IRI-mapping", "each is a prefix of the other", r#"{"@context":{"a":"b:x","b":"a:y"}}"#),
    ("invalid-@id-value", "not a string", r#"{"@id":true}"#),
    ("invalid-@import-value", "not a string", r#"{"@context":{"@import":1}}"#),
    ("invalid-@included-value", "not a node object", r#"{"@included":"text"}"#),
    (
        "invalid-@index-value",
        "not a string",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":"x","@index":1}}"#,
    ),
    ("invalid-@nest-value", "not an object", r#"{"@context":{"@vocab":"https://example.org/"},"@nest":"text"}"#),
    ("invalid-@prefix-value", "not a boolean", r#"{"@context":{"p":{"@id":"https://example.org/","@prefix":1}}}"#),
    ("invalid-@propagate-value", "not a boolean", r#"{"@context":{"@propagate":1}}"#),
    (
        "invalid-@protected-value",
        "not a boolean",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@protected":1}}}"#,
    ),
    ("invalid-@reverse-value", "not an object", r#"{"@reverse":"text"}"#),
    ("invalid-@version-value", "the only version is 1.1", r#"{"@context":{"@version":1.0}}"#),
    ("invalid-base-direction", "neither ltr, rtl nor null", r#"{"@context":{"@direction":"up"}}"#),
    ("invalid-base-IRI", "not a string", r#"{"@context":{"@base":true}}"#),
    (
        "invalid-container-mapping",
        "no such container",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@container":"@value"}}}"#,
    ),
    (
        "invalid-context-nullification",
        "a protected term cannot be swept away",
        r#"{"@context":[{"@protected":true,"p":"https://example.org/p"},null]}"#,
    ),
    ("invalid-default-language", "not a string", r#"{"@context":{"@language":1}}"#),
    ("invalid-IRI-mapping", "@id is not a string", r#"{"@context":{"p":{"@id":1}}}"#),
    ("invalid-keyword-alias", "@context has no alias", r#"{"@context":{"c":"@context"}}"#),
    (
        "invalid-language-map-value",
        "not a string",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@container":"@language"}},"p":{"en":1}}"#,
    ),
    ("invalid-language-mapping", "not a string", r#"{"@context":{"p":{"@id":"https://example.org/p","@language":1}}}"#),
    (
        "invalid-language-tagged-string",
        "@language is not a string",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":"x","@language":1}}"#,
    ),
    (
        "invalid-language-tagged-value",
        "a number has no language",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":1,"@language":"en"}}"#,
    ),
    ("invalid-local-context", "a number", r#"{"@context":1}"#),
    (
        "invalid-reverse-property",
        "@reverse and @id in one definition",
        r#"{"@context":{"p":{"@reverse":"https://example.org/p","@id":"https://example.org/q"}}}"#,
    ),
    ("invalid-reverse-property-map", "a keyword in it", r#"{"@reverse":{"@id":"https://example.org/1"}}"#),
    (
        "invalid-reverse-property-value",
        "a literal cannot be a subject",
        r#"{"@context":{"@vocab":"https://example.org/"},"@reverse":{"p":"text"}}"#,
    ),
    (
        "invalid-scoped-context",
        "the context in a definition is invalid",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@context":{"q":{"@id":1}}}}}"#,
    ),
    (
        "invalid-set-or-list-object",
        "@list beside @id",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@list":[1],"@id":"https://example.org/1"}}"#,
    ),
    ("invalid-term-definition", "a number", r#"{"@context":{"p":1}}"#),
    (
        "invalid-type-mapping",
        "@type is not a string",
        r#"{"@context":{"p":{"@id":"https://example.org/p","@type":1}}}"#,
    ),
    ("invalid-type-value", "not a string", r#"{"@type":1}"#),
    (
        "invalid-typed-value",
        "a blank node is no datatype",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":"x","@type":"_:b"}}"#,
    ),
    (
        "invalid-value-object",
        "@value beside @id",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":"x","@id":"https://example.org/1"}}"#,
    ),
    (
        "invalid-value-object-value",
        "@value is an object",
        r#"{"@context":{"@vocab":"https://example.org/"},"p":{"@value":{}}}"#,
    ),
    ("invalid-vocab-mapping", "not a string", r#"{"@context":{"@vocab":1}}"#),
    ("keyword-redefinition", "@id stays what it is", r#"{"@context":{"@id":"https://example.org/id"}}"#),
    (
        "protected-term-redefinition",
        "a protected term is defined anew",
        r#"{"@context":[{"@protected":true,"p":"https://example.org/p"},{"p":"https://example.org/q"}]}"#,
    ),
    (
        "context-not-embedded",
        "contexts never come from the network",
        r#"{"@context":"https://example.org/context.jsonld","name":"Hotel"}"#,
    ),
];

const CONTEXT_IRI: &str = "https://example.org/context.jsonld";

/// Code, comment, file name, file content, document.
const WITH_CONTEXTS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "context-overflow",
        "a context that names itself",
        "includes-itself.jsonld",
        r#"{"@context":["https://example.org/context.jsonld",{"p":"https://example.org/p"}]}"#,
        r#"{"@context":"https://example.org/context.jsonld","p":1}"#,
    ),
    (
        "invalid-remote-context",
        "a context document without @context",
        "no-context.jsonld",
        r#"{"p":"https://example.org/p"}"#,
        r#"{"@context":"https://example.org/context.jsonld","p":1}"#,
    ),
    (
        "invalid-context-entry",
        "an imported context must not import",
        "imports.jsonld",
        r#"{"@context":{"@import":"https://example.org/other.jsonld"}}"#,
        r#"{"@context":{"@import":"https://example.org/context.jsonld"},"p":1}"#,
    ),
];

/// Name, comment, document, N-Quads as a JSON array of lines, sorted.
const QUADS: &[(&str, &str, &str, &str)] = &[
    (
        "literals",
        "native values get their XSD types and canonical forms",
        r#"{"@context":{"@vocab":"https://schema.org/"},"@id":"https://example.com/","name":"Hotel","open":true,"rooms":3,"stars":4.5}"#,
        r#"["<https://example.com/> <https://schema.org/name> \"Hotel\" .","<https://example.com/> <https://schema.org/open> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> .","<https://example.com/> <https://schema.org/rooms> \"3\"^^<http://www.w3.org/2001/XMLSchema#integer> .","<https://example.com/> <https://schema.org/stars> \"4.5E0\"^^<http://www.w3.org/2001/XMLSchema#double> ."]"#,
    ),
    (
        "type-and-language",
        "rdf:type and a language tag",
        r#"{"@context":{"@vocab":"https://schema.org/","@language":"de"},"@id":"https://example.com/","@type":"Hotel","name":"Gasthof"}"#,
        r#"["<https://example.com/> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://schema.org/Hotel> .","<https://example.com/> <https://schema.org/name> \"Gasthof\"@de ."]"#,
    ),
];

pub fn add(all: &mut All) {
    for (name, comment, document, quads) in QUADS {
        all.push(format!("nquads/{name}"), Vector::new("nquads", "ok", comment, *document).with("output", *quads));
    }
    let document = r#"[{"@id":"https://example.org/1","@index":"a"},{"@id":"https://example.org/1","@index":"b"}]"#;
    let comment = "one node with two indexes, which only a node map notices";
    all.push("nquads/conflicting-indexes", Vector::new("nquads", "conflicting-indexes", comment, document));
    for (name, comment, document, expanded) in ACCEPTED {
        let vector = Vector::new("expand", "ok", comment, *document).with("base", "https://example.com/ad/index.json");
        all.push(format!("expand/{name}"), vector.with("output", *expanded));
    }
    for (code, comment, document) in REFUSED {
        all.push(format!("expand/{code}"), Vector::new("expand", code, comment, *document));
    }
    for (code, comment, file, context, document) in WITH_CONTEXTS {
        let vector = Vector::new("expand", code, comment, *document).with("context-iri", CONTEXT_IRI);
        all.push(format!("expand/{code}"), vector.with("context-file", format!("contexts/{file}")));
        all.files.push((format!("expand/contexts/{file}"), format!("{context}\n").into_bytes()));
    }
    let context = r#"{"@context":{"did":"https://w3id.org/did#"}}"#;
    let document = r#"{"@id":"did:wba:example.com","https://w3id.org/did#x":1}"#;
    let comment = "the prefix `did` would make the DID look like a compact IRI";
    let vector = Vector::new("compact", "IRI-confused-with-prefix", comment, document).with("context", context);
    all.push("compact/IRI-confused-with-prefix", vector);
    let document = r#"{"@id":"https://example.com/","https://w3id.org/did#x":1}"#;
    let compacted = r#"{"@context":{"did":"https://w3id.org/did#"},"@id":"https://example.com/","did:x":1}"#;
    let vector = Vector::new("compact", "ok", "a compact IRI", document).with("context", context);
    all.push("compact/prefix", vector.with("output", compacted));
    let document = r#"{"@context":{"@version":1.1}}"#;
    let vector = Vector::new("expand", "processing-mode-conflict", "a 1.1 context under processing mode 1.0", document);
    all.push("expand/processing-mode-conflict", vector.with("processing-mode", "json-ld-1.0"));
    let many = format!(r#"{{"@context":[{}]}}"#, vec!["{}"; 2001].join(","));
    let vector = Vector::new("expand", "jsonld-budget", "one context more than one expansion processes", many);
    all.push("expand/jsonld-budget", vector);
}

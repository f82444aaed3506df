//! A description must mean the same by member names, by IRIs, and after merging nodes.

use super::{All, CannotMake, Making, data_integrity};

/// The description's context.
const BASIC: &str = r#"{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}"#;
const CONTEXT: &str = r#""@context": {"@vocab""#;
/// A harmless member.
const STARS: &str = r#""ad:stars": 4.5,"#;
const NAME: &str = r#""name": "Grand Hotel Assistant","#;
const TALK: &str = r#"{"@type": "ad:NaturalLanguageInterface", "@id": "https://example.com/alice/talk", "name": "Talk", "description": "Talk to the assistant.", "protocol": "YAML", "url": "https://example.com/alice/talk.yaml"}"#;

/// Name, code, comment, and replacements, with valid signatures.
type Fault = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The replacement for a relative `@id` that resolves to the description's own.
const RELATIVE: [(&str, &str); 8] = [
    ("node-relative-empty", ""),
    ("node-relative-query", "?"),
    ("node-relative-fragment", "#"),
    ("node-relative-file", "ad.json"),
    ("node-relative-path", "/alice/ad.json"),
    ("node-relative-dots", "../alice/./ad.json"),
    ("node-relative-escape", "%61d.json"),
    ("node-relative-behind-scheme", "https:ad.json"),
];

const FAULTS: &[Fault] = &[
    (
        "node-of-root-did",
        "ad-structure",
        "a node with the root's @id has a did of its own",
        &[(
            STARS,
            r#""ad:knows": {"@id": "https://example.com/alice/ad.json", "did": "did:wba:evil.example:mallory"},"#,
        )],
    ),
    (
        "node-of-root-name",
        "ad-structure",
        "a node with the root's @id has a name of its own",
        &[(STARS, r#""ad:knows": {"@id": "https://example.com/alice/ad.json", "name": "Mallory's Hotel"},"#)],
    ),
    (
        "node-of-root-interfaces",
        "ad-structure",
        "a node with the root's @id has interfaces of its own",
        &[(
            STARS,
            r#""ad:knows": {"@id": "https://example.com/alice/ad.json", "interfaces": {"@type": "ad:NaturalLanguageInterface", "@id": "https://evil.example/talk", "name": "Talk", "description": "Talk to Mallory.", "protocol": "YAML", "url": "https://evil.example/talk.yaml"}},"#,
        )],
    ),
    (
        "node-of-root-security",
        "ad-structure",
        "a node with the root's @id has a security of its own",
        &[(STARS, r#""ad:knows": {"@id": "https://example.com/alice/ad.json", "security": "nosec"},"#)],
    ),
    (
        "node-of-root-spelled",
        "ad-structure",
        "the root's @id in another spelling",
        &[(STARS, r#""ad:knows": {"@id": "HTTPS://Example.com:443/alice/./ad.json", "name": "Mallory's Hotel"},"#)],
    ),
    (
        "node-of-proof",
        "ad-structure",
        "the proof has the root's @id, and a name",
        &[(
            r#""challenge": "1235abcd6789""#,
            r#""challenge": "1235abcd6789", "@id": "https://example.com/alice/ad.json", "name": "Mallory's Hotel""#,
        )],
    ),
    (
        "proof-index-map",
        "ad-structure",
        "a map in the proof gives a node that it names a property",
        &[
            (
                CONTEXT,
                r#""@context": {"seen": {"@id": "https://x.example/seen", "@container": "@index", "@index": "https://schema.org/name", "@type": "@id"}, "@vocab""#,
            ),
            (
                r#""challenge": "1235abcd6789""#,
                r#""challenge": "1235abcd6789", "seen": {"Mallory's Hotel": "https://example.com/alice/ad.json"}"#,
            ),
        ],
    ),
    (
        "proof-type-map",
        "ad-structure",
        "a map in the proof gives a node that it names a type",
        &[
            (CONTEXT, r#""@context": {"seen": {"@id": "https://x.example/seen", "@container": "@type"}, "@vocab""#),
            (
                r#""challenge": "1235abcd6789""#,
                r#""challenge": "1235abcd6789", "seen": {"https://schema.org/Person": "https://example.com/"}"#,
            ),
        ],
    ),
    (
        "list-by-context",
        "ad-structure",
        "the context makes a list of a term's values, which readers of RDF find in their place",
        &[(CONTEXT, r#""@context": {"owner": {"@id": "https://schema.org/owner", "@container": "@list"}, "@vocab""#)],
    ),
    (
        "node-blank",
        "ad-structure",
        "two nodes share a blank node identifier",
        &[
            (r#""@id": "https://example.com/"}"#, r#""@id": "_:b0"}"#),
            (STARS, r#""ad:knows": {"@id": "_:b0", "name": "Mallory's Hotel"},"#),
        ],
    ),
    (
        "alias-beside-null",
        "ad-structure",
        "`name` is null, and ad:name is not",
        &[(NAME, r#""name": null, "ad:name": "Grand Hotel Assistant","#)],
    ),
    (
        "iri-beside-empty",
        "ad-structure",
        "`products` is empty, and schema.org's is not",
        &[(STARS, r#""products": [], "http://schema.org/products": {"@type": "Product", "name": "Room"},"#)],
    ),
    (
        "alias-beside-value",
        "ad-structure",
        "`products` has one product, and an alias has another",
        &[
            (CONTEXT, r#""@context": {"wares": "https://schema.org/products", "@vocab""#),
            (
                STARS,
                r#""products": [{"@type": "Product", "name": "Room"}], "wares": {"@type": "Product", "name": "Suite"},"#,
            ),
        ],
    ),
    (
        "alias-below-root",
        "ad-structure",
        "the owner's `name` is null, and ad:name is not",
        &[(r#""name": "Grand Hotel", "#, r#""name": null, "ad:name": "Grand Hotel", "#)],
    ),
    (
        "value-in-nested-array",
        "ad-structure",
        "an array in an array is one array for JSON-LD alone",
        &[(
            r#""owner": {"@type": "Organization", "name": "Grand Hotel", "@id": "https://example.com/"}"#,
            r#""owner": [[{"@type": "Organization", "name": "Grand Hotel"}]]"#,
        )],
    ),
    (
        "value-in-set",
        "ad-structure",
        "a set object is an owner without a name for readers by name",
        &[(
            r#""owner": {"@type": "Organization", "name": "Grand Hotel", "@id": "https://example.com/"}"#,
            r#""owner": {"@set": [{"@type": "Organization", "name": "Grand Hotel"}]}"#,
        )],
    ),
    (
        "type-swapped",
        "ad-structure",
        "the context makes a person of an organization",
        &[(CONTEXT, r#""@context": {"Organization": "https://schema.org/Person", "@vocab""#)],
    ),
    (
        "text-made-iri",
        "ad-structure",
        "a product's stock number is an IRI to JSON-LD, and a text to readers by name",
        &[
            (CONTEXT, r#""@context": {"sku": {"@id": "https://schema.org/sku", "@type": "@id"}, "@vocab""#),
            (r#""owner": {"#, r#""ad:products": [{"@type": "Product", "sku": "cup-1"}], "owner": {"#),
        ],
    ),
    (
        "price-made-json",
        "ad-structure",
        "a price is a JSON literal, of which the model reads no amount",
        &[
            (CONTEXT, r#""@context": {"price": {"@id": "https://schema.org/price", "@type": "@json"}, "@vocab""#),
            (r#""owner": {"#, r#""ad:products": [{"@type": "Product", "offers": {"price": "12.50"}}], "owner": {"#),
        ],
    ),
    (
        "identifier-template",
        "ad-structure",
        "an @id that is no IRI by its characters: RDF has nothing of the node",
        &[(r#""@id": "https://example.com/alice/ad.json""#, r#""@id": "https://example.com/{agent}/ad.json""#)],
    ),
    (
        "identifier-of-owner",
        "ad-structure",
        "the same below the root",
        &[(r#""@id": "https://example.com/"}"#, r#""@id": "https://example.com/%zz"}"#)],
    ),
    (
        "identifier-rewritten",
        "ad-structure",
        "a prefix of the document makes another identifier of the owner's",
        &[
            (CONTEXT, r#""@context": {"urn": "https://evil.example/", "@vocab""#),
            (r#""@id": "https://example.com/"}"#, r#""@id": "urn:hotel:1"}"#),
        ],
    ),
    (
        "definition-no-iri",
        "ad-structure",
        "a scheme's name makes no IRI: RDF has no such definition",
        &[
            (r#""securityDefinitions": {"didwba_sc""#, r#""securityDefinitions": {"didwba sc""#),
            (r#""security": "didwba_sc""#, r#""security": "didwba sc""#),
        ],
    ),
    (
        "type-by-property",
        "ad-structure",
        "a type that readers of RDF see, and no others",
        &[(STARS, r#""http://www.w3.org/1999/02/22-rdf-syntax-ns#type": {"@id": "https://schema.org/Person"},"#)],
    ),
    (
        "type-by-property-alias",
        "ad-structure",
        "the same under a name of the document's",
        &[
            (
                CONTEXT,
                r#""@context": {"kind": {"@id": "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "@type": "@vocab"}, "@vocab""#,
            ),
            (r#""name": "Grand Hotel", "#, r#""name": "Grand Hotel", "kind": "Person", "#),
        ],
    ),
    (
        "type-by-property-elsewhere",
        "ad-structure",
        "the same at a second node with the owner's @id",
        &[(
            STARS,
            r#""ad:knows": {"@id": "https://example.com/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type": {"@id": "https://schema.org/Person"}},"#,
        )],
    ),
    (
        "type-by-property-of-proof",
        "ad-structure",
        "a map in the proof gives a node that it names a type",
        &[
            (
                CONTEXT,
                r#""@context": {"seen": {"@id": "https://x.example/seen", "@container": "@index", "@index": "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "@type": "@id"}, "@vocab""#,
            ),
            (
                r#""challenge": "1235abcd6789""#,
                r#""challenge": "1235abcd6789", "seen": {"Person": "https://example.com/"}"#,
            ),
        ],
    ),
    (
        "language-no-tag",
        "ad-structure",
        "the default language is no language tag: RDF has none of the texts",
        &[(CONTEXT, r#""@context": {"@language": "en_US", "@vocab""#)],
    ),
    (
        "language-of-text",
        "ad-structure",
        "the same for one text",
        &[(NAME, r#""name": {"@value": "Grand Hotel Assistant", "@language": "en_US"},"#)],
    ),
    (
        "type-vanishes",
        "ad-structure",
        "a type with the form of a keyword, which JSON-LD ignores and readers by name see",
        &[(r#""@type": "Organization""#, r#""@type": ["Organization", "@hotel"]"#)],
    ),
    (
        "availability-rewritten",
        "ad-structure",
        "a prefix of the document makes another IRI of a reference",
        &[
            (
                CONTEXT,
                r#""@context": {"urn": "https://evil.example/", "availability": {"@id": "https://schema.org/availability", "@type": "@id"}, "@vocab""#,
            ),
            (
                STARS,
                r#""ad:products": [{"@type": "Product", "name": "Room", "offers": {"@type": "Offer", "availability": "urn:hotel:InStock"}}],"#,
            ),
        ],
    ),
    (
        "type-keyword",
        "ad-structure",
        "a keyword is no type, and RDF has none of it",
        &[(r#""@type": "Organization""#, r#""@type": ["Organization", "@json"]"#)],
    ),
    (
        "list-beside-members",
        "ad-structure",
        "readers of JSON-LD take the root for a list and drop it, or drop the list",
        &[(STARS, r#""@list": [{"@id": "https://example.com/alice/ad.json", "name": "Mallory's Hotel"}],"#)],
    ),
    (
        "list-beside-members-alias",
        "ad-structure",
        "the same under a name of the document's, and empty",
        &[(CONTEXT, r#""@context": {"rooms": "@list", "@vocab""#), (STARS, r#""rooms": null,"#)],
    ),
    (
        "set-beside-members",
        "ad-structure",
        "an owner who is a set too",
        &[(r#""name": "Grand Hotel", "#, r#""name": "Grand Hotel", "@set": [{"name": "Mallory"}], "#)],
    ),
    (
        "proof-included",
        "ad-structure",
        "a keyword in the proof with which the document does not expand",
        &[(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "@included": "x""#)],
    ),
    (
        "proof-identifier-null",
        "ad-structure",
        "the same, an @id that is no text",
        &[(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "@id": null"#)],
    ),
    (
        "proof-keyword-alias",
        "ad-structure",
        "the same under a name of the document's",
        &[
            (CONTEXT, r#""@context": {"place": "@index", "@vocab""#),
            (r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "place": null"#),
        ],
    ),
    (
        "proof-in-map",
        "ad-structure",
        "a map by a property, which the context makes of the proof: its members are texts, and have no properties",
        &[(
            CONTEXT,
            r#""@context": {"seen": "https://x.example/seen", "proof": {"@id": "https://schema.org/proof", "@container": "@index", "@index": "seen"}, "@vocab""#,
        )],
    ),
    (
        "identifier-keyword",
        "ad-structure",
        "an @id that is a keyword: readers of RDF have no owner",
        &[(r#""@id": "https://example.com/"}"#, r#""@id": "@value"}"#)],
    ),
    (
        "identifier-of-owner-relative",
        "ad-structure",
        "an @id that is another thing for each base, and for readers without one nothing",
        &[(r#""@id": "https://example.com/"}"#, r#""@id": "org"}"#)],
    ),
    (
        "security-by-identifier",
        "ad-structure",
        "a scheme named by an @id, which is no name of a definition to readers of RDF",
        &[(r#""security": "didwba_sc""#, r#""security": {"@id": "didwba_sc"}"#)],
    ),
];

pub(super) fn readers(all: &mut All) -> Result<(), CannotMake> {
    for (name, id) in RELATIVE {
        let twin = format!(
            r#""ad:knows": {{"@id": "{id}", "did": "did:wba:evil.example:mallory", "name": "Mallory's Hotel"}},"#
        );
        Making::new(name, "ad-structure", "a relative @id comes to the description's own, and brings a did and a name")
            .before(STARS, &twin)?
            .add(all)?;
    }
    for (name, code, comment, changes) in FAULTS {
        let mut making = Making::new(name, code, comment);
        for (from, to) in *changes {
            making = making.before(from, to)?;
        }
        making.add(all)?;
    }
    Making::new("url-template", "ad-wrong-type", "an address that is no IRI by its characters")
        .before(STARS, &format!(r#""interfaces": {},"#, TALK.replace("talk.yaml", "{room}.yaml")))?
        .add(all)?;
    Making::new("kinds-of-interface", "ad-wrong-type", "an interface that is called by an API and talked to")
        .before(
            STARS,
            &format!(
                r#""interfaces": {},"#,
                TALK.replace(
                    r#""ad:NaturalLanguageInterface""#,
                    r#"["ad:NaturalLanguageInterface", "ad:StructuredInterface"]"#
                )
            ),
        )?
        .add(all)?;
    Making::new("kinds-of-owner", "ad-wrong-type", "an owner that is a person and an organization")
        .before(r#""@type": "Organization""#, r#""@type": ["Organization", "Person"]"#)?
        .add(all)?;
    Making::new("number-respelled", "ok", "what is signed of a number is its double, whatever digits make it")
        .after(r#""ad:stars": 4.5,"#, r#""ad:stars": 4.50000000000000000000001,"#)
        .add(all)?;
    let seen = r#"{"@protected": true, "seen": "https://x.example/b"}"#;
    for (name, expect, comment, context) in [
        (
            "proof-context-protected",
            "ad-structure",
            "the proof has the document's contexts once more, and the first defines anew what the last protects",
            format!(r#", "@context": [{{"seen": "https://x.example/a"}}, {seen}, {BASIC}]"#),
        ),
        (
            "proof-context-protected-absent",
            "ad-structure",
            "the same without `@context` in the proof: the document expands",
            String::new(),
        ),
    ] {
        Making::new(name, expect, comment)
            .proof(&data_integrity("ecdsa-jcs-2019", "key-1", &context))
            .before(
                &format!(r#""@context": {BASIC}"#),
                &format!(r#""@context": [{{"seen": "https://x.example/a"}}, {seen}, {BASIC}]"#),
            )?
            .add(all)?;
    }
    let other = TALK.replace("talk.yaml", "other.yaml");
    Making::new("interfaces-of-one-id", "ad-structure", "two interfaces with one @id and two addresses")
        .before(STARS, &format!(r#""interfaces": [{TALK}, {other}],"#))?
        .add(all)?;
    Making::new("interface-said-twice", "ad-structure", "the same node in the same words, and named once more")
        .before(
            STARS,
            &format!(r#""interfaces": [{TALK}, {TALK}], "ad:knows": {{"@id": "https://example.com/alice/talk"}},"#),
        )?
        .add(all)?;
    Making::new(
        "interfaces-unnamed",
        "ok",
        "a term that stands under its IRI only: readers by name see nothing of the kind",
    )
    .before(STARS, &format!(r#""ad:interfaces": [{TALK}],"#))?
    .add(all)
}

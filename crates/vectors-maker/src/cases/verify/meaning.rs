//! The effect of a document's context: it must mean the same with and without JSON-LD processing.

use super::{All, CannotMake, Making};

const CONTEXT: &str = r#""@context": {"@vocab""#;
const TYPE: &str = "  \"@type\": \"ad:AgentDescription\",\n";
const CONTEXT_END: &str = r#""ad": "https://agent-network-protocol.com/ad#"}"#;

/// Name, code, comment, and replacements, with valid signatures.
type Fault = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const FAULTS: &[Fault] = &[
    (
        "prefix-of-another-namespace",
        "ad-structure",
        "the prefix `ad` stands for another namespace: no agent description",
        &[(CONTEXT_END, r#""ad": "https://evil.example/ad#"}"#)],
    ),
    (
        "scoped-rename",
        "ad-structure",
        "inside `interfaces`, `url` means nothing and `u` means url",
        &[
            (
                CONTEXT,
                r#""@context": {"interfaces": {"@id": "ad:interfaces", "@context": {"url": "https://evil.example/url", "u": "https://schema.org/url"}}, "@vocab""#,
            ),
            (
                r#""ad:stars": 4.5,"#,
                r#""interfaces": {"@type": "ad:StructuredInterface", "@id": "https://example.com/alice/1", "name": "One", "description": "The first.", "protocol": "YAML", "url": "https://seen.example/1.yaml", "u": "https://hidden.example/1.yaml"},"#,
            ),
        ],
    ),
    (
        "two-terms-of-one-iri",
        "ad-structure",
        "`name` and `nom` are one term with two values",
        &[
            (CONTEXT, r#""@context": {"nom": "https://schema.org/name", "@vocab""#),
            (r#""ad:stars": 4.5,"#, r#""nom": "Mallory's Hotel","#),
        ],
    ),
    (
        "vocabulary-swapped",
        "ad-structure",
        "a later context sets another vocabulary",
        &[
            (CONTEXT, r#""@context": [{"@vocab""#),
            (CONTEXT_END, r#""ad": "https://agent-network-protocol.com/ad#"}, {"@vocab": "https://evil.example/"}]"#),
        ],
    ),
    (
        "vocabulary-missing",
        "ad-structure",
        "without a vocabulary `name` is signed and means nothing",
        &[(r#""@vocab": "https://schema.org/", "#, "")],
    ),
    (
        "keyword-alias",
        "ad-structure",
        "`name` is an alias of @id, so it is another document's name",
        &[
            (CONTEXT, r#""@context": {"name": "@id", "@vocab""#),
            ("  \"@id\": \"https://example.com/alice/ad.json\",\n", ""),
            (r#", "name": "Grand Hotel", "@id": "https://example.com/"}"#, "}"),
        ],
    ),
    (
        "identifier-relative",
        "ad-structure",
        "an identifier that depends on where the document lies",
        &[(r#""@id": "https://example.com/alice/ad.json""#, r#""@id": "ad.json""#)],
    ),
    (
        "protected-term",
        "ad-structure",
        "a later context defines a protected term anew",
        &[
            (CONTEXT, r#""@context": [{"@protected": true, "name": "https://schema.org/name", "@vocab""#),
            (CONTEXT_END, r#""ad": "https://agent-network-protocol.com/ad#"}, {"name": "https://evil.example/name"}]"#),
        ],
    ),
    (
        "structure-nested-context-null",
        "ad-structure",
        "below a null context members vanish",
        &[(
            r#""owner": {"@type": "Organization""#,
            r#""owner": {"@context": null, "@type": "https://schema.org/Organization""#,
        )],
    ),
    (
        "structure-several-roots",
        "ad-structure",
        "two agent descriptions under one proof",
        &[
            (
                TYPE,
                "  \"@graph\": [{\"@type\": \"ad:AgentDescription\", \"@id\": \"https://example.com/bob/ad.json\", \"name\": \"Other\"}, {\"@type\": \"ad:AgentDescription\",\n",
            ),
            ("  \"security\": \"didwba_sc\",\n", "  \"security\": \"didwba_sc\"}],\n"),
        ],
    ),
    (
        "structure-description-below-root",
        "ad-structure",
        "the owner is the agent description, the root says nothing of itself",
        &[(TYPE, ""), (r#""owner": {"@type": "Organization""#, r#""owner": {"@type": "ad:AgentDescription""#)],
    ),
];

pub(super) fn meanings(all: &mut All) -> Result<(), CannotMake> {
    for (name, code, comment, changes) in FAULTS {
        let mut making = Making::new(name, code, comment);
        for (from, to) in *changes {
            making = making.before(from, to)?;
        }
        making.add(all)?;
    }
    let many = format!(r#"{CONTEXT_END}, {}]"#, vec!["{}"; 2000].join(", "));
    Making::new("context-bomb", "ad-structure", "more contexts than the plain profile has")
        .before(CONTEXT, r#""@context": [{"@vocab""#)?
        .before(CONTEXT_END, &many)?
        .add(all)
}

//! The description itself: structure, subject and model.

use super::{All, CannotMake, Making};

/// Structure, subject and model of the description, with valid signatures.
pub(super) fn subjects(all: &mut All) -> Result<(), CannotMake> {
    let code = "ad-structure";
    for (name, comment, from, to) in [
        (
            "structure-graph",
            "@graph moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@graph": [{"name": "Other"}],"#,
        ),
        (
            "structure-included",
            "@included moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@included": [{"name": "Other"}],"#,
        ),
        (
            "structure-reverse",
            "@reverse moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@reverse": {"knows": {"name": "Other"}},"#,
        ),
        ("structure-nest", "@nest moves data", r#""ad:stars": 4.5,"#, r#""ad:stars": 4.5, "@nest": {"version": "2"},"#),
        (
            "structure-nested-context",
            "a context of its own for the owner",
            r#""owner": {"@type""#,
            r#""owner": {"@context": {"name": "https://example.org/n"}, "@type""#,
        ),
        (
            "structure-base",
            "@base moves identifiers",
            r#""@context": {"@vocab""#,
            r#""@context": {"@base": "https://evil.example/", "@vocab""#,
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    let code = "ad-structure";
    for (name, comment, from, to) in [
        (
            "rebound-name",
            "`name` means something else",
            r#""@context": {"@vocab""#,
            r#""@context": {"name": "https://evil.example/name", "label": "https://schema.org/name", "@vocab""#,
        ),
        (
            "rebound-did",
            "a reader of plain JSON sees another subject",
            r#""@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#""#,
            r#""@context": {"@vocab": "https://schema.org/", "did": "https://evil.example/did""#,
        ),
        (
            "rebound-keyword",
            "`description` is an alias of @id",
            r#""@context": {"@vocab""#,
            r#""@context": {"description": "@index", "@vocab""#,
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    Making::new("did-captured", "ad-structure", "the prefix `did` makes another IRI of a DID in @id")
        .before(r#""@id": "https://example.com/""#, r#""@id": "did:wba:example.com:owner""#)?
        .add(all)?;
    Making::new("did-twice", "ad-structure", "two subjects")
        .before(
            r#""did": "did:wba:example.com:alice","#,
            r#""did": ["did:wba:example.com:alice", "did:wba:example.org"],"#,
        )?
        .add(all)?;
    Making::new("did-object", "ad-structure", "a DID is one plain string")
        .before(
            r#""did": "did:wba:example.com:alice","#,
            r#""did": {"@value": "did:wba:example.com:alice", "@language": "en"},"#,
        )?
        .add(all)?;
    for (name, code, comment, from, to) in [
        ("model-name-missing", "ad-missing-term", "ADP table 1", "  \"name\": \"Grand Hotel Assistant\",\n", ""),
        ("model-security-missing", "ad-missing-term", "ADP table 1", "  \"security\": \"didwba_sc\",\n", ""),
        (
            "model-security-unknown",
            "ad-unknown-security",
            "a scheme that is not defined",
            "\"security\": \"didwba_sc\"",
            "\"security\": \"oauth_sc\"",
        ),
        (
            "model-name-number",
            "ad-wrong-type",
            "ADP table 1: a string",
            "\"name\": \"Grand Hotel Assistant\"",
            "\"name\": 7",
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    Ok(())
}

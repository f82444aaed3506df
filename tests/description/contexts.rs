//! The embedded contexts: what they make of the documents that name them, written here by hand.

use super::written;
use adp_fixtures::third_party;
use agent_description::{
    Contexts, Document, Expanded, Json, Limits,
    description::AgentDescription,
    jsonld::{self, ExpandOptions},
};

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Plain expansion, the proof included.
fn expanded(text: &str) -> Expanded {
    jsonld::expand(document(text).json(), &Contexts::embedded(), &ExpandOptions::default())
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[track_caller]
fn assert_expands(text: &str, expected: &str) {
    let expected = document(&format!("{{\"items\": {expected}}}"));
    let found = expanded(text).into_json();
    assert_eq!(Some(&found), expected.root().get("items"), "{}", found.to_pretty());
}

#[test]
fn every_context_is_usable_alone_and_after_did_core() {
    let mut contexts = 0;
    for context in Contexts::embedded().iter() {
        let alone =
            format!(r#"{{"@context": "{}", "@id": "https://a.example/", "https://a.example/p": 1}}"#, context.iri());
        assert_eq!(expanded(&alone).items().len(), 1, "{}", context.iri());
        contexts += 1;
    }
    // 17 documents; `ad#` has two spellings, schema.org eight, JWS 2020 two
    assert_eq!(contexts, 17 + 1 + 7 + 1);
}

#[test]
fn agent_description_terms() {
    assert_expands(
        r#"{"@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}], "@type": "AgentDescription",
            "@id": "https://a.example/ad.json", "name": "A", "did": "did:wba:a.example", "version": "1",
            "created": "2026-01-31T12:00:00Z", "url": "https://a.example/", "owner": {"@type": "Person", "@id": "did:wba:b.example"},
            "interfaces": {"@type": "StructuredInterface", "protocol": "YAML", "humanAuthorization": true, "content": {"url": [null]}},
            "security": "didwba_sc",
            "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization", "description": "d"}}}"#,
        r#"[{"@id": "https://a.example/ad.json", "@type": ["https://agent-network-protocol.com/ad#AgentDescription"],
            "https://schema.org/name": [{"@value": "A", "@language": "en"}],
            "https://agent-network-protocol.com/ad#did": [{"@value": "did:wba:a.example"}],
            "https://schema.org/version": [{"@value": "1"}],
            "https://agent-network-protocol.com/ad#created": [
                {"@value": "2026-01-31T12:00:00Z", "@type": "http://www.w3.org/2001/XMLSchema#dateTime"}],
            "https://schema.org/url": [{"@id": "https://a.example/"}],
            "https://agent-network-protocol.com/ad#owner": [{"@id": "did:wba:b.example", "@type": ["https://schema.org/Person"]}],
            "https://agent-network-protocol.com/ad#interfaces": [{
                "@type": ["https://agent-network-protocol.com/ad#StructuredInterface"],
                "https://agent-network-protocol.com/ad#protocol": [{"@value": "YAML"}],
                "https://agent-network-protocol.com/ad#humanAuthorization": [
                    {"@value": true, "@type": "http://www.w3.org/2001/XMLSchema#boolean"}],
                "https://agent-network-protocol.com/ad#content": [{"@value": {"url": [null]}, "@type": "@json"}]}],
            "https://agent-network-protocol.com/ad#security": [{"@value": "didwba_sc"}],
            "https://agent-network-protocol.com/ad#securityDefinitions": [{
                "https://agent-network-protocol.com/ad#definitionName": [{"@value": "didwba_sc", "@language": "en"}],
                "https://agent-network-protocol.com/ad#scheme": [{"@value": "didwba"}],
                "https://agent-network-protocol.com/ad#in": [{"@value": "header"}],
                "https://agent-network-protocol.com/ad#parameterName": [{"@value": "Authorization"}],
                "https://schema.org/description": [{"@value": "d", "@language": "en"}]}]}]"#,
    );
}

#[test]
fn proofs_are_graphs_of_the_security_vocabulary() {
    assert_expands(
        r#"{"@context": "https://agent-network-protocol.com/ad#", "name": "A", "proof": {"type": "DataIntegrityProof",
            "cryptosuite": "ecdsa-jcs-2019", "created": "2026-01-31T12:00:00Z", "proofPurpose": "assertionMethod",
            "verificationMethod": "did:wba:a.example#key-1", "domain": "a.example", "challenge": "c", "proofValue": "z"}}"#,
        r#"[{"https://schema.org/name": [{"@value": "A"}], "https://w3id.org/security#proof": [{"@graph": [{
            "@type": ["https://w3id.org/security#DataIntegrityProof"],
            "https://w3id.org/security#cryptosuite": [
                {"@value": "ecdsa-jcs-2019", "@type": "https://w3id.org/security#cryptosuiteString"}],
            "http://purl.org/dc/terms/created": [
                {"@value": "2026-01-31T12:00:00Z", "@type": "http://www.w3.org/2001/XMLSchema#dateTime"}],
            "https://w3id.org/security#proofPurpose": [{"@id": "https://w3id.org/security#assertionMethod"}],
            "https://w3id.org/security#verificationMethod": [{"@id": "did:wba:a.example#key-1"}],
            "https://w3id.org/security#domain": [{"@value": "a.example"}],
            "https://w3id.org/security#challenge": [{"@value": "c"}],
            "https://w3id.org/security#proofValue": [{"@value": "z"}]}]}]}]"#,
    );
}

#[test]
fn plain_json_of_anp_07() {
    let text = r#"{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "schema": "s", "ad:x": 1,
        "url": "https://a.example/ad.json", "Infomations": {"type": "Information", "url": "https://a.example/i"}, "unknown": {"id": "i"}}"#;
    let mut options = ExpandOptions::default();
    options.expand_context = Some(Json::from("urn:agent-description:anp-07"));
    let expanded = jsonld::expand(document(text).json(), &Contexts::embedded(), &options).unwrap();
    let used: Vec<&str> = expanded.contexts().iter().map(|context| context.iri.as_str()).collect();
    assert_eq!(used, ["urn:agent-description:anp-07"]);
    let expected = document(
        r#"{"items": [{"https://agent-network-protocol.com/ad#protocolType": [{"@value": "ANP"}],
            "https://agent-network-protocol.com/ad#protocolVersion": [{"@value": "1.0.0"}],
            "@type": ["https://agent-network-protocol.com/ad#AgentDescription"],
            "https://schema.org/schema": [{"@value": "s"}],
            "ad:x": [{"@value": 1}],
            "https://schema.org/url": [{"@id": "https://a.example/ad.json"}],
            "https://agent-network-protocol.com/ad#Infomations": [
                {"@type": ["https://agent-network-protocol.com/ad#Information"], "https://schema.org/url": [{"@id": "https://a.example/i"}]}],
            "https://schema.org/unknown": [{"https://schema.org/id": [{"@value": "i"}]}]}]}"#,
    );
    let found = expanded.into_json();
    assert_eq!(Some(&found), expected.root().get("items"), "{}", found.to_pretty());
}

#[test]
fn reconstructed_suites_keep_keys() {
    for (suite, kind, member) in [
        ("secp256k1-2019", "EcdsaSecp256k1VerificationKey2019", "publicKeyJwk"),
        ("x25519-2019", "X25519KeyAgreementKey2019", "publicKeyMultibase"),
        ("ed25519-2018", "Ed25519VerificationKey2018", "publicKeyBase58"),
    ] {
        let key = if member == "publicKeyJwk" { r#"{"kty": "EC"}"# } else { "\"z6\"" };
        let text = format!(
            r#"{{"@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/{suite}/v1"], "id": "did:wba:a.example",
            "verificationMethod": [{{"id": "did:wba:a.example#k", "type": "{kind}", "controller": "did:wba:a.example", "{member}": {key}}}]}}"#
        );
        let expanded = expanded(&text);
        assert!(expanded.dropped().is_empty(), "{:?}", expanded.dropped());
        let [method] =
            expanded.items()[0].get("https://w3id.org/security#verificationMethod").and_then(Json::as_array).unwrap()
        else {
            panic!("one method")
        };
        assert_eq!(
            method.get("@type").unwrap().as_array().unwrap()[0].as_str(),
            Some(format!("https://w3id.org/security#{kind}").as_str())
        );
        let value = &method.get(&format!("https://w3id.org/security#{member}")).and_then(Json::as_array).unwrap()[0];
        assert!(value.get("@value").is_some(), "{}", value.to_pretty());
    }
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_did_documents_process_as_json_ld() {
    let mut processed = 0;
    for file in [
        "anp/anp/docs/did_public/public-did-doc.json",
        "anp/anp/docs/did_public/did_a.json",
        "anp/anp/docs/did_public/did_b.json",
        "anp/anp/tools/did_generater/user_public/did.json",
        "anp/anp/tools/did_generater/user_yanlq/did.json",
        "anp/anp/typescript/ts_sdk/tests/fixtures/rust/e1/did.json",
        "anp/anp/typescript/ts_sdk/tests/fixtures/rust/k1/did.json",
        "anp/AgentConnect/did_wba_examples/generated/did.json",
    ] {
        let text = third_party::read(file);
        let id = document(&text).root().get("id").and_then(Json::as_str).unwrap().to_owned();
        let expanded = expanded(&text);
        assert_eq!(expanded.items()[0].get("@id").and_then(Json::as_str), Some(id.as_str()), "{file}");
        assert!(expanded.items()[0].get("https://w3id.org/security#verificationMethod").is_some(), "{file}");
        processed += 1;
    }
    third_party::ran("anp-did-documents-as-json-ld", processed);
}

#[test]
fn the_embedded_context_and_the_specification_inline_one_agree() {
    let model = |context: &str| {
        let document = document(&written::document(context, &[]));
        AgentDescription::from_document(&document).unwrap()
    };
    assert_eq!(model(written::EMBEDDED), model(written::INLINE));
    let both = format!("[{}, {}]", written::EMBEDDED, written::INLINE);
    assert_eq!(model(&both), model(written::INLINE), "the inline map after the context, as authors write it");
}

//! What an object is, its content says: our vectors, documents of others, and objects that want to be taken for another.

use adp_fixtures::{cpu_time::timed, third_party};
use agent_description::{
    Code, CodedError, Did, DidDocument, Document, KeySigner, KeyType, Limits, SignOptions, SigningKey, Suite,
    Timestamp,
    did::{Binding, DidDocumentBuilder, DocumentProofForm, Purpose},
    format::{ADP, ALL, DID_DOCUMENT, Format, FormatError, FormatUnknown, MatchConfidence, Options, detect},
    json::Object,
    proof::{Challenge, Expectations},
    verification::Supplied,
};
use std::{fs, path::Path, sync::Arc};

const AT: &str = "2026-02-15T00:00:00Z";

fn at() -> Options {
    Options::at(AT.parse().unwrap())
}

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Whom a format finds by the usual expectations, with nothing supplied; or the error.
fn verified(format: &Format, document: &Document) -> Result<Did, Arc<dyn CodedError>> {
    verified_by(format, document, &usual(AT), &Supplied::default())
}

fn verified_by(
    format: &Format,
    document: &Document,
    expectations: &Expectations,
    supplied: &Supplied,
) -> Result<Did, Arc<dyn CodedError>> {
    let found = match format.begin(document.clone(), expectations) {
        Ok(pending) => pending.finish(supplied),
        Err(refused) => *refused,
    };
    match found.error {
        Some(error) => Err(error),
        None => Ok(found.signer.unwrap()),
    }
}

/// For no domain, at a time, by the DID that the document is about.
fn usual(at: &str) -> Expectations {
    let purpose = Expectations::for_purpose(Purpose::AssertionMethod);
    purpose.no_domain().any_challenge().at(at.parse().unwrap()).signer_is_subject()
}

/// The names of the formats found, joined; empty for none.
fn found(text: &str) -> String {
    let names = detect(parse(text).root(), ALL).map(|found| found.iter().map(|one| one.name).collect::<Vec<_>>());
    names.unwrap_or_default().join("+")
}

#[test]
fn the_marks_of_each_format_are_known() {
    for (text, expected) in [
        // a context of the protocol, in each of its spellings and places
        (r#"{"@context": "https://agent-network-protocol.com/ad#"}"#, "adp"),
        (r#"{"@context": [{"ad": "https://agent-network-protocol.com/ad#"}]}"#, "adp"),
        (r#"{"@context": ["https://schema.org/"], "@type": "ad:AgentDescription"}"#, "adp"),
        (r#"{"protocolType": "ANP"}"#, "anp-07"),
        (r#"{"protocolType": 7, "name": "x"}"#, "anp-07"),
        // both generations at once is JSON-LD, as `DescriptionProfile::for_document` has it
        (r#"{"@context": "https://agent-network-protocol.com/ad#", "protocolType": "ANP"}"#, "adp"),
        (r#"{"@context": "https://www.w3.org/ns/did/v1"}"#, "did-document"),
        (r#"{"@context": ["https://www.w3.org/ns/did/v1.1", {"a": "b:c"}], "id": 7}"#, "did-document"),
        (r#"{"id": "did:example:1", "verificationMethod": []}"#, "did-document"),
        (r#"{"id": "did:wba:hotel.example", "deactivated": true}"#, "did-document"),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

/// What was diagnosed as a description goes on to be, if it has anything of one.
#[test]
fn broken_descriptions_are_still_descriptions() {
    for member in [
        r#""@context": "https://schema.org/", "@type": "Product""#,
        r#""@context": ["https://schema.org"], "@type": "Product""#,
        r#""@type": "AgentDescription""#,
        r#""type": "AgentDescription""#,
        r#""@context": "https://schema.org", "@type": "Service", "name": "A""#,
        r#""@context": "https://schema.org", "name": "A""#,
        r#""@context": "https://schema.org", "@type": "Organization", "did": "did:wba:hotel.example""#,
        r#""@type": "Organization", "interfaces": [{"protocol": "MCP", "url": "https://a.example/"}]"#,
        r#""@type": "Agent", "https://agent-network-protocol.com/ad#name": "A""#,
        r#""did": "did:wba:hotel.example""#,
        r#""interfaces": [{"protocol": "openrpc", "url": "https://a.example/rpc.json"}]"#,
        r#""interfaces": {"type": "ad:NaturalLanguageInterface"}"#,
        r#""interfaces": [], "securityDefinitions": {}"#,
        r#""owner": {"name": "A"}, "interfaces": [{"url": "https://a.example/"}]"#,
        r#""Infomations": []"#,
        r#""ad:interfaces": []"#,
        r#""https://agent-network-protocol.com/ad#name": "x""#,
        r#""https://service.agent-network-protocol.com/ad#name": "x""#,
    ] {
        assert_eq!(found(&format!("{{{member}}}")), "adp", "{member}");
    }
    // names that others have too say nothing, in pairs too; nor does the JSON-LD of other vocabularies
    for member in [
        r#""@context": "https://schema.org", "@type": "Restaurant", "name": "A""#,
        r#""@context": ["https://schema.org/", {"b": "https://b.example/"}], "@type": ["b:Thing", "Person"]"#,
        r#""@context": {"@vocab": "https://schema.org/"}, "@graph": [{"@type": "WebSite"}]"#,
        r#""@context": {"owl": "http://www.w3.org/2002/07/owl#", "schema": "https://schema.org/"}, "@type": "owl:Ontology", "schema:owner": "A", "schema:services": []"#,
        r#""@context": "https://schema.org", "type": "Organization""#,
        r#""@context": 7"#,
        // a context in a file of its own
        r#""@context": {"@vocab": "https://schema.org/", "name": "schema:name"}"#,
        r#""@context": {"ad": "https://agent-network-protocol.com/ad#"}"#,
        r#""@context": "https://www.w3.org/ns/credentials/v2", "type": ["VerifiableCredential"], "proof": {}"#,
        r#""type": "Anything""#,
        r#""interfaces": []"#,
        r#""interfaces": [{"name": "eth0", "type": "physical"}]"#,
        r#""security": [], "securityDefinitions": {}"#,
        r#""services": [], "owner": "root""#,
        r#""did": "a text""#,
        r#""protocolVersion": "1.0.0""#,
        r#""proof": {}, "name": "x""#,
    ] {
        assert_eq!(found(&format!("{{{member}}}")), "", "{member}");
    }
}

#[test]
fn an_object_of_no_format_is_told_what_it_lacks() {
    for text in [
        "{}",
        r#"{"name": "x", "description": "y", "version": "1", "url": "https://a.example/"}"#,
        r#"{"kty": "EC", "crv": "P-256"}"#,
        r#"{"__proto__": {"@context": "https://agent-network-protocol.com/ad#"}, "constructor": {"protocolType": "ANP"}}"#,
        // names are compared as they are
        r#"{"PROTOCOLTYPE": "ANP", "@Context": "x", " did": "did:wba:a.example"}"#,
        r#"{"id": "https://a.example/", "verificationMethod": []}"#,
        r#"{"did:wba:a.example#key-1": "seed"}"#,
    ] {
        assert_eq!(found(text), "", "{text}");
    }
    let unknown = detect(&Object::new(), ALL).unwrap_err();
    assert_eq!(unknown.code(), Code::FORMAT_UNKNOWN);
    assert_eq!(unknown.to_string(), "format not recognized: none of its members is of a known format");
    let nearly = detect(parse(r#"{"id": "did:wba:a.example", "description": "b"}"#).root(), ALL).unwrap_err();
    assert_eq!(
        nearly.to_string(),
        "format not recognized; closest: did-document (missing `verificationMethod`), anp-07 (missing `protocolType`), adp (missing `@context`, `@type`)"
    );
    // a name is a suggestion
    let said = |unknown: &FormatUnknown, path: &str| match FormatError::from(unknown.clone()).at_path(path, ALL) {
        FormatError::Unknown(unknown) => unknown.nearest.iter().map(|(format, _)| *format).collect::<Vec<_>>(),
        error => panic!("{error}"),
    };
    assert_eq!(said(&nearly, "https://a.example/b/ad.json?c=d"), ["adp", "did-document", "anp-07"]);
    for other in ["bad.json", "ad.json/x", "", "/did.json"] {
        assert_eq!(said(&nearly, other), ["did-document", "anp-07", "adp"], "{other}");
    }
    assert_eq!(said(&unknown, "a\\did.json")[0], "did-document");
}

#[test]
fn an_object_that_two_formats_fit_is_of_both() {
    let both = r#"{"@context": ["https://www.w3.org/ns/did/v1", "https://agent-network-protocol.com/ad#"],
        "@type": "ad:AgentDescription", "name": "x", "id": "did:wba:hotel.example", "verificationMethod": []}"#;
    assert_eq!(found(both), "adp+did-document");
    assert_eq!(
        found(r#"{"protocolType": "ANP", "id": "did:wba:hotel.example", "service": []}"#),
        "anp-07+did-document"
    );
    // a certain format leaves no room for a likely one
    assert_eq!(found(r#"{"id": "did:wba:hotel.example", "service": [], "type": "x", "name": "y"}"#), "did-document");
}

/// A DID document may have any other members: with one that descriptions have it is a description as well, and refused as
/// a DID document, since its proof would be taken for one over the description.
#[test]
fn a_did_document_with_anything_of_a_description_is_both() {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let did: Did = format!("did:wba:hotel.example:agents:e1_{}", key.verifying_key().thumbprint()).parse().unwrap();
    let created: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
    let builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
    let plain = builder.build_signed(&key, created, DocumentProofForm::W3c).unwrap();
    let bare = plain.source().replacen('{', "{$", 1);
    let method = format!("{did}#key-1");
    let signer = KeySigner::new(method.parse().unwrap(), key);
    let proof = || {
        let mut options = SignOptions::new(created).suite(Suite::EddsaJcs2022);
        options.replace = true;
        options
    };
    for (members, pointer) in [
        (r#""did": "did:wba:alice.example","#, "/did"),
        (r#""interfaces": [],"#, "/interfaces"),
        (r#""ad:interfaces": [],"#, "/ad:interfaces"),
        (r#""x:y/interfaces": [],"#, "/x:y~1interfaces"),
        (r#""https://agent-network-protocol.com/ad#name": "x","#, "/https:~1~1agent-network-protocol.com~1ad#name"),
        (
            r#""https://service.agent-network-protocol.com/ad#name": "x","#,
            "/https:~1~1service.agent-network-protocol.com~1ad#name",
        ),
        (r#""https://w3id.org/did#": "did:wba:alice.example","#, "/https:~1~1w3id.org~1did#"),
        (r#""security": "s","#, "/security"),
        (r#""securityDefinitions": {},"#, "/securityDefinitions"),
        (r#""products": [],"#, "/products"),
        (r#""owner": {},"#, "/owner"),
        (r#""protocolVersion": "1.0.0","#, "/protocolVersion"),
        (r#""@graph": [],"#, "/@graph"),
        (r#""type": "AgentDescription","#, "/type"),
        (r#""type": ["x", "urn:Agent-Description"],"#, "/type"),
        (r#""@type": "ad:agent_description","#, "/@type"),
        (r#""protocolType": "ANP","#, "/protocolType"),
    ] {
        let expected = if members.contains("protocolType") { "anp-07+did-document" } else { "adp+did-document" };
        // with the context of DIDs and without
        let without = parse(&bare.replace('$', members).replacen("\"@context\"", "\"unread\"", 1));
        assert_eq!(found(without.source()), expected, "{}", without.source());
        let both = parse(&bare.replace('$', members));
        assert_eq!(found(both.source()).split('+').next_back(), Some("did-document"), "{members}");
        assert!(found(both.source()).contains('+'), "{members}");
        // signed by the DID of the document, and still nobody's word for the description
        let signed = agent_description::proof::sign(&both, &signer, proof()).unwrap();
        let refused: [Arc<dyn CodedError>; 2] = [
            verified(DID_DOCUMENT, &signed).unwrap_err(),
            DID_DOCUMENT.sign(&both, &signer, &proof(), &at()).unwrap_err().into(),
        ];
        assert!(verified(ADP, &signed).is_err(), "{members}");
        for refusal in &refused {
            assert_eq!(refusal.code(), Code::DID_DOCUMENT_INVALID, "{members}: {refusal}");
            assert_eq!(refusal.pointer().as_deref(), Some(pointer), "{members}");
        }
    }
    // an alias, by an inline context
    for context in [
        r#"{"x": "https://agent-network-protocol.com/ad#interfaces"}"#,
        r#"{"x": {"@id": "https://schema.org/did"}}"#,
        r#"{"s": "https://schema.org/", "x": "s:did"}"#,
        r#"{"x": "https://w3id.org/did#"}"#,
        // in pieces
        r#"{"p": {"@id": "https://agent-network-protocol.", "@prefix": true}, "x": "p:com/ad#interfaces"}"#,
        r#"{"p": {"@id": "http://schema.", "@prefix": true}, "x": {"@id": "p:org/did"}}"#,
        r#"{"p": {"@id": "h", "@prefix": true}, "q": {"@id": "p:ttps://service.agent-", "@prefix": true}, "x": "q:network-protocol.com/ad#owner"}"#,
        r#"{"@vocab": "https://agent-network-", "x": "protocol.com/ad#name"}"#,
        r#"{"p": {"@id": "https://w3id.org/d", "@prefix": true}, "x": "p:id#"}"#,
        r#""https://agent-network-protocol.com/ad#""#,
    ] {
        let many = ["\"https://hotel.example/\","; 20].concat();
        for context in [
            format!("[\"https://www.w3.org/ns/did/v1\", {context}]"),
            format!("[\"https://www.w3.org/ns/did/v1\", {many} {context}]"),
        ] {
            let text = format!(r#"{{"@context": {context}, "id": "{did}", "x": "y", "verificationMethod": []}}"#);
            assert_eq!(found(&text), "adp+did-document", "{text}");
            assert_eq!(verified(DID_DOCUMENT, &parse(&text)).unwrap_err().pointer().as_deref(), Some("/@context"));
        }
    }
    // a context or a list of types so long that it is not looked through is not taken for harmless
    let many = vec!["\"https://hotel.example/\""; 600].join(",");
    for member in ["@context", "type"] {
        let text = format!(r#"{{"{member}": ["https://www.w3.org/ns/did/v1", {many}], "id": "{did}", "service": []}}"#);
        assert_eq!(found(&text), "adp+did-document", "{member}");
    }
    // names that every format has are no signs
    for members in [
        r#""name": "x","#,
        r#""description": "x", "url": "https://hotel.example/","#,
        r#""created": "x", "modified": "x", "version": "1","#,
        "",
    ] {
        let plain = parse(&bare.replace('$', members));
        assert_eq!(found(plain.source()), "did-document", "{members}");
        let signed = DID_DOCUMENT.sign(&plain, &signer, &proof(), &at()).unwrap().document;
        assert_eq!(verified(DID_DOCUMENT, &signed).unwrap(), did, "{members}");
    }
}

/// A context that has the beginning of no namespace spells nothing of a description.
#[test]
fn other_prefixes_are_no_signs() {
    for context in [
        r#"{"sec": "https://w3id.org/security#", "x": "sec:name"}"#,
        r#"{"@vocab": "https://hotel.example/", "x": "protocol.com/ad"}"#,
        r#"{"x": {"@id": "https://hotel.example/x", "@prefix": true}, "y": ""}"#,
    ] {
        let text = format!(r#"{{"@context": ["https://www.w3.org/ns/did/v1", {context}], "id": "did:wba:a.example"}}"#);
        assert_eq!(found(&text), "did-document", "{text}");
    }
    // 512 values of a context are looked at, the array among them
    for (others, expected) in [(510, "did-document"), (511, "adp+did-document")] {
        let others = "\"https://hotel.example/\",".repeat(others);
        let text = format!(
            r#"{{"@context": [{others} "https://hotel.example/x"], "id": "did:wba:a.example", "service": []}}"#
        );
        assert_eq!(found(&text), expected);
    }
    for (terms, expected) in [(511, "did-document"), (512, "adp+did-document")] {
        let terms: Vec<String> = (0..terms).map(|n| format!("\"x{n}\": null")).collect();
        let text = format!(r#"{{"@context": {{{}}}, "id": "did:wba:a.example", "service": []}}"#, terms.join(","));
        assert_eq!(found(&text), expected);
    }
}

#[test]
fn more_formats_are_more_lines_and_the_three_nearest_are_named() {
    fn lacks(name: &'static str, match_confidence: fn(&Object) -> MatchConfidence) -> Format {
        Format { name, match_confidence, ..Format::DEFAULT }
    }
    let near = lacks("near", |root| match root.contains("near") {
        true => MatchConfidence::Certain,
        false => MatchConfidence::Lacks(vec!["`toy`"]),
    });
    let near = Format { distinctive_members: &["toy", "wheels"], ..near };
    let far = Format { distinctive_members: &["toy"], ..lacks("far", |_| MatchConfidence::Lacks(vec!["`toy`"; 3])) };
    let farther = lacks("farther", |_| MatchConfidence::Lacks(vec!["`toy`"; 4]));
    let formats = [&farther, &far, DID_DOCUMENT, &near];
    // what lacks least counts less than what is there, and an `id` that is no DID counts nothing
    let unknown = detect(parse(r#"{"toy": 1, "wheels": 4, "id": 7}"#).root(), &formats).unwrap_err();
    let nearest: Vec<&str> = unknown.nearest.iter().map(|(format, _)| *format).collect();
    assert_eq!(nearest, ["near", "far"]);

    // what a format has not is refused by its name
    let toy = parse(r#"{"near": 1}"#);
    assert_eq!(detect(toy.root(), &formats).unwrap()[0].profile(&toy), "near");
    let signer = KeySigner::new(
        "did:wba:hotel.example#key-1".parse().unwrap(),
        SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap(),
    );
    for refusal in [
        near.show(&toy, &at()).unwrap_err().into(),
        verified(&near, &toy).unwrap_err(),
        near.sign(&toy, &signer, &SignOptions::new(at().at), &at()).unwrap_err().into(),
    ] {
        assert_eq!(refusal.code(), Code::DOCUMENT_SHAPE);
        assert!(refusal.to_string().starts_with("documents of the format near cannot be "), "{refusal}");
    }
}

/// The work is that of the root's members: not of what stands below them, nor of long lists in them.
#[test]
fn huge_objects_take_no_time() {
    let deep = format!("{}1{}", "[".repeat(60), "]".repeat(60));
    assert_eq!(found(&format!("{{\"x\": {deep}}}")), "");
    let mut limits = Limits::default();
    limits.description_bytes = 64 << 20;
    let contexts = vec!["\"https://hotel.example/\""; 400_000].join(",");
    let long = Document::parse(
        format!("{{\"@context\": [{contexts}], \"type\": [{contexts}], \"did\": \"did:wba:a.example\"}}").as_bytes(),
        &limits,
    );
    let members: String = (0..200_000).map(|n| format!("\"m{n}\": 1,")).collect();
    let wide = Document::parse(format!("{{{members} \"id\": 7}}").as_bytes(), &limits);
    // the reader is optimized in tests, this crate is not
    for (document, expected, most) in [(long.unwrap(), Some("adp"), 1), (wide.unwrap(), None, 20)] {
        // three times, because another program may have emptied the processor's caches meanwhile
        let took: Vec<_> = (0..3)
            .map(|_| {
                let (parsed, reading) = timed(|| Document::parse(document.source().as_bytes(), &limits).unwrap());
                let (formats, detecting) = timed(|| detect(parsed.root(), ALL));
                assert_eq!(formats.ok().map(|found| found[0].name), expected);
                (detecting, reading)
            })
            .collect();
        assert!(took.iter().any(|(detecting, reading)| *detecting < most * *reading), "{took:?}");
    }
}

/// By the folder, and by hand where a vector is of another format than its neighbours.
#[test]
fn our_vectors_are_of_the_formats_that_they_test() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let mut walked = 0;
    let mut wrong = Vec::new();
    for (folder, usual) in [("check", "adp"), ("verify", "adp"), ("did-document", "did-document")] {
        for entry in fs::read_dir(vectors.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(bytes) = fs::read(&path) else { continue };
            let Some(at) = bytes.windows(2).position(|pair| pair == b"\n\n") else { continue };
            let Ok(document) = Document::parse(&bytes[at + 2..], &Limits::default()) else { continue };
            let name = format!("{folder}/{}", path.file_stem().unwrap().to_str().unwrap());
            let text = document.source().to_owned();
            walked += 1;
            let is_anp_07 =
                folder != "did-document" && text.contains("\"protocolType\"") && !text.contains("\"@context\"");
            let expected = EXCEPTIONS.iter().find(|(vector, _)| *vector == name).map(|(_, format)| *format);
            let expected = expected.unwrap_or(if is_anp_07 { "anp-07" } else { usual });
            if found(&text) != expected {
                wrong.push(format!("{name}: {} for {expected}", found(&text)));
            }
        }
    }
    assert!(walked > 200, "{walked}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Vectors of another format than their folder.
const EXCEPTIONS: &[(&str, &str)] = &[
    // an `id` alone, as anything may have one
    ("did-document/did-key-p-384", ""),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn documents_of_others_are_what_their_authors_call_them() {
    for (file, expected) in [
        ("anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/ad.json", "adp"),
        ("anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/ad.json", "adp"),
        ("anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/hotel_room.json", "adp"),
        ("anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json", "anp-07"),
        ("anp/AgentNetworkProtocol-current/examples/adp/lkcoffe/ad.json", "anp-07"),
        ("anp/anp/anp/anp_crawler/test/test_data_agent_description.json", "anp-07"),
        ("anp/AgentConnect/did_wba_examples/generated/did.json", "did-document"),
        ("anp/anp/docs/did_public/did_a.json", "did-document"),
        ("anp/anp/typescript/ts_sdk/tests/fixtures/rust/e1/did.json", "did-document"),
        ("anp/anp/typescript/ts_sdk/tests/fixtures/rust/k1/did.json", "did-document"),
        // nothing of a description but names that everything has
        ("anp/spec-did-authentication-vnext/test-seeds.json", ""),
        ("anp/anp/testdata/group_e2ee/did_wba_binding_golden.json", ""),
        ("schema-org/schemaorg-context.jsonld", ""),
        // JSON-LD of another kind
        ("vc-di-ecdsa/TestVectors/unsigned.json", ""),
    ] {
        assert_eq!(found(&third_party::read(file)), expected, "{file}");
    }
}

/// A signed document of a bound DID, of a plain DID, and one without proof.
#[test]
fn did_documents_are_checked_shown_signed_and_verified() {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let created: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
    let bound: Did = format!("did:wba:hotel.example:agents:e1_{}", key.verifying_key().thumbprint()).parse().unwrap();
    let document = DidDocumentBuilder::new(bound.clone(), key.verifying_key())
        .build_signed(&key, created, DocumentProofForm::W3c)
        .unwrap();
    assert_eq!(bound.binding(), Some(Binding::E1));
    assert!(DID_DOCUMENT.check(&document, &at()).diagnostics.is_empty());
    assert_eq!(DID_DOCUMENT.profile(&document), "did-document");
    assert_eq!(verified(DID_DOCUMENT, &document).unwrap(), bound);
    let model = DID_DOCUMENT.show(&document, &at()).unwrap();
    assert_eq!(model.get("did").unwrap().as_str(), Some(bound.as_str()));
    assert_eq!(model.get("proof").unwrap().get("verified").unwrap().as_bool(), Some(true));

    // a plain DID is bound to no key: its proof holds, and says nothing of who wrote it
    let plain: Did = "did:wba:hotel.example".parse().unwrap();
    let unsigned = DidDocumentBuilder::new(plain.clone(), key.verifying_key()).build().unwrap();
    assert_eq!(verified(DID_DOCUMENT, &unsigned).unwrap_err().code(), Code::PROOF_MISSING);
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let options = || SignOptions::new(created).suite(Suite::EddsaJcs2022);
    let signed = DID_DOCUMENT.sign(&unsigned, &signer, &options(), &at()).unwrap().document;
    let read = DidDocument::parse_for(&plain, signed.source().as_bytes(), &Limits::default()).unwrap();
    assert!(matches!(read.get().proof(), Some(agent_description::did::DocumentProof::Verified { .. })));
    assert_eq!(verified(DID_DOCUMENT, &signed).unwrap_err().code(), Code::DID_BINDING);

    // a key that the document does not list signs nothing that would verify
    let stranger = SigningKey::from_secret_bytes(KeyType::Ed25519, &[8; 32]).unwrap();
    let stranger = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), stranger);
    let refused = DID_DOCUMENT.sign(&unsigned, &stranger, &options(), &at()).unwrap_err();
    assert_eq!(refused.code(), Code::DID_DOCUMENT_PROOF);

    // and what was changed is not verified
    let changed = parse(&document.source().replacen("hotel.example", "motel.example", 1));
    let report = DID_DOCUMENT.check(&changed, &at());
    assert!(!report.is_valid() && report.diagnostics.len() == 1, "{report:?}");
}

/// Domain, challenge and time of a DID document's own proof are asked as of a description's; resolving asks for none.
#[test]
fn a_did_documents_proof_answers_what_is_expected_of_it() {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let did: Did = format!("did:wba:hotel.example:agents:e1_{}", key.verifying_key().thumbprint()).parse().unwrap();
    let created: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
    let builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
    let plain = builder.build_signed(&key, created, DocumentProofForm::W3c).unwrap();
    let signer = KeySigner::new(format!("{did}#key-1").parse().unwrap(), key);
    let proof = || {
        let mut options = SignOptions::new(created).suite(Suite::EddsaJcs2022);
        options.replace = true;
        options
    };
    let signed = |proof: SignOptions| DID_DOCUMENT.sign(&plain, &signer, &proof, &at()).unwrap().document;
    let code = |document: &Document, expectations: &Expectations| {
        verified_by(DID_DOCUMENT, document, expectations, &Supplied::default())
            .err()
            .map(|error| error.code().to_string())
    };
    let assertion = || Expectations::for_purpose(Purpose::AssertionMethod);
    let now: Timestamp = AT.parse().unwrap();

    let lasting = signed(proof().expires("2026-03-01T00:00:00Z".parse().unwrap()));
    for (time, expected) in [
        ("2026-01-31T11:58:59Z", "proof-not-yet-valid"),
        ("2026-01-31T11:59:00Z", ""),
        ("2026-02-28T23:59:59Z", ""),
        ("2026-03-01T00:00:00Z", "proof-expired"),
    ] {
        let options = Options::at(time.parse().unwrap());
        assert_eq!(code(&lasting, &usual(time)).unwrap_or_default(), expected, "{time}");
        let report = DID_DOCUMENT.check(&lasting, &options);
        let found: Vec<&str> = report.diagnostics.iter().map(|found| found.code.as_str()).collect();
        match expected {
            "" => assert!(found.is_empty(), "{time}: {found:?}"),
            "proof-expired" => assert_eq!((found, report.is_valid()), (vec!["did-document-proof"], false)),
            // resolvers read it
            ahead => {
                assert_eq!((found, report.is_valid()), (vec![ahead], true));
                assert_eq!(report.diagnostics[0].pointer.as_deref(), Some("/proof/created"));
            }
        }
    }

    let bound = signed(proof().domain("hotel.example", "c-1"));
    let challenged = signed(proof().bound_to(None, Some("c-1")).unwrap());
    let rows: [(&Document, Option<Expectations>, &str); 12] = [
        (&bound, None, "proof-domain"),
        (&bound, Some(assertion().no_domain().any_challenge().at(now).signer_is_subject()), "proof-domain"),
        (&bound, Some(assertion().domain("motel.example").any_challenge().at(now).signer_is_subject()), "proof-domain"),
        (&bound, Some(assertion().domain("hotel.example").any_challenge().at(now).signer_is_subject()), ""),
        (&bound, Some(assertion().any_domain().any_challenge().at(now).signer_is_subject()), ""),
        (
            &bound,
            Some(assertion().any_domain().challenge(Challenge::new("c-2")).at(now).signer_is_subject()),
            "proof-challenge",
        ),
        (&bound, Some(assertion().any_domain().challenge(Challenge::new("c-1")).at(now).signer_is_subject()), ""),
        (&challenged, Some(assertion().no_domain().challenge(Challenge::new("c-1")).at(now).signer_is_subject()), ""),
        (&plain, Some(assertion().domain("hotel.example").any_challenge().at(now).signer_is_subject()), "proof-domain"),
        (
            &plain,
            Some(assertion().no_domain().challenge(Challenge::new("c-1")).at(now).signer_is_subject()),
            "proof-challenge",
        ),
        (
            &plain,
            Some(assertion().no_domain().any_challenge().at(now).signer("did:wba:motel.example".parse().unwrap())),
            "proof-signer-not-subject",
        ),
        (&plain, None, ""),
    ];
    for (number, (document, expectations, expected)) in rows.into_iter().enumerate() {
        let expectations = expectations.unwrap_or_else(|| usual(AT));
        // twice: one set of expectations is for many documents
        for _ in 0..2 {
            assert_eq!(code(document, &expectations).unwrap_or_default(), expected, "{number}");
        }
    }
    assert!(DidDocument::parse_for(&did, bound.source().as_bytes(), &Limits::default()).is_ok());
}

#[test]
fn descriptions_verify_with_the_did_documents_at_hand() {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let did: Did = "did:wba:hotel.example".parse().unwrap();
    let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
    let did_document = DidDocument::parse_for(&did, did_document.source().as_bytes(), &Limits::default()).unwrap();
    let description = agent_description::AgentDescription::builder().name("Hotel").did(&did).build().unwrap();
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let document = description.to_document().unwrap();
    let signed = ADP
        .sign(&document, &signer, &SignOptions::new("2026-01-31T12:00:00Z".parse().unwrap()), &at())
        .unwrap()
        .document;
    assert_eq!(verified(ADP, &signed).unwrap_err().code(), Code::NET_OFFLINE);
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did.clone(), Ok(Arc::new(did_document)));
    assert_eq!(verified_by(ADP, &signed, &usual(AT), &supplied).unwrap(), did);
    let changed = parse(&signed.source().replace("Hotel", "Motel"));
    assert_eq!(verified_by(ADP, &changed, &usual(AT), &supplied).unwrap_err().code(), Code::PROOF_SIGNATURE);
    assert_eq!(ADP.show(&signed, &at()).unwrap().get("name").unwrap().as_str(), Some("Hotel"));
}

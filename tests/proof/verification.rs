//! Verification: the order of its checks, every code, the evidence. Threat rows are named where they are met.

use adp_fixtures::alice::{self, *};
use agent_description::{
    Code, CodedError, Document, KeySigner, Limits, SigningKey, Timestamp,
    did::{Did, DidDocument, Purpose},
    json::{Json, jcs},
    proof::{Challenge, Check, CheckName, CheckResult, Expectations, PendingChallenge, SignOptions, VerifyError, sign},
    suite::Suite,
};
use std::{sync::Arc, time::Duration};

/// The expectations with one more.
fn with(mut expectations: Expectations, change: impl FnOnce(&mut Expectations)) -> Expectations {
    change(&mut expectations);
    expectations
}

fn fetched(expectations: Expectations, url: &str) -> Expectations {
    with(expectations, |it| it.fetched_from = Some(url.to_owned()))
}

fn code<T: std::fmt::Debug>(result: Result<T, VerifyError>) -> Code {
    result.expect_err("must be refused").code()
}

/// The signed document with its proof changed by `change`, the signature left as it was.
fn spoilt(change: impl FnOnce(&mut agent_description::json::Object)) -> Document {
    altered(|root| change(root.get_mut("proof").unwrap().as_object_mut().unwrap()))
}

fn altered(change: impl FnOnce(&mut agent_description::json::Object)) -> Document {
    let mut root = signed().root().clone();
    change(&mut root);
    document(&Json::from(root).to_pretty())
}

/// A proof with any members, rightly signed by Alice all the same: for checks that come after the signature.
fn signed_with(change: impl FnOnce(&mut agent_description::json::Object)) -> Document {
    let mut root = signed().root().clone();
    let mut proof = root.get("proof").unwrap().as_object().unwrap().clone();
    proof.remove("proofValue");
    change(&mut proof);
    let suite =
        Suite::identify(proof.get("type").unwrap().as_str().unwrap(), proof.get("cryptosuite").and_then(Json::as_str))
            .unwrap();
    root.remove("proof");
    let input = suite.signing_input(&root, &proof, suite.written_encoding()).unwrap();
    let key = agent_description::key::SigningKey::from_pem(ALICE_PEM).unwrap();
    proof.insert("proofValue", suite.written_encoding().encode(&key.sign(input.as_bytes())));
    root.insert("proof", proof);
    document(&Json::from(root).to_pretty())
}

#[test]
fn a_signed_description_verifies_with_its_evidence() {
    let verified = verify(signed(), fetched(expectations(), URL)).unwrap();
    assert_eq!(verified.get().name, "Alice");
    let evidence = verified.evidence();
    assert_eq!(evidence.signer.as_ref().unwrap().as_str(), ALICE);
    assert_eq!(evidence.subject.as_deref(), Some(ALICE));
    assert_eq!(evidence.verification_method.as_deref(), Some(METHOD));
    assert_eq!(evidence.suite, Some(Suite::AdpEcdsaP256));
    assert_eq!(evidence.created.as_deref(), Some(CREATED));
    assert_eq!((&evidence.domain, &evidence.challenge), (&None, &None));
    let results: Vec<_> = evidence.checks.iter().map(|check| (&*check.name, check.result.as_str())).collect();
    assert_eq!(
        results,
        [
            ("strict-json", "pass"),
            ("proof", "pass"),
            ("suite", "pass"),
            ("proof-value", "pass"),
            ("method-url", "pass"),
            ("contexts", "pass"),
            ("structure", "pass"),
            ("subject", "pass"),
            ("resolve", "pass"),
            ("method", "pass"),
            ("authorized", "pass"),
            ("key-type", "pass"),
            ("signature", "pass"),
            ("purpose", "pass"),
            ("signer", "pass"),
            ("domain", "unbound"),
            ("challenge", "unchecked"),
            ("time", "pass"),
            ("model", "pass"),
            ("id-matches-url", "pass"),
            ("did-host-matches", "pass"),
            ("service-links-back", "pass"),
        ]
    );
}

#[test]
fn evidence_repeats_what_the_proof_says() {
    let text =
        ad_text().replacen("{\n    \"@vocab\"", "[\"https://agent-network-protocol.com/ad#\", {\n    \"@vocab\"", 1);
    let text = text.replacen("ad#\"\n  }", "ad#\"\n  }]", 1);
    let options = options().domain("agent.example.com", "c-1").expires(time("2026-02-01T00:00:00Z"));
    let document = sign(&document(&text), &alice(), options).unwrap();
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .any_domain()
        .any_challenge()
        .at(time(NOW))
        .signer_is_subject();
    let verified = verify(document, expectations).unwrap();
    let evidence = verified.evidence();
    assert_eq!(evidence.domain.as_deref(), Some("agent.example.com"));
    assert_eq!(evidence.challenge.as_deref(), Some("c-1"));
    assert_eq!(evidence.expires, Some(time("2026-02-01T00:00:00Z")));
    assert_eq!(evidence.at, time(NOW));
    let used: Vec<_> = evidence.contexts.iter().map(|context| context.iri.to_string()).collect();
    assert_eq!(used, ["https://agent-network-protocol.com/ad#"]);
    assert_eq!(CheckName::KeyType.to_string(), "key-type");
    assert_eq!(CheckResult::NotBound.to_string(), "not-bound");
}

#[test]
fn evidence_of_a_document_from_nowhere() {
    let origin = [CheckName::IdMatchesUrl, CheckName::DidHostMatches, CheckName::ServiceLinksBack];
    let verified = verify(signed(), expectations()).unwrap();
    for name in origin {
        assert_eq!(verified.evidence().result(name), CheckResult::Unchecked, "{name}");
    }
    // a DID document without a service for descriptions, and a description without `@id`, claim nothing
    let text = ad_text().replace("  \"@id\": \"https://agent.example.com/alice/ad.json\",\n", "");
    let silent = resolved(&did_document_text().replace("\"AgentDescription\"", "\"LinkedDomains\""));
    let document = sign(&document(&text), &alice(), options()).unwrap();
    let verified = verify_against(document, &silent, fetched(expectations(), URL)).unwrap();
    let results = origin.map(|name| verified.evidence().result(name));
    assert_eq!(results, [CheckResult::Unbound, CheckResult::Pass, CheckResult::Unbound]);
}

#[test]
fn evidence_of_how_the_did_document_was_had() {
    let detail = |did_document: &str| {
        let verified = verify_against(signed(), &resolved(did_document), expectations()).unwrap();
        verified.evidence().checks[CheckName::Resolve as usize].detail.as_ref().unwrap().to_string()
    };
    let plain = detail(&did_document_text());
    assert!(plain.starts_with(ALICE) && plain.contains("the caller; no document proof"), "{plain}");
    let proven = sign(&document(&did_document_text()), &alice(), options()).unwrap();
    assert!(detail(proven.source()).contains("document proof by adp-ecdsa-p256 verified"));
    let foreign = did_document_text().replacen('{', r#"{"proof": {"type": "FutureProof2030"},"#, 1);
    assert!(detail(&foreign).contains("unknown type FutureProof2030 not verified"));
}

#[test]
fn messages_list_what_there_is_but_not_all_of_it() {
    let text = |methods: &[String], assertion: &[String]| {
        let methods: Vec<_> = methods
            .iter()
            .map(|id| format!(r#"{{"id":"{id}","type":"Multikey","controller":"{ALICE}","publicKeyMultibase":"z"}}"#))
            .collect();
        let assertion: Vec<_> = assertion.iter().map(|id| format!("{id:?}")).collect();
        format!(
            r#"{{"id":"{ALICE}","verificationMethod":[{}],"assertionMethod":[{}]}}"#,
            methods.join(","),
            assertion.join(",")
        )
    };
    let message = |text: &str| verify_against(signed(), &resolved(text), expectations()).unwrap_err().to_string();
    let ids: Vec<String> = (2..12).map(|at| format!("{ALICE}#key-{at}")).collect();
    assert!(message(&text(&[], &[])).contains("none"));
    let eight = message(&text(&ids[..8], &[]));
    assert!(eight.contains("#key-9") && !eight.contains('…'), "{eight}");
    let nine = message(&text(&ids[..9], &[]));
    assert!(nine.contains("#key-9, …") && !nine.contains("#key-10"), "{nine}");
    // the relationship
    let own = [METHOD.to_owned()];
    assert!(message(&text(&own, &[])).contains("is missing or empty"));
    let others = message(&text(&own, &ids[..1]));
    assert!(others.contains("lists") && others.contains("#key-2"), "{others}");
}

#[test]
fn challenges_print_nothing() {
    let pending = PendingChallenge::new("c-1", time(NOW), Duration::from_secs(300));
    assert_eq!(format!("{:?}", Challenge::new("c-1")), "Challenge(..)");
    assert!(!format!("{pending:?}").contains("c-1"));
}

#[test]
fn evidence_shows_a_description_on_a_strangers_host() {
    let url = "https://stranger.example.org/ad.json";
    let verified = verify(signed(), fetched(expectations(), url)).unwrap();
    for name in [CheckName::IdMatchesUrl, CheckName::DidHostMatches, CheckName::ServiceLinksBack] {
        assert_eq!(verified.evidence().result(name), CheckResult::NotBound, "{name}");
    }
}

/// Whole URLs, and hosts with their ports: nothing is a prefix of anything.
#[test]
fn evidence_compares_ports_and_whole_urls() {
    let results = |url: &str, text: &str| {
        let verified = verify_against(signed(), &resolved(text), fetched(expectations(), url)).unwrap();
        let named = [CheckName::IdMatchesUrl, CheckName::DidHostMatches, CheckName::ServiceLinksBack];
        named.map(|name| verified.evidence().result(name))
    };
    let (pass, not) = (CheckResult::Pass, CheckResult::NotBound);
    let document = did_document_text();
    assert_eq!(results(URL, &document), [pass, pass, pass]);
    // another port of the same host is another service
    let port = URL.replace("example.com/", "example.com:8443/");
    assert_eq!(results(&port, &document), [not, not, not]);
    // the default port is the same host; URLs are compared as they are written
    let written = URL.replace("example.com/", "example.com:443/");
    assert_eq!(results(&written, &document), [not, pass, not]);
    for url in [format!("{URL}x"), format!("{URL}?x=1"), format!("{URL}/"), URL.trim_end_matches("on").to_owned()] {
        assert_eq!(results(&url, &document), [not, pass, not], "{url}");
    }
    for url in [URL.replace("agent.", "agent.example."), URL.replace("https://agent.", "https://")] {
        assert_eq!(results(&url, &document), [not, not, not], "{url}");
    }
    // and the service's URL, the document being where it says it is
    for endpoint in [
        format!("{URL}x"),
        format!("{URL}#ad"),
        format!("{URL}?x=1"),
        URL.trim_end_matches(".json").to_owned(),
        "https://agent.example.com/".to_owned(),
        port,
        written,
    ] {
        let text = document
            .replace(&format!("\"serviceEndpoint\": \"{URL}\""), &format!("\"serviceEndpoint\": \"{endpoint}\""));
        assert_ne!(text, document);
        assert_eq!(results(URL, &text), [pass, pass, not], "{endpoint}");
    }
    // one of several is enough; a service of another type is none
    let several = format!("\"serviceEndpoint\": [\"https://x.example/\", \"{URL}\"]");
    let text = document.replace(&format!("\"serviceEndpoint\": \"{URL}\""), &several);
    assert_eq!(results(URL, &text), [pass, pass, pass]);
    let other = document.replace("\"AgentDescription\"", "\"AgentDescriptions\"");
    assert_eq!(results(URL, &other)[2], CheckResult::Unbound);
}

/// The same where the DID itself is on a port.
#[test]
fn evidence_compares_the_port_of_the_did() {
    let did = "did:wba:agent.example.com%3A8443:alice";
    let moved = |text: &str| text.replace(ALICE, did);
    let signer = KeySigner::new(moved(METHOD).parse().unwrap(), SigningKey::from_pem(ALICE_PEM).unwrap());
    let document = sign(&document(&moved(&ad_text())), &signer, options()).unwrap();
    let of: Did = did.parse().unwrap();
    let text = moved(&did_document_text());
    let resolved = DidDocument::parse_for(&of, text.as_bytes(), &Limits::default()).unwrap();
    for (url, expected) in [
        (URL.to_owned(), CheckResult::NotBound),
        (URL.replace("example.com/", "example.com:8443/"), CheckResult::Pass),
        (URL.replace("example.com/", "example.com:8444/"), CheckResult::NotBound),
    ] {
        let verified = verify_against(document.clone(), &resolved, fetched(expectations(), &url)).unwrap();
        assert_eq!(verified.evidence().result(CheckName::DidHostMatches), expected, "{url}");
    }
}

/// What was compared, said for people: where it agrees, where it does not, and for a file.
#[test]
fn evidence_says_what_was_compared() {
    let details = |url: Option<&str>, text: &str| {
        let expectations = match url {
            Some(url) => fetched(expectations(), url),
            None => expectations(),
        };
        let verified = verify_against(signed(), &resolved(text), expectations).unwrap();
        let named = [CheckName::IdMatchesUrl, CheckName::DidHostMatches, CheckName::ServiceLinksBack];
        named.map(|name| verified.evidence().checks[name as usize].detail.as_ref().unwrap().to_string())
    };
    let document = did_document_text();
    assert_eq!(
        details(Some(URL), &document),
        [
            "https://agent.example.com/alice/ad.json = https://agent.example.com/alice/ad.json",
            "agent.example.com = agent.example.com",
            "the DID document's service names https://agent.example.com/alice/ad.json",
        ]
    );
    let url = "https://stranger.example.org:8443/ad.json";
    assert_eq!(
        details(Some(url), &document),
        [
            format!("the document's `@id` {URL} is not {url}, where it was fetched"),
            "the DID's host agent.example.com is not stranger.example.org:8443, the host of the fetch".to_owned(),
            format!("the DID document's service names {URL}, not {url}"),
        ]
    );
    let [id, host, service] = details(None, &document);
    assert_eq!((id.as_str(), &id), ("the document was not fetched from a URL", &host));
    assert_eq!(service, format!("{id}; the DID document's service names its `@id`, {URL}"));
    let elsewhere =
        document.replace(&format!("\"serviceEndpoint\": \"{URL}\""), "\"serviceEndpoint\": \"https://x.example/\"");
    assert_eq!(
        details(None, &elsewhere)[2],
        format!("{id}; the DID document's service does not name its `@id`, {URL}")
    );

    let detail = |expectations| {
        let domain =
            sign(&alice::document(&ad_text()), &alice(), options().domain("agent.example.com", "c-1")).unwrap();
        let verified = verify(domain, expectations).unwrap();
        verified.evidence().checks[CheckName::Domain as usize].detail.as_ref().unwrap().to_string()
    };
    let of = |domain: &str| {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .domain(domain)
            .any_challenge()
            .at(time(NOW))
            .signer_is_subject()
    };
    assert_eq!(
        detail(of("agent.example.com:8443")),
        "agent.example.com = agent.example.com, as expected; port: unbound"
    );
}

#[test]
fn canonical_sha256_is_the_hash_of_what_was_signed_in_every_suite() {
    use sha2::{Digest, Sha256};
    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
        let document = sign(&document(&ad_text()), &alice(), options().suite(suite)).unwrap();
        let expected: [u8; 32] =
            Sha256::digest(jcs::canonicalize_omitting(document.root(), &["proof", "proofValue"])).into();
        assert_eq!(verify(document, expectations()).unwrap().evidence().canonical_sha256, expected);
    }
}

// E43: no proof is no proof, in every spelling
#[test]
fn proof_missing() {
    assert_eq!(code(verify(document(&ad_text()), expectations())), Code::PROOF_MISSING);
    for nothing in ["null", "{}", "[]"] {
        let text = ad_text().replacen("\"name\"", &format!("\"proof\": {nothing}, \"name\""), 1);
        assert_eq!(code(verify(document(&text), expectations())), Code::PROOF_MISSING, "{nothing}");
    }
}

// E54: sets and chains
#[test]
fn proof_multiple() {
    let pair = altered(|root| {
        let proof = root.remove("proof").unwrap();
        root.insert("proof", vec![proof.clone(), proof]);
    });
    assert_eq!(code(verify(pair, expectations())), Code::PROOF_MULTIPLE);
    let single = altered(|root| {
        let proof = root.remove("proof").unwrap();
        root.insert("proof", vec![proof]);
    });
    assert_eq!(code(verify(single, expectations())), Code::PROOF_MULTIPLE);
    assert_eq!(
        code(verify(signed_with(|proof| drop(proof.insert("previousProof", "urn:x"))), expectations())),
        Code::PROOF_MULTIPLE
    );
}

#[test]
fn proof_malformed() {
    for name in ["type", "verificationMethod", "proofPurpose", "proofValue"] {
        assert_eq!(
            code(verify(spoilt(|proof| drop(proof.remove(name))), expectations())),
            Code::PROOF_MALFORMED,
            "{name}"
        );
    }
    // F62: a domain is a string
    for name in [
        "type",
        "created",
        "expires",
        "verificationMethod",
        "proofPurpose",
        "domain",
        "challenge",
        "cryptosuite",
        "proofValue",
    ] {
        for value in [Json::from(1), Json::from(true), Json::from(vec![Json::from("a.example")])] {
            let document = spoilt(|proof| drop(proof.insert(name, value.clone())));
            assert_eq!(code(verify(document, expectations())), Code::PROOF_MALFORMED, "{name}: {value:?}");
        }
    }
    assert_eq!(code(verify(altered(|root| drop(root.insert("proof", "x"))), expectations())), Code::PROOF_MALFORMED);
    let expires = signed_with(|proof| drop(proof.insert("expires", "tomorrow")));
    assert_eq!(code(verify(expires, expectations())), Code::PROOF_MALFORMED);
}

// a context in the proof is the document's own, and only where it is signed as such
#[test]
fn proof_malformed_by_its_context() {
    let bob = did_document_text().replace("alice", "bob");
    for (suite, context) in
        [(Suite::AdpEcdsaP256, ad_context()), (Suite::EcdsaJcs2019, Json::from("https://schema.org/"))]
    {
        let signed = sign(&document(&ad_text()), &alice(), options().suite(suite)).unwrap();
        let mut root = signed.root().clone();
        root.get_mut("proof").unwrap().as_object_mut().unwrap().insert("@context", context);
        let document = document(&Json::from(root).to_pretty());
        // found before the DID document is looked at, which is another's here
        let error = verify_against(document, &resolved_bob(&bob), expectations()).unwrap_err();
        assert_eq!(error.code(), Code::PROOF_MALFORMED, "{suite}");
        assert_eq!(error.evidence.result(CheckName::Proof), CheckResult::Fail);
    }
    let signed = sign(&document(&ad_text()), &alice(), options().suite(Suite::EcdsaJcs2019)).unwrap();
    assert_eq!(signed.root().get("proof").unwrap().get("@context"), Some(&ad_context()));
    verify(signed, expectations()).unwrap();
}

fn ad_context() -> Json {
    document(&ad_text()).root().get("@context").unwrap().clone()
}

fn resolved_bob(text: &str) -> agent_description::did::Resolved<agent_description::did::DidDocument> {
    let bob: Did = "did:wba:agent.example.com:bob".parse().unwrap();
    agent_description::did::DidDocument::parse_for(&bob, text.as_bytes(), &Default::default()).unwrap()
}

// C31, E42: the document names a suite, the caller's allow-list decides
#[test]
fn proof_suite() {
    for (proof_type, cryptosuite) in [
        ("Ed25519Signature2020", None),
        ("EcdsaSecp256r1Signature2019", Some("ecdsa-jcs-2019")),
        ("DataIntegrityProof", None),
        ("DataIntegrityProof", Some("ecdsa-rdfc-2019")),
        ("none", None),
    ] {
        let document = spoilt(|proof| {
            proof.insert("type", proof_type);
            if let Some(cryptosuite) = cryptosuite {
                proof.insert("cryptosuite", cryptosuite);
            }
        });
        assert_eq!(code(verify(document, expectations())), Code::PROOF_SUITE, "{proof_type} {cryptosuite:?}");
    }
    assert_eq!(
        code(verify(signed(), with(expectations(), |it| it.suites = vec![Suite::EcdsaJcs2019]))),
        Code::PROOF_SUITE
    );
}

// D36, D38, D39
#[test]
fn proof_value_encoding() {
    let good = signed().root().get("proof").unwrap().get("proofValue").unwrap().as_str().unwrap().to_owned();
    for bad in [
        String::new(),
        format!("{good}=="),
        format!("{good}="),
        format!("{good}A"),
        good[1..].to_owned(),
        format!("{} ", &good[1..]),
        format!("z{}", &good[1..85]),
        good.replacen(&good[..1], "+", 1),
        format!("u{good}"),
    ] {
        let document = spoilt(|proof| drop(proof.insert("proofValue", bad.as_str())));
        assert_eq!(code(verify(document, expectations())), Code::PROOF_VALUE_ENCODING, "{bad}");
    }
}

// E49
#[test]
fn proof_method() {
    for bad in [
        "#key-1",
        "key-1",
        "did:wba:agent.example.com:alice",
        "did:wba:agent.example.com:alice#",
        "did:wba:agent.example.com:alice?x=1#key-1",
        "did:wba:agent.example.com:alice/p#key-1",
        "https://agent.example.com/alice/did.json#key-1",
    ] {
        let document = signed_with(|proof| drop(proof.insert("verificationMethod", bad)));
        assert_eq!(code(verify(document, expectations())), Code::PROOF_METHOD, "{bad}");
    }
    let document = signed_with(|proof| drop(proof.insert("verificationMethod", "did:example:alice#key-1")));
    assert_eq!(code(verify(document, expectations())), Code::DID_METHOD_UNSUPPORTED);
}

#[test]
fn the_order_of_the_checks_decides_the_code() {
    // an unknown context and no proof: the proof is looked at first
    let text = ad_text().replacen("\"@context\": {", "\"@context\": [\"https://unknown.example/v1\", {", 1);
    let text = text.replacen("ad#\"\n  }", "ad#\"\n  }]", 1);
    assert_eq!(code(verify(document(&text), expectations())), Code::PROOF_MISSING);
    let document = sign(&document(&text), &alice(), options()).unwrap();
    let error = verify(document, expectations()).unwrap_err();
    assert_eq!(error.code(), Code::CONTEXT_NOT_EMBEDDED);
    assert_eq!(error.evidence.result(CheckName::MethodUrl), CheckResult::Pass);
    assert_eq!(error.evidence.result(CheckName::Contexts), CheckResult::Fail);
    assert_eq!(error.evidence.result(CheckName::Signature), CheckResult::NotReached);
}

#[test]
fn did_id_mismatch() {
    let other = did_document_text().replace("agent.example.com:alice", "agent.example.com:bob");
    let bob: Did = "did:wba:agent.example.com:bob".parse().unwrap();
    let resolved = agent_description::did::DidDocument::parse_for(&bob, other.as_bytes(), &Default::default()).unwrap();
    assert_eq!(code(verify_against(signed(), &resolved, expectations())), Code::DID_ID_MISMATCH);
}

#[test]
fn proof_method_not_found() {
    let document = signed_with(|proof| drop(proof.insert("verificationMethod", format!("{ALICE}#key-2"))));
    let error = verify(document, expectations()).unwrap_err();
    assert_eq!(error.code(), Code::PROOF_METHOD_NOT_FOUND);
    assert!(error.to_string().contains(METHOD), "{error}");
}

// E50
#[test]
fn proof_controller() {
    let text = did_document_text()
        .replace(&format!("\"controller\": \"{ALICE}\""), "\"controller\": \"did:wba:agent.example.com:mallory\"");
    assert_eq!(code(verify_against(signed(), &resolved(&text), expectations())), Code::PROOF_CONTROLLER);
}

// E51: a key only listed for authentication does not sign descriptions
#[test]
fn proof_method_not_authorized() {
    let text = did_document_text().replace(&format!("\"assertionMethod\": [\"{METHOD}\"]"), "\"assertionMethod\": []");
    let error = verify_against(signed(), &resolved(&text), expectations()).unwrap_err();
    assert_eq!(error.code(), Code::PROOF_METHOD_NOT_AUTHORIZED);
    let text = error.to_string();
    assert!(text.contains("assertionMethod") && text.contains(METHOD) && text.contains("must add"), "{text}");
    // a purpose that is no relationship authorises nobody
    let document = signed_with(|proof| drop(proof.insert("proofPurpose", "sign")));
    assert_eq!(code(verify(document, expectations())), Code::PROOF_METHOD_NOT_AUTHORIZED);
}

// E42
#[test]
fn proof_key_type() {
    let ed25519 = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
    let text =
        did_document_text().replace(ALICE_JWK, ed25519).replace("EcdsaSecp256r1VerificationKey2019", "JsonWebKey2020");
    assert_eq!(code(verify_against(signed(), &resolved(&text), expectations())), Code::PROOF_KEY_TYPE);
}

#[test]
fn did_key_unsupported() {
    let text = did_document_text()
        .replace("eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk", "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpo");
    assert_eq!(code(verify_against(signed(), &resolved(&text), expectations())), Code::DID_KEY_UNSUPPORTED);
}

// Controlled Identifiers 1.0 section 2.2: a method ends at its `expires`, and nothing signed with it counts from then on
#[test]
fn an_expired_method_does_not_verify() {
    let until = |expires: &str| {
        let member = format!("\"expires\": \"{expires}\", \"publicKeyJwk\"");
        resolved(&did_document_text().replace("\"publicKeyJwk\"", &member))
    };
    verify_against(signed(), &until("2026-01-01T12:30:01Z"), expectations()).unwrap();
    assert_eq!(code(verify_against(signed(), &until(NOW), expectations())), Code::DID_KEY_UNSUPPORTED);
}

// E50-E51 with the document's own proof: it must hold at the time of verification
#[test]
fn an_expired_document_proof_does_not_verify() {
    let with_proof = |expires: &str| {
        let unsigned = document(&did_document_text());
        let proof = options().expires(time(expires));
        resolved(sign(&unsigned, &alice(), proof).unwrap().source())
    };
    verify_against(signed(), &with_proof("2026-01-01T12:30:01Z"), expectations()).unwrap();
    let error = verify_against(signed(), &with_proof(NOW), expectations()).unwrap_err();
    assert_eq!(error.code(), Code::DID_DOCUMENT_PROOF);
    assert_eq!(error.evidence.result(CheckName::Resolve), CheckResult::Fail);
}

// C28-C31: whatever changes, the signature no longer verifies
#[test]
fn proof_signature() {
    type Change = fn(&mut agent_description::json::Object);
    let changes: [(&str, Change); 4] = [
        ("name", |root| drop(root.insert("name", "Mallory"))),
        ("new member", |root| drop(root.insert("description", "x"))),
        ("member gone", |root| drop(root.remove("@id"))),
        ("nested member", |root| {
            let owner = agent_description::json::Object::from_iter([("proofValue", Json::from("x"))]);
            root.insert("owner", owner);
        }),
    ];
    for (name, change) in changes {
        assert_eq!(code(verify(altered(change), expectations())), Code::PROOF_SIGNATURE, "{name}");
    }
    // C30: every member of the proof but proofValue is signed, unknown ones too
    for (name, value) in
        [("created", "2026-01-01T12:00:01Z"), ("expires", "2027-01-01T12:00:00Z"), ("nonce", "x"), ("challenge", "x")]
    {
        assert_eq!(
            code(verify(spoilt(|proof| drop(proof.insert(name, value))), expectations())),
            Code::PROOF_SIGNATURE,
            "{name}"
        );
    }
    let unknown = spoilt(|proof| drop(proof.insert("unknown", "x")));
    assert_eq!(code(verify(unknown, expectations())), Code::AD_STRUCTURE);
    let by_mallory = sign(&document(&ad_text()), &mallory_as(METHOD), options()).unwrap();
    assert_eq!(code(verify(by_mallory, expectations())), Code::PROOF_SIGNATURE);
    // C31: a signature of one suite is none of the other
    let other_suite = spoilt(|proof| {
        proof.insert("type", "DataIntegrityProof");
        proof.insert("cryptosuite", "ecdsa-jcs-2019");
        let value = proof.get("proofValue").unwrap().as_str().unwrap().to_owned();
        let (signature, _) = Suite::AdpEcdsaP256.decode_proof_value(&value).unwrap();
        proof.insert("proofValue", Suite::EcdsaJcs2019.written_encoding().encode(&signature));
    });
    assert_eq!(code(verify(other_suite, expectations())), Code::PROOF_SIGNATURE);
    // D35
    let zeros = spoilt(|proof| drop(proof.insert("proofValue", "A".repeat(86))));
    assert_eq!(code(verify(zeros, expectations())), Code::PROOF_SIGNATURE);
}

// D37: a malleated signature verifies, so nothing may be keyed by proofValue: the evidence's hash stays the same
#[test]
fn malleated_signature_has_the_same_identity() {
    // n - s computed from the group order of P-256 (FIPS 186-4 D.1.2.3), by hand, byte by byte
    const N: [u8; 32] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ];
    let original = signed();
    let value = original.root().get("proof").unwrap().get("proofValue").unwrap().as_str().unwrap().to_owned();
    let (signature, _) = Suite::AdpEcdsaP256.decode_proof_value(&value).unwrap();
    let mut bytes = signature.0;
    let mut borrow = 0_i16;
    for at in (0..32).rev() {
        let difference = i16::from(N[at]) - i16::from(bytes[32 + at]) - borrow;
        borrow = i16::from(difference < 0);
        bytes[32 + at] = difference.rem_euclid(256) as u8;
    }
    let flipped = Suite::AdpEcdsaP256.written_encoding().encode(&agent_description::key::Signature(bytes));
    assert_ne!(flipped, value);
    let malleated = spoilt(|proof| drop(proof.insert("proofValue", flipped.as_str())));
    let one = verify(original, expectations()).unwrap().evidence().canonical_sha256;
    let two = verify(malleated, expectations()).unwrap().evidence().canonical_sha256;
    assert_eq!(one, two);
}

// E52
#[test]
fn proof_purpose() {
    let mut options = options();
    options.purpose = Purpose::Authentication;
    let document = sign(&document(&ad_text()), &alice(), options).unwrap();
    assert_eq!(code(verify(document, expectations())), Code::PROOF_PURPOSE);
}

// E53
#[test]
fn proof_signer_not_subject() {
    let text =
        ad_text().replace("\"did\": \"did:wba:agent.example.com:alice\"", "\"did\": \"did:wba:agent.example.com:bob\"");
    let of_bob = sign(&document(&text), &alice(), options()).unwrap();
    assert_eq!(code(verify(of_bob.clone(), expectations())), Code::PROOF_SIGNER_NOT_SUBJECT);
    let naming = |did: &str| {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .any_challenge()
            .at(time(NOW))
            .signer(did.parse().unwrap())
    };
    let verified = verify(of_bob.clone(), naming(ALICE)).unwrap();
    assert_eq!(verified.evidence().result(CheckName::Subject), CheckResult::NotBound);
    assert_eq!(code(verify(of_bob, naming("did:wba:agent.example.com:bob"))), Code::PROOF_SIGNER_NOT_SUBJECT);
    assert_eq!(code(verify(signed(), naming("did:wba:agent.example.com:bob"))), Code::PROOF_SIGNER_NOT_SUBJECT);
    let anonymous = ad_text().replace("  \"did\": \"did:wba:agent.example.com:alice\",\n", "");
    let anonymous = sign(&document(&anonymous), &alice(), options()).unwrap();
    assert_eq!(code(verify(anonymous.clone(), expectations())), Code::PROOF_SIGNER_NOT_SUBJECT);
    let verified = verify(anonymous, naming(ALICE)).unwrap();
    assert_eq!(verified.evidence().result(CheckName::Subject), CheckResult::NotBound);
}

// F60, F63
#[test]
fn proof_domain() {
    let bound = |domain: &str| sign(&document(&ad_text()), &alice(), options().domain(domain, "c-1")).unwrap();
    let wants = || Expectations::for_purpose(Purpose::AssertionMethod);
    let end = |wants: agent_description::proof::WantsChallenge| wants.any_challenge().at(time(NOW)).signer_is_subject();
    let refused = |domain: &str, expectations| {
        assert_eq!(code(verify(bound(domain), expectations)), Code::PROOF_DOMAIN, "{domain}")
    };
    let passes = |domain: &str, expectations| {
        let verified = verify(bound(domain), expectations).unwrap();
        assert_eq!(verified.evidence().result(CheckName::Domain), CheckResult::Pass, "{domain}");
        verified.evidence().checks[CheckName::Domain as usize].detail.as_ref().unwrap().to_string()
    };

    assert!(passes("agent.example.com", end(wants().domain("agent.example.com"))).contains("port: unbound"));
    assert!(passes("agent.example.com", end(wants().domain("agent.example.com:8443"))).contains("port: unbound"));
    assert!(!passes("agent.example.com:8443", end(wants().domain("agent.example.com:8443"))).contains("port"));
    passes("AGENT.example.com", end(wants().domain("agent.EXAMPLE.com")));
    for domain in [
        "agent.example.org",
        "example.com",
        "x.agent.example.com",
        "agent.example.com.",
        "agent.example.com:8443",
        "agent.example.com:443",
        "*.example.com",
        "agent.example.com.evil.org",
        "https://agent.example.com",
        "agent.example.com/alice",
        "",
    ] {
        refused(domain, end(wants().domain("agent.example.com")));
    }
    refused("agent.example.com:8444", end(wants().domain("agent.example.com:8443")));
    // a URL is no host and port
    refused("https", end(wants().domain("https://agent.example.com")));
    refused("agent.example.com", end(wants().domain("agent.example.com:")));

    // fetched: the host and port of the URL
    let fetched = |url: &str| fetched(end(wants().domain_as_fetched()), url);
    assert!(passes("agent.example.com", fetched("https://agent.example.com:8443/ad.json")).contains("port: unbound"));
    passes("agent.example.com:8443", fetched("https://agent.example.com:8443/ad.json"));
    passes("agent.example.com:443", fetched("https://agent.example.com/ad.json"));
    refused("agent.example.com:8443", fetched("https://agent.example.com/ad.json"));
    refused("agent.example.com", fetched("https://agent.example.org/ad.json"));
    refused("agent.example.com", end(wants().domain_as_fetched())); // no URL to compare with

    // a file: the domain must be named, or any accepted aloud
    refused("agent.example.com", end(wants().no_domain()));
    let any = verify(bound("agent.example.com"), end(wants().any_domain())).unwrap();
    assert_eq!(any.evidence().result(CheckName::Domain), CheckResult::Unchecked);

    // none in the proof
    assert_eq!(code(verify(signed(), end(wants().domain("agent.example.com")))), Code::PROOF_DOMAIN);
    assert_eq!(
        code(verify(signed(), with(end(wants().no_domain()), |it| it.require_domain = true))),
        Code::PROOF_DOMAIN
    );
    assert_eq!(
        code(verify(signed(), with(end(wants().any_domain()), |it| it.require_domain = true))),
        Code::PROOF_DOMAIN
    );
    assert_eq!(code(verify(signed(), with(fetched(URL), |it| it.require_domain = true))), Code::PROOF_DOMAIN);
    let unbound = verify(signed(), fetched(URL)).unwrap();
    assert_eq!(unbound.evidence().result(CheckName::Domain), CheckResult::Unbound);
}

// F61, F63, F64
#[test]
fn proof_challenge() {
    let expecting = |challenge: Challenge| {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .challenge(challenge)
            .at(time(NOW))
            .signer_is_subject()
    };
    let challenged = |challenge: &str| {
        sign(&document(&ad_text()), &alice(), options().bound_to(None, Some(challenge)).unwrap()).unwrap()
    };
    let verified = verify(challenged("c-1"), expecting(Challenge::new("c-1"))).unwrap();
    assert_eq!(verified.evidence().result(CheckName::Challenge), CheckResult::Pass);
    for other in ["c-2", "c-", "c-11", "C-1", ""] {
        assert_eq!(code(verify(challenged("c-1"), expecting(Challenge::new(other)))), Code::PROOF_CHALLENGE, "{other}");
    }
    assert_eq!(code(verify(signed(), expecting(Challenge::new("c-1")))), Code::PROOF_CHALLENGE);
    // a domain without a challenge is not a proof of the specification's
    let document = signed_with(|proof| drop(proof.insert("domain", "agent.example.com")));
    let any = || {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .any_domain()
            .any_challenge()
            .at(time(NOW))
            .signer_is_subject()
    };
    assert_eq!(code(verify(document, any())), Code::PROOF_CHALLENGE);
}

#[test]
fn a_pending_challenge_lapses() {
    let pending = || PendingChallenge::new("c-1", time(NOW), Duration::from_secs(300));
    assert!(pending().take(time("2026-01-01T12:34:59Z")).is_some());
    assert!(pending().take(time("2026-01-01T12:35:00Z")).is_none());
    let (one, two) = (
        PendingChallenge::generate(time(NOW), Duration::from_secs(1)).unwrap(),
        PendingChallenge::generate(time(NOW), Duration::from_secs(1)).unwrap(),
    );
    assert_ne!(one.value(), two.value());
    assert_eq!(one.value().len(), 32);
}

// F58
#[test]
fn proof_created() {
    for created in ["", "2026-01-01", "2026-01-01T12:00:00", "2026-01-01 12:00:00Z", "2026-13-01T12:00:00Z", "now"] {
        let document = signed_with(|proof| drop(proof.insert("created", created)));
        assert_eq!(code(verify(document, expectations())), Code::PROOF_CREATED, "{created}");
    }
    assert_eq!(code(verify(signed_with(|proof| drop(proof.remove("created"))), expectations())), Code::PROOF_CREATED);
    // optional for DataIntegrityProof, unless the caller asks for an age
    let undated = || {
        signed_with(|proof| {
            proof.remove("created");
            proof.insert("type", "DataIntegrityProof");
            proof.insert("cryptosuite", "ecdsa-jcs-2019");
        })
    };
    verify(undated(), expectations()).unwrap();
    assert_eq!(
        code(verify(undated(), with(expectations(), |it| it.max_age = Some(Duration::from_secs(3600))))),
        Code::PROOF_CREATED
    );
    assert_eq!(
        code(verify(undated(), with(expectations(), |it| it.not_before = Some(time(CREATED))))),
        Code::PROOF_CREATED
    );
    // F59
    for expires in [CREATED, "2026-01-01T11:59:59Z"] {
        let document = signed_with(|proof| drop(proof.insert("expires", expires)));
        assert_eq!(code(verify(document, expectations())), Code::PROOF_CREATED, "{expires}");
    }
}

// F56, F57: one second each side of every boundary
#[test]
fn time_boundaries() {
    let at = |when: &str| {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .any_challenge()
            .at(time(when))
            .signer_is_subject()
    };
    let exactly = |when: &str| {
        let mut expectations = at(when);
        expectations.skew = Duration::ZERO;
        expectations
    };
    let until = |expires: &str| sign(&document(&ad_text()), &alice(), options().expires(time(expires))).unwrap();
    assert_eq!(code(verify(signed(), at("2026-01-01T11:58:59Z"))), Code::PROOF_NOT_YET_VALID);
    verify(signed(), at("2026-01-01T11:59:00Z")).unwrap();
    assert_eq!(code(verify(signed(), exactly("2026-01-01T11:59:59Z"))), Code::PROOF_NOT_YET_VALID);
    verify(signed(), exactly(CREATED)).unwrap();
    verify(until("2026-01-01T12:30:01Z"), at(NOW)).unwrap();
    assert_eq!(code(verify(until(NOW), at(NOW))), Code::PROOF_EXPIRED);
    assert_eq!(code(verify(until("2026-01-01T12:29:59Z"), at(NOW))), Code::PROOF_EXPIRED);
    verify(signed(), with(at(NOW), |it| it.max_age = Some(Duration::from_secs(1800)))).unwrap();
    assert_eq!(
        code(verify(signed(), with(at(NOW), |it| it.max_age = Some(Duration::from_secs(1799))))),
        Code::PROOF_TOO_OLD
    );
    verify(signed(), with(at(NOW), |it| it.not_before = Some(time(CREATED)))).unwrap();
    assert_eq!(
        code(verify(signed(), with(at(NOW), |it| it.not_before = Some(time("2026-01-01T12:00:01Z"))))),
        Code::PROOF_TOO_OLD
    );
    // the stricter of the two, whichever it is
    let hour = Duration::from_secs(3600);
    let both = |age, oldest| {
        verify(signed(), with(at(NOW), |it| (it.max_age, it.not_before) = (Some(age), Some(time(oldest)))))
    };
    both(hour, CREATED).unwrap();
    assert_eq!(code(both(hour, "2026-01-01T12:00:01Z")), Code::PROOF_TOO_OLD);
    assert_eq!(code(both(Duration::from_secs(1799), "2026-01-01T11:00:00Z")), Code::PROOF_TOO_OLD);
    both(Duration::from_secs(1800), "2026-01-01T11:00:00Z").unwrap();
    // an offset is the same instant
    let offset = signed_with(|proof| drop(proof.insert("created", "2026-01-01T14:00:00+02:00")));
    verify(offset, at("2026-01-01T11:59:00Z")).unwrap();
}

#[test]
fn what_fails_anyway_fails_before_resolving() {
    use agent_description::{
        format::ADP,
        verification::{Supplied, Verification},
    };
    let result = |verdict: &Verification, name: CheckName| {
        verdict.checks.iter().find(|check: &&Check| check.name == name.as_str()).unwrap().result
    };
    let late: Timestamp = time("2025-01-01T00:00:00Z");
    let early =
        Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(late).signer_is_subject();
    let mut pending = ADP.begin(signed(), &early).unwrap();
    assert!(pending.needs(&Supplied::default()).is_empty());
    let refused = pending.finish(&Supplied::default());
    assert_eq!(refused.error.as_ref().unwrap().code(), Code::PROOF_NOT_YET_VALID);
    assert_eq!(result(&refused, CheckName::Resolve), CheckResult::NotReached);
    assert_eq!(result(&refused, CheckName::Time), CheckResult::Fail);
    // and nothing is noted as passed that the signature has not yet vouched for
    let mut pending = ADP.begin(signed(), &expectations()).unwrap();
    assert_eq!(pending.needs(&Supplied::default()).len(), 1);
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(ALICE.parse().unwrap(), Err(Arc::new("x".parse::<Did>().unwrap_err())));
    let refused = pending.finish(&supplied);
    assert_eq!(refused.error.as_ref().unwrap().code(), Code::DID_SYNTAX);
    assert_eq!(result(&refused, CheckName::Resolve), CheckResult::Fail);
    assert_eq!(result(&refused, CheckName::Time), CheckResult::NotReached);
}

#[test]
fn the_model_is_read_last() {
    let text = ad_text().replace("  \"name\": \"Alice\",\n", "");
    let nameless = sign(&document(&text), &alice(), options()).unwrap();
    let error = verify(nameless, expectations()).unwrap_err();
    assert_eq!(error.code(), Code::AD_MISSING_TERM);
    assert_eq!(error.evidence.result(CheckName::Time), CheckResult::Pass);
}

#[test]
fn signing_refuses() {
    let unsigned = document(&ad_text());
    let code = |result: Result<Document, agent_description::proof::SignError>| result.unwrap_err().code();
    assert_eq!(code(sign(&signed(), &alice(), options())), Code::PROOF_MULTIPLE);
    let mut again = options();
    again.replace = true;
    sign(&signed(), &alice(), again).unwrap();
    assert_eq!(code(sign(&unsigned, &alice(), options().expires(time(CREATED)))), Code::PROOF_CREATED);
    assert_eq!(code(sign(&unsigned, &alice(), options().suite(Suite::EddsaJcs2022))), Code::PROOF_KEY_TYPE);
}

// D41: a signer whose public key is another's
#[test]
fn a_mistaken_signer_returns_nothing() {
    struct Mistaken(agent_description::proof::KeySigner, agent_description::proof::KeySigner);
    impl agent_description::proof::Signer for Mistaken {
        fn method(&self) -> &agent_description::did::DidUrl {
            self.0.method()
        }
        fn verifying_key(&self) -> &agent_description::key::VerifyingKey {
            self.0.verifying_key()
        }
        fn sign(
            &self,
            input: &agent_description::suite::SigningInput,
        ) -> Result<agent_description::key::Signature, agent_description::proof::SignError> {
            self.1.sign(input)
        }
    }
    let error = sign(&document(&ad_text()), &Mistaken(alice(), mallory_as(METHOD)), options()).unwrap_err();
    assert_eq!(error.code(), Code::PROOF_SIGNATURE);
}

#[test]
fn signing_keeps_order_and_puts_the_proof_last() {
    let text = signed().source().to_owned();
    let names: Vec<String> = document(&text).root().iter().map(|member| member.name().to_string()).collect();
    assert_eq!(names, ["@context", "@type", "@id", "name", "did", "securityDefinitions", "security", "proof"]);
    assert!(text.starts_with("{\n  \"@context\": {\n    \"@vocab\""), "{text}");
    // RFC 6979: the same key and document make the same signature
    assert_eq!(text, signed().source());
    let _ = SignOptions::new(time(CREATED));
}

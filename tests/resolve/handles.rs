//! Handles of WNS (ANP-04 1.2) against a provider on loopback.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{
    Code, CodedError, Document, Limits, Timestamp,
    did::{Binding, Did, DidDocumentBuilder, DidService, DocumentProofForm},
    handle::{Handle, HandleBinding, HandleDocument, HandleError, HandleOptions, HandleResolution, resolve_handle},
    json::{Json, Object},
    key::{KeyType, SigningKey},
    resolve::{ConnectTo, HttpResolver, HttpsGet},
    suite::{ProofValueEncoding, Suite},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

const HOST: &str = "agent.example";
const HANDLE: &str = "alice.agent.example";
const ENDPOINT: &str = "https://agent.example/.well-known/handle/alice";
const BY_DID: &str = "https://agent.example/.well-known/handle/by-did?did=alice";
const CREATED: &str = "2026-01-01T00:00:00Z";

fn key(byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[byte; 32]).unwrap()
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The e1 DID of a key on the host, and its document with these services.
fn alice(byte: u8, host: &str, services: &[&str]) -> (Did, Value) {
    let key = key(byte);
    let did = Did::wba_bound(host, "user:alice", Binding::E1, key.verifying_key()).unwrap();
    let mut builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
    for endpoint in services {
        builder.services.push((DidService::HANDLE.to_owned(), (*endpoint).to_owned()));
    }
    let document = builder.build_signed(&key, time(CREATED), DocumentProofForm::W3c).unwrap();
    (did, serde_json::from_str(document.source()).unwrap())
}

/// The object with a proof of a key, as `eddsa-jcs-2022` makes it.
fn signed(object: &Value, byte: u8, method: &str) -> Value {
    let parsed = Document::parse(object.to_string().as_bytes(), &Limits::default()).unwrap();
    let mut root = parsed.root().clone();
    root.remove("proof");
    let mut proof = Object::new();
    for (name, value) in [
        ("type", "DataIntegrityProof"),
        ("cryptosuite", "eddsa-jcs-2022"),
        ("created", "2026-02-01T00:00:00Z"),
        ("verificationMethod", method),
        ("proofPurpose", "assertionMethod"),
    ] {
        proof.insert(name, value);
    }
    let input = Suite::EddsaJcs2022.signing_input(&root, &proof, ProofValueEncoding::Base58Btc).unwrap();
    proof.insert("proofValue", ProofValueEncoding::Base58Btc.encode(&key(byte).sign(input.as_bytes())));
    root.insert("proof", proof);
    serde_json::from_str(&Json::from(root).to_compact()).unwrap()
}

fn binding(did: &Did) -> Value {
    json!({"handle": HANDLE, "did": did, "status": "active", "binding_generation": "8", "ttl": 300})
}

/// A host that shows documents by path and query; what is not there is 404.
struct Provider {
    server: Server,
    client: HttpsGet,
    shown: Arc<Mutex<HashMap<String, Answer>>>,
}

impl Provider {
    fn new() -> Self {
        let authority = Authority::new();
        let shown = Arc::new(Mutex::new(HashMap::<String, Answer>::new()));
        let answers = Arc::clone(&shown);
        let answer = move |request: &Request| {
            answers.lock().unwrap().get(request.path()).cloned().unwrap_or_else(Answer::not_found)
        };
        let server = Server::start(authority.issue(&[HOST, "other.example"]), answer);
        let connect = |host, port| ConnectTo::new(host, port, server.address()).unwrap();
        let mut client = HttpsGet::builder()
            .add_roots_pem(authority.pem().as_bytes())
            .unwrap()
            .connect_to(connect(HOST, 443))
            .connect_to(connect(HOST, 8443))
            .connect_to(connect("other.example", 443));
        client.only_added_roots = true;
        let client = client.build();
        Self { server, client, shown }
    }

    fn show(&self, url: &str, answer: Answer) {
        let url = url::Url::parse(url).unwrap();
        self.shown.lock().unwrap().insert(url[url::Position::BeforePath..].to_owned(), answer);
    }

    fn show_json(&self, url: &str, value: &Value) {
        self.show(url, Answer::json(value.to_string()));
    }

    fn show_did(&self, did: &Did, document: &Value) {
        self.show_json(&did.location().unwrap(), document);
    }

    fn resolve_by(&self, options: &HandleOptions) -> Result<HandleResolution, HandleError> {
        let resolver = HttpResolver::new(self.client.clone());
        let handle: Handle = HANDLE.parse().unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(resolve_handle(&handle, &self.client, &resolver, options))
    }

    fn resolve(&self) -> Result<HandleResolution, HandleError> {
        self.resolve_by(&HandleOptions::at(time("2026-06-01T00:00:00Z")))
    }

    /// What a resolution comes to: the result, and the code of its error.
    #[track_caller]
    fn outcome(&self) -> (&'static str, Option<&'static str>) {
        let found = self.resolve().unwrap();
        (found.binding.as_str(), found.error.as_ref().map(|error| error.code().as_str()))
    }
}

/// A provider with one Handle and one DID whose document names the Handle.
fn public() -> (Provider, Did) {
    let provider = Provider::new();
    let (did, document) = alice(1, HOST, &[ENDPOINT]);
    provider.show_json(ENDPOINT, &binding(&did));
    provider.show_did(&did, &document);
    (provider, did)
}

#[test]
fn a_handle_and_its_did_confirm_each_other() {
    let (provider, did) = public();
    let found = provider.resolve().unwrap();
    assert_eq!((found.binding, &found.document.did), (HandleBinding::ExactHandle, &did));
    assert!(found.error.is_none() && found.profile.is_none());
    assert_eq!((found.document.binding_generation.to_string(), found.document.ttl), ("8".to_owned(), Some(300)));
    assert_eq!(found.did_document.unwrap().get().id(), &did);
    // the service is asked too, although it is the Handle's own URL
    let paths: Vec<String> = provider.server.requests().iter().map(|request| request.path().to_owned()).collect();
    let path = "/.well-known/handle/alice";
    assert_eq!(paths.iter().filter(|asked| *asked == path).count(), 2, "{paths:?}");
    assert_eq!(provider.server.requests()[0].header("accept"), Some("application/json"));
}

#[test]
fn the_port_of_a_did_does_not_matter() {
    let provider = Provider::new();
    let (did, document) = alice(1, "agent.example:8443", &[ENDPOINT]);
    provider.show_json(ENDPOINT, &binding(&did));
    provider.show_did(&did, &document);
    assert_eq!(provider.outcome(), ("exact-handle", None));
}

#[test]
fn a_confirmation_confirms_the_provider_and_no_handle() {
    let provider = Provider::new();
    let (did, document) = alice(1, HOST, &[BY_DID]);
    provider.show_json(ENDPOINT, &binding(&did));
    provider.show_did(&did, &document);
    let confirmation = json!({"did": did, "confirmed": true, "status": "active"});
    provider.show_json(BY_DID, &confirmation);
    assert_eq!(provider.outcome(), ("provider-confirmed", Some("did-binding")));
    let (other, _) = alice(2, HOST, &[]);
    for (name, value) in [
        ("confirmed", json!(false)),
        ("confirmed", json!("true")),
        ("did", json!(other)),
        ("status", json!("suspended")),
        // another Handle's document, or this one's at another URL, is none of the two
        ("handle", json!("bob.agent.example")),
        ("handle", json!(HANDLE)),
    ] {
        let mut changed = confirmation.clone();
        changed[name] = value;
        changed["binding_generation"] = "8".into();
        provider.show_json(BY_DID, &changed);
        assert_eq!(provider.outcome().0, "unverified", "{changed}");
    }
    provider.show(BY_DID, Answer::not_found());
    assert_eq!(provider.outcome(), ("unverified", Some("net-status")));
}

#[test]
fn what_does_not_confirm_a_handle_is_unverified() {
    let (provider, did) = public();
    let binding_of = |name: &str, value: Value| {
        let mut document = binding(&did);
        document[name] = value;
        document
    };
    for status in ["suspended", "revoked"] {
        provider.show_json(ENDPOINT, &binding_of("status", status.into()));
        assert_eq!(provider.outcome(), ("unverified", Some("did-binding")));
    }
    // a DID of another host, though its document names this Handle
    let (other, document) = alice(1, "other.example", &[ENDPOINT]);
    provider.show_did(&other, &document);
    provider.show_json(ENDPOINT, &binding(&other));
    assert_eq!(provider.outcome(), ("unverified", Some("did-binding")));
    // someone else's DID, whose document names no Handle, or not this provider
    for services in [vec![], vec!["https://other.example/.well-known/handle/alice"]] {
        let (stranger, document) = alice(3, HOST, &services);
        provider.show_did(&stranger, &document);
        provider.show_json(ENDPOINT, &binding(&stranger));
        assert_eq!(provider.outcome(), ("unverified", Some("did-binding")), "{services:?}");
    }
    // one that names its own Handle
    let bob = "https://agent.example/.well-known/handle/bob";
    let (stranger, document) = alice(4, HOST, &[bob]);
    provider.show_did(&stranger, &document);
    provider.show_json(ENDPOINT, &binding(&stranger));
    provider.show_json(
        bob,
        &json!({"handle": "bob.agent.example", "did": stranger, "status": "active", "binding_generation": "1"}),
    );
    assert_eq!(provider.outcome(), ("unverified", Some("did-binding")));
    // a DID that has no document
    let (nobody, _) = alice(5, HOST, &[]);
    provider.show_json(ENDPOINT, &binding(&nobody));
    assert_eq!(provider.outcome(), ("unverified", Some("net-status")));
    provider
        .show_json(ENDPOINT, &binding_of("did", json!("did:key:zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP")));
    assert_eq!(provider.outcome(), ("unverified", Some("did-binding")));
}

#[test]
fn what_is_no_handle_document_is_an_error() {
    let (provider, did) = public();
    for (name, value, code) in [
        ("handle", json!("bob.agent.example"), "did-binding"),
        ("handle", json!("Alice.agent.example"), "document-shape"),
        ("handle", json!("alice.other.example"), "did-binding"),
        ("binding_generation", json!(8), "document-shape"),
        ("binding_generation", json!("08"), "document-shape"),
        ("binding_generation", Value::Null, "document-shape"),
        ("status", json!("gone"), "document-shape"),
        ("did", json!("alice"), "document-shape"),
        // to a reader that ignores case, another DID
        ("Did", json!("did:wba:agent.example:mallory"), "document-shape"),
        ("bindingGeneration", json!("9"), "document-shape"),
    ] {
        let mut document = binding(&did);
        document[name] = value;
        provider.show_json(ENDPOINT, &document);
        let error = provider.resolve().map(|_| ()).unwrap_err();
        assert_eq!(error.code().as_str(), code, "{document}: {error}");
    }
    let twice = binding(&did).to_string().replacen('{', r#"{"did": "did:wba:agent.example:mallory","#, 1);
    for (answer, code) in [
        (Answer::json(twice), "json-duplicate-key"),
        (Answer::status(200, &["content-type: application/octet-stream"], binding(&did).to_string()), "net-type"),
        (Answer::json(" ".repeat((256 << 10) + 1)), "net-size"),
        (Answer::status(404, &[], ""), "not-found"),
        (Answer::status(410, &[], ""), "not-found"),
        (Answer::status(429, &["retry-after: 5"], ""), "net-status"),
    ] {
        provider.show(ENDPOINT, answer);
        let error = provider.resolve().map(|_| ()).unwrap_err();
        assert_eq!(error.code().as_str(), code, "{error}");
    }
}

#[test]
fn a_redirect_is_a_hint_within_the_domain() {
    let (provider, did) = public();
    let moved = |status: u16, to: &str| Answer::status(status, &[&format!("location: {to}")], "");
    let new = "https://agent.example/handles/alice";
    for (status, to) in
        [(301, new), (308, new), (301, "/handles/alice"), (308, "https://agent.example:8443/handles/alice")]
    {
        provider.show(ENDPOINT, moved(status, to));
        provider.show_json(new, &binding(&did));
        assert_eq!(provider.outcome(), ("exact-handle", None), "{status} {to}");
        // verified again, not believed
        let mut other = binding(&did);
        other["did"] = json!("did:wba:agent.example:mallory");
        provider.show_json(new, &other);
        assert_eq!(provider.outcome().0, "unverified");
    }
    provider.show_json(new, &binding(&did));
    provider.show_json("https://other.example/handles/alice", &binding(&did));
    for (status, to) in [
        (301, "https://other.example/handles/alice"),
        (301, "http://agent.example/handles/alice"),
        (301, "https://127.0.0.1/handles/alice"),
        (302, new),
        (307, new),
        // to itself, for ever
        (301, ENDPOINT),
    ] {
        provider.show(ENDPOINT, moved(status, to));
        assert_eq!(provider.resolve().map(|_| ()).unwrap_err().code(), Code::NET_REDIRECT, "{status} {to}");
    }
    let others =
        provider.server.requests().iter().filter(|request| request.header("host") == Some("other.example")).count();
    assert_eq!(others, 0, "no other host was asked");
}

#[test]
fn an_earlier_generation_is_refused() {
    let (provider, _) = public();
    let options = |least: &str| {
        let mut options = HandleOptions::at(time("2026-06-01T00:00:00Z"));
        options.min_generation = Some(least.parse().unwrap());
        options
    };
    for least in ["1", "8"] {
        assert_eq!(provider.resolve_by(&options(least)).unwrap().binding, HandleBinding::ExactHandle, "{least}");
    }
    for least in ["9", "10", "18446744073709551617"] {
        let found = provider.resolve_by(&options(least)).unwrap();
        assert_eq!(found.binding, HandleBinding::Unverified);
        assert_eq!(found.error.unwrap().code(), Code::PROOF_TOO_OLD, "{least}");
    }
}

#[test]
fn did_web_is_confirmed_by_the_domain_alone() {
    let provider = Provider::new();
    let did: Did = "did:web:other.example:alice".parse().unwrap();
    let document = |services: &[&str]| {
        let key = key(1);
        let built = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        let mut document: Value = serde_json::from_str(built.source()).unwrap();
        let service = |(index, url): (usize, &&str)| json!({"id": format!("#{index}"), "type": "ANPHandleService", "serviceEndpoint": url});
        document["service"] = services.iter().enumerate().map(service).collect();
        document
    };
    provider.show_json(ENDPOINT, &binding(&did));
    for (services, expected) in [
        (vec!["https://agent.example/anything"], "domain-match"),
        (vec![ENDPOINT], "domain-match"),
        (vec!["https://other.example/x", "https://agent.example/y"], "domain-match"),
        (vec!["https://sub.agent.example/x"], "unverified"),
        (vec!["https://other.example/.well-known/handle/alice"], "unverified"),
        (vec![], "unverified"),
    ] {
        provider.show_did(&did, &document(&services));
        assert_eq!(provider.outcome().0, expected, "{services:?}");
    }
}

#[test]
fn a_profile_is_shown_if_it_fits_and_its_proof_verifies() {
    let (provider, did) = public();
    let method = format!("{did}#key-1");
    let profile = json!({"type": "DIDSubjectProfile", "subject_did": did, "subject_type": "person", "handle": HANDLE, "display_name": "Alice"});
    let show = |profile: Value| {
        let mut document = binding(&did);
        document["profile"] = profile;
        provider.show_json(ENDPOINT, &document);
        provider.resolve().unwrap()
    };
    let found = show(profile.clone()).profile.unwrap();
    assert_eq!((found.subject_type, found.signed), ("person", false));
    assert_eq!(found.display_name.as_deref(), Some("Alice"));
    assert!(show(signed(&profile, 1, &method)).profile.unwrap().signed);
    // an unknown type, or none, is unknown
    for kind in [json!("spaceship"), json!(5), Value::Null] {
        let mut changed = profile.clone();
        changed["subject_type"] = kind;
        assert_eq!(show(changed).profile.unwrap().subject_type, "unknown");
    }
    let changed = |name: &str, value: Value| {
        let mut changed = profile.clone();
        changed[name] = value;
        changed
    };
    let mut tampered = signed(&profile, 1, &method);
    tampered["display_name"] = "Mallory".into();
    let stranger = alice(7, HOST, &[]).0;
    for (profile, code) in [
        (changed("subject_did", json!("did:wba:agent.example:bob")), Code::DID_BINDING),
        (changed("subject_did", Value::Null), Code::DID_BINDING),
        (changed("handle", json!("bob.agent.example")), Code::DID_BINDING),
        (tampered, Code::PROOF_SIGNATURE),
        (signed(&profile, 2, &method), Code::PROOF_SIGNATURE),
        (signed(&profile, 7, &format!("{stranger}#key-1")), Code::PROOF_SIGNER_NOT_SUBJECT),
        (signed(&profile, 1, &format!("{did}#key-9")), Code::PROOF_METHOD_NOT_FOUND),
        (changed("proof", json!({"type": "DataIntegrityProof"})), Code::PROOF_MALFORMED),
    ] {
        let found = show(profile.clone());
        assert!(found.profile.is_none(), "{profile}");
        assert_eq!(found.profile_error.map(|error| error.code()), Some(code), "{profile}");
        // and the binding is what it is
        assert_eq!(found.binding, HandleBinding::ExactHandle);
    }
}

#[test]
fn the_did_succeeds_the_one_that_was_known() {
    let (provider, new) = public();
    let (old, mut document) = alice(9, HOST, &[ENDPOINT]);
    document["deactivated"] = true.into();
    document["successorDid"] = json!(new);
    let transition = signed(&document, 9, &format!("{old}#key-1"));
    let with_previous = |previous: &Did| {
        let mut options = HandleOptions::at(time("2026-06-01T00:00:00Z"));
        options.previous = Some(previous.clone());
        options
    };
    let asked = |previous: &Did| provider.resolve_by(&with_previous(previous)).unwrap();
    provider.show_did(&old, &transition);
    let found = asked(&old);
    assert_eq!(found.binding, HandleBinding::ExactHandle);
    assert_eq!(found.continuity.unwrap().assurance().unwrap().as_str(), "verified");
    // the same DID needs no chain
    assert!(asked(&new).continuity.is_none());
    // the same path and Handle prove nothing, nor does an unsigned chain
    document.as_object_mut().unwrap().remove("proof");
    let (stranger, _) = alice(11, HOST, &[]);
    let mut elsewhere = document.clone();
    elsewhere["successorDid"] = json!(stranger);
    for shown in [document, signed(&elsewhere, 9, &format!("{old}#key-1")), alice(9, HOST, &[]).1] {
        provider.show_did(&old, &shown);
        let found = asked(&old);
        assert_eq!((found.binding, found.error.unwrap().code()), (HandleBinding::Unverified, Code::DID_TRANSITION));
    }
    // a Handle that still names the superseded DID
    provider.show_did(&old, &transition);
    provider.show_json(ENDPOINT, &binding(&old));
    assert_eq!(provider.outcome(), ("unverified", Some("did-superseded")));
}

#[test]
fn a_document_replaces_the_published_one_only_forward() {
    let read = |value: Value| {
        HandleDocument::read(&Document::parse(value.to_string().as_bytes(), &Limits::default()).unwrap()).unwrap()
    };
    let of = |did: &str, status: &str, generation: &str| {
        read(
            json!({"handle": HANDLE, "did": format!("did:wba:agent.example:{did}"), "status": status, "binding_generation": generation}),
        )
    };
    for (published, next, allowed) in [
        (("a", "active", "8"), ("a", "active", "8"), true),
        (("a", "active", "8"), ("a", "active", "9"), true),
        (("a", "active", "8"), ("b", "active", "9"), true),
        (("a", "active", "9"), ("a", "suspended", "10"), true),
        (("a", "suspended", "10"), ("a", "active", "11"), true),
        (("a", "active", "11"), ("a", "revoked", "12"), true),
        (("a", "revoked", "12"), ("a", "revoked", "12"), true),
        (("a", "active", "8"), ("b", "active", "8"), false),
        (("a", "active", "8"), ("a", "suspended", "8"), false),
        (("a", "active", "10"), ("a", "active", "9"), false),
        (("a", "active", "10"), ("b", "active", "9"), false),
        (("a", "revoked", "12"), ("a", "active", "13"), false),
        (("a", "revoked", "12"), ("b", "revoked", "13"), false),
    ] {
        let (before, after) = (of(published.0, published.1, published.2), of(next.0, next.1, next.2));
        assert_eq!(after.check_replaces(&before).is_ok(), allowed, "{published:?} {next:?}");
    }
}

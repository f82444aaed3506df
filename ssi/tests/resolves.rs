//! ssi's calls go through our resolver: a real HTTPS server on loopback, ssi's own API in front.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use adp_fixtures::tls::{Answer, Authority, Server};
use agent_description::resolve::{ConnectTo, HttpResolver, HttpsGet, StaticResolver};
use agent_description_ssi::{Guarded, Wba};
use ssi_dids_core::{
    DIDBuf, DIDResolver, DIDURL, DIDURLBuf, did,
    document::representation::MediaType,
    resolution::{Content, DerefError, Error, Options},
};

const HOST: &str = "agent.example";
/// The public key of RFC 6979 appendix A.2.5.
const DOCUMENT: &str = r##"{
  "@context": ["https://www.w3.org/ns/did/v1"],
  "id": "did:wba:agent.example:alice",
  "verificationMethod": [{
    "id": "did:wba:agent.example:alice#key-1",
    "type": "JsonWebKey2020",
    "controller": "did:wba:agent.example:alice",
    "publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}
  }],
  "assertionMethod": ["did:wba:agent.example:alice#key-1"],
  "service": [{"id": "did:wba:agent.example:alice#ad", "type": "AgentDescription", "serviceEndpoint": "https://agent.example/ad.json"}]
}"##;

fn serve() -> (Server, HttpsGet) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |request| match request.path() {
        "/alice/did.json" => Answer::json(DOCUMENT),
        "/mallory/did.json" => Answer::json(DOCUMENT.replace("agent.example:alice", "agent.example:victim")),
        "/twice/did.json" => Answer::json(r#"{"id":"did:wba:agent.example:twice","id":"did:wba:agent.example:twice"}"#),
        "/gone/did.json" => Answer::json(r#"{"id":"did:wba:agent.example:gone","deactivated":true}"#),
        "/moved/did.json" => Answer::status(302, &["location: https://agent.example/alice/did.json"], ""),
        _ => Answer::not_found(),
    });
    let https = HttpsGet::builder()
        .add_roots_pem(authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
        .build();
    (server, https)
}

#[tokio::test]
async fn an_ssi_call_resolves_through_our_resolver() {
    let (server, https) = serve();
    let resolver = Guarded::new(Wba::over_https(https));
    for _ in 0..3 {
        let output = resolver.resolve(did!("did:wba:agent.example:alice")).await.unwrap();
        assert_eq!(output.document.id.as_str(), "did:wba:agent.example:alice");
        assert_eq!(output.document.verification_method.len(), 1);
        assert_eq!(output.document_metadata.deactivated, Some(false));
        assert_eq!(output.metadata.content_type.as_deref(), Some("application/did+ld+json"));
    }
    let bytes = resolver.resolve_representation(did!("did:wba:agent.example:alice"), Options::default()).await.unwrap();
    assert_eq!(bytes.document, DOCUMENT.as_bytes());
    // ours: cached, and asked for as our resolver asks
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert!(requests[0].header("user-agent").unwrap().starts_with("agent-description/"));
}

#[tokio::test]
async fn what_we_refuse_is_refused_to_ssi() {
    let (_server, https) = serve();
    let resolver = Guarded::new(Wba::over_https(https));
    for (name, code) in [
        ("mallory", "did-id-mismatch"),
        ("twice", "json-duplicate-key"),
        ("gone", "did-deactivated"),
        ("moved", "net-redirect"),
    ] {
        let did = DIDBuf::new(format!("did:wba:agent.example:{name}").into_bytes()).unwrap();
        let error = resolver.resolve(&did).await.unwrap_err();
        assert!(error.to_string().contains(&format!("error: {code}: ")), "{name}: {error}");
    }
    assert!(matches!(resolver.resolve(did!("did:wba:agent.example:nobody")).await, Err(Error::NotFound)));
    for text in ["did:wba:localhost", "did:wba:127.0.0.1", "did:wba:agent.example%3A443", "did:wba:agent.example:..:x"]
    {
        let did = DIDBuf::new(text.as_bytes().to_vec()).unwrap();
        assert!(matches!(resolver.resolve(&did).await, Err(Error::InvalidMethodSpecificId(_))), "{text}");
    }
    assert!(matches!(resolver.resolve(did!("did:web:agent.example")).await, Err(Error::MethodNotSupported(_))));
    let mut options = Options::default();
    options.parameters.version_id = Some("1".to_owned());
    assert!(matches!(
        resolver.resolve_with(did!("did:wba:agent.example:alice"), options).await,
        Err(Error::InvalidOptions)
    ));
}

#[tokio::test]
async fn a_verification_method_is_dereferenced() {
    let (_server, https) = serve();
    let resolver = Guarded::new(Wba::over_https(https));
    let url = DIDURL::new("did:wba:agent.example:alice#key-1").unwrap();
    let output = resolver.dereference(url).await.unwrap();
    assert_eq!(output.content.as_verification_method().unwrap().id.as_str(), url.as_str());
    let method = output.content.into_verification_method().unwrap();
    assert_eq!(method.properties["publicKeyJwk"]["x"], "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y");
    let missing = DIDURL::new("did:wba:agent.example:alice#key-2").unwrap();
    assert!(matches!(resolver.dereference(missing).await, Err(DerefError::ResourceNotFound(_))));
}

#[tokio::test]
async fn did_urls_that_make_ssi_panic_are_refused_first() {
    let (_server, https) = serve();
    let bare = Wba::over_https(https);
    for query in ["service=a&service=b", "versionId=1&versionId=2", "accept=no-media-type", "relativeRef=%5B%5B"] {
        let url = DIDURLBuf::new(format!("did:wba:agent.example:alice?{query}").into_bytes()).unwrap();
        let guarded = Guarded::new(bare.clone());
        let refused = guarded.dereference(&url).await;
        assert!(matches!(refused, Err(DerefError::Resolution(Error::InvalidOptions))), "{query}");
        let fragment = DIDURLBuf::new(format!("did:wba:agent.example:alice?{query}#key-1").into_bytes()).unwrap();
        assert!(guarded.dereference(&fragment).await.is_err(), "{query}");
        // and it does panic without the guard: when it no longer does, the guard can go
        let (bare, panicking) = (bare.clone(), url.clone());
        let without = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { bare.dereference(&panicking).await.is_ok() })
        });
        assert!(without.join().is_err(), "{query} does not panic any more");
    }
}

#[tokio::test]
async fn queries_that_ssi_can_read_are_left_to_ssi() {
    let (_server, https) = serve();
    let resolver = Guarded::new(Wba::over_https(https));
    let url = DIDURL::new("did:wba:agent.example:alice?service=ad").unwrap();
    let Content::Url(endpoint) = resolver.dereference(url).await.unwrap().content else { panic!("no URL") };
    assert_eq!(endpoint.authority().unwrap().as_str(), "agent.example");
    assert_eq!(endpoint.path().as_str(), "/ad.json");
    // none of these panics, whatever ssi makes of them
    for rest in [
        "?",
        "?=",
        "?&&",
        "?service",
        "?service=",
        "?service=nope",
        "?service=%23ad",
        "?service=%FF",
        "?%FF=%FF",
        "?x=y&x=z",
        "?service=ad&relativeRef=/x",
        "?service=ad&relativeRef=x",
        "?service=ad&relativeRef=//evil.example/x",
        "?service=ad&relativeRef=https%3A%2F%2Fevil.example%2Fx%3Fy%23z",
        "?service=ad#",
        "?service=ad#x",
        "/",
        "//",
        "/x",
        "/x?service=ad",
        "//x?service=ad",
        "/x?service=ad&relativeRef=y",
        "?hl=x",
        "?publicKeyFormat=x",
        "#",
        "#%FF",
    ] {
        let url = DIDURLBuf::new(format!("did:wba:agent.example:alice{rest}").into_bytes()).unwrap();
        let result = resolver.dereference(&url).await;
        assert!(!matches!(result, Err(DerefError::Resolution(_))), "{rest}");
    }
}

#[tokio::test]
async fn any_resolver_of_ours_will_do() {
    let mut documents = StaticResolver::default();
    documents.insert("did:wba:agent.example:alice".parse().unwrap(), DOCUMENT);
    let resolver = Wba::new(documents);
    let options = Options { accept: Some(MediaType::Json), ..Options::default() };
    let output = resolver.resolve_with(did!("did:wba:agent.example:alice"), options).await.unwrap();
    assert_eq!(output.metadata.content_type.as_deref(), Some("application/did+json"));
    let (_server, https) = serve();
    let plain = Wba::new(HttpResolver::new(https));
    assert!(plain.resolve(did!("did:wba:agent.example:alice")).await.is_ok());
}

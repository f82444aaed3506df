//! Requests signed by the profile of RFC 9421: what is refused, with which code. Each refused request is signed well, over all that it has to
//! be signed over, so that nothing but the check named can refuse it.

use adp_fixtures::alice::{self, ALICE, ALICE_PEM, MALLORY_PEM, METHOD, NOW, did_document_text, resolved, time};
use agent_description::{
    Code, CodedError, Did, DidDocument, DidDocumentBuilder, DidUrl, KeyError, KeySigner, KeyType, Limits, Origin,
    Resolved, SignError, Signature, Signer, SigningInput, SigningKey, Suite, Timestamp, VerifyingKey,
    auth::{
        AuthError, AuthPolicy, CredentialForm, NoncePolicy, Receiver, UnverifiedRequest,
        http_signature::{
            Component, DigestAlgorithm, Message, SignRequestOptions, SignatureFields, SignatureParams, content_digest,
            sign_payload, sign_request, sign_with,
        },
    },
    json::{self, Json, Object},
};
use http::{HeaderValue, Request, request::Parts};
use proptest::prelude::*;
use std::time::Duration;

const ORIGIN: &str = "https://hotel.example.com";
const BODY: &[u8] = br#"{"room":1}"#;

fn service() -> Origin {
    ORIGIN.parse().unwrap()
}

fn now() -> Timestamp {
    time(NOW)
}

fn after(seconds: u64) -> Timestamp {
    now().saturating_add(Duration::from_secs(seconds))
}

fn before(seconds: u64) -> Timestamp {
    now().saturating_sub(Duration::from_secs(seconds))
}

fn alice_key() -> SigningKey {
    SigningKey::from_pem(ALICE_PEM).unwrap()
}

fn alice_as(method: &str) -> KeySigner {
    KeySigner::new(method.parse().unwrap(), alice_key())
}

fn parts(method: &str, target: &str) -> Parts {
    Request::builder().method(method).uri(target).body(()).unwrap().into_parts().0
}

fn field(parts: &mut Parts, name: &'static str, value: &str) {
    parts.headers.append(name, HeaderValue::from_str(value).unwrap());
}

fn options() -> SignRequestOptions {
    SignRequestOptions { nonce: Some("nonce-1".to_owned()), ..SignRequestOptions::new(now()) }
}

fn covering(components: &[&str]) -> SignRequestOptions {
    SignRequestOptions { cover: components.iter().map(ToString::to_string).collect(), ..options() }
}

/// A request that nobody refuses: POST with a body.
fn good() -> Parts {
    let mut request = parts("POST", "/rooms?day=1");
    field(&mut request, "content-type", "application/json");
    sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &options()).unwrap();
    request
}

/// What `good` is signed with, to be changed and signed anew.
fn params(covered: &[&str]) -> SignatureParams {
    let components: Vec<Component> = covered.iter().map(|text| text.parse().unwrap()).collect();
    SignatureParams::new(components)
        .unwrap()
        .with_times(Some(now()), Some(after(60)))
        .with_text("nonce", "nonce-1")
        .unwrap()
        .with_text("keyid", METHOD)
        .unwrap()
}

const COVERED: &[&str] = &["@method", "@target-uri", "content-digest"];

/// Signs with Alice's key, whatever the parameters say.
fn signed(mut request: Parts, params: &SignatureParams) -> Parts {
    let fields = {
        let audience = service();
        let message = Message::request(&request.method, &request.uri, &audience, &request.headers);
        sign_with(&alice_key(), &message, "sig1", params).unwrap()
    };
    fields.insert_into(&mut request.headers).unwrap();
    request
}

/// POST with a body and its digest, not signed yet.
fn unsigned() -> Parts {
    let mut request = parts("POST", "/rooms?day=1");
    field(&mut request, "content-type", "application/json");
    field(&mut request, "content-digest", &content_digest(BODY, DigestAlgorithm::Sha256));
    request
}

/// The fields of a signature that was made by hand.
fn fields(params: &SignatureParams, signature: &Signature) -> SignatureFields {
    use base64::{Engine, prelude::BASE64_STANDARD};
    SignatureFields {
        signature_input: format!("sig1={params}"),
        signature: format!("sig1=:{}:", BASE64_STANDARD.encode(signature.0)),
    }
}

/// Signs text that need not make sense as parameters: the signature is over the base that it would have.
fn signed_over_text(mut request: Parts, params: &str) -> Parts {
    let digest = request.headers["content-digest"].to_str().unwrap();
    let base = format!(
        "\"@method\": POST\n\"@target-uri\": {ORIGIN}/rooms?day=1\n\"content-digest\": {digest}\n\"@signature-params\": {params}"
    );
    let signature = alice_key().sign(base.as_bytes());
    // any parameters: only the signature's text is taken
    let encoded = fields(&self::params(COVERED), &signature).signature;
    field(&mut request, "signature-input", &format!("sig1={params}"));
    field(&mut request, "signature", &encoded);
    request
}

fn read(request: &Parts, body: &[u8]) -> Result<UnverifiedRequest, AuthError> {
    UnverifiedRequest::read(request, body, Receiver::new(&service(), &AuthPolicy::default(), now()))
}

fn accepted_by(request: &Parts, body: &[u8], document: &Resolved<DidDocument>) -> Result<(), AuthError> {
    read(request, body)?.verify(document, now()).map(|_| ())
}

fn accepted(request: &Parts, body: &[u8]) -> Result<(), AuthError> {
    accepted_by(request, body, &resolved(&did_document_text()))
}

#[track_caller]
fn refused(request: &Parts, body: &[u8], code: Code) {
    match accepted(request, body) {
        Ok(()) => panic!("accepted, expected {}", code.as_str()),
        Err(error) => assert_eq!(error.code(), code, "{error}"),
    }
}

#[test]
fn a_signed_request_is_accepted() {
    let request = good();
    let read = read(&request, BODY).unwrap();
    let claims = read.claims();
    assert_eq!((claims.form, claims.did().as_str()), (CredentialForm::HttpSignature, ALICE));
    assert_eq!(claims.covered, COVERED);
    assert_eq!((claims.created, claims.expires), (Some(now()), Some(after(60))));
    assert_eq!((claims.nonce.as_deref(), &claims.audience), (Some("nonce-1"), &service()));
    accepted(&request, BODY).unwrap();
    assert_eq!(
        request.headers["signature-input"],
        format!(
            "sig1=(\"@method\" \"@target-uri\" \"content-digest\");created={};expires={};nonce=\"nonce-1\";keyid=\"{METHOD}\"",
            now().as_unix_seconds(),
            now().as_unix_seconds() + 60
        )
        .as_str()
    );
}

#[test]
fn what_is_covered_may_not_change() {
    let mut request = good();
    request.method = "PUT".parse().unwrap();
    refused(&request, BODY, Code::AUTH_SIGNATURE);
    for target in ["/rooms", "/rooms?day=2", "/rooms/?day=1", "/Rooms?day=1", "/rooms?day=1&x", "/"] {
        let mut request = good();
        request.uri = target.parse().unwrap();
        refused(&request, BODY, Code::AUTH_SIGNATURE);
    }
    refused(&good(), br#"{"room":2}"#, Code::AUTH_DIGEST);
    refused(&good(), b"", Code::AUTH_DIGEST);
    // another service: the same request, sent on by the one it was for
    let elsewhere: Origin = "https://bank.example.com".parse().unwrap();
    let read =
        UnverifiedRequest::read(&good(), BODY, Receiver::new(&elsewhere, &AuthPolicy::default(), now())).unwrap();
    let error = read.verify(&resolved(&did_document_text()), now()).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_SIGNATURE);
    for origin in ["http://hotel.example.com", "https://hotel.example.com:8443"] {
        let elsewhere: Origin = origin.parse().unwrap();
        let read =
            UnverifiedRequest::read(&good(), BODY, Receiver::new(&elsewhere, &AuthPolicy::default(), now())).unwrap();
        assert_eq!(read.verify(&resolved(&did_document_text()), now()).unwrap_err().code(), Code::AUTH_SIGNATURE);
    }
}

#[test]
fn method_target_and_body_must_be_covered() {
    accepted(&signed(unsigned(), &params(COVERED)), BODY).unwrap();
    for missing in COVERED {
        let covered: Vec<&str> = COVERED.iter().copied().filter(|name| name != missing).collect();
        let request = signed(unsigned(), &params(&covered));
        let error = accepted(&request, BODY).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_UNCOVERED);
        assert!(error.to_string().contains(&format!("but not {missing};")), "{error}");
    }
    // parts of the target are not the target
    let pieces = ["@method", "@scheme", "@authority", "@path", "@query", "@request-target", "content-digest"];
    refused(&signed(unsigned(), &params(&pieces)), BODY, Code::AUTH_UNCOVERED);
    // other components of like names
    refused(&signed(unsigned(), &params(&["@method", "@target-uri", "content-digest;sf"])), BODY, Code::AUTH_UNCOVERED);
    refused(&signed(unsigned(), &params(&["@method", "@target-uri", "content-digest;bs"])), BODY, Code::AUTH_UNCOVERED);
    let key = "content-digest;key=\"sha-256\"";
    refused(&signed(unsigned(), &params(&["@method", "@target-uri", key])), BODY, Code::AUTH_UNCOVERED);
    // nothing is covered
    refused(&signed(unsigned(), &params(&[])), BODY, Code::AUTH_UNCOVERED);
    // beside the three, more may be covered in any order
    let more = ["content-type", "content-digest", "@target-uri", "@authority", "@method", "content-digest;sf"];
    accepted(&signed(unsigned(), &params(&more)), BODY).unwrap();
}

#[test]
fn a_body_without_digest_is_not_covered() {
    let mut request = parts("POST", "/rooms?day=1");
    request = signed(request, &params(&["@method", "@target-uri"]));
    refused(&request, BODY, Code::AUTH_UNCOVERED);
    accepted(&request, b"").unwrap();
    // no body was read, but one is announced: a server that did not read it must not take it for empty
    for (name, value) in [("transfer-encoding", "chunked"), ("content-length", "10"), ("content-length", "0, 10")] {
        let mut request = request.clone();
        field(&mut request, name, value);
        refused(&request, b"", Code::AUTH_UNCOVERED);
    }
    field(&mut request, "content-length", "0");
    accepted(&request, b"").unwrap();
    // a digest that is there is checked, covered or not
    field(&mut request, "content-digest", &content_digest(BODY, DigestAlgorithm::Sha256));
    refused(&request, b"", Code::AUTH_DIGEST);
}

#[test]
fn digests() {
    let (sha256, sha512) =
        (content_digest(BODY, DigestAlgorithm::Sha256), content_digest(BODY, DigestAlgorithm::Sha512));
    let wrong = content_digest(b"else", DigestAlgorithm::Sha512);
    for (value, code) in [
        (sha512.clone(), None),
        (format!("{sha512}, {sha256}"), None),
        (format!("md5=:AAAA:, {sha256}"), None),
        (format!("{sha256}, {wrong}"), Some(Code::AUTH_DIGEST)),
        (format!("{wrong}, {sha256}"), Some(Code::AUTH_DIGEST)),
        (wrong.clone(), Some(Code::AUTH_DIGEST)),
        ("md5=:AAAA:".to_owned(), Some(Code::AUTH_MALFORMED)),
        ("sha-256".to_owned(), Some(Code::AUTH_MALFORMED)),
        (format!("{sha256}, {sha256}"), Some(Code::AUTH_MALFORMED)),
        ("sha-256=:AAAA:;x=".to_owned(), Some(Code::AUTH_MALFORMED)),
    ] {
        let mut request = unsigned();
        request.headers.insert("content-digest", HeaderValue::from_str(&value).unwrap());
        let request = signed(request, &params(COVERED));
        assert_eq!(accepted(&request, BODY).err().map(|error| error.code()), code, "{value}");
    }
    let mut request = parts("POST", "/rooms?day=1");
    let options = SignRequestOptions { digest: DigestAlgorithm::Sha512, ..options() };
    sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &options).unwrap();
    assert_eq!(request.headers["content-digest"], sha512.as_str());
    accepted(&request, BODY).unwrap();
}

#[test]
fn a_body_over_the_limit_is_not_digested() {
    let mut policy = AuthPolicy::default();
    policy.body_limit = BODY.len();
    let read = |body: &[u8]| UnverifiedRequest::read(&good(), body, Receiver::new(&service(), &policy, now()));
    read(BODY).unwrap();
    let error = read(b"longer body").unwrap_err();
    assert!(matches!(error, AuthError::BodySize { limit: 10 }), "{error}");
    let read =
        UnverifiedRequest::read_json(&parts("POST", "/"), &[b' '; 11], Receiver::new(&service(), &policy, now()));
    assert!(matches!(read.unwrap_err(), AuthError::BodySize { limit: 10 }));
}

#[test]
fn a_target_that_names_another_service() {
    for (target, code) in [
        ("https://hotel.example.com/rooms?day=1", None),
        ("https://HOTEL.example.com:443/rooms?day=1", None),
        ("HTTPS://hotel.example.com/rooms?day=1", None),
        ("https://bank.example.com/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
        ("http://hotel.example.com/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
        ("https://hotel.example.com:8443/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
        ("https://user@hotel.example.com/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
        ("https://hotel.example.com.evil.example/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
        ("ftp://hotel.example.com/rooms?day=1", Some(Code::AUTH_AUDIENCE)),
    ] {
        let mut request = good();
        request.uri = target.parse().unwrap();
        assert_eq!(accepted(&request, BODY).err().map(|error| error.code()), code, "{target}");
    }
    // the base is ASCII: another spelling of the same bytes must not stand in it
    let mut request = parts("GET", "/caf\u{e9}");
    let error = sign_request(&mut request, b"", &service(), &alice_as(METHOD), &options()).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_MALFORMED);
    // Host is not believed, whatever it says
    let mut request = good();
    field(&mut request, "host", "bank.example.com");
    accepted(&request, BODY).unwrap();
    // nor is a request signed for another service
    let mut request = parts("GET", "https://bank.example.com/");
    let error = sign_request(&mut request, b"", &service(), &alice_as(METHOD), &options()).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_AUDIENCE);
    assert!(request.headers.is_empty());
    let mut request = parts("CONNECT", "hotel.example.com:443");
    let error = sign_request(&mut request, b"", &service(), &alice_as(METHOD), &options()).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_MALFORMED);
}

#[test]
fn expired_and_future_signatures_are_refused() {
    let at = |created: Timestamp, expires: Option<Timestamp>| {
        let components: Vec<Component> = COVERED.iter().map(|text| text.parse().unwrap()).collect();
        let params = SignatureParams::new(components).unwrap().with_times(Some(created), expires);
        let params = params.with_text("nonce", "n").unwrap().with_text("keyid", METHOD).unwrap();
        accepted(&signed(unsigned(), &params), BODY).err().map(|error| error.code())
    };
    let (expired, early) = (Some(Code::AUTH_EXPIRED), Some(Code::AUTH_NOT_YET_VALID));
    for (created, expires, expected) in [
        (now(), Some(after(300)), None),
        (now(), Some(after(301)), expired),
        (now(), Some(after(30 * 365 * 86_400)), expired),
        (now(), Some(now()), expired),
        (now(), Some(before(1)), expired),
        (before(10), Some(now()), expired),
        (before(10), Some(after(1)), None),
        (before(299), None, None),
        (before(300), None, expired),
        (before(3600), None, expired),
        (before(299), Some(after(1)), None),
        (before(299), Some(after(2)), expired),
        (after(60), Some(after(61)), None),
        (after(61), Some(after(62)), early),
        (after(30), Some(after(20)), expired),
        (after(3600), None, early),
    ] {
        assert_eq!(at(created, expires), expected, "{created} {expires:?}");
    }
    let mut policy = AuthPolicy::default();
    (policy.window, policy.skew) = (Duration::from_secs(30), Duration::ZERO);
    let read = |at: Timestamp| {
        UnverifiedRequest::read(&good(), BODY, Receiver::new(&service(), &policy, at)).err().map(|error| error.code())
    };
    // it is good for 60 s, which is too long here
    assert_eq!(read(now()), expired);
    policy.window = Duration::from_secs(60);
    let read = |at: Timestamp| {
        UnverifiedRequest::read(&good(), BODY, Receiver::new(&service(), &policy, at)).err().map(|error| error.code())
    };
    assert_eq!((read(before(1)), read(now()), read(after(59)), read(after(60))), (early, None, None, expired));
}

#[test]
fn parameters() {
    let created = now().as_unix_seconds();
    let list = "(\"@method\" \"@target-uri\" \"content-digest\")";
    let malformed = Some(Code::AUTH_MALFORMED);
    let more = |count| (0..count).map(|at| format!(";p{at}")).collect::<String>();
    for (text, expected) in [
        // any order, unknown parameters, strings with `;` and `,`
        (format!("{list};keyid=\"{METHOD}\";nonce=\"n\";created={created}"), None),
        (format!("{list};nonce=\"a;b, c=\\\"d\\\"\";created={created};tag=\"x;keyid=1\";keyid=\"{METHOD}\""), None),
        (format!("{list};created={created};x=tok;nonce=\"n\";keyid=\"{METHOD}\";y"), None),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\";alg=\"ecdsa-p256-sha256\""), None),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\";alg=\"ed25519\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\";alg=\"hmac-sha256\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\";alg=\"none\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\";alg=es256"), malformed),
        (format!("{list};created=\"{created}\";nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created}.0;nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};created=999999999999999;nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};expires={};nonce=\"n\";keyid=\"{METHOD}\"", created + 60), malformed),
        (format!("{list};created={created};expires=soon;nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created};keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created};nonce=\"\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created};nonce=\"{}\";keyid=\"{METHOD}\"", "n".repeat(256)), None),
        (format!("{list};created={created};nonce=\"{}\";keyid=\"{METHOD}\"", "n".repeat(257)), malformed),
        (format!("{list};created={created};nonce=1;keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created};nonce=\"n\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=token"), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{ALICE}\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"did:example:a#key-1\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"https://key.example/1\""), Some(Code::AUTH_MISSING)),
        // each key is compared with those before it, so at most 1,024
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\"{}", more(1021)), None),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\"{}", more(1022)), malformed),
        // twice: the last one would win, or the first
        (
            format!("{list};created={created};nonce=\"n\";keyid=\"did:wba:evil.example.com#key-1\";keyid=\"{METHOD}\""),
            malformed,
        ),
        (format!("{list};created={created};created={created};nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (
            format!(
                "(\"@method\" \"@target-uri\" \"content-digest\" \"@method\");created={created};nonce=\"n\";keyid=\"{METHOD}\""
            ),
            malformed,
        ),
        (
            format!(
                "(\"@method\" \"@target-uri\" \"content-digest\" \"x-none\");created={created};nonce=\"n\";keyid=\"{METHOD}\""
            ),
            malformed,
        ),
        (
            format!(
                "(\"@method\" \"@target-uri\" \"content-digest\" \"@method\";req);created={created};nonce=\"n\";keyid=\"{METHOD}\""
            ),
            malformed,
        ),
        (
            format!("(@method \"@target-uri\" \"content-digest\");created={created};nonce=\"n\";keyid=\"{METHOD}\""),
            malformed,
        ),
        (format!("\"@method\";created={created};nonce=\"n\";keyid=\"{METHOD}\""), malformed),
        (format!("{list};created={created};nonce=\"n\";keyid=\"{METHOD}\" x"), malformed),
    ] {
        let request = signed_over_text(unsigned(), &text);
        assert_eq!(accepted(&request, BODY).err().map(|error| error.code()), expected, "{text}");
    }
    // other spaces than the strict serialization's are no other signature
    let mut request = good();
    let spaced = request.headers["signature-input"].to_str().unwrap().replace("(\"@method\" ", "( \"@method\"   ");
    request.headers.insert("signature-input", spaced.parse().unwrap());
    accepted(&request, BODY).unwrap();
}

#[test]
fn without_nonce_the_signature_base_stands_for_it() {
    let mut request = parts("POST", "/rooms?day=1");
    sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &SignRequestOptions::new(now())).unwrap();
    refused(&request, BODY, Code::AUTH_MALFORMED);
    let mut policy = AuthPolicy::default();
    policy.nonce = NoncePolicy::OrSignatureBase;
    let read = UnverifiedRequest::read(&request, BODY, Receiver::new(&service(), &policy, now())).unwrap();
    read.verify(&resolved(&did_document_text()), now()).unwrap();
}

#[test]
fn labels() {
    let gateway = |request: &mut Parts, label: &str, keyid: &str| {
        let message_fields = request.headers.clone();
        let audience = service();
        let message = Message::request(&request.method, &request.uri, &audience, &message_fields);
        let params = SignatureParams::new(vec!["@method".parse().unwrap()]).unwrap().with_text("keyid", keyid).unwrap();
        let fields = sign_with(&SigningKey::from_pem(MALLORY_PEM).unwrap(), &message, label, &params).unwrap();
        field(request, "signature-input", &fields.signature_input);
        field(request, "signature", &fields.signature);
    };
    // another's signature, on lines of its own, is neither trusted nor in the way
    let mut request = good();
    gateway(&mut request, "gateway", "gateway-1");
    accepted(&request, BODY).unwrap();
    // on one line, before ours
    let mut request = good();
    let both = format!("g=(\"unknown\";tr);keyid=\"g\", {}", request.headers["signature-input"].to_str().unwrap());
    request.headers.insert("signature-input", both.parse().unwrap());
    accepted(&request, BODY).unwrap();
    // two signatures of DIDs: which of them would it be?
    let mut request = good();
    gateway(&mut request, "other", "did:wba:mallory.example.com#key-1");
    refused(&request, BODY, Code::AUTH_MALFORMED);
    // the same label twice, on two lines
    let mut request = good();
    gateway(&mut request, "sig1", "gateway-1");
    refused(&request, BODY, Code::AUTH_MALFORMED);
    // a gateway's signature alone
    let mut request = unsigned();
    gateway(&mut request, "gateway", "gateway-1");
    refused(&request, BODY, Code::AUTH_MISSING);
    refused(&unsigned(), BODY, Code::AUTH_MISSING);
    // half of it
    for missing in ["signature", "signature-input"] {
        let mut request = good();
        request.headers.remove(missing);
        refused(&request, BODY, Code::AUTH_MALFORMED);
    }
    let signature = good().headers["signature"].to_str().unwrap().to_owned();
    for (value, code) in [
        (signature.replace("sig1", "sig2"), Some(Code::AUTH_MALFORMED)),
        ("sig1=:AAAA:".to_owned(), Some(Code::AUTH_MALFORMED)),
        ("sig1=token".to_owned(), Some(Code::AUTH_MALFORMED)),
        ("sig1=(:AAAA:)".to_owned(), Some(Code::AUTH_MALFORMED)),
        ("sig1".to_owned(), Some(Code::AUTH_MALFORMED)),
        ("".to_owned(), Some(Code::AUTH_MALFORMED)),
        (format!("{signature}, {signature}"), Some(Code::AUTH_MALFORMED)),
        (format!("{signature}, x=1"), None),
        (format!("sig1=:{}==:", "A".repeat(86)), Some(Code::AUTH_SIGNATURE)),
    ] {
        let mut request = good();
        request.headers.insert("signature", HeaderValue::from_str(&value).unwrap());
        assert_eq!(accepted(&request, BODY).err().map(|error| error.code()), code, "{value}");
    }
    let mut request = good();
    let many: String = (0..16).map(|label| format!("x{label}=(), ")).collect();
    let many = format!("{many}{}", request.headers["signature-input"].to_str().unwrap());
    request.headers.insert("signature-input", many.parse().unwrap());
    refused(&request, BODY, Code::AUTH_MALFORMED);
}

#[test]
fn credentials_of_two_forms_are_refused() {
    let mut request = good();
    field(&mut request, "authorization", "DIDWba did=\"did:wba:mallory.example.com\"");
    refused(&request, BODY, Code::AUTH_MALFORMED);
}

fn document_with(change: impl Fn(&str) -> String) -> Resolved<DidDocument> {
    resolved(&change(&did_document_text()))
}

#[test]
fn the_method_must_authenticate() {
    let request = good();
    let refused = |document: &Resolved<DidDocument>, code: Code| {
        let error = accepted_by(&request, BODY, document).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    };
    accepted_by(&request, BODY, &document_with(str::to_owned)).unwrap();
    let authentication = format!("\"authentication\": [\"{METHOD}\"],");
    assert!(did_document_text().contains(&authentication));
    refused(&document_with(|text| text.replace(&authentication, "")), Code::AUTH_METHOD_NOT_AUTHORIZED);
    let elsewhere = document_with(|text| {
        text.replace(&format!("\"controller\": \"{ALICE}\""), "\"controller\": \"did:wba:mallory.example.com\"")
    });
    refused(&elsewhere, Code::AUTH_METHOD_NOT_AUTHORIZED);
    refused(&document_with(|text| text.replace("#key-1", "#key-2")), Code::AUTH_METHOD_NOT_AUTHORIZED);
    let mallory = SigningKey::from_pem(MALLORY_PEM).unwrap();
    let other = DidDocumentBuilder::new(ALICE.parse().unwrap(), mallory.verifying_key()).build().unwrap();
    refused(&resolved(other.source()), Code::AUTH_SIGNATURE);
    // another DID's document, whose key it is all the same
    let did: Did = "did:wba:agent.example.com:bob".parse().unwrap();
    let text = did_document_text().replace(ALICE, did.as_str());
    let bobs = DidDocument::parse_for(&did, text.as_bytes(), &Limits::default()).unwrap();
    refused(&bobs, Code::AUTH_METHOD_NOT_AUTHORIZED);
    // and one that lists Alice's very method as its own: her DID's word is not Bob's to give
    let listed = did_document_text().replacen(&format!("\"id\": \"{ALICE}\""), &format!("\"id\": \"{did}\""), 1);
    if let Ok(bobs) = DidDocument::parse_for(&did, listed.as_bytes(), &Limits::default()) {
        refused(&bobs, Code::AUTH_METHOD_NOT_AUTHORIZED);
    }
    // a deactivated document is none
    let deactivated = did_document_text().replace("\"service\"", "\"deactivated\": true, \"service\"");
    let error = DidDocument::parse_for(&ALICE.parse().unwrap(), deactivated.as_bytes(), &Limits::default());
    assert_eq!(error.unwrap_err().code(), Code::DID_DEACTIVATED);
}

#[test]
fn a_k1_did_authenticates_with_the_key_it_is_bound_to() {
    let did: Did = "did:wba:example.com:agents:a:k1_lP_eOxmFt0yhJQZJ2Ps5dbzEft_ZPhZz7VA7Luy4itA".parse().unwrap();
    let bound = SigningKey::from_secret_bytes(KeyType::Secp256k1, &[0x42; 32]).unwrap();
    let other = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let mut builder = DidDocumentBuilder::new(did.clone(), bound.verifying_key());
    builder.keys.push(other.verifying_key().clone());
    let document = builder.build().unwrap();
    let document = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).unwrap();
    let ids: Vec<DidUrl> = document.get().verification_methods().iter().map(|method| method.id.clone()).collect();
    assert_eq!(document.get().binding_method(), Some(&ids[0]));
    for (id, key, code) in [(&ids[0], bound, None), (&ids[1], other, Some(Code::AUTH_METHOD_NOT_AUTHORIZED))] {
        assert!(document.get().lists(id, agent_description::Purpose::Authentication));
        let mut request = parts("GET", "/");
        sign_request(&mut request, b"", &service(), &KeySigner::new(id.clone(), key), &options()).unwrap();
        assert_eq!(accepted_by(&request, b"", &document).err().map(|error| error.code()), code, "{id}");
    }
    // secp256k1 has no name in the registry of algorithms: none may be given
    let key = SigningKey::from_secret_bytes(KeyType::Secp256k1, &[0x42; 32]).unwrap();
    for alg in ["ecdsa-p256-sha256", "ecdsa-k256-sha256"] {
        let params = params(&["@method", "@target-uri"]).with_text("keyid", ids[0].as_str()).unwrap();
        let params = params.with_text("alg", alg).unwrap();
        let mut request = parts("GET", "/");
        let base = format!("\"@method\": GET\n\"@target-uri\": {ORIGIN}/\n\"@signature-params\": {params}");
        let fields = fields(&params, &key.sign(base.as_bytes()));
        fields.insert_into(&mut request.headers).unwrap();
        assert_eq!(accepted_by(&request, b"", &document).unwrap_err().code(), Code::AUTH_MALFORMED, "{alg}");
    }
}

/// Threat row 32: the same key signs documents and requests; the signature of the one is none of the other.
#[test]
fn a_proof_is_no_request_and_a_request_no_proof() {
    let document = alice::document(&alice::ad_text());
    let key = alice_key();
    let proof = json::parse(br#"{"type":"EcdsaSecp256r1Signature2019"}"#, &Limits::default()).unwrap();
    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
        let input = suite.signing_input(document.root(), proof.as_object().unwrap(), suite.written_encoding()).unwrap();
        assert!(!input.as_bytes().starts_with(b"\"@"), "a base begins with the name of a component");
        let signature = key.sign(input.as_bytes());
        let mut request = good();
        let fields = fields(&params(COVERED), &signature);
        request.headers.insert("signature", fields.signature.parse().unwrap());
        refused(&request, BODY, Code::AUTH_SIGNATURE);
        // and the other way round
        let params = params(COVERED);
        let of_request = signed(unsigned(), &params).headers["signature"].to_str().unwrap().to_owned();
        let bytes: Vec<u8> = base64_of(of_request.trim_start_matches("sig1=:").trim_end_matches(':'));
        let signature = Signature(bytes.as_slice().try_into().unwrap());
        assert!(key.verifying_key().verify(input.as_bytes(), &signature).is_err());
    }
}

fn base64_of(text: &str) -> Vec<u8> {
    use base64::{Engine, prelude::BASE64_STANDARD};
    BASE64_STANDARD.decode(text).unwrap()
}

/// A signer whose signatures are somebody else's.
struct Faulty(KeySigner);

impl Signer for Faulty {
    fn method(&self) -> &DidUrl {
        self.0.method()
    }

    fn verifying_key(&self) -> &VerifyingKey {
        self.0.verifying_key()
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        Ok(SigningKey::from_pem(MALLORY_PEM).map_err(SignError::Signer)?.sign(input.as_bytes()))
    }
}

#[test]
fn signing_verifies_its_own_result_and_adds_all_or_nothing() {
    let mut request = parts("POST", "/rooms?day=1");
    let error = sign_request(&mut request, BODY, &service(), &Faulty(alice_as(METHOD)), &options()).unwrap_err();
    assert!(matches!(error, AuthError::Sign(SignError::OwnSignature)), "{error}");
    for options in [
        SignRequestOptions { expires: now(), ..options() },
        SignRequestOptions { nonce: Some("ü".to_owned()), ..options() },
        SignRequestOptions { nonce: Some(String::new()), ..options() },
        SignRequestOptions { nonce: Some("n".repeat(257)), ..options() },
        covering(&["x-not-there"]),
        covering(&["@status"]),
        covering(&["Content-Type"]),
    ] {
        let error = sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &options).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_MALFORMED, "{error}");
    }
    assert!(request.headers.is_empty(), "nothing was added");
    field(&mut request, "content-type", "application/json");
    let more = covering(&["content-type", "@authority", "@method", "content-digest"]);
    sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &more).unwrap();
    let read = read(&request, BODY).unwrap();
    assert_eq!(read.claims().covered, ["@method", "@target-uri", "@authority", "content-digest", "content-type"]);
    // signed anew, for example with the server's nonce: no second signature beside the first
    let with_nonce = SignRequestOptions { nonce: Some("server-1".to_owned()), ..options() };
    sign_request(&mut request, BODY, &service(), &alice_as(METHOD), &with_nonce).unwrap();
    assert_eq!(request.headers.get_all("signature").iter().count(), 1);
    accepted(&request, BODY).unwrap();
    assert!(matches!(
        SigningKey::from_pem(ALICE_PEM).unwrap().verifying_key().verify(b"", &Signature([0; 64])),
        Err(KeyError::Signature { .. })
    ));
}

fn payload(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn read_json(body: &[u8], request: &Parts) -> Result<(), AuthError> {
    UnverifiedRequest::read_json(request, body, Receiver::new(&service(), &AuthPolicy::default(), now()))?
        .verify(&resolved(&did_document_text()), now())
        .map(|_| ())
}

#[test]
fn credentials_in_a_json_body() {
    let request = parts("POST", "/rooms?day=1");
    let (method, target) = (&request.method, &request.uri);
    let payload = payload(r#"{"b": 1.0, "a": "é"}"#);
    let body = sign_payload(method, target, Some(&payload), &service(), &alice_as(METHOD), &options()).unwrap();
    let body = body.to_compact();
    let read = UnverifiedRequest::read_json(
        &request,
        body.as_bytes(),
        Receiver::new(&service(), &AuthPolicy::default(), now()),
    );
    assert_eq!(read.unwrap().claims().form, CredentialForm::HttpSignatureJson);
    read_json(body.as_bytes(), &request).unwrap();
    // SHA-256 of the bytes `{"a":"é","b":1}`
    assert!(body.contains("sha-256=:qlj7qEg2I77TfBsC7fzL3ZpTEjg3wgv6TLQEmZOihy4=:"), "{body}");
    // the same payload written otherwise is the same payload
    let spaced = body.replace(r#""a":"é""#, r#" "a" : "\u00e9" "#);
    assert_ne!(spaced, body);
    read_json(spaced.as_bytes(), &request).unwrap();
    let again = |from: &str, to: &str| {
        let changed = body.replacen(from, to, 1);
        assert_ne!(changed, body);
        read_json(changed.as_bytes(), &request).unwrap_err().code()
    };
    assert_eq!(again(r#""b":1"#, r#""b":2"#), Code::AUTH_DIGEST);
    assert_eq!(again(r#""payload":"#, r#""x":1,"payload":"#), Code::AUTH_MALFORMED);
    assert_eq!(again(r#""contentDigest":"#, r#""x":1,"contentDigest":"#), Code::AUTH_MALFORMED);
    assert_eq!(again(r#""contentDigest":"#, r#""ContentDigest":"#), Code::AUTH_MALFORMED);
    assert_eq!(again(r#""payload":"#, r#""auth":1,"payload":"#), Code::AUTH_MALFORMED);
    assert_eq!(again(r#""auth":"#, r#""other":"#), Code::AUTH_MISSING);
    assert_eq!(again(r#""payload":"#, r#""other":"#), Code::AUTH_MALFORMED);
    assert_eq!(again("sha-256=:", "sha-256=:\\n"), Code::AUTH_MALFORMED);
    assert_eq!(again("nonce-1", "nonce-2"), Code::AUTH_SIGNATURE);
    assert_eq!(read_json(br#"{"auth":[],"payload":{}}"#, &request).unwrap_err().code(), Code::AUTH_MALFORMED);
    let numbers = br#"{"auth":{"contentDigest":1,"signatureInput":2,"signature":3},"payload":{}}"#;
    assert_eq!(read_json(numbers, &request).unwrap_err().code(), Code::AUTH_MALFORMED);
    assert_eq!(read_json(b"[]", &request).unwrap_err().code(), Code::AUTH_MALFORMED);
    assert_eq!(read_json(b"{}", &request).unwrap_err().code(), Code::AUTH_MISSING);
    // method and target are the request's
    assert_eq!(read_json(body.as_bytes(), &parts("PUT", "/rooms?day=1")).unwrap_err().code(), Code::AUTH_SIGNATURE);
    assert_eq!(read_json(body.as_bytes(), &parts("POST", "/rooms")).unwrap_err().code(), Code::AUTH_SIGNATURE);
    let elsewhere = parts("POST", "https://bank.example.com/rooms?day=1");
    assert_eq!(read_json(body.as_bytes(), &elsewhere).unwrap_err().code(), Code::AUTH_AUDIENCE);
    // credentials twice
    for name in ["authorization", "signature", "signature-input"] {
        let mut request = request.clone();
        field(&mut request, name, "x");
        assert_eq!(read_json(body.as_bytes(), &request).unwrap_err().code(), Code::AUTH_MALFORMED, "{name}");
    }
    // a digest of the whole body, in the headers, is another matter
    let mut request = request.clone();
    field(&mut request, "content-digest", &content_digest(body.as_bytes(), DigestAlgorithm::Sha256));
    read_json(body.as_bytes(), &request).unwrap();
}

/// ANP-02 section 4.1.1: authentication can be sent in a request of its own.
#[test]
fn a_json_body_that_only_authenticates() {
    let request = parts("POST", "/login");
    let (method, target) = (&request.method, &request.uri);
    let sign = |payload: Option<&Json>| {
        sign_payload(method, target, payload, &service(), &alice_as(METHOD), &options()).unwrap()
    };
    let alone = sign(None);
    let auth = alone.get("auth").and_then(Json::as_object).unwrap();
    let names: Vec<&str> = auth.iter().map(|member| member.name().as_str()).collect();
    assert_eq!((names, alone.get("payload")), (vec!["signatureInput", "signature"], None));
    assert!(
        auth.get("signatureInput").and_then(Json::as_str).unwrap().starts_with(r#"sig1=("@method" "@target-uri");"#)
    );
    read_json(alone.to_compact().as_bytes(), &request).unwrap();
    // a digest of the body in the header fields is not one of a payload
    let mut with_digest = request.clone();
    field(&mut with_digest, "content-digest", &content_digest(b"other", DigestAlgorithm::Sha256));
    read_json(alone.to_compact().as_bytes(), &with_digest).unwrap();

    let refused = |body: &Json| read_json(body.to_compact().as_bytes(), &request).unwrap_err().code();
    let edited = |body: &Json, edit: &dyn Fn(&mut Object)| {
        let mut root = body.as_object().unwrap().clone();
        edit(&mut root);
        Json::from(root)
    };
    let auth_of = |root: &mut Object, edit: &dyn Fn(&mut Object)| {
        edit(root.get_mut("auth").and_then(Json::as_object_mut).unwrap());
    };
    // a payload that nobody signed is not added, with or without its digest
    let payload = payload(r#"{"a":1}"#);
    let added = edited(&alone, &|root| drop(root.insert("payload", payload.clone())));
    assert_eq!(refused(&added), Code::AUTH_MALFORMED);
    let digest = content_digest(br#"{"a":1}"#, DigestAlgorithm::Sha256);
    let added = edited(&added, &|root| auth_of(root, &|auth| drop(auth.insert("contentDigest", digest.as_str()))));
    assert_eq!(refused(&added), Code::AUTH_UNCOVERED);
    // nor is one that was signed taken away
    let taken = edited(&sign(Some(&payload)), &|root| drop(root.remove("payload")));
    assert_eq!(refused(&taken), Code::AUTH_MALFORMED);
    let taken = edited(&taken, &|root| auth_of(root, &|auth| drop(auth.remove("contentDigest"))));
    assert_eq!(refused(&taken), Code::AUTH_MALFORMED);
}

#[test]
fn a_payload_whose_digest_is_not_covered() {
    let request = parts("POST", "/");
    let params = params(&["@method", "@target-uri"]);
    let base = format!("\"@method\": POST\n\"@target-uri\": {ORIGIN}/\n\"@signature-params\": {params}");
    let fields = fields(&params, &alice_key().sign(base.as_bytes()));
    let quoted = |text: &str| Json::from(text).to_compact();
    let body = format!(
        r#"{{"auth":{{"contentDigest":{},"signatureInput":{},"signature":{}}},"payload":{{}}}}"#,
        quoted(&content_digest(b"{}", DigestAlgorithm::Sha256)),
        quoted(&fields.signature_input),
        quoted(&fields.signature)
    );
    assert_eq!(read_json(body.as_bytes(), &request).unwrap_err().code(), Code::AUTH_UNCOVERED);
}

fn key(which: u8) -> (KeyType, SigningKey) {
    let key_type = KeyType::ALL[usize::from(which) % 3];
    (key_type, SigningKey::from_secret_bytes(key_type, &[which % 127 + 1; 32]).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is signed is accepted; after any change of what is covered it is refused.
    #[test]
    fn signed_requests_are_accepted_and_changed_ones_refused(
        which in any::<u8>(),
        method in "[A-Z]{1,8}",
        path in "(/[A-Za-z0-9._~!$&'()*+,;=:@%-]{0,8}){1,4}",
        query in proptest::option::of("[A-Za-z0-9._~!$&'()*+,;=:@%/?-]{0,16}"),
        nonce in "[ -~]{1,40}",
        body in proptest::collection::vec(any::<u8>(), 0..64),
        extra in "[ -~]{0,20}",
        change in any::<proptest::sample::Index>(),
        bit in 0..7_u8,
    ) {
        prop_assume!(method != "CONNECT");
        let (_, secret) = key(which);
        let did: Did = "did:wba:agent.example.com".parse().unwrap();
        let document = DidDocumentBuilder::new(did.clone(), secret.verifying_key()).build().unwrap();
        let document = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).unwrap();
        let signer = KeySigner::new("did:wba:agent.example.com#key-1".parse().unwrap(), secret);
        let target = query.map_or(path.clone(), |query| format!("{path}?{query}"));
        prop_assume!(target.parse::<http::Uri>().is_ok_and(|uri| uri.authority().is_none()));
        let mut request = parts(&method, &target);
        field(&mut request, "x-extra", &extra);
        let options = SignRequestOptions { nonce: Some(nonce.clone()), ..covering(&["x-extra"]) };
        sign_request(&mut request, &body, &service(), &signer, &options).unwrap();
        accepted_by(&request, &body, &document).unwrap();

        // one bit of one of: the target, the nonce's parameter line, the signature, the field, the digest, the body
        let mut changed = request.clone();
        let mut other_body = body.clone();
        let flip = |bytes: &mut [u8]| {
            let at = change.index(bytes.len());
            bytes[at] ^= 1 << bit;
        };
        match which % 6 {
            0 => {
                let mut bytes = target.clone().into_bytes();
                flip(&mut bytes);
                let Ok(uri) = http::Uri::try_from(bytes) else { return Ok(()) };
                changed.uri = uri;
            }
            1 if !body.is_empty() => flip(&mut other_body),
            1 => other_body.push(b'x'),
            number => {
                let name = ["signature-input", "signature", "x-extra", "content-digest"][usize::from(number) - 2];
                let Some(value) = request.headers.get(name).filter(|value| !value.is_empty()) else { return Ok(()) };
                let mut bytes = value.as_bytes().to_vec();
                flip(&mut bytes);
                let Ok(value) = HeaderValue::from_bytes(&bytes) else { return Ok(()) };
                changed.headers.insert(name, value);
            }
        }
        let same = changed.uri == request.uri
            && other_body == body
            && ["signature-input", "content-digest"].iter().all(|name| changed.headers.get(*name) == request.headers.get(*name))
            && trimmed(&changed, "x-extra") == trimmed(&request, "x-extra")
            && signature_bytes(&changed) == signature_bytes(&request);
        let result = accepted_by(&changed, &other_body, &document);
        prop_assert_eq!(result.is_ok(), same, "{:?}", result);
    }
}

fn trimmed(parts: &Parts, name: &str) -> Vec<u8> {
    parts.headers[name].as_bytes().trim_ascii().to_vec()
}

/// The signature's bytes: base64 has more than one spelling of the same.
fn signature_bytes(parts: &Parts) -> Option<Vec<u8>> {
    use base64::{Engine, engine::general_purpose::GeneralPurposeConfig};
    let lax = base64::engine::GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_allow_trailing_bits(true)
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent),
    );
    let text = parts.headers["signature"].to_str().ok()?;
    lax.decode(text.strip_prefix("sig1=:")?.strip_suffix(':')?).ok()
}

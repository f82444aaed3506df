//! Web Bot Auth: the draft's own examples letter by letter, what our signer writes, and what other verifiers were found to accept.

use adp_fixtures::third_party;
use agent_description::{
    CodedError, KeySigner, KeyType, Origin, SigningKey, Timestamp,
    auth::{
        AuthError, AuthPolicy, BotClaims, Receiver, UnverifiedBotRequest, UnverifiedRequest,
        http_signature::{
            Component, Message, SignRequestOptions, SignatureParams, content_digest, sign_directory_response,
            sign_request, sign_with, signature_base, verify_directory_response,
        },
        replay::MemoryReplayStore,
    },
    key::{DirectoryKey, KeyDirectory},
};
use http::{HeaderMap, HeaderName, HeaderValue, Request, request::Parts};
use std::time::Duration;

/// RFC 9421, appendix B.1.4.
const TEST_KEY_PEM: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
";
const TEST_THUMBPRINT: &str = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
/// The body of the draft's signed directory response.
const TEST_DIRECTORY: &str = r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","use":"sig"}]}"#;
const TEST_AGENT: &str = "https://signature-agent.test";
/// When the draft's examples were made.
const CREATED: i64 = 1_735_689_600;

const AGENT: &str = "https://bot.example.com";
const SHOP: &str = "https://shop.example.com";

fn origin(text: &str) -> Origin {
    text.parse().unwrap()
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_seconds(seconds).unwrap()
}

fn now() -> Timestamp {
    "2026-11-01T12:00:00Z".parse().unwrap()
}

fn after(seconds: u64) -> Timestamp {
    now().saturating_add(Duration::from_secs(seconds))
}

fn fields(lines: &[(&str, &str)]) -> HeaderMap {
    let line =
        |(name, value): &(&str, &str)| (HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
    lines.iter().map(line).collect()
}

fn parts(method: &str, target: &str, lines: &[(&str, &str)]) -> Parts {
    let mut parts = Request::builder().method(method).uri(target).body(()).unwrap().into_parts().0;
    parts.headers = fields(lines);
    parts
}

/// The code of a refusal, or `ok`.
fn code<T>(result: Result<T, AuthError>) -> String {
    result.map_or_else(|error| error.code().to_string(), |_| "ok".to_owned())
}

/// The directory, whose test keys are accepted.
fn accepting(directory: KeyDirectory) -> KeyDirectory {
    KeyDirectory { accepts_test_keys: true, ..directory }
}

fn test_directory() -> KeyDirectory {
    KeyDirectory::parse(origin(TEST_AGENT), TEST_DIRECTORY.as_bytes()).unwrap()
}

/// Test vectors, "EdDSA Using Curve edwards25519": the current form, valid for a hundred years.
#[test]
fn the_example_of_the_draft_verifies() {
    let input = r#"sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth""#;
    let request = parts(
        "GET",
        "/path/to/resource",
        &[
            ("signature-agent", r#"agent2="https://signature-agent.test""#),
            ("signature-input", input),
            (
                "signature",
                "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:",
            ),
        ],
    );
    let audience = origin("https://example.com");
    let mut policy = AuthPolicy::web_bot_auth();
    // a day is the longest that counts by default
    let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED)));
    assert_eq!(code(read), "auth-expired");
    policy.window = Duration::from_secs(101 * 366 * 24 * 60 * 60);
    let read = || UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED))).unwrap();
    let claims = read().claims().clone();
    assert_eq!((claims.agent.to_string().as_str(), claims.key_id.as_str()), (TEST_AGENT, TEST_THUMBPRINT));
    assert_eq!(claims.covered, ["@authority", r#"signature-agent;key="agent2""#]);
    assert_eq!((claims.created, claims.expires), (at(CREATED), at(4_889_289_600)));
    assert!(read().verify(&accepting(test_directory()), at(CREATED)).is_ok());
    // anybody can sign with the key of the RFC
    assert_eq!(code(read().verify(&test_directory(), at(CREATED))), "key-malformed");
    // it is not a request of a DID
    let refused = UnverifiedRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED)));
    assert_eq!(refused.unwrap_err().code().as_str(), "auth-missing");
}

#[test]
fn a_signature_with_another_tag_is_named() {
    let (audience, policy) = (origin("https://shop.example.com"), AuthPolicy::web_bot_auth());
    let refusal = |input: &str| {
        let request = parts("GET", "/rooms", &[("signature-input", input), ("signature", "sig2=:AA==:")]);
        let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED)));
        let error = read.unwrap_err();
        assert_eq!(error.code().as_str(), "auth-missing", "{input}");
        error.to_string()
    };
    let start = r#"no signature has the tag "web-bot-auth": "#;
    assert_eq!(
        refusal(r#"sig2=("@authority" "@path");created=1795875113;keyid="example-key";tag="agent-browser-auth""#),
        format!(r#"{start}`sig2` has "agent-browser-auth"; sign with this tag"#)
    );
    assert_eq!(
        refusal(r#"a=("@authority");created=1, sig2=("@path");tag="Web-Bot-Auth""#),
        format!(r#"{start}`a` has no tag, `sig2` has "Web-Bot-Auth"; sign with this tag"#)
    );
    let long = refusal(&format!(r#"sig2=("@authority");tag="{}""#, "x".repeat(5000)));
    assert!(long.chars().count() < 200, "{long}");
}

#[test]
fn the_signature_base_of_the_draft_is_ours() {
    let components = ["@authority", r#"signature-agent;key="agent2""#].map(|name| name.parse::<Component>().unwrap());
    let params = SignatureParams::new(components.to_vec()).unwrap().with_times(Some(at(CREATED)), None);
    let params = params.with_text("keyid", TEST_THUMBPRINT).unwrap().with_text("alg", "ed25519").unwrap();
    let params = params
        .with_times(None, Some(at(4_889_289_600)))
        .with_text("nonce", "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==")
        .unwrap();
    let params = params.with_text("tag", "web-bot-auth").unwrap();
    let request = parts("GET", "/path/to/resource", &[("signature-agent", r#"agent2="https://signature-agent.test""#)]);
    let audience = origin("https://example.com");
    let message = Message::request(&request.method, &request.uri, &audience, &request.headers);
    assert_eq!(
        signature_base(&message, &params).unwrap(),
        "\"@authority\": example.com\n\
         \"signature-agent\";key=\"agent2\": \"https://signature-agent.test\"\n\
         \"@signature-params\": (\"@authority\" \"signature-agent\";key=\"agent2\");created=1735689600;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";alg=\"ed25519\";expires=4889289600;nonce=\"n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==\";tag=\"web-bot-auth\""
    );
    let signed = sign_with(&SigningKey::from_pem(TEST_KEY_PEM).unwrap(), &message, "sig2", &params).unwrap();
    assert_eq!(
        signed.signature,
        "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:"
    );
}

/// The form of earlier drafts, which deployed signers still send.
#[test]
fn one_string_for_the_whole_field_is_read() {
    let input = r#"sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth""#;
    let request = parts(
        "GET",
        "/path/to/resource",
        &[
            ("signature-agent", r#""https://signature-agent.test""#),
            ("signature-input", input),
            (
                "signature",
                "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:",
            ),
        ],
    );
    let (audience, policy) = (origin("https://example.com"), AuthPolicy::web_bot_auth());
    let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED))).unwrap();
    assert!(read.verify(&accepting(test_directory()), at(CREATED)).is_ok());
}

/// Test vectors, "Signed Directory Response".
#[test]
fn the_signed_directory_of_the_draft_verifies() {
    let signed = fields(&[
        ("content-digest", "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:"),
        (
            "signature-input",
            r#"binding=("@authority";req "content-digest");created=1735689600;expires=4889289600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="http-message-signatures-directory""#,
        ),
        (
            "signature",
            "binding=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:",
        ),
    ]);
    let body = TEST_DIRECTORY.as_bytes();
    let verified = |fields: &HeaderMap, body: &[u8], seconds: i64| {
        verify_directory_response(&test_directory(), fields, body, at(seconds))
    };
    assert_eq!(verified(&signed, body, CREATED).unwrap(), at(4_889_289_600));
    // our signature of the same is the same, but for its label
    let key = [SigningKey::from_pem(TEST_KEY_PEM).unwrap()];
    let ours = sign_directory_response(&origin(TEST_AGENT), body, &key, at(CREATED), at(4_889_289_600)).unwrap();
    for name in ["signature-input", "signature", "content-digest"] {
        assert_eq!(ours[name].to_str().unwrap().replacen("binding1=", "binding=", 1), signed[name].to_str().unwrap());
    }
    assert_eq!(code(verified(&signed, b"{}", CREATED)), "auth-digest");
    assert_eq!(code(verified(&signed, body, 4_889_289_600)), "auth-expired");
    assert_eq!(code(verified(&signed, body, CREATED - 61)), "auth-not-yet-valid");
    assert_eq!(code(verified(&HeaderMap::new(), body, CREATED)), "auth-missing");
    // served again at another origin
    let elsewhere = KeyDirectory::parse(origin("https://other.test"), body).unwrap();
    assert_eq!(code(verify_directory_response(&elsewhere, &signed, body, at(CREATED))), "auth-signature");
    // a signature that covers less proves less
    let less = fields(&[("content-digest", signed["content-digest"].to_str().unwrap())]);
    let params = |covered: &[&str]| {
        let components = covered.iter().map(|name| name.parse().unwrap()).collect();
        let params = SignatureParams::new(components).unwrap().with_times(Some(at(CREATED)), Some(at(CREATED + 60)));
        let params = params.with_text("keyid", TEST_THUMBPRINT).unwrap();
        params.with_text("tag", "http-message-signatures-directory").unwrap()
    };
    let response = Message::response(http::StatusCode::OK, &less, None);
    let fields = sign_with(&key[0], &response, "binding", &params(&["content-digest"])).unwrap();
    let mut less = less.clone();
    fields.insert_into(&mut less).unwrap();
    assert_eq!(code(verified(&less, body, CREATED)), "auth-uncovered");
}

/// Every key has to prove itself: one that was copied from elsewhere cannot.
#[test]
fn each_key_of_a_directory_signs_its_response() {
    let keys = [[7; 32], [8; 32]].map(|seed| SigningKey::from_secret_bytes(KeyType::Ed25519, &seed).unwrap());
    let body = KeyDirectory::write(keys.iter().map(SigningKey::verifying_key)).to_compact();
    let directory = KeyDirectory::parse(origin(AGENT), body.as_bytes()).unwrap();
    let both = sign_directory_response(&origin(AGENT), body.as_bytes(), &keys, now(), after(3600)).unwrap();
    assert_eq!(verify_directory_response(&directory, &both, body.as_bytes(), after(1)).unwrap(), after(3600));
    let one = sign_directory_response(&origin(AGENT), body.as_bytes(), &keys[..1], now(), after(3600)).unwrap();
    assert_eq!(code(verify_directory_response(&directory, &one, body.as_bytes(), after(1))), "auth-missing");
    assert_eq!(code(sign_directory_response(&origin(AGENT), b"", &keys, now(), now())), "auth-malformed");
}

/// The vectors of Cloudflare's packages. Those of RSA keys are refused, and so are those without `Signature-Agent`, which the draft asks for.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn requests_of_another_implementation() {
    let folder = "web-bot-auth/cloudflare/packages/web-bot-auth/test/test_data";
    let (mut cases, mut verified) = (0, 0);
    for name in ["web_bot_auth_architecture_v1.json", "web_bot_auth_architecture_v2.json"] {
        let vectors: serde_json::Value = serde_json::from_str(&third_party::read(&format!("{folder}/{name}"))).unwrap();
        for vector in vectors.as_array().unwrap() {
            cases += 1;
            let text = |name: &str| vector[name].as_str();
            let mut lines =
                vec![("signature-input", text("signature_input").unwrap()), ("signature", text("signature").unwrap())];
            lines.extend(text("signature_agent").map(|agent| ("signature-agent", agent)));
            let request = parts("GET", "/path/to/resource", &lines);
            let (audience, mut policy) = (origin("https://example.com"), AuthPolicy::web_bot_auth());
            policy.window = Duration::from_secs(101 * 366 * 24 * 60 * 60);
            let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, at(CREATED)));
            let expected = match (vector["key"]["kty"].as_str(), text("signature_agent")) {
                (Some("RSA"), _) => "auth-malformed",
                (_, None) => "auth-uncovered",
                (_, Some(_)) => "ok",
            };
            let result = read.and_then(|read| read.verify(&accepting(test_directory()), at(CREATED)));
            verified += usize::from(result.is_ok());
            assert_eq!(code(result), expected, "{vector}");
        }
    }
    assert_eq!((cases, verified), (8, 2));
    third_party::ran("web-bot-auth-requests", cases);
}

fn bot_key() -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap()
}

fn bot() -> KeySigner {
    KeySigner::new("did:web:bot.example.com#key-1".parse().unwrap(), bot_key())
}

fn bot_directory() -> KeyDirectory {
    let body = KeyDirectory::write([bot_key().verifying_key()]).to_compact();
    KeyDirectory::parse(origin(AGENT), body.as_bytes()).unwrap()
}

fn verify(request: &Parts, body: &[u8], at: Timestamp) -> Result<BotClaims, AuthError> {
    verify_at(SHOP, request, body, at)
}

fn verify_at(audience: &str, request: &Parts, body: &[u8], at: Timestamp) -> Result<BotClaims, AuthError> {
    let (audience, policy) = (origin(audience), AuthPolicy::web_bot_auth());
    let read = UnverifiedBotRequest::read(request, body, Receiver::new(&audience, &policy, at))?;
    read.verify(&bot_directory(), at).map(|verified| BotClaims::clone(verified.claims()))
}

/// What our signer writes, by the draft's list of what has to be there.
#[test]
fn a_request_is_signed_and_verified() {
    let options = |agent: &str| SignRequestOptions {
        nonce: Some("nonce-1".to_owned()),
        web_bot_auth: Some(origin(agent)),
        ..SignRequestOptions::new(now())
    };
    let body = br#"{"nights":2}"#;
    let mut request = parts("POST", "/book?day=1", &[("content-type", "application/json")]);
    let covering = options(AGENT).cover_recommended(&request.headers);
    sign_request(&mut request, body, &origin(SHOP), &bot(), &covering).unwrap();
    assert_eq!(request.headers["signature-agent"], r#"sig1="https://bot.example.com""#);
    let thumbprint = bot_key().verifying_key().thumbprint();
    assert_eq!(
        request.headers["signature-input"].to_str().unwrap(),
        format!(
            r#"sig1=("@method" "@target-uri" "@authority" "content-digest" "signature-agent";key="sig1" "content-type");created={};expires={};nonce="nonce-1";keyid="{thumbprint}";tag="web-bot-auth""#,
            now().as_unix_seconds(),
            now().as_unix_seconds() + 60
        )
    );
    let claims = verify(&request, body, after(1)).unwrap();
    assert_eq!((claims.agent.to_string().as_str(), claims.key_id), (AGENT, thumbprint));
    // the body, the target and the service are those that were signed
    assert_eq!(code(verify(&request, b"{}", after(1))), "auth-digest");
    assert_eq!(code(verify(&request, body, after(60))), "auth-expired");
    assert_eq!(code(verify_at("https://other.example.com", &request, body, after(1))), "auth-signature");
    let mut moved = request.clone();
    moved.uri = "/book?day=2".parse().unwrap();
    assert_eq!(code(verify(&moved, body, after(1))), "auth-signature");
    // no signature for an http site, and none with a key that HTTP signatures have no algorithm for
    let insecure = options("http://bot.example.com");
    assert_eq!(code(sign_request(&mut request.clone(), body, &origin(SHOP), &bot(), &insecure)), "auth-malformed");
    let key = SigningKey::from_secret_bytes(KeyType::Secp256k1, &[7; 32]).unwrap();
    let signer = KeySigner::new("did:web:bot.example.com#key-1".parse().unwrap(), key);
    assert_eq!(
        code(sign_request(&mut request.clone(), body, &origin(SHOP), &signer, &options(AGENT))),
        "auth-malformed"
    );
}

/// A request by the bot's key over these components, with these changes to the parameters and fields: signed well, so that only the check
/// that is named can refuse it.
fn signed(covered: &[&str], lines: &[(&str, &str)], change: impl Fn(SignatureParams) -> SignatureParams) -> Parts {
    let mut request = parts("GET", "/rooms", lines);
    let components = covered.iter().map(|name| name.parse().unwrap()).collect();
    let params = SignatureParams::new(components).unwrap().with_times(Some(now()), Some(after(60)));
    let params = params.with_text("keyid", &bot_key().verifying_key().thumbprint()).unwrap();
    let params = change(params.with_text("tag", "web-bot-auth").unwrap());
    let audience = origin(SHOP);
    let message = Message::request(&request.method, &request.uri, &audience, &request.headers);
    let fields = sign_with(&bot_key(), &message, "sig1", &params).unwrap();
    fields.insert_into(&mut request.headers).unwrap();
    request
}

const MEMBER: &str = r#"signature-agent;key="sig1""#;
const FIELD: (&str, &str) = ("signature-agent", r#"sig1="https://bot.example.com""#);

/// Each was accepted by some verifier: see the advisories and issues named beside it.
#[test]
fn known_defects_of_other_verifiers() {
    let same = |params: SignatureParams| params;
    let good = ["@authority", MEMBER];
    let cases: [(&str, Parts, &str); 16] = [
        ("the least that the draft asks for", signed(&good, &[FIELD], same), "ok"),
        ("an empty path", signed(&good, &[("signature-agent", r#"sig1="https://bot.example.com/""#)], same), "ok"),
        ("the target in place of the authority", signed(&["@target-uri", MEMBER], &[FIELD], same), "ok"),
        // GHSA-x9cc-346q-g27m
        ("nothing is covered", signed(&[], &[FIELD], same), "auth-uncovered"),
        ("neither authority nor target", signed(&["@method", MEMBER], &[FIELD], same), "auth-uncovered"),
        ("the agent is not covered", signed(&["@authority"], &[FIELD], same), "auth-uncovered"),
        // cloudflare/web-bot-auth, pull request 127
        (
            "created in the future",
            signed(&good, &[FIELD], |params| params.with_times(Some(after(120)), Some(after(180)))),
            "auth-not-yet-valid",
        ),
        (
            "good for more than a day",
            signed(&good, &[FIELD], |params| params.with_times(None, Some(after(86_401)))),
            "auth-expired",
        ),
        (
            "expires before it is made",
            signed(&good, &[FIELD], |params| params.with_times(None, Some(now()))),
            "auth-expired",
        ),
        (
            "a key that is named in another way",
            signed(&good, &[FIELD], |params| params.with_text("keyid", "did:web:bot.example.com#key-1").unwrap()),
            "auth-malformed",
        ),
        (
            "another tag",
            signed(&good, &[FIELD], |params| params.with_text("tag", "http-message-signatures-directory").unwrap()),
            "auth-missing",
        ),
        (
            "an agent over http",
            signed(&good, &[("signature-agent", r#"sig1="http://bot.example.com""#)], same),
            "auth-malformed",
        ),
        (
            "an agent with a path",
            signed(&good, &[("signature-agent", r#"sig1="https://bot.example.com/keys""#)], same),
            "auth-malformed",
        ),
        (
            "an agent in another spelling",
            signed(&good, &[("signature-agent", r#"sig1="https://BOT.example.com:443""#)], same),
            "auth-malformed",
        ),
        (
            "keys at another kind of place",
            signed(&good, &[("signature-agent", r#"sig1="https://bot.example.com";type=jwks_uri"#)], same),
            "auth-malformed",
        ),
        (
            "the key of another origin",
            signed(&good, &[("signature-agent", r#"sig1="https://victim.example.com""#)], same),
            "auth-method-not-authorized",
        ),
    ];
    for (name, request, expected) in cases {
        assert_eq!(code(verify(&request, b"", now())), expected, "{name}");
    }
}

/// What cannot be signed well, because our signer does not write it.
#[test]
fn known_defects_in_the_fields() {
    let good = signed(&["@authority", MEMBER], &[FIELD], |params| params);
    let changed = |name: &'static str, from: &str, to: &str| {
        let mut request = good.clone();
        let value = request.headers[name].to_str().unwrap().replacen(from, to, 1);
        request.headers.insert(name, HeaderValue::from_str(&value).unwrap());
        request
    };
    let cases = [
        // cloudflare/web-bot-auth, issue 69: a component of another message
        (
            "req in a request",
            changed("signature-input", r#""@authority""#, r#""@authority" "@authority";req"#),
            "auth-malformed",
        ),
        ("only req", changed("signature-input", r#""@authority""#, r#""@authority";req"#), "auth-uncovered"),
        ("a member that is not there", changed("signature-input", r#"key="sig1""#, r#"key="other""#), "auth-malformed"),
        (
            "another agent than was signed",
            changed("signature-agent", "bot.example", "victim.example"),
            "auth-method-not-authorized",
        ),
        ("no expiry", changed("signature-input", ";expires=", ";x="), "auth-malformed"),
        ("a shared secret", changed("signature-input", ";tag=", ";alg=\"hmac-sha256\";tag="), "auth-malformed"),
        ("no time", changed("signature-input", ";created=", ";x="), "auth-malformed"),
        ("another signature", changed("signature", "=:", "=:AAAA"), "auth-malformed"),
    ];
    for (name, request, expected) in cases {
        assert_eq!(code(verify(&request, b"", now())), expected, "{name}");
    }
    // two who claim to be the sender
    let input = good.headers["signature-input"].to_str().unwrap();
    let two = format!("{input}, {}", input.replacen("sig1=", "sig2=", 1));
    let mut request = good.clone();
    request.headers.insert("signature-input", HeaderValue::from_str(&two).unwrap());
    assert_eq!(code(verify(&request, b"", now())), "auth-malformed");
}

/// An intermediary may rename the signature, not the member that it covers (section 6.6.1).
#[test]
fn a_renamed_signature_verifies() {
    let mut request = signed(&["@authority", MEMBER], &[FIELD], |params| params);
    for name in ["signature", "signature-input"] {
        let value = request.headers[name].to_str().unwrap().replacen("sig1=", "proxy=", 1);
        request.headers.insert(name, HeaderValue::from_str(&value).unwrap());
    }
    assert_eq!(verify(&request, b"", now()).unwrap().agent.to_string(), AGENT);
}

/// A signature that covers the authority alone is good for every path and body: a store takes it once.
#[test]
fn a_signature_is_used_once_where_uses_are_remembered() {
    let request = signed(&["@authority", MEMBER], &[FIELD], |params| params);
    let mut other = request.clone();
    other.uri = "/other".parse().unwrap();
    let store = MemoryReplayStore::default();
    let (audience, policy) = (origin(SHOP), AuthPolicy::web_bot_auth());
    let admit = |request: &Parts| {
        let read = UnverifiedBotRequest::read(request, b"", Receiver::new(&audience, &policy, now())).unwrap();
        futures_executor::block_on(read.verify(&bot_directory(), now()).unwrap().admit(&store, now()))
    };
    assert_eq!(admit(&request).unwrap().agent.to_string(), AGENT);
    assert_eq!(code(admit(&other)), "auth-replayed");
}

#[test]
fn keys_of_a_directory() {
    let read = |jwk: &str| {
        let document = format!(r#"{{"keys": [{jwk}]}}"#);
        let json =
            agent_description::json::parse(document.as_bytes(), agent_description::ReadLimits::new(4096)).unwrap();
        let key = json.get("keys").and_then(|keys| keys.as_array()).unwrap()[0].clone();
        DirectoryKey::read(&key).map_or_else(|error| error.to_string(), |_| "ok".to_owned())
    };
    const X: &str = r#""kty":"OKP","crv":"Ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs""#;
    for (more, expected) in [
        ("", "ok"),
        (r#","alg":"ed25519""#, "ok"),
        (r#","alg":"EdDSA""#, "ok"),
        (r#","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U","nbf":1712793600,"exp":1715385600"#, "ok"),
        (r#","kid":"key-1""#, "`kid` is \"key-1\""),
        (r#","kid":1"#, "`kid`"),
        (r#","exp":1715385600000"#, "`exp` is not a time in seconds"),
        (r#","nbf":"2026-01-01""#, "`nbf` is not a time"),
        (r#","alg":"ecdsa-p256-sha256""#, "`alg`"),
        (r#","d":"n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU""#, "a private key"),
        (r#","use":"enc""#, "`use`"),
    ] {
        let found = read(&format!("{{{X}{more}}}"));
        assert!(found.contains(expected), "{more}: {found}");
    }
    assert!(read("1").contains("not an object"));
    assert!(read(r#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#).contains("RSA"));
    // a time that is over, or has not come
    let body = format!(r#"{{"keys":[{{{X},"nbf":1712793600,"exp":1715385600}}]}}"#);
    let directory = accepting(KeyDirectory::parse(origin(AGENT), body.as_bytes()).unwrap());
    for (seconds, fits) in
        [(1_712_793_599, false), (1_712_793_600, true), (1_715_385_599, true), (1_715_385_600, false)]
    {
        assert_eq!(directory.key_at(TEST_THUMBPRINT, at(seconds)).is_ok(), fits, "{seconds}");
    }
    let code_of = |body: &str| KeyDirectory::parse(origin(AGENT), body.as_bytes()).unwrap_err().code().to_string();
    assert_eq!(code_of("{}"), "key-malformed");
    // a list is no more a JWK Set than an object without one
    assert_eq!(code_of("[]"), "key-malformed");
    assert_eq!(code_of(&format!(r#"{{"keys":[{}]}}"#, vec!["1"; 65].join(","))), "key-malformed");
    assert_eq!(code_of(&format!(r#"{{"keys":[],"x":"{}"}}"#, "x".repeat(KeyDirectory::MAX_BYTES))), "json-size");
}

#[test]
fn a_digest_in_the_draft_is_ours() {
    let digest = content_digest(TEST_DIRECTORY.as_bytes(), Default::default());
    assert_eq!(digest, "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:");
}

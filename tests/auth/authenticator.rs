//! A service's whole check: the order of its steps, what a forger can use up (nothing) and cause (little), what is answered.
#![cfg(feature = "auth")]

use adp_fixtures::callers::{self, *};
use agent_description::{
    Code, CodedError, KeyType, Limits, Signer, SigningKey, Timestamp,
    auth::{
        AccessTokens, AuthError, Authenticated, AuthenticationInfo, Authenticator, CredentialForm, DidWbaChallenge,
        LegacyVersion, NonceIssuer,
        replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore, StoreError},
        sign_didwba_json,
    },
    did::{Did, DidDocument, Resolved},
    resolve::{NetError, Resolve, ResolveError, ThrottleLimit},
};
use http::{HeaderMap, HeaderValue, StatusCode, header::AUTHORIZATION, request::Parts};
use std::{future::ready, sync::Arc, time::Duration};

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn check<R: Resolve>(service: &Authenticator<R>, parts: &Parts, body: &[u8]) -> Result<Authenticated, AuthError> {
    check_at(service, parts, body, at(1))
}

fn check_at<R: Resolve>(
    service: &Authenticator<R>,
    parts: &Parts,
    body: &[u8],
    now: Timestamp,
) -> Result<Authenticated, AuthError> {
    run(service.authenticate(parts, body, now))
}

fn code(result: Result<Authenticated, AuthError>) -> Code {
    result.expect_err("must be refused").code()
}

fn tokens() -> AccessTokens {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[50; 32]).unwrap();
    AccessTokens::new(service(), key).unwrap()
}

fn bearer(info: &AuthenticationInfo) -> Parts {
    let mut parts = request("GET", "/orders");
    parts.headers.insert(AUTHORIZATION, info.to_authorization().unwrap());
    parts
}

const BODY: &[u8] = b"{\"room\":101}";

/// Status and header fields of a refusal.
fn challenge_for<R: Resolve>(
    service: &Authenticator<R>,
    error: &AuthError,
    now: Timestamp,
    random: Option<&[u8; 16]>,
) -> (StatusCode, HeaderMap) {
    let (parts, _) = service.refusal(error, now, random).into_parts();
    (parts.status, parts.headers)
}

/// The JSON of a refusal.
fn body_of<R: Resolve>(service: &Authenticator<R>, error: &AuthError) -> serde_json::Value {
    serde_json::from_slice(service.refusal(error, at(0), Some(&[1; 16])).body()).unwrap()
}

#[test]
fn each_type_of_key_authenticates() {
    let service = authenticator();
    for caller in [alice(), bob(), carol()] {
        let parts = signed(&caller, "n", BODY);
        let authenticated = check(&service, &parts, BODY).unwrap();
        assert_eq!(authenticated.did(), &caller.did);
        assert_eq!(authenticated.form, CredentialForm::HttpSignature);
        // another caller's nonce is another nonce, the same caller's is not
        assert_eq!(code(check(&service, &parts, BODY)), Code::AUTH_REPLAYED);
    }
}

/// Each request is wrong in two things: the one that is checked first is reported.
#[test]
fn the_steps_are_taken_in_order() {
    let service = authenticator().permission(|_, _| Err("closed".to_owned()));
    let alice = alice();
    let late = at(-1000);
    // form before digest
    let mut parts = signed(&alice, "a", BODY);
    parts.headers.insert("signature-input", HeaderValue::from_static("sig1=(\"@method\""));
    assert_eq!(code(check(&service, &parts, b"other")), Code::AUTH_MALFORMED);
    // digest before coverage and window
    let parts = signed_as(&alice.signer, "POST", "/orders", BODY, &options("b", late));
    assert_eq!(code(check(&service, &parts, b"other")), Code::AUTH_DIGEST);
    // coverage before window
    let uncovered = signed_as(&alice.signer, "POST", "/orders", b"", &options("c", late));
    assert_eq!(code(check(&service, &uncovered, BODY)), Code::AUTH_UNCOVERED);
    // window before resolution
    let stranger = Caller::plain("stranger", 9);
    let parts = signed_as(&stranger.signer, "POST", "/orders", BODY, &options("d", late));
    assert_eq!(code(check(&service, &parts, BODY)), Code::AUTH_EXPIRED);
    // resolution before method and signature
    assert_eq!(service.resolver.asked(), 0);
    assert_eq!(code(check(&service, &signed(&stranger, "e", BODY), BODY)), Code::NET_OFFLINE);
    assert_eq!(service.resolver.asked(), 1);
    // the method before the signature
    let method = format!("{}#key-9", alice.did).parse().unwrap();
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[98; 32]).unwrap();
    let unlisted = agent_description::KeySigner::new(method, key);
    let parts = signed_as(&unlisted, "POST", "/orders", BODY, &options("f", at(0)));
    assert_eq!(code(check(&service, &parts, BODY)), Code::AUTH_METHOD_NOT_AUTHORIZED);
    // the signature before the replay
    let parts = signed(&alice, "g", BODY);
    assert_eq!(code(check(&service, &parts, BODY)), Code::AUTH_FORBIDDEN);
    let forged = signed_as(&alice.forger(), "POST", "/orders", BODY, &options("g", at(0)));
    assert_eq!(code(check(&service, &forged, BODY)), Code::AUTH_SIGNATURE);
    // the replay before the permission
    assert_eq!(code(check(&service, &parts, BODY)), Code::AUTH_REPLAYED);
}

/// Research 5.1, 9: SDKs of the protocol use the nonce up before they check the signature.
#[test]
fn a_forged_request_uses_up_no_nonce() {
    let service = authenticator();
    for caller in [alice(), bob(), carol()] {
        let forged = signed_as(&caller.forger(), "POST", "/orders", BODY, &options("victims", at(0)));
        for _ in 0..3 {
            assert_eq!(code(check(&service, &forged, BODY)), Code::AUTH_SIGNATURE);
        }
        let genuine = signed(&caller, "victims", BODY);
        check(&service, &genuine, BODY).unwrap();
        assert_eq!(code(check(&service, &genuine, BODY)), Code::AUTH_REPLAYED);
    }
}

#[test]
fn forged_requests_leave_nothing_in_the_store() {
    let store = Arc::new(MemoryReplayStore::new(1000));
    let service = Authenticator::new(service(), Documents::new(), store.clone());
    let alice = alice();
    for number in 0..50 {
        let forged = signed_as(&alice.forger(), "POST", "/", b"", &options(&format!("n{number}"), at(0)));
        assert_eq!(code(check(&service, &forged, b"")), Code::AUTH_SIGNATURE);
    }
    assert_eq!(store.key_count(), 0);
    check(&service, &signed(&alice, "n0", b""), b"").unwrap();
    assert_eq!(store.key_count(), 1);
}

#[test]
fn permission_is_asked_last_with_the_request() {
    let service = authenticator().permission(|authenticated, request| {
        let is_alice = authenticated.did().path_segments().next() == Some("alice");
        if is_alice && request.uri.path() == "/orders" { Ok(()) } else { Err("only Alice may order".to_owned()) }
    });
    check(&service, &signed(&alice(), "a", BODY), BODY).unwrap();
    let error = check(&service, &signed(&bob(), "b", BODY), BODY).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_FORBIDDEN);
    let (status, headers) = challenge_for(&service, &error, at(0), None);
    assert_eq!(status, StatusCode::FORBIDDEN);
    let challenge = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!(challenge.error.as_deref(), Some("forbidden_did"));
    // another signature would not help
    assert_eq!((challenge.nonce, challenge.accept_signature), (None, None));
}

#[test]
fn nonces_of_the_server() {
    let secret = [7; 32];
    let nonces = |required| {
        let mut nonces = NonceIssuer::new(secret);
        nonces.required = required;
        authenticator_with(|service| service.nonces = Some(nonces))
    };
    let (any, only) = (|| nonces(false), || nonces(true));
    let issued = |seconds| NonceIssuer::new(secret).issue(&service(), at(seconds), &[1; 16]);
    let alice = alice();

    check(&any(), &signed(&alice, "my own", BODY), BODY).unwrap();
    let error = check(&only(), &signed(&alice, "my own", BODY), BODY).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_MALFORMED);
    let (status, headers) = challenge_for(&only(), &error, at(2), Some(&[3; 16]));
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let challenge = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!(challenge.error.as_deref(), Some("invalid_nonce"));
    // the nonce of the answer is good, at another instance too
    check(&only(), &signed(&alice, &challenge.nonce.unwrap(), BODY), BODY).unwrap();
    assert_eq!(code(check(&only(), &signed(&alice, &issued(-300), BODY), BODY)), Code::AUTH_EXPIRED);
    let foreign = NonceIssuer::new([8; 32]).issue(&service(), at(0), &[1; 16]);
    assert_eq!(code(check(&only(), &signed(&alice, &foreign, BODY), BODY)), Code::AUTH_MALFORMED);
    let of_another = NonceIssuer::new(secret).issue(&"https://bank.example.com".parse().unwrap(), at(0), &[1; 16]);
    assert_eq!(code(check(&only(), &signed(&alice, &of_another, BODY), BODY)), Code::AUTH_MALFORMED);
    // after the signature: whoever forges learns nothing of nonces
    let forged = signed_as(&alice.forger(), "POST", "/orders", BODY, &options("my own", at(0)));
    assert_eq!(code(check(&only(), &forged, BODY)), Code::AUTH_SIGNATURE);
}

/// A nonce of the server's is good once, also for a second signature that is made when the first has expired.
#[test]
fn a_nonce_of_the_server_is_good_once_in_all_its_time() {
    let service = authenticator_with(|service| service.nonces = Some(NonceIssuer::new([7; 32])));
    let nonce = NonceIssuer::new([7; 32]).issue(&service.audience.clone(), at(0), &[1; 16]);
    let alice = alice();
    check_at(&service, &signed_as(&alice.signer, "GET", "/", b"", &options(&nonce, at(0))), b"", at(1)).unwrap();
    // 60 s of validity and 60 s of skew are over
    let again = signed_as(&alice.signer, "GET", "/", b"", &options(&nonce, at(200)));
    assert_eq!(code(check_at(&service, &again, b"", at(201))), Code::AUTH_REPLAYED);
    // a nonce of the client's own is remembered as long as its own request could be sent again
    check_at(&service, &signed_as(&alice.signer, "GET", "/", b"", &options("own", at(0))), b"", at(1)).unwrap();
    check_at(&service, &signed_as(&alice.signer, "GET", "/", b"", &options("own", at(200))), b"", at(201)).unwrap();
}

#[test]
fn tokens_are_taken_where_they_are_given_out() {
    let service = authenticator_with(|service| service.tokens = Some(tokens()));
    let alice = alice();
    let authenticated = check(&service, &signed(&alice, "a", BODY), BODY).unwrap();
    let info = service.token_for(&authenticated, at(1), &[4; 16]).unwrap();
    let by_token = check(&service, &bearer(&info), b"").unwrap();
    assert_eq!((by_token.did(), by_token.form), (&alice.did, CredentialForm::AccessToken));
    // as often as its time allows, without resolving, and it brings no other
    let asked = service.resolver.asked();
    check_at(&service, &bearer(&info), b"x", at(900)).unwrap();
    assert_eq!(service.resolver.asked(), asked);
    assert_eq!(service.token_for(&by_token, at(2), &[5; 16]), None);
    // where none are given out, none are taken
    assert_eq!(code(check(&authenticator(), &bearer(&info), b"")), Code::AUTH_MISSING);
    assert_eq!(authenticator().token_for(&authenticated, at(1), &[4; 16]), None);

    let error = check_at(&service, &bearer(&info), b"", at(901)).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_EXPIRED);
    let (status, headers) = challenge_for(&service, &error, at(901), None);
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let challenge = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!(challenge.error.as_deref(), Some("invalid_access_token"));
    assert!(!challenge.error_description.unwrap().contains(&info.access_token));
}

#[test]
fn a_request_has_one_kind_of_credentials() {
    let service = authenticator_with(|service| service.tokens = Some(tokens()));
    let alice = alice();
    let authenticated = check(&service, &signed(&alice, "a", BODY), BODY).unwrap();
    let info = service.token_for(&authenticated, at(1), &[4; 16]).unwrap();
    let token = info.to_authorization().unwrap();
    for value in [token.clone(), HeaderValue::from_static("Bearer x"), HeaderValue::from_static("bearer")] {
        let mut both = signed(&bob(), "b", BODY);
        both.headers.insert(AUTHORIZATION, value);
        assert_eq!(code(check(&service, &both, BODY)), Code::AUTH_MALFORMED);
        assert_eq!(code(check(&authenticator(), &both, BODY)), Code::AUTH_MALFORMED);
    }
    for second in ["Bearer x", "Basic eDp5", "DIDWba did=\"x\""] {
        let mut twice = bearer(&info);
        twice.headers.append(AUTHORIZATION, HeaderValue::from_static(second));
        assert_eq!(code(check(&service, &twice, b"")), Code::AUTH_MALFORMED, "{second}");
        let mut twice = request("GET", "/");
        twice.headers.append(AUTHORIZATION, HeaderValue::from_static(second));
        twice.headers.append(AUTHORIZATION, token.clone());
        assert_eq!(code(check(&service, &twice, b"")), Code::AUTH_MALFORMED, "{second}");
    }
    // a signature does not cover `Authorization`: anybody on the way can add one that what stands behind believes
    for other in ["Basic eDp5", "Digest username=\"x\"", "DIDWba did=\"x\"", "sesame", ""] {
        for service in [&service, &authenticator()] {
            let mut both = signed(&bob(), "c", BODY);
            both.headers.insert(AUTHORIZATION, HeaderValue::from_static(other));
            assert_eq!(code(check(service, &both, BODY)), Code::AUTH_MALFORMED, "{other:?}");
            assert_eq!(service.check_head(&both, at(1)).unwrap_err().code(), Code::AUTH_MALFORMED, "{other:?}");
        }
    }
    // the scheme has no case; of others alone there are no credentials
    let mut lower = bearer(&info);
    lower.headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("bEARER  {}", info.access_token)).unwrap());
    check(&service, &lower, b"").unwrap();
    let mut other = request("GET", "/");
    other.headers.insert(AUTHORIZATION, HeaderValue::from_static("BearerX abc"));
    assert_eq!(code(check(&service, &other, b"")), Code::AUTH_MISSING);
}

#[test]
fn bodies_above_the_limit_are_refused() {
    let mut service = authenticator_with(|service| service.tokens = Some(tokens()));
    service.policy.body_limit = 16;
    let alice = alice();
    let authenticated = check(&service, &signed(&alice, "a", &[b'x'; 16]), &[b'x'; 16]).unwrap();
    let error = check(&service, &signed(&alice, "b", &[b'x'; 17]), &[b'x'; 17]).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_DIGEST);
    assert_eq!(challenge_for(&service, &error, at(0), None).0, StatusCode::PAYLOAD_TOO_LARGE);
    let info = service.token_for(&authenticated, at(1), &[4; 16]).unwrap();
    assert_eq!(code(check(&service, &bearer(&info), &[b'x'; 17])), Code::AUTH_DIGEST);
}

/// What the headers came to goes on with the body, whatever sort of credentials they hold.
#[test]
fn a_checked_head_waits_for_its_body() {
    let service = authenticator_with(|service| service.tokens = Some(tokens()));
    let alice = alice();
    let whole = |parts: &Parts, body: &[u8]| {
        let head = service.check_head(parts, at(1))?;
        run(head.authenticate(body, at(1)))
    };
    let request = signed(&alice, "a", BODY);
    assert_eq!(code(whole(&request, b"another")), Code::AUTH_DIGEST);
    let authenticated = whole(&request, BODY).unwrap();
    assert_eq!(authenticated.did(), alice.signer.method().did());
    assert_eq!(code(whole(&request, BODY)), Code::AUTH_REPLAYED);

    let info = service.token_for(&authenticated, at(1), &[4; 16]).unwrap();
    let by_token = whole(&bearer(&info), b"any").unwrap();
    assert_eq!((by_token.did(), by_token.form), (alice.signer.method().did(), CredentialForm::AccessToken));
    let refusing = authenticator_with(|service| service.tokens = Some(tokens())).permission(|who, _| match who.form {
        CredentialForm::AccessToken => Err("not by a token".to_owned()),
        _ => Ok(()),
    });
    let bearer = bearer(&info);
    let head = refusing.check_head(&bearer, at(1)).unwrap();
    assert_eq!(code(run(head.authenticate(b"", at(1)))), Code::AUTH_FORBIDDEN);
}

/// Without the body everything is found that is wrong without it, and nothing is resolved or used up.
#[test]
fn heads_are_checked_alone() {
    let service = authenticator_with(|service| service.tokens = Some(tokens()));
    let (alice, late) = (alice(), at(-1000));
    let head = |parts: &Parts| service.check_head(parts, at(1)).map(drop).map_err(|error| error.code());
    let good = signed(&alice, "a", BODY);
    assert_eq!(head(&good), Ok(()));
    assert_eq!(head(&signed(&alice, "b", b"")), Ok(()));
    assert_eq!(head(&request("POST", "/orders")), Err(Code::AUTH_MISSING));
    assert_eq!(head(&signed_as(&alice.signer, "POST", "/", BODY, &options("c", late))), Err(Code::AUTH_EXPIRED));
    assert_eq!(
        head(&signed_as(&alice.signer, "POST", "/", BODY, &options("c", at(100)))),
        Err(Code::AUTH_NOT_YET_VALID)
    );
    let mut announced = signed(&alice, "d", b"");
    announced.headers.insert("content-length", HeaderValue::from_static("12"));
    assert_eq!(head(&announced), Err(Code::AUTH_UNCOVERED));
    let mut malformed = signed(&alice, "e", BODY);
    malformed.headers.insert("signature", HeaderValue::from_static("sig1=:AAAA:"));
    assert_eq!(head(&malformed), Err(Code::AUTH_MALFORMED));
    let mut elsewhere = signed(&alice, "f", BODY);
    elsewhere.uri = "https://bank.example.com/orders".parse().unwrap();
    assert_eq!(head(&elsewhere), Err(Code::AUTH_AUDIENCE));
    let mut legacy = request("GET", "/");
    legacy.headers.insert(AUTHORIZATION, HeaderValue::from_static("DIDWba did=\"x\""));
    assert_eq!(head(&legacy), Err(Code::AUTH_LEGACY_REFUSED));
    let mut both = good.clone();
    both.headers.insert(AUTHORIZATION, HeaderValue::from_static("DIDWba did=\"x\""));
    assert_eq!(head(&both), Err(Code::AUTH_MALFORMED));
    let mut token = request("GET", "/");
    token.headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
    assert_eq!(head(&token), Err(Code::AUTH_MALFORMED));
    assert_eq!(service.resolver.asked(), 0);
    check(&service, &good, BODY).unwrap();
}

#[derive(Clone, Copy)]
struct Answering(Option<Replay>);

impl ReplayStore for Answering {
    fn record<'a>(&'a self, _: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
        let answer = self.0.ok_or_else(|| StoreError::new("redis://user:secret@10.0.0.1 is down"));
        Box::pin(ready(answer))
    }
}

struct Failing(ResolveError);

impl Resolve for Failing {
    async fn resolve(&self, _: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Err(self.0.clone())
    }
}

/// A store that has forgotten what was used until then cannot tell: the request came too late, and is refused as such.
#[test]
fn what_a_store_has_forgotten_is_refused() {
    let alice = alice();
    let service = Authenticator::new(service(), Documents::new(), Answering(Some(Replay::Expired)));
    let error = check(&service, &signed(&alice, "a", BODY), BODY).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_EXPIRED, "{error}");
    assert_eq!(challenge_for(&service, &error, at(0), None).0, StatusCode::UNAUTHORIZED);
    // the store that ships says so, once its clock has been further ahead than the nonce was good
    let store = Arc::new(MemoryReplayStore::new(10));
    let service = Authenticator::new(callers::service(), Documents::new(), Arc::clone(&store));
    let first = ReplayKey::for_request(&callers::service(), &alice.did, Some("another"), b"");
    assert_eq!(run(store.record(&first, at(1000), at(900))).unwrap(), Replay::Fresh);
    assert_eq!(run(store.record(&first, at(3000), at(2000))).unwrap(), Replay::Fresh);
    assert_eq!(code(check(&service, &signed(&alice, "a", BODY), BODY)), Code::AUTH_EXPIRED);
    // where it is fresh, the same request gets in
    let service = Authenticator::new(callers::service(), Documents::new(), MemoryReplayStore::new(10));
    check(&service, &signed(&alice, "a", BODY), BODY).unwrap();
}

/// A service with this store of nonces that has just started, at a second.
fn restarted(second: i64, store: impl ReplayStore + 'static) -> Authenticator<Documents> {
    let mut service = Authenticator::new(service(), Documents::new(), store);
    service.started = Some(at(second));
    service
}

struct Survivor(MemoryReplayStore);

impl ReplayStore for Survivor {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        self.0.record(key, expires, now)
    }

    fn survives_restart(&self) -> bool {
        true
    }
}

#[test]
fn what_may_have_been_accepted_before_a_restart_is_refused() {
    let empty = || MemoryReplayStore::new(10);
    let alice = alice();
    let sign =
        |second: i64, nonce: &str| signed_as(&alice.signer, "POST", "/orders", BODY, &options(nonce, at(second)));
    let accepts = |service: &Authenticator<Documents>, parts: &Parts, second| {
        check_at(service, parts, BODY, at(second))
            .map(drop)
            .map_err(|error| (error.code(), challenge_for(service, &error, at(second), Some(&[1; 16]))))
    };
    // the caller's clock is a minute ahead
    let captured = sign(110, "n1");
    assert!(accepts(&restarted(-100, empty()), &captured, 50).is_ok());
    let second = restarted(51, empty());
    for now in [51, 111, 130] {
        let (code, (status, headers)) = accepts(&second, &captured, now).unwrap_err();
        assert_eq!((code, status), (Code::AUTH_BEFORE_START, StatusCode::SERVICE_UNAVAILABLE));
        assert_eq!(headers["retry-after"], "2");
    }
    assert_eq!(accepts(&second, &sign(51, "n2"), 51).unwrap_err().1.1["retry-after"], "61");
    assert!(
        accepts(&second, &sign(111, "n2"), 51).is_err_and(|(code, _)| code == Code::AUTH_BEFORE_START),
        "the skew's end"
    );
    assert!(accepts(&second, &sign(112, "n2"), 112).is_ok());
    // nothing is fetched for what is refused so
    assert_eq!(second.resolver.asked(), 1);
    // a store that knows what was used needs no wait, and nobody who names no start has one
    let survivor = restarted(51, Survivor(empty()));
    assert!(accepts(&survivor, &sign(51, "n3"), 51).is_ok());
    assert!(accepts(&authenticator(), &sign(51, "n3"), 51).is_ok());
}

#[test]
fn a_nonce_of_this_process_is_not_of_an_earlier_one() {
    let nonces = NonceIssuer::generate().unwrap();
    let mut service = restarted(0, MemoryReplayStore::new(10));
    service.nonces = Some(nonces);
    let refused = check_at(&service, &signed(&alice(), "n", BODY), BODY, at(1)).unwrap_err();
    let (status, headers) = challenge_for(&service, &refused, at(1), Some(&[1; 16]));
    let challenge = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!((status, challenge.error.as_deref()), (StatusCode::UNAUTHORIZED, Some("invalid_nonce")));
    let nonce = challenge.nonce.unwrap();
    assert!(check_at(&service, &signed(&alice(), &nonce, BODY), BODY, at(1)).is_ok());
    // a secret that an earlier process had says nothing
    let shared = || NonceIssuer::new([7; 32]);
    let mut service = restarted(0, MemoryReplayStore::new(10));
    service.nonces = Some(shared());
    let nonce = shared().issue(&callers::service(), at(0), &[2; 16]);
    let refused = check_at(&service, &signed(&alice(), &nonce, BODY), BODY, at(1)).unwrap_err();
    assert_eq!(refused.code(), Code::AUTH_BEFORE_START);
    let (status, headers) = challenge_for(&service, &refused, at(1), Some(&[1; 16]));
    assert_eq!((status, headers["retry-after"].to_str().unwrap()), (StatusCode::SERVICE_UNAVAILABLE, "61"));
}

/// A store that is found to be restored while it records, as a database is that instances share.
struct RestoredAt {
    second: i64,
    is_known: std::sync::atomic::AtomicBool,
}

impl ReplayStore for RestoredAt {
    fn record<'a>(&'a self, _: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
        self.is_known.store(true, std::sync::atomic::Ordering::SeqCst);
        Box::pin(ready(Ok(Replay::Fresh)))
    }

    fn survives_restart(&self) -> bool {
        true
    }

    fn forgotten_until(&self, _: Timestamp, skew: std::time::Duration) -> Option<Timestamp> {
        let is_known = self.is_known.load(std::sync::atomic::Ordering::SeqCst);
        is_known.then(|| at(self.second).saturating_add(skew))
    }
}

/// Neither the request that finds it out is accepted, nor a nonce of this process that is older than the restore.
#[test]
fn what_a_store_lost_while_the_service_ran_is_refused() {
    let alice = alice();
    let restored = || {
        let mut service = restarted(0, RestoredAt { second: 100, is_known: false.into() });
        service.nonces = Some(NonceIssuer::generate().unwrap());
        service
    };
    let sign =
        |second: i64, nonce: &str| signed_as(&alice.signer, "POST", "/orders", BODY, &options(nonce, at(second)));
    let code_at = |service: &Authenticator<Documents>, parts: &Parts, second| {
        check_at(service, parts, BODY, at(second)).map(drop).map_err(|error| error.code())
    };
    let service = restored();
    for second in [90, 100, 160] {
        assert_eq!(code_at(&service, &sign(second, "n"), second), Err(Code::AUTH_BEFORE_START), "{second}");
    }
    assert_eq!(code_at(&service, &sign(161, "n"), 161), Ok(()));
    let nonce_of = |service: &Authenticator<Documents>, second: i64| {
        let nonces = service.nonces.as_ref().unwrap();
        nonces.issue(&callers::service(), at(second), &[3; 16])
    };
    let service = restored();
    for second in [99, 100] {
        let early = nonce_of(&service, second);
        assert_eq!(code_at(&service, &sign(105, &early), 105), Err(Code::AUTH_BEFORE_START), "{second}");
    }
    let later = nonce_of(&service, 101);
    assert_eq!(code_at(&service, &sign(105, &later), 105), Ok(()));
}

#[test]
fn what_is_nobodys_fault_is_503() {
    let alice = alice();
    for (answer, seconds) in [(Some(Replay::Full), "60"), (None, "5")] {
        let service = Authenticator::new(service(), Documents::new(), Answering(answer));
        let error = check(&service, &signed(&alice, "a", BODY), BODY).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_STORE_FULL);
        let (status, headers) = challenge_for(&service, &error, at(0), Some(&[1; 16]));
        assert_eq!(
            (status, &headers["retry-after"]),
            (StatusCode::SERVICE_UNAVAILABLE, &HeaderValue::from_static(seconds))
        );
        assert!(headers.get("www-authenticate").is_none());
        assert_eq!(headers["cache-control"], "no-store");
    }
    let url = || "https://agent.example.com/alice/did.json".to_owned();
    let limit = ThrottleLimit::InAll(1);
    let throttled = NetError::Throttled { host: "h".into(), limit, window: Duration::from_secs(60) };
    let private = NetError::Address { host: "h".into(), address: "10.0.0.5".parse().unwrap(), range: "private use" };
    for (error, seconds) in [
        (NetError::Connect { url: url(), problem: "refused".to_owned() }.into(), "30"),
        (ResolveError::from(throttled), "60"),
        (NetError::Status { url: url(), status: 500 }.into(), "30"),
        (NetError::Status { url: url(), status: 429 }.into(), "30"),
        (NetError::Tls { url: url(), problem: "expired".to_owned() }.into(), "30"),
        // whether a name has a private address is known to this network alone
        (private.into(), "30"),
    ] {
        let service = Authenticator::new(service(), Failing(error), MemoryReplayStore::new(10));
        let error = check(&service, &signed(&alice, "a", BODY), BODY).unwrap_err();
        let (status, headers) = challenge_for(&service, &error, at(0), Some(&[1; 16]));
        assert_eq!(
            (status, &headers["retry-after"]),
            (StatusCode::SERVICE_UNAVAILABLE, &HeaderValue::from_static(seconds)),
            "{error}"
        );
    }
}

/// A DID that no other signature makes good: 401 without a nonce, so that nobody tries again (ANP-02 section 3.2.4.1).
#[test]
fn a_did_that_is_bad_for_good_is_401_without_a_nonce() {
    let alice = alice();
    let url = || "https://agent.example.com/alice/did.json".to_owned();
    let parse = |document: &str| DidDocument::parse_for(&alice.did, document.as_bytes(), &Limits::default());
    let unsigned = {
        let mut document: serde_json::Value = serde_json::from_str(&alice.document).unwrap();
        document.as_object_mut().unwrap().remove("proof");
        document.to_string()
    };
    let deactivated = alice.document.replacen('{', "{\"deactivated\": true,", 1);
    let errors: [(ResolveError, Code); 9] = [
        (NetError::Status { url: url(), status: 404 }.into(), Code::NET_STATUS),
        (NetError::Status { url: url(), status: 410 }.into(), Code::NET_STATUS),
        (NetError::Redirect { url: url(), status: 302, location: None }.into(), Code::NET_REDIRECT),
        (NetError::Type { url: url(), found: "text/html".into(), expected: "JSON" }.into(), Code::NET_TYPE),
        (NetError::Size { url: url(), limit: 1 }.into(), Code::NET_SIZE),
        (parse("{}").unwrap_err().into(), Code::DID_DOCUMENT_INVALID),
        (parse(&bob().document).unwrap_err().into(), Code::DID_ID_MISMATCH),
        (parse(&unsigned).unwrap_err().into(), Code::DID_DOCUMENT_PROOF),
        (parse(&deactivated).unwrap_err().into(), Code::DID_DEACTIVATED),
    ];
    let mut answers = Vec::new();
    for (error, expected) in errors {
        assert_eq!(error.code(), expected, "{error}");
        let mut service = Authenticator::new(service(), Failing(error), MemoryReplayStore::new(10));
        service.nonces = Some(NonceIssuer::new([7; 32]));
        let error = check(&service, &signed(&alice, "a", BODY), BODY).unwrap_err();
        let response = service.refusal(&error, at(0), Some(&[1; 16]));
        let challenge = DidWbaChallenge::parse(response.headers()).unwrap();
        assert_eq!((response.status(), challenge.error.as_deref()), (StatusCode::UNAUTHORIZED, Some("invalid_did")));
        assert_eq!((challenge.nonce, challenge.accept_signature), (None, None));
        assert!(response.headers().get("retry-after").is_none());
        answers.push(format!("{response:?}"));
    }
    // the caller is not told which of these faults it is
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(!answers[0].contains("agent.example.com/alice/did.json"), "{answers:?}");
}

#[test]
fn a_key_id_that_is_none_is_told_apart() {
    let service = authenticator_with(|service| service.nonces = Some(NonceIssuer::new([7; 32])));
    let alice = alice();
    let said = |change: &dyn Fn(&str) -> String| {
        let mut parts = signed(&alice, "a", BODY);
        let input = change(parts.headers["signature-input"].to_str().unwrap());
        parts.headers.insert("signature-input", input.parse().unwrap());
        let error = check(&service, &parts, BODY).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_MALFORMED, "{error}");
        let response = service.refusal(&error, at(0), Some(&[1; 16]));
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        let challenge = DidWbaChallenge::parse(response.headers()).unwrap();
        (challenge.error.unwrap(), challenge.nonce.is_some())
    };
    let did = alice.did.as_str();
    let bad = ("invalid_did".to_owned(), false);
    assert_eq!(said(&|input| input.replace(did, "did:wba:Agent.example.com")), bad);
    assert_eq!(said(&|input| input.replace(did, "did:ion:EiD3DIbDgBCajj2zCkE48x74FKTV9_Dcu1u_imzZddDKfg")), bad);
    // the DID is one, and what is wrong is the name of its key or the algorithm
    let method = ("invalid_verification_method".to_owned(), true);
    assert_eq!(said(&|input| input.replace("#key-1", "")), method);
    assert_eq!(said(&|input| format!("{input};alg=\"rsa-v1_5-sha256\"")), method);
    // nothing was fetched for any of them
    assert_eq!(service.resolver.asked(), 0);
}

/// ANP-03 section 3.2: the body names the direct successor, which the client verifies.
#[test]
fn a_superseded_did_is_409() {
    let alice = alice();
    let next = Caller::bound("alice", agent_description::did::Binding::E1, 21);
    let read = DidDocument::parse_for(&alice.did, alice.document.as_bytes(), &Limits::default()).unwrap();
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    let old = read.get().superseded_by(&next.did, &key, at(0)).unwrap();
    let error = DidDocument::parse_for(&alice.did, old.source().as_bytes(), &Limits::default()).unwrap_err();
    let service = Authenticator::new(service(), Failing(error.into()), MemoryReplayStore::new(10));
    let error = check(&service, &signed(&alice, "a", BODY), BODY).unwrap_err();
    assert_eq!(error.code(), Code::DID_SUPERSEDED);
    let response = service.refusal(&error, at(0), Some(&[1; 16]));
    assert_eq!(response.status(), StatusCode::CONFLICT);
    let headers = response.headers();
    assert_eq!(
        (&headers["content-type"], &headers["cache-control"]),
        (&"application/json".parse().unwrap(), &"no-store".parse().unwrap())
    );
    assert!(!headers.contains_key("www-authenticate") && !headers.contains_key("retry-after"), "{headers:?}");
    let mut body = body_of(&service, &error);
    assert!(body.as_object_mut().unwrap().remove("detail").unwrap().as_str().unwrap().contains("superseded"));
    let expected = serde_json::json!({"code": "did_superseded", "requestedDid": alice.did.as_str(), "currentDid": next.did.as_str(),
        "stableSubjectId": "agent.example.com:alice"});
    assert_eq!(body, expected);
}

/// What the server found on its way to the document is the server's: it would tell strangers of its network.
#[test]
fn answers_do_not_tell_what_a_fetch_found() {
    let service = authenticator();
    let shown = |error: &AuthError| {
        let body = body_of(&service, error);
        (body["detail"].as_str().unwrap().to_owned(), body.get("code").is_some())
    };
    let net = NetError::Address {
        host: "agent.example.com".to_owned(),
        address: "10.0.0.5".parse().unwrap(),
        range: "private use",
    };
    let unavailable = (format!("the document of {} is not available", alice().did), false);
    assert_eq!(shown(&AuthError::Resolve { did: alice().did, error: net.into() }), unavailable);
    let refused = DidDocument::parse_for(&alice().did, b"{}", &Limits::default()).unwrap_err();
    let error = AuthError::Resolve { did: alice().did, error: refused.clone().into() };
    assert_eq!(shown(&error), (format!("no valid document of {} was found", alice().did), false));
    // nor that no more is fetched, for whom and how much was: only the DID that whoever asks has named
    let limit = ThrottleLimit::Host(300);
    let busy = NetError::Throttled { host: "agent.example.com".into(), limit, window: Duration::from_secs(60) };
    let error = AuthError::Resolve { did: alice().did, error: busy.into() };
    assert!(error.to_string().contains("300"), "{error}");
    assert_eq!(shown(&error), unavailable);
    // of a did:key DID nothing is fetched: its fault is told
    let key = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK".parse().unwrap();
    let (text, has_code) = shown(&AuthError::Resolve { did: key, error: refused.into() });
    assert!(text.contains("cannot be resolved") && has_code, "{text}");
    let (text, _) = shown(&AuthError::Store(StoreError::new("redis://user:secret@10.0.0.1 is down")));
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn each_refusal_has_the_protocols_word() {
    let service = authenticator();
    let alice = alice();
    let said = |parts: &Parts, body: &[u8]| {
        let error = check(&service, parts, body).unwrap_err();
        let (status, headers) = challenge_for(&service, &error, at(0), None);
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        let challenge = DidWbaChallenge::parse(&headers).unwrap();
        assert_eq!(challenge.realm.as_deref(), Some("hotel.example.com"));
        assert_eq!(challenge.accept_signature.unwrap().parameters, ["created", "expires", "nonce", "keyid"]);
        assert_eq!(challenge.nonce, None);
        challenge.error
    };
    // required in every challenge, also in the first
    assert_eq!(said(&request("GET", "/"), b"").as_deref(), Some("invalid_request"));
    assert_eq!(said(&signed(&alice, "a", BODY), b"other").as_deref(), Some("invalid_content_digest"));
    let mut nothing = signed(&alice, "b", BODY);
    nothing.headers.remove("signature");
    assert_eq!(said(&nothing, BODY).as_deref(), Some("invalid_request"));
    assert_eq!(said(&signed(&alice, "c", b""), BODY).as_deref(), Some("invalid_request"));
    for seconds in [-1000, 100] {
        let parts = signed_as(&alice.signer, "POST", "/orders", BODY, &options("d", at(seconds)));
        assert_eq!(said(&parts, BODY).as_deref(), Some("invalid_timestamp"));
    }
    let forged = signed_as(&alice.forger(), "POST", "/orders", BODY, &options("e", at(0)));
    assert_eq!(said(&forged, BODY).as_deref(), Some("invalid_signature"));
    let mut elsewhere = signed(&alice, "f", BODY);
    elsewhere.uri = "https://bank.example.com/orders".parse().unwrap();
    assert_eq!(said(&elsewhere, BODY).as_deref(), Some("invalid_request"));
    let mut legacy = request("GET", "/");
    legacy.headers.insert(AUTHORIZATION, HeaderValue::from_static("DIDWba did=\"x\""));
    assert_eq!(said(&legacy, b"").as_deref(), Some("invalid_request"));
    let once = signed(&alice, "g", BODY);
    check(&service, &once, BODY).unwrap();
    assert_eq!(said(&once, BODY).as_deref(), Some("invalid_nonce"));
    let method = format!("{}#key-9", alice.did).parse().unwrap();
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[98; 32]).unwrap();
    let unlisted = agent_description::KeySigner::new(method, key);
    let parts = signed_as(&unlisted, "POST", "/orders", BODY, &options("h", at(0)));
    assert_eq!(said(&parts, BODY).as_deref(), Some("invalid_verification_method"));
}

/// The older form with the credentials in the body: where it is allowed, it goes through the same steps.
#[test]
fn credentials_in_a_json_body() {
    let service =
        authenticator_with(|service| service.policy.legacy = true).permission(|to, _| match to.did() == &bob().did {
            true => Ok(()),
            false => Err("Bob's alone".to_owned()),
        });
    let authenticate = |service: &Authenticator<Documents>, body: &str| {
        run(service.authenticate_json(&request("POST", "/login"), body.as_bytes(), at(1)))
    };
    let body = |signer: &agent_description::KeySigner, nonce: &str| {
        sign_didwba_json(signer, &self::service(), LegacyVersion::V1_1, nonce, at(0)).unwrap().to_compact()
    };
    let bob = bob();
    let first = body(&bob.signer, "a");
    // a forger uses nothing up
    let forged = body(&bob.forger(), "a");
    assert_eq!(code(authenticate(&service, &forged)), Code::AUTH_SIGNATURE);
    let authenticated = authenticate(&service, &first).unwrap();
    assert_eq!((authenticated.did(), authenticated.form), (&bob.did, CredentialForm::DidWbaJsonV1_1));
    assert_eq!(code(authenticate(&service, &first)), Code::AUTH_REPLAYED);
    assert_eq!(code(authenticate(&service, &body(&alice().signer, "a"))), Code::AUTH_FORBIDDEN);
    // by default it is refused, before anything is resolved
    let strict = authenticator();
    assert_eq!(code(authenticate(&strict, &body(&bob.signer, "b"))), Code::AUTH_LEGACY_REFUSED);
    assert_eq!(strict.resolver.asked(), 0);
}

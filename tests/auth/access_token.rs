//! Access tokens, both ways against `jsonwebtoken`, and each refusal. The tokens to refuse are made with that crate or by hand.
#![cfg(feature = "auth")]

use agent_description::{
    Code, CodedError, KeyType, Origin, SigningKey, Timestamp,
    auth::{AccessTokens, AuthError, Authenticated, CredentialForm},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde_json::{Value, json};
use std::time::Duration;

const NOW: i64 = 1_800_000_000;
const DID: &str = "did:wba:agent.example.com:alice";
const METHOD: &str = "did:wba:agent.example.com:alice#key-1";
const SERVICE: &str = "https://hotel.example.com";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_seconds(NOW + seconds).unwrap()
}

fn service() -> Origin {
    SERVICE.parse().unwrap()
}

fn key(key_type: KeyType) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[5; 32]).unwrap()
}

fn tokens(key_type: KeyType) -> AccessTokens {
    AccessTokens::new(service(), key(key_type)).unwrap()
}

fn algorithm(key_type: KeyType) -> Algorithm {
    if key_type == KeyType::P256 { Algorithm::ES256 } else { Algorithm::EdDSA }
}

fn encoding_key(key: &SigningKey) -> EncodingKey {
    let pem = key.to_pem();
    match key.key_type() {
        KeyType::P256 => EncodingKey::from_ec_pem(pem.as_bytes()).unwrap(),
        _ => EncodingKey::from_ed_pem(pem.as_bytes()).unwrap(),
    }
}

fn decoding_key(key: &SigningKey) -> DecodingKey {
    let jwk = key.verifying_key().to_jwk();
    let part = |name: &str| jwk.get(name).unwrap().as_str().unwrap().to_owned();
    match key.key_type() {
        KeyType::P256 => DecodingKey::from_ec_components(&part("x"), &part("y")).unwrap(),
        _ => DecodingKey::from_ed_components(&part("x")).unwrap(),
    }
}

fn header(key: &SigningKey) -> Header {
    let mut header = Header::new(algorithm(key.key_type()));
    header.typ = Some("at+jwt".to_owned());
    header.kid = Some(key.verifying_key().thumbprint());
    header
}

fn claims() -> Value {
    json!({
        "iss": SERVICE, "aud": SERVICE, "sub": DID, "verification_method": METHOD, "iat": NOW, "exp": NOW + 900, "jti": "x",
    })
}

/// A token that `jsonwebtoken` makes with the server's key.
fn made(key_type: KeyType, claims: &Value) -> String {
    let key = key(key_type);
    jsonwebtoken::encode(&header(&key), claims, &encoding_key(&key)).unwrap()
}

/// A token of any header and claims text, signed with the server's key: for what no library writes.
fn by_hand(key_type: KeyType, header: &str, claims: &str) -> String {
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
    let signature = key(key_type).sign(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.0))
}

fn header_text(key_type: KeyType) -> String {
    let alg = if key_type == KeyType::P256 { "ES256" } else { "EdDSA" };
    format!(r#"{{"alg":"{alg}","kid":"{}","typ":"at+jwt"}}"#, key(key_type).verifying_key().thumbprint())
}

fn code(result: Result<Authenticated, AuthError>) -> Code {
    result.expect_err("must be refused").code()
}

const TYPES: [KeyType; 2] = [KeyType::P256, KeyType::Ed25519];

#[test]
fn jsonwebtoken_takes_our_tokens() {
    for key_type in TYPES {
        let mut ours = tokens(key_type);
        ours.lifetime = Duration::from_secs(60);
        let authenticated = ours.verify(&made(key_type, &claims()), at(0)).unwrap();
        let info = ours.issue(&authenticated, at(1), &[9; 16]);
        assert_eq!(info.expires_in, Some(60));

        let mut validation = Validation::new(algorithm(key_type));
        validation.set_audience(&[SERVICE]);
        validation.set_issuer(&[SERVICE]);
        validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
        validation.validate_exp = false; // it would look at the clock of today
        let read =
            jsonwebtoken::decode::<Value>(&info.access_token, &decoding_key(&key(key_type)), &validation).unwrap();
        assert_eq!(
            read.claims,
            json!({
                "iss": SERVICE, "aud": SERVICE, "sub": DID, "verification_method": METHOD,
                "iat": NOW + 1, "exp": NOW + 61, "jti": "CQkJCQkJCQkJCQkJCQkJCQ",
            })
        );
        assert_eq!(read.header.typ.as_deref(), Some("at+jwt"));
        assert_eq!(read.header.kid, Some(key(key_type).verifying_key().thumbprint()));
        // and by another key it is none
        let other = SigningKey::from_secret_bytes(key_type, &[6; 32]).unwrap();
        jsonwebtoken::decode::<Value>(&info.access_token, &decoding_key(&other), &validation).unwrap_err();
    }
}

#[test]
fn we_take_tokens_that_jsonwebtoken_makes_with_our_key() {
    for key_type in TYPES {
        let authenticated = tokens(key_type).verify(&made(key_type, &claims()), at(10)).unwrap();
        assert_eq!(authenticated.did().as_str(), DID);
        assert_eq!(authenticated.key_id.as_str(), METHOD);
        assert_eq!(authenticated.form, CredentialForm::AccessToken);
        assert_eq!(authenticated.created, Some(at(0)));
        assert_eq!(authenticated.expires, Some(at(900)));
        assert!(authenticated.covered.is_empty());
    }
}

#[test]
fn a_token_of_another_key_is_refused() {
    for key_type in TYPES {
        let other = SigningKey::from_secret_bytes(key_type, &[6; 32]).unwrap();
        let own_name = jsonwebtoken::encode(&header(&other), &claims(), &encoding_key(&other)).unwrap();
        assert_eq!(code(tokens(key_type).verify(&own_name, at(0))), Code::AUTH_SIGNATURE);
        let our_name = jsonwebtoken::encode(&header(&key(key_type)), &claims(), &encoding_key(&other)).unwrap();
        assert_eq!(code(tokens(key_type).verify(&our_name, at(0))), Code::AUTH_SIGNATURE);
        // a server that changes its key takes the tokens of both for a while
        let both = tokens(key_type).accept(other.verifying_key().clone()).unwrap();
        both.verify(&own_name, at(0)).unwrap();
        assert_eq!(code(both.verify(&our_name, at(0))), Code::AUTH_SIGNATURE);
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    for key_type in TYPES {
        let tokens = tokens(key_type);
        let token = made(key_type, &claims());
        tokens.verify(&token, at(0)).unwrap();
        for index in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(
                matches!(code(tokens.verify(&changed, at(0))), Code::AUTH_SIGNATURE | Code::AUTH_MALFORMED),
                "{index}"
            );
        }
    }
}

#[test]
fn times_are_numbers_and_are_kept() {
    let tokens = tokens(KeyType::P256);
    let verify = |claims: &Value, now: i64| tokens.verify(&made(KeyType::P256, claims), at(now));
    verify(&claims(), 899).unwrap();
    assert_eq!(code(verify(&claims(), 900)), Code::AUTH_EXPIRED);
    verify(&claims(), -60).unwrap();
    assert_eq!(code(verify(&claims(), -61)), Code::AUTH_NOT_YET_VALID);
    let with = |name: &str, value: Value| {
        let mut claims = claims();
        claims[name] = value;
        claims
    };
    verify(&with("nbf", json!(NOW + 60)), 0).unwrap();
    assert_eq!(code(verify(&with("nbf", json!(NOW + 61)), 0)), Code::AUTH_NOT_YET_VALID);
    for (name, value) in [
        ("exp", json!("2027-01-15T08:15:00Z")),
        ("exp", json!(format!("{}", NOW + 900))),
        ("exp", json!(1.0e300)),
        ("exp", json!(NOW as f64 + 900.5)),
        ("exp", Value::Null),
        ("iat", json!("2027-01-15T08:00:00Z")),
        ("iat", json!([NOW])),
        ("nbf", json!("0")),
    ] {
        assert_eq!(code(verify(&with(name, value.clone()), 0)), Code::AUTH_MALFORMED, "{name} {value}");
    }
}

#[test]
fn a_token_for_another_service_is_refused() {
    let tokens = tokens(KeyType::Ed25519);
    for other in ["https://hotel.example.com:8443", "http://hotel.example.com", "https://bank.example.com", ""] {
        for name in ["aud", "iss"] {
            let mut claims = claims();
            claims[name] = json!(other);
            assert_eq!(
                code(tokens.verify(&made(KeyType::Ed25519, &claims), at(0))),
                Code::AUTH_AUDIENCE,
                "{name} {other}"
            );
        }
    }
    // a list of services would be good at each of them
    let mut claims = claims();
    claims["aud"] = json!([SERVICE, "https://bank.example.com"]);
    assert_eq!(code(tokens.verify(&made(KeyType::Ed25519, &claims), at(0))), Code::AUTH_MALFORMED);
}

#[test]
fn claims_are_there_and_fit() {
    let tokens = tokens(KeyType::P256);
    for name in ["iss", "aud", "sub", "verification_method", "iat", "exp", "jti"] {
        let mut claims = claims();
        claims.as_object_mut().unwrap().remove(name);
        assert_eq!(code(tokens.verify(&made(KeyType::P256, &claims), at(0))), Code::AUTH_MALFORMED, "{name}");
    }
    for (name, value) in [
        ("sub", json!("alice")),
        ("sub", json!("did:wba:agent.example.com:bob")),
        ("verification_method", json!(DID)),
        ("verification_method", json!("did:wba:agent.example.com:bob#key-1")),
        ("jti", json!(1)),
    ] {
        let mut claims = claims();
        claims[name] = value.clone();
        assert_eq!(code(tokens.verify(&made(KeyType::P256, &claims), at(0))), Code::AUTH_MALFORMED, "{name} {value}");
    }
}

/// The algorithm is the key's, whatever the header says.
#[test]
fn headers_do_not_choose() {
    let text = claims().to_string();
    for key_type in TYPES {
        let tokens = tokens(key_type);
        let header = header_text(key_type);
        tokens.verify(&by_hand(key_type, &header, &text), at(0)).unwrap();
        let kid = key(key_type).verifying_key().thumbprint();
        let own = if key_type == KeyType::P256 { "ES256" } else { "EdDSA" };
        let other = if key_type == KeyType::P256 { "EdDSA" } else { "ES256" };
        for wrong in [
            header.replace(own, "none"),
            header.replace(own, "HS256"),
            header.replace(own, other),
            header.replace(own, &own.to_lowercase()),
            header.replace("at+jwt", "JWT"),
            header.replace("at+jwt", "AT+JWT"),
            header.replace(r#","typ":"at+jwt""#, ""),
            header.replace(&format!(r#","kid":"{kid}""#), ""),
            header.replace('}', r#","crit":["exp"],"exp":0}"#),
            header.replace('}', r#","crit":[]}"#),
            header.replace('}', r#","b64":false}"#),
            header.replace('}', r#","jku":"https://evil.example"}"#),
            header.replace('}', &format!(r#","alg":"{own}"}}"#)),
            header.replace('}', ",}"),
            format!("\u{feff}{header}"),
            format!("[{header}]"),
            String::new(),
        ] {
            assert_ne!(wrong, header);
            assert_eq!(code(tokens.verify(&by_hand(key_type, &wrong, &text), at(0))), Code::AUTH_MALFORMED, "{wrong}");
        }
        // none, with the empty signature that goes with it
        let none =
            format!("{}.{}.", URL_SAFE_NO_PAD.encode(header.replace(own, "none")), URL_SAFE_NO_PAD.encode(&text));
        assert_eq!(code(tokens.verify(&none, at(0))), Code::AUTH_MALFORMED);
        // the public key as an HMAC's secret
        let mut hmac = Header::new(Algorithm::HS256);
        (hmac.typ, hmac.kid) = (Some("at+jwt".to_owned()), Some(kid));
        let secret = EncodingKey::from_secret(key(key_type).verifying_key().to_public_pem().as_bytes());
        let token = jsonwebtoken::encode(&hmac, &claims(), &secret).unwrap();
        assert_eq!(code(tokens.verify(&token, at(0))), Code::AUTH_MALFORMED);
    }
}

#[test]
fn json_is_strict_and_base64url_has_one_spelling() {
    let (key_type, header, text) = (KeyType::Ed25519, header_text(KeyType::Ed25519), claims().to_string());
    let tokens = tokens(key_type);
    for wrong in [
        text.replacen('{', &format!(r#"{{"sub":"{DID}","#), 1),
        text.replacen('{', r#"{"s\u0075b":"did:wba:agent.example.com:bob","#, 1),
        format!("{text}{text}"),
        format!("[{text}]"),
        text.replace(r#""x""#, r#""\ud800""#),
        "[".repeat(500),
    ] {
        assert_eq!(code(tokens.verify(&by_hand(key_type, &header, &wrong), at(0))), Code::AUTH_MALFORMED, "{wrong}");
    }
    let token = by_hand(key_type, &header, &text);
    let parts: Vec<&str> = token.split('.').collect();
    // the signature's 64 bytes end in a character with 4 bits to spare
    let last = parts[2].chars().last().unwrap();
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let next = alphabet.chars().nth(alphabet.find(last).unwrap() + 1).unwrap();
    let (a, b, c) = (parts[0], parts[1], parts[2]);
    for wrong in [
        format!("{a}.{b}.{}{next}", &c[..c.len() - 1]),
        format!("{token}="),
        format!("{token}=="),
        format!("{a}=.{b}.{c}"),
        format!("{token}."),
        format!("{token}.{c}"),
        format!("{a}.{b}"),
        format!("{a}.{c}"),
        format!(" {token}"),
        token.replace('-', "+").replace('_', "/") + "~",
        String::new(),
        "..".to_owned(),
    ] {
        assert_eq!(code(tokens.verify(&wrong, at(0))), Code::AUTH_MALFORMED, "{wrong}");
    }
}

/// A token of this length, good in all else: spaces in its header and in its claims fill it.
fn of_length(length: usize) -> String {
    let header = header_text(KeyType::Ed25519);
    let least = by_hand(KeyType::Ed25519, &header, &claims().to_string()).len();
    // base64url has no text of 4n+1 characters, so both parts are filled
    for in_header in 0..4 {
        let header = header.clone() + &" ".repeat(in_header);
        let about = (length - least) / 4 * 3;
        for in_claims in about.saturating_sub(8)..about + 8 {
            let token = by_hand(KeyType::Ed25519, &header, &(claims().to_string() + &" ".repeat(in_claims)));
            if token.len() == length {
                return token;
            }
        }
    }
    panic!("no token of {length} characters");
}

/// 8192 characters are read, one more is not, whatever else is wrong with them: size comes before characters, parts, key,
/// signature and claims.
#[test]
fn a_tokens_size_is_looked_at_first() {
    let tokens = tokens(KeyType::Ed25519);
    const MOST: usize = 8192;
    tokens.verify(&of_length(MOST), at(0)).unwrap();
    let too_long = of_length(MOST + 1);
    let late = by_hand(KeyType::Ed25519, &header_text(KeyType::Ed25519), &claims().to_string());
    for (token, others) in [
        (too_long.clone(), None),
        (" ".repeat(MOST + 1), Some("characters")),
        (".".repeat(MOST + 1), Some("parts")),
        (format!("x{}", &too_long[1..]), Some("header")),
        (format!("{}AAAA", &too_long[..MOST - 3]), Some("signature")),
        (format!("{late}{}", "~".repeat(MOST + 1 - late.len())), Some("")),
    ] {
        assert_eq!(token.len(), MOST + 1);
        let error = tokens.verify(&token, at(0)).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_MALFORMED);
        assert!(error.to_string().contains("more than 8192 bytes"), "{error}");
        // a character less, and what else is wrong is what is told
        if let Some(reason) = others {
            let error = tokens.verify(&token[..MOST], at(0)).unwrap_err();
            assert!(!error.to_string().contains("8192") && error.to_string().contains(reason), "{error}");
        }
    }
}

#[test]
fn a_k1_key_signs_no_tokens() {
    let error = AccessTokens::new(service(), key(KeyType::Secp256k1)).unwrap_err();
    assert!(error.to_string().contains("secp256k1"), "{error}");
    let k1 = key(KeyType::Secp256k1).verifying_key().clone();
    tokens(KeyType::P256).accept(k1).unwrap_err();
    // the secret is not printed
    assert!(!format!("{:?}", tokens(KeyType::P256)).contains("[5, 5"));
}

//! Published keys: those of other types and for other uses are fine, private and unusable ones are errors, in every format
//! that has keys.

use crate::formats::formats;
use adp_catalogs::WELL_KNOWN;
use adp_fixtures::samples::{options, parse};
use agent_description::{diagnostic::Severity, format::detect};

fn rules_of(format: &str, text: &str) -> Vec<(&'static str, String)> {
    let format = WELL_KNOWN.iter().find(|it| it.name == format).unwrap();
    let found = format.check(&parse(text), &options()).diagnostics.into_iter();
    found.map(|found| (found.rule.id, found.pointer.unwrap_or_default())).collect()
}

/// Public keys: RFC 7517 appendix A.1, RFC 7748 section 6.1, RFC 8032 section 7.1, and the form of other types.
const PUBLIC: [&str; 7] = [
    r#"{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "use": "enc", "alg": "ECDH-ES", "kid": "a"}"#,
    r#"{"kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo", "kid": "b"}"#,
    r#"{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "key_ops": ["sign"], "kid": "c"}"#,
    r#"{"kty": "RSA", "n": "AQAB", "e": "AQAB", "x5c": ["AA=="], "kid": "a"}"#,
    r#"{"kty": "EC", "crv": "P-384", "x": "AA", "y": "AA", "kid": "d"}"#,
    r#"{"kty": "AKP", "alg": "ML-DSA-44", "pub": "AA", "kid": "e"}"#,
    r#"{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "use": "sig", "kid": "c"}"#,
];

/// Keys that nobody must publish, or that nobody can use.
const REFUSED: [(&str, &str); 10] = [
    (r#"{"kty": "oct", "k": "AA"}"#, "jwk-private"),
    (r#"{"kty": "RSA", "n": "AQAB", "e": "AQAB", "d": "AQAB"}"#, "jwk-private"),
    (r#"{"kty": "RSA", "n": "AQAB", "e": "AQAB", "p": "AQAB", "q": "AQAB"}"#, "jwk-private"),
    (r#"{"kty": "AKP", "alg": "ML-DSA-44", "pub": "AA", "priv": "AA"}"#, "jwk-private"),
    (r#"{"kty": "EC", "crv": "P-521", "x": "AA", "y": "AA", "d": "AA"}"#, "jwk-private"),
    (r#"{"kty": "EC", "crv": "P-256", "x": "MKBC", "y": "4Etl"}"#, "jwk-key"),
    // the point is not on the curve
    (
        r#"{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"}"#,
        "jwk-key",
    ),
    (r#"{"kty": "RSA", "crv": "Ed25519", "kid": 7, "x": "AA"}"#, ""),
    (r#"{"kty": "OKP", "crv": "P-256", "x": "AA"}"#, "jwk-key"),
    (r#"{"crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#, "jwk-key"),
];

#[test]
fn private_and_broken_keys_are_errors_in_every_format_with_keys() {
    let places = [
        ("jwk-set", "{\"keys\": [@]}", "/keys"),
        ("ucp-profile", r#"{"ucp": {"version": "2026-04-08", "services": {}}, "signing_keys": [@]}"#, "/signing_keys"),
        ("ucp-profile", r#"{"ucp": {"version": "2026-04-08", "services": {}}, "keys": [@]}"#, "/keys"),
    ];
    for (format, document, at) in places {
        assert_eq!(rules_of(format, &document.replace('@', &PUBLIC.join(", "))), [], "{format}");
        for (key, rule) in REFUSED {
            let text = document.replace('@', &format!("{}, {key}", PUBLIC[0]));
            let expected = if rule.is_empty() { vec![] } else { vec![(rule, format!("{at}/1"))] };
            assert_eq!(rules_of(format, &text), expected, "{format}: {key}");
        }
    }
    // and in a key directory, which names its keys
    assert_eq!(
        rules_of("key-directory", &format!("{{\"keys\": [{}]}}", REFUSED[1].0)),
        [("jwk-private", "/keys/0".to_owned())]
    );
}

#[test]
fn two_different_keys_with_one_name_are_a_warning() {
    // the public key of RFC 8032, section 7.1, test 2
    let other =
        PUBLIC[6].replace("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw");
    let text = format!("{{\"keys\": [{}, {}, {other}]}}", PUBLIC[2], PUBLIC[6]);
    assert_eq!(rules_of("jwk-set", &text), [("jwk-kid", "/keys/2/kid".to_owned())]);
    let format = WELL_KNOWN.iter().find(|it| it.name == "jwk-set").unwrap();
    assert_eq!(format.check(&parse(&text), &options()).number_of(Severity::Error), 0);
}

#[test]
fn what_is_a_key_set_is_detected_by_its_keys() {
    let formats = [formats(), WELL_KNOWN.to_vec()].concat();
    let names = |text: &str| {
        let found = detect(parse(text).root(), &formats).unwrap_or_default();
        found.iter().map(|format| format.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&format!("{{\"keys\": [{}]}}", PUBLIC[3])), ["jwk-set"]);
    assert_eq!(names(r#"{"keys": [{"kty": "EC"}, 7]}"#), ["jwk-set"]);
    assert_eq!(names(r#"{"keys": []}"#), ["jwk-set"]);
    assert_eq!(names(r#"{"keys": ["a", "b"]}"#), [] as [&str; 0]);
    assert_eq!(names(r#"{"keys": [], "values": []}"#), [] as [&str; 0]);
    assert_eq!(names(&format!(r#"{{"ucp": {{"version": "2026-04-08"}}, "keys": [{}]}}"#, PUBLIC[0])), ["ucp-profile"]);
}

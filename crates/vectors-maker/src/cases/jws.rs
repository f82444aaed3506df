//! JSON Web Signatures. Accepted ones are from RFC 7515, RFC 8037 and another library. Refused ones have a valid
//! signature where possible, so that only the fault causes the refusal.

use super::{All, CannotMake, Vector};
use agent_description::key::{KeyType, SigningKey};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// RFC 7515 appendix A.3.
const ES256: &str = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
const ES256_KEY: &str = r#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#;
/// RFC 8037 appendix A.4; the payload is "Example of Ed25519 signing".
const EDDSA: &str = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
const EDDSA_KEY: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
/// The same with the name of RFC 9864 section 2.2, made with cryptography 48 (Python).
const ED25519: &str = "eyJhbGciOiJFZDI1NTE5In0.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.UxhIYLHGg39NVCLpQAVD_UcfOmnGSCzLFZoXYkLiIbFccmOb_qObsgjzLKsfJw-4NlccUgvYrEHrRbNV0HcZAQ";
const EDDSA_PAYLOAD: &str = "Example of Ed25519 signing";

/// Made with joserfc 1.8.0; the payload is "made by joserfc".
const ES256K: &str = "eyJhbGciOiJFUzI1NksiLCJraWQiOiJrZXktMSJ9.bWFkZSBieSBqb3NlcmZj.dS2BopYfBnlbfRQPsyzcNX2Ji2qf_bi86RRE2VScEdehbIIh7jGF_sCLA8xM_IKSqlQPTh6c1P24WhY_YFKL9A";
const ES256K_KEY: &str = r#"{"kty":"EC","crv":"secp256k1","x":"lmyNIp9f7K-KSEkse2ObJFb7t1d8LpRlOKMH6fK07aI","y":"Mn6ojz4foEGwHox6pi5aFnj_NpOg7NQPMdpMmIm56mY"}"#;

/// `printf 'PAYLOAD' | sha256sum`
const ES256_SHA256: &str = "d05b154d4d6ff06486a8fc31ddf4dd8f29ca31139b2e41ffe15ddd44f63e161c";
const EDDSA_SHA256: &str = "599bdb0d0e57fb8e752864f6db157536d41360cbc294a323d7061f181029ecbd";
const ES256K_SHA256: &str = "b53892d1176844195f077a4075eaaef63676bfba24d91c6669d906edba2bb1fd";
const NIGHTS_SHA256: &str = "71132a14e0232a97b89684ad6969f37d66eba5267558b989003dca1824d41cb4";

/// The payload of all signatures made here.
const PAYLOAD: &str = "three nights";

/// Name, expectation, comment, protected header; signed with the P-256 key over `PAYLOAD`, for the `typ` `receipt+jws`.
const HEADERS: &[(&str, &str, &str, &str)] = &[
    ("typ", "ok", "the type that is expected", r#"{"alg":"ES256","typ":"receipt+jws"}"#),
    (
        "unknown-member",
        "ok",
        "unknown members are ignored (RFC 7515 section 4)",
        r#"{"alg":"ES256","typ":"receipt+jws","note":1}"#,
    ),
    ("typ-missing", "jws-header", "no `typ`, where one is expected", r#"{"alg":"ES256"}"#),
    ("typ-other", "jws-header", "a signature for another use", r#"{"alg":"ES256","typ":"at+jwt"}"#),
    ("typ-case", "jws-header", "compared exactly", r#"{"alg":"ES256","typ":"Receipt+JWS"}"#),
    ("typ-number", "jws-header", "not a string", r#"{"alg":"ES256","typ":1}"#),
    ("alg-missing", "jws-header", "RFC 7515 section 4.1.1", r#"{"typ":"receipt+jws"}"#),
    ("alg-null", "jws-header", "not a string", r#"{"alg":null,"typ":"receipt+jws"}"#),
    ("alg-array", "jws-header", "not a string", r#"{"alg":["ES256"],"typ":"receipt+jws"}"#),
    ("alg-case", "jws-algorithm", "compared exactly", r#"{"alg":"es256","typ":"receipt+jws"}"#),
    (
        "alg-not-allowed",
        "jws-algorithm",
        "a known algorithm that is not accepted here",
        r#"{"alg":"ES256K","typ":"receipt+jws"}"#,
    ),
    ("kid-number", "jws-header", "not a string", r#"{"alg":"ES256","typ":"receipt+jws","kid":7}"#),
    (
        "crit",
        "jws-header",
        "no extension is understood",
        r#"{"alg":"ES256","typ":"receipt+jws","crit":["exp"],"exp":1}"#,
    ),
    (
        "crit-empty",
        "jws-header",
        "must not be empty (RFC 7515 section 4.1.11)",
        r#"{"alg":"ES256","typ":"receipt+jws","crit":[]}"#,
    ),
    ("crit-null", "jws-header", "there is no harmless `crit`", r#"{"alg":"ES256","typ":"receipt+jws","crit":null}"#),
    (
        "b64",
        "jws-header",
        "an unencoded payload (RFC 7797)",
        r#"{"alg":"ES256","typ":"receipt+jws","b64":false,"crit":["b64"]}"#,
    ),
    ("b64-true", "jws-header", "what it says is the rule already", r#"{"alg":"ES256","typ":"receipt+jws","b64":true}"#),
    (
        "jwk",
        "jws-header",
        "a key in the header, which did sign",
        r#"{"alg":"ES256","typ":"receipt+jws","jwk":{"kty":"EC","crv":"P-256","x":"@X@","y":"@Y@"}}"#,
    ),
    ("x5c", "jws-header", "a certificate in the header", r#"{"alg":"ES256","typ":"receipt+jws","x5c":["MIIB"]}"#),
    (
        "x5u",
        "jws-header",
        "a certificate elsewhere",
        r#"{"alg":"ES256","typ":"receipt+jws","x5u":"https://example.com/c"}"#,
    ),
    ("header-duplicate", "jws-malformed", "`alg` given twice", r#"{"alg":"ES256","alg":"none","typ":"receipt+jws"}"#),
    (
        "header-duplicate-escaped",
        "jws-malformed",
        "twice, once escaped",
        r#"{"alg":"ES256","\u0061lg":"none","typ":"receipt+jws"}"#,
    ),
    ("header-array", "jws-malformed", "not an object", r#"["ES256"]"#),
    ("header-trailing", "jws-malformed", "more after the object", r#"{"alg":"ES256","typ":"receipt+jws"} x"#),
];

/// Name, expectation, comment, text, detached payload; verified with the key of RFC 7515, appendix A.3.
const TEXTS: &[(&str, &str, &str, &str, Option<&str>)] = &[
    ("empty", "jws-malformed", "nothing", "", None),
    ("two-parts", "jws-malformed", "no signature", "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UifQ", None),
    ("four-parts", "jws-malformed", "one part too many", "eyJhbGciOiJFUzI1NiJ9.e30.AA.AA", None),
    ("none", "jws-algorithm", "unsecured (RFC 7515 appendix A.5)", "eyJhbGciOiJub25lIn0.e30.AA", None),
    ("none-no-signature", "jws-algorithm", "unsecured, as RFC 7515 writes it", "eyJhbGciOiJub25lIn0.e30.", None),
    ("hs256", "jws-algorithm", "a shared secret says nothing of the signer", "eyJhbGciOiJIUzI1NiJ9.e30.AA", None),
    ("header-padding", "jws-malformed", "padding", "eyJhbGciOiJFUzI1NiJ9=.e30.AA", None),
    ("header-empty", "jws-malformed", "no header", ".e30.AA", None),
    (
        "signature-short",
        "jws-malformed",
        "63 bytes",
        "eyJhbGciOiJFUzI1NiJ9.e30.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU",
        None,
    ),
    ("signature-missing", "jws-malformed", "an empty signature", "eyJhbGciOiJFUzI1NiJ9.e30.", None),
    (
        "detached-is-not",
        "jws-malformed",
        "a payload inside where it is detached",
        "eyJhbGciOiJFUzI1NiJ9.e30.AA",
        Some("{}"),
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    accepted(all);
    for (name, expect, comment, text, payload) in TEXTS {
        let vector = Vector::new("jws", expect, comment, *text).with("algorithms", "ES256").with("key", ES256_KEY);
        let vector = payload.iter().fold(vector, |vector, payload| vector.with("payload", *payload));
        all.push(format!("jws/{name}"), vector);
    }

    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32])?;
    let jwk = key.verifying_key().to_jwk();
    let part = |name: &str| jwk.get(name).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
    let public = format!(r#"{{"kty":"EC","crv":"P-256","x":"{}","y":"{}"}}"#, part("x"), part("y"));
    let signed = |header: &str| {
        let header = header.replace("@X@", &part("x")).replace("@Y@", &part("y"));
        let input = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(PAYLOAD));
        let signature = key.sign(input.as_bytes());
        (input, signature)
    };
    for (name, expect, comment, header) in HEADERS {
        let (input, signature) = signed(header);
        let text = format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature.0));
        let vector = Vector::new("jws", expect, comment, text).with("algorithms", "ES256").with("key", public.as_str());
        let vector = vector.with("typ", "receipt+jws");
        all.push(format!("jws/{name}"), if *expect == "ok" { vector.with("output", NIGHTS_SHA256) } else { vector });
    }
    Ok(())
}

fn accepted(all: &mut All) {
    let of = |expect: &str, comment: &str, text: String, algorithms: &str, key: &str| {
        Vector::new("jws", expect, comment, text).with("algorithms", algorithms).with("key", key)
    };
    all.push(
        "jws/rfc7515-es256",
        of("ok", "RFC 7515 appendix A.3", ES256.to_owned(), "ES256 EdDSA", ES256_KEY).with("output", ES256_SHA256),
    );
    all.push(
        "jws/rfc8037-eddsa",
        of("ok", "RFC 8037 appendix A.4", EDDSA.to_owned(), "ES256 EdDSA", EDDSA_KEY).with("output", EDDSA_SHA256),
    );
    all.push(
        "jws/ed25519",
        of("ok", "the algorithm by its name of RFC 9864", ED25519.to_owned(), "ES256 EdDSA", EDDSA_KEY)
            .with("output", EDDSA_SHA256),
    );
    all.push(
        "jws/ed25519-not-allowed",
        of(
            "jws-algorithm",
            "the name of RFC 9864, where EdDSA is not accepted",
            ED25519.to_owned(),
            "ES256",
            ES256_KEY,
        ),
    );
    all.push(
        "jws/ed25519-key-type",
        of("jws-key", "the name of RFC 9864, and a P-256 key", ED25519.to_owned(), "ES256 EdDSA", ES256_KEY),
    );
    all.push(
        "jws/es256k",
        of("ok", "made by another library", ES256K.to_owned(), "ES256K", ES256K_KEY).with("output", ES256K_SHA256),
    );
    let detached = EDDSA.replace(".RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.", "..");
    all.push(
        "jws/rfc8037-detached",
        of("ok", "the same, its payload detached (RFC 7515 appendix F)", detached.clone(), "EdDSA", EDDSA_KEY)
            .with("payload", EDDSA_PAYLOAD)
            .with("output", EDDSA_SHA256),
    );
    all.push(
        "jws/payload-other",
        of("jws-signature", "another payload beside the signature", detached.clone(), "EdDSA", EDDSA_KEY)
            .with("payload", "Example of Ed25519 signing."),
    );
    all.push("jws/detached-as-compact", of("jws-signature", "an empty payload", detached, "EdDSA", EDDSA_KEY));
    all.push(
        "jws/payload-changed",
        of(
            "jws-signature",
            "its payload changed",
            ES256.replace("c19yb290Ijp0cnVlfQ", "c19yb290Ijp0cnVlfg"),
            "ES256",
            ES256_KEY,
        ),
    );
    all.push(
        "jws/signature-spelled-otherwise",
        of(
            "jws-malformed",
            "the last character has bits that count for nothing",
            format!("{}R", &ES256[..ES256.len() - 1]),
            "ES256",
            ES256_KEY,
        ),
    );
    all.push(
        "jws/key-type",
        of("jws-key", "a P-256 signature, and an Ed25519 key", ES256.to_owned(), "ES256 EdDSA", EDDSA_KEY),
    );
    all.push(
        "jws/padding",
        of("jws-malformed", "padding after the payload", EDDSA.replace("pbmc.", "pbmc=."), "EdDSA", EDDSA_KEY),
    );
    all.push(
        "jws/white-space",
        of("jws-malformed", "a line feed at the end", format!("{EDDSA}\n"), "EdDSA", EDDSA_KEY),
    );
}

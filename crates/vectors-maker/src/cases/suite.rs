//! Cryptosuites: signature encodings and signing input. Expected values were computed with other implementations of
//! base64, base58, JCS and SHA-256.

use super::{All, Vector};

const BASE64: &str = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA";
const BASE58: &str = "z2Ana1pUpv2ZbMVkwF5FXapYeBEjdxDatLn7nvJkhgTSXbs59SyZSx866bXirPgj8QQVB57uxHJBG1YFvkRbFj4T";
const BYTES: &str = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40";

/// Name, suite, comment, value, bytes.
const VALUES: &[(&str, &str, &str, &str, &str)] = &[
    ("base64url", "adp-ecdsa-p256", "86 characters are base64url", BASE64, BYTES),
    ("base58btc", "adp-ecdsa-p256", "87 to 89 characters that start with z are base58btc", BASE58, BYTES),
    (
        "base64url-starting-with-z",
        "adp-ecdsa-p256",
        "the length decides, not the first letter",
        "zAIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA",
        "cc02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40",
    ),
    (
        "base58btc-leading-zeros",
        "ecdsa-jcs-2019",
        "a zero byte is a 1",
        "z11BQrSRYJsb36A6CCP3s2a9TZm3Y2BXd2PedGbto6pjmLzfs1gNnMirUVoNBNdmJR8ViL5k9CS49od6Hms2V19",
        "0000030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40",
    ),
    (
        "base58btc-longest",
        "ecdsa-jcs-2019",
        "89 characters",
        "z67rpwLCuS5DGA8KGZXKsVQ7dnPb9goRLoKfgGbLfQg9WoLUgNY77E2jT11fem3coV9nAkguBACzrU1iyZM4B8roQ",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ),
    ("eddsa-base64url", "eddsa-jcs-2022", "the ANP SDKs' form", BASE64, BYTES),
    ("k1-base64url", "didwba-ecdsa-k1", "the only form", BASE64, BYTES),
];

/// Name, suite, comment, value.
const BAD_VALUES: &[(&str, &str, &str, &str)] = &[
    ("empty", "adp-ecdsa-p256", "nothing", ""),
    (
        "padded",
        "adp-ecdsa-p256",
        "base64url without padding is due",
        "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA==",
    ),
    (
        "base64-standard",
        "adp-ecdsa-p256",
        "plus and slash",
        "+/8DBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA",
    ),
    (
        "stray-bits",
        "adp-ecdsa-p256",
        "the last character has four unused bits, all of them zero",
        "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QB",
    ),
    (
        "line-feed",
        "adp-ecdsa-p256",
        "after the value",
        "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA\n",
    ),
    (
        "space",
        "adp-ecdsa-p256",
        "86 characters, one of them a space",
        "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4 QA",
    ),
    (
        "der",
        "adp-ecdsa-p256",
        "an ASN.1 DER signature",
        "MEUCIQCcKcL0AHKAYHUWGBfj3hqTmwEkZLP0dxSmWxXKxxxxxwIgCk8L0nX1uKQwq8c1t2cO2bwQ2vCkZ3qkq2kmxkqUkqM",
    ),
    (
        "base58btc-63-bytes",
        "ecdsa-jcs-2019",
        "one byte too few, although its length is that of 64",
        "z2AFv15MNPuA84RmU66xw2uMzGipcVxNpzAffoacGVvjFue3CBmf633fAWuiP9cwL9C3z3CJiGgRSFjJfeEcA6QW",
    ),
    (
        "base58btc-65-bytes",
        "ecdsa-jcs-2019",
        "one byte too many, although its length is that of 64",
        "zo5uDzzfciZvv1VLAyx15wArFggY5p9zf5EnDDFMiNkn4idABVGvXUDi86hXagoEwVmQzxGDVP9GrT842wrvAUTGB",
    ),
    (
        "base58btc-character",
        "ecdsa-jcs-2019",
        "base58btc has no digit 0",
        "z2Ana1pUpv2ZbMVkwF5FXapYeBEjdxDatLn7nvJkhgTSXbs59SyZSx866bXirPgj8QQVB57uxHJBG1YFvkRbFj40",
    ),
    (
        "base58btc-without-z",
        "ecdsa-jcs-2019",
        "the multibase letter is missing",
        "2Ana1pUpv2ZbMVkwF5FXapYeBEjdxDatLn7nvJkhgTSXbs59SyZSx866bXirPgj8QQVB57uxHJBG1YFvkRbFj4T",
    ),
    ("ecdsa-base64url", "ecdsa-jcs-2019", "this suite reads base58btc only", BASE64),
    ("k1-base58btc", "didwba-ecdsa-k1", "this suite reads base64url only", BASE58),
    ("hexadecimal", "adp-ecdsa-p256", "128 characters", BYTES),
];

/// Name, comment, first members of the proof, SHA-256 of the signing input.
const INPUTS: &[(&str, &str, &str, &str)] = &[
    (
        "adp-ecdsa-p256",
        "SHA-256(JCS(document with its proof, minus proofValue))",
        r#""type":"EcdsaSecp256r1Signature2019","domain":"example.com","challenge":"1235abcd6789""#,
        "792373f9966c8819539dd54dfbc6b90c6c8c92c527fcb2ce59e0b1dd1983a8f6",
    ),
    (
        "ecdsa-jcs-2019",
        "the proof has the document's context",
        r#""type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019","@context":{"@vocab":"https://schema.org/"}"#,
        "9717f74a6cc23fba2df6e1b2fc06af586e699b1dcaa28a4d2d19238e237839be",
    ),
    (
        "ecdsa-jcs-2019-context-added",
        "the proof has no context, so the document's is hashed with it",
        r#""type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019""#,
        "9717f74a6cc23fba2df6e1b2fc06af586e699b1dcaa28a4d2d19238e237839be",
    ),
    (
        "eddsa-jcs-2022",
        "the W3C form: the document's context is hashed with the proof",
        r#""type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022""#,
        "2cf2792e041c528ca499d2e9ec85fae464ed3f97aeff55ed3bec401096d1e105",
    ),
    (
        "eddsa-jcs-2022-base64url",
        "the ANP SDKs' form, told by its proofValue: no context",
        concat!(
            r#""type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","proofValue":""#,
            "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA",
            "\""
        ),
        "8f3ceaec40dbc8b0d43c17c545f083d355a0b12897ede16ec1dcace9dae65310",
    ),
    (
        "didwba-ecdsa-k1",
        "never a context",
        r#""type":"DataIntegrityProof","cryptosuite":"didwba-jcs-ecdsa-secp256k1-2025""#,
        "6e0b9fb13ed505d645a3c60081f188fdb72c4927faa56f2b40d4b264a5e14f7b",
    ),
];

/// Name, code, comment, first members of the proof.
const BAD_INPUTS: &[(&str, &str, &str, &str)] = &[
    (
        "context-other",
        "proof-malformed",
        "the proof's context is not the document's",
        r#""type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019","@context":{"@vocab":"https://example.org/"}"#,
    ),
    (
        "context-not-allowed",
        "proof-malformed",
        "the specification's own suite has no context in the proof",
        r#""type":"EcdsaSecp256r1Signature2019","@context":{"@vocab":"https://schema.org/"}"#,
    ),
    (
        "suite-unknown",
        "proof-suite",
        "a suite that nobody has",
        r#""type":"DataIntegrityProof","cryptosuite":"rot13-jcs-2026""#,
    ),
    (
        "suite-cryptosuite-missing",
        "proof-suite",
        "a DataIntegrityProof names its cryptosuite",
        r#""type":"DataIntegrityProof""#,
    ),
    (
        "suite-cryptosuite-stray",
        "proof-suite",
        "type and cryptosuite name a suite together",
        r#""type":"EcdsaSecp256r1Signature2019","cryptosuite":"ecdsa-jcs-2019""#,
    ),
];

pub fn add(all: &mut All) {
    for (name, suite, comment, value, bytes) in VALUES {
        let vector = Vector::new("proof-value", "ok", comment, *value).with("suite", *suite).with("output", *bytes);
        all.push(format!("proof-value/{name}"), vector);
    }
    for (name, suite, comment, value) in BAD_VALUES {
        let vector = Vector::new("proof-value", "proof-value-encoding", comment, *value).with("suite", *suite);
        all.push(format!("proof-value/{name}"), vector);
    }
    for (name, comment, members, digest) in INPUTS {
        let vector = Vector::new("signing-input", "ok", comment, document(members)).with("output", *digest);
        all.push(format!("signing-input/{name}"), vector);
    }
    for (name, code, comment, members) in BAD_INPUTS {
        all.push(format!("signing-input/{name}"), Vector::new("signing-input", code, comment, document(members)));
    }
}

/// A document whose proof has these members and the usual ones.
fn document(members: &str) -> String {
    format!(
        r#"{{
  "@context": {{"@vocab": "https://schema.org/"}},
  "name": "Grand Hotel",
  "rooms": [1, 2.50, 1e21],
  "proof": {{{members},"created":"2026-01-31T12:00:00Z","verificationMethod":"did:wba:example.com#key-1","proofPurpose":"assertionMethod"}}
}}
"#
    )
}

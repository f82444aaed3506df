//! Public keys: JWK, Multikey and PEM. Points from RFC 6979 appendix A.2.5 and RFC 8032 section 7.1; thumbprints, Multikeys and PEM
//! were made with another library.

use super::{All, Vector};

/// Name, format, comment, key, RFC 7638 thumbprint.
const ACCEPTED: &[(&str, &str, &str, &str, &str)] = &[
    (
        "jwk-p-256",
        "jwk",
        "RFC 6979 appendix A.2.5",
        r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
        ALICE,
    ),
    (
        "jwk-ed25519",
        "jwk",
        "RFC 8032 section 7.1, test 1",
        r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        ED25519,
    ),
    (
        "jwk-secp256k1",
        "jwk",
        "RFC 8812",
        r#"{"kty":"EC","crv":"secp256k1","x":"ZNYrCWIUaRpbvmdyKyaVBAIZLj9lUhAU1h0v217htsw","y":"FH6EqA1FV5-B2gGXU2SuMRMLNveHNPxJijeuR2hrP3A"}"#,
        SECP256K1,
    ),
    (
        "multikey-p-256",
        "multikey",
        "the same key, compressed",
        "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP",
        ALICE,
    ),
    ("multikey-ed25519", "multikey", "the same key", "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", ED25519),
    (
        "multikey-secp256k1",
        "multikey",
        "the same key, compressed",
        "zQ3shUCQwM5Zt2MAV59H7xxMZV4GwT4SyJTKkDM64ZGpGxrQB",
        SECP256K1,
    ),
    (
        "pem-p-256",
        "pem",
        "the same key, RFC 5280 SubjectPublicKeyInfo",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7\nYfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==\n-----END PUBLIC KEY-----\n",
        ALICE,
    ),
];

const ALICE: &str = "DOvxvJiAdIqVWIkFt5hDtCunXLF0BV4-JGv4f-ALSm0";
const ED25519: &str = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const SECP256K1: &str = "R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8";

/// Name, format, comment, key.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    (
        "jwk-private",
        "jwk",
        "a private key was published",
        r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk","d":"ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE"}"#,
    ),
    (
        "jwk-off-curve",
        "jwk",
        "y is one less",
        r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpg"}"#,
    ),
    (
        "jwk-zero",
        "jwk",
        "x and y are zero",
        r#"{"kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    ),
    (
        "jwk-x-short",
        "jwk",
        "31 bytes (RFC 7518 section 6.2.1.2)",
        r#"{"kty":"EC","crv":"P-256","x":"_tS6JVqdMclh63TGNW1owEm4kjth-mzmaWIuYPKftg","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-x-padded",
        "jwk",
        "base64url without padding is due",
        r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y=","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-y-missing",
        "jwk",
        "RFC 7518 section 6.2.1",
        r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y"}"#,
    ),
    (
        "jwk-curve-other",
        "jwk",
        "P-384 is not supported",
        r#"{"kty":"EC","crv":"P-384","x":"Ed4kosJRx3dXPKxeoCXkZ_II5R2_-Y_FT2Zhy-Vlg7A3iC9KHKKX5gq828ODbYS8","y":"j6aWx3RA-S0PWDfpCgDnxShLRHdU1d7ojJhlM7aQGusxd2htCuj7MxhEFKvmwXE6"}"#,
    ),
    (
        "jwk-curve-swapped",
        "jwk",
        "a P-256 point, said to be of secp256k1",
        r#"{"kty":"EC","crv":"secp256k1","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-type-swapped",
        "jwk",
        "P-256 is no curve of OKP",
        r#"{"kty":"OKP","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-use-encryption",
        "jwk",
        "RFC 7517 section 4.2: not published for signatures",
        r#"{"kty":"EC","crv":"P-256","use":"enc","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-operations-other",
        "jwk",
        "RFC 7517 section 4.3: not published for verifying",
        r#"{"kty":"EC","crv":"P-256","key_ops":["deriveKey"],"x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-algorithm-other",
        "jwk",
        "RFC 7517 section 4.4: published for another algorithm",
        r#"{"kty":"EC","crv":"P-256","alg":"ECDH-ES","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
    ),
    (
        "jwk-symmetric",
        "jwk",
        "a secret key of HMAC",
        r#"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr0"}"#,
    ),
    (
        "jwk-rsa",
        "jwk",
        "not supported",
        r#"{"kty":"RSA","n":"sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw","e":"AQAB"}"#,
    ),
    (
        "jwk-ed25519-small-order",
        "jwk",
        "a point of order 1: anything verifies under it",
        r#"{"kty":"OKP","crv":"Ed25519","x":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    ),
    (
        "multikey-p-384",
        "multikey",
        "not supported",
        "z82LkmB946CwaTXf7jqgFWtfkUVWWsFKvM18ba6JKqoZACTxGaGxYiiY9ocSbQU4dAHVgD9",
    ),
    (
        "multikey-base-other",
        "multikey",
        "multibase base64url where base58btc is due",
        "ugCQDYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y",
    ),
    (
        "multikey-character",
        "multikey",
        "base58btc has no letter l",
        "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVl",
    ),
    (
        "multikey-truncated",
        "multikey",
        "the last character is missing",
        "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKV",
    ),
    ("multikey-white-space", "multikey", "a space after the key", "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP "),
    ("multikey-empty", "multikey", "nothing after the multibase letter", "z"),
    (
        "pem-private",
        "pem",
        "a private key where a public one is due",
        "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX\nZ7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth\n+mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ\n-----END PRIVATE KEY-----\n",
    ),
    (
        "pem-certificate",
        "pem",
        "another label",
        "-----BEGIN CERTIFICATE-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7\nYfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==\n-----END CERTIFICATE-----\n",
    ),
    (
        "pem-truncated",
        "pem",
        "half of the base64",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7\n-----END PUBLIC KEY-----\n",
    ),
];

pub fn add(all: &mut All) {
    for (name, format, comment, key, thumbprint) in ACCEPTED {
        let vector = Vector::new("public-key", "ok", comment, *key).with("format", *format);
        all.push(format!("public-key/{name}"), vector.with("output", *thumbprint));
    }
    for (name, format, comment, key) in REFUSED {
        let vector = Vector::new("public-key", "key-malformed", comment, *key).with("format", *format);
        all.push(format!("public-key/{name}"), vector);
    }
}

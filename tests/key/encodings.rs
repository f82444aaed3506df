//! Keys as PEM, JWK, Multikey and points: read, written and refused.
//!
//! The expected texts were made by Python's `cryptography` 50 and `hashlib` from the secret bytes 01 02 … 20.

use agent_description::{
    Code, CodedError, Limits,
    json::{Object, parse},
    key::{KeyError, KeyType, SigningKey, VerifyingKey},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

struct Expected {
    key_type: KeyType,
    private_pem: &'static str,
    public_pem: &'static str,
    jwk: &'static str,
    thumbprint: &'static str,
    multikey: &'static str,
    compressed: &'static str,
}

const EXPECTED: [Expected; 3] = [
    Expected {
        key_type: KeyType::P256,
        private_pem: "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAQIDBAUGBwgJCgsM
DQ4PEBESExQVFhcYGRobHB0eHyChRANCAARRXD1uueOWuQTT/sp/VP3NDMHpl783
XcpRWtCmw7QDX0U2vjpQ8xj7+aVHWQKiIVAr7w1X4IxTsswKVvF9n5NU
-----END PRIVATE KEY-----
",
        public_pem: "-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEUVw9brnjlrkE0/7Kf1T9zQzB6Ze/
N13KUVrQpsO0A19FNr46UPMY+/mlR1kCoiFQK+8NV+CMU7LMClbxfZ+TVA==
-----END PUBLIC KEY-----
",
        jwk: r#"{"kty":"EC","crv":"P-256","x":"UVw9brnjlrkE0_7Kf1T9zQzB6Ze_N13KUVrQpsO0A18","y":"RTa-OlDzGPv5pUdZAqIhUCvvDVfgjFOyzApW8X2fk1Q"}"#,
        thumbprint: "6UoWwDCkLjV0J-pQG8c0THxbVhBcpR0AZDift1Yl5DM",
        multikey: "zDnaeVuZeVRqvscGkiEoR9PFFra2xZUMp97ZPuGFK1VLU7iYN",
        compressed: "02515c3d6eb9e396b904d3feca7f54fdcd0cc1e997bf375dca515ad0a6c3b4035f",
    },
    Expected {
        key_type: KeyType::Ed25519,
        private_pem: "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g
-----END PRIVATE KEY-----
",
        public_pem: "-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAebVWLo/mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ=
-----END PUBLIC KEY-----
",
        jwk: r#"{"kty":"OKP","crv":"Ed25519","x":"ebVWLo_mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ"}"#,
        thumbprint: "WWpn_pfHui9YKR4CZtQsDGMu7_Gch2zYChfSvnxgtPk",
        multikey: "z6MkneMkZqwqRiU5mJzSG3kDwzt9P8C59N4NGTfBLfSGE7c7",
        compressed: "79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664",
    },
    Expected {
        key_type: KeyType::Secp256k1,
        private_pem: "-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgAQIDBAUGBwgJCgsMDQ4P
EBESExQVFhcYGRobHB0eHyChRANCAASEv3ViJiu9aUAIV0jzvmr6Uq4xcVUYHs4x
tmNRzP+ksIzEPWOyhZ1Gn+4V8xye21MkJm5v0EB+hzgtYPxFEazY
-----END PRIVATE KEY-----
",
        public_pem: "-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEhL91YiYrvWlACFdI875q+lKuMXFVGB7O
MbZjUcz/pLCMxD1jsoWdRp/uFfMcnttTJCZub9BAfoc4LWD8RRGs2A==
-----END PUBLIC KEY-----
",
        jwk: r#"{"kty":"EC","crv":"secp256k1","x":"hL91YiYrvWlACFdI875q-lKuMXFVGB7OMbZjUcz_pLA","y":"jMQ9Y7KFnUaf7hXzHJ7bUyQmbm_QQH6HOC1g_EURrNg"}"#,
        thumbprint: "sHVsPsw-yovOh9b_K7fFCws-lXIyEPLYkQerigODPfg",
        multikey: "zQ3shWLyu8mc4GLnyzrxvWj9kJPijwGbjdrr3pZ8hacUYxawh",
        compressed: "0284bf7562262bbd6940085748f3be6afa52ae317155181ece31b66351ccffa4b0",
    },
];

fn secret() -> [u8; 32] {
    std::array::from_fn(|at| u8::try_from(at).unwrap() + 1)
}

fn object(text: &str) -> Object {
    parse(text.as_bytes(), &Limits::default()).unwrap().as_object().unwrap().clone()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// A PEM block of DER bytes.
fn pem(label: &str, der: &[u8]) -> String {
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in STANDARD.encode(der).as_bytes().chunks(64) {
        text.push_str(std::str::from_utf8(line).unwrap());
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

fn der(pem: &str) -> Vec<u8> {
    let base64: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    STANDARD.decode(base64).unwrap()
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, KeyError>, expected: &str) {
    let error = result.expect_err("the key must be refused");
    assert_eq!(error.code(), Code::KEY_MALFORMED, "{error}");
    assert!(error.to_string().contains(expected), "{error}\nshould say: {expected}");
}

#[test]
fn every_form_of_every_key_is_written_as_others_write_it() {
    for expected in &EXPECTED {
        let key = SigningKey::from_secret_bytes(expected.key_type, &secret()).unwrap();
        assert_eq!(key.to_pem().as_str(), expected.private_pem);
        let public = key.verifying_key();
        assert_eq!(public.key_type(), expected.key_type);
        assert_eq!(public.to_public_pem(), expected.public_pem);
        assert_eq!(agent_description::Json::from(public.to_jwk()).to_compact(), expected.jwk);
        assert_eq!(public.thumbprint(), expected.thumbprint);
        assert_eq!(public.to_multikey(), expected.multikey);
        assert_eq!(public.to_sec1(true), hex(expected.compressed));
    }
}

#[test]
fn every_form_of_every_key_is_read() {
    for expected in &EXPECTED {
        let key = SigningKey::from_pem(expected.private_pem).unwrap();
        assert_eq!(key.to_pem().as_str(), expected.private_pem);
        let public = key.verifying_key();
        let signature = key.sign(b"message");
        for read in [
            VerifyingKey::from_public_pem(expected.public_pem).unwrap(),
            VerifyingKey::from_jwk(&object(expected.jwk)).unwrap(),
            VerifyingKey::from_multikey(expected.multikey).unwrap(),
            VerifyingKey::from_sec1(expected.key_type, &public.to_sec1(true)).unwrap(),
            VerifyingKey::from_sec1(expected.key_type, &public.to_sec1(false)).unwrap(),
        ] {
            assert_eq!(&read, public);
            read.verify(b"message", &signature).unwrap();
        }
    }
}

#[test]
fn pem_with_white_space_around_or_crlf_is_read() {
    let text = EXPECTED[0].private_pem;
    for variant in [text.replace('\n', "\r\n"), format!("\n  {text}\n\n"), text.trim_end().to_owned()] {
        assert_eq!(SigningKey::from_pem(&variant).unwrap().to_pem().as_str(), text, "{variant:?}");
    }
}

#[test]
fn pem_without_the_public_key_beside_the_secret_is_read() {
    // RFC 5915 makes it optional: ECPrivateKey is then SEQUENCE { 1, OCTET STRING }
    let mut short = hex("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420");
    short.extend(secret());
    let key = SigningKey::from_pem(&pem("PRIVATE KEY", &short)).unwrap();
    assert_eq!(key.verifying_key().to_multikey(), EXPECTED[0].multikey);
}

#[test]
fn pem_refusals() {
    let [p256, ed25519, k1] = &EXPECTED;
    let private = p256.private_pem;
    // what surrounds the block
    refused(SigningKey::from_pem(""), "has no line `-----BEGIN PRIVATE KEY-----`");
    refused(SigningKey::from_pem(&format!("garbage\n{private}")), "everything before the block");
    refused(SigningKey::from_pem(&format!("\u{FEFF}{private}")), "starts with a byte order mark");
    refused(SigningKey::from_pem(&private[..private.len() / 2]), "was cut off: it has no end line");
    refused(SigningKey::from_pem(&format!("{private}garbage")), "everything after the block");
    refused(SigningKey::from_pem(&format!("{private}{private}")), "more than one block or end line");
    refused(SigningKey::from_pem(&format!("{private}{}", k1.public_pem)), "more than one block or end line");
    refused(SigningKey::from_pem(&private.replace("END PRIVATE", "END PUBLIC")), "does not end with");
    refused(SigningKey::from_pem("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"), "the PEM block");
    refused(SigningKey::from_pem(&private.replace("MIGH", "MIG*")), "not base64");
    // labels
    refused(SigningKey::from_pem(p256.public_pem), "is a `PUBLIC KEY`, expected the `PRIVATE KEY`");
    refused(SigningKey::from_pem(&private.replace("PRIVATE", "EC PRIVATE")), "openssl pkcs8 -topk8 -nocrypt");
    refused(SigningKey::from_pem(&private.replace("PRIVATE", "OPENSSH PRIVATE")), "ssh-keygen -p -m PKCS8");
    refused(SigningKey::from_pem(&private.replace("PRIVATE KEY", "CERTIFICATE")), "label \"CERTIFICATE\"");
    assert!(matches!(VerifyingKey::from_public_pem(private), Err(KeyError::PrivateKeyPublished { .. })));
    // encrypted keys, both kinds
    let encrypted = private.replace("PRIVATE", "ENCRYPTED PRIVATE");
    assert!(matches!(SigningKey::from_pem(&encrypted), Err(KeyError::EncryptedPem { .. })));
    refused(SigningKey::from_pem(&encrypted), "decrypt it first");
    let legacy = "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,79D3\n\nAAAA\n-----END EC PRIVATE KEY-----\n";
    assert!(matches!(SigningKey::from_pem(legacy), Err(KeyError::EncryptedPem { .. })));
    // DER
    let trailing = [der(private), vec![0]].concat();
    refused(SigningKey::from_pem(&pem("PRIVATE KEY", &trailing)), "the PEM block");
    refused(SigningKey::from_pem(&pem("PRIVATE KEY", &der(private)[..100])), "the PEM block");
    refused(VerifyingKey::from_public_pem(&pem("PUBLIC KEY", &der(private))), "SubjectPublicKeyInfo");
    let trailing = [der(ed25519.public_pem), vec![0]].concat();
    refused(VerifyingKey::from_public_pem(&pem("PUBLIC KEY", &trailing)), "the PEM block");
}

#[test]
fn pem_of_other_algorithms_is_refused_by_name() {
    // made by OpenSSL: P-384, RSA (truncated modulus is never looked at), X25519, explicit parameters of P-256
    let p384 = "-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA
AAAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyChZANiAAQpbD0dJNzL
WQzAiN0M6sDqMA5/nzdM/uPgpKX2ORRjnUQ8/QgHyTz2jIo5Gp/Gx8KbfM52pgGu
Zpo0yNgag7C2sGgY25qqRX3OH1sgGpMZ5jNz5QxGprL5itojk0QUg1c=
-----END PRIVATE KEY-----";
    refused(SigningKey::from_pem(p384), "\"P-384\"; supported are P-256, Ed25519 and secp256k1");
    let x25519 = pem("PUBLIC KEY", &[hex("302a300506032b656e032100"), vec![9; 32]].concat());
    refused(VerifyingKey::from_public_pem(&x25519), "\"X25519\"");
    let rsa = pem("PUBLIC KEY", &hex("301a300d06092a864886f70d01010105000309003006020107020103"));
    refused(VerifyingKey::from_public_pem(&rsa), "\"RSA\"");
    // RFC 8410 section 3: Ed25519 has no parameters, not even NULL
    let null = pem("PUBLIC KEY", &[hex("302c300706032b65700500032100"), hex(EXPECTED[1].compressed)].concat());
    refused(VerifyingKey::from_public_pem(&null), "gives Ed25519 parameters");
    // CVE-2020-0601: a curve of the document's own choosing
    let explicit = "-----BEGIN PUBLIC KEY-----
MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
//////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABIHY1KVh3bTYKiB05gH4Y2sR
IxLjVCFCF+mQz+CjBvrp/3UJokEbuvw8WCtRY79MOrVHBlYSSAQTkZT1yjn1q4s=
-----END PUBLIC KEY-----";
    refused(VerifyingKey::from_public_pem(explicit), "explicit curve parameters are refused");
}

#[test]
fn pem_whose_public_key_belongs_to_another_secret_is_refused() {
    // a signer that mixes one secret with another public key gives its secret away
    for expected in &EXPECTED {
        let own = SigningKey::from_secret_bytes(expected.key_type, &secret()).unwrap();
        let other = SigningKey::from_secret_bytes(expected.key_type, &[9; 32]).unwrap();
        let mut bytes = der(expected.private_pem);
        if expected.key_type == KeyType::Ed25519 {
            // version 2 of RFC 5958 carries the public key as [1]; first the right one
            bytes = [hex("3051020101300506032b657004220420"), secret().to_vec(), hex("812100")].concat();
            let right = [bytes.clone(), own.verifying_key().to_sec1(true)].concat();
            assert!(SigningKey::from_pem(&pem("PRIVATE KEY", &right)).is_ok());
            bytes.extend(other.verifying_key().to_sec1(true));
        } else {
            let at = bytes.len() - 65;
            bytes.splice(at.., other.verifying_key().to_sec1(false));
        }
        refused(SigningKey::from_pem(&pem("PRIVATE KEY", &bytes)), "belongs to another secret");
    }
}

#[test]
fn pem_with_a_secret_out_of_range_is_refused() {
    for (expected, order) in [
        (&EXPECTED[0], "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        (&EXPECTED[2], "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    ] {
        for scalar in [hex(order), vec![0; 32], vec![0xFF; 32]] {
            let array: [u8; 32] = scalar.clone().try_into().unwrap();
            refused(SigningKey::from_secret_bytes(expected.key_type, &array), "zero or not below the group's order");
            let mut bytes = der(expected.private_pem);
            let at = bytes.windows(32).position(|window| window == secret()).unwrap();
            bytes.splice(at..at + 32, scalar);
            refused(SigningKey::from_pem(&pem("PRIVATE KEY", &bytes)), "the PEM block");
        }
        // the order less one is the largest secret
        let mut largest: [u8; 32] = hex(order).try_into().unwrap();
        largest[31] -= 1;
        assert!(SigningKey::from_secret_bytes(expected.key_type, &largest).is_ok());
    }
}

#[test]
fn jwk_with_a_private_part_is_refused_and_said_to_be_compromised() {
    // the rest of the JWK does not matter
    for text in [
        EXPECTED[0].jwk.replace(r#""kty""#, r#""d":"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA","kty""#),
        EXPECTED[1].jwk.replace(r#""kty""#, r#""d":"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA","kty""#),
        r#"{"d":null}"#.to_owned(),
        r#"{"kty":"oct","k":"AQID"}"#.to_owned(),
    ] {
        let error = VerifyingKey::from_jwk(&object(&text)).unwrap_err();
        assert!(matches!(error, KeyError::PrivateKeyPublished { .. }), "{error}");
        assert!(error.to_string().contains("the key is compromised"), "{error}");
        assert!(!format!("{error} {error:?}").contains("AQID"), "no secret in messages: {error:?}");
    }
}

#[test]
fn jwk_refusals() {
    let [p256, ed25519, _] = &EXPECTED;
    let x = "UVw9brnjlrkE0_7Kf1T9zQzB6Ze_N13KUVrQpsO0A18";
    let table = [
        (p256.jwk.replace("P-256", "P-384"), "`crv` is \"P-384\"; supported are"),
        (p256.jwk.replace("P-256", "p-256"), "`crv` is \"p-256\""),
        (p256.jwk.replace("P-256", "secp256k1"), "not a point on the curve"),
        (p256.jwk.replace(r#""EC""#, r#""RSA""#), "`kty` is \"RSA\""),
        (p256.jwk.replace(r#""EC""#, r#""ec""#), "`kty` is \"ec\""),
        (p256.jwk.replace(r#""EC""#, r#""OKP""#), "`kty` is \"OKP\", expected \"EC\""),
        (ed25519.jwk.replace(r#""OKP""#, r#""EC""#), "`kty` is \"EC\", expected \"OKP\""),
        (p256.jwk.replace(r#""kty":"EC","#, ""), "`kty` is missing"),
        (p256.jwk.replace(r#""crv":"P-256","#, ""), "`crv` is missing"),
        (p256.jwk.replace(r#""P-256""#, "256"), "`crv` is a number, expected a string"),
        (p256.jwk.replace(r#""x":"#, r#""X":"#), "`x` is missing"),
        (p256.jwk.replace(r#""y":"#, r#""Y":"#), "`y` is missing"),
        (p256.jwk.replace(&format!("{x:?}"), "null"), "`x` is null, expected a string"),
        // RFC 7518 section 6.2.1.2: the full size of a coordinate, without padding
        (p256.jwk.replace(x, &format!("{x}=")), "`x` has 44 characters, expected exactly 43"),
        (p256.jwk.replace(x, &x[1..]), "`x` has 42 characters"),
        (p256.jwk.replace(x, &format!("AA{x}")), "`x` has 45 characters"),
        (p256.jwk.replace(x, ""), "`x` has 0 characters"),
        (p256.jwk.replace('_', "/"), "`x` is not canonical base64url"),
        (p256.jwk.replace("UVw9", "UV 9"), "`x` is not canonical base64url"),
        (p256.jwk.replace("UVw9", "UVé"), "`x` is not canonical base64url"),
        // 32 bytes leave the last character two unused bits: 8 is the canonical one of 8, 9, -, _
        (p256.jwk.replace("A18", "A19"), "`x` is not canonical base64url"),
        // another y
        (p256.jwk.replace("RTa-", "RTb-"), "not a point on the curve"),
    ];
    for (jwk, expected) in &table {
        refused(VerifyingKey::from_jwk(&object(jwk)), expected);
    }
}

#[test]
fn jwk_members_in_any_order_and_unknown_ones_are_read() {
    let jwk = r#"{"y":"RTa-OlDzGPv5pUdZAqIhUCvvDVfgjFOyzApW8X2fk1Q","kid":"key-1","use":"sig","alg":"ES256",
        "x":"UVw9brnjlrkE0_7Kf1T9zQzB6Ze_N13KUVrQpsO0A18","crv":"P-256","kty":"EC"}"#;
    let key = VerifyingKey::from_jwk(&object(jwk)).unwrap();
    assert_eq!(key.thumbprint(), EXPECTED[0].thumbprint, "extra members are no part of the thumbprint");
}

#[test]
fn rfc8037_appendix_a_3_thumbprint() {
    let jwk = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
    let key = VerifyingKey::from_jwk(&object(jwk)).unwrap();
    assert_eq!(key.thumbprint(), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

#[test]
fn points_refused() {
    let p256 = SigningKey::from_secret_bytes(KeyType::P256, &secret()).unwrap();
    let uncompressed = p256.verifying_key().to_sec1(false);
    for key_type in [KeyType::P256, KeyType::Secp256k1] {
        refused(VerifyingKey::from_sec1(key_type, &[]), "is empty");
        refused(VerifyingKey::from_sec1(key_type, &[0]), "point at infinity");
        refused(VerifyingKey::from_sec1(key_type, &[0; 33]), "point at infinity");
        let zeros = [&[4][..], &[0; 64]].concat();
        refused(VerifyingKey::from_sec1(key_type, &zeros), "not a point on the curve");
        // coordinates not below the field's prime
        refused(VerifyingKey::from_sec1(key_type, &[&[4][..], &[0xFF; 64]].concat()), "not a point on the curve");
        refused(VerifyingKey::from_sec1(key_type, &[&[2][..], &[0xFF; 32]].concat()), "not a point on the curve");
        // a compact point (tag 5) and hybrid points (6, 7) are other encodings of real points
        for tag in [5, 6, 7, 1, 8, 0xFF] {
            let bytes = [&[tag][..], &uncompressed[1..]].concat();
            refused(VerifyingKey::from_sec1(key_type, &bytes), &format!("starting with 0x{tag:02x}"));
            refused(VerifyingKey::from_sec1(key_type, &bytes[..33]), &format!("starting with 0x{tag:02x}"));
        }
        refused(VerifyingKey::from_sec1(key_type, &uncompressed[..64]), "has 64 bytes");
        refused(VerifyingKey::from_sec1(key_type, &uncompressed[1..]), "has 64 bytes");
    }
    // a point of one curve is none of the other
    refused(VerifyingKey::from_sec1(KeyType::Secp256k1, &uncompressed), "not a point on the curve");
}

#[test]
fn multikey_refusals() {
    let multikey = |codec: [u8; 2], key: &[u8]| format!("z{}", bs58::encode([&codec[..], key].concat()).into_string());
    let compressed = hex(EXPECTED[0].compressed);
    let uncompressed = SigningKey::from_secret_bytes(KeyType::P256, &secret()).unwrap().verifying_key().to_sec1(false);
    let read = |text: &str| VerifyingKey::from_multikey(text);
    refused(read(""), "is empty");
    refused(read("z"), "holds 0 bytes");
    refused(read("uEiB"), "starts with 'u', expected 'z'");
    refused(read(&EXPECTED[0].multikey[1..]), "starts with 'D', expected 'z'");
    refused(
        read(&EXPECTED[0].multikey.replace("Dnae", "D0ae")),
        "characters after the 'z' that base58btc does not use",
    );
    refused(read(&format!("{} ", EXPECTED[0].multikey)), "characters after the 'z'");
    // base58 takes quadratic time, so length is looked at first
    refused(read(&format!("z{}", "2".repeat(1_000_000))), "has 1000001 bytes");
    // the right codec with another length, the uncompressed point among them
    refused(read(&multikey([0x80, 0x24], &compressed[..32])), "a P-256 key of 32 bytes, expected 33");
    refused(read(&multikey([0xED, 0x01], &compressed)), "Ed25519 key of 33 bytes, expected 32");
    refused(read(&multikey([0x80, 0x24], &uncompressed)), "has ");
    // x = 5 is on P-256 and not on secp256k1
    let five = [&[2][..], &[0; 31], &[5]].concat();
    assert!(read(&multikey([0x80, 0x24], &five)).is_ok());
    refused(read(&multikey([0xE7, 0x01], &five)), "not a point on the curve");
    // keys of other kinds
    refused(read(&multikey([0xEC, 0x01], &[9; 32])), "\"x25519-pub\"");
    refused(read(&multikey([0x81, 0x24], &[9; 33])), "\"p384-pub\"");
    refused(read(&multikey([0x12, 0x34], &[9; 33])), "\"0x1234\"");
    // a leading '1' is a zero byte, so no prefix of ours
    refused(read(&format!("z1{}", &EXPECTED[0].multikey[1..])), "\"0x0080\"");
    for codec in [[0x86, 0x26], [0x80, 0x26], [0x81, 0x26]] {
        let error = read(&multikey(codec, &secret())).unwrap_err();
        assert!(matches!(error, KeyError::PrivateKeyPublished { .. }), "{error}");
    }
}

#[test]
fn secrets_are_never_printed() {
    // neither Debug nor any error shows them, in any spelling
    for expected in &EXPECTED {
        let key = SigningKey::from_pem(expected.private_pem).unwrap();
        let printed = format!("{key:?} {key:#?}");
        assert!(printed.contains("[redacted]") && printed.contains(expected.multikey), "{printed}");
        for spelling in ["01020304", "AQIDBA", "1, 2, 3, 4", "1,\n", "010203"] {
            assert!(!printed.contains(spelling), "{printed}");
        }
    }
    let broken = EXPECTED[0].private_pem.replace("MIGH", "MIG*");
    let error = SigningKey::from_pem(&broken).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("AQIDBA"), "{error:?}");
    let zeroizing: fn() = || {
        fn wiped<T: zeroize::ZeroizeOnDrop>() {}
        wiped::<SigningKey>();
    };
    zeroizing();
}

#[test]
fn generated_keys_differ_and_work() {
    for &key_type in KeyType::ALL {
        let [one, two] = [(); 2].map(|()| SigningKey::generate(key_type).unwrap());
        assert_ne!(one.verifying_key(), two.verifying_key());
        assert_eq!(one.key_type(), key_type);
        let again = SigningKey::from_pem(&one.to_pem()).unwrap();
        one.verifying_key().verify(b"m", &again.sign(b"m")).unwrap();
    }
}

#[test]
fn key_types_are_read_by_name() {
    for (text, key_type) in [
        ("P-256", KeyType::P256),
        ("p256", KeyType::P256),
        ("ed25519", KeyType::Ed25519),
        ("Ed25519", KeyType::Ed25519),
        ("secp256k1", KeyType::Secp256k1),
    ] {
        assert_eq!(text.parse(), Ok(key_type));
    }
    refused("RSA".parse::<KeyType>(), "the key type is \"RSA\"");
}

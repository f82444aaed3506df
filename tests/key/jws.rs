//! JSON Web Signatures: what one profile takes and another does not, sizes, signing; and both ways with PyPI's `joserfc`. What a file can
//! show is in `vectors/jws/`.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError,
    json::Json,
    jws::{Algorithm, Jws, JwsError, Profile, Unsigned},
    key::{KeyType, Signature, SigningKey},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};

fn key(algorithm: Algorithm) -> SigningKey {
    SigningKey::from_secret_bytes(algorithm.key_type(), &[0x42; 32]).unwrap()
}

fn any() -> Profile {
    Profile::new(Algorithm::ALL).typ("receipt+jws")
}

fn unsigned(algorithm: Algorithm) -> Unsigned<'static> {
    Unsigned::new(algorithm, b"three nights").typ("receipt+jws").kid("key-1")
}

/// A compact JWS of any header, signed well.
fn by_hand(header: &str) -> String {
    let input = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode("three nights"));
    let signature = key(Algorithm::Es256).sign(input.as_bytes());
    format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature.0))
}

fn refusal(header: &str, profile: &Profile) -> Option<Code> {
    Jws::compact(&by_hand(header), profile).err().map(|error| error.code())
}

#[test]
fn what_is_signed_verifies_in_every_form() {
    for &algorithm in Algorithm::ALL {
        let key = key(algorithm);
        let signed = unsigned(algorithm).sign(&key).unwrap();
        let (compact, payload) = Jws::compact(&signed.to_compact(), &any()).unwrap();
        assert_eq!(payload, b"three nights");
        let detached = Jws::detached(&signed.to_detached(), &any()).unwrap();
        let members = Jws::from_members(&signed.protected, &signed.signature, &any()).unwrap();
        for jws in [compact, detached, members] {
            assert_eq!((jws.algorithm, jws.kid.as_deref()), (algorithm, Some("key-1")));
            assert_eq!(jws.members.get("typ"), Some(&"receipt+jws".into()));
            jws.verify(b"three nights", key.verifying_key()).unwrap();
            for other in [&b"three night"[..], b"three nights\0", b""] {
                assert_eq!(jws.verify(other, key.verifying_key()).unwrap_err(), JwsError::Signature);
            }
        }
    }
}

/// A key of another curve is told from a wrong signature, before anything is computed.
#[test]
fn a_key_is_of_the_algorithms_type() {
    for &algorithm in Algorithm::ALL {
        let signed = unsigned(algorithm).sign(&key(algorithm)).unwrap();
        let (jws, payload) = Jws::compact(&signed.to_compact(), &any()).unwrap();
        for &other in Algorithm::ALL.iter().filter(|other| **other != algorithm) {
            assert_eq!(jws.verify(&payload, key(other).verifying_key()).unwrap_err().code(), Code::JWS_KEY);
            assert_eq!(unsigned(algorithm).sign(&key(other)).unwrap_err().code(), Code::JWS_KEY);
        }
    }
}

/// A profile that allows one algorithm refuses the others, whatever the key is.
#[test]
fn algorithms_are_an_allow_list() {
    for &algorithm in Algorithm::ALL {
        let text = unsigned(algorithm).sign(&key(algorithm)).unwrap().to_compact();
        for &allowed in Algorithm::ALL {
            let read = Jws::compact(&text, &Profile::new(&[allowed]).typ("receipt+jws"));
            assert_eq!(read.is_ok(), allowed == algorithm, "{algorithm} {allowed}");
        }
        assert!(Jws::compact(&text, &Profile::new(&[]).typ("receipt+jws")).is_err());
    }
}

/// RFC 9864 section 2.2: the name `Ed25519`. The key and payload are of RFC 8037 appendix A, the signature was made with cryptography 48
/// (Python); Ed25519 is deterministic.
#[test]
fn ed25519_is_written_by_its_own_name() {
    let secret = URL_SAFE_NO_PAD.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A").unwrap();
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &secret.try_into().unwrap()).unwrap();
    let unsigned = Unsigned::new(Algorithm::EdDsa, b"Example of Ed25519 signing");
    let named = |name| unsigned.clone().alg(name).map(|unsigned| unsigned.sign(&key).unwrap().to_compact());
    assert_eq!(
        named("Ed25519").unwrap(),
        "eyJhbGciOiJFZDI1NTE5In0.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.UxhIYLHGg39NVCLpQAVD_UcfOmnGSCzLFZoXYkLiIbFccmOb_qObsgjzLKsfJw-4NlccUgvYrEHrRbNV0HcZAQ"
    );
    assert!(named("EdDSA").unwrap().starts_with("eyJhbGciOiJFZERTQSJ9."));
    for other in ["ES256", "ed25519", "Ed448", "none", ""] {
        assert_eq!(named(other).unwrap_err().code(), Code::JWS_ALGORITHM, "{other}");
    }
    let p256 = Unsigned::new(Algorithm::Es256, b"").alg("Ed25519").unwrap_err();
    assert_eq!(p256.to_string(), r#"`alg` is "Ed25519", expected ES256 for a P-256 key"#);
}

/// X.690 section 8: SEQUENCE, its length, INTEGER r, INTEGER s. Libraries that are not made for JOSE write signatures so.
#[test]
fn a_der_signature_is_named() {
    let integer = |first: &[u8]| [&[2, 32 + first.len() as u8][..], first, &[0x11; 32]].concat();
    let der = |r: &[u8], s: &[u8]| {
        let both = [integer(r), integer(s)].concat();
        [&[0x30, both.len() as u8][..], &both].concat()
    };
    let refusal = |signature: &[u8]| {
        let text = format!("eyJhbGciOiJFUzI1NiJ9.e30.{}", URL_SAFE_NO_PAD.encode(signature));
        Jws::compact(&text, &Profile::new(&[Algorithm::Es256])).unwrap_err().to_string()
    };
    for (signature, length) in [(der(&[], &[]), 70), (der(&[0], &[]), 71), (der(&[0], &[0]), 72)] {
        assert_eq!(
            refusal(&signature),
            format!(
                "not a JWS: a signature of {length} bytes, an ASN.1 DER signature, expected r and s of 32 bytes each \
                 (RFC 7518 section 3.4): 64 bytes"
            )
        );
    }
    for other in [&der(&[], &[])[..69], &[0x30; 70], &[0x30], &[]] {
        assert_eq!(refusal(other), format!("not a JWS: a signature of {} bytes, expected 64", other.len()));
    }
}

#[test]
fn profiles_say_which_types_there_may_be() {
    let (absent, jose, other) =
        (r#"{"alg":"ES256"}"#, r#"{"alg":"ES256","typ":"JOSE"}"#, r#"{"alg":"ES256","typ":"x"}"#);
    let none = Profile::new(&[Algorithm::Es256]);
    assert_eq!(
        [absent, jose, other].map(|header| refusal(header, &none)),
        [None, Some(Code::JWS_HEADER), Some(Code::JWS_HEADER)]
    );
    let some = none.clone().typ_absent_or(&["JOSE", "JWT"]);
    assert_eq!([absent, jose, other].map(|header| refusal(header, &some)), [None, None, Some(Code::JWS_HEADER)]);
    let exact = none.typ("JOSE");
    assert_eq!(
        [absent, jose, other].map(|header| refusal(header, &exact)),
        [Some(Code::JWS_HEADER), None, Some(Code::JWS_HEADER)]
    );
}

#[test]
fn profiles_say_which_members_there_may_be() {
    let open = Profile::new(&[Algorithm::Es256]);
    let (plain, jku, null) =
        (r#"{"alg":"ES256"}"#, r#"{"alg":"ES256","jku":"https://example.com/k"}"#, r#"{"alg":"ES256","jku":null}"#);
    assert_eq!([plain, jku, null].map(|header| refusal(header, &open)), [None, None, None]);
    let mut without = open.clone();
    without.refused = &["jku"];
    assert_eq!([plain, jku, null].map(|header| refusal(header, &without)), [None, Some(Code::JWS_HEADER), None]);
    let mut only = open;
    only.members = Some(&["alg"]);
    let refused = Some(Code::JWS_HEADER);
    assert_eq!([plain, jku, null].map(|header| refusal(header, &only)), [None, refused, refused]);
}

#[test]
fn sizes_are_looked_at_before_anything_is_decoded() {
    let header = format!(r#"{{"alg":"ES256","kid":"{}"}}"#, "k".repeat(200));
    let text = by_hand(&header);
    let profile = |header_bytes, payload_bytes| {
        let mut profile = Profile::new(&[Algorithm::Es256]);
        (profile.header_bytes, profile.payload_bytes) = (header_bytes, payload_bytes);
        profile
    };
    let usual = Profile::new(&[Algorithm::Es256]);
    assert!(Jws::compact(&text, &profile(header.len(), 12)).is_ok());
    for (header_bytes, payload_bytes) in [(header.len() - 1, 12), (header.len(), 11)] {
        let refused = Jws::compact(&text, &profile(header_bytes, payload_bytes)).unwrap_err();
        assert_eq!(refused.code(), Code::JWS_MALFORMED, "{header_bytes} {payload_bytes}");
    }
    let endless = "A".repeat(1 << 20);
    for text in [format!("{endless}..AA"), format!("eyJhbGciOiJFUzI1NiJ9..{endless}"), ".".repeat(1 << 20)] {
        assert_eq!(Jws::detached(&text, &usual).unwrap_err().code(), Code::JWS_MALFORMED);
    }
    let deep = format!(r#"{{"alg":"ES256","x":{}{}}}"#, "[".repeat(60), "]".repeat(60));
    assert_eq!(refusal(&deep, &usual), Some(Code::JWS_MALFORMED));
}

/// A signer that keeps its key to itself may sign something else, or return noise.
#[test]
fn a_signature_from_elsewhere_is_taken_once_it_verifies() {
    let (algorithm, key) = (Algorithm::Es256, key(Algorithm::Es256));
    let unsigned = unsigned(algorithm);
    let signature = key.sign(unsigned.signing_input().as_bytes());
    assert_eq!(unsigned.signed(&signature, key.verifying_key()).unwrap(), unsigned.sign(&key).unwrap());
    for wrong in [Signature([0; 64]), key.sign(b"something else")] {
        assert_eq!(unsigned.signed(&wrong, key.verifying_key()).unwrap_err(), JwsError::Signature);
    }
    let other = SigningKey::from_secret_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    assert_eq!(unsigned.signed(&signature, other.verifying_key()).unwrap_err().code(), Code::JWS_KEY);
}

fn jwk(key: &SigningKey, private: bool) -> Value {
    let mut jwk: Value = serde_json::from_str(&Json::from(key.verifying_key().to_jwk()).to_compact()).unwrap();
    if private {
        jwk["d"] = URL_SAFE_NO_PAD.encode([0x42; 32]).into();
    }
    jwk
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn joserfc_and_we_read_each_other() {
    let payload = "drei Nächte\u{1F600}";
    let mut tasks = Vec::new();
    for &algorithm in Algorithm::ALL {
        let key = key(algorithm);
        let signed = Unsigned::new(algorithm, payload.as_bytes()).typ("receipt+jws").sign(&key).unwrap();
        let (alg, public) = (algorithm.as_str(), jwk(&key, false));
        tasks.push(json!({"do": "sign", "alg": alg, "key": jwk(&key, true), "typ": "receipt+jws", "payload": payload}));
        tasks.push(json!({"do": "verify", "alg": alg, "key": public, "compact": signed.to_compact()}));
        let detached = signed.to_detached();
        tasks.push(json!({"do": "verify", "alg": alg, "key": public, "detached": detached, "payload": payload}));
        tasks.push(json!({"do": "verify", "alg": alg, "key": public, "detached": detached, "payload": "four nights"}));
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/jws.py");
    let answers = third_party::answers_of_python(program, &tasks);
    let (mut read, mut reads) = (0, 0);
    for (&algorithm, answers) in Algorithm::ALL.iter().zip(answers.chunks(4)) {
        let [theirs, compact, detached, changed] = answers else { panic!("four answers") };
        let text = |name: &str| theirs[name].as_str().unwrap();
        let key = key(algorithm);
        let (jws, found) = Jws::compact(text("compact"), &any()).unwrap();
        assert_eq!(found, payload.as_bytes());
        jws.verify(&found, key.verifying_key()).unwrap();
        let jws = Jws::detached(text("detached"), &any()).unwrap();
        jws.verify(payload.as_bytes(), key.verifying_key()).unwrap();
        jws.verify(b"four nights", key.verifying_key()).unwrap_err();
        read += 2;
        for answer in [compact, detached] {
            assert_eq!(answer["payload"], payload, "{answer}");
            assert_eq!(answer["typ"], "receipt+jws");
            reads += 1;
        }
        assert_eq!(changed["refused"], "BadSignatureError", "{changed}");
    }
    third_party::ran("interop-joserfc-read", read);
    third_party::ran("interop-joserfc-reads-ours", reads);
}

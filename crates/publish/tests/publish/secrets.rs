//! Secret keys in what is to be published: found in the bytes, whatever the file's name, form or size, and nothing else
//! taken for one.

use adp_publish::{Draft, PublishError, PublishFault, PublishOptions, SourceFile};
use agent_description::{CodedError, json::Position};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};
use proptest::prelude::*;
use std::io::{self, Read};

/// A reader that gives `piece` bytes at a time, so that what is looked for lies across its pieces.
struct Pieces<'a> {
    rest: &'a [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n = self.piece.min(room.len()).min(self.rest.len());
        room[..n].copy_from_slice(&self.rest[..n]);
        self.rest = &self.rest[n..];
        Ok(n)
    }
}

fn options(allowed: &[&str]) -> PublishOptions {
    let mut options = PublishOptions::new("2026-06-01T00:00:00Z".parse().unwrap());
    options.host = Some("hotel.example".to_owned());
    options.allow_secrets = allowed.iter().map(|path| (*path).to_owned()).collect();
    options
}

fn draft(path: &str, reader: impl Read, allowed: &[&str]) -> Result<Draft, Vec<PublishError>> {
    Draft::read([SourceFile::read(path, reader, &options(allowed)).unwrap()], options(allowed))
}

/// What is found in a file, and where; read in pieces of several sizes, which makes no difference.
fn found(path: &str, bytes: &[u8]) -> Option<(&'static str, Option<Position>)> {
    let mut all = [1, 7, 4096, usize::MAX].map(|piece| {
        let errors = draft(path, Pieces { rest: bytes, piece }, &[]).err()?;
        errors.iter().find_map(|error| match &error.fault {
            PublishFault::Secret { what, place, .. } => Some((*what, place.position)),
            _ => None,
        })
    });
    all.sort();
    assert_eq!(all.first(), all.last(), "{path}");
    all[0]
}

const PEM: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----\n";
/// 32 bytes of nothing in particular, in Base64url (RFC 7515's example key is another one).
const D: &str = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI";
const PUBLIC: &str = r#""crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#;

fn jwk() -> String {
    format!(r#"{{"kty": "EC", {PUBLIC}, "d": "{D}"}}"#)
}

/// The names of files under which secrets once went out.
const NAMES: [&str; 9] = ["a.JSON", "a.jwks", "a.txt", "a.bak", "a.ndjson", "a", "a.json", "a.jsonld", "notes/a.md"];

#[test]
fn a_key_is_a_key_under_any_name() {
    for name in NAMES {
        for text in [jwk(), format!("[1, [{}]]", jwk()), PEM.to_owned()] {
            assert!(found(name, text.as_bytes()).is_some(), "{name}: {text}");
        }
    }
}

#[test]
fn jwks_are_found_in_any_json() {
    let jwk = jwk();
    let bare = r#"{"kty":"OKP","d":"c2VjcmV0"}"#;
    let deep = format!("{}{bare}{}", "[".repeat(20_000), "]".repeat(20_000));
    let deep_objects = format!("{}{bare}{}", r#"{"a":"#.repeat(20_000), "}".repeat(20_000));
    let large = format!(r#"{{"filler": "{}", "keys": [{jwk}]}}"#, "x ".repeat(1 << 19));
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| jwk.encode_utf16().chain("\u{2028}".encode_utf16()).flat_map(bytes).collect();
    let (little, big): (Vec<u8>, Vec<u8>) = (utf16(u16::to_le_bytes), utf16(u16::to_be_bytes));
    let spread = format!(r#"{{"kty": "EC", "x5c": ["{}"], "d": "{D}"}}"#, "A".repeat(40_000));
    let brace = format!(r#"{{"kty": "EC", "note": "}}{{[", "d": "{D}"}}"#);
    for (what, bytes) in [
        ("plain", bare.as_bytes()),
        ("d before kty", br#"{"d": "c2VjcmV0", "x": {"y": [1]}, "kty": "EC"}"#),
        ("symmetric", br#"{"kty": "oct", "k": "c2VjcmV0"}"#),
        ("symmetric, the other way round", br#"{"k": "c2VjcmV0", "alg": "HS256", "kty": "oct"}"#),
        ("a prime", br#"{"kty": "RSA", "n": "AQAB", "p": "c2VjcmV0"}"#),
        ("the last of RSA's", br#"{"kty": "RSA", "n": "AQAB", "qi": "c2VjcmV0"}"#),
        ("AKP", br#"{"kty": "AKP", "alg": "ML-DSA-44", "priv": "c2VjcmV0"}"#),
        ("padded", br#"{"kty": "EC", "d": "c2VjcmV0cw=="}"#),
        ("an escaped name", br#"{"\u006bty": "EC", "\u0064": "c2VjcmV0"}"#),
        ("an escaped value", br#"{"kty": "EC", "d": "\u00632VjcmV0"}"#),
        ("a set", br#"{"keys": [{"kty": "EC", "x": "AA"}, {"kty": "EC", "d": "c2VjcmV0"}]}"#),
        ("large numbers", br#"{"n": 123456789012345678901234567890, "k": {"kty": "EC", "d": "c2VjcmV0"}}"#),
        ("a byte order mark", b"\xEF\xBB\xBF{\"kty\": \"EC\", \"d\": \"c2VjcmV0\"}"),
        ("a trailing comma", br#"{"kty": "EC", "d": "c2VjcmV0",}"#),
        ("duplicates", br#"{"kty": "EC", "d": 1, "d": "c2VjcmV0"}"#),
        ("a private JWK without kty", br#"{"privateKeyJwk": {"crv": "P-256", "d": "c2VjcmV0"}}"#),
        ("a private multikey", br#"{"a": [{"privateKeyMultibase": "z3u2"}]}"#),
        ("a secret multikey", br#"{"secretKeyMultibase": "z3u2"}"#),
        ("too deep", deep.as_bytes()),
        ("too deep objects", deep_objects.as_bytes()),
        ("too large", large.as_bytes()),
        ("spread", spread.as_bytes()),
        ("braces in strings", brace.as_bytes()),
        ("UTF-16LE", &little),
        ("UTF-16BE", &big),
        ("lines", format!("{{\"open\": \"string\n{{}}\n{bare}\n").as_bytes()),
    ] {
        for name in ["a.json", "a"] {
            assert!(found(name, bytes).is_some(), "{what} in {name}");
        }
    }
}

#[test]
fn keys_are_found_in_text_that_is_nearly_json_or_not_at_all() {
    for text in [
        format!("// it's \"quoted\n{{\"kty\": \"EC\", // its type\n \"d\": \"{D}\"}}"),
        format!("JWK='{}'", jwk()),
        // a quotation mark before it, which begins no string
        format!("Our 5\" phone: {}", jwk()),
        format!("Our 5\" phone:\n\"7\" phone: {{ \"kty\": \"EC\",\n  \"d\": \"{D}\"}}"),
        format!("KEY=\"{}\"", jwk()),
        format!("<div data-key=\"{{\n  \"kty\": \"EC\",\n  \"d\": \"{D}\"\n}}\">"),
        format!("say \"{{\" and 5\" phone: {}", jwk()),
        format!("[\"{{\", \"x\",\n 5\" phone: {{\"privateKeyJwk\": {{\"more\": {{\"a\": 1}}, \"d\": \"{D}\"}}}}"),
        // known by themselves: W3C's examples of secret Multikeys (vc-di-eddsa, vc-di-ecdsa), and age's documentation
        "the key z3u2en7t5LR2WtQH5PfFqMqwVHgeXouLzo6haApm8XHqvjxq is secret".to_owned(),
        "z42twTcNeSYcnqg1FLuSFs2bsGH3ZqbRHFmvS9XMsYhjxvHN".to_owned(),
        // by a program of ten lines: Ed25519 with its public key, the first, one and the last
        "zruzdu1ot9nb4GJvVvUbeYynyRzDgp6tvyXbMYGBrMU3EZsViiENoRnxadFVvpVqP45zT3do2Lzb1mqpM1CSNhr13bu".to_owned(),
        "zruzduHAdRqBudqdsJLcYGEMGL4CFFXkvHUZ4dCMzwkJ7vbHNukkaqoYDKNziwsJ5hQ46yRSfyGerYmYzqocZ51eiHL".to_owned(),
        "zrv5kkqkDMh28Ua5dEkAAsrHNYd15QFajPsPgCwTSh8SuiPJ4BukLXuBcMhVwV9bRftUbpoYiFAkDmhHMjAzim28uQJ".to_owned(),
        "# public key: age1\nAGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX".to_owned(),
    ] {
        assert!(found("a.txt", text.as_bytes()).is_some(), "{text}");
    }
}

/// Multibase by hand: a letter for the base, and the code of the key before a number. Codes: Multicodec's table, as varints.
#[test]
fn secret_multikeys_are_found_in_every_base() {
    for (code, len) in [
        ([0x80, 0x26], 32),
        // with the public key behind it
        ([0x80, 0x26], 64),
        ([0x81, 0x26], 32),
        ([0x82, 0x26], 32),
        ([0x86, 0x26], 32),
        ([0x87, 0x26], 48),
        ([0x88, 0x26], 66),
    ] {
        for fill in [0x00, 0x5A, 0xFF] {
            let bytes = [&code[..], &vec![fill; len]].concat();
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            for key in [
                format!("u{}", URL_SAFE_NO_PAD.encode(&bytes)),
                format!("m{}", STANDARD_NO_PAD.encode(&bytes)),
                format!("M{}", STANDARD.encode(&bytes)),
                format!("U{}", URL_SAFE.encode(&bytes)),
                format!("f{digits}"),
                format!("F{}", digits.to_uppercase()),
            ] {
                for text in
                    [key.clone(), format!("key: '{key}'"), format!("the key {key}, secret\n"), format!("q={key}&y=1")]
                {
                    assert!(found("a.txt", text.as_bytes()).is_some(), "{text}");
                }
            }
        }
    }
    for before in ["", "'", "KEY=", "key:", "("] {
        let text = format!("x {before}z3u2en7t5LR2WtQH5PfFqMqwVHgeXouLzo6haApm8XHqvjxq y");
        let position = Some(Position { line: 1, column: 3 + before.len() });
        assert_eq!(found("a.txt", text.as_bytes()), Some(("a secret key in multibase", position)), "{text}");
    }
    // public ones: 0xed01, 0xe701, 0x8024
    for code in [[0xED, 0x01], [0xE7, 0x01], [0x80, 0x24]] {
        let bytes = [&code[..], &[0x5A; 33]].concat();
        for text in [format!("u{}", URL_SAFE_NO_PAD.encode(&bytes)), format!("M{}", STANDARD.encode(&bytes))] {
            assert_eq!(found("a.txt", text.as_bytes()), None, "{text}");
        }
    }
}

#[test]
fn labels_are_found_anywhere() {
    let label = |name: &str| format!("-----BEGIN {name}-----\nMC4CAQ\n-----END {name}-----\n");
    for text in [
        PEM.to_owned(),
        // beyond the first block of a reader, and across two
        format!("{}{PEM}", "x".repeat(5_000)),
        format!("{}{PEM}", "x\n".repeat(1 << 17)),
        format!("{}{PEM}", "x".repeat((64 << 10) - 15)),
        format!("in the middle of a line {PEM}"),
        serde_json::to_string(PEM).unwrap(),
        serde_json::to_string(&serde_json::to_string(PEM).unwrap()).unwrap(),
        PEM.replace('\n', "\r\n"),
        "the end alone: -----END PRIVATE KEY-----".to_owned(),
        label("RSA PRIVATE KEY"),
        label("EC PRIVATE KEY"),
        label("ENCRYPTED PRIVATE KEY"),
        label("OPENSSH PRIVATE KEY"),
        label("PGP PRIVATE KEY BLOCK"),
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAAi\n".to_owned(),
        "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n".to_owned(),
        "Public-Lines: 2\nAAAA\nPrivate-Lines: 1\nAAAA\n".to_owned(),
        "-----BEGIN OpenVPN Static key V1-----\n".to_owned(),
        // OpenSSH's, with its armour lost
        "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB".to_owned(),
    ] {
        assert!(found("a.txt", text.as_bytes()).is_some(), "{}", &text[..text.len().min(80)]);
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(found("a.txt", &utf16).is_some(), "UTF-16");
    }
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// The beginnings of what OpenSSL 3.0 and keytool 17 write, and RFC 8410's example.
fn keys_in_binary() -> Vec<(&'static str, Vec<u8>)> {
    let rfc_8410 = STANDARD.decode("MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC").unwrap();
    let with_public =
        "3053020101300506032b657004220420d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842a1230321";
    vec![
        ("PKCS#8, Ed25519", rfc_8410),
        ("PKCS#8, Ed25519 with its public key", hex(with_public)),
        (
            "PKCS#8, X25519",
            hex("302e020100300506032b656e04220420d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"),
        ),
        (
            "PKCS#8, Ed448",
            hex("3047020100300506032b6571043b0439d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"),
        ),
        (
            "PKCS#8, P-256",
            hex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420b9b6aa2208349ca4a5"),
        ),
        (
            "PKCS#8, P-384",
            hex("3081b6020100301006072a8648ce3d020106052b8104002204819e30819b0201010430b9b6aa2208349ca4a5"),
        ),
        (
            "PKCS#8, secp256k1",
            hex("308184020100301006072a8648ce3d020106052b8104000a046d306b0201010420b9b6aa2208349ca4a5"),
        ),
        ("PKCS#8, RSA", hex("30820277020100300d06092a864886f70d0101010500048202613082025d02010002818100d6599c31")),
        ("PKCS#8, ML-DSA-44", hex("3034020100300b0609608648016503040311042280204fa1")),
        ("PKCS#1", hex("3082025d02010002818100d6599c31f8b852383946a54ae3cc7aa75a3420aa4fa9d8050a7bb37c2c00293a")),
        (
            "PKCS#1, 2048 bits",
            hex("308204a40201000282010100d6599c31f8b852383946a54ae3cc7aa75a3420aa4fa9d8050a7bb37c2c00293a"),
        ),
        (
            "SEC 1, P-256",
            hex("30770201010420b9b6aa2208349ca4a5b678e7b0da45d5f2e6327930fde4348f517a2bf45ba14ea00a06082a8648ce3d"),
        ),
        (
            "SEC 1, secp256k1",
            hex("30740201010420b9b6aa2208349ca4a5b678e7b0da45d5f2e6327930fde4348f517a2bf45ba14ea00706052b8104000a"),
        ),
        (
            "PKCS#8, encrypted",
            hex("3081ec305706092a864886f70d01050d304a302906092a864886f70d01050c301c0408d64df4501abe9c5d02020800300c06\
            082a864886f70d02090500301d060960864801650304012a04106cfb6b8292e0f3ffc6dc0d03b66cf545048190007e8d1e46"),
        ),
        ("PKCS#12", hex("308203fc020103308203b206092a864886f70d010701a08203a30482039f3082039b")),
        ("PKCS#12 of indefinite length", hex("3080020103308006092a864886f70d010701a0802480")),
    ]
}

#[test]
fn keys_in_binary_are_found_wherever_they_stand() {
    for (what, key) in keys_in_binary() {
        assert!(found("a.bin", &key).is_some(), "{what}");
        for before in [&b"\n"[..], b"\0", b"0", b"\xEF\xBB\xBF", b"\x30\x82\x02", &b"\x30\x2E\x02\x01".repeat(1 << 12)]
        {
            for after in [&b""[..], b"\n", &b"x".repeat(1 << 10)] {
                let position =
                    found("a.bin", &[before, &key, after].concat()).unwrap_or_else(|| panic!("{what}")).1.unwrap();
                let lines = before.iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!(position.line, lines + 1, "{what}");
            }
        }
    }
}

#[test]
fn keys_in_der_are_found_in_base64_and_hexadecimal() {
    let lines = |text: &str, width: usize, end: &str| -> String {
        text.as_bytes().chunks(width).map(|line| String::from_utf8(line.to_vec()).unwrap() + end).collect()
    };
    for (what, key) in keys_in_binary() {
        // other bytes before it, encoded with it, and more behind it
        for before in ["", "a", "ab", "abc"] {
            let bytes = [before.as_bytes(), &key, &[0xA5; 200]].concat();
            let (standard, url) = (STANDARD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes));
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            for text in [
                format!("{{\"privateKey\":\"{standard}\"}}"),
                format!("{{\"privateKey\":\"{url}\",\"crv\":\"x\"}}"),
                format!("private_key_{url}"),
                lines(&standard, 64, "\n"),
                lines(&standard, 10, "\r\n  "),
                serde_json::to_string(&lines(&standard, 76, "\n")).unwrap(),
                lines(&standard, 64, "\",\n\""),
                standard.replace('/', "\\/"),
                digits.clone(),
                digits.to_uppercase(),
                lines(&digits, 2, ":"),
                lines(&digits, 32, "\n"),
            ] {
                assert!(found("a.txt", text.as_bytes()).is_some(), "{what} after {before:?}: {text}");
            }
        }
    }
    // where it stands
    let text = "x\n  key: MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n";
    assert_eq!(found("a.txt", text.as_bytes()), Some(("a secret key in DER", Some(Position { line: 2, column: 8 }))));
}

/// Put together here, so that no scanner of the repository takes it for a real one.
#[test]
fn tokens_of_known_services_are_found() {
    let token = format!("glpat{}", "-Zx81kQmP4vT2nRw7LdYs");
    let at = |column| Some(("a token of a known service", Some(Position { line: 2, column })));
    for (text, column) in [
        (format!("\n{token}"), 1),
        (format!("\nuse x_{token}, please"), 7),
        (format!("\n{{\"a\": \"{token}\"}}"), 8),
        // behind an escape
        (format!("\n{{\"a\": \"x\\n{token}\"}}"), 11),
        (format!("\n{{\"a\": \"\\u0020{token}\"}}"), 14),
        (format!("\nuse %20{token}"), 8),
    ] {
        assert_eq!(found("a.txt", text.as_bytes()), at(column), "{text}");
    }
}

#[test]
fn a_name_that_is_a_key_s_is_enough() {
    for name in ["a.key", "keys/A.P12", "a.der", "a.jwk", "a.ppk", "a.pem", "a.kdbx", "a.keystore"] {
        assert!(found(name, b"x").is_some(), "{name}");
    }
}

#[test]
fn what_is_no_secret_is_published() {
    for (name, text) in [
        ("public.jwk.json", format!(r#"{{"kty": "EC", {PUBLIC}}}"#)),
        ("set.json", format!(r#"{{"keys": [{{"kty": "EC", {PUBLIC}}}, {{"kty": "RSA", "n": "AQAB", "e": "AQAB"}}]}}"#)),
        // members of the same name elsewhere
        ("openapi.json", format!(r#"{{"parameters": {{"d": "{D}", "k": "abc", "p": "q"}}}}"#)),
        ("path.json", r#"{"kind": "svg", "d": "M10 10L20"}"#.to_owned()),
        ("beside.json", r#"[{"kty": "EC"}, {"d": "c2VjcmV0"}]"#.to_owned()),
        ("around.json", r#"{"kty": "EC", "more": {"d": "c2VjcmV0"}, "or": [{"d": "c2VjcmV0"}]}"#.to_owned()),
        ("within.json", r#"{"d": "c2VjcmV0", "more": {"kty": "EC"}}"#.to_owned()),
        // members that are secret in keys of other types
        ("priv.json", format!(r#"{{"kty": "EC", {PUBLIC}, "priv": "{D}"}}"#)),
        ("priv.txt", format!("kty: EC\npriv: {D}\n")),
        ("short.txt", "kty: AKP\npriv: ABCD\nkty: RSA\np: ABCD\n".to_owned()),
        // of another shape
        ("schema.json", r#"{"properties": {"kty": {"type": "string"}, "d": {"type": "string"}}, "required": ["kty", "d"]}"#.to_owned()),
        ("number.json", r#"{"kty": "EC", "d": 5}"#.to_owned()),
        ("prose.json", r#"{"kty": "EC", "d": "the private key, never sent"}"#.to_owned()),
        ("empty.json", r#"{"kty": "EC", "d": ""}"#.to_owned()),
        ("null.json", r#"{"kty": "RSA", "p": null, "d": ["c2VjcmV0"]}"#.to_owned()),
        ("k.json", r#"{"kty": "EC", "k": "c2VjcmV0"}"#.to_owned()),
        ("p.json", r#"{"kty": "EC", "p": "c2VjcmV0"}"#.to_owned()),
        ("context.json", r#"{"privateKeyMultibase": {"@id": "https://w3id.org/security#privateKeyMultibase"}, "privateKeyPem": "sec:privateKeyPem"}"#.to_owned()),
        ("brace.json", format!(r#"["{{", "kty", "EC", "d", "{D}", {{"kty": "EC", {PUBLIC}}}, {{"x": "{{", "d": "{D}"}}]"#)),
        ("quoted.txt", format!("Our 5\" phone: {{\"kty\": \"EC\", {PUBLIC}}} or {{\"d\": \"{D}\"}}")),
        ("value.json", r#"{"name": "kty", "other": "d", "of": "c2VjcmV0"}"#.to_owned()),
        // text about keys
        ("a.md", "A JWK has `kty`, and a private one `d`, `p` and `q`: see RFC 7518. kty: EC, d: the secret.".to_owned()),
        ("b.md", "Look for BEGIN PRIVATE KEY or PRIVATE KEY in PEM; PuTTY-User-Key-File-N is PuTTY's; AGE-SECRET-KEY-1 is age's".to_owned()),
        ("public.txt", "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n".to_owned()),
        ("multikey.txt", "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2 zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169".to_owned()),
        ("page.html", format!("<p>{{&quot;kty&quot;: &quot;EC&quot;, {}}}</p><p>{D}</p>", PUBLIC.replace('"', "&quot;"))),
        ("set.html", format!("&quot;kty&quot;: &quot;RSA&quot;, &quot;n&quot;: &quot;{D}{D}&quot;<p>{D}</p>")),
        ("public.xml", format!("<kty>EC</kty><crv>P-256</crv><x>{D}</x><y>{D}</y>")),
        ("public.env", format!("JWK_KTY=EC\nJWK_X={D}\nJWK_Y={D}\nJWK_KID={D}\n")),
        ("public.txt", format!("https://example.com/?kty=EC&crv=P-256&x={D}&y={D}&id={D}")),
        ("public.yaml", format!("kty: >-\n  EC\nx: >-\n  {D}\ny: {D}\n")),
        ("far.txt", format!("kty: EC\n{}\nd: {D}", "x ".repeat(10_000))),
        ("a.svg", r#"<path kty="x" d="M10,20L30,40"/>"#.to_owned()),
    ] {
        assert_eq!(found(name, text.as_bytes()), None, "{name}");
    }
}

/// In binary, in Base64 and in hexadecimal.
#[test]
fn certificates_and_public_keys_in_der_are_published() {
    for (what, bytes) in [
        ("Ed25519", hex("302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1")),
        ("P-256", hex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")),
        ("RSA", hex("30820122300d06092a864886f70d01010105000382010f003082010a0282010100d6599c31")),
        ("RSA, PKCS#1", hex("3082010a0282010100d6599c31")),
        // certificates of version 1 with the serial numbers 0 and 1: what is signed begins as PKCS#8 does
        ("version 1", hex("308201f030820159020101300d06092a864886f70d01010b05003010310e300c06035504030c0568")),
        ("version 1, Ed25519", hex("3081b13065020100300506032b6570300f310d300b06035504030c0474657374")),
        (
            "version 3",
            hex("308201f030820159a003020102020101300d06092a864886f70d01010b05003010310e300c06035504030c0568"),
        ),
        ("request", hex("308201f03082015902010030103110300e06035504030c0568")),
        ("revocations", hex("308201f030820159020101300d06092a864886f70d01010b05003010310e300c06035504030c0568")),
        ("CMS, one who signs", hex("308201f0020101303e3029310b3009060355040613024445")),
        ("CMS, digested", hex("3044020100300b0609608648016503040201301f06092a864886f70d010701")),
        ("a time stamp's request", hex("30390201013031300d060960864801650304020105000420")),
        ("a signature", hex("304402200102030405060708090a0b0c0d0e0f")),
    ] {
        let bytes = [&bytes[..], &[0x5A; 300]].concat();
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        for bytes in [&bytes[..], &[b"\n", &bytes[..]].concat(), STANDARD.encode(&bytes).as_bytes(), digits.as_bytes()]
        {
            assert_eq!(found("a.txt", bytes), None, "{what}");
        }
    }
}

#[test]
fn a_secret_is_where_it_is_said_to_be_and_not_in_the_message() {
    let text = format!("{{\n  \"\u{e9}\": 1, \"kty\": \"EC\",\n  \"\u{e9}\u{e9}\": \"{D}\", \"d\": \"{D}\"}}");
    let at = |line, column| Some(Position { line, column });
    // the column of the value: characters, not bytes
    assert_eq!(found("a.json", text.as_bytes()), Some(("a secret key in a JWK", at(3, 61))));
    assert_eq!(found("a.txt", format!("x\n  {PEM}").as_bytes()), Some(("a secret key in PEM", at(2, 14))));
    let errors = draft("a.json", text.as_bytes(), &[]).unwrap_err();
    assert_eq!((errors.len(), errors[0].position()), (1, at(3, 61)));
    let said = format!("{} {:?} {:?}", errors[0], errors[0], errors[0].help());
    assert!(!said.contains(D) && !said.contains("--"), "{said}");
}

#[test]
fn a_file_that_quotes_a_key_is_published_if_it_is_named() {
    let text = jwk();
    let allowed = draft("docs/keys.md", text.as_bytes(), &["docs/keys.md", "other.md"]).unwrap();
    assert_eq!(allowed.allowed_secrets.iter().collect::<Vec<_>>(), ["docs/keys.md"]);
    assert!(draft("docs/keys.md", text.as_bytes(), &["docs", "keys.md", "docs/keys.MD", "./docs/keys.md"]).is_err());
    // nothing that others verify with
    for name in ["did.json", "a.did.json", "ad.json", "a.ad.json"] {
        assert!(draft(name, text.as_bytes(), &[name]).is_err(), "{name}");
    }
    let typed = format!(
        r#"{{"@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"}}], "@type": "AgentDescription", "name": "x",
        "did": "did:wba:hotel.example", "securityDefinitions": {{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
        "security": "s", "description": "{}"}}"#,
        PEM.replace('\n', "\\n")
    );
    let errors = draft("x.json", typed.as_bytes(), &["x.json"]).unwrap_err();
    assert!(matches!(errors[0].fault, PublishFault::Secret { .. }), "{errors:?}");
    // an allowance for a file without a secret is not used
    assert_eq!(draft("a.txt", &b"x"[..], &["a.txt"]).unwrap().allowed_secrets.len(), 0);
}

/// JSON of any kind, with a name here and there that a key has too.
fn json(depth: u32) -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let text = prop_oneof![
        "[ -~]{0,12}",
        "[A-Za-z0-9_-]{1,12}",
        Just("kty".to_owned()),
        Just("d".to_owned()),
        "[\\PC\"\\\\{}\\[\\],:]{0,8}"
    ];
    let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), text.clone().prop_map(Value::from)];
    leaf.prop_recursive(depth, 48, 5, move |inner| {
        let name = prop_oneof!["[a-z]{1,6}", Just("d".to_owned()), Just("k".to_owned()), Just("p".to_owned())];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A path in JSON: which child to go to, until there is none.
fn put(value: &mut serde_json::Value, way: &[prop::sample::Index], key: serde_json::Value) {
    use serde_json::Value;
    let (step, rest) = match way.split_first() {
        Some(split) => split,
        None => return *value = key,
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = step.index(items.len());
            put(&mut items[at], rest, key);
        }
        Value::Object(members) if !members.is_empty() => {
            let at = step.index(members.len());
            put(members.values_mut().nth(at).unwrap(), rest, key);
        }
        _ => *value = key,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Wherever a key is put into JSON it is found, however short, and JSON without `kty` has none.
    #[test]
    fn keys_are_found_wherever_they_are_put(
        text in json(5),
        way in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        kind in prop_oneof![Just(("EC", "d")), Just(("OKP", "d")), Just(("oct", "k")), Just(("RSA", "dp")), Just(("AKP", "priv")), Just(("future", "d"))],
        secret in "[A-Za-z0-9_-]{1,60}",
        pretty in any::<bool>(),
        before in prop::collection::vec(("[e-j]{1,3}", "[ -~]{0,9}"), 0..3),
    ) {
        let write = |value: &serde_json::Value| if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
        prop_assert_eq!(found("a.txt", write(&text).unwrap().as_bytes()), None);
        let mut key = serde_json::Map::new();
        key.extend(before.into_iter().map(|(name, value)| (name, value.into())));
        key.insert(kind.1.to_owned(), secret.into());
        key.insert("kty".to_owned(), kind.0.into());
        let mut with_key = text;
        put(&mut with_key, &way, key.into());
        prop_assert!(found("a.txt", write(&with_key).unwrap().as_bytes()).is_some());
    }
}

//! Private keys in documents that publish public keys, such as DID documents.
//!
//! Unlike in other texts, the member name is sufficient: no value should be published in `privateKeyJwk`, or in `d`
//! next to `kty`.

use super::{Name, SecretScanner, multikey, name::folded};
use adp_json::{Json, Object, Value, pointer};

/// Beginnings of private-key names, in lower case, without `-` and `_`.
const SECRET_NAMES: [&str; 5] = ["privatekey", "secretkey", "privkey", "signingkeyseed", "keyseed"];
/// Complete private-key names, in the same form.
const SEED_NAMES: [&str; 4] = ["seed", "mnemonic", "seedphrase", "privatejwk"];
/// Minimum length in DER: an Ed25519 key without its public key has 48 bytes, an EC key 39.
const MIN_DER_CHARS: usize = 50;

/// A private key in a JSON tree: its pointer and its kind. It never quotes the key.
#[doc(hidden)]
pub fn in_json(json: &Json) -> Option<(String, String)> {
    let mut pointer = String::new();
    let what = find(json, false, &mut pointer)?;
    Some((pointer, what))
}

/// `is_jwk` is set for the value of a member that contains a JWK, with or without `kty`. After a match, the pointer is
/// left unchanged.
fn find(json: &Json, is_jwk: bool, pointer: &mut String) -> Option<String> {
    let len = pointer.len();
    match json.value() {
        Value::String(text) => return in_text(text).map(str::to_owned),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointer::push_index(pointer, index);
                if let Some(what) = find(item, is_jwk, pointer) {
                    return Some(what);
                }
                pointer.truncate(len);
            }
        }
        Value::Object(object) => {
            let is_jwk = is_jwk || object.contains("kty");
            for member in object {
                let name = member.name().as_str();
                // the pointer must not quote the key
                if let Some(what) = in_text(name) {
                    return Some(what.to_owned());
                }
                pointer::push_name(pointer, name);
                let what = by_name(name, is_jwk).or_else(|| {
                    let below = folded(name).ends_with("jwk") || is_jwk && is_list_of_keys(object, name);
                    find(member.value(), below, pointer)
                });
                if what.is_some() {
                    return what;
                }
                pointer.truncate(len);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Wide(_) => {}
    }
    None
}

/// `keys` of a JWK Set instead of a JWK.
fn is_list_of_keys(object: &Object, name: &str) -> bool {
    name == "keys" && !object.contains("kty")
}

fn by_name(name: &str, is_jwk: bool) -> Option<String> {
    if is_jwk && Name::from_text(name.as_bytes()).is_some_and(Name::is_of_private_jwk) {
        return Some(format!("a JWK with the member `{name}`"));
    }
    let folded = folded(name);
    let is_secret =
        SECRET_NAMES.iter().any(|secret| folded.starts_with(secret)) || SEED_NAMES.contains(&folded.as_str());
    is_secret.then(|| format!("a private key in the member `{}`", adp_json::cut(name, 40)))
}

fn in_text(text: &str) -> Option<&'static str> {
    if multikey::is_secret(text) {
        return Some("a Multikey value with a secret key's multicodec");
    }
    if text.len() < MIN_DER_CHARS && !text.contains("PRIVATE KEY") {
        return None;
    }
    // a proof may look like a token by chance
    let mut scanner = SecretScanner { is_for_keys: true, ..SecretScanner::default() };
    scanner.read(text.as_bytes());
    scanner.finish().map(|secret| secret.what)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::in_json;
    use adp_json::{self as json, Limits};

    fn found(text: &str) -> Option<String> {
        in_json(&json::parse(text.as_bytes(), &Limits::default()).unwrap()).map(|(pointer, _)| pointer)
    }

    #[test]
    fn secret_keys_are_found_wherever_they_stand_and_public_ones_are_not() {
        for (text, pointer) in [
            (r#"{"publicKeyJwk": {"kty": "EC", "x": "a", "d": "b"}}"#, "/publicKeyJwk/d"),
            (r#"{"publicKeyJwk": {"x": "a", "d": ""}}"#, "/publicKeyJwk/d"),
            (r#"{"publicKeyJwk": {"keys": [{"x": "a"}, {"k": "AQAB"}]}}"#, "/publicKeyJwk/keys/1/k"),
            (r#"{"a": [{"b": {"kty": "RSA", "n": "AQAB", "qi": "AQAB"}}]}"#, "/a/0/b/qi"),
            (r#"{"a": {"kty": "RSA", "oth": [{"r": "AQAB"}]}}"#, "/a/oth"),
            (r#"{"service": [{"x/y": {"kty": "oct", "k": "AQAB"}}]}"#, "/service/0/x~1y/k"),
            (r#"{"a": {"privateKeyJwk": {}}}"#, "/a/privateKeyJwk"),
            (r#"{"a": {"PrivateKeyPem": "x"}}"#, "/a/PrivateKeyPem"),
            (r#"{"a": {"private_key_hex": "00"}}"#, "/a/private_key_hex"),
            (r#"{"a": {"secretKeyBase58": "1"}}"#, "/a/secretKeyBase58"),
            (r#"{"a": {"secretKey": "1"}}"#, "/a/secretKey"),
            (r#"{"a": {"seed": "1"}}"#, "/a/seed"),
            // ed25519-priv, also with its public key, in Base58, Base64url and hexadecimal
            (r#"{"publicKeyMultibase": "z3u2gYyq1AtXwCN4R6L3KPNvRJLwEB5Zwj3sHxbKfXKVWwpe"}"#, "/publicKeyMultibase"),
            (r#"{"p": "f8026000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}"#, "/p"),
            (r#"{"p": "ugCYAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHw"}"#, "/p"),
            // mldsa-44-priv-seed, as an example of the block
            (r#"{"p": "f9a26000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}"#, "/p"),
            (r#"{"publicKeyPem": "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIA==\n"}"#, "/publicKeyPem"),
            // PKCS#8 in Base64, without its header
            (r#"{"x": "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g"}"#, "/x"),
        ] {
            assert_eq!(found(text).as_deref(), Some(pointer), "{text}");
        }
        for text in [
            r#"{"publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y"}}"#,
            r#"{"publicKeyMultibase": "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"}"#,
            r#"{"proofValue": "z5NpDhgdKoDznJBW3QmpvUCf3iHVgffFKJLw9Vwe7fzqxGqHd2L9ezRkWjDLwgpWp72Ehf6hUzoQdqFwovRjJeBwz"}"#,
            r#"{"service": [{"d": "x", "k": "y", "q": "z", "serviceEndpoint": "https://a.example/seed?privateKey=1"}]}"#,
            r#"{"publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"}"#,
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}

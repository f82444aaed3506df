//! The keys that a document publishes as JWKs: none is private or unusable, and no two share a `kid`.

use super::rules;
use agent_description::{
    Code, CodedError,
    diagnostic::{Finding, Findings, shortened},
    json::{Json, Object},
    key::{KeyError, VerifyingKey},
};
use std::collections::HashMap;

/// The members that hold a public key, in JWKs of all types.
const PUBLIC_MEMBERS: [&str; 6] = ["crv", "x", "y", "n", "e", "pub"];

/// Checks published keys. What they are published for, and types that this software does not verify, are no faults.
pub(super) fn check(found: &mut Findings<'_>, keys: &[Json]) {
    let mut named: HashMap<(&str, &str), &Object> = HashMap::new();
    for key in keys {
        for rule in [&rules::PRIVATE, &rules::USABLE, &rules::KEY_ID] {
            found.exercise(rule);
        }
        let Some(jwk) = key.as_object() else {
            found.report(&rules::USABLE, key.offset(), Code::WRONG_TYPE, || {
                format!("the key is {}, expected a JWK: an object with `kty`", key.kind())
            });
            continue;
        };
        match published(jwk) {
            Ok(()) => {}
            Err(error @ KeyError::PrivateKeyPublished { .. }) => {
                found.add(&rules::PRIVATE, key.offset(), || Finding::new(error.code(), error.to_string()));
            }
            Err(error) => found.add(&rules::USABLE, key.offset(), || Finding::new(error.code(), error.to_string())),
        }
        let text = |name| jwk.get(name).and_then(Json::as_str);
        let (Some(kid), Some(kty)) = (text("kid"), text("kty")) else { continue };
        let first = *named.entry((kty, kid)).or_insert(jwk);
        let is_same = PUBLIC_MEMBERS.iter().all(|name| first.get(name) == jwk.get(name));
        found.check(&rules::KEY_ID, is_same, jwk.get("kid").map_or(key.offset(), Json::offset), || {
            let message = format!("two different keys have the `kid` {}", shortened(kid));
            Finding::new(Code::DUPLICATE, message).with_help("give each key its own `kid`")
        });
    }
}

/// Why a published key is private, or cannot be used by anybody. A key of another type or for another use is fine.
fn published(jwk: &Object) -> Result<(), KeyError> {
    let is_public = |name: &str| !matches!(name, "use" | "key_ops" | "alg");
    let plain = jwk.iter().filter(|member| is_public(member.name()));
    let plain: Object = plain.map(|member| (member.name().clone(), member.value().clone())).collect();
    match VerifyingKey::from_jwk(&plain) {
        Ok(_) | Err(KeyError::UnsupportedType { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

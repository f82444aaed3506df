//! The protected header.

use super::{Algorithm, JwsError, Profile, profile::Types};
use adp_json::{self as json, Json, Object, ReadLimits, Text};
use adp_report::members::is_same_name;

/// Members that no profile accepts: they contain keys, or change the meaning of other parts.
///
/// `jku` is left to the profile: some uses fetch keys from origins that the caller allows. `crit` is always refused,
/// because no extension is supported (RFC 7515 section 4.1.11); `b64` is one (RFC 7797). `zip` is one of JWE.
const NEVER: [&str; 6] = ["crit", "b64", "zip", "jwk", "x5c", "x5u"];

/// Other members with a meaning.
const REGISTERED: [&str; 7] = ["alg", "kid", "typ", "jku", "exp", "nbf", "iat"];

/// The member with a meaning that a name is, or is another spelling of: some decoders ignore case, `_` and `-`.
pub fn registered_member(name: &str) -> Option<&'static str> {
    NEVER.into_iter().chain(REGISTERED).find(|known| is_same_name(known, name))
}

/// The members of a protected header (RFC 7515 section 4), its algorithm and its key ID, if the profile accepts it.
pub(super) fn read(bytes: &[u8], profile: &Profile) -> Result<(Object, Algorithm, Option<String>), JwsError> {
    let limits = ReadLimits::new(profile.header_bytes).with_depth(8);
    let json = json::parse(bytes, limits).map_err(|error| JwsError::malformed(format!("the header: {error}")))?;
    let members = json
        .as_object()
        .ok_or_else(|| JwsError::malformed(format!("the header is {}, expected an object", json.kind())))?;
    let misspelled = |name: &Text| registered_member(name).is_some_and(|known| name != known);
    if let Some(member) = members.iter().find(|member| misspelled(member.name())) {
        let name: String = member.name().as_str().chars().take(64).collect();
        return Err(JwsError::header(&name, "is another spelling of a known member; remove it"));
    }
    let is_there = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
    if let Some(name) = NEVER.into_iter().find(|name| members.contains(name)) {
        return Err(JwsError::header(name, "is never accepted; remove it"));
    }
    if let Some(name) = profile.refused.iter().find(|name| is_there(name)) {
        return Err(JwsError::header(name, "is not accepted here; remove it"));
    }
    if let Some(known) = &profile.members
        && let Some(member) = members.iter().find(|member| !known.contains(&member.name().as_str()))
    {
        let name: String = member.name().as_str().chars().take(64).collect();
        return Err(JwsError::header(&name, format!("is unknown, expected only {}", known.join(", "))));
    }
    let algorithm = algorithm(members, profile)?;
    check_typ(members, profile)?;
    let kid = members.get("kid").map(|kid| string("kid", kid)).transpose()?.map(str::to_owned);
    Ok((members.clone(), algorithm, kid))
}

fn string<'a>(name: &str, value: &'a Json) -> Result<&'a str, JwsError> {
    value.as_str().ok_or_else(|| JwsError::header(name, format!("is {}, expected a string", value.kind())))
}

fn algorithm(members: &Object, profile: &Profile) -> Result<Algorithm, JwsError> {
    let Some(value) = members.get("alg") else {
        return Err(JwsError::header("alg", "is missing (RFC 7515 section 4.1.1)"));
    };
    let found = string("alg", value)?;
    // compared with case: "NONE" and "es256" are not algorithms
    profile.algorithms.iter().copied().find(|known| known.has_name(found)).ok_or_else(|| JwsError::Algorithm {
        found: found.chars().take(64).collect(),
        expected: profile.algorithms.iter().map(|known| known.as_str()).collect::<Vec<_>>().join(" or "),
    })
}

fn check_typ(members: &Object, profile: &Profile) -> Result<(), JwsError> {
    let found = members.get("typ").map(|value| string("typ", value)).transpose()?;
    match (&profile.types, found) {
        (Types::Exactly(expected), Some(found)) if found == expected => Ok(()),
        (Types::Exactly(expected), Some(_)) => {
            Err(JwsError::header("typ", format!("is of another type, expected {expected:?}")))
        }
        (Types::Exactly(expected), None) => Err(JwsError::header("typ", format!("is missing, expected {expected:?}"))),
        (Types::AbsentOr(_), None) => Ok(()),
        (Types::AbsentOr(known), Some(found)) if known.iter().any(|known| known == found) => Ok(()),
        (Types::AbsentOr(known), Some(_)) => {
            let mut expected: Vec<String> = known.iter().map(|typ| format!("{typ:?}")).collect();
            expected.push("none".to_owned());
            Err(JwsError::header("typ", format!("is of another type, expected {}", expected.join(" or "))))
        }
    }
}

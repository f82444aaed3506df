//! JSON Web Signatures.

use super::{Answer, CannotAnswer, Path, Vector, required, text::text};
use agent_description::{
    Document, Limits,
    hex::hex,
    jws::{Algorithm, Jws, Profile},
    key::VerifyingKey,
};
use sha2::{Digest, Sha256};

/// Output: the SHA-256 of the payload, in hexadecimal.
pub fn jws(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let algorithms = algorithms(required(vector, "algorithms")?)?;
    let mut profile = Profile::new(&algorithms);
    if let Some(typ) = vector.header("typ") {
        profile = profile.typ(typ);
    }
    let key = required(vector, "key")?;
    let wrong = |reason: String| CannotAnswer::value("key", key, reason);
    let jwk = Document::parse(key.as_bytes(), &Limits::default()).map_err(|error| wrong(error.to_string()))?;
    let key = VerifyingKey::from_jwk(jwk.root()).map_err(|error| wrong(error.to_string()))?;
    let read = match vector.header("payload") {
        Some(payload) => Jws::detached(text(vector)?, &profile).map(|jws| (jws, payload.as_bytes().to_vec())),
        None => Jws::compact(text(vector)?, &profile),
    };
    let verified = read.and_then(|(jws, payload)| jws.verify(&payload, &key).map(|()| payload));
    Ok(match verified {
        Ok(payload) => Answer::output(hex(&Sha256::digest(&payload))),
        Err(error) => Answer::refused(&error),
    })
}

fn algorithms(names: &str) -> Result<Vec<Algorithm>, CannotAnswer> {
    let known = |name: &str| Algorithm::ALL.iter().copied().find(|algorithm| algorithm.as_str() == name);
    names
        .split(' ')
        .map(|name| {
            known(name).ok_or_else(|| CannotAnswer::value("algorithms", name, "expected ES256, ES256K or EdDSA"))
        })
        .collect()
}

//! JSON Web Signatures.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, document_in, required, text::text};
use agent_description::{
    hex::hex,
    jws::{Algorithm, Jws, Profile},
    key::VerifyingKey,
};
use sha2::{Digest, Sha256};

/// Output: the SHA-256 of the payload, in hexadecimal.
pub(super) fn jws(vector: &Vector, _: &Path) -> Answered {
    let algorithms = algorithms(required(vector, "algorithms")?)?;
    let mut profile = Profile::new(&algorithms);
    if let Some(typ) = vector.header("typ") {
        profile = profile.typ(typ);
    }
    let key = VerifyingKey::from_jwk(document_in(vector, "key")?.root())
        .map_err(|error| CannotAnswer::value("key", required(vector, "key").unwrap_or_default(), error.to_string()))?;
    let (jws, payload) = match vector.header("payload") {
        Some(payload) => (Jws::detached(text(vector)?, &profile)?, payload.as_bytes().to_vec()),
        None => Jws::compact(text(vector)?, &profile)?,
    };
    jws.verify(&payload, &key)?;
    Ok(VectorAnswer::output(hex(&Sha256::digest(&payload))))
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

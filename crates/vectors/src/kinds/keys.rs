//! Vectors for keys and suites: public keys, `proofValue`, signing input.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, document, required, text::text, value};
use agent_description::{Code, hex::hex, json::Json, key::VerifyingKey, suite::Suite};
use sha2::{Digest, Sha256};

/// Output: the RFC 7638 thumbprint.
pub(super) fn public_key(vector: &Vector, _: &Path) -> Answered {
    let key = match required(vector, "format")? {
        "multikey" => VerifyingKey::from_multikey(text(vector)?),
        "pem" => VerifyingKey::from_public_pem(text(vector)?),
        "jwk" => VerifyingKey::from_jwk(document(vector)?.root()),
        other => return Err(CannotAnswer::value("format", other, "expected jwk, multikey or pem").into()),
    };
    Ok(VectorAnswer::output(key?.thumbprint()))
}

/// Output: the 64 bytes of the signature, in hexadecimal.
pub(super) fn proof_value(vector: &Vector, _: &Path) -> Answered {
    let suite: Suite = value(vector, "suite")?;
    let (signature, _) = suite.decode_proof_value(text(vector)?)?;
    Ok(VectorAnswer::output(hex(&signature.0)))
}

/// Output: the SHA-256 of the signing input, in hexadecimal.
pub(super) fn signing_input(vector: &Vector, _: &Path) -> Answered {
    let document = document(vector)?;
    let Some(proof) = document.root().get("proof").and_then(Json::as_object) else {
        return Ok(VectorAnswer::with_code(Code::PROOF_MISSING, "no proof".to_owned()));
    };
    let member = |name| proof.get(name).and_then(Json::as_str);
    let Some(suite) = Suite::identify(member("type").unwrap_or_default(), member("cryptosuite")) else {
        return Ok(VectorAnswer::with_code(Code::PROOF_SUITE, "no such suite".to_owned()));
    };
    let encoding = match member("proofValue") {
        None => suite.written_encoding(),
        Some(value) => suite.decode_proof_value(value)?.1,
    };
    let input = suite.signing_input(document.root(), proof, encoding)?;
    Ok(VectorAnswer::output(hex(&Sha256::digest(input.as_bytes()))))
}

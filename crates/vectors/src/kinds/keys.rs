//! Vectors for keys and suites: public keys, `proofValue`, signing input.

use super::{Answer, CannotAnswer, Path, Vector, required, text::text};
use agent_description::{
    Code, Document, Limits,
    hex::hex,
    json::Json,
    key::VerifyingKey,
    suite::{Suite, SuiteError},
};
use sha2::{Digest, Sha256};

/// Output: the RFC 7638 thumbprint.
pub fn public_key(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let key = match required(vector, "format")? {
        "multikey" => VerifyingKey::from_multikey(text(vector)?),
        "pem" => VerifyingKey::from_public_pem(text(vector)?),
        "jwk" => match Document::parse(vector.body(), &Limits::default()) {
            Ok(jwk) => VerifyingKey::from_jwk(jwk.root()),
            Err(error) => return Ok(Answer::refused(&error)),
        },
        other => return Err(CannotAnswer::value("format", other, "expected jwk, multikey or pem")),
    };
    Ok(match key {
        Ok(key) => Answer::output(key.thumbprint()),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the 64 bytes of the signature, in hexadecimal.
pub fn proof_value(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let suite = required(vector, "suite")?;
    let suite: Suite = suite
        .parse()
        .map_err(|_| CannotAnswer::value("suite", suite, "expected a suite's name, as `adp sign` takes it"))?;
    Ok(match suite.decode_proof_value(text(vector)?) {
        Ok((signature, _)) => Answer::output(hex(&signature.0)),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the SHA-256 of the signing input, in hexadecimal.
pub fn signing_input(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let Some(proof) = document.root().get("proof").and_then(Json::as_object) else {
        return Ok(Answer::with_code(Code::PROOF_MISSING, "no proof".to_owned()));
    };
    let member = |name| proof.get(name).and_then(Json::as_str);
    let Some(suite) = Suite::identify(member("type").unwrap_or_default(), member("cryptosuite")) else {
        return Ok(Answer::with_code(Code::PROOF_SUITE, "no such suite".to_owned()));
    };
    let encoding = match member("proofValue").map(|value| suite.decode_proof_value(value)) {
        None => Ok(suite.written_encoding()),
        Some(decoded) => decoded.map(|(_, encoding)| encoding),
    };
    let input = encoding
        .and_then(|encoding| -> Result<_, SuiteError> { suite.signing_input(document.root(), proof, encoding) });
    Ok(match input {
        Ok(input) => Answer::output(hex(&Sha256::digest(input.as_bytes()))),
        Err(error) => Answer::refused(&error),
    })
}

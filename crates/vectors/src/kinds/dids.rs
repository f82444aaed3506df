//! Vectors for DID documents.

use super::{Answer, CannotAnswer, Path, Vector};
use agent_description::{
    Code, Limits, Timestamp,
    did::{Did, DidDocument, DidUrl},
};

/// Parses the document of the DID in `did`, at the time `at`. Output, if `method` names a verification method: its
/// key's thumbprint, if the method may be used for `purpose`.
pub fn did_document(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let did = did(vector, "did")?.ok_or_else(|| CannotAnswer::value("did", "", "this kind needs the header"))?;
    let resolved = match DidDocument::parse_for(&did, vector.body(), &Limits::default()) {
        Ok(resolved) => resolved,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    if let Some(at) = time(vector, "at")?
        && let Err(error) = resolved.get().check_time(at)
    {
        return Ok(Answer::refused(&error));
    }
    let Some(method) = vector.header("method") else { return Ok(Answer::ok()) };
    let url: DidUrl = method.parse().map_err(|error| CannotAnswer::value("method", method, format!("{error}")))?;
    if let Some(purpose) = vector.header("purpose") {
        let purpose = purpose.parse().map_err(|error| CannotAnswer::value("purpose", purpose, format!("{error}")))?;
        let at = time(vector, "at")?.ok_or_else(|| CannotAnswer::value("at", "", "`purpose` needs the header"))?;
        return Ok(match resolved.get().key_for(&url, purpose, at) {
            Ok(key) => Answer::output(key.thumbprint()),
            Err(refusal) => Answer::refused(&refusal),
        });
    }
    Ok(match resolved.get().verification_method(&url).map(|method| method.key()) {
        Some(Ok(key)) => Answer::output(key.thumbprint()),
        Some(Err(error)) => Answer::refused(error),
        None => Answer::with_code(Code::PROOF_METHOD_NOT_FOUND, format!("the document has no {url}")),
    })
}

/// A header with a time.
pub fn time(vector: &Vector, name: &'static str) -> Result<Option<Timestamp>, CannotAnswer> {
    vector
        .header(name)
        .map(|text| text.parse().map_err(|error| CannotAnswer::value(name, text, format!("{error}"))))
        .transpose()
}

/// A header with a DID.
pub fn did(vector: &Vector, name: &'static str) -> Result<Option<Did>, CannotAnswer> {
    vector
        .header(name)
        .map(|text| text.parse().map_err(|error| CannotAnswer::value(name, text, format!("{error}"))))
        .transpose()
}

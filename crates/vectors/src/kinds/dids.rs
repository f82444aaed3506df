//! Vectors for DID documents.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, optional, value};
use agent_description::{
    Code, Limits, Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose},
};

/// Parses the document of the DID in `did`, at the time `at`. Output, if `method` names a verification method: its
/// key's thumbprint, if the method may be used for `purpose`.
pub(super) fn did_document(vector: &Vector, _: &Path) -> Answered {
    let did: Did = value(vector, "did")?;
    let resolved = DidDocument::parse_for(&did, vector.body(), &Limits::default())?;
    let at: Option<Timestamp> = optional(vector, "at")?;
    if let Some(at) = at {
        resolved.get().check_time(at)?;
    }
    let Some(url) = optional::<DidUrl>(vector, "method")? else { return Ok(VectorAnswer::ok()) };
    if let Some(purpose) = optional::<Purpose>(vector, "purpose")? {
        let at = at.ok_or_else(|| CannotAnswer::value("at", "", "`purpose` needs the header"))?;
        return Ok(VectorAnswer::output(resolved.get().key_for(&url, purpose, at)?.thumbprint()));
    }
    Ok(match resolved.get().verification_method(&url).map(|method| method.key()) {
        Some(Ok(key)) => VectorAnswer::output(key.thumbprint()),
        Some(Err(error)) => VectorAnswer::refused(error),
        None => VectorAnswer::with_code(Code::PROOF_METHOD_NOT_FOUND, format!("the document has no {url}")),
    })
}

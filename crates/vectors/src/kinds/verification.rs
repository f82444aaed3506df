//! Verifies documents of any format with the files of a vector.

use super::{Answered, CannotAnswer, Path, Stopped, Vector, VectorAnswer, card_formats, file, optional, value};
use adp_catalogs::ai_catalog::limits;
use agent_description::{
    CodedError, Did, Document, Limits, Timestamp,
    did::{DidDocument, Purpose},
    format::{self, Format, detect},
    json::{Json, jcs},
    proof::Expectations,
    verification::{Need, Supplied, Verification},
};
use std::sync::Arc;

/// The expectations: a signer, if one is given.
pub(super) fn expectations(at: Timestamp, signer: Option<Did>) -> Expectations {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at);
    match signer {
        Some(signer) => expectations.signer(signer),
        None => expectations.signer_is_subject(),
    }
}

/// Output: the signer of the document, or `-` if it is unknown or there are several.
pub(super) fn verify(
    vector: &Vector,
    folder: &Path,
    document: Document,
    format: &Format,
    expectations: &Expectations,
) -> Answered {
    let found = found(vector, folder, document, format, expectations)?;
    match found.error {
        None => Ok(VectorAnswer::output(found.signer.map_or_else(|| "-".to_owned(), |signer| signer.to_string()))),
        Some(error) => Err(error.into()),
    }
}

/// Output: the canonical form of what the accepted signatures of a document cover.
pub(super) fn covered(vector: &Vector, folder: &Path) -> Answered {
    let document = Document::parse(vector.body(), limits())?;
    let formats = [&card_formats(), adp_messages::FORMATS, format::ALL].concat();
    let formats = detect(document.root(), &formats)?;
    let format = formats.first().ok_or(Stopped::Refused(VectorAnswer::ok()))?;
    let mut expectations = expectations(value(vector, "at")?, optional(vector, "signer")?);
    if let Some(names) = vector.header("readings") {
        expectations.allowances.payload_forms = names.split(' ').map(str::to_owned).collect();
    }
    let found = found(vector, folder, document, format, &expectations)?;
    match (found.document(), &found.error) {
        (Some(document), _) => {
            Ok(VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(document.json())).into_owned()))
        }
        (None, Some(error)) => Err(Arc::clone(error).into()),
        (None, None) => Ok(VectorAnswer::ok()),
    }
}

/// The verification of a document.
pub(super) fn found(
    vector: &Vector,
    folder: &Path,
    document: Document,
    format: &Format,
    expectations: &Expectations,
) -> Result<Verification, CannotAnswer> {
    let mut supplied = artifacts(vector, &document);
    let mut pending = match format.begin(document, expectations) {
        Ok(pending) => pending,
        Err(refused) => return Ok(*refused),
    };
    if vector.header("did-document").is_some() {
        let bytes = file(vector, "did-document", folder)?;
        let own = Document::parse(&bytes, &Limits::default());
        if let Ok(own) =
            own.map_err(drop).and_then(|own| DidDocument::parse_own(&own, &Limits::default()).map_err(drop))
        {
            supplied.did_documents.insert(own.get().id().clone(), Ok(Arc::new(own)));
        }
        for need in pending.needs(&supplied) {
            if let Need::DidDocument(did) = need {
                // parsed for the requested DID, like a resolver
                let resolved = DidDocument::parse_for(&did, &bytes, &Limits::default()).map(Arc::new);
                supplied.did_documents.insert(did, resolved.map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
            }
        }
    }
    Ok(pending.finish(&supplied))
}

/// The vector's artifact, at all URLs of the document's entries.
fn artifacts(vector: &Vector, document: &Document) -> Supplied {
    let mut supplied = Supplied::default();
    let Some(artifact) = vector.header("artifact") else { return supplied };
    let entries = document.root().get("entries").and_then(Json::as_array).into_iter().flatten();
    for url in entries.filter_map(|entry| entry.get("url")?.as_str()) {
        supplied.artifacts.insert(url.to_owned(), Ok(artifact.as_bytes().into()));
    }
    supplied
}

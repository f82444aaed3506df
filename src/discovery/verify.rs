//! Verification of documents of any format: parse or fetch, begin, supply, finish.

use super::{Error, Sources, supply};
use crate::{
    Code, CodedError, Did, Document, Limits,
    format::{self, Format, FormatError, read_signed},
    proof::{Check, Expectations},
    resolve::{FetchKind, Resolve},
    secret::RedactedUrl,
    verification::{FOLLOW_TIMEOUT, Verification},
};
use tracing::{Instrument, debug, debug_span, trace};

/// Verifies a parsed document by each of its formats.
pub async fn verify<R: Resolve>(
    document: &Document,
    formats: &[&Format],
    expectations: &Expectations,
    sources: &Sources<R>,
) -> Verification {
    let found = match format::begin(document, formats, expectations) {
        Err(refused) => *refused,
        Ok(mut pending) => {
            let follows = expectations.allowances.artifacts;
            let deadline = if follows { FOLLOW_TIMEOUT } else { sources.timeout };
            let supplied = supply(pending.as_mut(), sources, deadline).await;
            pending.finish(&supplied)
        }
    };
    log(&found.checks, found.error.as_ref().map_or(Ok(found.signer.as_ref()), |error| Err(error.code())));
    found
}

/// Logs the checks and the signer, or the code of the refusal. Details and messages are omitted: they can contain a
/// challenge or credentials.
pub(super) fn log(checks: &[Check], outcome: Result<Option<&Did>, Code>) {
    for check in checks {
        trace!(check = &*check.name, result = check.result.as_str());
    }
    match outcome {
        Ok(signer) => debug!(signer = signer.map(display), "verified"),
        Err(code) => debug!(code = code.as_str(), "refused"),
    }
}

/// Parses a document with one of these formats, and verifies it. An object of no format with a data-integrity proof is
/// verified only by this proof.
///
/// # Errors
/// [`FormatError`]: it is not read as a document of any of these formats.
pub async fn verify_bytes<R: Resolve>(
    bytes: &[u8],
    formats: &[&Format],
    expectations: &Expectations,
    sources: &Sources<R>,
) -> Result<Verification, FormatError> {
    let (document, found) = read_signed(bytes, formats, &Limits::default())?;
    Ok(verify(&document, &found, expectations, sources).await)
}

/// Fetches the document at `url` and verifies it like [`verify_bytes`]. Redirects are not followed, so that the
/// document comes from `url`.
///
/// # Errors
/// [`Error`]: `net-*`, `json-*`, `format-*`.
pub async fn verify_url<R: Resolve>(
    url: &str,
    formats: &[&Format],
    mut expectations: Expectations,
    sources: &Sources<R>,
) -> Result<Verification, Error> {
    let verify = async {
        let bytes = format::read_limits(formats, &Limits::default()).bytes();
        let fetched = sources.https.fetch(url, FetchKind::AnyDocument { bytes }).await?;
        expectations.fetched_from = Some(fetched.url);
        Ok(verify_bytes(&fetched.body, formats, &expectations, sources).await?)
    };
    verify.instrument(debug_span!("verify", url = %RedactedUrl(url))).await
}

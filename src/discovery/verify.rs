//! Verification of documents of any format: parse or fetch, begin, supply, finish.

use super::{Error, Sources, supply};
use crate::{
    CodedError, Document, Limits,
    format::{self, Format, FormatError, read_signed},
    proof::Expectations,
    resolve::{FetchKind, RedactedUrl, Resolve},
    verification::{FOLLOW_TIMEOUT, Verification},
};
use tracing::{Instrument, debug, debug_span, trace};

/// Verifies a parsed document by each of its formats.
pub async fn verify<R: Resolve>(
    document: &Document,
    formats: &[&dyn Format],
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
    // the details are omitted: they can contain a challenge
    for check in &found.checks {
        trace!(check = &*check.name, result = check.result.as_str());
    }
    match (&found.error, &found.signer) {
        (Some(error), _) => debug!(code = error.code().as_str(), "refused"),
        (None, Some(signer)) => debug!(signer = display(signer), "verified"),
        (None, None) => debug!("verified"),
    }
    found
}

/// Parses a document with one of these formats, and verifies it. An object of no format with a data-integrity proof is
/// verified only by this proof.
///
/// # Errors
/// [`FormatError`]: it is not read as a document of any of these formats.
pub async fn verify_bytes<R: Resolve>(
    bytes: &[u8],
    formats: &[&dyn Format],
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
    formats: &[&dyn Format],
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

//! The whole way for documents of any format: read or fetch, begin, supply, finish.

use super::{Error, Sources, supply};
use crate::{
    CodedError, Document, Limits,
    format::{self, Format, FormatError, read_signed},
    proof::Expectations,
    resolve::{FetchKind, RedactedUrl, Resolve},
    verification::{FOLLOW_TIMEOUT, Verification},
};
use tracing::{Instrument, debug, debug_span, trace};

/// Verifies a document that was read, by each of these formats: they are those that it is of.
pub async fn verify<R: Resolve>(
    document: &Document,
    formats: &[&dyn Format],
    expectations: &Expectations,
    sources: &Sources<R>,
) -> Verification {
    let found = match format::begin(document, formats, expectations) {
        Err(refused) => *refused,
        Ok(mut pending) => {
            let follows = expectations.allowances().artifacts;
            let deadline = if follows { FOLLOW_TIMEOUT } else { sources.timeout() };
            let supplied = supply(pending.as_mut(), sources, deadline).await;
            pending.finish(&supplied)
        }
    };
    // the details are left out: they may quote a challenge
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

/// Reads a document, of whichever of these formats it is, and verifies it. An object that is of none and has a data-integrity proof is
/// verified by that alone.
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

/// Fetches the document at `url` and verifies it as [`verify_bytes`] does. Redirects are not followed, so that the document is from `url`.
///
/// # Errors
/// [`Error`]: `net-*`, `json-*`, `format-*`.
pub async fn verify_url<R: Resolve>(
    url: &str,
    formats: &[&dyn Format],
    expectations: Expectations,
    sources: &Sources<R>,
) -> Result<Verification, Error> {
    let verify = async {
        let bytes = format::read_limits(formats, &Limits::default()).bytes();
        let fetched = sources.https().fetch(url, FetchKind::AnyDocument { bytes }).await?;
        let expectations = expectations.fetched_from(fetched.url);
        Ok(verify_bytes(&fetched.body, formats, &expectations, sources).await?)
    };
    verify.instrument(debug_span!("verify", url = %RedactedUrl(url))).await
}

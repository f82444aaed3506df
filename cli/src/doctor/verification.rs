//! Verifies the signatures of the inspected documents.

use crate::{
    failure::{Failure, Outcome, codes},
    verify::{VerifyRun, root_error},
};
use adp_catalogs::codes::CATALOG_UNCHECKED;
use adp_compare::doctor::{ProbeReason, ProbedDocument, STATUS_FIELD, SignatureResult};
use agent_description::{
    Code, CodedError, Origin, Timestamp,
    auth::http_signature::{check_content_digest, verify_directory_response},
    discovery::TimeLimit,
    key::KeyDirectory,
};
use http::{HeaderMap, HeaderName, HeaderValue};
use tokio::time::timeout;

/// Verifies the signed documents within the time limit, each for the host that served it.
pub async fn verify_documents(job: &VerifyRun, documents: &mut [ProbedDocument<'_>], time: TimeLimit) {
    for probed in documents.iter_mut().filter(|probed| probed.is_to_be_verified()) {
        let verdict = job.verdict_on(probed.source(), &probed.url);
        let Ok(verdict) = timeout(time.left(), verdict).await else {
            let message = "not verified: the time limit was reached".to_owned();
            probed.record_verdict(SignatureResult::Not { code: Code::NET_TIME, message });
            continue;
        };
        probed.signer = verdict.found().and_then(|found| found.signer.clone());
        let of_root = verdict.found().filter(|found| found.is_verified()).and_then(root_error);
        match of_root.map(Failure::from_error) {
            None => probed.record_verdict(signed(verdict.failure())),
            // verified by its entries, but a signature that the host shows is not good
            Some(failure) => {
                probed.record_verdict(signed(Some(&failure)));
                probed.verified = Some(true);
            }
        }
    }
}

/// Checks what the header fields of responses say: digests, and the signatures of the key directory.
pub fn check_fields(documents: &mut [ProbedDocument<'_>], at: Timestamp) {
    for probed in documents {
        let fields: HeaderMap = probed
            .fields
            .iter()
            .filter_map(|(name, value)| Some((HeaderName::try_from(name).ok()?, HeaderValue::from_str(value).ok()?)))
            .collect();
        if fields.contains_key("content-digest") {
            let fault = check_content_digest(&fields, probed.source()).err().map(|error| error.to_string());
            probed.record_content_digest(fault.as_deref());
        }
        let is_directory = matches!(probed.reason, ProbeReason::At(place) if place.path == KeyDirectory::PATH);
        // another program may sign the response for a file
        let is_signed = probed.field("signature-input").is_some() || probed.field(STATUS_FIELD).is_some();
        if !is_directory || !is_signed || probed.document.is_none() {
            continue;
        }
        let directory =
            Origin::from_https(&probed.url).and_then(|agent| KeyDirectory::parse(agent, probed.source()).ok());
        let Some(directory) = directory else { continue };
        probed.record_response_verdict(match verify_directory_response(&directory, &fields, probed.source(), at) {
            Ok(_) => SignatureResult::Verified,
            Err(error) => SignatureResult::Not { code: error.code(), message: error.to_string() },
        });
    }
}

fn signed(failure: Option<&Failure>) -> SignatureResult {
    let Some(failure) = failure else { return SignatureResult::Verified };
    let code = codes::all().find(|code| code.as_str() == failure.code()).unwrap_or(Code::IO_READ);
    match failure.outcome() {
        // offline and unfetched artifacts are not errors of the document
        Outcome::Undecided if code == Code::NET_OFFLINE || code == CATALOG_UNCHECKED => SignatureResult::Unknown,
        _ => SignatureResult::Not { code, message: failure.message().to_owned() },
    }
}

//! Verifies the signatures of the inspected documents.

use crate::{
    codes,
    failure::Outcome,
    verify::{Report, VerifyRun},
};
use adp_cards::{
    codes::CATALOG_UNCHECKED,
    doctor::{ProbedDocument, Signed},
};
use agent_description::{Code, discovery::TimeLimit};
use tokio::time::timeout;

/// Verifies the signed documents within the time limit, each for the host that served it.
pub async fn verify_documents(job: &VerifyRun, exhibits: &mut [ProbedDocument<'_>], time: TimeLimit) {
    for exhibit in exhibits.iter_mut().filter(|exhibit| exhibit.is_to_be_verified()) {
        let verdict = job.verdict_on(exhibit.source(), &exhibit.url);
        let signed = match timeout(time.left(), verdict).await {
            Ok(verdict) => signed(&Report::new(exhibit.url.as_str(), verdict)),
            Err(_) => {
                Signed::Not { code: Code::NET_TIME, message: "not verified: the time limit was reached".to_owned() }
            }
        };
        exhibit.record_verdict(signed);
    }
}

fn signed(report: &Report) -> Signed {
    let Some(failure) = report.failure() else { return Signed::Verified };
    let code = codes::all().find(|code| code.as_str() == failure.code()).unwrap_or(Code::IO_READ);
    match failure.outcome() {
        // offline and unfetched artifacts are not errors of the document
        Outcome::Undecided if code == Code::NET_OFFLINE || code == CATALOG_UNCHECKED => Signed::Unknown,
        _ => Signed::Not { code, message: failure.message().to_owned() },
    }
}

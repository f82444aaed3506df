//! Agent descriptions: verified as the core does it, if their signer is of the entry's host.

use super::{Question, Verification, earlier, key_ends};
use crate::{Checked, CheckedDocument, speaks_for_host};
use agent_description::{
    AgentDescription, Contexts, Limits,
    did::Purpose,
    proof::{CheckName, Evidence, Expectations, Unverified},
};
use std::sync::Arc;

/// What is about the URL of a fetch says nothing of a document that was handed in.
const OF_A_FETCH: [CheckName; 2] = [CheckName::IdMatchesUrl, CheckName::ServiceLinksBack];

pub(super) async fn verify(checked: &Arc<CheckedDocument>, question: Question<'_>) -> Verification {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .domain_as_fetched()
        .any_challenge()
        .at(question.at)
        .signer_is_subject()
        .fetched_from(question.origin());
    let (checked, identifier) = (Arc::clone(checked), question.identifier.clone());
    let prepare = move || {
        let unverified = Unverified::<AgentDescription>::read(checked.document.clone(), &Contexts::embedded());
        let refused =
            |error: agent_description::proof::VerifyError| Verification::refused(&error, checks(error.evidence()));
        let pending = unverified.prepare(expectations).map_err(refused)?;
        let signer = pending.signer().clone();
        if !speaks_for_host(&signer, identifier.host()) {
            return Err(Verification::of_another_host(signer.as_str(), &identifier, Vec::new()));
        }
        Ok((signer, pending.check_before_resolving().map_err(refused)?))
    };
    let (signer, pending) = match question.pool.run(prepare).await {
        Ok(prepared) => prepared,
        Err(refused) => return refused,
    };
    let resolved = question.documents.document(&signer, question.fresh).await;
    let finish = move || {
        let finished = pending.finish(match &resolved {
            Ok(document) => Ok(document),
            Err(error) => Err(Box::new(error.clone())),
        });
        match finished {
            Ok(verified) => {
                let evidence = verified.evidence();
                let method = evidence.verification_method.as_deref().unwrap_or_default();
                let key_ends = resolved.ok().and_then(|document| key_ends(&document, method));
                Verification::verified(signer, earlier(evidence.expires, key_ends), checks(evidence))
            }
            Err(error) => Verification::refused(&error, checks(error.evidence())),
        }
    };
    question.pool.run(finish).await
}

fn checks(evidence: &Evidence) -> Vec<Checked> {
    let about_it = evidence.checks().iter().filter(|check| !OF_A_FETCH.contains(&check.name));
    let kept = |check: &agent_description::proof::Check| Checked {
        name: check.name.to_string(),
        result: check.result.to_string(),
        detail: check.detail.as_ref().map(ToString::to_string),
    };
    about_it.map(kept).collect()
}

//! Cards: verified by a signature of a DID of the entry's host, as if they had been fetched there.

use super::{Question, Verification, key_ends};
use crate::{Checked, CheckedDocument, Identifier};
use adp_cards::signature::{CardExpectations, CardVerdict, CheckedSignature, Keys, Kind, UnverifiedCard};
use agent_description::{
    Fault, Timestamp,
    did::{Did, DidDocument, Resolved},
};
use std::{collections::HashMap, sync::Arc};

pub(super) async fn verify(
    checked: &Arc<CheckedDocument>,
    kind: &'static Kind,
    question: Question<'_>,
) -> Verification {
    let mut expectations = CardExpectations::at(question.at);
    expectations.fetched_from = Some(question.origin());
    let (document, expected) = (Arc::clone(checked), expectations.clone());
    let dids = move || match UnverifiedCard::read(&document.document, kind, expected) {
        Ok(card) => Ok(card.dids(&Keys::new())),
        Err(error) => Err(Verification::refused(&error, Vec::new())),
    };
    let dids = match question.pool.run(dids).await {
        Ok(dids) => dids,
        Err(refused) => return refused,
    };
    let (mut keys, mut resolved) = (Keys::new(), HashMap::new());
    for did in dids {
        let found = question.documents.document(&did, question.fresh).await;
        if let Ok(document) = &found {
            resolved.insert(did.clone(), Arc::clone(document));
        }
        keys.add_did_document(did, found.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
    }
    let (document, identifier) = (Arc::clone(checked), question.identifier.clone());
    let finish = move || match UnverifiedCard::read(&document.document, kind, expectations) {
        Ok(card) => judged(&card.verify(&keys), &resolved, &identifier),
        Err(error) => Verification::refused(&error, Vec::new()),
    };
    question.pool.run(finish).await
}

/// What a verdict comes to for an entry, with the documents of those who signed.
fn judged(
    verdict: &CardVerdict,
    resolved: &HashMap<Did, Arc<Resolved<DidDocument>>>,
    identifier: &Identifier,
) -> Verification {
    let checks = verdict.signatures.iter().enumerate().map(checked).collect();
    match (&verdict.identity, &verdict.error) {
        (Some(identity), None) => {
            // the signature that lasts longest: any of them is enough
            let mut ends: Vec<Option<Timestamp>> = Vec::new();
            for signature in verdict.signatures.iter().filter(|it| it.identity.as_ref() == Some(identity)) {
                let document = resolved.get(identity);
                let kid = signature.kid.as_deref().unwrap_or_default();
                ends.push(document.and_then(|document| key_ends(document, kid)));
            }
            let expires = if ends.contains(&None) { None } else { ends.into_iter().flatten().max() };
            Verification::verified(identity.clone(), expires, checks)
        }
        (None, None) => Verification::of_another_host("a key that is nobody's", identifier, checks),
        (_, Some(error)) => Verification::refused(error, checks),
    }
}

fn checked((index, signature): (usize, &CheckedSignature)) -> Checked {
    let kid = signature.kid.as_deref().unwrap_or("no key");
    let detail = match (&signature.error, signature.reading, signature.binding) {
        (Some(error), ..) => format!("{kid}: {}: {error}", error.code()),
        (None, reading, binding) => format!(
            "{kid}, by the reading {}, binding {}",
            reading.map_or("", adp_cards::signature::Reading::as_str),
            binding.map_or("unbound", agent_description::verification::Binding::as_str)
        ),
    };
    let result = if signature.is_good() { "pass" } else { "fail" };
    Checked { name: format!("signature {index}"), result: result.to_owned(), detail: Some(detail) }
}

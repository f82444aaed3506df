//! Cards: verified by a signature of a DID of the entry's host, as if they had been fetched there.

use super::{Question, Verification, key_ends};
use crate::Checked;
use adp_cards::signature::{CardExpectations, CheckedSignature, Keys, Kind, UnverifiedCard};
use agent_description::{Document, Fault, Timestamp};
use std::{collections::HashMap, sync::Arc};

pub(super) async fn verify(document: &Document, kind: &'static Kind, question: Question<'_>) -> Verification {
    let mut expectations = CardExpectations::at(question.at);
    expectations.fetched_from = Some(question.origin());
    let card = match UnverifiedCard::read(document, kind, expectations) {
        Ok(card) => card,
        Err(error) => return Verification::refused(&error, Vec::new()),
    };
    let (mut keys, mut resolved) = (Keys::new(), HashMap::new());
    for did in card.dids(&keys) {
        let found = question.documents.document(&did, question.fresh).await;
        if let Ok(document) = &found {
            resolved.insert(did.clone(), Arc::clone(document));
        }
        keys.add_did_document(did, found.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
    }
    let verdict = card.verify(&keys);
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
        (None, None) => Verification::of_another_host("a key that is nobody's", question.identifier, checks),
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
            binding.map_or("unbound", adp_cards::signature::CardBinding::as_str)
        ),
    };
    let result = if signature.is_good() { "pass" } else { "fail" };
    Checked { name: format!("signature {index}"), result: result.to_owned(), detail: Some(detail) }
}
